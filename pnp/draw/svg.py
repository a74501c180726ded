"""Draws a face as SVG 1.1 with `href` of SVG 2: what its PDF shows, standing alone or inside an
HTML page, with no reference to anything outside.

User units are the face's own micrometres, so paths are copied as they are; width and height are
in millimetres. Strokes are those of the PDF, whose mitre limit (`draw.pdf`) is SVG's
default. Equal values give equal text.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from html import escape
from io import BytesIO

from pnp.assets import Gradient
from pnp.assets.fonts import Typeface
from pnp.assets.images import Picture, pixels
from pnp.draw.content import line_style
from pnp.draw.literals import GAPS, decimal
from pnp.face import NO_BREAK_SPACE, Face, Group, Image, Item, Shape, Text, walk
from pnp.units.geometry import MM, PT, Transform, Um

Defs = dict[str, str]
"""What the items share, by id, in the order of first use: glyphs, images, clips and paths that
come again.
"""

WriteText = Callable[[Text, Defs], str]
"""Writes one run of text; what it draws by reference it adds to the definitions."""

NO_BLEED = Um(0)

_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")
LONG = 120
"""Paths longer than this are written once when they come again: a reference takes about 30
characters.
"""

MUCH = 2_000
"""Characters from which a group is written once for several drawings that share definitions: a
card may be shown again and again.
"""


def svg(
    face: Face,
    images: Mapping[str, Picture],
    write_text: WriteText,
    *,
    bleed: Um = NO_BLEED,
    ids: str = "",
    title: str = "",
    shared: Defs | None = None,
) -> str:
    """The face with so much of its bleed (µm) as an `<svg>` element; a file of its own needs
    nothing before it.

    `images` are the pictures by `ImageRef.hash`, `write_text` is what `outlined` gives. `ids` goes
    before every id: pages with several faces give each its own. `title` is what a screen reader
    says. Definitions that several drawings are to share go into `shared` and are written by the
    caller (`definitions`). KeyError when a font or image is missing; Problems (P431) when an image
    that must be decoded is damaged.
    """
    defs: Defs = {} if shared is None else shared
    writer = _Writer(images, write_text, ids, defs, face.items, shared is not None)
    drawn = "".join(writer.items(face.items))
    width, height = face.size.width + 2 * bleed, face.size.height + 2 * bleed
    named = f' role="img" aria-label="{attribute(title)}"' if title else ""
    own = definitions(defs) if shared is None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_plain(width / MM)}mm"'
        f' height="{_plain(height / MM)}mm" viewBox="{-bleed} {-bleed} {width}'
        f' {height}"{named}>{own}{drawn}</svg>\n'
    )


def definitions(defs: Defs) -> str:
    """What drawings refer to, as one element; nothing where they refer to nothing."""
    return f"<defs>{''.join(defs.values())}</defs>" if any(defs.values()) else ""


def outlined(typefaces: Mapping[str, Typeface], ids: str = "") -> WriteText:
    """Text as the outlines of its glyphs, each glyph once in a drawing: it looks the same
    everywhere and needs no font.
    """

    def write(item: Text, defs: Defs) -> str:
        typeface = typefaces[item.font.hash]
        scale = item.size * PT / typeface.units_per_em
        uses = []
        for glyph, x, y in _glyphs(typeface, item.text, item.space / scale, item.tracking / scale):
            key = f"{ids}g{item.font.hash[:8]}-{glyph}"
            if key not in defs:
                path = typeface.outline(glyph)
                defs[key] = f'<path id="{key}" d="{path}"/>' if path else ""
            if defs[key]:
                at = (f' x="{_plain(x)}"' if x else "") + (f' y="{y}"' if y else "")
                uses.append(f'<use href="#{key}"{at}/>')
        if not uses:
            return ""
        by = decimal(scale, 6)
        return (
            f'<g fill="{item.color}" transform="matrix({by} 0 0 -{by} {item.x}'
            f' {item.y})">{"".join(uses)}</g>'
        )

    return write


def font_face(typeface: Typeface, family: str, characters: Iterable[str], more: str = "") -> str:
    """The CSS rule that brings a typeface along for these characters, under a family name of
    letters, digits, spaces and `-`.

    `more` are further descriptors, such as `font-weight:700;`.
    """
    data = b64encode(typeface.web_subset(characters)).decode("ascii")
    return (
        f'@font-face{{font-family:"{family}";{more}src:url(data:font/ttf;base64,{data})'
        ' format("truetype")}'
    )


def readable(text: str) -> str:
    """A text without the characters that XML cannot hold (XML 1.0, 2.2)."""
    return "".join(
        c
        for c in text
        if c in "\t\n" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    )


def attribute(text: str) -> str:
    """A text as the value of an attribute in double quotes."""
    return escape(readable(text))


class _Writer:
    """The items of one drawing, as they are written one after the other."""

    def __init__(
        self,
        images: Mapping[str, Picture],
        write_text: WriteText,
        ids: str,
        defs: Defs,
        items: tuple[Item, ...],
        sharing: bool,
    ) -> None:
        self._images, self._write_text, self._ids, self._defs = images, write_text, ids, defs
        self._sharing = sharing
        self._times = Counter(
            item.path for item in walk(items) if type(item) is Shape and len(item.path) > LONG
        )

    def items(self, items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            match item:
                case Shape():
                    yield self._shape(item)
                case Text():
                    yield self._write_text(item, self._defs)
                case Image():
                    yield self._image(item)
                case Group():
                    yield self._group(item)

    def _shape(self, item: Shape) -> str:
        if not (item.fill or item.stroke):
            return ""
        fill = self._gradient(item.fill) if isinstance(item.fill, Gradient) else item.fill
        paint = f' fill="{fill or "none"}"' + ' fill-rule="evenodd"' * item.even_odd
        if item.stroke:
            dash = (
                f' stroke-dasharray="{" ".join(map(str, item.stroke.dash))}"'
                if item.stroke.dash
                else ""
            )
            style = line_style(item.stroke, item.path)
            dash += f' stroke-linejoin="{_JOINS[style.join]}"' if style.join else ""
            dash += f' stroke-linecap="{_CAPS[style.cap]}"' if style.cap else ""
            dash += f' stroke-miterlimit="{style.limit:g}"' if style.limit != 4 else ""
            dash += f' stroke-dashoffset="{style.offset}"' if style.offset else ""
            paint += f' stroke="{item.stroke.color}" stroke-width="{item.stroke.width}"{dash}'
        if self._times[item.path] < 2:
            return f'<path d="{item.path}"{paint}/>'
        key = self._key("p", item.path)
        self._defs.setdefault(key, f'<path id="{key}" d="{item.path}"/>')
        return f'<use href="#{key}"{paint}/>'

    def _gradient(self, fill: Gradient) -> str:
        stops = "".join(
            f'<stop offset="{_fine(at)}" stop-color="{color}"'
            + (f' stop-opacity="{_plain(seen)}"' if seen < 1 else "")
            + "/>"
            for at, color, seen in fill.stops
        )
        tag, where = "linearGradient", 'x1="0" x2="1"'
        if fill.focus is not None:
            x, y = map(_fine, fill.focus)
            tag, where = "radialGradient", f'cx="0" cy="0" r="1" fx="{x}" fy="{y}"'
        given = f'{where} gradientUnits="userSpaceOnUse"'
        key = self._key("h", str(fill))
        given += f' gradientTransform="{_matrix(fill.transform)}"'
        self._defs.setdefault(key, f'<{tag} id="{key}" {given}>{stops}</{tag}>')
        return f"url(#{key})"

    def _image(self, item: Image) -> str:
        ref = item.image
        key = f"{self._ids}i{ref.hash[:12]}"
        if key not in self._defs:
            data = data_uri(self._images[ref.hash])
            self._defs[key] = (
                f'<image id="{key}" width="{ref.width}" height="{ref.height}"'
                f' preserveAspectRatio="none" href="{data}"/>'
            )
        x, y, width, height = item.area
        matrix = f"{_fine(width / ref.width)} 0 0 {_fine(height / ref.height)} {x} {y}"
        return f'<use href="#{key}" transform="matrix({matrix})"/>'

    def _group(self, item: Group) -> str:
        attributes = f' transform="{_matrix(item.transform)}"' if item.transform else ""
        if item.clip:
            key = self._key("c", item.clip)
            self._defs.setdefault(key, f'<clipPath id="{key}"><path d="{item.clip}"/></clipPath>')
            attributes += f' clip-path="url(#{key})"'
        if item.opacity < 1:
            attributes += f' opacity="{decimal(item.opacity, 3)}"'
        inner = "".join(self.items(item.items))
        if self._sharing and len(inner) > MUCH:
            key = self._key("f", inner)
            self._defs.setdefault(key, f'<g id="{key}">{inner}</g>')
            inner = f'<use href="#{key}"/>'
        return f"<g{attributes}>{inner}</g>"

    def _key(self, kind: str, path: str) -> str:
        return f"{self._ids}{kind}{blake2b(path.encode(), digest_size=6).hexdigest()}"


def _glyphs(
    typeface: Typeface, text: str, widen: float, tracking: float
) -> Iterator[tuple[int, float, int]]:
    """The glyphs of a run and where each begins, in font units, y up: words shaped one by one,
    as in `Words.string`.
    """
    x = 0.0
    for word in filter(None, GAPS.split(text)):
        run = typeface.shape(word)
        for place, (glyph, adjust) in enumerate(zip(run.glyphs, run.adjust, strict=True)):
            yield glyph, x, run.rises[place] if run.rises else 0
            x += typeface.advance(glyph) + adjust + (0.0 if place + 1 in run.marks else tracking)
        if word in (" ", NO_BREAK_SPACE):
            x += widen


def data_uri(picture: Picture) -> str:
    """An image as a data URI: its own file where every program shows it as we do, else a PNG.

    Raises Problems (P431) for damaged data.
    """
    plain_jpeg = picture.jpeg is not None and picture.passes and picture.jpeg.components < 4
    upright = picture.orientation == 1  # not every program turns a PNG
    if plain_jpeg or (
        picture.png is not None and picture.png.bits <= 8 and upright and not picture.grey
    ):
        kind, data = picture.format, picture.data
    else:
        kind, data = "png", _as_png(picture)
    return f"data:image/{kind};base64,{b64encode(data).decode('ascii')}"


def _as_png(picture: Picture) -> bytes:
    """A picture decoded, turned as its file asks, in RGB or grey."""
    from PIL import Image as Pillow

    samples, alpha, components = pixels(picture)
    size = (picture.ref.width, picture.ref.height)
    image = Pillow.frombytes("L" if components == 1 else "RGB", size, samples)
    if alpha is not None:
        image.putalpha(Pillow.frombytes("L", size, alpha))
    target = BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def _matrix(transform: Transform) -> str:
    a, b, c, d, e, f = transform
    return f"matrix({' '.join([*map(_fine, (a, b, c, d)), _plain(e), _plain(f)])})"


def _fine(value: float) -> str:
    return decimal(value, 6)


def _plain(value: float) -> str:
    return decimal(value, 3)
