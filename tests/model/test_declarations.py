"""The shapes of files: what each kind of annotation takes and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import yaml

from pnp.diagnostics import Problems, Span, text
from pnp.load.yaml import parse
from pnp.model.declarations import REQUIRED, Alias, Bounds, Parsed, Shape, entries, validated


def _even(value: Any) -> Any:
    if isinstance(value, str) and value.isdigit() and int(value) % 2:
        raise ValueError(f"{value} is odd")
    return value


class Part(Shape):
    name: str
    large: bool = False


class Whole(Shape):
    title: Annotated[str, Bounds(min_length=1, max_length=8)]
    count: Annotated[int, Bounds(ge=1, le=9)] = 2
    even: Annotated[int, Parsed(_even), Bounds(le=100)] = 0
    ratio: Annotated[float, Bounds(gt=0, allow_inf_nan=False)] = 0.5
    way: Literal["up", "down"] = "up"
    kind: Annotated[str | None, Alias("sort-of")] = None
    pair: tuple[int, int] = (0, 0)
    words: Annotated[tuple[str, ...], Bounds(max_length=2)] = ()
    parts: dict[Annotated[str, Bounds(pattern="^[a-z]+$")], Part | None] = {}
    free: Any = None


class Loose(Shape, others=True):
    title: str


def read(shape: type[Shape], source: str) -> Any:
    return validated(shape, parse(source.encode(), "it.yaml"), Span("it.yaml"))


def said(shape: type[Shape], source: str) -> str:
    with pytest.raises(Problems) as caught:
        read(shape, source)
    return "\n".join(text(found) for found in caught.value.diagnostics)


def test_shape_gives_defaults() -> None:
    made = read(Whole, "title: Game\n")
    assert (made.title, made.count, made.way, made.kind, made.pair, made.words, made.parts) == (
        "Game",
        2,
        "up",
        None,
        (0, 0),
        (),
        {},
    )
    assert vars(made) == {"title": "Game"}


def test_annotation_converts_what_is_written() -> None:
    source = "title: Game\ncount: 7\neven: 8\nratio: .25\nway: down\nsort-of: blue\npair: [1, 2]\nwords: [a, b]\nfree: {x: [1]}\n"
    made = read(Whole, f"{source}parts: {{door: {{name: Door, large: yes}}, gap: }}\n")
    assert (made.count, made.even, made.ratio, made.way, made.kind) == (7, 8, 0.25, "down", "blue")
    assert (made.pair, made.words, made.free) == ((1, 2), ("a", "b"), {"x": ["1"]})
    assert (made.parts["door"].name, made.parts["door"].large, made.parts["gap"]) == (
        "Door",
        True,
        None,
    )


REFUSED = yaml.safe_load(
    (Path(__file__).parent / "suites/values/declarations.yaml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("line", "expected"), REFUSED.values(), ids=REFUSED)
def test_annotation_refuses_what_does_not_fit(line: str, expected: str) -> None:
    source = line if line.startswith("title") else f"title: Game\n{line}"
    assert expected in said(Whole, f"{source}\n")


def test_validated_reports_every_mistake_at_once() -> None:
    found = said(Whole, "count: two\nway: left\nhue: red\n")
    assert [part in found for part in ('"title" is missing', '"count"', '"way"', '"hue"')] == [
        True
    ] * 4


def test_other_keys_stand_only_where_they_may() -> None:
    assert vars(read(Loose, "title: Game\nhue: red\n")) == {"title": "Game"}
    assert 'no key "hue"' in said(Part, "name: Door\nhue: red\n")


def test_shape_is_frozen() -> None:
    made = read(Part, "name: Door\n")
    with pytest.raises(AttributeError, match="Part is frozen"):
        made.name = "Gate"
    assert made.name == "Door"


def test_entries_of_a_shape() -> None:
    assert entries(Whole)["kind"].key == "sort-of"
    assert [name for name, entry in entries(Whole).items() if entry.default is REQUIRED] == [
        "title"
    ]
