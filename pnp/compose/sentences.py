"""Takes what names rules (`{A1}`) out of the paragraphs of a Markdown text, and gathers the
sentences of the text with the rules that they tell.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from markdown_it.tree import SyntaxTreeNode

from pnp.compose.markdown_tree import Figure, Inline, Link, Run, words_of
from pnp.compose.templates import RenderedMarkdown
from pnp.diagnostics import Diagnostic, Span, did_you_mean, error
from pnp.model.game import RULE_MARK, Sentence

FEW = 4
"""Words below which a sentence says nothing without the one before it: `Must I? Never.`"""
_HERE = "\v"
"""Stands for a mark while Markdown is read, which takes it for a blank; no text holds it."""
_ENDS = r"(?<=[.!?…:])[\"'”’»)]*\s+(?=\W*[A-ZÀ-ÞŠŽ0-9])"
"""Between two sentences."""


class Sentences:
    """The sentences of one text, gathered as its paragraphs are read; without `rules` none."""

    def __init__(
        self,
        text: RenderedMarkdown,
        owner: str,
        rules: Collection[str],
        found: list[Diagnostic],
    ) -> None:
        self.gathered: list[Sentence] = []
        self._text, self._owner, self._rules, self._found = text, owner, rules, found
        self._chapter = ""
        self._marks: list[tuple[tuple[str, ...], Span]] = []

    def _say(self, message: str, span: Span, hint: str) -> None:
        self._found.append(error("P366", message, span, hint))

    def take_marks(self, content: str, line: int) -> str:
        """A paragraph with a sign for each `{ID}`, until the words before it are known; braces
        that name no rule stay as they are.
        """
        self._marks = []

        def sign(mark: re.Match[str]) -> str:
            names = tuple(re.split(r"[ ,]+", mark[1]))
            span = self._text.at(line + content.count("\n", 0, mark.start()), mark[0].strip())
            known = tuple(name for name in names if name in self._rules)
            if not known and not any(map(str.isdigit, mark[1])):
                return mark[0]
            for name in names:
                if name not in known:
                    hint = did_you_mean(name, self._rules)
                    self._say(f'there is no rule "{name}" in rules.yaml', span, hint)
            self._marks.append((known, span))
            return _HERE

        return RULE_MARK.sub(sign, content) if self._rules and "{" in content else content

    def gather(
        self, parts: list[Inline | Figure], node: SyntaxTreeNode, line: int
    ) -> list[Inline | Figure]:
        """The parts of the paragraph without signs; its sentences are noted. In a list or table
        all that stands before a sign counts as one.
        """
        if not self._rules:
            return parts
        pieces = words_of(part for part in parts if not isinstance(part, Figure)).split(_HERE)
        block = node.parent
        if block is not None and block.type == "heading":
            if block.tag == "h1":
                self._chapter = pieces[0].strip()
            for _, span in self._marks:
                self._say("a heading tells no rule", span, "put it behind a sentence below it")
            return [_without_signs(part) for part in parts]
        whole = block is not None and (
            block.type in ("td", "th")
            or (block.parent is not None and block.parent.type == "list_item")
        )
        place = self._text.at(line)
        for words, (rules, span) in zip(pieces, (*self._marks, ((), place)), strict=False):
            self._note(words, whole, rules, span, place)
        return [part for part in map(_without_signs, parts) if part != Run("")]

    def _note(
        self, words: str, whole: bool, rules: tuple[str, ...], span: Span, place: Span
    ) -> None:
        """The sentences of some words; the last of them tells the rules."""
        listed = [words] if whole else re.split(_ENDS, words)
        while len(listed) > 1 and len(listed[-1].split()) < FEW:
            listed[-2:] = [" ".join(listed[-2:])]
        *before, last = (" ".join(sentence.split()) for sentence in listed)
        if rules and not last:
            hint = "write it behind the sentence, list item or cell that tells the rule"
            self._say("no words stand before what names a rule", span, hint)
        said = [((), one, place) for one in before] + [(rules, last, span)]
        self.gathered += [
            Sentence(named, self._owner, one, where, self._chapter)
            for named, one, where in said
            if one and (named or any(map(str.isalpha, one)))
        ]


def _without_signs(part: Any) -> Any:
    match part:
        case Run(text):
            return part._replace(text=text.replace(_HERE, ""))
        case Link():
            return part._replace(inlines=tuple(map(_without_signs, part.inlines)))
        case Figure():
            return part._replace(caption=tuple(map(_without_signs, part.caption)))
    return part
