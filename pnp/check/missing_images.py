"""P403 – cards have no picture.

A card names a picture that is not in the game's folder, or names none and none is called like its
id. All such cards of a component are in one finding. `--draft` prints a box with the name in place
of each.

Wrong: a card `- {id: lantern}` of `template: base/art`, and no `art/lantern.png`.

Right: the picture in `art/`, called like the id of the card; or its name in the card's field,
`image: lamp`.

Do: add the pictures, or correct the names. Capitals count.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error, listed
from pnp.model.fields import flat
from pnp.model.game import Component, Game
from pnp.model.kinds import CALLED

CODE = "P403"


def check(game: Game) -> Iterator[Diagnostic]:
    """The components of which a card names a picture that is not there."""
    for component in game.components.values():
        if component.missing:
            yield _missing(component)


def _missing(component: Component) -> Diagnostic:
    lost = [
        (card, field.name, name)
        for card in component.cards
        for field in component.fields.values()
        if field.is_image
        for name in flat(card.values[field.name])
        if name in component.missing
    ]
    cards = len({card.id for card, _, _ in lost})
    one, several = CALLED[component.kind]
    names = [f"{card.id} ({name if '.' in name else f'{name}.*'})" for card, _, name in lost]
    message = (
        f'{cards} {one if cards == 1 else several} of "{component.id}"'
        f" {'has' if cards == 1 else 'have'} no picture: {listed(names)}"
    )
    first, field, name = lost[0]
    return error(CODE, message, first.place(field), component.missing[name])
