"""P240: meanings that differ in colour alone, and not for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from model.toy import game, opened, said

from pnp.check import color_vision


def found(folder: Path, terms: str) -> str:
    """What the rule says about the toy with these gems."""
    made = opened(folder, {"game.yaml": game(("{ruby: , jade: {label: Green jade}}", terms))})
    return said(color_vision.check(made), folder)


RED_GREEN = '{ruby: {color: "#b8291f"%s}, jade: {color: "#4d6b1f"%s}}'


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (", letter: R", ", letter: G"),
        (", letter: R", ""),
        (", pattern: dots", ", pattern: rings"),
        (", icon: law-star", ", icon: sun"),
    ],
    ids=["letters", "one letter", "patterns", "icons"],
)
def test_color_vision_what_a_letter_pattern_or_icon_tells_apart(
    tmp_path: Path, one: str, other: str
) -> None:
    assert found(tmp_path, RED_GREEN % (one, other)) == ""


def test_color_vision_red_and_green_alone(tmp_path: Path) -> None:
    assert found(tmp_path, RED_GREEN % ("", "")) == (
        'game.yaml:5:55: warning P240 "ruby" and "jade" of "gem" look alike without red cones, without green cones and in grey,'
        " and nothing else tells them apart\n"
        '  game.yaml:5:29: "ruby" has #b8291f, "jade" #4d6b1f\n'
        "  hint: give each its own letter, pattern or icon"
    )


def test_color_vision_the_same_letter_tells_nothing(tmp_path: Path) -> None:
    assert "P240" in found(tmp_path, RED_GREEN % (", letter: X", ", letter: X"))


def test_color_vision_blue_and_green(tmp_path: Path) -> None:
    assert "look alike without blue cones and in grey, and" in found(
        tmp_path, '{ruby: {color: "#00a08c"}, jade: {color: "#0096c8"}}'
    )


def test_color_vision_in_grey_alone(tmp_path: Path) -> None:
    assert "look alike in grey, and" in found(
        tmp_path, '{ruby: {color: "#e06000"}, jade: {color: "#4a7fe0"}}'
    )


def test_color_vision_to_everybody(tmp_path: Path) -> None:
    assert 'of "gem" look alike to everybody, and' in found(
        tmp_path, '{ruby: {color: "#b8291f"}, jade: {color: "#b82a20"}}'
    )


def test_color_vision_a_dark_and_a_light_colour(tmp_path: Path) -> None:
    assert found(tmp_path, '{ruby: {color: "#7a1008"}, jade: {color: "#bfe3c4"}}') == ""


def test_color_vision_terms_without_colours(tmp_path: Path) -> None:
    assert found(tmp_path, "{ruby: , jade: {label: Green jade}}") == ""
    assert found(tmp_path, '{ruby: {color: "#b8291f"}, jade: {label: Green jade}}') == ""


def test_color_vision_names_of_the_palette_count_as_their_colours(tmp_path: Path) -> None:
    files = {
        "game.yaml": game(
            ("{ruby: , jade: {label: Green jade}}", "{ruby: {color: a}, jade: {color: b}}")
        )
        + PALETTE
    }
    assert '"ruby" has #b8291f, "jade" #4d6b1f' in said(
        color_vision.check(opened(tmp_path, files)), tmp_path
    )


PALETTE = 'palette: {a: "#b8291f", b: "#4d6b1f"}\n'


def test_color_vision_more_than_anybody_tells_apart(tmp_path: Path) -> None:
    many = "".join(f', x{n}: {{color: "#{n:06x}"}}' for n in range(500))
    assert found(tmp_path, "{ruby: , jade: " + many + "}") == (
        'game.yaml:5:9: warning P240 "gem" has 500 values that differ in colour alone; nobody tells more than 64 apart\n'
        "  hint: give each its own letter, pattern or icon"
    )
