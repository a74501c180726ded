"""Gives the templates of a game what a face needs of each of its languages: `lang.de.card`,
`lang.de.t`. A language is read where a template first names it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from pnp.compose.templates import Templates, template_variables
from pnp.diagnostics import Diagnostic, Problems
from pnp.model.game import Card, Component, Game
from pnp.model.read import load_game, unknown_language
from pnp.sandbox.environment import Record
from pnp.sandbox.messages import ExpressionError

Values = Mapping[str, Any]


class _Languages(dict[str, Any]):
    """A record for each language, made where it is first asked for. Raises ExpressionError for a
    language that the game does not have.
    """

    def __init__(self, known: Sequence[str], make: Callable[[str], Record]) -> None:
        super().__init__(dict.fromkeys(known))
        self._make = make

    def __getitem__(self, key: str) -> Any:
        if key not in self:
            raise ExpressionError(*unknown_language(key, [*self]))
        if super().__getitem__(key) is None:
            self[key] = self._make(key)
        return super().__getitem__(key)


class _Beside(dict[str, Any]):
    """The values of a card in another language; what is asked for is also asked of the card
    itself, which notes whether its copies differ in it.
    """

    def __init__(self, card: Values, values: Values) -> None:
        super().__init__({**card, **values})
        self._card = card

    def __getitem__(self, key: str) -> Any:
        self._card[key]
        return super().__getitem__(key)


def languages(
    game: Game,
    component: Component,
    templates: Templates,
    values_of: Callable[[Card], Values],
    add: Callable[[Diagnostic], None],
) -> Callable[[Card, Values], Record]:
    """What makes `lang` of a card and of what templates see of it; what is wrong with a language
    that is read is added. Templates that name one which cannot be read raise empty Problems.
    """

    @cache
    def read(language: str) -> tuple[Values, Mapping[str, Card]]:
        other = _in_language(game, language, templates, add)
        same = other.components.get(component.id, component)
        return template_variables(other), {card.id: card for card in same.cards}

    def of(card: Card, seen: Values, language: str) -> Record:
        variables, cards = read(language)
        own = language == game.language or card.id not in cards
        values = seen if own else _Beside(seen, values_of(cards[card.id]))
        return Record(language, {**variables, "card": Record(card.id, values, source="card")}, True)

    own = game.translation
    known = (own.first, *own.others) if own else (game.language,)
    return lambda card, seen: Record("lang", _Languages(known, partial(of, card, seen)), many=True)


def _in_language(
    game: Game, language: str, templates: Templates, add: Callable[[Diagnostic], None]
) -> Game:
    """The game in one of its languages, each read once. Raises empty Problems."""
    for known in (game, game.first):
        if known and known.language == language:
            return known
    if language not in templates.translations:
        files = templates.files.in_language(language)
        try:
            templates.translations[language], found = load_game(files, game.id, game.sleeved)
        except Problems as problem:
            deque(map(add, problem.diagnostics), 0)
            raise Problems(()) from None
        deque(map(add, found), 0)
    return templates.translations[language]
