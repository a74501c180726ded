from __future__ import annotations

import pikepdf
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.assets.paths import rectangle
from pnp.draw.content import Content, content, repeated_paths
from pnp.draw.literals import Words, form_box, form_matrix, form_outline, group_matrix, outline
from pnp.face import Face, Group, Item, Shape, Stroke
from pnp.units.color import Color
from pnp.units.geometry import Transform, Um, moved, rect, rotated, scaled, size

from .scene import PX, SANS, SLAB, assets, box, contents, font, frame, operators, words

RED, BLACK = Color("#ff0000"), Color("#000000")
LONG_PATH = "".join(rectangle(rect(n * 2_000, 0, 1_000, 6_000)) for n in range(12))


def test_rectangle_is_one_operator_and_flipped() -> None:
    assert operators(box("R", 1, 1, 3, 2)) == ["1 0 0 rg", ".72 5.04 2.16 -1.44 re", "f"]


def test_other_paths_are_segments() -> None:
    assert (
        outline("M0 0L2540 0C0 0 2540 2540 0 2540Z", 2540)
        == "0 7.2 m\n7.2 7.2 l\n0 7.2 7.2 0 0 0 c\nh"
    )
    assert outline("M0 0L2540 100L2540 2540L0 2540Z", 2540).endswith("0 0 l\nh")


def test_nothing_is_said_twice() -> None:
    assert operators(
        box("R", 0, 0, 1, 1), box("R", 2, 0, 1, 1), frame("K", 4, 0, 2, 2), frame("K", 8, 0, 2, 2)
    ) == [
        "1 0 0 rg",
        "0 5.76 .72 -.72 re",
        "f",
        "1.44 5.76 .72 -.72 re",
        "f",
        "0 G",
        ".72 w",
        "2.88 5.76 1.44 -1.44 re",
        "S",
        "5.76 5.76 1.44 -1.44 re",
        "S",
    ]


def test_what_a_group_sets_is_forgotten_behind_it() -> None:
    inside = Group((box("K", 0, 0, 1, 1), box("K", 1, 0, 1, 1)), moved(PX, 0))
    found = operators(box("R", 0, 0, 1, 1), inside, box("R", 0, 0, 1, 1), box("K", 0, 0, 1, 1))
    assert [line for line in found if line[-1] in "gqQmf" or line.endswith("rg")] == [
        "1 0 0 rg", "f", "q", "1 0 0 1 .72 0 cm", "0 g", "f", "f", "Q", "f", "0 g", "f",
    ]  # fmt: skip


def test_dashes_are_set_and_taken_back() -> None:
    dashed = Shape("M0 0L2540 0", None, Stroke(BLACK, Um(353), (254, 508)))
    solid = Shape("M0 0L2540 0", None, Stroke(BLACK, Um(353)))
    found = operators(solid, dashed, dashed, solid)
    assert [line for line in found if line.endswith((" d", " w"))] == ["[.72 1.44] 0 d", "[] 0 d"]


def test_both_filled_and_stroked() -> None:
    assert operators(Shape("M0 0L2540 0Z", RED, Stroke(BLACK, Um(254))))[-1] == "B"
    assert operators(Shape("M0 0L2540 0Z")) == [""]


def test_runs_share_a_text_object_and_move_on_from_each_other() -> None:
    found = operators(
        words("AB", 0, 2540), words("A", 2540, 5080), words("A", 2540, 7620, pt=8.5), height=25_400
    )
    assert [line.split("[")[0] for line in found] == [
        "BT", "0 g", f"/F{font().ref.hash[:8]} 10 Tf", "0 64.8 Td", "7.2 -7.2 Td", f"/F{font().ref.hash[:8]} 8.5 Tf", "0 -7.2 Td", "ET",
    ]  # fmt: skip


