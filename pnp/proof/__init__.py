"""Checks finished PDFs against the data of their game, with no help from what laid them out.

A PDF says what lies where: each face carries its component, card, copy, side and trim as marked
content. This is read by another library than wrote it, brought through every matrix around it, and
held against the model and its promises. Nothing that laid out, imposed or drew the faces is loaded
here.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from pnp.check import promises
from pnp.check.promises.kinds import KINDS
from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, order
from pnp.model.game import Game
from pnp.model.kinds import FIRST_PAGE, TEXTS
from pnp.proof import counts, page_order, placement
from pnp.proof.by_looks import LOOKS, ByLooks
from pnp.proof.scan import read, scan
from pnp.proof.values import Asked, Expected, Pdf, Piece, Printed, checked, part

OF_THE_RULES = "P571"
"""From this code on findings speak of the rules themselves: what they name, what contradicts,
what cannot be judged.
"""
ON_PAPER = "the data keep it: print what is missing, and take out of your print what is too many"
LAYOUT_FIRST, LAYOUT_LAST = "P733", "P738"
"""Codes of findings on how faces lie and come out."""
MOST_ALIKE = 4
"""Findings of one kind that are said of a page; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What finished PDFs of a game hold: files with their pages and faces, pieces on paper and in
    the data, promises that turn on what is printed and are kept, all promises, findings.

    Of a `part` of the kit the pieces are those that its manifest lists, and no promise is judged.
    """

    game: str
    title: str
    files: tuple[tuple[str, int, int], ...]
    pieces: int
    pieces_of: int
    promises_kept: int
    promises: int
    diagnostics: tuple[Diagnostic, ...]
    part: bool = False
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """PNGs of places that show something else than the data say, by name."""


def prove(
    game: Game,
    paths: Iterable[Path],
    whole: bool = True,
    stamps: Mapping[Path, str] = MappingProxyType({}),
    asked: Asked | None = None,
    expected: Mapping[str, bytes] | None = None,
    changed: Mapping[Path, Sequence[str]] = MappingProxyType({}),
    pictured: bool = False,
    differing: Collection[tuple[str, str]] = (),
    sets: int = 1,
) -> Proof:
    """Finished PDFs held against the data of a game, and by what is drawn against the PDFs that
    are `expected`, by name; `changed` names the cards that changed since a file was built; with
    `pictured` what differs is shown; copies of the `differing` cards and sides need not be alike.
    Of a part there are so many `sets`, one after the other.

    `whole`: they are the whole kit, so that what is in none of them is missing.

    `stamps` are the SHA-256 of files as they were built. What is `asked` for of a part of the kit
    must be there and nothing else; promises are made of whole kits. The findings are P730 to P740,
    and P5 for promises that the paper breaks; a line of a span is a page, a column a slot.
    """
    found: list[Diagnostic] = []
    scanned, pictures, outdated = _scanned(
        paths, None if expected is None else ByLooks(expected, pictured), stamps, changed, found
    )
    pdfs = list(scanned.values())
    due = Expected(game, asked, {pdf.stem for pdf in pdfs}, sets)
    # What lies in a file that cannot be read is unknown, not missing.
    must = checked(due, pdfs, whole and not any(d.code == "P730" for d in found))
    fronts = counts.fronts(pdfs, due.books)
    found += counts.strangers(pdfs, due, whole)
    tallies = []
    for component in must.values():
        rows = counts.rows(due, component, fronts)
        found += counts.check(due, component, rows)
        tallies.append(counts.tally(component, rows))
    for pdf in pdfs:
        found += page_order.check_pages(pdf, due)
        found += placement.check_sizes(pdf, due)
        found += placement.check_backs(pdf, due)
        found += counts.alike(pdf, due, differing)
        found += counts.order(pdf, due)
    found += page_order.check_tiles(pdfs, due)
    as_built = {pdf.file for path, pdf in scanned.items() if stamps.get(path) == pdf.stamp}
    found = [
        _of_older_data(d) if d.span is not None and d.span.file in as_built else d for d in found
    ]
    if outdated:
        found += _outdated(outdated, {d.span.file for d in found if d.span})
    kept = 0
    if asked is None:
        printed = on_paper(game, must, fronts)
        broken = list(promises.check(printed))
        kept = promises.kept(counted(printed), broken) if fronts else 0
        # Where pieces are missing some promises are about nothing; that is no fault of the rules.
        missing = any(d.code == "P732" for d in found)
        by_data = {(d.code, d.span) for d in promises.check(game)} if broken else set()
        found += _counted_in(
            (d for d in broken if not (missing and d.code >= OF_THE_RULES)), pdfs, by_data
        )
    return Proof(
        game=game.id,
        title=game.title,
        files=tuple((pdf.file, len(pdf.pages), len(pdf.all)) for pdf in pdfs),
        pieces=sum(there for there, _ in tallies),
        pieces_of=sum(wanted for _, wanted in tallies),
        promises_kept=kept,
        promises=len(game.promises),
        diagnostics=tuple(order(_gathered(found))),
        part=asked is not None,
        pictures=pictures,
    )


def _scanned(
    paths: Iterable[Path],
    by_looks: ByLooks | None,
    stamps: Mapping[Path, str],
    changed: Mapping[Path, Sequence[str]],
    found: list[Diagnostic],
) -> tuple[dict[Path, Pdf], dict[str, bytes], dict[str, Sequence[str]]]:
    """The files read, pictures of what they show otherwise than expected, and the cards that
    changed since some were built, by file.
    """
    scanned: dict[Path, Pdf] = {}
    pictures: dict[str, bytes] = {}
    outdated: dict[str, Sequence[str]] = {}
    for path in paths:
        try:
            data = read(path)
            if by_looks is None:
                pdf, trouble = scan(data, path)
            else:
                pdf, trouble, shown = by_looks.scan(data, path)
                pictures |= shown
                if stamps.get(path) == pdf.stamp and any(d.code == LOOKS for d in trouble):
                    trouble = [d for d in trouble if d.code != LOOKS]
                    outdated[pdf.file] = changed.get(path, ())
        except Problems as problem:
            found += problem.diagnostics
            continue
        scanned[path] = pdf
        found += trouble
    return scanned, pictures, outdated


def _of_older_data(finding: Diagnostic) -> Diagnostic:
    """A finding on a file that is as it was built: no other program had a hand in it."""
    if not finding.is_error or not LAYOUT_FIRST <= finding.code <= LAYOUT_LAST:
        return finding
    return finding._replace(hint="the game has changed since the file was built: build it again")


def _outdated(files: Mapping[str, Sequence[str]], reported: Container[str]) -> Iterator[Diagnostic]:
    """P740 for files that are as they were built, from data that have changed since: once for
    the cards that changed, else for each file of which nothing else is said.
    """
    hint = "build it again; pnp build --changed-since prints only what changed"
    names = dict.fromkeys(name for cards in files.values() for name in cards)
    cards = [name for name in names if not name.startswith(f"{FIRST_PAGE}/")]
    if cards:
        more = len(cards) - MOST_ALIKE
        few = ", ".join(cards[:MOST_ALIKE]) + (f" and {more} more" if more > 0 else "")
        count = f"{len(cards)} {'card has' if len(cards) == 1 else 'cards have'} changed"
        yield error("P740", f"{count} since this was printed: {few}", Span(min(files)), hint)
        return
    for file in files:
        if file not in reported and Path(file).stem != FIRST_PAGE:
            yield error("P740", "the sheets have changed since this was printed", Span(file), hint)


def _gathered(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """No more than a few findings of a kind for one page: a sheet that is wrong as a whole is so
    once.
    """
    alike: dict[object, list[Diagnostic]] = {}
    for number, d in enumerate(order(found)):
        on_page = d.span and d.span.line and d.code.startswith("P73") and d.code != "P732"
        key = (d.code, d.span.file, d.span.line) if d.span and on_page else number
        alike.setdefault(key, []).append(d)
    for several in alike.values():
        more = len(several) - MOST_ALIKE
        if more > 0:
            last = several[MOST_ALIKE - 1]
            note = Note(f"and so do {more} more on this page")
            several[MOST_ALIKE - 1] = last._replace(notes=(*last.notes, note))
        yield from several[:MOST_ALIKE]


def on_paper(game: Game, checked: Iterable[str], fronts: Mapping[Piece, Sequence[Printed]]) -> Game:
    """The game with as many copies of each card as lie on paper, in the language in which promises
    are judged; what is not judged stays as it is.
    """
    game = game.first or game
    components = dict(game.components)
    for name in checked:
        component = components[name]
        copies = {card: len(there) for (owner, card), there in fronts.items() if owner == name}
        if component.kind in TEXTS:
            firsts = [n for card, n in copies.items() if part(component, card) == 1]
            copies = dict.fromkeys((card.id for card in component.cards), max(firsts, default=0))
        cards = (card._replace(copies=copies.get(card.id, 0)) for card in component.cards)
        components[name] = component._replace(cards=tuple(cards))
    return game._replace(components=components)


def counted(game: Game) -> Game:
    """The game with the promises that turn on what is printed; what fields and texts say was not
    read from paper.
    """
    promises = (p for p in game.promises if p.kind not in KINDS or KINDS[p.kind].on_paper)
    return game._replace(promises=tuple(promises))


def _counted_in(
    broken: Iterable[Diagnostic], pdfs: Sequence[Pdf], by_data: Container[tuple[str, Span | None]]
) -> Iterator[Diagnostic]:
    """Broken promises, with the files that were counted.

    What the data keep is mended on paper, not where the data stand.
    """
    files = [pdf.file for pdf in pdfs if any(face.mark.component != FIRST_PAGE for face in pdf.all)]
    note = Note(f"counted on paper, in {', '.join(files) or 'no file'}")
    for d in broken:
        hint = d.hint if (d.code, d.span) in by_data else ON_PAPER
        yield d._replace(notes=(*d.notes, note), hint=hint)
