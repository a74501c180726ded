"""Renders the templates of a component with its cards into element trees, one per side, and
gathers findings with the cards that have them.

Equal renders share one tree, so that later stages lay out each distinct face once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from itertools import accumulate, chain
from typing import Any, NamedTuple

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError

from pnp.assets.fonts import MISSING_CHARACTER
from pnp.compose.markup import Element, MarkupProblem, marked, parse
from pnp.compose.templates import Templates, syntax_error, template_variables
from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, refusal
from pnp.model.game import Card, Component, Game
from pnp.sandbox.environment import MAX_TEXT, NameMissing, Record
from pnp.sandbox.messages import EXPECTED_ERRORS
from pnp.units.geometry import MM, Size

FRONT, BACK = "front", "back"
_OF_CARD = ("card", "lang")
"""What templates name in which cards differ."""
SHOWN = 6
"""Missing characters of one place that are named; the others are counted."""


class ComposedSide(NamedTuple):
    """One side of one card as elements.

    Cards that look alike on this side have the same number as `render`; the first brings the tree.
    `copy` is the copy of the card that it is of, 0 where all copies look alike.
    """

    card: Card
    side: str
    element: Element | None
    render: int
    copy: int = 0


_CardPlace = tuple[Span, str]
"""Where a card is written, and its id."""


class Findings:
    """Diagnostics of many cards, one for each template line and message, naming the cards that
    have it.
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, Span | None, str], tuple[Diagnostic, list[_CardPlace]]] = {}

    def add(self, diagnostic: Diagnostic, card: Card | None = None, alike: str = "") -> None:
        """Note a finding, for a card or for none; where its message shows the card's own words,
        `alike` stands for what it shares with others.
        """
        key = diagnostic.code, diagnostic.span, alike or diagnostic.message
        cards = self._rows.setdefault(key, (diagnostic, []))[1]
        if card:
            cards.append((card.span, card.id))

    def less(self, others: Findings, code: str) -> Findings:
        """These findings without those on a card and at a line where the others have one of a
        code.
        """
        reported = {
            (span, card)
            for (other, span, _), (_, cards) in others._rows.items()
            if other == code
            for card in cards
        }
        rest = Findings()
        for key, (diagnostic, cards) in self._rows.items():
            left = [card for card in cards if (key[1], card) not in reported]
            if left or not cards:
                rest._rows[key] = diagnostic, left
        return rest

    def list(self) -> list[Diagnostic]:
        """The diagnostics, those on glyphs that are missing at one place as one; each with a note
        on its first card and one that counts the others.
        """
        places: dict[Hashable, list[tuple[Diagnostic, list[_CardPlace]]]] = {}
        for row in self._rows.values():
            places.setdefault(_place(row[0]), []).append(row)
        found = []
        for rows in places.values():
            diagnostic = _as_one([one for one, _ in rows])
            cards = sorted({card for _, cards in rows for card in cards})
            notes = [Note(f'card "{name}" is here', span) for span, name in cards[:1]]
            if more := [name for _, name in cards[1:]]:
                names = ", ".join(more[:6]) + (" …" if len(more) > 6 else "")
                count = f"{len(more)} more card{'s' if len(more) > 1 else ''}"
                notes.append(Note(f"the same on {count}: {names}"))
            found.append(diagnostic._replace(notes=(*diagnostic.notes, *notes)))
        return found


