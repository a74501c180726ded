"""The stages together: what is printed, what is left out, what an earlier print lacks, and what
stops a build.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from model.toy import said, written

from pnp.build.conductor import BuildReport, Job, build, make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions, drafted
from pnp.diagnostics import Problems
from pnp.face import Group, Item, Text
from pnp.impose import Duplex, PaperOptions
from pnp.load.workspace import Workspace, find
from pnp.output.manifest import FORMAT
from pnp.units.geometry import Um, parse_paper

GAME = """\
title: Toy
players: {min: 2, max: 4}
components:
  heroes:
    kind: deck
    cards: heroes.yaml
    fields: {name: text}
    size: 63x88
    front: hero.xml
    back: back.xml
  coins:
    kind: deck
    cards: coins.yaml
    fields: {worth: int}
    size: 30x30
    front: coin.xml
"""
HEROES = "- {id: ann, name: Ann}\n- {id: bob, name: Bob, count: 3}\n- {id: cid, name: Cid}\n- {id: dan, name: Dan}\n"
COINS = "- {id: one, worth: 1, count: 4}\n- {id: five, worth: 5, count: 2}\n"
TOY: dict[str, str | bytes] = {
    "game.yaml": GAME,
    "heroes.yaml": HEROES,
    "coins.yaml": COINS,
    "templates/toy/hero.xml": '<face>\n<text at="5mm 5mm" width="50mm" height="9mm">{{ card.name }}</text>\n</face>\n',
    "templates/toy/back.xml": '<face fill="#224466">\n<text at="5mm 5mm" width="50mm" color="white">back</text>\n</face>\n',
    "templates/toy/coin.xml": '<face>\n<text at="5mm 5mm" width="20mm" height="9mm">{{ card.worth }}</text>\n</face>\n',
}
BROKEN = "- {id: T1, says: ten heroes, kind: count, of: heroes, is: 10, basis: stated}\n"


def press(
    paper: str = "a4", duplex: str = "long", gutter: int = 0, margin: int = 5_000
) -> PaperOptions:
    return PaperOptions(parse_paper(paper), Duplex(duplex), Um(gutter), Um(margin), True)


def place(folder: Path, files: Mapping[str, str | bytes]) -> Workspace:
    """The toy on disk with some files changed."""
    written(folder, {**TOY, **files})
    return find(folder)


def made(
    folder: Path, wanted: PrintOptions, files: Mapping[str, str | bytes] | None = None
) -> Print:
    """The toy imposed."""
    return impose_kit(make_kit(written(folder, {**TOY, **(files or {})}), "toy"), wanted)


def printed(done: Print) -> Counter[str]:
    """Which cards lie on the rectos, and how often."""
    return Counter(
        f"{p.component}/{p.card}"
        for d in done.documents
        for s in d.sheets
        for p in s.recto.placements
        if p.side == "front"
    )


def refusal(
    folder: Path, wanted: PrintOptions, files: Mapping[str, str | bytes] | None = None
) -> str:
    """What stops a print."""
    with pytest.raises(Problems) as problem:
        made(folder, wanted, files)
    return said(problem.value.diagnostics, folder)


def run(
    folder: Path, wanted: PrintOptions, files: Mapping[str, str | bytes] | None = None, **how: bool
) -> BuildReport:
    """Build the toy into `out`."""
    return build(
        place(folder, files or {}), Job("toy", folder / "data/toy", folder / "out", wanted, **how)
    )


def state(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file of a folder: its SHA-256 and time of change."""
    return {
        p.name: (hashlib.sha256(p.read_bytes()).hexdigest(), p.stat().st_mtime_ns)
        for p in folder.iterdir()
        if p.name != ".pnp.lock"
    }


ALL = Counter(
    {
        "heroes/ann": 1,
        "heroes/bob": 3,
        "heroes/cid": 1,
        "heroes/dan": 1,
        "coins/one": 4,
        "coins/five": 2,
    }
)


# --- a whole game
# --------------------------------------------------------------------------------


