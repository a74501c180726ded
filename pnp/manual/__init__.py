"""The manual page of every diagnostic: a rule's own docstring, else its section in the Markdown
file of its family beside this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import cleandoc
from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics import did_you_mean

_HEAD = re.compile(r"(P\d{3}|[a-z_]+) – (.+)")
_FOLDER = Path(__file__).parent


class Page(NamedTuple):
    """A page: its code, the promise kind that it describes (mostly none), its title, and its
    text as Markdown.
    """

    code: str
    kind: str
    title: str
    text: str


def page(name: str) -> Page | None:
    """The page of a code (`P310`) or of a kind of promise (`factorial`), in any case of letters;
    None where there is none.
    """
    wanted = name.strip().casefold()
    return next((p for p in pages() if wanted and wanted in (p.code.casefold(), p.kind)), None)


@cache
def pages() -> tuple[Page, ...]:
    """Every page, by code."""
    sections = [
        section
        for path in sorted(_FOLDER.glob("P?.md"))
        for section in path.read_text(encoding="utf-8").split("\n## ")[1:]
    ]
    return tuple(sorted([*map(_page, sections), *_ruled()], key=lambda p: p.code))


def families() -> dict[str, str]:
    """The families of codes (`P1`) and what each is about."""
    heads = {
        path.stem: path.read_text(encoding="utf-8").partition("\n")[0]
        for path in sorted(_FOLDER.glob("P?.md"))
    }
    return {name: head.partition(" – ")[2] for name, head in heads.items()}


def nearest(name: str) -> str:
    """A hint for a name that has no page."""
    if name[-1:].isdigit():
        return did_you_mean(name.upper(), [p.code for p in pages()])
    return did_you_mean(name.lower(), [p.kind for p in pages() if p.kind])


def _ruled() -> Iterator[Page]:
    """The pages that rules and kinds of promise carry as their docstrings."""
    # Looked up by name: rules need all stages, which this module is below.
    rules, kinds = import_module("pnp.check.rules"), import_module("pnp.check.promises.kinds").KINDS
    for rule in (*rules.GAME_RULES, *rules.FACE_RULES):
        if hasattr(rule, "CODE"):
            yield _page(cleandoc(rule.__doc__ or ""), rule.CODE)
    for name, kind in kinds.items():
        keys = " ".join(f"`{key}`" for key in kind.keys)
        yield _page(f"{cleandoc(kinds.page(name))}\n\nIts own keys: {keys}.", kind.code)


def _page(section: str, code: str = "") -> Page:
    """A page from its text, whose first line is `CODE – title` or `kind – title`."""
    head, _, text = section.partition("\n")
    match = _HEAD.match(head)
    if match is None:
        raise ValueError(f"a manual page begins with its code and title: {head}")
    name, title = match[1], match[2].rstrip(".")
    return Page(code or name, "" if name.startswith("P") else name, title, text.strip())
