"""Gives what a composed side prints, in reading order, without how it is laid out: words, icons,
pictures, and colours and patterns that mean something.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from pnp.compose.markup import Element
from pnp.diagnostics import Span

_COLORS = ("fill", "stroke", "color", "ground")
_DRAWN = ("path", "line", "polygon")
"""Elements of which only the number is told: arrows and ways, but also ornaments."""
_PATTERN = "pattern:"
_SPACE = re.compile(r"\s+")
SEPARATOR = " · "
"""Stands between two items of a line."""


class Item(NamedTuple):
    """Something printed, as people are shown it: words, `:icon:`, `(picture.png)`, `[colour]`,
    `{pattern}`, `3 paths`; and the line of the template that prints it.
    """

    shown: str
    origin: Span


def content(element: Element, meanings: Container[str]) -> list[Item]:
    """What an element prints; `meanings` are the names of colours that mean something."""
    items: list[Item] = []
    drawn: list[Element] = []
    _gather(element, meanings, items, drawn)
    if drawn:
        count = f"{len(drawn)} path{'s' if len(drawn) > 1 else ''}"
        items.append(Item(count, drawn[-1].origin))
    return items


def _gather(
    element: Element, meanings: Container[str], items: list[Item], drawn: list[Element]
) -> None:
    attrs, tag = element.attrs, element.tag
    for key in _COLORS:
        name = attrs.get(key, "")
        if name.startswith(_PATTERN):
            items.append(Item(f"{{{name.removeprefix(_PATTERN)}}}", element.origin))
        elif name in meanings or name.rpartition("-")[0] in meanings:
            items.append(Item(f"[{name}]", element.origin))
    if tag == "text":
        words = _SPACE.sub(" ", "".join(_words(element))).strip()
        if words:
            items.append(Item(words, element.origin))
        return
    if tag == "icon":
        items.append(Item(f":{attrs.get('name', '')}:", element.origin))
    elif tag == "image":
        items.append(Item(f"({attrs.get('src', '')})", element.origin))
    elif tag in _DRAWN:
        drawn.append(element)
    for child in element.children:
        if isinstance(child, Element):
            _gather(child, meanings, items, drawn)


def _words(element: Element) -> Iterator[str]:
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag == "icon":
            yield f":{child.attrs.get('name', '')}:"
        elif child.tag == "br":
            yield " "
        else:
            yield from _words(child)
