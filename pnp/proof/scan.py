"""Reads a finished PDF: every face that its marks name, where it comes out on paper.

Nothing here knows how sheets are made.
"""

from __future__ import annotations

import errno
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf

from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.load.files import shown
from pnp.proof.streams import (
    MAX_DEPTH,
    PAINTS,
    Content,
    Unreadable,
    frame,
    inherited,
    named,
    numbers,
)
from pnp.proof.values import BACK, FRONT, TOLERANCE, Mark, Page, Pdf, Printed
from pnp.units.geometry import PT, Rect, Transform, by, rect, size

MAX_BYTES = 256_000_000
"""Bytes that a PDF may have."""
MAX_PAGES = 10_000
MAX_FACES = 10_000
"""Pages that a PDF may have, and faces that a page may: the smallest tokens on the largest paper
are fewer.
"""
_CROWDED = f"a page has more than {MAX_FACES:,} faces"
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


def scan(path: Path) -> tuple[Pdf, list[Diagnostic]]:
    """The faces of a finished PDF, and what is wrong with its marks and pages (P731, P733).

    Raises Problems (P730) when it cannot be read.
    """
    file = shown(path)
    found: list[Diagnostic] = []
    try:
        if not path.is_file():
            raise Unreadable("there is no such file" if not path.exists() else "it is no file")
        if path.stat().st_size > MAX_BYTES:
            raise Unreadable(f"it has more than {MAX_BYTES // 1_000_000} MB")
        # Opened by us: pikepdf cannot take a path with bytes that are no UTF-8.
        with path.open("rb") as data, pikepdf.open(data, attempt_recovery=False) as pdf:
            read = _read(pdf, file, path.stem, found)
            data.seek(0)
            return replace(read, stamp=hashlib.file_digest(data, "sha256").hexdigest()), found
    except pikepdf.PasswordError:
        raise _unreadable(file, "it is locked with a password", "save it without one") from None
    except Unreadable as problem:
        raise _unreadable(file, str(problem)) from None
    except OSError as problem:
        if (
            problem.errno == errno.EINVAL
        ):  # some versions of qpdf seek to before the start of a file that is too short
            raise _unreadable(file, "it is damaged: it ends too soon") from None
        raise _unreadable(file, problem.strerror or "the system refuses to read it") from None
    except _ODD as problem:
        raise _unreadable(
            file, f"it is damaged: {_STREAM.sub('', str(problem)) or type(problem).__name__}"
        ) from None


def _unreadable(
    file: str, why: str, hint: str = "build it again, or take another copy"
) -> Problems:
    return Problems([error("P730", f"the PDF cannot be read: {why}", Span(file), hint)])


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
        reading.run(
            content.of(page.obj.get("/Contents")), inherited(page.obj, "/Resources"), base, 0
        )
        faces.append(_slots(reading.faces))
        if len(faces[-1]) > MAX_FACES:
            raise Unreadable(_CROWDED)
    preferences = pdf.Root.get("/ViewerPreferences")
    flip = (
        str(preferences.get("/Duplex", "")) if isinstance(preferences, pikepdf.Dictionary) else ""
    )
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
        if box is None:
            continue
        other = numbers(box, 4)
        if any(abs(a - b) * PT > TOLERANCE for a, b in zip(media, other, strict=True)):
            sizes = [
                by(size(round((b[2] - b[0]) * PT), round((b[3] - b[1]) * PT)))
                for b in (media, other)
            ]
            message = (
                f"{page.name}: its MediaBox is {sizes[0]}, its {key[1:]} {sizes[1]}; a print of pnp"
                " has one size"
            )
            yield error(
                "P733",
                message,
                Span(file, page.number),
                "another program has changed the page: build it again",
            )
            return


