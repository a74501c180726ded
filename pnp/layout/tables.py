"""Tables: columns as wide as their words ask, cells that wrap, a header that comes again above
every column it is parted into.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.assets.paths import line, rectangle
from pnp.compose.markdown_tree import Inlines, Run, Table
from pnp.diagnostics import Span
from pnp.face import Shape, Stroke
from pnp.layout.fragmentation import Canvas, Fragment, placed
from pnp.layout.inlines import Measured, Typesetter
from pnp.units.geometry import Um, millimetres, rect

CELL, HEAD = "book-table", "book-table-head"
_PADDING_X, _PADDING_Y = 1_600, 900
_SPREAD = 0.62
"""From this share of the column on, a table is made as wide as the column."""


def table_fragments(typesetter: Typesetter, table: Table, width: int) -> list[Fragment]:
    """A table as one fragment a row; none where it is wider than its column, which is an error."""
    head = [_measured(typesetter, cell, HEAD, table.span) for cell in table.header]
    body = [[_measured(typesetter, cell, CELL, table.span) for cell in row] for row in table.rows]
    columns = list(zip(head, *body, strict=True))
    least = [max(cell.least for cell in column) + 2 * _PADDING_X for column in columns]
    natural = [max(cell.natural for cell in column) + 2 * _PADDING_X for column in columns]
    if (over := sum(least) - width) > 0:
        told = f"the table is {millimetres(over)} wider than its column of {millimetres(width)}"
        typesetter.say(
            "P356",
            told,
            table.span,
            typesetter.or_across("give it fewer columns or shorter words", over),
        )
        return []
    widths = column_widths(least, natural, width)
    rows = [
        _row(typesetter, cells, widths, table, number) for number, cells in enumerate([head, *body])
    ]
    if not any(cell.atoms for cell in head):  # a table without words in its header needs none
        rows[0] = Fragment(0, lambda canvas, x, y: None, span=table.span)
    header = rows[0] = rows[0]._replace(keep=True)
    rows[1:] = [row._replace(again=header) for row in rows[1:]]
    if len(rows) > 2:
        rows[1] = rows[1]._replace(keep=True)
        rows[-2] = rows[-2]._replace(keep=True)
    return rows


def column_widths(least: Sequence[int], natural: Sequence[int], width: int) -> list[int]:
    """A width for each column: what it would like; where there is no room for that, the wide ones
    alone give way, down to their least.

    A table that nearly fills its column is made to fill it.
    """
    total = sum(natural)
    if total <= width:
        if total < width * _SPREAD:
            return list(natural)
        widths = [wide + (width - total) * wide // total for wide in natural]
    else:
        low, high = 0, width
        while low < high:  # the largest common limit under which all columns fit
            limit = (low + high + 1) // 2
            if (
                sum(_within(limit, small, wide) for small, wide in zip(least, natural, strict=True))
                <= width
            ):
                low = limit
            else:
                high = limit - 1
        widths = [_within(low, small, wide) for small, wide in zip(least, natural, strict=True)]
    widest = max(range(len(widths)), key=widths.__getitem__)
    widths[widest] += width - sum(widths)
    return widths


def _within(limit: int, small: int, wide: int) -> int:
    return max(small, min(limit, wide))


def _measured(typesetter: Typesetter, cell: Inlines, style: str, span: Span) -> Measured:
    return typesetter.measured(cell or (Run(""),), style, span)


def _row(
    typesetter: Typesetter,
    cells: Sequence[Measured],
    widths: Sequence[int],
    table: Table,
    number: int,
) -> Fragment:
    made = [
        typesetter.broken(cell, wide - 2 * _PADDING_X, align=align)
        for cell, wide, align in zip(cells, widths, table.align, strict=True)
    ]
    layouts = [placed(lines) for lines in made]
    height = max(end for _, end in layouts) + 2 * _PADDING_Y
    full = sum(widths)
    rule = Stroke(
        typesetter.color("accent" if number in (0, len(table.rows)) else "line"),
        Um(300 if number in (0, len(table.rows)) else 150),
    )
    tint = typesetter.color("tint")

    def draw(canvas: Canvas, x: int, y: int) -> None:
        if number == 0:
            canvas.items.append(Shape(rectangle(rect(x, y, full, height)), tint, None, table.span))
        left = x
        for lines, (places, _), wide in zip(made, layouts, widths, strict=True):
            for fragment, at in zip(lines, places, strict=True):
                fragment.draw(canvas, left + _PADDING_X, y + _PADDING_Y + at)
            left += wide
        canvas.items.append(
            Shape(line(x, y + height, x + full, y + height), None, rule, table.span)
        )

    return Fragment(height, draw, span=table.span, what="a row of the table")
