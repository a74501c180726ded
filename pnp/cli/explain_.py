"""`pnp explain`."""

from __future__ import annotations

import json

import click
from click.shell_completion import CompletionItem

from pnp.manual import Page


def _codes(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[CompletionItem]:
    from pnp.manual import pages

    return [
        CompletionItem(p.code, help=p.title) for p in pages() if p.code.startswith(begun.upper())
    ]


@click.command("explain", short_help="the manual page of a diagnostic or a kind of promise")
@click.argument("code", required=False, shell_complete=_codes)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
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

    if code is None:
        every = pages()
        click.echo(
            json.dumps([p._asdict() for p in every], ensure_ascii=False, indent=1)
            if as_json
            else _listed(families(), every)
        )
        return 0
    family = code.upper()
    if family in families():
        every = [one for one in pages() if one.code.startswith(family)]
        about = {family: families()[family]}
        click.echo(
            json.dumps([p._asdict() for p in every], ensure_ascii=False, indent=1)
            if as_json
            else _listed(about, every)
        )
        return 0
    found = page(code)
    if found is None:
        raise click.UsageError(f'There is no page "{code}". {nearest(code)}'.rstrip())
    click.echo(
        json.dumps(found._asdict(), ensure_ascii=False, indent=1) if as_json else _told(found)
    )
    return 0


def _told(found: Page) -> str:
    kind = f"promises of kind {found.kind}: " if found.kind else ""
    head = f"{found.code} – {kind}{found.title}"
    return f"{head}\n\n{found.text}"


def _listed(families: dict[str, str], every: list[Page]) -> str:
    blocks = []
    for family, about in families.items():
        rows = [
            f"  {p.code}  {f'{p.kind}: ' if p.kind else ''}{p.title}"
            for p in every
            if p.code.startswith(family)
        ]
        blocks.append("\n".join([f"{family} – {about}", *rows]))
    return "\n\n".join(blocks)
