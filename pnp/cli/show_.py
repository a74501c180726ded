"""`pnp show`."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import (
    bounded,
    bounds_options,
    force_option,
    game_argument,
    game_here,
    json_option,
    output_of,
    room_for,
)
from pnp.cli.speech import counted, print_json, stopped, tell
from pnp.diagnostics import Problems, Span, did_you_mean, error, raise_errors, refusal
from pnp.units.geometry import MM, Um

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pnp.diagnostics import Diagnostic
    from pnp.load.files import Disk
    from pnp.load.workspace import Workspace
    from pnp.model.game import Card, Component, Game
    from pnp.net import Net
    from pnp.units.geometry import Size

DPI = 300
_SOURCES = {
    "card": "",
    "defaults": " (defaults)",
    "field": " (default of the field)",
    "expression": " (worked out)",
    "component": " (of the component)",
}


class Row(NamedTuple):
    """A field of a card: its value, where that stands, and what says it: the card, its
    `defaults`, the component, the field, or nothing.
    """

    field: str
    value: Any
    place: Span | None
    source: str


class PrintedLine(NamedTuple):
    """An item that a side of a card prints: its line of the template, and by the names of the
    values that it is made from where these are written, if that is known.
    """

    side: str
    shown: str
    template: Span
    sources: Mapping[str, Span | None]

    def as_text(self) -> str:
        """It in a line."""
        made = (f"{name} {place or ''}".rstrip() for name, place in self.sources.items())
        return f"{self.side}: {self.shown}  {self.template}  {', '.join(made)}".rstrip()

    def as_json(self) -> dict[str, Any]:
        """It as a map."""
        made = {name: place and place._asdict() for name, place in self.sources.items()}
        return {**self._asdict(), "template": self.template._asdict(), "sources": made}


@click.command("show", short_help="one card's data with its places; its faces as PNG")
@game_argument
@click.argument("card")
@click.option(
    "--png",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=(
        "Draw its front at 300 dpi, its back into FILE-back; pages or player aids into FILE-1,"
        " FILE-2 and so on."
    ),
)
@click.option(
    "--printed",
    is_flag=True,
    help="List what each side prints, with its line of the template and where the data say it.",
)
@force_option
@json_option
@bounds_options
@lang_option()
def command(
    game: str,
    card: str,
    png: Path | None,
    printed: bool,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Show one CARD of a game, by its id or as COMPONENT/ID: every field with the file and line
    where it stands.

    A rulebook or player aid is called as its component; each of several pages or aids has a number:
    page-2, aid-1.

    \b
    Examples:
      pnp show my-game lantern
      pnp show my-game cards/map --json
      pnp show my-game lantern --png card.png      300 dots an inch
      pnp show my-game lantern --printed
    """
    if png is not None and png.suffix.lower() != ".png":
        raise click.BadParameter(
            f'the picture is a PNG; call it "{png.with_suffix(".png").name}"', param_hint="--png"
        )
    try:
        workspace, folder = game_here(game, given)
        data, text, pictures, errors = bounded(
            _shown_card, workspace, game, folder, card, png is not None, printed
        )
        if errors:
            count = counted(errors, "error")
            click.echo(
                f"drawn in spite of {count} in the game; see them with: pnp check {game}", err=True
            )
        paths = _saved(workspace, png, pictures, force) if png else []
    except Problems as problem:
        return stopped(problem, {} if as_json else None)
    if as_json:
        print_json({**data, "pictures": [str(path) for path in paths]})
    else:
        tell(text)
        for path in paths:
            click.echo(f"{path} is written", err=True)
    return 0


def _saved(
    workspace: Workspace, png: Path, pictures: Mapping[str, bytes], force: bool
) -> list[Path]:
    """The files of the pictures, written.

    Raises Problems: P712 where one lies among the data, P701 to P708.
    """
    from pnp.output.write import save_single

    paths = [png.with_name(f"{png.stem}{ending}{png.suffix}") for ending in pictures]
    for path in paths:
        output_of(workspace, path.parent, path.name, way="--png FILE")
    for path, data in zip(paths, pictures.values(), strict=True):
        room_for(path)
        save_single(path, data, force=force)
    return paths


def _shown_card(
    workspace: Workspace, game: str, folder: Path, name: str, draw: bool, printed: bool
) -> tuple[dict[str, Any], str, dict[str, bytes], int]:
    """A card as JSON and as text, its faces as PNG by what ends the file name, and how many errors
    the game has that is drawn. Raises Problems.
    """
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game

    files = disk_for(workspace, folder)
    opened, findings = load_game(files, game)
    component, card = _named(files, opened, findings, name)
    rows = list(_rows(opened, component, card))
    pictures, errors = _drawn(files, game, component, card) if draw else ({}, 0)
    data, text = _json(component, card, rows), _text(opened, component, card, rows)
    if printed:
        lines = list(_printed(files, opened, component, card))
        data["printed"] = [line.as_json() for line in lines]
        text += "".join(f"\n  {line}" for line, _ in groupby(line.as_text() for line in lines))
    return data, text, pictures, errors


