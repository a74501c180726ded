"""Makes `print-me-first.pdf`, a page or two, from the documents of a kit: what each holds and is
printed on, how it is cut, folded and glued, how much of that there is, what else is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from string import ascii_uppercase
from typing import Any, NamedTuple

from pnp.compose.element_trees import FRONT, Findings, compose_cards
from pnp.compose.resource_loader import CUTS, Family, Resources
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, Problems
from pnp.face import Face
from pnp.impose import Document, Duplex, PaperOptions, Placement, Sheet, Side
from pnp.impose.documents import BOOKLET
from pnp.ink import Ink, inked
from pnp.layout.context import Stylesheet
from pnp.layout.placed_faces import OVERFLOW_CODES, lay_out
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import FILES, FIRST_PAGE, stock_of
from pnp.model.tokens import called
from pnp.net import Net
from pnp.sandbox.environment import Record
from pnp.units.geometry import MM, Size, millimetres, rect

FIRST_PAGE_TEMPLATE = "base/print-me-first.xml"
"""The template of the page that tells of the other documents of a print."""
_ROOMY = 210 * MM
"""Papers as wide as A4 and Letter have room for the page, unless their margins are wide; smaller
ones need not.
"""


class Printing(NamedTuple):
    """How a kit is printed: for how many players (None: as many as can play), with how much ink,
    and what a draft says of itself.
    """

    press: PaperOptions
    players: int | None
    ink: Ink
    note: str


def first_page(
    files: Disk, game: Game, resources: Resources, documents: Sequence[Document], how: Printing
) -> Document | None:
    """The page for the documents of a whole kit, on their paper, or two where one has no room for
    it; None where two have none.

    Raises Problems for a template that cannot be set.
    """
    press, paper = how.press, Size(min(how.press.paper), max(how.press.paper))
    booklet = any(document.name.endswith(BOOKLET) for document in documents)
    printed = [d for d in documents if not (booklet and d.name == FILES["rulebook"])]
    papers: Counter[tuple[str, str]] = Counter()
    for document in printed:
        kind = game.components[document.sheets[0].component].kind
        papers[stock_of(kind, document.duplex), str(document.duplex)] += len(document.sheets)
    values: dict[str, Any] = {
        "count": 1,
        "files": tuple(_file(game, document) for document in documents),
        "booklet": booklet,
        "sheets": papers.total(),
        "papers": tuple(
            Record(stock, {"stock": stock, "sides": sides, "sheets": sheets})
            for (stock, sides), sheets in sorted(papers.items())
        ),
        "boxes": tuple(_boxes(game)),
        "marks": press.crop_marks,
        "elsewhere": game.elsewhere,
        "players": how.players,
        "note": how.note,
        "margin": max(10, press.margin / MM),
    }
    templates = Templates(files, game.id, language=game.language)
    for pages, tight in ((1, False), (1, True), (2, False)):
        values |= {"pages": pages, "tight": tight}
        found, faces = _set(game, resources, templates, values, paper)
        if not found:
            whole = rect(0, 0, *paper)
            sheets = []
            for number, face in enumerate(faces, 1):
                side = Placement(
                    inked(face, how.ink), FIRST_PAGE, FIRST_PAGE, number, FRONT, 0, whole, 0, whole
                )
                sheets.append(
                    Sheet(FIRST_PAGE, "Print me first", number, paper, Side((side,)), None)
                )
            title = f"{game.title} – print me first"
            return Document(FIRST_PAGE, title, Duplex.NONE, tuple(sheets))
        if min(paper) >= _ROOMY and not all(d.code in OVERFLOW_CODES for d in found):
            raise Problems(found)
    return None


def _set(
    game: Game,
    resources: Resources,
    templates: Templates,
    values: Mapping[str, Any],
    paper: Size,
) -> tuple[list[Diagnostic], list[Face]]:
    """What is wrong with the pages of these values, and their faces."""
    place = game.raw.span()
    cards = tuple(
        Card(f"{FIRST_PAGE}-{page}", 1, one, Record(FIRST_PAGE, one), Map.empty(place))
        for page in range(1, values["pages"] + 1)
        for one in ({**values, "id": FIRST_PAGE, "page": page},)
    )
    component = Component(
        id=FIRST_PAGE,
        kind="page",
        title="Print me first",
        size=paper,
        bleed=0,
        safe=0,
        front=FIRST_PAGE_TEMPLATE,
        cards=cards,
        source=place,
        raw=Map.empty(place),
    )
    findings = Findings()
    composed = list(compose_cards(game, component, cards, templates, findings))
    whole_families = resources._replace(families=_in_all_cuts(resources.families))
    stylesheet = Stylesheet(game.styles, game.palette, whole_families, game.language)
    laid, found = lay_out(composed, paper, 0, stylesheet)
    errors = [one for one in (*findings.list(), *found) if one.is_error]
    return errors, [placed.face for placed in laid]


def _in_all_cuts(families: Mapping[str, Family]) -> dict[str, Family]:
    """The families, each cut that one lacks as its first: the page is ours, and a game need not
    have a font for it.
    """
    return {
        name: family._replace(
            cuts={key: family.cut(*key) or next(iter(family.cuts.values())) for key in CUTS}
        )
        for name, family in families.items()
    }


def _file(game: Game, document: Document) -> Record:
    """One PDF of the kit: its sheets, whether they have backs, what is on them and of which
    kinds that is.
    """
    placements = [one for sheet in document.sheets for one in sheet.recto.placements]
    copies: dict[str, set[tuple[str, int]]] = {}
    of: dict[str, int] = {}
    for placement in placements:
        if placement.side == FRONT:
            component = game.components[placement.component]
            # All pages of a rulebook are one thing.
            card = "" if component.kind == "rulebook" else placement.card
            copies.setdefault(component.id, set()).add((card, placement.copy))
            of[component.id] = placement.of
    held = [game.components[name] for name in copies]
    cards = {(name, card) for name, these in copies.items() for card, _ in these}
    folded = False
    steps: dict[str, dict[str, None]] = {}
    nets = 0
    for component in held:
        for one in component.cards if component.kind == "tokens" else ():
            if (component.id, one.id) in cards:
                folded = folded or component.details.sides.get(one.id) == "fold"
                if net := component.details.nets.get(one.id):
                    nets += 1
                    steps.setdefault(str(one.values["shape"]), {}).update(dict.fromkeys(net.notes))
    backs = [sheet.verso is not None for sheet in document.sheets]
    papers = dict.fromkeys(sheet.paper for sheet in document.sheets)
    bleed = max((component.bleed for component in held), default=0)
    values = {
        **_work(game, document),
        "name": f"{document.name}.pdf",
        "stock": stock_of(held[0].kind, document.duplex),
        "sheets": len(document.sheets),
        "pages": len(backs) + sum(backs),
        "sizes": tuple(
            f"{round(paper.width / MM)} × {round(paper.height / MM)} mm" for paper in papers
        ),
        "two_sided": any(backs),
        "flip": str(document.duplex),
        "kinds": tuple(dict.fromkeys(component.kind for component in held)),
        "holds": tuple(_held(one, copies[one.id], of[one.id]) for one in held),
        "pieces": tuple(
            Record(shape, {"shape": shape, "steps": "; ".join(notes)})
            for shape, notes in steps.items()
        ),
        "flat": len(cards) > nets,
        "folded": folded,
        "tokens": tuple(_tokens(held, copies)),
        "nested": any(component.kind == "tokens" and component.details.nest for component in held),
        "bleed": millimetres(bleed) if bleed else "",
        "tiled": tuple(_tiled(game, placements)),
    }
    return Record(document.name, values)


def _tokens(
    held: Iterable[Component], copies: Mapping[str, Collection[tuple[str, int]]]
) -> Iterator[Record]:
    """The tokens of a file, but for nets: what is called and made alike as one, with its sides,
    what it is glued on, what may stand in for it, how many there are, in how many looks, and of
    each look (0 where that differs).
    """
    alike: dict[tuple[object, ...], list[int]] = {}
    for component in held:
        details = component.details
        for card in component.cards if component.kind == "tokens" else ():
            count = sum(card.id == name for name, _ in copies[component.id])
            if count and card.id not in details.nets:
                sides, backing = details.sides[card.id], details.backings[card.id]
                key = called(card), sides, backing, card.values["substitute"]
                alike.setdefault(key, []).append(count)
    for (title, sides, backing, substitute), counts in alike.items():
        values = {
            "title": title,
            "sides": sides,
            "backing": backing,
            "substitute": substitute or "",
            "count": sum(counts),
            "looks": len(counts),
            "each": counts[0] if len(set(counts)) == 1 else 0,
        }
        yield Record(str(title), values)


def _work(game: Game, document: Document) -> Mapping[str, int]:
    """How many straight cuts, folds and glue joints a file takes: a piece with an outline of its
    own counts as two cuts, one of a net as many as its outline has sides.
    """
    work = Counter(cuts=0, folds=0, joints=0)
    outlined = {
        (c.id, card.id) for c in game.components.values() for card in c.cards if card.outline
    }
    for sheet in document.sheets:
        rows: dict[tuple[int, int], set[int]] = {}
        for one in sheet.recto.placements:
            owner = game.components[one.component]
            if owner.kind == "rulebook":
                continue
            net = owner.details.net if owner.kind == "box" else None
            if owner.kind == "tokens":
                net = owner.details.nets.get(one.card)
                folded = owner.details.sides[one.card] == "fold"
                work.update(folds=folded, joints=folded)
            work["joints"] += one.tile not in ("", "A1")
            if net and one.tile in ("", "A1"):
                sides = sum(map(str.isalpha, "".join(net.cuts)))
                work.update(cuts=sides, folds=len(net.creases), joints=max(1, len(net.glue)))
            if not net:
                area = one.trim.meet(one.clip)
                rows.setdefault((area.y, area.bottom), set()).update((area.x, area.right))
                work["cuts"] += 2 * ((one.component, one.card) in outlined)
        work["cuts"] += len(set(chain(*rows))) + sum(map(len, rows.values()))
    return work


def _boxes(game: Game) -> Iterator[Record]:
    """The net of the first tuck box and that of the first part of a box for the kit, each with the
    titles of all that are made like it.
    """
    alike: dict[str, list[Component]] = {}
    for one in game.components.values():
        if one.kind == "box":
            alike.setdefault("tuck" if one.details.holds else "tray", []).append(one)
    for form, boxes in alike.items():
        yield _net(form, boxes[0].details.net, tuple(box.title for box in boxes))


def _net(form: str, net: Net, titles: tuple[str, ...]) -> Record:
    """A net for a template: its size, outline, creases and glue in micrometres, where its panels
    lie, and the steps in which it is made: cut, crease, glue.
    """
    panels = tuple(
        Record(panel.name, {**panel.area._asdict(), "name": panel.name}) for panel in net.panels
    )
    values = {"width": net.size.width, "height": net.size.height, "panels": panels}
    values |= {"form": form, "titles": titles, "steps": net.notes[:3]}
    for key in ("cuts", "creases", "glue"):
        values[key] = "".join(getattr(net, key))
    return Record(form, values)


def _tiled(game: Game, placements: Iterable[Placement]) -> Iterator[Record]:
    """The boards that are glued together from tiles: the labels of their tiles, row by row."""
    tiles: dict[str, dict[str, None]] = {}
    for one in placements:
        if one.tile:
            tiles.setdefault(one.component, {})[one.tile] = None
    for name, labels in tiles.items():
        rows: dict[str, list[str]] = {}
        for label in labels:
            rows.setdefault(label.lstrip(ascii_uppercase), []).append(label)
        yield Record(name, {"title": game.components[name].title, "rows": tuple(rows.values())})


def _held(component: Component, cards: Collection[tuple[str, int]], of: int) -> Record:
    """What a file holds of a component, and how many; of player aids whose text fills `of`
    cards, how many sets, and cards of each.
    """
    each = len({card for card, _ in cards}) if component.kind == "reference" else 1
    values = {
        "id": component.id,
        "title": component.title,
        "kind": component.kind,
        "count": len(cards) // each,
        "each": each,
        "of": of,
        "sleeved": component.cards[0].values.get("sleeved"),
    }
    return Record(component.id, values)
