"""The rules on faces: each with a card that keeps it and one that breaks it, drawn by a template
of a few lines.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from model.toy import game, kit, said
from PIL import Image

from pnp.check import overlaps

CARD = '\n  game.yaml:10:9: card "a" is here\n  the same on 1 more card: b'
"""Cards that look alike share one face, which is judged once."""
BACK = ("    front: front.xml", "    front: front.xml\n    back: back.xml")
EACH = ("    front: front.xml", "    front: front.xml\n    back: back.xml\n    backs: each")


def found(
    folder: Path, front: str, back: str = "", *changes: tuple[str, str], **files: bytes
) -> str:
    """What is said about the toy with these templates; `changes` are to its game.yaml."""
    both: dict[str, str | bytes] = {
        "game.yaml": game(*changes),
        "templates/toy/front.xml": front,
        "templates/toy/back.xml": back,
    }
    both |= {name.replace("_", "."): content for name, content in files.items()}
    return said(kit(folder, both).diagnostics, folder)


def face(inner: str) -> str:
    return f"<face>\n{inner}\n</face>\n"


def text(attrs: str, words: str = "words") -> str:
    return face(f'<text {attrs} width="40mm" height="10mm">{words}</text>')


AT = 'at="5mm 5mm"'
TEMPLATE = "templates/toy/front.xml:2"

# --- P312: too small to be read
# --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["7pt", "9pt"])
def test_p312_a_text_that_can_be_read(tmp_path: Path, size: str) -> None:
    assert found(tmp_path, text(f'{AT} size="{size}"')) == ""


def test_p312_a_text_under_the_floor(tmp_path: Path) -> None:
    assert found(tmp_path, text(f'{AT} size="6.5pt"')) == (
        f"{TEMPLATE}: warning P312 a text is set at 6.5 pt, under the floor of 7 pt{CARD}\n"
        "  hint: give it a larger size or min, more room or fewer words, or lower limits: text_floor"
    )


@pytest.mark.parametrize("size", ["4.75pt", '4.9pt" min="4.9pt', '4.99pt" min="4.5pt'])
def test_p312_a_text_that_no_printer_holds(tmp_path: Path, size: str) -> None:
    assert found(tmp_path, text(f'{AT} size="{size}"')) == (
        f"{TEMPLATE}: error P312 a text is set at 4.75 pt; nothing below 5 pt can be read{CARD}\n"
        "  hint: give it a larger size or min; where it does not fit then, shorten it"
    )


def test_p312_a_game_sets_its_own_floor(tmp_path: Path) -> None:
    lower = ("terms:", "limits: {text_floor: 5pt}\nterms:")
    assert found(tmp_path, text(f'{AT} size="5pt"'), "", lower) == ""
    assert "error P312 a text is set at 4.75 pt; nothing below 5 pt can be read" in found(
        tmp_path, text(f'{AT} size="4.75pt"'), "", lower
    )
    higher = ("terms:", "limits: {text_floor: 12pt}\nterms:")
    assert "P312 a text is set at 11 pt, under the floor of 12 pt" in found(
        tmp_path, text(f'{AT} size="11pt"'), "", higher
    )


def test_p312_a_text_that_shrank(tmp_path: Path) -> None:
    words = "so many words that they have to become small to stand in their box, and then smaller still, and smaller"
    shrunk = f'<text at="5mm 5mm" width="30mm" height="10mm" size="10pt" min="5pt">{words}</text>'
    assert "warning P312 a text is set at 5.75 pt, under the floor of 7 pt" in found(
        tmp_path, face(shrunk)
    )


def test_p312_names_the_card_for_which_a_whole_group_is_small(tmp_path: Path) -> None:
    more = "".join(
        f"      - {{id: c{n}, rank: 1, gem: ruby, name: {'Sun' if n != 5 else 'The longest name of all the suns'}}}\n"
        for n in range(9)
    )
    words = '<text at="5mm 5mm" width="30mm" height="5mm" size="10pt" min="5pt" lines="1" group="name">{{ card.name }}</text>'
    told = found(tmp_path, face(words), "", ("    fields:", more + "    fields:"))
    assert re.findall(
        r'P312 a text is set at .* pt, under the floor of 7 pt\n.* card "(\w+)"', told
    ) == ["c5"]
    assert told.count("P312") == 1 and "the same on" not in told


@pytest.mark.parametrize(("shown", "named"), [("63mm", ["a", "rules"]), ("84mm", ["a"])])
def test_p312_a_card_that_a_rulebook_shows_larger_counts_at_its_size_there(
    tmp_path: Path, shown: str, named: list[str]
) -> None:
    book = (
        "    front: front.xml",
        "    front: front.xml\n  rules: {kind: rulebook, text: rules.md}",
    )
    rules = f'# Toy\n\nWords.\n\n![A card](card:cards/a "{shown}")\n'.encode()
    told = found(tmp_path, text(f'{AT} size="6pt"'), "", book, rules_md=rules)
    assert re.findall(r'P312 a text is set at 6 pt.*\n.* card "(\w+)"', told) == named


# --- P313: outside the safe area
# --------------------------------------------------------------------------------


@pytest.mark.parametrize("at", ["3mm 3mm", "20mm 75mm", "2.99mm 20mm"])
def test_p313_a_text_inside(tmp_path: Path, at: str) -> None:
    assert found(tmp_path, text(f'at="{at}"')) == ""


@pytest.mark.parametrize(
    ("at", "where"),
    [
        ("2mm 20mm", "2 mm from"),
        ("2.95mm 20mm", "2.95 mm from"),
        ("0mm 20mm", "0 mm from"),
        ("-1mm 20mm", "1 mm beyond"),
    ],
)
def test_p313_a_text_too_near_to_the_trim(tmp_path: Path, at: str, where: str) -> None:
    assert found(tmp_path, text(f'at="{at}"')) == (
        f"{TEMPLATE}: error P313 a text stands {where} the trim; the safe area begins at 3 mm{CARD}\n"
        "  hint: move it inwards, or lower safe: of the component"
    )


def test_p313_what_hangs_below_the_last_line_counts(tmp_path: Path) -> None:
    low = '<text at="20mm {}" width="40mm" height="10mm" size="20pt" valign="bottom">words</text>'
    assert found(tmp_path, face(low.format("75mm"))) == ""
    assert "error P313 a text stands 2.69 mm from the trim; the safe area begins at 3 mm" in found(
        tmp_path, face(low.format("76mm"))
    )


def test_p313_a_component_sets_its_own_safe_area(tmp_path: Path) -> None:
    assert (
        found(tmp_path, text('at="2mm 20mm"'), "", ("    front:", "    safe: 2mm\n    front:"))
        == ""
    )
    wider = found(tmp_path, text('at="4mm 20mm"'), "", ("    front:", "    safe: 5mm\n    front:"))
    assert "error P313 a text stands 4 mm from the trim; the safe area begins at 5 mm" in wider


def test_p313_a_turned_text_counts_where_it_lands(tmp_path: Path) -> None:
    turned = '<stack at="1mm 20mm" width="40mm" height="10mm" rotate="180"><text width="40mm" height="10mm" align="right">words</text></stack>'
    assert "error P313 a text stands 1 mm from the trim" in found(tmp_path, face(turned))


def net(folder: Path, entry: str, side: str, at: str) -> str:
    """What is said of one word of 12 × 4 mm on one side of a piece that is cut out of a net."""
    words = f'<text at="{at}" width="12mm" height="4mm" size="7pt" lines="1">Goblin</text>'
    piece = f'<face fill="tint">{{% if side == "{side}" %}}{words}{{% endif %}}</face>\n'
    files = {
        "game.yaml": game(("    front: front.xml", f"    front: front.xml\n  it: {entry}")),
        "templates/toy/piece.xml": piece,
    }
    return said(kit(folder, files).diagnostics, folder)


STANDEE = (
    "{kind: tokens, front: piece.xml, tokens: [{id: orc, shape: slotted-standee, size: 30x40mm}]}"
)
FOLDED = "{kind: tokens, front: piece.xml, tokens: [{id: orc, shape: standee, size: 30x40mm}]}"
DIE = "{kind: tokens, front: piece.xml, tokens: [{id: d, shape: die, size: 20mm}]}"
BOX = "{kind: box, holds: cards, front: piece.xml}"


@pytest.mark.parametrize(
    ("entry", "side", "at", "well"),
    [
        (STANDEE, "front", "9mm 12mm", True),
        (STANDEE, "base", "1mm 1mm", False),  # beside the half-disc
        (FOLDED, "front", "9mm 12mm", True),
        (FOLDED, "front", "-1mm 12mm", False),
        (DIE, "1", "4mm 8mm", True),
        (BOX, "front", "20mm 40mm", True),
        (BOX, "front", "26mm 0.5mm", False),  # in the notch for the thumb
    ],
)
def test_p313_on_a_net_the_cuts_are_what_counts(
    tmp_path: Path, entry: str, side: str, at: str, well: bool
) -> None:
    told = net(tmp_path, entry, side, at)
    if well:
        assert told == ""
    else:
        assert (
            "error P313 a text stands nearer than" in told
            and "to the outline that its piece is cut along, or beyond it" in told
        )


# --- P314: hard to read on its ground
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template",
    [
        text(f'{AT} color="#767676"'),
        text(f'{AT} color="#949494" size="18pt"'),
        text(f'{AT} color="#949494" size="14pt" weight="bold"'),
        face(
            '<rect at="5mm 5mm" width="40mm" height="10mm" fill="#222222"/><text at="5mm 5mm" width="40mm" color="white">words</text>'
        ),
        face(
            '<stack at="5mm 40mm" width="40mm" height="9mm" fill="#222222" rotate="90"><text width="40mm" color="white">x</text></stack>'
        ),
    ],
    ids=["4.5 to 1", "large", "large and bold", "white on black", "white on black, turned"],
)
def test_p314_a_text_with_contrast(tmp_path: Path, template: str) -> None:
    assert found(tmp_path, template) == ""


@pytest.mark.parametrize(
    ("template", "told"),
    [
        (
            text(f'{AT} color="#777777"'),
            "#777777 on #ffffff has a contrast of 4.4; 4.5 is the least",
        ),
        (text(f'{AT} color="#949494"'), "#949494 on #ffffff has a contrast of 3; 4.5 is the least"),
        (
            text(f'{AT} color="#999999" size="18pt"'),
            "#999999 on #ffffff has a contrast of 2.8; 3 is the least",
        ),
        (
            text(f'{AT} color="#949494" size="14pt"'),
            "#949494 on #ffffff has a contrast of 3; 4.5 is the least",
        ),
        (
            face(
                '<rect at="5mm 5mm" width="40mm" height="10mm" fill="#222222"/>\n<text at="5mm 5mm" width="40mm" color="#333333">x</text>'
            ),
            "#333333 on #222222 has a contrast of 1.2; 4.5 is the least",
        ),
    ],
    ids=["a hair too little", "small", "large", "large, not bold", "dark on dark"],
)
def test_p314_a_text_without(tmp_path: Path, template: str, told: str) -> None:
    line = 3 if "<rect" in template else 2
    assert found(tmp_path, template) == (
        f"templates/toy/front.xml:{line}: warning P314 a text in {told} for its size{CARD}\n"
        "  hint: darken one, lighten the other, or set it larger and bold"
    )


def test_p314_the_uppermost_ground_counts(tmp_path: Path) -> None:
    grounds = '<rect at="0 0" width="63mm" height="88mm" fill="#222222"/><circle at="20mm 20mm" r="15mm" fill="white"/>'
    assert (
        found(
            tmp_path,
            face(
                grounds
                + '\n<text at="25mm 32mm" width="20mm" height="6mm" align="center">on white</text>'
            ),
        )
        == ""
    )


def test_p314_a_text_over_an_image_is_not_judged(tmp_path: Path) -> None:
    over = '<image at="0 0" width="63mm" height="88mm" src="p.png"/><text at="5mm 5mm" width="40mm" color="white">words</text>'
    assert found(tmp_path, face(over), p_png=png(800, 1100)) == ""


def test_p314_a_ground_ends_where_it_is_clipped(tmp_path: Path) -> None:
    above = '<rect at="5mm 5mm" width="25mm" height="20mm" fill="pattern:zigzag" color="#222222"/>'
    assert found(tmp_path, face(above + '\n<text at="5mm 26mm" width="40mm">below</text>')) == ""
    assert "contrast" in found(
        tmp_path, face(above + '\n<text at="5mm 15mm" width="25mm">on it</text>')
    )


@pytest.mark.parametrize(
    ("size", "told"), [("2.6mm", ""), ("2.4mm", "#ffffff on #ffffff has a contrast of 1")]
)
def test_p314_an_icon_is_a_ground_where_it_is_high_enough_for_a_text(
    tmp_path: Path, size: str, told: str
) -> None:
    block = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8h-8z"/></svg>'
    )
    icon = f'<icon name="block" at="5mm 5mm" size="{size}" color="#222222"/>'
    words = '<text at="5mm 4mm" width="2.5mm" height="6mm" size="7pt" align="center" color="white">4</text>'
    said = found(tmp_path, face(icon + words), **{"icons/block_svg": block})
    assert told in said and bool(told) == bool(said)


PIECES = {
    "square": "kind: tokens, sides: one, tokens: [{id: t, shape: square, size: 30mm}]",
    "circle": "kind: tokens, sides: one, tokens: [{id: t, shape: circle, size: 30mm}]",
    "fold": "kind: tokens, back: piece.xml, sides: fold, tokens: [{id: t, size: 30mm}]",
    "round fold": "kind: tokens, back: piece.xml, sides: fold, tokens: [{id: t, shape: circle, size: 30mm}]",
    "standee": "kind: tokens, sides: one, tokens: [{id: t, shape: standee, size: 30mm x 40mm}]",
    "die": "kind: tokens, sides: one, tokens: [{id: t, shape: die, size: 30mm}]",
    "box": "kind: box, holds: cards",
}


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("ground", ["", ' fill="#eeeeee"'])
@pytest.mark.parametrize(("color", "told"), [("#222222", False), ("#e8e8e8", True)])
def test_p314_on_pieces_that_are_cut_out_or_folded(
    tmp_path: Path, piece: str, ground: str, color: str, told: bool
) -> None:
    """Of these no text was judged but on squares."""
    words = f'<text at="50% 50%" anchor="center" width="9mm" height="6mm" size="9pt" align="center" color="{color}">Ab</text>'
    files = {
        "game.yaml": game() + f"  pieces: {{front: piece.xml, {PIECES[piece]}}}\n",
        "templates/toy/front.xml": text(AT),
        "templates/toy/piece.xml": f"<face{ground}>\n{words}</face>",
    }
    said_of = said(kit(tmp_path, files).diagnostics, tmp_path)
    assert (f"piece.xml:2: warning P314 a text in {color}" in said_of) is told and bool(
        said_of
    ) is told


@pytest.mark.parametrize("shown", ["", '![A piece](token:pieces/t "8mm")'])
def test_p314_a_piece_that_a_text_shows_is_judged_once(tmp_path: Path, shown: str) -> None:
    more = f"  pieces: {{front: piece.xml, {PIECES['circle']}}}\n  rules: {{kind: rulebook, text: rules.md}}\n"
    words = '<text at="50% 50%" anchor="center" width="9mm" height="6mm" size="9pt" color="#e8e8e8">Ab</text>'
    files = {
        "game.yaml": game() + more,
        "rules.md": f"# Toy\n\nWords.\n\n{shown}\n",
        "templates/toy/piece.xml": f"<face>{words}</face>",
    }
    assert said(kit(tmp_path, files).diagnostics, tmp_path).count("P314") == 1


# --- P316: blank
# --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "template",
    [
        face('<line at="5mm 5mm" width="9mm" height="0mm" stroke="#eeeeee" stroke-width="1mm"/>'),
        '<face fill="#fefefe"/>',
    ],
)
def test_p316_a_face_with_ink(tmp_path: Path, template: str) -> None:
    assert found(tmp_path, template) == ""


@pytest.mark.parametrize(
    "template",
    [
        "<face/>",
        '<face fill="white"/>',
        face(
            '<stack width="9mm" height="9mm"><rect width="100%" height="100%" fill="none"/></stack>'
        ),
    ],
)
def test_p316_a_face_without(tmp_path: Path, template: str) -> None:
    assert found(tmp_path, template) == (
        f'game.yaml:8:5: error P316 a face of "cards" is blank{CARD}\n  hint: look for a condition in its template that never holds'
    )


def test_p316_a_card_on_which_a_condition_never_holds(tmp_path: Path) -> None:
    template = face('{% if card.rank == 2 %}<text at="5mm 5mm" width="40mm">two</text>{% endif %}')
    assert found(tmp_path, template).startswith(
        'game.yaml:8:5: error P316 a face of "cards" is blank\n  game.yaml:10:9: card "a" is here\n  hint'
    )


@pytest.mark.parametrize(
    "inner", ['<image src="nix.png" width="10mm" height="10mm"/>', '<icon name="nixx" size="9mm"/>']
)
def test_p316_what_could_not_be_drawn_is_told_of_alone(tmp_path: Path, inner: str) -> None:
    told = found(tmp_path, face(inner))
    assert "error" in told and "P316" not in told


# --- P318: what lies on a text
# --------------------------------------------------------------------------------

WORDS = f'<text {AT} width="40mm" height="10mm">words</text>'
SHOWN = {
    "a box behind it": f'<rect at="0mm 0mm" width="60mm" height="30mm" fill="#eeeeee"/>{WORDS}',
    "a frame around it": f'{WORDS}<rect at="2mm 2mm" width="50mm" height="20mm" stroke="#000000"/>',
    "a box that lets it be seen": f'{WORDS}<rect at="0mm 0mm" width="60mm" height="30mm" fill="#eeeeee" opacity="0.5"/>',
    "a line through it": f'{WORDS}<rect at="0mm 6.5mm" width="60mm" height="0.3mm" fill="#000000"/>',
    "a box on its end": f'{WORDS}<rect at="12mm 0mm" width="60mm" height="30mm" fill="#eeeeee"/>',
    "a ring around it": f'{WORDS}<path d="M0 0H60V30H0ZM2 2V20H50V2Z" fill="#eeeeee"/>',
}
HIDDEN = {
    "a box": '<rect at="0mm 0mm" width="60mm" height="30mm" fill="#eeeeee"/>',
    "a circle": '<circle at="-10mm -12mm" width="40mm" height="40mm" fill="#eeeeee"/>',
    "a box turned": '<box at="0mm 0mm" width="60mm" height="30mm" rotate="180" fill="#eeeeee"/>',
}


@pytest.mark.parametrize("inner", SHOWN.values(), ids=SHOWN.keys())
def test_p318_a_text_that_is_seen(tmp_path: Path, inner: str) -> None:
    told = found(tmp_path, face(inner))
    assert "P318" not in told and "error" not in told


def photo() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (900, 400), "white").save(out, "JPEG")
    return out.getvalue()


@pytest.mark.parametrize(
    "box", ['at="0mm 0mm" width="63mm" height="28mm"', 'at="2mm 2mm" width="50mm" height="20mm"']
)
def test_p318_a_text_under_a_photo(tmp_path: Path, box: str) -> None:
    """A photo hid every title, and all was well."""
    told = found(tmp_path, face(f'{WORDS}\n<image src="p.jpg" {box}/>'), p_jpg=photo())
    assert (
        f"{TEMPLATE}: warning P318 a text is hidden under what is drawn after it\n" in told
        and "front.xml:3: this covers it" in told
    )
    assert "P318" not in found(
        tmp_path / "behind", face(f'<image src="p.jpg" {box}/>\n{WORDS}'), p_jpg=photo()
    )


@pytest.mark.parametrize("above", HIDDEN.values(), ids=HIDDEN.keys())
def test_p318_a_text_that_nobody_sees(tmp_path: Path, above: str) -> None:
    told = found(tmp_path, face(f"{WORDS}\n{above}"))
    assert (
        f"{TEMPLATE}: warning P318 a text is hidden under what is drawn after it\n" in told
        and "front.xml:3: this covers it" in told
    )


# --- P321: texts over each other
# --------------------------------------------------------------------------------

FIRST = '<text at="5mm 5mm" width="40mm" height="6mm" size="12pt">a first text</text>'
APART = {
    "below it": '<text at="5mm 11mm" width="40mm" height="6mm" size="12pt">a second one</text>',
    "beside it, its box over it": '<text at="5mm 5mm" width="50mm" height="6mm" size="12pt" align="right">second</text>',
    "its shadow": '<text at="5.2mm 5.2mm" width="40mm" height="6mm" size="12pt">a first text</text>',
    "an ornament": '<text at="5mm 2mm" width="50mm" height="20mm" size="40pt">7</text>',
    "seen through": '<text at="5mm 5mm" width="40mm" height="6mm" size="12pt" opacity="0.5">a second one</text>',
    "turned about": '<text at="8mm 14mm" width="30mm" height="6mm" size="12pt" rotate="45">a second one</text>',
    "lines set tight": '<text at="5mm 20mm" width="20mm" height="20mm" size="12pt" leading="0.7">words of a text on many lines</text>',
}
OVER = {
    "the same place": '<text at="5mm 5mm" width="40mm" height="6mm" size="12pt">a second one</text>',
    "half a line below": '<text at="5mm 7mm" width="40mm" height="6mm" size="12pt">a second one</text>',
    "larger": '<text at="5mm 4mm" width="50mm" height="12mm" size="20pt">a second one</text>',
    "turned upside down": '<text at="5mm 5mm" width="40mm" height="6mm" size="12pt" rotate="180" align="right">a second one</text>',
    "in a box": '<box at="2mm 2mm" width="50mm" height="20mm"><text at="3mm 3mm" width="40mm" height="6mm" size="12pt">a second one</text></box>',
}


@pytest.mark.parametrize("other", APART.values(), ids=APART.keys())
def test_p321_texts_that_are_apart(tmp_path: Path, other: str) -> None:
    told = found(tmp_path, face(f"{FIRST}\n{other}"))
    assert "P321" not in told and "error" not in told


@pytest.mark.parametrize("other", OVER.values(), ids=OVER.keys())
def test_p321_texts_over_each_other(tmp_path: Path, other: str) -> None:
    told = found(tmp_path, face(f"{FIRST}\n{other}"))
    assert 'front.xml:3: warning P321 "a second one" is printed over "a first text"\n' in told, told
    assert "front.xml:2: the other is written here" in told and told.count("P321") == 1


def test_p321_texts_of_one_element(tmp_path: Path) -> None:
    loop = '{% for n in (5, 6) %}<text at="5mm {{ n }}mm" width="40mm" height="6mm" size="12pt">entry {{ n }}</text>{% endfor %}'
    told = found(tmp_path, face(loop))
    assert (
        f'{TEMPLATE}: warning P321 "entry 6" is printed over "entry 5"' in told
        and "the other" not in told
    )
    assert "P321" not in found(tmp_path, face(loop.replace("(5, 6)", "(5, 12)")))


def test_p321_many_are_not_all_told(tmp_path: Path) -> None:
    many = "".join(
        f'\n<text at="5mm 5mm" width="40mm" height="6mm" size="12pt">word{n}</text>'
        for n in range(30)
    )
    assert found(tmp_path, face(many)).count("warning P321") == overlaps.MOST


# --- P317: backs that tell cards apart
# --------------------------------------------------------------------------------

SAME, OWN = text(AT, "back"), text(AT, "{{ card.id }}")


def test_p317_backs_that_are_alike(tmp_path: Path) -> None:
    assert found(tmp_path, SAME, SAME, BACK) == ""


def test_p317_cards_with_backs_of_their_own(tmp_path: Path) -> None:
    assert found(tmp_path, SAME, OWN, EACH) == ""


def test_p317_backs_that_differ(tmp_path: Path) -> None:
    assert found(tmp_path, SAME, OWN, BACK) == (
        'game.yaml:8:5: error P317 the backs of "cards" differ (2 looks): cards "a" and "b"\n'
        '  game.yaml:11:9: card "b" is here\n  hint: say backs: each if every card has its own'
    )


def test_p317_a_shuffled_deck_has_one_back_whatever_is_said(tmp_path: Path) -> None:
    shuffled = (EACH[0], EACH[1] + "\n    shuffled: yes")
    assert found(tmp_path, SAME, OWN, shuffled) == (
        'game.yaml:15:12: error P317 the backs of "cards" differ (2 looks): cards "a" and "b"\n'
        '  game.yaml:11:9: card "b" is here\n  hint: use nothing of the card in the back\'s template'
    )


CHIPS = "  chips: {kind: tokens, front: front.xml, back: chip.xml, tokens: [SMALL, LARGE]}\n"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (("{id: a, size: 20mm}", "{id: b, size: 30mm}"), ""),
        (("{id: a, size: 20mm x 30mm}", "{id: b, size: 30mm x 20mm}"), ""),
        (("{id: a, size: 20mm, shape: circle}", "{id: b, size: 20mm, shape: octagon}"), ""),
        (
            ("{id: a, size: 20mm}, {id: b, size: 30mm}", "{id: c, size: 30mm}"),
            'the backs of "chips" differ (2 looks): cards "b" and "c"',
        ),
        (
            ("{id: a, size: 20mm}, {id: b, size: 30mm}", "{id: c, size: 20mm}"),
            'the backs of "chips" differ (2 looks): cards "a" and "c"',
        ),
    ],
)
def test_p317_pieces_of_another_size_or_shape_are_told_apart_anyway(
    tmp_path: Path, rows: tuple[str, str], told: str
) -> None:
    chips = CHIPS.replace("SMALL", rows[0]).replace("LARGE", rows[1])
    back = '<face><circle at="50% 50%" anchor="center" r="{{ "2mm" if card.id == "c" else "3mm" }}" fill="#222222"/></face>'
    front = '<face><text at="50% 50%" anchor="center" width="9mm" height="6mm" size="9pt">Ab</text></face>'
    files = {
        "game.yaml": game() + chips,
        "templates/toy/front.xml": front,
        "templates/toy/chip.xml": back,
    }
    said_of = said([d for d in kit(tmp_path, files).diagnostics if d.code != "P309"], tmp_path)
    assert told in said_of and bool(told) == bool(said_of)


# --- P402: images too coarse for their size
# --------------------------------------------------------------------------------


def png(width: int, height: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (40, 90, 160)).save(out, "PNG")
    return out.getvalue()


PICTURE = face('<image at="5mm 5mm" width="25.4mm" height="25.4mm" src="p.png"/>')


@pytest.mark.parametrize("dots", [250, 300])
def test_p402_an_image_with_dots_enough(tmp_path: Path, dots: int) -> None:
    assert found(tmp_path, PICTURE, p_png=png(dots, dots)) == ""


@pytest.mark.parametrize(
    ("dots", "severity"), [(249, "warning"), (150, "warning"), (149, "error"), (20, "error")]
)
def test_p402_an_image_too_coarse(tmp_path: Path, dots: int, severity: str) -> None:
    assert found(tmp_path, PICTURE, p_png=png(dots, dots)) == (
        f'{TEMPLATE}: {severity} P402 the image "p.png" has {dots} dots an inch at its size; 250 are needed{CARD}\n'
        "  hint: use one of 300 pixels or more across, or show it smaller"
    )


def test_p402_an_image_in_a_turned_group(tmp_path: Path) -> None:
    turned = '<stack at="5mm 5mm" width="25.4mm" height="25.4mm" rotate="90"><image width="25.4mm" height="25.4mm" src="p.png"/></stack>'
    assert 'P402 the image "p.png" has 200 dots' in found(
        tmp_path, face(turned), p_png=png(200, 200)
    )
    assert found(tmp_path, face(turned), p_png=png(300, 300)) == ""


@pytest.mark.parametrize(
    ("across", "down", "told"),
    [
        (500, 125, "has 125 dots an inch at its size; 250 are needed"),
        (125, 500, "has 125 dots an inch at its size; 250 are needed"),
    ],
)
def test_p402_names_the_way_in_which_pixels_lack(
    tmp_path: Path, across: int, down: int, told: str
) -> None:
    stretched = face(
        '<image at="5mm 5mm" width="25.4mm" height="25.4mm" src="p.png" fit="stretch"/>'
    )
    said = found(tmp_path, stretched, p_png=png(across, down))
    assert (
        told in said
        and f"use one of 300 pixels or more {'down' if across > down else 'across'}" in said
    )


@pytest.mark.parametrize(
    ("shown", "told"),
    [("42mm", []), ("84mm", [("warning P402", "188")]), ("105mm", [("warning P402", "150")])],
)
def test_p402_a_card_that_a_rulebook_shows_counts_at_its_size_there(
    tmp_path: Path, shown: str, told: list[tuple[str, str]]
) -> None:
    book = (
        "    front: front.xml",
        "    front: front.xml\n  rules: {kind: rulebook, text: rules.md}",
    )
    rules = f'# Toy\n\nWords.\n\n![A card](card:cards/a "{shown}")\n'.encode()
    said = found(tmp_path, PICTURE, "", book, p_png=png(250, 250), rules_md=rules)
    assert re.findall(r"(\w+ P402).*? has (\d+) dots", said) == told


# --- what all of them share
# --------------------------------------------------------------------------------


def test_one_finding_names_all_cards_that_it_befalls(tmp_path: Path) -> None:
    more = "".join(f"      - {{id: c{n}, rank: 1, gem: ruby, name: N{n}}}\n" for n in range(9))
    told = found(
        tmp_path,
        text(f'{AT} size="6pt"', "{{ card.id }}"),
        "",
        ("    fields:", more + "    fields:"),
    )
    assert told == (
        f"{TEMPLATE}: warning P312 a text is set at 6 pt, under the floor of 7 pt\n"
        '  game.yaml:10:9: card "a" is here\n  the same on 10 more cards: b, c0, c1, c2, c3, c4 …\n'
        "  hint: give it a larger size or min, more room or fewer words, or lower limits: text_floor"
    )


def test_a_rule_names_the_line_in_a_macro(tmp_path: Path) -> None:
    parts = (
        '{% macro small() %}\n<text at="5mm 5mm" width="40mm" size="6pt">x</text>\n{% endmacro %}\n'
    )
    files = {
        "templates/toy/front.xml": '{% import "parts.xml" as p %}\n<face>{{ p.small() }}</face>\n',
        "templates/toy/parts.xml": parts,
    }
    assert said(kit(tmp_path, files).diagnostics, tmp_path).startswith(
        "templates/toy/parts.xml:2: warning P312 "
    )


def test_every_rule_has_its_page() -> None:
    from pnp.check.rules import FACE_RULES, GAME_RULES

    for rule in (*FACE_RULES, *GAME_RULES):
        code = getattr(rule, "CODE", "P5")
        assert (rule.__doc__ or "").startswith(f"{code} – "), rule.__name__
