"""The two small languages of a face: the XML that templates emit, and the markup that a card's text may carry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from markupsafe import Markup, escape

from pnp.diagnostics import Span

MAX_DEPTH = 40
MAX_ELEMENTS = 5_000
STAMP = "_l"
"""The attribute in which the lexer notes the template and line of a start tag."""


class Element:
    """A parsed node: tag, attributes, children (elements, and text where text may stand), and its place in a template."""

    __slots__ = ("attrs", "children", "origin", "tag")

    def __init__(self, tag: str, attrs: dict[str, str], origin: Span) -> None:
        self.tag = tag
        self.attrs = attrs
        self.children: list[Element | str] = []
        self.origin = origin


class MarkupProblem(ValueError):
    """XML that is not well formed: the message, and the template place nearest before it."""

    def __init__(self, message: str, origin: Span | None, code: str = "P303") -> None:
        super().__init__(message)
        self.origin = origin
        self.code = code


def parse(xml: str, stamps: Sequence[Span], places: dict[str, Span]) -> Element:
    """The tree that a rendered template describes. Raises MarkupProblem.

    `stamps[n]` is the template file of a stamp `n:line`, `places` remembers stamps met before. No DOCTYPE, so no entities; no processing
    instructions.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = Element("", {}, Span(""))
    stack = [top]
    known = places.get
    count = 0

    def start(tag: str, attrs: dict[str, str]) -> None:
        nonlocal count
        stamp = attrs.pop(STAMP, "")
        element = Element(tag, attrs, known(stamp) or places.setdefault(stamp, _place(stamp, stamps)))
        stack[-1].children.append(element)
        stack.append(element)
        count += 1
        if count > MAX_ELEMENTS or len(stack) > MAX_DEPTH:
            what = f"more than {MAX_ELEMENTS:,} elements" if count > MAX_ELEMENTS else f"elements nested deeper than {MAX_DEPTH}"
            raise MarkupProblem(f"the template makes {what} for one face", element.origin, "P842")

    def end(_tag: str) -> None:
        stack.pop()

    def data(text: str) -> None:
        stack[-1].children.append(text)

    def refuse(*_: Any) -> None:
        raise MarkupProblem("a template holds elements only: no DOCTYPE, no entities, no processing instructions", None)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.StartDoctypeDeclHandler = refuse
    parser.ProcessingInstructionHandler = refuse
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as problem:
        raise MarkupProblem(_explained(problem, stack[-1], xml), _near(xml, problem, stamps)) from None
    finally:
        parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = None  # or parser and tree keep each other
    roots = [child for child in top.children if isinstance(child, Element)]
    return roots[0]


def _place(stamp: str, stamps: Sequence[Span]) -> Span:
    if not stamp:
        return Span("")
    template, line = stamp.split(":")
    return Span(stamps[int(template)].file, int(line))


def _near(xml: str, problem: expat.ExpatError, stamps: Sequence[Span]) -> Span | None:
    lines = xml.split("\n")
    before = "\n".join([*lines[: problem.lineno - 1], lines[problem.lineno - 1][: problem.offset]])
    found = re.findall(rf'{STAMP}="(\d+:\d+)"', before)
    return _place(found[-1], stamps) if found else None


def _explained(problem: expat.ExpatError, inner: Element, xml: str) -> str:
    reason = expat.errors.messages[problem.code]
    if problem.code == expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]:
        return f"<{inner.tag}> is closed by another tag"
    if problem.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
        if xml.strip() and inner.tag:
            return f"<{inner.tag}> is never closed"
        return "the template makes nothing; expected one <face>"
    if problem.code == expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]:
        return "an & stands alone; write &amp;"
    if problem.code == expat.errors.codes[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]:
        return "the template makes more than one outermost element; expected one <face>"
    line = xml.split("\n")[problem.lineno - 1]
    around = re.sub(rf' {STAMP}="[^"]*"', "", line[max(0, problem.offset - 30) : problem.offset + 30]).strip()
    return f"the template's elements are not well formed ({reason}) near: {around}"


_ITALIC = re.compile(r"(?<!\*)\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?!\*)", re.S)
_ICON = re.compile(r":([a-z][a-z0-9-]*):")


def _bold(text: str) -> str:
    """Pairs of double stars as elements; a last star pair without a partner stays as it is."""
    parts = text.split("**")
    rest = "**" + parts.pop() if len(parts) % 2 == 0 else ""
    return "".join(f"<b>{part}</b>" if index % 2 else part for index, part in enumerate(parts)) + rest


def _icon(match: re.Match[str]) -> str:
    return f'<icon name="{match[1]}"/>'


@lru_cache(maxsize=16384)
def marked(text: str) -> Markup:
    r"""Card text with `**bold**`, `*italic*`, `:icon-name:` and line breaks as inline elements; `\*` and `\:` are literal.

    Everything else is escaped first, so that no card can smuggle in an element.
    """
    safe = str(escape(text))
    if "\\" in safe:
        safe = safe.replace("\\*", "\ue000").replace("\\:", "\ue001")
    if "**" in safe:
        safe = _bold(safe)
    if "*" in safe:
        safe = _ITALIC.sub(r"<i>\1</i>", safe)
    if ":" in safe:
        safe = _ICON.sub(_icon, safe)
    if "\n" in safe:
        safe = safe.strip("\n").replace("\n", "<br/>")
    if "\ue000" in safe or "\ue001" in safe:
        safe = safe.replace("\ue000", "*").replace("\ue001", ":")
    return Markup(safe)
