"""Games built by processes: a single one by several, several by one each."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from pnp.cli.place import is_strange
from pnp.diagnostics import Problems

if TYPE_CHECKING:
    from pnp.build.pipeline import Job
    from pnp.load.workspace import Workspace


def built(
    workspace: Workspace,
    queue: list[Job],
    untrusted: bool | None,
    jobs: int,
    late: ExitStack,
    keep: list[object] | None,
) -> Iterator[Any]:
    """The outcome of each game in the order asked for, whichever is ready first.

    A single one, once in place, is told of (see `write`).
    """
    if len(queue) == 1:
        yield one(workspace, queue[0], untrusted, jobs, late, keep)
        return
    if jobs == 1:
        for job in queue:
            yield one(workspace, job, untrusted)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import Event, active_children

    stopped = Event()
    with ProcessPoolExecutor(
        min(jobs, len(queue)), initializer=_waiting, initargs=(stopped,)
    ) as pool:
        try:
            with _held_back():
                futures = [pool.submit(_in_worker, workspace, job, untrusted) for job in queue]
            for future in futures:
                yield future.result()
        except (KeyboardInterrupt, GeneratorExit):
            stopped.set()
            for (
                worker
            ) in active_children():  # who has heard it already waits by now, and passes over it
                with suppress(OSError, ValueError):
                    os.kill(worker.pid or 0, signal.SIGINT)
            raise
        except BrokenProcessPool:
            raise MemoryError(
                "a process that built a game was killed, most likely for want of memory"
            ) from None
        finally:
            # Who is putting files in place must not be cut off by the end of this process.
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _held_back() -> Iterator[None]:
    """Ctrl-C comes when workers have been started: one that has not begun to wait would print
    where it stood.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_stopped: list[Any] = []
"""In a worker: the event that says that no further game is to be built.

A worker is given it once, when it starts.
"""


def _waiting(stopped: Any) -> None:
    """Have a worker pass over Ctrl-C while it has nothing to do, and end when the process that
    started it does.
    """
    _stopped.append(stopped)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    leave_with_parent()


def _in_worker(workspace: Workspace, job: Job, untrusted: bool | None) -> Any:
    """`one`, which Ctrl-C ends."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if any(stopped.is_set() for stopped in _stopped):
            raise KeyboardInterrupt
        return one(workspace, job, untrusted)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def leave_with_parent() -> None:
    """Have a worker end when the process that started it does: one that was killed can stop
    nobody.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def one(
    workspace: Workspace,
    job: Job,
    untrusted: bool | None,
    jobs: int = 1,
    late: ExitStack | None = None,
    keep: list[object] | None = None,
) -> Any:
    """Build one game: its report, or the diagnostics that stopped it.

    `jobs` processors may share its cards; for the rest see `build`.
    """
    from pnp.build.pipeline import build

    try:
        strange = is_strange(workspace, job.folder, untrusted)
        return build(workspace, job, jobs, strange, late, keep)
    except Problems as problem:
        return problem.diagnostics