def test_every_copy_is_printed_once(tmp_path: Path) -> None:
    assert printed(made(tmp_path, PrintOptions(press()))) == ALL


def test_a_build_says_what_it_wrote(tmp_path: Path) -> None:
    report = run(tmp_path, PrintOptions(press()))
    assert [(Path(row.file).name, row.sheets, row.pieces, row.duplex) for row in report.files] == [
        ("print-me-first.pdf", 1, 0, "none"),
        ("cards.pdf", 1, 6, "long"),
        ("cards-one-sided.pdf", 1, 6, "none"),
    ]
    assert [row.bytes for row in report.files] == [
        Path(row.file).stat().st_size for row in report.files
    ]
    assert (report.game, report.title, report.cards, report.cards_of, report.written) == (
        "toy",
        "Toy",
        12,
        12,
        True,
    )
    assert report.stages.keys() >= {"load", "check", "impose", "draw", "write"}
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert (manifest["format"], manifest["game"], sorted(manifest["files"])) == (
        FORMAT,
        "toy",
        ["cards-one-sided.pdf", "cards.pdf", "print-me-first.pdf"],
    )


def test_kept_promises_are_counted(tmp_path: Path) -> None:
    rules = (
        BROKEN.replace("10", "6")
        + "- {id: T2, says: x, kind: count, of: coins, is: 99, basis: ours}\n"
    )
    assert (
        run(tmp_path, PrintOptions(press()), {"rules.yaml": rules}, write=False).promises_kept == 1
    )


def test_bleed_in_the_printer_margin_is_noted(tmp_path: Path) -> None:
    assert made(tmp_path, PrintOptions(press("a4"))).notes == ()
    tight = made(tmp_path, PrintOptions(press("131x181", margin=2_000)))
    assert tight.notes[0] == "bleed runs 2 mm into the printer margin; the cut size stays inside it"


# --- parts of a game
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "cards"),
    [
        ({"only": ("coins",)}, {"coins/one": 4, "coins/five": 2}),
        ({"only": ("coins", "heroes")}, ALL),
        ({"cards": ("bob",)}, {"heroes/bob": 3}),
        ({"cards": ("dan", "one")}, {"heroes/dan": 1, "coins/one": 4}),
        ({"cards": ("heroes/ann", "ann")}, {"heroes/ann": 1}),
        ({"only": ("coins",), "cards": ("five",)}, {"coins/five": 2}),
    ],
)
def test_a_part(tmp_path: Path, wanted: dict[str, Any], cards: dict[str, int]) -> None:
    assert printed(made(tmp_path, PrintOptions(press(), **wanted))) == Counter(cards)


def test_an_id_that_two_decks_have(tmp_path: Path) -> None:
    coins = {"coins.yaml": COINS.replace("id: one", "id: ann")}
    assert printed(made(tmp_path, PrintOptions(press(), cards=("ann",)), coins)) == Counter(
        {"heroes/ann": 1, "coins/ann": 4}
    )
    assert printed(made(tmp_path, PrintOptions(press(), cards=("coins/ann",)), coins)) == Counter(
        {"coins/ann": 4}
    )


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (
            {"only": ("coin",)},
            'error P601 --only: "toy" has no component "coin"\n  hint: did you mean "coins"?',
        ),
        (
            {"only": ("cards",)},
            'error P601 --only: "toy" has no component "cards"\n  hint: known here: coins, deck, heroes',
        ),
        (
            {"only": ("decks",)},
            'error P601 --only: "toy" has no component "decks"\n  hint: did you mean "deck"?',
        ),
        (
            {"cards": ("coins",)},
            'error P601 --cards: "toy" has no card "coins"\n  hint: for the whole component: --only coins',
        ),
        (
            {"cards": ("bobb",)},
            'error P601 --cards: "toy" has no card "bobb"\n  hint: did you mean "bob"?',
        ),
        (
            {"cards": ("ann", "danny", "x/ann")},
            'error P601 --cards: "toy" has no card "danny"\n  hint: did you mean "dan" or "ann"?\n'
            'error P601 --cards: "toy" has no card "x/ann"\n  hint: did you mean "ann"?',
        ),
        (
            {"only": ("coins",), "cards": ("ann",)},
            'error P601 --cards: "toy" has no card "ann"\n  hint: known here: five, one',
        ),
    ],
)
def test_a_part_that_is_not_there(tmp_path: Path, wanted: dict[str, Any], told: str) -> None:
    assert refusal(tmp_path, PrintOptions(press(), **wanted)) == told


