"""Reads the contract of a game: `rules.yaml`, what its document rules and what proves it, and
`confirmed.yaml`, the sentences that somebody confirmed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pnp.diagnostics import Diagnostic, Note, Problems, Span, error, refusal
from pnp.load import yaml
from pnp.load.encoding import utf8
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.declarations import Alias, Bounds, Shape, validated
from pnp.model.definitions import listed
from pnp.model.game import RULE_ID, Confirmation, Line, Promise, Rule, Text

MAX_PROMISES = 1_000
"""Rules, and proofs of them, that a game may have."""
SHORT = ("fact", "binding")
"""Kinds of proof whose name may stand as a key in place of `kind:`."""
CONFIRMED = "confirmed.yaml"
"""The record of what was confirmed, beside `rules.yaml`."""
_HEAD = "# Written by pnp confirm: the sentences that tell each rule, as they were confirmed.\n"


class RuleFile(Shape, others=True):
    """One entry of `rules.yaml` less what the kinds of its proofs add."""

    id: Annotated[str, Bounds(pattern=f"^{RULE_ID}$")]
    """What the rule is called in reports and in the prose that tells it, such as A1."""
    says: Text
    """What the document rules, in a sentence."""
    kind: str = ""
    """How its one proof is checked; pnp explain KIND tells more."""
    proof: Any = None
    """A map or a list of maps, each with a kind and its keys, where it has several proofs."""
    told: tuple[Line, ...] = ()
    """The texts in YAML and CSV that tell it: words.KEY, or COMPONENT/CARD.FIELD."""
    basis: Literal["stated", "derived", "public", "ours"]
    """stated or derived from the rules (a breach is an error); public or ours (a warning)."""
    where: Line = ""
    """The source and its section, such as rules/Setup."""
    severity: Literal["error", "warning"] | None = None
    """error or warning, in place of what the basis says."""


def read_contract(
    files: Disk, folder: str, found: list[Diagnostic]
) -> tuple[tuple[Rule, ...], tuple[Promise, ...]]:
    """The rules of `rules.yaml`, and the promises that prove them, in the order written."""
    rules: dict[str, Rule] = {}
    promises: list[Promise] = []
    written = listed(files, f"{folder}/rules.yaml", MAX_PROMISES, "rules", found)
    for index, raw in enumerate(written):
        place = written.at(index)
        try:
            rule, proofs = read_rule(raw, place)
        except Problems as problem:
            found += problem.diagnostics
            continue
        if rule.id in rules:
            notes = [Note("the first one is here", rules[rule.id].raw.span())]
            message = f'two rules have the id "{rule.id}"'
            found.append(error("P207", message, place, "rename one of them", notes))
        rules[rule.id] = rule
        promises += proofs
    if len(promises) > MAX_PROMISES:
        message = f"expected {MAX_PROMISES:,} proofs at most, found {len(promises):,}"
        found.append(error("P203", message, promises[MAX_PROMISES].raw.span()))
    return tuple(rules.values()), tuple(promises)


def read_rule(raw: Map, place: Span) -> tuple[Rule, list[Promise]]:
    """A rule of a contract and its proofs. Raises Problems."""
    file = validated(RuleFile, raw, place)
    shared = {key: getattr(file, key) for key in ("says", "basis", "where", "severity")}
    own = {key: raw[key] for key in raw if key not in vars(file)}
    kind = file.kind or next((key for key in SHORT if key in own), "")
    if file.proof is not None and (file.kind or own):
        key = "kind" if file.kind else next(iter(own))
        hint = "write every proof under proof:, each with its kind"
        raise refusal("P201", f'"{key}" stands beside "proof"', raw.key(key), hint)
    if file.proof is not None:
        proofs = [*_proofs(raw)]
    elif own and not kind:
        raise refusal("P202", 'the key "kind" is missing', place)
    else:
        proofs = [(kind, own, raw)] if kind else []
    names = [file.id] if len(proofs) == 1 else [f"{file.id}.{n + 1}" for n in range(len(proofs))]
    promises = [
        Promise(id=name, kind=kind, details=details, raw=where, **shared)
        for name, (kind, details, where) in zip(names, proofs, strict=True)
    ]
    return Rule(id=file.id, told=file.told, proofs=tuple(names), raw=raw, **shared), promises


def _proofs(rule: Map) -> Iterator[tuple[str, dict[str, Any], Map]]:
    """The proofs under `proof:`, a map or a list of maps: kind, keys, and where they stand."""
    written = rule["proof"]
    listed = isinstance(written, Seq)
    if listed and not written:
        raise refusal("P203", '"proof" is empty', rule.at("proof"))
    for index, proof in enumerate(written if listed else [written]):
        place = written.at(index) if listed else rule.at("proof")
        if not isinstance(proof, Map):
            message = '"proof": expected a map with a kind and its keys, or a list of them'
            raise refusal("P203", message, place)
        kind = proof.get("kind") or next((key for key in SHORT if key in proof), "")
        if not isinstance(kind, str) or not kind:
            raise refusal("P202", 'the key "kind" is missing', place)
        yield kind, {key: proof[key] for key in proof if key != "kind"}, proof


# --- what was confirmed


class SentenceFile(Shape):
    """A sentence that was confirmed."""

    owner: Annotated[str, Alias("in")]
    """The text that it stands in."""
    words: str
    """The sentence as it was printed."""


class ConfirmationFile(Shape):
    """What was confirmed of one rule."""

    told: tuple[SentenceFile, ...]
    """The sentences that tell it."""
    facts: dict[str, str] = {}
    """The facts that the rule pins, as they were then."""


class ConfirmedFile(Shape):
    """`confirmed.yaml`."""

    format: Annotated[int, Bounds(ge=1, le=1)]
    """The format of the file: 1."""
    languages: dict[str, dict[str, ConfirmationFile]]
    """The rules that were confirmed, by the language of the game."""


def read_confirmed(
    files: Disk, folder: str, language: str, found: list[Diagnostic]
) -> Mapping[str, Confirmation] | None:
    """What was confirmed in a language, None where nothing was."""
    path = f"{folder}/{CONFIRMED}"
    if not files.exists(path):
        return None
    try:
        file = _confirmed(files.read(path), files.shown(path))
    except Problems as problem:
        found += problem.diagnostics
        return None
    return _values(file.languages[language]) if language in file.languages else None


def _values(rules: Mapping[str, ConfirmationFile]) -> dict[str, Confirmation]:
    return {
        name: Confirmation(tuple((one.owner, one.words) for one in rule.told), rule.facts)
        for name, rule in rules.items()
    }


def _confirmed(data: bytes, name: str) -> ConfirmedFile:
    return validated(ConfirmedFile, yaml.parse(data, name), Span(name, 1, 1))


def with_confirmed(
    data: bytes | None, name: str, language: str, rules: Mapping[str, Confirmation]
) -> bytes:
    """The bytes of `confirmed.yaml` with these rules of a language in place of those of before;
    `data` is the file as it is, shown by its name. Raises Problems where it cannot be read.
    """
    before = _confirmed(data, name).languages if data is not None else {}
    languages = {other: _values(entries) for other, entries in before.items()}
    languages[language] = dict(rules)
    lines = [_HEAD, "format: 1\nlanguages:\n"]
    for tongue in sorted(languages):
        lines.append(f"  {tongue}:\n")
        for rule, (sentences, facts) in languages[tongue].items():
            lines.append(f"    {rule}:\n")
            if facts:
                pinned = ", ".join(f"{key}: {_quoted(value)}" for key, value in facts.items())
                lines.append(f"      facts: {{{pinned}}}\n")
            lines.append("      told:\n")
            lines += [
                f"        - {{in: {_quoted(owner)}, words: {_quoted(words)}}}\n"
                for owner, words in sentences
            ]
    return "".join(lines).encode()


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# --- what faces printed


FACES = "confirmed-faces.txt"
"""The record of what faces printed, beside `rules.yaml`."""
_FACES_HEAD = """\
# Written by pnp confirm --faces: what each face printed when it was confirmed. Words, :icons:,
# (pictures), and the [colours] and {patterns} that mean something.
"""


def read_confirmed_faces(
    files: Disk, folder: str, found: list[Diagnostic]
) -> Mapping[str, str] | None:
    """What faces printed when they were confirmed, None where nothing was."""
    path = f"{folder}/{FACES}"
    if not files.exists(path):
        return None
    name = files.shown(path)
    sides = {}
    for number, line in enumerate(utf8(files.read(path), name).splitlines(), 1):
        key, tab, shown = line.partition("\t")
        if tab:
            sides[key] = shown
        elif line.strip() and not line.startswith("#"):
            message = "expected a face and what it prints, with a tab between them"
            hint = "take the file back from git, or make it anew with pnp confirm --faces"
            found.append(error("P203", message, Span(name, number, 1), hint))
            return None
    return sides


def dumped_faces(sides: Mapping[str, str]) -> bytes:
    """The bytes of `confirmed-faces.txt`."""
    return "".join([_FACES_HEAD, *(f"{key}\t{shown}\n" for key, shown in sides.items())]).encode()
