"""Runs `pnp rules` and `pnp reference`: their common options, where a text is written to, and what
is printed about it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pnp.cli.options import FORMS, from_environment, ink_option, max_cards_option, trust_option
from pnp.cli.place import (
    chosen_games,
    is_strange,
    output_folder,
    output_of,
    room_for,
    short,
    workspace_here,
)
from pnp.cli.speech import reported, say, stopped
from pnp.diagnostics import Problems, plain

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace

F = TypeVar("F", bound=Callable[..., Any])
STEMS = {"rulebook": "rules", "reference": "player-aids"}
"""What the files are called; not as those of `pnp build`, which belong to its manifest."""
_BOOKLET = "-booklet.pdf"
PDFS = frozenset(stem + ending for stem in STEMS.values() for ending in (".pdf", _BOOKLET))
"""What those are called that are PDFs."""
TEXTS = ("html", "md", "txt")
_FORMS_OF = {"ink": ("pdf", "booklet", "png"), "paper": ("pdf", "booklet"), "dpi": ("png",)}
"""The forms that an option is for."""


def text_options(which: str, output: str) -> Callable[[F], F]:
    """The options that both commands have: which component, where it goes, ink, limits, report."""

    def decorated(command: F) -> F:
        only = f"Which {which}, where a game has several; each has a file of its own."
        for option in (
            click.option(
                "--json",
                "as_json_",
                is_flag=True,
                envvar="PNP_JSON",
                help="Report as JSON on standard output.",
            ),
            trust_option,
            max_cards_option,
            ink_option,
            click.option(
                "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=output
            ),
            click.option("--only", metavar="COMPONENT", help=only),
        ):
            command = option(command)
        return command

    return decorated


def write_text(kind: str, game: str, given: dict[str, Any]) -> int:
    """Make a text into a file and report it. The file is written in full or stays what it was."""
    from pnp.build.text_files import TextRequest, make_text_file
    from pnp.cli.options import ink, press
    from pnp.output.write import save

    to, (output, prints) = given["to"], _outputs(given["output"])
    printed = str(output) == "-"
    as_json = given["as_json_"] and not (printed and from_environment("as_json_"))
    _check_options(to)
    if printed and to not in TEXTS:
        raise click.BadParameter(f"a {to} is no text; name a file", param_hint="-o")
    if printed and as_json:
        raise click.UsageError("--json and -o - would both write to standard output.")
    _check_name(output, "pdf" if to == "booklet" else to)
    output = None if printed else output
    try:
        workspace = workspace_here(given["max_cards"])
        folder = chosen_games(workspace, (game,))[game]
        target = _target(workspace, game, kind, to, output, prints)
        only, paper = given["only"] or "", given["paper"]
        request = TextRequest(
            kind, to, press(workspace, {}), only, paper, ink(workspace, given["ink"])
        )
        untrusted = is_strange(workspace, folder, given["untrusted"])
        file = make_text_file(workspace, game, folder, request, untrusted)
        if output is None and file.of:
            target = target.with_suffix("") / f"{file.of}{target.suffix}"
        if not printed:
            room_for(target)
            save(target, file.data)
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
        reported({"made": [row]}, file.diagnostics)
        return 0
    if printed:
        click.echo(file.data.decode("utf-8"), nl=False)
    else:
        click.echo(f"{short(target)}  {file.description}")
        for note in file.notes:
            click.echo(plain(f"  note: {note}"), err=True)
    say(file.diagnostics)
    return 0


def write_pictures(kind: str, game: str, dpi: int, given: dict[str, Any]) -> int:
    """The sides of player aids as PNG files in a folder, as `pnp export` makes them."""
    from pnp.build.export import Wanted, export
    from pnp.cli.options import ink

    output, prints = _outputs(given["output"])
    if str(output) == "-":
        raise click.BadParameter("pictures are no text; name a folder", param_hint="-o")
    _check_options("png")
    _check_name(output, "")
    try:
        workspace = workspace_here(given["max_cards"])
        folder = chosen_games(workspace, (game,))[game]
        target = _target(workspace, game, kind, "", output, prints)
        only = (given["only"],) if given["only"] else ()
        wanted = Wanted("png", dpi, only=only, kind=kind, ink=ink(workspace, given["ink"]))
        untrusted = is_strange(workspace, folder, given["untrusted"])
        exported = export(workspace, game, folder, target, wanted, untrusted)
    except Problems as problem:
        return stopped(problem, {"made": []} if given["as_json_"] else None)
    if given["as_json_"]:
        rows = [
            {"file": str(target / part.component / name), "bytes": len(data)}
            for part in exported.folders
            for name, data in part.files.items()
        ]
        reported({"made": rows}, exported.diagnostics)
        return 0
    for part in exported.folders:
        files = f"{len(part.files)} file{'s' if len(part.files) != 1 else ''}"
        click.echo(f"{short(target / part.component)}  {files}, {dpi} dpi")
    say(exported.diagnostics)
    return 0


def _outputs(output: Path | None) -> tuple[Path | None, Path | None]:
    """What is named on the command line, and the folder of all prints as the environment names
    it.
    """
    return (None, output) if from_environment("output") else (output, None)


def _check_name(output: Path | None, ending: str) -> None:
    """Raises BadParameter for a name on the command line that ends as those of another form do;
    a folder has no `ending`.
    """
    found = output.suffix.removeprefix(".").lower() if output else ""
    if found in ("", ending) or found not in FORMS["PNP_TO"]:
        return
    way = f" give --to {found}, or" if found in _forms_of_command() else ""
    if found == "png" and not ending:
        way = " pictures go into a folder,"
    message = f"{output} ends as .{found} files do;{way} name it otherwise"
    raise click.BadParameter(message, param_hint="-o")


def _forms_of_command() -> tuple[str, ...]:
    """The forms that this command offers."""
    (option,) = (
        option.type for option in click.get_current_context().command.params if option.name == "to"
    )
    assert isinstance(option, click.Choice)
    return tuple(option.choices)


def _check_options(to: str) -> None:
    """Raises BadParameter for an option on the command line that the form has no use for;
    defaults of the environment are for all forms.
    """
    context = click.get_current_context()
    for name, forms in _FORMS_OF.items():
        if to not in forms and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            offered = " and ".join(f"--to {form}" for form in forms if form in _forms_of_command())
            message = f"--to {to} has no {name}; it is for {offered}"
            raise click.BadParameter(message, param_hint=f"--{name}")


def _target(
    workspace: Workspace, game: str, kind: str, to: str, output: Path | None, prints: Path | None
) -> Path:
    """The file or folder to write: as named, or below the folder of all prints.

    Raises Problems for one among the data.
    """
    if output is not None:
        return output_of(workspace, output.parent, output.name)
    name = STEMS[kind] + {"": "", "booklet": _BOOKLET}.get(to, f".{to}")
    return output_of(workspace, output_folder(workspace, prints), game) / name
