"""Fitted text at baselines: alignment, justification, and the runs of one line."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.svg_reader import Icon
from pnp.diagnostics import Span
from pnp.face import NO_BREAK_SPACE, Group, Item, Shape, Stroke, Text
from pnp.layout.breaking import Fit, Line
from pnp.layout.shaping import ICON_HEIGHT, PLAIN, Atom, Ink, gap, metrics
from pnp.units.color import Color
from pnp.units.geometry import PT, Transform, Um

_tuple = tuple.__new__


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
    fitted: Fit,
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
    em = fitted.size * PT
    m = base.metrics
    pitch = leading * em
    lead_in = (leading - m.ascent - m.descent) / 2 + m.ascent
    count = len(fitted.lines)
    if box.valign == "middle":
        baseline = box.y + (box.height - (count - 1) * pitch + m.cap * em) / 2
    elif box.valign == "bottom":
        baseline = box.y + box.height - (count * leading - lead_in) * em
    else:
        baseline = box.y + lead_in * em
    for broken in fitted.lines:
        line = _hyphened(atoms, broken, base) if broken.hyphen else broken
        spare = box.width - line.width * em
        stretch = 0.0
        x = float(box.x)
        if box.align == "justify" and not line.final:
            gaps = _gaps(atoms[line.first : line.last])
            stretch = spare / gaps if gaps else 0.0
        elif box.align == "right":
            x += spare
        elif box.align == "center":
            x += spare / 2
        _set_line(atoms, line, x, round(baseline), fitted.size, em, stretch, base, origin, out)
        baseline += pitch


def tell_hyphens(lines: Iterable[Line], ink: Ink) -> None:
    """Let the ink hear of a hyphen that no font has, once lines that are drawn end in one."""
    if ink.hyphen is None and any(line.hyphen for line in lines):
        ink.missing("-")


def _hyphened(atoms: list[Atom], line: Line, base: Ink) -> Line:
    """A line as wide as it is with its hyphen drawn in the cut of its last word, kerned to it;
    breaking counted a plain one.

    Where that cut lacks a hyphen, the plain one is drawn.
    """
    *_, last = atoms[line.last - 1].pieces or (None,)
    if last is None or last.typeface is None or last.icon is not None or last.typeface.missing("-"):
        return line
    face = last.typeface
    drawn = (face.width(last.text + "-") - face.width(last.text)) / face.units_per_em
    return line._replace(width=line.width + drawn - (base.hyphen.width if base.hyphen else 0.0))


def _gaps(atoms: list[Atom]) -> int:
    """The spaces of a line that justification widens."""
    return sum(atom.follows == PLAIN for atom in atoms[1:]) + sum(
        p.text.count(NO_BREAK_SPACE) for atom in atoms for p in atom.pieces
    )


def _set_line(
    atoms: list[Atom],
    line: Line,
    x: float,
    baseline: int,
    size: float,
    em: float,
    stretch: float,
    base: Ink,
    origin: Span,
    out: list[Item],
) -> None:
    """Append one line: neighbouring pieces in one typeface and colour become one run."""
    words = atoms[line.first : line.last]
    ink = words[0].ink if words else None  # a number of a page that is not known yet has no words
    if (
        ink is not None
        and not (stretch or line.hyphen)
        and [atom.ink for atom in words].count(ink) == len(words)
    ):
        # Most lines of most cards are plain words in one ink: they are one run.
        _, face, _, _, tint = words[0].pieces[0]
        text = " ".join([atom.pieces[0].text for atom in words])
        out.append(
            _text(
                [text],
                face,
                tint,
                x,
                x + line.width * em,
                baseline,
                size,
                0.0,
                base.tracking * em,
                origin,
            )
        )
        return
    run: list[str] = []
    left = start = end = x
    typeface: Typeface | None = None
    color = Color("")
    own = base.space  # what the run's typeface puts between words; a fallback may put more
    behind = base.tracking * em
    gap_behind = stretch - behind
    first = True
    for _, pieces, space, follows, _ in words:
        if first:
            first = False
        elif follows == PLAIN:
            x += space * em + gap_behind
            if run and space == own:
                run.append(" ")
            elif run:
                out.append(
                    _text(run, typeface, color, start, end, baseline, size, stretch, behind, origin)
                )
                run = []
        else:
            x += space * em - behind
        for text, face, icon, wide, tint in pieces:
            if run and (face is not typeface or tint != color or icon is not None):
                out.append(
                    _text(run, typeface, color, start, end, baseline, size, stretch, behind, origin)
                )
                run = []
            if icon is not None:
                assert face is not None  # an icon's piece carries the typeface it stands beside
                out.append(
                    _icon_item(icon, x, baseline, wide * em, metrics(face).cap * em, tint, origin)
                )
                x += wide * em + behind
                continue
            if not run:
                typeface, color, start = face, tint, x
                own = (
                    base.space
                    if face is base.typeface or face is None
                    else gap(face, base.tracking)
                )
            if text:
                run.append(text)
            end = x + wide * em
            if stretch:
                end += stretch * text.count(NO_BREAK_SPACE)
            x = end + behind
    if run:
        if line.hyphen and typeface is not None:
            to = left + line.width * em + stretch * _gaps(atoms[line.first : line.last])
            if not typeface.missing("-"):
                run, end = [*run, "-"], to
            elif base.hyphen is not None:
                out.append(
                    _text(run, typeface, color, start, end, baseline, size, stretch, behind, origin)
                )
                run, typeface, start, end = (
                    ["-"],
                    base.hyphen.typeface,
                    to - base.hyphen.width * em,
                    to,
                )
        out.append(_text(run, typeface, color, start, end, baseline, size, stretch, behind, origin))


def _text(
    run: list[str],
    typeface: Typeface | None,
    color: Color,
    start: float,
    end: float,
    baseline: int,
    size: float,
    stretch: float,
    behind: float,
    origin: Span,
) -> Text:
    """A run of words and spaces in one typeface and colour; a space that an icon or another
    typeface follows is not drawn.
    """
    assert typeface is not None  # only icons have none
    if run[-1] == " ":
        run.pop()
    left = round(start)
    # As `Text(…)` would be, without its call: this runs for every line of every card.
    return _tuple(
        Text,
        (
            left,
            baseline,
            "".join(run),
            typeface.ref,
            size,
            color,
            stretch,
            behind,
            round(end) - left,
            origin,
        ),
    )


def _icon_item(
    icon: Icon, x: float, baseline: int, width: float, cap: float, color: Color, origin: Span
) -> Group:
    height = cap * ICON_HEIGHT
    scale = width / icon.width
    top = baseline - cap / 2 - height / 2
    return Group(
        icon_shapes(icon, color),
        Transform(scale, 0.0, 0.0, scale, round(x), round(top)),
        origin=origin,
    )


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
