"""`python -m mutation.families [--games …] [--family …] [--number N]`: mutants that are written from
the document's point of view, not from the checks': of templates, of prose, and swaps in data; a
table of how many are noticed.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from mutation.kits import ROOT, Overlay
from mutation.report import GAMES, SEED
from pnp.build.conductor import Kit, make_kit
from pnp.diagnostics import Diagnostic, Problems
from pnp.load.workspace import disk_for, find, games

WAITS = ("P595", "P596")
"""Findings by which something waits for confirmation."""
NEAR = 3


class Mutant(NamedTuple):
    """One change: how it was made, the file as the disk has it, its new text, and the line."""

    kind: str
    path: str
    text: str
    line: int
    what: str


class Verdict(NamedTuple):
    """What became of a mutant: all that is said of it anew, whether any face changed."""

    mutant: Mutant
    found: tuple[Diagnostic, ...]

    @property
    def near(self) -> bool:
        """Whether a finding itself names a place within some lines of the change."""
        return any(
            d.span is not None
            and d.span.file.endswith(self.mutant.path.rpartition("/")[2])
            and abs(d.span.line - self.mutant.line) <= NEAR
            for d in self.found
        )

    @property
    def refused(self) -> bool:
        """Whether more is said than that something waits."""
        return any(d.code not in WAITS for d in self.found)


# --- templates

_JINJA = re.compile(
    r"\{\{-?(?P<expr>.*?)-?\}\}|\{%-?\s*(?P<tag>\w+)\s*(?P<rest>.*?)-?%\}|\{#.*?#\}", re.S
)
_ATTRIBUTE = re.compile(r'([\w-]+)="[^"]*$')
_GEOMETRY = re.compile(r'\w+\("?(?:[Mm]-?[\d.]|-?[\d.]+, -?[\d.]+)')
"""A macro that draws a path, or something at a place: decoration."""
_DRAWING = re.compile(r"[\w.]+\(.*\)", re.S)
_MEANING = re.compile(r'\b(?:card|space|area|piece|component|facts|game|t)\.\w|"(?!#)[A-Za-z]')
"""A macro that is called with numbers and literal colours alone draws: decoration, too."""
_MEANT = ("name", "src", "fill", "color", "ground", "stroke")
_WORDS = re.compile(r">([^<>{}]*[A-Za-z][^<>{}]*)<")
_ICON = re.compile(r'<icon [^>{}]*?name="([a-z][a-z0-9-]*)"')
_FIELD = re.compile(r"\b(card|space|area|piece)\.(\w+)")


def _attribute(source: str, at: int) -> str | None:
    """The attribute whose value stands at a place; None between tags."""
    before = _JINJA.sub(lambda m: " " * len(m[0]), source[:at])
    if before.rfind("<") <= before.rfind(">"):
        return None
    found = _ATTRIBUTE.search(before[before.rfind("<") :])
    return found[1] if found else ""


def templates(files: dict[str, str], numbers: set[str]) -> Iterator[Mutant]:
    """Every mechanical change of expressions, conditions, loops and literals; geometry and
    decoration are left out.
    """
    for path, source in files.items():
        spots: list[tuple[int, int, str]] = []
        if "<text" not in source and "<icon" not in source:
            continue  # decoration, such as portraits
        names = sorted({m[2] for m in _FIELD.finditer(source)})
        icons = sorted({m[1] for m in _ICON.finditer(source)})

        def put(
            kind: str, start: int, end: int, new: str, source: str = source, path: str = path
        ) -> Mutant:
            line = source.count("\n", 0, start) + 1
            text = source[:start] + new + source[end:]
            return Mutant(kind, path, text, line, f"{source[start:end]!r} -> {new!r}")

        for match in _JINJA.finditer(source):
            start, end = match.span()
            if match["expr"] is not None:
                attribute = _attribute(source, start)
                if attribute is not None and attribute not in _MEANT:
                    continue
                expr = match["expr"].strip()
                drawn = _DRAWING.fullmatch(expr) and not _MEANING.search(expr)
                if drawn or _GEOMETRY.match(expr):
                    continue
                spots.append((start, end, expr))
                if attribute is None:
                    yield put("drop", start, end, "")
                for one in _FIELD.finditer(expr):
                    others = [name for name in names if name != one[2]]
                    if others:
                        new = f"{one[1]}.{others[len(expr) % len(others)]}"
                        yield put(
                            "replace", start, end, "{{ " + expr.replace(one[0], new, 1) + " }}"
                        )
                if (
                    re.fullmatch(r"[\w.]+(?:\s*\|\s*signed)?", expr)
                    and expr.split("|")[0].strip().rpartition(".")[2] in numbers
                ):
                    head, _, tail = expr.partition("|")
                    yield put(
                        "off by one",
                        start,
                        end,
                        "{{ (" + head.strip() + " + 1)" + (f" | {tail}" if tail else "") + " }}",
                    )
            elif match["tag"] in ("if", "elif"):
                body = match["rest"].strip()
                for kind, new in (
                    ("negate", f"not ({body})"),
                    ("always", "true"),
                    ("never", "false"),
                ):
                    yield put(kind, start, end, f"{{% {match['tag']} {new} %}}")
            elif match["tag"] == "for" and " in " in match["rest"]:
                name, _, body = match["rest"].strip().partition(" in ")
                yield put(
                    "one less",
                    start,
                    end,
                    f"{{% for {name} in (({body}) | list)[1:] %}}",
                )
        blank = _JINJA.sub(lambda m: " " * len(m[0]), source)
        for match in _WORDS.finditer(blank):
            start, end = match.span(1)
            words = source[start:end]
            if words == match[1] and words.strip() and _attribute(source, start) is None:
                yield put("drop words", start, end, " ")
                yield put("other words", start, end, " ".join(reversed(words.split())) + " not")
        for match in _ICON.finditer(source):
            others = [icon for icon in icons if icon != match[1]]
            if others:
                yield put("other icon", *match.span(1), others[len(source) % len(others)])
        for (a, b, one), (c, d, two) in zip(spots, spots[1:], strict=False):
            if one != two:
                text = (
                    source[:a]
                    + "{{ "
                    + two
                    + " }}"
                    + source[b:c]
                    + "{{ "
                    + one
                    + " }}"
                    + source[d:]
                )
                line = source.count("\n", 0, a) + 1
                yield Mutant("swap two", path, text, line, f"{one!r} <-> {two!r}")


# --- prose

_SENTENCE = re.compile(r"[^.!?\n|>#]*[A-Za-z]{3}[^.!?\n|]*[.!?:](?=[\s*{)]|$)")
_PAIRS = [
    ("must", "may"), ("may", "must"), ("most", "fewest"), ("fewest", "most"), ("first", "last"),
    ("last", "first"), ("left", "right"), ("right", "left"), ("lowest", "highest"), ("never", "always"),
    ("always", "never"), ("before", "after"), ("after", "before"), ("more", "fewer"), ("all", "no"),
    ("face down", "face up"), ("face up", "face down"), ("winner", "loser"), ("each", "one"), ("every", "no"),
    ("pays", "gets"), ("draws", "discards"), ("draw", "discard"), ("wins", "loses"), ("ends", "begins"),
    ("and", "or"), ("or", "and"), ("with", "without"), ("may not", "may"), ("cannot", "can"),
]  # fmt: skip
_VERB = re.compile(r"\b(is|are|can|may|must|has|have|goes|go|gets|takes|wins|draws|pays)\b(?! not)")


def prose(files: dict[str, str], marked: bool = True) -> Iterator[Mutant]:
    """Sentences of the chapters that rule: denied, deleted, reversed, one word for its opposite."""
    for path, source in files.items():
        chapter = ""
        at = 0
        for line_number, line in enumerate(source.splitlines(keepends=True), 1):
            begin, at = at, at + len(line)
            if line.startswith("# "):
                chapter = line
            if (
                not line.strip()
                or line.startswith(("#", "{%", "![", "[[", "{#"))
                or _SPARED.search(chapter)
            ):
                continue
            for match in _SENTENCE.finditer(line):
                words = match[0]
                if len(words.split()) < 4 or "](" in words or words.count("{") != words.count("}"):
                    continue
                start, end = begin + match.start(), begin + match.end()

                def put(
                    kind: str,
                    new: str,
                    start: int = start,
                    end: int = end,
                    n: int = line_number,
                    source: str = source,
                    path: str = path,
                ) -> Mutant:
                    return Mutant(
                        kind,
                        path,
                        source[:start] + new + source[end:],
                        n,
                        f"{source[start:end].strip()[:60]!r} -> {new.strip()[:60]!r}",
                    )

                yield put("delete", "")
                for old, new in _PAIRS:
                    if re.search(rf"\b{old}\b", words):
                        yield put("reverse", re.sub(rf"\b{old}\b", new, words, count=1))
                if found := _VERB.search(words):
                    yield put("deny", f"{words[: found.end()]} not{words[found.end() :]}")


_SPARED = re.compile(
    r"Hints|advice|The case|Credits|icons mean|Example|played through|What it is about|Variants",
    re.I,
)
"""Chapters that rule nothing."""


# --- swaps in data


def swaps(files: dict[str, str], _: set[str]) -> Iterator[Mutant]:
    """Two values of one key that trade their places: texts, icons, letters, colours, backs, boxes,
    numbers of the set-up.
    """
    keys = (
        "text|title|icon|letter|color|pattern|back|front|holds|says|label|each|all|what|value|owner"
    )
    value = re.compile(
        rf"\b({keys}): (?P<value>\[[^\]\n]*\]|\"[^\"\n]*\"|'[^'\n]*'|[^,}}\n\[\]{{]+?)(?=\s*[,}}\n])"
    )
    for path, source in files.items():
        if path.endswith(("rules.yaml", "confirmed.yaml", "figures.yaml")) or not path.endswith(
            ".yaml"
        ):
            continue
        by_key: dict[str, list[re.Match[str]]] = {}
        for match in value.finditer(source):
            by_key.setdefault(match[1], []).append(match)
        for key, rows in by_key.items():
            for one, two in zip(rows, rows[1:], strict=False):
                if one["value"] != two["value"]:
                    a, b = one.span("value")
                    c, d = two.span("value")
                    text = source[:a] + source[c:d] + source[b:c] + source[a:b] + source[d:]
                    line = source.count("\n", 0, a) + 1
                    yield Mutant(
                        f"swap {key}", path, text, line, f"{source[a:b]!r} <-> {source[c:d]!r}"[:90]
                    )


FAMILIES = ("templates", "prose", "swaps")


class Judge:
    """Judges mutants of one game in one warm process."""

    def __init__(self, name: str) -> None:
        workspace = find(ROOT)
        self.name = name
        self.folder = games(workspace)[name]
        self.disk = Overlay(disk_for(workspace, self.folder))
        self.base = self.kit({})
        assert isinstance(self.base, Kit), self.base
        self.known = {(d.code, d.span, d.message) for d in self.base.diagnostics}
        self.looks = self._looks(self.base)

    def kit(self, changed: dict[str, str]) -> Kit | tuple[Diagnostic, ...]:
        self.disk.changed = {path: text.encode() for path, text in changed.items()}
        try:
            return make_kit(self.disk, self.name)  # type: ignore[arg-type]
        except Problems as problem:
            return tuple(problem.diagnostics)

    def _looks(self, kit: Kit) -> list[str]:
        return [kit.digests.get(id(p.face), "") for sides in kit.sides for p in sides.laid]

    def files(self, family: str) -> dict[str, str]:
        home = ROOT / "templates" / self.name if family == "templates" else self.folder
        suffix = {"templates": ".xml", "prose": ".md", "swaps": ".yaml"}[family]
        return {
            path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(home.rglob(f"*{suffix}"))
        }

    def mutants(self, family: str) -> list[Mutant]:
        assert isinstance(self.base, Kit)
        game = self.base.game
        numbers = {
            n for c in game.components.values() for n, f in c.fields.items() if f.kind == "int"
        }
        numbers |= {n for n, v in game.facts.items() if isinstance(v, int)}
        make: Callable[..., Iterator[Mutant]] = globals()[family]
        return list(make(self.files(family), numbers))

    def verdicts(self, family: str, number: int, seed: int) -> Iterator[Verdict]:
        """Mutants spread over the files, those left out that change nothing."""
        every = self.mutants(family)
        random.Random(f"{seed}/{self.name}/{family}").shuffle(every)
        for mutant in every:
            if not number:
                return
            made = self.kit({mutant.path: mutant.text})
            if isinstance(made, Kit):
                if family == "templates" and self._looks(made) == self.looks:
                    continue
                found = made.diagnostics
            else:
                found = made
            number -= 1
            yield Verdict(
                mutant, tuple(d for d in found if (d.code, d.span, d.message) not in self.known)
            )


def one(task: tuple[str, str, int, int]) -> list[Verdict]:
    game, family, number, seed = task
    return list(Judge(game).verdicts(family, number, seed))


def main() -> int:
    """Print the table; 1 where less than wanted was noticed."""
    parser = argparse.ArgumentParser(prog="mutation.families", description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--family", default=",".join(FAMILIES))
    parser.add_argument("--number", type=int, default=150)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="what survives")
    given = parser.parse_args()
    wanted = {"templates": 0.92, "prose": 0.90, "swaps": 0.95}
    tasks = [
        (g, f, given.number, given.seed)
        for f in given.family.split(",")
        for g in given.games.split(",")
    ]
    short = False
    print(f"{'family':10} {'game':16} {'mutants':>7} {'noticed':>8} {'refused':>8} {'near':>7}")
    with ProcessPoolExecutor(given.jobs) as pool:
        for (game, family, _, _), rows in zip(tasks, pool.map(one, tasks), strict=True):
            noticed = [row for row in rows if row.found]
            share = len(noticed) / max(1, len(rows))
            short = short or share < wanted[family]
            near = sum(row.near for row in noticed) / max(1, len(noticed))
            refused = sum(row.refused for row in noticed)
            print(
                f"{family:10} {game:16} {len(rows):7} {share:8.1%} {refused:8} {near:7.1%}",
                flush=True,
            )
            for row in rows if given.show else ():
                if not row.found:
                    m = row.mutant
                    print(f"    {m.kind}: {m.path.rpartition('/')[2]}:{m.line} {m.what[:150]}")
    return int(short)


if __name__ == "__main__":
    raise SystemExit(main())
