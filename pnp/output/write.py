"""What a build leaves on the disk: all of its files or none of them, read back before they take
their names.

A file is first written beside its target as `.NAME.PID.tmp`, fsynced, read back and checked; then
all are renamed, `manifest.json` last. Whatever fails on the way, the earlier files stay as they
were.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import signal
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO, Any

from pnp.diagnostics import Diagnostic, Problems, Span, error, raise_errors, refusal
from pnp.load.file_states import State, ordinary, state
from pnp.load.user_notes import note, noted
from pnp.output.manifest import MANIFEST, dumps, is_plain, listed, stamped
from pnp.output.readback import expected, readback

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK = ".pnp.lock"
WRITTEN = "written"
"""The note of the files that belong to no build, with their SHA-256."""
PART = 1 << 20
"""Bytes of a written file that are compared at a time."""
LARGEST = 1_000_000_000
"""Bytes of a file that an earlier build may have left."""

_TEMPORARY = re.compile(r"\..+\.\d+\.tmp")
_BACKUP = re.compile(r"\..+\.old\.\d+\.tmp")


def write(
    folder: Path,
    files: Mapping[str, bytes],
    manifest: Mapping[str, Any],
    *,
    patience: float = 10.0,
    force: bool = False,
) -> tuple[State, ...]:
    """Put the files of a build and its manifest into a folder, all or none, and remove those that
    an earlier build left over.

    Gives how they stand once they are there, before another build can replace them.

    A file that no build wrote, or that was changed since, is replaced by `force` alone (P708). PDFs
    that the manifest lists are read back first. `patience`: seconds to wait for another build
    that writes there. While the files change places Ctrl-C comes too late.

    Raises Problems: P701 disk full, P702 not allowed, P703 a folder or file in the way, P704 name
    too long, P705 another build is writing, P706 open in another program, P707 any other refusal
    of the system, P710 read back wrong.
    """
    for name in files:
        if not is_plain(name) or name == MANIFEST:
            raise ValueError(f"not a plain file name: {name!r}")
    with _locked(folder, patience):
        killed = _sweep(folder)
        earlier = listed(folder / MANIFEST)
        raise_errors(
            [in_the_way(folder / name) for name in (*files, MANIFEST) if (folder / name).is_dir()]
        )
        if not (force or killed):  # what a killed build left has no manifest yet
            raise_errors([*map(_kept, _foreign(folder, files, earlier))])
        temporaries: dict[str, Path] = {}
        try:
            stamps = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
            for name, data in files.items():
                _put(folder, name, data, temporaries)
            _put(folder, MANIFEST, dumps(stamped(manifest, stamps)), temporaries)
            raise_errors(
                [
                    finding
                    for name, expect in expected(manifest)
                    if name in files
                    for finding in readback(temporaries[name], expect, name)
                ]
            )
            stale = _stale(folder, earlier, temporaries)
            with undisturbed():
                _exchange(folder, temporaries, stale)
            return tuple(state(os.path.abspath(folder / name)) for name in temporaries)
        finally:
            _discard(temporaries.values())


def clear(folder: Path, *, patience: float = 10.0) -> list[str]:
    """Remove what an earlier build left in a folder, all or nothing, less what somebody has changed
    since; and the folder once it is empty.

    Gives the names of what stays. Raises Problems as `write` does.
    """
    with _locked(folder, patience):
        _sweep(folder)
        stale = _stale(folder, listed(folder / MANIFEST), {})
        mark = [MANIFEST] if (folder / MANIFEST).exists() else []
        with undisturbed():
            _exchange(folder, {}, [*stale, *mark])
        left = sorted(path.name for path in folder.iterdir() if path.name != LOCK)
        if not left:  # as long as we have the lock: who waits for it then looks for another
            _gone(folder)
    if (
        not left and sys.platform == "win32"
    ):  # which removes no file that is open, be it by us or by who waits
        _gone(folder)
    return left


def _gone(folder: Path) -> None:
    with suppress(OSError):
        (folder / LOCK).unlink()
        folder.rmdir()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C comes too late in here: what is being put in place takes a moment, and once it is
    there the build is done.

    SIGTERM, which `timeout` and CI send, is heard at the end.
    """
    held: list[int] = []
    heard: dict[int, Any] = {}
    try:
        heard[signal.SIGINT] = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, so it is heard elsewhere
        yield
        return
    heard[signal.SIGTERM] = signal.signal(signal.SIGTERM, lambda number, _: held.append(number))
    try:
        yield
    finally:
        for number, handler in heard.items():
            signal.signal(number, handler or signal.SIG_DFL)
        for number in held[:1]:
            os.kill(os.getpid(), number)


