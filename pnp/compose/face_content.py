"""Gives what a composed side prints, in reading order, without how it is laid out: words, icons,
pictures, and colours and patterns that mean something.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from pnp.compose.markup import Element
from pnp.diagnostics import Span
from pnp.sandbox.sources import Printed

_COLORS = ("fill", "stroke", "color", "ground")
_DRAWN = ("path", "line", "polygon")
"""Elements of which only the number is told: arrows and ways, but also ornaments."""
_PATTERN = "pattern:"
_SPACE = re.compile(r"\s+")
SEPARATOR = " · "
"""Stands between two items of a line."""


class Item(NamedTuple):
    """Something printed, as people are shown it: words, `:icon:`, `(picture.png)`, `[colour]`,
    `{pattern}`, `3 paths`; the line of the template that prints it, and what of it is printed of
    which value.
    """

    shown: str
    origin: Span
    printed: tuple[Printed, ...] = ()


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
            items.append(_item(f"{{{name.removeprefix(_PATTERN)}}}", element, key))
        elif name in meanings or name.rpartition("-")[0] in meanings:
            items.append(_item(f"[{name}]", element, key))
    if tag == "text":
        words = _SPACE.sub(" ", "".join(_words(element))).strip()
        if words:
            items.append(Item(words, element.origin, tuple(_printed(element))))
        return
    if tag == "icon":
        items.append(_item(f":{attrs.get('name', '')}:", element, "name"))
    elif tag == "image":
        items.append(_item(f"({attrs.get('src', '')})", element, "src"))
    elif tag in ("qr", "barcode"):
        words = f"({tag}: {''.join(_words(element)).strip()})"
        items.append(Item(words, element.origin, tuple(_printed(element))))
    elif tag in _DRAWN:
        drawn.append(element)
    for child in element.children:
        if isinstance(child, Element):
            _gather(child, meanings, items, drawn)


def _item(shown: str, element: Element, attribute: str) -> Item:
    """What an attribute of an element prints."""
    printed = tuple(one for one in element.printed if one.attribute == attribute)
    return Item(shown, element.origin, printed)


def _printed(element: Element) -> Iterator[Printed]:
    """What a text prints of values, all the way down."""
    yield from element.printed
    for child in element.children:
        if isinstance(child, Element):
            yield from _printed(child)


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
