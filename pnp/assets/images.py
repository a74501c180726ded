"""Reads images from bytes: what a file is, whether a JPEG is whole, and the pixels where a PDF
cannot take the file as it is.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b, sha256
from sys import byteorder
from typing import Any

from pnp.assets import ImageRef, image_headers
from pnp.assets.image_headers import Header, JpegHeader, PngHeader
from pnp.diagnostics import Problems, Span, refusal

MAX_BYTES = 30_000_000
MAX_PIXELS = 40_000_000
MAX_PIXELS_PASSED = 250_000_000
"""Of a JPEG that goes into the PDF as it is and is decoded row by row: the largest photos of
telephones and scanners.
"""
MAX_PIXELS_OF_ALL = 10_000_000_000
"""Of all images of a game together: 12,000 cards with a picture each of 300 dpi."""

_TO_EXPORT = {
    ".psd": "a Photoshop file",
    ".psb": "a Photoshop file",
    ".tif": "a TIFF",
    ".tiff": "a TIFF",
    ".pdf": "a PDF",
    ".ai": "an Illustrator file",
}
"""What programs save and print shops take, by suffix."""
_OTHERS = (
    (b"%PDF", "a PDF"),
    (b"%!PS", "PostScript"),
    (b"BM", "a BMP"),
    (b"II*\0", "a TIFF"),
    (b"MM\0*", "a TIFF"),
    (b"8BPS", "a Photoshop file"),
    (b"PK\3\4", "a ZIP archive"),
)


@dataclass(frozen=True, slots=True)
class Picture:
    """An image ready to embed.

    `ref` has its size in pixels as seen, after any turn that its file asks for.

    `passes` says whether the file's own data can go into a PDF: for "jpeg" all of `data`, for "png"
    the IDAT data in `png`. Otherwise `pixels` decodes it. `dpi` is the resolution that the file
    states, if any. With `grey` it is drawn in greys. `profile` is that of its colours, empty where
    they are sRGB or grey.
    """

    ref: ImageRef
    format: str
    data: bytes = field(repr=False)
    dpi: float | None = None
    passes: bool = False
    jpeg: JpegHeader | None = None
    png: PngHeader | None = field(default=None, repr=False)
    grey: bool = False
    orientation: int = 1
    profile: bytes = field(default=b"", repr=False)


def is_xml(data: bytes) -> bool:
    """Whether a file begins as SVG does, and no bitmap."""
    head = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head[:1] == b"<" or data[:4] in (b"\xff\xfe<\0", b"\xfe\xff\0<")


def read(data: bytes, name: str, *, verify: bool = False) -> Picture:
    """A picture from the bytes of a JPEG, PNG, WebP or GIF file, known by its content.

    A JPEG is decoded once. With `verify` the data of a PNG that passes are unpacked once, to see
    that they are neither less nor more than its size asks for.

    Raises Problems: P431 empty or damaged, P432 another format, P831 over 30 MB, P832 over 40
    million pixels.
    """
    if len(data) > MAX_BYTES:
        message = f'the image "{name}" has {len(data):,} bytes, at most {MAX_BYTES:,} are read'
        raise refusal("P831", message, Span(name), "save it smaller")
    try:
        picture = _header(data, name)
    except ValueError as problem:
        raise damaged(name, str(problem)) from problem
    width, height = picture.ref.width, picture.ref.height
    by_rows = picture.passes and picture.jpeg and picture.jpeg.by_rows
    _check_size(picture, MAX_PIXELS_PASSED if by_rows else MAX_PIXELS)
    if not width or not height:
        raise damaged(name, f"it says it is {width} × {height} pixels")
    if verify and picture.passes and picture.png and not image_headers.is_whole(picture.png):
        raise damaged(name, "its pixel data are not as many as its size asks for")
    if picture.jpeg:
        pixels(picture, draft=True)
    return picture


def _check_size(picture: Picture, most: int, why: str = "") -> None:
    """Raises Problems (P832) for a picture of more pixels."""
    name, _, width, height = picture.ref
    if width * height > most:
        message = (
            f'the image "{name}" has {width:,} × {height:,} pixels, at most'
            f" {most // 1_000_000} million are read{why}"
        )
        hint = "scale it down; 300 dpi at its printed size are enough"
        raise refusal("P832", message, Span(name), hint)


def refuse_suffix(name: str) -> None:
    """Raises Problems (P432) for a file of a kind that is exported as an image, however large."""
    if what := _TO_EXPORT.get(f".{name.rpartition('.')[2].lower()}"):
        message = f'expected a JPEG, PNG, WebP or GIF image; "{name}" is {what}'
        hint = "export it as PNG at 300 dots an inch, as large as the card or with its bleed"
        raise refusal("P432", message, Span(name), hint)


@lru_cache(maxsize=4096)
def grey_ref(ref: ImageRef) -> ImageRef:
    """The reference of an image's grey twin: same name and size, a hash of its own."""
    return ref._replace(hash=blake2b(b"grey" + ref.hash.encode(), digest_size=16).hexdigest())


