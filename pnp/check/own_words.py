"""P315 and P320 for what `game.yaml` says of the game itself: printed as it is typed, on the
first page, on covers and on every sheet; P362 for what these would say in English.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.assets.fonts import Typeface
from pnp.compose.resource_loader import Resources
from pnp.diagnostics import Diagnostic, Span, error, warning
from pnp.load.yaml import Map, Seq
from pnp.model.game import Game
from pnp.model.text_rules import signs
from pnp.units.spelling import is_english

STYLES = {"title": "base-headline"}
"""What words are set in on the first page, where not in the style of its texts."""
READING = "base-reading"


def check(game: Game, resources: Resources) -> Iterator[Diagnostic]:
    """Words of the game that its fonts cannot show, or with signs for bold or an icon, each at
    its line.
    """
    for name, text, place in _words(game):
        faces = _faces(game, resources, STYLES.get(name, READING))
        lost = next(
            (char for char in text if faces and all(face.missing(char) for face in faces)), ""
        )
        if lost:
            from pnp.assets.scripts import missing_character

            told, hint = missing_character(lost)
            yield error("P315", f"{name}: {told}", place, hint)
        if shown := signs(text):
            yield warning(
                "P320",
                f'{name}: "{shown}" is printed as typed',
                place,
                "take the signs away: nothing reads them here",
            )


def english(game: Game) -> Iterator[Diagnostic]:
    """P362 where the first page and the sheets of a game in another language would bear English
    words.
    """
    lacking = [
        (what, key)
        for what, key in (("sheets", "sheet"), ("first page", "first_page"))
        if key not in game.words
    ]
    if lacking and not is_english(game.language):
        message = (
            f'the language of the game is "{game.language}", and its'
            f" {' and '.join(what for what, _ in lacking)} bear English words"
        )
        keys = " and ".join(f"{key}:" for _, key in lacking)
        hint = f"say them in words.yaml under {keys}, by the keys of templates/base/words/de.yaml"
        yield warning("P362", message, game.raw.at("language"), hint)


def _words(game: Game) -> Iterator[tuple[str, str, Span]]:
    """What is said of the game and its components, by the key that says it."""
    for key in ("title", "subtitle", "author", "notice"):
        if key in game.raw:
            yield key, getattr(game, key), game.raw.at(key)
    elsewhere = game.raw.get("elsewhere")
    if isinstance(elsewhere, Seq):
        yield from (
            ("elsewhere", text, elsewhere.at(index)) for index, text in enumerate(game.elsewhere)
        )
    for component in game.components.values():
        if isinstance(component.raw, Map) and "title" in component.raw:
            yield "title", component.title, component.raw.at("title")


def _faces(game: Game, resources: Resources, style: str) -> tuple[Typeface, ...]:
    """The typefaces of a style, the ones that it falls back on behind its own."""
    family = resources.families.get(game.styles[style].font) if style in game.styles else None
    own = family.cut(False, False) if family else None
    return (own, *family.fallback) if family and own else ()
