"""The page of limits says what the code holds, row by row, and with which code what exceeds it
is answered.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pikepdf
import pytest
import yaml

from pnp import net as nets
from pnp.assets import die_lines as outlines
from pnp.assets import image_headers, images, path_geometry, paths, svg_tree, svg_walk
from pnp.assets import svg_reader as svg
from pnp.build import exporters
from pnp.build import text_files as rulesheets
from pnp.check.promises import scope
from pnp.check.promises import setup_steps as rows_of_setup
from pnp.check.promises.kinds import factorial, graph, odds, range_, xdoc
from pnp.check.promises.kinds import track as track_promise
from pnp.compose import markdown as prose
from pnp.compose import markup, placing_filters
from pnp.diagnostics import Problems, text
from pnp.impose import booklet, tiling
from pnp.layout import figures, typesetter
from pnp.layout import shapes as painted
from pnp.load import workbook
from pnp.load.files import DEFAULT
from pnp.model import board, components, contract, definitions, game, read, scenes, spaces
from pnp.model import board_values as places
from pnp.model.declarations import Bounds, entries
from pnp.net import LARGEST, SMALLEST
from pnp.proof import streams
from pnp.sandbox import bounds, expressions
from pnp.sandbox.environment import ExpressionError, Sandbox
from pnp.sandbox.worker import BOUNDS, confined
from pnp.units import geometry
from tests.assets.test_images import RGB, png, saved
from tests.cli.run import call
from tests.model.toy import GAME, findings, kit, written

PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "limits.md").read_text(
    encoding="utf-8"
)
ROWS = {
    what.strip(): (limit.strip(), codes.split(", "))
    for what, limit, codes in re.findall(r"^\| ([^|]+)\| ([^|]+)\| (P[^|]+) \|", PAGE, re.M)
}
scan = import_module("pnp.proof.scan")  # pnp.proof calls a function so
HOSTILE = Path(__file__).parent / "hostile"


def _side(least: int, most: int) -> str:
    return f"{least // 1000} mm to {most // 1000:,} mm"


def _held(hint: Any) -> Bounds:
    """What an annotation of `pnp.model.game` holds a value to."""
    return next(part for part in get_args(hint) if isinstance(part, Bounds))


def _key(shape: type[game.Shape], name: str) -> Bounds:
    """What the value of a key is held to."""
    return _held(next(hint for key, hint, _ in entries(shape).values() if key == name))


def _same(*kinds: str) -> int:
    """How often a text may have each of these generated parts."""
    (often,) = {prose.MAX_SAME[kind] for kind in kinds}
    return often


HELD = {
    "a YAML, CSV, template or Markdown file": f"{DEFAULT.text_bytes:,} bytes",
    "maps and lists inside each other": f"{DEFAULT.depth}",
    "values of a YAML file, aliases followed": f"{DEFAULT.nodes:,}",
    "aliases (`*name`) of a YAML file": f"{DEFAULT.aliases:,}",
    "different cards of a game": f"{DEFAULT.cards:,}",
    "cards that a game prints": f"{DEFAULT.copies:,}",
    "steps of a template for one face: loop passes, calls, filters": f"{bounds.MAX_STEPS:,}",
    "steps that all templates of a game take together": f"{bounds.MAX_STEPS_OF_ALL:,}",
    "steps that all promises of a game take together": f"{scope.MAX_STEPS:,}",
    "pairs of cards that one promise compares": f"{scope.MAX_PAIRS:,}",
    "characters that a template makes for one face": f"{bounds.MAX_TEXT:,}",
    "characters of a template, a rulebook or player aids": f"{bounds.MAX_SOURCE:,}",
    "elements of one face": f"{markup.MAX_ELEMENTS:,}",
    "elements inside each other": f"{markup.MAX_DEPTH}",
    "pixels of an image": f"{images.MAX_PIXELS:,}",
    "pixels of a JPEG that goes into the PDF as it is": f"{images.MAX_PIXELS_PASSED:,}",
    "pixels of all images of a game": f"{images.MAX_PIXELS_OF_ALL:,}",
    "scans of a JPEG": f"{image_headers.MAX_SCANS}",
    "bytes of an image, or of a workbook": f"{DEFAULT.image_bytes:,}",
    "bytes of a workbook, unpacked": f"{workbook.UNPACKED * DEFAULT.text_bytes:,}",
    "segments of an icon, or of a path in a template": f"{paths.MAX_SEGMENTS:,}",
    "bytes of a font": f"{DEFAULT.font_bytes:,}",
    "a card's side": _side(*geometry.CARD_LIMITS),
    "a board": f"{board.LARGEST[0] // 1000} × {board.LARGEST[1] // 1000} mm",
    "spaces of a board, those of tracks and grid included": f"{board.MAX_SPACES:,}",
    "spaces of a track": f"{spaces.MAX_TRACK:,}",
    "links of a board": f"{spaces.MAX_LINKS:,}",
    "different expressions in a board's file": f"{places.MAX_EXPRESSIONS}",
    "places that a filter such as `ring` gives": f"{placing_filters.MOST:,}",
    "a PDF that `pnp verify` reads": f"{scan.MAX_BYTES:,} bytes",
    "what one of its pages draws, unpacked": f"{streams.MAX_STREAM:,} bytes",
    "cells of a CSV table": f"{DEFAULT.nodes:,}",
    "bytes of an icon's SVG file": f"{svg.ICON.max_bytes:,}",
    "bytes of an SVG image": f"{DEFAULT.svg_bytes:,}",
    "elements of an SVG file inside each other": f"{svg.ICON.max_depth}",
    "elements of an SVG file": f"{svg_tree.MAX_ELEMENTS:,}",
    "elements of an SVG file that are drawn, clones counted": f"{svg_walk.MAX_VISITS:,}",
    "shapes of an SVG image": f"{svg.IMAGE.max_parts:,}",
    "segments of an SVG image": f"{svg.IMAGE.max_segments:,}",
    "outlines and holes of an icon filled by even-odd, times their points": f"{path_geometry.MAX_COMPARED:,}",
    "a number in an icon, in a path or in a piece's outline": f"{paths.MAX_NUMBER:,}",
    "players of a game": f"{_key(game.Players, 'max').le:,}",
    "components of a game": f"{_key(game.GameFile, 'components').max_length:,}",
    "facts of a game": f"{_key(game.GameFile, 'facts').max_length:,}",
    "lists inside each other in a fact": f"{definitions.MAX_NESTED}",
    "characters of an expression": f"{expressions.MAX_SOURCE:,}",
    "characters of a title or label, or of what a promise or step says": f"{_held(game.Text).max_length:,}",
    "styles based on each other": f"{definitions.MAX_CHAIN}",
    "a size of type": f"{_held(game.TypeSize).ge} pt to {_held(game.TypeSize).le:,} pt",
    "copies of a board, mat or player aid": f"{components.MOST_COPIES}",
    "the side of a rulebook's page, or of paper": _side(*geometry._PAPER_LIMITS),
    "columns, and rows, of a board's grid": f"{spaces.MAX_GRID:,}",
    "a length on a board": f"{places.MAX_LENGTH // 1000:,} mm",
    "areas of a board": f"{board.MAX_SPACES:,}",
    "segments of a path that spaces lie along": f"{path_geometry.MAX_PIECES:,}",
    "points of a piece's outline": f"{outlines.MAX_POINTS:,}",
    "characters of a piece's outline": f"{outlines._MAX_TEXT:,}",
    "cards in a box": f"{nets.MOST_CARDS:,}",
    "the side of a card in a box": _side(SMALLEST, LARGEST),
    "the edge of a die": _side(nets.SMALLEST_DIE, nets.LARGEST_DIE),
    "the width and height of a standee": _side(nets.SMALLEST_FIGURE, nets.LARGEST_FIGURE),
    "parts of a template: names, numbers, operators, filters, tags": f"{bounds.MAX_NODES:,}",
    "entries of a list that a template makes": f"{bounds.MAX_ITEMS:,}",
    "characters of a text that a filter or method is given": f"{bounds.MAX_ARGUMENT:,}",
    "`petals` × `rings` of a `guilloche`": f"{placing_filters.MAX_CURVES // placing_filters._PIECES:,}",
    "area of a face that patterns cover": f"{painted.MAX_PATTERN // 10**6:,} mm²",
    "characters of a text when its Jinja is worked out, marks of pnp included": f"{2 * bounds.MAX_TEXT:,}",
    "characters of a paragraph": f"{prose.MAX_PARAGRAPH:,}",
    "paragraphs and list items of a text": f"{prose.MAX_BLOCKS:,}",
    "levels of headings": f"{prose.LEVELS}",
    "lists and call-outs inside each other": f"{prose.MAX_DEPTH}",
    "columns of a table": f"{prose.MAX_COLUMNS}",
    "figures of a text": f"{prose.MAX_FIGURES}",
    "`[[contents]]` of a text": f"{prose.MAX_SAME['contents']}",
    "`[[components]]`, `[[icons]]` or `[[credits]]` of a text, of each": f"{_same('components', 'icons', 'credits')}",
    "things in a scene of `figures.yaml`": f"{scenes.MAX_ITEMS}",
    "shapes, texts and images that a scene draws": f"{figures.MAX_ITEMS:,}",
    "pages of a text": f"{typesetter.MAX_PAGES}",
    "promises of a game": f"{contract.MAX_PROMISES:,}",
    "combinations of a `factorial`": f"{factorial.MAX_COMBINATIONS:,}",
    "cards that an `odds` draws": f"{odds.MAX_DRAW}",
    "cards of `for_each` in an `odds`": f"{odds.MAX_EACH:,}",
    "numbers that a `range` looks for with `every`": f"{range_.MAX_RANGE:,}",
    "spaces of a `track`": f"{track_promise.MAX_TRACK:,}",
    "walks of a `graph`, times the spaces and links of its board": f"{graph.MAX_WORK:,}",
    "characters of the `phrase` of an `xdoc`": f"{xdoc.MAX_PHRASE}",
    "steps of `setup.yaml`": f"{read.MAX_STEPS}",
    "rows that they make for all numbers of players": f"{rows_of_setup.MAX_ROWS:,}",
    "sheets that a board is glued of": f"{tiling.MOST_TILES}",
    "what folding takes off the inner pages of a booklet": f"{booklet.MOST_CREEP // 1000} mm",
    "a rulebook as a web page": f"{rulesheets.MAX_PAGE:,} bytes",
    "pixels of a picture that `pnp export` makes": f"{exporters.MAX_PIXELS:,}",
    "pixels of all that one export makes": f"{exporters.MAX_PIXELS_OF_ALL:,}",
    "images in all SVG files of an export": f"{exporters.MAX_IMAGES:,} bytes",
    "its pages": f"{scan.MAX_PAGES:,}",
    "what all its pages draw, unpacked": f"{streams.MAX_FILE:,} bytes",
    "words of operators on one of its pages": f"{streams.MAX_WORDS:,}",
    "words of operators on all its pages": f"{streams.MAX_WORDS_FILE:,}",
    "faces on one of its pages": f"{scan.MAX_FACES:,}",
    "faces on all its pages": f"{streams.MAX_MARKS:,}",
    "memory": f"{BOUNDS.memory:,} bytes",
    "processor time": f"{BOUNDS.seconds} seconds",
    "time by the clock": f"{BOUNDS.patience} seconds",
}


def test_every_limit_stands_on_the_page() -> None:
    assert {what: limit for what, (limit, _) in ROWS.items()} == HELD


REFUSED = {
    "a YAML, CSV, template or Markdown file": "yaml-too-large",
    "bytes of an icon's SVG file": "svg-too-large",
    "maps and lists inside each other": "yaml-deep-block yaml-deep-flow",
    "values of a YAML file, aliases followed": "yaml-many-nodes yaml-alias-bomb",
    "aliases (`*name`) of a YAML file": "yaml-many-aliases",
    "different cards of a game": "yaml-many-cards yaml-many-decks",
    "cards that a game prints": "yaml-many-copies",
    "steps of a template for one face: loop passes, calls, filters": "template-endless-loop",
    "characters that a template makes for one face": "template-huge-output",
    "characters of a template, a rulebook or player aids": "template-huge-source",
    "elements of one face": "template-many-elements",
    "elements inside each other": "template-deep-elements",
    "pixels of an image": "image-too-many-pixels",
    "scans of a JPEG": "image-many-scans",
    "bytes of an image, or of a workbook": "image-too-many-bytes",
    "bytes of a workbook, unpacked": "xlsx-bomb",
    "segments of an icon, or of a path in a template": "svg-huge-path svg-many-paths template-many-segments",
    "a card's side": "yaml-huge-card",
    "elements of an SVG file inside each other": "svg-deep",
    "outlines and holes of an icon filled by even-odd, times their points": "svg-even-odd-holes",
    "lists inside each other in a fact": "yaml-fact-nest",
    "styles based on each other": "yaml-style-chain",
    "promises of a game": "yaml-many-promises",
    "area of a face that patterns cover": "template-many-patterns",
    "memory": "worker-memory",
    "processor time": "worker-time",
}
"""The hostile cases that exceed a limit: they say what comes, and are run."""

HEAD = f"{GAME}  b: {{kind: board, front: front.xml, size: 200x200, data: b.yaml}}\n"
PROMISE = "- {id: X1, says: so it is, basis: stated, kind: "
RANKS = "".join(f"- {{id: c{n}, rank: {n}}}\n" for n in range(1_001))
CARDS = (
    GAME.partition("components:")[0]
    + "components:\n  cards: {kind: deck, front: front.xml, fields: {rank: int}, cards: cards.yaml}\n"
)
MIXED = "spaces:\n" + "".join(
    f"  s{n}: {{at: [{n % 20 + 1}mm, {n // 20 + 1}mm], label: {{expr: {n} + 1}}}}\n"
    for n in range(201)
)
LINKED = "spaces:\n" + "".join(
    f"  s{n}: {{at: [{n % 150 + 1}mm, {n // 150 + 1}mm], links: [{', '.join(f's{m}' for m in range(n))}]}}\n"
    for n in range(202)
)
TWO = "".join(f"- {{id: c{n}, rank: {n}, other: {n}}}\n" for n in range(1_001))
LONG = "1" + " + 1" * 500
STAIRS = "M0 0" + "h1v1" * 1_001
FAR = "M0 0L1000000001 1"
PIECES = f"{GAME}  t: {{kind: tokens, front: front.xml, tokens: t.yaml}}\n"
BOOK = f"{GAME}  book: {{kind: rulebook, text: book.md, page: a6}}\n"
BOX = "  x: {kind: box, holds: cards, front: front.xml}\n"
SCENE = "s:\n  size: 50x50\n  items:\n"
LINE = "spaces:\n  s1: {at: [1mm, 1mm], links: [s2]}\n  s2: {at: [9mm, 9mm]}\n"

Files = dict[str, str | bytes]


def _face(words: str) -> Files:
    return {"templates/toy/front.xml": f"<face>{words}</face>"}


def _drawn(words: str) -> Files:
    head = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
    return {
        "a.svg": f"{head}{words}</svg>",
        **_face("<image src='a.svg' at='1mm 1mm' width='9mm'/>"),
    }


def _book(words: str) -> Files:
    return {"game.yaml": BOOK, "book.md": words}


def _board(words: str, data: str = "{}\n") -> Files:
    return {"game.yaml": HEAD.replace("size: 200x200", f"{words}size: 200x200"), "b.yaml": data}


def _promise(words: str, cards: str = RANKS) -> Files:
    fields = "rank: int, other: {int: , optional: yes}"
    return {
        "game.yaml": CARDS.replace("rank: int", fields),
        "cards.yaml": cards,
        "rules.yaml": f"{PROMISE}{words}}}\n",
    }


def _token(words: str) -> Files:
    return {"game.yaml": PIECES, "t.yaml": f"- {{id: a, {words}}}\n"}


EXCEEDED: dict[str, Files] = {
    "steps that all promises of a game take together": {
        "game.yaml": CARDS, "cards.yaml": RANKS,
        "rules.yaml": f"{PROMISE}expr, for_each: cards, that: each.rank < 2000}}\n",
    },
    "pairs of cards that one promise compares": {
        "game.yaml": CARDS, "cards.yaml": RANKS,
        "rules.yaml": f"{PROMISE}kind_present, of: cards, for_each: cards, where_card: rank == each.rank}}\n",
    },
    "steps that all templates of a game take together": _face("{% for n in range(200) %}{% endfor %}"),
    "pixels of a JPEG that goes into the PDF as it is": {
        **_face('<image src="a.jpg" width="9mm" height="9mm"/>'), "a.jpg": saved(RGB, "JPEG"),
    },
    "pixels of all images of a game": {
        **_face('<image src="a.png" width="9mm" height="9mm"/>'), "a.png": png(8, 2, bytes(52), size=(4, 4)),
    },
    "bytes of a font": {"game.yaml": f"{GAME}fonts: {{body: {{regular: Own.ttf}}}}\n", "fonts/Own.ttf": bytes(DEFAULT.font_bytes + 1)},
    "places that a filter such as `ring` gives": {"templates/toy/front.xml": "<face>{{ 40 | hexes(40, 5) }}</face>"},
    "a board": {"game.yaml": HEAD.replace("200x200", "600x600"), "b.yaml": "{}\n"},
    "spaces of a board, those of tracks and grid included": {
        "game.yaml": HEAD, "b.yaml": "grid: {at: [0mm, 0mm], cell: 1mm, columns: 71, rows: 71, fill: yes}\n",
    },
    "spaces of a track": {"game.yaml": HEAD, "b.yaml": "tracks: {t: {to: 1001, at: [5mm, 5mm], cell: 5mm}}\n"},
    "links of a board": {"game.yaml": HEAD, "b.yaml": LINKED},
    "different expressions in a board's file": {"game.yaml": HEAD, "b.yaml": MIXED},
    "cells of a CSV table": {
        "game.yaml": CARDS.replace("cards.yaml", "cards.csv"),
        "cards.csv": f"id,rank{''.join(f',c{n}' for n in range(299))}\n" + ("a,1" + "," * 299 + "\n") * 1_700,
    },
    "bytes of an SVG image": _drawn("<!--" + " " * 8_000_000 + "-->"),
    "elements of an SVG file": _drawn("<g/>" * 100_001),
    "elements of an SVG file that are drawn, clones counted": _drawn(
        '<g id="a0"/>' + "".join(f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * 10 + "</g>" for n in range(1, 9))
    ),
    "shapes of an SVG image": _drawn("<path d='M0 0h9'/>" * 20_001),
    "segments of an SVG image": _drawn(f"<path d='M0 0{'h1' * 19_000}'/>" * 22),
    "a number in an icon, in a path or in a piece's outline": {
        "icons/mark.svg": f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='{FAR}'/></svg>",
        **_face("<icon name='mark' at='1mm 1mm' size='9mm'/>"),
    },
    "players of a game": {"game.yaml": GAME.replace("max: 4", "max: 101")},
    "components of a game": {"game.yaml": GAME + "".join(f"  c{n}: {{kind: deck, front: front.xml, cards: [{{id: a}}]}}\n" for n in range(100))},
    "facts of a game": {"game.yaml": GAME.replace("facts: {", "facts: {" + "".join(f"f{n}: 1, " for n in range(1_000)))},
    "characters of an expression": {"game.yaml": GAME.replace("facts.two * 3", LONG)},
    "characters of a title or label, or of what a promise or step says": {"game.yaml": GAME.replace("Toy\n", "T" * 4_001 + "\n", 1)},
    "a size of type": {"game.yaml": GAME.replace("components:", "styles: {huge: {size: 1001pt}}\ncomponents:")},
    "copies of a board, mat or player aid": _board("copies: 101, "),
    "the side of a rulebook's page, or of paper": {"game.yaml": BOOK.replace("a6", "5081x5081"), "book.md": "Words.\n"},
    "columns, and rows, of a board's grid": _board("", "grid: {at: [0mm, 0mm], cell: 1mm, columns: 1001, rows: 1}\n"),
    "a length on a board": _board("", "grid: {at: [2001mm, 0mm], cell: 1mm, columns: 1, rows: 1}\n"),
    "areas of a board": _board("", "areas:\n" + "".join(f"  a{n}: {{at: [1mm, 1mm], size: [9mm, 9mm]}}\n" for n in range(5_001))),
    "segments of a path that spaces lie along": _board("", f"tracks: {{t: {{to: 2, shape: path, cell: 1mm, path: {STAIRS}}}}}\n"),
    "points of a piece's outline": _token(
        f"shape: path, size: 50x50, path: M0 0{''.join(f'L{n / 30:.3f} 0' for n in range(1, 1_001))}L40 40L0 40Z"
    ),
    "characters of a piece's outline": _token(f"shape: path, size: 50x50, path: M0 0{' ' * 100_000}L40 0L40 40L0 40Z"),
    "cards in a box": {"game.yaml": GAME.replace("{id: a,", "{id: a, count: 10000,") + BOX},
    "the side of a card in a box": {"game.yaml": GAME.replace("    front:", "    size: 9x20\n    front:") + BOX},
    "the edge of a die": _token("shape: die, size: 101x101"),
    "the width and height of a standee": _token("shape: standee, size: 30x301"),
    "parts of a template: names, numbers, operators, filters, tags": _face(f"{{{{ [{'1,' * 8_001}] | length }}}}"),
    "entries of a list that a template makes": _face("{{ range(20001) | length }}"),
    "characters of a text that a filter or method is given": _face(f"{{{{ 'x'.count('{'y' * 1_001}') }}}}"),
    "`petals` × `rings` of a `guilloche`": _face("{{ 1 | guilloche(9, 9, 77, 13) }}"),
    "characters of a text when its Jinja is worked out, marks of pnp included": _book(
        "{% for n in range(6000) %}" + "x" * 90 + "\n\n{% endfor %}"
    ),
    "characters of a paragraph": _book("x" * 8_001),
    "paragraphs and list items of a text": _book("a\n\n" * 3),
    "levels of headings": _book("# A\n\n## B\n\n### C\n\n#### D\n\n##### E\n\nWords.\n"),
    "lists and call-outs inside each other": _book("> " * 9 + "x\n"),
    "columns of a table": _book(f"{'|a' * 13}|\n{'|-' * 13}|\n{'|a' * 13}|\n"),
    "figures of a text": _book("![](card:cards/a)\n\n" * 401),
    "`[[contents]]` of a text": _book("# A\n\n" + "[[contents]]\n\n" * 2),
    "`[[components]]`, `[[icons]]` or `[[credits]]` of a text, of each": _book("# A\n\n" + "[[components]]\n\n" * 4),
    "things in a scene of `figures.yaml`": {**_book("![](setup:s)\n"), "figures.yaml": SCENE + "  - {at: [1, 1], label: a}\n" * 61},
    "shapes, texts and images that a scene draws": {
        **_book("![](setup:s)\n"), "figures.yaml": f"{SCENE}  - {{at: [1, 1], face: card:cards/a}}\n",
    },
    "pages of a text": _book("a\n\n[[page]]\n\n" * 301),
    "combinations of a `factorial`": _promise("factorial, of: cards, fields: [rank, other], times: 1", TWO),
    "cards that an `odds` draws": _promise("odds, of: cards, match: rank == 1, draw: 201, at_least: 1, is: 0.2"),
    "cards of `for_each` in an `odds`": _promise(
        "odds, of: cards, match: rank == each.rank, draw: 2, at_least: 1, is: 0.2, for_each: cards"
    ),
    "numbers that a `range` looks for with `every`": _promise("range, of: cards, field: rank, from: 0, to: 100000, every: yes"),
    "spaces of a `track`": {
        **_board("", "tracks: {t: {to: 9, at: [5mm, 5mm], cell: 5mm}}\n"),
        "rules.yaml": f"{PROMISE}track, of: b, track: t, from: 1, to: 100001}}\n",
    },
    "walks of a `graph`, times the spaces and links of its board": {
        **_board("", LINE), "rules.yaml": f"{PROMISE}graph, of: b, rule: reach, from: s1, to: s2}}\n",
    },
    "characters of the `phrase` of an `xdoc`": {"rules.yaml": f"{PROMISE}xdoc, phrase: {'x' * 201}}}\n"},
    "steps of `setup.yaml`": {"setup.yaml": "- {says: one card, what: cards, all: 1}\n" * 201},
    "rows that they make for all numbers of players": {"setup.yaml": "- {says: one card, what: cards, all: 1}\n" * 2},
}  # fmt: skip
"""Games that exceed a limit of their data."""

ALSO: dict[str, list[Files]] = {
    "a number in an icon, in a path or in a piece's outline": [
        _face(f"<path at='1mm 1mm' width='9mm' height='9mm' viewbox='9 9' d='{FAR}'/>"), _token(f"shape: path, size: 50x50, path: {FAR}"),
    ],
    "characters of an expression": [
        _board(f"when: '{LONG}', "), _board(f"copies: '{LONG}', "), _promise(f"expr, that: {LONG} == 501"),
        {"setup.yaml": f"- {{says: one card, what: cards, all: {LONG}}}\n"},
    ],
    "a size of type": [_face('<text at="1mm 1mm" width="40mm" height="40mm" size="1001pt">a</text>')],
    "segments of a path that spaces lie along": [_face(f"{{{{ '{STAIRS}' | along(3) }}}}")],
}  # fmt: skip
"""Other games that exceed the same limits, and are answered with other codes."""

LOWERED: dict[str, tuple[ModuleType, str, int]] = {
    "steps that all templates of a game take together": (bounds, "MAX_STEPS_OF_ALL", 100),
    "steps that all promises of a game take together": (scope, "MAX_STEPS", 1_000),
    "pixels of a JPEG that goes into the PDF as it is": (images, "MAX_PIXELS_PASSED", 10),
    "pixels of all images of a game": (images, "MAX_PIXELS_OF_ALL", 10),
    "paragraphs and list items of a text": (prose, "MAX_BLOCKS", 2),
    "shapes, texts and images that a scene draws": (figures, "MAX_ITEMS", 0),
    "walks of a `graph`, times the spaces and links of its board": (graph, "MAX_WORK", 2),
    "rows that they make for all numbers of players": (rows_of_setup, "MAX_ROWS", 1),
    "sheets that a board is glued of": (tiling, "MOST_TILES", 0),
    "a rulebook as a web page": (rulesheets, "MAX_PAGE", 10),
    "pixels of a picture that `pnp export` makes": (exporters, "MAX_PIXELS", 10),
    "pixels of all that one export makes": (exporters, "MAX_PIXELS_OF_ALL", 10),
    "images in all SVG files of an export": (exporters, "MAX_IMAGES", -1),
    "its pages": (scan, "MAX_PAGES", 0),
    "what all its pages draw, unpacked": (streams, "MAX_FILE", 1),
    "words of operators on one of its pages": (streams, "MAX_WORDS", 1),
    "words of operators on all its pages": (streams, "MAX_WORDS_FILE", 1),
    "faces on one of its pages": (scan, "MAX_FACES", 0),
    "faces on all its pages": (streams, "MAX_MARKS", 0),
}
"""Limits that take long to exceed, and what they are for a test."""

MADE: dict[str, tuple[Files, list[str]]] = {
    "sheets that a board is glued of": ({**_board(""), "game.yaml": HEAD.replace("200x200", "400x400")}, ["build", "toy"]),
    "what folding takes off the inner pages of a booklet": (
        {"game.yaml": BOOK.replace("a6", "a6, stock: 0.5mm"), "book.md": "a\n\n[[page]]\n\n" * 40}, ["rules", "toy", "--to", "booklet"],
    ),
    "a rulebook as a web page": (_book("# A\n\nWords.\n"), ["rules", "toy", "--to", "html"]),
    "pixels of a picture that `pnp export` makes": ({}, ["export", "toy"]),
    "pixels of all that one export makes": ({}, ["export", "toy"]),
    "images in all SVG files of an export": ({}, ["export", "toy", "--to", "svg"]),
}  # fmt: skip
"""Games of which a command would make too much."""

READ = [what for what in HELD if re.search(r"\bits pages\b|of its pages|^a PDF", what)]
"""What bounds the reading of a PDF."""


@pytest.fixture
def lowered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A row whose limit is lowered where it takes long to exceed it."""
    if request.param in LOWERED:
        monkeypatch.setattr(*LOWERED[request.param])
    return request.param


