"""Shapes words as atoms, once per ink, breaks a paragraph's atoms into lines, and shrinks its type
until they fit a box.

Widths are kept in em, so one preparation serves every size. A paragraph is a list of atoms, the
pieces between two chances to break.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate, chain, groupby
from math import inf
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.vector import Icon
from pnp.face import NO_BREAK_SPACE
from pnp.units.color import Color
from pnp.units.spelling import breaks

PLAIN, FORCED, HYPHEN, INSIDE = 0, 1, 2, 3
"""How an atom follows the one before: after a space, after a line break, after a soft hyphen,
after a chance to break without a space.
"""

ICON_HEIGHT = 1.3
"""Height of an inline icon in cap heights: a little taller than a capital, centred on it."""

_ICON = "\ufffc"
"""What stands for an icon among signs."""
_SPACES = re.compile(r"[ \t\r\n]+")
_CHANCES = {"\u00ad": HYPHEN, "\u200b": INSIDE}


class Piece(NamedTuple):
    """Part of a word in one typeface (or an icon): text, width in em without the tracking behind
    it.
    """

    text: str
    typeface: Typeface
    icon: Icon | None
    width: float
    color: Color


class Atom(NamedTuple):
    """What stays together: its width in em, its pieces, the em between it and the one before, and
    how it follows that.

    `ink` is that of a word of one piece, drawn in the ink's own typeface and parted from its
    neighbours by plain spaces.
    """

    width: float
    pieces: tuple[Piece, ...]
    space: float
    follows: int
    ink: Ink | None = None


class Metrics(NamedTuple):
    """A typeface's vertical measures in em; descent is positive downwards."""

    ascent: float
    descent: float
    cap: float

    def baseline(self, leading: float) -> float:
        """How far below the top of its line box the baseline lies, in em."""
        return (leading - self.ascent - self.descent) / 2 + self.ascent


def metrics(typeface: Typeface) -> Metrics:
    """Real ascent, descent and cap height of a typeface in em."""
    em = typeface.units_per_em
    return Metrics(typeface.ascent / em, -typeface.descent / em, typeface.cap_height / em)


def word_space(typeface: Typeface, tracking: float) -> float:
    """What a space puts between two words in em; a glyph is followed by its tracking, before and
    behind the space.
    """
    return typeface.width(" ") / typeface.units_per_em + 2 * tracking


@dataclass(slots=True, eq=False)
class Ink:
    """A typeface in a colour, `tracking` em apart.

    `words` gives the atoms of a word; `missing` hears of characters no fallback has. `hyphen` is
    what a soft hyphen shows at the end of a line, None where no font has one; `hyphened` is the
    em that it adds.
    """

    typeface: Typeface
    fallback: tuple[Typeface, ...]
    color: Color
    tracking: float
    missing: Callable[[str], None]
    words: Mapping[str, tuple[Atom, ...]] = field(init=False)
    space: float = field(init=False)
    metrics: Metrics = field(init=False)
    hyphen: Piece | None = field(init=False)
    hyphened: float = field(init=False)

    def __post_init__(self) -> None:
        self.metrics = metrics(self.typeface)
        self.space = word_space(self.typeface, self.tracking)
        self.words = _Words(self.shaped)
        face = next((f for f in (self.typeface, *self.fallback) if not f.missing("-")), None)
        self.hyphen = self._piece("-", face) if face else None
        self.hyphened = self.hyphen.width + self.tracking if self.hyphen else 0.0

    def shaped(self, word: str) -> tuple[tuple[Atom, ...], bool]:
        """The atoms of a word, and whether all of its characters can be shown."""
        atoms: list[Atom] = []
        follows, before = PLAIN, ""
        complete = True
        for part in filter(None, breaks(word).split(word)):
            shown = part.replace("\u00ad", "").replace("\u200b", "")
            pieces = self._pieces(shown)
            complete = complete and sum(len(p.text) for p in pieces) == len(shown)
            width = sum(p.width for p in pieces) + self.tracking * max(0, len(pieces) - 1)
            space = self.space if follows == PLAIN else self.tracking + self._kerning(before, shown)
            whole = shown == word and len(pieces) == 1 and pieces[0].typeface is self.typeface
            atoms.append(Atom(width, pieces, space, follows, self if whole else None))
            follows, before = HYPHEN if part.endswith("\u00ad") else INSIDE, shown
        return tuple(atoms), complete

    def _kerning(self, before: str, behind: str) -> float:
        """What two parts of a word are closer than apart, in em, since they are drawn as one."""
        face = self.typeface
        if face.missing(before + behind):
            return 0.0
        apart = face.width(before) + face.width(behind)
        return (face.width(before + behind) - apart) / face.units_per_em

    def _pieces(self, text: str) -> tuple[Piece, ...]:
        missing = self.typeface.missing(text)
        if not missing:
            return (self._piece(text, self.typeface),)

        def face_of(letter: str) -> Typeface | None:
            chain = (self.typeface, *self.fallback)
            face = next((face for face in chain if not face.missing(letter)), None)
            if face is None:
                for char in dict.fromkeys(unicodedata.normalize("NFC", letter)):
                    if all(face.missing(char) for face in chain):
                        self.missing(char)
            return face

        runs = groupby(_letters(text), face_of)
        return tuple(self._piece("".join(parts), face) for face, parts in runs if face)

    def _piece(self, text: str, typeface: Typeface) -> Piece:
        width = typeface.width(text)
        if (
            NO_BREAK_SPACE in text
        ):  # as it is drawn: such a space, which may be widened, ends a word
            words = text.split(NO_BREAK_SPACE)
            width = sum(map(typeface.width, words))
            width += (len(words) - 1) * typeface.width(NO_BREAK_SPACE)
        tracked = self.tracking * max(0, _steps(text, typeface) - 1) if self.tracking else 0.0
        return Piece(text, typeface, None, width / typeface.units_per_em + tracked, self.color)


