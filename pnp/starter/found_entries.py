"""The entries of a sheet or list that nobody has described: which sheet, which row of names, which
list within a file; and their columns.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

from pnp.diagnostics import Problems, Span, refusal
from pnp.load import yaml
from pnp.load.encoding import decoded
from pnp.load.files import Disk
from pnp.load.yaml import NOTHING, Map, Seq, quoted
from pnp.model.deck import LISTS, TABLES
from pnp.model.entries import WORKBOOKS, as_yaml, parts

_DEEPEST = 4
"""So many levels of a file are looked through for its cards."""
_HEADERS = (0, 2, 3, 4)
"""The rows in which the names of columns are looked for; 0 for the first that is not empty."""
_NO_NAMES = {"P122", "P123", "P124"}
"""What is found below a row that does not name the columns: names that are missing or come twice,
longer rows.
"""
_MOST = 300
"""So many columns are looked at."""
_SHOWN = 8
"""So many rows are named."""
_NAMELESS = r"column \d+"
Cells = list[tuple[int, Any]]


class Column(NamedTuple):
    """A column, or a key of a list: its name, what it says of which entries, and of how many there
    are; `take` is the way to it where it stands above the entries.
    """

    name: str
    cells: Cells
    entries: int
    take: str = ""

    @property
    def texts(self) -> list[str]:
        """The values that are no lists."""
        return [value.strip() for _, value in self.cells if isinstance(value, str)]

    @property
    def words(self) -> list[str]:
        """The words of its name, in lower case: `setCode` has two."""
        return re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.name).casefold())

    @property
    def full(self) -> bool:
        """Whether each entry has it."""
        return len(self.cells) == self.entries

    @property
    def length(self) -> float:
        """How many signs its values have on average."""
        return sum(map(len, self.texts)) / max(len(self.texts), 1)

    def matches(self, test: str | Callable[[str], Any], share: float = 1) -> bool:
        """Whether so large a share of its values passes a test or fits a pattern."""
        run = re.compile(test).fullmatch if isinstance(test, str) else test
        return sum(bool(run(text)) for text in self.texts) >= share * max(len(self.cells), 1)


class Found(NamedTuple):
    """The value of `cards:`, or the name of the file and the way to the cards in it; the columns,
    the entries, whether columns without a name are passed over, and what was chosen.
    """

    cards: str
    each: str
    columns: Sequence[Column]
    rows: Seq
    rest: bool
    remarks: Sequence[str]


def found(files: Disk, folder: str, name: str) -> Found:
    """The cards of a file. Raises Problems: what reading finds, P247 no file of cards, P248 no
    cards in it.
    """
    ending, span = name.rpartition(".")[2].lower(), Span(files.shown(f"{folder}/{name}"))
    each, takes, cards = "", list[str](), quoted(name)
    if ending in LISTS:
        each, takes, remarks = _list(files, folder, name)
        source = within(name, each, {one: one for one in takes}) if each else cards
        read = _read(files, folder, source)
    elif ending in (*TABLES, *WORKBOOKS):
        read, remarks = _table(files, folder, name, ending)
        cards = read.source
    else:
        hint = "save a spreadsheet as .xlsx, .ods or CSV UTF-8, pictures as .png in a folder"
        raise refusal("P247", f'"{name}" is no sheet, list or folder of pictures', span, hint)
    if "header:" in read.source:
        remarks.append(f"row {read.source.rpartition(' ')[2].rstrip('}')} names the columns")
    columns = [
        one
        for one in _columns(read.rows, takes)
        if not (read.rest and re.fullmatch(_NAMELESS, one.name))
    ]
    if not columns:
        raise refusal("P248", "there are no cards in it", span)
    if len(columns) > _MOST:
        message = (
            f"its entries have {len(columns):,} columns or keys; at most {_MOST} are told apart"
        )
        raise refusal("P248", message, span, "keys that are data are no columns: see each: *")
    if ending not in LISTS:
        remarks += _bare(columns, read.rows)
    return Found(name if each else cards, each, columns, read.rows, read.rest, remarks)


def _bare(columns: Sequence[Column], rows: Seq) -> Iterator[str]:
    """What is asked about rows with one or two cells where half of the rows have more than twice as
    many.
    """
    cells = Counter(number for column in columns for number, _ in column.cells)
    usual = median(cells.values())
    bare = [str(rows[one].span().line) for one in sorted(cells) if cells[one] < min(3, usual / 2)]
    if bare:
        more = f" and {len(bare) - _SHOWN} more" if bare[_SHOWN:] else ""
        yield f"hardly a cell in row {', '.join(bare[:_SHOWN])}{more}: is that a card?"


class _Read(NamedTuple):
    """What a value of `cards:` gives, and whether columns without a name are passed over for it."""

    source: str
    rows: Seq
    rest: bool

    @property
    def names(self) -> list[str]:
        """What the columns are called."""
        return [*self.rows[0]] if self.rows else []

    @property
    def cells(self) -> int:
        """How many values there are."""
        return sum(value is not None for row in self.rows for value in row.values())


def _read(files: Disk, folder: str, source: str) -> _Read:
    """What a value of `cards:` gives. Raises Problems."""
    for rest in ("", "\ncolumns: {'*': ~}"):
        raw: Any = yaml.parse(f"cards: {source}{rest}".encode(), "game.yaml")
        try:
            (part,) = parts(files, folder, raw["cards"], raw, "cards", [])
        except Problems:
            if rest:
                raise
        else:
            return _Read(source, part.entries, bool(rest))
    raise AssertionError(source)


def _sheet(files: Disk, folder: str, file: str) -> _Read:
    """A table below the first row that can be its names: one of a title has hardly a cell. Raises
    Problems.
    """
    first: Problems | None = None
    for header in _HEADERS:
        source = f"{{from: {file}, header: {header}}}" if header else file
        try:
            read = _read(files, folder, source)
        except Problems as problem:
            first = first or problem
            if not {one.code for one in problem.diagnostics} <= _NO_NAMES:
                break
        else:
            named = [name for name in (read.rows or [{}])[0] if not re.fullmatch(_NAMELESS, name)]
            if len(named) > 2 or not (read.rest or (header and not read.rows)):
                return read
    raise first or refusal("P248", "no row of it holds the names of columns", Span(file))


def _table(files: Disk, folder: str, name: str, ending: str) -> tuple[_Read, list[str]]:
    """The largest table of a file, and what was chosen. Raises Problems."""
    sheets = [""]
    if ending in WORKBOOKS:
        from pnp.load.workbook import sheets as sheets_of

        path = f"{folder}/{name}"
        sheets = sheets_of(files.read(path), files.shown(path), files.limits)
    tables, remarks, problems = dict[str, _Read](), list[str](), list[Problems]()
    for number, sheet in enumerate(sheets):
        try:
            file = quoted(f"{name}#{sheet}" if number else name)
            tables[sheet] = _sheet(files, folder, file)
        except Problems as problem:
            problems.append(problem)
            remarks.append(f'sheet "{sheet}" was passed over: {problem.diagnostics[0].message}')
    if not tables:
        raise problems[0]
    best = max(tables, key=lambda one: tables[one].cells)
    if sheets[1:]:
        remarks.insert(0, f'of {len(sheets)} sheets "{best}" holds most')
    same = [
        one.source
        for one in tables.values()
        if one.names == tables[best].names and "header:" not in one.source
    ]
    if same[1:]:
        remarks.append(f"for all sheets with these columns write cards: [{', '.join(same)}]")
    return tables[best], remarks


class _Way(NamedTuple):
    """A way through nested maps and lists, and what stands at its end; `above` has the entries of
    each level before.
    """

    words: tuple[str, ...]
    nodes: list[Any]
    above: tuple[list[Any], ...]


def _list(files: Disk, folder: str, name: str) -> tuple[str, list[str], list[str]]:
    """The largest list of a YAML or JSON file: the way to it, what is taken from above it, and what
    was chosen. Raises Problems.
    """
    path = f"{folder}/{name}"
    data, shown = files.read(path), files.shown(path)
    if name.lower().endswith("json"):
        data = as_yaml(decoded(data, shown)).encode()
    value: Any = yaml.parse(data, shown, files.limits)
    ways = [way for way in _ways((), [value], ()) if len(way.nodes) > 1]
    if not ways:
        raise refusal("P248", "there is no list of cards in it", Span(shown))
    best = max(ways, key=lambda way: (_cells(way.nodes), len(way.nodes), -len(way.words)))
    if not best.words or (best.words == ("cards",) and {*value} <= {"defaults", "cards"}):
        return "", [], []
    each = ".".join(best.words)
    return each, [*_takes(best)], [f"{len(best.nodes)} cards stand at {each}"]


def within(name: str, each: str, takes: Mapping[str, str]) -> str:
    """The value of `cards:` for entries within a file."""
    taken = ", ".join(f'{quoted(field)}: "{way}"' for field, way in takes.items())
    take = f", take: {{{taken}}}" if taken else ""
    return f'{{from: {quoted(name)}, each: "{each}"{take}}}'


def _cells(nodes: list[Any]) -> int:
    return sum(len(node) if isinstance(node, Map) else 1 for node in nodes)


def _ways(words: tuple[str, ...], nodes: list[Any], above: tuple[list[Any], ...]) -> Iterator[_Way]:
    """Every way on from the nodes of a level to what may be cards."""
    lists = any(isinstance(one, Seq) for one in nodes)
    nodes = [one for node in nodes for one in (node if isinstance(node, Seq) else [node])]
    texts = [one for one in nodes if isinstance(one, str)]
    maps = [one for one in nodes if isinstance(one, Map)]
    if words and not maps and sum(" " in one for one in texts) * 2 > len(nodes):
        yield _Way(words, texts, above)
    if words or lists:
        yield _Way(words, maps, above)
    if len(words) == _DEEPEST:
        return
    levels, inside, values = (*above, maps), dict[str, list[Any]](), list[Any]()
    for one in maps:
        for key, value in one.items():
            values.append(value)
            if isinstance(value, (Map, Seq)) and "." not in key:
                inside.setdefault(key, []).append(value)
    for key, found in inside.items():
        yield from _ways((*words, key), found, levels)
    kinds = {type(one) for one in values}
    if not lists and len(kinds) == 1 and len(values) > (8 if str in kinds else 2) * len(maps):
        yield from _ways((*words, "*"), values, levels)


def _takes(way: _Way) -> Iterator[str]:
    """What stands above the entries of a way, as `level.key`."""
    levels = (*way.above[1:], way.nodes)
    for number, (word, nodes) in enumerate(zip(way.words, levels, strict=True), 1):
        level = str(number) if word == "*" or way.words.count(word) > 1 else word
        if word == "*":
            yield f"{level}.key"
        if number == len(way.words):
            if isinstance(nodes[0], str):
                yield f"{level}.value"
            return
        if way.words[number] == "*":  # the keys are data
            continue
        given = [(key, value) for one in nodes for key, value in one.items()]
        no_texts = {key for key, value in given if not isinstance(value, str)}
        for key in dict.fromkeys(key for key, _ in given):
            if key not in no_texts and "." not in key:
                yield f"{level}.{key}"


def _columns(entries: Seq, takes: Sequence[str]) -> list[Column]:
    """The columns of entries in the order in which they are met."""
    plain, nested, cells = set[str](), set[str](), dict[str, Cells]()
    for entry in entries:
        for name, value in entry.items() if isinstance(entry, Map) else ():
            (nested if isinstance(value, Map) else plain).add(name)
    for number, entry in enumerate(entries):
        for name, value in _flat(entry, plain & nested) if isinstance(entry, Map) else ():
            column = cells.setdefault(name, [])
            if value is not None and (not isinstance(value, str) or value.strip() not in NOTHING):
                column.append((number, value))
    return [
        Column(" ".join(name.split()), column, len(entries), name if name in takes else "")
        for name, column in cells.items()
    ]


def _flat(entry: Map, whole: Collection[str], above: str = "") -> Iterator[tuple[str, Any]]:
    """Names and values of an entry, those of a map in it as `set.code`, but for maps that are to
    stay whole.
    """
    for key, value in entry.items():
        if isinstance(value, Map) and (above or key not in whole):
            yield from _flat(value, (), f"{above}{key}.")
        else:
            yield f"{above}{key}", value
