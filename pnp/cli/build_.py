"""`pnp build`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.options import press, press_options
from pnp.cli.place import chosen_games, output_folder, workspace_here
from pnp.cli.speech import say, summary
from pnp.diagnostics import Diagnostic, Problems, as_json, exit_code

if TYPE_CHECKING:
    from pnp.load.workspace import Workspace
    from pnp.pipeline import Order, Report

Job = tuple[str, Path, Path]


@click.command("build", short_help="check a game and write its PDFs")
@click.argument("games", nargs=-1, metavar="[GAME]…")
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=True), metavar="DIR", help="Where the PDFs go. [./output]")
@press_options
@click.option("--only", multiple=True, metavar="COMPONENT", help="Print only this component (can be repeated).")
@click.option("--cards", metavar="ID,…", help="Print only these cards: IDs, or COMPONENT/ID.")
@click.option(
    "--changed-since",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="MANIFEST",
    help="Print only faces that are new or look different since the build that left this manifest.json, and list the cards to take out.",
)
@click.option("--draft", is_flag=True, help="Print in spite of broken promises; every sheet says so.")
@click.option("-n", "--dry-run", is_flag=True, help="Say what would be written; write nothing.")
@click.option("--strict", is_flag=True, help="Warnings stop the build as well.")
@click.option("-j", "--jobs", type=click.IntRange(1, 64), metavar="N", help="Games built at the same time. [processors]")
@click.option("--json", "as_json_", is_flag=True, help="Report as JSON on standard output.")
@click.option("--timings", is_flag=True, help="Show the seconds of each stage.")
@click.option("--open", "open_", is_flag=True, help="Open the folder of the PDFs afterwards.")
def command(
    games: tuple[str, ...],
    output: Path | None,
    only: tuple[str, ...],
    cards: str | None,
    changed_since: Path | None,
    draft: bool,
    dry_run: bool,
    strict: bool,
    jobs: int | None,
    as_json_: bool,
    timings: bool,
    open_: bool,
    **given: Any,
) -> int:
    """Check games and write their PDFs into output/GAME. Without a GAME all of them.

    \b
    Examples:
      pnp build organ-match --paper letter
      pnp build organ-match --cards 12,37 --duplex none
      pnp build organ-match --changed-since old/manifest.json -o new
    """
    from pnp.pipeline import Order

    workspace = workspace_here()
    folders = chosen_games(workspace, games)
    base = output_folder(workspace, output)
    earlier = changed_since.read_bytes() if changed_since else None
    names = tuple(name.strip() for name in (cards or "").split(",") if name.strip())
    wanted = Order(press(workspace, given), only, names, earlier, draft)
    queue = [(name, folder, base / name) for name, folder in folders.items()]
    reports: list[Report] = []
    findings: list[Diagnostic] = []
    outcomes = _built(workspace, queue, wanted, not dry_run, strict, jobs or os.cpu_count() or 1)
    for outcome in _progress(outcomes, len(queue)):
        if isinstance(outcome, tuple):
            findings += outcome
        else:
            reports.append(outcome)
            findings += outcome.diagnostics
    if as_json_:
        rows = [{**asdict(r), "diagnostics": json.loads(as_json(r.diagnostics))} for r in reports]
        click.echo(json.dumps({"built": rows, "diagnostics": json.loads(as_json(findings))}, ensure_ascii=False, indent=1))
    else:
        _tell(reports, timings)
        say(findings)
    stopped = exit_code(findings, strict=strict)
    if stopped and not as_json_:
        click.echo(summary(findings), err=True)
    if open_ and reports and not stopped:
        click.launch(str(base))
    return stopped


def _built(workspace: Workspace, queue: list[Job], wanted: Order, write: bool, strict: bool, jobs: int) -> Iterator[Any]:
    """The outcome of each game in the order asked for, whichever is ready first."""
    if jobs == 1 or len(queue) == 1:
        for job in queue:
            yield _one(workspace, job, wanted, write, strict)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(queue))) as pool:
        futures = [pool.submit(_one, workspace, job, wanted, write, strict) for job in queue]
        for future in futures:
            yield future.result()


def _one(workspace: Workspace, job: Job, wanted: Order, write: bool, strict: bool) -> Any:
    """Build one game: its report, or the diagnostics that stopped it."""
    from pnp.pipeline import build

    name, folder, target = job
    try:
        return build(workspace, name, folder, target, wanted, write, strict)
    except Problems as problem:
        return problem.diagnostics


def _progress(outcomes: Iterator[Any], total: int) -> Iterator[Any]:
    """The outcomes, with a bar on a terminal once a second has gone by."""
    begun, bar = time.monotonic(), None
    for done, outcome in enumerate(outcomes, 1):
        if bar is None and total > 1 and sys.stderr.isatty() and time.monotonic() - begun > 1:
            bar = click.progressbar(length=total, label="building", file=sys.stderr)
            bar.__enter__()
            bar.update(done - 1)
        if bar is not None:
            bar.update(1)
        yield outcome
    if bar is not None:
        bar.__exit__(None, None, None)


def _tell(reports: list[Report], timings: bool) -> None:
    for report in reports:
        for file in report.files:
            path = _short(file["file"])
            sheets = f"{file['sheets']} sheet{'s' if file['sheets'] != 1 else ''}"
            click.echo(f"{path}  {sheets}, {file['cards']} cards, {report.seconds:.2f} s" + ("" if report.written else "  (not written)"))
        if not report.files:
            click.echo(f"{report.title}: nothing to print", err=True)
        for note in report.notes:
            click.echo(f"  note: {note}", err=True)
        kept = f", {report.promises_kept} promises kept" if report.promises_kept else ""
        click.echo(f"  {report.title}: {report.cards} of {report.cards_of} cards on paper{kept}", err=True)
        if report.take_out:
            click.echo(f"  take out of your print: {', '.join(report.take_out)}", err=True)
        if timings:
            for stage, seconds in report.stages.items():
                click.echo(f"  {stage:14s} {seconds * 1000:8.1f} ms", err=True)


def _short(path: str) -> str:
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path


