"""What a printer and a person with a paper cutter find on paper: small games of awkward sizes,
from data to sheets.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

import PIL.Image
import pytest
from cli.pnp import pnp
from model.toy import written

from pnp.assets.paths import bounds
from pnp.build.conductor import make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.face import Face, Group, Image, Item, Shape
from pnp.impose import Duplex, PaperOptions
from pnp.units.geometry import IDENTITY, Rect, Transform, parse_length, parse_paper

GAME = """\
title: Paper
players: {min: 1, max: 4}
components:
"""
FRONT = '<face fill="{{ card.hue }}"><text at="5mm 5mm" width="20mm" height="9mm">{{ card.id }}</text></face>\n'
BACK = '<face fill="#224466"/>\n'
OWN = '<face fill="{{ card.hue }}"><text at="5mm 5mm" width="20mm" height="9mm" color="white">{{ card.id }}</text></face>\n'


def deck(name: str, size: str, count: int, *more: str) -> str:
    """A component of `count` cards; `more` are further keys."""
    cards = ", ".join(
        f'{{id: {name[0]}{n}, hue: "#ffe0{n % 100:02d}"}}' for n in range(1, count + 1)
    )
    keys = [
        "kind: deck",
        f"size: {size}",
        "fields: {hue: text}",
        "front: front.xml",
        *more,
        f"cards: [{cards}]",
    ]
    return "\n    ".join([f"  {name}:", *keys]) + "\n"


def press(
    paper: str = "a4",
    duplex: str = "long",
    gutter: str = "0",
    margin: str = "5mm",
    marks: bool = True,
) -> PaperOptions:
    return PaperOptions(
        parse_paper(paper), Duplex(duplex), parse_length(gutter), parse_length(margin), marks
    )


def printed(
    folder: Path, decks: str, wanted: PrintOptions, files: Mapping[str, str | bytes] | None = None
) -> Print:
    """A game of these decks on sheets."""
    both: dict[str, str | bytes] = {
        "game.yaml": GAME + decks,
        "templates/toy/front.xml": FRONT,
        "templates/toy/back.xml": BACK,
        "templates/toy/own.xml": OWN,
        **(files or {}),
    }
    return impose_kit(make_kit(written(folder, both), "toy"), wanted)


# --- what is said about the sheets
# --------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [("small", "wide"), ("wide", "small")])
def test_bleed_in_the_printer_margin_is_noted_whichever_component_it_is(
    tmp_path: Path, order: tuple[str, str]
) -> None:
    decks = {"small": deck("small", "44x68", 2), "wide": deck("wide", "200x120", 2)}
    done = printed(tmp_path, "".join(decks[name] for name in order), PrintOptions(press()))
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
def test_cuts_without_a_mark_are_noted(tmp_path: Path, how: PaperOptions, told: list[str]) -> None:
    done = printed(
        tmp_path, deck("mats", "120x100", 4, "bleed: 0mm", "title: Mats"), PrintOptions(how)
    )
    lacking = [
        what
        for note in done.notes
        for what in note.removeprefix('"Mats": no room for ').split(", ")
    ]
    assert [what for what in lacking if "crop marks" in what] == told


def test_backs_that_share_no_cuts_are_parted_by_a_gutter(tmp_path: Path) -> None:
    each = deck("own", "63x88", 20, "back: own.xml", "backs: each", "title: Own")
    apart = printed(tmp_path, each, PrintOptions(press()))
    assert [len(d.sheets) for d in apart.documents] == [7]
    assert not [note for note in apart.notes if "gutter" in note]
    together = printed(tmp_path, each, PrintOptions(press(gutter="6mm")))
    assert ([len(d.sheets) for d in together.documents], together.notes) == ([3], ())
    fronts = printed(tmp_path, each, PrintOptions(press(duplex="none")))
    said = '"Own": its second side is not printed, since --duplex is none'
    assert ([len(d.sheets) for d in fronts.documents], fronts.notes) == ([3], (said,))


# --- what stands on what
# --------------------------------------------------------------------------------


def told(folder: Path, front: str, files: Mapping[str, str | bytes] | None = None) -> list[str]:
    """What is said about the front of a poker card: code and message."""
    both = {
        "game.yaml": GAME + deck("cards", "63x88", 1),
        "templates/toy/front.xml": front,
        **(files or {}),
    }
    return [f"{d.code} {d.message}" for d in make_kit(written(folder, both), "toy").diagnostics]


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
def test_turned_shape_is_a_ground(tmp_path: Path, ground: str) -> None:
    assert told(tmp_path, f'<face>{ground}<text {LINE} color="white">words</text></face>') == []
    (bad,) = told(tmp_path, f'<face>{ground}<text {LINE} color="#333333">words</text></face>')
    assert bad.startswith("P314 a text in #333333 on #222222 has a contrast of 1.2")


@pytest.mark.parametrize("degrees", [0, 90, 180, 30])
def test_text_is_judged_in_whatever_is_turned(tmp_path: Path, degrees: int) -> None:
    box = f'<stack at="12mm 24mm" width="40mm" height="40mm" fill="#222222" rotate="{degrees}">%s</stack>'
    text = '<text at="2mm 15mm" width="36mm" height="8mm" color="%s">words</text>'
    assert told(tmp_path, f"<face>{box % (text % 'white')}</face>") == []
    assert len(told(tmp_path, f"<face>{box % (text % '#333333')}</face>")) == 1


# --- ink beyond the trim
# --------------------------------------------------------------------------------


def made(
    folder: Path, front: str, size: str = "63x88", files: Mapping[str, str | bytes] | None = None
) -> Face:
    """The front of a card."""
    both = {
        "game.yaml": GAME + deck("cards", size, 1),
        "templates/toy/front.xml": front,
        **(files or {}),
    }
    (side,) = make_kit(written(folder, both), "toy").sides
    return side.laid[0].face


def reach(
    folder: Path, front: str, size: str = "63x88", files: Mapping[str, str | bytes] | None = None
) -> tuple[int, int, int, int]:
    """How far the ink of a front goes beyond each edge of the trim, in whole millimetres: left,
    top, right, bottom.
    """
    face = made(folder, front, size, files)
    boxes = list(inked(face.items, IDENTITY))
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    right, bottom = max(b.right for b in boxes), max(b.bottom for b in boxes)
    return (
        round(-left / 1000),
        round(-top / 1000),
        round((right - face.size.width) / 1000),
        round((bottom - face.size.height) / 1000),
    )


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
        (
            f'<stack {ALL} rotate="180"><rect at="0 0" width="100%" height="20mm" {BLUE}/></stack>',
            (3, -68, 3, 3),
        ),
        (f'<stack {ALL} rotate="180"><stack {ALL} rotate="180" {BLUE}/></stack>', (3, 3, 3, 3)),
        (
            f'<rect at="-12.5mm 12.5mm" width="88mm" height="63mm" rotate="90" {BLUE}/>',
            (3, 3, 3, 3),
        ),
        (
            f'<rect at="-12.5mm 12.5mm" width="88mm" height="20mm" rotate="-90" {BLUE}/>',
            (-22, 3, -22, -22),
        ),
        (f'<rect {ALL} fill="pattern:dots" color="#99ccff" rotate="180"/>', (3, 3, 3, 3)),
        (f'<stack {ALL} padding="4mm"><rect {ALL} {BLUE}/></stack>', (-4, -4, -4, -4)),
        (f'<stack {ALL} padding="4mm" {BLUE}/>', (3, 3, 3, 3)),
        (f'<rect {ALL} stroke="#99ccff" stroke-width="2mm"/>', (3, 3, 3, 3)),
        (
            f'<rect {ALL} fill="white" stroke="#99ccff" stroke-width="2mm" rotate="180"/>',
            (3, 3, 3, 3),
        ),
        (
            '<rect at="0 10mm" width="30mm" height="20mm" stroke="#99ccff" stroke-width="1mm"/>',
            (3, -10, -33, -58),
        ),
        (f'<image {ALL} src="p.png"/>', (3, 3, 3, 3)),
        (f'<image {ALL} src="p.png" rotate="180"/>', (3, 3, 3, 3)),
        (f'<image {ALL} src="p.png" fit="stretch"/>', (3, 3, 3, 3)),
        ('<image at="0 0" width="100%" height="20mm" src="p.png" fit="stretch"/>', (3, 3, 3, -68)),
        (
            f'<column {ALL}><rect height="10mm" {BLUE}/><rect grow="1" fill="#ccff99"/></column>',
            (3, 3, 3, 3),
        ),
    ],
)
def test_what_touches_the_trim_runs_on_into_the_bleed(
    tmp_path: Path, inner: str, beyond: tuple[int, ...]
) -> None:
    out = BytesIO()
    PIL.Image.new("RGB", (90, 120), (40, 90, 160)).save(out, "PNG")
    assert reach(tmp_path, f"<face>{inner}</face>", files={"p.png": out.getvalue()}) == beyond


def test_border_at_the_trim_is_as_wide_as_it_says_and_colours_the_bleed(tmp_path: Path) -> None:
    text = '<text at="2mm 40mm" width="59mm" height="9mm" align="center">words</text>'
    assert told(tmp_path, f'<face stroke="#222222" stroke-width="6mm">{text}</face>') == []
    border = made(tmp_path, '<face fill="#ffffee" stroke="#222222" stroke-width="2mm"/>').items[-1]
    assert (border.fill, border.stroke) == ("#222222", None)
    assert (
        border.path
        == "M-3000 -3000L66000 -3000L66000 91000L-3000 91000ZM2000 2000L2000 86000L61000 86000L61000 2000Z"
    )
    dashed = made(
        tmp_path, '<face fill="#ffffee" stroke="#222222" stroke-width="2mm" dash="2mm"/>'
    ).items[-1]
    assert dashed.stroke and dashed.stroke[:3] == ("#222222", 2_000, (2_000,))


# --------------------------------------------------------------------------------


def test_text_that_runs_off_the_card_is_one_finding_not_one_a_line(tmp_path: Path) -> None:
    words = "word " * 400
    found = told(
        tmp_path, f'<face><text at="5mm 5mm" width="50mm" height="30mm">{words}</text></face>'
    )
    assert [line[:4] for line in found] == ["P310"]
    (beyond,) = told(
        tmp_path, f'<face><text at="40mm 5mm" width="40mm" height="40mm">{words[:99]}</text></face>'
    )
    assert beyond.startswith("P313") and "beyond the trim" in beyond
    two = '<text at="1mm 5mm" width="50mm">one line<br/>another</text><text at="2mm 50mm" width="50mm">far</text>'
    assert [line[:33] for line in told(tmp_path, f"<face>{two}</face>")] == [
        "P313 a text stands 1 mm from the "
    ]


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
        ('<rect at="5mm 5mm" width="40mm" height="30mm" fill="pattern:stripes" color="#222222"/>', "#1d1d1b", ""),
        ('<circle at="10mm 20mm" anchor="center" r="30mm" fill="pattern:dots" color="#222222"/>', "#1d1d1b", ""),
    ],
)  # fmt: skip
def test_text_is_judged_on_what_is_seen_behind_it(
    tmp_path: Path, ground: str, color: str, bad: str
) -> None:
    line = f'<text at="20mm 40mm" width="23mm" height="8mm" align="center" valign="middle" color="{color}">text</text>'
    found = [
        line
        for line in told(
            tmp_path,
            f'<face>{ground}{line}<rect at="1mm 1mm" width="2mm" height="2mm" {DARK}/></face>',
        )
        if "P314" in line
    ]
    assert [line[: len(bad) + 15] for line in found] == ([f"P314 a text in {bad}"] if bad else [])


def test_pale_text_is_judged_as_it_is_seen(tmp_path: Path) -> None:
    line = f'<text {LINE} opacity="0.4">words</text>'
    assert told(tmp_path, f"<face>{line}</face>")[0].startswith(
        "P314 a text in #a5a5a4 on #ffffff has a contrast of 2.4"
    )


WORKERS = """
import os, time
from pnp.build.pool import each
def task(number):
    return os.getpid() if number < 2 else time.sleep(60)
