"""Compares a print with the manifest of an earlier one: which copies are new, which cards to take
out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pnp.compose.element_trees import BACK, FRONT
from pnp.diagnostics import refusal
from pnp.face import Face, digest, look_of
from pnp.impose import Copy
from pnp.impose.documents import Part
from pnp.model.game import Game
from pnp.model.kinds import FILES, FIRST_PAGE
from pnp.output.manifest import FORMAT, is_export


class Changed(NamedTuple):
    """What an earlier print lacks, by part; which of its cards to take out; and how many pieces
    it lacks that are not printed now.
    """

    parts: list[Part]
    take_out: tuple[str, ...]
    more: int


class Earlier(NamedTuple):
    """The cards of an earlier print, as often as it has them, by component and looks of front
    and back; the file of each component; the scale of its boards; and for how many players it
    is, if not for all.
    """

    cards: dict[tuple[str, str, str], Counter[str]]
    files: dict[str, str]
    board_scale: float
    players: int | None

    def left_by(
        self, gone: Callable[[str], bool]
    ) -> dict[tuple[str, str, str], list[tuple[str, Counter[str]]]]:
        """What is left of components that are gone, by file and looks, in counters that know
        what is taken.
        """
        left: dict[tuple[str, str, str], list[tuple[str, Counter[str]]]] = {}
        for (component, front, back), cards in self.cards.items():
            if gone(component):
                left.setdefault((self.files[component], front, back), []).append((component, cards))
        return left


def changed(
    game: Game,
    parts: list[Part],
    old: Earlier,
    backs: bool,
    known: Mapping[int, str],
    meant: Callable[[str, str], bool],
    spared: Sequence[Copy] = (),
    board_scale: float = 1.0,
    boards: Sequence[Copy] = (),
) -> Changed:
    """What an earlier print lacks, and which of its cards to take out: those that are `meant` by
    component and id.

    Looks count, not ids: a renamed card need not be printed again, nor one of a renamed component.
    A print of fronts only (no `backs`) is compared by its fronts only. `known` are digests by the
    identity of the face; `spared` copies are not to be printed now, but an earlier print may well
    have them. Who means a renamed component means the cards that it had. A desk copy of a board
    (`board_scale`) takes the place of none at its size: those `boards` belong to the kit as well.
    """
    stays = FILES["board"] if board_scale != 1 and old.board_scale == 1 else ""
    file_of = {name: FILES[component.kind] for name, component in game.components.items()}
    if stays:
        spared = [*(copy for copy in spared if file_of[copy.component] != stays), *boards]
    left = old.left_by(lambda component: component not in game.components)
    heirs: dict[str, set[str]] = {}
    others: dict[str, list[Copy]] = {name: [] for name in game.components}
    for copy in spared:
        others[copy.component].append(copy)
    digests = dict(known)

    def look(face: Face | None) -> str:
        if face is None:
            return ""
        return look_of(digests.get(id(face)) or digests.setdefault(id(face), digest(face)))

    def without(copies: Sequence[Copy], own: bool, renamed: bool) -> list[Copy]:
        """The copies that the earlier print has not, taking those that it has."""
        return [copy for copy in copies if not taken(copy, own, renamed)]

    def taken(copy: Copy, own: bool, renamed: bool) -> bool:
        component, file = copy.component, file_of[copy.component]
        looks = look(copy.front), look(copy.back) if backs else ""
        found: Sequence[tuple[str, Counter[str]]] = ()
        if renamed:
            found = left.get((file, *looks), ())
        elif old.files.get(component) == file:
            found = [(component, old.cards.get((component, *looks), Counter()))]
        for earlier_component, cards in found:
            if _taken(cards, copy.card if own else next(iter(cards), "")):
                heirs.setdefault(earlier_component, set()).add(component)
                return True
        return False

    # First each card takes its own earlier print, then renamed ones what is left of their look;
    # last what components left that are gone. Component by component, whether it is to be printed
    # or spared: what is asked for by name is what all of the kit would print.
    for renamed in (False, True) if left else (False,):
        for own in (True, False):
            for name in game.components:
                parts = [
                    part._replace(copies=without(part.copies, own, renamed))
                    if part.component == name
                    else part
                    for part in parts
                ]
                others[name] = without(others[name], own, renamed)
    out: Counter[str] = Counter()
    for (component, *_), cards in old.cards.items():
        if old.files[component] == stays:
            continue
        names = (component, *heirs.get(component, ()))
        for card, count in cards.items():
            if any(meant(name, card) for name in names):
                out[f"{component}/{card}"] += count
    take_out = [f"{name} × {count}" if count > 1 else name for name, count in sorted(out.items())]
    left_out = sum(map(len, others.values()))
    return Changed([part for part in parts if part.copies], tuple(take_out), left_out)


def _taken(cards: Counter[str], card: str) -> bool:
    """Whether there was a copy of a card, which is then taken."""
    if not cards[card]:
        return False
    cards[card] -= 1
    if not cards[card]:
        del cards[card]
    return True


def earlier(manifest: bytes, game: str, backs: bool) -> Earlier:
    """What an earlier print has. Raises Problems (P603) for what is no manifest of the game."""
    hint = "give the manifest.json that the earlier build left beside its PDFs"
    try:
        data = json.loads(manifest)
        if is_export(data):
            message = "--changed-since: this is the manifest of an export, not of a print"
            raise refusal("P603", message, None, hint)
        version = data.get("format")
        if type(version) is int and 0 < version < FORMAT:  # `true` is a 1 to Python
            raise refusal(
                "P603",
                "--changed-since: an earlier version of pnp made this manifest, and told looks"
                " apart in another way",
                None,
                "print the kit once as a whole; the next changes are told from the manifest.json of"
                " that",
            )
        if version != FORMAT:
            raise ValueError("its format is not one that this version reads")
        if data.get("game") != game:
            raise ValueError(f'it belongs to the game "{data.get("game")}"')
        sides: dict[tuple[str, str, int], dict[str, str]] = {}
        files: dict[str, str] = {}
        for name, file in data["files"].items():
            if name == f"{FIRST_PAGE}.pdf":
                continue
            for sheet in file.get("sheets", ()):
                for placement in (*sheet["recto"], *sheet.get("verso", ())):
                    component = _word(placement, "component")
                    key = component, _word(placement, "card"), placement["copy"]
                    sides.setdefault(key, {})[placement["side"]] = str(placement["face"])
                    files[component] = name.removesuffix(".pdf").removesuffix("-one-sided")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        message = (
            f"--changed-since: the file is no manifest of an earlier build ({_explained(problem)})"
        )
        raise refusal("P603", message, None, hint) from None
    cards: dict[tuple[str, str, str], Counter[str]] = {}
    for (component, card, _), faces in sides.items():
        looks = faces.get(FRONT, ""), faces.get(BACK, "") if backs else ""
        cards.setdefault((component, *looks), Counter())[card] += 1
    return Earlier(cards, files, data.get("board_scale", 1.0), data.get("players"))


def _word(placement: Mapping[str, object], key: str) -> str:
    """A name in a manifest. Raises TypeError for what is no text."""
    if not isinstance(value := placement[key], str):
        raise TypeError(key)
    return value


def _explained(problem: Exception) -> str:
    """Why a file is no manifest."""
    match problem:
        case json.JSONDecodeError() | UnicodeDecodeError():
            return "it is not JSON"
        case KeyError():
            return f"{problem} is missing"
        case ValueError():
            return str(problem)
        case _:
            return "its parts are not those of a manifest"
