"""`pnp promises`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import Shared, bounds_options, for_each_game, games_argument
from pnp.cli.speech import print_json, say, tell
from pnp.diagnostics import Diagnostic, raise_errors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pnp.check.promises.summary import Line, ProvenRule
    from pnp.load.workspace import Workspace

FORMS = ("text", "md", "json")


@click.command("promises", short_help="what the rules of a game promise, and whether it is kept")
@games_argument
@click.option(
    "--coverage",
    is_flag=True,
    help="By the sections of the document: each rule and what proves it; what nothing guards.",
)
@click.option(
    "--setup", is_flag=True, help="Also the setup: what each step needs, finds and leaves."
)
@click.option(
    "--format",
    "form",
    cls=Shared,
    type=click.Choice(FORMS),
    default="text",
    show_default=True,
    help="How the table is written.",
)
@bounds_options
@lang_option()
def command(
    games: tuple[str, ...],
    coverage: bool,
    setup: bool,
    form: str,
    **given: Any,
) -> int:
    """List the promises of games: each with its kind, basis, and whether it is kept.

    Without a GAME all of them.

    \b
    Examples:
      pnp promises my-game
      pnp promises my-game --coverage --format md
    """
    rows, found = for_each_game(contract, games, given, coverage, setup)
    if form == "json":
        print_json([{key: row[key] for key in row if key not in _TEXTS} for row in rows])
    else:
        forms = (form, "table") if setup else (form,)
        tell("\n".join(row[key] for row in rows for key in forms if row[key]), nl=False)
    for row in rows:
        say(row["found"])
    raise_errors(found)
    say(found)
    return 0


_TEXTS = ("text", "md", "table", "found")


def contract(
    workspace: Workspace, name: str, folder: Path, coverage: bool, setup: bool
) -> dict[str, Any]:
    """The promises of a game with their states, as values and as text.

    Raises Problems when it cannot be read.
    """
    from pnp.books.text_formats import escaped
    from pnp.build.contract_review import told_sentences
    from pnp.check import unshown_fields
    from pnp.check.promises import summary
    from pnp.check.promises.confirmation import sentences_of
    from pnp.check.promises.setup_steps import setup_table
    from pnp.compose.templates import Templates
    from pnp.load.workspace import disk_for
    from pnp.model.read import load_game

    files = disk_for(workspace, folder)
    game, _ = load_game(files, name)
    rows = summary.lines(game)
    states = [row.state for row in rows]
    unguarded, unshown = summary.unguarded(game) if coverage else [], list[Diagnostic]()
    if coverage:
        templates = Templates(files, game.id, language=game.language)
        unshown += unshown_fields.check(game, templates, unread=True)
    sentences = sentences_of(game, told_sentences(files, game)[0]) if coverage else []
    covered = summary.coverage(game, sentences) if coverage else None
    table = setup_table(game) if setup else ()
    head = f"{game.title}: {summary.summary(rows)}"
    return {
        "game": name,
        "title": game.title,
        "kept": states.count(summary.KEPT),
        "passed_over": states.count(summary.PASSED_OVER),
        "promises": [row._asdict() for row in rows],
        "found": unguarded + unshown,
        **({"unguarded": [d.message for d in unguarded]} if coverage else {}),
        **({"unshown": [d.message for d in unshown]} if coverage else {}),
        **({"rules": [rule._asdict() for rule in covered.rules]} if covered else {}),
        **({"setup": [row._asdict() for row in table]} if setup else {}),
        "text": f"{head}\n{summary.coverage_text(covered) if covered else summary.as_text(rows)}",
        "md": f"## {escaped(head)}\n\n{as_markdown(covered.rules if covered else rows)}",
        "table": summary.setup_text(table),
    }


def as_markdown(rows: Sequence[Line] | Sequence[ProvenRule]) -> str:
    """A Markdown table of promises or rules, a row each, its words as nothing but words."""
    from pnp.books.text_formats import escaped

    fields = list(rows[0]._fields) if rows else []
    head = [fields, ["---"] * len(fields)]
    texts = [[cell if isinstance(cell, str) else ", ".join(cell) for cell in row] for row in rows]
    cells = [[escaped(" ".join(text.split())) for text in row] for row in texts]
    return "".join(f"| {' | '.join(row)} |\n" for row in (*head, *cells))