results = each(task, [(0,), (1,), (2,)], 2)
print(next(results), next(results), flush=True)
next(results)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are asked for by signal 0")
def test_no_process_outlives_a_build_that_is_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WORKERS], stdout=subprocess.PIPE, text=True
    ) as build:
        workers = [int(pid) for pid in build.stdout.readline().split()]
        build.kill()
        until = time.monotonic() + 10
        # They hold the pipe as well: it ends when the last of them has gone.
        assert build.stdout.read() == ""
        assert workers and time.monotonic() < until


# --- printing again as a person does
# --------------------------------------------------------------------------------


def home(folder: Path, monkeypatch: pytest.MonkeyPatch, count: int = 12) -> Path:
    """A workspace with one deck, as the current folder; its deck's file."""
    files = {
        "game.yaml": GAME + deck("heroes", "63x88", count, "back: back.xml"),
        "templates/toy/front.xml": FRONT,
        "templates/toy/back.xml": BACK,
    }
    written(folder, files)
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith("PNP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PNP_UNTRUSTED", "no")
    return folder / "data/toy/game.yaml"


@pytest.mark.parametrize("cards", ["", ",", " , "])
def test_empty_list_of_cards_prints_nothing_not_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cards: str
) -> None:
    home(tmp_path, monkeypatch)
    run = pnp("build", "--cards", cards)
    assert (run.status, run.out) == (2, "")
    assert "no card is named" in run.talk and not (tmp_path / "output").exists()


