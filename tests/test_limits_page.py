"""The page of limits says what the code holds, row by row, and with which code what exceeds it is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
import pytest
import yaml

from pnp import bounds
from pnp.assets import images, jpeg, paths
from pnp.check.promises import matching, scope
from pnp.compose import curves, markup
from pnp.diagnostics import Problems, text
from pnp.load.limits import DEFAULT
from pnp.model import board, links, places, tracks
from pnp.proof import streams
from pnp.proof.scan import MAX_BYTES, scan
from pnp.sizes import CARD_LIMITS
from tests.model.toy import GAME, findings, kit

PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "limits.md").read_text(encoding="utf-8")
ROWS = {what.strip(): (limit.strip(), codes.split(", ")) for what, limit, codes in re.findall(r"^\| ([^|]+)\| ([^|]+)\| (P[^|]+) \|", PAGE, re.M)}
HOSTILE = Path(__file__).parent / "hostile"


def _side(least: int, most: int) -> str:
    return f"{least // 1000} mm to {most // 1000:,} mm"


HELD = {
    "a YAML, CSV, template, Markdown or SVG file": f"{DEFAULT.text_bytes:,} bytes",
    "maps and lists inside each other": f"{DEFAULT.depth}",
    "values of a YAML file, aliases followed": f"{DEFAULT.nodes:,}",
    "aliases (`*name`) of a YAML file": f"{DEFAULT.aliases:,}",
    "different cards of a game": f"{DEFAULT.cards:,}",
    "cards that a game prints": f"{DEFAULT.copies:,}",
    "steps of a template for one face: loop passes, calls, filters": f"{bounds.MAX_STEPS:,}",
    "steps that all promises of a game take together": f"{scope.MAX_STEPS:,}",
    "pairs of cards that one promise compares": f"{matching.MAX_PAIRS:,}",
    "characters that a template makes for one face": f"{bounds.MAX_TEXT:,}",
    "characters of a template, a rulebook or player aids": f"{bounds.MAX_SOURCE:,}",
    "elements of one face": f"{markup.MAX_ELEMENTS:,}",
    "elements inside each other": f"{markup.MAX_DEPTH}",
    "pixels of an image": f"{images.MAX_PIXELS:,}",
    "scans of a JPEG": f"{jpeg.MAX_SCANS}",
    "bytes of an image": f"{DEFAULT.image_bytes:,}",
    "segments of an icon, or of a path in a template": f"{paths.MAX_SEGMENTS:,}",
    "bytes of a font": f"{DEFAULT.font_bytes:,}",
    "a card's side": _side(*CARD_LIMITS),
    "a board": f"{board.LARGEST[0] // 1000} × {board.LARGEST[1] // 1000} mm",
    "spaces of a board, those of tracks and grid included": f"{board.MAX_SPACES:,}",
    "spaces of a track": f"{tracks.MAX_TRACK:,}",
    "links of a board": f"{links.MAX_LINKS:,}",
    "different expressions in a board's file": f"{places.MAX_EXPRESSIONS}",
    "places that a filter such as `ring` gives": f"{curves.MOST:,}",
    "a PDF that `pnp verify` reads": f"{MAX_BYTES:,} bytes",
    "what one of its pages draws, unpacked": f"{streams.MAX_STREAM:,} bytes",
}


def test_every_limit_stands_on_the_page() -> None:
    assert {what: limit for what, (limit, _) in ROWS.items()} == HELD


REFUSED = {
    "a YAML, CSV, template, Markdown or SVG file": "yaml-too-large svg-too-large",
    "maps and lists inside each other": "yaml-deep-block yaml-deep-flow",
    "values of a YAML file, aliases followed": "yaml-many-nodes yaml-alias-bomb",
    "aliases (`*name`) of a YAML file": "yaml-many-aliases",
    "different cards of a game": "yaml-many-cards yaml-many-decks",
    "cards that a game prints": "yaml-many-copies",
    "steps of a template for one face: loop passes, calls, filters": "template-endless-loop",
    "characters that a template makes for one face": "template-huge-output",
    "characters of a template, a rulebook or player aids": "template-huge-source",
    "elements of one face": "template-many-elements",
    "elements inside each other": "template-deep-elements",
    "pixels of an image": "image-too-many-pixels",
    "scans of a JPEG": "image-many-scans",
    "bytes of an image": "image-too-many-bytes",
    "segments of an icon, or of a path in a template": "svg-huge-path svg-many-paths template-many-segments",
    "a card's side": "yaml-huge-card",
}
"""The hostile cases that exceed a limit: they say what comes, and are run."""

HEAD = f"{GAME}  b: {{kind: board, front: front.xml, size: 200x200, data: b.yaml}}\n"
PROMISE = "- {id: X1, says: so it is, basis: stated, kind: "
RANKS = "".join(f"- {{id: c{n}, rank: {n}}}\n" for n in range(1_001))
CARDS = GAME.partition("components:")[0] + "components:\n  cards: {kind: deck, front: front.xml, fields: {rank: int}, cards: cards.yaml}\n"
MIXED = "spaces:\n" + "".join(f"  s{n}: {{at: [{n % 20 + 1}mm, {n // 20 + 1}mm], label: {{expr: {n} + 1}}}}\n" for n in range(201))
LINKED = "spaces:\n" + "".join(
    f"  s{n}: {{at: [{n % 150 + 1}mm, {n // 150 + 1}mm], links: [{', '.join(f's{m}' for m in range(n))}]}}\n" for n in range(202)
)
EXCEEDED: dict[str, dict[str, str | bytes]] = {
    "steps that all promises of a game take together": {
        "game.yaml": CARDS, "cards.yaml": RANKS,
        "rules.yaml": f"{PROMISE}expr, for_each: cards, that: each.rank < 2000}}\n",
    },
    "pairs of cards that one promise compares": {
        "game.yaml": CARDS, "cards.yaml": RANKS,
        "rules.yaml": f"{PROMISE}kind_present, of: cards, for_each: cards, where_card: rank == each.rank}}\n",
    },
    "bytes of a font": {"game.yaml": f"{GAME}fonts: {{body: {{regular: Own.ttf}}}}\n", "fonts/Own.ttf": bytes(DEFAULT.font_bytes + 1)},
    "places that a filter such as `ring` gives": {"templates/toy/front.xml": "<face>{{ 40 | hexes(40, 5) }}</face>"},
    "a board": {"game.yaml": HEAD.replace("200x200", "600x600"), "b.yaml": "{}\n"},
    "spaces of a board, those of tracks and grid included": {
        "game.yaml": HEAD, "b.yaml": "grid: {at: [0mm, 0mm], cell: 1mm, columns: 71, rows: 71, fill: yes}\n",
    },
    "spaces of a track": {"game.yaml": HEAD, "b.yaml": "tracks: {t: {to: 1001, at: [5mm, 5mm], cell: 5mm}}\n"},
    "links of a board": {"game.yaml": HEAD, "b.yaml": LINKED},
    "different expressions in a board's file": {"game.yaml": HEAD, "b.yaml": MIXED},
}  # fmt: skip
"""Games that exceed a limit of their data."""


@pytest.mark.parametrize("what", REFUSED)
def test_its_code_is_that_of_the_hostile_cases(what: str) -> None:
    cases = [yaml.safe_load((HOSTILE / name / "expect.yaml").read_text(encoding="utf-8")) for name in REFUSED[what].split()]
    assert sorted({case["code"] for case in cases}) == ROWS[what][1]
    assert {case["exit"] for case in cases if case["code"].startswith("P8")} <= {4}


@pytest.mark.parametrize("what", EXCEEDED)
def test_its_code_is_what_comes(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scope, "MAX_STEPS", 1_000)  # twenty million take long
    said = findings(tmp_path, EXCEEDED[what])
    if not said:  # what draws has not been asked yet
        try:
            said = "\n".join(map(text, kit(tmp_path, EXCEEDED[what]).diagnostics))
        except Problems as problem:
            said = str(problem)
    assert sorted(set(re.findall(r"(?m)^[^ ].* error (P\d{3}) ", said))) == ROWS[what][1]


@pytest.mark.parametrize("what", ["a PDF that `pnp verify` reads", "what one of its pages draws, unpacked"])
def test_what_verify_does_not_read(what: str, tmp_path: Path) -> None:
    made = tmp_path / "cards.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page().Contents = pdf.make_stream(bytes(streams.MAX_STREAM + 1))
        pdf.save(made)
    if what.startswith("a PDF"):
        with made.open("r+b") as file:
            file.truncate(MAX_BYTES + 1)
    with pytest.raises(Problems) as caught:
        scan(made)
    assert [d.code for d in caught.value.diagnostics] == ROWS[what][1]


def test_every_row_of_the_page_is_exceeded() -> None:
    assert {*REFUSED, *EXCEEDED} == {*ROWS} - {"a PDF that `pnp verify` reads", "what one of its pages draws, unpacked"}
