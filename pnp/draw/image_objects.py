"""Images in the file:

JPEG as it is, PNG data as they are where PDF can read them, everything else decoded once.

ISO 32000-1, 8.9.5 (image dictionaries), 7.4.4.4 (PNG predictors), 7.4.8 (DCT).
"""

from __future__ import annotations

from hashlib import sha256

from pnp.assets import jpeg, png
from pnp.assets.images import Picture, damaged, pixels
from pnp.draw.objects import File, Reference, Value

QUICK = 1
"""zlib's level for filtered rows: level 6 takes seven times as long and saves a few per cent."""

_SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
"""Colour spaces by components, of pictures without a profile of their own."""


def embed(file: File, key: str, picture: Picture) -> tuple[Reference, bool]:
    """The image in the file, and whether anything shows through it.

    Raises Problems (P431) when it must be decoded and is damaged.
    """
    if picture.passes and picture.jpeg:
        return _jpeg(file, key, picture, picture.jpeg), False
    if picture.passes and picture.png:
        return _png(file, key, picture, picture.png), False
    if picture.png and picture.png.splits and not picture.grey:
        return _parted(file, key, picture, picture.png), True
    samples, alpha, components = pixels(picture)
    entries = _entries(picture.ref.width, picture.ref.height, 8, _SPACES[components])
    if alpha is not None:
        mask = _entries(picture.ref.width, picture.ref.height, 8, "/DeviceGray")
        entries["SMask"] = file.stream(f"{key}.alpha", alpha, mask)
    return file.stream(key, samples, entries), alpha is not None


def _space(file: File, picture: Picture, components: int) -> Value:
    """The colour space of a picture whose own data are shown: that of its profile (ISO 32000-1,
    8.6.5.5), which pictures share.
    """
    if not picture.profile:
        return _SPACES[components]
    key = f"profile.{sha256(picture.profile).hexdigest()[:32]}"
    return [
        "/ICCBased",
        file.shared(key, picture.profile, {"N": components, "Alternate": _SPACES[components]}),
    ]


def _parted(file: File, key: str, picture: Picture, header: png.Header) -> Reference:
    """Colour with its alpha as a soft mask, neither ever decoded."""
    try:
        color, alpha = png.split(header)
    except ValueError as problem:
        raise damaged(picture.ref.name, str(problem)) from None
    components = header.components - 1
    mask = _entries(header.width, header.height, 8, "/DeviceGray")
    mask["DecodeParms"] = _predicted(1, 8, header.width)
    entries = _entries(header.width, header.height, 8, _space(file, picture, components))
    entries["DecodeParms"] = _predicted(components, 8, header.width)
    entries["SMask"] = file.stream(f"{key}.alpha", alpha, mask, level=QUICK)
    return file.stream(key, color, entries, level=QUICK)


def _predicted(components: int, bits: int, width: int) -> dict[str, Value]:
    return {"Predictor": 15, "Colors": components, "BitsPerComponent": bits, "Columns": width}


def _entries(width: int, height: int, bits: int, space: Value) -> dict[str, Value]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": width,
        "Height": height,
        "BitsPerComponent": bits,
        "ColorSpace": space,
    }


def _jpeg(file: File, key: str, picture: Picture, header: jpeg.Header) -> Reference:
    entries = _entries(header.width, header.height, 8, _space(file, picture, header.components))
    entries["Filter"] = "/DCTDecode"
    if header.inverted:
        entries["Decode"] = [1, 0] * 4
    return file.stream(key, picture.data, entries, packed=True)


def _png(file: File, key: str, picture: Picture, header: png.Header) -> Reference:
    indexed = header.color_type == png.PALETTE
    space = _space(file, picture, 3 if indexed else header.components)
    if indexed:
        space = ["/Indexed", space, len(header.palette) // 3 - 1, f"<{header.palette.hex()}>"]
    entries = _entries(header.width, header.height, header.bits, space)
    entries["Filter"] = "/FlateDecode"
    entries["DecodeParms"] = _predicted(header.components, header.bits, header.width)
    return file.stream(key, header.idat, entries, packed=True)
