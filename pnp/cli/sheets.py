"""What `pnp rules` and `pnp reference` share: where a text is written to, and what is said about
it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pnp.cli.options import FORMS, from_environment
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
    from pnp.build.text_files import Made
    from pnp.load.workspace import Workspace

STEMS = {"rulebook": "rules", "reference": "player-aids"}
"""What the files are called; not as those of `pnp build`, which belong to its manifest."""
_BOOKLET = "-booklet.pdf"
PDFS = frozenset(stem + ending for stem in STEMS.values() for ending in (".pdf", _BOOKLET))
"""What those are called that are PDFs."""
TEXTS = ("html", "md", "txt")


def told(kind: str, game: str, given: dict[str, Any]) -> int:
    """Make a text into a file and say so. The file is written in full or stays what it was."""
    from pnp.output.write import save

    to, (output, prints) = given["to"], _outputs(given["output"])
    bare = str(output) == "-"
    as_json_ = given["as_json_"] and not (bare and from_environment("as_json_"))
    _suited(to)
    if bare and to not in TEXTS:
        raise click.BadParameter(f"a {to} is no text; name a file", param_hint="-o")
    if bare and as_json_:
        raise click.UsageError("--json and -o - would both write to standard output.")
    _well_named(output, "pdf" if to == "booklet" else to)
    try:
        target, made = _made(kind, game, given, None if bare else output, prints)
        if not bare:
            room_for(target)
            save(target, made.data)
    except Problems as problem:
        return stopped(problem, {"made": []} if as_json_ else None)
    if bare:
        click.echo(made.data.decode("utf-8"), nl=False)
        say(made.diagnostics)
    elif as_json_:
        reported({"made": [_row(target, made)]}, made.diagnostics)
    else:
        click.echo(f"{short(target)}  {made.told}")
        for note in made.notes:
            click.echo(plain(f"  note: {note}"), err=True)
        say(made.diagnostics)
    return 0


def _made(
    kind: str, game: str, given: dict[str, Any], output: Path | None, prints: Path | None
) -> tuple[Path, Made]:
    """The file to write, and what is in it. Raises Problems."""
    from pnp.build.text_files import Wanted, rulesheet
    from pnp.cli.options import ink, press

    workspace = workspace_here(given["max_cards"])
    folder = chosen_games(workspace, (game,))[game]
    target = _target(workspace, game, kind, given["to"], output, prints)
    wanted = Wanted(
        kind,
        given["to"],
        press(workspace, {}),
        given["only"] or "",
        given["paper"],
        ink(workspace, given["ink"]),
    )
    made = rulesheet(
        workspace, game, folder, wanted, is_strange(workspace, folder, given["untrusted"])
    )
    if output is None and made.of:
        target = target.with_suffix("") / f"{made.of}{target.suffix}"
    return target, made


def pictured(kind: str, game: str, dpi: int, given: dict[str, Any]) -> int:
    """The sides of player aids as PNG files in a folder, as `pnp export` makes them."""
    from pnp.build.export import Wanted, export
    from pnp.cli.options import ink

    output, prints = _outputs(given["output"])
    if str(output) == "-":
        raise click.BadParameter("pictures are no text; name a folder", param_hint="-o")
    _suited("png")
    _well_named(output, "")
    try:
        workspace = workspace_here(given["max_cards"])
        folder = chosen_games(workspace, (game,))[game]
        target = _target(workspace, game, kind, "", output, prints)
        only = (given["only"],) if given["only"] else ()
        wanted = Wanted("png", dpi, only=only, kind=kind, ink=ink(workspace, given["ink"]))
        done = export(
            workspace,
            game,
            folder,
            target,
            wanted,
            is_strange(workspace, folder, given["untrusted"]),
        )
    except Problems as problem:
        return stopped(problem, {"made": []} if given["as_json_"] else None)
    rows = [
        {"file": str(target / part.component / name), "bytes": len(data)}
        for part in done.folders
        for name, data in part.files.items()
    ]
    if given["as_json_"]:
        reported({"made": rows}, done.diagnostics)
        return 0
    for part in done.folders:
        click.echo(
            f"{short(target / part.component)}  {len(part.files)}"
            f" file{'s' if len(part.files) != 1 else ''}, {dpi} dpi"
        )
    say(done.diagnostics)
    return 0


def _outputs(given: Path | None) -> tuple[Path | None, Path | None]:
    """What is named on the command line, and the folder of all prints as the environment names
    it.
    """
    return (None, given) if from_environment("output") else (given, None)


def _well_named(output: Path | None, ending: str) -> None:
    """Raises BadParameter for a name on the command line that ends as those of another form do;
    a folder has no `ending`.
    """
    found = output.suffix.removeprefix(".").lower() if output else ""
    if found in ("", ending) or found not in FORMS["PNP_TO"]:
        return
    if found == "png" and not ending:
        way = "pictures go into a folder,"
    else:
        way = f"give --to {found}, or" if found in _offered() else ""
    raise click.BadParameter(
        " ".join(filter(None, (f"{output} ends as .{found} files do;", way, "name it otherwise"))),
        param_hint="-o",
    )


def _offered() -> tuple[str, ...]:
    """The forms that this command offers."""
    offered = next(
        option.type for option in click.get_current_context().command.params if option.name == "to"
    )
    assert isinstance(offered, click.Choice)
    return tuple(offered.choices)


_FORMS = {"ink": ("pdf", "booklet", "png"), "paper": ("pdf", "booklet"), "dpi": ("png",)}
"""What each option is for, of the forms that a text may take."""


def _suited(to: str) -> None:
    """Raises BadParameter for an option on the command line that the form has no use for;
    defaults of the environment are for all forms.
    """
    context = click.get_current_context()
    for name, forms in _FORMS.items():
        if to not in forms and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            meant = " and ".join(f"--to {form}" for form in forms if form in _offered())
            raise click.BadParameter(
                f"--to {to} has no {name}; it is for {meant}", param_hint=f"--{name}"
            )


def _target(
    workspace: Workspace, game: str, kind: str, to: str, output: Path | None, prints: Path | None
) -> Path:
    """The file or folder to write: as told, or below the folder of all prints.

    Raises Problems for one among the data.
    """
    if output is not None:
        return output_of(workspace, output.parent, output.name)
    name = STEMS[kind] + {"": "", "booklet": _BOOKLET}.get(to, f".{to}")
    return output_of(workspace, output_folder(workspace, prints), game) / name


def _row(target: Path, made: Made) -> dict[str, Any]:
    return {
        "file": str(target),
        "bytes": len(made.data),
        "sheets": made.sheets,
        "duplex": made.duplex or None,
        "notes": list(made.notes),
    }
