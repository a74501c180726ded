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

from pnp.diagnostics import Problems, Span, refusal

MAX_BYTES = 32_000_000
_STATIC_HINT = "use the static .ttf file of the family"
_NEEDED = ("head", "hhea", "maxp", "hmtx", "loca", "glyf", "cmap")
_TRUETYPE = b"\0\1\0\0", b"true"
_TTF_HINT = "use the .ttf file of the family"
_WEB = ("P421", "this is a web font (WOFF); a TrueType font was expected", _STATIC_HINT)
_CONTAINERS = {
    b"OTTO": (
        "P422",
        "the font has CFF outlines (.otf); TrueType outlines were expected",
        _TTF_HINT,
    ),
    b"wOFF": _WEB,
    b"wOF2": _WEB,
    b"ttcf": (
        "P421",
        "this is a font collection (.ttc); a single font was expected",
        "extract the one font that you need",
    ),
}
"""What a file is that begins so: code, message and hint."""
_CFF = "the font has CFF outlines; TrueType outlines were expected"
_VARIABLE = "this is a variable font; a static one was expected"
_KINDS = (
    ("CFF ", "P422", _CFF, _TTF_HINT),
    ("CFF2", "P422", _CFF, _TTF_HINT),
    ("fvar", "P423", _VARIABLE, f"{_STATIC_HINT}, one file a weight"),
    *(
        (
            tag,
            "P424",
            f"the font has colour or bitmap glyphs ({tag.strip()}); plain outlines were expected",
            _STATIC_HINT,
        )
        for tag in ("COLR", "CBDT", "sbix", "SVG ", "EBDT")
    ),
)
"""What a font is that has such a table: code, message and hint."""


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


def read(data: bytes, name: str) -> Shell:
    """The shell of a font.

    Raises Problems: P421 no TrueType file, P422 CFF outlines, P423 variable, P424 colour or
    bitmaps, P425 damaged, P426 its licence bits forbid embedding, P826 over 32 MB.
    """
    if len(data) > MAX_BYTES:
        message = f"the file has {len(data):,} bytes, a font may have {MAX_BYTES:,}"
        raise refusal("P826", message, Span(name), "use a smaller font")
    if not data.startswith(_TRUETYPE):
        what = "this is not a font" if data else "the file is empty"
        other = ("P421", f"{what}; a TrueType font (.ttf) was expected", _STATIC_HINT)
        code, message, hint = _CONTAINERS.get(data[:4], other)
        raise refusal(code, message, Span(name), hint)
    try:
        tables = _tables(data)
        _refuse_kinds(tables, name)
        for tag in _NEEDED:
            if tag not in tables:
                raise _Damage(f'the table "{tag}" is missing')
        return _shell(tables)
    except (_Damage, struct.error) as problem:
        what = (
            str(problem) if isinstance(problem, _Damage) else "a table is shorter than it must be"
        )
        raise damaged(name, what) from problem


class _Damage(ValueError):
    """What is wrong with a font, in words."""


def damaged(name: str, what: str) -> Problems:
    """P425 for a font whose tables cannot be used."""
    hint = "get the file again from its source"
    return refusal("P425", f"the font is damaged: {what}", Span(name), hint)


def _tables(data: bytes) -> dict[str, memoryview]:
    if len(data) < 12:
        raise _Damage("it ends in its header")
    count = int.from_bytes(data[4:6])
    if not 1 <= count <= 128 or len(data) < 12 + 16 * count:
        raise _Damage("its table directory is cut off")
    view = memoryview(data)
    tables: dict[str, memoryview] = {}
    for tag, _, offset, length in struct.iter_unpack(">4sLLL", data[12 : 12 + 16 * count]):
        text = tag.decode("latin-1")
        if offset + length > len(data):
            raise _Damage(f'the table "{text.strip()}" reaches beyond the end of the file')
        if text in tables:
            raise _Damage(f'the table "{text.strip()}" is there twice')
        tables[text] = view[offset : offset + length]
    return tables


def _refuse_kinds(tables: dict[str, memoryview], name: str) -> None:
    """Raises Problems for outlines other than static TrueType ones, and for licences."""
    for tag, code, message, hint in _KINDS:
        if tag in tables:
            raise refusal(code, message, Span(name), hint)
    rights = tables.get("OS/2", memoryview(b""))
    if len(rights) >= 10:
        (bits,) = struct.unpack_from(">H", rights, 8)
        # fsType: 2 = restricted licence embedding, 0x200 = bitmap embedding only.
        if bits & 0x000F == 2 or bits & 0x0200:
            message = "the font's licence bits (fsType) forbid putting it into a PDF"
            hint = "use another font, or the edition that its maker licenses for embedding"
            raise refusal("P426", message, Span(name), hint)


def _shell(tables: dict[str, memoryview]) -> Shell:
    head, hhea = tables["head"], tables["hhea"]
    (magic,), (units,) = struct.unpack_from(">L", head, 12), struct.unpack_from(">H", head, 18)
    if magic != 0x5F0F3CF5 or not 16 <= units <= 16_384:
        raise _Damage('the table "head" makes no sense')
    (count,), (measured,) = (
        struct.unpack_from(">H", tables["maxp"], 4),
        struct.unpack_from(">H", hhea, 34),
    )
    if not 1 <= measured <= count:
        raise _Damage("it has no glyphs, or fewer than it has widths for")
    _check_outlines(tables, count, struct.unpack_from(">h", head, 50)[0])
    if len(tables["hmtx"]) < 4 * measured + 2 * (count - measured):
        raise _Damage('the table "hmtx" is too short')
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


def _check_outlines(tables: dict[str, memoryview], count: int, long: int) -> None:
    """Whether the offsets of all outlines rise and stay inside the table of outlines."""
    width = 4 if long else 2
    loca = tables["loca"][: width * (count + 1)]
    if long not in (0, 1) or len(loca) < width * (count + 1):
        raise _Damage('the table "loca" is too short')
    offsets = _big_endian("I" if long else "H", loca).tolist()
    if offsets[-1] * (1 if long else 2) > len(tables["glyf"]) or offsets != sorted(offsets):
        raise _Damage("the outlines are not where its index says")


def _big_endian(kind: str, data: memoryview) -> array[int]:
    numbers = array(kind)
    numbers.frombytes(data)
    if byteorder == "little":
        numbers.byteswap()
    return numbers
