"""A board from its file: spaces, tracks, areas and links as a frozen value, and as the records that
templates loop over.

Positions are middles of spaces, from the board's top left corner. Tracks and grids make spaces of
their own; a written space that says `at: {on: TRACK, number: N}` or `at: {grid: [C, R]}` takes that
place over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, refusal
from pnp.load.yaml import Map, Seq
from pnp.model.board_values import MAX_FINDINGS, Reader, bad_id, near, unknown
from pnp.model.fields import FieldError, FieldType
from pnp.model.spaces import (
    Area,
    BoardData,
    Laid,
    Space,
    Track,
    Wish,
    area_record,
    grid,
    joined,
    no_name,
    records,
    space_record,
    track,
    ways_of,
)
from pnp.model.suggestions import named, nearby_spaces
from pnp.sandbox.environment import Record
from pnp.units.geometry import Rect, Size, around, by, millimetres, rect
from pnp.units.lattice import Spot, spot

LARGEST = (594_000, 841_000)
"""A1 (ISO 216): no board is larger."""
MAX_SPACES = 5_000
"""Spaces that a board may have, those of its tracks and grid included."""

OWN = (
    "id x y width height angle kind label number track links one_way at size shape from to linked"
    " cell gap direction columns rows start boustrophedon corner upright path column row points"
).split()
"""Names that a field of a board's spaces cannot have: they have a meaning already."""

_KEYS = ("grid", "tracks", "spaces", "areas", "keep_whole")
_SPACE = ("at", "size", "kind", "label", "links", "one_way")
_AREA = ("at", "size", "kind", "label")


def board(
    raw: Map,
    place: Span,
    size: Size,
    evaluate: Callable[[str], Any],
    types: Mapping[str, FieldType] | None = None,
    said: Callable[[Sequence[str]], Sequence[Note]] = lambda _: (),
) -> tuple[BoardData, list[Diagnostic]]:
    """A board and what is wrong with its file (P201–P211, P220–P229); with an error among it the
    board is not whole.

    `place` is where its size stands; `evaluate` works out an expression over facts and may raise
    ExpressionError. `types` are the fields declared for its spaces and areas; one that refers to
    `space` names spaces or areas of this board. `said` tells where the facts are said that
    expressions use.
    """
    making = _Making(size, Reader(evaluate), types or {}, said)
    if max(size) > LARGEST[1] or min(size) > LARGEST[0]:
        told = f"the board is {by(size)}; the largest is A1, 594 × 841 mm either way"
        making.found.append(
            error("P226", told, place, "make size: smaller, or print it as several boards")
        )
    making.found += unknown(raw, _KEYS)
    making.grid(raw)
    making.tracks(raw)
    making.spaces(raw)
    making.places()
    making.areas(raw)
    making.referred()
    return making.done(raw), making.found[:MAX_FINDINGS]


