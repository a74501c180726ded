"""`pnp export`: what the files of faces hold; `suite/export.txt` has what is printed."""

from __future__ import annotations

import hashlib
import json
import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import PIL.Image
import pytest

from pnp.build import exporters
from pnp.build.export import ExportOptions, export, plain
from pnp.load.workspace import find

from .pnp import pnp
from .test_suite import files, parts

SUITE = Path(__file__).parent / "suite/export.txt"
BITS = """\
  bits: {kind: tokens, tokens: tokens.yaml, size: 20mm, front: f.xml, back: f.xml, sides: two}
  box: {kind: box, holds: ships, front: f.xml}
"""
TOKENS = """\
- {id: flag, shape: path, path: "M0 0L20 0L0 20Z"}
- {id: die, shape: die}
- {id: slot, shape: slotted-standee, size: 20x30mm}
- {id: stand, shape: standee, size: 20x30mm}
- {id: leaf, shape: circle, sides: fold}
"""


@pytest.fixture
def light(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game of the suite; its folder."""
    monkeypatch.chdir(tmp_path)
    files(parts(SUITE)[0])
    return Path("data/light")


def exported(*options: str) -> dict[str, bytes]:
    """The pictures of an export into `made`, by their names."""
    run = pnp("export", "light", "-o", "made", *options)
    assert run.status == 0, run
    return {path.name: path.read_bytes() for path in sorted(Path("made").glob("*/*.*g"))}


def opened(data: bytes) -> PIL.Image.Image:
    return PIL.Image.open(BytesIO(data))


def test_png_files_have_the_size_and_hash_of_the_manifest(light: Path) -> None:
    made = exported("--dpi", "100", "--bleed", "1mm")
    for path in Path("made").glob("*/manifest.json"):
        for name, entry in json.loads(path.read_text())["files"].items():
            image = opened(made.pop(name))
            assert list(image.size) == entry["size_px"]
            assert image.info["dpi"] == pytest.approx((100, 100), abs=0.02)
            data = path.with_name(name).read_bytes()
            assert entry["sha256"] == hashlib.sha256(data).hexdigest()
    assert not made


def test_pieces_are_clear_outside_of_their_outline(light: Path) -> None:
    with (light / "game.yaml").open("a") as game:
        game.write(BITS)
    (light / "tokens.yaml").write_text(TOKENS)
    front = '<face><rect width="100%" height="100%" fill="red"/></face>'
    Path("templates/light/f.xml").write_text(front)
    made = exported("--dpi", "127", "--only", "bits", "--only", "box")
    images = {name[4:-4]: opened(data) for name, data in made.items()}
    assert images.pop("leaf_front").mode == "RGB"
    corners = {"flag_front": [255, 0], "flag_back": [0, 255]}
    for name, alphas in corners.items():
        assert [images[name].getpixel((x, 60))[3] for x in (10, 90)] == alphas  # type: ignore[index]
    for name in ("die_front", "slot_front", "stand_front", "box_front"):
        alpha = images[name].getchannel("A").tobytes()
        assert min(alpha) == 0 and 0.3 < sum(alpha) / 255 / len(alpha) < 0.98, name
    bled = exported("--dpi", "36", "--only", "bits", "--bleed", "1mm")
    assert {opened(data).mode for name, data in bled.items() if "box" not in name} == {"RGB"}


def test_svg_files_link_to_nothing_outside(light: Path) -> None:
    for data in exported("--to", "svg", "--bleed", "2mm", "--only", "ships").values():
        root = ElementTree.fromstring(data)
        assert (root.attrib["width"], root.attrib["viewBox"]) == ("67mm", "-2000 -2000 67000 92000")
        attributes = [item for element in root.iter() for item in element.attrib.items()]
        links = [value for key, value in attributes if key.endswith("href")]
        assert links and all(link.startswith(("#", "data:")) for link in links)


def test_too_large_pictures_leave_the_earlier_files(
    light: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = exported("--dpi", "36")
    for limit, pixels, message in (
        ("MAX_PIXELS", 10_000, "P621 001_brig_front.png would have 179 × 249 pixels"),
        ("MAX_PIXELS_OF_ALL", 100_000, "P621 the pictures would have"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(exporters, limit, pixels)
            run = pnp("export", "light", "--dpi", "72", "-o", "made")
        assert run.status == 1 and message in run.talk
    assert before == {path.name: path.read_bytes() for path in Path("made").glob("*/*.png")}


def test_exporter_that_is_registered_makes_files_of_its_suffix(
    light: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporters, "EXPORTERS", exporters.EXPORTERS.copy())
    monkeypatch.setattr("pnp.build.export.EXPORTERS", exporters.EXPORTERS)
    exporters.exporter("size")(
        lambda files, assets, options: [str(file.picture.area.size).encode() for file in files]
    )
    here = find(Path())._replace(untrusted=False)
    done = export(here, "light", light, Path("made"), ExportOptions("size"))
    for part in done.folders:
        assert all(name.endswith(".size") for name in part.files)
        assert all((Path("made") / part.component / name).is_file() for name in part.files)


def painted(light: Path) -> None:
    """Ships whose faces show a coloured image."""
    front = '<face><image src="red.png" width="100%" height="100%"/></face>'
    Path("templates/light/p.xml").write_text(front)
    PIL.Image.new("RGB", (900, 1200), (200, 30, 30)).save(light / "red.png")
    game = (light / "game.yaml").read_text()
    ships = "front: p.xml, fields: {title: text}, cards: cards/ships"
    game = game.replace("template: base/classic, cards: cards/ships", ships)
    (light / "game.yaml").write_text(game)


def colour(data: bytes) -> int:
    """How far the most colourful pixel is from grey."""
    samples = opened(data).convert("RGB").tobytes()
    pixels = zip(samples[::3], samples[1::3], samples[2::3], strict=True)
    return max(max(pixel) - min(pixel) for pixel in pixels)


def test_grey_ink_leaves_no_colour_in_pictures(light: Path) -> None:
    painted(light)
    full, grey = (exported("--dpi", "36", "--ink", ink) for ink in ("full", "grey"))
    assert full == exported("--dpi", "36")
    Path("pnp.yaml").write_text("ink: grey\n")
    assert grey == exported("--dpi", "36")
    for name in ("001_brig_front.png", "001_wave_front.png"):
        assert colour(grey[name]) <= 3 < colour(full[name])


def test_grey_ink_leaves_no_colour_in_svg(light: Path) -> None:
    painted(light)
    for data in exported("--to", "svg", "--ink", "grey").values():
        for fill in set(re.findall(rb'(?:fill|stroke)="#([0-9a-f]{6})"', data)):
            assert fill == fill[:2] * 3


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("heart", "heart"),
        ("a_b/c d", "a-b-c-d"),
        ("..", "-"),
        ("", "-"),
        ("é:ß", "é-ß"),
        ("x" * 99, "x" * 60),
        ("a.", "a"),
        ("牌" * 99, "牌" * 60),
        ("x" + "𝔊" * 60, "x" + "𝔊" * 44),
    ],
)
def test_plain_makes_parts_of_file_names_of_ids(name: str, wanted: str) -> None:
    assert plain(name) == wanted
