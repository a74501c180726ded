"""Anchors of headings: the names that links lead to, each had by one heading and by no figure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from pnp.compose.markdown_tree import (
    Block,
    Blocks,
    Callout,
    Figure,
    FigureRow,
    Heading,
    Inlines,
    Link,
    ListBlock,
    Paragraph,
    Table,
    lines_of,
    plain,
    walk,
)

_DOTS = str.maketrans("İı", "ii")
"""Turkish has two letters i; which is the other's capital only its language tells, so that links
do not part them.
"""


def anchored(blocks: Iterable[Block]) -> Blocks:
    """The blocks, each heading with an anchor of its own, and the links to it.

    The first heading of its words is called by them, wherever it stands; the others are numbered
    on, past names that a heading or a figure has. A link may write its anchor in other letters:
    capitals, `ss` for `ß`, accents set apart.
    """
    blocks = tuple(blocks)
    figures = figure_anchors(blocks)
    blocks = _named(
        blocks,
        _anchors([_slug(block) for block in walk(blocks) if isinstance(block, Heading)], figures),
    )
    known = dict.fromkeys(
        (*(block.anchor for block in walk(blocks) if isinstance(block, Heading)), *figures)
    )
    others = {target for target in _targets(blocks) if target[1:] not in known}
    alike = {_key(anchor): anchor for anchor in reversed(known)} if others else {}
    meant = {target: f"#{alike[key]}" for target in others if (key := _key(target[1:])) in alike}
    return _led(blocks, meant) if meant else blocks


def figure_anchors(blocks: Iterable[Block]) -> tuple[str, ...]:
    """The anchors of the figures of a text, which count from 1."""
    figures = (block for block in walk(blocks) if isinstance(block, Figure))
    return tuple(f"figure-{n}" for n, _ in enumerate(figures, 1))


def _slug(heading: Heading) -> str:
    """The letters, marks and numbers of a heading in small letters, a hyphen for what parts
    them.
    """
    words = unicodedata.normalize("NFC", plain(heading.inlines)).replace("İ", "i").lower()
    return "-".join("".join(map(_kept, words)).split()) or "section"


def _kept(char: str) -> str:
    """A character of a heading in its anchor: itself, a blank, or nothing for what no reader
    sees (soft hyphens, how a sign is drawn).
    """
    kind = unicodedata.category(char)
    if kind == "Cf" or "\ufe00" <= char <= "\ufe0f":
        return ""
    return char if char == "_" or kind[0] in "LN" or kind in ("Mn", "Mc") else " "


def _key(anchor: str) -> str:
    """What is the same for two ways to write an anchor."""
    folded = unicodedata.normalize("NFC", anchor).translate(_DOTS).casefold()
    return unicodedata.normalize(
        "NFC", "".join(char for char in folded if unicodedata.category(char) != "Cf")
    )


def _targets(blocks: Blocks) -> Iterator[str]:
    """Where the links of a text lead in it."""
    for block in walk(blocks):
        for inlines in lines_of(block):
            yield from (
                part.target
                for part in inlines
                if isinstance(part, Link) and part.target.startswith("#")
            )


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
                done.append(block._replace(anchor=next(anchors)))
            case ListBlock():
                done.append(
                    block._replace(items=tuple(_named(item, anchors) for item in block.items))
                )
            case Callout():
                done.append(block._replace(blocks=_named(block.blocks, anchors)))
            case _:
                done.append(block)
    return tuple(done)


def _led(blocks: Iterable[Block], targets: Mapping[str, str]) -> Blocks:
    """The blocks with other targets for some links."""

    def line(inlines: Inlines) -> Inlines:
        return tuple(
            (
                part._replace(target=targets.get(part.target, part.target))
                if isinstance(part, Link)
                else part
            )
            for part in inlines
        )

    done: list[Block] = []
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                done.append(block._replace(inlines=line(block.inlines)))
            case ListBlock():
                done.append(
                    block._replace(items=tuple(_led(item, targets) for item in block.items))
                )
            case Callout():
                done.append(
                    block._replace(title=line(block.title), blocks=_led(block.blocks, targets))
                )
            case Table():
                rows = tuple(tuple(map(line, row)) for row in block.rows)
                done.append(block._replace(header=tuple(map(line, block.header)), rows=rows))
            case Figure():
                done.append(block._replace(caption=line(block.caption)))
            case FigureRow():
                done.append(
                    block._replace(
                        figures=tuple(
                            figure._replace(caption=line(figure.caption))
                            for figure in block.figures
                        )
                    )
                )
            case _:
                done.append(block)
    return tuple(done)
