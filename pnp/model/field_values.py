"""Which values fields and facts can have, so that what is compared with another one is told of:
it would be false in silence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from jinja2 import Environment, TemplateError

from pnp.diagnostics import did_you_mean
from pnp.model.fields import FieldType
from pnp.sandbox.bounds import parts_of
from pnp.sandbox.comparisons import FACTS, ONE, compared
from pnp.sandbox.environment import ExpressionError, Record
from pnp.sandbox.records import kind_of

Terms = Mapping[str, Mapping[str, Record]]
_TEXTS = ("text", "markup")
_NUMBERS = ("int", "number")


class Mismatch(NamedTuple):
    """Why something never has a value, and a hint, or else what it can be: the nearest of many
    is looked for by whoever says it.
    """

    reason: str
    hint: str
    known: Collection[str] = ()

    def nearest(self, value: Any) -> str:
        """The hint, with what most likely was meant."""
        return self.hint or did_you_mean(str(value), map(str, self.known))


class FieldValues(NamedTuple):
    """What a field, or what is inside it, can be: of which kind, and which values where they are
    few (None: many or unknown).
    """

    field: str
    kind: str
    domain: Collection[Any] | None
    values: Collection[Any] | None
    """The domain, to look something up in."""

    def mismatch(self, value: Any) -> Mismatch | None:
        """Why it never has a value; None where it may.

        Whether there is anything at all (`none`, an empty text) may always be asked.
        """
        if value is None or value == "":
            return None
        if self.kind == "list":
            return Mismatch(
                f"is a list and never {quoted(value)}",
                f"write {quoted(value)} in card.{self.field}",
            )
        if self.kind in (_NUMBERS if isinstance(value, str) else _TEXTS):
            kind, write = (
                ("a number", value) if isinstance(value, str) else ("a text", quoted(str(value)))
            )
            return Mismatch(f"is {kind} and never {quoted(value)}", f"write {write}")
        if not self.domain or self.values is None or value in self.values:
            return None
        if self.kind == "bool":
            return Mismatch(
                f"is true or false and never {quoted(value)}", "write true or false, without quotes"
            )
        if isinstance(self.domain, range):
            return Mismatch(
                f"is never {quoted(value)}",
                f"it is a number from {self.domain[0]} to {self.domain[-1]}",
            )
        return Mismatch(f"is never {quoted(value)}", "", self.domain)


def values_of_field(field: FieldType, terms: Terms, inside: Sequence[str]) -> FieldValues | None:
    """What a field can be, or what is `inside` it: one of a list, a part of a meaning; None
    where nobody knows.
    """
    if field.is_list and field.of is not None:
        if inside and inside[0] == ONE:
            return values_of_field(field.of, terms, inside[1:])
        return None if inside else FieldValues(field.name, "list", None, None)
    kind, domain = field.kind, field.domain
    if inside:
        if kind not in terms or len(inside) > 1:
            return None
        meant = terms[kind]
        kind, domain = (
            "",
            [meant[name][inside[0]] for name in domain or meant if inside[0] in meant[name]],
        )
    return FieldValues(
        field.name,
        kind,
        domain,
        domain if domain is None or isinstance(domain, range) else frozenset(domain),
    )


def quoted(value: Any) -> str:
    """A value as expressions write it."""
    return (
        f'"{value[:40]}"'
        if isinstance(value, str)
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )


def check_facts_compared(source: str, facts: Mapping[str, Any], language: Environment) -> None:
    """Raise ExpressionError where an expression compares a fact with a value of another kind:

    `facts.rounds == "3"`.
    """
    try:
        parts = parts_of(language.parse(f"{{{{ {source} }}}}"))
    except (TemplateError, RecursionError, ValueError):
        return
    for _, path, value in compared(parts):
        if (
            path[0] == FACTS
            and len(path) == 2
            and path[1] in facts
            and (why := kind_mismatch(facts[path[1]], value))
        ):
            raise ExpressionError(f"facts.{path[1]} {why.reason}", why.hint)


def kind_mismatch(fact: Any, value: Any) -> Mismatch | None:
    """Why a fact never has a value of another kind; None where it is of the same, or asks
    whether there is anything.
    """
    kinds = kind_of(fact), kind_of(value)
    if "a text" not in kinds or kinds[0] == kinds[1] or not all(kinds) or value == "":
        return None
    write = (
        quoted(str(value))
        if kinds[0] == "a text"
        else "true or false"
        if kinds[0] == "a yes or no"
        else value
    )
    return Mismatch(f"is {kinds[0]} and never {quoted(value)}", f"write {write}")
