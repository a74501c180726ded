"""The files of a game read as plainly as can be, for the judges:

PyYAML, `csv`, and nothing of `pnp`.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import yaml

WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen "
    "twenty twenty-one twenty-two"
).split()
NUMBER = re.compile(r"[+-]?\d+")
MARK = re.compile(r" ?\{[A-Z]+\d+[a-z]*(?: [A-Z]+\d+[a-z]*)*\}")
"""What names the rules that a sentence tells; it is not printed."""
FACT = r"\(?(facts\.\w+)(?: \| \w+)*\)?"


HERE = Path(__file__).parent


class Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc]
    """Texts only; a key that stands twice is refused."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) < len(keys):
            raise ValueError(f"a key stands twice: {keys}")
        return super().construct_mapping(node, deep)


@lru_cache(maxsize=200)
def parsed(text: str) -> Any:
    return yaml.load(text, Loader=Loader)


def number(value: Any) -> int:
    """A whole number as written."""
    return int(str(value).strip().replace("−", "-"))


def plain(value: Any) -> Any:
    text = str(value).strip().replace("−", "-") if isinstance(value, str) else value
    return int(text) if isinstance(text, str) and NUMBER.fullmatch(text) else value


class Raw:
    """A game's files by path, and what they hold."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = {
            path: MARK.sub("", text) if path.endswith(".md") else text
            for path, text in files.items()
        }
        self.game = parsed(files["game.yaml"])
        self.least, self.most = (
            number(self.game["players"]["min"]),
            number(self.game["players"]["max"]),
        )
        self.colours = list(self.game["players"].get("colours", []))
        self.facts = self._facts()

    def _facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {}
        waiting = {}
        for name, value in self.game["facts"].items():
            if isinstance(value, dict):
                waiting[name] = value["expr"]
            else:
                facts[name] = {"yes": True, "no": False}.get(value, plain(value))
        for _ in range(6):
            for name, source in list(waiting.items()):
                try:
                    facts[name] = self._work_out(source, facts)
                    del waiting[name]
                except (AttributeError, SyntaxError, NameError, TypeError):
                    pass
        return facts

    def _work_out(self, source: str, facts: dict[str, Any]) -> Any:
        players = SimpleNamespace(min=self.least, max=self.most, colours=self.colours)
        seen = {
            "facts": SimpleNamespace(**facts),
            "players": players,
            "game": SimpleNamespace(players=players),
            "__builtins__": {},
        }
        return eval(source, seen)

    def value(self, source: Any) -> int:
        """A number, be it written or an expression over facts."""
        made = plain(source)
        return made if isinstance(made, int) else int(self._work_out(str(source), self.facts))

    def cards(self, path: str) -> list[dict[str, Any]]:
        """The cards of a file, each with its count."""
        text = self.files[path]
        if path.endswith(".csv"):
            rows = list(csv.DictReader(io.StringIO(text)))
            if any(None in row or None in row.values() for row in rows):
                raise ValueError("a row too long or too short")
            return [
                {"count": 1, **{key: plain(value) for key, value in row.items()}} for row in rows
            ]
        value = parsed(text)
        usual, rows = (
            (value.get("defaults", {}), value["cards"]) if isinstance(value, dict) else ({}, value)
        )
        found = []
        for row in rows:
            row = {**usual, **row}
            if "when" in row and not self._work_out(row["when"], self.facts):
                continue
            row["count"] = self.value(row.get("count", "1"))
            found.append({key: plain(value) for key, value in row.items()})
        return found

    def pieces(self, path: str) -> list[dict[str, Any]]:
        """The pieces of a file; one with `for_each` once for each of them."""
        found = []
        for row in parsed(self.files[path]):
            row = {**row, "count": self.value(row.get("count", "1"))}
            owners = [""]
            if row.get("for_each") == "players.colours":
                owners = self.colours
            elif str(row.get("for_each", "")).startswith("terms."):
                owners = list(self.game["terms"][row["for_each"].partition(".")[2]])
            found += [{**row, "owner": owner} for owner in owners]
        return found

    def spaces(self, path: str) -> list[dict[str, Any]]:
        """The spaces of a board; those of a track by number."""
        value = parsed(self.files[path]) or {}
        found = []
        for name, track in (value.get("tracks") or {}).items():
            low, high = self.value(track["from"]), self.value(track["to"])
            found += [
                {**track, "id": f"{name}-{n}", "track": name, "number": n}
                for n in range(low, high + 1)
            ]
        for name, space in (value.get("spaces") or {}).items():
            at = space.get("at")
            on = {"track": at["on"], "number": number(at["number"])} if isinstance(at, dict) else {}
            found.append({**space, "id": name, **on})
        return found

    def areas(self, path: str) -> list[dict[str, Any]]:
        return [
            {**area, "id": name}
            for name, area in ((parsed(self.files[path]) or {}).get("areas") or {}).items()
        ]

    def text(self, path: str) -> str:
        """A text in small letters with the facts put in, numbers in digits, without stars and
        without the names of rules.
        """
        made = re.sub(r"\s*\{[A-Z]+\d[\w ,]*\}", "", self.files[path])
        made = re.sub(r"\{\{-?\s*(.*?)\s*-?\}\}", self._put, made, flags=re.DOTALL)
        made = re.sub(rf"' ~ {FACT}(?: ~ ')?|{FACT} ~ '", self._put, made)
        made = re.sub(r"[*_]+", "", made.lower())
        made = re.sub(
            rf"\b({'|'.join(sorted(WORDS, key=len, reverse=True))})\b",
            lambda m: str(WORDS.index(m[1])),
            made,
        )
        return re.sub(r"\s+", " ", made)

    def _put(self, match: re.Match[str]) -> str:
        try:
            return str(self._work_out((match[1] or match[2]).partition("|")[0].strip(), self.facts))
        except Exception:
            return match[0]


class Finds:
    """What a judge finds broken, by the name of the invariant."""

    def __init__(self) -> None:
        self.broken: list[str] = []

    def want(self, name: str, holds: bool) -> None:
        if not holds:
            self.broken.append(name)

    def stated(self, raw: Raw, game: str) -> None:
        """The facts that the rules fix, and the numbers that texts say, from GAME.yaml."""
        table = yaml.safe_load((HERE / f"{game}.yaml").read_text(encoding="utf-8"))
        for name, facts in table["facts"].items():
            for fact, value in facts.items():
                self.want(f"{name} {fact}", raw.facts.get(fact) == value)
        for file, rows in table["texts"].items():
            text = raw.text(file)
            for name, pattern, numbers, *must in rows:
                wanted = [raw.facts[n] if isinstance(n, str) else n for n in numbers]
                self.says(name, text, pattern, *wanted, must=bool(must))
        for file, phrases in table.get("phrases", {}).items():
            for phrase in phrases:
                self.want(f"it is said: {phrase}", phrase in raw.text(file))

    def ids(self, name: str, rows: Iterable[dict[str, Any]]) -> None:
        self.want(
            f"{name}: a name stands twice",
            max(Counter(str(row["id"]) for row in rows).values(), default=0) < 2,
        )

    def says(self, name: str, text: str, pattern: str, *wanted: int, must: bool = False) -> None:
        """Wherever the text says this, it says these numbers; where it `must`, it says it
        somewhere.
        """
        signed = pattern.replace(r"(\d+)", r"(-?\d+)")
        found = [tuple(map(int, match.groups())) for match in re.finditer(signed, text)]
        self.want(
            f"{name} {pattern}",
            (bool(found) or not must) and all(numbers == wanted for numbers in found),
        )


def copies(rows: Iterable[dict[str, Any]]) -> int:
    return sum(row["count"] for row in rows)


def where(rows: Iterable[dict[str, Any]], **wanted: Any) -> Iterator[dict[str, Any]]:
    return (row for row in rows if all(row.get(key) == value for key, value in wanted.items()))


def tally(rows: Iterable[dict[str, Any]], *names: str) -> Counter[Any]:
    made: Counter[Any] = Counter()
    for row in rows:
        made[tuple(row.get(name) for name in names) if len(names) > 1 else row.get(names[0])] += (
            row.get("count", 1)
        )
    return made
