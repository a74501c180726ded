"""Tokens of many shapes and sizes in one component: each is set for itself, has its own back
behind it, and is told apart by its look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from model.toy import said, written

from pnp.assets.die_lines import grown, shape_path
from pnp.assets.path_geometry import covers
from pnp.build.conductor import Job, Kit, build, make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.face import Face, Group, Item, Shape, Text, walk
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.load.workspace import find
from pnp.units.geometry import IDENTITY, Transform, Um, parse_paper, size

HEAD = """\
title: T
players: {min: 2, max: 4, colours: [teal, amber, rose, grey]}
terms: {colour: {teal: , amber: , rose: , grey: }}
components:
"""
FRONT = '<face fill="#ffeedd"><text at="50% 4mm" anchor="center" width="9mm" height="4mm" size="8pt">{{ card.id[:3] }}</text></face>'
BACK = '<face fill="#ddeeff"/>'


def kit(folder: Path, component: str, front: str = FRONT) -> Kit:
    chips = f"  chips: {{kind: tokens, front: front.xml, back: back.xml, {component}}}\n"
    files = {
        "game.yaml": HEAD + chips,
        "templates/toy/front.xml": front,
        "templates/toy/back.xml": BACK,
    }
    return make_kit(written(folder, files), "toy")


def faces(made: Kit) -> list[Face]:
    return [laid.face for laid in made.sides[0].laid]


# --- a back is seen from behind
# --------------------------------------------------------------------------------

WALL = '{id: wall, shape: path, size: 40mm, path: "M0 0H40V8H10V40H0Z"}'
"""A bar above, and a leg on the left."""


def on_wall(x: int, y: int) -> bool:
    return x < 10_000 or y < 8_000


POINTS = [(5_000, 4_000), (5_000, 30_000), (30_000, 4_000), (30_000, 30_000)]


def filled(items: Sequence[Item], x: int, y: int, to: Transform = IDENTITY) -> bool:
    """Whether something fills a point, inside every clip."""
    for item in items:
        if isinstance(item, Group):
            inner = to if item.transform is None else item.transform.then(to)
            if (item.clip is None or covers(item.clip, inner, x, y)) and filled(
                item.items, x, y, inner
            ):
                return True
        elif isinstance(item, Shape) and item.fill and covers(item.path, to, x, y):
            return True
    return False


def test_back_of_a_piece_covers_it_from_behind(tmp_path: Path) -> None:
    """Its ink ended at the outline of the front, so that the piece was mostly bare behind."""
    front, back = faces(kit(tmp_path, f"sides: two, tokens: [{WALL}]"))
    for x, y in POINTS:
        assert filled(front.items, x, y) == filled(back.items, 40_000 - x, y) == on_wall(x, y)


def test_folded_half_of_a_piece_covers_it_from_behind(tmp_path: Path) -> None:
    (face,) = faces(kit(tmp_path, f"sides: fold, tokens: [{WALL}]"))
    for (
        x,
        y,
    ) in (
        POINTS
    ):  # what is printed so far below the fold, at 40 mm, comes to lie behind what is as far above
        assert filled(face.items, x, y) == filled(face.items, x, 80_000 - y) == on_wall(x, y)


@pytest.mark.parametrize("shape", ["rounded", "circle", "hex", "triangle", "diamond", "octagon"])
def test_back_of_a_named_shape_is_cut_as_its_front_to_the_letter(
    tmp_path: Path, shape: str
) -> None:
    """Or the backs of every such game would look new to `--changed-since`."""
    _, back = faces(
        kit(
            tmp_path,
            f"sides: two, tokens: [{{id: a, shape: {shape}, size: 20mm}}]",
            FRONT.replace("4mm", "14mm", 1),
        )
    )
    (group,) = back.items
    assert group.clip == grown(shape_path(shape, size(20_000, 20_000)), back.size, back.bleed)


# --- each piece is set for itself
# --------------------------------------------------------------------------------

SWAP = '<face><text at="50% 50%" anchor="center" width="14.5mm" height="7mm" size="7pt" min="7pt" align="center">Swap any two cards</text></face>'


def lines(face: Face) -> list[str]:
    return [item.text for item in walk(face.items) if isinstance(item, Text)]


def test_square_is_set_as_a_square_after_a_circle_too(tmp_path: Path) -> None:
    """It took the lines of the circle, unless another process had made it."""
    round_one, square = "{id: a, shape: circle, size: 20mm}", "{id: b, shape: square, size: 20mm}"
    rows = {
        "both": f"{round_one}, {square}",
        "turned": f"{square}, {round_one}",
        "circle": round_one,
        "square": square,
    }
    made = {
        name: faces(kit(tmp_path / name, f"sides: one, tokens: [{row}]", SWAP))
        for name, row in rows.items()
    }
    alone = [*made["circle"], *made["square"]]
    assert lines(alone[0]) != lines(alone[1])
    assert made["both"] == alone and made["turned"] == alone[::-1]


def test_die_and_stickers_of_one_size(tmp_path: Path) -> None:
    """Their panels differ in size, and the sticker got the face of the die: a traceback."""
    dice = "sides: one, tokens: [{id: d, shape: die, size: 16mm}, {id: s, shape: die-stickers, size: 16mm}]"
    made = kit(tmp_path, dice, '<face fill="#ffeedd"/>')
    assert said(made.diagnostics, tmp_path) == "" and len(faces(made)) == 2


# --- since an earlier print
# --------------------------------------------------------------------------------

NESTED = "nest: yes, backs: each, size: 14mm, tokens: [{id: a, shape: circle, count: 5}, {id: b, shape: hex, size: 18mm, count: 3}]"
SEATS = "sides: one, size: 14mm, tokens: [{id: man, for_each: players.colours, count: 2}, {id: coin, per_player: 3, count: 12}]"


def order(**what: object) -> PrintOptions:
    return PrintOptions(
        PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5_000), True), **what
    )


def manifest(folder: Path, component: str, **what: object) -> bytes:
    kit(folder, component)
    build(find(folder), Job("toy", folder / "data/toy", folder / "out", order(**what)))
    return (folder / "out/manifest.json").read_bytes()


def printed(made: Print) -> dict[str, int]:
    rectos = [
        placement
        for document in made.documents
        for sheet in document.sheets
        for placement in sheet.recto.placements
    ]
    return Counter(placement.card for placement in rectos)


@pytest.mark.parametrize("ink", [Ink.FULL, Ink.LOW])
def test_nested_pieces_that_did_not_change_are_not_printed_again(tmp_path: Path, ink: Ink) -> None:
    """The manifest held the looks of masked faces, which were compared with those of bare ones."""
    old = manifest(tmp_path, NESTED, ink=ink)
    done = impose_kit(kit(tmp_path, NESTED), order(changed_since=old))
    assert (printed(done), done.take_out) == ({}, ())
    done = impose_kit(
        kit(tmp_path, NESTED.replace("count: 3", "count: 4")), order(changed_since=old)
    )
    assert (printed(done), done.take_out) == ({"b": 1}, ())


def test_pieces_of_who_does_not_play_are_not_thrown_away(tmp_path: Path) -> None:
    old = manifest(tmp_path, SEATS)
    for players in (2, 3, 4):
        done = impose_kit(kit(tmp_path, SEATS), order(changed_since=old, players=players))
        assert (printed(done), done.take_out) == ({}, ())
    gone = impose_kit(
        kit(tmp_path, SEATS.replace("per_player: 3, count: 12", "per_player: 2, count: 11")),
        order(changed_since=old, players=2),
    )
    assert (printed(gone), gone.take_out) == ({}, ("chips/coin",))


def test_player_aids_of_several_cards_for_fewer_players(tmp_path: Path) -> None:
    aids = "".join(f"# Aid {n}\n\nWords.\n\n---\n\n# Behind\n\nWords.\n\n---\n\n" for n in range(3))
    game = (
        HEAD + "  aid: {kind: reference, text: aid.md}\n  rules: {kind: rulebook, text: rules.md}\n"
    )
    written(tmp_path, {"game.yaml": game, "aid.md": aids, "rules.md": "# T\n\nWords.\n"})
    build(find(tmp_path), Job("toy", tmp_path / "data/toy", tmp_path / "out", order()))
    old = (tmp_path / "out/manifest.json").read_bytes()
    again = make_kit(written(tmp_path, {"game.yaml": game}), "toy")
    done = impose_kit(again, order(changed_since=old, players=2))
    assert (printed(done), done.take_out) == ({}, ())


def test_what_changed_is_printed_for_those_who_play(tmp_path: Path) -> None:
    old = manifest(tmp_path, SEATS)
    done = impose_kit(
        kit(tmp_path, SEATS, FRONT.replace("[:3]", "[:2]")), order(changed_since=old, players=2)
    )
    assert printed(done) == {"man-teal": 2, "man-amber": 2, "coin": 6}
    assert done.take_out == (
        "chips/coin × 12",
        *(f"chips/man-{colour} × 2" for colour in ("amber", "grey", "rose", "teal")),
    )


def test_more_players_than_at_the_earlier_print(tmp_path: Path) -> None:
    old = manifest(tmp_path, SEATS, players=2)
    done = impose_kit(kit(tmp_path, SEATS), order(changed_since=old, players=3))
    assert (printed(done), done.take_out) == ({"man-rose": 2, "coin": 3}, ())
