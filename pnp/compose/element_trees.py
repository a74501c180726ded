"""Every face of a component as a tree of elements.

Equal renders have one tree, so later stages lay out each look once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Template, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError

from pnp.compose.lacking import as_one, place_of
from pnp.compose.markup import Element, MarkupProblem, marked, parse
from pnp.compose.templates import EXPECTED_ERRORS, Templates, unread
from pnp.diagnostics import Diagnostic, Note, Span, error
from pnp.model.game import Card, Component, Game
from pnp.sandbox.environment import (
    MAX_TEXT,
    LimitError,
    Meter,
    NameMissing,
    Record,
    expression_error,
)
from pnp.sandbox.messages import owner_hint
from pnp.units.geometry import MM, Size

if TYPE_CHECKING:
    from pnp.net import Net

FRONT, BACK = "front", "back"


class Composed(NamedTuple):
    """One side of one card as elements.

    Cards that look alike on this side have the same number as `look`; the first brings the tree.
    """

    card: Card
    side: str
    element: Element | None
    look: int


@dataclass(slots=True)
class _Finding:
    diagnostic: Diagnostic
    cards: list[tuple[Span, str]]


class Findings:
    """Diagnostics of many cards, one for each template line and message, naming the cards that
    it befalls.
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, Span | None, str], _Finding] = {}

    def add(self, diagnostic: Diagnostic, card: Card, alike: str = "") -> None:
        """Note a finding for a card; where its message shows the card's own words, `alike`
        stands for what it shares with others.
        """
        row = self._rows.setdefault(
            (diagnostic.code, diagnostic.span, alike or diagnostic.message),
            _Finding(diagnostic, []),
        )
        row.cards.append((card.span, card.id))

    def say(self, diagnostic: Diagnostic) -> None:
        """Note a finding that is no card's."""
        self._rows.setdefault(
            (diagnostic.code, diagnostic.span, diagnostic.message), _Finding(diagnostic, [])
        )

    def less(self, others: Findings, code: str) -> Findings:
        """These findings without those on a card and at a line where the others have one of a
        code.
        """
        told = {
            (span, card)
            for (one, span, _), row in others._rows.items()
            if one == code
            for card in row.cards
        }
        if not told:
            return self
        left = Findings()
        for key, row in self._rows.items():
            cards = [card for card in row.cards if (key[1], card) not in told]
            if cards or not row.cards:
                left._rows[key] = _Finding(row.diagnostic, cards)
        return left

    @classmethod
    def joined(cls, parts: Iterable[Findings]) -> Findings:
        """The findings of several runs as if they had been one."""
        one = cls()
        for part in parts:
            for key, row in part._rows.items():
                one._rows.setdefault(key, _Finding(row.diagnostic, [])).cards.extend(row.cards)
        return one

    def list(self) -> list[Diagnostic]:
        """The diagnostics, each with a note on its first card and one that counts the others, in
        the order in which they are written.
        """
        done = []
        for row in _together(self._rows.values()):
            d = row.diagnostic
            cards = sorted(set(row.cards))
            notes = [Note(f'card "{name}" is here', span) for span, name in cards[:1]]
            more = [name for _, name in cards[1:]]
            if more:
                named = ", ".join(more[:6]) + (" …" if len(more) > 6 else "")
                notes.append(
                    Note(
                        f"the same on {len(more)} more card{'s' if len(more) > 1 else ''}: {named}"
                    )
                )
            done.append(
                Diagnostic(d.severity, d.code, d.message, d.span, d.hint, (*d.notes, *notes))
            )
        return done


def _together(rows: Iterable[_Finding]) -> Iterator[_Finding]:
    """The findings, the characters that no font has as one at each place, in an order that does
    not ask which card came first.
    """
    places: dict[Hashable, list[_Finding]] = {}
    for row in rows:
        places.setdefault(place_of(row.diagnostic), []).append(row)
    for place in places.values():
        found = sorted((row.diagnostic for row in place), key=lambda diagnostic: diagnostic.message)
        yield (
            place[0]
            if len(place) == 1
            else _Finding(as_one(found), [card for row in place for card in row.cards])
        )


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


def share_trees(sides: Iterable[Composed]) -> list[Composed]:
    """The sides, those that look alike sharing one tree."""
    trees: dict[tuple[str, int], Element | None] = {}
    return [
        side._replace(element=trees.setdefault((side.side, side.look), side.element))
        for side in sides
    ]


