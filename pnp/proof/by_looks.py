"""Scans a finished PDF beside the PDFs that are expected: what it shows decides, not what its marks
say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.proof.looks import (
    Difference,
    Pages,
    UnreadablePages,
    beside,
    differences,
    most_alike,
    same_size,
)
from pnp.proof.scan import scan
from pnp.proof.values import Page, Pdf, Printed
from pnp.units.geometry import MM, by, size

LOOKS = "P739"
"""The finding on a place that shows something else than the data say."""
OF_PAGES = ("P733",)
"""Findings of a scan on the boxes of pages, which no picture shows."""


class ByLooks:
    """The expected PDFs of a game by name, scanned and rasterised when they are asked for."""

    def __init__(self, expected: Mapping[str, bytes], pictured: bool) -> None:
        self._expected = expected
        self._pictured = pictured
        self._scanned: dict[str, Pdf] = {}
        self._pages: dict[str, Pages] = {}

    def scan(self, data: bytes, path: Path) -> tuple[Pdf, list[Diagnostic], dict[str, bytes]]:
        """The faces of a PDF, what is wrong with it (P739 for each place that shows something
        else than expected), and pictures of such places, if these are asked for.

        Where it looks as expected its faces are those expected, whatever its marks say. Raises
        Problems (P730) when it cannot be read.
        """
        if self._expected.get(path.name) == data:
            return *scan(data, path), {}
        try:
            pages = Pages(data)
            matched = list(self._matched(pages, path.name))
        except UnreadablePages:
            return *scan(data, path), {}  # whoever reads its marks says why
        found: list[Diagnostic] = []
        pictures: dict[str, bytes] = {}
        faces: list[tuple[Printed, ...]] = []
        listed: list[Page] = []
        file = path.name
        own: Pdf | None = None
        try:
            own, trouble = scan(data, path)
            file = own.file
        except Problems as problem:
            trouble = list(problem.diagnostics)
        strange = [number for number, match in enumerate(matched, 1) if match is None]
        if strange and own is not None and any(own.faces) and path.name not in self._expected:
            return own, trouble, {}  # a booklet, say, that no build makes
        found += [_stranger(number, file) for number in strange]
        for number, match in enumerate(matched):
            if match is None:
                continue
            name, other = match
            due = self._scan(name)
            page = due.pages[other]._replace(number=number + 1)
            there = tuple(replace(face, file=file, page=page) for face in due.faces[other])
            listed.append(page)
            faces.append(there)
            areas = [face.trim for face in there]
            if own is not None and not same_size(own.pages[number].size, page.size):
                found.append(_resized(own.pages[number], page, file))
                continue
            for difference in differences(pages, number, self._document(name), other, areas):
                finding, face = _finding(difference, page, there, file)
                found.append(finding)
                if self._pictured:
                    key = f"{path.stem}-{number + 1}-{face.slot if face else 0}.png"
                    pictures[key] = beside(difference)
        if own is not None and found and any(own.faces):
            return own, [*trouble, *found], pictures
        names = {match[0] for match in matched if match}
        flips = {self._scan(name).flip for name in names} if len(names) == 1 else {""}
        found = [*(d for d in trouble if d.code in OF_PAGES), *found]
        stamp = sha256(data).hexdigest()
        seen = Pdf(file, path.stem, flips.pop(), tuple(listed), tuple(faces), stamp)
        return seen, found, pictures

    def _document(self, name: str) -> Pages:
        if name not in self._pages:
            self._pages[name] = Pages(self._expected[name])
        return self._pages[name]

    def _scan(self, name: str) -> Pdf:
        if name not in self._scanned:
            self._scanned[name] = scan(self._expected[name], Path(name))[0]
        return self._scanned[name]

    def _matched(self, pages: Pages, name: str) -> Iterator[tuple[str, int] | None]:
        """The expected page for each page: the same of the file of that name, else the one that
        it looks most like; None where none has its size.
        """
        if name in self._expected and len(self._document(name)) == len(pages):
            yield from ((name, number) for number in range(len(pages)))
            return
        names = [name] if name in self._expected else [*self._expected]
        documents = [self._document(one) for one in names]
        for number in range(len(pages)):
            best = most_alike(pages, number, documents)
            yield best and (names[best[0]], best[1])


def _finding(
    difference: Difference, page: Page, faces: tuple[Printed, ...], file: str
) -> tuple[Diagnostic, Printed | None]:
    """What a difference is called: by the face that it lies on, if any."""
    place = difference.place
    face = next((one for one in faces if one.trim.meet(place).size >= place.size), None)
    at = by(size(place.width, place.height))
    where = f"{at} at {place.x / MM:.0f}, {place.y / MM:.0f} mm from its upper left corner"
    what = f"{face.place}: {face.name}" if face else f"{page.name}: the sheet"
    message = f"{what} shows something else than the data say: {where}"
    hint = "build it again, or look at what changed with pnp verify --png DIR"
    return error(LOOKS, message, Span(file, page.number, face.slot if face else 0), hint), face


def _resized(page: Page, due: Page, file: str) -> Diagnostic:
    message = f"{page.name} comes out at {by(page.size)}, and should at {by(due.size)}"
    return error(LOOKS, message, Span(file, page.number), "build it again")


def _stranger(number: int, file: str) -> Diagnostic:
    message = f"page {number} looks like no page of this game"
    return error(LOOKS, message, Span(file, number), "take it out, or build the file again")
