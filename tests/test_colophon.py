"""What a text tells of its own making: icons with their meanings, who drew them, and the fonts
with the terms that they name.
"""

from __future__ import annotations

from pathlib import Path

from model.toy import game, kit, said

from pnp.books.book_words import credits_of, icon_meanings
from pnp.layout.typesetter import WORDS

BOOK = "components:\n  rules: {kind: rulebook, text: rules.md}\n"


def files(rules: str, terms: str = "gem: {ruby: , jade: {label: Green jade}}") -> dict[str, str]:
    changes = (("components:\n", BOOK), ("gem: {ruby: , jade: {label: Green jade}}", terms))
    return {"game.yaml": game(*changes), "rules.md": rules}


def test_each_font_is_named_with_its_terms(tmp_path: Path) -> None:
    made = kit(tmp_path, files("# Toy\n\nWords.\n\n[[credits]]\n"))
    (types,) = [
        credit.text
        for credit in credits_of(made.game, made.resources, WORDS)
        if credit.title == "Type"
    ]
    assert "Source Sans 3 – SIL Open Font License 1.1" in types
    assert "Roboto Slab – Apache License 2.0" in types


def test_icon_of_two_terms_means_both(tmp_path: Path) -> None:
    terms = "gem: {ruby: {label: Ruby, icon: crown}, jade: {label: Jade, icon: crown, text: green}}"
    made = kit(tmp_path, files("# Toy\n\nA :crown:.\n\n[[icons]]\n", terms))
    assert (made.diagnostics, [tuple(one) for one in icon_meanings(made.game, made.resources)]) == (
        (),
        [("crown", "Ruby; Jade: green")],
    )


def test_list_of_icons_that_stays_empty_is_reported(tmp_path: Path) -> None:
    rules = "# Toy\n\nA :crown: and a :flashlight:.\n\n[[icons]]\n"
    assert said(kit(tmp_path, files(rules)).diagnostics, tmp_path) == (
        "rules.md:5:1: warning P355 [[icons]] lists nothing: no icon that the game uses has a meaning\n"
        "  hint: give terms an icon, or say what icons mean under icons: in words.yaml"
    )


def test_words_come_first_and_overrule_terms(tmp_path: Path) -> None:
    terms = "gem: {ruby: {label: Ruby, icon: crown}, jade: {label: Jade, icon: flashlight}}"
    made = kit(
        tmp_path,
        {
            **files("# Toy\n\n:crown: :flashlight:\n\n[[icons]]\n", terms),
            "words.yaml": "icons: {flashlight: A light}\n",
        },
    )
    assert [tuple(one) for one in icon_meanings(made.game, made.resources)] == [
        ("flashlight", "A light"),
        ("crown", "Ruby"),
    ]
