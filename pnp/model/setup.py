"""Reads setup.yaml, who gets what before the first turn, and figures.yaml, the scenes of set-up
figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Span, error, refusal
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.declarations import Alias, Bounds, Shape, validated
from pnp.model.definitions import bad_color, listed
from pnp.model.game import Name, Text
from pnp.model.text_rules import braces_in
from pnp.units.color import Color
from pnp.units.geometry import LengthError, Size, Um, by, parse_size

MAX_STEPS = 200
"""Steps that a setup may have."""


class StepFile(Shape):
    """One step of `setup.yaml`, as written."""

    says: Text
    """The step in a sentence."""
    what: Name
    """The component that pieces are taken from."""
    only: str | None = None
    """An expression over their fields: which of them."""
    per: str | None = None
    """A field: so many of each of its values."""
    each: Any = None
    """How many every player takes."""
    all: Any = None
    """How many are taken once; rest for what is left."""
    source: Annotated[str, Alias("from"), Bounds(max_length=200)] = ""
    """Where they come from."""
    to: Annotated[str, Bounds(max_length=200)] = ""
    """Where they go."""
    when: str | None = None
    """An expression; without it the step is always done."""


class Step(NamedTuple):
    """One step: pieces of a component are taken, so many for each player (`each`) and so many
    once (`all`); expressions as written.
    """

    says: str
    what: str
    only: str | None
    per: str | None
    each: Any
    all: Any
    source: str
    to: str
    when: str | None
    raw: Map


def read_setup(files: Disk, folder: str, found: list[Diagnostic]) -> tuple[Step, ...]:
    """The steps of `setup.yaml` in a game's folder; none where there is no such file.

    What is wrong goes to `found` (P201–P204).
    """
    entries = listed(files, f"{folder}/setup.yaml", MAX_STEPS, "steps", found)
    found += braces_in(entries)
    steps = []
    for index, raw in enumerate(entries):
        try:
            file = validated(StepFile, raw, entries.at(index))
            if file.each is None and file.all is None:
                hint = "each: 7 for every player, all: 16 once, all: rest for what is left"
                message = 'the step has neither "each" nor "all"'
                raise refusal("P202", message, entries.at(index), hint)
        except Problems as problem:
            found += problem.diagnostics
        else:
            values = {name: getattr(file, name) for name in Step._fields[:-1]}
            steps.append(Step(**values, raw=raw))
    return tuple(steps)


MAX_ITEMS = 60
"""Things in one scene: more than that no legend can explain."""


Millimetres = Annotated[float, Bounds(ge=-2_000, le=2_000, allow_inf_nan=False)]


class ItemFile(Shape):
    """One thing of a scene, as written: what it shows, where its top left corner is (mm), its scale
    and turn, its label and legend.

    Without a face it is a label alone, whose middle is there.
    """

    face: Annotated[str, Bounds(max_length=200)] = ""
    """What it shows: card:DECK/ID, board:ID, token:COMPONENT/ID …"""
    at: tuple[Millimetres, Millimetres]
    """Its top left corner in mm; of a label alone the middle."""
    scale: Annotated[float, Bounds(gt=0, le=10, allow_inf_nan=False)] = 1.0
    """How large, 1 being its own size."""
    turn: Annotated[float, Bounds(ge=-360, le=360, allow_inf_nan=False)] = 0.0
    """Degrees clockwise."""
    label: Annotated[str, Bounds(max_length=3)] = ""
    """A number or letter at its corner."""
    text: Annotated[str, Bounds(max_length=400)] = ""
    """What the legend says of it."""


class SceneFile(Shape):
    """A scene, as written."""

    size: str
    """Its size, WIDTHxHEIGHT in millimetres; pages scale it to their width."""
    background: str = ""
    """A name of the palette, #rrggbb or a basic colour such as navy."""
    items: Annotated[tuple[ItemFile, ...], Bounds(min_length=1, max_length=MAX_ITEMS)]
    """What lies in it."""


class Item(NamedTuple):
    """One thing of a scene, a label alone where it has no face; lengths in micrometres from the
    scene's top left corner.
    """

    face: str
    x: Um
    y: Um
    scale: float
    turn: float
    label: str
    text: str
    span: Span


class Scene(NamedTuple):
    """Several components on one stage of a size of its own; pages scale it to their width."""

    name: str
    size: Size
    background: str
    items: tuple[Item, ...]
    span: Span


def scenes(
    raw: Map, palette: Mapping[str, Color] = MappingProxyType({})
) -> tuple[dict[str, Scene], list[Diagnostic]]:
    """The scenes of a file and what is wrong with it (P201 to P204; P354 for a figure inside a
    figure; P363).
    """
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
    try:
        stage = parse_size(written.size)
    except LengthError as problem:
        raise refusal("P203", f'"size": {problem}', raw.at("size")) from None
    if not (min(stage) >= 1_000 and max(stage) <= 2_000_000):
        raise refusal("P203", '"size": expected 1 mm to 2,000 mm each way', raw.at("size"))
    items, found = [], []
    for item, entry in zip(written.items, raw["items"], strict=True):
        place = entry.at("face" if "face" in entry else "at")
        if not (item.face or item.label):
            message = 'the thing has neither a "face" nor a "label"'
            found.append(error("P202", message, place, "say what it shows"))
        if item.face.startswith("setup:"):
            message = f'a figure in a figure: "{item.face}"'
            found.append(error("P354", message, place, "name a card:, board: or token: here"))
        x, y = (Um(round(value * 1000)) for value in item.at)
        if _is_outside(item, x, y, stage):
            message = (
                f"{item.face or 'the label'} at [{item.at[0]:g}, {item.at[1]:g}] lies outside the"
                f" scene of {by(stage)}"
            )
            hint = "move it, or make the scene's size: larger"
            found.append(error("P363", message, entry.at("at"), hint))
        items.append(Item(item.face, x, y, item.scale, item.turn, item.label, item.text, place))
    found += bad_color(written.background or None, palette, raw, "background")
    if found:
        raise Problems(found)
    return Scene(name, stage, written.background, tuple(items), span)


def _is_outside(item: ItemFile, x: int, y: int, stage: Size) -> bool:
    """Whether nothing of a thing can be seen, whatever its size: how large a face is shows only
    when it is laid out.
    """
    if not item.face:
        return not (0 <= x <= stage.width and 0 <= y <= stage.height)
    return item.turn % 360 == 0 and (x >= stage.width or y >= stage.height)
