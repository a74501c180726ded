"""Runs a task for each of several games on a pool of processes; yields the results in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 10
"""Seconds in which a worker puts its files in place, or removes them, before it is killed."""


def processors() -> int:
    """The processors that this process may use: those of its affinity, fewer where its control
    group has a quota (cgroup v2, `cpu.max`).
    """
    affinity = hasattr(os, "sched_getaffinity")
    usable = len(os.sched_getaffinity(0)) if affinity else os.cpu_count() or 1
    with suppress(OSError, ValueError):
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        usable = min(usable, max(1, int(quota) // int(period)))
    return usable


def each(
    task: Callable[..., T], arguments: Sequence[tuple[Any, ...]], jobs: int | None = None
) -> Iterator[T]:
    """What `task(*arguments)` returns for each tuple of arguments, in their order, by up to `jobs`
    processes, else as many as there are processors.

    Ctrl-C ends all of them. MemoryError where the system killed one.
    """
    processes = 1 if len(arguments) < 2 else min(jobs or processors(), len(arguments))
    if processes < 2:
        for given in arguments:
            yield task(*given)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    with ProcessPoolExecutor(processes, initializer=_start_worker) as pool:
        try:
            futures = [pool.submit(_run, task, given) for given in arguments]
            for future in futures:
                yield future.result()
        except BrokenProcessPool:
            raise MemoryError("the system killed a process that built a game") from None
        except (KeyboardInterrupt, GeneratorExit):
            workers = active_children()
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.join(PATIENCE)
                worker.kill()
            pool.shutdown(cancel_futures=True)
            raise


_stopping = _busy = False
"""In a worker: whether it was told to end, and whether it runs a task."""


def _run(task: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    """Run a task in a worker, unless it was told to end."""
    global _busy
    if _stopping:
        raise KeyboardInterrupt
    _busy = True
    try:
        return task(*arguments)
    finally:
        _busy = False


def _stop(*_: object) -> None:
    """End the task of this worker as Ctrl-C would: it removes its temporary files. A worker
    without a task ends at once.
    """
    global _stopping
    _stopping = True
    if not _busy:
        raise SystemExit(1)
    raise KeyboardInterrupt


def _start_worker() -> None:
    """Leave Ctrl-C to the process that started this one, which then ends it; end with it also when
    it was killed.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    if parent is not None:
        watch = Thread(target=lambda: (wait([parent.sentinel]), os._exit(1)), daemon=True)
        watch.start()
