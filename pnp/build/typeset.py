"""Every face of a game: compose, assets and layout for all components, large ones shared among
processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.assets.fonts import Typeface
from pnp.compose.element_trees import (
    BACK,
    FRONT,
    Composed,
    Findings,
    compose_cards,
    share_trees,
    sides_of,
    size_of,
)
from pnp.compose.impossible_comparisons import impossible_comparisons
from pnp.compose.resource_loader import ResourceLoader, ResourceNames, Resources, open_fonts
from pnp.compose.templates import Templates
from pnp.crew import Exchange, alone, can_fork, share, together
from pnp.diagnostics import Diagnostic, Note, Span
from pnp.face import Face, Text, digest
from pnp.layout.context import Stylesheet
from pnp.layout.faces import PlacedFace, ShrunkByGroup, lay_out_cards
from pnp.layout.pieces import finished
from pnp.load.files import Disk, Read
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import TEXTS
from pnp.sandbox.comparisons import Compared
from pnp.units.geometry import Size

if TYPE_CHECKING:
    from pnp.books.typeset_texts import ParsedText, TypesetText

WORTH_SHARING = 300
"""Cards from which processes share every component; in a smaller kit each component is made by
one of two.
"""
WORTH_SPLITTING = 45
"""Cards for each process from which a smaller kit is shared as well, where one component has
nearly all of it.
"""
WORTH_DEALING = 60
"""What a second process must find to do: forking, and sending faces back, costs as much as
setting some thirty cards.
"""
SENDING = 1 / 6
"""What it costs to send a face back, of what it costs to make: the first process, which need
not, makes more of them.
"""
OVERFLOW = "P310"
"""The finding on a text that runs over."""
SHARED = "templates/base"
"""The faces and macros that every game may take in."""
COMPILING = 10
"""Cards that are set in the time that one template takes to be compiled; reading a text takes
about as long as six.
"""


class Typeset(NamedTuple):
    """The faces of a game by component, their digests by identity, the shelf they were made
    with, what is wrong with them, its texts, and how the faces of components other than texts
    were judged.
    """

    laid: Mapping[str, list[PlacedFace]]
    digests: Mapping[int, str]
    resources: Resources
    found: list[Diagnostic]
    texts: Mapping[str, TypesetText]
    judged: Mapping[str, list[Findings]]


Judge = Callable[
    [Component, Sequence[PlacedFace], Mapping[str, Typeface], ShrunkByGroup], list[Findings]
]
"""Looks at some of the faces of a component, with the typefaces that they use by hash and the
texts that follow others in size: always as many findings, which may be empty.
"""


class Meanwhile(NamedTuple):
    """Something else that has to be done, and as how many cards it takes."""

    task: Callable[[], object]
    worth: int


class _Part(NamedTuple):
    """What one process made:

    (index of the card, side, number of the face) by component; the faces, light to send, with their
    digests; the icons and images that they name; findings by stage; what the templates compare;
    files read.
    """

    sides: dict[str, list[tuple[int, str, int]]]
    faces: list[tuple[_Sent, str]]
    named: ResourceNames
    composing: dict[str, Findings]
    layout: dict[str, Findings]
    judged: dict[str, list[Findings]]
    compared: dict[str, list[Compared]]
    read: tuple[Read, ...]


def typeset(
    files: Disk,
    game: Game,
    jobs: int,
    judge: Judge,
    only: Collection[str] | None = None,
    meanwhile: Meanwhile | None = None,
) -> Typeset:
    """The faces of all components, judged as they are made.

    The result does not depend on `jobs`, how many processors may be used.

    `only` names rulebooks and player aids: of the other components just the faces that these show
    are made then, as they always are. What is to be done `meanwhile` is done by the first process,
    once it has made its faces, if there are others that make some.
    """
    held: list[tuple[ResourceLoader, _Texts]] = []
    stock = open_fonts(files, game)
    templates = Templates(files, game.id, language=game.language)
    deal = _dealt(game, jobs if only is None else 1, meanwhile.worth if meanwhile else 0)
    if deal.shared:
        templates.warm(
            [name for component in game.components.values() for _, name in sides_of(component)]
        )

    def task(part: int, parts: int, exchange: Exchange) -> _Part:
        def agree(value: object, wanted: bool) -> list[Any]:
            # or one with groups would wait for one without to do everything else
            return exchange(value, wanted or templates.groups)

        assert parts == len(deal.cards)  # or some would be made by nobody
        stocking = ResourceLoader(files, game, stock)
        texts = _Texts(files, game, templates, only) if part == 0 else None
        if texts:
            stocking.take(texts.named)
        stylesheet = Stylesheet(game.styles, game.palette, stocking.resources, game.language)
        typefaces = stocking.resources.typefaces()
        composing = {name: Findings() for name in deal.cards[part]}
        layout = {name: Findings() for name in deal.cards[part]}
        judged: dict[str, list[Findings]] = {}
        sides_made: dict[str, list[tuple[int, str, int]]] = {}
        different: dict[int, tuple[int, Face]] = {}
        for name, mine in deal.cards[part].items():
            component = game.components[name]
            if texts is None or texts.shown is None:
                sides = stocking.passing(
                    compose_cards(
                        game, component, component.cards[mine], templates, composing[name]
                    )
                )
            else:
                asked, composing[name] = texts.sides(component, templates, stocking)
                sides = iter(asked)
            names = [side for side, _ in sides_of(component)]
            talk = agree if deal.shared else alone
            laid, followers = lay_out_cards(
                sides,
                names,
                partial(_trim, component),
                component.bleed,
                stylesheet,
                layout[name],
                talk,
            )
            laid = finished(component, laid, stylesheet)
            # What runs over also leaves the safe area, or its ground: that is told of once.
            judged[name] = [
                found.less(layout[name], OVERFLOW)
                for found in judge(component, laid, typefaces, followers)
            ]
            index = {id(card): n for n, card in enumerate(component.cards)}
            rows = [
                (side, different.setdefault(id(side.face), (len(different), side.face))[0])
                for side in laid
            ]
            sides_made[name] = [(index[id(side.card)], side.side, number) for side, number in rows]
        if texts:
            held.append((stocking, texts))
        manners: _Manners = {}
        faces = [
            (_sent(face, manners) if part else face, digest(face)) for _, face in different.values()
        ]
        if meanwhile and part == 0 and parts > 1:
            meanwhile.task()
        return _Part(
            sides_made,
            faces,
            stocking.named,
            composing,
            layout,
            judged,
            templates.compared(),
            files.read_paths(),
        )

    parts = together(len(deal.cards), task)
    return _together(files, game, parts, *held[0])


def _together(
    files: Disk, game: Game, parts: Sequence[_Part], stocking: ResourceLoader, texts: _Texts
) -> Typeset:
    """The parts as one, and the texts set with the faces of all."""
    faces = [[(_whole(face), look) for face, look in part.faces] for part in parts]
    for part in parts[1:]:
        files.note(part.read)
        stocking.take(part.named)
    resources = stocking.resources
    digests = {id(face): look for made in faces for face, look in made}
    laid = {name: _joined(game, name, parts, faces) for name in game.components}
    found = [*stocking.found(), *_found(files, game, parts), *texts.found]
    told = texts.set(Stylesheet(game.styles, game.palette, resources, game.language), laid, found)
    for name, text in told.items():
        laid[name] = text.laid
        digests |= {id(side.face): digest(side.face) for side in text.laid}
    kept = {id(side.face): digests[id(side.face)] for sides in laid.values() for side in sides}
    return Typeset(
        laid,
        kept,
        resources,
        found,
        told,
        {name: _judged(name, parts) for name in laid if name not in told},
    )


def _found(files: Disk, game: Game, parts: Sequence[_Part]) -> Iterator[Diagnostic]:
    """What is wrong with the trees and the layout of each component, as if one process had made
    it.
    """
    for name, component in game.components.items():
        composing = Findings.joined(p.composing[name] for p in parts if name in p.composing).list()
        for diagnostic in (
            *composing,
            *Findings.joined(p.layout[name] for p in parts if name in p.layout).list(),
        ):
            yield _with_template(files, game, component, diagnostic)
    yield from impossible_comparisons(
        game, {file: found for part in parts for file, found in part.compared.items()}
    )


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


def _judged(name: str, parts: Sequence[_Part]) -> list[Findings]:
    """How the faces of a component were judged by all who made some."""
    return [
        Findings.joined(same)
        for same in zip(*(p.judged[name] for p in parts if name in p.judged), strict=True)
    ]


class _Deal(NamedTuple):
    """Who makes what: for each process its cards by component; whether several share components,
    so that text sizes must be agreed on.
    """

    cards: list[dict[str, slice]]
    shared: bool


def _dealt(game: Game, jobs: int, besides: int = 0) -> _Deal:
    """The cards of a large game are shared component by component; of a small kit two processes
    make different components.

    The first process also reads and sets the texts; where they share, it makes fewer faces for what
    it does `besides`, in cards.
    """
    members = min(jobs, os.cpu_count() or 1, 4) if can_fork() else 1
    counts = {name: len(component.cards) for name, component in game.components.items()}
    total = sum(counts.values())
    if members > 1 and total >= WORTH_SHARING:
        return _shared(counts, members, besides / total)
    everything = _Deal([{name: slice(None) for name in counts}], False)
    if members < 2:
        return everything
    sides = {name: sides_of(component) for name, component in game.components.items()}
    efforts = {
        name: counts[name] + COMPILING * len({template for _, template in sides[name]})
        for name in counts
        if sides[name]
    }
    loads = [6 * COMPILING * (len(counts) - len(efforts)), 0]
    second: set[str] = set()
    for name in sorted(efforts, key=efforts.__getitem__, reverse=True):
        lighter = loads[1] < loads[0]
        second |= {name} if lighter else set()
        loads[lighter] += efforts[name]
    if loads[1] < WORTH_DEALING:
        members = min(members, total // WORTH_SPLITTING)
        return _shared(counts, members, besides / total) if members > 1 else everything
    return _Deal(
        [
            {name: slice(None) for name in counts if (name in second) is mine}
            for mine in (False, True)
        ],
        False,
    )


def _shared(counts: Mapping[str, int], members: int, less: float) -> _Deal:
    """Every component for all, to end together: the others send their faces, the first does
    besides what is worth `less` of all.
    """
    more = max(-1.0, SENDING - less * (members + SENDING) / (1 + less))
    return _Deal(
        [
            {name: share(part, members, count, more) for name, count in counts.items()}
            for part in range(members)
        ],
        True,
    )


class _Texts:
    """The rulebooks and player aids of a game; what reads Markdown is imported only where there
    are any.
    """

    def __init__(
        self, files: Disk, game: Game, templates: Templates, only: Collection[str] | None
    ) -> None:
        self.game = game
        self.named = ResourceNames({}, {}, {})
        self.found: list[Diagnostic] = []
        self.scripts: Sequence[ParsedText] = ()
        self.shown: Mapping[str, Sequence[Card]] | None = None
        self.of_all = True
        if any(component.kind in TEXTS for component in game.components.values()):
            from pnp.books.typeset_texts import named, names_icons, parse_texts, shown

            self.scripts, self.found = parse_texts(files, game, templates, only)
            self.named = named(self.scripts)
            self.shown = None if only is None else shown(self.scripts, game)
            self.of_all = only is None or names_icons(self.scripts)

    def sides(
        self, component: Component, templates: Templates, stocking: ResourceLoader
    ) -> tuple[list[Composed], Findings]:
        """The sides that these texts show, and what is wrong with them; all sides where one has
        a text whose size others have a say in.
        """
        shown = self.shown[component.id] if self.shown is not None else component.cards
        meant = {id(card) for card in shown}
        for cards in (component.cards if self.of_all else shown, component.cards):
            findings = Findings()
            composed = share_trees(
                stocking.passing(compose_cards(self.game, component, cards, templates, findings))
            )
            mine = [side for side in composed if id(side.card) in meant]
            if not any(map(_grouped, mine)):
                return mine, findings
        return composed, findings

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


def _grouped(composed: Composed) -> bool:
    """Whether a side holds a text whose size depends on other cards."""
    stack = [composed.element] if composed.element is not None else []
    while stack:
        element = stack.pop()
        if "group" in element.attrs:
            return True
        stack += [child for child in element.children if not isinstance(child, str)]
    return False


def _trim(component: Component, composed: Composed) -> Size:
    return size_of(component, composed.card, composed.side)


def _joined(
    game: Game, name: str, parts: Sequence[_Part], faces: Sequence[Sequence[tuple[Face, str]]]
) -> list[PlacedFace]:
    """The faces of a component from all parts: fronts, then backs, in the order of the cards;
    those of one side that look alike as one.
    """
    cards = game.components[name].cards
    all_made = zip(parts, faces, strict=True)
    rows = [
        (index, side, *made[number])
        for part, made in all_made
        for index, side, number in part.sides.get(name, ())
    ]
    one: dict[tuple[str, str], Face] = {}
    return [
        PlacedFace(cards[index], side, one.setdefault((side, look), face))
        for wanted in (FRONT, BACK)
        for index, side, face, look in rows
        if side == wanted
    ]


_Sent = Face | tuple[Any, ...]
"""A face, or its values with each text as a plain tuple that ends in its manner, one object for all
texts written alike.

Those are pickled in half the time, and read again they share their numbers, which pickle does not
remember.
"""

_Manners = dict[tuple[Any, ...], tuple[Any, ...]]

_tuple = tuple.__new__


def _sent(face: Face, manners: _Manners) -> _Sent:
    size, bleed, items, *ends = face
    light: list[Any] = []
    for item in items:
        if type(item) is Text:
            x, y, text, font, points, color, space, tracking, width, origin = item
            manner = font, points, color, space, tracking, origin
            light.append((x, y, text, width, manners.setdefault(manner, manner)))
        else:
            light.append(item)
    return size, bleed, tuple(light), *ends


def _whole(sent: _Sent) -> Face:
    if isinstance(sent, Face):
        return sent
    size, bleed, items, *ends = sent
    whole: list[Any] = []
    for item in items:
        if type(item) is tuple:
            x, y, text, width, (font, points, color, space, tracking, origin) = item
            whole.append(
                _tuple(Text, (x, y, text, font, points, color, space, tracking, width, origin))
            )
        else:
            whole.append(item)
    return Face(size, bleed, tuple(whole), *ends)
