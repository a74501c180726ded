from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets import FontRef, ImageRef
from pnp.diagnostics import Span
from pnp.face import (
    FORMAT,
    Anchor,
    Face,
    Group,
    Image,
    Item,
    Link,
    Shape,
    Stroke,
    Text,
    digest,
    dump,
    look_of,
    walk,
)
from pnp.units.color import Color
from pnp.units.geometry import IDENTITY, Transform, Um, rect, rotated, scaled, size

RED, BLUE = Color("#ff0000"), Color("#0000ff")
SANS, SLAB = FontRef("sans.ttf", "a" * 32), FontRef("slab.ttf", "b" * 32)
PHOTO = ImageRef("photo.jpg", "c" * 32, 600, 400)
HERE, THERE = Span("front.xml", 3), Span("parts.xml", 9)

BOX = Shape("M0 0L10 0L10 10Z", RED, Stroke(BLUE, Um(250), (1000, 500)), HERE)
RUN = Text(Um(1_000), Um(2_000), "it's “so”", SANS, 8.5, RED, 12.34, 5.0, Um(9_000), HERE)
PICTURE = Image(rect(-3_000, 0, 123_456, 7), PHOTO, HERE)
GROUP = Group((BOX, RUN), rotated(90, 100, 0), "M0 0L5 0L5 5Z", 0.5, HERE)
FACE = Face(
    size(63_000, 88_000), Um(3_000), (GROUP, PICTURE, Shape("M0 0L1 1", None, Stroke(RED, Um(1))))
)

GOLDEN = """\
face 2 63000 88000 bleed 3000
  group at 0 1 -1 0 100 -100 clip M0 0L5 0L5 5Z opacity 0.5
    shape M0 0L10 0L10 10Z fill #ff0000 stroke #0000ff 250 dash 1000 500
    text 1000 2000 sans.ttf 8.5 #ff0000 "it's “so”" space 12.3 tracking 5.0
  image -3000 0 123456 7 photo.jpg
  shape M0 0L1 1 stroke #ff0000 1
"""


def test_dump_is_readable_text() -> None:
    assert dump(FACE) == GOLDEN


def test_dump_leaves_out_what_is_plain() -> None:
    items: tuple[Item, ...] = (
        Group((RUN._replace(space=0.0, tracking=0.0),)),
        BOX._replace(stroke=None),
    )
    assert dump(Face(size(1, 2), Um(0), items)) == (
        'face 2 1 2 bleed 0\n  group\n    text 1000 2000 sans.ttf 8.5 #ff0000 "it\'s “so”"\n  shape M0 0L10 0L10 10Z fill #ff0000\n'
    )


def test_walk_meets_groups_before_what_they_hold() -> None:
    kinds = [type(item).__name__ for item in walk(FACE.items)]
    assert kinds == "Group Shape Text Image Shape".split()


def test_digest_is_32_hexadecimal_digits_of_this_format() -> None:
    assert FORMAT == 2
    assert digest(FACE) == digest(FACE)
    assert len(digest(FACE)) == 32 and int(digest(FACE), 16)
    assert digest(FACE) == "6d046442d661812493c958f5947a65a6", (
        "the same look is written in another way: raise FORMAT"
    )


ORIGINS: list[tuple[Item, Item]] = [
    (BOX, BOX._replace(origin=THERE)),
    (RUN, RUN._replace(origin=None)),
    (RUN, RUN._replace(font=SANS._replace(name="other.ttf"))),
    (RUN, RUN._replace(width=Um(1))),
    (PICTURE, PICTURE._replace(origin=THERE)),
    (PICTURE, PICTURE._replace(image=PHOTO._replace(name="renamed.jpg"))),
    (GROUP, GROUP._replace(origin=THERE)),
    (GROUP, GROUP._replace(items=(BOX._replace(origin=None), RUN._replace(origin=THERE)))),
    (GROUP, GROUP._replace(transform=Transform(-0.0, 1.0, -1.0, -0.0, 100.0, -100.0))),
]


@pytest.mark.parametrize(("one", "other"), ORIGINS)
def test_digest_leaves_out_names_and_origins(one: Item, other: Item) -> None:
    assert digest(FACE._replace(items=(one,))) == digest(FACE._replace(items=(other,)))


@pytest.mark.parametrize(("one", "other"), [pair for pair in ORIGINS if pair[0] == pair[1]])
def test_item_origins_are_outside_equality_and_dump(one: Item, other: Item) -> None:
    assert one == other and hash(one) == hash(other) and (one != other) is False
    assert dump(FACE._replace(items=(one,))) == dump(FACE._replace(items=(other,)))


def test_item_of_two_kinds_are_never_equal() -> None:
    assert len({BOX, RUN, PICTURE, GROUP, BOX._replace(origin=None)}) == 4
    assert Image(rect(0, 0, 1, 1), PHOTO) != Group((), None)


