"""`pnp doctor`: says whether this installation can print: versions, fonts, their licences, icons,
and a trial PDF drawn and read back in memory.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from itertools import zip_longest
from typing import NamedTuple

import click

from pnp.assets.fonts import Typeface, typeface
from pnp.cli.options import workspace_here
from pnp.cli.schema_ import icon_names
from pnp.cli.speech import stopped
from pnp.diagnostics import Problems, did_you_mean, text
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
@click.option(
    "--icons",
    is_flag=False,
    flag_value="",
    metavar="[WORD]",
    help="List the names of the icons, or those that hold WORD.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(icons: str | None, as_json: bool) -> int:
    """Say whether this installation can print: versions, fonts and their licences, icons, the
    workspace, and a PDF drawn and read back.

    \b
    Examples:
      pnp doctor
      pnp doctor --icons card
      pnp doctor --json
    """
    try:
        workspace = workspace_here()
    except Problems as problem:
        return stopped(problem, {} if as_json else None)
    if icons is not None:
        return _icons(workspace, icons, as_json)
    from pnp import __version__

    report = examined(workspace, __version__)
    click.echo(
        json.dumps(asdict(report), ensure_ascii=False, indent=1) if as_json else _shown(report)
    )
    if not as_json:
        for trouble in report.troubles:
            click.echo(f"error {trouble}", err=True)
        count = len(report.troubles)
        click.echo(
            f"{count} thing{'s' if count != 1 else ''} wrong" if count else "all is well", err=True
        )
    return 1 if report.troubles else 0


def _shown(report: Report) -> str:
    lines = [f"pnp {report.version}, Python {report.python} on {report.system}"]
    for package in report.packages:
        least = f"  {package.least} or newer" if package.least else ""
        lines.append(f"  {package.name:12s} {package.version or 'missing':10s}{least}")
    lines.append(f"fonts: {len(report.fonts)} families")
    for family in report.fonts:
        files = f"{family.files} file{'s' if family.files != 1 else ''}"
        lines.append(f"  {family.name:18s} {files:8s} {', '.join(family.licences) or 'no licence'}")
    lines.append(f"icons: {report.icons}; list them with: pnp doctor --icons")
    count = f"{len(report.games)} game{'s' if len(report.games) != 1 else ''}"
    lines.append(
        f"workspace: {report.workspace} ({count})"
        if report.workspace
        else f"workspace: none here; {count} of the package"
    )
    lines.append(
        f"trial: a PDF of {report.trial_bytes:,} bytes, drawn and read back"
        if report.trial_bytes
        else "trial: none"
    )
    return "\n".join(lines)


def _icons(workspace: Workspace, word: str, as_json: bool) -> int:
    """List icons by name; 1 when none holds the word."""
    every = icon_names(workspace)
    found = [name for name in every if word.lower() in name]
    if as_json:
        click.echo(json.dumps(found, indent=1))
    elif found:
        click.echo("\n".join(found))
    else:
        click.echo(
            f'no icon has "{word}" in its name. {did_you_mean(word, every)}'.rstrip(), err=True
        )
    return 0 if found else 1


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
    try:
        icons = len(icon_names(workspace))
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