# --- since an earlier print
# --------------------------------------------------------------------------------


def earlier(
    folder: Path, files: Mapping[str, str | bytes] | None = None, duplex: str = "long"
) -> bytes:
    """The manifest of a build."""
    run(folder, PrintOptions(press(duplex=duplex)), files)
    return (folder / "out/manifest.json").read_bytes()


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_nothing_changed(tmp_path: Path, duplex: str) -> None:
    done = made(
        tmp_path, PrintOptions(press(duplex=duplex), changed_since=earlier(tmp_path, duplex=duplex))
    )
    assert (done.documents, done.take_out) == ((), ())


CHANGES = {
    "a text": ({"heroes.yaml": HEROES.replace("name: Cid", "name: Cyd")}, {"heroes/cid": 1}, ["heroes/cid"]),
    "a text on all copies": ({"heroes.yaml": HEROES.replace("name: Bob", "name: Rob")}, {"heroes/bob": 3}, ["heroes/bob × 3"]),
    "a new name for the same card": ({"heroes.yaml": HEROES.replace("id: cid", "id: caspar")}, {}, []),
    "names that change places": ({"heroes.yaml": HEROES.replace("id: cid", "id: x").replace("id: dan", "id: cid")}, {}, []),
    "another order": ({"heroes.yaml": "".join(reversed(HEROES.splitlines(keepends=True)))}, {}, []),
    "a card gone": ({"heroes.yaml": HEROES.replace("- {id: cid, name: Cid}\n", "")}, {}, ["heroes/cid"]),
    "a card more": ({"heroes.yaml": HEROES + "- {id: eve, name: Eve}\n"}, {"heroes/eve": 1}, []),
    "two copies less": ({"heroes.yaml": HEROES.replace("count: 3", "count: 1")}, {}, ["heroes/bob × 2"]),
    "two copies more": ({"heroes.yaml": HEROES.replace("count: 3", "count: 5")}, {"heroes/bob": 2}, []),
    "one becomes another": (
        {"heroes.yaml": HEROES.replace("name: Cid", "name: Dan").replace("{id: dan, name: Dan}", "{id: dan, name: Eve}")},
        {"heroes/dan": 1},
        ["heroes/cid"],
    ),
    "a component gone": (
        {"game.yaml": GAME[: GAME.index("  coins:")]}, {}, ["coins/five × 2", "coins/one × 4"],
    ),
    "the back": (
        {"templates/toy/back.xml": str(TOY["templates/toy/back.xml"]).replace("#224466", "#446622")},
        {"heroes/ann": 1, "heroes/bob": 3, "heroes/cid": 1, "heroes/dan": 1},
        ["heroes/ann", "heroes/bob × 3", "heroes/cid", "heroes/dan"],
    ),
    "the size": (
        {"game.yaml": GAME.replace("30x30", "31x30")}, {"coins/one": 4, "coins/five": 2}, ["coins/five × 2", "coins/one × 4"],
    ),
    "the template, not the look": ({"templates/toy/coin.xml": "{# new #}\n" + str(TOY["templates/toy/coin.xml"])}, {}, []),
}  # fmt: skip


@pytest.mark.parametrize(("files", "cards", "out"), CHANGES.values(), ids=CHANGES.keys())
def test_only_what_changed(
    tmp_path: Path, files: dict[str, str], cards: dict[str, int], out: list[str]
) -> None:
    done = made(tmp_path, PrintOptions(press(), changed_since=earlier(tmp_path)), files)
    assert (printed(done), list(done.take_out)) == (Counter(cards), out)


