"""Holds what laying out one side of a deck works on, and reads lengths, numbers and choices from an
element's attributes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pnp.assets.fonts import lacking
from pnp.assets.icons import NAMELESS, TO_ADD
from pnp.compose.markup import Element
from pnp.compose.resource_loader import Resources
from pnp.diagnostics import MAX_HINTS, Diagnostic, Span, did_you_mean, error, warning
from pnp.face import Item
from pnp.layout.line_boxes import Fit
from pnp.layout.shaping import Atom, Ink
from pnp.layout.vocabulary import ATTRIBUTES, EMPTY
from pnp.model.game import Style
from pnp.model.text_rules import signs
from pnp.units.color import Color, ColorError, parse_color
from pnp.units.geometry import Edges, LengthError, Rect, Um, millimetres, parse_length


class Stylesheet(NamedTuple):
    """Everything that a template may name, and the language that its texts are in."""

    styles: Mapping[str, Style]
    palette: Mapping[str, Color]
    resources: Resources
    language: str = "en"


_SEEN = ("icon", "image", "row", "column", "grid", "stack", "box")
"""Elements that nobody places where they are not seen, as a shape may be that goes on beyond the
edge.
"""
TOLERANCE = 10
"""Micrometres by which children may exceed their parent before it is said: rounding, not a
fault.
"""


class LayoutProblem(ValueError):
    """An element that cannot be laid out."""

    def __init__(self, element: Element, message: str, hint: str = "", code: str = "P305") -> None:
        super().__init__(message)
        self.diagnostic = error(code, message, element.origin, hint)


class Grouped(NamedTuple):
    """A text of a group: where its element is written, and the size in points that it would take
    by itself.
    """

    group: str
    origin: Span | None
    size: float


@dataclass(slots=True)
class LayoutContext:
    """The state of laying out the faces of one side of one deck.

    `trim` is the trim as seen from what is being drawn, None inside anything that is turned askew;
    `outlined` says that the face is cut along an outline of its own. `pins` gives the common size
    of each text group once it is known; `grouped` collects the size that each text of a group would
    take by itself.
    """

    stylesheet: Stylesheet
    bleed: int
    trim: Rect | None
    outlined: bool = False
    pins: Mapping[str, float] = field(default_factory=dict)
    grouped: list[Grouped] = field(default_factory=list)
    reports: list[Diagnostic] = field(default_factory=list)
    inks: dict[tuple[str, bool, bool, str, float], Ink] = field(default_factory=dict)
    plain: dict[int, Ink] = field(default_factory=dict)
    styles: dict[tuple[str | None, ...], Style] = field(default_factory=dict)
    spots: dict[tuple[str | Rect | None, ...], Rect] = field(default_factory=dict)
    made: dict[tuple[str | Span | Rect | None, ...], list[Item]] = field(default_factory=dict)
    atoms: dict[int, list[Atom]] = field(default_factory=dict)
    fits: dict[tuple[int, int, int | None], Fit] = field(default_factory=dict)
    colors: dict[str, Color] = field(default_factory=dict)
    patterned: int = 0
    current: Span | None = None

    def report(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Note an error and go on."""
        self.reports.append(error(code, message, span, hint))

    def tell_outside(self, element: Element, area: Rect) -> None:
        """Warn where nothing of an element is printed (P319)."""
        if (
            element.tag not in _SEEN
            or self.trim is None
            or area.overlaps(self.trim.inset(-self.bleed))
        ):
            return
        told = (
            f"<{element.tag}> lies wholly outside its face of {millimetres(self.trim.width)} by"
            f" {millimetres(self.trim.height)}"
        )
        place = (
            f"{millimetres(area.x - self.trim.x)} from its left and"
            f" {millimetres(area.y - self.trim.y)} from its upper edge"
        )
        self.reports.append(
            warning(
                "P319",
                told,
                element.origin,
                f"its left upper corner is {place}: move it, or take it out",
            )
        )

    def tell_signs(self, text: str) -> None:
        """Warn of signs for bold or for an icon that nothing has read, so that they are printed
        (P320).
        """
        if shown := signs(text):
            hint = (
                "give its field the type markup, or print it with | markup; else take the signs"
                " away"
            )
            self.reports.append(
                warning("P320", f'"{shown}" is printed as typed', self.current, hint)
            )

    def color(self, element: Element, name: str) -> Color:
        """A palette name or a written colour."""
        found = self.colors.get(name)
        if found is None:
            found = self.stylesheet.palette.get(name)
            if found is None:
                try:
                    found = parse_color(name)
                except ColorError as problem:
                    raise LayoutProblem(
                        element, str(problem), did_you_mean(name, self.stylesheet.palette)
                    ) from None
            self.colors[name] = found
        return found

    def missing(self, char: str) -> None:
        """Report a character that no font of the chain has."""
        self.reports.append(missing_glyph(char, self.current))


def missing_glyph(char: str, place: Span | None) -> Diagnostic:
    """The finding on a character that no font of a chain has."""
    message, hint = lacking(char)
    return error("P315", message, place, hint)


def missing_icon(
    resources: Resources, name: str, place: Span | None, found: list[Diagnostic], more: str = ""
) -> None:
    """Report an icon that neither the game nor the shipped set has; of one that cannot be read its
    reader has reported that.
    """
    if name in resources.icon_names:
        return
    message, hint = f'there is no icon "{name}"', NAMELESS
    if name.strip():
        known = resources.icon_names if len(found) < MAX_HINTS else ()
        hint = (did_you_mean(name, known, few=0) or TO_ADD) + more
    else:
        message = "the name of the icon is empty"
    found.append(error("P401", message, place, hint))


