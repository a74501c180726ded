"""The text engine: words measured once a font, greedy lines, the largest quarter point that fits, runs at baselines.

Widths are kept in em, so one preparation serves every size. A paragraph is a list of atoms, the pieces between two chances to break.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.svg import Icon
from pnp.color import Color
from pnp.diagnostics import Span
from pnp.face import Group, Item, Shape, Stroke, Text
from pnp.geometry import PT, Transform, Um

PLAIN, FORCED, HYPHEN = 0, 1, 2
"""How an atom follows the one before: after a space or a chance to break, after a line break, after a soft hyphen."""

ICON_HEIGHT = 1.3
"""Height of an inline icon in cap heights: a little taller than a capital, centred on it."""

_SPACES = re.compile(r"[ \t\r\n]+")
_BREAKS = re.compile("(?<=\u00ad)|(?<=\u200b)|(?<=[—–/])(?=\\w)|(?<=\\w-)(?=\\w)")


class Piece(NamedTuple):
    """Part of a word in one typeface (or an icon): text, width in em."""

    text: str
    typeface: Typeface | None
    icon: Icon | None
    width: float
    color: Color


class Atom(NamedTuple):
    """What stays together: its width in em, its pieces, the em of the space before it, and how it follows the one before."""

    width: float
    pieces: tuple[Piece, ...]
    space: float
    follows: int


class Line(NamedTuple):
    """A broken line: its atoms from `first` to before `last`, its width in em, whether a hyphen and whether a paragraph ends it."""

    first: int
    last: int
    width: float
    hyphen: bool
    final: bool


class Metrics(NamedTuple):
    """A typeface's vertical measures in em; descent is positive downwards."""

    ascent: float
    descent: float
    cap: float


def metrics(typeface: Typeface) -> Metrics:
    """Real ascent, descent and cap height of a typeface in em."""
    em = typeface.units_per_em
    return Metrics(typeface.ascent / em, -typeface.descent / em, typeface.cap_height / em)


@dataclass(slots=True)
class Ink:
    """A typeface in a colour, `tracking` em apart, with the words measured so far. `missing` hears of characters no fallback has."""

    typeface: Typeface
    fallback: tuple[Typeface, ...]
    color: Color
    tracking: float
    missing: Callable[[str], None]
    words: dict[str, tuple[Atom, ...]] = field(default_factory=dict)
    space: float = 0.0
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        self.metrics = metrics(self.typeface)
        self.space = self.typeface.width(" ") / self.typeface.units_per_em + self.tracking

    def atoms(self, word: str) -> tuple[Atom, ...]:
        """The atoms of a word, measured at its first use."""
        atoms = self.words.get(word)
        if atoms is None:
            atoms, complete = self._measured(word)
            if complete:  # a word that lacks a glyph is measured anew each time, so that every face with it is reported
                self.words[word] = atoms
        return atoms

    def _measured(self, word: str) -> tuple[tuple[Atom, ...], bool]:
        parts = [p for p in _BREAKS.split(word) if p] if _BREAKS.search(word) else [word]
        atoms: list[Atom] = []
        follows, space = PLAIN, self.space
        complete = True
        for part in parts:
            shown = part.replace("\u00ad", "").replace("\u200b", "")
            pieces = self._pieces(shown)
            complete = complete and sum(len(p.text) for p in pieces) == len(shown)
            atoms.append(Atom(sum(p.width for p in pieces), pieces, space, follows))
            follows, space = HYPHEN if part.endswith("\u00ad") else PLAIN, 0.0
        return tuple(atoms), complete

    def _pieces(self, text: str) -> tuple[Piece, ...]:
        lacking = self.typeface.missing(text)
        if not lacking:
            return (self._piece(text, self.typeface),)
        pieces: list[Piece] = []
        run, face = "", self.typeface
        for char in text:
            wanted = self.typeface if char not in lacking else next((f for f in self.fallback if not f.missing(char)), None)
            if wanted is None:
                self.missing(char)
                continue
            if wanted is not face and run:
                pieces.append(self._piece(run, face))
                run = ""
            run, face = run + char, wanted
        return (*pieces, self._piece(run, face)) if run else tuple(pieces)

    def _piece(self, text: str, typeface: Typeface) -> Piece:
        return Piece(text, typeface, None, typeface.width(text) / typeface.units_per_em + self.tracking * len(text), self.color)