def test_changes_lie_on_the_fewest_sheets(tmp_path: Path) -> None:
    names = "".join(f"- {{id: h{n}, name: N{n}}}\n" for n in range(40))
    old = earlier(tmp_path, {"heroes.yaml": names})
    new = names.replace("name: N3}", "name: M3}").replace("name: N33}", "name: M33}")
    done = made(tmp_path, PrintOptions(press(), changed_since=old), {"heroes.yaml": new})
    assert (printed(done), [len(d.sheets) for d in done.documents]) == (
        Counter({"heroes/h3": 1, "heroes/h33": 1}),
        [1],
    )


def test_a_part_of_what_changed(tmp_path: Path) -> None:
    old = earlier(tmp_path)
    new = {
        "heroes.yaml": HEROES.replace("Ann}", "Anna}").replace("Cid}", "Cyd}"),
        "coins.yaml": COINS.replace("worth: 1", "worth: 2"),
    }
    only = made(tmp_path, PrintOptions(press(), only=("heroes",), changed_since=old), new)
    assert (printed(only), only.take_out) == (
        Counter({"heroes/ann": 1, "heroes/cid": 1}),
        ("heroes/ann", "heroes/cid"),
    )
    kind = made(
        tmp_path,
        PrintOptions(press(), only=("deck",), changed_since=old),
        {"heroes.yaml": new["heroes.yaml"]},
    )
    assert (printed(kind), kind.take_out) == (
        Counter({"heroes/ann": 1, "heroes/cid": 1}),
        ("heroes/ann", "heroes/cid"),
    )
    cards = made(
        tmp_path, PrintOptions(press(), cards=("ann", "dan", "five"), changed_since=old), new
    )
    assert (printed(cards), cards.take_out) == (Counter({"heroes/ann": 1}), ("heroes/ann",))


def test_of_cards_that_look_alike_each_keeps_its_own(tmp_path: Path) -> None:
    twins = {"heroes.yaml": HEROES + "- {id: eva, name: Eve}\n- {id: eve, name: Eve}\n"}
    old = earlier(tmp_path, twins)
    for one in ("eva", "eve"):
        done = made(tmp_path, PrintOptions(press(), cards=(one,), changed_since=old), twins)
        assert (printed(done), done.take_out) == (Counter(), ())
    gone = made(
        tmp_path,
        PrintOptions(press(), changed_since=old),
        {"heroes.yaml": HEROES + "- {id: eve, name: Eve}\n"},
    )
    assert (printed(gone), gone.take_out) == (Counter(), ("heroes/eva",))


def test_a_print_of_fronts_only_is_compared_by_fronts(tmp_path: Path) -> None:
    both, fronts = earlier(tmp_path), earlier(tmp_path, duplex="none")
    assert (
        printed(made(tmp_path, PrintOptions(press(duplex="none"), changed_since=both))) == Counter()
    )
    # Its cards have no backs yet: those with one are new; coins have none either way.
    assert printed(made(tmp_path, PrintOptions(press(), changed_since=fronts))) == Counter(
        {k: v for k, v in ALL.items() if "heroes" in k}
    )


def test_where_nothing_changed_the_earlier_files_stay(tmp_path: Path) -> None:
    old = earlier(tmp_path)
    before = state(tmp_path / "out")
    report = run(tmp_path, PrintOptions(press(), changed_since=old))
    assert (report.files, report.written, report.cards) == ((), False, 0)
    assert state(tmp_path / "out") == before


