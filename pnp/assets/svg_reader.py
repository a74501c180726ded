"""Reads SVG: the bytes of a file in, an icon or an SVG image out, as canonical paths.

Read by both: shapes, `g a use symbol svg switch`, `<style>` and `style`, transforms, viewBoxes,
fills, strokes and dashes. Images also have clips, opacity, gradients as fills, and text, which
becomes outlines in the fonts of the game. Refused, because leaving it out would change the picture:
filters, masks, patterns, markers, bitmaps, animation. Left out in silence: `title desc metadata`
and editor data of other namespaces.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from pnp.assets import ImageRef
from pnp.assets.svg_tree import Sort
from pnp.assets.svg_walk import Fonts, Reader
from pnp.assets.vector import Drawing, Icon, Part, PartGroup
from pnp.diagnostics import Span, refusal

RASTER = (
    '; or have resvg make a bitmap of it: <image … raster="300dpi"/>,'
    " with base/picture and base/art raster: 300dpi on the card"
)
ICON = Sort("icon", "an icon", 2_000_000, 64, 20_000, 20_000, "")
IMAGE = Sort("SVG image", "an SVG image", 8_000_000, 64, 20_000, 400_000, RASTER)


def read(data: bytes, file: str, name: str) -> Icon:
    """An icon from the bytes of an SVG file.

    Raises Problems: P411 not SVG, P412 element and P413 value that cannot be printed, P414 path
    data, P415 no usable viewBox, P416 nothing drawn, P418 a reference to nothing; P821 over 2 MB,
    P822 deeper than 64, P823 over 20,000 segments, P824 entities, P825 script or reference to
    another file.
    """
    reader = Reader(data, file, ICON)
    icon = Icon(name, round(reader.width), round(reader.height), _flat(reader.parts))
    drawn = icon.bounds
    if drawn.right < 0 or drawn.bottom < 0 or drawn.x > icon.width or drawn.y > icon.height:
        hint = "move the drawing into the viewBox, or fit the viewBox to the drawing"
        raise refusal("P416", "the icon draws nothing inside its viewBox", Span(file), hint)
    return icon


def _flat(parts: list[Part | PartGroup]) -> tuple[Part, ...]:
    return tuple(part for part in parts if type(part) is Part)


@lru_cache(maxsize=32)
def drawing(data: bytes, file: str, name: str, fonts: Fonts) -> Drawing:
    """An SVG image from the bytes of a file, made once for the same bytes.

    `fonts` are those that its texts may be in. Raises Problems as `read`, with limits of its own;
    P419 for a text in another font.
    """
    reader = Reader(data, file, IMAGE, fonts)
    key = sha256(data)
    for typeface in sorted(reader.typefaces):
        key.update(typeface.encode())
    ref = ImageRef(name, key.hexdigest()[:32], round(reader.width), round(reader.height))
    return Drawing(ref, tuple(reader.parts))


def for_raster(data: bytes, file: str, name: str) -> Drawing:
    """A drawing without parts, that resvg is to draw, which fetches nothing and has no fonts.

    Raises Problems as `drawing` for what is not safe; P420 for texts and damaged bitmaps.
    """
    reader = Reader(data, file, IMAGE, rough=True)
    key = sha256(data).hexdigest()[:32]
    return Drawing(ImageRef(name, key, round(reader.width), round(reader.height)), ())