def _put(folder: Path, name: str, data: bytes, temporaries: dict[str, Path]) -> None:
    """A file under its temporary name, which is noted before anything can go wrong."""
    temporaries[name] = folder / f".{name}.{os.getpid()}.tmp"
    with explained(folder / name):
        _store(temporaries[name], data)


def save_single(path: Path, data: bytes, *, force: bool = False) -> None:
    """One file that a command makes outside of a build. Raises Problems (P701 to P707, and P708
    where another lies there than pnp has left).
    """
    if not force and path.is_file() and not _left(path, noted(WRITTEN, path)):
        raise Problems([_kept(path)])
    save(path, data)
    with suppress(OSError):  # where nothing can be noted, the next one asks for --force
        note(WRITTEN, path, hashlib.sha256(data).hexdigest())


def save(path: Path, data: bytes) -> None:
    """One file that belongs to no build, in full or not at all. Raises Problems (P701 to P707)."""
    with explained(path, "in another folder"):
        if taken(path):
            raise Problems([in_the_way(path, "in another folder")])
        # A process that was killed may have had the same number, as the first one in each container
        # has.
        names = (path.with_name(f".{path.name}.{os.getpid()}{n or ''}.tmp") for n in count())
        temporary = next(name for name in names if not os.path.lexists(name))
        try:
            _store(temporary, data)
            temporary.replace(path)
        finally:
            _discard([temporary])


def _store(path: Path, data: bytes) -> None:
    """New bytes on the disk, not only in its cache, and read from there again.

    Permissions follow the umask.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if not _holds(path, data):
        raise OSError(errno.EIO, "the disk gives back other bytes than were written")


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file holds these bytes; a part at a time, for a print may be larger than what
    memory is left.
    """
    at = 0
    with path.open("rb", buffering=0) as file:
        # Bytes are compared as a whole, views of them one by one: ten times as long for a print of
        # a hundred megabytes.
        while part := file.read(PART):
            if not data.startswith(part, at):
                return False
            at += len(part)
    return at == len(data)


