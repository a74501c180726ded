"""per_player – there are so many copies for each player, up to the most that can play.

`of` names the component or a list of them, `each` how many every player gets (an expression); the
promise is `each` times `players.max`. With `per: FIELD` that holds for every value of the field.
Pieces of player colours are counted colour by colour: every seat has `each`. `only` limits the
promise to pieces for which an expression holds. Boards and mats count by their copies, with `per`
or `only` by their spaces.

Right: `{…, kind: per_player, of: workers, each: 5, …}`, `{…, of: upgrades, per: kind, each: 1, …}`.
Wrong: `each: 5 * players.max`, which multiplies twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.check.promises.kinds import Claim, Kind, exactly, text_of
from pnp.check.promises.kinds.count import surplus
from pnp.check.promises.record_set import Entry, RecordSet, copies
from pnp.check.promises.scope import Broken, Scope, card_notes, deck_note
from pnp.model.game import Promise


def check(promise: Promise, scope: Scope) -> Iterator[Broken]:
    """Whether each player finds as many."""
    record_sets = [scope.pieces(records, promise.details) for records in scope.targets(promise)]
    each = scope.positive(promise, "each")
    most = scope.game.players[1]
    for records in record_sets:
        entries = scope.selected(promise, records)
        for what, group in scope.groups(promise, records, entries).items():
            seats: dict[int, list[Entry]] = {seat: [] for seat in range(1, most + 1)}
            for entry in group:
                seats.setdefault(entry.seat, []).append(entry)
            if 0 not in seats and group:
                yield from _seats(records, what, seats, each)
                continue
            have = copies(group)
            if have != each * most:
                told = (
                    f"{records.title} has {have} {records.many}{what}; {each} for each of {most}"
                    " players"
                    f" are {each * most}"
                )
                why = surplus(records, group, have - each * most)
                yield Broken(told, (deck_note(records), *why.notes), why.hint)


def _seats(
    records: RecordSet, what: str, seats: dict[int, list[Entry]], each: int
) -> Iterator[Broken]:
    wrong = {seat: have for seat, group in seats.items() if (have := copies(group)) != each}
    if wrong:
        told = ", ".join(f"{have} for player {seat}" for seat, have in wrong.items())
        notes = [note for seat in wrong for note in card_notes(seats[seat], "one is", 2)]
        missing = [seat for seat in wrong if not seats[seat]]
        hint = f"player {missing[0]} has no colour: see players.colours" if missing else ""
        yield Broken(
            f"{records.title} has {told}{what}; the rules promise {each} each",
            (deck_note(records), *notes[:6]),
            hint,
        )


def claims(promise: Promise, scope: Scope) -> Iterator[Claim]:
    """As many as all players have; of pieces in player colours as many as all colours, of which
    there may be more than players.
    """
    each, per = scope.whole(promise, "each"), text_of(promise, "per")
    players = set(range(1, scope.game.players[1] + 1))
    records = scope.target(promise)
    dealt = scope.pieces(records, promise.details)
    seats = {entry.seat for entry in scope.selected(promise, dealt)}
    if per and not seats <= players | {0}:
        return  # each value is counted by itself, and may be there in some of the colours only
    what = "copies" if dealt is records else "boards"
    many = len(players if 0 in seats else players | seats)
    yield exactly((what, records.id, text_of(promise, "only"), per), each * many, "each")


KIND = Kind(
    check,
    code="P509",
    on_paper=True,
    components=("of",),
    cards=("each", "only"),
    words=("per",),
    claims=claims,
)
