"""Builds that are killed: at random moments, and at every step that touches the output folder.

Prints what was wrong afterwards as JSON.

Runs in a process of its own, which has one thread and forks a child for each build, so that a build
takes milliseconds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hostile.scenery import consistent

NAMES = ("One", "Another one")


def main(workspace: Path, rounds: int, seed: int) -> None:
    """Kill `rounds` builds at random moments, and one at every step (at every third one where
    rounds are few); print moments tried and problems found.
    """
    import pnp.output.write  # noqa: F401 - loaded before the forks
    from pnp.build.conductor import Job, build  # noqa: F401

    target = workspace / "output" / "toy"
    whole = [_whole(workspace, target, variant) for variant in range(2)]
    begun = time.perf_counter()
    _forked(lambda: _build(workspace, target, 0))
    usual = time.perf_counter() - begun
    chance = random.Random(seed)
    problems: list[str] = []
    for number in range(rounds):
        delay = chance.uniform(0, 1.1 * usual)
        _killed_after(delay, lambda variant=number % 2: _build(workspace, target, variant))
        problems += _judged(f"killed after {delay * 1000:.1f} ms", workspace, target, whole)
    steps = 0
    for step in range(1, 200, 1 if rounds > 20 else 3):
        code = _forked(lambda step=step: _build(workspace, target, step % 2, step))
        problems += _judged(f"killed at step {step}", workspace, target, whole)
        if not code:
            break
        steps += 1
    print(json.dumps({"moments": rounds, "steps": steps, "problems": problems}))


def _build(workspace: Path, target: Path, variant: int, step: int = 0) -> None:
    """Build one of two variants of the game; kill the process at the so many-th step in the
    output folder, if any.
    """
    from pnp.build.conductor import Job, build
    from pnp.build.print_options import PrintOptions
    from pnp.impose import Duplex, PaperOptions
    from pnp.load.workspace import find
    from pnp.units.geometry import parse_paper

    cards = workspace / "data" / "toy" / "cards.yaml"
    cards.write_text(f"- {{id: one, name: {NAMES[variant]}}}\n")
    if step:
        _die_at(step, str(target))
    order = PrintOptions(PaperOptions(parse_paper("a4"), Duplex.LONG, 0, 5_000, True))  # type: ignore[arg-type]
    build(find(workspace), Job("toy", workspace / "data" / "toy", target, order))


def _die_at(step: int, folder: str) -> None:
    left = step

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal left
        if event in ("open", "os.rename", "os.remove", "os.link", "os.mkdir") and str(
            args[0]
        ).startswith(folder):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def _forked(call: Callable[[], None]) -> int:
    """The exit code of a child that does one thing."""
    pid = _started(call)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _killed_after(seconds: float, call: Callable[[], None]) -> None:
    pid = _started(call)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def _started(call: Callable[[], None]) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        code = 1
        try:
            call()
            code = 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            os._exit(code)
    return pid


def _whole(workspace: Path, target: Path, variant: int) -> dict[str, bytes]:
    """The files of an undisturbed build."""
    assert _forked(lambda: _build(workspace, target, variant)) == 0
    return _files(target)


def _files(target: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in target.iterdir() if not path.name.startswith(".")
    }


def _judged(moment: str, workspace: Path, target: Path, whole: list[dict[str, bytes]]) -> list[str]:
    """What is wrong after a kill, and after the next build."""
    from pnp.output.write import interrupted

    problems = []
    for path in target.iterdir():
        if not path.name.startswith(".") and path.read_bytes() not in [
            files.get(path.name) for files in whole
        ]:
            problems.append(f"{moment}: {path.name} is neither the old nor the new one")
    mixed = {name: data for name, data in _files(target).items() if name in whole[0]} not in whole
    if mixed and not interrupted(target):
        problems.append(f"{moment}: the files are of two builds, and nothing says so")
    if set(whole[0]) - {path.name for path in target.iterdir()}:
        problems.append(f"{moment}: a file is lost")
    if _forked(lambda: _build(workspace, target, 1)):
        problems.append(f"{moment}: the next build fails")
    left = [path.name for path in target.iterdir() if path.name not in (*whole[1], ".pnp.lock")]
    wrong = consistent(target) or (f"left over: {left}" if left else "")
    if wrong:
        problems.append(f"{moment}: after the next build {wrong}")
    return problems


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
