"""figures.yaml: scenes, and what is said of wrong ones."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Span, text
from pnp.load.yaml import Map, parse
from pnp.model.scenes import Scene, numbered, scenes
from pnp.units.geometry import size


def read(source: str) -> tuple[dict[str, Scene], str]:
    raw = parse(source.encode(), "figures.yaml")
    assert isinstance(raw, Map)
    made, found = scenes(raw)
    return made, "\n".join(map(text, found))


def test_scene() -> None:
    made, said = read(
        'start:\n  size: 240x150\n  items:\n    - {face: "card:a/b", at: [10, 2.5], scale: 0.5, turn: 90, label: 1, text: Here}\n'
    )
    assert not said
    (item,) = made["start"].items
    assert made["start"].size == size(240_000, 150_000)
    assert item == (
        "card:a/b",
        10_000,
        2_500,
        0.5,
        90.0,
        "1",
        "Here",
        Span("figures.yaml", 4, 14),
        False,
    )


def test_label_without_a_face() -> None:
    made, said = read(
        "start:\n  size: 240x150\n  items:\n    - {at: [10, 2.5], label: 1, text: Here}\n"
    )
    assert not said and made["start"].items == (
        ("", 10_000, 2_500, 1.0, 0.0, "1", "Here", Span("figures.yaml", 4, 12), False),
    )


@pytest.mark.parametrize("typed", ["{{ facts.hand }}", "{facts.hand}"])
def test_braces_in_a_legend_are_reported(typed: str) -> None:
    source = f'start:\n  size: 240x150\n  items:\n    - {{at: [10, 2.5], label: 1, text: "Take {typed}"}}\n'
    made, said = read(source)
    assert made
    assert said.startswith(f'figures.yaml:4:39: error P204 "{typed}" would be printed as it stands')


def test_lines_lead_to_words_without_a_label_which_a_list_numbers() -> None:
    made, said = read(
        "start:\n  size: 20x20\n  legend: lines\n  ground: a.xml\n"
        "  items: [{at: [1, 2], text: One}, {at: [3, 4], label: B, text: Two}, {at: [5, 6], text: Three}]\n"
    )
    scene = made["start"]
    assert (said, scene.ground, scene.legend) == ("", "a.xml", "lines")
    listed = numbered(scene)
    assert [(item.label, item.text) for item in listed.items] == [
        ("1", "One"),
        ("B", "Two"),
        ("3", "Three"),
    ]
    assert listed.legend == "list" and numbered(listed) == listed


BAD = {
    "nothing": (
        "a:\n  size: 10x10\n  items: [{at: [1, 2], text: x}]",
        'figures.yaml:3:16: error P202 the thing has neither a "face" nor a "label"',
    ),
    "no size": (
        "a:\n  items: [{face: x, at: [1, 2]}]",
        'figures.yaml:2:3: error P202 the key "size" is missing',
    ),
    "bad size": (
        "a:\n  size: big\n  items: [{face: x, at: [1, 2]}]",
        'figures.yaml:2:9: error P203 "size": "big" is not a size',
    ),
    "huge size": (
        "a:\n  size: 9000x10\n  items: [{face: x, at: [1, 2]}]",
        'figures.yaml:2:9: error P203 "size": expected 1 mm to 2,000 mm each way',
    ),
    "no items": ("a:\n  size: 10x10\n  items: []", "figures.yaml:3:10: error P202"),
    "unknown key": (
        "a:\n  size: 10x10\n  items: [{fase: x, at: [1, 2]}]",
        'error P201 there is no key "fase" here\n  hint: did you mean "face"',
    ),
    "far away": ("a:\n  size: 10x10\n  items: [{face: x, at: [1, 20000]}]", "error P203"),
    "not a number": ("a:\n  size: 10x10\n  items: [{face: x, at: [nan, 1]}]", "error P203"),
    "no scale": ("a:\n  size: 10x10\n  items: [{face: x, at: [1, 1], scale: 0}]", "error P203"),
    "three numbers": ("a:\n  size: 10x10\n  items: [{face: x, at: [1, 1, 1]}]", "error P203"),
    "a figure in a figure": (
        'a:\n  size: 10x10\n  items: [{face: "setup:a", at: [1, 1]}]',
        'figures.yaml:3:18: error P354 a figure in a figure: "setup:a"',
    ),
    "beyond the right edge": (
        "a:\n  size: 10x20\n  items: [{face: card:a/b, at: [10, 5]}]",
        "figures.yaml:3:32: error P363 card:a/b at [10, 5] lies outside the scene of 10 × 20 mm\n  hint: move it, or make",
    ),
    "below": (
        "a:\n  size: 10x20\n  items: [{face: x, at: [2, 25.5]}]",
        "error P363 x at [2, 25.5] lies outside the scene of 10 × 20 mm",
    ),
    "a label outside": (
        "a:\n  size: 10x20\n  items: [{label: 1, at: [-1, 5]}]",
        "figures.yaml:3:26: error P363 the label at [-1, 5] lies outside the scene of 10 × 20 mm",
    ),
    "text": ("a: b", "figures.yaml:1:4: error P203 expected a map of keys and values"),
}


@pytest.mark.parametrize(
    "item",
    [
        "{face: x, at: [-3, -80]}",
        "{face: x, at: [9, 19]}",
        "{face: x, at: [12, 5], turn: 90}",
        "{label: 1, at: [10, 20]}",
    ],
)
def test_scene_accepts_what_may_be_seen(item: str) -> None:
    made, said = read(f"a:\n  size: 10x20\n  items: [{item}]")
    assert made and not said


@pytest.mark.parametrize("name", BAD)
def test_scene_is_refused(name: str) -> None:
    source, expected = BAD[name]
    made, said = read(source)
    assert made == {} and expected in said, said
