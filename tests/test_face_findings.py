"""What is reported of small games when their faces are made: suites in face_findings.yaml, and
what single faces, prints and names need beside them.
"""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli.pnp import pnp
from model.toy import Files, said, written

from pnp.build.conductor import Kit, make_kit
from pnp.diagnostics import MANY, Problems, Span, error, near, order
from pnp.face import Group, Item, Text

HEAD = "title: T\nplayers: {min: 1, max: 4}\ncomponents:\n"
DECK = "  deck: {kind: deck, size: 63x88, fields: {hue: text}, front: front.xml, cards: [{id: a, hue: red}, {id: b, hue: blue}]}\n"
FRONT = '<face fill="#ffeedd"><text at="5mm 5mm" width="20mm" height="9mm">{{ card.id }}</text></face>\n'
SUITE = Path(__file__).parent / "face_findings.yaml"
CASES = yaml.safe_load(SUITE.read_text(encoding="utf-8"))


def kit(folder: Path, components: str, **files: str) -> Kit:
    return make_kit(written(folder, {"game.yaml": HEAD + components, **files}), "toy")


def findings(folder: Path, files: Files) -> str:
    disk = written(folder, {"templates/toy/front.xml": FRONT, **files})
    try:
        return said(make_kit(disk, "toy").diagnostics, folder)
    except Problems as problem:
        return said(problem.diagnostics, folder)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["case"])
def test_findings_of_faces(case: dict[str, Any], tmp_path: Path) -> None:
    assert findings(tmp_path, case["files"]) == case["says"]


def test_gap_in_a_wide_range_is_found(tmp_path: Path) -> None:
    deck = "  deck: {kind: deck, size: 63x88, fields: {n: {int: [1, 1200]}}, front: front.xml, cards: cards.yaml}\n"
    cards = "".join(f"- {{id: c{n}, n: {n}}}\n" for n in range(1, 1201) if n != 700)
    rules = "- {id: A1, says: each once, kind: count, of: deck, per: n, is: 1, basis: ours}\n"
    files = {"game.yaml": HEAD + deck, "cards.yaml": cards, "rules.yaml": rules}
    assert "prints 0 cards with n 700" in findings(tmp_path, files)


def test_icons_of_one_place_keep_their_sizes(tmp_path: Path) -> None:
    """The second card took the size of the first."""
    front = '<face fill="white"><icon at="50% 50%" anchor="center" name="crown" width="40mm" height="40mm" size="{{ card.hue }}"/></face>'
    both = DECK.replace("red", "5mm").replace("blue", "30mm")
    one = both.replace("{id: a, hue: 5mm}, ", "")
    (small, large), (alone,) = (
        [
            laid.face
            for laid in kit(tmp_path / name, deck, **{"templates/toy/front.xml": front})
            .sides[0]
            .laid
        ]
        for name, deck in (("both", both), ("one", one))
    )
    assert large == alone != small


def texts(items: tuple[Item, ...]) -> list[Text]:
    every = [one for item in items for one in (item.items if isinstance(item, Group) else [item])]
    return [item for item in every if isinstance(item, Text)]


@pytest.mark.parametrize(("shape", "last"), [("circle", "you"), ("square", "when you")])
def test_lines_in_a_round_token_are_not_evened_out_of_it(
    tmp_path: Path, shape: str, last: str
) -> None:
    """`Collect the / organs when / you` became `Collect the / organs / when you`, wider where
    the circle is narrow.
    """
    chip = '<face fill="#ffeedd"><text at="6mm 17mm" width="18mm" style="c">Collect the organs when you</text></face>'
    chips = f"  chips: {{kind: tokens, front: chip.xml, tokens: [{{id: a, shape: {shape}, size: 30mm}}]}}\n"
    style = "styles: {c: {base: body, size: 9pt, min: 6pt, align: center}}\n"
    made = kit(tmp_path, chips + style, **{"templates/toy/chip.xml": chip})
    assert texts(made.sides[0].laid[0].face.items)[-1].text == last
    assert "P313" not in {d.code for d in made.diagnostics}


def test_headings_are_not_hyphenated(tmp_path: Path) -> None:
    """`hyphenate: yes` is for running text."""
    book = "  text: {kind: rulebook, text: rules.md, hyphenate: yes, page: 105x148, columns: 2}\n"
    words = "Preparation understanding acknowledgement"
    made = kit(tmp_path, book, **{"rules.md": f"## {words}\n\n{words} {words}\n"})
    lines = [item for laid in made.texts["text"].laid for item in texts(laid.face.items)]
    assert {item.size for item in lines if item.text.endswith("-")} == {9.5}


def test_order_sorts_numbers_as_people_count() -> None:
    place = Span("a.yaml", 1, 1)
    rows = [error("P571", f"with {n} players", place) for n in (10, 2, 1, 100)]
    assert [d.message for d in order(rows)] == [f"with {n} players" for n in (1, 2, 10, 100)]
    assert order([error("P571", "x²", place), error("P571", "x1", place)])


def test_near_compares_few_of_very_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt name among thousands was compared with each: a second for every one of them."""
    compared: list[int] = []
    found = difflib.get_close_matches

    def counted(word: str, possibilities: list[str], *more: Any) -> list[str]:
        compared.append(len(possibilities))
        return found(word, possibilities, *more)

    monkeypatch.setattr(difflib, "get_close_matches", counted)
    known = [f"card-number-{n}" for n in range(5_000)]
    assert near("card-numbr-4711", known)[0] == "card-number-4711"
    assert near("kard-number-77", known)[0] == "card-number-77"
    assert near("quite another thing", known) == []
    assert len(compared) == 3 and max(compared) <= MANY


def test_manifest_that_is_none_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, {"game.yaml": HEAD + DECK})
    monkeypatch.chdir(tmp_path)
    done = pnp("build", "toy", "--changed-since", "/dev/zero")
    assert done.status != 0 and "P603" in done.talk
    done = pnp("rules", "toy", "--to", "txt", "-o", "pnp.yaml")
    assert done.status != 0 and "P712" in done.talk


def test_verify_passes_over_prints_of_other_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player aids that `pnp reference` writes were counted as if they were to be printed as
    well; and a deck of no copies was missed.
    """
    none = "  none: {kind: deck, size: 63x88, front: front.xml, cards: [{id: a, count: 0}]}\n"
    entries = "  aid: {kind: reference, text: aid.md}\n  text: {kind: rulebook, text: rules.md}\n"
    aid, rules = "# Turn\n\nPlay.\n", "# Rules\n\nPlay.\n"
    written(tmp_path, {"game.yaml": HEAD + DECK + none + entries, "aid.md": aid, "rules.md": rules})
    monkeypatch.chdir(tmp_path)
    for command in ("build toy", "reference toy", "rules toy --to booklet", "verify toy"):
        assert pnp(*command.split()).status == 0, command
    refused = pnp("build", "toy", "--cards", "none/a", "--dry-run").talk
    assert '"none/a" has no copies to print' in refused
    assert "give it a count of 1 or more" in refused