def greyed(picture: Picture) -> Picture:
    """A picture that is drawn in greys (Pillow's L: the luma of ITU-R BT.601); its data are
    decoded, however they came. Raises Problems (P832) for one too large for that.
    """
    _check_size(picture, MAX_PIXELS, " for a print in grey")
    return replace(picture, ref=grey_ref(picture.ref), passes=False, grey=True)


def damaged(name: str, what: str) -> Problems:
    """P431 for an image whose data cannot be used."""
    return refusal(
        "P431", f'the image "{name}" is damaged: {what}', Span(name), "save or export it again"
    )


def _header(data: bytes, name: str) -> Picture:
    """What the header says; ValueError where it cannot be right."""

    def picture(kind: str, header: Header, **known: Any) -> Picture:
        # Processors reckon SHA-256 themselves: four times as fast as any other, which counts for a
        # hundred megabytes of pictures.
        size = _turned(header.width, header.height, header.orientation)
        ref = ImageRef(name, sha256(data).hexdigest()[:32], *size)
        return Picture(
            ref,
            kind,
            data,
            header.dpi,
            header.passes,
            orientation=header.orientation,
            profile=header.profile,
            **known,
        )

    if not data:
        raise ValueError("the file is empty")
    if data[:3] == b"\xff\xd8\xff":
        photo = image_headers.read_jpeg(data)
        return picture("jpeg", photo, jpeg=photo)
    if data[:8] == image_headers.PNG_SIGNATURE:
        sheet = image_headers.read_png(data)
        return picture("png", sheet, png=sheet)
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return picture("gif", image_headers.read_gif(data))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return picture("webp", image_headers.read_webp(data))
    what = next(
        (what for magic, what in _OTHERS if data.lstrip()[:8].startswith(magic)), "none of them"
    )
    if data[4:8] == b"ftyp":
        what = "a HEIC, AVIF or film file"
    message = f'expected a JPEG, PNG, WebP, GIF or SVG image; by its content "{name}" is {what}'
    raise refusal("P432", message, Span(name), "save it as SVG or PNG (drawings) or JPEG (photos)")


def _turned(width: int, height: int, orientation: int) -> tuple[int, int]:
    """Width and height as seen; from orientation 5 on a picture lies on its side."""
    return (height, width) if orientation > 4 else (width, height)


def pixels(picture: Picture, draft: bool = False) -> tuple[bytes, bytes | None, int]:
    """The decoded image, turned as its file asks: samples row by row, alpha samples where it is not
    opaque, and components (1 or 3).

    Eight bits a sample; the first frame of a film; CMYK becomes RGB, and colours of another profile
    sRGB. A `draft` of a JPEG is as small and grey as may be: all of its data are read in half the
    time.

    Raises Problems (P431) when the data is damaged.
    """
    import warnings

    from PIL import Image

    # A second lock behind our own: a file whose header and body disagree.
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS_PASSED if draft else MAX_PIXELS
    size = picture.ref[2:]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(_file(picture.data), formats=[picture.format.upper()]) as opened:
                if opened.size != _turned(*size, picture.orientation):
                    raise ValueError(
                        f"its header says {size[0]} × {size[1]} pixels, its data {opened.size[0]} ×"
                        f" {opened.size[1]}"
                    )
                if draft:
                    opened.draft("L", (1, 1))
                opened.load()
                if (
                    picture.png
                    and "transparency" in opened.info
                    and (clear := _clear(picture.png)) is not None
                ):
                    opened.info["transparency"] = clear
                image, alpha = _plain(_counting_up(opened, picture.jpeg), picture.profile)
        turn = _TURNS.get(picture.orientation)
        if turn is not None:
            image = image.transpose(Image.Transpose(turn))
            alpha = alpha.transpose(Image.Transpose(turn)) if alpha else None
        if picture.grey:
            image = image.convert("L")
        return image.tobytes(), alpha.tobytes() if alpha else None, len(image.getbands())
    except MemoryError:
        raise  # the machine's bound, or a worker's: not the image's fault
    except Exception as problem:
        # Decoders raise anything at a damaged file, and each of their own kinds.
        # Pillow ends some messages with the address of the bytes in memory.
        what = str(problem).partition(" <")[0]
        raise damaged(picture.ref.name, what or type(problem).__name__) from problem


