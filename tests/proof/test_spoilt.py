"""Finished PDFs of which something has been changed: each fault is named with its sheet and
slot, and a good kit has none.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest
from test_kit import FILES

from pnp.proof import prove, streams

from .spoil import (
    Spoil,
    around,
    boxed,
    built,
    changed,
    dressed,
    emptied,
    emptied_page,
    exchanged,
    inside,
    marked,
    op,
    opened,
    pages_in_order,
    proved,
    said,
    scaled_as_form,
    scaled_by_unit,
    scaled_page,
    spoilt,
    spoilt_lines,
    twice,
    without,
)

MM = 72 / 25.4


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("kit"))


@pytest.fixture(scope="module")
def folded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("folded"), duplex="fold")


# --- good kits
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paper", "duplex"), [("a4", "long"), ("letter", "short"), ("a4", "fold"), ("letter", "none")]
)
def test_good_kit(tmp_path: Path, paper: str, duplex: str) -> None:
    made = built(tmp_path, paper, duplex)
    proof = proved(made, made)
    assert said(proof.diagnostics, made) == []
    assert (proof.pieces, proof.pieces_of, proof.promises_kept) == (67, 67, 2)
    assert len(proof.files) == 8 + (duplex == "fold") - (
        duplex == "none"
    )  # one-sided tokens lie apart from those that are folded


def test_good_kit_saved_by_another_program(kit: Path, tmp_path: Path) -> None:
    """Object streams, other object numbers, unpacked or packed anew: nothing of it changes the
    paper.
    """

    def inherit(pdf: pikepdf.Pdf) -> None:
        pdf.remove_unreferenced_resources()

    for number, saving in enumerate(
        (
            {"compress_streams": False},
            {"object_stream_mode": pikepdf.ObjectStreamMode.generate},
            {"linearize": True},
        )
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert spoilt_lines(kit, folder, "cards", inherit, **saving) == []


def test_good_kit_turned_and_put_into_a_form(kit: Path, tmp_path: Path) -> None:
    """A page turned by its Rotate entry is the same sheet of paper; a form at full size is the
    same drawing.
    """

    def spoil(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.rotate(180, relative=False)

    assert spoilt_lines(kit, tmp_path, "notes", spoil) == []
    folder = tmp_path / "form"
    folder.mkdir()
    assert spoilt_lines(kit, folder, "cards", scaled_as_form(0, 1, 0, 0)) == []


# --- one thing wrong
# --------------------------------------------------------------------------------

CASES: dict[str, tuple[str, Spoil, list[str]]] = {
    "a card deleted": (
        "cards",
        without(0, 5),
        [
            "P732 \"cards/a\" is 8 times on paper, the data say 9: 1 missing (copy 5)",
            "P734 sheet cards 1v (page 2), slot 5: no front lies before \"cards/a\", copy 5 (back)",
            "P501",
        ],
    ),
    "a back deleted": ("cards", without(1, 4), ['P734 sheet cards 1r (page 1), slot 4: nothing lies behind "cards/a", copy 4 on the back of sheet cards 1r (page 1)']),
    "the back of a player aid deleted": ("cards", without(5, 2), ['nothing lies behind "aid/aid", copy 2 on the back of sheet aid 1r (page 5)']),
    "a card doubled": (
        "cards",
        twice(0, 5),
        [
            '"cards/a" is 10 times on paper, the data say 9: 1 too many, on sheet cards 1r (page 1), slot',
            'P735 sheet cards 1r (page 1), slot 6: "cards/a", copy 5 lies over "cards/a", copy 5, slot 5',
            'P734 sheet cards 1r (page 1), slot 6: nothing lies behind "cards/a", copy 5',
            "P501",
        ],
    ),
    "a card for another": (
        "cards",
        marked(0, 5, Card="b"),
        ['"cards/a" is 8 times', '"cards/b" is 3 times on paper, the data say 2: 1 too many, on ', 'behind "cards/b", copy 5 lies the back of "cards/a", copy 5'],
    ),
    "a card moved with its mark": (
        "cards",
        around(0, 5, 1, 0, 0, 1, 5 * MM, 0),
        [
            'P735 sheet cards 1r (page 1), slot 6: "cards/a", copy 6 lies over "cards/a", copy 5, slot 5',
            'P734 sheet cards 1v (page 2), slot 5: "cards/a", copy 5 (back) lies 5 mm beside its front',
        ],
    ),
    "a note moved with its mark": (
        "notes",
        around(1, 5, 1, 0, 0, 1, -0.4 * MM, 0),
        ['P735 sheet 2r (page 2), slot 5: "money/five", copy 3 is 0.4 mm out of line with "money/one", copy 11, slot 1'],
    ),
    "a card moved inside its mark": (
        "cards",
        inside(0, 5, 1, 0, 0, 1, 5 * MM, 0),
        ['P735 sheet cards 1r (page 1), slot 5: "cards/a", copy 5 is drawn 5 mm to the right and 0 mm down from where its mark says that it lies'],
    ),
    "a card moved off the paper": (
        "cards",
        around(0, 1, 1, 0, 0, 1, -40 * MM, 0),
        ['P735 sheet cards 1r (page 1), slot 1: "cards/a", copy 1 reaches beyond the paper of 210 × 297 mm', 'nothing lies behind "cards/a", copy 1'],
    ),
    "a card as in a mirror": (
        "cards",
        around(0, 5, -1, 0, 0, 1, 210 * MM, 0),
        ['P735 sheet cards 1r (page 1), slot 5: "cards/a", copy 5 is printed as in a mirror'],
    ),
    "a card as in a mirror inside its mark": (
        "cards",
        inside(0, 5, 1, 0, 0, -1, 0, 88 * MM),
        ['P735 sheet cards 1r (page 1), slot 5: "cards/a", copy 5 is printed as in a mirror'],
    ),
    "a card at 97 %": (
        "cards",
        around(0, 5, 0.97, 0, 0, 0.97, 8, 12),
        ['P733 sheet cards 1r (page 1), slot 5: "cards/a", copy 5 measures 61.11 × 85.36 mm; its true size is 63 × 88 mm, 97 % of it'],
    ),
    "a card at 97 % inside its mark": (
        "cards",
        inside(0, 5, 0.97, 0, 0, 0.97, 8, 12),
        ['P733 sheet cards 1r (page 1), slot 5: "cards/a", copy 5 is drawn 61.11 × 85.36 mm large, 97 % of its true size 63 × 88 mm'],
    ),
    "a page at 97 %": ("cards", scaled_page(2, 0.97), ['P733 sheet cards 2r (page 3), slot 1: "cards/b", copy 1 measures 61.11 × 85.36 mm']),
    "a page in a form at 97 %": ("cards", scaled_as_form(0, 0.97), ['slot 4: "cards/a", copy 4 measures 61.11 × 85.36 mm; its true size is 63 × 88 mm, 97 % of it']),
    "a page at 97 % by its unit": ("cards", scaled_by_unit(0, 0.97), ["slot 1: \"cards/a\", copy 1 measures 61.11 × 85.36 mm", "sheet cards 1v (page 2) has another size than sheet cards 1r (page 1)"]),
    "a page in a larger box": ("notes", boxed(0, 0.97), ["P733 sheet 1r (page 1): its MediaBox is 216.5 × 306.19 mm, its TrimBox 210 × 297 mm"]),
    "a token at 97 %": ("tokens", around(0, 2, 0.97, 0, 0, 0.97, 3, 9), ["slot 2:", "11.64 × 11.64 mm; its true size is 12 × 12 mm, 97 % of it"]),
    "round tokens on each other": (
        "tokens",
        around(0, 13, 1, 0, 0, 1, 6 * MM, 0),
        ['P735 sheet 1r (page 1), slot 14: "chips/score-amber", copy 1 lies over "chips/score-teal", copy 1, slot 13'],
    ),
    "round tokens half on each other": (
        "tokens",
        around(0, 13, 1, 0, 0, 1, 5 * MM, -5 * MM),
        ['P735 sheet 1r (page 1), slot 13: "chips/score-amber", copy 1 lies over "chips/score-teal", copy 1, slot 16'],
    ),
    "a board at 97 %": ("boards", scaled_page(0, 0.97), ['slot 1: "market/market", copy 1, tile A1 measures 378.3 × 260.93 mm; its true size is 390 × 269 mm, 97 % of it']),
    "two backs exchanged in their marks": (
        "cards",
        exchanged(1, 1, 2, "/Copy"),
        ['P734 sheet cards 1r (page 1), slot 1: behind "cards/a", copy 1 lies the back of "cards/a", copy 2', 'slot 2: behind "cards/a", copy 2 lies the back of'],
    ),
    "backs of two cards exchanged in their looks": (
        "cards",
        dressed(7, 3, 9),
        ['P737 sheet events 1v (page 8), slot 1: "events/e", copy 3 (back) prints another back than other copies of "events/e"'],
    ),
    "the back of a deck with another look": (
        "cards",
        changed(1, lambda all_, at: [*all_[: at[4][1] - 2], op("re", 0, 0, 9, 9), op("f"), *all_[at[4][1] - 2 :]]),
        ['P737 sheet cards 1v (page 2), slot 5: "cards/a", copy 5 (back) prints another back than the rest of "cards"'],
    ),
    "a front with another look": (
        "notes",
        changed(0, lambda all_, at: [*all_[: at[4][1] - 2], op("re", 0, 0, 9, 9), op("f"), *all_[at[4][1] - 2 :]]),
        ['P737 sheet 1r (page 1), slot 5: "money/one", copy 5 prints another front than other copies of "money/one"'],
    ),
    "a tile missing": ("boards", pages_in_order(0, 2), ['P736 "market", copy 1: no tile shows the', "mm that lie"]),
    "the first tile missing": ("boards", pages_in_order(1, 2), ['P736 "market", copy 1: tile A1 is not on paper; 1 of 2 tiles are']),
    "a tile doubled": ("boards", pages_in_order(0, 1, 1, 2), ['P736 sheet layout 1r (page 3), slot 1: "market/market", copy 1, tile B1 is there twice']),
    "a tile cut off": ("boards", changed(0, lambda all_, at: [op("re", 0, 0, 595, 700) if str(i.operator) == "re" and n == at[0][0] + 2 else i for n, i in enumerate(all_)]), ["P736", "no tile shows the"]),
    "a board gone": ("boards", pages_in_order(2), ['P732 nothing of "market" is on paper; the data print 1 of it']),
    "a page of the rulebook missing": ("rulebook", pages_in_order(0, 2), ['P738 page 2, slot 1: page 3 of "rules" lies where page 2 belongs']),
    "the last page of the rulebook missing": ("rulebook", pages_in_order(0, 1), ['P738 page 2, slot 1: "rules" ends with page 2 of 6']),
    "a card emptied inside its mark": ("cards", emptied(0, 2), ['P737 sheet cards 1r (page 1), slot 2: "cards/a", copy 2 prints nothing']),
    "a note alone in its row moved with its mark": (
        "notes",
        around(1, 5, 1, 0, 0, 1, 0, -60 * MM),
        ["P735 sheet 2r (page 2), slot 6:", "has been moved by 0 mm to the right and 60 mm down"],
    ),
    "no back behind any player aid": ("cards", emptied_page(5), ['nothing lies behind "aid/aid", copy 1 on the back of sheet aid 1r (page 5)']),
    "two sheets exchanged": (
        "cards",
        pages_in_order(2, 3, 0, 1, *range(4, 10)),
        ['P738 sheet cards 2r (page 3), slot 1: "cards/a", copy 1 comes after "cards/b", copy 2 on sheet cards 1r (page 1), slot 2'],
    ),
    "two versos exchanged": ("cards", pages_in_order(0, 3, 2, 1, *range(4, 10)), ['P734 sheet cards 1r (page 1), slot 1: behind "cards/a", copy 1 lies the back of "cards/b", copy 1', 'P734 sheet cards 1r (page 1), slot 4: nothing lies behind "cards/a", copy 4', 'P734 sheet cards 2r (page 3), slot 1: behind "cards/b", copy 1 lies the back of']),
    "a verso missing": ("cards", pages_in_order(0, *range(2, 10)), ["P734 9 pages are to be printed on both sides: one is missing or too many"]),
    "a verso turned": ("cards", lambda pdf: pdf.pages[1].rotate(180, relative=False), ["P734 sheet cards 1v (page 2), slot", "stands on its head behind its front"]),
    "no flip any more": ("cards", lambda pdf: pdf.Root.__delitem__("/ViewerPreferences"), ["P734 sheet cards 1v (page 2) holds backs only, but the file does not say how its sheets are to be flipped"]),
    "another flip": ("cards", lambda pdf: pdf.Root.ViewerPreferences.__setitem__("/Duplex", pikepdf.Name("/DuplexFlipShortEdge")), ["P734 sheet cards 1v (page 2), slot", "stands on its head"]),
    "a piece of another game": ("tokens", marked(0, 1, Component="knights"), ['P731 sheet 1r (page 1), slot 1: Toy has no component "knights"']),
    "a card that is gone": ("cards", marked(0, 1, Card="z"), ['P731 sheet cards 1r (page 1), slot 1: "cards" has no card "z"']),
    "a mark without a card": ("cards", marked(0, 1, Card=None), ["P731 sheet cards 1r (page 1): the mark of a face says nothing that can be read: its Card is no short text"]),
    "a mark whose copy is a word": ("cards", marked(0, 1, Copy=pikepdf.String("one")), ["its Copy is no whole number from 1"]),
    "a mark whose side is sideways": ("cards", marked(0, 1, Side="edge"), ['its Side is neither "front" nor "back"']),
    "a mark whose trim is words": ("cards", marked(0, 1, Trim=pikepdf.String("1 2 3 4")), ["its Trim is no list of four numbers"]),
    "a mark whose trim is inside out": ("cards", marked(0, 1, Trim=pikepdf.Array([9, 9, 1, 1])), ["its Trim is empty"]),
    "a mark whose trim is endless": ("cards", marked(0, 1, Trim=pikepdf.Array([0, 0, 10**12, 1])), ["expected 4 numbers"]),
    "a mark whose trim lies elsewhere": ("cards", marked(0, 1, Trim=pikepdf.Array([0, 0, 178.582, 249.449])), ["P735 sheet cards 1r (page 1), slot", "from where its mark says that it lies"]),
    "a mark of a tile that is none": ("boards", marked(0, 1, Tile="7"), ['P731 sheet market 1r (page 1), slot 1: there is no tile "7"']),
    "a mark inside a mark": ("notes", changed(0, lambda all_, at: [*all_[: at[0][0] + 2], all_[at[0][0] + 1], op("EMC"), *all_[at[0][0] + 2 :]]), ["P731 sheet 1r (page 1): a face is marked inside another"]),
    "a mark without an end": ("notes", changed(1, lambda all_, at: all_[: at[-1][1] - 2]), ["P731 sheet 2r (page 2): a face begins and never ends"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_spoilt_pdf(kit: Path, tmp_path: Path, case: str) -> None:
    file, how, expected = CASES[case]
    lines = spoilt_lines(kit, tmp_path, file, how)
    for part in expected:
        assert any(part in line for line in lines), "\n".join(lines)
    assert any(
        line.startswith((f"spoilt/{file}.pdf", "data/", str(kit.parent.parent))) for line in lines
    )


SHUFFLED = """\
title: Toy
players: {min: 2, max: 4}
components:
  cards: {kind: deck, backs: each, shuffled: yes, front: word.xml, back: plain.xml, cards: [{id: a}, {id: b}, {id: c}, {id: d}]}
