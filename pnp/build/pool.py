"""Runs a task for each of several games on a pool of processes; yields the results in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeVar

T = TypeVar("T")


def processors() -> int:
    """The processors that this process may use: those of its affinity, fewer where its control
    group has a quota (cgroup v2, `cpu.max`).
    """
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    with suppress(OSError, ValueError):
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text(encoding="ascii").split()
        usable = min(usable or 1, max(1, int(quota) // int(period)))
    return usable or 1


def each(task: Callable[..., T], arguments: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[T]:
    """What `task(*arguments)` returns for each tuple of arguments, in their order, by up to `jobs`
    processes.

    Ctrl-C ends all of them. MemoryError where the system killed one.
    """
    if jobs < 2 or len(arguments) < 2:
        for given in arguments:
            yield task(*given)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children

    with ProcessPoolExecutor(min(jobs, len(arguments)), initializer=_start_worker) as pool:
        try:
            futures = [pool.submit(_run, task, given) for given in arguments]
            for future in futures:
                yield future.result()
        except BrokenProcessPool:
            raise MemoryError("the system killed a process that built a game") from None
        except (KeyboardInterrupt, GeneratorExit):
            for worker in active_children():
                worker.terminate()
            pool.shutdown(cancel_futures=True)
            raise


_stopping, _busy = Event(), Event()
"""In a worker: whether it was told to end, and whether it runs a task."""


def _run(task: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    """Run a task in a worker, unless it was told to end."""
    if _stopping.is_set():
        raise KeyboardInterrupt
    _busy.set()
    try:
        return task(*arguments)
    finally:
        _busy.clear()


def _stop(*_: object) -> None:
    """End the task of this worker as Ctrl-C would: it removes its temporary files. A worker
    without a task ends at once.
    """
    _stopping.set()
    if not _busy.is_set():
        raise SystemExit(1)
    raise KeyboardInterrupt


def _start_worker() -> None:
    """Leave Ctrl-C to the process that started this one, which then ends it; end with it also when
    it was killed.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    parent = parent_process()
    if parent is not None:
        watch = Thread(target=lambda: (wait([parent.sentinel]), os._exit(1)), daemon=True)
        watch.start()
