"""Holds what laying out one side of a deck works on, checks elements against the vocabulary, and
reads lengths, numbers and choices from their attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from pnp.assets.icons import NAMELESS, TO_ADD
from pnp.assets.vector import Icon
from pnp.compose.markup import Element
from pnp.compose.resource_loader import Resources
from pnp.diagnostics import MAX_HINTS, Diagnostic, Span, did_you_mean, error, warning
from pnp.face import Item
from pnp.layout.line_boxes import Atom, Fit, Ink
from pnp.model.game import Style
from pnp.model.text_rules import signs
from pnp.units.color import Color, ColorError, parse_color
from pnp.units.geometry import (
    Edges,
    LengthError,
    Rect,
    Size,
    Um,
    millimetres,
    parse_length,
    rect,
)

PLACED = "width height grow at anchor rotate opacity"
DRAWN = "fill color ground stroke stroke-width dash"
PAINTED = f"{DRAWN} radius"

INLINE: dict[str, frozenset[str]] = {
    "b": frozenset(),
    "i": frozenset(),
    "c": frozenset(("color",)),
    "icon": frozenset(("name", "color")),
    "br": frozenset(),
}

ANCHORS: dict[str, tuple[float, float]] = {
    "-".join(filter(None, (down, across))) or "center": (x, y)
    for y, down in ((0.0, "top"), (0.5, ""), (1.0, "bottom"))
    for x, across in ((0.0, "left"), (0.5, ""), (1.0, "right"))
}
"""Points of a box by their names, as shares of its width and height."""

_NEVER_OUTSIDE = ("icon", "image", "qr", "barcode", "row", "column", "grid", "stack", "box")
"""Elements that nobody places where they are not seen, as a shape may be that goes on beyond the
edge.
"""
TOLERANCE = 10
"""Micrometres by which children may exceed their parent before it is reported: rounding, not a
fault.
"""


class Stylesheet(NamedTuple):
    """Everything that a template may name, and the language that its texts are in."""

    styles: Mapping[str, Style]
    palette: Mapping[str, Color]
    resources: Resources
    language: str = "en"


class LayoutProblem(ValueError):
    """An element that cannot be laid out."""

    def __init__(self, element: Element, message: str, hint: str = "", code: str = "P305") -> None:
        super().__init__(message)
        self.diagnostic = error(code, message, element.origin, hint)


class GroupedText(NamedTuple):
    """A text of a group: where its element is written, and the size in points that it would take
    by itself.
    """

    group: str
    origin: Span | None
    size: float


@dataclass(slots=True)
class Reports:
    """What is wrong with what is laid out by a stylesheet; `current` is the place of the text at
    hand.
    """

    stylesheet: Stylesheet
    reports: list[Diagnostic] = field(default_factory=list, kw_only=True)
    current: Span | None = field(default=None, kw_only=True)

    def report(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Note an error and go on."""
        self.reports.append(error(code, message, span, hint))

    def missing(self, char: str) -> None:
        """Report a character that no font of the chain has."""
        from pnp.assets.scripts import missing_character

        message, hint = missing_character(char)
        self.report("P315", message, self.current, hint)

    def icon(self, name: str, place: Span, more: str = "") -> Icon | None:
        """An icon by its name, else None: one that neither the game nor the shipped set has is
        reported here, one that cannot be read has been by its reader.
        """
        resources = self.stylesheet.resources
        icon = resources.icons.get(name)
        if icon or name in resources.icon_names:
            return icon
        if not name.strip():
            self.report("P401", "the name of the icon is empty", place, NAMELESS)
            return None
        known = resources.icon_names if len(self.reports) < MAX_HINTS else ()
        hint = did_you_mean(name, known, few=0) or TO_ADD
        self.report("P401", f'there is no icon "{name}"', place, hint + more)
        return None