def icon_piece(icon: Icon, ink: Ink) -> Piece:
    """An inline icon, as high as the ink's capitals ask."""
    height = ink.metrics.cap * ICON_HEIGHT
    return Piece("", ink.typeface, icon, height * icon.width / icon.height, ink.color)


class Paragraph:
    """Collects runs of text into atoms. A run that begins or ends without a space joins its neighbour into one word."""

    __slots__ = ("_forced", "_glued", "atoms")

    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self._glued = False
        self._forced = False

    def add(self, text: str, ink: Ink) -> None:
        """Append a run of text."""
        words = _SPACES.split(text) if "\n" in text or "\t" in text or "\r" in text else text.split(" ")
        if words[0] == "":
            self._glued = False
        atoms, known, measured = self.atoms, ink.words, ink.atoms
        for word in words:
            if not word:
                continue
            parts = known.get(word) or measured(word)
            if self._glued or self._forced:
                self._join(parts)
                self._glued = False
            else:
                atoms.extend(parts)
        self._glued = words[-1] != ""

    def _join(self, parts: tuple[Atom, ...]) -> None:
        first = parts[0]
        if self._forced:
            self.atoms.append(first._replace(follows=FORCED, space=0.0))
            self._forced = False
        elif self.atoms:
            last = self.atoms[-1]
            self.atoms[-1] = last._replace(width=last.width + first.width, pieces=last.pieces + first.pieces)
        else:
            self.atoms.append(first)
        self.atoms.extend(parts[1:])

    def add_icon(self, icon: Icon, ink: Ink) -> None:
        """Append an inline icon."""
        piece = icon_piece(icon, ink)
        atom = Atom(piece.width, (piece,), ink.space, PLAIN)
        if self._glued or self._forced:
            self._join((atom,))
        else:
            self.atoms.append(atom)
        self._glued = True

    def end_line(self) -> None:
        """Append a line break; two in a row leave an empty line."""
        if self._forced or not self.atoms:
            self.atoms.append(Atom(0.0, (), 0.0, FORCED if self._forced else PLAIN))
        self._forced, self._glued = True, False


def natural_width(atoms: list[Atom]) -> float:
    """The width in em of the longest line when nothing is broken but where a break is forced."""
    widest = width = 0.0
    for index, atom in enumerate(atoms):
        if index and atom.follows != FORCED:
            width += atom.space + atom.width
        else:
            width = atom.width
        widest = max(widest, width)
    return widest


def broken(atoms: list[Atom], available: float, hyphen: float) -> list[Line]:
    """Greedy lines in a width (em). An atom wider than that stands alone; `hyphen` is the em that a soft hyphen needs when shown."""
    lines: list[Line] = []
    limit = available + 1e-9
    sure = limit - hyphen
    first = 0
    width = 0.0
    for index, (wide, _, space, follows) in enumerate(atoms):
        if index == first:
            width = wide
            continue
        wider = width + space + wide
        if wider <= sure and follows != FORCED:
            width = wider
        elif follows == FORCED:
            lines.append(Line(first, index, width, False, True))
            first, width = index, wide
        elif wider > limit or (wider + hyphen > limit and _soft_ahead(atoms, index, wider, limit)):
            soft = follows == HYPHEN
            lines.append(Line(first, index, width + (hyphen if soft else 0.0), soft, False))
            first, width = index, wide
        else:
            width = wider
    if first < len(atoms):
        lines.append(Line(first, len(atoms), width, False, True))
    return lines


def _soft_ahead(atoms: list[Atom], index: int, width: float, limit: float) -> bool:
    """Whether a line that takes this atom would have to break at the soft hyphen behind it, with no room for the hyphen."""
    following = index + 1
    return following < len(atoms) and atoms[following].follows == HYPHEN and width + atoms[following].width > limit


class Fit(NamedTuple):
    """A size in points, the lines at that size, and by how much they exceed the box (em of that size; 0 where they fit)."""

    size: float
    lines: list[Line]
    over_width: float
    over_height: float


