"""Lays out the `<text>` element: resolves its style, gathers its inline elements as atoms, shrinks
it to fit its box and sets its lines.
"""

from __future__ import annotations

from pnp.compose.markup import Element
from pnp.diagnostics import did_you_mean
from pnp.face import Item
from pnp.layout.context import (
    INLINE,
    PLACED,
    GroupedText,
    LayoutContext,
    LayoutProblem,
    choice,
    cut_name,
    element_type,
    extent,
    missing_icon,
    number,
    unknown_attribute,
    whole,
    wrong,
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
from pnp.model.game import Style
from pnp.units.geometry import PT, QUARTER, LengthError, Rect, millimetres, parse_points
from pnp.units.spelling import written

_ALIGN = ("left", "center", "right", "justify")
_VALIGN = ("top", "middle", "bottom")
_OVERRIDES = (
    *("font", "weight", "slope", "size", "min", "leading", "tracking", "color"),
    *("align", "valign", "lines"),
)
_CAPITALS = (
    "a filter such as | upper has changed the bold words and icons of a text with it: write case:"
    " upper in its style instead"
)
"""What to do about elements in capitals: nobody writes them so."""


def _style(context: LayoutContext, element: Element) -> tuple[Style, Ink]:
    """The style that a text names, with what the element itself says, and the ink of its own cut
    and colour.
    """
    attrs = element.attrs
    name = attrs.get("style", "body")
    key = () if attrs.keys().isdisjoint(_OVERRIDES) else tuple(map(attrs.get, _OVERRIDES))
    found = context.styles.get((name, key))
    if found is None:
        styles = context.stylesheet.styles
        if name not in styles:
            hint = did_you_mean(name, styles)
            raise LayoutProblem(element, f'there is no style "{name}"', hint)
        style = _overridden(element, styles[name]) if key else styles[name]
        ink = _ink(context, element, style, *_cut(style))
        found = context.styles[name, key] = style, ink
    return found


def _cut(style: Style) -> tuple[bool, bool, str]:
    """Whether a style is bold and italic, and its colour."""
    return style.weight == "bold", style.slope == "italic", style.color


def _overridden(element: Element, style: Style) -> Style:
    attrs = element.attrs
    size = _points(element, "size", style.size)
    least = _points(element, "min", style.min if "size" not in attrs else min(style.min, size))
    if size < least <= size + QUARTER:
        size = least  # what was one size is rounded, as a min up
    if "min" in attrs and least > size:
        hint = "min is the least size that the text may shrink to; leave it out where it must not"
        raise wrong(element, "min", attrs["min"], f" is more than its size of {size:g} pt", hint)
    lines = whole(element, "lines", style.lines or 0, 1, 1000) if "lines" in attrs else style.lines
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
        lines=lines,
    )


def _points(element: Element, name: str, default: float) -> float:
    value = element.attrs.get(name)
    if value is None:
        return default
    try:
        points = parse_points(value, least=name == "min")
    except LengthError as problem:
        raise wrong(element, name, value, f": {problem}") from None
    if not 1 <= points <= 1000:
        raise wrong(element, name, value, ": a type size is 1pt to 1000pt")
    return points


def _ink(
    context: LayoutContext, element: Element, style: Style, bold: bool, italic: bool, color: str
) -> Ink:
    """A style in one cut and colour."""
    key = (style.font, bold, italic, color, style.tracking)
    ink = context.inks.get(key)
    if ink is None:
        families = context.stylesheet.resources.families
        family = families.get(style.font)
        if family is None:
            hint = did_you_mean(style.font, families)
            raise LayoutProblem(element, f'there is no font family "{style.font}"', hint)
        typeface = family.cut(bold, italic)
        if typeface is None:
            message = f'the font family "{style.font}" has no {cut_name(bold, italic)} cut'
            raise LayoutProblem(element, message, "add it under fonts: in game.yaml")
        tint = context.color(element, color)
        ink = Ink(typeface, family.fallback, tint, style.tracking, context.missing)
        context.inks[key] = ink
    return ink


def _atoms(context: LayoutContext, element: Element, style: Style, ink: Ink) -> list[Atom]:
    """The atoms of a text element, made once per face."""
    atoms = context.atoms.get(id(element))
    if atoms is None:
        paragraph = Paragraph()
        context.current = element.origin
        _add(context, element, style, _cut(style), ink, paragraph)
        atoms = context.atoms[id(element)] = paragraph.atoms
    return atoms


