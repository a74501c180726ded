"""The only door to the disk on the way out: all files of a build or none of them, read back before they take their names.

A file is first written beside its target as `.NAME.PID.tmp`, fsynced, read back and checked; then all are renamed, `manifest.json` last.
Whatever fails on the way, the earlier files stay as they were.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from pnp.crew import Exchange, together
from pnp.diagnostics import Diagnostic, Problems, Span, error, raise_errors
from pnp.face import Face, digest
from pnp.geometry import MM, PT, Rect, Size, Um
from pnp.impose.sheet import Document, Placement, Sheet, Side
from pnp.refusals import explained, in_the_way
from pnp.unchanged import ordinary

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FORMAT = 1
"""The version of the manifest."""

MANIFEST = "manifest.json"
LOCK = ".pnp.lock"

_TEMPORARY = re.compile(r"\..+\.\d+\.tmp")
WORTH_SHARING = 500_000
"""Bytes of PDF from which a second process pays."""

_TOLERANCE = 0.01  # of a point; boxes are written with three decimals


# --- writing -------------------------------------------------------------------------------------------------------------------------


def write(folder: Path, files: Mapping[str, bytes], manifest: Mapping[str, Any], *, patience: float = 10.0, jobs: int = 1) -> None:
    """Put the files of a build and its manifest into a folder, all or none, and remove those that an earlier build left over.

    PDFs that the manifest lists are read back first. `patience`: seconds to wait for another build that writes there; `jobs`: processors
    that may be used.
    Raises Problems: P701 disk full, P702 not allowed, P703 a folder or file in the way, P704 name too long, P705 another build is writing,
    P706 open in another program, P707 any other refusal of the system, P710 read back wrong.
    """
    for name in files:
        if not _is_plain(name) or name == MANIFEST:
            raise ValueError(f"not a plain file name: {name!r}")
    with explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder, patience):
        _sweep(folder)
        earlier = _listed(folder / MANIFEST)
        listed, findings = _checked(files, manifest, jobs)
        contents = {**files, MANIFEST: listed}
        raise_errors([in_the_way(folder / name) for name in contents if (folder / name).is_dir()])
        temporaries: dict[str, Path] = {}
        try:
            for name, data in contents.items():
                temporaries[name] = folder / f".{name}.{os.getpid()}.tmp"
                with explained(folder / name):
                    _store(temporaries[name], data)
            raise_errors(findings)
            _exchange(folder, temporaries, _stale(folder, earlier, contents))
        finally:
            for path in temporaries.values():
                with suppress(OSError):
                    path.unlink(missing_ok=True)


def _checked(files: Mapping[str, bytes], manifest: Mapping[str, Any], jobs: int) -> tuple[bytes, list[Diagnostic]]:
    """The manifest's bytes, and what reading back the PDFs finds: by another process when there are many bytes and a processor for it."""

    def task(part: int, parts: int, _: Exchange) -> tuple[bytes, list[Diagnostic]]:
        reads = part == parts - 1
        expected = _expected(manifest, files) if reads else ()
        found = [finding for name, expect in expected for finding in readback(files[name], expect, name)]
        return dumps(_stamped(manifest, files)) if part == 0 else b"", found

    results = together(2 if jobs > 1 and sum(map(len, files.values())) > WORTH_SHARING else 1, task)
    return results[0][0], results[-1][1]


def save(path: Path, data: bytes) -> None:
    """One file that belongs to no build, in full or not at all. Raises Problems (P701 to P707)."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with explained(path, "in another folder"):
        try:
            _store(temporary, data)
            temporary.replace(path)
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)


def _is_plain(name: str) -> bool:
    """Whether a name stays in its folder, on any system."""
    return bool(name) and not name.startswith(".") and not set(name) & set("/\\:")


def _store(path: Path, data: bytes) -> None:
    """New bytes on the disk, not only in its cache, and read from there again. Permissions follow the umask."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if path.read_bytes() != data:
        raise OSError(errno.EIO, "the disk gives back other bytes than were written")


def _exchange(folder: Path, temporaries: Mapping[str, Path], stale: Sequence[str]) -> None:
    """Remove the stale files and give every temporary one its name, in order; when one refuses, all become what they were."""
    backups: dict[str, Path] = {}
    try:
        for name in (*temporaries, *stale):
            if (folder / name).exists():
                backups[name] = folder / f".{name}.old.{os.getpid()}.tmp"
                with explained(folder / name):
                    _keep(folder / name, backups[name])
        try:
            for name in stale:
                with explained(folder / name):
                    (folder / name).unlink()
            for name, path in temporaries.items():
                with explained(folder / name):
                    path.replace(folder / name)
        except BaseException:
            gone = [name for name in stale if not (folder / name).exists()]
            for name in [*gone, *(name for name, path in temporaries.items() if not path.exists())]:
                try:
                    if name in backups:
                        backups[name].replace(folder / name)
                    else:
                        (folder / name).unlink()
                except OSError:
                    backups.pop(name, None)  # better a stray file than a lost one
            raise
    finally:
        for path in backups.values():
            with suppress(OSError):
                path.unlink(missing_ok=True)
        _settle(folder)


