"""The translations of a game keep to its terms: `lang/terms.yaml` lists each term of the first
language with the words that stand for it in the others.

Sentences are matched by the rules that they tell, on cards, boards, player aids and rulebooks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest
from shipped import GAMES, WORKSPACE

from pnp.build.contract_review import told_sentences
from pnp.check.promises.confirmation import sentences_of
from pnp.load import yaml
from pnp.load.workspace import disk_for
from pnp.model.read import load_game

GAME = "organ-match"
TERMS: Any = yaml.parse((GAMES[GAME] / "lang/terms.yaml").read_bytes(), "terms.yaml")
LANGUAGES = ("de", "fr", "es", "it")


@cache
def told(language: str) -> dict[str, list[tuple[str, str]]]:
    """For each rule the texts that tell it and their sentences, in order."""
    disk = disk_for(WORKSPACE, GAMES[GAME]).in_language(language)
    game, found = load_game(disk, GAME)
    sentences, wrong = told_sentences(disk, game)
    assert not found and not wrong
    listed = defaultdict(list)
    for one in sentences_of(game, sentences):
        for rule in one.rules:
            listed[rule].append((one.owner, one.words))
    return listed


def has(words: str, parts: list[str]) -> bool:
    """Whether any of the parts of words stands in a text; the title of the game is none."""
    words = words.replace("Organ Match", "").lower()
    return any(part in words for part in parts)


def means(words: str, term: str) -> bool:
    """Whether an English sentence has a term: one of its words, or that with an s."""
    return any(
        re.search(rf"\b{one}s?\b", words.replace("Organ Match", "").lower())
        for one in TERMS[term]["en"]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_rule_is_told_in_the_same_places(language: str) -> None:
    first, other = told(""), told(language)
    assert {rule: [owner for owner, _ in first[rule]] for rule in first} == {
        rule: [owner for owner, _ in other[rule]] for rule in other
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_keep_to_the_terms(language: str) -> None:
    pairs = {
        (rule, owner, words, translated)
        for rule, sentences in told("").items()
        for (owner, words), (_, translated) in zip(sentences, told(language)[rule], strict=True)
    }
    assert len(pairs) > 150
    assert not sorted(
        f"{term}: {rule} {owner}: {words} -> {translated}"
        for rule, owner, words, translated in pairs
        for term, of in TERMS.items()
        if means(words, term) and not has(translated, of[language])
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_word_that_the_game_does_not_use(language: str) -> None:
    """Another word for a term reads as another thing."""
    folder = GAMES[GAME] / "lang"
    texts = [*folder.glob(f"*.{language}.md"), folder / f"{language}.yaml"]
    assert len(texts) == 3
    assert not [
        f"{path.name}:{number}: {word}"
        for path in texts
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1)
        if not line.startswith("#")
        for of in TERMS.values()
        for word in of.get("never", {}).get(language, ())
        if re.search(rf"(?i)\b{word}", line)
    ]