def _printed(files: Disk, game: Game, component: Component, card: Card) -> Iterator[PrintedLine]:
    """What each side of a card prints, in reading order. Raises Problems where none can be made."""
    from pnp.build.faces import make_faces
    from pnp.check.source_places import places

    faces = make_faces(files, game, contents=True)
    if not any(key.startswith(f"{component.id}/{card.id} ") for key in faces.printed):
        raise_errors(faces.found)
    for key, side in faces.printed.items():
        if key.startswith(f"{component.id}/{card.id} "):
            for item in side.items:
                made: dict[str, Span | None] = {}
                for one in item.printed:
                    made |= places(game, component, card, one)
                yield PrintedLine(key.rpartition(" ")[2], item.shown, item.origin, made)


def _named(
    files: Disk, game: Game, findings: Sequence[Diagnostic], name: str
) -> tuple[Component, Card]:
    """The one card that a name means; `findings` are those of reading.

    Raises Problems (P601 none, P606 several).
    """
    from pnp.build.print_options import spellings

    owner, _, plain = name.rpartition("/")
    every = game.components.values()
    inside = [one for one in every if owner in ("", *spellings(one.id))]
    if not inside:
        hint = did_you_mean(owner, game.components)
        raise refusal("P601", f'"{game.id}" has no component "{owner}"', None, hint)
    cards = [(component, card) for component in inside for card in component.cards]
    hits = [(component, card) for component, card in cards if plain in spellings(card.id)]
    if not hits and re.search(r"-\d+$", plain):
        pages = list(_pages(files, game, findings, inside))
        cards += pages
        hits = [(component, card) for component, card in pages if card.id == plain]
    if not hits:
        known = [card.id for _, card in cards]
        hint = did_you_mean(plain, known) or f"its cards are in {inside[0].source.file}"
        raise refusal("P601", f'"{game.id}" has no card "{name}"', None, hint)
    if len({component.id for component, _ in hits}) > 1:
        places = " or ".join(f"{component.id}/{card.id}" for component, card in hits)
        message = f'several components have a card "{plain}"'
        raise refusal("P606", message, None, f"say which: {places}")
    return hits[0]


def _pages(
    files: Disk, game: Game, findings: Sequence[Diagnostic], components: Sequence[Component]
) -> Iterator[tuple[Component, Card]]:
    """The pages and player aids that some components fill, which only setting them tells."""
    from pnp.build.conductor import make_texts
    from pnp.build.export import cards_of
    from pnp.model.kinds import TEXTS

    names = [component.id for component in components if component.kind in TEXTS]
    if names:
        for sides in make_texts(files, game, findings, names).sides:
            yield from ((sides.component, card) for card in cards_of(sides))


def _rows(game: Game, component: Component, card: Card) -> Iterator[Row]:
    """Its id and copies, the fields of its templates, and what its kind may say beside them."""
    from pnp.model.kinds import ENTRIES

    raw = component.raw
    if component.kind not in ENTRIES:
        yield Row("id", card.id, game.raw["components"].key(component.id), "card")
        key = next((key for key in ("copies", "per_player") if key in raw), None)
        yield Row("count", card.copies, raw.at(key) if key else None, "card" if key else "")
        for name, value in raw.items():
            if name not in ("kind", "copies", "fields"):
                yield Row(name, value, raw.at(name), "card")
        return
    for name in ("id", "count", *component.fields):
        place, source = _written(card, component.key if name == "id" else name)
        field = component.fields.get(name)
        if not source and field and (field.expr or field.default not in (None, ())):
            place, source = field.place, "expression" if field.expr else "field"
        yield Row(name, _plain(card.values[name]), place, source)
    if component.kind == "tokens":
        yield from _own(component, card)


def _written(card: Card, key: str) -> tuple[Span | None, str]:
    """Where a card or the `defaults:` of its file say something, and which of the two."""
    for source, raw in (("card", card.raw), ("defaults", card.defaults)):
        if raw is not None and raw.get(key) is not None:
            return card.place(key), source
    return None, ""


def _own(component: Component, card: Card) -> Iterator[Row]:
    """What a token is, beside its fields: its shape, size and sides, and what else it says."""
    from pnp.model.kinds import TokensFile
    from pnp.model.tokens import TOKEN_FIELDS

    usual = {
        "shape": card.values["shape"],
        "size": TokensFile.size,
        "sides": component.details.sides[card.id],
    }
    for name in TOKEN_FIELDS:
        place, source = _written(card, name)
        if source:
            yield Row(name, card.values[name], place, source)
        elif name in usual:
            raw = component.raw
            own = (raw[name], raw.at(name), "component") if name in raw else (usual[name], None, "")
            yield Row(name, *own)


