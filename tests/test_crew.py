"""A task in a process beside this one: the same results as here, in the order given, and nobody
left over.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import crew
from pnp.assets.paths import PathError
from pnp.crew import Beside, Exchange, can_fork, pile, settled, share, together

apart = pytest.mark.parametrize("apart", [False, True])


def nothing() -> None:
    """A task that needs no preparation."""


def beside(task: Callable[[int], object], apart: bool) -> Beside[int, object]:
    return Beside(nothing, task, apart)


@apart
def test_results_come_in_the_order_in_which_things_were_given(apart: bool) -> None:
    with beside(lambda value: value * value, apart) as squares:
        squares.begin(3)
        assert squares.result() == 9
        squares.begin(4)
        squares.begin(5)
        assert (squares.result(), squares.result()) == (16, 25)


@apart
def test_what_the_task_raises_is_raised_where_its_result_is_asked_for(apart: bool) -> None:
    with beside(lambda value: 1 // value, apart) as failing:
        failing.begin(0)
        with pytest.raises(ZeroDivisionError):
            failing.result()


class Unpicklable(Exception):
    """A fault that cannot be made again from what it holds."""

    def __init__(self, told: str, at: int) -> None:
        super().__init__(told)
        self.at = at


class Closure(Exception):
    """A fault that cannot be sent at all."""

    def __init__(self) -> None:
        super().__init__(lambda: None)


@pytest.mark.parametrize(
    "fault",
    [KeyError("lost"), PathError("expected a number", 3), Unpicklable("lost", 3), Closure()],
)
def test_a_fault_in_another_process_is_told_with_the_line_where_it_happened(
    fault: Exception,
) -> None:
    def unlucky(_: int) -> None:
        raise fault

    with beside(unlucky, True) as other:
        other.begin(0)
        with pytest.raises(Exception) as caught:
            other.result()
    told = "".join(traceback.format_exception(caught.value))
    assert type(caught.value) is (
        RuntimeError if can_fork() and isinstance(fault, (Unpicklable, Closure)) else type(fault)
    )
    assert (
        "in unlucky" in told and "raise fault" in told and str(fault).partition(" at 0x")[0] in told
    )
    assert not isinstance(caught.value, PathError) or (
        str(caught.value),
        caught.value.position,
    ) == ("expected a number", 3)


def test_where_the_work_is_done() -> None:
    with beside(lambda _: os.getpid(), True) as other, beside(lambda _: os.getpid(), False) as here:
        other.begin(0)
        here.begin(0)
        assert here.result() == os.getpid()
        assert (other.result() == os.getpid()) is not can_fork()


@apart
def test_it_prepares_once_it_is_started_and_can_be_left_alone(apart: bool) -> None:
    def busy() -> None:
        while True:
            pass

    def never(value: int) -> int:
        raise AssertionError(value)

    with Beside(busy if apart and can_fork() else nothing, never, apart) as other:
        other.start()
        other.start()
        link = other._link
    assert (link is not None) is (apart and can_fork())
    if link:
        settled()
        with pytest.raises(ChildProcessError):
            os.waitpid(link.pid, os.WNOHANG)  # nobody is left over


@pytest.mark.skipif(not can_fork(), reason="no process can be forked here")
def test_who_has_ended_is_seen_out_before_the_next_begins() -> None:
    """`pnp build --watch` would leave some behind each time."""
    for _ in range(5):
        assert together(2, lambda part, parts, _: part) == [0, 1]
        while (
            crew._ending
            and os.waitid(os.P_PID, crew._ending[-1], os.WEXITED | os.WNOWAIT | os.WNOHANG) is None
        ):
            pass
        assert len(crew._ending) == 1
    settled()
    settled()
    assert crew._ending == []


@given(parts=st.integers(1, 5), count=st.integers(0, 400), more=st.sampled_from([0.0, 1 / 8, 1.0]))
def test_shares_are_neighbours_and_all_there_is(parts: int, count: int, more: float) -> None:
    shares = [range(count)[share(part, parts, count, more)] for part in range(parts)]
    assert [entry for one in shares for entry in one] == list(range(count))
    sizes = [len(one) for one in shares]
    assert max(sizes[1:], default=0) - min(sizes[1:], default=0) <= 1
    assert sizes[0] >= max(sizes[1:], default=0) - 1  # the first has more, if anybody
    assert abs(sizes[0] - count * (1 + more) / (parts + more)) <= 1


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_what_lies_on_a_pile_is_taken_once(parts: int) -> None:
    with pile(1000, parts) as numbers:

        def task(part: int, parts: int, exchange: Exchange) -> list[int]:
            first = [next(numbers)]
            exchange(part, True)  # nobody is late: all have taken one
            return first + list(numbers)

        taken = together(parts, task)
    assert sorted(number for part in taken for number in part) == list(range(1000))
    assert all(part == sorted(part) for part in taken)
    assert len(taken) == (parts if can_fork() else 1)


def test_an_empty_pile() -> None:
    with pile(0, 2) as numbers:
        assert together(2, lambda part, parts, exchange: list(numbers)) == (
            [[], []] if can_fork() else [[]]
        )


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_who_wants_what_the_others_say_is_told_of_it(parts: int) -> None:
    def task(part: int, parts: int, exchange: Exchange) -> list[list[str]]:
        told = [
            exchange(f"{part} to all", True),
            exchange(f"{part} to the last", part == parts - 1),
        ]
        return [*told, exchange(f"{part} to the first", part == 0)]

    made = together(parts, task)
    several = range(len(made))
    for part, (everybody, last, first) in enumerate(made):
        assert everybody == [f"{n} to all" for n in several]
        if part == parts - 1:
            assert last == [f"{n} to the last" for n in several]
        if part == 0:
            assert first == [f"{n} to the first" for n in several]


def test_nobody_waits_for_what_he_does_not_want() -> None:
    """Whatever its size: a process that waits to be heard would never hear the other one."""
    much = "x" * 1_000_000

    def task(part: int, parts: int, exchange: Exchange) -> str:
        exchange(much, False)
        exchange(much, False)
        return much

    assert together(2, task) == [much] * (2 if can_fork() else 1)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux alone")
@pytest.mark.parametrize("number", ["SIGTERM", "SIGINT"])
@pytest.mark.parametrize("already", [False, True])
def test_who_is_told_to_end_stops_the_others(number: str, already: bool) -> None:
    """`timeout` and a CI that is cancelled send SIGTERM to the first process alone; it may come
    before the first one knows whom it forked.
    """
    script = f"""
