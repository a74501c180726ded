"""Boxes: what rows, grids and images add up to; where they lie is told by the golden suites."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.diagnostics import text
from pnp.face import Image, walk

from .stage import laid_out, lay, rects


@settings(max_examples=40)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.integers(1, 60_000))
def test_growing_children_fill_their_row_to_the_micrometre(weights: list[int], width: int) -> None:
    inner = "".join(f'<rect grow="{weight}" fill="ink"/>' for weight in weights)
    made = rects(lay(f'<row at="1mm 1mm" width="{width}um" height="5mm">{inner}</row>'))
    assert [r.x for r in made[1:]] == [r.right for r in made[:-1]]
    assert (made[0].x, made[-1].right) == (1_000, 1_000 + width)
    shares = [width * weight / sum(weights) for weight in weights]
    assert all(abs(r.width - share) <= 1 for r, share in zip(made, shares, strict=True))


@settings(max_examples=40)
@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 2_000), st.integers(20_000, 60_000))
def test_grid_adds_up_to_the_micrometre(columns: int, rows: int, gap: int, width: int) -> None:
    inner = '<rect fill="ink"/>' * (columns * rows)
    size = f'width="{width}um" height="{width}um" columns="{columns}" gap="{gap}um"'
    made = rects(lay(f'<grid at="1mm 1mm" {size}>{inner}</grid>'))
    assert made[0][:2] == (1_000, 1_000)
    assert (made[-1].right, made[-1].bottom) == (1_000 + width, 1_000 + width)
    assert max(r.width for r in made) - min(r.width for r in made) <= 1
    pairs = [(a, b) for a, b in zip(made, made[1:], strict=False) if a.y == b.y]
    assert all(abs(b.x - a.right - gap) <= 1 for a, b in pairs)


@settings(max_examples=40)
@given(st.integers(1_000, 60_000), st.integers(1_000, 80_000))
def test_images_keep_their_proportions(width: int, height: int) -> None:
    for fit, sign in (("cover", 1), ("contain", -1)):
        at = f'at="1mm 1mm" width="{width}um" height="{height}um" fit="{fit}"'
        items = walk(lay(f'<image src="photo.png" {at}/>').items)
        area = next(item.area for item in items if isinstance(item, Image))
        over = sign * (area.width - width), sign * (area.height - height)
        assert -1 <= min(over) <= 1 and max(over) >= 0
        assert abs(area.width * 2 - area.height * 3) <= 3
        assert abs(area.x + area.right - 2_000 - width) <= 2
        assert abs(area.y + area.bottom - 2_000 - height) <= 2


def test_element_outside_is_reported_on_each_face() -> None:
    """Where a place was known from another element nothing was said: of three cards one was
    named, of two lines one.
    """
    row = '<row at="3mm 97mm" width="40mm" height="6mm"><rect grow="1" fill="rose"/></row>'
    _, found = laid_out({name: f"{row}{row}{'<spacer/>' * n}" for n, name in enumerate("abc")})
    assert [d.code for d in found] == ["P319"]
    assert all("the same on 2 more cards: b, c" in text(d) for d in found)
