"""The shared pieces of templates/base/board.xml, laid out on a large card."""

from __future__ import annotations

from pathlib import Path

from pnp.build.conductor import Kit, make_kit
from pnp.face import Text, dump, walk
from pnp.load import workspace

FRONT = """\
{% import "base/board.xml" as parts %}
<face fill="#ffffff">
  {% set link = {"x1": 20, "y1": 100, "x2": 60, "y2": 100, "angle": 0, "one_way": true} %}
  {{ parts.link(link) }}
  {{ parts.link({"x1": 20, "y1": 100, "x2": 20, "y2": 130, "angle": 90, "one_way": false}) }}
  {% for s in 12 | ring(4, 80, 80, 5, 5, corner=25, start="bottom-right") %}
  {% call parts.cell(s) %}<text width="100%" height="100%" align="center" valign="middle">{{ s.number }}</text>{% endcall %}
  {% endfor %}
  {% for s in 3 | hexes(2, 12, 100, 10) %}{{ parts.tile(s) }}{% endfor %}
  {% for s in 3 | triangles(2, 12, 100, 50) %}{{ parts.tile(s, 'fill="accent"') }}{% endfor %}
  {% for s in "M20 100H60" | along(2) %}{{ parts.disc(s, 8) }}{% endfor %}
  {{ parts.place({"x": 100, "y": 90, "width": 63, "height": 40, "label": "Discards"}) }}
  <path at="10mm 135mm" width="60mm" height="20mm" d="{{ 20 | guilloche(60, 20, shape='band') }}" stroke="accent" stroke-width="0.1mm"/>
</face>
"""


def opened(home: Path, front: str) -> Kit:
    (home / "data" / "try").mkdir(parents=True)
    (home / "templates" / "try").mkdir(parents=True)
    (home / "pnp.yaml").write_text("")
    game = "title: Try\nplayers: {min: 1, max: 2}\ncomponents:\n  map: {kind: deck, cards: [{id: a}], size: 180x160, front: map.xml, back: none}\n"
    (home / "data" / "try" / "game.yaml").write_text(game, encoding="utf-8")
    (home / "templates" / "try" / "map.xml").write_text(front, encoding="utf-8")
    return make_kit(workspace.disk_for(workspace.find(home), home / "data" / "try"), "try")


def test_the_pieces_stand_where_their_places_are(tmp_path: Path) -> None:
    kit = opened(tmp_path, FRONT)
    assert [d.message for d in kit.diagnostics if d.is_error] == []
    face = next(laid.face for side in kit.sides for laid in side.laid)
    told = dump(face)
    words = [item.text for item in walk(face.items) if isinstance(item, Text)]
    assert sorted(words, key=lambda word: word.zfill(2)) == [
        *map(str, range(10)),
        "10",
        "11",
        "Discards",
    ]
    assert "M20000 100000L60000 100000" in told


def test_a_finding_in_a_shared_piece_names_the_template_that_takes_it_in(tmp_path: Path) -> None:
    """Only a file of the program was named, which nobody can mend."""
    kit = opened(tmp_path, FRONT.replace("parts.disc(s, 8)", "parts.disc(s, 8, 'fill=\"sparc\"')"))
    (found,) = kit.diagnostics
    assert (
        found.code == "P305"
        and found.span is not None
        and found.span.file.endswith("templates/base/board.xml")
    )
    assert [(note.message, note.span and Path(note.span.file).name) for note in found.notes] == [
        ('"map" takes it in here', "map.xml"),
        ('card "a" is here', "game.yaml"),
    ]
    (found,) = opened(tmp_path / "own", FRONT.replace('fill="#ffffff"', 'fill="sparc"')).diagnostics
    assert [note.message for note in found.notes] == ['card "a" is here']
