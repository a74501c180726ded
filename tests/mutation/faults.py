"""Faults of a kit as edits of one file, seeded: what people do to their data by accident, and
harmless changes of the same make.

Every fault knows the lines that it touched. The contract itself (`rules.yaml`, `setup.yaml`),
pictures, and the scenes and words of the rulebook are left alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import yaml

SPARED = {"rules.yaml", "setup.yaml", "figures.yaml", "words.yaml"}
WORDS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
PRICES = {"price", "rent", "colony_cost", "amount", "millions", "value", "difficulty"}
NAMES = {"id", "name", "title", "label"}
SHAPE = {
    "at",
    "size",
    "cell",
    "gap",
    "path",
    "corner",
    "shape",
    "skin",
    "hair",
    "cut",
    "hat",
    "extra",
    "tone",
    "petals",
    "rings",
    "start",
    "columns",
    "rows",
}
Spot = tuple[int, int]


@dataclass(frozen=True)
class Fault:
    """One edit: its kind, the file and its new text, the lines touched (in the old and in the
    new text).
    """

    kind: str
    path: str
    text: str
    lines: tuple[int, ...]
    what: str


@dataclass
class Item:
    """A card, piece, space or track as written: its lines (from 0, the last one excluded), and
    where its values stand.
    """

    lines: Spot
    values: dict[str, Spot]
    lists: dict[str, list[Spot]] = field(default_factory=dict)


@dataclass
class File:
    """A file with its items by group."""

    path: str
    text: str
    groups: dict[str, list[Item]]
    starts: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def line(self, at: int) -> int:
        return sum(start <= at for start in self.starts)

    def cut(self, spot: Spot) -> str:
        return self.text[spot[0] : spot[1]]

    def rows(self, lines: Spot) -> str:
        ends = [*self.starts, len(self.text)]
        return self.text[ends[lines[0]] : ends[min(lines[1], len(ends) - 1)]]

    def put(self, kind: str, *edits: tuple[Spot, str]) -> Fault:
        """The fault made by putting texts in places."""
        text = self.text
        for (start, end), new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        told = "; ".join(f"{self.cut(spot)[:40]!r} -> {new[:40]!r}" for spot, new in edits)
        return Fault(kind, self.path, text, tuple(self.line(spot[0]) for spot, _ in edits), told)

    def put_rows(self, kind: str, lines: Spot, new: str) -> Fault:
        ends = [*self.starts, len(self.text)]
        spot = (ends[lines[0]], ends[min(lines[1], len(ends) - 1)])
        text = self.text[: spot[0]] + new + self.text[spot[1] :]
        return Fault(
            kind,
            self.path,
            text,
            tuple(range(lines[0] + 1, max(lines[1], lines[0] + 1) + 1)),
            self.cut(spot).strip()[:70],
        )


def read_file(path: str, text: str) -> File:
    """The items of a file."""
    if path.endswith(".csv"):
        return File(path, text, {"cards": list(_csv_items(text))})
    if path.endswith(".md") or path == "game.yaml":
        return File(path, text, {})
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    if isinstance(root, yaml.SequenceNode):
        return File(path, text, {"pieces": list(_seq(root, text))})
    groups: dict[str, list[Item]] = {}
    for key, value in root.value if isinstance(root, yaml.MappingNode) else ():
        if isinstance(value, yaml.SequenceNode) and key.value == "cards":
            groups["cards"] = list(_seq(value, text))
        elif isinstance(value, yaml.MappingNode) and key.value in ("spaces", "areas", "tracks"):
            groups[key.value] = list(_map(value, text))
        elif isinstance(value, yaml.MappingNode) and key.value == "defaults":
            groups["defaults"] = [_item(value, text, key.start_mark.line)]
    return File(path, text, groups)


def _csv_items(text: str) -> Iterator[Item]:
    lines = text.splitlines(keepends=True)
    names = lines[0].strip().split(",")
    at = len(lines[0])
    for number, line in enumerate(lines[1:], 1):
        values, start = {}, at
        for name, cell in zip(names, line.rstrip("\n").split(","), strict=True):
            values[name] = (start, start + len(cell))
            start += len(cell) + 1
        yield Item((number, number + 1), values)
        at += len(line)


def _last(node: yaml.Node, text: str) -> int:
    """The line after a node."""
    end = text[: node.end_mark.index].rstrip()
    return end.count("\n") + 1


def _item(node: yaml.MappingNode, text: str, first: int) -> Item:
    made = Item((first, _last(node, text)), {})
    for key, value in node.value:
        if isinstance(value, yaml.ScalarNode):
            made.values[key.value] = (value.start_mark.index, value.end_mark.index)
        elif isinstance(value, yaml.SequenceNode) and all(
            isinstance(part, yaml.ScalarNode) for part in value.value
        ):
            made.lists[key.value] = [
                (part.start_mark.index, part.end_mark.index) for part in value.value
            ]
        elif isinstance(value, yaml.MappingNode) and key.value == "at":
            for inner, part in value.value:
                if inner.value == "number":
                    made.values["number"] = (part.start_mark.index, part.end_mark.index)
    return made


def _seq(node: yaml.SequenceNode, text: str) -> Iterator[Item]:
    for part in node.value:
        if isinstance(part, yaml.MappingNode):
            yield _item(part, text, part.start_mark.line)


def _map(node: yaml.MappingNode, text: str) -> Iterator[Item]:
    for key, value in node.value:
        if isinstance(value, yaml.MappingNode):
            made = _item(value, text, key.start_mark.line)
            made.values["id"] = (key.start_mark.index, key.end_mark.index)
            yield made


class Faults:
    """All faults of one game. `next` draws one."""

    def __init__(self, files: dict[str, str], seed: str) -> None:
        self.random = random.Random(seed)
        self.files = [read_file(path, text) for path, text in files.items() if path not in SPARED]
        self.kinds: dict[str, Callable[[], Fault | None]] = {
            "drop": self.drop,
            "double": self.double,
            "re-count": self.recount,
            "re-type": self.retype,
            "swap fields": self.swap,
            "rename": self.rename,
            "renumber": self.renumber,
            "drop a space": self.drop_space,
            "cut a link": self.cut_link,
            "change a fact": self.fact,
            "change prose": self.prose,
            "reorder": self.reorder,
            "change a price": self.price,
        }
        self.facts = self._facts()
        self.names = [name for name, _ in self.facts if name not in ("min", "max")]

    def many(self, number: int) -> list[Fault]:
        """So many different faults, all kinds alike as far as they go."""
        found: dict[tuple[str, str], Fault] = {}
        idle, names = 0, list(self.kinds)
        while len(found) < number and idle < 4_000:
            kind = names[self.random.randrange(len(names))]
            fault = self.kinds[kind]()
            idle += 1
            if (
                fault is not None
                and (fault.path, fault.text) not in found
                and fault.text != self._text(fault.path)
            ):
                found[fault.path, fault.text] = fault
                idle = 0
        return list(found.values())

    def _text(self, path: str) -> str:
        return next(file.text for file in self.files if file.path == path)

    def _items(self, *groups: str) -> list[tuple[File, Item]]:
        return [
            (file, item)
            for file in self.files
            for group in groups
            for item in file.groups.get(group, ())
        ]

    def _pick(self, *groups: str) -> tuple[File, list[Item], Item] | None:
        """A file first, then one of its items, so that small decks are hit as often as large
        ones.
        """
        there = [
            (file, file.groups[group])
            for file in self.files
            for group in groups
            if file.groups.get(group)
        ]
        if not there:
            return None
        file, items = self.random.choice(there)
        return file, items, self.random.choice(items)

    def drop(self) -> Fault | None:
        if (picked := self._pick("cards", "pieces")) is None:
            return None
        file, _, item = picked
        return file.put_rows("drop", item.lines, "")

    def drop_space(self) -> Fault | None:
        if (picked := self._pick("spaces", "areas", "tracks")) is None:
            return None
        file, _, item = picked
        return file.put_rows("drop a space", item.lines, "")

    def double(self) -> Fault | None:
        """The same entry again, half of the time under another name."""
        if (picked := self._pick("cards", "pieces", "spaces")) is None:
            return None
        file, _, item = picked
        rows = file.rows(item.lines)
        again = rows
        if "id" in item.values and self.random.random() < 0.7:
            start = item.values["id"][0] - file.starts[item.lines[0]]
            end = item.values["id"][1] - file.starts[item.lines[0]]
            again = f"{rows[:start]}{rows[start:end]}-again{rows[end:]}"
        made = file.put_rows("double", item.lines, rows + again)
        return Fault(
            made.kind,
            made.path,
            made.text,
            (*made.lines, *(line + item.lines[1] - item.lines[0] for line in made.lines)),
            made.what,
        )

    def recount(self) -> Fault | None:
        if (picked := self._pick("cards", "pieces", "defaults")) is None:
            return None
        file, _, item = picked
        if "count" in item.values:
            spot = item.values["count"]
            old = file.cut(spot)
            new = (
                str(max(0, int(old) + self.random.choice((-1, 1, 2, -2, 5))))
                if old.isdigit()
                else f"{old} {self.random.choice('+-')} 1"
            )
            return file.put("re-count", (spot, new))
        if file.path.endswith(".csv") or not item.values or "count" in file.text.split("\n")[0]:
            return None
        first = min(item.values.values())
        line_start = file.starts[item.lines[0]]
        brace = file.text.find("{", line_start, first[0])
        if brace < 0:
            return None
        return file.put(
            "re-count", ((brace + 1, brace + 1), f"count: {self.random.choice((0, 2, 3))}, ")
        )

    def _same_kind(self, items: list[Item], name: str) -> list[Item]:
        return [item for item in items if name in item.values]

    def _field(
        self, item: Item, numbers: bool | None = None, file: File | None = None
    ) -> str | None:
        names = [
            name
            for name in item.values
            if name not in SHAPE and name not in ("count", "icon", "text")
        ]
        if numbers is not None and file is not None:
            names = [
                n
                for n in names
                if bool(re.fullmatch(r"[+−-]?\d+", file.cut(item.values[n]).strip("\"'")))
                is numbers
            ]
        return self.random.choice(names) if names else None

    def retype(self) -> Fault | None:
        """A field takes the value that another entry has in it."""
        if (picked := self._pick("cards", "pieces", "spaces", "areas", "tracks")) is None:
            return None
        file, items, item = picked
        name = self._field(item)
        if name is None or name == "id":
            return None
        others = sorted(
            {file.cut(other.values[name]) for other in self._same_kind(items, name)}
            - {file.cut(item.values[name])}
        )
        return (
            file.put("re-type", (item.values[name], self.random.choice(others))) if others else None
        )

    def swap(self) -> Fault | None:
        """Two entries change places in one field."""
        if (picked := self._pick("cards", "cards", "pieces", "spaces", "areas", "tracks")) is None:
            return None
        file, items, item = picked
        name = self._field(item)
        others = [
            o
            for o in self._same_kind(items, name or "")
            if name and file.cut(o.values[name]) != file.cut(item.values[name])
        ]
        if name is None or not others:
            return None
        other = self.random.choice(others)
        return file.put(
            "swap fields",
            (item.values[name], file.cut(other.values[name])),
            (other.values[name], file.cut(item.values[name])),
        )

    def rename(self) -> Fault | None:
        if (picked := self._pick("cards", "pieces", "spaces", "areas")) is None:
            return None
        file, items, item = picked
        names = [name for name in item.values if name in NAMES]
        if not names:
            return None
        name = self.random.choice(names)
        old = file.cut(item.values[name])
        if self.random.random() < 0.4:
            others = sorted(
                {file.cut(other.values[name]) for other in self._same_kind(items, name)} - {old}
            )
            new = self.random.choice(others) if others else f"{old}-x"
        else:
            plain = old.strip("\"'")
            new = (
                f"{plain}-x"
                if name == "id"
                else f'"{plain} Too"'
                if old[:1] in "\"'"
                else f"{plain} Too"
            )
        return file.put("rename", (item.values[name], new))

    def _numbers(self, kind: str, names: Callable[[str], bool], *groups: str) -> Fault | None:
        if (picked := self._pick(*groups)) is None:
            return None
        file, _, item = picked
        spots = [
            spot
            for name, spot in item.values.items()
            if names(name) and re.fullmatch(r"[+−-]?\d+", file.cut(spot).strip("\"'"))
        ]
        spots += [
            spot
            for name, parts in item.lists.items()
            for spot in parts
            if names(name) and file.cut(spot).isdigit()
        ]
        if not spots:
            return None
        spot = self.random.choice(spots)
        old = file.cut(spot)
        number = int(old.strip("\"'").replace("−", "-"))
        new = number + self.random.choice((-1, 1, 2, -2, 5, 10, 20, -10))
        quote = old[0] if old[:1] in "\"'" else ""
        return file.put(kind, (spot, f"{quote}{str(new).replace('-', '−')}{quote}"))

    def renumber(self) -> Fault | None:
        spared = SHAPE | PRICES | {"count"}
        return self._numbers(
            "renumber",
            lambda name: name not in spared,
            "cards",
            "pieces",
            "spaces",
            "areas",
            "tracks",
        )

    def price(self) -> Fault | None:
        return self._numbers(
            "change a price", lambda name: name in PRICES, "cards", "pieces", "spaces"
        )

    def cut_link(self) -> Fault | None:
        there = [
            (f, i, n)
            for f, i in self._items("spaces", "areas")
            for n in ("links", "enter")
            if i.lists.get(n)
        ]
        if not there:
            return None
        file, item, name = self.random.choice(there)
        spots = item.lists[name]
        at = self.random.randrange(len(spots))
        if self.random.random() < 0.3:
            others = sorted(
                {
                    file.cut(s)
                    for _, i, n in there
                    if n == name and i is not item
                    for s in i.lists[n]
                }
                - {file.cut(spots[at])}
            )
            return (
                file.put("cut a link", (spots[at], self.random.choice(others))) if others else None
            )
        start, end = spots[at]
        if at + 1 < len(spots):
            end = spots[at + 1][0]
        elif at:
            start = spots[at - 1][1]
        return file.put("cut a link", ((start, end), ""))

    def reorder(self) -> Fault | None:
        """A track counts from or to somewhere else, or two of its spaces (or any two entries)
        change places.
        """
        tracks = self._items("tracks")
        roll = self.random.random()
        if tracks and roll < 0.5:
            file, item = self.random.choice(tracks)
            name = self.random.choice(["from", "to"])
            if name not in item.values:
                return None
            old = file.cut(item.values[name])
            new = (
                str(int(old) + self.random.choice((-1, 1)))
                if old.isdigit()
                else f"{old} {self.random.choice('+-')} {self.random.choice((1, 2))}"
            )
            return file.put("reorder", (item.values[name], new))
        if (picked := self._pick("cards", "pieces", "tracks", "spaces")) is None:
            return None
        file, items, item = picked
        other = self.random.choice(items)
        if "number" in item.values and "number" in other.values and roll < 0.8:
            one, two = item.values["number"], other.values["number"]
            return (
                file.put("reorder", (one, file.cut(two)), (two, file.cut(one)))
                if one != two
                else None
            )
        if item.lines[0] >= other.lines[0] or item.lines[1] > other.lines[0]:
            return None
        between = file.rows((item.lines[1], other.lines[0]))
        made = file.put_rows(
            "reorder",
            (item.lines[0], other.lines[1]),
            file.rows(other.lines) + between + file.rows(item.lines),
        )
        return Fault(
            made.kind,
            made.path,
            made.text,
            (item.lines[0] + 1, other.lines[0] + 1),
            "two entries change places",
        )

    def _facts(self) -> list[tuple[str, Spot]]:
        file = next(file for file in self.files if file.path == "game.yaml")
        root = yaml.compose(file.text, Loader=yaml.SafeLoader)
        found = []
        for key, value in root.value:
            if key.value in ("facts", "players"):
                found += [
                    (k.value, (v.start_mark.index, v.end_mark.index))
                    for k, v in value.value
                    if re.fullmatch(r"\d+|yes|no", str(v.value))
                ]
        return found

    def fact(self) -> Fault | None:
        file = next(file for file in self.files if file.path == "game.yaml")
        _, spot = self.random.choice(self.facts)
        old = file.cut(spot)
        if not old.isdigit():
            return file.put("change a fact", (spot, "no" if old == "yes" else "yes"))
        new = int(old) + self.random.choice((-1, 1, -2, 2, 3, 10, -10, 100))
        return file.put("change a fact", (spot, str(new))) if new >= 0 else None

    def prose(self) -> Fault | None:
        """A number of a text says something else, be it typed or a fact."""
        file = self.random.choice([file for file in self.files if file.path.endswith(".md")])
        spots: list[tuple[Spot, str]] = []
        code = [
            m.span()
            for m in re.finditer(
                r"\{%.*?%\}|\{#.*?#\}|\{\{.*?\}\}|\]\([^)\n]*\)|\[\[.*?\]\]|`.*?`",
                file.text,
                re.DOTALL,
            )
        ]
        for match in re.finditer(
            r"\{\{-? *facts\.(\w+)( *\| *words)?(?: *\| *capitalize)? *-?\}\}", file.text
        ):
            spots.append((match.span(), match[1]))
        for match in re.finditer(
            rf"(?<![\w.×+#/:-])(\d+|{'|'.join(WORDS[2:])})(?![\w.)%/:-])", file.text
        ):
            if not any(a <= match.start() < b for a, b in code):
                spots.append((match.span(), ""))
        if not spots:
            return None
        spot, fact = self.random.choice(spots)
        old = file.cut(spot)
        if fact:
            if self.random.random() < 0.3:
                other = self.random.choice([name for name in self.names if name != fact])
                return file.put(
                    "change prose", (spot, old.replace(f"facts.{fact}", f"facts.{other}"))
                )
            number = self.value(fact)
            if number is None:
                return None
            new = number + self.random.choice((-1, 1, 2))
            return file.put(
                "change prose",
                (spot, WORDS[new] if "words" in old and 0 <= new < len(WORDS) else str(new)),
            )
        number = int(old) if old.isdigit() else WORDS.index(old)
        new = number + self.random.choice((-1, 1, 2))
        return file.put(
            "change prose", (spot, str(new) if old.isdigit() else WORDS[new % len(WORDS)])
        )

    def value(self, fact: str) -> int | None:
        file = next(file for file in self.files if file.path == "game.yaml")
        text = next((file.cut(spot) for name, spot in self.facts if name == fact), "")
        return int(text) if text.isdigit() else None
