"""The shell of a TrueType file, read defensively: which tables there are, whether they hang
together, and why a font cannot be printed.

Offsets are those of the OpenType specification 1.9. Only static fonts with glyf outlines pass;
nothing but `Problems` leaves.
"""

from __future__ import annotations

import struct
from array import array
from sys import byteorder
from typing import NamedTuple

from pnp.diagnostics import Problems, Span, error

MAX_BYTES = 32_000_000
_STATIC_HINT = "use the static .ttf file of the family"
_NEEDED = ("head", "hhea", "maxp", "hmtx", "loca", "glyf", "cmap")
_COLOUR = ("COLR", "CBDT", "sbix", "SVG ", "EBDT")


class Shell(NamedTuple):
    """What the tables say, in font units; `cap_height` is 0 where the font does not say,
    advances one a glyph.
    """

    units_per_em: int
    bbox: tuple[int, int, int, int]
    advances: list[int]
    weight: int
    italic_angle: float
    cap_height: int
    may_subset: bool


def _refused(code: str, name: str, message: str, hint: str) -> Problems:
    return Problems([error(code, message, Span(name), hint)])


def _damaged(name: str, what: str) -> Problems:
    return _refused(
        "P425", name, f"the font is damaged: {what}", "get the file again from its source"
    )


def read(data: bytes, name: str) -> Shell:
    """The shell of a font.

    Raises Problems: P421 no TrueType file, P422 CFF outlines, P423 variable, P424 colour or
    bitmaps, P425 damaged, P426 its licence bits forbid embedding, P826 over 32 MB.
    """
    _accept_container(data, name)
    tables = _tables(data, name)
    _accept_kind(tables, name)
    for tag in _NEEDED:
        if tag not in tables:
            raise _damaged(name, f'the table "{tag}" is missing')
    try:
        return _shell(tables, name)
    except struct.error as problem:
        raise _damaged(name, "a table is shorter than it must be") from problem


def _accept_container(data: bytes, name: str) -> None:
    magic = data[:4]
    if len(data) > MAX_BYTES:
        raise _refused(
            "P826",
            name,
            f"the file has {len(data):,} bytes, a font may have {MAX_BYTES:,}",
            "use a smaller font",
        )
    if magic in (b"\0\1\0\0", b"true"):
        return
    if magic == b"OTTO":
        raise _refused(
            "P422",
            name,
            "the font has CFF outlines (.otf); TrueType outlines were expected",
            "use the .ttf file of the family",
        )
    if magic in (b"wOFF", b"wOF2"):
        raise _refused(
            "P421", name, "this is a web font (WOFF); a TrueType font was expected", _STATIC_HINT
        )
    if magic == b"ttcf":
        raise _refused(
            "P421",
            name,
            "this is a font collection (.ttc); a single font was expected",
            "extract the one font that you need",
        )
    what = "the file is empty" if not data else "this is not a font"
    raise _refused("P421", name, f"{what}; a TrueType font (.ttf) was expected", _STATIC_HINT)


def _tables(data: bytes, name: str) -> dict[str, memoryview]:
    if len(data) < 12:
        raise _damaged(name, "it ends in its header")
    count = int.from_bytes(data[4:6], "big")
    if not 1 <= count <= 128 or len(data) < 12 + 16 * count:
        raise _damaged(name, "its table directory is cut off")
    view, tables = memoryview(data), {}
    for tag, _, offset, length in struct.iter_unpack(">4sLLL", data[12 : 12 + 16 * count]):
        text = tag.decode("latin-1")
        if offset + length > len(data):
            raise _damaged(name, f'the table "{text.strip()}" reaches beyond the end of the file')
        if text in tables:
            raise _damaged(name, f'the table "{text.strip()}" is there twice')
        tables[text] = view[offset : offset + length]
    return tables


def _accept_kind(tables: dict[str, memoryview], name: str) -> None:
    if "CFF " in tables or "CFF2" in tables:
        raise _refused(
            "P422",
            name,
            "the font has CFF outlines; TrueType outlines were expected",
            "use the .ttf file of the family",
        )
    if "fvar" in tables:
        raise _refused(
            "P423",
            name,
            "this is a variable font; a static one was expected",
            _STATIC_HINT + ", one file a weight",
        )
    colour = [tag.strip() for tag in _COLOUR if tag in tables]
    if colour:
        raise _refused(
            "P424",
            name,
            f"the font has colour or bitmap glyphs ({colour[0]}); plain outlines were expected",
            _STATIC_HINT,
        )
    rights = tables.get("OS/2", memoryview(b""))
    if len(rights) >= 10:
        (bits,) = struct.unpack_from(">H", rights, 8)
        # fsType: 2 = restricted licence embedding, 0x200 = bitmap embedding only.
        if bits & 0x000F == 2 or bits & 0x0200:
            message = "the font's licence bits (fsType) forbid putting it into a PDF"
            raise _refused(
                "P426",
                name,
                message,
                "use another font, or the edition that its maker licenses for embedding",
            )


def _shell(tables: dict[str, memoryview], name: str) -> Shell:
    head, hhea = tables["head"], tables["hhea"]
    (magic,), (units,) = struct.unpack_from(">L", head, 12), struct.unpack_from(">H", head, 18)
    if magic != 0x5F0F3CF5 or not 16 <= units <= 16_384:
        raise _damaged(name, 'the table "head" makes no sense')
    (count,), (measured,) = (
        struct.unpack_from(">H", tables["maxp"], 4),
        struct.unpack_from(">H", hhea, 34),
    )
    if not 1 <= measured <= count:
        raise _damaged(name, "it has no glyphs, or fewer than it has widths for")
    _check_outlines(tables, count, struct.unpack_from(">h", head, 50)[0], name)
    if len(tables["hmtx"]) < 4 * measured + 2 * (count - measured):
        raise _damaged(name, 'the table "hmtx" is too short')
    advances = _big_endian("H", tables["hmtx"][: 4 * measured])[::2].tolist()
    advances += advances[-1:] * (count - measured)
    os2, post = tables.get("OS/2", memoryview(b"")), tables.get("post", memoryview(b""))
    has_heights = len(os2) >= 90 and struct.unpack_from(">H", os2)[0] >= 2
    (cap_height,) = struct.unpack_from(">h", os2, 88) if has_heights else (0,)
    return Shell(
        units_per_em=units,
        bbox=struct.unpack_from(">4h", head, 36),
        advances=advances,
        weight=min(max(struct.unpack_from(">H", os2, 4)[0], 1), 1000) if len(os2) >= 6 else 400,
        italic_angle=struct.unpack_from(">l", post, 4)[0] / 65_536 if len(post) >= 8 else 0.0,
        cap_height=cap_height,
        may_subset=len(os2) < 10 or not struct.unpack_from(">H", os2, 8)[0] & 0x0100,
    )


def _check_outlines(tables: dict[str, memoryview], count: int, long: int, name: str) -> None:
    """Whether the offsets of all outlines rise and stay inside the table of outlines."""
    width = 4 if long else 2
    loca = tables["loca"][: width * (count + 1)]
    if long not in (0, 1) or len(loca) < width * (count + 1):
        raise _damaged(name, 'the table "loca" is too short')
    offsets = _big_endian("I" if long else "H", loca).tolist()
    if offsets[-1] * (1 if long else 2) > len(tables["glyf"]) or offsets != sorted(offsets):
        raise _damaged(name, "the outlines are not where its index says")


def _big_endian(kind: str, data: memoryview) -> array[int]:
    numbers = array(kind)
    numbers.frombytes(data)
    if byteorder == "little":
        numbers.byteswap()
    return numbers