def cut_name(bold: bool, italic: bool) -> str:
    """What a cut of a font family is called."""
    return " ".join(["bold"] * bold + ["italic"] * italic) or "regular"


def known(element: Element) -> None:
    """Refuse an unknown element or attribute. Raises LayoutProblem."""
    allowed = ATTRIBUTES.get(element.tag)
    if allowed is None:
        hint = did_you_mean(
            element.tag, [tag for tag in ATTRIBUTES if tag != "face"], few=len(ATTRIBUTES)
        )
        raise LayoutProblem(element, f"there is no element <{element.tag}>", hint, "P304")
    if not element.attrs.keys() <= allowed:
        wrong = next(name for name in element.attrs if name not in allowed)
        raise LayoutProblem(
            element, f'<{element.tag}> has no attribute "{wrong}"', did_you_mean(wrong, allowed)
        )
    if element.children and element.tag in EMPTY and elements(element):
        raise LayoutProblem(
            element,
            f"<{element.tag}> holds no elements",
            "put what goes over it behind it, in a <stack>",
            "P304",
        )


def elements(element: Element) -> list[Element]:
    """The child elements; text that stands where none may stand is an error."""
    found: list[Element] = []
    for child in element.children:
        if isinstance(child, Element):
            if child.tag == "face":
                raise LayoutProblem(
                    child, "<face> is the outermost element only", "use a <stack>", "P304"
                )
            found.append(child)
        elif not child.isspace():
            told = f'the text "{child.strip()[:40]}" stands outside <text>'
            raise LayoutProblem(
                found[-1] if found else element,
                told,
                "put it between <text> and </text>, or take it away",
                "P306",
            )
    return found


def length(element: Element, name: str, default: int = 0) -> int:
    """An attribute that is a length; only a gap may be negative, to lay things over each other."""
    value = element.attrs.get(name)
    if value is None:
        return default
    found = measure(element, name, value)
    if found < 0 and name != "gap":
        raise LayoutProblem(element, f'{name}="{value}" is negative')
    return found


def measure(element: Element, name: str, length: str, value: str = "") -> Um:
    """A written length, the whole `value` of an attribute or a part of it."""
    try:
        return parse_length(length)
    except LengthError as problem:
        raise LayoutProblem(element, f'{name}="{value or length}": {problem}') from None


def extent(element: Element, name: str, available: int | None) -> int | None:
    """A width or height: a length, or a share of what is available (`50%`); None where the
    attribute is not given.
    """
    value = element.attrs.get(name)
    if value is None:
        return None
    found = share(element, name, value, available)
    if found < 0:
        raise LayoutProblem(element, f'{name}="{value}" is negative')
    return found


def share(element: Element, name: str, value: str, available: int | None) -> int:
    """`4mm`, `50%`, `100%-4mm` or `50%+2mm` of an extent."""
    percent, rest = _split(value)
    if percent is None:
        return measure(element, name, value)
    if available is None:
        raise LayoutProblem(
            element, f'{name}="{value}": a share of a size that is not known here; give a length'
        )
    return round(available * percent / 100) + (measure(element, name, rest, value) if rest else 0)


_SHARE = re.compile(r"\s*([-+]?(?:[0-9]{1,4}(?:\.[0-9]*)?|\.[0-9]+))\s*%\s*([-+−].*)?")


@lru_cache(maxsize=1024)
def _split(value: str) -> tuple[float | None, str]:
    found = _SHARE.fullmatch(value)
    return (float(found[1]), "".join((found[2] or "").split())) if found else (None, value)


def number(element: Element, name: str, default: float, low: float, high: float) -> float:
    """An attribute that is a plain number within bounds."""
    value = element.attrs.get(name)
    if value is None:
        return default
    try:
        found = float(value)
    except ValueError:
        raise LayoutProblem(element, f'{name}="{value}": expected a number') from None
    if not low <= found <= high:
        raise LayoutProblem(element, f'{name}="{value}": expected {low:g} to {high:g}')
    return found


def whole(element: Element, name: str, default: int, low: int, high: int) -> int:
    """An attribute that is a whole number within bounds."""
    found = number(element, name, default, low, high)
    if found != int(found):
        raise LayoutProblem(element, f'{name}="{element.attrs[name]}": expected a whole number')
    return int(found)


def edges(element: Element) -> Edges:
    """`padding`: one, two (vertical, horizontal) or four lengths (top, right, bottom, left), as
    in CSS.
    """
    value = element.attrs.get("padding")
    if value is None:
        return Edges(Um(0), Um(0), Um(0), Um(0))
    parts = [measure(element, "padding", part) for part in value.split()]
    match parts:
        case [every]:
            return Edges(every, every, every, every)
        case [vertical, horizontal]:
            return Edges(vertical, horizontal, vertical, horizontal)
        case [top, right, bottom, left]:
            return Edges(top, right, bottom, left)
        case _:
            raise LayoutProblem(element, f'padding="{value}": expected one, two or four lengths')


def choice(element: Element, name: str, default: str, allowed: tuple[str, ...]) -> str:
    """An attribute with a few words to choose from."""
    value = element.attrs.get(name, default)
    if value not in allowed:
        raise LayoutProblem(
            element,
            f'{name}="{value}": expected {", ".join(allowed)}',
            did_you_mean(value, allowed),
        )
    return value


def exceeded(context: LayoutContext, element: Element, what: str, by: int) -> None:
    """Report that children need more room than there is."""
    if by > TOLERANCE:
        instead = (
            "its text a smaller size or min"
            if what == "height"
            else 'a child grow="1" in place of its width'
        )
        told = f"<{element.tag}> needs {millimetres(by)} more {what} than it has"
        context.report("P311", told, element.origin, f"give it more room, or {instead}")