def test_kerning_spaces_and_tracking() -> None:
    sans = Words(font())
    kern = font().shape("AV").adjust[0]
    assert kern < 0
    codes = [chr(glyph >> 8) + chr(glyph & 255) for glyph in font().shape("AV").glyphs]
    assert sans["AV"] == f"{codes[0]}){-kern}({codes[1]}"
    blank = sans[" "]
    assert sans.string("AV AV", 0, 10) == f"{sans['AV']}{blank}{sans['AV']}"
    assert sans.string("AV AV", 100, 10) == f"{sans['AV']}{blank})-100.0({sans['AV']}"
    assert sans.string(" A  B ", 0, 10) == f"{blank}{sans['A']}{blank * 2}{sans['B']}{blank}"
    assert (
        sans.string("A\u00a0B C", 50, 10)
        == f"{sans['A']}{sans[chr(0xA0)]})-50.0({sans['B']}{blank})-50.0({sans['C']}"
    )
    # 254 µm are 0.72 pt: 72 thousandths of 10 pt.
    assert ")-72.0(" in "".join(operators(words("a a", space=254)))
    assert [
        line
        for line in operators(words("a", tracking=254), words("a"), words("b"))
        if line.endswith("Tc")
    ] == [".72 Tc", "0 Tc"]


@settings(max_examples=30)
@given(st.lists(st.integers(0, 65_535), max_size=40))
def test_any_glyph_ids_read_back(glyphs: list[int]) -> None:
    class Plain:
        units_per_em = 1000
        nominal = dict.fromkeys(range(70_000), "x")

        def shape(self, word: str) -> object:
            from pnp.assets.fonts import Run

            return Run(tuple(glyphs), (0,) * len(glyphs), 0)

    written = Words(Plain())["x"]
    found = pikepdf.Object.parse(f"({written})".encode("latin-1"))
    assert bytes(found) == b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)


def test_long_path_that_comes_again_becomes_a_form() -> None:
    icon, short = Shape(LONG_PATH, BLACK), box("K", 0, 0, 1, 1)
    forms = repeated_paths(
        [
            (Group((icon,), scaled(0.5)),),
            (icon, short, short),
            (Shape(LONG_PATH, None, Stroke(BLACK, Um(9))),),
        ]
    )
    assert list(forms) == [(LONG_PATH, "f")]
    (name,) = forms.values()
    drawn = contents(
        Group((icon,), Transform(0.5, 0, 0, 0.5, 2540, 5080)), icon, height=25_400, forms=forms
    )
    assert drawn.operators.split("\n") == [
        "0 g",
        f"q 1.41732 0 0 -1.41732 7.2 57.6 cm /{name} Do Q",
        f"q 2.83465 0 0 -2.83465 0 72 cm /{name} Do Q",
    ]
    assert drawn.xobjects == {name}


def test_forms_name_and_body_come_from_its_path_alone() -> None:
    icon = Shape(LONG_PATH, BLACK)
    (here,) = repeated_paths([(icon, icon)]).values()
    (there,) = repeated_paths([(box("R", 0, 0, 1, 1),), (icon,), (icon,), (icon,)]).values()
    assert here == there
    assert form_outline("M1500 0L-20 250Z") == "1.5 0 m\n-.02 .25 l\nh"
    assert form_box("M1500 0L-20 2500L0 0Z", stroked=False) == (-1, 0, 2, 3)
    assert form_box("M0 0L2000 2000", stroked=True) == (-2, -2, 4, 4)


numbers = st.floats(-3, 3)
maps = st.builds(
    Transform, numbers, numbers, numbers, numbers, st.floats(-1e5, 1e5), st.floats(-1e5, 1e5)
)


@given(maps, st.integers(0, 200_000), st.integers(0, 200_000), st.integers(1, 300_000))
def test_matrices_agree_with_the_transform(
    transform: Transform, x: int, y: int, height: int
) -> None:
    def flipped(x: float, y: float) -> tuple[float, float]:
        return x * 72 / 25_400, (height - y) * 72 / 25_400

    def mapped(matrix: str, u: float, v: float) -> tuple[float, float]:
        a, b, c, d, e, f = map(float, matrix.split())
        return a * u + c * v + e, b * u + d * v + f

    wanted = flipped(*transform.point(x, y))
    for found in (
        mapped(group_matrix(transform, height), *flipped(x, y)),
        mapped(form_matrix(transform, height), x / 1000, y / 1000),
    ):
        assert abs(found[0] - wanted[0]) < 0.02
        assert abs(found[1] - wanted[1]) < 0.02


