"""Reads content streams out of a PDF that anybody may have written: decoded with bounds, with what
they inherit and name.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pikepdf

from pnp.units.geometry import PT, Size, Transform, size

MAX_STREAM = 8_000_000
"""Bytes that the operators of a page or form may come to; a page of a game takes 20,000 to
700,000.
"""
MAX_FILE = 96_000_000
"""Bytes of operators that one file may come to."""
MAX_WORDS = 500_000
"""Numbers, names and operators of a page or form: each takes a hundred bytes once it is read.

A page of a game has up to 50,000.
"""
MAX_WORDS_FILE = 10_000_000
"""Those of all pages together."""
MAX_MARKS = 250_000
"""Marks of faces that one file may have, read where they are drawn: each takes a hundred times
as long as another operator.
"""
MAX_DEPTH = 12
"""Forms within forms."""
_PARENTS = 32
_PARTING = (b" ", b"\n", b"\r", b"\t", b"\x0c", b"\0", b"[", b"]", b"(", b"<", b"/", b"%")
"""What a word begins after, or with (ISO 32000-1, 7.2.2)."""
PAINTS = frozenset(
    ("f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "sh", "Tj", "TJ", "'", '"', "INLINE IMAGE")
)
"""Operators that put ink on paper (ISO 32000-1, table 51); `Do` does so if what it draws does."""


class Unreadable(ValueError):
    """A part of a PDF that cannot be read; the message says why."""


class Content:
    """The operators of pages and forms of one file; counts what they come to."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._left = MAX_FILE
        self._words_left = MAX_WORDS_FILE
        self._marks_left = MAX_MARKS
        self._marked: dict[tuple[int, int], bool] = {}
        self._digests: dict[tuple[int, int], bytes] = {}
        self._paints: dict[tuple[int, int], bool] = {}

    def of(self, stream: Any) -> list[Any]:
        """The instructions of a page's contents or of a form. Raises Unreadable."""
        data = self.bytes_of(stream)
        self._left -= len(data)
        if self._left < 0:
            raise Unreadable(f"its pages come to more than {MAX_FILE // 1_000_000} MB of drawing")
        words = sum(map(data.count, _PARTING))
        if words > MAX_WORDS:
            raise Unreadable(f"a page draws more than {MAX_WORDS:,} words of operators")
        self._words_left -= words
        if self._words_left < 0:
            raise Unreadable(f"its pages draw more than {MAX_WORDS_FILE:,} words of operators")
        try:
            return list(pikepdf.parse_content_stream(pikepdf.Stream(self._pdf, data)))
        except pikepdf.PdfError as problem:
            raise Unreadable(f"what a page draws is no PDF: {problem}") from None

    def mark(self) -> None:
        """Count the mark of a face. Raises Unreadable."""
        self._marks_left -= 1
        if self._marks_left < 0:
            raise Unreadable(f"its pages have more than {MAX_MARKS:,} faces")

    def bytes_of(self, stream: Any) -> bytes:
        """The decoded bytes of a stream or of several one after the other. Raises Unreadable."""
        if stream is None:
            return b""
        if isinstance(stream, pikepdf.Array):
            parts = []
            for part in list(stream)[:1_000]:
                parts.append(self.bytes_of(part))
                if sum(map(len, parts)) > MAX_STREAM:
                    raise _too_much()
            return b"\n".join(parts)
        if not isinstance(stream, pikepdf.Stream):
            raise Unreadable("a page has contents that are no stream")
        return _decoded(stream)

    def marked(self, form: Any, depth: int = 0) -> bool:
        """Whether a form, or one that it draws, may mark faces."""
        key = form.objgen
        if key not in self._marked:
            self._marked[key] = False  # a circle adds nothing
            self._marked[key] = b"PnpFace" in self.bytes_of(form) or any(
                self.marked(other, depth + 1)
                for other in _xobjects(form)
                if depth < MAX_DEPTH and is_form(other)
            )
        return self._marked[key]

    def paints(self, drawn: Any, depth: int = 0) -> bool:
        """Whether an image or form puts ink on paper. Raises Unreadable."""
        if depth > MAX_DEPTH:
            return False
        if not is_form(drawn):
            return isinstance(drawn, pikepdf.Stream)
        key = drawn.objgen
        if key not in self._paints:
            self._paints[key] = False  # a circle adds nothing
            resources = drawn.get("/Resources")
            self._paints[key] = any(
                self.paints(named(resources, "/XObject", one.operands[0]), depth + 1)
                if str(one.operator) == "Do"
                else str(one.operator) in PAINTS
                for one in self.of(drawn)
            )
        return self._paints[key]

    def look(self, drawn: Any, depth: int = 0) -> bytes:
        """A digest of a form or image with all that it draws."""
        key = drawn.objgen
        if key not in self._digests:
            self._digests[key] = b""
            content = hashlib.sha256(drawn.read_raw_bytes())
            for name in ("/Matrix", "/BBox"):
                content.update(
                    str([float(n) for n in drawn[name]]).encode() if name in drawn else b"-"
                )
            for other in _xobjects(drawn) if depth < MAX_DEPTH else ():
                content.update(self.look(other, depth + 1))
            self._digests[key] = content.digest()
        return self._digests[key]


