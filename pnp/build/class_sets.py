"""Puts several sets of a kit on sheets: each on sheets of its own, whose small line says which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pnp.impose import PaperOptions
from pnp.impose.documents import Imposed, Part, Way, documents
from pnp.impose.sheet_marks import filled

if TYPE_CHECKING:
    from pnp.assets.fonts import Typeface


def imposed_sets(
    title: str,
    parts: Sequence[Part],
    press: PaperOptions,
    fonts: Sequence[Typeface],
    draft: str,
    words: Mapping[str, str],
    count: int,
) -> Imposed:
    """So many sets of parts. Raises DoesNotFit and KeepTooLarge."""
    first, *others = (
        documents(title, of_set, press, fonts, draft, label, words)
        for label, of_set in _sets(title, parts, words, count)
    )
    return _joined(first, others)


def _sets(
    title: str, parts: Sequence[Part], words: Mapping[str, str], count: int
) -> Iterator[tuple[str, list[Part]]]:
    """The parts of each set, and what its sheets say beside the title; the copies of a card are
    numbered through all sets, and rulebooks are in the first alone.
    """
    of_card: Counter[tuple[str, str]] = Counter()
    for copy in (copy for part in parts for copy in part.copies):
        of_card[copy.component, copy.card] = max(of_card[copy.component, copy.card], copy.copy)
    for number in range(count):
        label = f"{title} · {filled(words['set'], n=number + 1, of=count)}"
        yield (
            label,
            [
                part._replace(
                    copies=[
                        copy._replace(copy=copy.copy + number * of_card[copy.component, copy.card])
                        for copy in part.copies
                    ]
                )
                for part in parts
                if not number or part.way is not Way.PAGES
            ],
        )


def _joined(first: Imposed, others: Sequence[Imposed]) -> Imposed:
    """The sheets of all sets, one after the other in each document."""
    more = [document for imposed in others for document in imposed.documents]
    return first._replace(
        documents=tuple(
            document._replace(
                sheets=sum(
                    (one.sheets for one in more if one.name == document.name), document.sheets
                )
            )
            for document in first.documents
        )
    )