@dataclass(slots=True)
class LayoutContext(Reports):
    """The state of laying out the faces of one side of one deck.

    `trim` is the trim as seen from what is being drawn, None inside anything that is turned askew;
    `outlined` says that the face is cut along an outline of its own. `pins` gives the common size
    of each text group once it is known; `grouped` collects the size that each text of a group would
    take by itself. `inks` to `colors` are caches, `atoms` and `fits` those of one face.
    """

    bleed: int
    trim: Rect | None = None
    outlined: bool = False
    pins: dict[str, float] = field(default_factory=dict)
    grouped: list[GroupedText] = field(default_factory=list)
    patterned: int = 0
    inks: dict[tuple[str, bool, bool, str, float], Ink] = field(default_factory=dict)
    styles: dict[tuple[str, tuple[str | None, ...]], tuple[Style, Ink]] = field(
        default_factory=dict
    )
    areas: dict[tuple[str | Rect | None, ...], Rect] = field(default_factory=dict)
    drawings: dict[tuple[str | Span | Rect | None, ...], list[Item]] = field(default_factory=dict)
    colors: dict[str, Color] = field(default_factory=dict)
    atoms: dict[int, list[Atom]] = field(default_factory=dict)
    fits: dict[tuple[int, int, int | None], Fit] = field(default_factory=dict)

    def begin_face(self, trim: Size, outlined: bool) -> None:
        """Forget what belongs to one face, and go on to the next one."""
        for of_one_face in (self.grouped, self.reports, self.atoms, self.fits):
            of_one_face.clear()
        self.patterned = 0
        self.trim, self.outlined = rect(0, 0, *trim), outlined

    def report_outside(self, element: Element, area: Rect) -> None:
        """Warn where nothing of an element is printed (P319)."""
        trim = self.trim
        if element.tag not in _NEVER_OUTSIDE or trim is None:
            return
        if not area.overlaps(trim.inset(-self.bleed)):
            size = f"{millimetres(trim.width)} by {millimetres(trim.height)}"
            message = f"<{element.tag}> lies wholly outside its face of {size}"
            hint = "move it, or take it out"
            self.reports.append(warning("P319", message, element.origin, hint))

    def report_signs(self, text: str) -> None:
        """Warn of signs for bold or for an icon that nothing has read, so that they are printed
        (P320).
        """
        if shown := signs(text):
            message = f'"{shown}" is printed as typed'
            hint = (
                "give its field the type markup, or print it with | markup; else take the signs"
                " away"
            )
            self.reports.append(warning("P320", message, self.current, hint))

    def report_overflow(self, element: Element, what: str, by: int) -> None:
        """Report that children need more width or height than there is."""
        if by > TOLERANCE:
            instead = (
                "its text a smaller size or min"
                if what == "height"
                else 'a child grow="1" in place of its width'
            )
            message = f"<{element.tag}> needs {millimetres(by)} more {what} than it has"
            self.report("P311", message, element.origin, f"give it more room, or {instead}")

    def color(self, element: Element, name: str) -> Color:
        """A palette name or a written colour."""
        color = self.colors.get(name) or self.stylesheet.palette.get(name)
        if color is None:
            try:
                color = parse_color(name)
            except ColorError as problem:
                hint = did_you_mean(name, self.stylesheet.palette)
                raise LayoutProblem(element, str(problem), hint) from None
            self.colors[name] = color
        return color


def cut_name(bold: bool, italic: bool) -> str:
    """What a cut of a font family is called."""
    return " ".join(["bold"] * bold + ["italic"] * italic) or "regular"


Arrange = Callable[[LayoutContext, Element, Rect, list[Item]], None]
"""Draws an element into its rectangle."""
Measure = Callable[[LayoutContext, Element, int | None, int | None], tuple[int, int] | None]
"""The width and height that an element would like in what is available; None where its attributes
alone say.
"""


Holds = Literal["elements", "markup", "text", "nothing"]
"""What stands in an element: others, words with inline elements, words alone, or nothing."""


class ElementType(NamedTuple):
    """An element that a template may emit: its attributes, what draws it, what measures it, and
    what it holds.
    """

    attributes: frozenset[str]
    arrange: Arrange
    measure: Measure | None
    holds: Holds


ELEMENTS: dict[str, ElementType] = {}
"""The types of elements by their tags."""
SHAPES: set[str] = set()
"""Elements that may be filled and hold no others: they draw nothing unless they are filled or
stroked, and take what room there is unless they have a size.
"""


def element_type(
    tag: str, attributes: str, *, measure: Measure | None = None, holds: Holds = "elements"
) -> Callable[[Arrange], Arrange]:
    """Register the function that draws an element."""

    def register(arrange: Arrange) -> Arrange:
        names = frozenset(attributes.split())
        ELEMENTS[tag] = ElementType(names, arrange, measure, holds)
        if holds == "nothing" and "fill" in names:
            SHAPES.add(tag)
        return arrange

    return register


def type_of(element: Element) -> ElementType:
    """The type of an element. Raises LayoutProblem for an unknown element or attribute."""
    found = ELEMENTS.get(element.tag)
    if found is None:
        tags = [tag for tag in ELEMENTS if tag != "face"]
        hint = did_you_mean(element.tag, tags, few=len(ELEMENTS))
        raise LayoutProblem(element, f"there is no element <{element.tag}>", hint, "P304")
    if not element.attrs.keys() <= found.attributes:
        raise unknown_attribute(element, found.attributes)
    if found.holds == "nothing" and element.children and elements(element):
        message, hint = "holds no elements", "put what goes over it behind it, in a <stack>"
        raise LayoutProblem(element, f"<{element.tag}> {message}", hint, "P304")
    return found


