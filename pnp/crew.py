"""One task shared by several processes: each does its part, meets the others at exchanges, and
hands its result back to the first.

Processes are forked, so they start with everything that is loaded and nothing needs to be sent to
them. Where forking is not to be had (Windows; macOS, whose system libraries do not survive it)
there is a crew of one, and the same task does all of the work.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

T = TypeVar("T")
V = TypeVar("V")

Exchange = Callable[[Any, bool], list[Any]]
"""Gives a value to all others and returns everybody's, in the order of the parts, if they are
wanted here; else nothing, without waiting.

All parts call it equally often.
"""

Task = Callable[[int, int, Exchange], T]
"""Does part `n` of `count`. The result must survive pickling."""


class _Link(NamedTuple):
    """A member of the crew as the first process sees it."""

    pid: int
    hear: BinaryIO
    tell: BinaryIO


def alone(value: V, wanted: bool) -> list[V]:
    """The exchange of one who needs nobody."""
    return [value] if wanted else []


def can_fork() -> bool:
    """Whether processes can be forked safely here and now.

    Not where their processor time is bounded (`worker`, `ulimit -t`): each would have the whole of
    it, and be killed at its end unheard.
    """
    return sys.platform == "linux" and threading.active_count() == 1 and not _bounded()


def _bounded() -> bool:
    import resource

    return resource.getrlimit(resource.RLIMIT_CPU)[0] != resource.RLIM_INFINITY


def together(parts: int, task: Task[T]) -> list[T]:
    """The results of all parts. What one part raises is raised here, and the others are stopped.

    OSError where the system refuses a process.
    """
    if parts < 2 or not can_fork():
        return [task(0, 1, alone)]
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # closed by whoever called
            stream.flush()
    links: list[_Link] = []
    mine: list[Any] = []
    everybody: list[list[Any]] = []

    def settle() -> None:
        """Hear what the others had to say at each exchange up to the last, and tell those who
        wait for it.
        """
        while len(everybody) < len(mine):
            told = [_heard(link) for link in links]
            everybody.append([mine[len(everybody)], *(value for value, _ in told)])
            for link, (_, wanted) in zip(links, told, strict=True):
                if wanted:
                    _tell(link, ("all", everybody[-1]))

    def exchange(value: Any, wanted: bool) -> list[Any]:
        mine.append(value)
        if not wanted:
            return []
        settle()
        return everybody[-1]

    try:
        for part in range(1, parts):
            with _undisturbed():
                links.append(_forked(part, parts, task))
        first = task(0, parts, exchange)
        settle()
        results = [first, *(_heard(link) for link in links)]
    except BaseException:
        for link in links:
            _stopped(link)
        settled()
        raise
    for link in links:
        _stopped(link)
    return results


class Beside(Generic[V, T]):
    """A task that another process prepares for while this one goes on, and then does as often as it
    is given something.

    That process begins with `start`, at the latest with the first thing given. Without `apart`, or
    where processes cannot be forked, all is done here when the result is asked for.
    """

    def __init__(
        self, prepare: Callable[[], object], task: Callable[[V], T], apart: bool = True
    ) -> None:
        self._prepare, self._task, self._apart = prepare, task, apart
        self._given: list[V] = []
        self._ready = False
        self._link: _Link | None = None

    def start(self) -> None:
        """Have the other process prepare, if it does not yet."""
        if self._link is None and self._apart and can_fork():
            with suppress(OSError), _undisturbed():  # no process to be had: all is done here
                self._link = _forked(1, 2, partial(_served, self._prepare, self._task))

    def begin(self, value: V) -> None:
        """Give it something to do."""
        self.start()
        if self._link is None:
            self._given.append(value)
            return
        if not self._ready:
            _heard(self._link)
            self._ready = True
        _tell(self._link, ("all", [value]))

    def result(self) -> T:
        """What came of the first thing given whose result was not asked for yet.

        Raises what the task raised.
        """
        if self._link is None:
            return self._task(self._given.pop(0))
        made: T = _heard(self._link)[0]
        return made

    def __enter__(self) -> Beside[V, T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Let the other process go, if there is one; none comes after it."""
        self._apart = False
        if self._link is not None:
            _stopped(self._link)
            self._link = None


def _served(
    prepare: Callable[[], object],
    task: Callable[[Any], Any],
    _part: int,
    _parts: int,
    exchange: Exchange,
) -> None:
    """What a process beside this one does until it is stopped or left alone; Ctrl-C is for the
    first one, which then stops it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare()
    made: Any = None
    while True:
        (value,) = exchange(made, True)
        made = task(value)


def _stopped(link: _Link) -> None:
    link.hear.close()
    with suppress(BrokenPipeError):  # what it was not told any more, when it was gone already
        link.tell.close()
    with suppress(ProcessLookupError):
        os.kill(link.pid, signal.SIGKILL)
    _ending.append(link.pid)


_ending: list[int] = []
"""Processes that were told to end, as `subprocess` keeps its own.