def merge_missing_glyphs(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, each once, those on glyphs that are missing at one place as one."""
    findings = Findings()
    for finding in found:
        findings.add(finding)
    return findings.list()


def _place(finding: Diagnostic) -> Hashable:
    """What findings share that are reported as one."""
    missing = finding.message.startswith(MISSING_CHARACTER)
    return finding.code, finding.span, "" if missing else finding.message, finding.hint


def _as_one(findings: Sequence[Diagnostic]) -> Diagnostic:
    """Findings of one place as one: the first, with the missing characters of all."""
    if len(findings) < 2:
        return findings[0]
    characters = [finding.message.removeprefix(MISSING_CHARACTER) for finding in findings]
    more = f" and {len(characters) - SHOWN} more" if len(characters) > SHOWN else ""
    message = f"{MISSING_CHARACTER.rstrip()}s {', '.join(characters[:SHOWN])}{more}"
    return findings[0]._replace(message=message)


def sides_of(component: Component) -> list[tuple[str, str]]:
    """Each side that templates draw, with its template: front and back, or the panels of a box;
    none for a flowing text.
    """
    if component.kind == "box":
        return [(panel.name, component.front) for panel in component.details.net.panels]
    sides = {
        side: name for side, name in ((FRONT, component.front), (BACK, component.back)) if name
    }
    if component.kind == "tokens":
        for net in component.details.nets.values():
            sides |= {panel.name: sides.get(panel.name, component.front) for panel in net.panels}
    return list(sides.items())


def all_sides(game: Game) -> dict[str, None]:
    """The names of all sides that the templates of a game draw: a box and a die have others than a
    card.
    """
    sides = [side for component in game.components.values() for side, _ in sides_of(component)]
    return dict.fromkeys((FRONT, BACK, *sides))


def share_trees(sides: Iterable[ComposedSide]) -> list[ComposedSide]:
    """The sides, those that look alike sharing one tree."""
    trees: dict[tuple[str, int], Element | None] = {}
    return [
        side._replace(element=trees.setdefault((side.side, side.render), side.element))
        for side in sides
    ]


def compose_cards(
    game: Game,
    component: Component,
    cards: Sequence[Card],
    templates: Templates,
    findings: Findings,
) -> Iterator[ComposedSide]:
    """Both sides of some cards of a component, fronts then backs, made as they are asked for;
    what is wrong goes to the findings. Where the template reads what copies of a card differ in,
    each copy has its own.
    """
    shared = template_variables(game)
    records = _Records(component)
    for side, name in sides_of(component):
        try:
            place = component.raw.at(side if side in component.raw else "template")
            template = _template(templates, name, place)
        except Problems as problem:
            for diagnostic in problem.diagnostics:
                findings.add(diagnostic)
            return
        home = Span(template.filename or name)
        distinct: dict[tuple[bytes, Size, bool], int] = {}
        one_for_all = len(cards) > 20 and not any(map(partial(templates.reads, name), _OF_CARD))
        lang = _languages(game, component, templates, name, findings)
        variables = {**shared, "component": _component(component, side), "side": side}
        xml, digest = "", b""
        sided = (card for card in cards if has_side(component, card, side))
        for card, copy, values in chain.from_iterable(map(records.of, sided)):
            try:
                if not (xml and one_for_all):
                    record = Record(card.id, values, source="card")
                    seen = {**variables, "card": record}
                    if lang:
                        seen["lang"] = lang(card, values)
                    xml = _render(templates, template, seen)
                    digest = blake2b(xml.encode("utf-8", "surrogatepass"), digest_size=16).digest()
                key = (digest, size_of(component, card, side), card.outline is not None)
                number, tree = distinct.get(key), None
                if number is None:
                    tree = _face(
                        parse(xml, templates.stamps, templates.places, home, templates.marks)
                    )
                    number = distinct[key] = len(distinct)
            except MarkupProblem as problem:
                finding = problem.finding._replace(span=problem.finding.span or home)
                findings.add(finding, card, problem.alike)
                if finding.code == "P840":  # what took too much for one is not tried for all
                    break
            except Problems:  # with another language, which are told
                return
            else:
                yield ComposedSide(card, side, tree, number, copy if _differs(values) else 0)


def _languages(
    game: Game, component: Component, templates: Templates, name: str, findings: Findings
) -> Callable[[Card, Mapping[str, Any]], Record] | None:
    """What makes `lang` for a template that names it, of a card and its values."""
    if not templates.reads(name, "lang"):
        return None
    from pnp.compose.other_languages import languages

    values_of = _Records(component).values
    return languages(game, component, templates, values_of, findings.add)


def has_side(component: Component, card: Card, side: str) -> bool:
    """Whether a card has a side that its component may have: of tokens each says so for itself."""
    if component.kind != "tokens":
        return True
    net = component.details.nets.get(card.id)
    if net is not None:
        return any(panel.name == side for panel in net.panels)
    return side == FRONT or (side == BACK and component.details.sides[card.id] != "one")


def size_of(component: Component, card: Card, side: str) -> Size:
    """The trim size of a side: the component's, the piece's own, or that of a box's panel."""
    net = component.details.net if component.kind == "box" else None
    if component.kind == "tokens":
        net = component.details.nets.get(card.id)
    size: Size = net.panel(side).art if net else card.size or component.size
    return size


def _component(component: Component, side: str) -> Record:
    """A component as its templates see it; width and height of the trim (of a box: of the panel)
    in millimetres.
    """
    box = component.kind == "box"
    trim = size_of(component, component.cards[0], side) if box else component.size
    values = {
        "id": component.id,
        "title": component.title,
        "total": component.total,
        "shuffled": component.shuffled,
        "width": trim.width / MM,
        "height": trim.height / MM,
    }
    return Record(component.title, values, source="component")


class _Copy(dict[str, Any]):
    """What templates see of a card that has copies; notes whether one reads what these differ
    in.
    """

    differs = False

    def __init__(self, own: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        super().__init__({**own, **values})
        self._differing = own.keys() - values.keys() - {"copies"}

    def __getitem__(self, key: str) -> Any:
        self.differs = self.differs or key in self._differing
        return super().__getitem__(key)


def _differs(values: Mapping[str, Any]) -> bool:
    """Whether a template has read what the other copies of a card have otherwise."""
    return type(values) is _Copy and values.differs


class _Records:
    """What templates see of the cards of a component: their values and which copy it is, of the
    card and of the component.
    """

    def __init__(self, component: Component) -> None:
        self._rich = [name for name, field in component.fields.items() if field.kind == "markup"]
        self._index = dict(
            zip(
                (card.id for card in component.cards),
                accumulate((card.copies for card in component.cards), initial=1),
                strict=False,
            )
        )

    def values(self, card: Card) -> dict[str, Any]:
        """The values of a card, those with markup as elements."""
        return {**card.values, **{name: marked(card.values[name] or "") for name in self._rich}}

    def of(self, card: Card) -> Iterator[tuple[Card, int, Mapping[str, Any]]]:
        """A card as its first copy, then as each other one if what was made of the first may
        differ from it. A field that is called `copy` or so stays what it is.
        """
        first = self._index.get(card.id, 1)
        values = self.values(card)
        for copy in range(1, max(card.copies, 1) + 1):
            own = {"copy": copy, "copies": card.copies, "index": first + copy - 1}
            seen = _Copy(own, values) if card.copies > 1 else {**own, **values}
            yield card, copy, seen
            if not _differs(seen):
                return


def _face(element: Element) -> Element:
    if element.tag != "face":
        message = f"the outermost element is <{element.tag}>; expected <face>"
        raise MarkupProblem(error("P304", message, element.origin))
    return element


def _template(templates: Templates, name: str, place: Span) -> Template:
    """A template that is named at a place. Raises Problems."""
    try:
        return templates.get_template(name)
    except TemplateSyntaxError as problem:
        raise Problems([syntax_error(problem, name)]) from None
    except TemplateNotFound as problem:
        raise Problems(templates.missing(problem, place)) from None
    except RecursionError:
        message = f'the template "{name}" nests too deeply to be read'
        raise refusal("P843", message, place) from None


def _render(templates: Templates, template: Template, variables: Mapping[str, Any]) -> str:
    """The text that a template makes of a card. Raises MarkupProblem with the template's line."""
    templates.meter = templates.meter.next()
    try:
        xml = template.render(variables)
    except EXPECTED_ERRORS as problem:
        alike = f'no "{problem.name}"' if isinstance(problem, NameMissing) else ""
        raise MarkupProblem(templates.failure(problem, variables), alike) from None
    if len(xml) > MAX_TEXT:
        message = f"the template makes more than {MAX_TEXT:,} characters for one face"
        raise MarkupProblem(error("P840", message, Span(template.filename or "")))
    return xml
