"""Finds the links of a text whose words say their page on paper: those that lead to another spread
than the one that they stand on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pnp.compose.markdown_tree import Inline, Link, plain


@dataclass(slots=True)
class PageLinks:
    """The links of a text that is set again and again: where each leads, by a name of its own, and
    which say their page. A link that does once goes on to, so that the pages settle.
    """

    targets: dict[str, str] = field(default_factory=dict)
    far: set[str] = field(default_factory=set)

    def named(self, link: Link) -> str:
        """The name of a link, under which its line is an anchor."""
        return f"{link.target}@{link.span.line}:{link.span.column}"

    def bracket(self, inlines: Sequence[Inline], at: int) -> str:
        """What stands about the page behind a link among inlines, `{}` being the page; empty where
        it says none: it has no words, or a link that reads as its page follows.
        """
        link, after = inlines[at], inlines[at + 1 : at + 3]
        if not isinstance(link, Link) or not link.inlines or link.target[:1] != "#":
            return ""
        if any(isinstance(one, Link) and one[:2] == (link.target, ()) for one in after):
            return ""
        self.targets[self.named(link)] = link.target[1:]
        before = plain(inlines[:at])
        opened = before.count("(") > before.count(")")
        return ("", " ({})", ", {}")[(self.named(link) in self.far) * (1 + opened)]

    def look(self, pages: Mapping[str, int]) -> bool:
        """Whether more links say their page, now that the pages of all anchors are known."""
        known = len(self.far)
        for name, target in self.targets.items():
            here, there = pages.get(name), pages.get(target)
            if here is not None and there is not None and here // 2 != there // 2:
                self.far.add(name)
        self.targets.clear()
        return len(self.far) > known
