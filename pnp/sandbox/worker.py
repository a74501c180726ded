"""A task in a process of its own, with bounds on memory, time and writing: how a stranger's game is
read and drawn.

Every stage bounds what one file, face or picture may ask for. What many of them ask for in sum, and
what a fault in a library might do, is bounded here. The process is started anew, not forked, so
that it is the same on every system; its result comes back through a pipe. Where the system knows no
such bounds (Windows; macOS knows none on memory) there is the clock alone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pnp.diagnostics import Problems, refusal
from pnp.load.workspace import Workspace, with_full_checks

T = TypeVar("T")


class Bounds(NamedTuple):
    """Bytes of memory, seconds of processor time, and seconds by the clock."""

    memory: int = 1 << 30
    seconds: int = 30
    patience: int = 120


BOUNDS = Bounds()

_START = "import sys; sys.path.append(sys.argv[1]); from pnp.sandbox.worker import serve; serve()"


def run(task: Callable[..., T], workspace: Workspace, *args: Any, untrusted: bool) -> T:
    """What `task(workspace, *args)` returns: called here, or for an `untrusted` game by `confined`
    with full checks of its pictures.
    """
    if untrusted:
        return confined(task, with_full_checks(workspace), *args)
    return task(workspace, *args)


def confined(task: Callable[..., T], *args: Any, bounds: Bounds = BOUNDS) -> T:
    """What `task(*args)` gives; the task is a function of a module, and all of it can be pickled.

    Raises Problems: what the task raises, or P830 when it passes the bounds or its process dies.
    """
    import pickle
    import subprocess

    # -P: the current folder is the stranger's, and must not be among the places of modules.
    command = [sys.executable, "-P", "-c", _START, str(Path(__file__).parents[2])]
    _end_as_interrupted()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            answer, _ = process.communicate(pickle.dumps((bounds, task, args)), bounds.patience)
        except subprocess.TimeoutExpired:
            raise _refused(f"takes longer than {bounds.patience} seconds") from None
        finally:
            process.kill()
    if not answer:
        raise _died(process.returncode, bounds)
    result: T
    result, problem = pickle.loads(answer)
    if problem is not None:
        raise problem
    return result


def _end_as_interrupted() -> None:
    """Leave on SIGTERM as on Ctrl-C, on which way the worker is stopped; where nobody has chosen
    another way.
    """
    from threading import current_thread, main_thread

    if current_thread() is main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)


def _refused(what: str) -> Problems:
    hint = "find out who made it and what it draws; after pnp trust it is read without these bounds"
    return refusal("P830", f"reading and drawing the game {what}", None, hint)


def _out_of_memory(bounds: Bounds) -> Problems:
    return _refused(f"takes more than {bounds.memory >> 20:,} MB of memory")


def _died(code: int, bounds: Bounds) -> Problems:
    """Why a process ended without an answer."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return _refused(f"takes more than {bounds.seconds} seconds of processor time")
    if code == -getattr(signal, "SIGKILL", 0):
        return _refused(
            f"takes more than {bounds.seconds} seconds of processor time, or more memory than the"
            " machine has"
        )
    return _refused(f"ended the process that did it (code {code})")


def serve() -> None:
    """Do the one task that standard input brings, and answer on standard output."""
    import pickle

    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(
        os.open(os.devnull, os.O_WRONLY), 1
    )  # what libraries print must not get into the answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    bounds, task, args = pickle.load(sys.stdin.buffer)
    _bind(bounds)
    try:
        answer = pickle.dumps(_outcome(task, args, bounds), pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        answer = pickle.dumps((None, _out_of_memory(bounds)))
    with suppress(BrokenPipeError):  # whoever asked is gone
        channel.write(answer)
        channel.close()
    os._exit(0)


def _outcome(
    task: Callable[..., Any], args: tuple[Any, ...], bounds: Bounds
) -> tuple[Any, Exception | None]:
    """What a task gives, or what is to be raised for it."""
    problem: Exception | None = None
    try:
        return task(*args), None
    except MemoryError:
        pass
    except Problems as refused:
        problem = refused
    except Exception:
        import traceback

        problem = RuntimeError(f"in the worker:\n{traceback.format_exc()}")
    # A library that gets no memory may say that the data is damaged.
    if problem is None or _peak() > bounds.memory * 3 // 4:
        problem = _out_of_memory(bounds)
    return None, problem


def _bind(bounds: Bounds) -> None:
    """Set what the system lets us set; never more than is set already."""
    try:
        import resource
    except ImportError:
        return
    wanted = (
        (resource.RLIMIT_AS, bounds.memory, bounds.memory),
        (resource.RLIMIT_CPU, bounds.seconds, bounds.seconds + 2),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
    )
    for kind, soft, hard in wanted:
        most = resource.getrlimit(kind)[1]
        if most == resource.RLIM_INFINITY:
            most = hard
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (min(soft, most), min(hard, most)))


def _peak() -> int:
    """Bytes of memory that this process has used at most; 0 where the system does not say.

    On Linux the peak that getrusage(2) tells is that of whoever started this process, where that
    one was larger.
    """
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) * 1024
    try:
        import resource
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024
