"""Sets rulebooks and player aids: parses their Markdown with the numbers of the game, and lays it
out as pages and cards that show the real components.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from pnp.assets.die_lines import mirrored
from pnp.books.book_words import (
    book_words,
    credits_of,
    empty_icon_lists,
    english_words,
    icon_meanings,
    misnamed_icons,
    players_word,
)
from pnp.compose.element_trees import (
    BACK,
    FRONT,
    ComposedSide,
    Findings,
    all_sides,
    compose_cards,
    has_side,
    merge_missing_glyphs,
)
from pnp.compose.markdown import parse_markdown
from pnp.compose.markdown_tree import (
    Block,
    Generated,
    figures_in,
    icons_in,
    walk,
)
from pnp.compose.resource_loader import Reference, references
from pnp.compose.templates import Templates, markdown_templates, markdown_variables
from pnp.diagnostics import Diagnostic, Problems, Span, error, warning
from pnp.face import Face, halves
from pnp.layout.context import Stylesheet
from pnp.layout.flow import pages, reference
from pnp.layout.placed_faces import PlacedFace, lay_out
from pnp.layout.typesetter import COVER_BLEED, Book, Listed, Margins
from pnp.load import yaml
from pnp.load.encoding import utf8
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.comparisons import impossible_comparisons
from pnp.model.definitions import inner
from pnp.model.game import Card, Component, Game, Sentence
from pnp.model.kinds import CALLED, TEXTS, ReferenceFile, RulebookFile
from pnp.model.scenes import Scene, scenes
from pnp.model.tokens import called
from pnp.units.geometry import Um

LEAST_TYPE = {"book-body": 9.5, "book-aside": 8, "book-table": 8, "book-margin": 8, "book-small": 8}
"""Points that the styles of a rulebook have at least; a style that is not named follows these."""


class ParsedText(NamedTuple):
    """A text component read: its blocks, its set-up figures, its sentences, and what templates draw
    for it: the cover of a rulebook or what lies under player aids (`ground`), what lies under the
    pages of a rulebook (`page`) and under its scenes (`setup:NAME`).
    """

    component: Component
    blocks: tuple[Block, ...]
    drawn: Mapping[str, Sequence[ComposedSide]]
    scenes: Mapping[str, Scene | None]
    sentences: tuple[Sentence, ...] = ()

    def has(self, *kinds: str) -> bool:
        """Whether the text has a generated part of one of these kinds."""
        return any(
            isinstance(block, Generated) and block.kind in kinds for block in walk(self.blocks)
        )


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
    texts: list[ParsedText] = []
    found: list[Diagnostic] = []
    every = [component for component in game.components.values() if component.kind in TEXTS]
    wanted = [component for component in every if only is None or component.id in only]
    if not wanted:
        return texts, found
    environment = markdown_templates(files, game.id, game.language)
    variables = markdown_variables(game)
    rules = {rule.id for rule in game.rules}
    queue = [*wanted]
    for component in queue:
        shown = files.shown(component.details.path)
        try:
            source = utf8(component.details.text, shown)
        except Problems as problem:
            found += problem.diagnostics
            continue
        blocks, sentences, trouble = parse_markdown(
            environment, source, shown, variables, component.id, rules
        )
        stages, problems = _scenes(files, game, component, blocks)
        shown_stages = [stages.get(name.removeprefix("setup:")) for name in figures_in(blocks)]
        drawn, more = _drawn(game, component, templates, filter(None, shown_stages))
        # Two texts may show the scenes of one file.
        found += [*trouble, *more, *(problem for problem in problems if problem not in found)]
        texts.append(ParsedText(component, blocks, drawn, stages, sentences))
        if component is wanted[-1] and any(text.has("components") for text in texts):
            # The list of components shows the player aids.
            queue += [one for one in every if one.kind == "reference" and one not in wanted]
    paths = [files.shown(text.component.details.path) for text in texts]
    found += impossible_comparisons(game, environment.compared(paths), all_sides(game))
    if texts:
        found += misnamed_icons(files, game)
        rulebook = any(text.component.kind == "rulebook" for text in texts)
        found += english_words(game, [text.blocks for text in texts], rulebook)
    return texts, found


def shown(texts: Sequence[ParsedText], game: Game) -> dict[str, tuple[Card, ...]]:
    """The cards of every component that the figures and lists of some texts show; a component is
    shown by its first card.
    """
    targets = {target for text in texts for target in figures_in(text.blocks)}
    for text in texts:
        for scene in filter(None, text.scenes.values()):
            targets |= {item.face for item in scene.items if item.face}
    wanted = {target.partition(":")[2].removesuffix("/back") for target in targets}
    listed = any(text.has("components") for text in texts)
    cards: dict[str, tuple[Card, ...]] = {}
    for name, component in game.components.items():
        if component.kind in TEXTS:
            cards[name] = component.cards
            continue
        firsts = component.cards[:1] if listed or name in wanted else ()
        if listed and component.kind == "tokens":
            entries = {id(card.raw): card for card in reversed(component.cards)}
            firsts = tuple(entries.values())
        names = wanted | {f"{name}/{card.id}" for card in firsts}
        cards[name] = tuple(card for card in component.cards if f"{name}/{card.id}" in names)
    return cards


def text_references(texts: Sequence[ParsedText]) -> Iterator[tuple[Reference, Span]]:
    """The icons and images that texts, covers and grounds name."""
    for text in texts:
        for side in chain(*text.drawn.values()):
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
    typeset: dict[str, TypesetText] = {}
    found: list[Diagnostic] = []
    pictures = _pictures(game, laid)
    laid = dict(laid)
    # What lists the components shows the player aids, so these are set first.
    for text in sorted(
        texts, key=lambda text: (text.component.kind == "rulebook", text.has("components"))
    ):
        component = text.component
        if not text.blocks:
            continue
        reports: list[Diagnostic] = []
        book = _book(text, game, stylesheet, laid, pictures, reports)
        if component.kind == "rulebook":
            faces = pages(text.blocks, book, stylesheet, reports)
        else:
            faces = reference(text.blocks, book, stylesheet, reports, bleed=component.bleed)
        sides = list(_sides(component, faces))
        setups = [
            scene
            for target in figures_in(text.blocks)
            if (scene := text.scenes.get(target.removeprefix("setup:"))) and scene.setup is not None
        ]
        if setups:
            from pnp.check.promises.setup_steps import check_scenes

            found += check_scenes(game, setups)
        found += merge_missing_glyphs(reports)
        typeset[component.id] = TypesetText(component, text.blocks, book, sides)
        laid[component.id] = sides
    return typeset, found


def _sides(component: Component, faces: Sequence[Face]) -> Iterator[PlacedFace]:
    """The faces of a text as pages of a rulebook, or as fronts and backs of player aids; a single
    page or aid keeps the name of its component.
    """
    step, stem = (1, "page") if component.kind == "rulebook" else (2, component.id)
    parts = [faces[at : at + step] for at in range(0, len(faces), step)]
    card, width = component.cards[0], len(str(len(parts)))
    for number, (front, *back) in enumerate(parts, 1):
        if len(parts) > 1:
            card = card._replace(id=f"{stem}-{number:0{width}d}")
        yield PlacedFace(card, FRONT, front)
        if back and back[0].items:
            yield PlacedFace(card, BACK, back[0])


def _pictures(game: Game, laid: Mapping[str, Sequence[PlacedFace]]) -> dict[str, Any]:
    """What figures may show, for a book: faces by `KIND:COMPONENT/ID`, `KIND:COMPONENT` and either
    with `/back`, how they are cut, and all names.
    """
    faces: dict[str, Face] = {}
    outlines: dict[str, str] = {}
    names: dict[str, None] = {}
    for name, component in game.components.items():
        if component.kind in TEXTS:
            continue
        kind = f"{CALLED[component.kind][0]}:{name}"
        for side in _unfolded(component, laid.get(name, ())):
            suffix = "" if side.side == FRONT else "/back"
            for target in (f"{kind}/{side.card.id}{suffix}", f"{kind}{suffix}"):
                if target not in faces:
                    faces[target] = side.face
                    if outline := side.card.outline:
                        front = side.side == FRONT
                        outlines[target] = outline if front else mirrored(outline, side.face.size)
        cards = component.cards if component.back else ()
        behind = [f"{kind}/{card.id}/back" for card in cards if has_side(component, card, BACK)]
        names |= dict.fromkeys([kind, *(f"{kind}/{card.id}" for card in component.cards), *behind])
        if behind:
            names[f"{kind}/back"] = None
    names |= dict.fromkeys(faces)
    return {"figures": faces.get, "targets": tuple(names), "outlines": outlines}


def _unfolded(component: Component, laid: Iterable[PlacedFace]) -> Iterator[PlacedFace]:
    """The sides of a component, those of folded pieces as they are seen."""
    folds = component.details.sides if component.kind == "tokens" else {}
    for one in laid:
        if folds.get(one.card.id) == "fold":
            for side, face in zip((FRONT, BACK), halves(one.face), strict=True):
                yield one._replace(side=side, face=face)
        else:
            yield one


def _book(
    text: ParsedText,
    game: Game,
    stylesheet: Stylesheet,
    laid: Mapping[str, Sequence[PlacedFace]],
    pictures: Mapping[str, Any],
    found: list[Diagnostic],
) -> Book:
    component = text.component
    file: RulebookFile | ReferenceFile = component.details.file
    card = component.kind == "reference"
    bleed = component.bleed if card else COVER_BLEED
    drawn: dict[str, tuple[Face, ...]] = {}
    for name, sides in text.drawn.items():
        scene = text.scenes.get(name.partition(":")[2])
        trim, over = (scene.size, 0) if scene else (component.size, bleed)
        made, trouble = lay_out(sides, trim, over, stylesheet)
        drawn[name] = tuple(side.face for side in made)
        found += trouble
    words = book_words(game)
    icons = tuple(icon_meanings(game, stylesheet.resources))
    hyphenate = isinstance(file, RulebookFile) and file.hyphenate
    if not card:
        found += _small_type(game, stylesheet)
    if not icons:
        found += empty_icon_lists(text.blocks)
    return Book(
        title=game.title,
        size=component.size,
        margins=Margins(*[Um(component.safe)] * 4) if card else None,
        columns=file.columns,
        margin_column=file.margin_column if isinstance(file, RulebookFile) else 0,
        subtitle=game.subtitle,
        lines=tuple(_lines(game, words)),
        **pictures,
        scenes=text.scenes,
        stages={name: faces[0] for name, faces in drawn.items() if faces},
        cover=None if card else next(iter(drawn["ground"]), None),
        grounds=drawn["ground" if card else "page"],
        components=tuple(_listed(game, laid)),
        icons=icons,
        credits=tuple(credits_of(game, stylesheet.resources, words)),
        hyphenate=hyphenate,
        language=game.language,
        words=words,
    )


def _small_type(game: Game, stylesheet: Stylesheet) -> Iterator[Diagnostic]:
    """P368 for styles of a rulebook that are set too small to be read by lamplight."""
    written = inner(game.raw, "styles")
    for name in filter(written.__contains__, LEAST_TYPE):
        size, least = stylesheet.styles[name].size, LEAST_TYPE[name]
        if size < least:
            place = inner(written, name).at("size")
            message = (
                f'the style "{name}" is set in {size:g} pt; a rulebook has {least:g} pt or more'
            )
            yield warning("P368", message, place, f"write size: {least:g}pt")


def _lines(game: Game, words: Mapping[str, str]) -> Iterator[str]:
    """Who the game is for: `players` and `age` of the words, filled in."""
    players = "–".join(map(str, dict.fromkeys(game.players)))
    yield words[players_word(game)].replace("{players}", players)
    if game.record["age"]:
        yield words["age"].replace("{age}", str(game.record["age"]))


def _listed(game: Game, laid: Mapping[str, Sequence[PlacedFace]]) -> Iterator[Listed]:
    """The list of components: one row a component, of tokens one row for all of one name; not the
    book itself, nor the box that all of it lies in.
    """
    for name, component in game.components.items():
        sides = _unfolded(component, laid.get(name, ()))
        fronts = {side.card.id: side.face for side in sides if side.side == FRONT and side.copy < 2}
        if component.kind == "rulebook" or (
            component.kind == "box" and not component.details.holds
        ):
            continue
        if component.kind != "tokens":
            face = next(iter(fronts.values()), None)
            outline = component.cards[0].outline if component.cards else None
            yield Listed(component.title, str(component.total), face, outline or "")
            continue
        alike: dict[str, list[Card]] = {}
        for card in component.cards:
            alike.setdefault(called(card), []).append(card)
        for title, cards in alike.items():
            count = sum(card.copies for card in cards)
            yield Listed(title, str(count), fronts.get(cards[0].id), cards[0].outline or "")


def _drawn(
    game: Game, component: Component, templates: Templates, stages: Iterable[Scene]
) -> tuple[dict[str, tuple[ComposedSide, ...]], list[Diagnostic]]:
    """What templates draw for a text, as elements: one side of a cover or a stage, both of a
    ground.
    """
    file: RulebookFile | ReferenceFile = component.details.file
    drawn: dict[str, tuple[ComposedSide, ...]] = {}
    findings = Findings()
    page = component._replace(kind="page", details=None)
    ground = page._replace(front=file.ground or "", back=file.ground)
    parts = {"ground": ground}
    if isinstance(file, RulebookFile):
        parts = {"ground": page._replace(front=file.cover or ""), "page": ground}
    for scene in stages:
        stage = page._replace(front=scene.ground, size=scene.size, raw=Map.empty(scene.span))
        parts[f"setup:{scene.name}"] = stage
    for name, page in parts.items():
        drawn[name] = tuple(compose_cards(game, page, page.cards, templates, findings))
    return drawn, findings.list()


def _scenes(
    files: Disk, game: Game, component: Component, blocks: Sequence[Block]
) -> tuple[dict[str, Scene | None], list[Diagnostic]]:
    """The set-up figures of a rulebook:

    `figures.yaml`, or the file that it names; None for one with which something is wrong.

    A player aid shows those of `figures.yaml`.
    """
    file = component.details.file
    rulebook = isinstance(file, RulebookFile)
    named = file.figures if rulebook else None
    path = f"data/{game.id}/{named or 'figures.yaml'}"
    shows = rulebook or any(target.startswith("setup:") for target in figures_in(blocks))
    if not shows or (named is None and not files.exists(path)):
        return {}, []
    try:
        raw = _translated_scenes(game, files.shown(path))
        if raw is None:
            data = files.read(path, component.raw.at("figures"))
            raw = yaml.parse(data, files.shown(path), files.limits)
    except Problems as problem:
        return {}, list(problem.diagnostics)
    if not isinstance(raw, Map):
        return {}, [error("P203", "expected a map of figures", Span(files.shown(path), 1, 1))]
    made, found = scenes(raw, game.palette)
    return {name: made.get(name) for name in raw}, found


def _translated_scenes(game: Game, file: str) -> Any:
    """The figures of a file in another language than the first, as the loader has read them."""
    texts = [one.details.scenes for one in game.components.values() if one.kind in TEXTS]
    return next((scenes for scenes in texts if scenes is not None and scenes.file == file), None)
