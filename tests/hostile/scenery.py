"""A case of `tests/hostile`: its `expect.yaml`, and the folder that its `make:` entries build.

README.md describes both.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shlex
import shutil
import stat
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent
OLD_PDF = b"%PDF-1.4\nan earlier print\n%%EOF\n"


class NotHere(Exception):
    """What the case needs cannot be made on this machine."""


@dataclass(frozen=True)
class Case:
    """One case: what is built, what is called, and what must come of it."""

    folder: Path
    says: str
    exit: int
    make: Sequence[dict[str, Any]] = ()
    run: str = "build toy"
    code: str = ""
    file: str = ""
    line: int = 0
    out: str = ""
    env: dict[str, Any] = field(default_factory=dict)
    unset: Sequence[str] = ()
    stdout: str = ""
    stderr: str = ""
    writes: Sequence[str] = ()
    seconds: float = 30
    cpu: int = 0
    as_user: bool = False

    @property
    def args(self) -> list[str]:
        return shlex.split(self.run)

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def alone(self) -> bool:
        """Whether it needs a process of its own."""
        special = self.env or self.unset or self.stdout or self.stderr or self.cpu or self.as_user
        return bool(special) or "--untrusted" in self.args


def cases() -> list[Case]:
    """Every case, by name."""
    return [read(path.parent) for path in sorted(HERE.glob("*/expect.yaml"))]


def read(folder: Path) -> Case:
    """The case of a folder; a misspelt key is an error here too."""
    case = Case(folder, **yaml.safe_load((folder / "expect.yaml").read_text(encoding="utf-8")))
    assert case.says, f"{folder.name}/expect.yaml: says: one sentence on what must not happen"
    unsaid = case.exit in (0, 2, 5) or case.stderr
    assert case.code or unsaid, f"{folder.name}/expect.yaml: say the code of the diagnostic"
    return case


# --- making
# --------------------------------------------------------------------------------


def build(case: Case, target: Path) -> None:
    """The case's folder in full: what `make:` says, the case's own files over it, and the
    outputs of an earlier build.
    """
    target.mkdir(parents=True)
    late = [entry for entry in case.make if "mode" in entry]
    for entry in case.make:
        if entry not in late:
            _made(entry, target)
    for path in sorted(case.folder.rglob("*")):
        if path.name != "expect.yaml" and path.is_file():
            _put(target / path.relative_to(case.folder), path.read_bytes())
    _old_outputs(target / "output" / "toy")
    for entry in late:
        _made(entry, target)


def _made(entry: dict[str, Any], target: Path) -> None:
    kind, name = next(iter(entry.items()))
    path = target / str(name)
    if kind not in _MAKERS:
        raise AssertionError(f"make: there is no {kind!r}; known: {', '.join(_MAKERS)}")
    if kind != "base":
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _MAKERS[kind](path, entry)
    except (AttributeError, NotImplementedError, PermissionError) as problem:
        raise NotHere(f"{kind} cannot be made here: {problem}") from None
    except OSError as problem:
        if problem.errno != errno.EILSEQ:  # a disk whose names must be text
            raise
        raise NotHere(f"{kind} cannot be made here: {problem}") from None


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _base(path: Path, entry: dict[str, Any]) -> None:
    source = HERE / "bases" / entry["base"]
    assert source.is_dir(), f"make: there is no base {entry['base']!r}"
    shutil.copytree(source, path.parent, dirs_exist_ok=True)


def text_of(parts: Any) -> str:
    """A text, or a list of texts and `{text, times}`; `%n` in a repeated text is its number from
    0, `%m` the next one.
    """
    if isinstance(parts, str):
        return parts
    if isinstance(parts, dict):
        text, times = text_of(parts["text"]), int(parts["times"])
        numbered = "%n" in text or "%m" in text
        return (
            "".join([text.replace("%n", str(n)).replace("%m", str(n + 1)) for n in range(times)])
            if numbered
            else text * times
        )
    return "".join(text_of(part) for part in parts)


def _write(path: Path, entry: dict[str, Any]) -> None:
    if "hex" in entry:
        _put(path, bytes.fromhex(entry["hex"]))
    else:
        _put(path, text_of(entry["text"]).encode(entry.get("encoding", "utf-8"), "surrogatepass"))


def _repeat(path: Path, entry: dict[str, Any]) -> None:
    _put(
        path,
        text_of(
            [
                entry.get("before", ""),
                {"text": entry["text"], "times": entry["times"]},
                entry.get("after", ""),
            ]
        ).encode(),
    )


def _copy(path: Path, entry: dict[str, Any]) -> None:
    _put(path, (REPOSITORY / entry["from"]).read_bytes())


def _cut(path: Path, entry: dict[str, Any]) -> None:
    _put(path, path.read_bytes()[: int(entry["to"])])


def _patch(path: Path, entry: dict[str, Any]) -> None:
    """Bytes of a file exchanged: at a place, or at a place in a table of a font."""
    data = bytearray(path.read_bytes())
    at = int(entry["at"])
    if "table" in entry:
        at += _table(data, entry["table"])[1]
    new = bytes.fromhex(entry["hex"]) * int(entry.get("times", 1))
    assert 0 <= at and at + len(new) <= len(data), f"make: patch lies outside of {path.name}"
    data[at : at + len(new)] = new
    _put(path, bytes(data))


def _table(data: bytes | bytearray, tag: str) -> tuple[int, int]:
    """Where a table of a font stands in its directory, and where its data begins."""
    for index in range(int.from_bytes(data[4:6], "big")):
        place = 12 + 16 * index
        if data[place : place + 4] == tag.encode().ljust(4):
            return place, int.from_bytes(data[place + 8 : place + 12], "big")
    raise AssertionError(f"make: the font has no table {tag!r}")


def _cyclic(path: Path, entry: dict[str, Any]) -> None:
    """A font in which the glyph of a letter is composed of itself: its outline is overwritten by
    a composite that names it.
    """
    data = bytearray((REPOSITORY / entry["from"]).read_bytes())
    import uharfbuzz

    glyph = uharfbuzz.Font(uharfbuzz.Face(bytes(data))).get_nominal_glyph(ord(entry["letter"]))
    long = int.from_bytes(data[_table(data, "head")[1] + 50 :][:2], "big")
    loca, glyf = _table(data, "loca")[1], _table(data, "glyf")[1]
    start = (
        int.from_bytes(data[loca + 4 * glyph :][:4], "big")
        if long
        else 2 * int.from_bytes(data[loca + 2 * glyph :][:2], "big")
    )
    # numberOfContours -1, bounding box, then two parts: MORE_COMPONENTS | ARGS_ARE_WORDS |
    # ARGS_ARE_XY, the glyph itself, 0, 0.
    parts = struct.pack(">HHhh", 0x0023, glyph, 0, 0) + struct.pack(">HHhh", 0x0003, glyph, 0, 0)
    data[glyf + start : glyf + start + 10 + len(parts)] = (
        struct.pack(">hhhhh", -1, 0, 0, 900, 900) + parts
    )
    _put(path, bytes(data))


def _fifo(path: Path, _: dict[str, Any]) -> None:
    os.mkfifo(path)


def _device(path: Path, entry: dict[str, Any]) -> None:
    major, minor = entry["numbers"]
    os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(major, minor))


def _socket(path: Path, _: dict[str, Any]) -> None:
    os.mknod(path, 0o666 | stat.S_IFSOCK)


def _link(path: Path, entry: dict[str, Any]) -> None:
    to = str(entry["to"]).replace("OUTSIDE", str(outside(path)))
    path.symlink_to(to)


def outside(path: Path) -> Path:
    """A folder beside the case's, with one file, that no case may touch."""
    case = next(parent for parent in path.parents if parent.name == "case")
    folder = case.parent / "outside"
    _put(folder / "secret.yaml", b"- {id: secret, name: Secret}\n")
    return folder


