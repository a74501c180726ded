"""fact – a fact has the value that the rules give it.

`fact` names the fact, `is` its value: a number, an expression, or a text in quotes. Prose, cards
and setup take the number from the fact; the promise pins it, so that it cannot drift away from the
rules. `{fact: hand_size, is: 7}` needs no `kind:`.

Right: `{…, fact: hand_size, is: 7, …}`, `{…, fact: last_day, is: facts.first_day + 4, …}`.
Wrong: `{…, fact: hand_size, is: facts.hand_size, …}`, which says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.promises.kinds import Claim, Kind, exactly, text_of
from pnp.check.promises.scope import Broken, Malformed, Scope, describe, value_text
from pnp.diagnostics import did_you_mean
from pnp.model.definitions import inner
from pnp.model.game import Promise
from pnp.units.spelling import exact, is_number


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether the fact has the value."""
    name, facts = promise.details.get("fact"), scope.game.facts
    if not isinstance(name, str) or name not in facts:
        hint = did_you_mean(str(name), facts)
        raise Malformed(f'there is no fact "{describe(name)}"', "fact", hint)
    if "is" not in promise.details:
        raise Malformed('the key "is" is missing: the value that the rules give')
    source = promise.details["is"]
    found, wanted = facts[name], scope.evaluate(source, "is")
    if name in (scope.attributes_of(source, "facts") or ()):
        raise Malformed(f'"is" names {name} itself', "is", "write the number of the rules")
    same = (
        exact(found) == exact(wanted)
        if is_number(found) and is_number(wanted)
        else (type(found), found) == (type(wanted), wanted)
    )
    if not same:
        place = inner(scope.game.raw, "facts").key(name)
        message = f"facts.{name} is {value_text(found)}, the rules promise {value_text(wanted)}"
        yield Broken(message, (("the fact is here", place),))


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """The value of the fact, where it is a number."""
    wanted = scope.evaluate(promise.details.get("is"), "is")
    if is_number(wanted):
        yield exactly(("fact", text_of(promise, "fact")), wanted, "is")


KIND = Kind(check, code="P517", on_paper=False, game=("is",), facts=("fact",), claims=claims)
