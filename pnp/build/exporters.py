"""The formats that faces are exported in: an exporter takes files that show one face each and makes
their bytes.

To add one, write a function and register it; `pnp export --to` offers it by its name, which is also
the suffix of its files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import refusal

if TYPE_CHECKING:
    from pnp.build.export import ExportOptions, File
    from pnp.draw.pictures import FacePicture
    from pnp.draw.resources import Assets

    Make = Callable[[Sequence[File], Assets, ExportOptions], list[bytes]]

MAX_PIXELS = 100_000_000
"""Pixels that one picture may have: an A3 board at 600 dpi has 70 million."""
MAX_PIXELS_OF_ALL = 6_000_000_000
"""Pixels that all pictures may have together: 7,000 poker cards at 300 dpi."""
MAX_IMAGES = 500_000_000
"""Bytes of images that all SVG files may hold together; each file holds its own."""
_PART = "a part with --only, or with --cards into a folder of its own (-o)"


class Exporter(NamedTuple):
    """`make` returns the bytes of each file, and raises Problems (P621) for more than a machine
    should hold at once. A `raster` has dots an inch. Cards that look alike share a file's bytes,
    unless it is `titled` by what it shows.
    """

    make: Make
    raster: bool
    titled: bool


EXPORTERS: dict[str, Exporter] = {}


def exporter(name: str, *, raster: bool = False, titled: bool = False) -> Callable[[Make], Make]:
    """Register a function as the exporter of a format."""

    def register(make: Make) -> Make:
        EXPORTERS[name] = Exporter(make, raster, titled)
        return make

    return register


@exporter("png", raster=True)
def png(files: Sequence[File], assets: Assets, options: ExportOptions) -> list[bytes]:
    """Pictures of faces as PNG files."""
    from pnp.draw.pictures import pngs

    total = 0
    for file in files:
        width, height = file.picture.pixels(options.dpi)
        total += width * height
        if width * height > MAX_PIXELS:
            raise refusal(
                "P621",
                f"{file.name} would have {width:,} × {height:,} pixels; at most"
                f" {MAX_PIXELS // 1_000_000} million are drawn",
                None,
                "choose a smaller --dpi",
            )
    if total > MAX_PIXELS_OF_ALL:
        message = (
            f"the pictures would have {total // 1_000_000:,} million pixels; at most"
            f" {MAX_PIXELS_OF_ALL // 1_000_000:,} million"
        )
        raise refusal("P621", message, None, f"choose a smaller --dpi, or {_PART}")
    return pngs([file.picture for file in files], assets, options.dpi)


@exporter("svg", titled=True)
def svg(files: Sequence[File], assets: Assets, options: ExportOptions) -> list[bytes]:
    """Faces as SVG files with their text as outlines."""
    from pnp.draw.pictures import svgs

    total = sum(_image_bytes(file.picture, assets) for file in files)
    if total > MAX_IMAGES:
        message = (
            f"the SVG files would hold {total // 1_000_000:,} MB of images; at most"
            f" {MAX_IMAGES // 1_000_000:,} MB"
        )
        raise refusal("P621", message, None, f"make the images smaller, or choose {_PART}")
    return svgs([file.picture for file in files], assets)


def _image_bytes(picture: FacePicture, assets: Assets) -> int:
    from pnp.face import Image, walk

    used = {item.image.hash for item in walk(picture.face.items) if type(item) is Image}
    return sum(len(assets.images[key].data) for key in used)
