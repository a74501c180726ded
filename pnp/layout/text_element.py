"""Lays out the `<text>` element: resolves its style, gathers its inline elements as atoms, shrinks
it to fit its box and sets its lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pnp.assets.vector import Icon, Part
from pnp.compose.markup import Element
from pnp.diagnostics import Span, did_you_mean
from pnp.face import NO_BREAK_SPACE, Group, Item, Shape, Stroke, Text
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
    number,
    unknown_attribute,
    whole,
    wrong,
)
from pnp.layout.line_boxes import (
    ICON_HEIGHT,
    PLAIN,
    Atom,
    Fit,
    Ink,
    Line,
    Paragraph,
    Piece,
    max_content_width,
    metrics,
    shrink_to_fit,
    without_widow,
    word_space,
)
from pnp.model.game import Style
from pnp.units.color import Color
from pnp.units.geometry import (
    PT,
    QUARTER,
    LengthError,
    Rect,
    Transform,
    Um,
    millimetres,
    parse_points,
)
from pnp.units.spelling import written

_tuple = tuple.__new__

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
        min=least if least < size else size,
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
        behind = family.behind(bold, italic)
        ink = Ink(typeface, behind, tint, style.tracking, context.missing)
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
        if icon := context.icon(child.attrs.get("name", ""), child.origin):
            paragraph.add_icon(icon, own_ink)


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
    holds="markup",
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
        _report_overflow(context, element, style, fit)
    context.current = element.origin
    report_missing_hyphen(fit.lines, ink)
    set_lines(atoms, fit, area, style, ink, element.origin, out)


def _report_overflow(context: LayoutContext, element: Element, style: Style, fit: Fit) -> None:
    em = fit.size * PT
    parts = []
    if fit.over_width:
        parts.append(f"a word is {millimetres(fit.over_width * em)} too wide for its box")
    if fit.over_height:
        lines = style.lines or 0
        more = f" and {lines} line{'s' * (lines > 1)}" if 0 < lines < len(fit.lines) else ""
        parts.append(f"it is {millimetres(fit.over_height * em)} too high for its box{more}")
    message = f"the text does not fit at {fit.size:g} pt: {' and '.join(parts)}"
    hint = "shorten the text, enlarge its box, or allow a smaller min"
    context.report("P310", message, element.origin, hint)


def set_lines(
    atoms: list[Atom],
    fit: Fit,
    area: Rect,
    style: Style,
    base: Ink,
    origin: Span,
    out: list[Item],
) -> None:
    """Append the runs of a text that is fitted to an area to a face's items, at baselines.

    Line boxes are `leading` × size high, the font's ascent and descent centred in them. `middle`
    centres from the first line's cap height to the last line's baseline, which is what the eye
    centres on.
    """
    em, leading = fit.size * PT, style.leading
    pitch, tracking = leading * em, base.tracking * em
    first_baseline = base.metrics.baseline(leading)
    count = len(fit.lines)
    if style.valign == "middle":
        baseline = area.y + (area.height - (count - 1) * pitch + base.metrics.cap * em) / 2
    elif style.valign == "bottom":
        baseline = area.y + area.height - (count * leading - first_baseline) * em
    else:
        baseline = area.y + first_baseline * em
    for line in fit.lines:
        words, width = atoms[line.first : line.last], line.width
        if line.hyphen:
            words, width = _with_hyphen(words, width, base)
        spare = area.width - width * em
        stretch = 0.0
        x = float(area.x)
        if style.align == "justify" and not line.final:
            gaps = sum(atom.follows == PLAIN for atom in words[1:])
            gaps += sum(p.text.count(NO_BREAK_SPACE) for atom in words for p in atom.pieces)
            stretch = spare / gaps if gaps else 0.0
        elif style.align == "right":
            x += spare
        elif style.align == "center":
            x += spare / 2
        y = round(baseline)
        ink = words[0].ink if words else None  # a page number that is not known yet has no words
        if ink and not stretch and [atom.ink for atom in words].count(ink) == len(words):
            # Most lines of most cards are plain words in one ink: they are one run.
            text, start = " ".join([atom.pieces[0].text for atom in words]), round(x)
            wide = round(x + width * em) - start
            run = start, y, text, ink.typeface.ref, fit.size, ink.color, 0.0, tracking, wide, origin
            out.append(_tuple(Text, run))
        else:
            _set_line(words, x, y, fit.size, stretch, base, origin, out)
        baseline += pitch


def report_missing_hyphen(lines: Iterable[Line], ink: Ink) -> None:
    """Let the ink hear of a hyphen that no font has, once lines that are drawn end in one."""
    if ink.hyphen is None and any(line.hyphen for line in lines):
        ink.missing("-")


def _with_hyphen(words: list[Atom], width: float, base: Ink) -> tuple[list[Atom], float]:
    """A line with its hyphen, in the cut of its last word and kerned to it, else in that of plain
    words if they have one; and its width, for which breaking counted a plain one.
    """
    *before, last = words
    hyphen = base.hyphen
    if hyphen:
        width -= hyphen.width
    if last.pieces and last.pieces[-1].icon is None:
        text, face, _, _, color = last.pieces[-1]
        if not face.missing("-"):
            drawn = (face.width(text + "-") - face.width(text)) / face.units_per_em
            hyphen = Piece("-", face, None, drawn, color)
        elif hyphen:
            hyphen = hyphen._replace(color=color)
    if hyphen is None:
        return words, width
    hyphened = last._replace(pieces=(*last.pieces, hyphen), ink=None)
    return [*before, hyphened], width + hyphen.width


def _set_line(
    words: list[Atom],
    x: float,
    baseline: int,
    size: float,
    stretch: float,
    base: Ink,
    origin: Span,
    out: list[Item],
) -> None:
    """Append one line: neighbouring pieces in one typeface and colour become one run."""
    em = size * PT
    tracking = base.tracking * em

    def add_run(gap: bool = False) -> None:
        text, left = "".join(run), round(start)
        gap = gap or text.endswith(" ")
        text = text.removesuffix(" ")  # one before an icon or another typeface is not drawn
        if gap and not text.isascii() and typeface.shape(text.rpartition(" ")[2]).marks:
            text += " "  # but where the word before ends in a mark, programs would not see the gap
        font, wide = typeface.ref, round(end) - left
        # As `Text(…)` would be, without its call: this runs for every line of every card.
        values = left, baseline, text, font, size, color, stretch, tracking, wide, origin
        out.append(_tuple(Text, values))
        run.clear()

    run: list[str] = []
    start = end = x
    typeface = base.typeface
    color = Color("")
    own_space = base.space  # what the run's typeface puts between words; a fallback may put more
    word_gap = stretch - tracking
    first = True
    for _, pieces, space, follows, _ in words:
        if first:
            first = False
        elif follows == PLAIN:
            x += space * em + word_gap
            if run and space == own_space:
                run.append(" ")
            elif run:
                add_run(gap=True)
        else:
            x += space * em - tracking
        for text, face, icon, wide, tint in pieces:
            if run and (face is not typeface or tint != color or icon is not None):
                add_run()
            if icon is not None:
                scale = wide * em / icon.width
                cap = metrics(face).cap * em
                top = baseline - cap / 2 - cap * ICON_HEIGHT / 2
                where = Transform(scale, 0.0, 0.0, scale, round(x), round(top))
                out.append(Group(icon_shapes(icon, tint), where, origin=origin))
                x += wide * em + tracking
                continue
            if not run:
                typeface, color, start = face, tint, x
                own_space = base.space if face is base.typeface else word_space(face, base.tracking)
            if text:
                run.append(text)
            end = x + wide * em
            if stretch:
                end += stretch * text.count(NO_BREAK_SPACE)
            x = end + tracking
    if run:
        add_run()


@lru_cache(maxsize=4096)
def icon_shapes(icon: Icon, color: Color) -> tuple[Shape, ...]:
    """An icon's parts in a colour; parts with a colour of their own keep it."""
    return tuple(shape_of(part, color) for part in icon.parts)


def shape_of(part: Part, color: Color) -> Shape:
    """A part of a drawing; one without a colour of its own takes this one."""
    width, dash, line = Um(part.stroke_width), part.dash, part.line
    return Shape(
        part.path,
        (part.fill or color) if part.filled else None,
        Stroke(part.stroke or color, width, dash, line) if width else None,
        None,
        part.even_odd,
    )
