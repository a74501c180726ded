"""`pnp build`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pnp.build.pool import each
from pnp.cli.languages import home_of, in_all, in_languages, lang_option
from pnp.cli.options import (
    PART,
    SCALE,
    bounds_options,
    cards_option,
    chosen_games,
    force_option,
    from_command_line,
    games_argument,
    holds_kit,
    ink,
    ink_option,
    jobs_option,
    json_option,
    named_cards,
    output_folder,
    output_of,
    output_option,
    overlooked,
    press,
    press_options,
    short,
    sleeved,
    sleeved_option,
    strict_option,
    workspace_here,
)
from pnp.cli.speech import (
    counted,
    on_terminal,
    print_json,
    rendered,
    report,
    say,
    stopped,
    summary,
    with_findings,
)
from pnp.diagnostics import Diagnostic, Problems, Span, exit_code, plain, refusal
from pnp.load import file_states
from pnp.output.up_to_date import call_key, recall, record, snapshot

if TYPE_CHECKING:
    from pnp.build.conductor import BuildReport, Job
    from pnp.build.print_options import PrintOptions
    from pnp.load.file_states import State
    from pnp.load.workspace import Workspace


@click.command("build", short_help="check a game and write its PDFs")
@games_argument
@click.option("--shipped", is_flag=True, help="Build the games that come with pnp.")
@output_option(metavar="DIR", help="Where the PDFs go. [./output]")
@press_options
@ink_option
@sleeved_option
@click.option(
    "--players",
    type=click.IntRange(1),
    metavar="N",
    help="Print only what so many players need. [all]",
)
@click.option(
    "--board-scale",
    type=SCALE,
    metavar="PERCENT",
    default="100%",
    help="Boards smaller, for a desk copy; sheets say so.",
)
@click.option(
    "--by",
    type=click.Choice(("kind", "stock")),
    default="kind",
    help="One PDF for each kind of piece, or for each paper, its sides and flip. [kind]",
)
@click.option(
    "--only",
    multiple=True,
    metavar="COMPONENT|KIND",
    help="Print only this component, or this kind (can be repeated).",
)
@cards_option
@click.option(
    "--copies",
    type=click.IntRange(1, 99),
    default=1,
    metavar="N",
    help="Print N sets, say for a class, each on sheets of its own that say which set. [1]",
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
    "--draft",
    is_flag=True,
    help="Print in spite of broken promises and missing pictures; every sheet says so.",
)
@click.option("-n", "--dry-run", is_flag=True, help="Say what would be written; write nothing.")
@force_option
@strict_option
@jobs_option(metavar="N", help="Processors that share the work. [all]")
@bounds_options
@lang_option(several=True)
@json_option
@click.option("--timings", is_flag=True, help="Show the seconds of each stage.")
@click.option("--watch", is_flag=True, help="Go on, and build again whenever a file is saved.")
@click.option("--open", "open_", is_flag=True, help="Open the folder of the PDFs afterwards.")
def command(
    games: tuple[str, ...],
    output: Path | None,
    changed_since: Path | None,
    dry_run: bool,
    strict: bool,
    jobs: int | None,
    as_json: bool,
    timings: bool,
    watch: bool,
    open_: bool,
    **given: Any,
) -> int:
    """Check games and write their PDFs into output/GAME. Without a GAME all of yours.

    What is not the whole kit, once (--only, --cards, --changed-since, --players,
    --copies, --board-scale) goes into output/GAME/part, so that the print of the whole
    kit stays; with -o into DIR/GAME, where no other print is.

    \b
    Examples:
      pnp build my-game --paper letter
      pnp build my-game --cards lantern,map --duplex none
      pnp build my-game --cards 'la*,map*3'     every la…, and map three times
      pnp build my-game --by stock
      pnp build my-game --changed-since output/my-game/manifest.json
    """
    call = Call(games, output, changed_since, dry_run, strict, given)
    _refuse_beside(call, watch)
    if watch:
        from pnp.cli.watching import watched

        saved = watched()
    recorded = not (as_json or timings or open_ or watch or dry_run)
    try:
        workspace = workspace_here(given)
        key, base = _key(), output_folder(workspace, output)
        # Before anything is imported that builds.
        if recorded and (printed := recall(base, key)):
            click.echo(printed[0], nl=False)
            report(printed[1])
            return 0
        workspace, base, queue = _queued(call)
        before = snapshot(workspace, [job.folder for job in queue], _compared(call, base, queue))
    except Problems as problem:
        if not as_json:
            raise
        return stopped(problem, {"built": []})
    outcomes = _outcomes(workspace, queue, jobs)
    reports = [outcome for outcome in outcomes if not isinstance(outcome, Problems)]
    findings = in_all([(j.language, o.diagnostics) for j, o in zip(queue, outcomes, strict=True)])
    findings += overlooked(workspace, games)
    code = exit_code(findings, strict=strict)
    if as_json:
        print_json(with_findings({"built": list(map(_json_row, reports))}, findings))
    else:
        for built in reports:
            click.echo(_files_text(built), nl=False)
            report(_report_text(built, f"{built.seconds:.2f} s", timings))
        say(findings)
        if code:
            report(f"{summary(findings)}\n")
    if code == 0 and recorded and all(report.written for report in reports):
        record(base, key, before, *_printed(reports, findings))
    if code == 0 and open_ and reports and not dry_run:
        click.launch(str(base))
    if watch:
        from pnp.cli.watching import keep_building
        from pnp.load.workspace import has_data

        names = partial(_game_names, call, has_data(workspace))
        return keep_building(
            workspace, names, reports, partial(_build_again, call), _print_rebuilt, saved
        )
    return code


def _refuse_beside(call: Call, watch: bool) -> None:
    """Raises UsageError for options that do not go together."""
    lang = call.given["lang"] or ""
    if watch and ("," in lang or lang == "all"):
        raise click.UsageError("--watch builds one language; name it with --lang")
    if call.games and call.given["shipped"]:
        raise click.UsageError("--shipped: builds all of them; name a game without it")
    if call.changed_since and call.given["copies"] > 1:
        raise click.UsageError("--copies: changes are printed once; build without --changed-since")


def _key() -> str:
    """What tells this call from another: each option, and whether it was typed."""
    context = click.get_current_context()
    sources = {name: (value, from_command_line(name)) for name, value in context.params.items()}
    return call_key(sources)


def _outcomes(
    workspace: Workspace, queue: list[Job], jobs: int | None
) -> list[BuildReport | Problems]:
    """What comes of each game, with a bar on a terminal while there are several."""
    outcomes = each(outcome_of, [(workspace, job) for job in queue], jobs)
    hidden = len(queue) < 2 or not on_terminal()
    with click.progressbar(
        outcomes, length=len(queue), label="building", file=sys.stderr, hidden=hidden
    ) as progress:
        return list(progress)


def _printed(
    reports: list[BuildReport], findings: list[Diagnostic]
) -> tuple[list[State], list[State], tuple[str, str]]:
    """What games have read and written, and what is printed of them when nothing has changed."""
    read = [entry for report in reports for entry in report.read]
    wrote = [entry for report in reports for entry in report.wrote]
    out = "".join(map(_files_text, reports))
    about = "".join(_report_text(report, "unchanged") for report in reports)
    return read, wrote, (out, about + rendered(findings, "full"))


def outcome_of(workspace: Workspace, job: Job) -> BuildReport | Problems:
    """Build one game: its report, or the problems that stopped it."""
    from pnp.build.conductor import build

    try:
        return build(workspace._replace(language=job.language), job)
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
    given: dict[str, Any]


def _compared(call: Call, base: Path, queue: list[Job]) -> Iterator[Path]:
    """The files that a print is compared with: an earlier manifest; of a part the print of the
    whole kit that it goes beside.
    """
    if call.changed_since:
        yield call.changed_since
    for job in queue:
        if not job.order.as_shipped:
            home = base / job.name / job.language
            yield home / "manifest.json"
            yield from home.glob("*.pdf")


def _queued(call: Call) -> tuple[Workspace, Path, list[Job]]:
    """The workspace, the folder that PDFs go to, and what is to be built. Raises Problems."""
    workspace = workspace_here(call.given)
    base = output_folder(workspace, call.output)
    chosen = _chosen(workspace, call)
    options = _print_options(workspace, call)
    queue = [
        _job(call, space, base, name, folder, options)
        for name, folder in chosen.items()
        for space in in_languages(workspace, name, folder, call.given["lang"])
    ]
    if call.changed_since and not call.dry_run:
        folder = call.changed_since.resolve().parent
        if any(job.target.resolve() == folder for job in queue):
            raise refusal(
                "P605",
                "--changed-since: the new build would take the place of the print that it is"
                " compared with",
                None,
                "name the manifest of the whole kit, or write elsewhere with -o DIR",
            )
    return workspace, base, queue


def _chosen(workspace: Workspace, call: Call) -> dict[str, Path]:
    """The games to build, by name. Raises Problems (P130 where none is one's own)."""
    from pnp.load.workspace import games, has_data, unmarked

    if call.given["shipped"]:
        return games(workspace._replace(home=None))
    if not (call.games or has_data(workspace) or unmarked(Path.cwd())):
        message = "there is no game here yet"
        hint = (
            "start one with: pnp new NAME; or print those that come with pnp: pnp build --shipped"
        )
        raise refusal("P130", message, None, hint)
    return chosen_games(workspace, call.games)


def _manifest(path: Path) -> bytes:
    """The bytes of an earlier manifest.

    Raises Problems (P603) for what is no file, or far too large for one.
    """
    if not file_states.ordinary(str(path.resolve())):
        message = "--changed-since: this is no file, or too large for a manifest"
        hint = "give the manifest.json that the earlier build left beside its PDFs"
        raise refusal("P603", message, Span(short(path)), hint)
    return path.read_bytes()


def _job(
    call: Call, workspace: Workspace, base: Path, name: str, folder: Path, options: PrintOptions
) -> Job:
    """What a game is built from and into: a part goes beside the whole kit, if there is one or no
    other folder is named.
    """
    from pnp.build.conductor import Job
    from pnp.load.workspace import refuse_input_folder

    home = home_of(workspace, name)
    kit = not options.as_shipped and holds_kit(base / home, name)
    part = not options.as_shipped and (kit or not from_command_line("output"))
    stays = ": the print of all of it stays" if kit else ""
    note = f"a part of the kit, in {PART}/ with a manifest of its own{stays}" if part else ""
    refuse_input_folder(workspace, base)
    target = output_of(workspace, base, home, part)
    force = bool(call.given["force"])
    write, language = not call.dry_run, workspace.language
    return Job(name, folder, target, options, write, call.strict, note, force, language)


def _print_options(workspace: Workspace, call: Call) -> PrintOptions:
    """What is wanted, from the options. Raises Problems."""
    from pnp.build.print_options import PrintOptions

    given = call.given
    return PrintOptions(
        press(workspace, given),
        only=given["only"],
        cards=named_cards(given["cards"]),
        changed_since=_manifest(call.changed_since) if call.changed_since else None,
        draft=given["draft"],
        players=given["players"],
        ink=ink(workspace, given["ink"]),
        board_scale=given["board_scale"],
        sleeved=sleeved(workspace, given["sleeved"]),
        by_stock=given["by"] == "stock",
        sets=given["copies"],
    )


def _game_names(call: Call, own: bool) -> list[str]:
    """The games that are asked for, as the folders are now: all where none is named, but none
    shipped where some were `own`.

    Raises Problems.
    """
    from pnp.load.workspace import has_data

    workspace = workspace_here(call.given)
    if own and not call.games and not has_data(workspace):
        return []
    return list(call.games or _chosen(workspace, call))


def _build_again(call: Call, name: str) -> BuildReport | Problems:
    """A game built once more, as `pnp.yaml` and the folders are now."""
    try:
        workspace, _, (job,) = _queued(call._replace(games=(name,)))
    except Problems as problem:
        return problem
    return outcome_of(workspace, job)


def _json_row(report: BuildReport) -> dict[str, Any]:
    row = {**report._asdict(), "files": [file._asdict() for file in report.files]}
    del row["read"], row["wrote"], row["named"]
    return with_findings(row, report.diagnostics)


def _files_text(report: BuildReport) -> str:
    """A line for each PDF of a game: its sheets, and what it holds by the names of its kinds."""
    lines = []
    ending = "" if report.written else "  (not written)"
    for file in report.files:
        pieces = [
            counted(count, name, "boxes" if name == "box" else "")
            for name, count in file.holds.items()
        ]
        holds = " and ".join(pieces) or "1 page"
        sheets = counted(file.sheets, "sheet")
        lines.append(f"{short(file.file)}  {sheets}, {holds}{ending}\n")
    return "".join(lines)


def _print_rebuilt(built: BuildReport) -> None:
    """Print what a rebuild made, a line for each PDF, and what there is to do with it."""
    click.echo(_files_text(built), nl=False)
    lines = [*_nothing_printed(built), *_taken_out(built)]
    report(plain("".join(f"{line}\n" for line in lines)))


def _nothing_printed(report: BuildReport) -> list[str]:
    return [] if report.files else [f"{report.title}: nothing to print"]


def _taken_out(report: BuildReport) -> list[str]:
    return [f"  take out of your print: {', '.join(report.take_out)}"] if report.take_out else []


def _waiting(report: BuildReport) -> list[str]:
    if not report.waiting:
        return []
    verb = "waits" if report.waiting == 1 else "wait"
    rules = counted(report.waiting, "rule")
    return [f"  {rules} {verb} for confirmation: pnp confirm {report.named}"]


def _sum(report: BuildReport, took: str) -> str:
    """The line that closes a game's report: what is on paper, what is kept, how long it took."""
    kept = counted(report.promises_kept, "promise") if report.promises_kept else ""
    counts = [
        (report.cards, report.cards_of, "cards"),
        (report.others, report.others_of, "other pieces" if report.cards_of else "pieces"),
    ]
    pieces = " and ".join(f"{count} of {total} {name}" for count, total, name in counts if total)
    kept = f", {kept} kept" if kept else ""
    return f"  {report.title} ({report.game}): {pieces or 'nothing'} on paper{kept}, {took}"


def _report_text(report: BuildReport, took: str, timings: bool = False) -> str:
    """What a person has to know of a game's build: notes, counts, cards to take out."""
    lines = [
        *_nothing_printed(report),
        *(f"  note: {note}" for note in report.notes),
        _sum(report, took),
        *_waiting(report),
        *_taken_out(report),
    ]
    if timings:
        stages = report.stages.items()
        lines += [f"  {stage:14s} {seconds * 1000:8.1f} ms" for stage, seconds in stages]
    return plain("".join(f"{line}\n" for line in lines))