def test_changes_are_told_with_what_to_do_once_they_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = home(tmp_path, monkeypatch)
    assert pnp("build").status == 0
    game.write_text(game.read_text().replace("#ffe003", "#ffd003"))
    run = pnp("build", "--changed-since", "output/toy/manifest.json", "-o", "new")
    assert (run.status, run.out.count("1 sheet, 1 card\n")) == (0, 1)
    assert "  take out of your print: heroes/h3\n" in run.talk
    told = "  note: once these are printed, build without --changed-since: the next changes are told from its manifest.json\n"
    assert told in run.talk
    # And so it is: the next change alone is printed.
    assert pnp("build").status == 0
    game.write_text(game.read_text().replace("#ffe005", "#ffd005"))
    assert (
        "take out of your print: heroes/h5\n"
        in pnp("build", "--changed-since", "output/toy/manifest.json", "-o", "new").talk
    )
    unchanged = pnp(
        "build", "--changed-since", "new/toy/manifest.json", "--cards", "h5", "-o", "newer"
    )
    assert unchanged.status == 0 and told not in unchanged.talk


def test_finding_counts_cards_not_looks(tmp_path: Path) -> None:
    pale = '<face><text at="5mm 5mm" width="20mm" height="9mm" color="#cccccc">{{ card.hue[-1] }}</text></face>\n'
    both = {"game.yaml": GAME + deck("cards", "63x88", 12), "templates/toy/front.xml": pale}
    (found,) = make_kit(written(tmp_path, both), "toy").diagnostics
    assert [note.message for note in found.notes] == [
        'card "c1" is here',
        "the same on 11 more cards: c2, c3, c4, c5, c6, c7 …",
    ]