Taking down what they hold takes the system two milliseconds, in which this one goes on.
"""


def settled(wait: bool = True) -> None:
    """See out the processes that were told to end: all of them, or those that have ended by now.

    Before a process leaves it does so.
    """
    for pid in [*_ending]:
        try:
            ended = os.waitpid(pid, 0 if wait else os.WNOHANG)[0]
        except ChildProcessError:
            ended = pid  # whoever called has it that nobody need be seen out
        if ended:
            _ending.remove(pid)


def heed_end() -> None:
    """Leave as after Ctrl-C when told to end (SIGTERM), on which way other processes are
    stopped; where nobody has chosen another way.
    """
    if (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    ):
        signal.signal(signal.SIGTERM, _ended)


def _forked(part: int, parts: int, task: Task[T]) -> _Link:
    settled(wait=False)
    heed_end()
    from_first, to_member = os.pipe()
    from_member, to_first = os.pipe()
    try:
        pid = os.fork()
    except OSError:
        for end in (from_first, to_member, from_member, to_first):
            os.close(end)
        raise
    if pid:
        os.close(from_first)
        os.close(to_first)
        return _Link(pid, os.fdopen(from_member, "rb"), os.fdopen(to_member, "wb"))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _ending.clear()  # those are no children of this one
    os.close(to_member)
    os.close(from_member)
    _work(part, parts, task, os.fdopen(from_first, "rb"), os.fdopen(to_first, "wb"))
    os._exit(0)


_TOLD_TO_END = {signal.SIGINT, signal.SIGTERM}


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C and SIGTERM are heard after it: one that falls between a fork and its link being
    kept would leave the other process behind.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _TOLD_TO_END)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ended(_number: int, _frame: object) -> None:
    """Told to end (SIGTERM), by `timeout` or a CI that is cancelled: leave as after Ctrl-C, on
    which way the others are stopped.
    """
    raise KeyboardInterrupt


def _work(part: int, parts: int, task: Task[T], hear: BinaryIO, tell: BinaryIO) -> None:
    """What a member does; it never returns to its caller's stack."""

    def exchange(value: Any, wanted: bool) -> list[Any]:
        _send(tell, ("value", (value, wanted)))
        return _receive(hear)[1] if wanted else []

    try:
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _TOLD_TO_END)
            _send(tell, ("value", task(part, parts, exchange)))
        except BaseException as problem:
            _send(tell, ("raised", _tellable(problem)))
    except BaseException:
        os._exit(
            1
        )  # the first process is gone, or the trouble cannot be told: it will hear the silence


def _tellable(problem: BaseException) -> BaseException:
    """What a member raised, with its traceback as a note, which gets through the pipe;
    RuntimeError of it for what does not get through.
    """
    if isinstance(problem, MemoryError) or not isinstance(problem, Exception):
        return problem
    told = f"in another process:\n{traceback.format_exc()}"
    problem.add_note(told)
    try:
        pickle.loads(pickle.dumps(problem, pickle.HIGHEST_PROTOCOL))
    except Exception:
        return RuntimeError(told)
    return problem


def _heard(link: _Link) -> Any:
    """What a member says next. Raises what it raised, and as `_lost` where it says nothing more."""
    try:
        kind, value = _receive(link.hear)
    except EOFError:
        raise _lost(link) from None
    if kind == "raised":
        raise value
    return value


def _tell(link: _Link, message: tuple[str, Any]) -> None:
    """Say something to a member. Raises as `_lost` where it has ended."""
    try:
        _send(link.tell, message)
    except BrokenPipeError:
        raise _lost(link) from None


def _lost(link: _Link) -> Exception:
    """Why a member ended before its time:

    MemoryError where it was killed, as the system does when memory runs out; else RuntimeError.

    It is not seen out here: its number stays its own until `settled`.
    """
    with suppress(ChildProcessError):
        ended = os.waitid(os.P_PID, link.pid, os.WEXITED | os.WNOWAIT)
        if ended and (ended.si_code, ended.si_status) == (os.CLD_KILLED, signal.SIGKILL):
            return MemoryError("the system has killed a process, most likely for want of memory")
    return RuntimeError("a process of the crew ended before its time")


def _send(pipe: BinaryIO, message: tuple[str, Any]) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(len(data).to_bytes(8, "big"))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: BinaryIO) -> tuple[str, Any]:
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    size = int.from_bytes(head, "big")
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    message: tuple[str, Any] = pickle.loads(data)
    return message


def share(part: int, parts: int, count: int, more: float = 0.0) -> slice:
    """Which of `count` entries belong to a part: neighbours, as evenly as can be; the first part
    takes `more` of a part beside its own.
    """
    whole, before = parts + more, part + more if part else 0.0
    return slice(round(count * before / whole), round(count * (part + 1 + more) / whole))


PILE = 16_384
"""Numbers of four bytes that a pipe of Linux holds before who writes has to wait."""


@contextmanager
def pile(count: int, parts: int) -> Iterator[Iterator[int]]:
    """The numbers below `count`, for the processes of one task to take from: whoever is free takes
    the next, and each is taken once.

    To be made before the processes part. Their results then have no order: each is to be kept with
    its number. ValueError above 16,384.
    """
    if parts < 2 or not can_fork():
        yield iter(range(count))
        return
    if count > PILE:
        raise ValueError(f"a pile of {count} does not fit a pipe")
    taken, put = os.pipe()
    try:
        try:
            os.write(put, b"".join([number.to_bytes(4, "big") for number in range(count)]))
        finally:
            os.close(put)
        yield (int.from_bytes(number, "big") for number in iter(partial(os.read, taken, 4), b""))
    finally:
        os.close(taken)
