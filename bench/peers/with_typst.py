"""Typst through its Python binding:

`cards.typ` beside this file. Input: JSON, read by Typst itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typst


def main(source: str, target: str) -> None:
    markup = Path(__file__).with_name("cards.typ").read_bytes()
    typst.compile(
        markup,
        output=target,
        root=".",
        font_paths=["fonts"],
        ignore_system_fonts=True,
        sys_inputs={"deck": source},
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
