"""`pnp show`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pnp.cli.options import trust_option
from pnp.cli.place import bounded, chosen_games, game_names, workspace_here
from pnp.diagnostics import Problems, Span, did_you_mean, error
from pnp.geometry import MM

if TYPE_CHECKING:
    from pnp.load.files import Disk
    from pnp.load.workspace import Workspace
    from pnp.model.game import Card, Component, Game

DPI = 300


class Row(NamedTuple):
    """A field of a card: its value, where that stands, and what says it: the card, the component's `defaults:`, or the field itself."""

    field: str
    value: Any
    place: Span | None
    source: str


@click.command("show", short_help="one card's data with its places; its faces as PNG")
@click.argument("game", shell_complete=game_names)
@click.argument("card")
@click.option(
    "--png", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Draw its front at 300 dpi, its back into FILE-back."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@trust_option
def command(game: str, card: str, png: Path | None, as_json: bool, untrusted: bool | None) -> int:
    """Show one CARD of a game, by its id or as COMPONENT/ID: every field with the file and line where it stands.

    \b
    Examples:
      pnp show my-game lantern
      pnp show my-game cards/map --json
      pnp show my-game lantern --png card.png      300 dots an inch
    """
    from pnp.write import save

    if png is not None and png.suffix.lower() != ".png":
        raise click.BadParameter(f'the picture is a PNG; call it "{png.with_suffix(".png").name}"', param_hint="--png")
    workspace = workspace_here()
    folder = chosen_games(workspace, (game,))[game]
    look = bounded(workspace, folder, untrusted, _look, game, folder, card, png is not None)
    if png and look.errors:
        count = f"{look.errors} error{'s' if look.errors > 1 else ''}"
        click.echo(f"drawn in spite of {count} in the game; see them with: pnp check {game}", err=True)
    pictures = {}
    if png:
        paths = {"front": png, "back": png.with_name(f"{png.stem}-back{png.suffix}")}
        pictures = {paths[side]: data for side, data in look.pictures.items()}
    for path, data in pictures.items():
        save(path, data)
    if as_json:
        click.echo(json.dumps({**look.data, "pictures": [str(path) for path in pictures]}, ensure_ascii=False, indent=1))
    else:
        click.echo(look.text)
        for path in pictures:
            click.echo(f"{path} is written", err=True)
    return 0


class Look(NamedTuple):
    """A card as text and as JSON has it, its faces as PNG by side, and how many errors the game has that is drawn."""

    text: str
    data: dict[str, Any]
    pictures: dict[str, bytes]
    errors: int


def _look(workspace: Workspace, game: str, folder: Path, card: str, drawn: bool) -> Look:
    """Everything that is shown of a card. Raises Problems."""
    from pnp.load.workspace import disk_for
    from pnp.model.read import open_game

    files = disk_for(workspace, folder)
    opened, _ = open_game(files, game)
    component, found = _named(opened, card)
    rows = _rows(component, found)
    pictures, errors = _drawn(files, game, component, found) if drawn else ({}, 0)
    return Look(_told(opened, component, found, rows), _as_json(component, found, rows), pictures, errors)


def _named(game: Game, name: str) -> tuple[Component, Card]:
    """The one card that a name means. Raises Problems (P601 none, P606 several)."""
    owner, _, plain = name.rpartition("/")
    inside = [component for component in game.components.values() if owner in ("", component.id)]
    hits = [(component, card) for component in inside for card in component.cards if card.id == plain]
    if len({component.id for component, _ in hits}) > 1:
        places = " or ".join(f"{component.id}/{card.id}" for component, card in hits)
        raise Problems([error("P606", f'several components have a card "{plain}"', None, f"say which: {places}")])
    if not hits:
        if not inside:
            told = f'"{game.id}" has no component "{owner}"'
            raise Problems([error("P601", told, None, did_you_mean(owner, game.components))])
        known = [card.id for component in inside for card in component.cards]
        hint = did_you_mean(plain, known) or f"its cards are in {inside[0].source.file}"
        raise Problems([error("P601", f'"{game.id}" has no card "{name}"', None, hint)])
    return hits[0]


def _rows(component: Component, card: Card) -> list[Row]:
    rows = []
    for name in dict.fromkeys(("id", "count", *component.fields)):
        key = component.key if name == "id" else name
        written = card.raw.get(key) is not None
        shared = not written and card.defaults is not None and card.defaults.get(key) is not None
        field = component.fields.get(name)
        place = card.place(key) if written or shared else field.place if field and field.default is not None else None
        source = "card" if written else "defaults" if shared else "field" if place else ""
        rows.append(Row(name, _plain(card.values[name]), place, source))
    return rows


def _plain(value: Any) -> Any:
    """A value as JSON has it: meanings by their ids."""
    from pnp.sandbox import Record

    if isinstance(value, Record):
        return value["id"]
    return [_plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def _told(game: Game, component: Component, card: Card, rows: list[Row]) -> str:
    """The card as a table: field, value, place."""
    width, height = component.size.width / MM, component.size.height / MM
    sides = " and ".join(filter(None, (component.front, component.back)))
    copies = f"{card.copies} cop{'y' if card.copies == 1 else 'ies'}"
    lines = [f"{component.id}/{card.id}  {game.title}, {component.title}: {copies}, {width:g} × {height:g} mm, {sides}"]
    named = max(len(row.field) for row in rows)
    shown = [(row, _shown(row.value)) for row in rows]
    wide = min(48, max(len(text) for _, text in shown))
    lines += [f"  {row.field:{named}}  {text:{wide}}  {_where(row)}" for row, text in shown]
    return "\n".join(lines)


def _where(row: Row) -> str:
    match row.source:
        case "defaults":
            return f"{row.place} (defaults)"
        case "field":
            return f"{row.place} (default of the field)"
        case "card":
            return str(row.place)
        case _:
            return "one where nothing is said" if row.field == "count" else "not given"


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, list):
        return " + ".join(_shown(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("\n", "⏎")


def _as_json(component: Component, card: Card, rows: list[Row]) -> dict[str, Any]:
    return {
        "component": component.id,
        "card": card.id,
        "copies": card.copies,
        "size_mm": [component.size.width / MM, component.size.height / MM],
        "front": component.front,
        "back": component.back,
        "place": card.span._asdict(),
        "fields": {
            row.field: {"value": row.value, "source": row.source, "place": row.place._asdict() if row.place else None} for row in rows
        },
    }


def _drawn(files: Disk, game: str, component: Component, card: Card) -> tuple[dict[str, bytes], int]:
    """The card's faces as they will be printed, by side, and how many errors the game has. Raises Problems when there are none."""
    from pnp.draw.assets import Assets
    from pnp.draw.picture import png
    from pnp.kit import Clock, open_kit

    kit = open_kit(files, game, Clock())
    sides = next(s for s in kit.sides if s.component.id == component.id)
    faces = {laid.side: laid.face for laid in sides.laid if laid.card.id == card.id}
    errors = [d for d in kit.diagnostics if d.is_error]
    if errors and ("front" not in faces or (component.back and "back" not in faces)):
        raise Problems(errors)
    assets = Assets(kit.shelf.typefaces(), {p.ref.hash: p for p in kit.shelf.images.values()})
    return {side: png(face, assets, DPI) for side, face in faces.items()}, len(errors)
