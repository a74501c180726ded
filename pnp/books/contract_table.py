"""The contract of a game as a Markdown table: for wikis and the pages of these docs."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.books.text_formats import escaped
from pnp.check.promises.contract import Line


def as_markdown(rows: Iterable[Line]) -> str:
    """A row for each promise, its words as nothing but words."""
    head = [list(Line._fields), ["---"] * len(Line._fields)]
    cells = [[escaped(" ".join(cell.split())) for cell in row] for row in rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in (*head, *cells))
