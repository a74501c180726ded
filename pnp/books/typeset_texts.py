"""Rulebooks and player aids: their Markdown with the numbers of the game, set into pages and
cards that show the real components.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.assets.die_lines import mirrored
from pnp.books.colophon import credited, meanings, nothing_to_list
from pnp.compose.element_trees import (
    BACK,
    FRONT,
    Composed,
    Findings,
    compose_cards,
    has_side,
    merge_missing_glyphs,
)
from pnp.compose.impossible_comparisons import impossible_comparisons
from pnp.compose.markdown import parse_markdown
from pnp.compose.markdown_tree import (
    Block,
    Callout,
    Figure,
    Generated,
    Link,
    figures_in,
    icons_in,
    lines_of,
    walk,
)
from pnp.compose.resource_loader import Reference, references
from pnp.compose.templated_markdown import markdown_templates, markdown_variables
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error, warning
from pnp.face import Face
from pnp.layout.book import COVER_BLEED, WORDS, Book, Listed, Margins
from pnp.layout.context import Stylesheet
from pnp.layout.faces import PlacedFace, lay_out
from pnp.layout.flow import pages, reference
from pnp.layout.inlines import unknown_hyphenation
from pnp.load import yaml
from pnp.load.encoding import utf8
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.definitions import unknown_icons
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import CALLED, TEXTS, ReferenceFile, RulebookFile
from pnp.model.setup import Scene, scenes
from pnp.sandbox.environment import Record
from pnp.units.geometry import Um
from pnp.units.spelling import is_english

_PLACES = re.compile(r"\{[^{}]*\}")
"""Places of a line of words that the game fills in, such as `{players}`."""


class ParsedText(NamedTuple):
    """A text component read: its blocks, what templates draw for it (a cover, the ground of
    player aids), and its set-up figures.
    """

    component: Component
    blocks: tuple[Block, ...]
    drawn: tuple[Composed, ...]
    scenes: Mapping[str, Scene | None]


class TypesetText(NamedTuple):
    """A text set: what it says, what its figures and lists are made from, and its faces."""

    component: Component
    blocks: tuple[Block, ...]
    book: Book
    laid: list[PlacedFace]


def parse_texts(
    files: Disk, game: Game, templates: Templates, only: Collection[str] | None = None
) -> tuple[list[ParsedText], list[Diagnostic]]:
    """The texts of a game, or only some of its components, their Jinja worked out; what is wrong
    with them.
    """
    made: list[ParsedText] = []
    found: list[Diagnostic] = []
    components = [
        c for c in game.components.values() if c.kind in TEXTS and (only is None or c.id in only)
    ]
    if not components:
        return made, found
    environment, values = (
        markdown_templates(files, game.id, game.language),
        markdown_variables(game),
    )
    queue = [*components]
    for component in queue:
        data = component.details
        try:
            source = utf8(data.text, files.shown(data.path))
        except Problems as problem:
            found += problem.diagnostics
            continue
        blocks, trouble = parse_markdown(environment, source, files.shown(data.path), values)
        drawn, more = _drawn(game, component, templates)
        stages, problems = _scenes(files, game, component, blocks)
        found += [
            *trouble,
            *more,
            *(problem for problem in problems if problem not in found),
        ]  # of two texts with one file
        made.append(ParsedText(component, blocks, drawn, stages))
        if (
            only is not None and component is components[-1] and _lists_components(made)
        ):  # which shows the player aids
            queue += [
                c for c in game.components.values() if c.kind == "reference" and c.id not in only
            ]
    found += impossible_comparisons(
        game, environment.compared([files.shown(script.component.details.path) for script in made])
    )
    return made, [
        *found,
        *(_misnamed_words(files, game) if made else ()),
        *_english_words(game, made),
    ]


def _english_words(game: Game, texts: Sequence[ParsedText]) -> Iterator[Diagnostic]:
    """A warning where the texts of a game in another language would bear words of ours, which
    are English.
    """
    own = game.words["book"] if "book" in game.words else ()  # noqa: SIM401 - a Record has no get
    ours = [
        name
        for name in WORDS
        if name not in own and any(name in _brought_along(script, game) for script in texts)
    ]
    if is_english(game.language) or not ours:
        return
    told = (
        f'the language of the game is "{game.language}", and its texts bear English words:'
        f" {', '.join(WORDS[name] for name in ours)}"
    )
    lines = ", ".join(f'{name}: "…"' for name in ours)
    yield warning(
        "P362", told, game.raw.at("language"), f"say them in words.yaml: book: {{{lines}}}"
    )


def _brought_along(script: ParsedText, game: Game) -> Iterator[str]:
    """The words of ours that a text shows, on paper or on a screen."""
    for block in walk(script.blocks):
        match block:
            case Figure():
                yield "figure"
            case Callout(kind):
                yield kind
            case Generated("contents"):
                yield "contents"
            case Generated("credits"):
                yield from ("game", "icons", "type")
        if any(
            isinstance(part, Link) and not part.inlines
            for inlines in lines_of(block)
            for part in inlines
        ):
            yield "page"
    if script.component.kind == "rulebook":
        yield from (
            "contents",
            _called_players(game),
            "skip",
            *(("age",) if game.record["age"] else ()),
        )


def _misnamed_words(files: Disk, game: Game) -> Iterator[Diagnostic]:
    """What `book:` and `icons:` of words.yaml say that no page would ever show."""
    own = game.words["book"] if "book" in game.words else Record("book", {})
    wrong = (
        [name for name in own if _misnamed(name, own[name])]
        if isinstance(own, Record)
        else ["book"]
    )
    icons = game.words["icons"] if "icons" in game.words else Record("icons", {})
    unknown = (
        unknown_icons(files, game.id, tuple(icons)) if isinstance(icons, Record) else {"icons": ""}
    )
    if not wrong and not unknown:
        return
    path = f"data/{game.id}/words.yaml"
    raw = yaml.parse(files.read(path), files.shown(path), files.limits)
    assert isinstance(raw, Map)
    if not isinstance(icons, Record):
        yield error(
            "P203",
            "icons: expected a map of icons and what they mean",
            raw.at("icons"),
            'for example {crown: "Victory"}',
        )
    else:
        for name, hint in unknown.items():
            yield error("P401", f'icons: there is no icon "{name}"', raw["icons"].key(name), hint)
    if wrong:
        yield from _wrong_words(wrong, own, raw)


def _wrong_words(wrong: Sequence[str], own: object, raw: Map) -> Iterator[Diagnostic]:
    known = f"they are {', '.join(WORDS)}"
    book = raw["book"]
    if not isinstance(own, Record):
        yield error(
            "P203",
            "book: expected a map of the words that pages bring along",
            raw.at("book"),
            known,
        )
        return
    for name in wrong:
        if name in WORDS:
            allowed = " and ".join(_PLACES.findall(WORDS[name])) or "no place to be filled in"
            told = (
                f"expected {allowed}"
                if isinstance(own[name], str)
                else "expected a word or a line of words"
            )
            yield error("P203", f'book: "{name}": {told}', book.at(name))
            continue
        yield error(
            "P201",
            f'book: pages have no word "{name}"',
            book.key(name),
            did_you_mean(name, WORDS) or known,
        )


def _misnamed(name: str, words: object) -> bool:
    """Whether `book:` says something that pages do not have, or a line with a place that nothing
    fills in.
    """
    return (
        name not in WORDS
        or not isinstance(words, str)
        or not set(_PLACES.findall(words)) <= set(_PLACES.findall(WORDS[name]))
    )


def _lists_components(texts: Sequence[ParsedText]) -> bool:
    """Whether a text has the list of all components."""
    return any(
        isinstance(block, Generated) and block.kind == "components"
        for script in texts
        for block in walk(script.blocks)
    )


def names_icons(texts: Sequence[ParsedText]) -> bool:
    """Whether a text lists the icons that the whole game uses, or credits who drew them."""
    return any(
        isinstance(block, Generated) and block.kind in ("icons", "credits")
        for script in texts
        for block in walk(script.blocks)
    )


def shown(texts: Sequence[ParsedText], game: Game) -> dict[str, tuple[Card, ...]]:
    """The cards of every component that the figures and lists of some texts show; a component is
    shown by its first card.
    """
    targets = {target for script in texts for target in figures_in(script.blocks)}
    targets |= {
        item.face
        for script in texts
        for scene in script.scenes.values()
        if scene
        for item in scene.items
        if item.face
    }
    listed = _lists_components(texts)
    wanted = {target.partition(":")[2].removesuffix("/back") for target in targets}
    done: dict[str, tuple[Card, ...]] = {}
    for name, component in game.components.items():
        if component.kind in TEXTS:
            done[name] = component.cards
            continue
        entries = {id(card.raw): card for card in reversed(component.cards)}
        first = (
            {id(entries[id(component.cards[0].raw)])}
            if component.cards and (listed or name in wanted)
            else set()
        )
        if listed and component.kind == "tokens":
            first |= {id(card) for card in entries.values()}
        done[name] = tuple(
            card for card in component.cards if id(card) in first or f"{name}/{card.id}" in wanted
        )
    return done


def text_references(texts: Sequence[ParsedText]) -> Iterator[tuple[Reference, Span]]:
    """The icons and images that texts, covers and grounds name."""
    for text in texts:
        for side in text.drawn:
            if side.element is not None:
                yield from references(side.element)
        for name, place in icons_in(text.blocks).items():
            yield ("icon", name), place


def typeset_texts(
    texts: Sequence[ParsedText],
    game: Game,
    stylesheet: Stylesheet,
    laid: Mapping[str, Sequence[PlacedFace]],
) -> tuple[dict[str, TypesetText], list[Diagnostic]]:
    """Every text set: pages of a rulebook, fronts and backs of player aids."""
    done: dict[str, TypesetText] = {}
    found: list[Diagnostic] = []
    pictures = _pictures(game, laid)
    laid = dict(laid)
    # What lists the components shows the player aids, so these are set first.
    for script in sorted(
        texts,
        key=lambda script: (script.component.kind == "rulebook", _lists_components((script,))),
    ):
        component = script.component
        if not script.blocks:
            continue
        said: list[Diagnostic] = []
        book = _book(script, game, stylesheet, laid, pictures, said)
        if component.kind == "rulebook":
            faces = pages(script.blocks, book, stylesheet, said)
            made = [
                PlacedFace(_part(component, n, len(faces), "page-"), FRONT, face)
                for n, face in enumerate(faces, 1)
            ]
        else:
            made = list(
                _aids(
                    component,
                    reference(script.blocks, book, stylesheet, said, bleed=component.bleed),
                )
            )
        found += merge_missing_glyphs(said)
        done[component.id] = TypesetText(component, script.blocks, book, made)
        laid[component.id] = made
    return done, found


def _part(component: Component, number: int, total: int, stem: str = "") -> Card:
    """The card that stands for one page or player aid; a single one keeps the name of its
    component.
    """
    card = component.cards[0]
    if total == 1:
        return card
    width = len(str(total))
    return card._replace(id=f"{stem or component.id + '-'}{number:0{width}d}")


def _aids(component: Component, faces: Sequence[Face]) -> Iterator[PlacedFace]:
    total = (len(faces) + 1) // 2
    for number in range(total):
        card = _part(component, number + 1, total)
        front, *back = faces[2 * number : 2 * number + 2]
        yield PlacedFace(card, FRONT, front)
        if back and back[0].items:
            yield PlacedFace(card, BACK, back[0])


class _Pictures(NamedTuple):
    """The faces that figures show by `KIND:COMPONENT/ID`, `KIND:COMPONENT` and either with
    `/back`; how they are cut; all names.
    """

    faces: dict[str, Face]
    outlines: dict[str, str]
    names: tuple[str, ...]


def _pictures(game: Game, laid: Mapping[str, Sequence[PlacedFace]]) -> _Pictures:
    faces: dict[str, Face] = {}
    outlines: dict[str, str] = {}
    names: dict[str, None] = {}
    for name, component in game.components.items():
        if component.kind in TEXTS:
            continue
        kind = f"{CALLED[component.kind][0]}:{name}"
        for side in laid.get(name, ()):
            suffix = "" if side.side == FRONT else "/back"
            for target in (f"{kind}/{side.card.id}{suffix}", f"{kind}{suffix}"):
                if target not in faces:
                    faces[target] = side.face
                    outline = _outline(component, side.card)
                    if outline:  # a back is seen from behind
                        outlines[target] = (
                            mirrored(outline, side.face.size) if side.side == BACK else outline
                        )
        behind = [
            card for card in component.cards if component.back and has_side(component, card, BACK)
        ]
        own = [
            kind,
            *(f"{kind}/{card.id}" for card in component.cards),
            *(f"{kind}/{card.id}/back" for card in behind),
        ]
        names |= dict.fromkeys([*own, f"{kind}/back"] if behind else own)
    return _Pictures(faces, outlines, tuple(names | dict.fromkeys(faces)))


def _outline(component: Component, card: Card) -> str:
    """Where a piece is cut, empty along its rectangle: a piece that is folded shows front and
    back in one.
    """
    folded = component.kind == "tokens" and component.details.sides.get(card.id) == "fold"
    return "" if folded else card.outline or ""


def _book(
    script: ParsedText,
    game: Game,
    stylesheet: Stylesheet,
    laid: Mapping[str, Sequence[PlacedFace]],
    pictures: _Pictures,
    found: list[Diagnostic],
) -> Book:
    component = script.component
    file: RulebookFile | ReferenceFile = component.details.file
    card = component.kind == "reference"
    drawn, trouble = lay_out(
        script.drawn, component.size, component.bleed if card else COVER_BLEED, stylesheet
    )
    found += trouble
    safe = Um(component.safe)
    own = game.words["book"] if "book" in game.words else ()  # noqa: SIM401 - a Record has no get
    words = {**WORDS, **{name: str(own[name]) for name in own if name in WORDS}}
    icons = tuple(meanings(game, stylesheet.resources))
    hyphenate = isinstance(file, RulebookFile) and file.hyphenate
    if hyphenate:
        found += unknown_hyphenation(game.language, component.raw.at("hyphenate"))
    if not icons:
        found += nothing_to_list(script.blocks)
    return Book(
        title=game.title,
        size=component.size,
        margins=Margins(safe, safe, safe, safe) if card else None,
        columns=file.columns,
        subtitle=game.subtitle,
        lines=tuple(_lines(game, words)),
        figures=pictures.faces.get,
        targets=pictures.names,
        outlines=pictures.outlines,
        scenes=script.scenes,
        cover=drawn[0].face if drawn and not card else None,
        grounds=tuple(side.face for side in drawn) if card else (),
        components=tuple(_listed(game, laid)),
        icons=icons,
        credits=tuple(credited(game, stylesheet.resources, words)),
        hyphenate=hyphenate,
        language=game.language,
        words=words,
    )


def _called_players(game: Game) -> str:
    """The word for who plays: that for one, in a game for one, unless the game only says the
    other itself.
    """
    own = game.words["book"] if "book" in game.words else ()  # noqa: SIM401 - a Record has no get
    return (
        "player"
        if game.players[1] == 1 and ("player" in own or "players" not in own)
        else "players"
    )


def _lines(game: Game, words: Mapping[str, str]) -> Iterator[str]:
    """Who the game is for: `players` and `age` of the words, filled in."""
    low, high = game.players
    yield words[_called_players(game)].replace(
        "{players}", f"{low}–{high}" if low != high else str(low)
    )
    if game.record["age"]:
        yield words["age"].replace("{age}", str(game.record["age"]))


def _listed(game: Game, laid: Mapping[str, Sequence[PlacedFace]]) -> Iterator[Listed]:
    """The list of components: one row a component, of tokens one row an entry."""
    for name, component in game.components.items():
        fronts = {side.card.id: side.face for side in laid.get(name, ()) if side.side == FRONT}
        if component.kind == "rulebook":
            continue
        if component.kind != "tokens":
            face = next(iter(fronts.values()), None)
            outline = _outline(component, component.cards[0]) if component.cards else ""
            yield Listed(component.title, str(component.total), face, outline=outline)
            continue
        entries: dict[int, list[Card]] = {}
        for card in component.cards:
            entries.setdefault(id(card.raw), []).append(card)
        for cards in entries.values():
            first = cards[0]
            title = (
                first.values.get("title")
                or str(first.raw.get("id") or first.id)
                .replace("-", " ")
                .replace("_", " ")
                .capitalize()
            )
            count = sum(card.copies for card in cards)
            note = component.title if component.title != title else ""
            yield Listed(
                str(title), str(count), fronts.get(first.id), note, _outline(component, first)
            )


def _drawn(
    game: Game, component: Component, templates: Templates
) -> tuple[tuple[Composed, ...], list[Diagnostic]]:
    """What templates draw for a text, as elements: the cover of a rulebook, the ground of player
    aids (front and back).
    """
    file: RulebookFile | ReferenceFile = component.details.file
    if isinstance(file, RulebookFile):
        name, back, bleed = file.cover, None, COVER_BLEED
    else:
        name, back, bleed = file.ground, file.ground, Um(component.bleed)
    if name is None:
        return (), []
    findings = Findings()
    page = component._replace(kind="page", front=name, back=back, bleed=bleed, details=None)
    return tuple(compose_cards(game, page, page.cards, templates, findings)), findings.list()


def _scenes(
    files: Disk, game: Game, component: Component, blocks: Sequence[Block]
) -> tuple[dict[str, Scene | None], list[Diagnostic]]:
    """The set-up figures of a rulebook:

    `figures.yaml`, or the file that it names; None for one with which something is wrong.

    A player aid shows those of `figures.yaml`.
    """
    file = component.details.file
    named = file.figures if isinstance(file, RulebookFile) else None
    path = f"data/{game.id}/{named or 'figures.yaml'}"
    if named is None and not files.exists(path):
        return {}, []
    if not isinstance(file, RulebookFile) and not any(
        target.startswith("setup:") for target in figures_in(blocks)
    ):
        return {}, []
    try:
        raw = yaml.parse(
            files.read(path, component.raw.at("figures")), files.shown(path), files.limits
        )
    except Problems as problem:
        return {}, list(problem.diagnostics)
    if not isinstance(raw, Map):
        return {}, [error("P203", "expected a map of figures", Span(files.shown(path), 1, 1))]
    made, found = scenes(raw, game.palette)
    return {name: made.get(name) for name in raw}, found
