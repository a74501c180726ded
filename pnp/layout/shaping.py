"""Shapes words as atoms, once per ink, and gathers the runs of a paragraph as a list of atoms;
`line_boxes` makes lines of them.

Widths are kept in em, so one preparation serves every size. A paragraph is a list of atoms, the
pieces between two chances to break.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from pnp.assets.fonts import Typeface
from pnp.assets.svg_reader import Icon
from pnp.face import NO_BREAK_SPACE
from pnp.units.color import Color
from pnp.units.spelling import breaks

PLAIN, FORCED, HYPHEN, INSIDE = 0, 1, 2, 3
"""How an atom follows the one before: after a space, after a line break, after a soft hyphen,
after a chance to break without a space.
"""

ICON_HEIGHT = 1.3
"""Height of an inline icon in cap heights: a little taller than a capital, centred on it."""

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
    what a soft hyphen shows at the end of a line; None where no font has one.
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

    def __post_init__(self) -> None:
        self.metrics = metrics(self.typeface)
        self.space = word_space(self.typeface, self.tracking)
        self.words = _Words(self.shaped)
        face = next((f for f in (self.typeface, *self.fallback) if not f.missing("-")), None)
        self.hyphen = self._piece("-", face) if face else None

    @property
    def hyphened(self) -> float:
        """The em that a shown hyphen adds to a line."""
        return self.hyphen.width + self.tracking if self.hyphen else 0.0

    def shaped(self, word: str) -> tuple[tuple[Atom, ...], bool]:
        """The atoms of a word, and whether all of its characters can be shown."""
        if not breaks(word).search(word):
            pieces = self._pieces(word)
            if len(pieces) == 1:
                own = self if pieces[0].typeface is self.typeface else None
                atom = Atom(pieces[0].width, pieces, self.space, PLAIN, own)
                return (atom,), len(pieces[0].text) == len(word)
        atoms: list[Atom] = []
        follows, before = PLAIN, ""
        complete = True
        for part in filter(None, breaks(word).split(word)):
            shown = part.replace("\u00ad", "").replace("\u200b", "")
            pieces = self._pieces(shown)
            complete = complete and sum(len(p.text) for p in pieces) == len(shown)
            width = sum(p.width for p in pieces) + self.tracking * max(0, len(pieces) - 1)
            space = self.space if follows == PLAIN else self.tracking + self._kerning(before, shown)
            atoms.append(Atom(width, pieces, space, follows))
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
        runs: list[tuple[str, Typeface]] = []
        for char in text:
            chain = self.fallback if char in missing else (self.typeface,)
            face = next((face for face in chain if not face.missing(char)), None)
            if face is None:
                self.missing(char)
            elif runs and runs[-1][1] is face:
                runs[-1] = runs[-1][0] + char, face
            else:
                runs.append((char, face))
        return tuple(self._piece(*run) for run in runs)

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

    That word may be broken where the runs meet at a soft hyphen or zero-width space.
    """

    __slots__ = ("_chance", "_forced", "_glued", "atoms")

    def __init__(self) -> None:
        self.atoms: list[Atom] = []
        self._glued = False
        self._forced = False
        self._chance = PLAIN

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
        if "" in words:
            words = [word for word in words if word]
        if words and (glued or self._forced):
            self._join(ink.words[words.pop(0)], ink.tracking)
        self.atoms.extend(chain.from_iterable(map(ink.words.__getitem__, words)))
        self._chance = _CHANCES.get(text[-1], PLAIN) if text else PLAIN

    def _join(self, parts: tuple[Atom, ...], tracking: float) -> None:
        first = parts[0]
        if self._forced:
            self.atoms.append(first._replace(follows=FORCED, space=0.0, ink=None))
            self._forced = False
        elif self.atoms and self._chance:
            self.atoms.append(first._replace(follows=self._chance, space=tracking, ink=None))
        elif self.atoms:
            last = self.atoms[-1]
            pieces = last.pieces + first.pieces
            self.atoms[-1] = last._replace(
                width=last.width + tracking + first.width, pieces=pieces, ink=None
            )
        else:
            self.atoms.append(first)
        self.atoms.extend(parts[1:])

    def add_icon(self, icon: Icon, ink: Ink) -> None:
        """Append an inline icon."""
        width = ink.metrics.cap * ICON_HEIGHT * icon.width / icon.height
        piece = Piece("", ink.typeface, icon, width, ink.color)
        atom = Atom(width, (piece,), ink.space, PLAIN)
        if self._glued or self._forced:
            self._join((atom,), ink.tracking)
        else:
            self.atoms.append(atom)
        self._glued, self._chance = True, PLAIN

    def end_line(self) -> None:
        """Append a line break; two in a row leave an empty line."""
        if self._forced or not self.atoms:
            self.atoms.append(Atom(0.0, (), 0.0, FORCED if self._forced else PLAIN))
        self._forced, self._glued = True, False