def broken_manifests() -> dict[str, tuple[bytes, str]]:
    good = {
        "format": FORMAT,
        "game": "toy",
        "files": {"cards.pdf": {"sheets": [{"recto": [{"component": "heroes"}]}]}},
    }
    face = {"component": "heroes", "card": ["ann"], "copy": 1, "side": "front", "face": ""}
    return {
        "no JSON": (b"%PDF-1.7", "it is not JSON"),
        "empty": (b"", "it is not JSON"),
        "no UTF-8": (b"\xff\xfe\x00{", "it is not JSON"),
        "a list": (b"[]", "its parts are not those of a manifest"),
        "a format of another kind": (
            json.dumps({**good, "format": True}).encode(),
            "its format is not one that this version reads",
        ),
        "another format": (
            json.dumps({**good, "format": FORMAT + 1}).encode(),
            "its format is not one that this version reads",
        ),
        "another game": (
            json.dumps({**good, "game": "chess"}).encode(),
            'it belongs to the game "chess"',
        ),
        "cut off": (json.dumps(good).encode()[:-9], "it is not JSON"),
        "no files": (json.dumps({"format": FORMAT, "game": "toy"}).encode(), "'files' is missing"),
        "no cards": (json.dumps(good).encode(), "'card' is missing"),
        "files in a list": (
            json.dumps({**good, "files": []}).encode(),
            "its parts are not those of a manifest",
        ),
        "a list for an id": (
            json.dumps({**good, "files": {"a": {"sheets": [{"recto": [face]}]}}}).encode(),
            "its parts are not those of a manifest",
        ),
        "nested without end": (b"[" * 100_000, "its parts are not those of a manifest"),
    }


@pytest.mark.parametrize(
    ("manifest", "why"), broken_manifests().values(), ids=broken_manifests().keys()
)
def test_what_is_no_manifest(tmp_path: Path, manifest: bytes, why: str) -> None:
    told = refusal(tmp_path, PrintOptions(press(), changed_since=manifest))
    assert told.startswith(
        f"error P603 --changed-since: the file is no manifest of an earlier build ({why}"
    )
    assert told.endswith(
        "\n  hint: give the manifest.json that the earlier build left beside its PDFs"
    )


def test_a_manifest_of_an_earlier_version_is_not_compared_with(tmp_path: Path) -> None:
    old = json.dumps({"format": 1, "game": "toy", "files": {}}).encode()
    assert refusal(tmp_path, PrintOptions(press(), changed_since=old)) == (
        "error P603 --changed-since: an earlier version of pnp made this manifest, and told looks apart in another way\n"
        "  hint: print the kit once as a whole; the next changes are told from the manifest.json of that"
    )


def test_the_manifest_of_an_export_is_called_by_its_name(tmp_path: Path) -> None:
    """It was said to be of an earlier version of pnp."""
    old = json.dumps({"format": 1, "game": "toy", "component": "heroes", "files": {}}).encode()
    assert refusal(tmp_path, PrintOptions(press(), changed_since=old)) == (
        "error P603 --changed-since: this is the manifest of an export, not of a print\n"
        "  hint: give the manifest.json that the earlier build left beside its PDFs"
    )


# --- promises, warnings, dry runs
# --------------------------------------------------------------------------------


def words(items: tuple[Item, ...]) -> list[str]:
    """Every text of some items."""
    found: list[str] = []
    for item in items:
        if isinstance(item, Text):
            found.append(item.text)
        elif isinstance(item, Group):
            found += words(item.items)
    return found


def test_a_broken_promise_stops_the_print(tmp_path: Path) -> None:
    assert "error P501" in refusal(tmp_path, PrintOptions(press()), {"rules.yaml": BROKEN})


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "none"])
def test_a_draft_is_printed_and_says_so_on_every_side(tmp_path: Path, duplex: str) -> None:
    done = made(tmp_path, PrintOptions(press(duplex=duplex), draft=True), {"rules.yaml": BROKEN})
    assert [(str(d.severity), d.code) for d in done.kit.diagnostics] == [("warning", "P501")]
    sides = [
        side
        for document in done.documents
        for sheet in document.sheets
        for side in (sheet.recto, sheet.verso)
        if side
    ]
    assert len(sides) >= 2
    for side in sides:
        assert (
            sum("DRAFT: a promise of the rules is broken" in text for text in words(side.marks))
            == 1
        )