@pytest.mark.parametrize("what", REFUSED)
def test_its_code_is_that_of_the_hostile_cases(what: str) -> None:
    cases = [
        yaml.safe_load((HOSTILE / name / "expect.yaml").read_text(encoding="utf-8"))
        for name in REFUSED[what].split()
    ]
    assert sorted({case["code"] for case in cases}) == ROWS[what][1]
    assert {case["exit"] for case in cases if case["code"].startswith("P8")} <= {4}


def _answered(folder: Path, files: Files) -> set[str]:
    said = findings(folder, files)
    if not said:  # what draws has not been asked yet
        try:
            said = "\n".join(map(text, kit(folder, files).diagnostics))
        except Problems as problem:
            said = str(problem)
    return set(re.findall(r"(?m)^[^ ].* error (P\d{3}) ", said))


@pytest.mark.parametrize("lowered", EXCEEDED, indirect=True)
def test_its_code_is_what_comes(lowered: str, tmp_path: Path) -> None:
    games = [EXCEEDED[lowered], *ALSO.get(lowered, [])]
    assert (
        sorted(set().union(*(_answered(tmp_path / str(n), files) for n, files in enumerate(games))))
        == ROWS[lowered][1]
    )


def test_an_expression_may_be_just_so_long() -> None:
    """The sandbox, which refuses it, has no name for the number."""
    assert expressions.Expressions(Sandbox()).evaluate("1".ljust(expressions.MAX_SOURCE)) == 1
    with pytest.raises(ExpressionError):
        expressions.Expressions(Sandbox()).compile("1".ljust(expressions.MAX_SOURCE + 1))


