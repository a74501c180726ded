"""The manual page of every diagnostic: a rule's own docstring, else its section in the Markdown
file of its family beside this module.
"""

from __future__ import annotations

import re
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
    wanted = name.strip()
    found = (
        _written(wanted[:2].upper()).get(wanted.upper())
        if re.fullmatch(r"[Pp]\d{3}", wanted)
        else None
    )
    return found or next(
        (p for p in _ruled() if wanted.upper() == p.code or (p.kind and wanted.lower() == p.kind)),
        None,
    )


def pages() -> list[Page]:
    """Every page, by code."""
    written = [
        found for path in sorted(_FOLDER.glob("P?.md")) for found in _written(path.stem).values()
    ]
    return sorted([*written, *_ruled()], key=lambda p: p.code)


def families() -> dict[str, str]:
    """The families of codes (`P1`) and what each is about."""
    heads = {
        path.stem: path.read_text(encoding="utf-8").partition("\n")[0]
        for path in sorted(_FOLDER.glob("P?.md"))
    }
    return {name: head.partition(" – ")[2] for name, head in heads.items()}


def nearest(name: str) -> str:
    """A hint for a name that has no page."""
    kinds = [p.kind for p in pages() if p.kind]
    return (
        did_you_mean(name.lower(), kinds)
        if not name[-1:].isdigit()
        else did_you_mean(name.upper(), [p.code for p in pages()])
    )


@cache
def _written(family: str) -> dict[str, Page]:
    """The pages of a family's Markdown file."""
    path = _FOLDER / f"{family}.md"
    if not path.is_file():
        return {}
    sections = path.read_text(encoding="utf-8").split("\n## ")[1:]
    return {found.code: found for found in (_page(section) for section in sections)}


@cache
def _ruled() -> tuple[Page, ...]:
    """The pages that rules and kinds of promise carry as their docstrings."""
    # Looked up by name: rules need all stages, and most pages need none of them.
    rules, kinds = import_module("pnp.check.rules"), import_module("pnp.check.promises.kinds").KINDS
    pages = [
        _page(cleandoc(rule.__doc__ or ""), rule.CODE)
        for rule in (*rules.GAME_RULES, *rules.FACE_RULES)
        if hasattr(rule, "CODE")
    ]
    for name, kind in kinds.items():
        keys = " ".join(f"`{key}`" for key in kind.keys)
        text = f"{cleandoc(kinds.page(name))}\n\nIts own keys: {keys}."
        pages.append(_page(text, kind.code))
    return tuple(pages)


def _page(section: str, code: str = "") -> Page:
    """A page from its text, whose first line is `CODE – title` or `kind – title`."""
    head, _, text = section.partition("\n")
    match = _HEAD.match(head)
    if match is None:
        raise ValueError(f"a manual page begins with its code and title: {head}")
    name, title = match[1], match[2].rstrip(".")
    return Page(code or name, "" if name.startswith("P") else name, title, text.strip())
