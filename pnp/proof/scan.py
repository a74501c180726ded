"""Reads a finished PDF: every face that its marks name, where it comes out on paper.

Nothing here knows how sheets are made.
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf

from pnp.diagnostics import Diagnostic, Problems, Span, error, refusal
from pnp.load.files import shown
from pnp.proof.streams import (
    MAX_DEPTH,
    PAINTS,
    Content,
    Unreadable,
    frame,
    group_of,
    inherited,
    is_form,
    named,
    numbers,
)
from pnp.proof.values import BACK, FRONT, TOLERANCE, Mark, Page, Pdf, Printed
from pnp.units.geometry import PT, Rect, Transform, by, size

MAX_BYTES = 256_000_000
"""Bytes that a PDF may have."""
MAX_METADATA = 100_000
_OPTIONS = re.compile(r"<pnp:options>([^<]*)</pnp:options>")
MAX_PAGES = 10_000
MAX_FACES = 10_000
"""Pages that a PDF may have, and faces that a page may: the smallest tokens on the largest paper
are fewer.
"""
_STREAM = re.compile(r"stream <[^>]*>[:,]? ?")
"""What qpdf calls a file that Python has opened."""
_ODD = (
    pikepdf.PdfError,
    ValueError,
    TypeError,
    KeyError,
    AttributeError,
    IndexError,
    ArithmeticError,
    RuntimeError,
)
"""What a PDF with a part of another type than it should be makes the library raise."""
_FLIPS = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}


AGAIN = "build it again, or take another copy"


def _unreadable(file: str, why: str, hint: str = AGAIN) -> Problems:
    return refusal("P730", f"the PDF cannot be read: {why}", Span(file), hint)


def read(path: Path) -> bytes:
    """The bytes of a PDF. Raises Problems (P730)."""
    try:
        if not path.is_file():
            why = "there is no such file" if not path.exists() else "it is no file"
        elif path.stat().st_size > MAX_BYTES:
            why = f"it has more than {MAX_BYTES // 1_000_000} MB"
        else:
            return path.read_bytes()
    except OSError as problem:
        why = problem.strerror or "the system refuses to read it"
    raise _unreadable(shown(path), why)


def options_of(path: Path) -> Any:
    """How a PDF was printed, as its metadata say; None where they say nothing."""
    try:
        with pikepdf.open(BytesIO(read(path)), attempt_recovery=False) as pdf:
            packet = pdf.Root.Metadata.read_bytes()[:MAX_METADATA].decode("utf-8", "replace")
        found = _OPTIONS.search(packet)
        return json.loads(unescape(found[1])) if found else None
    except (*_ODD, OSError, Problems):
        return None


def scan(data: bytes, path: Path) -> tuple[Pdf, list[Diagnostic]]:
    """The faces of a finished PDF, and what is wrong with its marks and pages (P731, P733).

    Raises Problems (P730) when it cannot be read.
    """
    file = shown(path)
    found: list[Diagnostic] = []
    hint = AGAIN
    try:
        with pikepdf.open(BytesIO(data), attempt_recovery=False) as pdf:
            scanned = _read(pdf, file, path.stem, found)
            return replace(scanned, stamp=hashlib.sha256(data).hexdigest()), found
    except pikepdf.PasswordError:
        why, hint = "it is locked with a password", "save it without one"
    except Unreadable as problem:
        why = str(problem)
    except OSError as problem:
        why = problem.strerror or "the system refuses to read it"
        if problem.errno == errno.EINVAL:  # some versions of qpdf seek to before a short file
            why = "it is damaged: it ends too soon"
    except _ODD as problem:
        why = f"it is damaged: {_STREAM.sub('', str(problem)) or type(problem).__name__}"
    raise _unreadable(file, why, hint)


def _read(pdf: Any, file: str, stem: str, found: list[Diagnostic]) -> Pdf:
    """All pages of an open PDF."""
    content = Content(pdf)
    if len(pdf.pages) > MAX_PAGES:
        raise Unreadable(f"it has more than {MAX_PAGES:,} pages")
    pages: list[Page] = []
    faces: list[tuple[Printed, ...]] = []
    for number, page in enumerate(pdf.pages, 1):
        seen, base = frame(page.obj)
        pages.append(Page(number, _label(page), seen))
        found += _boxes(file, pages[-1], page.obj)
        reading = _Reading(content, file, pages[-1], found)
        reading.run(page.obj.get("/Contents"), inherited(page.obj, "/Resources"), base)
        faces.append(_slots(reading.faces))
    flip = str(group_of(pdf.Root, "/ViewerPreferences").get("/Duplex", ""))
    return Pdf(file, stem, _FLIPS.get(flip, ""), tuple(pages), tuple(faces))


def _label(page: Any) -> str:
    try:
        return str(page.label)[:40]
    except _ODD:
        return ""


def _boxes(file: str, page: Page, entries: Any) -> Iterator[Diagnostic]:
    """A page whose boxes differ is printed smaller, larger or cut by whoever takes another box
    for the paper.
    """
    media = numbers(inherited(entries, "/MediaBox"), 4)
    for key in ("/CropBox", "/TrimBox", "/BleedBox"):
        box = inherited(entries, key)
        other = media if box is None else numbers(box, 4)
        if any(abs(a - b) * PT > TOLERANCE for a, b in zip(media, other, strict=True)):
            one, two = (
                by(size(round((right - left) * PT), round((top - bottom) * PT)))
                for left, bottom, right, top in (media, other)
            )
            message = (
                f"{page.name}: its MediaBox is {one}, its {key[1:]} {two}; a print of pnp has one"
                " size"
            )
            hint = "another program has changed the page: build it again"
            yield error("P733", message, Span(file, page.number), hint)
            return


def _slots(faces: list[Printed]) -> tuple[Printed, ...]:
    """Faces in reading order: rows from above, each from the left, numbered from 1."""
    rows: list[list[Printed]] = []
    for face in sorted(faces, key=lambda face: face.trim.y):
        first = rows[-1][0].trim if rows else face.trim
        if not rows or 2 * (face.trim.y - first.y) >= min(first.height, face.trim.height):
            rows.append([])
        rows[-1].append(face)
    ordered = [face for row in rows for face in sorted(row, key=lambda face: face.trim.x)]
    return tuple(replace(face, slot=slot) for slot, face in enumerate(ordered, 1))


class _Reading:
    """Follows the operators of one page."""

    def __init__(self, content: Content, file: str, page: Page, found: list[Diagnostic]) -> None:
        self.content, self.file, self.page, self.found = content, file, page, found
        self.faces: list[Printed] = []
        self._marks = 0

    def run(
        self, stream: Any, resources: Any, matrix: Transform, form: int = 0, depth: int = 0
    ) -> None:
        """Follow the operators of a page, or of the form with a number on it. Raises Unreadable."""
        nested = face = 0
        mark: Mark | None = None
        inside: list[tuple[Any, Transform]] = []
        for instruction, at in _placed(self.content.of(stream), matrix):
            name, operands = str(instruction.operator), instruction.operands
            if name in ("BDC", "BMC"):
                nested += 1
                if name == "BMC" or str(operands[0]) != "/PnpFace":
                    continue
                self._count()
                if face:
                    self._report("a face is marked inside another")
                else:
                    face, outer, inside = nested, at, []
                    mark = self._mark(operands[1], resources)
            elif name == "EMC":
                if face and face == nested:
                    face = 0
                    if mark is not None:
                        self.faces.append(self._printed(mark, outer, inside, resources, form))
                nested = max(0, nested - 1)
            elif face:
                inside.append((instruction, at))
            elif name == "Do":
                self._form(named(resources, "/XObject", operands[0]), at, depth)
        if face:
            self._report("a face begins and never ends")

    def _form(self, form: Any, matrix: Transform, depth: int) -> None:
        """A form that is no face's own: another program puts whole pages into them."""
        if is_form(form) and self.content.marked(form):
            if depth >= MAX_DEPTH:
                raise Unreadable("its pages are drawn by too many forms within forms")
            own = _matrix(form["/Matrix"]) if "/Matrix" in form else Transform()
            self.run(form, form.get("/Resources"), own.then(matrix), form.objgen[0], depth + 1)

    def _count(self) -> None:
        self._marks += 1
        if self._marks > MAX_FACES:
            raise Unreadable(f"a page has more than {MAX_FACES:,} faces")
        self.content.mark()

    def _report(self, why: str) -> None:
        hint = "another program has changed it: build it again"
        place = Span(self.file, self.page.number)
        self.found.append(error("P731", f"{self.page.name}: {why}", place, hint))

    def _mark(self, entries: Any, resources: Any) -> Mark | None:
        if isinstance(entries, pikepdf.Name):
            entries = named(resources, "/Properties", entries)
        try:
            return _mark(entries)
        except Unreadable as problem:
            self._report(f"the mark of a face says nothing that can be read: {problem}")
            return None

    def _printed(
        self,
        mark: Mark,
        outer: Transform,
        inside: list[tuple[Any, Transform]],
        resources: Any,
        form: int,
    ) -> Printed:
        """A face as it comes out: the trim of its mark, and where its content is laid.

        Inside its mark stand the clip and the matrix that place it, then the face itself.
        """
        inner: Transform | None = None
        path: Rect | None = None
        clip: Rect | None = None
        placed = grouped = False
        blank = True
        nested = 0
        look = hashlib.sha256()
        plain: list[Any] = []
        for instruction, at in inside:
            name, operands = str(instruction.operator), instruction.operands
            if name in ("q", "Q"):
                nested += 1 if name == "q" else -1
                if grouped and not nested:
                    break  # a face that has stamps over it stands in a group of its own
                grouped = grouped or inner is None
            if not placed:
                if name == "re":
                    path = _box(numbers(operands, 4), at)
                elif name == "W" and clip is None:
                    clip = path
                elif name == "cm":
                    inner = at
                    continue
                if inner is None:
                    continue
                placed = name not in ("re", "W", "n")
            if name == "Do":
                drawn = named(resources, "/XObject", operands[0])
                blank = blank and not self.content.paints(drawn)
                if isinstance(drawn, pikepdf.Stream):
                    if not plain and inner and "/Matrix" in drawn and is_form(drawn):
                        inner = _matrix(drawn["/Matrix"]).then(inner)
                    look.update(self.content.look(drawn))
                instruction = pikepdf.ContentStreamInstruction([], instruction.operator)
            blank = blank and name not in PAINTS
            plain.append(instruction)
        look.update(pikepdf.unparse_content_stream(plain))
        matrix = inner or outer
        left, bottom, right, top = mark.trim
        width, height = right - left, top - bottom
        # A face is turned by quarters to fill its trim: which, the matrix says that lays it there.
        aside = not _flat(outer)
        own = (width, height) if inner is None or aside is not _flat(inner) else (height, width)
        length = math.hypot(matrix.c, matrix.d) or 1.0
        return Printed(
            self.file,
            self.page,
            0,
            mark,
            _box((left, bottom, width, height), outer),
            _box((0.0, 0.0, *own), matrix),
            math.hypot(outer.a, outer.b) / PT,
            clip,
            (round(matrix.c / length), round(matrix.d / length)),
            look.digest(),
            (round(outer.e), round(outer.f), form),
            blank,
            # Up on a page is down on paper: what is not mirrored has a negative determinant,
            # however it is turned.
            matrix.a * matrix.d > matrix.b * matrix.c,
            aside,
        )


