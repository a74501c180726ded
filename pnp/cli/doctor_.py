"""`pnp doctor`: says whether this installation can print: versions, fonts, their licences, icons,
and a trial PDF drawn and read back in memory.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator, Sequence
from importlib import metadata
from typing import NamedTuple

import click

from pnp.assets.fonts import Typeface, typeface
from pnp.cli.options import json_option, workspace_here
from pnp.cli.schema_ import icon_set
from pnp.cli.speech import counted, print_json, stopped
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


@click.command("doctor", short_help="versions, fonts, icons, and a trial PDF")
@json_option
def command(as_json: bool) -> int:
    """Say whether this installation can print: versions, fonts and their licences, icons, the
    workspace, and a PDF drawn and read back.

    \b
    Examples:
      pnp doctor
      pnp doctor --json
    """
    try:
        workspace = workspace_here()
    except Problems as problem:
        return stopped(problem, {} if as_json else None)
    from pnp import __version__

    report = examined(workspace, __version__)
    if as_json:
        rows = {
            "packages": [package._asdict() for package in report.packages],
            "fonts": [family._asdict() for family in report.fonts],
        }
        print_json(report._asdict() | rows)
    else:
        click.echo(_text(report))
        for trouble in report.troubles:
            click.echo(f"error {trouble}", err=True)
        count = len(report.troubles)
        click.echo(f"{counted(count, 'thing')} wrong" if count else "all is well", err=True)
    return 1 if report.troubles else 0


def _text(report: Report) -> str:
    lines = [f"pnp {report.version}, Python {report.python} on {report.system}"]
    for package in report.packages:
        least = f"  {package.least} or newer" if package.least else ""
        lines.append(f"  {package.name:12s} {package.version or 'missing':10s}{least}")
    lines.append(f"fonts: {len(report.fonts)} families")
    for family in report.fonts:
        licences = ", ".join(family.licences) or "no licence"
        lines.append(f"  {family.name:18s} {counted(family.files, 'file'):8s} {licences}")
    count, size = counted(len(report.games), "game"), report.trial_bytes
    own = (
        f"{report.workspace} ({count})"
        if report.workspace
        else f"none here; {count} of the package"
    )
    trial = f"a PDF of {size:,} bytes, drawn and read back" if size else "none"
    return "\n".join(
        [
            *lines,
            f"icons: {report.icons}; see them with: pnp icons",
            f"workspace: {own}",
            f"trial: {trial}",
        ]
    )


LICENCE = re.compile(r"(LICEN[CS]E|OFL|COPYING)[^/]*", re.IGNORECASE)
TRIAL_WORDS = "Trial 0123"
_REQUIREMENT = re.compile(r"([A-Za-z0-9_.-]+)[^;]*?(?:>=\s*([0-9.]+))?[^;]*(;.*)?")


class Package(NamedTuple):
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


class Report(NamedTuple):
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
    try:
        icons = len(icon_set(workspace).names())
    except Problems as problem:
        icons = 0
        troubles += [text(d, concise=True) for d in problem.diagnostics]
    pdf = _trial(faces, troubles)
    return Report(
        version=version,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        packages=needed,
        fonts=families,
        icons=icons,
        workspace=str(workspace.home or ""),
        games=tuple(games(workspace)),
        trial_bytes=len(pdf),
        troubles=tuple(troubles),
    )


def _packages(troubles: list[str]) -> Iterator[Package]:
    try:
        needed = metadata.requires("print-and-play") or []
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
    return _numbers(version) < _numbers(least)


def _numbers(version: str) -> list[int]:
    """The numbers of a release, without zeros at its end."""
    numbers = [int(part) for part in re.split(r"[^0-9.]", version)[0].split(".") if part]
    while numbers[-1:] == [0]:
        numbers.pop()
    return numbers


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
    unseen = []
    if TRIAL_WORDS not in found:
        unseen.append(f'PDFium reads "{found.strip()}" where "{TRIAL_WORDS}" was drawn')
    dark, light = picture.getpixel((30, 30)), picture.getpixel((150, 30))
    expected = tuple(tuple(bytes.fromhex(color[1:])) for color in (INK, WHITE))
    if (dark, light) != expected:
        unseen.append(f"PDFium shows {dark} and {light} where {expected} was drawn")
    return unseen