def _plain(value: Any) -> Any:
    """A value as JSON has it: meanings by their ids."""
    from pnp.sandbox.environment import Record

    if isinstance(value, Record):
        return value["id"]
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def _text(game: Game, component: Component, card: Card, rows: list[Row]) -> str:
    """The card as a table: field, value, place."""
    flat, size = _flat(component, card), _millimetres(card.size or component.size)
    if flat:
        box = component.kind == "box"
        size = f"flat {_millimetres(flat)}" if box else f"{size} (flat {_millimetres(flat)})"
    sides = " and ".join(filter(None, (component.front, _back(component, card))))
    copies = counted(card.copies, "copy", "copies")
    about = ", ".join(filter(None, (copies, size, sides)))
    lines = [f"{component.id}/{card.id}  {game.title}, {component.title}: {about}"]
    values = [_value_text(row.value) for row in rows]
    first = max(len(row.field) for row in rows)
    second = min(48, max(map(len, values)))
    lines += [
        f"  {row.field:{first}}  {value:{second}}  {_place_text(component, row)}"
        for row, value in zip(rows, values, strict=True)
    ]
    return "\n".join(lines)


def _back(component: Component, card: Card) -> str | None:
    """The template of the back that it really has: of tokens each says so for itself."""
    if component.kind != "tokens":
        return component.back
    net = component.details.nets.get(card.id)
    if net is None:
        return component.back if component.details.sides[card.id] != "one" else None
    backed = any(panel.name == "back" for panel in net.panels)
    return component.back or component.front if backed else None


def _flat(component: Component, card: Card) -> Size | None:
    """How large the paper is that it is folded or put together from; None for what is no more
    than cut out.
    """
    trim = card.size or component.size
    if component.kind == "box":
        return component.size
    if component.kind != "tokens":
        return None
    net: Net | None = component.details.nets.get(card.id)
    if net:
        return net.size
    folded = component.details.sides[card.id] == "fold"
    return trim._replace(height=Um(trim.height * 2)) if folded else None


def _millimetres(size: Size) -> str:
    return f"{size.width / MM:g} × {size.height / MM:g} mm"


def _place_text(component: Component, row: Row) -> str:
    if row.source:
        return f"{row.place}{_SOURCES[row.source]}"
    if row.field == "count":
        if component.kind == "reference":
            return "one a player where nothing is said"
        return "as many as all players need" if row.value != 1 else "one where nothing is said"
    return "not given" if row.value in (None, []) else "where nothing is said"


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return " + ".join(map(_value_text, value)) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "…"
    return "–" if value is None else str(value).replace("\n", "⏎")


def _json(component: Component, card: Card, rows: list[Row]) -> dict[str, Any]:
    flat = _flat(component, card)
    return {
        "component": component.id,
        "card": card.id,
        "copies": card.copies,
        "size_mm": [length / MM for length in card.size or component.size],
        "flat_mm": [length / MM for length in flat] if flat else None,
        "front": component.front or None,
        "back": _back(component, card),
        "place": card.span._asdict(),
        "fields": {
            row.field: {
                "value": row.value,
                "source": row.source,
                "place": row.place._asdict() if row.place else None,
            }
            for row in rows
        },
    }


def _drawn(
    files: Disk, game: str, component: Component, card: Card
) -> tuple[dict[str, bytes], int]:
    """The card's faces as they will be printed, by what ends the file name, and how many errors the
    game has.

    Of a text that is called as its component, all that it fills. Raises Problems for a side that
    cannot be drawn.
    """
    from pnp.build.conductor import make_kit
    from pnp.build.export import cards_of
    from pnp.draw.pictures import png
    from pnp.draw.resources import Assets
    from pnp.model.kinds import TEXTS

    kit = make_kit(files, game)
    sides = next(s for s in kit.sides if s.component.id == component.id)
    every = component.kind in TEXTS and card.id == component.id
    meant = [one.id for one in cards_of(sides) if every or one.id == card.id]
    faces = {
        (f"-{placed.card.id.rpartition('-')[2]}" if len(meant) > 1 else "")
        + ("-back" if placed.side == "back" else ""): placed.face
        for placed in sides.laid
        if placed.card.id in meant and placed.copy < 2
    }
    errors = [d for d in kit.diagnostics if d.is_error]
    backed = (
        component.kind not in TEXTS and _back(component, card) and _flat(component, card) is None
    )
    if not faces or (errors and backed and "-back" not in faces):
        raise Problems(
            errors or [error("P601", f'"{component.id}/{card.id}" has no face to draw', card.span)]
        )
    assets = Assets(
        kit.resources.typefaces(), {p.ref.hash: p for p in kit.resources.images.values()}
    )
    return {ending: png(face, assets, DPI) for ending, face in faces.items()}, len(errors)