def _keep(path: Path, backup: Path) -> None:
    """A second name for a file, or a copy where the file system knows no second names."""
    try:
        os.link(path, backup)
    except OSError:
        shutil.copy2(path, backup)


def _settle(folder: Path) -> None:
    """Names reach the disk too, where the system lets a folder be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _sweep(folder: Path) -> None:
    """Remove what a killed build left. We hold the lock, so no living one owns it."""
    with explained(folder):
        leftovers = [path for path in folder.iterdir() if _TEMPORARY.fullmatch(path.name)]
    for path in leftovers:
        with suppress(OSError):
            path.unlink()


def _stale(folder: Path, earlier: Mapping[str, str], contents: Mapping[str, bytes]) -> list[str]:
    """The files of an earlier build that this one does not make, less those that somebody has changed since."""
    found = []
    for name in earlier.keys() - contents.keys():
        with explained(folder / name):
            if (folder / name).is_file() and hashlib.sha256((folder / name).read_bytes()).hexdigest() == earlier[name]:
                found.append(name)
    return sorted(found)


def _listed(path: Path) -> dict[str, str]:
    """The files that a manifest lists and their SHA-256; none when there is no manifest or none that we can read."""
    if not ordinary(str(path)):
        return {}
    try:
        files = json.loads(path.read_bytes())["files"]
        return {name: str(entry["sha256"]) for name, entry in files.items() if _is_plain(name)}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


@contextmanager
def _locked(folder: Path, patience: float) -> Iterator[None]:
    """Only one build writes into a folder at a time, so that a manifest and its PDFs belong together."""
    with _lock_file(folder / LOCK) as file:
        until = time.monotonic() + patience
        while not _lock(file):
            if time.monotonic() >= until:
                message = f"another build has been writing into this folder for {patience:g} s"
                raise Problems([error("P705", message, Span(str(folder)), "wait until it is done, or write elsewhere with -o DIR")])
            time.sleep(0.05)
        yield


def _lock_file(path: Path) -> IO[bytes]:
    """The file to lock, made where there is none. A link would lead elsewhere, a pipe would wait for ever: neither is opened."""
    if os.path.lexists(path) and not ordinary(str(path)):
        raise Problems([error("P703", "something lies where the lock of the folder is to be", Span(str(path)), "remove it")])
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with explained(path):
        return os.fdopen(os.open(path, flags, 0o666), "ab")


def _lock(file: IO[bytes]) -> bool:
    """Take the lock without waiting. True also where the file system has no locks."""
    if sys.platform == "win32":
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


# --- reading back --------------------------------------------------------------------------------------------------------------------


class Expect(NamedTuple):
    """What a finished PDF must hold: of each page the paper and how many faces lie on it."""

    pages: tuple[tuple[Size, int], ...]


def readback(pdf: bytes, expect: Expect, name: str = "") -> list[Diagnostic]:
    """Open a finished PDF by other hands than drew it: pages, boxes, counts of faces, every font embedded. P710 for each difference."""
    import pikepdf

    try:
        with pikepdf.open(BytesIO(pdf), attempt_recovery=False) as file:
            findings = [*_page_findings(file, expect), *_font_findings(file)]
            findings += [f"qpdf warns: {warning}" for warning in file.get_warnings()]
    except pikepdf.PdfError as problem:
        findings = [f"it cannot be opened: {problem}"]
    hint = "this is a fault of pnp, not of your data: please report it with the game that shows it; the earlier files are unchanged"
    return [error("P710", f"the finished PDF is not what was drawn: {finding}", Span(name), hint) for finding in findings]


def _page_findings(file: Any, expect: Expect) -> Iterator[str]:
    if len(file.pages) != len(expect.pages):
        yield f"it has {len(file.pages)} pages, {len(expect.pages)} were drawn"
        return
    for number, (page, (paper, faces)) in enumerate(zip(file.pages, expect.pages, strict=True), 1):
        wanted = (0.0, 0.0, paper.width / PT, paper.height / PT)
        entries = page.obj
        for key in ("/MediaBox", "/TrimBox", "/BleedBox"):
            box = [float(n) for n in entries[key]] if key in entries else []
            if len(box) != 4 or any(abs(is_ - should) > _TOLERANCE for is_, should in zip(box, wanted, strict=True)):
                yield f"page {number} has {key} {box}, expected {[round(n, 3) for n in wanted]}"
        if "/ArtBox" in entries:
            yield f"page {number} has an ArtBox beside its TrimBox"
        found = entries["/Contents"].read_bytes().count(b"/PnpFace <<")
        if found != faces:
            yield f"page {number} shows {found} faces, {faces} were placed"


def _font_findings(file: Any) -> Iterator[str]:
    """Fonts without their outlines in the file: another machine would print other letters."""
    import pikepdf

    for item in file.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font" and item.get("/Subtype") not in ("/Type0", "/Type3"):
            descriptor = item.get("/FontDescriptor")
            if descriptor is None or not any(key in descriptor for key in ("/FontFile2", "/FontFile3", "/FontFile")):
                yield f"the font {item.get('/BaseFont', 'without name')} is not embedded"


def _expected(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> Iterator[tuple[str, Expect]]:
    """What the manifest promises of each PDF among the files."""
    for name, entry in manifest.get("files", {}).items():
        if name in files and name.endswith(".pdf"):
            pages = []
            for sheet in entry["sheets"]:
                width, height = (Um(round(mm * MM)) for mm in sheet["paper"])
                pages += [(Size(width, height), len(sheet[side])) for side in ("recto", "verso") if side in sheet]
            yield name, Expect(tuple(pages))


# --- the manifest --------------------------------------------------------------------------------------------------------------------


def manifest(
    documents: Sequence[Document], game: str, extra: Mapping[str, Any], known: Mapping[int, str] = MappingProxyType({})
) -> dict[str, Any]:
    """What lies where: per PDF its sheets, per placement the card and its trim as x, y, width, height in mm from the top left of the side.

    `face` is the digest of its look. `extra` goes to the top level, `known` are digests of faces by identity; `write` adds the SHA-256 of
    each file.
    """
    digests: dict[int, str] = dict(known)
    files = {
        f"{document.name}.pdf": {
            "title": document.title,
            "duplex": str(document.duplex),
            "sheets": [_sheet(sheet, digests) for sheet in document.sheets],
        }
        for document in documents
    }
    return {"format": FORMAT, "game": game, **extra, "files": files}


def _sheet(sheet: Sheet, digests: dict[int, str]) -> dict[str, Any]:
    entry = {
        "number": sheet.number,
        "component": sheet.component,
        "title": sheet.title,
        "paper": [_mm(length) for length in sheet.paper],
        "recto": _placements(sheet.recto, digests),
    }
    if sheet.verso is not None:
        entry["verso"] = _placements(sheet.verso, digests)
    return entry


def _placements(side: Side, digests: dict[int, str]) -> list[dict[str, Any]]:
    return [_placement(placement, digests) for placement in side.placements]


def _placement(placement: Placement, digests: dict[int, str]) -> dict[str, Any]:
    face: Face = placement.face
    look = digests.get(id(face))
    if look is None:
        look = digests[id(face)] = digest(face)
    trim: Rect = placement.trim
    return {
        "component": placement.component,
        "card": placement.card,
        "copy": placement.copy,
        "side": placement.side,
        "slot": placement.slot,
        "trim": [_mm(trim.x), _mm(trim.y), _mm(trim.width), _mm(trim.height)],
        "turn": placement.turn,
        "face": look,
    }


def _mm(um: int) -> float:
    """Micrometres in millimetres, exact to the third decimal; whole ones without a point."""
    return um / MM if um % MM else um // MM


def _stamped(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> dict[str, Any]:
    """The manifest with the SHA-256 of every file; files that it does not know are listed by that alone."""
    known = manifest.get("files", {})
    stamps = {name: {"sha256": hashlib.sha256(data).hexdigest(), **known.get(name, {})} for name, data in files.items()}
    return {**manifest, "files": stamps}


def dumps(manifest: Mapping[str, Any]) -> bytes:
    """The manifest as JSON, one line a placement, so that two of them can be compared line by line."""
    encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode

    def nested(value: Any) -> bool:
        return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))

    def text(value: Any, indent: str) -> str:
        deeper = indent + " "
        if isinstance(value, dict) and any(map(nested, value.values())):
            lines = [f"{deeper}{encode(key)}: {text(part, deeper)}" for key, part in value.items()]
            return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
        if isinstance(value, list) and nested(value):
            return "[\n" + ",\n".join([deeper + text(part, deeper) for part in value]) + f"\n{indent}]"
        return encode(value)

    return (text(dict(manifest), "") + "\n").encode("utf-8")
