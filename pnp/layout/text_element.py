"""The `<text>` element: its style, its inline elements as atoms, its size, and its lines."""

from __future__ import annotations

from pnp.compose.markup import Element
from pnp.diagnostics import did_you_mean
from pnp.face import Item
from pnp.layout.context import (
    Grouped,
    LayoutContext,
    LayoutProblem,
    choice,
    cut_name,
    extent,
    missing_icon,
    number,
    whole,
)
from pnp.layout.line_boxes import (
    Box,
    Fit,
    max_content_width,
    report_missing_hyphen,
    set_lines,
    shrink_to_fit,
    without_widow,
)
from pnp.layout.shaping import Atom, Ink, Paragraph
from pnp.layout.vocabulary import INLINE
from pnp.model.game import Style
from pnp.units.geometry import PT, QUARTER, LengthError, Rect, millimetres, parse_points
from pnp.units.spelling import written

_ALIGN = ("left", "center", "right", "justify")
_VALIGN = ("top", "middle", "bottom")


def style_of(context: LayoutContext, element: Element) -> Style:
    """The style that a text names, with what the element itself says."""
    attrs = element.attrs
    name = attrs.get("style", "body")
    if attrs.keys().isdisjoint(_OVERRIDES):
        style = context.stylesheet.styles.get(name)
        if style is not None:
            return style
    key = (name, *map(attrs.get, _OVERRIDES))
    style = context.styles.get(key)
    if style is None:
        style = context.styles[key] = _overridden(context, element, name)
    return style


def _overridden(context: LayoutContext, element: Element, name: str) -> Style:
    attrs = element.attrs
    style = context.stylesheet.styles.get(name)
    if style is None:
        raise LayoutProblem(
            element, f'there is no style "{name}"', did_you_mean(name, context.stylesheet.styles)
        )
    size = _points(element, "size", style.size)
    least = _points(element, "min", style.min if "size" not in attrs else min(style.min, size))
    if size < least <= size + QUARTER:
        size = least  # what was one size is rounded, as a min up
    if "min" in attrs and least > size:
        told = f'min="{attrs["min"]}" is more than its size of {size:g} pt'
        raise LayoutProblem(
            element,
            told,
            "min is the least size that the text may shrink to; leave it out where it must not",
        )
    return style._replace(
        font=attrs.get("font", style.font),
        weight=choice(element, "weight", style.weight, ("regular", "bold")),
        slope=choice(element, "slope", style.slope, ("upright", "italic")),
        size=size,
        min=min(least, size),
        leading=number(element, "leading", style.leading, 0.7, 4),
        tracking=number(element, "tracking", style.tracking, -0.2, 1),
        color=attrs.get("color", style.color),
        align=choice(element, "align", style.align, _ALIGN),
        valign=choice(element, "valign", style.valign, _VALIGN),
        lines=(
            whole(element, "lines", style.lines or 0, 1, 1000) if "lines" in attrs else style.lines
        ),
    )


_OVERRIDES = (
    "font",
    "weight",
    "slope",
    "size",
    "min",
    "leading",
    "tracking",
    "color",
    "align",
    "valign",
    "lines",
)


def _points(element: Element, name: str, default: float) -> float:
    value = element.attrs.get(name)
    if value is None:
        return default
    try:
        points = parse_points(value, least=name == "min")
    except LengthError as problem:
        raise LayoutProblem(element, f'{name}="{value}": {problem}') from None
    if not 1 <= points <= 1000:
        raise LayoutProblem(element, f'{name}="{value}": a type size is 1pt to 1000pt')
    return points


def _ink(
    context: LayoutContext, element: Element, style: Style, bold: bool, italic: bool, color: str
) -> Ink:
    key = (style.font, bold, italic, color, style.tracking)
    found = context.inks.get(key)
    if found is None:
        found = context.inks[key] = _new_ink(context, element, style, bold, italic, color)
    return found


def _new_ink(
    context: LayoutContext, element: Element, style: Style, bold: bool, italic: bool, color: str
) -> Ink:
    family = context.stylesheet.resources.families.get(style.font)
    if family is None:
        known = context.stylesheet.resources.families
        raise LayoutProblem(
            element, f'there is no font family "{style.font}"', did_you_mean(style.font, known)
        )
    typeface = family.cut(bold, italic)
    if typeface is None:
        cut = cut_name(bold, italic)
        raise LayoutProblem(
            element,
            f'the font family "{style.font}" has no {cut} cut',
            "add it under fonts: in game.yaml",
        )
    return Ink(
        typeface, family.fallback, context.color(element, color), style.tracking, context.missing
    )


def _plain_ink(context: LayoutContext, element: Element, style: Style) -> Ink:
    """The ink of a style's own cut and colour."""
    found = context.plain.get(id(style))
    if found is None:
        found = context.plain[id(style)] = _ink(
            context, element, style, style.weight == "bold", style.slope == "italic", style.color
        )
    return found


_CAPITALS = (
    "a filter such as | upper has changed the bold words and icons of a text with it: write case:"
    " upper in its style instead"
)
"""What to do about elements in capitals: nobody writes them so."""


def _prepared(context: LayoutContext, element: Element, style: Style) -> list[Atom]:
    """The atoms of a text element, made once."""
    atoms = context.atoms.get(id(element))
    if atoms is None:
        paragraph = Paragraph()
        context.current = element.origin
        look = (style.weight == "bold", style.slope == "italic", style.color)
        _add(context, element, style, look, _plain_ink(context, element, style), paragraph)
        atoms = context.atoms[id(element)] = paragraph.atoms
    return atoms