def unknown_attribute(element: Element, allowed: frozenset[str]) -> LayoutProblem:
    """The problem of an element with an attribute that is not allowed."""
    name = next(name for name in element.attrs if name not in allowed)
    message = f'<{element.tag}> has no attribute "{name}"'
    return LayoutProblem(element, message, did_you_mean(name, allowed))


def elements(element: Element) -> list[Element]:
    """The child elements; text that stands where none may stand is an error."""
    found: list[Element] = []
    for child in element.children:
        if isinstance(child, Element):
            if child.tag == "face":
                message = "<face> is the outermost element only"
                raise LayoutProblem(child, message, "use a <stack>", "P304")
            found.append(child)
        elif not child.isspace():
            message = f'the text "{child.strip()[:40]}" stands outside <text>'
            hint = "put it between <text> and </text>, or take it away"
            raise LayoutProblem(found[-1] if found else element, message, hint, "P306")
    return found


def wrong(element: Element, name: str, value: str, message: str, hint: str = "") -> LayoutProblem:
    """The problem of an attribute whose value (or a part of it) is not what was expected."""
    return LayoutProblem(element, f'{name}="{value}"{message}', hint)


def parsed_length(element: Element, name: str, length: str, value: str = "") -> Um:
    """A written length, the whole `value` of an attribute or a part of it."""
    try:
        return parse_length(length)
    except LengthError as problem:
        raise wrong(element, name, value or length, f": {problem}") from None


def length(element: Element, name: str, default: int = 0) -> int:
    """An attribute that is a length; only a gap may be negative, to lay things over each other."""
    value = element.attrs.get(name)
    if value is None:
        return default
    found = parsed_length(element, name, value)
    if found < 0 and name != "gap":
        raise wrong(element, name, value, " is negative")
    return found


def extent(element: Element, name: str, available: int | None) -> int | None:
    """A width or height: a length, or a share of what is available (`50%`); None where the
    attribute is not given.
    """
    value = element.attrs.get(name)
    if value is None:
        return None
    found = share(element, name, value, available)
    if found < 0:
        raise wrong(element, name, value, " is negative")
    return found


def share(element: Element, name: str, value: str, available: int | None) -> int:
    """`4mm`, `50%`, `100%-4mm` or `50%+2mm` of an extent."""
    percent, rest = _split(value)
    if percent is None:
        return parsed_length(element, name, value)
    if available is None:
        message = ": a share of a size that is not known here; give a length"
        raise wrong(element, name, value, message)
    more = parsed_length(element, name, rest, value) if rest else 0
    return round(available * percent / 100) + more


_SHARE = re.compile(r"\s*([-+]?(?:[0-9]{1,4}(?:\.[0-9]*)?|\.[0-9]+))\s*%\s*([-+−].*)?")


@lru_cache(maxsize=1024)
def _split(value: str) -> tuple[float | None, str]:
    found = _SHARE.fullmatch(value)
    return (float(found[1]), "".join((found[2] or "").split())) if found else (None, value)


def point(element: Element, name: str, value: str, area: Rect, hint: str = "") -> tuple[int, int]:
    """The point of an area that two lengths or shares name, across and down."""
    parts = value.split()
    if len(parts) != 2:
        raise wrong(element, name, value, ": expected two lengths, across and down", hint)
    across, down = parts
    x = share(element, name, across, area.width)
    return area.x + x, area.y + share(element, name, down, area.height)


def number(element: Element, name: str, default: float, low: float, high: float) -> float:
    """An attribute that is a plain number within bounds."""
    value = element.attrs.get(name)
    if value is None:
        return default
    try:
        found = float(value)
    except ValueError:
        raise wrong(element, name, value, ": expected a number") from None
    if not low <= found <= high:
        raise wrong(element, name, value, f": expected {low:g} to {high:g}")
    return found


def whole(element: Element, name: str, default: int, low: int, high: int) -> int:
    """An attribute that is a whole number within bounds."""
    found = number(element, name, default, low, high)
    if found != int(found):
        raise wrong(element, name, element.attrs[name], ": expected a whole number")
    return int(found)


def edges(element: Element) -> Edges:
    """`padding`: one, two (vertical, horizontal) or four lengths (top, right, bottom, left), as
    in CSS.
    """
    value = element.attrs.get("padding")
    if value is None:
        return Edges(Um(0), Um(0), Um(0), Um(0))
    parts = [parsed_length(element, "padding", part) for part in value.split()]
    if len(parts) not in (1, 2, 4):
        raise wrong(element, "padding", value, ": expected one, two or four lengths")
    return Edges(*(parts * 4)[:4])


def choice(element: Element, name: str, default: str, allowed: tuple[str, ...]) -> str:
    """An attribute with a few words to choose from."""
    value = element.attrs.get(name, default)
    if value not in allowed:
        hint = did_you_mean(value, allowed)
        raise wrong(element, name, value, f": expected {', '.join(allowed)}", hint)
    return value
