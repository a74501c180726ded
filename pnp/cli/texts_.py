"""Runs `pnp rules` and `pnp reference`: makes a text of a game into a file or pictures, and prints
where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import (
    BOOKLET,
    STEMS,
    Shared,
    bounded,
    bounds_options,
    dpi_option,
    force_option,
    forms,
    from_command_line,
    game_argument,
    game_here,
    ink,
    ink_option,
    json_option,
    output_option,
    output_path,
    paper_option,
    press,
    room_for,
    short,
    together,
)
from pnp.cli.speech import counted, print_json, say, stopped, tell, with_findings
from pnp.diagnostics import Problems

F = TypeVar("F", bound=Callable[..., Any])
TEXTS = ("html", "md", "txt")
_FORMS_OF = {"ink": ("pdf", "booklet", "png"), "paper": ("pdf", "booklet"), "dpi": ("png",)}
"""The forms that an option is for."""


def _text_options(name: str, output: str) -> Callable[[F], F]:
    """The options that both commands have: which component, where it goes, ink, limits, report."""
    only = f"Which {name}, where a game has several; each has a file of its own."
    return together(
        click.option("--only", metavar="COMPONENT", help=only),
        output_option(metavar="FILE", help=output),
        ink_option,
        force_option,
        bounds_options,
        lang_option(),
        json_option,
    )


@click.command("rules", short_help="the rulebook as PDF, booklet, HTML, Markdown or text")
@game_argument
@click.option(
    "--to",
    cls=Shared,
    type=click.Choice(["pdf", "booklet", "html", "md", "txt"]),
    default="pdf",
    help="What to make of it. [pdf]",
)
@paper_option(
    help="pdf: pages amid it, with crop marks [the size of a page]; booklet: two on a side [a4].",
)
@_text_options("rulebook", "Where it goes; - prints texts. [./output/GAME]")
def rules(game: str, **given: Any) -> int:
    """Make the rulebook of a GAME into one file to print or to read on a screen.

    The PDF has pages of the rulebook's own size, the booklet is folded and stapled. The HTML file
    holds its figures and fonts and needs no network.

    \b
    Examples:
      pnp rules my-game --to html
      pnp rules my-game --to booklet --paper letter
      pnp rules my-game --to txt -o -
    """
    return _write_text("rulebook", game, given)


@click.command("reference", short_help="the player aids as PDF, pictures, HTML, Markdown or text")
@game_argument
@click.option(
    "--to",
    cls=Shared,
    type=click.Choice(["pdf", "png", "html", "md", "txt"]),
    default="pdf",
    help="What to make of them. [pdf]",
)
@paper_option(help="The paper of the sheets. [a4]")
@dpi_option
@_text_options("player aid", "A file, for png a folder; - prints texts. [output/]")
def reference(game: str, dpi: int, **given: Any) -> int:
    """Make the player aids of a GAME into sheets to print, pictures of each side, or one file to
    read on a screen.

    \b
    Examples:
      pnp reference my-game --paper letter
      pnp reference my-game --to png --dpi 150
      pnp reference my-game --to md -o -
    """
    if given["to"] == "png":
        return _write_pictures(game, dpi, given)
    return _write_text("reference", game, given)


def _write_text(kind: str, game: str, given: dict[str, Any]) -> int:
    """Make a text into a file and report it. The file is written in full or stays what it was."""
    from pnp.build.text_files import TextRequest, make_text_file
    from pnp.output.write import save_single

    to, printed = given["to"], _named(given["output"]) == Path("-")
    as_json = given["as_json"] and (not printed or from_command_line("as_json"))
    _check_options(to)
    if printed and to not in TEXTS:
        raise click.BadParameter(f"a {to} is no text; name a file", param_hint="-o")
    if printed and as_json:
        raise click.UsageError("--json and -o - would both write to standard output.")
    _check_name(given["output"], "pdf" if to == "booklet" else to)
    try:
        workspace, folder = game_here(game, given)
        name = STEMS[kind] + (BOOKLET if to == "booklet" else f".{to}")
        target = output_path(workspace, game, None if printed else given["output"], name)
        request = TextRequest(
            kind,
            to,
            press(workspace, {}),
            given["only"] or "",
            given["paper"],
            ink(workspace, given["ink"]),
        )
        file = bounded(make_text_file, workspace, game, folder, request)
        if file.of and _named(given["output"]) is None:
            target = target.with_suffix("") / f"{file.of}{target.suffix}"
        if not printed:
            room_for(target)
            save_single(target, file.data, force=given["force"])
    except Problems as problem:
        return stopped(problem, {"made": []} if as_json else None)
    if as_json:
        row = {
            "file": str(target),
            "bytes": len(file.data),
            "sheets": file.sheets,
            "duplex": file.duplex or None,
            "notes": list(file.notes),
        }
        print_json(with_findings({"made": [row]}, file.diagnostics))
        return 0
    if printed:
        click.echo(file.data.decode("utf-8"), nl=False)
    else:
        click.echo(f"{short(target)}  {file.description}")
        for note in file.notes:
            tell(f"  note: {note}", err=True)
    say(file.diagnostics)
    return 0


def _write_pictures(game: str, dpi: int, given: dict[str, Any]) -> int:
    """The sides of player aids as PNG files in a folder, as `pnp export` makes them."""
    from pnp.build.export import ExportOptions, export

    if _named(given["output"]) == Path("-"):
        raise click.BadParameter("pictures are no text; name a folder", param_hint="-o")
    _check_options("png")
    _check_name(given["output"], "")
    try:
        workspace, folder = game_here(game, given)
        target = output_path(workspace, game, given["output"], STEMS["reference"])
        only = (given["only"],) if given["only"] else ()
        options = ExportOptions(
            "png",
            dpi,
            only=only,
            kind="reference",
            ink=ink(workspace, given["ink"]),
            force=given["force"],
        )
        exported = export(workspace, game, folder, target, options)
    except Problems as problem:
        return stopped(problem, {"made": []} if given["as_json"] else None)
    if given["as_json"]:
        rows = [
            {"file": str(target / part.component / name), "bytes": len(data)}
            for part in exported.folders
            for name, data in part.files.items()
        ]
        print_json(with_findings({"made": rows}, exported.diagnostics))
        return 0
    for part in exported.folders:
        files = counted(len(part.files), "file")
        click.echo(f"{short(target / part.component)}  {files}, {dpi} dpi")
    say(exported.diagnostics)
    return 0


def _named(output: Path | None) -> Path | None:
    """What is named on the command line; the environment names the folder of all prints."""
    return output if from_command_line("output") else None


def _check_name(output: Path | None, ending: str) -> None:
    """Raises BadParameter for a name on the command line that ends as those of another form do;
    a folder has no `ending`.
    """
    named = _named(output)
    found = named.suffix.removeprefix(".").lower() if named else ""
    if found in ("", ending) or found not in forms("PNP_TO"):
        return
    way = f" give --to {found}, or" if found in _forms_of_command() else ""
    if found == "png" and not ending:
        way = " pictures go into a folder,"
    message = f"{output} ends as .{found} files do;{way} name it otherwise"
    raise click.BadParameter(message, param_hint="-o")


def _forms_of_command() -> tuple[str, ...]:
    """The forms that this command offers."""
    parameters = click.get_current_context().command.params
    (option,) = (option.type for option in parameters if option.name == "to")
    assert isinstance(option, click.Choice)
    return tuple(option.choices)


def _check_options(to: str) -> None:
    """Raises BadParameter for an option on the command line that the form has no use for;
    defaults of the environment are for all forms.
    """
    for name, forms_of in _FORMS_OF.items():
        if to not in forms_of and from_command_line(name):
            offered = [f"--to {form}" for form in forms_of if form in _forms_of_command()]
            message = f"--to {to} has no {name}; it is for {' and '.join(offered)}"
            raise click.BadParameter(message, param_hint=f"--{name}")
