import pytest

from pnp.units.geometry import LengthError, size
from pnp.units.sizes import CARDS, PAPERS, card_size, parse_paper


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("a4", 210_000, 297_000),
        (" A4 ", 210_000, 297_000),
        ("letter", 215_900, 279_400),
        ("8.5x11in", 215_900, 279_400),
        ("210x297", 210_000, 297_000),
        ("297 x 210 mm", 297_000, 210_000),
        ("tabloid", 279_400, 431_800),
        ("legal", 215_900, 355_600),
        ("a5", 148_000, 210_000),
        ("SRA3", 320_000, 450_000),
    ],
)
def test_papers_measure_true(text: str, width: int, height: int) -> None:
    assert parse_paper(text) == (width, height)


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("poker", 63_000, 88_000),
        ("poker-us", 63_500, 88_900),
        ("Poker US", 63_500, 88_900),
        ("bridge", 57_150, 88_900),
        ("tarot", 69_850, 120_650),
        ("tarot-eu", 70_000, 120_000),
        ("mini-us", 44_450, 63_500),
        ("mini-american", 41_000, 63_000),
        ("mini-euro", 44_000, 68_000),
        ("euro", 59_000, 92_000),
        ("square", 70_000, 70_000),
        ("63x88", 63_000, 88_000),
        ("2.5x3.5in", 63_500, 88_900),
    ],
)
def test_cards_measure_true(text: str, width: int, height: int) -> None:
    assert card_size(text) == (width, height)


@pytest.mark.parametrize(
    ("read", "text", "says"),
    [
        (parse_paper, "lettr", 'did you mean "letter"?'),
        (parse_paper, "", "is not a paper"),
        (parse_paper, "210", "expected WIDTHxHEIGHT"),
        (parse_paper, "0x0", "expected 50 mm to 5080 mm each way"),
        (parse_paper, "210x29700", "expected 50 mm to 5080 mm each way"),
        (parse_paper, "2.1.0x297", "is not a length"),
        (card_size, "pokr", 'did you mean "poker"'),
        (card_size, "qqq", "known: poker, poker-us"),
        (card_size, "4x80", "expected 5 mm to 2000 mm each way"),
        (card_size, "2.5x3.5", "expected 5 mm to 2000 mm each way; did you mean 2.5x3.5in?"),
        (parse_paper, "8.5x11", "did you mean 8.5x11in?"),
        (card_size, "A4", '"A4" is not a card size but a paper; write 210x297'),
    ],
)
def test_what_is_no_size_is_refused_with_a_hint(read, text: str, says: str) -> None:
    with pytest.raises(LengthError) as caught:
        read(text)
    assert says in str(caught.value)


def test_every_named_size_is_upright_and_unlike_the_others() -> None:
    for named in (PAPERS, CARDS):
        assert all(width <= height for width, height in named.values())
        assert len(set(named.values())) == len(named)
    assert size(215_900, 279_400) in PAPERS.values()
