"""Style sheets of SVG files: what the rules of `<style>` say of an element, before its own `style`.

Selectors are an element, `.class`, `#id`, several of them together (`path.st0`) and lists.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

from pnp.assets.svg_tree import ELSEWHERE, Findings, Node

_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_FONTS = re.compile(r"@font-face\s*+\{[^{}]*+\}|@charset[^;]*+;")
_RULE = re.compile(r"([^{}]++)\{([^{}]*+)\}")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*+)?((?>(?:[.#][\w-]++)*))")
_IMPORTANT = re.compile(r"\s*+!\s*+important\s*+\Z", re.IGNORECASE)


class _Rule(NamedTuple):
    """Declarations for elements of a tag, id and classes; later and more special ones win."""

    rank: tuple[int, int, int, int]
    tag: str
    marks: frozenset[str]
    declarations: dict[str, tuple[str, bool]]


def declarations(text: str) -> dict[str, tuple[str, bool]]:
    """The values of `key: value; …`, and whether each is important."""
    found = {}
    for declaration in text.split(";"):
        key, colon, value = declaration.partition(":")
        if colon:
            plain = _IMPORTANT.sub("", value)
            found[key.strip()] = plain.strip(), plain != value
    return found


class Sheet:
    """The rules of all style sheets of a drawing."""

    def __init__(self) -> None:
        self._rules: dict[str, list[_Rule]] = defaultdict(list)
        self._count = 0

    def read(self, node: Node, found: Findings) -> None:
        """Take in a `<style>`; what cannot be read is reported (P412, P825)."""
        text = _FONTS.sub("", _COMMENT.sub("", "".join(c for c in node.children if type(c) is str)))
        one, way = found.sort.one, found.sort.way
        if "@import" in text or ELSEWHERE.search(text):
            message = "<style> refers to another file"
            found.report("P825", message, node.place, f"{one} must stand alone")
        if at := re.search(r"@[\w-]+", text):
            message = f"{at[0]} cannot be read in the style sheet of {one}"
            found.report(
                "P412", message, node.place, f"write plain rules, such as .a{{fill:red}}{way}"
            )
            return
        for selectors, body in _RULE.findall(text):
            for selector in map(str.strip, selectors.split(",")):
                match = _SELECTOR.fullmatch(selector)
                if not match or not selector:
                    message = f'the selector "{selector[:40]}" cannot be read in {one}'
                    hint = f"write an element, .class or #id{way}"
                    found.report("P412", message, node.place, hint)
                    continue
                marks = re.findall(r"[.#][\w-]+", match[2])
                ids = sum(mark[0] == "#" for mark in marks)
                tag = match[1] or "*"
                self._count += 1
                rank = (ids, len(marks) - ids, int(tag != "*"), self._count)
                rule = _Rule(rank, tag, frozenset(marks), declarations(body))
                self._rules[marks[0] if marks else tag].append(rule)

    def of(self, node: Node) -> dict[str, str]:
        """The attributes of an element, what the rules say over them, its own style on top."""
        given = node.attributes
        style = declarations(given["style"]) if "style" in given else {}
        if not self._rules and not style:
            return given
        names = {f".{name}" for name in given.get("class", "").split()}
        if "id" in given:
            names.add(f"#{given['id']}")
        rules = [
            rule
            for key in (*sorted(names), node.tag, "*")
            for rule in self._rules.get(key, ())
            if rule.tag in ("*", node.tag) and rule.marks <= names
        ]
        said = [rule.declarations for rule in sorted(rules, key=lambda rule: rule.rank)]
        own = dict(given)
        for wanted in (False, True):
            for group in (*said, style):
                own |= {key: value for key, (value, weighs) in group.items() if weighs == wanted}
        return own
