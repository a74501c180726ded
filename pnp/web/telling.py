"""What a text says where there are no pages: links that name pages name sections instead, and pictures are told in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pnp.compose.blocks import Block, Figure, Heading, Inline, Inlines, Link, Run, plain, walk
from pnp.layout.book import Book
from pnp.model.scenes import Scene

_BETWEEN = re.compile(r"[\s,;:(–—-]*+(\w{1,12}+\.?+)?+\s*+")
"""What may stand between a link and the page that it leads to: `, `, ` (`, `, page `."""


class Names:
    """The headings and figures of a text by anchor, in reading order; figures count from 1."""

    def __init__(self, blocks: Iterable[Block], book: Book) -> None:
        every = list(walk(blocks))
        self.headings = tuple(block for block in every if isinstance(block, Heading))
        self.figures: Mapping[int, int] = {id(block): n for n, block in enumerate((b for b in every if isinstance(b, Figure)), 1)}
        self.titles = {f"figure-{n}": f"{book.word('figure')} {n}" for n in self.figures.values()}
        self.titles |= {heading.anchor: plain(heading.inlines).strip() for heading in self.headings}

    def number(self, figure: Figure) -> int:
        """The number of a figure."""
        return self.figures[id(figure)]

    def without_pages(self, inlines: Inlines) -> Inlines:
        """Links without words say where they lead; one that only gives the page of the link before it goes, with what stands between."""
        done: list[Inline] = []
        for part in inlines:
            if isinstance(part, Link) and not part.inlines:
                if _repeats(done, part):
                    continue
                title = self.titles.get(part.target.removeprefix("#"), part.target)
                part = part._replace(inlines=(Run(title),))
            elif isinstance(part, Run) and done and done[-1] == _CLOSE:
                done.pop()
                part = part._replace(text=part.text.removeprefix(")"))
            done.append(part)
        return tuple(part for part in done if part != _CLOSE)


_CLOSE = Run("\x00)")
"""Stands for a bracket whose opening half went: the next run loses it."""


def _repeats(done: list[Inline], link: Link) -> bool:
    """Take away what leads over to the page of a link that stands just before; whether there was one."""
    if len(done) < 2:
        return False
    earlier, between = done[-2:]
    if not (isinstance(earlier, Link) and earlier.target == link.target and isinstance(between, Run)):
        return False
    if not _BETWEEN.fullmatch(between.text):
        return False
    done.pop()
    if "(" in between.text:
        done.append(_CLOSE)
    return True


def meanings(book: Book) -> dict[str, str]:
    """What each icon means, in a few words: the first ones of its meaning."""
    return {meaning.icon: re.split(r"[:;.(]", meaning.text)[0].strip() or meaning.icon for meaning in book.icons}


def icon_words(name: str, known: Mapping[str, str]) -> str:
    """An icon for who cannot see it: what it means, else its name."""
    return known.get(name) or name.replace("-", " ")


def described(figure: Figure, scene: Scene | None) -> str:
    """A picture for who cannot see it: its caption, else what it shows; of a scene also its labels."""
    words = plain(figure.caption).strip() or figure.target.partition(":")[2].replace("/", ", ").replace("-", " ")
    return ". ".join([words, *(f"{label}: {text}" for label, text in legend(scene))])


def scene_of(figure: Figure, book: Book) -> Scene | None:
    """The scene that a figure shows; None where it shows a single piece."""
    kind, _, name = figure.target.partition(":")
    return book.scenes.get(name) if kind == "setup" else None


def legend(scene: Scene | None) -> Sequence[tuple[str, str]]:
    """What the labels of a scene mean."""
    return [(item.label, item.text) for item in scene.items if item.label and item.text] if scene else []