def test_a_draft_without_room_to_say_so_is_not_printed(tmp_path: Path) -> None:
    snug = PrintOptions(press("64x89", margin=0), only=("heroes",), draft=True)
    assert refusal(tmp_path, snug, {"rules.yaml": BROKEN}) == (
        "error P604 --draft: no room to say so on the sheets of Heroes\n"
        "  hint: mend the promise, or choose a larger --paper"
    )
    kept = made(tmp_path, snug, {"rules.yaml": BROKEN.replace("10", "6")})
    assert (
        kept.notes[-1]
        == '"Heroes": no room for the small line, the ruler, crop marks at any edge on its sheets'
    )


def test_a_draft_of_a_game_that_keeps_its_promises_says_nothing(tmp_path: Path) -> None:
    done = made(
        tmp_path, PrintOptions(press(), draft=True), {"rules.yaml": BROKEN.replace("10", "6")}
    )
    assert not any(
        "DRAFT" in text for d in done.documents for s in d.sheets for text in words(s.recto.marks)
    )


def test_a_draft_does_not_excuse_other_errors(tmp_path: Path) -> None:
    files = {"rules.yaml": BROKEN, "templates/toy/coin.xml": "<face/>"}
    assert "error P316" in refusal(tmp_path, PrintOptions(press(), draft=True), files)


def test_drafted_leaves_all_but_promises(tmp_path: Path) -> None:
    kit = make_kit(
        written(tmp_path, {**TOY, "rules.yaml": BROKEN, "templates/toy/coin.xml": "<face/>"}),
        "toy",
    )
    assert Counter((d.code, d.is_error) for d in kit.diagnostics) == Counter(
        {("P501", True): 1, ("P316", True): 1}
    )
    assert Counter((d.code, d.is_error) for d in drafted(kit).diagnostics) == Counter(
        {("P501", False): 1, ("P316", True): 1}
    )


def test_strict_stops_at_warnings(tmp_path: Path) -> None:
    files = {"rules.yaml": BROKEN.replace("stated", "ours")}
    report = run(tmp_path, PrintOptions(press()), files)
    assert ([d.code for d in report.diagnostics], report.written) == (["P501"], True)
    before = state(tmp_path / "out")
    with pytest.raises(Problems):
        run(tmp_path, PrintOptions(press("letter")), files, strict=True)
    assert state(tmp_path / "out") == before


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    report = run(tmp_path, PrintOptions(press()), write=False)
    assert ([row.sheets for row in report.files], report.cards, report.written) == (
        [1, 1, 1],
        12,
        False,
    )
    assert not (tmp_path / "out").exists()


# --- what cannot be printed
# --------------------------------------------------------------------------------


def test_a_card_larger_than_the_paper_is_named_at_its_size(tmp_path: Path) -> None:
    told = refusal(
        tmp_path, PrintOptions(press("a4")), {"game.yaml": GAME.replace("30x30", "250x201")}
    )
    assert told.startswith(
        "game.yaml:15:11: error P602 the sheet cannot be filled: a piece of 250 × 201 mm does not fit on paper of 210 × 297 mm"
    )
    assert told.endswith(
        "the next papers that would do: letter, legal, tabloid\n  hint: choose a larger --paper, or a smaller --margin"
    )


def test_of_two_sizes_the_one_that_does_not_fit_is_named(tmp_path: Path) -> None:
    told = refusal(
        tmp_path,
        PrintOptions(press("a4")),
        {"game.yaml": GAME.replace("63x88", "20x280").replace("30x30", "205x205")},
    )
    assert told.startswith("game.yaml:15:11: error P602 ")


def test_a_size_that_is_not_written_is_named_at_its_component(tmp_path: Path) -> None:
    told = refusal(
        tmp_path,
        PrintOptions(press("50x80")),
        {"game.yaml": GAME.replace("    size: 63x88\n", "")},
    )
    assert told.startswith(
        "game.yaml:5:5: error P602 the sheet cannot be filled: a piece of 63 × 88 mm does not fit"
    )


