"""`pnp explain`."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from pnp.cli.options import json_option
from pnp.cli.speech import print_json
from pnp.manual import Page


def _codes(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    from pnp.manual import pages

    return [
        CompletionItem(p.code, help=p.title) for p in pages() if p.code.startswith(begun.upper())
    ]


@click.command("explain", short_help="the manual page of a diagnostic or a kind of promise")
@click.argument("code", required=False, shell_complete=_codes)
@json_option
def command(code: str | None, as_json: bool) -> int:
    """Show the manual page of a CODE or of a kind of promise; without one, or for a family such as
    P5, list them.

    \b
    Examples:
      pnp explain P310
      pnp explain factorial
      pnp explain
    """
    from pnp.manual import families, nearest, page, pages

    shown = families()
    family = (code or "").upper()
    if code is None or family in shown:
        every = [one for one in pages() if one.code.startswith(family)]
        if as_json:
            print_json([one._asdict() for one in every])
        else:
            blocks = [_family_text(*item, every) for item in shown.items()]
            click.echo("\n\n".join(filter(None, blocks)))
        return 0
    found = page(code)
    if found is None:
        raise click.UsageError(f'There is no page "{code}". {nearest(code)}'.rstrip())
    if as_json:
        print_json(found._asdict())
    else:
        kind = f"promises of kind {found.kind}: " if found.kind else ""
        click.echo(f"{found.code} – {kind}{found.title}\n\n{found.text}")
    return 0


def _family_text(family: str, about: str, pages: list[Page]) -> str:
    """A family with its pages, a line each; empty where none of the pages is of it."""
    rows = [
        f"  {page.code}  {f'{page.kind}: ' if page.kind else ''}{page.title}"
        for page in pages
        if page.code.startswith(family)
    ]
    return "\n".join([f"{family} – {about}", *rows]) if rows else ""