@pytest.mark.parametrize("lowered", MADE, indirect=True)
def test_what_is_not_made(
    lowered: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    files, arguments = MADE[lowered]
    written(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    assert (
        re.findall(r"(?m)^(?:\S+ )?error (P\d{3}) ", call(capsys, *arguments).err)
        == ROWS[lowered][1]
    )


@pytest.mark.parametrize("lowered", READ, indirect=True)
def test_what_verify_does_not_read(lowered: str, tmp_path: Path) -> None:
    made = tmp_path / "cards.pdf"
    drawn = b"/PnpFace /X BDC EMC"
    with pikepdf.new() as pdf:
        pdf.add_blank_page().Contents = pdf.make_stream(
            drawn if lowered in LOWERED else bytes(streams.MAX_STREAM + 1)
        )
        pdf.save(made)
    if lowered.startswith("a PDF"):
        with made.open("r+b") as file:
            file.truncate(scan.MAX_BYTES + 1)
    with pytest.raises(Problems) as caught:
        scan.scan(scan.read(made), made)
    assert [d.code for d in caught.value.diagnostics] == ROWS[lowered][1]


def test_what_takes_too_long_by_the_clock() -> None:
    with pytest.raises(Problems) as caught:
        confined(time.sleep, 60, bounds=BOUNDS._replace(patience=0))
    assert [d.code for d in caught.value.diagnostics] == ROWS["time by the clock"][1]


def test_every_row_of_the_page_is_exceeded() -> None:
    assert sorted([*REFUSED, *EXCEEDED, *MADE, *READ, "time by the clock"]) == sorted(ROWS)
