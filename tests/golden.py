"""Compares what each case of a text file gives with the lines `⇒ …` that stand below it; with
PNP_UPDATE_GOLDENS=1 these lines are written anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from pnp.diagnostics import Problems
from pnp.diagnostics import text as shown

_CASE = re.compile(r"((?:(?!⇒ ).*\n)+?)((?:⇒ .*\n)+)\n*")


def check(path: Path, outcome: Callable[[bytes], str]) -> None:
    """Every case of a file gives what is written there: its outcome, or the problems that it
    raises. `\\xNN` in a case is a byte.
    """
    golden = path.read_text(encoding="utf-8")
    cases = [case[1] for case in _CASE.finditer(golden)]
    assert cases, f"{path.name} has no cases"
    found = "\n".join(case + _marked(_outcome(_bytes(case), outcome)) for case in cases)
    if os.environ.get("PNP_UPDATE_GOLDENS"):
        path.write_text(found, encoding="utf-8")
    assert found == golden


def _bytes(case: str) -> bytes:
    return re.sub(rb"\\x([0-9a-f]{2})", lambda m: bytes.fromhex(m[1].decode()), case.encode())


def _outcome(case: bytes, outcome: Callable[[bytes], str]) -> str:
    try:
        return outcome(case)
    except Problems as problem:
        return "\n".join(map(shown, problem.diagnostics))


def _marked(text: str) -> str:
    return "".join(f"⇒ {line}\n" for line in text.split("\n"))