def _decoded(stream: Any) -> bytes:
    """The bytes of one stream, no more than are allowed."""
    filters = stream.get("/Filter")
    several = filters if isinstance(filters, pikepdf.Array) else [filters]
    names = [str(name) for name in several if name is not None]
    if not names:
        data = stream.read_raw_bytes()
    elif names == ["/FlateDecode"] and "/DecodeParms" not in stream:
        unpacking = zlib.decompressobj()
        try:
            data = unpacking.decompress(stream.read_raw_bytes(), MAX_STREAM + 1)
        except zlib.error as problem:
            raise Unreadable(f"what a page draws cannot be unpacked: {problem}") from None
    elif set(names) <= {"/ASCII85Decode", "/ASCIIHexDecode", "/A85", "/AHx"}:
        data = stream.read_bytes()
    else:
        raise Unreadable(
            f"what a page draws is packed by {' and '.join(name.lstrip('/') for name in names)},"
            " which no print of pnp is"
        )
    if len(data) > MAX_STREAM:
        raise _too_much()
    return bytes(data)


def _too_much() -> Unreadable:
    return Unreadable(f"a page draws more than {MAX_STREAM // 1_000_000} MB of operators")


def _xobjects(drawn: Any) -> Iterator[Any]:
    group = group_of(drawn.get("/Resources"), "/XObject")
    return (group[key] for key in sorted(group.keys()) if isinstance(group[key], pikepdf.Stream))


def is_form(drawn: Any) -> bool:
    """Whether something that is drawn is a form."""
    return isinstance(drawn, pikepdf.Stream) and drawn.get("/Subtype") == "/Form"


def group_of(resources: Any, kind: str) -> Any:
    """A dictionary in another one, as the names of a kind in resources; empty where it is none."""
    group = resources.get(kind) if isinstance(resources, pikepdf.Dictionary) else None
    return group if isinstance(group, pikepdf.Dictionary) else {}


def named(resources: Any, kind: str, name: Any) -> Any:
    """What a name stands for in a resource dictionary; None where it stands for nothing."""
    return group_of(resources, kind).get(str(name))


def inherited(page: Any, key: str) -> Any:
    """An entry of a page, or of what it is a page of."""
    for _ in range(_PARENTS):
        if not isinstance(page, pikepdf.Dictionary):
            return None
        if key in page:
            return page[key]
        page = page.get("/Parent")
    return None


def numbers(value: Any, count: int) -> tuple[float, ...]:
    """So many plain numbers of moderate size. Raises Unreadable."""
    with suppress(TypeError, ValueError, ArithmeticError):
        found = tuple(float(n) for n in value if not isinstance(n, (str, bool, pikepdf.Object)))
        if len(found) == count and all(abs(n) < 1e7 for n in found):
            return found
    raise Unreadable(f"expected {count} numbers")


def frame(page: Any) -> tuple[Size, Transform]:
    """A page's size as it is seen, and the way from its coordinates to micrometres from its top
    left. Raises Unreadable.
    """
    box = numbers(inherited(page, "/MediaBox"), 4)
    unit = numbers([page.get("/UserUnit", 1)], 1)[0] * PT
    turn = int(numbers([inherited(page, "/Rotate") or 0], 1)[0]) % 360
    (left, right), (bottom, top) = sorted(box[::2]), sorted(box[1::2])
    width, height = (right - left) * unit, (top - bottom) * unit
    if not 1_000 <= min(width, height) <= max(width, height) <= 20_000_000 or turn % 90:
        raise Unreadable("a page has no size")
    seen = Transform(unit, 0, 0, -unit, -left * unit, top * unit)
    turned = {
        0: Transform(),
        90: Transform(0, 1, -1, 0, height, 0),
        180: Transform(-1, 0, 0, -1, width, height),
        270: Transform(0, -1, 1, 0, 0, width),
    }[turn]
    across, down = (height, width) if turn % 180 else (width, height)
    return size(round(across), round(down)), seen.then(turned)