"""


@pytest.mark.parametrize(
    ("shuffled", "expected"),
    [
        (
            "yes",
            [
                'P737 sheet 1v (page 2), slot 4: "cards/d", copy 1 (back) prints another back than the rest of "cards"'
            ],
        ),
        ("no", []),
    ],
)
def test_backs_of_their_own_must_look_alike_where_cards_are_shuffled(
    tmp_path: Path, shuffled: str, expected: list[str]
) -> None:
    good = built(
        tmp_path,
        files={**FILES, "game.yaml": SHUFFLED.replace("shuffled: yes", f"shuffled: {shuffled}")},
    )
    assert said(proved(good, good).diagnostics, good) == []
    another = changed(
        1,
        lambda all_, at: [
            *all_[: at[3][1] - 2],
            op("re", 0, 0, 9, 9),
            op("f"),
            *all_[at[3][1] - 2 :],
        ],
    )
    lines = spoilt_lines(good, tmp_path, "cards", another)
    assert [line.partition("error ")[2].partition("\n")[0] for line in lines] == expected, lines


def test_kit_for_fewer_players_is_told_from_a_loss(tmp_path: Path) -> None:
    made = built(tmp_path, players=3)
    found = [
        d for d in proved(made, made).diagnostics if "agent-grey" in d.message or "aid" in d.message
    ]
    assert [(d.code, d.hint) for d in found] == [
        ("P732", "build again, and print what is missing; or was it built with --players 3?")
    ] * 2


def test_only_what_is_wrong_is_said(kit: Path, tmp_path: Path) -> None:
    """One deleted note is one missing note, and the place before it."""
    lines = spoilt_lines(kit, tmp_path, "notes", without(1, 2))
    assert len(lines) == 1
    assert lines[0].startswith("spoilt/notes.pdf:2:1: error P732 ")


def test_missing_pieces_are_no_fault_of_the_rules(kit: Path, tmp_path: Path) -> None:
    """Without its file a promise about events is about nothing: that is said of the events, not
    of the promise.
    """
    made = tmp_path / "made"
    shutil.copytree(kit, made)
    with pikepdf.open(kit / "cards.pdf") as pdf:
        del pdf.pages[4:]
        pdf.save(made / "cards.pdf")
    found = proved(kit, made).diagnostics
    assert {d.code for d in found} >= {"P732"} and not [
        d for d in found if d.code >= "P58" and d.code < "P6"
    ], said(found, tmp_path)


FOLDS: dict[str, tuple[Spoil, list[str]]] = {
    "a back deleted": (
        without(0, 6),
        [
            "P734 sheet cards 1r (page 1), slot",
            "nothing lies behind",
            "on the other side of the fold",
        ],
    ),
    "a front deleted": (without(0, 1), ["P732", "no front lies before"]),
    "two backs exchanged": (
        exchanged(0, 5, 6, "/Copy"),
        [
            'P734 sheet cards 1r (page 1), slot 1: behind "cards/a", copy 1 lies the back of "cards/a", copy 2'
        ],
    ),
    "a back moved": (around(0, 5, 1, 0, 0, 1, 0, -0.3 * MM), ["P734", "0.3 mm beside its front"]),
}


@pytest.mark.parametrize("case", FOLDS)
def test_spoilt_fold(folded: Path, tmp_path: Path, case: str) -> None:
    how, expected = FOLDS[case]
    lines = spoilt_lines(folded, tmp_path, "cards", how)
    for part in expected:
        assert any(part in line for line in lines), "\n".join(lines)


# --- what is no print, or cannot be read
# --------------------------------------------------------------------------------


def test_desk_copy_says_so_and_is_no_error(tmp_path: Path) -> None:
    made = built(tmp_path, board_scale=0.5)
    proof = proved(made, made)
    lines = said(proof.diagnostics, made)
    assert [line.split(" P733")[0].split()[-1] for line in lines] == ["warning", "warning"]
    assert (
        "measures 195 × 134.5 mm; its true size is 390 × 269 mm, 50 % of it: a desk copy"
        in lines[0]
    )


def test_foreign_pdf(kit: Path, tmp_path: Path) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(595, 842))
    pdf.save(tmp_path / "holiday.pdf")
    (line,) = said(
        prove(opened(kit), [tmp_path / "holiday.pdf"], whole=False).diagnostics, tmp_path
    )
    assert line.startswith(
        "holiday.pdf: error P731 no page of it marks a face: it is no print of pnp"
    )
    made = tmp_path / "kit"
    shutil.copytree(kit, made)
    pdf.save(made / "holiday.pdf")
    (line,) = said(proved(kit, made).diagnostics, made)
    assert line.startswith("holiday.pdf: warning P731")


def test_part_of_a_kit_is_judged_alone(kit: Path, tmp_path: Path) -> None:
    proof = prove(opened(kit), [kit / "tokens.pdf"], whole=False)
    assert (said(proof.diagnostics, kit), proof.pieces, proof.pieces_of) == ([], 20, 20)
    whole = prove(opened(kit), [kit / "tokens.pdf"])
    assert sum(d.code == "P732" for d in whole.diagnostics) == 8


def unreadable(kit: Path, path: Path) -> str:
    (line,) = said(prove(opened(kit), [path], whole=False).diagnostics, path.parent)
    assert line.startswith(f"{path.name}: error P730 the PDF cannot be read: ")
    return line.partition("cannot be read: ")[2]


def test_locked_pdf(kit: Path, tmp_path: Path) -> None:
    with pikepdf.open(kit / "cards.pdf") as pdf:
        pdf.save(tmp_path / "cards.pdf", encryption=pikepdf.Encryption(owner="o", user="u"))
    assert unreadable(kit, tmp_path / "cards.pdf") == "it is locked with a password"


@pytest.mark.parametrize("data", [b"", b"no PDF", b"%PDF-1.7\n", b"\x00" * 5000])
def test_no_pdf(kit: Path, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "cards.pdf").write_bytes(data)
    assert "it is damaged" in unreadable(kit, tmp_path / "cards.pdf")


def test_pdf_cut_short(kit: Path, tmp_path: Path) -> None:
    data = (kit / "cards.pdf").read_bytes()
    (tmp_path / "cards.pdf").write_bytes(data[: len(data) * 2 // 3])
    assert "it is damaged" in unreadable(kit, tmp_path / "cards.pdf")


def test_no_file(kit: Path, tmp_path: Path) -> None:
    assert unreadable(kit, tmp_path / "cards.pdf") == "there is no such file"
    (tmp_path / "notes.pdf").mkdir()
    assert unreadable(kit, tmp_path / "notes.pdf") == "it is no file"


def test_many_operators_on_many_pages(
    kit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One stream for all pages takes no room on the disk."""
    monkeypatch.setattr(streams, "MAX_WORDS_FILE", 10_000)

    def same_again(pdf: pikepdf.Pdf) -> None:
        contents = pdf.make_stream(b"q Q\n" * 500)
        for _ in range(40):
            pdf.add_blank_page().obj.Contents = contents

    assert odd(tmp_path, kit, same_again) == "its pages draw more than 10,000 words of operators"