HERO = "templates/toy/hero.xml"
TROUBLE = {
    "an unknown variable": (
        {HERO: "<face>\n<text>{{ card.nam }}</text>\n</face>\n"},
        f'{HERO}:2: error P302 "ann" has no "nam"',
        'did you mean "name"?',
    ),
    "a statement that is not closed": (
        {HERO: "<face>\n{% if card.name %}\n</face>\n"},
        f"{HERO}:2: error P301 the template cannot be read: {{% if … %}} is never closed",
        "close it with {% endif %}",
    ),
    "an unknown filter": (
        {HERO: "<face>\n<text>{{ card.name | shout }}</text></face>\n"},
        f"{HERO}:2: error P301 the template cannot be read: No filter named 'shout'.",
        "",
    ),
    "an element that is not closed": (
        {HERO: "<face>\n<text>{{ card.name }}</face>\n"},
        f"{HERO}:2: error P303 <text> is still open where </face> stands",
        "close it with /> or </text>",
    ),
    "an unknown element": (
        {HERO: '<face>\n<txt at="5mm 5mm">x</txt>\n</face>\n'},
        f"{HERO}:2: error P304 there is no element <txt>",
        'did you mean "text"?',
    ),
    "an unknown attribute": (
        {HERO: '<face>\n<text at="5mm 5mm" widht="9mm">x</text>\n</face>\n'},
        f'{HERO}:2: error P305 <text> has no attribute "widht"',
        'did you mean "width"',
    ),
    "an unknown icon": (
        {HERO: '<face>\n<icon at="5mm 5mm" name="hart" size="9mm"/>\n</face>\n'},
        f'{HERO}:2: error P401 there is no icon "hart"',
        "did you mean ",
    ),
    "an image that is not there": (
        {HERO: '<face>\n<image at="0 0" width="9mm" height="9mm" src="images/herro.png"/>\n</face>\n', "images/hero.png": b""},
        f"{HERO}:2: error P130 there is no file images/herro.png",
        'did you mean "images/hero.png"?',
    ),
    "an image that is none": (
        {HERO: '<face>\n<image at="0 0" width="9mm" height="9mm" src="hero.png"/>\n</face>\n', "hero.png": b"BM"},
        f"{HERO}:2: error P4",
        "",
    ),
    "a text that does not fit": (
        {HERO: '<face>\n<text at="5mm 5mm" width="9mm" height="3mm">a long way to go for one word</text>\n</face>\n'},
        f"{HERO}:2: error P310 ",
        "",
    ),
    "a character that no font has": (
        {HERO: '<face>\n<text at="5mm 5mm" width="40mm">\u4e16</text>\n</face>\n'},
        f'{HERO}:2: error P315 no font has the character "\u4e16" (U+4E16)',
        "the static .ttf files of Noto Sans JP",
    ),
    "characters that no font has": (
        {HERO: '<face>\n<text at="5mm 5mm" width="40mm">\u754c\u4e16</text>\n</face>\n'},
        f'{HERO}:2: error P315 no font has the characters "\u754c" (U+754C), "\u4e16" (U+4E16)',
        "the static .ttf files of Noto Sans JP",
    ),
    "a key that no file has": (
        {"game.yaml": GAME.replace("size:", "sise:", 1)}, 'game.yaml:8:5: error P201 there is no key "sise" here', "size",
    ),
    "YAML that is none": ({"heroes.yaml": HEROES.replace("ann}", "ann", 1) + "\t- x\n"}, "heroes.yaml:5:1: error P1", ""),
}  # fmt: skip


@pytest.mark.parametrize(("files", "told", "hint"), TROUBLE.values(), ids=TROUBLE.keys())
def test_what_stops_a_build_is_named_and_leaves_the_earlier_files(
    tmp_path: Path, files: dict[str, str | bytes], told: str, hint: str
) -> None:
    run(tmp_path, PrintOptions(press()))
    before = state(tmp_path / "out")
    with pytest.raises(Problems) as problem:
        run(tmp_path, PrintOptions(press("letter")), files)
    text = said(problem.value.diagnostics, tmp_path)
    assert any(line.startswith(told) for line in text.splitlines()), text
    assert hint in text
    assert state(tmp_path / "out") == before
