"""`pnp build`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from pnp.build.pool import each, processors
from pnp.cli.options import (
    ScaleType,
    ink,
    ink_option,
    max_cards_option,
    press,
    press_options,
    trust_option,
)
from pnp.cli.place import (
    PART,
    chosen_games,
    game_names,
    holds_kit,
    is_strange,
    output_folder,
    output_of,
    overlooked,
    short,
    workspace_here,
)
from pnp.cli.speech import on_terminal, rendered, say, summary
from pnp.cli.watching import keep_building, watched
from pnp.diagnostics import Diagnostic, Problems, Span, as_json, exit_code, plain, refusal
from pnp.load import file_states
from pnp.output.up_to_date import call_key, recall, record, snapshot

if TYPE_CHECKING:
    from pnp.build.conductor import Job
    from pnp.build.print_options import PrintOptions
    from pnp.build.report import BuildReport, FileReport
    from pnp.load.workspace import Workspace


@click.command("build", short_help="check a game and write its PDFs")
@click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=game_names)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=True),
    metavar="DIR",
    help="Where the PDFs go. [./output]",
)
@press_options
@ink_option
@click.option(
    "--players",
    type=click.IntRange(1),
    metavar="N",
    help="Print only what so many players need. [all]",
)
@click.option(
    "--board-scale",
    type=ScaleType(),
    metavar="PERCENT",
    default="100%",
    help="Boards smaller, for a desk copy; sheets say so.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="COMPONENT|KIND",
    help="Print only this component, or this kind (can be repeated).",
)
@click.option(
    "--cards",
    multiple=True,
    metavar="ID,…",
    help="Print only these cards: IDs, or COMPONENT/ID (can be repeated).",
)
@click.option(
    "--changed-since",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="MANIFEST",
    help=(
        "Print only faces that are new or look different since the build that left this"
        " manifest.json, and list the cards to take out."
    ),
)
@click.option(
    "--draft", is_flag=True, help="Print in spite of broken promises; every sheet says so."
)
@click.option("-n", "--dry-run", is_flag=True, help="Say what would be written; write nothing.")
@click.option("--strict", is_flag=True, help="Warnings stop the build as well.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Processors that share the work. [all]",
)
@max_cards_option
@trust_option
@click.option(
    "--json",
    "as_json_",
    is_flag=True,
    envvar="PNP_JSON",
    help="BuildReport as JSON on standard output.",
)
@click.option("--timings", is_flag=True, help="Show the seconds of each stage.")
@click.option("--watch", is_flag=True, help="Go on, and build again whenever a file is saved.")
@click.option(
    "--open",
    "open_",
    is_flag=True,
    envvar="PNP_OPEN",
    help="Open the folder of the PDFs afterwards.",
)
def command(
    games: tuple[str, ...],
    output: Path | None,
    changed_since: Path | None,
    dry_run: bool,
    strict: bool,
    jobs: int | None,
    max_cards: int | None,
    untrusted: bool | None,
    as_json_: bool,
    timings: bool,
    watch: bool,
    open_: bool,
    **given: Any,
) -> int:
    """Check games and write their PDFs into output/GAME. Without a GAME all of them.

    What is not the whole kit (--only, --cards, --changed-since, --players,
    --board-scale) goes into output/GAME/part, so that the print of the whole
    kit stays; with -o into DIR/GAME, where no other print is.

    \b
    Examples:
      pnp build my-game --paper letter
      pnp build my-game --cards lantern,map --duplex none
      pnp build my-game --changed-since output/my-game/manifest.json
    """
    call = Call(games, output, changed_since, dry_run, strict, max_cards, given)
    saved = watched() if watch else {}
    recorded = not (as_json_ or timings or open_ or watch or dry_run)
    try:
        workspace, base, queue = _queued(call)
        context = click.get_current_context()
        key = call_key(
            {
                name: (value, context.get_parameter_source(name))
                for name, value in context.params.items()
            }
        )
        if recorded and (printed := recall(base, key)):
            click.echo(printed[0], nl=False)
            click.echo(printed[1], nl=False, err=True)
            return 0
        before = snapshot(workspace, [job.folder for job in queue], _compared(call, base, queue))
    except Problems as problem:
        if not as_json_:
            raise
        click.echo(_as_json([], list(problem.diagnostics)))
        return exit_code(problem.diagnostics) or 1
    arguments = [(workspace, job, untrusted) for job in queue]
    outcomes = each(outcome_of, arguments, jobs or processors())
    reports, findings = _gathered(_progress(outcomes, len(queue)))
    findings += overlooked(workspace, games)
    stopped = exit_code(findings, strict=strict)
    _speak(reports, findings, as_json_, timings)
    if stopped and not as_json_:
        click.echo(summary(findings), err=True)
    if recorded and not stopped and len(reports) == len(queue) and all(r.written for r in reports):
        out = "".join(_made(report, "unchanged") for report in reports)
        err = "".join(_said(report, False) for report in reports) + rendered(findings, "full")
        read = [entry for report in reports for entry in report.read]
        wrote = [entry for report in reports for entry in report.wrote]
        record(base, key, before, read, wrote, (out, err))
    if open_ and reports and not stopped and not dry_run:
        click.launch(str(base))
    if watch:
        from pnp.load.workspace import has_data

        own = has_data(workspace)
        return keep_building(
            workspace,
            partial(_named, call, own),
            reports,
            partial(_again, call, untrusted),
            _rebuilt,
            saved,
        )
    return stopped


def outcome_of(workspace: Workspace, job: Job, untrusted: bool | None) -> BuildReport | Problems:
    """Build one game: its report, or the problems that stopped it."""
    from pnp.build.conductor import build

    try:
        return build(workspace, job, is_strange(workspace, job.folder, untrusted))
    except Problems as problem:
        return problem


class Call(NamedTuple):
    """What a build was asked for, as it was given: read anew it is what `pnp.yaml` and the
    folders make of it then.
    """

    games: tuple[str, ...]
    output: Path | None
    changed_since: Path | None
    dry_run: bool
    strict: bool
    max_cards: int | None
    given: dict[str, Any]


def _compared(call: Call, base: Path, queue: list[Job]) -> Iterator[Path]:
    """The files that a print is compared with: an earlier manifest; of a part the print of the
    whole kit that it goes beside.
    """
    if call.changed_since:
        yield call.changed_since
    for job in queue:
        if not job.order.as_shipped:
            yield base / job.name / "manifest.json"
            yield from (base / job.name).glob("*.pdf")


def _queued(call: Call) -> tuple[Workspace, Path, list[Job]]:
    """The workspace, the folder that PDFs go to, and what is to be built. Raises Problems."""
    workspace = workspace_here(call.max_cards)
    base = output_folder(workspace, call.output)
    chosen = chosen_games(workspace, call.games)
    wanted = _order(workspace, call.given, call.changed_since)
    queue = [_job(workspace, base, name, folder, wanted) for name, folder in chosen.items()]
    queue = [job._replace(write=not call.dry_run, strict=call.strict) for job in queue]
    if call.changed_since and not call.dry_run:
        _spared(call.changed_since, queue)
    return workspace, base, queue


def _manifest(path: Path) -> bytes:
    """The bytes of an earlier manifest.

    Raises Problems (P603) for what is no file, or far too large for one.
    """
    if not file_states.ordinary(str(path.resolve())):
        hint = "give the manifest.json that the earlier build left beside its PDFs"
        raise refusal(
            "P603",
            "--changed-since: this is no file, or too large for a manifest",
            Span(short(path)),
            hint,
        )
    return path.read_bytes()


def _job(workspace: Workspace, base: Path, name: str, folder: Path, wanted: PrintOptions) -> Job:
    """What a game is built from and into: a part goes beside the whole kit, if there is one or
    nothing is told of another folder.
    """
    from pnp.build.conductor import Job

    told = click.get_current_context().get_parameter_source("output") is ParameterSource.COMMANDLINE
    kit = not wanted.as_shipped and holds_kit(base / name, name)
    part = not wanted.as_shipped and (kit or not told)
    note = f"a part of the kit, in {PART}/ with a manifest of its own" + (
        ": the print of all of it stays" if kit else ""
    )
    return Job(
        name, folder, output_of(workspace, base, name, part), wanted, note=note if part else ""
    )


def _spared(changed_since: Path, queue: list[Job]) -> None:
    """Raises Problems (P605) where a build would replace the manifest that it is compared with."""
    if any(
        changed_since.resolve().parent == target.resolve()
        for target in (job.target for job in queue)
    ):
        told = (
            "--changed-since: the new build would take the place of the print that it is compared"
            " with"
        )
        raise refusal(
            "P605",
            told,
            None,
            "name the manifest of the whole kit, or write elsewhere with -o DIR",
        )


def _gathered(outcomes: Iterator[Any]) -> tuple[list[BuildReport], list[Diagnostic]]:
    """The reports of the games that could be built, and what there is to say about all."""
    reports: list[BuildReport] = []
    findings: list[Diagnostic] = []
    for outcome in outcomes:
        findings += outcome.diagnostics
        if not isinstance(outcome, Problems):
            reports.append(outcome)
    return reports, findings


def _speak(
    reports: list[BuildReport], findings: list[Diagnostic], json_: bool, timings: bool
) -> None:
    """Tell what was built."""
    if json_:
        click.echo(_as_json(reports, findings))
        return
    for report in reports:
        click.echo(_made(report, f"{report.seconds:.2f} s"), nl=False)
        click.echo(_said(report, timings), nl=False, err=True)
    say(findings)


def _order(workspace: Workspace, given: dict[str, Any], changed_since: Path | None) -> PrintOptions:
    """What is wanted, from the options. Raises Problems."""
    from pnp.build.print_options import PrintOptions

    cards = given["cards"]
    names = tuple(name.strip() for name in ",".join(cards).split(",") if name.strip())
    if cards and not names:
        raise click.BadParameter("no card is named", param_hint="--cards")
    return PrintOptions(
        press(workspace, given),
        only=given["only"],
        cards=names,
        changed_since=_manifest(changed_since) if changed_since else None,
        draft=given["draft"],
        players=given["players"],
        ink=ink(workspace, given["ink"]),
        board_scale=given["board_scale"],
    )


def _named(call: Call, own: bool) -> list[str]:
    """The games that are asked for, as the folders are now: all where none is named, but none
    shipped where some were `own`.

    Raises Problems.
    """
    from pnp.load.workspace import has_data

    workspace = workspace_here(call.max_cards)
    if own and not call.games and not has_data(workspace):
        return []
    return list(call.games or chosen_games(workspace, ()))


def _again(call: Call, untrusted: bool | None, name: str) -> BuildReport | Problems:
    """A game built once more, as `pnp.yaml` and the folders are now."""
    try:
        workspace, _, (job,) = _queued(call._replace(games=(name,)))
    except Problems as problem:
        return problem
    return outcome_of(workspace, job, untrusted)


def _progress(outcomes: Iterator[Any], total: int) -> Iterator[Any]:
    """The outcomes, with a bar on a terminal once a second has gone by."""
    begun, bar = time.monotonic(), None
    for done, outcome in enumerate(outcomes, 1):
        if bar is None and total > 1 and on_terminal() and time.monotonic() - begun > 1:
            bar = click.progressbar(length=total, label="building", file=sys.stderr)
            bar.__enter__()
            bar.update(done - 1)
        if bar is not None:
            bar.update(1)
        yield outcome
    if bar is not None:
        bar.__exit__(None, None, None)


def _as_json(reports: list[BuildReport], findings: list[Diagnostic]) -> str:
    rows = []
    for report in reports:
        files = [file._asdict() for file in report.files]
        row = {
            **report._asdict(),
            "files": files,
            "diagnostics": json.loads(as_json(report.diagnostics)),
        }
        del row["read"], row["wrote"]
        rows.append(row)
    return json.dumps(
        {"built": rows, "diagnostics": json.loads(as_json(findings))}, ensure_ascii=False, indent=1
    )


def _made(report: BuildReport, took: str) -> str:
    """A line for each PDF of a game."""
    lines = []
    for file in report.files:
        sheets = f"{file.sheets} sheet{'s' if file.sheets != 1 else ''}"
        lines.append(
            f"{short(file.file)}  {sheets}, {_pieces(file)}, {took}"
            + ("" if report.written else "  (not written)")
        )
    return "".join(f"{line}\n" for line in lines)


def _pieces(file: FileReport) -> str:
    """What a PDF holds, counted by the names of its kinds."""
    told = [
        f"{count} {name if count == 1 else _PLURALS.get(name, f'{name}s')}"
        for name, count in file.holds.items()
    ]
    return " and ".join(told) or "1 page"


_PLURALS = {"box": "boxes"}


def _rebuilt(report: BuildReport) -> None:
    """Tell what a rebuild made, in a line for each PDF, and what there is to do with it."""
    click.echo(_made(report, f"{report.seconds:.2f} s"), nl=False)
    click.echo(
        plain("".join(f"{line}\n" for line in (*_nothing(report), *_taken_out(report)))),
        nl=False,
        err=True,
    )


def _nothing(report: BuildReport) -> list[str]:
    return [] if report.files else [f"{report.title}: nothing to print"]


def _taken_out(report: BuildReport) -> list[str]:
    return [f"  take out of your print: {', '.join(report.take_out)}"] if report.take_out else []


def _said(report: BuildReport, timings: bool) -> str:
    """What is to be said about a game's build."""
    lines = [*_nothing(report), *(f"  note: {note}" for note in report.notes)]
    kept = (
        f", {report.promises_kept} promise{'s' if report.promises_kept != 1 else ''} kept"
        if report.promises_kept
        else ""
    )
    counts = [
        (report.cards, report.cards_of, "cards"),
        (report.others, report.others_of, "other pieces"),
    ]
    told = [
        f"{count} of {total} {what if report.cards_of else 'pieces'}"
        for count, total, what in counts
        if total
    ]
    lines.append(f"  {report.title}: {' and '.join(told) or 'nothing'} on paper{kept}")
    lines += _taken_out(report)
    if timings:
        lines += [
            f"  {stage:14s} {seconds * 1000:8.1f} ms" for stage, seconds in report.stages.items()
        ]
    return plain("".join(f"{line}\n" for line in lines))
