"""Breaks a paragraph's atoms into lines, shrinks its type until they fit a box, and sets the lines
at baselines as runs of text and icons.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.svg_reader import Icon
from pnp.diagnostics import Span
from pnp.face import NO_BREAK_SPACE, Group, Item, Shape, Stroke, Text
from pnp.layout.shaping import (
    FORCED,
    HYPHEN,
    ICON_HEIGHT,
    INSIDE,
    PLAIN,
    Atom,
    Ink,
    Piece,
    metrics,
    word_space,
)
from pnp.units.color import Color
from pnp.units.geometry import PT, Transform, Um

MANY = 12
"""Atoms from which looking up where lines end is faster than adding atom to atom."""

_tuple = tuple.__new__


class Line(NamedTuple):
    """A broken line: its atoms from `first` to before `last`, its width in em, whether a hyphen
    and whether a paragraph ends it.
    """

    first: int
    last: int
    width: float
    hyphen: bool
    final: bool


def max_content_width(atoms: list[Atom]) -> float:
    """The width in em of the longest line when nothing is broken but where a break is forced."""
    widest = width = 0.0
    for index, atom in enumerate(atoms):
        joined = index and atom.follows != FORCED
        width = width + atom.space + atom.width if joined else atom.width
        widest = max(widest, width)
    return widest


def break_lines(atoms: list[Atom], available: float, hyphen: float) -> list[Line]:
    """Greedy lines in a width (em): each holds as many atoms as fit, with the hyphen where it ends
    at a soft one; one at least.

    `hyphen` is the em that a shown hyphen adds.
    """
    limit = available + 1e-9
    if len(atoms) >= MANY and (lines := _plain_lines(atoms, limit)) is not None:
        return lines
    lines = []
    first = 0
    width = 0.0
    for index, (wide, _, space, follows, _) in enumerate(atoms):
        if index == first:
            width = wide
            continue
        wider = width + space + wide
        if wider <= limit and follows != FORCED:
            width = wider
        elif follows == FORCED:
            lines.append(Line(first, index, width, False, True))
            first, width = index, wide
        else:
            while wider > limit and first < index:
                lines.append(_ended(atoms, first, index, width, limit, hyphen))
                first = lines[-1].last
                width = _width(atoms, first, index)
                wider = width + space + wide if first < index else wide
            width = wider
    if first < len(atoms):
        lines.append(Line(first, len(atoms), width, False, True))
    return lines


def _plain_lines(atoms: list[Atom], limit: float) -> list[Line] | None:
    """Greedy lines of a text in which no break is forced and no hyphen may be shown, each looked
    up; None where that cannot be done.
    """
    steps = [wide + space for wide, _, space, follows, _ in atoms if follows in (PLAIN, INSIDE)]
    if len(steps) < len(atoms) or min(steps) < 0:
        return None
    ends = list(accumulate(steps))  # on one endless line
    lines: list[Line] = []
    last, count = 0, len(atoms)
    while last < count:
        first = last
        begins = ends[first] - atoms[first].width
        last = bisect_right(ends, begins + limit, first + 1)
        lines.append(_tuple(Line, (first, last, ends[last - 1] - begins, False, last == count)))
    return lines


def _ended(
    atoms: list[Atom], first: int, last: int, width: float, limit: float, hyphen: float
) -> Line:
    """The line that ends at the last place up to `last` where the hyphen fits too, if there is
    one to show.
    """
    while last > first + 1 and atoms[last].follows == HYPHEN and width + hyphen > limit:
        last -= 1
        width -= atoms[last].space + atoms[last].width
    soft = atoms[last].follows == HYPHEN
    return Line(first, last, width + hyphen if soft else width, soft, False)


def _width(atoms: list[Atom], first: int, last: int) -> float:
    """The width of some atoms on one line, in em."""
    return sum(a.width for a in atoms[first:last]) + sum(a.space for a in atoms[first + 1 : last])


class Fit(NamedTuple):
    """A size in points, the lines at that size, and by how much they exceed the box (em of that
    size; 0 where they fit).
    """

    size: float
    lines: list[Line]
    over_width: float
    over_height: float


def shrink_to_fit(
    atoms: list[Atom],
    width: float,
    height: float | None,
    sizes: tuple[float, float],
    leading: float,
    most: int | None,
    hyphen: float,
) -> Fit:
    """The largest quarter point from `sizes` (wanted, least) at which the text fits a box of
    points and has no more than `most` lines; the least one when none does.

    Tried in full at the wanted size, then by bisection: a smaller size never needs more room.
    """

    def attempt(size: float) -> Fit:
        available = width / size
        lines = break_lines(atoms, available, hyphen)
        over_width = max([line.width for line in lines], default=0.0) - available
        room = height / size if height is not None else float("inf")
        if most is not None:
            room = min(room, most * leading)
        over_height = len(lines) * leading - room
        return Fit(
            size,
            lines,
            over_width if over_width > 1e-6 else 0.0,
            over_height if over_height > 1e-6 else 0.0,
        )

    wanted, least = sizes
    best = attempt(wanted)
    if not (best.over_width or best.over_height) or least >= wanted:
        return best
    best = attempt(least)
    if best.over_width or best.over_height:
        return best
    low, high = round(least * 4), round(wanted * 4) - 1
    while low < high:
        middle = (low + high + 1) // 2
        tried = attempt(middle / 4)
        if tried.over_width or tried.over_height:
            high = middle - 1
        else:
            low, best = middle, tried
    return best


_NARROWER = (0.94, 0.88, 0.82, 0.76, 0.7)


def without_widow(atoms: list[Atom], fit: Fit, width: float, hyphen: float) -> Fit:
    """The fit of a centred text with no word alone at its end, where a narrower measure breaks its
    last paragraph into as many lines.

    None of them is as short as the shortest one was, and no more words are hyphenated.
    """
    lines = fit.lines
    if len(lines) < 2 or fit.over_width or fit.over_height or not _ends_in_word(atoms, lines):
        return fit
    begin = max((line.first for line in lines if atoms[line.first].follows == FORCED), default=0)
    before = [line for line in lines if line.last <= begin]
    last = lines[len(before) :]
    shortest, hyphens = min(line.width for line in last), sum(line.hyphen for line in last)
    for share in _NARROWER:
        tried = [
            line._replace(first=line.first + begin, last=line.last + begin)
            for line in break_lines(atoms[begin:], width / fit.size * share, hyphen)
        ]
        if len(tried) > len(last):
            break
        if (
            shortest < min(line.width for line in tried)
            and max(line.width for line in tried) <= width / fit.size
            and sum(line.hyphen for line in tried) <= hyphens
            and not _ends_in_word(atoms, tried)
        ):
            return fit._replace(lines=[*before, *tried])
    return fit


def _ends_in_word(atoms: list[Atom], lines: list[Line]) -> bool:
    """Whether the last line is one word, and not by an order to break before it."""
    first, last = lines[-1].first, lines[-1].last
    return atoms[first].follows != FORCED and all(
        atom.follows in (HYPHEN, INSIDE) for atom in atoms[first + 1 : last]
    )


class Box(NamedTuple):
    """Where a text goes, in micrometres, and how it stands there."""

    x: int
    y: int
    width: int
    height: int
    align: str
    valign: str


def set_lines(
    atoms: list[Atom],
    fit: Fit,
    box: Box,
    base: Ink,
    leading: float,
    origin: Span,
    out: list[Item],
) -> None:
    """Append the runs of a fitted text to a face's items, at baselines.

    Line boxes are `leading` × size high, the font's ascent and descent centred in them. `middle`
    centres from the first line's cap height to the last line's baseline, which is what the eye
    centres on.
    """
    em = fit.size * PT
    pitch, tracking = leading * em, base.tracking * em
    first_baseline = base.metrics.baseline(leading)
    count = len(fit.lines)
    if box.valign == "middle":
        baseline = box.y + (box.height - (count - 1) * pitch + base.metrics.cap * em) / 2
    elif box.valign == "bottom":
        baseline = box.y + box.height - (count * leading - first_baseline) * em
    else:
        baseline = box.y + first_baseline * em
    for line in fit.lines:
        words, width = atoms[line.first : line.last], line.width
        if line.hyphen:
            words, width = _with_hyphen(words, width, base)
        spare = box.width - width * em
        stretch = 0.0
        x = float(box.x)
        if box.align == "justify" and not line.final:
            gaps = sum(atom.follows == PLAIN for atom in words[1:])
            gaps += sum(p.text.count(NO_BREAK_SPACE) for atom in words for p in atom.pieces)
            stretch = spare / gaps if gaps else 0.0
        elif box.align == "right":
            x += spare
        elif box.align == "center":
            x += spare / 2
        y = round(baseline)
        ink = words[0].ink if words else None  # a page number that is not known yet has no words
        if ink and not stretch and [atom.ink for atom in words].count(ink) == len(words):
            # Most lines of most cards are plain words in one ink: they are one run.
            text = " ".join([atom.pieces[0].text for atom in words])
            place = x, x + width * em, y
            out.append(_run(text, ink.typeface, ink.color, place, fit.size, 0.0, tracking, origin))
        else:
            _set_line(words, x, y, fit.size, stretch, base, origin, out)
        baseline += pitch


def report_missing_hyphen(lines: Iterable[Line], ink: Ink) -> None:
    """Let the ink hear of a hyphen that no font has, once lines that are drawn end in one."""
    if ink.hyphen is None and any(line.hyphen for line in lines):
        ink.missing("-")


def _with_hyphen(words: list[Atom], width: float, base: Ink) -> tuple[list[Atom], float]:
    """A line with its hyphen, in the cut of its last word and kerned to it, else in that of plain
    words if they have one; and its width, for which breaking counted a plain one.
    """
    *before, last = words
    hyphen = base.hyphen
    if hyphen:
        width -= hyphen.width
    if last.pieces and last.pieces[-1].icon is None:
        text, face, _, _, color = last.pieces[-1]
        if not face.missing("-"):
            drawn = (face.width(text + "-") - face.width(text)) / face.units_per_em
            hyphen = Piece("-", face, None, drawn, color)
        elif hyphen:
            hyphen = hyphen._replace(color=color)
    if hyphen is None:
        return words, width
    hyphened = last._replace(pieces=(*last.pieces, hyphen), ink=None)
    return [*before, hyphened], width + hyphen.width


def _run(
    text: str,
    typeface: Typeface,
    color: Color,
    place: tuple[float, float, int],
    size: float,
    stretch: float,
    tracking: float,
    origin: Span,
) -> Text:
    """A run of words from a start to an end at a baseline; a space before an icon or another
    typeface is not drawn.
    """
    start, end, baseline = place
    left = round(start)
    width = round(end) - left
    text = text.removesuffix(" ")
    # As `Text(…)` would be, without its call: this runs for every line of every card.
    values = (left, baseline, text, typeface.ref, size, color, stretch, tracking, width, origin)
    return _tuple(Text, values)


def _set_line(
    words: list[Atom],
    x: float,
    baseline: int,
    size: float,
    stretch: float,
    base: Ink,
    origin: Span,
    out: list[Item],
) -> None:
    """Append one line: neighbouring pieces in one typeface and colour become one run."""
    em = size * PT
    tracking = base.tracking * em

    def add_run() -> None:
        place = start, end, baseline
        text = "".join(run)
        out.append(_run(text, typeface, color, place, size, stretch, tracking, origin))

    run: list[str] = []
    start = end = x
    typeface = base.typeface
    color = Color("")
    own_space = base.space  # what the run's typeface puts between words; a fallback may put more
    word_gap = stretch - tracking
    first = True
    for _, pieces, space, follows, _ in words:
        if first:
            first = False
        elif follows == PLAIN:
            x += space * em + word_gap
            if run and space == own_space:
                run.append(" ")
            elif run:
                add_run()
                run = []
        else:
            x += space * em - tracking
        for text, face, icon, wide, tint in pieces:
            if run and (face is not typeface or tint != color or icon is not None):
                add_run()
                run = []
            if icon is not None:
                cap = metrics(face).cap * em
                out.append(_icon_item(icon, x, baseline, wide * em, cap, tint, origin))
                x += wide * em + tracking
                continue
            if not run:
                typeface, color, start = face, tint, x
                own_space = base.space if face is base.typeface else word_space(face, base.tracking)
            if text:
                run.append(text)
            end = x + wide * em
            if stretch:
                end += stretch * text.count(NO_BREAK_SPACE)
            x = end + tracking
    if run:
        add_run()


def _icon_item(
    icon: Icon, x: float, baseline: int, width: float, cap: float, color: Color, origin: Span
) -> Group:
    scale = width / icon.width
    top = baseline - cap / 2 - cap * ICON_HEIGHT / 2
    where = Transform(scale, 0.0, 0.0, scale, round(x), round(top))
    return Group(icon_shapes(icon, color), where, origin=origin)


@lru_cache(maxsize=4096)
def icon_shapes(icon: Icon, color: Color) -> tuple[Shape, ...]:
    """An icon's parts in a colour; parts with a colour of their own keep it."""
    return tuple(
        Shape(
            part.path,
            (part.fill or color) if part.filled else None,
            Stroke(part.stroke or color, Um(part.stroke_width)) if part.stroke_width else None,
        )
        for part in icon.parts
    )
