"""Suggests where a broken promise may be mended: gives the places of facts and entries that
probably made a finding, and a likely cause in words.

Nothing here makes a finding; where nothing is plain, nothing is suggested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise, product
from typing import Any

from pnp.check.promises.record_set import Entry, RecordSet
from pnp.check.promises.scope import Broken, Malformed, Scope, Vacuous, value_text
from pnp.diagnostics import Note, Span, near
from pnp.load.yaml import Map
from pnp.model.game import Promise
from pnp.model.read import where_facts_are_used
from pnp.sandbox.expressions import STEPS, Conjunct

MOST = 3
"""Entries that are named."""
MAX_ENTRIES = 2_000
"""Entries among which one is looked for."""
MAX_FIELDS = 8
"""Fields of one promise for which it is looked for."""
MAX_VALUES = 12
"""Different values of a field that combinations are made of."""
_PLACE = frozenset({"id", "x", "y", "width", "height", "column", "row", "links", "number", "seat"})
"""Which entry it is and where it lies: even two of a kind differ in these."""
_OWN = _PLACE | {"count", "label"}
Places = tuple[tuple[str, Span | None], ...]


def places(promise: Promise, scope: Scope, broken: Broken | None) -> list[Note]:
    """Where a promise may be mended: at entries, facts, the number of players."""
    details = promise.details
    suspects: list[Note] = []
    rest: list[Note] = []
    alone: list[Note] = []
    for records, only in _record_sets(promise, scope):
        listed = [_listed(details.get(key)) for key in ("fields", "per", "by", "field", "as")]
        fields = [n for names in listed for n in names if isinstance(n, str) and n in records.names]
        suspects += suspected(scope, records, details.get(only), fields)
        if only == "only" and "for_each" not in details:
            suspects += suspected(scope, records, details.get("where_card"), fields)
        try:
            entries = scope.selected(promise, records, only)
        except (Malformed, Vacuous):
            entries = records.entries
        groups = _groups(entries)
        if (
            only == "only"
            and not {"per", "field", "value"} & details.keys()
            and len(groups) <= MOST
        ):
            alone += [Note(f'"{name}" brings {number}', place) for name, number, place in groups]
        none = [e for e in records.entries if not e.card.copies][:2]
        rest += [Note(f'"{e.card.id}" prints none', e.card.place("count")) for e in none]
        rest += _gaps(scope, f"{records.id} {details.get(only)}", records, entries)
    if suspects or rest or broken is None or len(broken.notes) > 1:
        alone = []
    sources = broken.sources if broken and broken.sources else _texts(details)
    players = promise.kind in ("per_player", "supply")
    facts = where_facts_are_used(scope.game.raw, scope.game.facts, [*sources], players=players)
    return [*suspects[:MOST], *alone, *facts, *rest]


def _texts(value: Any) -> Iterator[str]:
    for part in value.values() if isinstance(value, dict) else value:
        if isinstance(part, str):
            yield part
        elif isinstance(part, (list, dict)):
            yield from _texts(part)


def _listed(written: Any) -> list[Any]:
    return written if isinstance(written, list) else [written]


def _record_sets(promise: Promise, scope: Scope) -> Iterator[tuple[RecordSet, str]]:
    """The components that a promise names and the key that limits each; the whole board where it
    has no such track.
    """
    for key, only in (("of", "only"), ("for_each", "each_only"), ("in", "in_only")):
        for name in _listed(promise.details.get(key)):
            try:
                records = scope.record_set(name, key)
                dealt = promise.kind == "per_player"
                yield scope.pieces(records, promise.details) if dealt else records, only
            except Malformed:
                board = scope.boards.get(str(name).partition(".")[0])
                if board is not None:
                    yield board.spaces, only


# --- a number that is wrong


def cause(entries: Sequence[Entry], difference: int) -> tuple[str, Places]:
    """What most likely made so many cards too many (too few, below 0), in words and places."""
    if not entries or len(entries) > MAX_ENTRIES or not difference:
        return "", ()
    groups = _groups(entries)
    copies = {number for _, number, _ in groups}
    wanted, rest = divmod(sum(number for _, number, _ in groups) - difference, len(groups))
    if len(copies) == 1 and len(groups) > 2 and wanted > 0 and not rest:
        each = f"each of the {len(groups)} has {copies.pop()}, where {wanted} each would do"
        return each, (("the first count", groups[0][2]),)
    extreme = (max if difference > 0 else min)(copies)
    odd = [group for group in groups if group[1] == extreme]
    if len(odd) == 1 and extreme - difference in copies and len(groups) > 2:
        name, number, place = odd[0]
        which = "highest" if difference > 0 else "lowest"
        why = f'the {which} count is that of "{name}", {number}'
        if len(copies) == 2:
            why = f'"{name}" has {number}, every other {extreme - difference}'
        return why, ((f'the count of "{name}"', place),)
    if difference > 0:
        return twins(entries, difference)
    peers = [group for group in groups if group[1] == -difference > 1]
    if len(peers) > MOST or len(groups) <= MOST:
        peers = []
    says = "brings {}, as many as are missing"
    return "", tuple((f'"{name}" {says.format(number)}', place) for name, number, place in peers)


def twins(entries: Sequence[Entry], difference: int) -> tuple[str, Places]:
    """Two entries that are alike in all but their ids, one of which is just so many cards."""
    alike: dict[tuple[tuple[str, str], ...], list[Entry]] = {}
    for entry in entries:
        values = {n: v for n, v in entry.values.items() if n not in _OWN and v is not None}
        look = tuple(sorted((name, repr(value)) for name, value in values.items()))
        if look:
            alike.setdefault(look, []).append(entry)
    found = [group for group in alike.values() if len({e.card.span for e in group}) > 1]
    if len(found) != 1 or len(found[0]) > MOST:
        return "", ()
    if all(entry.card.copies != difference for entry in found[0]):
        return "", ()
    names = " and ".join(f'"{entry.card.id}"' for entry in found[0])
    return f"{names} are alike", tuple((f'"{e.card.id}" is here', e.card.span) for e in found[0])


def _groups(entries: Sequence[Entry]) -> list[tuple[str, int, Span]]:
    """Entries, or the spaces that one track makes: the name, how many, where that is said."""
    found: dict[Span, tuple[str, int, Span]] = {}
    for entry in entries:
        track, span = entry.values.get("track"), entry.card.span
        if isinstance(track, str) and entry.card.id == f"{track}-{entry.values.get('number')}":
            name, place = track, span
        else:
            name, place = entry.card.id, entry.card.place("count")
        found[span] = name, entry.card.copies + (found[span][1] if span in found else 0), place
    return list(found.values())


# --- an entry that is wrong


def suspected(
    scope: Scope,
    records: RecordSet,
    condition: Any,
    fields: Iterable[str] = (),
    values: Mapping[str, Any] | None = None,
) -> list[Note]:
    """Entries at which a count that a condition makes, or a rule about some fields, may have
    gone wrong.
    """
    entries = [entry for entry in records.entries if entry.card.copies]
    if len(entries) > MAX_ENTRIES:
        return []
    parts = scope.expressions.conjuncts(condition) if isinstance(condition, str) else []
    named = [part for part in parts if part.values]
    found = [
        note
        for part in named
        for note in missing(entries, part.name, part.values, scope.quoted_words)
    ]
    if len(parts) > 1 and scope.affords(STEPS * len(entries) * len(parts)):
        found += _nearly(entries, parts, values or {})
    compared = [part.name for part in named if part.name not in ("id", "count")]
    for name in islice(dict.fromkeys([*compared, *fields]), MAX_FIELDS):
        key = f"{name} of {records.id}"
        if key not in scope.gaps:
            looked = scope.affords(sum(len(entry.values) for entry in entries))
            scope.gaps[key] = _odd(entries, name) if looked else []
        found += scope.gaps[key]
    found += _unwritten(entries)
    return list({note.span: note for note in reversed(found)}.values())[::-1][:MOST]


def missing(
    entries: Sequence[Entry], name: str, wanted: Sequence[Any], elsewhere: Container[str] = ()
) -> Iterator[Note]:
    """Where a value that nothing has would stand: at the entry that is called so, or has it
    misspelt; beside those listed beside it.

    What is written `elsewhere` in the promises is not misspelt.
    """
    having: dict[Any, Entry] = {}
    for entry in entries:
        having.setdefault(_value(entry, name), entry)
    for index, value in enumerate(wanted):
        if value in having:
            continue
        called = {e.card.span: e for e in reversed(entries) if _is_called(e, name, value)}
        if 0 < len(called) <= 2:
            for entry in called.values():
                message = f'"{entry.card.id}" is called so, but has {name}'
                yield Note(f"{message} {value_text(_value(entry, name))}", _place(entry, name))
            continue
        others = {v: e for v, e in having.items() if isinstance(v, str) and v not in wanted}
        others = {v: e for v, e in others.items() if v not in elsewhere}
        alike = near(value, others, 1) if isinstance(value, str) and len(others) <= 500 else []
        if alike:
            message = f'nothing has {name} "{value}"; the nearest is "{alike[0]}"'
            yield Note(message, _place(others[alike[0]], name))
            continue
        beside = [*wanted[max(0, index - 1) : index], *wanted[index + 1 : index + 2]]
        if type(value) in (int, float):
            numbers = sorted(n for n in having if type(n) in (int, float))
            beside = [n for n in numbers if n < value][-1:] + [n for n in numbers if n > value][:1]
        for v in beside:
            if v in having:
                message = f"{name} {value_text(v)}, beside {value_text(value)}, is here"
                yield Note(message, having[v].card.span)


def _is_called(entry: Entry, name: str, value: Any) -> bool:
    """Whether an entry goes by a name in some other field, or by a part of its id."""
    if not isinstance(value, str) or not value:
        return False
    others = [v.casefold() for k, v in entry.values.items() if isinstance(v, str) and k != name]
    return (name != "id" and _is_in_id(entry, value)) or value.casefold() in others


def _is_in_id(entry: Entry, value: Any) -> bool:
    """Whether a word, or words joined by hyphens, are a part of an id."""
    word = str(value).casefold().replace(" ", "-")
    return bool(word) and f"-{word}-" in f"-{entry.card.id.casefold()}-"


def _value(entry: Entry, name: str) -> Any:
    if name == "count":
        return entry.card.copies
    return entry.values.get(name, entry.card.id if name == "id" else None)


def _nearly(
    entries: Sequence[Entry], parts: Sequence[Conjunct], values: Mapping[str, Any]
) -> Iterator[Note]:
    """The few entries that fit a condition but for one part of it; those whose id is meant
    before others.
    """
    close = []
    for entry in entries:
        own = {"id": entry.card.id, **entry.values, "count": entry.card.copies, **values}
        wrong = [part for part in parts if not _holds(part, own)]
        if len(wrong) == 1 and wrong[0].name:
            close.append((entry, wrong[0].name))
    ids = {value for part in parts if part.name == "id" for value in part.values}
    close = [(entry, name) for entry, name in close if entry.card.id in ids] or close
    for entry, name in close if len(close) <= MOST else ():
        message = f'"{entry.card.id}" would fit, but has {name} {value_text(_value(entry, name))}'
        yield Note(message, entry.card.place(name))


def _holds(part: Conjunct, values: Mapping[str, Any]) -> bool:
    try:
        return bool(part.evaluate(values))
    except Exception:  # whatever it is, the promise itself says so
        return False


def _odd(entries: Sequence[Entry], name: str) -> list[Note]:
    """The one entry, or two, that have another value of a field than all others let expect."""
    values = [_value(entry, name) for entry in entries]
    for reason, expected in _expectations(entries, name, values):
        told = [at for at, value in enumerate(expected) if value is not None]
        odd = [at for at in told if values[at] != expected[at]]
        if 1 <= len(odd) <= 2 and len(told) > 3 * len(odd):
            found = (
                f"{name} {value_text(values[at])}; {reason} {value_text(expected[at])}"
                for at in odd
            )
            wrong = [entries[at] for at in odd]
            return [
                Note(f'"{entry.card.id}" has {what}', _place(entry, name))
                for entry, what in zip(wrong, found, strict=True)
            ]
    return []


def _expectations(
    entries: Sequence[Entry], name: str, values: Sequence[Any]
) -> Iterator[tuple[str, list[Any]]]:
    """What lets expect a value, in words, and the value expected of each entry (None: any)."""
    words = [value for value in dict.fromkeys(values) if isinstance(value, str)]
    named = [
        next((word for word in (own, *words) if _is_in_id(entry, word)), None)
        for entry, own in zip(entries, values, strict=True)
    ]
    yield "its id says", named
    for other in sorted({"count", *(key for e in entries for key in e.values)} - _PLACE - {name}):
        groups: dict[Any, Counter[Any]] = {}
        for entry, value in zip(entries, values, strict=True):
            if isinstance(key := _value(entry, other), (str, int, float)) and value is not None:
                groups.setdefault(key, Counter())[value] += 1
        usual = {key: group.most_common(1)[0] for key, group in groups.items()}
        often = {key: value for key, (value, times) in usual.items() if times > 1}
        if len({*often.values()}) > 1:
            yield (
                f"others with the same {other} have",
                [often.get(_value(e, other)) for e in entries],
            )
    around = [{*values[max(0, n - 2) : n], *values[n + 1 : n + 3]} for n in range(len(values))]
    yield "those before and behind have", [v.pop() if len(v) == 1 else None for v in around]


def _unwritten(entries: Sequence[Entry]) -> Iterator[Note]:
    """Beside which spaces of a track one is not written, where nearly all of them are."""
    tracks: dict[str, list[Entry]] = {}
    for entry in entries:
        if isinstance(track := entry.values.get("track"), str):
            tracks.setdefault(track, []).append(entry)
    for track, group in tracks.items():
        numbers = {e.values["number"]: e for e in group}
        bare = [n for n, e in numbers.items() if e.card.id == f"{track}-{n}"]
        for number in bare if len(bare) <= 2 and 4 * len(bare) <= len(group) else ():
            if before := numbers.get(number - 1):
                message = f'"{before.card.id}" is {number - 1} of track "{track}"; {number} is'
                yield Note(f"{message} written nowhere", before.card.span)


def _place(entry: Entry, name: str) -> Span:
    """Where a field of an entry stands; a space of a track where the track is."""
    raw = getattr(entry.card, "raw", None)
    return entry.card.place(name) if not isinstance(raw, Map) or name in raw else entry.card.span


# --- an entry that is missing


def _gaps(scope: Scope, name: str, records: RecordSet, counted: Sequence[Entry]) -> list[Note]:
    """Beside which entries another one is probably missing: a number left out, a combination
    that is rarer than all others.
    """
    if name not in scope.gaps:
        entries = [e for e in counted if e.card.copies]
        fields = list(records.fields) if records.kind != "spaces" else sorted(records.names - _OWN)
        found = []
        if len(entries) <= MAX_ENTRIES:
            found = [*_numbers(records, entries, fields), *_rare(entries, fields)]
        scope.gaps[name] = found[:MOST]
    return scope.gaps[name]


def _numbers(records: RecordSet, entries: Sequence[Entry], fields: Iterable[str]) -> Iterator[Note]:
    """The few whole numbers that a field leaves out which counts up as people do, not as prices
    come: each at or after the one before, and again from the least.
    """
    for name in fields:
        numbers: list[Any] = [e.values.get(name) for e in entries]
        there = {n: e for n, e in zip(numbers, entries, strict=True) if type(n) is int}
        if len(there) < 3 or not all(type(n) is int for n in numbers):
            continue
        least, most = min(there), max(there)
        missing = [n for n in range(least, min(most, least + 3 * len(there))) if n not in there]
        counted = all(n >= before or n == least for before, n in pairwise(numbers))
        for number in missing if counted and len(missing) <= max(2, len(there) // 20) else ():
            others = [e for e in records.entries if e.values.get(name) == number]
            if len(others) == 1:
                message = f'"{others[0].card.id}" has {name} {number} and is not among them'
                yield Note(message, others[0].card.span)
            else:
                before = there[max(n for n in there if n < number)]
                message = f"{name} {number} is left out, the one before is here"
                yield Note(message, before.card.span)


def _rare(entries: Sequence[Entry], fields: Iterable[str]) -> Iterator[Note]:
    """The combinations of two or three fields that are rarer than all others, at the entry that
    is most like each.
    """
    domains = {name: [*dict.fromkeys(e.values.get(name) for e in entries)] for name in fields}
    few = [name for name, domain in domains.items() if 2 <= len(domain) <= MAX_VALUES][:6]
    for names in (*combinations(few, 3), *combinations(few, 2)):
        have: Counter[tuple[Any, ...]] = Counter()
        for e in entries:
            have[tuple(e.values.get(n) for n in names)] += e.card.copies
        every = list(product(*(domains[name] for name in names)))
        usual, times = Counter(have[c] for c in every).most_common(1)[0]
        rare = [c for c in every if have[c] < usual]
        if (
            rare
            and 3 * len(rare) <= times == len(every) - len(rare)
            and len(rare) <= max(2, len(every) // 12)
        ):
            for c in rare:
                pairs = list(zip(names, c, strict=True))
                alike = [[e.values.get(name) == value for name, value in pairs] for e in entries]
                best = max(range(len(entries)), key=lambda at: (sum(alike[at]), alike[at]))
                nearest = entries[
                    best
                ].card  # of those like it in as much, one like it in the first
                what = ", ".join(f"{name} {value_text(value)}" for name, value in pairs)
                yield Note(f'rare: {what}; the nearest is "{nearest.id}"', nearest.span)
            return