def _add(
    context: LayoutContext,
    element: Element,
    style: Style,
    cut: tuple[bool, bool, str],
    ink: Ink,
    paragraph: Paragraph,
) -> None:
    """Add what an element holds to a paragraph, in a cut (bold, italic, colour) of its style."""
    stylesheet = context.stylesheet
    as_is = style.case == "as-is" and stylesheet.language[:2] != "fr"
    for child in element.children:
        if isinstance(child, str):
            if "**" in child or ":" in child:
                context.report_signs(child)
            paragraph.add(child if as_is else written(child, style.case, stylesheet.language), ink)
            continue
        allowed = INLINE.get(child.tag)
        if allowed is None:
            hint = _CAPITALS if child.tag.lower() in INLINE else did_you_mean(child.tag, INLINE)
            raise LayoutProblem(child, f"<{child.tag}> cannot stand inside <text>", hint, "P304")
        if not child.attrs.keys() <= allowed:
            raise unknown_attribute(child, allowed)
        if child.tag == "br":
            paragraph.end_line()
            continue
        bold, italic, color = cut
        own = bold or child.tag == "b", italic or child.tag == "i", child.attrs.get("color", color)
        own_ink = _ink(context, child, style, *own)
        if child.tag != "icon":
            _add(context, child, style, own, own_ink, paragraph)
            continue
        name = child.attrs.get("name", "")
        if icon := stylesheet.resources.icons.get(name):
            paragraph.add_icon(icon, own_ink)
        else:
            missing_icon(stylesheet.resources, name, child.origin, context.reports)


def _fit_text(
    context: LayoutContext, element: Element, width: int, height: int | None
) -> tuple[Style, Ink, list[Atom], Fit]:
    """A text's style, ink, atoms and fit in a box of micrometres; a grouped text takes the size
    that its group was given.
    """
    style, ink = _style(context, element)
    atoms = _atoms(context, element, style, ink)
    key = (id(element), width, height)
    fit = context.fits.get(key)
    if fit is None:
        group = element.attrs.get("group")
        pinned = context.pins.get(group) if group else None
        sizes = (pinned, pinned) if pinned else (style.size, style.min)
        room = None if height is None else height / PT
        fit = shrink_to_fit(
            atoms, width / PT, room, sizes, style.leading, style.lines, ink.hyphened
        )
        # Where the paper is round, the last line has the least room.
        if style.align == "center" and not context.outlined:
            fit = without_widow(atoms, fit, width / PT, ink.hyphened)
        context.fits[key] = fit
    return style, ink, atoms, fit


def measure(
    context: LayoutContext, element: Element, aw: int | None, ah: int | None
) -> tuple[int, int]:
    """The width that a text would like to have and its height at the width that it gets."""
    width, height = extent(element, "width", aw), extent(element, "height", ah)
    if width is None:
        style, ink = _style(context, element)
        group = element.attrs.get("group")
        size = (context.pins.get(group) if group else None) or style.size
        width = int(max_content_width(_atoms(context, element, style, ink)) * size * PT) + 2
        width = width if aw is None else min(width, aw)
    if height is None:
        style, _, _, fit = _fit_text(context, element, width, ah)
        height = int(len(fit.lines) * style.leading * fit.size * PT + 1)
    return width, height


@element_type(
    "text",
    f"{PLACED} style font weight slope size min color align valign lines group leading tracking",
    measure=measure,
)
def arrange(context: LayoutContext, element: Element, area: Rect, out: list[Item]) -> None:
    """Set a text in its box; report by how much it exceeds the box where even its least size
    does.
    """
    style, ink, atoms, fit = _fit_text(context, element, area.width, area.height)
    if not atoms:
        return
    group = element.attrs.get("group")
    if group:
        context.grouped.append(GroupedText(group, element.origin, fit.size))
    if fit.over_width or fit.over_height:
        _report_overflow(context, element, style, fit, area)
    context.current = element.origin
    report_missing_hyphen(fit.lines, ink)
    box = Box(*area, style.align, style.valign)
    set_lines(atoms, fit, box, ink, style.leading, element.origin, out)


def _report_overflow(
    context: LayoutContext, element: Element, style: Style, fit: Fit, area: Rect
) -> None:
    em = fit.size * PT
    parts = []
    hint = "shorten the text, enlarge its box, or allow a smaller min"
    if fit.over_width:
        parts.append(f"a word is {millimetres(fit.over_width * em)} too wide for its box")
    if fit.over_height and area.height <= 0 and "height" not in element.attrs:
        parts = ["nothing is left of the height around it where it begins"]
        hint = "move it up, or make what stands before it smaller"
    elif fit.over_height:
        lines = style.lines or 0
        more = f" and {lines} line{'s' * (lines > 1)}" if 0 < lines < len(fit.lines) else ""
        parts.append(f"it is {millimetres(fit.over_height * em)} too high for its box{more}")
    message = f"the text does not fit at {fit.size:g} pt: {' and '.join(parts)}"
    context.report("P310", message, element.origin, hint)
