"""`pnp icons`: lists the shipped icons with their authors, and draws them with their names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from pnp.assets.fonts import Typeface, typeface
from pnp.assets.icons import IconSet
from pnp.cli.options import force_option, json_option, output_of, workspace_here
from pnp.cli.schema_ import icon_set
from pnp.cli.speech import print_json, stopped
from pnp.diagnostics import Problems, did_you_mean
from pnp.face import Face, Group, Item, Text
from pnp.load.workspace import Workspace, disk_for
from pnp.units.color import INK
from pnp.units.geometry import MM, PT, Transform, Um, size

FONT = "fonts/source-sans-3/SourceSans3_400Regular.ttf"
DPI = 150
COLUMNS, CELL_WIDTH, CELL_HEIGHT = 8, 24 * MM, 20 * MM
ICON = 11 * MM
POINTS = 6.5
"""The size of the names."""


@click.command("icons", short_help="the shipped icons by name, and a picture of them")
@click.argument("word", required=False, default="")
@click.option(
    "--png",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw them with their names into FILE.",
)
@force_option
@json_option
def command(word: str, png: Path | None, force: bool, as_json: bool) -> int:
    """List the shipped icons, or those that hold WORD in their names, each with its author.

    \b
    Examples:
      pnp icons
      pnp icons dice
      pnp icons --png icons.png
    """
    try:
        workspace = workspace_here()
        icons = icon_set(workspace)
        every = icons.names()
        found = [name for name in every if word.lower() in name]
        if not found:
            hint = did_you_mean(word, every)
            click.echo(f'no icon has "{word}" in its name. {hint}'.rstrip(), err=True)
        elif png:
            _save(workspace, png, icons, found, force)
    except Problems as problem:
        return stopped(problem, {} if as_json else None)
    if as_json:
        print_json([{"name": name, "author": icons.author(name)} for name in found])
    elif png is None:
        wide = max(map(len, found), default=0)
        click.echo("".join(f"{name:{wide}s}  {icons.author(name)}\n" for name in found), nl=False)
    return 0 if found else 1


def _save(
    workspace: Workspace, png: Path, icons: IconSet, names: Sequence[str], force: bool
) -> None:
    """The contact sheet as a file. Raises Problems: P712 among the data, P701 to P708."""
    from pnp.draw import pictures
    from pnp.draw.resources import Assets
    from pnp.output.write import save_single

    output_of(workspace, png.parent, png.name, way="--png FILE")
    files = disk_for(workspace, (workspace.home or workspace.shipped) / "data" / "any")
    font = typeface(files.read(FONT), FONT)
    sheet = contact_sheet(icons, names, font)
    save_single(png, pictures.png(sheet, Assets({font.ref.hash: font}), DPI), force=force)
    click.echo(f"{png} is written", err=True)


def contact_sheet(icons: IconSet, names: Sequence[str], font: Typeface) -> Face:
    """A face of icons in rows, each above its name. Raises Problems for a damaged icon."""
    from pnp.layout.text_element import icon_shapes

    items: list[Item] = []
    for n, name in enumerate(names):
        icon = icons.get(name)
        assert icon
        down, across = divmod(n, COLUMNS)
        left, top = across * CELL_WIDTH, down * CELL_HEIGHT + 2 * MM
        scale = ICON / max(icon.width, icon.height)
        place = Transform(scale, 0, 0, scale, left + (CELL_WIDTH - ICON) / 2, top)
        items.append(Group(icon_shapes(icon, INK), place))
        for line, words in enumerate(_lines(name, font)):
            x = left + (CELL_WIDTH - _width(words, font)) // 2
            y = top + ICON + 2_800 + line * 2_500
            items.append(Text(Um(x), Um(y), words, font.ref, POINTS, INK))
    rows = -(-len(names) // COLUMNS)
    return Face(size(COLUMNS * CELL_WIDTH, rows * CELL_HEIGHT + 2 * MM), Um(0), tuple(items))


def _width(words: str, font: Typeface) -> int:
    return round(font.width(words) / font.units_per_em * POINTS * PT)


def _lines(name: str, font: Typeface) -> list[str]:
    """A name in lines that are as wide as a cell, broken behind hyphens."""
    lines = [""]
    for part in name.replace("-", "-\n").split("\n"):
        if lines[-1] and _width(lines[-1] + part, font) > CELL_WIDTH - MM:
            lines.append("")
        lines[-1] += part
    return lines