def _folder(path: Path, _: dict[str, Any]) -> None:
    path.mkdir(parents=True, exist_ok=True)


def _odd(path: Path, entry: dict[str, Any]) -> None:
    """A file whose name is no text."""
    path.mkdir(parents=True, exist_ok=True)
    with open(os.fsencode(path) + b"/" + bytes.fromhex(entry["hex"]), "wb") as file:
        file.write(entry.get("text", "").encode())


def _mode(path: Path, entry: dict[str, Any]) -> None:
    path.chmod(int(str(entry["is"]), 8))


def _remove(path: Path, _: dict[str, Any]) -> None:
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()


def _png(path: Path, entry: dict[str, Any]) -> None:
    """A PNG of one colour:

    `color` (2 RGB, 6 RGBA, 0 grey), `bits`, `rows` (of the data; all where not said), `extra` zeros
    behind them.
    """
    width, height, color, bits = (
        entry["width"],
        entry["height"],
        entry.get("color", 2),
        entry.get("bits", 8),
    )
    row = 1 + (width * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color] * bits + 7) // 8
    packer, idat = zlib.compressobj(9), b""
    left = row * entry.get("rows", height) + entry.get("extra", 0)
    while left > 0:
        step = min(left, 1 << 20)
        idat += packer.compress(bytes(step))
        left -= step
    idat += packer.flush()
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0))]
    chunks += [
        (kind.encode(), bytes.fromhex(data)) for kind, data in entry.get("chunks", {}).items()
    ]
    if "profile" in entry:
        chunks.append((b"iCCP", b"p\0\0" + zlib.compress(bytes(entry["profile"]), 9)))
    chunks += [(b"IDAT", idat), (b"IEND", b"")]
    _put(path, b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _image(path: Path, entry: dict[str, Any]) -> None:
    """A sound image in any format that Pillow writes."""
    from PIL import Image

    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new(entry.get("mode", "RGB"), (entry["width"], entry["height"])).save(
        path, entry["format"]
    )


_MAKERS: dict[str, Callable[[Path, dict[str, Any]], None]] = {
    "base": _base,
    "write": _write,
    "repeat": _repeat,
    "copy": _copy,
    "folder": _folder,
    "fifo": _fifo,
    "device": _device,
    "socket": _socket,
    "link": _link,
    "png": _png,
    "image": _image,
    "cyclic": _cyclic,
    "odd": _odd,
    "cut": _cut,
    "patch": _patch,
    "mode": _mode,
    "remove": _remove,
}


def _old_outputs(folder: Path) -> None:
    """What an earlier build left, where the case puts nothing in its way."""
    if os.path.lexists(folder) or os.path.lexists(folder.parent):
        return
    listed = {
        "format": 1,
        "game": "toy",
        "files": {"cards.pdf": {"sha256": hashlib.sha256(OLD_PDF).hexdigest(), "sheets": []}},
    }
    _put(folder / "cards.pdf", OLD_PDF)
    _put(folder / "manifest.json", json.dumps(listed).encode())
    _put(folder / "notes.txt", b"a file of the user's own\n")


# --- looking
# --------------------------------------------------------------------------------


def snapshot(folder: Path) -> dict[str, tuple[Any, ...]]:
    """Everything in a folder: kind, permissions, and content or target.

    Lock files, which a build may leave, are left out.
    """
    found: dict[str, tuple[Any, ...]] = {}
    for path in _walk(folder):
        state = path.lstat()
        name = path.relative_to(folder).as_posix()
        if name.endswith("/.pnp.lock") and stat.S_ISREG(state.st_mode) and not state.st_size:
            continue
        content: Any = None
        if stat.S_ISREG(state.st_mode):
            content = (
                state.st_size,
                hashlib.sha256(path.read_bytes()).hexdigest()
                if state.st_size < 100_000_000
                else "",
            )
        elif stat.S_ISLNK(state.st_mode):
            content = os.readlink(path)
        found[name] = (oct(state.st_mode), content)
    return found


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        yield from (Path(root, name) for name in sorted((*folders, *files)))


def whole(pdf: bytes) -> bool:
    """Whether a PDF has its beginning and its end."""
    return pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF")


def consistent(folder: Path) -> str:
    """What is wrong with a folder of outputs:

    PDFs cut short, or others than its manifest lists; empty when nothing is.
    """
    pdfs = sorted(folder.glob("*.pdf"))
    wrong = [path.name for path in pdfs if not whole(path.read_bytes())]
    if wrong:
        return f"not whole: {wrong}"
    manifest = folder / "manifest.json"
    if not manifest.exists():
        return "PDFs without a manifest" if pdfs else ""
    files = json.loads(manifest.read_bytes())["files"]
    there = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in pdfs}
    listed = {name: entry["sha256"] for name, entry in files.items()}
    return "" if there == listed else f"the manifest lists {listed}, there are {there}"
