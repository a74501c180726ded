"""Greedy lines against a reference that tries every end of every line."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.layout.line_boxes import (
    FORCED,
    HYPHEN,
    INSIDE,
    MANY,
    PLAIN,
    Atom,
    Fit,
    Line,
    break_lines,
    max_content_width,
    shrink_to_fit,
    without_widow,
)

HYPHEN_WIDTH = 0.375
# Sixty-fourths of an em add up exactly in floats, so reference and engine may be compared without a
# tolerance.
widths = st.integers(1, 96).map(lambda n: n / 64)
spaces = st.integers(0, 24).map(lambda n: n / 64)
atoms = st.builds(
    Atom,
    widths,
    st.just(()),
    spaces,
    st.sampled_from([PLAIN, PLAIN, PLAIN, HYPHEN, HYPHEN, INSIDE, FORCED]),
    st.none(),
)
plain = st.builds(
    Atom, widths, st.just(()), spaces, st.sampled_from([PLAIN, PLAIN, INSIDE]), st.none()
)
paragraphs = st.lists(atoms, max_size=14) | st.lists(plain, min_size=MANY - 1, max_size=3 * MANY)
limits = st.integers(1, 400).map(lambda n: n / 64)


def span(atoms: list[Atom], first: int, last: int) -> float:
    return sum(a.width for a in atoms[first:last]) + sum(a.space for a in atoms[first + 1 : last])


def reference(atoms: list[Atom], available: float, hyphen: float) -> list[Line]:
    """Each line ends at the last place where it fits, hyphen included, up to the next forced
    break; it holds one atom at least.
    """
    lines: list[Line] = []
    first = 0
    while first < len(atoms):
        forced = next(
            (n for n in range(first + 1, len(atoms)) if atoms[n].follows == FORCED), len(atoms)
        )
        ends = []
        for end in range(first + 1, forced + 1):
            soft = end < forced and atoms[end].follows == HYPHEN
            width = span(atoms, first, end) + (hyphen if soft else 0.0)
            if width <= available or end == first + 1:
                ends.append(Line(first, end, width, soft, end == forced))
        lines.append(ends[-1])
        first = ends[-1].last
    return lines


@settings(max_examples=60)
@given(paragraphs, limits)
def test_lines_are_those_of_the_reference(paragraph: list[Atom], available: float) -> None:
    assert break_lines(paragraph, available, HYPHEN_WIDTH) == reference(
        paragraph, available, HYPHEN_WIDTH
    )


@settings(max_examples=60)
@given(paragraphs)
def test_natural_width_breaks_only_where_it_must(paragraph: list[Atom]) -> None:
    lines = break_lines(paragraph, max_content_width(paragraph), HYPHEN_WIDTH)
    assert len(lines) == sum(a.follows == FORCED for a in paragraph[1:]) + bool(paragraph)
    assert not any(line.hyphen for line in lines)
    assert max([line.width for line in lines], default=0.0) == max_content_width(paragraph)


quarters = st.integers(4, 120)


@settings(max_examples=60)
@given(
    paragraphs,
    st.integers(1, 4_000),
    st.none() | st.integers(1, 2_000),
    quarters,
    quarters,
    st.none() | st.integers(1, 6),
)
def test_fitting_finds_the_largest_quarter_point_that_fits(
    paragraph: list[Atom], width: int, height: int | None, one: int, other: int, most: int | None
) -> None:
    least, wanted = sorted((one, other))
    leading = 1.25
    found = shrink_to_fit(
        paragraph,
        width / 8,
        None if height is None else height / 8,
        (wanted / 4, least / 4),
        leading,
        most,
        HYPHEN_WIDTH,
    )

    def fits(quarter: int) -> bool:
        size = quarter / 4
        lines = reference(paragraph, width / 8 / size, HYPHEN_WIDTH)
        room = float("inf") if height is None else height / 8 / size
        room = min(room, most * leading) if most is not None else room
        return (
            all(line.width <= width / 8 / size + 1e-6 for line in lines)
            and len(lines) * leading <= room + 1e-6
        )

    fitting = [quarter for quarter in range(least, wanted + 1) if fits(quarter)]
    assert fitting == list(range(least, len(fitting) + least)), (
        "a smaller size never needs more room"
    )
    assert found.size * 4 == (fitting[-1] if fitting else least)
    assert (found.over_width == 0 and found.over_height == 0) == bool(fitting)


def test_what_does_not_fit_says_by_how_much() -> None:
    paragraph = [Atom(4.0, (), 0.25, PLAIN), Atom(2.0, (), 0.25, PLAIN), Atom(2.0, (), 0.25, PLAIN)]
    found = shrink_to_fit(paragraph, 30, 30, (10.0, 10.0), 1.25, None, 0.3)
    assert [(line.first, line.last) for line in found.lines] == [(0, 1), (1, 2), (2, 3)]
    assert (found.size, found.over_width, found.over_height) == (10.0, 1.0, 0.75)
    assert shrink_to_fit(paragraph, 45, 25, (10.0, 10.0), 1.25, None, 0.3)[2:] == (0.0, 0.0)
    assert shrink_to_fit(paragraph, 45, 100, (10.0, 10.0), 1.25, 1, 0.3)[2:] == (0.0, 1.25)


def test_no_word_stands_out_where_one_behind_it_reaches_back() -> None:
    """What is tracked by -0.2 em takes room away at a zero-width space behind another."""
    paragraph = [*words(64, 64, 64), Atom(0.0, (), -0.2, INSIDE), *words(*[64] * 8)]
    assert [line.last for line in break_lines(paragraph, 3.4, HYPHEN_WIDTH)] == [2, 6, 8, 10, 12]


def test_no_atoms_make_no_lines_and_fit_anything() -> None:
    assert break_lines([], 0.0, 0.3) == []
    assert shrink_to_fit([], 0.0, 0.0, (9.0, 7.0), 1.2, 1, 0.3) == (9.0, [], 0.0, 0.0)


# --- centred texts
# --------------------------------------------------------------------------------


def words(*lengths: int) -> list[Atom]:
    return [Atom(n / 64, (), 0.25, PLAIN) for n in lengths]


def ends(found: Fit) -> list[int]:
    return [line.last for line in found.lines]


def centred(paragraph: list[Atom], width: float) -> tuple[Fit, Fit]:
    """A text as it fills its lines, and as it is centred."""
    greedy = shrink_to_fit(paragraph, width, None, (1.0, 1.0), 1.2, None, HYPHEN_WIDTH)
    return greedy, without_widow(paragraph, greedy, width, HYPHEN_WIDTH)


def test_centred_text_does_not_end_in_one_word() -> None:
    greedy, made = centred(words(96, 96, 96, 96, 64), 7.0)
    assert (ends(greedy), ends(made)) == ([4, 5], [3, 5])


def test_short_word_is_not_left_alone_at_the_beginning_instead() -> None:
    greedy, made = centred(words(32, 96, 96), 2.5)
    assert ends(greedy) == ends(made) == [2, 3]


def test_word_that_was_sent_to_a_line_of_its_own_stays_there() -> None:
    alone = [*words(96, 96, 96), Atom(1.0, (), 0.0, FORCED)]
    greedy, made = centred(alone, 7.0)
    assert ends(greedy) == ends(made) == [3, 4]


def test_short_line_or_an_empty_one_before_it_changes_nothing() -> None:
    for before in (words(16), [Atom(0.0, (), 0.0, PLAIN)]):
        first, *others = words(96, 96, 96, 96, 64)
        greedy, made = centred([*before, first._replace(follows=FORCED, space=0.0), *others], 7.0)
        assert (ends(greedy), ends(made)) == ([1, 5, 6], [1, 4, 6])


def test_no_more_words_are_parted_than_before() -> None:
    """`Die Kar-ten ziehen` became three words in pieces."""
    soft = [
        word if n % 2 else word._replace(follows=HYPHEN, space=0.0)
        for n, word in enumerate(words(64, 32, 64, 32, 64, 32, 64, 32, 64), 1)
    ]
    for width in range(160, 700, 8):
        greedy, made = centred(soft, width / 64)
        assert sum(line.hyphen for line in made.lines) <= sum(line.hyphen for line in greedy.lines)


@settings(max_examples=60)
@given(paragraphs, limits)
def test_centred_text_has_as_many_lines_and_none_wider(paragraph: list[Atom], width: float) -> None:
    greedy, made = centred(paragraph, width)
    assert len(made.lines) == len(greedy.lines) and made[2:] == greedy[2:]
    assert [n for line in made.lines for n in range(line.first, line.last)] == list(
        range(len(paragraph))
    )
    if made.lines != greedy.lines:
        assert all(line.width <= width for line in made.lines)
        assert sum(line.hyphen for line in made.lines) <= sum(line.hyphen for line in greedy.lines)
        assert min(line.width for line in made.lines) >= min(line.width for line in greedy.lines)
