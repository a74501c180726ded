"""The resolver: everything that a game names is opened here, by a virtual path, inside the folders
that the game may see.

Nothing leaves a folder by `..` or by a link, nothing but regular files is opened, nothing larger
than its kind allows is read. `Limits` holds how much one game may ask of the machine: numbers that
stop a stranger's folder, never a person's.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error, refusal
from pnp.load.encoding import character
from pnp.load.file_states import changed_at


class Limits(NamedTuple):
    """Upper bounds, sizes in bytes.

    `nodes` counts what a YAML file holds after its aliases are followed, or the cells of a CSV
    file; `findings` ends the reading of a file that is wrong all over. `cards` are the different
    ones of a game, `copies` those that it prints. `verify` has pictures unpacked that would pass
    into a PDF as they are.
    """

    text_bytes: int = 2_000_000
    image_bytes: int = 30_000_000
    font_bytes: int = 20_000_000
    svg_bytes: int = 8_000_000
    depth: int = 32
    nodes: int = 500_000
    aliases: int = 1_000
    findings: int = 100
    cards: int = 5_000
    copies: int = 20_000
    verify: bool = False

    def bytes_for(self, suffix: str) -> int:
        """The size limit of a file by its lower-case suffix (`.png`): text unless it names an
        image, a workbook (which may hold images), a drawing or a font.
        """
        if suffix in IMAGES or suffix in WORKBOOKS:
            return self.image_bytes
        if suffix == ".svg":
            return self.svg_bytes
        return self.font_bytes if suffix in FONTS else self.text_bytes


IMAGES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})
FONTS = frozenset({".ttf", ".otf", ".ttc", ".woff", ".woff2"})
WORKBOOKS = frozenset({".xlsx", ".ods"})
DEFAULT = Limits()


def for_cards(most: int) -> Limits:
    """The limits for games of so many different cards, with room for their files and copies;
    never less than the usual ones.
    """
    return DEFAULT._replace(
        cards=max(DEFAULT.cards, most),
        copies=max(DEFAULT.copies, 4 * most),
        text_bytes=max(DEFAULT.text_bytes, 1_000 * most),
        nodes=max(DEFAULT.nodes, 100 * most),
    )


# Non-blocking, so that a pipe put in place of a file between look and open cannot hang the build.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_BINARY", 0)
)

_SEARCHED = 1000
"""Files that are looked through for the one that a wrong path meant."""

# Names that Windows gives to devices, with any suffix (Microsoft, "Naming Files, Paths, and
# Namespaces").
_DEVICE = re.compile(
    r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])[ ]*(?:\..*)?", re.IGNORECASE
)
_DRIVE = re.compile(r"^[A-Za-z]:|/[A-Za-z]:[\\/]")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:/", re.IGNORECASE)
_FOLDER = re.compile(r"^(?:data/[^/]+|fonts|templates)/(?=.)", re.DOTALL)
"""What stands before a name that somebody has written."""
_CONTROL = re.compile("[\0-\x1f\x7f\ud800-\udfff]")


def path_error(path: str, at: Span | None = None) -> Diagnostic | None:
    """Why a path names nothing inside a folder on some system (P810), or None: names and `/`
    only, no way up, no device.
    """
    message, hint = _trouble(path)
    return error("P810", message, at, hint) if message else None


def _trouble(path: str) -> tuple[str, str]:
    """What is wrong with a path, and what to do; empty where nothing is."""
    written = _FOLDER.sub("", path)
    shown = _CONTROL.sub("�", written if len(written) <= 120 else written[:117] + "…")
    inside = "name a file inside the game's folder, such as images/heart.png"
    if len(path) > 1000:
        return f'the file name "{shown}" is longer than 1,000 characters', inside
    if found := _CONTROL.search(path):
        return (
            f'the file name "{shown}" holds an invisible character ({character(found[0])})',
            inside,
        )
    if _ADDRESS.match(written):
        return f'"{shown}" is an address, and pnp fetches nothing', f"save it and {inside}"
    if written.startswith(("/", "~", "\\\\")) or _DRIVE.search(path):
        return f'"{shown}" leaves the game\'s folder', f"copy it there and {inside}"
    if "\\" in path:
        return f'"{shown}": a backslash cannot stand in a file name', "write / between folders"
    for part in path.split("/"):
        if part == "..":
            return f'"{shown}" leaves the game\'s folder', inside
        if part in ("", "."):
            hint = 'leave out "./", a "/" at an end, and one of two that stand together'
            return f'"{shown}": a folder without a name', hint
        if _DEVICE.fullmatch(part):
            return f'"{shown}": "{part}" is a device on Windows', "give the file another name"
        if ":" in part or part[-1] in ". ":
            return (
                f'"{shown}": "{part}" cannot be a file name on Windows',
                "names hold no colon and end in no dot or space",
            )
    return "", ""


class Root(NamedTuple):
    """A folder and the virtual path that it stands for.

    In a trusted one (the installed package) links may lead anywhere.
    """

    prefix: str
    folder: Path
    trusted: bool = False

    def rest(self, path: str) -> str | None:
        """A virtual path less the prefix; None when it lies elsewhere."""
        if not self.prefix:
            return path
        if path == self.prefix:
            return ""
        return path[len(self.prefix) + 1 :] if path.startswith(self.prefix + "/") else None


class Read(NamedTuple):
    """A file that was read: its virtual and real path, size in bytes and time of change."""

    path: str
    real: str
    size: int
    changed_ns: int


class Disk:
    """Files by virtual path; of several roots the first that has a file wins. `language` is the
    one that a game is to be read in; empty: its first.
    """

    def __init__(
        self, roots: tuple[Root, ...], limits: Limits = DEFAULT, language: str = ""
    ) -> None:
        self._roots = roots
        self._bases = tuple(resolved(root.folder) for root in roots)
        self.limits = limits
        self.language = language
        self._read: dict[Read, None] = {}
        self._known: dict[Path, list[str]] = {}

    def in_language(self, language: str) -> Disk:
        """The same files for a game that is to be read in another language; what is read of them
        is noted here as well.
        """
        files = Disk(self._roots, self.limits, language)
        files._read = self._read
        return files

    def folders(self) -> tuple[str, ...]:
        """The real folders that are open, first the ones that win."""
        return tuple(str(base) for base in self._bases)

    def read(self, path: str, at: Span | None = None) -> bytes:
        """The bytes of a file; `at` is where it is named.

        Raises Problems: P130 missing, P131 not readable, P810 no path inside the folders, P811 a
        link out, P812 no file, P813 too large.
        """
        if trouble := path_error(path, at):
            raise Problems([trouble])
        span = at or Span(self.shown(path))
        for real in self._found(path, span):
            data, state = _content(real, path, self.limits.bytes_for(_suffix(path)), span)
            self._read[Read(path, str(real), state.st_size, changed_at(state))] = None
            return data
        raise Problems([self._missing(path, span)])

    def exists(self, path: str) -> bool:
        """Whether something stands at a path, be it refused when it is read. Never raises."""
        try:
            return not path_error(path) and any(self._found(path, Span(path)))
        except Problems:
            return True

    def names(self, folder: str, suffix: str = "") -> list[str]:
        """The virtual paths of all files in a folder and those inside it, sorted; hidden files and
        links to folders are left out.

        Raises Problems (P131, P810, P811); a folder that is not there has no files.
        """
        if trouble := path_error(folder):
            raise Problems([trouble])
        found: set[str] = set()
        for real in self._found(folder, Span(self.shown(folder))):
            found.update(f"{folder}/{name}" for name in _walked(real, "", self.limits.depth))
        return sorted(name for name in found if name.endswith(suffix) and not path_error(name))

    def shown(self, path: str) -> str:
        """A path as its user knows it: from the current folder when it lies inside it, else
        absolute. Never raises.
        """
        if path_error(path):
            return path
        places = list(self._places(path))
        if not places:
            return path
        chosen = next((p for p in places if os.path.lexists(p[1].joinpath(p[2]))), places[0])
        return shown(chosen[0].folder / chosen[2])

    def read_paths(self) -> tuple[Read, ...]:
        """What has been read so far, in the order of reading; a file that was saved between is
        there in each of its states.
        """
        return tuple(self._read)

    def _places(self, path: str) -> Iterator[tuple[Root, Path, str]]:
        for root, base in zip(self._roots, self._bases, strict=True):
            rest = root.rest(path)
            if rest is not None:
                yield root, base, rest

    def _found(self, path: str, span: Span) -> Iterator[Path]:
        """The real paths of what stands at a path. Raises Problems (P131, P811)."""
        for root, base, rest in self._places(path):
            if real := _found(root, base, rest, path, span):
                yield real

    def _missing(self, path: str, span: Span) -> Diagnostic:
        places = list(self._places(path))
        if not places:
            message = f'"{path}" lies outside the folders of the game'
            known = ", ".join(dict.fromkeys(root.prefix for root in self._roots))
            return error("P810", message, span, f"these are open to it: {known}")
        names = dict.fromkeys(name for _, base, _ in places for name in self._names_in(base))
        root, _, rest = places[0]
        hint = _spelling(rest, root.prefix, list(names))
        return error("P130", f"there is no file {self.shown(path)}", span, hint)

    def _names_in(self, base: Path) -> list[str]:
        """The first files of a folder and those inside it; they are looked for once, however
        many names are wrong.
        """
        if base not in self._known:
            self._known[base] = sorted(islice(_walked(base, "", self.limits.depth), _SEARCHED))
        return self._known[base]


def shown(place: Path) -> str:
    """A real path from the current folder when it lies inside it, else absolute, with forward
    slashes.
    """
    try:
        return place.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return place.as_posix()


def resolved(folder: Path) -> Path:
    """A folder with all links followed, as far as it exists.

    Unlike pathlib's, this never raises for links in a circle.
    """
    return Path(os.path.realpath(folder))


def leads_out(real: Path, base: Path) -> bool:
    """Whether a real path lies outside a real folder."""
    return not real.is_relative_to(base)


def refuse_link_out(target: Path, home: Path) -> None:
    """Raises Problems (P811) for a place in a workspace that leads out of it by a link: what is
    written there would change other files.
    """
    if leads_out(resolved(target), resolved(home)):
        message = f"{shown(target)} leads out of {shown(home)} by a link"
        raise refusal(
            "P811", message, Span(shown(target)), "remove the link: nothing is written through it"
        )


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _spelling(path: str, home: str, known: list[str]) -> str:
    """What was most likely meant by a path, written as it must be: the whole of it."""
    for entry in known:
        if _folded(entry) == _folded(path):
            return f'it is spelt "{entry}"; the spelling must be the same'
    own = path.removeprefix(f"{home}/")
    if own in known:
        return f"paths begin in {home}: write {own}"
    name = _folded(PurePosixPath(path).name)
    same = [entry for entry in known if _folded(PurePosixPath(entry).name) == name]
    alike = [entry for entry in known if _suffix(entry) == _suffix(path)]
    return did_you_mean(path, same or known, few=0) or did_you_mean(path, alike)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _found(root: Root, base: Path, rest: str, path: str, span: Span) -> Path | None:
    """The real path of what stands at `rest` in a root, or None. Raises Problems (P131, P811)."""
    place = base.joinpath(rest)
    try:
        real = Path(os.path.realpath(place, strict=True))
    except PermissionError:
        hint = "allow reading the file and its folders"
        raise refusal("P131", f"{path} may not be read", span, hint) from None
    except OSError:
        if not os.path.islink(place):  # pathlib's raises for names that are too long
            return None
        message = f"{path} is a link that leads nowhere"
        raise refusal("P811", message, span, "put the file itself there") from None
    if leads_out(real, base) and not root.trusted:
        message = f"{path} leads out of its folder by a link"
        raise refusal("P811", message, span, "copy the file into the folder")
    return real if _spelt(base, rest) else None


def _spelt(base: Path, rest: str) -> bool:
    """Whether every folder and the file are spelt as on disk, also where this disk does not
    care: another one may.
    """
    place = base
    for part in rest.split("/") if rest else ():
        other, here = place / part.swapcase(), place / part
        if (
            other != here
            and os.path.lexists(other)
            and os.path.samestat(other.lstat(), here.lstat())
        ):
            plain = unicodedata.normalize("NFC", part)
            if all(unicodedata.normalize("NFC", entry) != plain for entry in os.listdir(place)):
                return False
        place = here
    return True


def _content(real: Path, path: str, most: int, span: Span) -> tuple[bytes, os.stat_result]:
    """The bytes and state of a regular file. Raises Problems (P131, P812, P813)."""
    try:
        _regular(real.lstat(), path, span)
        with open(os.open(real, _FLAGS), "rb") as stream:
            state = os.fstat(stream.fileno())
            _regular(state, path, span)
            data = stream.read(state.st_size + 1) if state.st_size <= most else b""
            if len(data) > state.st_size:  # it grew meanwhile
                data += stream.read(most + 1 - len(data))
    except OSError as problem:
        message = f"{path} cannot be read: {problem.strerror or 'the disk refuses'}"
        raise refusal("P131", message, span, "allow reading the file and its folders") from None
    if (size := max(state.st_size, len(data))) > most:
        message = f"{path} has {size:,} bytes; a file of its kind may have {most:,}"
        hint = "split a text into several files; save an image with fewer pixels"
        raise refusal("P813", message, span, hint)
    return data, state


def _regular(state: os.stat_result, path: str, span: Span) -> None:
    if not stat.S_ISREG(state.st_mode):
        kind = "a folder" if stat.S_ISDIR(state.st_mode) else "a device, a pipe or a socket"
        raise refusal("P812", f"{path} is {kind}, not a file", span, "name a file")


def _walked(folder: Path, inside: str, depth: int) -> Iterator[str]:
    """The files of a folder, by their path in it."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            if depth > 1:
                yield from _walked(Path(entry.path), f"{inside}{entry.name}/", depth - 1)
        elif _is_readable(entry):
            yield inside + entry.name


def _is_readable(entry: os.DirEntry[str]) -> bool:
    """Whether a name is a file's.

    One that cannot be followed, as a link to itself, is taken for one: reading it says so.
    """
    try:
        return entry.is_file()
    except OSError:
        return True
