"""`pnp show`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pnp.cli.options import (
    bounded,
    chosen_games,
    game_names,
    max_cards_option,
    output_of,
    room_for,
    trust_option,
    workspace_here,
)
from pnp.cli.speech import stopped, tell
from pnp.diagnostics import Problems, Span, did_you_mean, error, refusal
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


class Row(NamedTuple):
    """A field of a card: its value, where that stands, and what says it: the card, its
    `defaults`, the component, the field, or nothing.
    """

    field: str
    value: Any
    place: Span | None
    source: str


@click.command("show", short_help="one card's data with its places; its faces as PNG")
@click.argument("game", shell_complete=game_names)
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
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@max_cards_option
@trust_option
def command(
    game: str,
    card: str,
    png: Path | None,
    as_json: bool,
    max_cards: int | None,
    untrusted: bool | None,
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
    """
    if png is not None and png.suffix.lower() != ".png":
        raise click.BadParameter(
            f'the picture is a PNG; call it "{png.with_suffix(".png").name}"', param_hint="--png"
        )
    try:
        workspace = workspace_here(max_cards)
        folder = chosen_games(workspace, (game,))[game]
        look = bounded(workspace, folder, untrusted, _look, game, folder, card, png is not None)
        if png and look.errors:
            count = f"{look.errors} error{'s' if look.errors > 1 else ''}"
            click.echo(
                f"drawn in spite of {count} in the game; see them with: pnp check {game}", err=True
            )
        pictures = _saved(workspace, png, look.pictures) if png else []
    except Problems as problem:
        return stopped(problem, {} if as_json else None)
    if as_json:
        click.echo(
            json.dumps(
                {**look.data, "pictures": [str(path) for path in pictures]},
                ensure_ascii=False,
                indent=1,
            )
        )
    else:
        tell(look.text)
        for path in pictures:
            click.echo(f"{path} is written", err=True)
    return 0


def _saved(workspace: Workspace, png: Path, pictures: Mapping[str, bytes]) -> list[Path]:
    """The files of the pictures, written.

    Raises Problems: P712 where one lies among the data, P701 to P707.
    """
    from pnp.output.write import save

    paths = [png.with_name(f"{png.stem}{ending}{png.suffix}") for ending in pictures]
    for path in paths:
        output_of(workspace, path.parent, path.name, way="--png FILE")
    for path, data in zip(paths, pictures.values(), strict=True):
        room_for(path)
        save(path, data)
    return paths


class Look(NamedTuple):
    """A card as text and as JSON has it, its faces as PNG by what ends the file name, and how
    many errors the game has that is drawn.
    """

    text: str
    data: dict[str, Any]
    pictures: dict[str, bytes]
    errors: int


def _look(workspace: Workspace, game: str, folder: Path, card: str, drawn: bool) -> Look:
    """Everything that is shown of a card. Raises Problems."""
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game

    files = disk_for(workspace, folder)
    opened, said = load_game(files, game)
    component, found = _named(files, opened, said, card)
    rows = list(_rows(opened, component, found))
    pictures, errors = _drawn(files, game, component, found) if drawn else ({}, 0)
    return Look(
        _told(opened, component, found, rows), _as_json(component, found, rows), pictures, errors
    )


def _named(
    files: Disk, game: Game, said: Sequence[Diagnostic], name: str
) -> tuple[Component, Card]:
    """The one card that a name means; `said` is what reading had to say.

    Raises Problems (P601 none, P606 several).
    """
    from pnp.build.print_options import spellings

    owner, _, plain = name.rpartition("/")
    inside = [
        component
        for component in game.components.values()
        if owner in ("", *spellings(component.id))
    ]
    hits = [
        (component, card)
        for component in inside
        for card in component.cards
        if plain in spellings(card.id)
    ]
    filled = (
        [*_filled(files, game, said, inside)] if not hits and re.search(r"-\d+$", plain) else []
    )
    hits += [(component, card) for component, card in filled if card.id == plain]
    if len({component.id for component, _ in hits}) > 1:
        places = " or ".join(f"{component.id}/{card.id}" for component, card in hits)
        raise refusal(
            "P606",
            f'several components have a card "{plain}"',
            None,
            f"say which: {places}",
        )
    if not hits:
        if not inside:
            told = f'"{game.id}" has no component "{owner}"'
            raise refusal("P601", told, None, did_you_mean(owner, game.components))
        known = [card.id for component in inside for card in component.cards] + [
            card.id for _, card in filled
        ]
        hint = did_you_mean(plain, known) or f"its cards are in {inside[0].source.file}"
        raise refusal("P601", f'"{game.id}" has no card "{name}"', None, hint)
    return hits[0]


def _filled(
    files: Disk, game: Game, said: Sequence[Diagnostic], inside: Sequence[Component]
) -> Iterator[tuple[Component, Card]]:
    """The pages and player aids that some components fill, which only setting them tells."""
    from pnp.build.conductor import make_texts
    from pnp.build.export import cards_of
    from pnp.model.kinds import TEXTS

    names = [component.id for component in inside if component.kind in TEXTS]
    if names:
        for sides in make_texts(files, game, said, names).sides:
            yield from ((sides.component, card) for card in cards_of(sides))


