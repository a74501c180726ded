"""The note of a draft on the pages of a book."""

from __future__ import annotations

from pnp.face import Face, Group, Text, walk
from pnp.impose import Copy
from pnp.impose.booklet import note_on
from pnp.impose.documents import Imposed, Part, Way, documents
from pnp.impose.sheet_marks import LabelText, text_at
from pnp.units.geometry import IDENTITY, MM, Rect, Um, moved, rect, scaled, size

from .deck import Monospace, press

A5 = size(148_000, 210_000)
WORDS = LabelText("Harbour", Monospace(), "DRAFT: broken")


def line(x: int, y: int, width: int = 40) -> Text:
    """So many letters of 10 points from a place on, in millimetres."""
    return text_at(WORDS, "x" * width, x * MM, y * MM, 10.0)


def page(*items: Text | Group, trim: tuple[int, int] = A5) -> Face:
    return Face(size(*trim), Um(0), items)


def noted(face: Face, words: LabelText = WORDS) -> tuple[str, Rect] | None:
    """What the note says, and its plate."""
    found = note_on(face, words)
    if not found:
        return None
    plate, text = found
    xs, ys = zip(
        *(map(int, corner.split()) for corner in plate.path.strip("MZ").split("L")), strict=True
    )
    return text.text, rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def test_page_has_its_note_at_the_head_inside_what_printers_reach() -> None:
    found = noted(page(line(20, 20)))
    text, plate = found
    assert (text, plate.y, abs(2 * plate.x + plate.width - A5.width) <= 1) == (
        "DRAFT: broken",
        5 * MM,
        True,
    )


def test_note_covers_no_words() -> None:
    for words in (
        line(20, 8),
        Group((line(10, 4),), scaled(2)),
        Group((Group((line(0, 0),), moved(20 * MM, 3 * MM)),), IDENTITY._replace(f=5 * MM)),
    ):
        found = noted(page(words, line(20, 200)))
        _, plate = found
        assert plate.y == A5.height - 5 * MM - plate.height, "at the foot"
    everywhere = [line(0, y, 100) for y in range(2, 211, 2)]
    assert noted(page(*everywhere)) is None


def test_note_too_long_for_its_page_is_its_first_word() -> None:
    found = noted(page(trim=(14_000, 60_000)))
    assert found[0] == "DRAFT"
    assert noted(page(trim=(5_000, 60_000))) is None


def card_sheets(face: Face, note: str) -> Imposed:
    copies = [Copy("rules", str(number), 1, face, None, of=3) for number in (1, 2, 3)]
    return documents(
        "Harbour",
        [Part("rules", "Rules", copies, "rulebook", Way.PAGES)],
        press(),
        (Monospace(),),
        note,
    )


def test_every_page_of_a_draft_bears_the_note_and_no_page_of_another_print() -> None:
    def said(done: Imposed) -> list[list[str]]:
        return [
            [item.text for item in walk(s.recto.marks) if isinstance(item, Text)]
            for s in done.documents[0].sheets
        ]

    assert said(card_sheets(page(), "DRAFT: broken")) == [["DRAFT: broken"]] * 3
    assert said(card_sheets(page(), "")) == [[]] * 3
    assert (
        card_sheets(page(), "DRAFT: broken").unlabelled,
        card_sheets(page(trim=(5_000, 60_000)), "DRAFT: broken").unlabelled,
    ) == ((), ("rules",))
