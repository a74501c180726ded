"""A process in which one case after another is run, each in its own folder, watched, timed and
bounded. One JSON line in, one out.
"""

from __future__ import annotations

import gc
import io
import json
import os
import signal
import sys
import time
import traceback
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any

from hostile.watch import Watch, readable

MEMORY = 1 << 30


class TooLong(BaseException):
    """The case's time is over."""


def serve(repository: str) -> None:
    """Run cases until the pipe ends."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.dont_write_bytecode = True
    watch = Watch(readable(repository))
    for line in sys.stdin:
        answer = _run(json.loads(line), watch)
        channel.write(json.dumps(answer) + "\n")
        channel.flush()


def _run(asked: dict[str, Any], watch: Watch) -> dict[str, Any]:
    from pnp.cli import main
    from pnp.cli.console import status

    args = asked["run"]
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    os.chdir(asked["folder"])
    watch.inside, watch.effects = os.path.realpath(asked["folder"]), []
    _forget_peak()
    _alarm(asked["seconds"])
    begun, code = time.monotonic(), -1
    try:
        with redirect_stdout(out), redirect_stderr(err):
            watch.on = True
            code = status(lambda: main(args=args, prog_name="pnp", standalone_mode=False))
    except TooLong:
        err.write("too long:\n" + "".join(traceback.format_stack()[-3:]))
    finally:
        watch.on = False
        _alarm(0)
    taken = time.monotonic() - begun
    said = [_text(stream) for stream in (out, err)]
    peak = _peak()
    gc.collect()
    return {
        "exit": code,
        "out": said[0],
        "err": said[1],
        "seconds": taken,
        "peak": peak,
        "effects": watch.effects,
    }


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer: Any = stream.buffer
    return bytes(buffer.getvalue()).decode("utf-8", "replace")


def _alarm(seconds: float) -> None:
    def over(*_: Any) -> None:
        raise TooLong

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, over)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _forget_peak() -> None:
    with suppress(OSError), open("/proc/self/clear_refs", "w") as file:
        file.write("5")


def _peak() -> int:
    """The most memory that was in use since it was forgotten, in kilobytes; 0 where the system
    does not say.
    """
    with suppress(OSError), open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


if __name__ == "__main__":
    serve(sys.argv[1])