def odd(tmp_path: Path, kit: Path, how: Spoil) -> str:
    with pikepdf.open(kit / "notes.pdf") as pdf:
        how(pdf)
        pdf.save(
            tmp_path / "notes.pdf",
            compress_streams=False,
            stream_decode_level=pikepdf.StreamDecodeLevel.none,
        )
    return unreadable(kit, tmp_path / "notes.pdf")


def _bomb(pdf: pikepdf.Pdf) -> None:
    import zlib

    pdf.pages[0].obj.Contents = pikepdf.Stream(
        pdf, zlib.compress(b" " * 100_000_000), Filter=pikepdf.Name("/FlateDecode")
    )


def _operators(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Contents = pdf.make_stream(b"q " * 3_990_000)


def _other_packing(pdf: pikepdf.Pdf) -> None:
    import zlib

    twice = zlib.compress(zlib.compress(b" " * 1_000_000))
    packed = [pikepdf.Name("/FlateDecode"), pikepdf.Name("/FlateDecode")]
    pdf.pages[0].obj.Contents = pikepdf.Stream(pdf, twice, Filter=pikepdf.Array(packed))


def _many_forms(pdf: pikepdf.Pdf) -> None:
    """Each form draws the next one often: ten to the twelfth faces."""
    form = pdf.make_stream(
        b"/PnpFace <<>> BDC EMC", Type=pikepdf.Name("/XObject"), Subtype=pikepdf.Name("/Form")
    )
    for _ in range(12):
        inner = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
        form = pdf.make_stream(
            b"/A Do " * 10,
            Type=pikepdf.Name("/XObject"),
            Subtype=pikepdf.Name("/Form"),
            Resources=inner,
        )
    pdf.pages[0].obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
    pdf.pages[0].obj.Contents = pdf.make_stream(b"/A Do")


def _few_forms(pdf: pikepdf.Pdf) -> None:
    """Forms no deeper than they may be draw a hundred thousand faces, whose marks say nothing."""
    form = pdf.make_stream(
        b"/PnpFace <<>> BDC EMC " * 10, Type=pikepdf.Name("/XObject"), Subtype=pikepdf.Name("/Form")
    )
    for _ in range(4):
        inner = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
        form = pdf.make_stream(
            b"/A Do " * 10,
            Type=pikepdf.Name("/XObject"),
            Subtype=pikepdf.Name("/Form"),
            Resources=inner,
        )
    pdf.pages[0].obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
    pdf.pages[0].obj.Contents = pdf.make_stream(b"/A Do")


def _circle(pdf: pikepdf.Pdf) -> None:
    form = pdf.make_stream(
        b"/PnpFace <<>> BDC EMC /A Do", Type=pikepdf.Name("/XObject"), Subtype=pikepdf.Name("/Form")
    )
    form = pdf.make_indirect(form)
    form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(A=form))
    pdf.pages[0].obj.Resources = form.Resources
    pdf.pages[0].obj.Contents = pdf.make_stream(b"/A Do")


