"""Reads a board's file into a frozen value: spaces, tracks, areas and links, also as the records
that templates loop over.

Positions are middles of spaces, from the board's top left corner. Tracks and grids make spaces of
their own; a written space that says `at: {on: TRACK, number: N}` or `at: {grid: [C, R]}` takes that
place over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from pnp.diagnostics import Diagnostic, Note, Problems, Span, did_you_mean, error, refusal
from pnp.load.yaml import Map, Seq
from pnp.model.board_values import MAX_FINDINGS, Entry, expressions, short
from pnp.model.fields import Evaluate, FieldType, compute, converted, flat, is_id
from pnp.model.spaces import (
    Area,
    BoardData,
    BoardGrid,
    Link,
    Space,
    Track,
    area_record,
    grid,
    joined,
    nearby_spaces,
    notes_on,
    records,
    space_record,
    track,
    ways_of,
)
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

Facts = Callable[[Iterable[str]], Sequence[Note]]
"""Where the facts are written that expressions use."""


def board(
    raw: Map,
    place: Span,
    size: Size,
    evaluate: Evaluate,
    types: Mapping[str, FieldType],
    facts: Facts,
) -> tuple[BoardData, list[Diagnostic]]:
    """A board and what is wrong with its file (P201–P211, P220–P229); with an error among it the
    board is not whole.

    `place` is where its size stands; `evaluate` works out an expression over facts and may raise
    ExpressionError. `types` are the fields declared for its spaces and areas; one that refers to
    `space` names spaces or areas of this board.
    """
    file = Entry(raw, expressions(evaluate))
    builder = _Builder(size, file, types, facts)
    if max(size) > LARGEST[1] or min(size) > LARGEST[0]:
        message = f"the board is {by(size)}; the largest is A1, 594 × 841 mm either way"
        hint = "make size: smaller, or print it as several boards"
        builder.found.append(error("P226", message, place, hint))
    builder.found += file.unknown(*_KEYS)
    builder.attempt(builder.read_grid)
    builder.each("tracks", builder.read_track)
    builder.each("spaces", builder.read_space)
    builder.complete()
    builder.each("areas", builder.read_area)
    places: list[Space | Area] = [*builder.spaces.values(), *builder.areas.values()]
    compute(builder.types, [(one.fields, one.span) for one in places], evaluate, builder.found)
    builder.check_references()
    builder.attempt(builder.read_kept)
    return builder.result(), builder.found[:MAX_FINDINGS]


class _Builder:
    """What of a board is read so far, and what was found."""

    def __init__(
        self, size: Size, file: Entry, types: Mapping[str, FieldType], facts: Facts
    ) -> None:
        self.size, self.file, self.facts = size, file, facts
        self.edge = rect(-1, -1, size.width + 2, size.height + 2)  # rounding may lose a micrometre
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
        self.types = {name: kind for name, kind in types.items() if name not in OWN}
        self.grid: BoardGrid | None = None
        self.tracks: dict[str, Track] = {}
        self.on_track: dict[tuple[str, int], str] = {}
        self.on_grid: dict[tuple[float, float], str] = {}
        self.spaces: dict[str, Space] = {}
        self.areas: dict[str, Area] = {}
        self.keep: list[tuple[str, Rect]] = []
        self.links: list[Link] = []
        self.count = 0
        self.written: set[str] = set()
        """Names of all entries: one that is not read has findings of its own."""

    def attempt(self, read: Callable[..., None], *arguments: Any) -> None:
        """Read something; what is wrong with it is found."""
        try:
            read(*arguments)
        except Problems as problem:
            self.found += problem.diagnostics

    def each(self, key: str, read: Callable[[str, Entry], None]) -> None:
        """Read the entries of a map of maps."""

        def read_one(name: str) -> None:
            entry = entries[name]
            if not is_id(name):
                message = f'"{short(name)}" cannot be an id'
                raise refusal("P211", message, entries.key(name), "use letters, digits and hyphens")
            if (key, name) == ("tracks", "areas"):
                message = (
                    '"areas" cannot be the name of a track: promises mean the areas of a board by'
                    " it"
                )
                raise refusal("P229", message, entries.key(name), "rename the track")
            if not isinstance(entry, Map):
                message = f'"{name}": expected a map of keys and values'
                raise refusal("P203", message, entries.at(name))
            read(name, self.file.of(entry))

        try:
            entries = self.file.map(key).raw
        except Problems as problem:
            self.found += problem.diagnostics
            return
        self.written |= set(entries)
        for name in entries:
            if len(self.found) > MAX_FINDINGS:
                break
            self.attempt(read_one, name)

    def add_to_count(self, more: int, span: Span) -> None:
        """Count spaces before they are made. Raises Problems (P228)."""
        self.count += more
        if self.count > MAX_SPACES:
            message = (
                f"the board has {self.count:,} spaces or more; at most {MAX_SPACES:,} are allowed"
            )
            raise refusal("P228", message, span, "make its tracks and grid smaller")

    def read_grid(self) -> None:
        """Read the grid."""
        if self.file.has("grid"):
            board_grid = grid(self.file.map("grid"))
            if board_grid.fill:
                cells = board_grid.grid.columns * board_grid.grid.rows
                self.add_to_count(cells, self.file.at("grid"))
            self.grid = board_grid

    def read_track(self, name: str, entry: Entry) -> None:
        """Read a track."""
        notes = self.facts(value for value in entry.raw.values() if isinstance(value, str))
        try:
            one = track(name, entry, self.types)
            self.add_to_count(len(one.spots), entry.span)
            self.tracks[name] = one._replace(fields=self.fields(entry), notes=notes)
        except Problems as problem:
            raise Problems(
                d._replace(notes=(*d.notes, *notes)) for d in problem.diagnostics
            ) from None

    def fields(self, entry: Entry, *, needed: bool = True) -> dict[str, Any]:
        """The declared fields of an entry. Raises Problems (P202 missing, P205 wrong)."""
        found: list[Diagnostic] = []
        values: dict[str, Any] = {}
        for name, kind in self.types.items():
            values[name] = kind.default
            if entry.has(name):
                values[name] = converted(kind, entry.raw, entry.worked_out(name), found)
            elif needed and not kind.optional:
                hint = f"add {name}: or declare the field optional"
                found.append(error("P202", f'the space has no "{name}"', entry.span, hint))
        if found:
            raise Problems(found)
        return values

    def read_space(self, name: str, entry: Entry) -> None:
        """Read a written space and its links."""
        self.found += entry.unknown(*_SPACE, *self.types)
        at = entry.needed("at")
        track_name, number = None, None
        if isinstance(at, Map) and "on" in at:
            (track_name, number), where = self.place_on_track(name, entry.of(at))
        elif isinstance(at, Map):
            where = self.place_on_grid(name, entry.of(at))
        else:
            where = spot(*entry.point("at"), 0, 0)
        if track_name is None and not (isinstance(at, Map) and self.grid and self.grid.fill):
            self.add_to_count(1, entry.span)
        if entry.has("size"):
            wide, high = entry.extent("size", square=True)
            where = where._replace(width=wide, height=high)
        kind = entry.text("kind", self.tracks[track_name].kind if track_name else "")
        label = entry.text("label", "" if number is None else str(number))
        self.spaces[name] = Space(
            name, where, kind, label, track_name, number, self.fields(entry), entry.span
        )
        for key in ("links", "one_way"):
            self.links += [
                Link(name, other, key == "one_way", span) for other, span in entry.names(key)
            ]

    def place_on_track(self, name: str, at: Entry) -> tuple[tuple[str, int], Spot]:
        """The track and number that a space takes over, and its spot."""
        at.check_keys("on", "number")
        wanted = at.text("on")
        one = self.tracks.get(wanted)
        if one is None and wanted in self.written:
            raise Problems([])  # the track itself is reported
        if one is None:
            hint = did_you_mean(wanted, self.tracks)
            raise refusal("P224", f'there is no track "{wanted}"', at.at("on"), hint)
        last = one.first + len(one.spots) - 1
        number = at.whole("number", -1_000_000, 1_000_000)
        if not one.first <= number <= last:
            message = f'track "{wanted}" runs from {one.first} to {last}; it has no {number}'
            hint = f"choose a number from {one.first} to {last}"
            raise refusal("P224", message, at.at("number"), hint, one.notes)
        self.take(self.on_track, (wanted, number), name, at)
        return (wanted, number), one.spots[number - one.first]

    def place_on_grid(self, name: str, at: Entry) -> Spot:
        """The spot of a cell of the grid, or of a point between cells of squares."""
        at.check_keys("grid")
        cell, place = at.needed("grid"), at.at("grid")
        if not isinstance(cell, Seq) or len(cell) != 2:
            message = '"grid": expected a column and a row, such as [3, 1]'
            raise refusal("P203", message, place)
        if self.grid is None:
            if self.file.has("grid"):  # it has one that could not be read, which is reported
                raise Problems([])
            hint = "declare one under grid:, or write at: [12mm, 40mm]"
            raise refusal("P224", "the board has no grid", place, hint)
        cells = self.grid.grid
        column, row = (
            at.number(part, "grid", cell.at(index), -1e6, 1e6) for index, part in enumerate(cell)
        )
        if not (1 <= column <= cells.columns and 1 <= row <= cells.rows):
            message = (
                f"the grid has {cells.columns} columns and {cells.rows} rows;"
                f" [{column:g}, {row:g}] is outside"
            )
            raise refusal("P224", message, place, "columns and rows count from 1")
        if cells.kind != "square" and (column % 1 or row % 1):
            message = (
                f"[{column:g}, {row:g}] is between the cells; only a grid of squares has such"
                " places"
            )
            raise refusal("P224", message, place, "use whole numbers")
        self.take(self.on_grid, (column, row), name, at)
        return cells.at(column, row)

    def take(self, owners: dict[Any, str], key: Any, name: str, at: Entry) -> None:
        """A place of a track or grid goes to one space only (P221)."""
        other = owners.setdefault(key, name)
        if other != name:
            raise Problems([self.same_spot(name, other, at.span)])

    def same_spot(self, name: str, other: str, span: Span) -> Diagnostic:
        """P221 for two spaces at one spot."""
        notes = (
            [Note(f'"{other}" is here', self.spaces[other].span)] if other in self.spaces else []
        )
        message = f'"{name}" lies on the spot of "{other}"'
        return error("P221", message, span, "move one of the two", notes)

    def complete(self) -> None:
        """Make the spaces of tracks and grid that nobody wrote, join those that are linked, and
        check where everything lies.
        """
        for one in self.tracks.values():
            self.expand(one)
        if self.grid is not None:
            self.fill(self.grid)
        spots: dict[tuple[int, int], Space] = {}
        outside: dict[tuple[str, str], list[Space]] = {}
        for space in self.spaces.values():
            other = spots.setdefault((space.spot.x, space.spot.y), space)
            if other is not space:
                self.found.append(self.same_spot(space.id, other.id, space.span))
            if not self.edge.contains(space.spot.box):
                own = space.track is None or space.span != self.tracks[space.track].span
                outside.setdefault((space.track or "", space.id if own else ""), []).append(space)
        for (owner, _), (first, *others) in outside.items():
            self.report_outside(first.id, first.spot.box, first.span, owner, len(others))

    def report_outside(
        self, name: str, box: Rect, span: Span, owner: str = "", more: int = 0
    ) -> None:
        """P222 for a space or area that reaches over the board's edge, or the first of some of a
        track, its `owner`.
        """
        message = (
            f'"{name}" reaches from {millimetres(box.x)} to {millimetres(box.right)} across and'
            f" from {millimetres(box.y)} to {millimetres(box.bottom)} down; the board is"
            f" {by(self.size)}"
        )
        if more:
            message += f'; so {"does" if more == 1 else "do"} {more} more of track "{owner}"'
        hint = "move it, make it smaller, or the board larger"
        notes = self.tracks[owner].notes if owner else ()
        self.found.append(error("P222", message, span, hint, notes))

    def expand(self, one: Track) -> None:
        """The spaces of a track."""
        ids = self.ids_of(one)
        for number, (name, where) in enumerate(zip(ids, one.spots, strict=True), one.first):
            if (one.name, number) not in self.on_track:
                label, fields = str(number), one.fields
                self.add(Space(name, where, one.kind, label, one.name, number, fields, one.span))
        if one.linked != "no":
            pairs = [*pairwise(ids), *([(ids[-1], ids[0])] if one.closed else [])]
            self.links += [
                Link(start, end, one.linked == "one_way", one.span)
                for start, end in pairs
                if start in self.spaces and end in self.spaces
            ]

    def ids_of(self, one: Track) -> tuple[str, ...]:
        """The spaces of a track in order."""
        numbers = range(one.first, one.first + len(one.spots))
        return tuple(self.on_track.get((one.name, n), f"{one.name}-{n}") for n in numbers)

    def fill(self, board_grid: BoardGrid) -> None:
        """The spaces of a grid, and the links between neighbours."""
        cells, span = board_grid.grid, self.file.at("grid")
        for column, row in cells.cells() if board_grid.fill else ():
            name = self.on_grid.get((column, row))
            if name is None:
                name = self.on_grid[column, row] = f"{column}-{row}"
                fields = {field: kind.default for field, kind in self.types.items()}
                self.add(Space(name, cells.at(column, row), "", "", None, None, fields, span))
        for (across, down), name in self.on_grid.items() if board_grid.linked else ():
            if not (across % 1 or down % 1):
                self.links += [
                    Link(name, self.on_grid[cell], False, span)
                    for cell in cells.neighbours(int(across), int(down))
                    if cell in self.on_grid
                ]

    def add(self, space: Space) -> None:
        """A space that was not written; its id must be new (P229)."""
        other = self.spaces.setdefault(space.id, space)
        if other is not space:
            what = f'the name of a space of track "{space.track}"' if space.track else "a cell"
            hint = "rename it, or place it there: at: {on: …, number: …}"
            self.found.append(error("P229", f'"{space.id}" is also {what}', other.span, hint))

    def read_area(self, name: str, entry: Entry) -> None:
        """Read an area."""
        self.found += entry.unknown(*_AREA, *self.types)
        if len(self.areas) >= MAX_SPACES:
            message = f"the board has more than {MAX_SPACES:,} areas"
            raise refusal("P228", message, entry.span, "leave some out")
        if name in self.spaces:
            message = f'"{name}" is also the name of a space'
            raise refusal("P229", message, entry.span, "rename one of the two")
        box = rect(*entry.point("at"), *entry.extent("size"))
        if not self.edge.contains(box):
            self.report_outside(name, box, entry.span)
        kind, label = entry.text("kind"), entry.text("label")
        self.areas[name] = Area(
            name, box, kind, label, self.fields(entry, needed=False), entry.span
        )

    def check_references(self) -> None:
        """Fields that name spaces or areas of this board must name some that are there (P220)."""
        known: dict[str, Space | Area] = {**self.spaces, **self.areas}
        for field in [name for name, kind in self.types.items() if kind.refers == "space"]:
            for owner in known.values():
                for other in islice(flat(owner.fields.get(field)), MAX_FINDINGS):
                    if other not in known and other not in self.written:
                        message = (
                            f'"{owner.id}": "{field}" names "{other}", which is no space or area of'
                            " this board"
                        )
                        hint = did_you_mean(other, known)
                        notes = nearby_spaces(str(other), known, owner.id, field)
                        self.found.append(error("P220", message, owner.span, hint, notes))
                if len(self.found) > MAX_FINDINGS:
                    return

    def read_kept(self) -> None:
        """Read the rectangles of `keep_whole`."""
        places: dict[str, Area | Space] = {**self.areas, **self.spaces}
        listed = self.file.names("keep_whole")
        for index, (name, span) in enumerate(listed):
            if name in self.areas:
                boxes = [self.areas[name].rect]
            elif name in self.tracks:
                boxes = [where.box for where in self.tracks[name].spots]
            elif name in self.spaces:
                boxes = [self.spaces[name].spot.box]
            elif self.is_reported(name):
                continue
            else:
                message = (
                    f'keep_whole names "{name}"; there is no area, track or space of that name'
                )
                one = self.tracks.get(name.rpartition("-")[0])
                hint = did_you_mean(name, {**self.tracks, **places})
                beside = (*listed[max(0, index - 1) : index], *listed[index + 1 : index + 2])
                notes = one.notes if one else notes_on(places, [other for other, _ in beside])
                self.found.append(error("P225", message, span, hint, notes))
                continue
            whole = around(boxes)
            if not (whole.width and whole.height):
                message = f'"{name}" is a point; it cannot be kept whole'
                self.found.append(error("P225", message, span, "give it a size:"))
            self.keep.append((name, whole))

    def is_reported(self, space: str) -> bool:
        """Whether a space would be there if its entry, or the track that makes it, were sound."""
        return (
            space in self.written or space.rpartition("-")[0] in self.written - self.tracks.keys()
        )

    def result(self) -> BoardData:
        """The board as a value."""
        links, found = joined(
            self.spaces,
            [
                link
                for link in self.links
                if link.end in self.spaces or not self.is_reported(link.end)
            ],
        )
        self.found += found
        tracks = {name: self.ids_of(one) for name, one in self.tracks.items()}
        enter = ways_of(self.spaces, links)
        cells = (
            {name: (*cell, self.grid.grid.points) for cell, name in self.on_grid.items()}
            if self.grid
            else {}
        )
        spaces = {
            name: space_record(space, enter[name], cells.get(name))
            for name, space in self.spaces.items()
        }
        on_tracks = {
            name: tuple(spaces[one] for one in ids if one in spaces) for name, ids in tracks.items()
        }
        values = {
            "spaces": spaces,
            "tracks": Record("tracks", on_tracks, many=True),
            "areas": {name: area_record(area) for name, area in self.areas.items()},
            "links": tuple(records(links, self.spaces)),
        }
        return BoardData(
            self.size, self.spaces, tracks, self.areas, links, tuple(self.keep), values
        )