CHANGED: list[Item] = [
    BOX._replace(path="M0 0L10 0L10 11Z"),
    BOX._replace(fill=BLUE),
    BOX._replace(fill=None),
    BOX._replace(stroke=None),
    BOX._replace(stroke=Stroke(RED, Um(250), (1000, 500))),
    BOX._replace(stroke=Stroke(BLUE, Um(251), (1000, 500))),
    BOX._replace(stroke=Stroke(BLUE, Um(250))),
    BOX._replace(stroke=Stroke(BLUE, Um(250), (1000, 501))),
    RUN._replace(x=Um(1_001)),
    RUN._replace(y=Um(2_001)),
    RUN._replace(text="it's “so” "),
    RUN._replace(font=SLAB),
    RUN._replace(font=SANS._replace(hash="d" * 32)),
    RUN._replace(size=8.75),
    RUN._replace(color=BLUE),
    RUN._replace(space=0.0),
    RUN._replace(space=13.0),
    RUN._replace(tracking=6.0),
    PICTURE._replace(area=rect(-3_000, 0, 123_457, 7)),
    PICTURE._replace(area=rect(-3_001, 0, 123_456, 7)),
    PICTURE._replace(image=PHOTO._replace(hash="d" * 32)),
    GROUP._replace(items=(RUN, BOX)),
    GROUP._replace(items=(BOX,)),
    GROUP._replace(items=(Group((BOX, RUN)),)),
    GROUP._replace(items=(Group((BOX,)), RUN)),
    GROUP._replace(transform=None),
    GROUP._replace(transform=rotated(91, 100, 0)),
    GROUP._replace(transform=rotated(90, 101, 0)),
    GROUP._replace(transform=scaled(1.001)),
    GROUP._replace(clip=None),
    GROUP._replace(clip="M0 0L5 0L5 6Z"),
    GROUP._replace(opacity=0.51),
    GROUP._replace(opacity=1.0),
]


def test_digest_of_minus_nothing_is_that_of_nothing() -> None:
    def run(nothing: float) -> Face:
        return Face(size(63_000, 88_000), Um(0), (RUN._replace(space=nothing, tracking=nothing),))

    assert digest(run(-0.0)) == digest(run(0.0))


def test_look_of_links_and_anchors_are_no_look_and_yet_tell_faces_apart() -> None:
    """One of two pages that look alike must not be drawn with the links of the other."""
    area = rect(0, 0, 9_000, 3_000)
    pages = [
        FACE,
        *(FACE._replace(links=(Link(area, to),)) for to in ("#a", "#b")),
        FACE._replace(links=(Link(area._replace(x=1), "#a"),)),
    ]
    pages += [
        FACE._replace(anchors=(Anchor("a", Um(1)),)),
        FACE._replace(anchors=(Anchor("a", Um(2)),)),
        pages[1]._replace(anchors=(Anchor("a", Um(1)),)),
    ]
    assert len({digest(page) for page in pages}) == len(pages)
    assert {look_of(digest(page)) for page in pages} == {digest(FACE)}
    assert look_of(digest(pages[1]._replace(items=(BOX,)))) != digest(FACE)


def test_digest_changes_with_any_visible_change() -> None:
    faces = [FACE._replace(items=(item,)) for item in (BOX, RUN, PICTURE, GROUP, *CHANGED)]
    faces += [
        FACE,
        FACE._replace(items=()),
        FACE._replace(size=size(63_000, 88_001)),
        FACE._replace(bleed=Um(2_999)),
    ]
    faces += [
        FACE._replace(items=FACE.items[::-1]),
        FACE._replace(items=FACE.items[:2]),
        FACE._replace(items=(*FACE.items, BOX)),
    ]
    assert len({digest(face) for face in faces}) == len(faces)
    assert (
        len({dump(face) for face in faces}) == len(faces) - 2
    )  # a dump names assets: other bytes in a font or image have the old name


colors = st.sampled_from([RED, BLUE])
numbers = st.integers(-2_000, 2_000)
origins = st.sampled_from([None, HERE, THERE])
leaves = st.one_of(
    st.builds(
        Shape,
        st.sampled_from(["M0 0L1 1", "M0 0L1 2"]),
        st.none() | colors,
        st.none() | st.builds(Stroke, colors, numbers, st.just(())),
        origins,
    ),
    st.builds(
        Text,
        numbers,
        numbers,
        st.text("ab E\\'", min_size=1, max_size=3),
        st.sampled_from([SANS, SLAB]),
        st.sampled_from([8.5, 9.0]),
        colors,
        st.sampled_from([0.0, 13.0]),
        st.sampled_from([0.0, 6.0]),
        st.just(Um(0)),
        origins,
    ),
    st.builds(Image, st.builds(rect, numbers, numbers, numbers, numbers), st.just(PHOTO), origins),
)
matrices = (
    st.none()
    | st.just(IDENTITY)
    | st.builds(rotated, st.sampled_from([0, 90, 180, 45]), numbers, numbers)
)
groups = st.recursive(
    st.lists(leaves, max_size=3).map(tuple),
    lambda inner: st.lists(
        leaves | st.builds(Group, inner, matrices, st.none(), st.sampled_from([1.0, 0.5]), origins),
        max_size=3,
    ).map(tuple),
    max_leaves=6,
)
faces = st.builds(Face, st.just(size(63_000, 88_000)), st.just(Um(0)), groups)


@settings(max_examples=60)
@given(faces, faces)
def test_digest_equal_means_equal_faces_and_back(one: Face, other: Face) -> None:
    assert (digest(one) == digest(other)) == (one == other)
    assert (dump(one) == dump(other)) == (one == other)
