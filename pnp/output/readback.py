"""Finished PDFs opened by other hands than drew them, and compared with what their manifest
says.
"""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Span, error
from pnp.units.geometry import MM, PT, Size, Um

_TOLERANCE = 0.01  # of a point; boxes are written with three decimals


class Expect(NamedTuple):
    """What a finished PDF must hold: of each page the paper and how many faces lie on it."""

    pages: tuple[tuple[Size, int], ...]


def _pikepdf() -> Any:
    """The library, loaded while Ctrl-C waits: in the middle of it, it would be told of as a
    critical error of C++.
    """
    if sys.platform == "win32":
        return import_module("pikepdf")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return import_module("pikepdf")
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def expected(manifest: Mapping[str, Any]) -> Iterator[tuple[str, Expect]]:
    """What a manifest promises of each PDF."""
    for name, entry in manifest.get("files", {}).items():
        if name.endswith(".pdf"):
            pages = []
            for sheet in entry["sheets"]:
                width, height = (Um(round(mm * MM)) for mm in sheet["paper"])
                pages += [
                    (Size(width, height), len(sheet[side]))
                    for side in ("recto", "verso")
                    if side in sheet
                ]
            yield name, Expect(tuple(pages))


def readback(pdf: Path | bytes, expect: Expect, name: str = "") -> list[Diagnostic]:
    """Open a finished PDF by other hands than drew it: pages, boxes, counts of faces, every font
    embedded. P710 for each difference.
    """
    pikepdf = _pikepdf()
    try:
        # Opened by us: pikepdf cannot take a path with bytes that are no UTF-8. Mapped, or qpdf
        # asks Python for every few bytes.
        mapped = {"attempt_recovery": False, "access_mode": pikepdf.AccessMode.mmap}
        with (
            BytesIO(pdf) if isinstance(pdf, bytes) else pdf.open("rb") as data,
            pikepdf.open(data, **mapped) as file,
        ):
            findings = [*_page_findings(file, expect), *_object_findings(file)]
            findings += [f"qpdf warns: {warning}" for warning in file.get_warnings()]
    except pikepdf.PdfError as problem:
        findings = [f"it cannot be opened: {problem}"]
    hint = (
        "this is a fault of pnp, not of your data: please report it with the game that shows it;"
        " the earlier files are unchanged"
    )
    return [
        error("P710", f"the finished PDF is not what was drawn: {finding}", Span(name), hint)
        for finding in findings
    ]


def _page_findings(file: Any, expect: Expect) -> Iterator[str]:
    if len(file.pages) != len(expect.pages):
        yield f"it has {len(file.pages)} pages, {len(expect.pages)} were drawn"
        return
    right: set[tuple[bytes, Size]] = (
        set()
    )  # boxes as they are written, which are the same on every page
    for number, (page, (paper, faces)) in enumerate(zip(file.pages, expect.pages, strict=True), 1):
        entries = page.obj
        for key in ("/MediaBox", "/TrimBox", "/BleedBox"):
            written = entries[key].unparse() if key in entries else b""
            if (written, paper) in right:
                continue
            wanted = (0.0, 0.0, paper.width / PT, paper.height / PT)
            box = [float(n) for n in entries[key]] if key in entries else []
            if len(box) != 4 or any(
                abs(is_ - should) > _TOLERANCE for is_, should in zip(box, wanted, strict=True)
            ):
                yield f"page {number} has {key} {box}, expected {[round(n, 3) for n in wanted]}"
            else:
                right.add((written, paper))
        if "/ArtBox" in entries:
            yield f"page {number} has an ArtBox beside its TrimBox"
        content = entries["/Contents"].read_bytes()
        yield from _undefined(content, entries["/Resources"], f"page {number}")
        found = content.count(b"/PnpFace <<")
        if found != faces:
            yield f"page {number} shows {found} faces, {faces} were placed"


_NAMED = re.compile(rb"/([A-Za-z0-9_.+-]+)\s+(?:[\d.]+\s+(Tf)|(Do)|(gs))\b")
_KINDS = ("/Font", "/XObject", "/ExtGState")


def _undefined(content: bytes, resources: Any, where: str) -> Iterator[str]:
    """The fonts, images, forms and states that a content names and its resources do not hold."""
    used = set(_NAMED.findall(content))
    for column, kind in enumerate(_KINDS, 1):
        names = {b"/" + row[0] for row in used if row[column]}
        for name in sorted(names - {key.encode() for key in dict(resources.get(kind, {}))}):
            yield f"{where} names a {kind[1:]} that is not in the file: {name[1:].decode()}"


def _object_findings(file: Any) -> Iterator[str]:
    """Fonts without their outlines in the file, with which another machine would print other
    letters; what forms name and do not hold.
    """
    import pikepdf

    for item in file.objects:
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
            yield from _undefined(item.read_bytes(), item.get("/Resources", {}), "a form")
        if (
            isinstance(item, pikepdf.Dictionary)
            and item.get("/Type") == "/Font"
            and item.get("/Subtype") not in ("/Type0", "/Type3")
        ):
            descriptor = item.get("/FontDescriptor")
            if descriptor is None or not any(
                key in descriptor for key in ("/FontFile2", "/FontFile3", "/FontFile")
            ):
                yield f"the font {item.get('/BaseFont', 'without name')} is not embedded"