def test_opacity_of_one_item_is_a_state_of_several_a_layer() -> None:
    one = contents(Group((box("R", 0, 0, 1, 1),), opacity=0.5))
    assert one.operators.split("\n")[:2] == ["q", "/G500 gs"]
    assert (one.opacities, one.layers) == ({500}, ())
    two = contents(Group((box("R", 0, 0, 1, 1), box("K", 0, 0, 1, 1)), moved(PX, 0), opacity=0.25))
    (layer,) = two.layers
    assert two.operators == f"q /G250 gs /{layer.name} Do Q"
    assert (two.opacities, two.xobjects) == ({250}, {layer.name})
    assert layer.content.operators.split("\n")[:3] == ["q", "1 0 0 1 .72 0 cm", "1 0 0 rg"]


def test_layer_trusts_no_inherited_state() -> None:
    faint = Group((words("a"), frame("K", 0, 0, 1, 1, 353 / PX)), opacity=0.5)
    (layer,) = contents(words("a", tracking=254), faint).layers
    assert {"0 Tc", "1 w", "[] 0 d", "0 g", "0 G"} <= set(layer.content.operators.split("\n"))


@st.composite
def items(draw: st.DrawFn, depth: int = 2) -> Item:
    kind = draw(
        st.sampled_from(["box", "frame", "text", "group"] if depth else ["box", "frame", "text"])
    )
    x, y = draw(st.integers(-10, 10)), draw(st.integers(-10, 10))
    match kind:
        case "box":
            return draw(st.sampled_from([box("R", x, y, 2, 2), Shape(LONG_PATH, RED)]))
        case "frame":
            return frame("K", x, y, 3, 3, draw(st.integers(0, 3)))
        case "text":
            return words(
                draw(st.text("aV ()\\é\u00a0", max_size=6)),
                x * PX,
                y * PX,
                name=draw(st.sampled_from([SANS, SLAB])),
            )
    inner = tuple(draw(st.lists(items(depth - 1), max_size=3)))
    transform = draw(
        st.sampled_from([None, moved(9, 9), rotated(33), scaled(0.5), Transform(0, 0, 0, 0, 0, 0)])
    )
    clip = draw(st.sampled_from([None, rectangle(rect(0, 0, 500, 500))]))
    return Group(inner, transform, clip, draw(st.sampled_from([1.0, 0.5])))


def _sound(drawn: Content) -> None:
    """Every q has its Q, every BT its ET, nothing is left open, every name is declared."""
    file = pikepdf.new()
    stack: list[str] = []
    declared = {f"/{name}" for name in drawn.xobjects} | {f"/G{n}" for n in drawn.opacities}
    for instruction in pikepdf.parse_content_stream(
        pikepdf.Stream(file, drawn.operators.encode("latin-1"))
    ):
        match str(instruction.operator):
            case "q" | "BT" as opening:
                assert "BT" not in stack
                stack.append(opening)
            case "Q":
                assert stack.pop() == "q"
            case "ET":
                assert stack.pop() == "BT"
            case "Tj" | "TJ" | "Td":
                assert stack[-1] == "BT"
            case "Do" | "gs":
                assert str(instruction.operands[0]) in declared
            case "f" | "S" | "B" | "W" | "cm" | "re" | "m":
                assert "BT" not in stack
    assert not stack
    for layer in drawn.layers:
        _sound(layer.content)


@settings(max_examples=25, deadline=None)
@given(st.lists(items(), max_size=5))
def test_whatever_a_face_holds_its_operators_are_sound_and_repeatable(some: list[Item]) -> None:
    one = Face(size(63_000, 88_000), Um(3_000), tuple(some))
    forms = repeated_paths([one.items])

    def drawn() -> Content:
        return content(
            one, {key: Words(typeface) for key, typeface in assets().fonts.items()}, forms
        )

    _sound(drawn())
    assert drawn() == drawn()
