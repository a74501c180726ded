"""Whether this installation can print: versions, fonts with their licences, icons, and a trial
PDF drawn and read back in memory.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from itertools import zip_longest
from typing import NamedTuple

from pnp.assets.fonts import Typeface, typeface
from pnp.assets.icons import ICON_SET, IconSet, read_set
from pnp.diagnostics import Problems, text
from pnp.draw.pdf import Info, draw
from pnp.draw.pictures import face_document, pages, words
from pnp.draw.resources import Assets
from pnp.face import Face, Shape, Text
from pnp.load.files import Disk
from pnp.load.workspace import Workspace, disk_for, games
from pnp.output.readback import Expect, readback
from pnp.units.color import INK, WHITE
from pnp.units.geometry import Um, size

LICENCE = re.compile(r"(LICEN[CS]E|OFL|COPYING)[^/]*", re.IGNORECASE)
TRIAL_WORDS = "Trial 0123"
_REQUIREMENT = re.compile(r"([A-Za-z0-9_.-]+)[^;]*?(?:>=\s*([0-9.]+))?[^;]*(;.*)?")


@dataclass(frozen=True, slots=True)
class Package:
    """A package that pnp needs: its version (empty where it is not installed) and the oldest
    that will do.
    """

    name: str
    version: str
    least: str


class Family(NamedTuple):
    """A folder of fonts: how many files, and the licences beside them."""

    name: str
    files: int
    licences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All that was looked at; `troubles` says what is wrong, in a person's words."""

    version: str
    python: str
    system: str
    packages: tuple[Package, ...]
    fonts: tuple[Family, ...]
    icons: int
    workspace: str
    games: tuple[str, ...]
    trial_bytes: int
    troubles: tuple[str, ...]


def examined(workspace: Workspace, version: str) -> Report:
    """Look at everything. Raises nothing: what is wrong is in the report."""
    files = disk_for(workspace, (workspace.home or workspace.shipped) / "data" / "any")
    troubles: list[str] = []
    needed = tuple(_packages(troubles))
    families, faces = _families(files, troubles)
    icons = icon_set(files, troubles)
    pdf = _trial(faces, troubles)
    return Report(
        version=version,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        packages=needed,
        fonts=families,
        icons=len(icons.names()) if icons else 0,
        workspace=str(workspace.home or ""),
        games=tuple(games(workspace)),
        trial_bytes=len(pdf),
        troubles=tuple(troubles),
    )


def _packages(troubles: list[str]) -> Iterator[Package]:
    try:
        needed = metadata.requires("pnp") or []
    except metadata.PackageNotFoundError:
        troubles.append("pnp itself is not installed as a package; run: python -m pip install .")
        return
    for line in needed:
        match = _REQUIREMENT.fullmatch(line)
        if match is None or "extra" in (match[3] or ""):
            continue
        name, least = match[1], match[2] or ""
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = ""
            troubles.append(
                f"the package {name} is not installed; run: python -m pip install {name}"
            )
        if version and older(version, least):
            troubles.append(
                f"the package {name} is {version}, older than {least}; run: python -m pip install"
                f" -U {name}"
            )
        yield Package(name, version, least)


def older(version: str, least: str) -> bool:
    """Whether a version comes before another, by its numbers."""
    pairs = zip_longest(_numbers(version), _numbers(least), fillvalue=0)
    return next((one < other for one, other in pairs if one != other), False)


def _numbers(version: str) -> list[int]:
    release = re.match(r"[0-9.]*", version)
    return [int(part) for part in (release[0] if release else "").split(".") if part]


def _families(files: Disk, troubles: list[str]) -> tuple[tuple[Family, ...], list[Typeface]]:
    """The families by folder, and their typefaces.

    A font that cannot be read or has no licence beside it is trouble.
    """
    paths = [path for path in files.names("fonts") if path.count("/") >= 2]
    faces: list[Typeface] = []
    found: list[Family] = []
    for name in sorted({path.split("/")[1] for path in paths}):
        inside = [path for path in paths if path.startswith(f"fonts/{name}/")]
        fonts = [path for path in inside if path.lower().endswith((".ttf", ".otf"))]
        for path in fonts:
            try:
                faces.append(typeface(files.read(path), path))
            except Problems as problem:
                troubles += [text(d, concise=True) for d in problem.diagnostics]
        licences = tuple(
            end for path in inside if LICENCE.fullmatch(end := path.rpartition("/")[2])
        )
        if fonts and not licences:
            troubles.append(
                f"fonts/{name} has no licence beside its files; put its LICENSE.txt or OFL.txt"
                " there"
            )
        found.append(Family(name, len(fonts), licences))
    if not faces:
        troubles.append("there are no fonts; install pnp again")
    return tuple(found), faces


def icon_set(files: Disk, troubles: list[str]) -> IconSet | None:
    """The icons of the workspace, else the shipped ones; None where they cannot be read, which
    is trouble.
    """
    try:
        return read_set(files.read(ICON_SET), files.shown(ICON_SET))
    except Problems as problem:
        troubles += [text(d, concise=True) for d in problem.diagnostics]
        return None


def _trial(faces: Sequence[Typeface], troubles: list[str]) -> bytes:
    """A card with a shape and a line of text, read back by pikepdf and PDFium."""
    if not faces:
        return b""
    trim, font = size(63_000, 88_000), faces[0]
    ink = Shape("M5000 5000L20000 5000L20000 20000L5000 20000Z", INK)
    line = Text(Um(5_000), Um(40_000), TRIAL_WORDS, font.ref, 12.0, INK)
    drawn = face_document(Face(trim, Um(0), (ink, line)))
    pdf = draw(drawn, Assets({font.ref.hash: font}), Info("Trial"))
    troubles += [d.message for d in readback(pdf, Expect(((trim, 1),)))]
    try:
        troubles += _unseen(pdf)
    except Problems as problem:
        troubles += [d.message for d in problem.diagnostics]
    return pdf


def _unseen(pdf: bytes) -> list[str]:
    """What PDFium does not find of the trial."""
    picture, found = next(pages(pdf, 72)), words(pdf)[0]
    missing = (
        []
        if TRIAL_WORDS in found
        else [f'PDFium reads "{found.strip()}" where "{TRIAL_WORDS}" was drawn']
    )
    dark, light = picture.getpixel((30, 30)), picture.getpixel((150, 30))
    expected = tuple(tuple(bytes.fromhex(color[1:])) for color in (INK, WHITE))
    return (
        missing
        if (dark, light) == expected
        else [*missing, f"PDFium shows {dark} and {light} where {expected} was drawn"]
    )
