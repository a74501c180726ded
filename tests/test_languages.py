"""Games in several languages: what pnp prints itself, what the command line says, and the files for
translators and back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polib
import pypdfium2 as pdfium
import pytest
import yaml
from cli.run import Said, call
from hypothesis import given, settings
from hypothesis import strategies as st
from model.toy import written
from test_kit import FILES, press

from pnp.build.catalogs import exported, imported
from pnp.build.conductor import Job, build
from pnp.build.print_options import PrintOptions
from pnp.impose.sheet_marks import SHEET_WORDS
from pnp.layout.typesetter import WORDS
from pnp.load.workspace import Workspace, find
from pnp.units.spelling import figures, signed, words

ROOT = Path(__file__).parent.parent
TABLES = {path.stem: path for path in (ROOT / "templates/base/words").glob("*.yaml")}
FIRST_PAGE = (ROOT / "templates/base/print-me-first.xml").read_text(encoding="utf-8")
ENGLISH = dict(
    re.findall(r'"([a-z-]+)": "(.*?)"', FIRST_PAGE.split("{% set english")[1].split("} %}")[0])
)


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    else:
        yield str(value)


def table(language: str) -> Mapping[str, Any]:
    if language == "en":
        return {
            "book": WORDS,
            "sheet": SHEET_WORDS,
            "first_page": ENGLISH,
            "box": "Not in this box",
        }
    content: Mapping[str, Any] = yaml.safe_load(TABLES[language].read_text(encoding="utf-8"))
    return content


# --- what pnp prints


@pytest.mark.parametrize("language", TABLES)
def test_each_language_has_every_word_with_its_places(language: str) -> None:
    own = table(language)
    for section, english in (("book", WORDS), ("sheet", SHEET_WORDS), ("first_page", ENGLISH)):
        for key, line in english.items():
            places = re.findall(r"\{\w+\}", line)
            assert sorted(re.findall(r"\{\w+\}", own[section][key])) == sorted(places), key
        steps = (
            {"box-cut", "box-crease", "tuck-glue", "tray-glue"} if section == "first_page" else ()
        )
        more = {key for key in own[section].keys() - english.keys() if not key.endswith("-steps")}
        assert more == set(steps)


GAME = """\
title: xxToy
subtitle: xxsub
language: {language}
age: 8
elsewhere: [xxdice]
players: {{min: 2, max: 4, colours: [teal, amber, rose, grey]}}
facts: {{agents: 3, last: 19}}
terms:
  colour:
    teal: {{label: xxteal, letter: T, color: "#12646b", icon: crown, text: xxcrown}}
    amber: {{label: xxamber, letter: A, color: "#c77f10"}}
    rose: {{label: xxrose, letter: R, color: "#b03060"}}
    grey: {{label: xxgrey, letter: G, color: "#555555"}}
components:
  cards: {{kind: deck, title: xxcards, cards: [{{id: a, count: 9}}, {{id: b, count: 2}}], front: word.xml, back: plain.xml}}
  chips:
    kind: tokens
    title: xxchips
    sides: one
    fields: {{title: text}}
    tokens:
      - {{id: agent, title: xxagent, for_each: players.colours, count: facts.agents, substitute: xxcubes}}
      - {{id: score, title: xxscore, shape: circle, size: 10mm, for_each: players.colours, sides: two}}
      - {{id: flag, title: xxflag, shape: hex, size: 18mm, count: 2, sides: fold}}
      - {{id: luck, title: xxluck, shape: die, size: 16mm}}
      - {{id: lot, title: xxlot, shape: die-stickers, size: 16mm}}
      - {{id: hero, title: xxhero, shape: standee, size: 25mm x 40mm}}
      - {{id: foe, title: xxfoe, shape: slotted-standee, size: 25mm x 40mm}}
    front: chip.xml
    back: plain.xml
  market: {{kind: board, title: xxmarket, size: 390x269, copies: 2, data: market.yaml, front: market.xml}}
  layout: {{kind: mat, title: xxlayout, size: 200x100, front: word.xml}}
  money: {{kind: notes, title: xxmoney, notes: [{{id: one, value: 1, count: 12}}], fields: {{value: int}}, front: note.xml}}
  tuck: {{kind: box, title: xxtuck, holds: cards, front: word.xml}}
  aid: {{kind: reference, title: xxaid, text: aid.md}}
  rules: {{kind: rulebook, title: xxrules, text: rules.md}}
  tray: {{kind: box, form: tray, title: xxtray, holds: [cards, aid, rules], front: base/kit-box.xml}}
  lid: {{kind: box, form: lid, title: xxlid, holds: [cards, aid, rules], front: base/kit-box.xml}}
