"""Reads the scenes of `figures.yaml`: several pieces on one stage, their labels and the legend."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Span, error, refusal
from pnp.load.yaml import Map
from pnp.model.declarations import Bounds, Shape, validated
from pnp.model.definitions import bad_color
from pnp.model.text_rules import braces_in
from pnp.units.color import Color
from pnp.units.geometry import LengthError, Size, Um, by, parse_size

MAX_ITEMS = 60
"""Things in one scene: more than that no legend can explain."""
Millimetres = Annotated[float, Bounds(ge=-2_000, le=2_000, allow_inf_nan=False)]


class ItemFile(Shape):
    """One thing of a scene, as written; a label alone where it has no face."""

    face: Annotated[str, Bounds(max_length=200)] = ""
    """What it shows: card:DECK/ID, board:ID, token:COMPONENT/ID …"""
    at: tuple[Millimetres, Millimetres]
    """Its top left corner in mm; of a label alone the middle."""
    scale: Annotated[float, Bounds(gt=0, le=10, allow_inf_nan=False)] = 1.0
    """How large, 1 being its own size."""
    turn: Annotated[float, Bounds(ge=-360, le=360, allow_inf_nan=False)] = 0.0
    """Degrees clockwise."""
    label: Annotated[str, Bounds(max_length=3)] = ""
    """A number or letter at its corner; not needed where lines lead to it."""
    text: Annotated[str, Bounds(max_length=400)] = ""
    """What the legend says of it."""
    pile: bool = False
    """Whether it stands for a pile, a deck or a stock, however many it shows."""


class SceneFile(Shape):
    """A scene, as written."""

    size: str
    """Its size, WIDTHxHEIGHT in millimetres; pages scale it to their width."""
    background: str = ""
    """A name of the palette, #rrggbb or a basic colour such as navy."""
    ground: str = ""
    """The template drawn on the stage, under all that lies on it."""
    legend: Literal["list", "lines"] = "list"
    """list: a list below; lines: beside the picture, with a line to each thing."""
    setup: int | None = None
    """The number of players for whom it shows the setup."""
    items: Annotated[tuple[ItemFile, ...], Bounds(max_length=MAX_ITEMS)] = ()
    """What lies in it; needed where no template draws it."""


class Item(NamedTuple):
    """One thing of a scene; lengths in micrometres from the scene's top left corner."""

    face: str
    x: Um
    y: Um
    scale: float
    turn: float
    label: str
    text: str
    span: Span
    pile: bool = False


class Scene(NamedTuple):
    """Several components on one stage of a size of its own; pages scale it to their width."""

    name: str
    size: Size
    background: str
    items: tuple[Item, ...]
    span: Span
    setup: int | None = None
    ground: str = ""
    legend: str = "list"


def numbered(scene: Scene) -> Scene:
    """A scene with a list of what is labelled in place of lines; what has no label is numbered."""
    if scene.legend == "list":
        return scene
    told = [item for item in scene.items if item.text]
    numbers = {item: str(number) for number, item in enumerate(told, 1)}
    items = (item._replace(label=item.label or numbers.get(item, "")) for item in scene.items)
    return scene._replace(items=tuple(items), legend="list")


def scenes(
    raw: Map, palette: Mapping[str, Color] = MappingProxyType({})
) -> tuple[dict[str, Scene], list[Diagnostic]]:
    """The scenes of a file and what is wrong with it (P201 to P204, P354, P363)."""
    done: dict[str, Scene] = {}
    found = list(braces_in(raw))
    for name, value in raw.items():
        try:
            done[name] = _scene(name, value, raw.at(name), palette)
        except Problems as problem:
            found += problem.diagnostics
    return done, found


def _scene(name: str, raw: object, span: Span, palette: Mapping[str, Color]) -> Scene:
    written = validated(SceneFile, raw, span)
    assert isinstance(raw, Map)
    if not (written.items or written.ground):
        raise refusal("P202", 'the scene has neither "items" nor a "ground"', raw.at("items"))
    try:
        stage = parse_size(written.size)
    except LengthError as problem:
        raise refusal("P203", f'"size": {problem}', raw.at("size")) from None
    if not (min(stage) >= 1_000 and max(stage) <= 2_000_000):
        raise refusal("P203", '"size": expected 1 mm to 2,000 mm each way', raw.at("size"))
    items, found = [], []
    for item, entry in zip(written.items, raw.get("items", ()), strict=True):
        place = entry.at("face" if "face" in entry else "at")
        if not (item.face or item.label or (item.text and written.legend == "lines")):
            message = 'the thing has neither a "face" nor a "label"'
            found.append(error("P202", message, place, "say what it shows"))
        if item.face.startswith("setup:"):
            message = f'a figure in a figure: "{item.face}"'
            found.append(error("P354", message, place, "name a card:, board: or token: here"))
        x, y = (Um(round(value * 1000)) for value in item.at)
        if item.face:  # how large it is shows only when it is laid out
            is_outside = item.turn % 360 == 0 and (x >= stage.width or y >= stage.height)
        else:
            is_outside = not (0 <= x <= stage.width and 0 <= y <= stage.height)
        if is_outside:
            message = (
                f"{item.face or 'the label'} at [{item.at[0]:g}, {item.at[1]:g}] lies outside the"
                f" scene of {by(stage)}"
            )
            hint = "move it, or make the scene's size: larger"
            found.append(error("P363", message, entry.at("at"), hint))
        words = item.label, item.text
        items.append(Item(item.face, x, y, item.scale, item.turn, *words, place, item.pile))
    found += bad_color(written.background or None, palette, raw, "background")
    if found:
        raise Problems(found)
    drawn = written.background, tuple(items), span, written.setup, written.ground, written.legend
    return Scene(name, stage, *drawn)
