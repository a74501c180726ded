"""A task in a process beside this one: the same results as here, in the order given, and nobody left over."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from pnp.crew import Beside, can_fork

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
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
