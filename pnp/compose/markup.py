"""Parses the XML that templates render into elements, and turns the markup of a card's text into
such XML.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.parsers import expat
from xml.parsers.expat import errors

from markupsafe import Markup, escape

from pnp.diagnostics import Diagnostic, Span, error
from pnp.model.text_rules import BOLD, BOLD_END, ITALIC, ITALIC_END, starred
from pnp.sandbox.sources import MarkReader, Marks, Printed, without_marks

MAX_DEPTH = 40
MAX_ELEMENTS = 5_000
STAMP = "_l"
"""The attribute in which the lexer notes the template and line of a start tag."""


_NOWHERE = Span("")
_WHOLE = 1 << 20
"""Bytes of text that the parser hands over at once; no template makes as many."""
_INLINE = {"icon": ":{}:", "br": " "}
"""How elements inside a text are written as words."""
_NO_MORE = (
    "a template holds elements and text only: no DOCTYPE, no entities, no processing instructions,"
    " no CDATA"
)


class Element:
    """A parsed node: tag, attributes, children (elements, and text where text may stand), and
    its place in a template.
    """

    __slots__ = ("attrs", "children", "origin", "printed", "tag")

    def __init__(self, tag: str, attrs: dict[str, str], origin: Span) -> None:
        self.tag = tag
        self.attrs = attrs
        self.children: list[Element | str] = []
        self.origin = origin
        self.printed: list[Printed] = []
        """What it prints of values, where these know their sources."""


class MarkupProblem(ValueError):
    """No tree can be made: why, at the template place nearest before it.

    `alike` is what the message has in common on all cards, where it shows a card's own words.
    """

    def __init__(self, finding: Diagnostic, alike: str = "") -> None:
        super().__init__(finding.message)
        self.finding = finding
        self.alike = alike


def parse(
    xml: str,
    stamps: Mapping[int, Span],
    places: dict[str, Span],
    home: Span = _NOWHERE,
    marks: Marks | None = None,
) -> Element:
    """The tree that a rendered template describes. Raises MarkupProblem.

    `stamps[n]` is the template file of a stamp `n:line`, `places` remembers stamps met before; what
    has no stamp (the elements of a card's text) stands where its parent stands, the outermost
    element at `home`. With `marks` elements tell what they print of which value. No DOCTYPE, so no
    entities; no processing instructions; no CDATA, in which a stamp would be printed.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    reader = MarkReader(marks) if marks else None
    if reader:
        parser.buffer_size = _WHOLE  # no mark is cut in two
    top = Element("", {}, home)
    stack = [top]
    known = places.get
    count = 0

    def start(tag: str, attrs: dict[str, str]) -> None:
        nonlocal count
        stamp = attrs.pop(STAMP, "")
        origin = known(stamp) if stamp else stack[-1].origin
        if origin is None:
            if placed := _place(stamp, stamps):
                places[stamp] = placed
            origin = placed or stack[-1].origin
        element = Element(tag, attrs, origin)
        if reader:
            element.printed = reader.attributes(attrs)
            if tag in _INLINE:
                reader.put(_INLINE[tag].format(attrs.get("name", "")))
        stack[-1].children.append(element)
        stack.append(element)
        count += 1
        if count > MAX_ELEMENTS or len(stack) > MAX_DEPTH + 1:
            raise _too_much(count, origin)

    def end(_tag: str) -> None:
        stack.pop()

    def data(text: str) -> None:
        element = stack[-1]
        element.children.append(reader.text(text, element.printed) if reader else text)

    def refuse(*_: Any) -> None:
        raise MarkupProblem(error("P303", _NO_MORE, stack[-1].origin))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.StartDoctypeDeclHandler = refuse
    parser.ProcessingInstructionHandler = parser.StartCdataSectionHandler = refuse
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as problem:
        reason, index = errors.messages[problem.code], parser.ErrorByteIndex
        raise _explained(reason, stack[1:], xml.encode(), index, stamps) from None
    except UnicodeEncodeError:
        message = "the template makes half a character (a lone surrogate)"
        raise MarkupProblem(error("P303", message, home)) from None
    finally:
        # or parser and tree keep each other
        parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = None
    return next(child for child in top.children if isinstance(child, Element))


def _too_much(count: int, origin: Span) -> MarkupProblem:
    what = f"elements nested deeper than {MAX_DEPTH}"
    if count > MAX_ELEMENTS:
        what = f"more than {MAX_ELEMENTS:,} elements"
    return MarkupProblem(error("P842", f"the template makes {what} for one face", origin))


def _place(stamp: str, stamps: Mapping[int, Span]) -> Span | None:
    """The place that a stamp names; None for none, or for one that a template has forged."""
    found = re.fullmatch("([0-9]{1,6}):([0-9]{1,9})", stamp)
    file = stamps.get(int(found[1])) if found else None
    return Span(file.file, int(found[2])) if found and file else None


def _explained(
    reason: str, stack: Sequence[Element], xml: bytes, index: int, stamps: Mapping[int, Span]
) -> MarkupProblem:
    """Why XML is not well formed: by the elements that are open, else by the signs around the
    place where the parser gave up.
    """
    before, behind = (part.decode(errors="ignore") for part in (xml[:index], xml[index:]))
    stamped = re.findall(rf'{STAMP}="(\d+:\d+)"', before)
    origin = _place(stamped[-1], stamps) if stamped else None
    inner = stack[-1] if stack else Element("", {}, _NOWHERE)
    other = behind.partition(">")[0].strip()
    close = f"close it with /> or </{inner.tag}>"
    hint = alike = ""
    match reason:
        case errors.XML_ERROR_NO_ELEMENTS if stack:
            message, origin, hint = f"<{inner.tag}> is never closed", inner.origin, close
        case errors.XML_ERROR_NO_ELEMENTS:
            message = "the template makes nothing; expected one <face>"
        case errors.XML_ERROR_TAG_MISMATCH if any(element.tag == other for element in stack):
            message = f"<{inner.tag}> is still open where </{other}> stands"
            origin, hint = inner.origin, close
        case errors.XML_ERROR_TAG_MISMATCH:
            message = f"</{other}> closes nothing; <{inner.tag}> is open there"
            hint = f"write </{inner.tag}>, or take </{other}> out"
        case errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
            message = "the template makes more than one outermost element; expected one <face>"
        case _ if control := re.search(_CONTROL, before + behind):
            code = f"U+{ord(control[0]):04X}"
            message = f"the character {code} cannot be printed; take it out of the text"
        case errors.XML_ERROR_UNDEFINED_ENTITY:
            message = f"{behind.partition(';')[0]}; is not known here"
            hint = "write the character itself, or &amp; for an &"
        case _ if slip := _slip(reason, before, behind):
            message, hint = slip
        case _:
            around = before.rpartition("\n")[2], behind
            plain = map(without_marks, around)
            shown, rest = (re.sub(rf' {STAMP}="[^"]*"', "", part) for part in plain)
            alike = f"the template's elements are not well formed ({reason})"
            message = f"{alike} near: {(shown[-30:] + rest[:30]).strip()}"
    return MarkupProblem(error("P303", message, origin, hint), alike)


def _slip(reason: str, before: str, behind: str) -> tuple[str, str] | None:
    """What is wrong at a place between two texts, and how it is written rightly; None where that
    is not plain.
    """
    opened = before.rpartition("<")[2]
    tag = re.match(rf"([\w.-]++)(?>(?:{_NAMED}=\s*+(?:\"[^\"]*+\"|'[^']*+'))*)", opened)
    if reason == errors.XML_ERROR_DUPLICATE_ATTRIBUTE and tag:
        name = behind.partition("=")[0].split()[0]
        return f"{name} stands twice in <{tag[1]}>", "keep one of the two"
    if reason != errors.XML_ERROR_INVALID_TOKEN:
        return None
    if re.search(r"&\w*+\Z", before):
        return "an & stands alone", "write &amp;"
    if before.endswith("<"):
        return "a < stands alone", "write &lt;"
    attribute = rf"{_NAMED}(?>(?:(=)\s*+(?>(?:([\"'])(?s:.*))?))?)"
    found = re.fullmatch(attribute, opened[tag.end() :]) if tag else None
    if found is None:
        return None
    name, equals, quote = found.groups()
    if quote:
        return f"the value of {name} has no end", f'close its quotes: {name}="…"'
    wrong = f"the value of {name} is not in straight quotes" if equals else f"{name} has no value"
    return wrong, f'write {name}="…"'


_CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
_NAMED = r"\s++([^\s\"'=<>/]++)\s*+"
ICON = re.compile(r":([a-z][a-z0-9-]{0,63}|(?<![^\W_]:)[^\W\d_][\w-]{0,63}(?=:(?![^\W_]))):")
"""An icon's name.

Plain ones may touch a word (3:coin:s); others may not, since "Phase:Action:End" means none.
"""


_MARKS = ((BOLD, "<b>"), (BOLD_END, "</b>"), (ITALIC, "<i>"), (ITALIC_END, "</i>"))
_LITERAL = "<c>{}</c>"
"""A sign that is meant to be printed: by itself, so that nobody takes it for one that was not
read (P320).
"""


@lru_cache(maxsize=16384)
def marked(text: str) -> Markup:
    r"""Card text with `**bold**`, `*italic*`, `***both***`, `:icon-name:` and line breaks as inline
    elements; `\*` and `\:` are literal.

    Everything else is escaped first, so that no card can smuggle in an element.
    """
    shown = (
        text.replace("\\*", "\x00").replace("\\:", "\x01") if "\\" in text else text
    )  # which no text can hold
    if "*" in shown:
        safe = str(escape(starred(shown).text))
        for sign, element in _MARKS:
            safe = safe.replace(sign, element)
    else:
        safe = str(escape(shown))
    if ":" in safe:
        safe = ICON.sub(r'<icon name="\1"/>', safe)
    if "\n" in safe:
        safe = safe.strip("\n").replace("\n", "<br/>")
    if "\\" in text:
        safe = safe.replace("\x00", _LITERAL.format("*")).replace("\x01", _LITERAL.format(":"))
    return Markup(safe)
