"""binding – a meaning, a card or a component is shown as the rules say.

`binding` names what is meant: `terms.KIND.NAME`, a card or space as `COMPONENT/ID`,
`components.NAME`, or a step of the set-up as `setup/1`; `shows` maps its attributes to what they
must be: label, letter, icon, colour and pattern of a meaning, fields of a card, keys of a component
or step as its file has them.
`{binding: …, shows: …}` needs no `kind:`.

Right: `{…, binding: terms.trade.human, shows: {letter: H, color: red, icon: death-skull}, …}`,
`{…, binding: influence/bribe, shows: {value: -2, icon: pay-money}, …}`. Wrong: an attribute that
it does not have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check.promises.kinds import Kind
from pnp.check.promises.record_set import AREAS, plain
from pnp.check.promises.scope import Broken, Malformed, Scope, describe, value_text
from pnp.diagnostics import Span, did_you_mean
from pnp.model.definitions import inner
from pnp.model.game import Promise

SETUP = "setup"
"""`setup/1` names a step of `setup.yaml`, counted from 1, unless a deck `setup` has this id."""


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Every attribute that is another."""
    wanted = promise.details.get("shows")
    if not isinstance(wanted, dict) or not wanted:
        raise Malformed('"shows": expected a map of attributes and what they are', "shows")
    name = promise.details.get("binding")
    values, place = bound(scope, name if isinstance(name, str) else describe(name))
    for key, value in wanted.items():
        if key not in values:
            hint = did_you_mean(key, values)
            raise Malformed(f'"{name}" has no attribute "{key}"', "shows", hint)
        found = value_text(plain(values[key]))
        due = " + ".join(map(str, value)) if isinstance(value, list) else str(value)
        if found != due:
            message = f'the {key} of "{name}" is {found}, the rules promise {due}'
            yield Broken(message, ((f'"{name}" is here', place),))


def bound(scope: Scope, name: str) -> tuple[Mapping[str, Any], Span]:
    """The attributes of what a name means, and where it stands. Raises Malformed."""
    owner, slash, one = name.partition("/")
    if not slash and owner.startswith("components."):
        owner = owner.removeprefix("components.")
        written = inner(scope.game.raw, "components")
        if owner not in scope.game.components:
            hint = did_you_mean(owner, scope.game.components)
            raise Malformed(f'there is no component "{owner}"', "binding", hint)
        return inner(written, owner), written.key(owner)
    if not slash:
        owner, _, one = name.rpartition(".")
    deck = scope.game.components.get(SETUP)
    is_card = deck is not None and (not one.isdecimal() or any(c.id == one for c in deck.cards))
    if slash and owner == SETUP and not is_card:
        steps = scope.game.setup
        if not one.isdecimal() or not 1 <= int(one) <= len(steps):
            raise Malformed(f'there is no step "{one}" in setup.yaml', "binding")
        return steps[int(one) - 1].raw, steps[int(one) - 1].raw.span()
    if not owner or not one:
        hint = "write terms.KIND.NAME, COMPONENT/ID or components.NAME"
        raise Malformed(f'"binding": found {describe(name)}', "binding", hint)
    sets = [scope.record_set(owner, "binding")]
    if slash and owner in scope.boards and AREAS in scope.boards[owner].tracks:
        sets.append(scope.record_set(f"{owner}.{AREAS}", "binding"))
    entries = {entry.card.id: entry for records in sets for entry in records.entries}
    if one not in entries:
        message = f'there is no {sets[0].one} "{one}" in "{owner}"'
        raise Malformed(message, "binding", did_you_mean(one, entries))
    return entries[one].values, entries[one].card.span


KIND = Kind(check, code="P518", on_paper=False, words=("binding", "shows"))