def _letters(text: str) -> list[str]:
    """The letters of a text, each with its accents, vowel signs and joiners, which come from one
    font.
    """
    letters: list[str] = []
    for char in text:
        if letters and unicodedata.category(char) in ("Mn", "Mc", "Me", "Cf"):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _steps(text: str, typeface: Typeface) -> int:
    """How many glyphs of a text take a step: accents set apart from their letters, and joiners,
    take none.
    """
    if text.isascii():
        return len(text)
    runs = map(typeface.shape, text.split(NO_BREAK_SPACE))
    return sum(len(run.glyphs) - len(run.marks) for run in runs) + text.count(NO_BREAK_SPACE)


class _Words(dict[str, tuple[Atom, ...]]):
    """Word -> its atoms; fills itself."""

    __slots__ = ("_shaped",)

    def __init__(self, shaped: Callable[[str], tuple[tuple[Atom, ...], bool]]) -> None:
        super().__init__()
        self._shaped = shaped

    def __missing__(self, word: str) -> tuple[Atom, ...]:
        atoms, complete = self._shaped(word)
        # A word without some glyph is shaped anew each time, so that every face with it is
        # reported.
        if complete:
            self[word] = atoms
        return atoms


class Paragraph:
    """Collects runs of text into atoms.

    A run that begins or ends without a space joins its neighbour into one word.

    That word may be broken where the runs meet at a soft hyphen or zero-width space, or at signs
    of Chinese or Japanese that may be parted.
    """

    __slots__ = ("_before", "_chance", "_forced", "_glued", "atoms")

    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self._glued = False
        self._forced = False
        self._chance = PLAIN
        self._before = ""

    def add(self, text: str, ink: Ink) -> None:
        """Append a run of text."""
        if text[:1] in _CHANCES:
            self._chance, text = _CHANCES[text[0]], text[1:]
            if not text:
                return
        spaced = "\n" in text or "\t" in text or "\r" in text
        words = _SPACES.split(text) if spaced else text.split(" ")
        if words[0] == "":
            self._glued = False
        glued, self._glued = self._glued, words[-1] != ""
        if glued:
            self._meet(words[0][:2])
        if "" in words:
            words = [word for word in words if word]
        if words and (glued or self._forced):
            self._join(ink.words[words.pop(0)], ink.tracking)
        self.atoms.extend(chain.from_iterable(map(ink.words.__getitem__, words)))
        self._chance = _CHANCES.get(text[-1], PLAIN) if text else PLAIN
        self._before = text[-2:]

    def _meet(self, behind: str) -> None:
        """Two runs meet without a blank: whether a line may end between them."""
        around = self._before + behind
        if not self._chance and max(around, default="") > "\u3000":
            at = len(self._before)
            if any(found.start() == at for found in breaks(around).finditer(around)):
                self._chance = INSIDE

    def _join(self, parts: tuple[Atom, ...], tracking: float) -> None:
        first = parts[0]
        if self._forced:
            first = first._replace(follows=FORCED, space=0.0, ink=None)
            self._forced = False
        elif self.atoms and self._chance:
            first = first._replace(follows=self._chance, space=tracking, ink=None)
        elif self.atoms:
            last = self.atoms.pop()
            width = last.width + tracking + first.width
            first = last._replace(width=width, pieces=last.pieces + first.pieces, ink=None)
        self.atoms += (first, *parts[1:])

    def add_icon(self, icon: Icon, ink: Ink) -> None:
        """Append an inline icon."""
        width = ink.metrics.cap * ICON_HEIGHT * icon.width / icon.height
        piece = Piece("", ink.typeface, icon, width, ink.color)
        atom = Atom(width, (piece,), ink.space, PLAIN)
        if self._glued or self._forced:
            self._meet(_ICON)
            self._join((atom,), ink.tracking)
        else:
            self.atoms.append(atom)
        self._glued, self._chance, self._before = True, PLAIN, _ICON

    def end_line(self) -> None:
        """Append a line break; two in a row leave an empty line."""
        if self._forced or not self.atoms:
            self.atoms.append(Atom(0.0, (), 0.0, FORCED if self._forced else PLAIN))
        self._forced, self._glued = True, False


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
    return max((line.width for line in break_lines(atoms, inf, 0.0)), default=0.0)


def break_lines(atoms: list[Atom], available: float, hyphen: float) -> list[Line]:
    """Greedy lines in a width (em): each holds as many atoms as fit, with the hyphen where it ends
    at a soft one; one at least.

    `hyphen` is the em that a shown hyphen adds.
    """
    limit = available + 1e-9
    if len(atoms) >= MANY and (lines := _plain_lines(atoms, limit)) is not None:
        return lines
    lines = []
    last, count = 0, len(atoms)
    while last < count:
        first, width, soft, final = last, atoms[last].width, False, True
        last += 1
        for wide, _, space, follows, _ in atoms[last:]:
            wider = width + space + wide
            final = follows == FORCED
            if final or wider > limit:
                break
            width, last, final = wider, last + 1, True
        if not final:
            soft = atoms[last].follows == HYPHEN
            while soft and last > first + 1 and width + hyphen > limit:
                last -= 1
                width -= atoms[last].space + atoms[last].width
                soft = atoms[last].follows == HYPHEN
        lines.append(Line(first, last, width + hyphen if soft else width, soft, final))
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
        room = height / size if height is not None else inf
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
