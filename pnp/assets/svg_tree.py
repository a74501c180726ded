"""Reads the bytes of an SVG file into a tree of its elements, each with its place.

Nothing else is opened, nothing runs; size, depth and number of elements have limits.
"""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.parsers import expat

from pnp.diagnostics import Diagnostic, Problems, Span, error, refusal

MAX_ELEMENTS = 100_000
MAX_FINDINGS = 20
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink href"
_XML_SPACE = "http://www.w3.org/XML/1998/namespace space"
_DANGEROUS = {
    "script": "a script (<script>)",
    "foreignObject": "foreign content (<foreignObject>)",
}
ELSEWHERE = re.compile(r"url\(\s*+[\"']?+\s*+(?!data:)[^#\s\"')]")
"""A reference that does not lead into the drawing itself."""
_WITH_TEXT = frozenset(("text", "tspan", "textPath", "style", "a"))


class Sort(NamedTuple):
    """What is read, in words and in its limits; `way` is what else to do about what cannot be
    drawn.
    """

    name: str
    one: str
    max_bytes: int
    max_depth: int
    max_parts: int
    max_segments: int
    way: str

    @property
    def is_icon(self) -> bool:
        """Whether it is drawn in the colour of its placer."""
        return self.name == "icon"


class Node:
    """An element: its tag, attributes by their local names, and what it holds; texts are kept
    where they may be drawn.
    """

    __slots__ = ("attributes", "children", "place", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], place: Span) -> None:
        self.tag, self.attributes, self.place = tag, attributes, place
        self.children: list[Node | str] = []

    @property
    def nodes(self) -> list[Node]:
        """The elements that it holds."""
        return [child for child in self.children if type(child) is Node]


class Stop(Exception):
    """Enough was found: reading on would only cost time."""


class Findings:
    """What is wrong with a file; more than a few are not looked for."""

    def __init__(self, file: str, sort: Sort) -> None:
        self.file, self.sort = file, sort
        self.list: list[Diagnostic] = []

    def report(self, code: str, message: str, place: Span | None, hint: str = "") -> None:
        """Note a finding. Raises Stop."""
        self.list.append(error(code, message, place or Span(self.file), hint))
        if len(self.list) >= MAX_FINDINGS or code >= "P8":
            raise Stop


def parse(data: bytes, found: Findings) -> Node:
    """The root of the tree.

    Raises Problems: P411 not SVG, P412 a style sheet of its own file; P821 too many bytes, P822 too
    deep, P823 too many elements, P824 entities, P825 scripts and references to other files.
    """
    sort = found.sort
    if len(data) > sort.max_bytes:
        message = f"the file has {len(data):,} bytes, {sort.one} may have {sort.max_bytes:,}"
        raise refusal("P821", message, Span(found.file), "simplify the drawing")
    parser = _Parser(found)
    try:
        parser.expat.Parse(data, True)
    except expat.ExpatError as problem:
        place = Span(found.file, problem.lineno, problem.offset + 1)
        message = f"this is not well-formed SVG: {expat.ErrorString(problem.code)}"
        found.list.append(error("P411", message, place, f"save the {sort.name} again as plain SVG"))
    except Stop:
        pass
    except (ValueError, LookupError) as problem:  # an encoding that Python does not know
        message = f"this is not well-formed SVG: {problem}"
        hint = f"save the {sort.name} again as UTF-8"
        found.list.append(error("P411", message, Span(found.file), hint))
    if found.list or parser.root is None:
        raise Problems(found.list)
    return parser.root


class _Parser:
    """The state of one parse: the open elements, and how deep it is in what is passed over."""

    def __init__(self, found: Findings) -> None:
        self.found, self.sort = found, found.sort
        self.root: Node | None = None
        self.open: list[Node] = []
        self.skipping = self.count = 0
        self.expat = parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self.entity
        parser.SkippedEntityHandler = self.entity
        parser.ProcessingInstructionHandler = self.instruction

    def report(self, code: str, message: str, hint: str = "") -> None:
        line, column = self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1
        self.found.report(code, message, Span(self.found.file, line, column), hint)

    def doctype(self, _name: str, _system: str | None, _public: str | None, inner: int) -> None:
        if inner:
            self.entity()

    def entity(self, *_: object) -> None:
        hint = "save it as plain SVG; what stands between <!DOCTYPE and > is not needed"
        self.report("P824", f"{self.sort.one} must not have entities", hint)

    def instruction(self, target: str, _: str) -> None:
        if target == "xml-stylesheet":
            hint = "put the style sheet into the file, as <style>"
            self.report("P412", f"a style sheet cannot be read in {self.sort.one}", hint)

    def start(self, tag: str, given: dict[str, str]) -> None:
        space, _, local = tag.rpartition(" ")
        drawn = space in ("", _SVG)
        self.refuse_danger(local, given if drawn else {})
        depth = len(self.open) + self.skipping
        if depth >= self.sort.max_depth:
            message = f"elements lie deeper than {self.sort.max_depth}"
            self.report("P822", message, "ungroup the drawing")
        if self.skipping or (self.open and not drawn):
            self.skipping += 1
            return
        if not self.open and (local != "svg" or not drawn):
            message = f"the file starts with <{local}>, expected <svg>"
            self.report("P411", message, f"save the {self.sort.name} as plain SVG")
            raise Stop
        self.count += 1
        if self.count > MAX_ELEMENTS:
            message = f"{self.sort.one} may have {MAX_ELEMENTS:,} elements, this has more"
            self.report("P823", message, f"simplify the drawing{self.sort.way}")
        attributes = {key: value for key, value in given.items() if " " not in key}
        for key, name in ((_XLINK, "href"), (_XML_SPACE, "xml:space")):
            if key in given:
                attributes.setdefault(name, given[key])
        place = Span(
            self.found.file, self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1
        )
        node = Node(local, attributes, place)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def end(self, _: str) -> None:
        if self.skipping:
            self.skipping -= 1
        else:
            self.open.pop()

    def text(self, text: str) -> None:
        if not self.skipping and self.open and self.open[-1].tag in _WITH_TEXT:
            self.open[-1].children.append(text)

    def refuse_danger(self, local: str, attributes: dict[str, str]) -> None:
        """Report scripts, foreign content and references to other files (P825)."""
        one = self.sort.one
        held = _DANGEROUS.get(local, "")
        for key, value in attributes.items():
            if key[:2].lower() == "on":
                held = f'a script (attribute "{key}")'
            link = key.rpartition(" ")[2] == "href" and local != "a"
            if (link and not value.lstrip().startswith(("#", "data:"))) or ELSEWHERE.search(value):
                message = f'<{local}> refers to another file ("{value[:40]}")'
                self.report("P825", message, f"{one} must stand alone")
        if held:
            message = f"{one} must not hold {held}"
            self.report("P825", message, "remove it; only shapes are drawn")