def _rows(game: Game, component: Component, card: Card) -> Iterator[Row]:
    """Its id and copies, the fields of its templates, and what its kind may say beside them."""
    if component.kind not in ("deck", "notes", "tokens"):
        yield Row("id", card.id, game.raw["components"].key(component.id), "card")
        key = next((key for key in ("copies", "per_player") if key in component.raw), None)
        place = component.raw.at(key) if key else None
        yield Row("count", card.copies, place, "card" if place else "")
        for name, value in component.raw.items():
            if name not in ("kind", "copies", "fields"):
                yield Row(name, value, component.raw.at(name), "card")
        return
    for name in ("id", "count", *component.fields):
        key = component.key if name == "id" else name
        place, source = _said(card, key)
        field = component.fields.get(name)
        if not source and field and field.default not in (None, ()):
            place, source = field.place, "field"
        yield Row(name, _plain(card.values[name]), place, source)
    if component.kind == "tokens":
        yield from _own(component, card)


def _said(card: Card, key: str) -> tuple[Span | None, str]:
    """Where a card or the `defaults:` of its file say something, and which of the two."""
    if card.raw.get(key) is not None:
        return card.place(key), "card"
    if card.defaults is not None and card.defaults.get(key) is not None:
        return card.place(key), "defaults"
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
        place, source = _said(card, name)
        if source:
            yield Row(name, card.values[name], place, source)
        elif name in usual and name in component.raw:
            yield Row(name, component.raw[name], component.raw.at(name), "component")
        elif name in usual:
            yield Row(name, usual[name], None, "")


def _plain(value: Any) -> Any:
    """A value as JSON has it: meanings by their ids."""
    from pnp.sandbox.environment import Record

    if isinstance(value, Record):
        return value["id"]
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def _told(game: Game, component: Component, card: Card, rows: list[Row]) -> str:
    """The card as a table: field, value, place."""
    copies = f"{card.copies} cop{'y' if card.copies == 1 else 'ies'}"
    sides = " and ".join(filter(None, (component.front, _back(component, card))))
    about = ", ".join(filter(None, (copies, _measured(component, card), sides)))
    lines = [f"{component.id}/{card.id}  {game.title}, {component.title}: {about}"]
    named = max(len(row.field) for row in rows)
    shown = [(row, _shown(row.value)) for row in rows]
    wide = min(48, max(len(text) for _, text in shown))
    lines += [
        f"  {row.field:{named}}  {text:{wide}}  {_where(component, row)}" for row, text in shown
    ]
    return "\n".join(lines)


def _back(component: Component, card: Card) -> str | None:
    """The template of the back that it really has: of tokens each says so for itself."""
    if component.kind != "tokens":
        return component.back
    net = component.details.nets.get(card.id)
    if net is not None:
        return (
            component.back or component.front
            if any(panel.name == "back" for panel in net.panels)
            else None
        )
    return component.back if component.details.sides[card.id] != "one" else None


def _flat(component: Component, card: Card) -> Size | None:
    """How large the paper is that it is folded or put together from; None for what is no more
    than cut out.
    """
    if component.kind not in ("box", "tokens"):
        return None
    net: Net | None = (
        component.details.net if component.kind == "box" else component.details.nets.get(card.id)
    )
    if net is not None:
        return net.size
    trim = card.size or component.size
    return (
        trim._replace(height=Um(trim.height * 2))
        if component.details.sides[card.id] == "fold"
        else None
    )


def _measured(component: Component, card: Card) -> str:
    """How large it is."""
    flat = _flat(component, card)
    if component.kind == "box":
        return f"flat {_millimetres(component.size)}"
    told = _millimetres(card.size or component.size)
    return f"{told} (flat {_millimetres(flat)})" if flat else told


def _millimetres(size: Size) -> str:
    return f"{size.width / MM:g} × {size.height / MM:g} mm"


def _where(component: Component, row: Row) -> str:
    match row.source:
        case "defaults":
            return f"{row.place} (defaults)"
        case "field":
            return f"{row.place} (default of the field)"
        case "component":
            return f"{row.place} (of the component)"
        case "card":
            return str(row.place)
    if row.field == "count":
        if component.kind == "reference":
            return "one a player where nothing is said"
        return "as many as all players need" if row.value != 1 else "one where nothing is said"
    return "not given" if row.value in (None, []) else "where nothing is said"


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, dict):
        return "…"
    if isinstance(value, list):
        return " + ".join(_shown(part) for part in value) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("\n", "⏎")


def _as_json(component: Component, card: Card, rows: list[Row]) -> dict[str, Any]:
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
        (f"-{laid.card.id.rpartition('-')[2]}" if len(meant) > 1 else "")
        + ("-back" if laid.side == "back" else ""): laid.face
        for laid in sides.laid
        if laid.card.id in meant
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