def _add(
    context: LayoutContext,
    element: Element,
    style: Style,
    look: tuple[bool, bool, str],
    ink: Ink,
    paragraph: Paragraph,
) -> None:
    bold, italic, color = look
    language = context.stylesheet.language
    for child in element.children:
        if isinstance(child, str):
            if "**" in child or ":" in child:
                context.tell_signs(child)
            plain = (
                style.case == "as-is" and language[:2] != "fr"
            )  # asked here, since nearly every text is
            paragraph.add(child if plain else written(child, style.case, language), ink)
            continue
        allowed = INLINE.get(child.tag)
        if allowed is None:
            hint = _CAPITALS if child.tag.lower() in INLINE else did_you_mean(child.tag, INLINE)
            raise LayoutProblem(child, f"<{child.tag}> cannot stand inside <text>", hint, "P304")
        if not child.attrs.keys() <= allowed:
            wrong = next(name for name in child.attrs if name not in allowed)
            raise LayoutProblem(
                child, f'<{child.tag}> has no attribute "{wrong}"', did_you_mean(wrong, allowed)
            )
        match child.tag:
            case "b":
                _add_inside(context, child, style, (True, italic, color), paragraph)
            case "i":
                _add_inside(context, child, style, (bold, True, color), paragraph)
            case "c":
                _add_inside(
                    context,
                    child,
                    style,
                    (bold, italic, child.attrs.get("color", color)),
                    paragraph,
                )
            case "br":
                paragraph.end_line()
            case _:
                _add_icon(
                    context,
                    child,
                    _ink(context, child, style, bold, italic, child.attrs.get("color", color)),
                    paragraph,
                )


def _add_inside(
    context: LayoutContext,
    element: Element,
    style: Style,
    look: tuple[bool, bool, str],
    paragraph: Paragraph,
) -> None:
    _add(context, element, style, look, _ink(context, element, style, *look), paragraph)


def _add_icon(context: LayoutContext, element: Element, ink: Ink, paragraph: Paragraph) -> None:
    name = element.attrs.get("name", "")
    icon = context.stylesheet.resources.icons.get(name)
    if icon is None:
        missing_icon(context.stylesheet.resources, name, element.origin, context.reports)
        return
    paragraph.add_icon(icon, ink)


def fitted(
    context: LayoutContext, element: Element, width: int, height: int | None
) -> tuple[Style, list[Atom], Fit]:
    """A text's style, atoms and fit in a box of micrometres; a grouped text takes the size that
    its group was given.
    """
    style = style_of(context, element)
    atoms = _prepared(context, element, style)
    key = (id(element), width, height)
    found = context.fits.get(key)
    if found is None:
        group = element.attrs.get("group")
        pinned = context.pins.get(group) if group else None
        sizes = (pinned, pinned) if pinned else (style.size, style.min)
        ink = _plain_ink(context, element, style)
        room = None if height is None else height / PT
        found = shrink_to_fit(
            atoms, width / PT, room, sizes, style.leading, style.lines, ink.hyphened
        )
        if (
            style.align == "center" and not context.outlined
        ):  # where the paper is round, the last line has the least room
            found = without_widow(atoms, found, width / PT, ink.hyphened)
        context.fits[key] = found
    return style, atoms, found


def natural(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """The width that a text would like to have and its height at the width that it gets."""
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    if width is None:
        style = style_of(context, element)
        atoms = _prepared(context, element, style)
        group = element.attrs.get("group")
        size = (context.pins.get(group) if group else None) or style.size
        width = int(max_content_width(atoms) * size * PT) + 2
        if aw is not None:
            width = min(width, aw)
    if height is None:
        style, _, found = fitted(context, element, width, ah)
        height = int(len(found.lines) * style.leading * found.size * PT + 1)
    return width, height


def text(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Set a text in its box; report by how much it exceeds the box where even its least size
    does.
    """
    style, atoms, found = fitted(context, element, area.width, area.height)
    if not atoms:
        return
    group = element.attrs.get("group")
    if group:
        context.grouped.append(Grouped(group, element.origin, found.size))
    if found.over_width or found.over_height:
        _overflow(context, element, style, found, area)
    ink = _plain_ink(context, element, style)
    context.current = element.origin
    report_missing_hyphen(found.lines, ink)
    box = Box(area.x, area.y, area.width, area.height, style.align, style.valign)
    set_lines(atoms, found, box, ink, style.leading, element.origin, out)


def _overflow(
    context: LayoutContext, element: Element, style: Style, found: Fit, area: Rect
) -> None:
    em = found.size * PT
    parts = []
    hint = "shorten the text, enlarge its box, or allow a smaller min"
    if found.over_width:
        parts.append(f"a word is {millimetres(found.over_width * em)} too wide for its box")
    if found.over_height:
        lines = style.lines
        asked = (
            f" and {lines} line{'s' if lines != 1 else ''}"
            if lines and len(found.lines) > lines
            else ""
        )
        parts.append(f"it is {millimetres(found.over_height * em)} too high for its box{asked}")
        if area.height <= 0 and "height" not in element.attrs:
            parts, hint = (
                ["nothing is left of the height around it where it begins"],
                "move it up, or make what stands before it smaller",
            )
    context.report(
        "P310",
        f"the text does not fit at {found.size:g} pt: {' and '.join(parts)}",
        element.origin,
        hint,
    )
