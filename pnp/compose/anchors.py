"""Anchors of headings: the names that links lead to, each had by one heading and by no figure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.compose.blocks import Block, Blocks, Callout, Figure, Heading, ListBlock, plain, walk


def anchored(blocks: Iterable[Block]) -> Blocks:
    """The blocks, each heading with an anchor of its own.

    The first heading of its words is called by them, wherever it stands; the others are numbered on, past names that a heading or a
    figure has.
    """
    blocks = tuple(blocks)
    return _named(blocks, _anchors([_slug(block) for block in walk(blocks) if isinstance(block, Heading)], figure_anchors(blocks)))


def figure_anchors(blocks: Iterable[Block]) -> tuple[str, ...]:
    """The anchors of the figures of a text, which count from 1."""
    figures = (block for block in walk(blocks) if isinstance(block, Figure))
    return tuple(f"figure-{n}" for n, _ in enumerate(figures, 1))


def _slug(heading: Heading) -> str:
    return re.sub(r"[^\w]+", "-", plain(heading.inlines).strip().casefold()).strip("-") or "section"


def _anchors(slugs: Iterable[str], figures: Iterable[str]) -> Iterator[str]:
    last = dict.fromkeys(figures, 1)
    slugs = tuple(slugs)
    taken = {*last, *slugs}
    for slug in slugs:
        number = last.get(slug, 0) + 1
        while number > 1 and f"{slug}-{number}" in taken:
            number += 1
        last[slug] = number
        yield slug if number == 1 else f"{slug}-{number}"


def _named(blocks: Iterable[Block], anchors: Iterator[str]) -> Blocks:
    """The blocks with the anchors for their headings, in the order of `walk`."""
    done: list[Block] = []
    for block in blocks:
        match block:
            case Heading():
                done.append(replace(block, anchor=next(anchors)))
            case ListBlock():
                done.append(replace(block, items=tuple(_named(item, anchors) for item in block.items)))
            case Callout():
                done.append(replace(block, blocks=_named(block.blocks, anchors)))
            case _:
                done.append(block)
    return tuple(done)
