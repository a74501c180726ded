"""What `pnp rules` and `pnp reference` share: where a text is written to, and what is said about it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pnp.cli.place import chosen_games, is_strange, output_folder, output_of, short, workspace_here
from pnp.cli.speech import say, say_problems
from pnp.diagnostics import Problems, as_json, exit_code, plain

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace
    from pnp.rulesheets import Made

STEMS = {"rulebook": "rules", "reference": "player-aids"}
"""What the files are called; not as those of `pnp build`, which belong to its manifest."""
_BOOKLET = "-booklet.pdf"
PDFS = frozenset(stem + ending for stem in STEMS.values() for ending in (".pdf", _BOOKLET))
"""What those are called that are PDFs."""
TEXTS = ("html", "md", "txt")


def told(kind: str, game: str, given: dict[str, Any]) -> int:
    """Make a text into a file and say so. The file is written in full or stays what it was."""
    from pnp.cli.options import ink, press
    from pnp.rulesheets import Wanted, rulesheet
    from pnp.write import save

    to, output = given["to"], given["output"]
    bare = str(output) == "-"
    _suited(to)
    if bare and to not in TEXTS:
        raise click.BadParameter(f"a {to} is no text; name a file", param_hint="-o")
    if bare and given["as_json_"]:
        raise click.UsageError("--json and -o - would both write to standard output.")
    ending = Path(output).suffix.removeprefix(".").lower() if output else ""
    if ending in ("pdf", *TEXTS) and ending != ("pdf" if to == "booklet" else to):
        raise click.BadParameter(f"{output} ends as .{ending} files do; give --to {ending}, or name it otherwise", param_hint="-o")
    workspace = workspace_here()
    folder = chosen_games(workspace, (game,))[game]
    target = _target(workspace, game, kind, to, None if bare else output)
    wanted = Wanted(kind, to, press(workspace, {}), given["only"] or "", given["paper"], ink(workspace, given["ink"]))
    try:
        made = rulesheet(workspace, game, folder, wanted, is_strange(workspace, folder, given["untrusted"]))
        if output is None and made.of:
            target = target.with_suffix("") / f"{made.of}{target.suffix}"
        if not bare:
            _room_for(target)
            save(target, made.data)
    except Problems as problem:
        if not given["as_json_"]:
            return say_problems(problem.diagnostics)
        click.echo(_report([], problem))
        return exit_code(problem.diagnostics) or 1
    if bare:
        click.echo(made.data.decode("utf-8"), nl=False)
        say(made.diagnostics)
    elif given["as_json_"]:
        click.echo(_report([_row(target, made)], Problems(made.diagnostics)))
    else:
        click.echo(f"{short(target)}  {made.told}")
        for note in made.notes:
            click.echo(plain(f"  note: {note}"), err=True)
        say(made.diagnostics)
    return 0


def pictured(kind: str, game: str, dpi: int, given: dict[str, Any]) -> int:
    """The sides of player aids as PNG files in a folder, as `pnp export` makes them."""
    from pnp.cli.options import ink
    from pnp.export import Wanted, export

    output = given["output"]
    if str(output) == "-":
        raise click.BadParameter("pictures are no text; name a folder", param_hint="-o")
    _suited("png")
    workspace = workspace_here()
    folder = chosen_games(workspace, (game,))[game]
    target = _target(workspace, game, kind, "", output)
    only = (given["only"],) if given["only"] else ()
    wanted = Wanted("png", dpi, only=only, kind=kind, ink=ink(workspace, given["ink"]))
    try:
        done = export(workspace, game, folder, target, wanted, 1, is_strange(workspace, folder, given["untrusted"]))
    except Problems as problem:
        if not given["as_json_"]:
            return say_problems(problem.diagnostics)
        click.echo(_report([], problem))
        return exit_code(problem.diagnostics) or 1
    rows = [{"file": str(target / part.component / name), "bytes": len(data)} for part in done.folders for name, data in part.files.items()]
    if given["as_json_"]:
        click.echo(_report(rows, Problems(done.diagnostics)))
        return 0
    for part in done.folders:
        click.echo(f"{short(target / part.component)}  {len(part.files)} file{'s' if len(part.files) != 1 else ''}, {dpi} dpi")
    say(done.diagnostics)
    return 0


_FORMS = {"ink": ("pdf", "booklet", "png"), "paper": ("pdf", "booklet"), "dpi": ("png",)}
"""What each option is for, of the forms that a text may take."""


def _suited(to: str) -> None:
    """Raises BadParameter for an option on the command line that the form has no use for; defaults of the environment are for all forms."""
    context = click.get_current_context()
    offered = next(option.type for option in context.command.params if option.name == "to")
    assert isinstance(offered, click.Choice)
    for name, forms in _FORMS.items():
        if to not in forms and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            meant = " and ".join(f"--to {form}" for form in forms if form in offered.choices)
            raise click.BadParameter(f"--to {to} has no {name}; it is for {meant}", param_hint=f"--{name}")


def _target(workspace: Workspace, game: str, kind: str, to: str, output: Path | None) -> Path:
    """The file or folder to write. Raises Problems for one among the data."""
    if output is not None:
        return output_of(workspace, output.parent, output.name)
    name = STEMS[kind] + {"": "", "booklet": _BOOKLET}.get(to, f".{to}")
    return output_of(workspace, output_folder(workspace, None), game) / name


def _room_for(target: Path) -> None:
    """Make the folder of a file. Raises Problems (P701 to P707)."""
    from pnp.refusals import explained

    with explained(target.parent, "in another folder"):
        target.parent.mkdir(parents=True, exist_ok=True)


def _row(target: Path, made: Made) -> dict[str, Any]:
    return {"file": str(target), "bytes": len(made.data), "sheets": made.sheets, "notes": list(made.notes)}


def _report(rows: list[dict[str, Any]], found: Problems) -> str:
    return json.dumps({"made": rows, "diagnostics": json.loads(as_json(found.diagnostics))}, ensure_ascii=False, indent=1)