def fit(
    atoms: list[Atom], width: float, height: float | None, sizes: tuple[float, float], leading: float, most: int | None, hyphen: float
) -> Fit:
    """The largest quarter point from `sizes` (wanted, least) at which the text fits a box of points; the least one when none does.

    Tried in full at the wanted size, then by bisection: a smaller size never needs more room.
    """
    wanted, least = sizes
    found = _tried(atoms, wanted, width, height, leading, most, hyphen)
    if not (found.over_width or found.over_height) or least >= wanted:
        return found
    low, high = round(least * 4), round(wanted * 4) - 1
    best = _tried(atoms, least, width, height, leading, most, hyphen)
    if best.over_width or best.over_height:
        return best
    while low < high:
        middle = (low + high + 1) // 2
        found = _tried(atoms, middle / 4, width, height, leading, most, hyphen)
        if found.over_width or found.over_height:
            high = middle - 1
        else:
            low, best = middle, found
    return best if best.size * 4 == low else _tried(atoms, low / 4, width, height, leading, most, hyphen)


def _tried(
    atoms: list[Atom], size: float, width: float, height: float | None, leading: float, most: int | None, hyphen: float
) -> Fit:
    available = width / size
    lines = broken(atoms, available, hyphen)
    over_width = max([line.width for line in lines], default=0.0) - available
    room = (height / size) if height is not None else float("inf")
    if most is not None:
        room = min(room, most * leading)
    over_height = len(lines) * leading - room
    return Fit(size, lines, over_width if over_width > 1e-6 else 0.0, over_height if over_height > 1e-6 else 0.0)


class Box(NamedTuple):
    """Where a text goes, in micrometres, and how it stands there."""

    x: int
    y: int
    width: int
    height: int
    align: str
    valign: str


def set_lines(
    atoms: list[Atom], fitted: Fit, box: Box, base: Ink, leading: float, origin: Span, out: list[Item]
) -> None:
    """Append the runs of a fitted text to a face's items, at baselines.

    Line boxes are `leading` × size high, the font's ascent and descent centred in them. `middle` centres from the first line's cap height
    to the last line's baseline, which is what the eye centres on.
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
    for line in fitted.lines:
        spare = box.width - line.width * em
        stretch = 0.0
        x = float(box.x)
        if box.align == "justify" and not line.final:
            gaps = sum(1 for a in atoms[line.first + 1 : line.last] if a.space)
            stretch = spare / gaps if gaps else 0.0
        elif box.align == "right":
            x += spare
        elif box.align == "center":
            x += spare / 2
        _set_line(atoms, line, x, round(baseline), fitted.size, em, stretch, base.tracking * em, origin, out)
        baseline += pitch


def _set_line(
    atoms: list[Atom],
    line: Line,
    x: float,
    baseline: int,
    size: float,
    em: float,
    stretch: float,
    tracking: float,
    origin: Span,
    out: list[Item],
) -> None:
    """Append one line: neighbouring pieces in one typeface and colour become one run."""
    run = ""
    start = x
    typeface: Typeface | None = None
    color = Color("")
    y = Um(baseline)
    spaced = False
    for _, pieces, space, _ in atoms[line.first : line.last]:
        if spaced and space:
            x += space * em + stretch
            if run:
                run += " "
        spaced = True
        for text, face, icon, wide, tint in pieces:
            if face is not typeface or tint != color or icon is not None:
                if run and typeface is not None:
                    out.append(_run(start, y, run, typeface, size, color, stretch, tracking, x, origin))
                    run = ""
                typeface, color = face, tint
                if icon is not None:
                    assert face is not None  # an icon's piece carries the typeface it stands beside
                    out.append(_icon_item(icon, x, baseline, wide * em, metrics(face).cap * em, tint, origin))
                    typeface = None
                    x += wide * em
                    continue
            if not run:
                start = x
            run += text
            x += wide * em
    if run and typeface is not None:
        text = run + "-" if line.hyphen else run
        out.append(_run(start, y, text, typeface, size, color, stretch, tracking, x, origin))


def _run(
    start: float, y: Um, text: str, face: Typeface, size: float, color: Color, stretch: float, tracking: float, end: float, origin: Span
) -> Text:
    left = round(start)
    return Text(Um(left), y, text.rstrip(" "), face.ref, size, color, stretch, tracking, Um(round(end) - left), origin)


def _icon_item(icon: Icon, x: float, baseline: int, width: float, cap: float, color: Color, origin: Span) -> Group:
    height = cap * ICON_HEIGHT
    scale = width / icon.width
    top = baseline - cap / 2 - height / 2
    return Group(icon_shapes(icon, color), Transform(scale, 0.0, 0.0, scale, round(x), round(top)), origin=origin)


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