def _placed(instructions: list[Any], matrix: Transform) -> Iterator[tuple[Any, Transform]]:
    """Each operator with the matrix that holds after it."""
    stack: list[Transform] = []
    for instruction in instructions:
        name = str(instruction.operator)
        if name == "q":
            stack.append(matrix)
        elif name == "Q":
            matrix = stack.pop() if stack else matrix
        elif name == "cm":
            matrix = _matrix(instruction.operands).then(matrix)
        yield instruction, matrix


def _flat(matrix: Transform) -> bool:
    """Whether what is level in some coordinates comes out level on paper, not upright."""
    return abs(matrix.a) >= abs(matrix.b)


def _mark(entries: Any) -> Mark:
    """What a mark says. Raises Unreadable where a part is missing or of another type."""
    if not isinstance(entries, pikepdf.Dictionary):
        raise Unreadable("it is no dictionary")

    def words(key: str) -> str:
        value = entries.get(key)
        if not isinstance(value, pikepdf.String) or len(str(value)) > 200:
            raise Unreadable(f"its {key[1:]} is no short text")
        return str(value)

    def count(key: str, least: int) -> int:
        value: object = entries.get(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= 1_000_000:
            raise Unreadable(f"its {key[1:]} is no whole number from {least}")
        return value

    side = words("/Side")
    if side not in (FRONT, BACK):
        raise Unreadable(f'its Side is neither "{FRONT}" nor "{BACK}"')
    trim: Any = entries.get("/Trim")
    if not isinstance(trim, pikepdf.Array):
        raise Unreadable("its Trim is no list of four numbers")
    left, bottom, right, top = numbers(trim, 4)
    if right <= left or top <= bottom:
        raise Unreadable("its Trim is empty")
    tile = words("/Tile") if "/Tile" in entries else ""
    return Mark(
        words("/Component"),
        words("/Card"),
        count("/Copy", 1),
        side,
        tile,
        (left, bottom, right, top),
        count("/Of", 0),
    )


def _matrix(value: Any) -> Transform:
    return Transform(*numbers(value, 6))


def _box(box: Any, matrix: Transform) -> Rect:
    """A box of x, y, width and height in points as it comes out, in whole micrometres."""
    return matrix.bounds(Rect(*box))