def _no_size(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.MediaBox = pikepdf.Array([0, 0, 0, 0])


def _words_for_numbers(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Contents = pdf.make_stream(b"q (a) (b) (c) (d) (e) (f) cm Q")


def _contents_are_a_number(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].obj.Contents = 7


ODD: dict[str, tuple[Spoil, str]] = {
    "a huge stream": (_bomb, "a page draws more than 8 MB of operators"),
    "very many operators": (_operators, "a page draws more than 500,000 words of operators"),
    "another packing": (
        _other_packing,
        "what a page draws is packed by FlateDecode and FlateDecode, which no print of pnp is",
    ),
    "forms in forms": (_many_forms, "its pages are drawn by too many forms within forms"),
    "faces in forms": (_few_forms, "a page has more than 10,000 faces"),
    "a form in itself": (_circle, "its pages are drawn by too many forms within forms"),
    "a page without a size": (_no_size, "a page has no size"),
    "a matrix of words": (_words_for_numbers, "expected 6 numbers"),
    "contents that are a number": (
        _contents_are_a_number,
        "a page has contents that are no stream",
    ),
}


@pytest.mark.parametrize("case", ODD)
def test_odd_pdf(kit: Path, tmp_path: Path, case: str) -> None:
    how, expected = ODD[case]
    assert odd(tmp_path, kit, how) == expected


def test_what_lies_in_a_file_that_cannot_be_read_is_not_missing(kit: Path, tmp_path: Path) -> None:
    made = tmp_path / "kit"
    shutil.copytree(kit, made)
    (made / "cards.pdf").write_bytes(b"gone")
    assert [d.code for d in proved(kit, made).diagnostics] == ["P730"]


def test_what_the_data_keep_is_mended_on_paper(kit: Path, tmp_path: Path) -> None:
    """It was said that a count in the data is too low."""
    found = [
        d for d in spoilt(kit, tmp_path, "cards", without(0, 5)).diagnostics if d.code == "P501"
    ]
    assert [d.hint for d in found] == [
        "the data keep it: print what is missing, and take out of your print what is too many"
    ]


def test_what_the_data_break_as_well_is_mended_there(kit: Path) -> None:
    game = opened(kit)
    first, *rest = game.promises
    more = first._replace(details={**first.details, "is": "12"})
    found = [
        d
        for d in prove(game._replace(promises=(more, *rest)), sorted(kit.glob("*.pdf"))).diagnostics
        if d.code == "P501"
    ]
    assert [d.hint.partition(",")[0] for d in found] == ["1 card is missing"]


def test_what_fields_say_is_not_kept_by_the_paper(kit: Path) -> None:
    """It was counted as kept on a print that is older than the data."""
    game = opened(kit)
    fields = game.promises[0]._replace(
        id="T3", kind="range", details={"of": "events", "value": "count", "from": "0", "to": "99"}
    )
    proof = prove(game._replace(promises=(*game.promises, fields)), sorted(kit.glob("*.pdf")))
    assert proof.promises_kept == 2