def _exchange(folder: Path, temporaries: Mapping[str, Path], stale: Sequence[str]) -> None:
    """Remove the stale files and give every temporary one its name, in order; when one refuses,
    all become what they were.
    """
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
            removed = [name for name in stale if not (folder / name).exists()]
            replaced = [name for name, path in temporaries.items() if not path.exists()]
            for name in (*removed, *replaced):
                try:
                    if name in backups:
                        backups[name].replace(folder / name)
                    else:
                        (folder / name).unlink()
                except OSError:
                    backups.pop(name, None)  # better a stray file than a lost one
            raise
    finally:
        _discard(backups.values())
        # Names reach the disk too, where the system lets a folder be synced.
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _discard(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _keep(path: Path, backup: Path) -> None:
    """A second name for a file, or a copy where the file system knows no second names."""
    try:
        os.link(path, backup)
    except OSError:
        shutil.copy2(path, backup)


def interrupted(folder: Path) -> bool:
    """Whether a build was killed while its files changed places, so that some of them may be older
    than others; or another one is just there.
    """
    with explained(folder):
        return any(_BACKUP.fullmatch(name) for name in os.listdir(folder))


def _sweep(folder: Path) -> bool:
    """Remove what a killed build left, and say whether there was any. We hold the lock, so no
    living one owns it.
    """
    with explained(folder):
        leftovers = [path for path in folder.iterdir() if _TEMPORARY.fullmatch(path.name)]
    _discard(leftovers)
    return bool(leftovers)


def _stale(folder: Path, earlier: Mapping[str, str], contents: Mapping[str, object]) -> list[str]:
    """The files of an earlier build that this one does not make, less those that somebody has
    changed since.
    """
    found = []
    for name in earlier.keys() - contents.keys():
        with explained(folder / name):
            if _left(folder / name, earlier[name]):
                found.append(name)
    return sorted(found)


def _foreign(folder: Path, files: Iterable[str], earlier: Mapping[str, str]) -> Iterator[Path]:
    """The files of these names that the earlier build did not leave as they are."""
    for name in files:
        path = folder / name
        with explained(path):
            if os.path.lexists(path) and not _left(path, earlier.get(name, "")):
                yield path


def _kept(path: Path) -> Diagnostic:
    message = "pnp did not write this file, or it was changed since: it is not replaced"
    hint = "move it away, write elsewhere, or replace it with --force"
    return error("P708", message, Span(str(path)), hint)


def _left(path: Path, stamp: str | None) -> bool:
    """Whether a plain file of moderate size has this SHA-256; a manifest that came with a game
    may name anything.
    """
    try:
        found = path.lstat()
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == stamp


@contextmanager
def _locked(folder: Path, patience: float) -> Iterator[None]:
    """Only one build writes into a folder at a time, so that a manifest and its PDFs belong
    together. The folder is made if need be.
    """
    until = time.monotonic() + patience
    while True:
        with explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
        with _lock_file(folder / LOCK) as file:
            while not _lock(file):
                if time.monotonic() >= until:
                    message = f"another build has been writing into this folder for {patience:g} s"
                    raise refusal(
                        "P705",
                        message,
                        Span(str(folder)),
                        "wait until it is done, or write elsewhere with -o DIR",
                    )
                time.sleep(0.05)
            if _stands(file, folder / LOCK):
                yield
                return


def _stands(file: IO[bytes], path: Path) -> bool:
    """Whether an open file still has its name: who had the lock before may have removed it with
    the folder.
    """
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except OSError:
        return False


def _lock_file(path: Path) -> IO[bytes]:
    """The file to lock, made where there is none.

    A link would lead elsewhere, a pipe would wait for ever: neither is opened.
    """
    if os.path.lexists(path) and not ordinary(str(path)):
        raise refusal(
            "P703",
            "something lies where the lock of the folder is to be",
            Span(str(path)),
            "remove it",
        )
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
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


@contextmanager
def explained(path: Path, elsewhere: str = "elsewhere with -o DIR") -> Iterator[None]:
    """What the system refuses inside the block as Problems (P701 to P707) about a path;
    `elsewhere` is where the hints send people.
    """
    try:
        yield
    except OSError as problem:
        raise Problems([_refusal(problem, path, elsewhere)]) from problem


_NOT_ALLOWED = ("P702", "writing here is not allowed", "make the folder writable")
_TOO_LARGE = "the file is larger than the system allows here"
_FULL = ("P701", "the disk is full", "free some space")
_REFUSALS = {
    "EFBIG": ("P707", _TOO_LARGE, "raise the limit (ulimit -f)"),
    "ENOSPC": _FULL,
    "EDQUOT": _FULL,
    "EACCES": _NOT_ALLOWED,
    "EPERM": _NOT_ALLOWED,
    "EROFS": _NOT_ALLOWED,
}
"""The code, message and next action of what a system refuses."""


def _refusal(problem: OSError, path: Path, elsewhere: str) -> Diagnostic:
    span, untouched = Span(str(path)), "; the earlier files are unchanged"
    # Windows: 5 and 32 come when a viewer holds the file, 33 when it has locked a part.
    if getattr(problem, "winerror", None) in (5, 32, 33) and path.is_file():
        message = "the file cannot be replaced because another program has it open"
        return error("P706", message + untouched, span, "close it there and build again")
    name = errno.errorcode.get(problem.errno or 0, "")
    if name in ("ENOTDIR", "EEXIST", "EISDIR"):
        return in_the_way(path, elsewhere)
    if name == "ENAMETOOLONG":
        hint = f"choose a shorter path, or write {elsewhere}"
        return error("P704", "the path is longer than the system allows", span, hint)
    if name in _REFUSALS:
        code, message, action = _REFUSALS[name]
        return error(code, message + untouched, span, f"{action}, or write {elsewhere}")
    message = f"the system refuses to write: {problem.strerror or problem}{untouched}"
    return error("P707", message, span, f"write {elsewhere}")


def in_the_way(path: Path, elsewhere: str = "elsewhere with -o DIR") -> Diagnostic:
    """P703 for a path where something else lies."""
    message = "a file lies where a folder is to be made"
    hint = f"move it away, or write {elsewhere}"
    if path.is_dir():
        message, hint = "a folder lies where a file is to be written", "move it away or rename it"
    elif path.exists() and not path.is_file():
        message = (
            "a pipe, a device or the like lies where a file is to be written, and is left alone"
        )
        hint = f"write {elsewhere}"
    return error("P703", message, Span(str(path)), hint)


def taken(path: Path) -> bool:
    """Whether what lies at a path must not be replaced by a file: a folder, and what the system
    keeps there, such as /dev/null.
    """
    return path.exists() and not path.is_file()