def _counting_up(image: Any, jpeg: JpegHeader | None) -> Any:
    """An image whose CMYK counts ink up from 0: Pillow takes every JPEG for one of Adobe's kind."""
    if jpeg is None or jpeg.components != 4 or jpeg.inverted:
        return image
    from PIL import ImageChops

    return ImageChops.invert(image)


# Exif orientation: the number of Pillow's transposition that undoes it (Image.Transpose).
_TURNS = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}


def _file(data: bytes) -> Any:
    from io import BytesIO

    return BytesIO(data)


def _clear(sheet: PngHeader) -> int | tuple[int, ...] | None:
    """The one colour that a PNG names as clear, in the eight bits to which Pillow widens samples,
    but not that colour; None for any other.

    Colours of sixteen bits have only their high bytes left by then, so those that differ in their
    low bytes alone are one.
    """
    if sheet.transparency is None or not (
        sheet.color_type == image_headers.RGB
        or (sheet.color_type == image_headers.GREY and sheet.bits < 16)
    ):
        return None
    most = (1 << sheet.bits) - 1
    samples = [
        int.from_bytes(sheet.transparency[at : at + 2], "big") & most
        for at in range(0, 2 * sheet.components, 2)
    ]
    eight = [sample >> 8 if sheet.bits == 16 else sample * 255 // most for sample in samples]
    return tuple(eight) if sheet.color_type == image_headers.RGB else eight[0]


def _plain(image: Any, profile: bytes) -> tuple[Any, Any]:
    """An image of any mode as one of mode L or RGB, and its alpha (None when opaque)."""
    mode = image.mode
    if profile and mode in ("RGB", "CMYK") and "transparency" not in image.info:
        return _in_srgb(image, profile), None
    if profile:
        image, alpha = _plain(image, b"")
        return _in_srgb(image, profile) if image.mode == "RGB" else image, alpha
    if mode.startswith("I"):
        return _from_sixteen_bits(image)
    clear = "transparency" in image.info
    if mode in ("RGBA", "LA", "La", "PA", "RGBa") or clear:
        grey = mode in ("LA", "La", "L", "1")
        image = image.convert("LA" if grey else "RGBA")
        alpha = image.getchannel("A")
        return image.convert("L" if grey else "RGB"), (
            None if alpha.getextrema() == (255, 255) else alpha
        )
    return image.convert("L" if mode in ("1", "L") else "RGB"), None


def _from_sixteen_bits(image: Any) -> tuple[Any, Any]:
    """The high bytes of sixteen-bit grey, and its alpha.

    (Pillow's own conversion cuts off at 255 for some of these modes.)
    """
    clear = image.info.get("transparency")
    plain = image.mode == "I;16" and byteorder == "little"
    image = image if plain else image.convert("I")
    data = image.tobytes()
    alpha = None
    if isinstance(clear, int):
        # Rare, so slow; one by one, because a list of so many numbers would take more memory than
        # all the rest.
        samples = array("H" if plain else "i", data)
        alpha = _grey(bytes(0 if sample == clear else 255 for sample in samples), image.size)
    if plain:
        return _grey(data[1::2], image.size), alpha
    return image.point(lambda value: value * (1 / 256)).convert("L"), alpha


def _grey(samples: bytes, size: tuple[int, int]) -> Any:
    from PIL import Image

    return Image.frombytes("L", size, samples)


def _in_srgb(image: Any, profile: bytes) -> Any:
    """A Pillow image of mode RGB or CMYK in sRGB; in RGB, as if it had no profile, where the
    profile cannot be used.
    """
    from PIL import ImageCms

    flags = ImageCms.Flags.BLACKPOINTCOMPENSATION
    try:
        given, wanted = ImageCms.ImageCmsProfile(_file(profile)), ImageCms.createProfile("sRGB")
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        return ImageCms.profileToProfile(
            image, given, wanted, renderingIntent=intent, outputMode="RGB", flags=flags
        )
    except (ImageCms.PyCMSError, OSError):
        return image.convert("RGB")
