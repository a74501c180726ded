"""Compares the sentences that tell the rules of a game with those that were confirmed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from pnp.check.promises.kinds.binding import bound
from pnp.check.promises.record_set import plain
from pnp.check.promises.scope import Malformed, Scope, value_text
from pnp.check.promises.text_index import NUMBER, number_of
from pnp.diagnostics import Diagnostic, Note, did_you_mean, error, warning
from pnp.model.game import Confirmation, Game, Rule, Sentence
from pnp.model.kinds import TEXTS
from pnp.sandbox.environment import Record
from pnp.units.spelling import exact, is_number

NO_TEXT, UNPROVEN, WAITS = "P593", "P594", "P595"
"""The findings on a text under `told:` that is not there, on a rule that nothing proves, on a
sentence that waits for confirmation.
"""
OF_WORDS = frozenset((NO_TEXT, UNPROVEN, WAITS))
"""Findings on rules that say nothing of their promises."""


class Change(NamedTuple):
    """A sentence that waits: what was confirmed (empty where nothing was), and what tells the rule
    now (None where it is gone); `owner` is the text.
    """

    rule: Rule
    owner: str
    old: str
    new: Sentence | None


def check(game: Game, sentences: Sequence[Sentence]) -> Iterator[Diagnostic]:
    """P593 for a text under `told:` that is not there, P594 for a rule that nothing proves, P595
    for each sentence that waits for confirmation.

    `sentences` are those of the rulebooks and player aids. Where one of these could not be read,
    nothing is missed.
    """
    scope = Scope(game)
    read = {sentence.owner for sentence in sentences}
    if any(one.kind in TEXTS and one.id not in read for one in game.components.values()):
        return
    named: list[Sentence] = []
    for rule in game.rules:
        for name in rule.told:
            try:
                named.append(_named(scope, rule, name))
            except Malformed as problem:
                place = rule.raw.at("told")
                yield error(NO_TEXT, f"{rule.id}: {problem}", place, problem.hint)
    every = [*sentences, *named]
    told = {name for sentence in every for name in sentence.rules}
    for rule in game.rules:
        if not rule.proofs and not rule.told and rule.id not in told:
            message = f"nothing proves {rule.id}: {rule.says}"
            hint = f"give it a proof, or put {{{rule.id}}} behind the sentence that tells it"
            yield warning(UNPROVEN, message, rule.raw.span(), hint)
    for change in waiting(game, every):
        yield _waits(game, change)


def sentences_of(game: Game, sentences: Iterable[Sentence]) -> list[Sentence]:
    """All sentences that tell rules: those of rulebooks and player aids, and the texts that rules
    name, as far as they are there.
    """
    scope = Scope(game)
    every = [*sentences]
    for rule in game.rules:
        for name in rule.told:
            try:
                every.append(_named(scope, rule, name))
            except Malformed:  # reported by `check`
                continue
    return every


def _named(scope: Scope, rule: Rule, name: str) -> Sentence:
    """A text in YAML or CSV by its name. Raises Malformed."""
    place = rule.raw.at("told")
    kind, _, rest = name.partition(".")
    if kind == "words" and rest:
        value: Any = scope.game.words
        for part in rest.split("."):
            if not isinstance(value, Record) or part not in value:
                hint = did_you_mean(part, value) if isinstance(value, Record) else ""
                raise Malformed(f'there is no word "{rest}" in words.yaml', "told", hint)
            value = value[part]
    else:
        owner, _, field = name.rpartition(".")
        if "/" not in owner and not owner.startswith("components."):
            message = f'"told" names "{name}"; expected words.KEY or COMPONENT/CARD.FIELD'
            raise Malformed(message, "told", "for prose put the id in braces behind the sentence")
        values, place = bound(scope, owner)
        if field not in values:
            hint = did_you_mean(field, values)
            raise Malformed(f'"{owner}" has no field "{field}"', "told", hint)
        value = plain(values[field])
    words = " ".join(value_text(value).split())
    return Sentence((rule.id,), name, words, place)


def confirmation(game: Game, rule: Rule, sentences: Iterable[Sentence]) -> Confirmation:
    """What is recorded of a rule when its sentences are confirmed as they are."""
    mine = tuple((one.owner, one.words) for one in sentences if rule.id in one.rules)
    facts = {name: value_text(game.facts[name]) for name in _pinned(game, rule)}
    return Confirmation(mine, facts)


def _pinned(game: Game, rule: Rule) -> list[str]:
    """The facts that the proofs of a rule pin."""
    return [
        str(promise.details.get("fact"))
        for promise in game.promises
        if promise.id in rule.proofs
        and promise.kind == "fact"
        and promise.details.get("fact") in game.facts
    ]


def waiting(game: Game, sentences: Sequence[Sentence]) -> Iterator[Change]:
    """The sentences that wait, in the order of the rules.

    Nothing waits in a game of which nothing was confirmed; nor the sentences of a rule that is
    proven otherwise and was never confirmed; nor one in which only the value of a fact changed
    that the rule pins.
    """
    for rule in game.rules if game.confirmed is not None else ():
        assert game.confirmed is not None
        before = game.confirmed.get(rule.id)
        if before is None and rule.proofs:
            continue
        yield from changes(game, rule, before, sentences)


def changes(
    game: Game, rule: Rule, before: Confirmation | None, sentences: Iterable[Sentence]
) -> Iterator[Change]:
    """How the sentences that tell a rule differ from those confirmed before."""
    facts = {name: game.facts[name] for name in _pinned(game, rule)}
    old: dict[str, list[tuple[str, str]]] = {}
    for owner, words in before.sentences if before else ():
        assert before is not None
        old.setdefault(owner, []).append((_without_values(words, before.facts), words))
    new: list[Sentence] = []
    for sentence in sentences:
        if rule.id not in sentence.rules:
            continue
        same = _without_values(sentence.words, facts)
        left = old.get(sentence.owner, [])
        found = next((pair for pair in left if same == pair[0] or sentence.words == pair[1]), None)
        if found is None:
            new.append(sentence)
        else:
            left.remove(found)
    for sentence in new:
        left = old.get(sentence.owner, [])
        nearest = max(left, key=lambda pair: _likeness(pair[1], sentence.words), default=None)
        if nearest is not None:
            left.remove(nearest)
        yield Change(rule, sentence.owner, nearest[1] if nearest else "", sentence)
    for owner, left in old.items():
        yield from (Change(rule, owner, words, None) for _, words in left)


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).quick_ratio()


def _without_values(words: str, facts: Mapping[str, Any]) -> str:
    """A sentence with the names of facts in place of their values, in figures or words."""
    values = {name: number_of(str(value)) for name, value in facts.items()}

    def name_of(match: re.Match[str]) -> str:
        number = number_of(match[0])
        for name, value in values.items():
            if is_number(number) and is_number(value) and exact(number) == exact(value):
                return f"{{{name}}}"
        return match[0]

    return _NUMBER.sub(name_of, words) if values else words


_NUMBER = re.compile(rf"(?<!\w){NUMBER}(?!\w)", re.IGNORECASE)


def _waits(game: Game, change: Change) -> Diagnostic:
    rule, owner, old, new = change
    command = f"if that is what the document rules: pnp confirm {game.named} {rule.id}"
    told = Note(f"{rule.id}: {rule.says}", rule.raw.span())
    if new is None:
        message = f'a sentence of "{owner}" that told {rule.id} is gone: "{old}"'
        return warning(WAITS, message, rule.raw.span(), command)
    if not old:
        message = f'"{owner}" tells {rule.id} in words that nobody confirmed: "{new.words}"'
        return warning(WAITS, message, new.span, command, [told])
    message = f'"{owner}" tells {rule.id} in other words than were confirmed: "{new.words}"'
    notes = [Note(f'confirmed was: "{old}"'), told]
    return warning(WAITS, message, new.span, command, notes)
