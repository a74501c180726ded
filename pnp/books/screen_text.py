"""Rewrites page references, figures and icons of a text for HTML, Markdown and plain text: links
that name pages name sections instead, and pictures are described in words.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence

from pnp.compose.markdown_tree import (
    Block,
    Figure,
    Heading,
    Inline,
    Inlines,
    Link,
    Run,
    plain,
    walk,
)
from pnp.layout.book import Book

_BETWEEN = re.compile(r"[\s,;:(–—-]*+(?>(\w{1,12}+\.?+)?)\s*+")
"""What may stand between a link and the page that it leads to: `, `, ` (`, `, page `."""
_JOINING = " .,;:!?…/–—-"
"""What joins a page to what stands behind it in a bracket."""


class ScreenText:
    """The headings and figures of a text by anchor, in reading order, and the words for what it
    shows; figures count from 1.
    """

    def __init__(self, blocks: Iterable[Block], book: Book) -> None:
        every = list(walk(blocks))
        self._book = book
        self.headings = tuple(block for block in every if isinstance(block, Heading))
        figures = (block for block in every if isinstance(block, Figure))
        self._numbers = {id(figure): number for number, figure in enumerate(figures, 1)}
        self.titles = {f"figure-{n}": f"{book.word('figure')} {n}" for n in self._numbers.values()}
        self.titles |= {heading.anchor: plain(heading.inlines).strip() for heading in self.headings}
        self._meanings = {
            meaning.icon: re.split(r"[:;.(]", meaning.text)[0].strip() for meaning in book.icons
        }

    def number(self, figure: Figure) -> int:
        """The number of a figure."""
        return self._numbers[id(figure)]

    def icon_words(self, name: str) -> str:
        """An icon for who cannot see it: the first words of its meaning, else its name."""
        return self._meanings.get(name) or name.replace("-", " ")

    def legend(self, figure: Figure) -> list[tuple[str, str]]:
        """What the labels of a scene mean; empty for a figure of a single piece."""
        kind, _, name = figure.target.partition(":")
        scene = self._book.scenes.get(name) if kind == "setup" else None
        items = scene.items if scene else ()
        return [(item.label, item.text) for item in items if item.label and item.text]

    def described(self, figure: Figure) -> str:
        """A picture for who cannot see it: its caption, else what it shows; of a scene also its
        labels.
        """
        shown = figure.target.partition(":")[2].replace("/", ", ").replace("-", " ")
        words = plain(figure.caption).strip() or shown
        return ". ".join([words, *(f"{label}: {text}" for label, text in self.legend(figure))])

    def without_pages(self, inlines: Inlines) -> Inlines:
        """Links without words say where they lead; one that only gives the page of the link
        before it goes, with what stands between.
        """
        done: list[Inline] = []
        left = deque(inlines)
        while left:
            part = left.popleft()
            if isinstance(part, Link) and not part.inlines:
                if _repeats(done, part):
                    _bridge(done, left)
                    continue
                title = self.titles.get(part.target.removeprefix("#"), part.target)
                part = part._replace(inlines=(Run(title),))
            done.append(part)
        return tuple(done)


def _repeats(done: Sequence[Inline], link: Link) -> bool:
    """Whether a link gives the page of one that stands just before."""
    if len(done) < 2:
        return False
    earlier, between = done[-2:]
    if not (
        isinstance(earlier, Link) and earlier.target == link.target and isinstance(between, Run)
    ):
        return False
    return bool(_BETWEEN.fullmatch(between.text))


def _bridge(done: list[Inline], left: deque[Inline]) -> None:
    """Take away what led over to a page.

    A bracket goes where nothing else stands in it, else it stays about the rest.
    """
    between = done.pop()
    if not (isinstance(between, Run) and "(" in between.text and left):
        return
    before = between.text.split("(")
    opened, after = len(before) - 1, left[0]
    if isinstance(after, Run):
        words = after.text.lstrip(_JOINING)
        closed = min(opened, len(words) - len(words.lstrip(")")))
        opened -= closed
        rest = words[closed:]
        left[0] = after._replace(text=rest.lstrip(_JOINING) if opened else rest)
    if opened:
        done.append(between._replace(text="(".join(before[:opened]) + "("))