class _Making:
    """A board in the making: what is read so far, and what was found."""

    def __init__(
        self,
        size: Size,
        read: Reader,
        types: Mapping[str, FieldType],
        said: Callable[[Sequence[str]], Sequence[Note]],
    ) -> None:
        self.size, self.read, self.types, self.said = size, read, types, said
        self.found: list[Diagnostic] = [
            error(
                "P210",
                f'a board has a "{name}" of its own; it cannot be a field',
                kind.place,
                "rename the field",
            )
            for name, kind in types.items()
            if name in OWN
        ]
        self.free = tuple(name for name in types if name not in OWN)
        self.laid: Laid | None = None
        self.grid_span = Span("")
        self.made_tracks: dict[str, Track] = {}
        self.track_fields: dict[str, Mapping[str, Any]] = {}
        self.facts: dict[str, Sequence[Note]] = {}
        """Where the numbers of each track are said."""
        self.on_track: dict[tuple[str, int], str] = {}
        self.on_grid: dict[tuple[float, float], str] = {}
        self.made: dict[str, Space] = {}
        self.made_areas: dict[str, Area] = {}
        self.wishes: list[Wish] = []
        self.count = 0
        self.broken: set[str] = set()
        """Entries with findings of their own: what names them is not wrong."""

    def each(self, raw: Map, key: str) -> list[tuple[str, Map]]:
        """The entries of a map of maps."""
        try:
            entries = self.read.map(raw, key)
        except Problems as problem:
            self.found += problem.diagnostics
            return []
        made = []
        self.broken |= set(entries)
        for name, entry in entries.items():
            if len(self.found) > MAX_FINDINGS:
                break
            if (trouble := bad_id(name, entries.key(name))) is not None:
                self.found.append(trouble)
            elif not isinstance(entry, Map):
                self.found.append(
                    error("P203", f'"{name}": expected a map of keys and values', entries.at(name))
                )
            else:
                made.append((name, entry))
        return made

    def counted(self, more: int, span: Span) -> None:
        """Count spaces before they are made. Raises Problems (P228)."""
        self.count += more
        if self.count > MAX_SPACES:
            told = (
                f"the board has {self.count:,} spaces or more; at most {MAX_SPACES:,} are allowed"
            )
            raise refusal("P228", told, span, "make its tracks and grid smaller")

    def grid(self, raw: Map) -> None:
        """Read the grid."""
        try:
            if raw.get("grid") is not None:
                self.grid_span = raw.at("grid")
                laid = grid(self.read.map(raw, "grid"), self.read)
                if laid.fill:
                    self.counted(laid.grid.columns * laid.grid.rows, raw.at("grid"))
                self.laid = laid
        except Problems as problem:
            self.found += problem.diagnostics

    def tracks(self, raw: Map) -> None:
        """Read the tracks."""
        for name, entry in self.each(raw, "tracks"):
            if name == "areas":  # promises read BOARD.areas
                self.found.append(no_name(name, self.read.map(raw, "tracks").key(name)))
                continue
            self.facts[name] = self.said(
                [value for value in entry.values() if isinstance(value, str)]
            )
            try:
                made = track(name, entry, self.read, self.free)
                self.counted(len(made.spots), entry.span())
                self.made_tracks[name] = made
                self.track_fields[name] = self.fields(entry)
            except Problems as problem:
                self.found += [
                    d._replace(notes=(*d.notes, *self.facts[name])) for d in problem.diagnostics
                ]

    def fields(self, raw: Map, *, needed: bool = True) -> dict[str, Any]:
        """The declared fields of an entry. Raises Problems (P202 missing, P205 wrong)."""
        found: list[Diagnostic] = []
        values: dict[str, Any] = {}
        for name in self.free:
            kind = self.types[name]
            values[name] = kind.default
            if raw.get(name) is None:
                if needed and not kind.optional:
                    found.append(
                        error(
                            "P202",
                            f'the space has no "{name}"',
                            raw.span(),
                            f"add {name}: or declare the field optional",
                        )
                    )
                continue
            try:
                values[name] = kind.convert(self.read.worked_out(raw[name], raw.at(name)))
            except FieldError as problem:
                found.append(error("P205", f'"{name}": {problem}', raw.at(name), problem.hint))
        if found:
            raise Problems(found)
        return values

    def spaces(self, raw: Map) -> None:
        """Read the written spaces and their wishes to be joined."""
        for name, entry in self.each(raw, "spaces"):
            if len(self.found) > MAX_FINDINGS:
                break
            self.found += unknown(entry, (*_SPACE, *self.free))
            try:
                self.made[name] = self.space(name, entry)
                for key in ("links", "one_way"):
                    self.wishes += [
                        Wish(name, other, key == "one_way", span)
                        for other, span in self.read.names(entry, key)
                    ]
            except Problems as problem:
                self.found += problem.diagnostics

    def space(self, name: str, raw: Map) -> Space:
        """One written space. Raises Problems."""
        at = self.read.needed(raw, "at")
        owner: tuple[str, int] | None = None
        if isinstance(at, Map) and "on" in at:
            owner, where = self.place_on_track(name, at)
        elif isinstance(at, Map):
            where = self.place_on_grid(name, at)
        else:
            where = spot(*self.read.point(raw, "at"), 0, 0)
        if owner is None and not (isinstance(at, Map) and self.laid and self.laid.fill):
            self.counted(1, raw.span())
        if raw.get("size") is not None:
            wide, high = self.read.extent(raw, "size", square=True)
            where = where._replace(width=wide, height=high)
        track_name, number = owner or (None, None)
        kind = self.read.text(raw, "kind", self.made_tracks[track_name].kind if track_name else "")
        label = self.read.text(raw, "label", "" if number is None else str(number))
        return Space(name, where, kind, label, track_name, number, self.fields(raw), raw.span())

    def place_on_track(self, name: str, at: Map) -> tuple[tuple[str, int], Spot]:
        """The track and number that a space takes over, and its spot."""
        if strange := unknown(at, ("on", "number")):
            raise Problems(strange)
        wanted = self.read.text(at, "on")
        made = self.made_tracks.get(wanted)
        if made is None and wanted in self.broken:
            raise Problems([])  # the track itself has been told of
        if made is None:
            raise refusal(
                "P224",
                f'there is no track "{wanted}"',
                at.at("on"),
                near(wanted, self.made_tracks),
            )
        last = made.first + len(made.spots) - 1
        number = self.read.whole(at, "number", -1_000_000, 1_000_000)
        if not made.first <= number <= last:
            told = f'track "{wanted}" runs from {made.first} to {last}; it has no {number}'
            raise refusal(
                "P224",
                told,
                at.at("number"),
                f"choose a number from {made.first} to {last}",
                self.facts[wanted],
            )
        self.taken(self.on_track, (wanted, number), name, at)
        return (wanted, number), made.spots[number - made.first]

    def place_on_grid(self, name: str, at: Map) -> Spot:
        """The spot of a cell of the grid, or of a point between cells of squares."""
        if strange := unknown(at, ("grid",)):
            raise Problems(strange)
        cell = self.read.needed(at, "grid")
        if not isinstance(cell, Seq) or len(cell) != 2:
            raise refusal(
                "P203", '"grid": expected a column and a row, such as [3, 1]', at.at("grid")
            )
        if self.laid is None:
            if self.grid_span.file:  # it has one that could not be read, which is told of
                raise Problems([])
            raise refusal(
                "P224",
                "the board has no grid",
                at.at("grid"),
                "declare one under grid:, or write at: [12mm, 40mm]",
            )
        grid = self.laid.grid
        column, row = (
            self.read.number(part, '"grid"', cell.at(index), -1e6, 1e6)
            for index, part in enumerate(cell)
        )
        if not (1 <= column <= grid.columns and 1 <= row <= grid.rows):
            told = (
                f"the grid has {grid.columns} columns and {grid.rows} rows; [{column:g}, {row:g}]"
                " is outside"
            )
            raise refusal("P224", told, at.at("grid"), "columns and rows count from 1")
        if grid.kind != "square" and (column % 1 or row % 1):
            told = (
                f"[{column:g}, {row:g}] is between the cells; only a grid of squares has such"
                " places"
            )
            raise refusal("P224", told, at.at("grid"), "use whole numbers")
        self.taken(self.on_grid, (column, row), name, at)
        return grid.at(column, row)

    def taken(self, owners: dict[Any, str], key: Any, name: str, at: Map) -> None:
        """A place of a track or grid goes to one space only (P221)."""
        other = owners.setdefault(key, name)
        if other != name:
            notes = (
                (Note(f'"{other}" is here', self.made[other].span),) if other in self.made else ()
            )
            raise refusal(
                "P221",
                f'"{name}" lies on the spot of "{other}"',
                at.span(),
                "move one of the two",
                notes,
            )

    def places(self) -> None:
        """Make the spaces of tracks and grid that nobody wrote, join what is to be joined, and
        look where everything lies.
        """
        for made in self.made_tracks.values():
            self.expand(made)
        if self.laid is not None:
            self.fill(self.laid)
        spots: dict[tuple[int, int], Space] = {}
        outside: dict[tuple[str, str], list[Space]] = {}
        board = rect(
            -1, -1, self.size.width + 2, self.size.height + 2
        )  # a micrometre may be lost in rounding
        for space in self.made.values():
            other = spots.setdefault((space.spot.x, space.spot.y), space)
            if other is not space:
                note = Note(f'"{other.id}" is here', other.span)
                told = f'"{space.id}" lies on the spot of "{other.id}"'
                self.found.append(error("P221", told, space.span, "move one of the two", (note,)))
            if not board.contains(space.spot.box):
                own = space.track is None or space.span != self.made_tracks[space.track].span
                outside.setdefault((space.track or "", space.id if own else ""), []).append(space)
        for (owner, _), (first, *others) in outside.items():
            self.outside(first.id, first.spot.box, first.span, owner, len(others))

    def outside(self, name: str, box: Rect, span: Span, track: str = "", more: int = 0) -> None:
        """Something reaches over the board's edge: a space or area, or the first of some of a
        track.
        """
        told = (
            f'"{name}" reaches from {millimetres(box.x)} to {millimetres(box.right)} across and'
            f" from {millimetres(box.y)} to {millimetres(box.bottom)} down; the board is"
            f" {by(self.size)}"
        )
        told += (
            f'; so {"does" if more == 1 else "do"} {more} more of track "{track}"' if more else ""
        )
        self.found.append(
            error(
                "P222",
                told,
                span,
                "move it, make it smaller, or the board larger",
                self.facts.get(track, ()),
            )
        )

    def expand(self, made: Track) -> None:
        """The spaces of a track."""
        ids = []
        for index, where in enumerate(made.spots):
            number = made.first + index
            name = self.on_track.get((made.name, number), "")
            if not name:
                name = f"{made.name}-{number}"
                fields = self.track_fields.get(made.name, {})
                self.add(
                    Space(name, where, made.kind, str(number), made.name, number, fields, made.span)
                )
            ids.append(name)
        if made.linked != "no":
            pairs = [*pairwise(ids), *([(ids[-1], ids[0])] if made.closed else [])]
            both = [(a, b) for a, b in pairs if a in self.made and b in self.made]
            self.wishes += [Wish(a, b, made.linked == "one_way", made.span) for a, b in both]

    def fill(self, laid: Laid) -> None:
        """The spaces of a grid, and the links between neighbours."""
        span = self.grid_span
        for column, row in laid.grid.cells() if laid.fill else ():
            name = self.on_grid.get((column, row))
            if name is None:
                name = self.on_grid[column, row] = f"{column}-{row}"
                fields = {field: self.types[field].default for field in self.free}
                self.add(Space(name, laid.grid.at(column, row), "", "", None, None, fields, span))
        if laid.linked:
            for (across, down), name in self.on_grid.items():
                if across % 1 or down % 1:
                    continue
                others = [
                    self.on_grid.get(cell) for cell in laid.grid.neighbours(int(across), int(down))
                ]
                self.wishes += [
                    Wish(name, other, False, span) for other in others if other is not None
                ]

    def add(self, space: Space) -> None:
        """A space that was not written; its id must be new (P229)."""
        other = self.made.setdefault(space.id, space)
        if other is not space:
            told = (
                f'"{space.id}" is also the name of a space of track "{space.track}"'
                if space.track
                else f'"{space.id}" is also a cell'
            )
            self.found.append(
                error(
                    "P229", told, other.span, "rename it, or place it there: at: {on: …, number: …}"
                )
            )

    def areas(self, raw: Map) -> None:
        """Read the areas."""
        for name, entry in self.each(raw, "areas"):
            self.found += unknown(entry, (*_AREA, *self.free))
            try:
                if len(self.made_areas) >= MAX_SPACES:
                    raise refusal(
                        "P228",
                        f"the board has more than {MAX_SPACES:,} areas",
                        entry.span(),
                        "leave some out",
                    )
                if name in self.made:
                    raise refusal(
                        "P229",
                        f'"{name}" is also the name of a space',
                        entry.span(),
                        "rename one of the two",
                    )
                area = rect(*self.read.point(entry, "at"), *self.read.extent(entry, "size"))
                if not rect(-1, -1, self.size.width + 2, self.size.height + 2).contains(area):
                    self.outside(name, area, entry.span())
                kind, label = self.read.text(entry, "kind"), self.read.text(entry, "label")
                self.made_areas[name] = Area(
                    name, area, kind, label, self.fields(entry, needed=False), entry.span()
                )
            except Problems as problem:
                self.found += problem.diagnostics

    def referred(self) -> None:
        """Fields that name spaces or areas of this board must name some that are there (P220)."""
        names = [name for name in self.free if self.types[name].refers == "space"]
        known: dict[str, Space | Area] = {**self.made, **self.made_areas}
        for owner in known.values() if names else ():
            if len(self.found) > MAX_FINDINGS:
                break
            for name in names:
                for other in [
                    other
                    for other in named(owner, name)
                    if other not in known and other not in self.broken
                ][:MAX_FINDINGS]:
                    told = (
                        f'"{owner.id}": "{name}" names "{other}", which is no space or area of this'
                        " board"
                    )
                    self.found.append(
                        error(
                            "P220",
                            told,
                            owner.span,
                            near(str(other), known),
                            nearby_spaces(str(other), known, owner.id, name),
                        )
                    )

    def kept(self, raw: Map) -> list[tuple[str, Rect]]:
        """The rectangles of `keep_whole`."""
        made = []
        listed = self.read.names(raw, "keep_whole")
        for index, (name, span) in enumerate(listed):
            if name in self.made_areas:
                boxes = [self.made_areas[name].rect]
            elif name in self.made_tracks:
                boxes = [where.box for where in self.made_tracks[name].spots]
            elif name in self.made:
                boxes = [self.made[name].spot.box]
            elif self.lost(name):
                continue
            else:
                told = f'keep_whole names "{name}"; there is no area, track or space of that name'
                others = [
                    other
                    for other, _ in (
                        *listed[max(0, index - 1) : index],
                        *listed[index + 1 : index + 2],
                    )
                ]
                places: dict[str, Area | Space] = {**self.made_areas, **self.made}
                notes = [
                    Note(f'"{other}", named beside it, is here', places[other].span)
                    for other in others
                    if other in places
                ]
                notes += self.facts.get(name.rpartition("-")[0], ())
                self.found.append(
                    error("P225", told, span, near(name, {**self.made_tracks, **places}), notes)
                )
                continue
            whole = around(boxes)
            if not (whole.width and whole.height):
                self.found.append(
                    error(
                        "P225",
                        f'"{name}" is a point; it cannot be kept whole',
                        span,
                        "give it a size:",
                    )
                )
            made.append((name, whole))
        return made

    def lost(self, space: str) -> bool:
        """Whether a space would be there if its entry, or the track that makes it, were sound:
        that has been told of.
        """
        return (
            space in self.broken
            or space.rpartition("-")[0] in self.broken - self.made_tracks.keys()
        )

    def done(self, raw: Map) -> BoardData:
        """The board as a value."""
        try:
            keep = tuple(self.kept(raw))
        except Problems as problem:
            self.found += problem.diagnostics
            keep = ()
        links, trouble = joined(
            self.made,
            [wish for wish in self.wishes if wish.end in self.made or not self.lost(wish.end)],
        )
        self.found += trouble
        tracks = {
            name: tuple(
                self.on_track.get((name, made.first + index), f"{name}-{made.first + index}")
                for index in range(len(made.spots))
            )
            for name, made in self.made_tracks.items()
        }
        enter = ways_of(self.made, links)
        cells = (
            {name: (*cell, self.laid.grid.points) for cell, name in self.on_grid.items()}
            if self.laid
            else {}
        )
        spaces = {
            name: space_record(space, enter[name], cells.get(name))
            for name, space in self.made.items()
        }
        values = {
            "spaces": spaces,
            "tracks": Record(
                "tracks",
                {
                    name: tuple(spaces[n] for n in ids if n in spaces)
                    for name, ids in tracks.items()
                },
                many=True,
            ),
            "areas": {name: area_record(area) for name, area in self.made_areas.items()},
            "links": tuple(
                records(
                    links, {name: (space.spot.x, space.spot.y) for name, space in self.made.items()}
                )
            ),
        }
        return BoardData(self.size, self.made, tracks, self.made_areas, links, keep, values)
