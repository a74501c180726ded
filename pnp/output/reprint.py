"""Compares a print with the manifest of an earlier one: which copies are new, which cards to take
out.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from pnp.compose.element_trees import BACK, FRONT
from pnp.diagnostics import refusal
from pnp.face import Face, digest, look_of
from pnp.impose import Copy
from pnp.impose.documents import BOOKLET, BOTH_SIDES, ONE_SIDED, Part
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
    """The pieces of an earlier print, by file and looks of front and back: each by component and
    card, as often as it is there; the scale of its boards; and for how many players it is, if not
    for all.
    """

    pieces: dict[tuple[str, str, str], Counter[tuple[str, str]]]
    board_scale: float
    players: int | None


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
    digests = dict(known)
    heirs: dict[str, set[str]] = defaultdict(set)

    def look(face: Face | None) -> str:
        if face is None:
            return ""
        return look_of(digests.get(id(face)) or digests.setdefault(id(face), digest(face)))

    def taken(copy: Copy, renamed: bool, own: bool) -> bool:
        """Whether the earlier print still has such a piece, which is then taken."""
        looks = look(copy.front), look(copy.back) if backs else ""
        pieces = old.pieces.get((file_of[copy.component], *looks), Counter())
        for component, card in pieces:
            gone = component not in game.components
            fits = gone if renamed else component == copy.component
            if fits and (card == copy.card or not own):
                pieces[component, card] -= 1
                if not pieces[component, card]:
                    del pieces[component, card]
                heirs[component].add(copy.component)
                return True
        return False

    # First each card takes its own earlier print, then renamed ones what is left of their look;
    # last what components left that are gone. Component by component, whether it is to be printed
    # or spared: what is asked for by name is what all of the kit would print.
    place = {name: number for number, name in enumerate(game.components)}
    copies = [*(copy for part in parts for copy in part.copies), *spared]
    copies.sort(key=lambda copy: place[copy.component])
    for renamed, own in product((False, True), (True, False)):
        copies = [copy for copy in copies if not taken(copy, renamed, own)]
    new = set(map(id, copies))
    parts = [part._replace(copies=[c for c in part.copies if id(c) in new]) for part in parts]
    out: Counter[str] = Counter()
    for (file, *_), pieces in old.pieces.items():
        for (component, card), count in pieces.items():
            names = (component, *heirs[component])
            if file != stays and any(meant(name, card) for name in names):
                out[f"{component}/{card}"] += count
    take_out = [f"{name} × {count}" if count > 1 else name for name, count in sorted(out.items())]
    more = sum(id(copy) in new for copy in spared)
    return Changed([part for part in parts if part.copies], tuple(take_out), more)


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
        sides: dict[tuple[str, str, str, int], dict[str, str]] = defaultdict(dict)
        for name, file in data["files"].items():
            stem = name.removesuffix(".pdf").removesuffix(ONE_SIDED).removesuffix(BOTH_SIDES)
            if stem == FIRST_PAGE or stem.endswith(BOOKLET):
                continue
            for sheet in file.get("sheets", ()):
                home = str(sheet.get("file", stem))
                for placement in (*sheet["recto"], *sheet.get("verso", ())):
                    piece = _word(placement, "component"), _word(placement, "card")
                    side = placement["side"]
                    sides[home, *piece, placement["copy"]][side] = str(placement["face"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        message = (
            f"--changed-since: the file is no manifest of an earlier build ({_explained(problem)})"
        )
        raise refusal("P603", message, None, hint) from None
    pieces: dict[tuple[str, str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    for (file, component, card, _), faces in sides.items():
        looks = faces.get(FRONT, ""), faces.get(BACK, "") if backs else ""
        pieces[file, *looks][component, card] += 1
    return Earlier(pieces, data.get("board_scale", 1.0), data.get("players"))


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