"""
RULES = """\
[[cover]]

# xxone

[[contents]]

> [!NOTE] xxnote
> xxa

> [!EXAMPLE] xxexample
> xxb {{ facts.agents | words }}

> [!VARIANT] xxvariant
> xxc [](#xxtwo)

# xxtwo

![xxcaption](card:cards/a)

[[components]]

[[icons]]

[[credits]]
"""
OWN = {
    "rules.md": RULES,
    "aid.md": "# xxturn\n\nxxmove\n\n---\n\n# xxmore\n\nxxall\n",
    "rules.yaml": "- {id: A1, says: x, basis: stated, where: x, fact: agents, is: 4}\n",
    "templates/toy/word.xml": '<face><text at="50% 50%" anchor="center" width="80%" height="80%" size="9pt">xx{{ card.id }}</text></face>',
}
NAMES = (
    "pdf a4 mm cm min h std pt game-icons net font license version open sil ofl apache roboto slab"
    " source sans noto cc by print-me-first boards cards tokens notes box rulebook booklet both sides"
    " both-sides one-sided targ"
).split()


@pytest.mark.parametrize("language", TABLES)
def test_all_words_on_the_sheets_are_of_the_language(tmp_path: Path, language: str) -> None:
    """Every word of a print is of the game, marked by xx, or of the table of its language."""
    written(tmp_path, {**FILES, **OWN, "game.yaml": GAME.format(language=language)})
    wanted = PrintOptions(press(), draft=True, board_scale=0.9)
    job = Job("toy", tmp_path / "data/toy", tmp_path / "out", wanted)
    report = build(find(tmp_path), job)
    assert "P362" not in {d.code for d in report.diagnostics}
    known = {one for line in texts(table(language)) for one in letters(line)}
    known |= {one for n in range(21) for one in letters(words(n, language=language))}
    strange: dict[str, str] = {}
    for path in sorted((tmp_path / "out").glob("*.pdf")):
        with pdfium.PdfDocument(path) as document:
            for page in document:
                said = page.get_textpage().get_text_bounded().replace("\r\n", " ")
                for word in letters(re.sub(r"Icons? by .*|\S+ – SIL Open.*", "", said)):
                    if word not in known and not word.startswith("xx") and word not in NAMES:
                        strange[word] = path.name
    assert strange == {}
    seen = (tmp_path / "out/boards.pdf", tmp_path / "out/print-me-first.pdf")
    assert all(path.exists() for path in seen)


def letters(text: str) -> set[str]:
    """The words of a text that have three letters and more."""
    return {one.casefold() for one in re.findall(r"[^\W\d_]{3,}", text.replace("\u00ad", ""))}


@pytest.mark.parametrize(
    "value, language, spelt, written_out, sign",
    [
        (3, "en", "three", "3", "+3"),
        (3, "de", "drei", "3", "+3"),
        (20, "fr", "vingt", "20", "+20"),
        (1234, "it", "1.234", "1.234", "+1234"),
        (1234, "es", "1234", "1234", "+1234"),
        (21, "de-CH", "21", "21", "+21"),
        (-2, "de", "−2", "−2", "−2"),
        (12345.5, "de", None, "12.345,5", "+12345,5"),
        (12345.5, "de-CH", None, "12’345.5", "+12345.5"),
        (12345.5, "hu", None, "12\u202f345,5", "+12345,5"),
        (12345.5, "ja", None, "12,345.5", "+12345.5"),
    ],
)
def test_numbers_are_written_as_in_the_language(
    value: float, language: str, spelt: str | None, written_out: str, sign: str
) -> None:
    assert figures(value, language) == written_out and signed(value, language=language) == sign
    if spelt:
        assert words(value, language=language) == spelt


def test_one_may_be_written_as_its_noun_asks_for() -> None:
    assert words(1, language="de") == "eins" and words(1, language="de", one="eine") == "eine"


# --- the command line

Run = Callable[..., Said]


@pytest.fixture
def pnp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *args: call(capsys, *args)


TOY = """\
title: Toy
languages: [de, fr]
sources: {rules: The rules}
players: {min: 2, max: 4}
components:
  cards: {kind: deck, template: base/text-only, cards: [{id: a, title: Fire, text: Burn 2 cards}]}
"""
DE = "title: Spielzeug\ncomponents: {cards: {title: Karten, cards: {a: {title: Feuer, text: 2 Karten}}}}\n"
FR = "title: Jouet\n"


def workspace(folder: Path, **files: str) -> Path:
    rules = "- {id: A1, says: It burns, basis: stated, where: rules/1, binding: cards/a, shows: {title: Fire}}\n"
    both = {"game.yaml": TOY, "rules.yaml": rules, "lang/de.yaml": DE, "lang/fr.yaml": FR}
    written(folder, {**both, **files})
    return folder


def test_each_language_is_built_into_a_folder_of_its_own(tmp_path: Path, pnp: Run) -> None:
    home = workspace(tmp_path)
    run = pnp("build", "toy", "--lang", "de,fr")
    assert run.code == 1 and (home / "output/toy/de/cards.pdf").exists()
    assert not (home / "output/toy/fr").exists()
    assert "lang/fr.yaml: error P253 fr: 3 of 4 texts are missing" in run.err + run.out
    run = pnp("build", "toy", "--lang", "fr", "--draft")
    assert run.code == 0 and (home / "output/toy/fr/cards.pdf").exists()
    run = pnp("build", "toy", "--lang", "all", "--draft")
    assert run.code == 0 and (home / "output/toy/en/cards.pdf").exists()
    assert pnp("verify", "toy", "--lang", "de").code == 0
    assert "Feuer" in pnp("show", "toy", "a", "--lang", "de").out
    assert "Spielzeug" in pnp("list", "toy", "--lang", "de").out


def test_overflow_is_told_for_all_languages_at_once(tmp_path: Path, pnp: Run) -> None:
    long = "components: {cards: {cards: {a: {title: x, text: " + "Wort " * 400 + "2}}}}\n"
    workspace(tmp_path, **{"lang/de.yaml": long, "lang/fr.yaml": long.replace("Wort", "Mots")})
    told = pnp("check", "toy", "--lang", "all", "--select", "P3").out
    assert "in de, fr\n" in told and told.count("error P310") == 1
    workspace(tmp_path, **{"lang/de.yaml": long, "lang/fr.yaml": FR})
    assert "in de\n" in pnp("build", "toy", "--lang", "de,fr", "--draft").err


def test_languages_that_cannot_be_named(tmp_path: Path, pnp: Run) -> None:
    workspace(tmp_path)
    for args, said in [
        (("build", "toy", "--lang", "hu"), 'P250 the game has no language "hu"'),
        (("build", "toy", "--watch", "--lang", "all"), "--watch builds one language"),
        (("confirm", "toy", "--faces", "--lang", "de"), "leave out --lang"),
        (("lang", "export", "toy"), "export needs --lang LANG"),
        (("lang", "export", "toy", "--lang", "en"), 'P250 "en" is the first language'),
        (("lang", "import", "toy"), "import needs the FILE"),
        (("lang", "export", "toy", "--lang", "de,fr"), 'expected one language, found "de,fr"'),
        (("proof", "toy", "--lang", "all"), 'expected one language, found "all"'),
    ]:
        run = pnp(*args)
        assert run.code and said in run.out + run.err, args


RULED = """\
title: Toy
languages: [de]
players: {min: 2, max: 4}
sources: {rules: Toy rules}
components: {book: {kind: rulebook, text: rules.md}}
"""


def test_hints_name_the_language_that_is_confirmed(tmp_path: Path, pnp: Run) -> None:
    files = {
        "game.yaml": RULED,
        "rules.yaml": "- {id: A1, says: Play, basis: stated, where: rules/1}\n",
        "rules.md": "# Rules\n\nPlay. {A1}\n",
        "lang/de.yaml": "title: Spielzeug\ncomponents: {book: {title: Regeln}}\n",
        "lang/rules.de.md": "# Regeln\n\nSpielt. {A1}\n",
    }
    written(tmp_path, files)
    assert pnp("confirm", "toy", "--lang", "de", "--all", "--yes").code == 0
    written(tmp_path, {**files, "lang/rules.de.md": "# Regeln\n\nSpielt jetzt. {A1}\n"})
    assert "rules: pnp confirm toy --lang de A1\n" in pnp("check", "toy", "--lang", "de").out
    assert "confirmation: pnp confirm toy --lang de\n" in pnp("build", "toy", "--lang", "de").err


def test_build_is_made_again_where_a_language_on_its_faces_changes(
    tmp_path: Path, pnp: Run
) -> None:
    front = "<face><text at='5mm 5mm' width='50mm' height='20mm'>{{ card.title }} {{ lang.de.card.title }}</text></face>"
    game = TOY.replace(
        "template: base/text-only", "front: two.xml, fields: {title: text, text: text}"
    )
    files = {"game.yaml": game, "templates/toy/two.xml": front}
    workspace(tmp_path, **files)
    assert pnp("build", "toy").code == 0
    assert "unchanged" in pnp("build", "toy").err
    workspace(tmp_path, **files, **{"lang/de.yaml": DE.replace("Feuer", "Flamme")})
    assert "unchanged" not in pnp("build", "toy").err
    assert (
        "Flamme"
        in pdfium.PdfDocument(next((tmp_path / "output/toy").glob("cards*.pdf")))[0]
        .get_textpage()
        .get_text_range()
    )


NAMED = "art/{{ game.language }}.svg"
LONGER = "{% if card.text|length > 20 %}art/de.svg{% else %}art/en.svg{% endif %}"
UNTAKEN = "front.xml:2: warning P325"


@pytest.mark.parametrize(
    "source, told",
    [
        (NAMED, ["P405 1 picture is on no card: art/old.svg", UNTAKEN]),
        (LONGER, ["P405 1 picture is on no card: art/old.svg", UNTAKEN]),
        ("art/en.svg", ["P405 2 pictures are on no card: art/de.svg, art/old.svg", UNTAKEN]),
    ],
)
def test_branches_and_pictures_that_another_language_uses_are_not_told(
    tmp_path: Path, pnp: Run, source: str, told: list[str]
) -> None:
    fields = "{title: {text: ~, printed: text}, text: text, image: {image: ~, optional: yes}}"
    front = (
        f"<face><image at='5mm 5mm' width='9mm' src='{source}'/><text>{{{{ card.title }}}}</text>\n"
        "{% if card.text == 'x' %}<text>x</text>{% endif %}</face>"
    )
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    files = {
        "game.yaml": TOY.replace("template: base/text-only", f"front: front.xml, fields: {fields}"),
        "templates/toy/front.xml": front,
        "lang/de.yaml": DE.replace("2 Karten", "Verbrenne deine 2 Karten"),
        **{f"art/{name}.svg": svg for name in ("en", "de", "old")},
    }
    workspace(tmp_path, **files)
    lines = [line for line in pnp("check", "toy").out.split("\n") if re.search("P405|P325", line)]
    assert len(lines) == len(told) and all(map(str.__contains__, sorted(lines), sorted(told)))
    assert not re.search("P405|P325", pnp("check", "toy", "--lang", "de").out)


# --- translators


def space(folder: Path, language: str) -> Workspace:
    return find(folder)._replace(language=language)


@pytest.mark.parametrize("form", ["csv", "po"])
def test_texts_go_to_a_translator_and_come_back(tmp_path: Path, pnp: Run, form: str) -> None:
    home = workspace(tmp_path, **{"lang/de.yaml": "# mine\nsame: [cards.text]\n" + DE})
    run = pnp("lang", "export", "toy", "--lang", "de", "--format", form)
    assert run.out == f"output/toy/de/toy.de.{form}  4 texts, 4 translated\n"
    path = home / f"output/toy/de/toy.de.{form}"
    data = path.read_text(encoding="utf-8-sig").replace("Feuer", "Brand: „heiß“")
    path.write_text(data.replace("Karten", ""), encoding="utf-8")
    run = pnp("lang", "import", "toy", str(path))
    assert run.code == 0 and "the comments of the file before are lost" in run.err
    assert yaml.safe_load((home / "data/toy/lang/de.yaml").read_text(encoding="utf-8")) == {
        "title": "Spielzeug",
        "same": ["cards.text"],
        "components": {
            "cards": {"title": "Karten", "cards": {"a": {"title": "Brand: „heiß“", "text": "2 "}}}
        },
    }


def test_po_is_as_gettext_has_it(tmp_path: Path) -> None:
    home = workspace(tmp_path)
    catalog = polib.pofile(
        exported(space(home, "fr"), "toy", home / "data/toy", "po").data.decode()
    )
    assert catalog.metadata["Language"] == "fr"
    assert [(one.msgctxt, one.msgid, one.msgstr) for one in catalog] == [
        ("title", "Toy", "Jouet"),
        ("components.cards.title", "Cards", ""),
        ("components.cards.cards.a.title", "Fire", ""),
        ("components.cards.cards.a.text", "Burn 2 cards", ""),
    ]


HEAD = "path,comment,en,fr\n"


@pytest.mark.parametrize(
    "name, data, told",
    [
        ("a.po", 'msgid ""\nmsgstr "Language: fr"\n\nmsgfoo "x"\n', "a.po:4:1: error P257 this is no PO file"),
        ("a.po", "/etc/passwd", "error P257 this is no PO file"),
        ("a.po", 'msgid ""\nmsgstr "Language: hu\\n"\n', 'error P250 the file is in "hu"; the game has en, de, fr'),
        ("a.po", b"\xff\x00\xfe", "error P107"),
        ("a.csv", "Text,German\na,b\n", "error P257 expected the columns path, comment, en"),
        ("a.csv", "path,comment,en,hu\ntitle,,Toy,Játék\n", 'error P250 the file is in "hu"'),
        ("a.csv", HEAD + "tittle,,Toy,Jouets\n", 'a.csv:2:13: warning P256 the game has no text "tittle" any more'),
        ("a.csv", HEAD + "title,,Game,Jeu\n", 'a.csv:2:13: warning P256 "title" was translated from other words: Game'),
        ("a.csv", HEAD + "components.cards.cards.a.text,,Burn 2 cards,Brûle 3\n", "a.csv:2:45: warning P255 the figures 2 and 3"),
        ("a.csv", "", "error P122"),
    ],
)  # fmt: skip
def test_files_of_translators_that_are_damaged_or_old(
    tmp_path: Path, pnp: Run, name: str, data: str | bytes, told: str
) -> None:
    home = workspace(tmp_path)
    (home / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    before = (home / "data/toy/lang/fr.yaml").read_bytes()
    run = pnp("lang", "import", "toy", name)
    assert told in run.out + run.err
    changed = (home / "data/toy/lang/fr.yaml").read_bytes() != before
    assert changed is (run.code == 0)


def test_a_file_is_mended_by_what_the_translator_sends(tmp_path: Path, pnp: Run) -> None:
    """Whatever is wrong with the texts of before stops neither the way out nor the way back."""
    old = (
        "title: [1]\nsame: [cards.titel]\nwords: {sheet: {flap: Klebelasche}}\n"
        "components: {cards: {cards: {b: {title: Weg}, a: {text: '**3 Karten', count: 2}}}}\n"
    )
    game = TOY.replace("cards: [", "fields: {title: text, text: markup}, cards: [")
    home = workspace(tmp_path, **{"game.yaml": game, "lang/de.yaml": old})
    out = pnp("lang", "export", "toy", "--lang", "de").out
    assert out == "output/toy/de/toy.de.csv  4 texts, 1 translated\n"
    path = home / "output/toy/de/toy.de.csv"
    sent = path.read_text(encoding="utf-8-sig").replace("**3 Karten", "**2** Karten")
    path.write_text(sent.replace("Toy,", "Toy,Spielzeug"), encoding="utf-8")
    run = pnp("lang", "import", "toy", str(path), "--lang", "fr")
    assert run.code and 'error P250 the file is in "de", not in "fr"' in run.out + run.err
    run = pnp("lang", "import", "toy", str(path))
    assert run.code == 0 and run.out == "data/toy/lang/de.yaml  2 texts taken over, 2 missing\n"
    assert run.err.count("warning P256") == 4 and '"cards" has no card "b"' in run.err
    assert yaml.safe_load((home / "data/toy/lang/de.yaml").read_text(encoding="utf-8")) == {
        "title": "Spielzeug",
        "words": {"sheet": {"flap": "Klebelasche"}},
        "components": {"cards": {"cards": {"a": {"text": "**2** Karten"}}}},
    }
    run = pnp("proof", "toy", "--lang", "de")
    assert run.out.startswith("output/toy/de/proof.pdf") and "warning P253" in run.err


@settings(max_examples=40, deadline=None)
@given(words=st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1))
@pytest.mark.parametrize("form", ["csv", "po"])
def test_nothing_is_lost_on_the_way_there_and_back(
    tmp_path_factory: pytest.TempPathFactory, form: str, words: str
) -> None:
    home = workspace(tmp_path_factory.mktemp("toy"))
    data = exported(space(home, "fr"), "toy", home / "data/toy", form).data.decode("utf-8-sig")
    if form == "po":
        catalog = polib.pofile(data)
        catalog[0].msgstr = words
        data = f"{catalog}\n"
    else:
        quoted = words.replace('"', '""')
        data = data.replace("Toy,Jouet", f'Toy,"{quoted}"')
    back = imported(space(home, ""), "toy", home / "data/toy", data.encode(), f"toy.{form}")
    assert yaml.safe_load(back.data)["title"] == words
