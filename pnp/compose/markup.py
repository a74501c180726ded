"""The two small languages of a face: the XML that templates emit, and the markup that a card's
text may carry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any
from xml.parsers import expat

from markupsafe import Markup, escape

from pnp.diagnostics import Span
from pnp.model.text_rules import BOLD, BOLD_END, ITALIC, ITALIC_END, starred

MAX_DEPTH = 40
MAX_ELEMENTS = 5_000
STAMP = "_l"
"""The attribute in which the lexer notes the template and line of a start tag."""


_NOWHERE = Span("")


class Element:
    """A parsed node: tag, attributes, children (elements, and text where text may stand), and
    its place in a template.
    """

    __slots__ = ("attrs", "children", "origin", "tag")

    def __init__(self, tag: str, attrs: dict[str, str], origin: Span) -> None:
        self.tag = tag
        self.attrs = attrs
        self.children: list[Element | str] = []
        self.origin = origin


class MarkupProblem(ValueError):
    """XML that is not well formed: the message, the template place nearest before it, and a hint.

    `alike` is what the message has in common on all cards, where it shows a card's own words.
    """

    def __init__(
        self, message: str, origin: Span | None, code: str = "P303", hint: str = "", alike: str = ""
    ) -> None:
        super().__init__(message)
        self.origin = origin
        self.code = code
        self.hint = hint
        self.alike = alike


def parse(
    xml: str, stamps: Mapping[int, Span], places: dict[str, Span], home: Span = _NOWHERE
) -> Element:
    """The tree that a rendered template describes. Raises MarkupProblem.

    `stamps[n]` is the template file of a stamp `n:line`, `places` remembers stamps met before; what
    has no stamp (the elements of a card's text) stands where its parent stands, the outermost
    element at `home`. No DOCTYPE, so no entities; no processing instructions; no CDATA, in which a
    stamp would be printed.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = Element("", {}, home)
    stack = [top]
    known = places.get
    count = 0

    def start(tag: str, attrs: dict[str, str]) -> None:
        nonlocal count
        stamp = attrs.pop(STAMP, "")
        origin = known(stamp)
        if origin is None:
            origin = _place(stamp, stamps)
            if origin is None:
                origin = stack[-1].origin
            else:
                places[stamp] = origin
        element = Element(tag, attrs, origin)
        stack[-1].children.append(element)
        stack.append(element)
        count += 1
        if count > MAX_ELEMENTS or len(stack) > MAX_DEPTH + 1:
            what = (
                f"more than {MAX_ELEMENTS:,} elements"
                if count > MAX_ELEMENTS
                else f"elements nested deeper than {MAX_DEPTH}"
            )
            raise MarkupProblem(f"the template makes {what} for one face", origin, "P842")

    def end(_tag: str) -> None:
        stack.pop()

    def data(text: str) -> None:
        stack[-1].children.append(text)

    def refuse(*_: Any) -> None:
        message = (
            "a template holds elements and text only: no DOCTYPE, no entities, no processing"
            " instructions, no CDATA"
        )
        raise MarkupProblem(message, stack[-1].origin)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    parser.StartDoctypeDeclHandler = refuse
    parser.ProcessingInstructionHandler = parser.StartCdataSectionHandler = refuse
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as problem:
        open_ = _left_open(problem, stack[1:], xml, stamps)
        raise (open_ or _ill_formed(problem, xml, stamps)) from None
    except UnicodeEncodeError:
        raise MarkupProblem(
            "the template makes half a character (a lone surrogate)", home
        ) from None
    finally:
        parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = (
            None  # or parser and tree keep each other
        )
    roots = [child for child in top.children if isinstance(child, Element)]
    return roots[0]


def _place(stamp: str, stamps: Mapping[int, Span]) -> Span | None:
    """The place that a stamp names; None for none, or for one that a template has forged."""
    found = _STAMPED.fullmatch(stamp)
    file = stamps.get(int(found[1])) if found else None
    return Span(file.file, int(found[2])) if found and file else None


def _near(xml: str, problem: expat.ExpatError, stamps: Mapping[int, Span]) -> Span | None:
    found = re.findall(rf'{STAMP}="(\d+:\d+)"', _parted(xml, problem)[0])
    return _place(found[-1], stamps) if found else None


def _parted(xml: str, problem: expat.ExpatError) -> tuple[str, str]:
    """What stands before the place where the reader gave up, and the rest of its line."""
    lines = _LINE_END.split(xml)
    line = lines[problem.lineno - 1]
    return "\n".join([*lines[: problem.lineno - 1], line[: problem.offset]]), line[problem.offset :]


def _left_open(
    problem: expat.ExpatError, stack: Sequence[Element], xml: str, stamps: Mapping[int, Span]
) -> MarkupProblem | None:
    """What is said where elements are open that should not be, at the innermost of them; None
    for any other trouble.
    """
    if not stack:
        return None
    inner = stack[-1]
    ways = f"close it with /> or </{inner.tag}>"
    if problem.code == expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS]:
        return MarkupProblem(f"<{inner.tag}> is never closed", inner.origin, hint=ways)
    if problem.code != expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]:
        return None
    other = _LINE_END.split(xml)[problem.lineno - 1][problem.offset :].partition(">")[0].strip()
    if all(element.tag != other for element in stack):
        hint = f"write </{inner.tag}>, or take </{other}> out"
        return MarkupProblem(
            f"</{other}> closes nothing; <{inner.tag}> is open there",
            _near(xml, problem, stamps),
            hint=hint,
        )
    return MarkupProblem(
        f"<{inner.tag}> is still open where </{other}> stands", inner.origin, hint=ways
    )


