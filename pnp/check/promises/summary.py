"""Sums up the contract of a game: the state of each promise, what nothing guards, the setup as a
table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pnp.check.promises import check, places_of, spans
from pnp.check.promises.confirmation import OF_WORDS, waiting
from pnp.check.promises.kinds import KINDS, speaks_of
from pnp.check.promises.scope import Scope
from pnp.check.promises.setup_steps import Row
from pnp.diagnostics import Diagnostic, Span, warning
from pnp.load.yaml import Map
from pnp.model.game import Game, Sentence

STATES = {"P580": "about nothing", "P581": "contradicts another"}
"""What a finding makes of a promise, where it is not simply broken."""

KEPT, PASSED_OVER = "kept", "passed over"
"""The states of a promise that nothing is said of: it was judged, or speaks of a component that
its `when:` leaves out.
"""


class Line(NamedTuple):
    """One promise, where the rules say it, and its state, such as kept, passed over, broken or
    about nothing.
    """

    id: str
    kind: str
    says: str
    basis: str
    where: str
    state: str


def lines(game: Game, found: Iterable[Diagnostic] | None = None) -> list[Line]:
    """Every promise in the order of `rules.yaml`; `found` are the findings of `check` where they
    are there already.
    """
    at: dict[Span | None, list[Diagnostic]] = {}
    for finding in check(game) if found is None else found:
        for place in places_of(finding):
            at.setdefault(place, []).append(finding)
    rows = []
    for p in game.promises:
        mine = [finding for span in spans(p.raw) for finding in at.get(span, ())]
        state = PASSED_OVER if speaks_of(p, game.left_out) else _state(mine)
        rows.append(Line(p.id, p.kind, p.says, p.basis, p.where, state))
    return rows


def _state(found: list[Diagnostic]) -> str:
    codes = {d.code for d in found if d.code.startswith(("P5", "P201"))} - OF_WORDS
    if not codes:
        return KEPT
    for code in ("P581", "P580"):
        if code in codes:
            return STATES[code]
    return "cannot be judged" if codes & {"P591", "P592", "P201"} else "broken"


def summary(rows: Sequence[Line]) -> str:
    """How many promises are kept, and how many were not judged."""
    kept, over = (sum(row.state == state for row in rows) for state in (KEPT, PASSED_OVER))
    return f"{kept} of {len(rows)} promises kept" + (f", {over} passed over" if over else "")


def as_text(rows: Sequence[Line]) -> str:
    """Columns for a terminal, the words of the promise last."""
    cells = [(row.id, row.kind, row.basis, row.state) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    columns = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    ]
    where = [f"  ({row.where})" if row.where else "" for row in rows]
    return "".join(
        f"{line}  {row.says}{place}\n"
        for line, row, place in zip(columns, rows, where, strict=True)
    )


def setup_text(rows: Sequence[Row]) -> str:
    """The setup as columns for a terminal: what each step needs, finds and leaves, for each
    number of players.
    """
    if not rows:
        return "no setup: a file setup.yaml would say who gets what\n"
    listed = ["players  needed  there   left  step"]
    for row in sorted(rows, key=lambda row: row.players):
        mark = "  <- too few" if row.left < 0 else ""
        listed.append(
            f"{row.players:7d} {row.needed:7d} {row.there:6d} {row.left:6d}  {row.step}. {row.says}"
            f" ({row.what}){mark}"
        )
    return "\n".join(listed) + "\n"


# --- what proves each rule

STRUCTURE, FACT, BINDING, WORDS, WAITS, NOTHING = (
    "structure",
    "fact",
    "binding",
    "words",
    "words that wait",
    "nothing",
)
"""What a rule is proven by; the last two prove nothing."""
_PROVES = {"fact": FACT, "binding": BINDING, "xdoc": WORDS}
"""What a promise proves a rule by, by its kind; all others by the structure of the game."""


class ProvenRule(NamedTuple):
    """A rule with the section of its document, and by what it is proven: the best first."""

    id: str
    section: str
    says: str
    basis: str
    by: tuple[str, ...]

    @property
    def proven(self) -> bool:
        """Whether anything proves it."""
        return self.by[0] not in (WAITS, NOTHING)


class Coverage(NamedTuple):
    """How far the contract of a game reaches: its rules in the order of `rules.yaml`; of each
    chapter that tells rules the sentences that tell none; how many promises are of kind xdoc.
    """

    rules: tuple[ProvenRule, ...]
    untold: tuple[Sentence, ...]
    phrases: int


def coverage(
    game: Game, sentences: Sequence[Sentence], found: Iterable[Diagnostic] | None = None
) -> Coverage:
    """What proves each rule; `sentences` are all of the game, `found` the findings of `check`."""
    state = {line.id: line.state for line in lines(game, found)}
    kinds = {promise.id: promise.kind for promise in game.promises}
    waits = {change.rule.id for change in waiting(game, sentences)}
    rules = []
    for rule in game.rules:
        by = {_PROVES.get(kinds[proof], STRUCTURE) for proof in rule.proofs if state[proof] == KEPT}
        if rule.id in waits:
            by.add(WAITS)
        elif rule.id in (game.confirmed or ()):
            by.add(WORDS)
        elif not rule.proofs and any(rule.id in one.rules for one in sentences):
            by.add(WAITS)
        order = (STRUCTURE, FACT, BINDING, WORDS, WAITS)
        proven = tuple(way for way in order if way in by) or (NOTHING,)
        rules.append(ProvenRule(rule.id, rule.where, rule.says, rule.basis, proven))
    chapters = {(one.owner, one.chapter) for one in sentences if one.rules and one.chapter}
    untold = [one for one in sentences if not one.rules and (one.owner, one.chapter) in chapters]
    phrases = sum(kind == "xdoc" for kind in kinds.values())
    return Coverage(tuple(rules), tuple(untold), phrases)


def coverage_line(covered: Coverage) -> str:
    """In one line how many rules are proven, by what, and how many wait; empty without rules."""
    if not covered.rules:
        return ""
    first = Counter(rule.by[0] for rule in covered.rules)
    proven = sum(rule.proven for rule in covered.rules)
    ways = [f"{first[way]} by {way}" for way in (STRUCTURE, FACT, BINDING, WORDS) if first[way]]
    by = f" ({', '.join(ways)})" if ways else ""
    parts = [f"{proven} of {len(covered.rules)} rules proven{by}"]
    waits = sum(WAITS in rule.by for rule in covered.rules)
    if waits:
        parts.append(f"{waits} {'waits' if waits == 1 else 'wait'} for confirmation")
    if covered.phrases:
        parts.append(f"{covered.phrases} of kind xdoc, which is read until 0.3 (pnp explain xdoc)")
    return "; ".join(parts)


def coverage_text(covered: Coverage) -> str:
    """The rules by the sections of their document, each with what proves it; then the sentences
    that tell none.
    """
    sections: dict[str, list[ProvenRule]] = {}
    for rule in covered.rules:
        sections.setdefault(rule.section or "(no section)", []).append(rule)
    wide = max((len(rule.id) for rule in covered.rules), default=0)
    ways = max((len(", ".join(rule.by)) for rule in covered.rules), default=0)
    listed = []
    for section, rules in sections.items():
        listed.append(f"{section}: {sum(rule.proven for rule in rules)} of {len(rules)} proven")
        listed += [
            f"  {rule.id:{wide}}  {', '.join(rule.by):{ways}}  {rule.says}" for rule in rules
        ]
    if covered.untold:
        listed.append("sentences that tell no rule, in chapters that do:")
        listed += [f"  {one.span}: {one.words}" for one in covered.untold]
    return "".join(f"{line}\n" for line in listed)


_FACT = re.compile(r"\bfacts(?:\.([\w-]+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")
_NAMED = re.compile(r"\b(?:total|components)(?:\.(\w+)|\[\s*['\"]([^'\"]+)['\"]\s*\])")


def unguarded(game: Game) -> list[Diagnostic]:
    """P590 for every component and fact that no promise and no step of the setup touches, in the
    order of `game.yaml`.
    """
    components, facts = touched(game)
    found = []
    for kind, names, seen in (
        ("component", game.components, components),
        ("fact", game.facts, facts),
    ):
        section = game.raw.get(f"{kind}s")
        for name in names:
            if name not in seen:
                place = section.key(name) if isinstance(section, Map) else game.raw.span()
                message = f'nothing guards the {kind} "{name}": no promise speaks of it'
                found.append(warning("P590", message, place, "write one in rules.yaml"))
    return found


def touched(game: Game) -> tuple[set[str], set[str]]:
    """The components and the facts that promises and steps of the setup speak of; a fact stands
    for those that it is worked out from.
    """
    components = {step.what.partition(".")[0] for step in game.setup}
    written: list[Any] = [step.raw for step in game.setup]
    texts: list[str] = []
    scope = Scope(game)
    for promise in game.promises:
        kind = KINDS.get(promise.kind)
        if kind is not None and not speaks_of(promise, game.left_out):
            written.append(promise.details)
            components |= {*kind.names(promise)}
            texts += [f"facts.{promise.details.get(key)}" for key in kind.facts]
            components |= kind.covers(promise, scope) if kind.covers else set()
    texts += [text for value in written for text in texts_in(value)]
    components |= {a or b for text in texts for a, b in _NAMED.findall(text)}
    worked_out = game.raw.get("facts")
    facts: set[str] = set()
    while texts:
        more = {a or b for text in texts for a, b in _FACT.findall(text)} - facts
        facts |= more
        sources = [worked_out.get(name) for name in more] if isinstance(worked_out, Map) else []
        texts = [text for source in sources if isinstance(source, Map) for text in texts_in(source)]
    return components, facts


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value, whatever it is nested in."""
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            todo += [*one.values(), *one.keys()]
        elif isinstance(one, list):
            todo += one