def _slots(faces: list[Printed]) -> tuple[Printed, ...]:
    """Faces in reading order: rows from above, each from the left, numbered from 1."""
    rows: list[list[Printed]] = []
    for face in sorted(faces, key=lambda face: face.trim.y):
        if (
            rows
            and face.trim.y - rows[-1][0].trim.y
            < min(rows[-1][0].trim.height, face.trim.height) / 2
        ):
            rows[-1].append(face)
        else:
            rows.append([face])
    ordered = [face for row in rows for face in sorted(row, key=lambda face: face.trim.x)]
    return tuple(replace(face, slot=slot) for slot, face in enumerate(ordered, 1))


class _Open:
    """A face whose marked content has begun."""

    def __init__(self, mark: Mark | None, outer: Transform, depth: int) -> None:
        self.mark = mark
        self.outer = outer
        self.depth = depth
        self.inner = Transform()
        self.begun = False
        self.placed = False
        self.nested = 0
        self.grouped = self.over = False
        self.blank = True
        self.path: Rect | None = None
        self.clip: Rect | None = None
        self.look = hashlib.sha256()
        self.plain: list[Any] = []


class _Reading:
    """Follows the operators of one page."""

    def __init__(self, content: Content, file: str, page: Page, found: list[Diagnostic]) -> None:
        self.content, self.file, self.page, self.found = content, file, page, found
        self.faces: list[Printed] = []
        self._open: _Open | None = None
        self._marks = self._faces = 0
        self._form_number = 0

    def run(self, instructions: list[Any], resources: Any, matrix: Transform, depth: int) -> None:
        """Follow the operators of a page or of a form on it. Raises Unreadable."""
        stack: list[Transform] = []
        for instruction in instructions:
            name = str(instruction.operator)
            if name == "EMC":
                self._end()
            elif name in ("BDC", "BMC"):
                self._begin(name, instruction.operands, resources, matrix)
            elif name == "q":
                stack.append(matrix)
            elif name == "Q":
                matrix = stack.pop() if stack else matrix
            elif name == "cm":
                matrix = _matrix(instruction.operands).then(matrix)
            elif name == "Do" and self._open is None:
                self._form(named(resources, "/XObject", instruction.operands[0]), matrix, depth)
            if self._open is not None and name not in ("BDC", "BMC", "EMC"):
                self._within(self._open, name, instruction, resources, matrix)
        if depth == 0 and self._open is not None:
            self.found.append(self._lying("a face begins and never ends"))

    def _form(self, form: Any, matrix: Transform, depth: int) -> None:
        """A form that is no face's own: another program puts whole pages into them."""
        if (
            isinstance(form, pikepdf.Stream)
            and form.get("/Subtype") == "/Form"
            and self.content.marked(form)
        ):
            if depth >= MAX_DEPTH or len(self.faces) > MAX_FACES:
                raise Unreadable("its pages are drawn by too many forms within forms")
            own = _matrix(form["/Matrix"]) if "/Matrix" in form else Transform()
            around, self._form_number = self._form_number, form.objgen[0]
            self.run(self.content.of(form), form.get("/Resources"), own.then(matrix), depth + 1)
            self._form_number = around

    def _begin(self, name: str, operands: Any, resources: Any, matrix: Transform) -> None:
        self._marks += 1
        if name != "BDC" or str(operands[0]) != "/PnpFace":
            return
        self._faces += 1
        if self._faces > MAX_FACES:
            raise Unreadable(_CROWDED)
        self.content.mark()
        if self._open is not None:
            self.found.append(self._lying("a face is marked inside another"))
            return
        entries = operands[1]
        if isinstance(entries, pikepdf.Name):
            entries = named(resources, "/Properties", entries)
        try:
            mark = _mark(entries)
        except Unreadable as problem:
            mark = None
            self.found.append(
                self._lying(f"the mark of a face says nothing that can be read: {problem}")
            )
        self._open = _Open(mark, matrix, self._marks)

    def _lying(self, why: str) -> Diagnostic:
        hint = "another program has changed it: build it again"
        return error("P731", f"{self.page.name}: {why}", Span(self.file, self.page.number), hint)

    def _within(
        self, face: _Open, name: str, instruction: Any, resources: Any, matrix: Transform
    ) -> None:
        """What stands inside a face's marked content: the clip and the matrix that place it,
        then the face itself.
        """
        if face.over:
            return
        if name in ("q", "Q"):
            # A face that has stamps over it stands in a group of its own; they are no part of its
            # look.
            face.nested += 1 if name == "q" else -1
            face.over = name == "Q" and face.nested == 0 and face.grouped
            face.grouped = face.grouped or not face.begun
        if not face.placed:
            if name == "re":
                face.path = _box(numbers(instruction.operands, 4), matrix)
            elif name == "W" and face.clip is None:
                face.clip = face.path
            elif name == "cm":
                face.inner, face.begun = matrix, True
                return
            if not face.begun:
                return
            face.placed = name not in ("re", "W", "n")
        drawn = named(resources, "/XObject", instruction.operands[0]) if name == "Do" else None
        face.blank = face.blank and not (
            name in PAINTS or (name == "Do" and self.content.paints(drawn))
        )
        if isinstance(drawn, pikepdf.Stream):
            if not face.plain and "/Matrix" in drawn and drawn.get("/Subtype") == "/Form":
                face.inner = _matrix(drawn["/Matrix"]).then(face.inner)
            face.look.update(self.content.look(drawn))
        face.plain.append(
            instruction
            if drawn is None
            else pikepdf.ContentStreamInstruction([], pikepdf.Operator("Do"))
        )

    def _end(self) -> None:
        face = self._open
        if face is not None and face.depth == self._marks:
            self._open = None
            if face.mark is not None:
                self.faces.append(self._printed(face, face.mark))
        self._marks = max(0, self._marks - 1)

    def _printed(self, face: _Open, mark: Mark) -> Printed:
        """A face as it comes out: the trim of its mark, and where its content is laid."""
        left, bottom, right, top = mark.trim
        matrix = face.inner if face.begun else face.outer
        width, height = right - left, top - bottom
        # A face is turned by quarters to fill its trim: which, the matrix says that lays it there.
        aside = not _flat(face.outer)
        on_its_side = face.begun and aside is _flat(face.inner)
        own = (height, width) if on_its_side else (width, height)
        trim = _box((left, bottom, width, height), face.outer)
        drawn = _box((0.0, 0.0, *own), matrix)
        face.look.update(pikepdf.unparse_content_stream(face.plain))
        across = (face.outer.a**2 + face.outer.b**2) ** 0.5
        length = (matrix.c**2 + matrix.d**2) ** 0.5 or 1.0
        up = (round(matrix.c / length), round(matrix.d / length))
        frame = (round(face.outer.e), round(face.outer.f), self._form_number)
        # Up on a page is down on paper: what is not mirrored has a negative determinant, however it
        # is turned.
        mirrored = matrix.a * matrix.d - matrix.b * matrix.c > 0
        look = face.look.digest()
        return Printed(
            self.file,
            self.page,
            0,
            mark,
            trim,
            drawn,
            across / PT,
            face.clip,
            up,
            look,
            frame,
            face.blank,
            mirrored,
            aside,
        )


def _flat(matrix: Transform) -> bool:
    """Whether what is level in some coordinates comes out level on paper, not upright."""
    return abs(matrix.a) >= abs(matrix.b)


def _mark(entries: Any) -> Mark:
    """What a mark says. Raises Unreadable where a part is missing or of another type."""
    if not isinstance(entries, pikepdf.Dictionary):
        raise Unreadable("it is no dictionary")

    def words(key: str, needed: bool = True) -> str:
        value = entries.get(key)
        if value is None and not needed:
            return ""
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
    tile = words("/Tile", needed=False)
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


def _box(box: tuple[float, ...], matrix: Transform) -> Rect:
    """A box of x, y, width and height in points as it comes out, in whole micrometres."""
    x, y, width, height = box
    corners = [matrix.point(a, b) for a in (x, x + width) for b in (y, y + height)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    left, top = round(min(xs)), round(min(ys))
    return rect(left, top, round(max(xs)) - left, round(max(ys)) - top)
