"""What a printer and a person with a paper cutter find on paper: small games of awkward sizes, from data to sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from model.toy import said, written

from pnp.assets.paths import bounds
from pnp.face import Group, Image, Item, Shape
from pnp.geometry import IDENTITY, Rect, Transform, parse_length
from pnp.impose.sheet import Duplex, Press
from pnp.pipeline import Clock, Order, Print, drawn, imposed, open_kit
from pnp.sizes import parse_paper

GAME = """\
title: Paper
players: {min: 1, max: 4}
components:
"""
FRONT = '<face fill="{{ card.hue }}"><text at="5mm 5mm" width="20mm" height="9mm">{{ card.id }}</text></face>\n'
BACK = '<face fill="#224466"/>\n'
OWN = '<face fill="#224466"><text at="5mm 5mm" width="20mm" height="9mm" color="white">{{ card.id }}</text></face>\n'


def deck(name: str, size: str, count: int, *more: str) -> str:
    """A component of `count` cards; `more` are further keys."""
    cards = ", ".join(f'{{id: {name[0]}{n}, hue: "#ffe0{n % 100:02d}"}}' for n in range(1, count + 1))
    keys = ["kind: deck", f"size: {size}", "fields: {hue: text}", "front: front.xml", *more, f"cards: [{cards}]"]
    return "\n    ".join([f"  {name}:", *keys]) + "\n"


def press(paper: str = "a4", duplex: str = "long", gutter: str = "0", margin: str = "5mm", marks: bool = True) -> Press:
    return Press(parse_paper(paper), Duplex(duplex), parse_length(gutter), parse_length(margin), marks)


def printed(folder: Path, decks: str, wanted: Order, files: Mapping[str, str | bytes] | None = None) -> Print:
    """A game of these decks on sheets."""
    both: dict[str, str | bytes] = {
        "game.yaml": GAME + decks,
        "templates/toy/front.xml": FRONT,
        "templates/toy/back.xml": BACK,
        "templates/toy/own.xml": OWN,
        **(files or {}),
    }
    return imposed(open_kit(written(folder, both), "toy", Clock()), wanted)


# --- what is said about the sheets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("small", "wide"), ("wide", "small")])
def test_bleed_in_the_printer_margin_is_noted_whichever_component_it_is(tmp_path: Path, order: tuple[str, str]) -> None:
    decks = {"small": deck("small", "44x68", 2), "wide": deck("wide", "200x120", 2)}
    done = printed(tmp_path, "".join(decks[name] for name in order), Order(press()))
    assert done.notes[0] == "bleed runs 3 mm into the printer margin; the cut size stays inside it"


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (press("240x200", margin="0"), ["crop marks at any edge on its sheets"]),
        (press("280x100", margin="0"), ["crop marks of the upright cuts on its sheets"]),
        (press("240x240", margin="0"), ["crop marks of the level cuts on its sheets"]),
        (press("280x230", margin="0"), []),
        (press("240x200", margin="0", marks=False), []),
    ],
    ids=["none", "level only", "upright only", "all", "not wanted"],
)
def test_cuts_without_a_mark_are_noted(tmp_path: Path, how: Press, told: list[str]) -> None:
    done = printed(tmp_path, deck("mats", "120x100", 4, "bleed: 0mm", "title: Mats"), Order(how))
    lacking = [what for note in done.notes for what in note.removeprefix('"Mats": no room for ').split(", ")]
    assert [what for what in lacking if "crop marks" in what] == told


def test_backs_that_cannot_share_cuts_are_noted_with_the_way_out(tmp_path: Path) -> None:
    each = deck("own", "63x88", 20, "back: own.xml", "backs: each", "title: Own")
    apart = printed(tmp_path, each, Order(press()))
    assert [len(d.sheets) for d in apart.documents] == [20]
    assert '"Own": 20 sheets, since cards with different backs never share a cut; --gutter 6mm would need 3' in apart.notes
    together = printed(tmp_path, each, Order(press(gutter="6mm")))
    assert ([len(d.sheets) for d in together.documents], together.notes) == ([3], ())
    fronts = printed(tmp_path, each, Order(press(duplex="none")))
    assert ([len(d.sheets) for d in fronts.documents], fronts.notes) == ([3], ())


def test_two_backs_that_fill_their_sheets_need_no_way_out(tmp_path: Path) -> None:
    own = '<face fill="{{ card.hue }}"/>\n'
    cards = "".join(f'      - {{id: c{n}, hue: "{"#112233" if n < 9 else "#332211"}"}}\n' for n in range(18))
    decks = deck("two", "63x88", 1, "back: own.xml", "backs: each")
    decks = decks[: decks.index("    cards:")] + "    cards:\n" + cards
    done = printed(tmp_path, decks, Order(press()), {"templates/toy/own.xml": own, "templates/toy/front.xml": '<face fill="#eeeeee"/>\n'})
    assert ([len(d.sheets) for d in done.documents], done.notes) == ([2], ())


# --- what stands on what -------------------------------------------------------------------------------------------------------------


def told(folder: Path, front: str, files: Mapping[str, str | bytes] | None = None) -> list[str]:
    """What is said about the front of a poker card: code and message."""
    both = {"game.yaml": GAME + deck("cards", "63x88", 1), "templates/toy/front.xml": front, **(files or {})}
    return [f"{d.code} {d.message}" for d in open_kit(written(folder, both), "toy", Clock()).diagnostics]


LINE = 'at="10mm 40mm" width="40mm" height="8mm" align="center"'


@pytest.mark.parametrize(
    "ground",
    [
        '<rect at="5mm 30mm" width="50mm" height="30mm" rotate="180" fill="#222222"/>',
        '<rect at="15mm 20mm" width="30mm" height="50mm" rotate="90" fill="#222222"/>',
        '<rect at="5mm 30mm" width="50mm" height="30mm" rotate="45" fill="#222222"/>',
        '<circle at="30mm 43mm" anchor="center" r="20mm" rotate="30" fill="#222222"/>',
    ],
    ids=["180", "90", "45", "circle"],
)
def test_a_turned_shape_is_a_ground(tmp_path: Path, ground: str) -> None:
    assert told(tmp_path, f'<face>{ground}<text {LINE} color="white">words</text></face>') == []
    (bad,) = told(tmp_path, f'<face>{ground}<text {LINE} color="#333333">words</text></face>')
    assert bad.startswith("P314 a text in #333333 on #222222 has a contrast of 1.2")


@pytest.mark.parametrize("degrees", [0, 90, 180, 30])
def test_a_text_is_judged_in_whatever_is_turned(tmp_path: Path, degrees: int) -> None:
    box = f'<stack at="12mm 24mm" width="40mm" height="40mm" fill="#222222" rotate="{degrees}">%s</stack>'
    text = '<text at="2mm 15mm" width="36mm" height="8mm" color="%s">words</text>'
    assert told(tmp_path, f"<face>{box % (text % 'white')}</face>") == []
    assert len(told(tmp_path, f"<face>{box % (text % '#333333')}</face>")) == 1


# --- ink beyond the trim -------------------------------------------------------------------------------------------------------------


def reach(folder: Path, front: str, size: str = "63x88", files: Mapping[str, str | bytes] | None = None) -> tuple[int, int, int, int]:
    """How far the ink of a front goes beyond each edge of the trim, in whole millimetres: left, top, right, bottom."""
    both = {"game.yaml": GAME + deck("cards", size, 1), "templates/toy/front.xml": front, **(files or {})}
    (side,) = open_kit(written(folder, both), "toy", Clock()).sides
    face = side.laid[0].face
    boxes = list(inked(face.items, IDENTITY))
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.right for b in boxes), max(b.bottom for b in boxes)
    return (round(-left / 1000), round(-top / 1000), round((right - face.size.width) / 1000), round((bottom - face.size.height) / 1000))


def inked(items: Iterable[Item], transform: Transform) -> Iterator[Rect]:
    """The bounds of every fill and image."""
    for item in items:
        if isinstance(item, Group):
            inner = item.transform.then(transform) if item.transform else transform
            if item.clip:
                yield inner.bounds(bounds(item.clip))
            else:
                yield from inked(item.items, inner)
        elif isinstance(item, Shape) and item.fill:
            yield transform.bounds(bounds(item.path))
        elif isinstance(item, Image):
            yield transform.bounds(item.area)


ALL = 'width="100%" height="100%"'
BLUE = 'fill="#99ccff"'


@pytest.mark.parametrize(
    ("inner", "beyond"),
    [
        (f"<rect {ALL} {BLUE}/>", (3, 3, 3, 3)),
        (f'<rect {ALL} {BLUE} rotate="180"/>', (3, 3, 3, 3)),
        (f'<rect at="0 0" width="100%" height="20mm" {BLUE}/>', (3, 3, 3, -68)),
        (f'<stack {ALL} rotate="180"><rect at="0 0" width="100%" height="20mm" {BLUE}/></stack>', (3, -68, 3, 3)),
        (f'<stack {ALL} rotate="180"><stack {ALL} rotate="180" {BLUE}/></stack>', (3, 3, 3, 3)),
        (f'<rect at="-12.5mm 12.5mm" width="88mm" height="63mm" rotate="90" {BLUE}/>', (3, 3, 3, 3)),
        (f'<rect at="-12.5mm 12.5mm" width="88mm" height="20mm" rotate="-90" {BLUE}/>', (-22, 3, -22, -22)),
        (f'<rect {ALL} fill="pattern:dots" color="#99ccff" rotate="180"/>', (3, 3, 3, 3)),
        (f'<stack {ALL} padding="4mm"><rect {ALL} {BLUE}/></stack>', (-4, -4, -4, -4)),
        (f'<stack {ALL} padding="4mm" {BLUE}/>', (3, 3, 3, 3)),
        (f'<column {ALL}><rect height="10mm" {BLUE}/><rect grow="1" fill="#ccff99"/></column>', (3, 3, 3, 3)),
    ],
    ids=["all", "all, 180", "band", "band, 180", "180 twice", "90", "-90", "pattern, 180", "padded", "padding", "column"],
)
def test_what_touches_the_trim_runs_on_into_the_bleed(tmp_path: Path, inner: str, beyond: tuple[int, ...]) -> None:
    assert reach(tmp_path, f"<face>{inner}</face>") == beyond


# --- the same print, however many processors -----------------------------------------------------------------------------------------

NAMED = '<face><text at="4mm 4mm" width="40mm" height="9mm" size="12pt" min="6pt" lines="1" group="g">{{ card.id }} {{ card.hue }}</text>%s</face>'
MACRO = '{% macro one(x) %}<text at="4mm 4mm" width="36mm" height="9mm" lines="1" min="9pt">{{ x }}</text>{% endmacro %}'
LONG = "a word too many " * 5


def shared(folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, front: str, hues: dict[int, str], back: str) -> tuple[str, dict[str, bytes]]:
    """What is said about 30 cards by so many processes, and their PDFs when nothing is an error. `hues` are those that differ."""
    monkeypatch.setattr("pnp.typeset.WORTH_SHARING", 2)
    monkeypatch.setattr("pnp.typeset.os.cpu_count", lambda: 4)
    cards = "".join(f'      - {{id: c{n}, hue: "{hues.get(n, n % 2)}"}}\n' for n in range(30))
    decks = deck("cards", "63x88", 1, "back: back.xml", "backs: each")
    game = GAME + decks[: decks.index("    cards: [")] + "    cards:\n" + cards
    files = {"game.yaml": game, "templates/toy/front.xml": front, "templates/toy/back.xml": back, "templates/toy/m.xml": MACRO}
    kit = open_kit(written(folder / str(jobs), files), "toy", Clock(), jobs)
    told = said(kit.diagnostics, folder / str(jobs))
    return told, {} if any(d.is_error for d in kit.diagnostics) else drawn(imposed(kit, Order(press())), Clock(), jobs)


@pytest.mark.parametrize(
    ("front", "hues", "back", "told"),
    [
        (NAMED % "", {}, BACK, ""),
        (NAMED % "", {28: "a longer hue"}, BACK, ""),
        (NAMED % "", {2: "a longer hue"}, BACK, ""),
        (NAMED % "", {28: LONG * 9, 3: LONG * 9}, BACK, "P310"),
        ('<face><text at="4mm 4mm" width="40mm" height="9mm" color="#cccccc">{{ card.hue }}</text></face>', {}, BACK, "P314"),
        (NAMED % '{% if card.id == "c28" %}{{ card.no }}{% endif %}', {}, BACK, "P302"),
        (NAMED % '{% if card.id == "c28" %}</b>{% endif %}', {}, BACK, "P303"),
        (NAMED % "", {28: "漢", 4: "漢字"}, BACK, "P315"),
        (NAMED % '{% if card.id == "c28" %}<image src="no.png" width="5mm"/>{% endif %}', {}, "<face>\n" + '<image src="no.png"/></face>', "P130"),
        ('{% import "m.xml" as m %}<face>{{ m.one(card.hue) }}</face>', {27: LONG}, f'{{% import "m.xml" as m %}}<face>{{{{ m.one("{LONG}" if card.id == "c3" else 1) }}}}</face>', "P310"),
    ],
    ids=["plain", "least size late", "least size early", "overflow", "two looks", "name", "xml", "glyph", "image", "macro on both sides"],
)  # fmt: skip
def test_findings_and_bytes_do_not_depend_on_the_processors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, front: str, hues: dict[int, str], back: str, told: str
) -> None:
    alone = shared(tmp_path, monkeypatch, 1, front, hues, back)
    assert told in alone[0] and bool(alone[0]) is bool(told)
    for jobs in (2, 3):
        assert shared(tmp_path, monkeypatch, jobs, front, hues, back) == alone


def test_a_text_that_runs_off_the_card_is_one_finding_not_one_a_line(tmp_path: Path) -> None:
    words = "word " * 400
    found = told(tmp_path, f'<face><text at="5mm 5mm" width="50mm" height="30mm">{words}</text></face>')
    assert [line[:4] for line in found] == ["P310", "P313"]
    assert "beyond the trim" in found[1]
    two = '<text at="1mm 5mm" width="50mm">one line<br/>another</text><text at="2mm 50mm" width="50mm">far</text>'
    assert [line[:33] for line in told(tmp_path, f"<face>{two}</face>")] == ["P313 a text stands 1 mm from the "]


DARK = 'fill="#222222"'


@pytest.mark.parametrize(
    ("ground", "color", "bad"),
    [
        (f'<rect {ALL} {DARK} opacity="0.1"/>', "#1d1d1b", ""),
        (f'<rect {ALL} {DARK} opacity="0.1"/>', "#ffffff", "#ffffff on #e9e9e9"),
        (f'<rect {ALL} {DARK}/><rect {ALL} fill="white" opacity="0.8"/>', "#1d1d1b", ""),
        (f'<rect {ALL} {DARK}/><rect {ALL} fill="white" opacity="0.8"/>', "#ffffff", "#ffffff on #d3d3d3"),
        (f'<stack {ALL} opacity="0.1"><rect {ALL} {DARK}/></stack>', "#ffffff", "#ffffff on #e9e9e9"),
        (f'<circle at="50% 43mm" anchor="center" r="60mm" {DARK}/>', "#ffffff", ""),
        (f'<circle at="10mm 20mm" anchor="center" r="30mm" {DARK}/>', "#1d1d1b", ""),
        (f'<polygon {ALL} points="0 0, 100% 0, 100% 60%, 0 100%" {DARK}/>', "#ffffff", ""),
        (f'<polygon {ALL} points="0 0, 40% 0, 0 70%, 0 100%, 100% 100%, 100% 90%, 0 90%" {DARK}/>', "#1d1d1b", ""),
        ('<icon name="shield" at="50% 44mm" anchor="center" size="30mm" color="#222222"/>', "#ffffff", ""),
        ('<icon name="shield" at="50% 44mm" anchor="center" size="30mm" color="#222222"/>', "#1d1d1b", "#1d1d1b on #222222"),
        (f'<rect {ALL} fill="pattern:stripes" color="#222222" ground="#eeeeee"/>', "#ffffff", "#ffffff on #eeeeee"),
        (f'<rect {ALL} fill="pattern:stripes" color="#222222" ground="#eeeeee"/>', "#1d1d1b", "#1d1d1b on #222222"),
        (f'<rect {ALL} fill="pattern:dots" color="#dddddd" ground="white"/>', "#1d1d1b", ""),
        (f'<rect at="5mm 5mm" width="40mm" height="30mm" fill="pattern:stripes" color="#222222"/>', "#1d1d1b", ""),
        (f'<circle at="10mm 20mm" anchor="center" r="30mm" fill="pattern:dots" color="#222222"/>', "#1d1d1b", ""),
    ],
)  # fmt: skip
def test_a_text_is_judged_on_what_is_seen_behind_it(tmp_path: Path, ground: str, color: str, bad: str) -> None:
    line = f'<text at="20mm 40mm" width="23mm" height="8mm" align="center" valign="middle" color="{color}">text</text>'
    found = [line for line in told(tmp_path, f'<face>{ground}{line}<rect at="1mm 1mm" width="2mm" height="2mm" {DARK}/></face>') if "P314" in line]
    assert [line[: len(bad) + 15] for line in found] == ([f"P314 a text in {bad}"] if bad else [])


def test_a_pale_text_is_judged_as_it_is_seen(tmp_path: Path) -> None:
    line = f'<text {LINE} opacity="0.4">words</text>'
    assert told(tmp_path, f"<face>{line}</face>")[0].startswith("P314 a text in #a5a5a4 on #ffffff has a contrast of 2.4")
