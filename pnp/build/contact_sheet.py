"""Puts the different faces of a game on the pages of one small PDF, for a friend to look at: each
with its id and count, DRAFT across, what is to be hidden as grey bars.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from pnp.assets.images import Picture, pixels, read
from pnp.assets.paths import bounds, rectangle
from pnp.build.export import outline_of
from pnp.build.faces import GameFaces, make_faces
from pnp.build.imposition import SMALL_LINE_FAMILY
from pnp.build.print_options import as_drafted, chosen_components
from pnp.check.source_places import named_by
from pnp.diagnostics import Diagnostic, Span, did_you_mean, raise_errors, refusal
from pnp.draw.pdf import Info, draw
from pnp.draw.resources import Assets
from pnp.face import HAIRLINE, Face, Group, Image, Item, Shape, Stroke, Text, inner, text_area
from pnp.impose.booklet import plain_pages
from pnp.impose.sheet_marks import LabelText, fitting_size, text_at, text_width
from pnp.layout.placed_faces import PlacedFace
from pnp.load.workspace import Workspace, disk_for
from pnp.model.game import Card, Component, Game
from pnp.model.kinds import BOARDS, TEXTS
from pnp.model.read import load_game
from pnp.sandbox.sources import WORKED_OUT
from pnp.units.color import Color
from pnp.units.geometry import IDENTITY, INCH, MM, Rect, Size, Transform, Um, rect, size
from pnp.units.geometry import scaled as scale_by

DPI = 100
"""The resolution on the page that no image passes."""
MARGIN, GAP, HEAD, CAPTION = 10 * MM, 3 * MM, 8 * MM, 5 * MM
LONGEST, LARGEST = 58 * MM, 116 * MM
"""The longest side of a card or piece on the page, and of a board or box."""
BAR, FRAME, PALE = Color("#9a9a9a"), Stroke(Color("#c8c8c8"), HAIRLINE), Color("#d01818")


class ProofRequest(NamedTuple):
    """What a proof shows (nothing: all but texts), the fields that it hides, its paper."""

    only: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    paper: Size = size(210 * MM, 297 * MM)


class ProofFile(NamedTuple):
    """The bytes of a proof, its pages, its faces, and the findings on the game."""

    data: bytes
    pages: int
    faces: int
    diagnostics: tuple[Diagnostic, ...]


class _Look(NamedTuple):
    """A face as it stands on a page, and what is written below it."""

    face: Face
    outline: str | None
    size: Size
    caption: str


def make_proof(workspace: Workspace, name: str, folder: Path, request: ProofRequest) -> ProofFile:
    """The proof of a game; nothing is written, and no promise is checked.

    Raises Problems: of reading and setting; P601 no such component or field, or nothing to show.
    """
    files = disk_for(workspace, folder)
    game, found = load_game(files, name)
    chosen = [
        component
        for component in chosen_components(game, request.only)
        if component.kind not in TEXTS or (component.id in request.only and not request.hide)
    ]
    _check_hidden(game, request.hide)
    faces = make_faces(files, game, contents=bool(request.hide))
    found = as_drafted([*found, *faces.found])  # as every proof is a draft
    raise_errors(found)
    shown = [(one, looks) for one in chosen if (looks := list(_looks(game, one, faces, request)))]
    if not shown:
        raise refusal("P601", "there is no face to show", None, "choose another part with --only")
    first, *others = faces.resources.label_fonts(SMALL_LINE_FAMILY)
    words = LabelText(game.title, first, "", tuple(others))
    pages, images = _small(faces.resources.images, _pages(game, shown, words, request.paper))
    document = plain_pages("proof", f"{game.title} – proof", pages, component="proof")
    assets = Assets(faces.resources.typefaces(), images)
    info = Info(document.title, game.author, "", game.language, faces.resources.credit())
    count = sum(len(looks) for _, looks in shown)
    return ProofFile(draw(document, assets, info), len(pages), count, tuple(found))


def _check_hidden(game: Game, fields: Sequence[str]) -> None:
    """Raises Problems (P601) for a field that no component has."""
    known = {name: None for component in game.components.values() for name in component.fields}
    for name in fields:
        if name not in known:
            message = f'--hide: no component of "{game.id}" has a field "{name}"'
            raise refusal("P601", message, None, did_you_mean(name, known))


# --- the faces


def _looks(
    game: Game, component: Component, faces: GameFaces, request: ProofRequest
) -> Iterator[_Look]:
    """Each different face of a component once, in its order."""
    origins = _hidden_lines(game, component, faces, request.hide)
    sharing: dict[int, list[PlacedFace]] = {}
    for placed in faces.laid[component.id]:
        if placed.card.copies:
            sharing.setdefault(id(placed.face), []).append(placed)
    for placed_faces in sharing.values():
        first = placed_faces[0]
        face = first.face
        if request.hide:
            face = face._replace(items=tuple(_hidden(item, origins) for item in face.items))
        most = LARGEST if component.kind in BOARDS or component.kind == "box" else LONGEST
        factor = min(1.0, most / max(face.size))
        small = size(round(face.size.width * factor), round(face.size.height * factor))
        caption = _caption(component, placed_faces, request.hide)
        yield _Look(face, outline_of(component, first), small, caption)


def _caption(component: Component, placed: Sequence[PlacedFace], hide: Collection[str]) -> str:
    """`lantern × 3`: by what a friend refers to a face, and how many there are."""
    numbers = {card.id: number for number, card in enumerate(component.cards, 1)}
    names = dict.fromkeys(
        (f"no. {numbers.get(one.card.id, 0)}" if _tells(component, one.card, hide) else one.card.id)
        + (f" ({one.copy})" if one.copy else "")
        for one in placed
    )
    count = sum(1 if one.copy else one.card.copies for one in placed)
    name, more = next(iter(names)), len(names) - 1
    side = "" if placed[0].side == "front" else f", {placed[0].side}"
    return f"{name}{f' + {more}' if more else ''}{side} × {count}"


def _tells(component: Component, card: Card, hide: Collection[str]) -> bool:
    """Whether the id of a card says what a hidden field does."""

    def plain(text: object) -> str:
        return "".join(filter(str.isalnum, str(text).casefold()))

    values = [plain(card.values.get(name) or "") for name in hide]
    return component.key in hide or any(len(one) > 2 and one in plain(card.id) for one in values)


def _hidden_lines(
    game: Game, component: Component, faces: GameFaces, fields: Collection[str]
) -> frozenset[Span]:
    """The lines of templates that print a field on any face of a component."""
    lines = set()
    names = {f"card.{name}" for name in fields}
    for key, side in faces.printed.items() if fields else ():
        if key.startswith(f"{component.id}/"):
            for item in side.items:
                for one in item.printed:
                    plain = {name.removeprefix(WORKED_OUT) for name in one.sources}
                    if plain & names or not {*fields}.isdisjoint(named_by(side.card, one)):
                        lines.add(item.origin)
    return frozenset(lines)


def _hidden(item: Item, lines: Collection[Span]) -> Item:
    """An item, or a bar where a hidden field is printed; nothing of it is left."""
    told = item.origin in lines
    match item:
        case Text() if told:
            return Shape(rectangle(text_area(item)), BAR)
        case Image() if told:
            return Shape(rectangle(item.area), BAR)
        case Shape() if told:
            return Shape(rectangle(bounds(item.path)), BAR)
        case Group() if told:
            areas = list(_areas(item.items, IDENTITY))
            return Group(
                (Shape(rectangle(_around(areas)), BAR),) if areas else (),
                item.transform,
                item.clip,
                item.opacity,
            )
        case Group():
            return item._replace(items=tuple(_hidden(one, lines) for one in item.items))
    return item


def _areas(items: Sequence[Item], place: Transform) -> Iterator[Rect]:
    for item in items:
        match item:
            case Group():
                yield from _areas(item.items, inner(item, place))
            case Text():
                yield place.bounds(text_area(item))
            case Image():
                yield place.bounds(item.area)
            case Shape():
                yield place.bounds(bounds(item.path))


def _around(areas: Sequence[Rect]) -> Rect:
    left, top = min(one.x for one in areas), min(one.y for one in areas)
    right, bottom = max(one.right for one in areas), max(one.bottom for one in areas)
    return rect(left, top, right - left, bottom - top)


# --- the pages


def _pages(
    game: Game, shown: Sequence[tuple[Component, list[_Look]]], words: LabelText, paper: Size
) -> list[Face]:
    """The faces in rows, component after component."""
    pages: list[list[Item]] = [[]]
    left, right = MARGIN, paper.width - MARGIN
    x, y, deep = left, MARGIN + HEAD, 0
    for component, looks in shown:
        x, y, deep = left, y + deep, 0
        heading = f"{component.title} × {component.total}"
        for number, look in enumerate(looks):
            if x > left and x + look.size.width > right:
                x, y, deep = left, y + deep, 0
            head = 0 if number else HEAD
            if y + head + look.size.height + CAPTION > paper.height - MARGIN and pages[-1]:
                pages.append([])
                x, y, deep = left, MARGIN + HEAD, 0
            if not number:
                pages[-1].append(text_at(words, heading, left, y + 5 * MM, 11.0))
                y += HEAD
            pages[-1] += _drawn(look, x, y, words)
            x += look.size.width + GAP
            deep = max(deep, look.size.height + CAPTION + GAP)
    return [
        Face(paper, Um(0), (*items, *_marks(game, words, paper, number, len(pages))))
        for number, items in enumerate(pages, 1)
    ]


def _drawn(look: _Look, x: int, y: int, words: LabelText) -> Iterator[Item]:
    """A face at a place, framed, with its caption."""
    face, small = look.face, look.size
    frame = look.outline or rectangle(rect(0, 0, *face.size))
    items = (*face.items, Shape(frame, stroke=FRAME))
    factor = small.width / face.size.width
    yield Group((Group(items, clip=frame),), scale_by(factor, x, y))
    room = max(small.width, 24 * MM)
    points = fitting_size(words, look.caption, 7.0, room)
    yield text_at(words, look.caption, x, y + small.height + 3 * MM, points)


def _marks(game: Game, words: LabelText, paper: Size, number: int, count: int) -> tuple[Item, ...]:
    """The line at the head of a page, and DRAFT across it."""
    line = f"{game.title} · proof, not for print · page {number} of {count}"
    diagonal = Transform(0.7071, -0.7071, 0.7071, 0.7071, paper.width / 2, paper.height / 2)
    large = text_at(words, "DRAFT", -text_width(words, "DRAFT", 150.0) // 2, 18 * MM, 150.0, PALE)
    return (
        text_at(words, line, MARGIN, MARGIN + 3 * MM, 8.0),
        Group((large,), diagonal, opacity=0.16),
    )


# --- the images


def _small(
    images: Mapping[str, Picture], pages: Sequence[Face]
) -> tuple[list[Face], dict[str, Picture]]:
    """The pages, and their pictures by hash, none with more pixels than the pages need."""
    wide: dict[str, int] = {}
    for page in pages:
        _measure(page.items, IDENTITY, wide)
    made = {
        one.ref.hash: _reduced(one, wide[one.ref.hash])
        for one in images.values()
        if wide.get(one.ref.hash, one.ref.width) < one.ref.width
    }
    every = (*images.values(), *made.values())
    return (
        [page._replace(items=_with_images(page.items, made)) for page in pages],
        {picture.ref.hash: picture for picture in every},
    )


def _with_images(items: tuple[Item, ...], made: Mapping[str, Picture]) -> tuple[Item, ...]:
    """The items with other pictures where these were made."""
    return tuple(
        item._replace(items=_with_images(item.items, made))
        if isinstance(item, Group)
        else item._replace(image=made[item.image.hash].ref)
        if isinstance(item, Image) and item.image.hash in made
        else item
        for item in items
    )


def _measure(items: Sequence[Item], place: Transform, wide: dict[str, int]) -> None:
    """Note how many pixels wide each image is to be."""
    for item in items:
        if isinstance(item, Group):
            _measure(item.items, inner(item, place), wide)
        elif isinstance(item, Image):
            scale = (place.a**2 + place.b**2) ** 0.5
            width = max(1, round(item.area.width * scale * DPI / INCH))
            wide[item.image.hash] = max(wide.get(item.image.hash, 1), width)


def _reduced(picture: Picture, width: int) -> Picture:
    """A picture with so many pixels across."""
    from PIL import Image as Pillow

    samples, clear, channels = pixels(picture)
    ref = picture.ref
    height = max(1, round(ref.height * width / ref.width))
    mode = "L" if channels == 1 else "RGB"
    image = Pillow.frombytes(mode, (ref.width, ref.height), samples).resize((width, height))
    out = BytesIO()
    if clear is None:
        image.save(out, "JPEG", quality=75)
    else:
        image.putalpha(
            Pillow.frombytes("L", (ref.width, ref.height), clear).resize((width, height))
        )
        image.save(out, "PNG")
    return read(out.getvalue(), ref.name)
