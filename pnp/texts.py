"""Rulebooks and player aids: their Markdown with the numbers of the game, set into pages and cards that show the real components."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from pnp.compose.blocks import Block, icons_in
from pnp.compose.faces import BACK, FRONT, Composed, Findings, compose_cards
from pnp.compose.jinja import Templates
from pnp.compose.manuscript import prose_templates, prose_values
from pnp.compose.prose import prose
from pnp.compose.shelf import Named, Shelf, named_in
from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.face import Face
from pnp.geometry import Um
from pnp.layout.book import Book, Credit, Listed, Margins, Meaning
from pnp.layout.catalog import Catalog
from pnp.layout.faces import Laid, lay_out
from pnp.layout.flow import pages
from pnp.layout.reference import reference
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import RulebookFile
from pnp.model.scenes import Scene, scenes

KINDS = ("reference", "rulebook")


class Script(NamedTuple):
    """A text component read: its blocks, its cover as elements, and its set-up figures."""

    component: Component
    blocks: tuple[Block, ...]
    cover: tuple[Composed, ...]
    scenes: Mapping[str, Scene]


def scripts(files: Disk, game: Game, templates: Templates) -> tuple[list[Script], list[Diagnostic]]:
    """The texts of a game, its Jinja worked out; what is wrong with them."""
    made: list[Script] = []
    found: list[Diagnostic] = []
    components = [component for component in game.components.values() if component.kind in KINDS]
    if not components:
        return made, found
    environment, values = prose_templates(files, game.id), prose_values(game)
    for component in components:
        data = component.details
        try:
            source = data.text.decode("utf-8-sig")
        except UnicodeDecodeError:
            found.append(error("P110", "the text is not UTF-8", Span(files.shown(data.path)), "save it as UTF-8"))
            continue
        blocks, trouble = prose(environment, source, files.shown(data.path), values)
        cover, more = _cover(game, component, templates)
        stages, problems = _scenes(files, game, component)
        found += [*trouble, *more, *problems]
        made.append(Script(component, blocks, cover, stages))
    return made, found


def named(texts: Sequence[Script]) -> Named:
    """The icons and images that texts and covers name."""
    both = named_in(side.element for script in texts for side in script.cover)
    for script in texts:
        both = both.joined(Named(icons_in(script.blocks), {}))
    return both


def typeset_texts(
    texts: Sequence[Script], game: Game, catalog: Catalog, laid: Mapping[str, Sequence[Laid]]
) -> tuple[dict[str, list[Laid]], list[Diagnostic]]:
    """The faces of every text: pages of a rulebook, fronts and backs of player aids."""
    done: dict[str, list[Laid]] = {}
    found: list[Diagnostic] = []
    figures, targets = _figures(game, laid)
    for script in texts:
        component = script.component
        if not script.blocks:
            continue
        if component.kind == "rulebook":
            book = _book(script, game, catalog, laid, figures, targets, found)
            faces = pages(script.blocks, book, catalog, found)
            done[component.id] = [Laid(_part(component, n, len(faces), "page-"), FRONT, face) for n, face in enumerate(faces, 1)]
        else:
            safe = Um(component.safe)
            book = Book(
                game.title, component.size, Margins(safe, safe, safe, safe), figures=figures, targets=targets, language=game.language
            )
            faces = reference(script.blocks, book, catalog, found, bleed=component.bleed)
            done[component.id] = list(_aids(component, faces))
    return done, found


def _part(component: Component, number: int, total: int, stem: str = "") -> Card:
    """The card that stands for one page or player aid; a single one keeps the name of its component."""
    card = component.cards[0]
    if total == 1:
        return card
    width = len(str(total))
    return card._replace(id=f"{stem or component.id + '-'}{number:0{width}d}")


def _aids(component: Component, faces: Sequence[Face]) -> Iterator[Laid]:
    total = (len(faces) + 1) // 2
    for number in range(total):
        card = _part(component, number + 1, total)
        front, *back = faces[2 * number : 2 * number + 2]
        yield Laid(card, FRONT, front)
        if back and back[0].items:
            yield Laid(card, BACK, back[0])


def _figures(game: Game, laid: Mapping[str, Sequence[Laid]]) -> tuple[Callable[[str], Face | None], tuple[str, ...]]:
    """Finds the face of `KIND:COMPONENT/ID`, `KIND:COMPONENT` and either with `/back`; and the names there are."""
    known: dict[str, Face] = {}
    for name, component in game.components.items():
        if component.kind in KINDS:
            continue
        kind = {"deck": "card", "tokens": "token", "notes": "note"}.get(component.kind, component.kind)
        for side in laid.get(name, ()):
            suffix = "" if side.side == FRONT else "/back"
            known.setdefault(f"{kind}:{name}/{side.card.id}{suffix}", side.face)
            known.setdefault(f"{kind}:{name}{suffix}", side.face)
    return known.get, tuple(known)


def _book(
    script: Script,
    game: Game,
    catalog: Catalog,
    laid: Mapping[str, Sequence[Laid]],
    figures: Callable[[str], Face | None],
    targets: tuple[str, ...],
    found: list[Diagnostic],
) -> Book:
    component = script.component
    file: RulebookFile = component.details.file
    cover, trouble = lay_out(script.cover, component.size, 0, catalog)
    found += trouble
    low, high = game.players
    lines = (f"{low}–{high} players" if low != high else f"{low} players", *([f"age {game.record['age']}"] if game.record["age"] else []))
    return Book(
        title=game.title,
        size=component.size,
        columns=file.columns,
        subtitle=game.subtitle,
        lines=lines,
        figures=figures,
        targets=targets,
        scenes=script.scenes,
        cover=cover[0].face if cover else None,
        components=tuple(_listed(game, laid)),
        icons=tuple(_meanings(game, catalog.shelf)),
        credits=tuple(_credits(game, catalog.shelf)),
        hyphenate=file.hyphenate,
        language=game.language,
    )


def _listed(game: Game, laid: Mapping[str, Sequence[Laid]]) -> Iterator[Listed]:
    """The list of components: one row a component, of tokens one row an entry."""
    for name, component in game.components.items():
        fronts = {side.card.id: side.face for side in laid.get(name, ()) if side.side == FRONT}
        if component.kind == "rulebook":
            continue
        if component.kind != "tokens":
            face = next(iter(fronts.values()), None)
            yield Listed(component.title, str(component.total), face)
            continue
        entries: dict[int, list[Card]] = {}
        for card in component.cards:
            entries.setdefault(id(card.raw), []).append(card)
        for cards in entries.values():
            first = cards[0]
            title = first.values.get("title") or str(first.raw.get("id") or first.id).replace("-", " ").replace("_", " ").capitalize()
            yield Listed(str(title), str(sum(card.copies for card in cards)), fronts.get(first.id), component.title)


def _meanings(game: Game, shelf: Shelf) -> Iterator[Meaning]:
    """The icons that the game really uses and that its words or terms explain: `icons:` of words.yaml, else the term of the icon."""
    told = game.words["icons"] if "icons" in game.words else None
    terms = {term["icon"]: term for values in game.terms.values() for term in values.values() if term["icon"]}
    for name in shelf.icons:
        if told is not None and name in told:
            yield Meaning(name, str(told[name]))
        elif name in terms:
            term = terms[name]
            yield Meaning(name, f"{term['label']}: {term['text']}" if term["text"] else str(term["label"]))


def _credits(game: Game, shelf: Shelf) -> Iterator[Credit]:
    """Who drew the icons, and which fonts the pages are set in."""
    if game.author:
        yield Credit("Game", game.author)
    authors = sorted({author for author in shelf.authors.values() if author})
    if authors:
        yield Credit("Icons", f"{', '.join(authors)} – game-icons.net, CC BY 3.0")
    families = sorted({PurePosixPath(face.ref.name).parent.name.replace("-", " ").title() for face in shelf.typefaces().values()})
    yield Credit("Type", ", ".join(filter(None, families)))


def _cover(game: Game, component: Component, templates: Templates) -> tuple[tuple[Composed, ...], list[Diagnostic]]:
    """The cover of a rulebook as elements, where it names a template."""
    file = component.details.file
    if not isinstance(file, RulebookFile) or file.cover is None:
        return (), []
    findings = Findings()
    drawn = single(component, file.cover)
    return tuple(compose_cards(game, drawn, drawn.cards, templates, findings)), findings.list()


def single(component: Component, front: str) -> Component:
    """A component of the same name and size with one face, drawn by a template."""
    return replace(component, kind="page", front=front, back=None, bleed=0, details=None)


def _scenes(files: Disk, game: Game, component: Component) -> tuple[dict[str, Scene], list[Diagnostic]]:
    """The set-up figures of a rulebook: `figures.yaml`, or the file that it names."""
    file = component.details.file
    if not isinstance(file, RulebookFile):
        return {}, []
    path = f"data/{game.id}/{file.figures or 'figures.yaml'}"
    if file.figures is None and not files.exists(path):
        return {}, []
    try:
        raw = yaml.parse(files.read(path, component.raw.at("figures")), files.shown(path), files.limits)
    except Problems as problem:
        return {}, list(problem.diagnostics)
    if not isinstance(raw, Map):
        return {}, [error("P203", "expected a map of figures", Span(files.shown(path), 1, 1))]
    return scenes(raw)


