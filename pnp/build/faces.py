"""Makes every face of a game: each component is composed and laid out, then its texts."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pnp.check import printed_fields
from pnp.check.component_faces import ComponentFaces
from pnp.check.confirmed_faces import PrintedSide, meanings
from pnp.check.rules import check_distinct_faces
from pnp.compose.element_trees import (
    BACK,
    FRONT,
    ComposedSide,
    Findings,
    all_sides,
    compose_cards,
    share_trees,
    sides_of,
    size_of,
)
from pnp.compose.face_content import Item, content
from pnp.compose.resource_loader import Reference, ResourceLoader, Resources
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, Note, Problems, Span, warning
from pnp.face import Face, digest
from pnp.layout.context import Stylesheet
from pnp.layout.placed_faces import GLUE, PlacedFace, finished, lay_out_cards
from pnp.load.files import Disk
from pnp.model.comparisons import impossible_comparisons
from pnp.model.definitions import section
from pnp.model.game import Card, Component, Game, Sentence
from pnp.model.kinds import TEXTS
from pnp.model.read import load_game
from pnp.units.geometry import Size

if TYPE_CHECKING:
    from pnp.books.typeset_texts import ParsedText, TypesetText

OVERFLOW = "P310"
"""The finding on a text that runs over."""
UNTAKEN = "P325"
"""The finding on a branch of a template that nothing takes."""
_NEVER = "no card or piece comes to this branch of the template"
SHARED = "templates/base"
"""The faces and macros that every game may take in."""


class GameFaces(NamedTuple):
    """The faces of a game by component, their digests by identity, the resources that they were
    made with, what is wrong with them, its texts, what the checker found by component, the
    sentences of its texts, what each side prints, if that was confirmed or is asked for, and the
    lines of templates that name a field.
    """

    laid: Mapping[str, list[PlacedFace]]
    digests: Mapping[int, str]
    resources: Resources
    found: list[Diagnostic]
    texts: Mapping[str, TypesetText]
    checked: Mapping[str, list[Findings]]
    sentences: tuple[Sentence, ...] = ()
    printed: Mapping[str, PrintedSide] = MappingProxyType({})
    named: Mapping[tuple[str, str], Sequence[Span]] = MappingProxyType({})


def make_faces(
    files: Disk, game: Game, only: Collection[str] | None = None, contents: bool = False
) -> GameFaces:
    """The faces of all components, checked as they are made.

    `only` names rulebooks and player aids: of the other components just the faces that these show
    are made then, and not checked. With `contents` what each side prints is noted.
    """
    loader = ResourceLoader(files, game)
    held = game.confirmed_faces is not None or printed_fields.is_declared(game)
    noted = contents or (held and only is None)
    templates = _templates(files, game, noted)
    texts = _Texts(files, game, templates, only)
    loader.load(texts.references)
    stylesheet = Stylesheet(game.styles, game.palette, loader.resources, game.language)
    typefaces = loader.resources.typefaces()
    glue = str(section(game.words, "sheet").get("flap", GLUE))
    laid: dict[str, list[PlacedFace]] = {}
    checked: dict[str, list[Findings]] = {}
    digests: dict[int, str] = {}
    found: list[Diagnostic] = []
    printed: dict[str, PrintedSide] = {}
    for name, component in game.components.items():
        composed, composing = texts.compose(component, templates, loader)
        if noted:
            composed = _noted(composed, component, meanings(game), printed)
        layout, trim = Findings(), partial(_trim, component)
        sides, followers = lay_out_cards(composed, trim, component.bleed, stylesheet, layout)
        sides = finished(component, sides, stylesheet, glue)
        # What runs over also leaves the safe area, or its ground: that is reported once.
        distinct = ComponentFaces(game, component, sides, typefaces, followers)
        found_on_faces = check_distinct_faces(distinct) if only is None else []
        checked[name] = [findings.less(layout, OVERFLOW) for findings in found_on_faces]
        laid[name] = _without_doubles(sides, digests)
        for diagnostic in (*composing.list(), *layout.list()):
            found.append(_with_template(files, game, component, diagnostic))
    if noted:
        for script in texts.scripts:
            for name, composed_sides in script.drawn.items():
                drawn = (side._replace(side=name) for side in composed_sides)
                deque(_noted(drawn, script.component, meanings(game), printed), 0)
    if only is None:
        judged = noted and not any(finding.is_error for finding in found)
        found += _unused(files, game, templates.untaken() if judged else {}, loader.images())
        if judged:
            from pnp.check import unshown_fields

            found += unshown_fields.check(game, templates)  # which takes other branches
    found = [
        *loader.found(),
        *found,
        *impossible_comparisons(game, templates.compared(), all_sides(game)),
        *texts.found,
    ]
    if any(one.pictured for one in game.components.values()):
        from pnp.model import card_images

        found += card_images.missing(game)
    typeset = texts.set(
        Stylesheet(game.styles, game.palette, loader.resources, game.language), laid, found
    )
    for name, text in typeset.items():
        laid[name] = text.laid
        digests |= {id(side.face): digest(side.face) for side in text.laid}
    return GameFaces(
        laid,
        digests,
        loader.resources,
        found,
        typeset,
        {name: findings for name, findings in checked.items() if name not in typeset},
        tuple(sentence for text in texts.scripts for sentence in text.sentences),
        printed,
        templates.named,
    )


def _unused(
    files: Disk, game: Game, untaken: Mapping[tuple[str, int], Span], shown: set[str]
) -> Iterator[Diagnostic]:
    """P325 for branches and P405 for pictures that no language of a game uses, told in the first;
    `shown` are the pictures that this one shows.
    """
    pictures: list[Diagnostic] = []
    if any(one.pictured for one in game.components.values()):
        from pnp.model import card_images

        pictures += card_images.unused(files, game, shown)
    if game.first or not (untaken or pictures):
        return
    for language in game.translation.others if game.translation else ():
        own = files.in_language(language)
        try:
            other, _ = load_game(own, game.id)
        except Problems:
            return
        templates, loader = _templates(own, other, True), ResourceLoader(own, other)
        texts = _Texts(own, other, templates, None)
        loader.load(texts.references)
        for component in other.components.values():
            deque(texts.compose(component, templates, loader)[0], 0)
        left = templates.untaken()
        untaken = {branch: place for branch, place in untaken.items() if branch in left}
        if pictures:
            shown |= loader.images()
            pictures = list(card_images.unused(files, game, shown))
    yield from (warning(UNTAKEN, _NEVER, place) for place in untaken.values())
    yield from pictures


def _templates(files: Disk, game: Game, noted: bool) -> Templates:
    """What renders the templates of a game; where it is noted what they print, with sources."""
    if not noted:
        return Templates(files, game.id, language=game.language)
    from pnp.compose.sourced_templates import SourcedTemplates

    return SourcedTemplates(files, game.id, language=game.language)


def _noted(
    composed: Iterable[ComposedSide],
    component: Component,
    colors: frozenset[str],
    printed: dict[str, PrintedSide],
) -> Iterator[ComposedSide]:
    """The sides as they come, what each prints noted by `component/card side`, of copies that
    differ what the first prints.
    """
    known: dict[tuple[str, int], list[Item]] = {}
    for side in composed:
        if side.element is not None:
            known[side.side, side.render] = content(side.element, colors)
        items = known.get((side.side, side.render), [])
        if side.copy < 2:
            printed[f"{component.id}/{side.card.id} {side.side}"] = PrintedSide(side.card, items)
        yield side


def _trim(component: Component, composed: ComposedSide) -> Size:
    return size_of(component, composed.card, composed.side)


def _without_doubles(sides: Sequence[PlacedFace], digests: dict[int, str]) -> list[PlacedFace]:
    """Fronts, then backs; those of one side that look alike share one face, whose digest is
    noted by its identity.
    """
    of_face: dict[int, str] = {}
    first: dict[tuple[str, str], Face] = {}
    done = []
    for side in sorted(sides, key=lambda side: (FRONT, BACK).index(side.side)):
        look = of_face.get(id(side.face)) or of_face.setdefault(id(side.face), digest(side.face))
        face = first.setdefault((side.side, look), side.face)
        digests[id(face)] = look
        done.append(side._replace(face=face))
    return done


def _with_template(
    files: Disk, game: Game, component: Component, diagnostic: Diagnostic
) -> Diagnostic:
    """A finding in a shared face or macro, with the templates of the game that take it in: what
    they hand over may be at fault.
    """
    if diagnostic.span is None or not diagnostic.span.file.startswith(f"{files.shown(SHARED)}/"):
        return diagnostic
    own = [
        f"templates/{game.id}/{template}"
        for template in dict.fromkeys(template for _, template in sides_of(component))
    ]
    notes = [
        Note(f'"{component.id}" takes it in here', Span(files.shown(path)))
        for path in own
        if files.exists(path)
    ]
    return diagnostic._replace(notes=(*notes, *diagnostic.notes))


class _Texts:
    """The rulebooks and player aids of a game; what reads Markdown is imported only where there
    are any.
    """

    def __init__(
        self, files: Disk, game: Game, templates: Templates, only: Collection[str] | None
    ) -> None:
        self.game = game
        self.references: Iterable[tuple[Reference, Span]] = ()
        self.found: list[Diagnostic] = []
        self.scripts: Sequence[ParsedText] = ()
        self.shown: Mapping[str, Sequence[Card]] | None = None
        self.of_all = True
        if any(component.kind in TEXTS for component in game.components.values()):
            from pnp.books.typeset_texts import parse_texts, shown, text_references

            self.scripts, self.found = parse_texts(files, game, templates, only)
            self.references = text_references(self.scripts)
            self.shown = None if only is None else shown(self.scripts, game)
            self.of_all = only is None or any(text.has("icons", "credits") for text in self.scripts)

    def compose(
        self, component: Component, templates: Templates, loader: ResourceLoader
    ) -> tuple[Iterator[ComposedSide], Findings]:
        """The sides of a component as trees, made as they are taken, and what is wrong with them.

        Where not all is wanted, those that the texts show; all where one has a text whose size
        depends on others.
        """
        findings = Findings()
        if self.shown is None:
            cards: Sequence[Card] = component.cards
            return loader.load_for(
                compose_cards(self.game, component, cards, templates, findings)
            ), findings
        shown = self.shown[component.id]
        meant = {id(card) for card in shown}
        for cards in (component.cards if self.of_all else shown, component.cards):
            findings = Findings()
            composed = share_trees(
                loader.load_for(compose_cards(self.game, component, cards, templates, findings))
            )
            mine = [side for side in composed if id(side.card) in meant]
            if not any(map(_grouped, mine)):
                return iter(mine), findings
        return iter(composed), findings

    def set(
        self,
        stylesheet: Stylesheet,
        laid: Mapping[str, Sequence[PlacedFace]],
        found: list[Diagnostic],
    ) -> dict[str, TypesetText]:
        """The texts set, which show the faces of the other components."""
        if not self.scripts:
            return {}
        from pnp.books.typeset_texts import typeset_texts

        made, trouble = typeset_texts(self.scripts, self.game, stylesheet, laid)
        found += trouble
        return made


def _grouped(composed: ComposedSide) -> bool:
    """Whether a side holds a text whose size depends on other cards."""
    stack = [composed.element] if composed.element is not None else []
    while stack:
        element = stack.pop()
        if "group" in element.attrs:
            return True
        stack += [child for child in element.children if not isinstance(child, str)]
    return False