def _ill_formed(problem: expat.ExpatError, xml: str, stamps: Mapping[int, Span]) -> MarkupProblem:
    """What is said of anything but an element left open, by the sign at which the reader gave
    up.
    """
    reason, origin = expat.errors.messages[problem.code], _near(xml, problem, stamps)
    if reason == expat.errors.XML_ERROR_NO_ELEMENTS:
        return MarkupProblem("the template makes nothing; expected one <face>", origin)
    if reason == expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        return MarkupProblem(
            "the template makes more than one outermost element; expected one <face>", origin
        )
    control = _CONTROL.search(xml)
    if control:
        return MarkupProblem(
            f"the character U+{ord(control[0]):04X} cannot be printed; take it out of the text",
            origin,
        )
    before, behind = _parted(xml, problem)
    if reason == expat.errors.XML_ERROR_UNDEFINED_ENTITY:
        unknown = f"{behind.partition(';')[0]}; is not known here"
        return MarkupProblem(unknown, origin, hint="write the character itself, or &amp; for an &")
    if slip := _slip(reason, before, behind):
        return MarkupProblem(slip[0], origin, hint=slip[1])
    before, behind = (
        re.sub(rf' {STAMP}="[^"]*"', "", part) for part in (before.rpartition("\n")[2], behind)
    )
    around = (before[-30:] + behind[:30]).strip()
    alike = f"the template's elements are not well formed ({reason})"
    return MarkupProblem(f"{alike} near: {around}", origin, alike=alike)


def _slip(reason: str, before: str, behind: str) -> tuple[str, str] | None:
    """What is wrong at a place between two texts, and how it is written rightly; None where that
    is not plain.
    """
    tag = _TAG.match(before.rpartition("<")[2])
    if reason == expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE and tag:
        return (
            f"{behind.partition('=')[0].split()[0]} stands twice in <{tag[1]}>",
            "keep one of the two",
        )
    if reason != expat.errors.XML_ERROR_INVALID_TOKEN:
        return None
    if _AMPERSAND.search(before):
        return "an & stands alone", "write &amp;"
    if before.endswith("<"):
        return "a < stands alone", "write &lt;"
    attribute = _ATTRIBUTE.fullmatch(before.rpartition("<")[2][tag.end() :]) if tag else None
    if attribute is None:
        return None
    name, equals, quote = attribute.groups()
    if quote:
        return f"the value of {name} has no end", f'close its quotes: {name}="…"'
    return (
        f"the value of {name} is not in straight quotes" if equals else f"{name} has no value"
    ), f'write {name}="…"'


_NAMED = r"\s++([^\s\"'=<>/]++)\s*+"
_TAG = re.compile(rf"([\w.-]++)(?>(?:{_NAMED}=\s*+(?:\"[^\"]*+\"|'[^']*+'))*)")
_ATTRIBUTE = re.compile(rf"{_NAMED}(?>(?:(=)\s*+(?>(?:([\"'])(?s:.*))?))?)")
_AMPERSAND = re.compile(r"&\w*+\Z")
_LINE_END = re.compile(r"\r\n|\r|\n")  # as expat counts lines
_STAMPED = re.compile(r"([0-9]{1,6}):([0-9]{1,9})")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
ICON = re.compile(r":([a-z][a-z0-9-]{0,63}|(?<![^\W_]:)[^\W\d_][\w-]{0,63}(?=:(?![^\W_]))):")
"""An icon's name.

Plain ones may touch a word (3:coin:s); others may not, since "Phase:Action:End" means none.
"""


def _icon(match: re.Match[str]) -> str:
    return f'<icon name="{match[1]}"/>'


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
        safe = ICON.sub(_icon, safe)
    if "\n" in safe:
        safe = safe.strip("\n").replace("\n", "<br/>")
    if "\\" in text:
        safe = safe.replace("\x00", _LITERAL.format("*")).replace("\x01", _LITERAL.format(":"))
    return Markup(safe)