import os, signal
from pnp.crew import together
fork = os.fork
def forked():
    pid = fork()
    if pid and {already}:
        print(pid, flush=True)
        os.kill(os.getpid(), signal.{number})
    return pid
os.fork = forked
def task(part, parts, exchange):
    if part and not {already}:
        print(os.getpid(), flush=True)
    while True:
        pass
together(2, task)
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as first:
        assert first.stdout is not None
        other = int(first.stdout.readline())
        if not already:
            first.send_signal(getattr(signal, number))
        assert first.wait(30) != 0
    with pytest.raises(ProcessLookupError):
        os.kill(other, 0)


@pytest.mark.skipif(not can_fork(), reason="no processes are forked here")
def test_a_process_that_the_system_refuses_leaves_nobody_and_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fork, asked = os.fork, []

    def refused() -> int:
        asked.append(1)
        if len(asked) == 2:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return fork()

    settled()
    before = os.listdir("/proc/self/fd"), _children()
    monkeypatch.setattr(os, "fork", refused)
    with pytest.raises(BlockingIOError):
        together(3, lambda part, parts, exchange: part)
    assert len(asked) == 2 and (os.listdir("/proc/self/fd"), _children()) == before


def _children() -> list[str]:
    """The processes that this one has begun and not waited for; another test may have left one
    that it still needs.
    """
    return sorted(
        pid
        for path in Path("/proc/self/task").glob("*/children")
        for pid in path.read_text().split()
    )


def test_what_cannot_be_done_beside_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refused)
    with beside(lambda n: n + 1, True) as other:
        other.begin(1)
        assert other.result() == 2


def test_a_pile_is_no_larger_than_a_pipe() -> None:
    with pytest.raises(ValueError, match="16385"), pile(16_385, 2):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_nobody_forks_where_processor_time_is_bounded() -> None:
    """A member of a stranger's game was killed at the bound, which looked like a fault of ours."""
    script = "from pnp.crew import can_fork, together; print(can_fork(), together(2, lambda part, parts, _: (part, parts)))"
    told = [
        subprocess.run(
            ["sh", "-c", f'{bound}exec "$0" -c "$1"', sys.executable, script],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for bound in ("", "ulimit -t 600; ")
    ]
    assert told == ["True [(0, 2), (1, 2)]\n", "False [(0, 1)]\n"]


def killed(_value: object = None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_a_process_that_the_system_kills_was_short_of_memory() -> None:
    """It looked like a fault of pnp, with a traceback."""

    def task(part: int, _parts: int, exchange: Exchange) -> int:
        if part:
            killed()
        return len(exchange(part, True))

    with pytest.raises(MemoryError):
        together(2, task)
    with Beside(nothing, killed) as beside:
        beside.begin(1)
        with pytest.raises(MemoryError):
            beside.result()


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_a_process_that_is_gone_is_not_talked_to() -> None:
    """The pipe broke as one does whose reader is content: pnp ended 0 and had made nothing."""
    with Beside(killed, nothing) as beside, pytest.raises(MemoryError):
        beside.begin(1)


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_what_a_process_that_is_gone_was_not_told_breaks_nothing() -> None:
    """It was still to be written when the pipe was closed, which broke once more, instead of the
    MemoryError.
    """
    with Beside(nothing, lambda _: None) as beside:
        beside.begin(1)
        beside.result()
        assert beside._link is not None
        os.kill(beside._link.pid, signal.SIGKILL)
        os.waitid(os.P_PID, beside._link.pid, os.WEXITED | os.WNOWAIT)
        with pytest.raises(MemoryError):
            beside.begin(2)


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_a_process_that_ends_by_itself_is_a_fault() -> None:
    with Beside(nothing, lambda _: os._exit(3)) as beside:
        beside.begin(1)
        with pytest.raises(RuntimeError, match="before its time"):
            beside.result()


@pytest.mark.skipif(not can_fork(), reason="needs processes that fork")
def test_half_a_message_is_none() -> None:
    """It could not be unpickled, which looked like a fault of pnp."""

    def half(_value: object) -> None:
        os.write(
            max(int(name) for name in os.listdir("/proc/self/fd") if _is_pipe(name)),
            (100).to_bytes(8, "big") + b"half",
        )
        killed()

    with Beside(nothing, half) as beside:
        beside.begin(1)
        with pytest.raises(MemoryError):
            beside.result()


def _is_pipe(name: str) -> bool:
    try:
        return os.readlink(f"/proc/self/fd/{name}").startswith("pipe:")
    except OSError:
        return False