def compose_cards(
    game: Game,
    component: Component,
    cards: Sequence[Card],
    templates: Templates,
    findings: Findings,
) -> Iterator[Composed]:
    """Both sides of some cards of a component, fronts then backs, made as they are asked for;
    what is wrong goes to the findings.
    """
    shared = {
        "game": game.record,
        "facts": Record("facts", game.facts, many=True),
        "terms": Record(
            "terms",
            {kind: Record(kind, values, many=True) for kind, values in game.terms.items()},
            many=True,
        ),
        "t": game.words,
    }
    records = _records(component, cards)
    for side, name in sides_of(component):
        template, trouble = _template(
            templates, name, component.raw.at(side if side in component.raw else "template")
        )
        if template is None:
            for diagnostic in trouble:
                findings.say(diagnostic)
            return
        looks: dict[tuple[bytes, Size, bool], int] = {}
        one_for_all = len(cards) > 20 and not templates.reads(name, "card")
        given = {**shared, "component": _component(component, side), "side": side}
        xml, name_of_look = "", b""
        for card, record in zip(cards, records, strict=True):
            if not has_side(component, card, side):
                continue
            try:
                if not (xml and one_for_all):
                    xml = _render(templates, template, {**given, "card": record})
                    name_of_look = blake2b(
                        xml.encode("utf-8", "surrogatepass"), digest_size=16
                    ).digest()
                key = (name_of_look, size_of(component, card, side), card.outline is not None)
                look, tree = looks.get(key), None
                if look is None:
                    tree = _root(
                        parse(
                            xml, templates.stamps, templates.places, Span(template.filename or name)
                        )
                    )
                    look = looks[key] = len(looks)
            except MarkupProblem as problem:
                origin = problem.origin or Span(template.filename or name)
                findings.add(
                    error(problem.code, str(problem), origin, problem.hint), card, problem.alike
                )
            except _Failed as problem:
                findings.add(problem.diagnostic, card, problem.alike)
            else:
                yield Composed(card, side, tree, look)


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
    net: Net | None = None
    if component.kind == "box":
        net = component.details.net
    elif component.kind == "tokens":
        net = component.details.nets.get(card.id)
    if net is not None:
        return net.panel(side).art
    return card.size or component.size


def _component(component: Component, side: str) -> Record:
    """A component as its templates see it; width and height of the trim (of a box: of the panel)
    in millimetres.
    """
    trim = (
        size_of(component, component.cards[0], side) if component.kind == "box" else component.size
    )
    width, height = trim.width / MM, trim.height / MM
    values = {
        "id": component.id,
        "title": component.title,
        "total": component.total,
        "shuffled": component.shuffled,
    }
    return Record(component.title, {**values, "width": width, "height": height})


def _records(component: Component, cards: Sequence[Card]) -> list[Record]:
    rich = [name for name, field in component.fields.items() if field.kind == "markup"]
    if not rich:
        return [card.record for card in cards]
    return [
        Record(card.id, {**card.values, **{name: marked(card.values[name] or "") for name in rich}})
        for card in cards
    ]


class _Failed(Exception):
    def __init__(self, diagnostic: Diagnostic, alike: str = "") -> None:
        self.diagnostic = diagnostic
        self.alike = alike


def _root(element: Element) -> Element:
    if element.tag != "face":
        raise MarkupProblem(
            f"the outermost element is <{element.tag}>; expected <face>", element.origin, "P304"
        )
    return element


def _template(
    templates: Templates, name: str, span: Span
) -> tuple[Template | None, list[Diagnostic]]:
    try:
        return templates.get_template(name), []
    except TemplateSyntaxError as problem:
        return None, [unread(problem, name)]
    except TemplateNotFound as problem:
        return None, templates.missing(problem, span)
    except RecursionError:
        return None, [error("P843", f'the template "{name}" nests too deeply to be read', span)]


def _render(templates: Templates, template: Template, values: Mapping[str, Any]) -> str:
    """The text that a template makes of a card. Raises _Failed with the template's line."""
    templates.meter = Meter()
    try:
        xml = template.render(values)
    except TemplateSyntaxError as problem:
        raise _Failed(unread(problem, "")) from None
    except TemplateNotFound as problem:
        raise _Failed(templates.missing(problem, templates.line_of(problem))[0]) from None
    except LimitError as problem:
        raise _Failed(error("P840", str(problem), templates.line_of(problem))) from None
    except SecurityError as problem:
        raise _Failed(
            error("P841", f"not allowed in a template: {problem}", templates.line_of(problem))
        ) from None
    except NameMissing as problem:
        hint = owner_hint(problem, values) or problem.hint_among(values)
        raise _Failed(
            error("P302", str(problem), templates.line_of(problem), hint), f'no "{problem.name}"'
        ) from None
    except EXPECTED_ERRORS as problem:
        said = expression_error(problem)
        raise _Failed(
            error("P308", f"the template fails: {said}", templates.line_of(problem), said.hint)
        ) from None
    if len(xml) > MAX_TEXT:
        raise _Failed(
            error(
                "P840",
                f"the template makes more than {MAX_TEXT:,} characters for one face",
                Span(template.filename or ""),
            )
        )
    return xml
