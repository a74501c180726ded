"""What the system refuses when something is written, in the user's words."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pnp.diagnostics import Diagnostic, Problems, Span, error


@contextmanager
def explained(path: Path, elsewhere: str = "elsewhere with -o DIR") -> Iterator[None]:
    """What the system refuses inside the block as Problems (P701 to P707) about a path;
    `elsewhere` is where the hints send people.
    """
    try:
        yield
    except OSError as problem:
        raise Problems([_refusal(problem, path, elsewhere)]) from problem


def _refusal(problem: OSError, path: Path, elsewhere: str) -> Diagnostic:
    span, untouched = Span(str(path)), "; the earlier files are unchanged"
    # Windows: 5 and 32 come when a viewer holds the file, 33 when it has locked a part.
    if getattr(problem, "winerror", None) in (5, 32, 33) and path.is_file():
        message = "the file cannot be replaced because another program has it open"
        return error("P706", message + untouched, span, "close it there and build again")
    match errno.errorcode.get(problem.errno or 0):
        case "EFBIG":
            hint = f"raise the limit (ulimit -f), or write {elsewhere}"
            return error(
                "P707", "the file is larger than the system allows here" + untouched, span, hint
            )
        case "ENOSPC" | "EDQUOT":
            return error(
                "P701",
                "the disk is full" + untouched,
                span,
                f"free some space, or write {elsewhere}",
            )
        case "EACCES" | "EPERM" | "EROFS":
            hint = f"make the folder writable, or write {elsewhere}"
            return error("P702", "writing here is not allowed" + untouched, span, hint)
        case "ENOTDIR" | "EEXIST" | "EISDIR":
            return in_the_way(path, elsewhere)
        case "ENAMETOOLONG":
            return error(
                "P704",
                "the path is longer than the system allows",
                span,
                f"choose a shorter path, or write {elsewhere}",
            )
    reason = problem.strerror or str(problem)
    return error(
        "P707", f"the system refuses to write: {reason}{untouched}", span, f"write {elsewhere}"
    )


def in_the_way(path: Path, elsewhere: str = "elsewhere with -o DIR") -> Diagnostic:
    """P703 for a path where something else lies."""
    if path.is_dir():
        return error(
            "P703",
            "a folder lies where a file is to be written",
            Span(str(path)),
            "move it away or rename it",
        )
    if path.exists() and not path.is_file():
        told = "a pipe, a device or the like lies where a file is to be written, and is left alone"
        return error("P703", told, Span(str(path)), f"write {elsewhere}")
    return error(
        "P703",
        "a file lies where a folder is to be made",
        Span(str(path)),
        f"move it away, or write {elsewhere}",
    )


def taken(path: Path) -> bool:
    """Whether what lies at a path must not be replaced by a file: a folder, and what the system
    keeps there, such as /dev/null.
    """
    return path.exists() and not path.is_file()
