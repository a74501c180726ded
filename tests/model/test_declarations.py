"""The shapes of files: what each kind of annotation takes and refuses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from pnp.diagnostics import Problems, Span, text
from pnp.load import yaml
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
    return validated(shape, yaml.parse(source.encode(), "it.yaml"), Span("it.yaml"))


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


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "title: Long titles", '"title": expected 8 characters at most', id="a text too long"
        ),
        pytest.param('title: ""', '"title" is empty', id="a text of nothing"),
        pytest.param("count: 10", '"count": expected 9 at most, found "10"', id="too much"),
        pytest.param("count: 0", '"count": expected 1 or more, found "0"', id="too little"),
        pytest.param("count: two", '"count": expected a whole number, found "two"', id="no number"),
        pytest.param("even: 7", '"even": 7 is odd', id="what its reader refuses"),
        pytest.param(
            "even: 102", '"even": expected 100 at most, found "102"', id="too much of what was read"
        ),
        pytest.param(
            "ratio: nan",
            '"ratio": input should be a finite number, found "nan"',
            id="no finite number",
        ),
        pytest.param(
            "way: left", '"way": expected up or down, found "left"', id="none of the words"
        ),
        pytest.param("pair: [1]", '"pair", entry 2 is missing', id="half a pair"),
        pytest.param(
            "words: [a, b, c]", '"words": expected 2 entries at most', id="a list too long"
        ),
        pytest.param(
            "parts: {Door: }",
            '"Door" is no name; expected lower-case letters',
            id="a key that is no name",
        ),
        pytest.param("parts: {door: {}}", 'the key "name" is missing', id="a part without its key"),
        pytest.param(
            "parts: {door: {name: a, size: 2}}",
            'there is no key "size" here',
            id="a part with a key too many",
        ),
        pytest.param(
            "parts: {door: yes}",
            '"door": expected a map of keys and values, found "yes"',
            id="no map",
        ),
        pytest.param(
            "kind: blue",
            'there is no key "kind" here',
            id="the name of the attribute in place of the key",
        ),
    ],
)
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
