"""The resource loader reads what trees name; what cannot be read is reported where it is named."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import PIL.Image
import pytest

from pnp.diagnostics import Problems, Span

from .deck import GAME, load_resources, loader_of, play

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h10v10z"/></svg>'
SANS = "dejavu-sans/DejaVuSans.ttf"


def png() -> bytes:
    stream = BytesIO()
    PIL.Image.new("RGB", (6, 4), "red").save(stream, "PNG")
    return stream.getvalue()


def test_loader_reads_only_what_is_named(tmp_path: Path) -> None:
    front = (
        '<face><icon name="sun"/><text>a <icon name="mine"/></text><image src="photo.png"/></face>'
    )
    files: dict[str, Any] = {"mine_svg": SVG, "other_svg": "no icon at all", "unread_png": b""}
    resources, said = load_resources(tmp_path, front, photo_png=png(), **files)
    assert said == ""
    assert sorted(resources.icons) == ["mine", "sun"] and sorted(resources.images) == ["photo.png"]
    picture = resources.images["photo.png"].ref
    assert (picture.width, picture.height) == (6, 4)
    assert {"mine", "other", "sun"} <= set(resources.icon_names)
    assert sorted(resources.authors) == ["sun"] and resources.authors["sun"]
    assert resources.credit() == f"{resources.authors['sun']} – {resources.notice}"
    assert resources.notice.startswith("game-icons.net")


def test_own_icons_win_over_those_of_the_workspace_and_these_over_shipped_ones(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "templates/icons"
    folder.mkdir(parents=True)
    for name in ("sun", "mine", "moon"):
        (folder / f"{name}.svg").write_text(SVG.replace("0 0 10 10", "0 0 20 10"))
    front = '<face><icon name="sun"/><icon name="mine"/><icon name="heart-organ"/></face>'
    resources, said = load_resources(tmp_path, front, mine_svg=SVG)
    shapes = {name: icon.width / icon.height for name, icon in resources.icons.items()}
    assert said == "" and shapes == {"sun": 2, "mine": 1, "heart-organ": 1}
    assert sorted(resources.authors) == ["heart-organ"]


def test_families_have_their_cuts_and_their_fallback(tmp_path: Path) -> None:
    resources, said = load_resources(tmp_path)
    body = resources.families["body"]
    assert said == "" and body.cut(True, False) is not None and body.cut(True, True) is not None
    assert [face.ref.name for face in body.fallback] == [SANS]
    assert resources.families["numeral"].cut(False, True) is None, "nothing is slanted by force"
    assert resources.typefaces()[body.fallback[0].ref.hash] is body.fallback[0]


FRONT = "templates/toy/front.xml:2: error"
MISSING = [
    ('<image src="phto.png"/>', f"{FRONT} P130 there is no file data/toy/phto.png"),
    ('<image src="../../pnp.yaml"/>', f"{FRONT} P810 "),
    ('<image src="/etc/passwd"/>', f"{FRONT} P810 "),
    ('<image src="bad.png"/>', f"{FRONT} P43"),
    ("<image/>", f"{FRONT} P130 the image's src is empty: no file is named"),
    ('<image src=" "/>', f"{FRONT} P130 the image's src is empty: no file is named"),
    ('<icon name="bad"/>', "data/toy/icons/bad.svg:1"),
]


@pytest.mark.parametrize(("element", "said"), MISSING)
def test_loader_reports_what_it_cannot_read(tmp_path: Path, element: str, said: str) -> None:
    front = f"<face>\n{element}</face>"
    files: dict[str, Any] = {"photo_png": png(), "bad_png": b"nothing", "bad_svg": "<svg"}
    assert load_resources(tmp_path, front, **files)[1].startswith(said)


def family(tmp_path: Path, declared: str) -> tuple[Any, str]:
    resources, said = load_resources(tmp_path, game=f"fonts: {declared}\n{GAME}")
    return resources.families, said


def test_unknown_fallback_is_reported(tmp_path: Path) -> None:
    families, said = family(
        tmp_path, f"{{mine: {{regular: {SANS}, fallback: [symbl]}}, lost: {{regular: nope.ttf}}}}"
    )
    message = 'error P213 font family "mine" falls back on "symbl"\n  hint: did you mean "symbol"?'
    assert message in said and "error P130 there is no file" in said
    assert families["lost"].cuts == next(iter(families.values())).cuts


SERIF = "roboto-slab/RobotoSlab_700Bold.ttf"
REFINED = {  # body of the base sheet as a game writes it: its regular file, its cuts, its fallback
    "{fallback: [title]}": ("source-sans-3/SourceSans3_400Regular.ttf", 4, "title"),
    f"{{bold: {SERIF}}}": ("source-sans-3/SourceSans3_400Regular.ttf", 4, "symbol"),
    f"{{regular: {SERIF}}}": (SERIF, 1, "symbol"),
    f"{{regular: {SERIF}, bold: {SERIF}, fallback: []}}": (SERIF, 2, ""),
}


@pytest.mark.parametrize("written", REFINED)
def test_family_refines_that_of_the_base_sheet(tmp_path: Path, written: str) -> None:
    families, said = family(tmp_path, f"{{body: {written}}}")
    regular, cuts, behind = REFINED[written]
    body, other = families["body"], families.get(behind)
    assert said == "" and body.cut(False, False).ref.name == regular and len(body.cuts) == cuts
    assert body.fallback == ((other.cut(False, False),) if other else ())
    assert body.behind(True, True) == ((other.cut(True, False),) if other else ())


def test_family_without_a_regular_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Problems) as problem:
        family(tmp_path, f"{{mine: {{bold: {SANS}}}}}")
    (found,) = problem.value.diagnostics
    assert (found.code, found.message) == ("P202", 'the font family "mine" has no "regular"')


@pytest.mark.parametrize("cut", ["bold", "italic", "bold-italic", "regular"])
def test_unreadable_cut_is_reported_once_and_replaced(cut: str, tmp_path: Path) -> None:
    other = "bold" if cut == "regular" else "regular"
    families, said = family(tmp_path, f"{{mine: {{{other}: {SANS}, {cut}: nope.ttf}}}}")
    assert said.count("error") == 1 and "P130" in said
    assert families["mine"].cut("bold" in cut, "italic" in cut).ref.name == SANS
    assert len(families["mine"].cuts) == 2, "what was not declared is none"


def test_family_that_cannot_be_read_has_every_cut_that_it_declares(tmp_path: Path) -> None:
    every = ", ".join(f"{cut}: nope.ttf" for cut in ("regular", "bold", "italic", "bold-italic"))
    families, said = family(tmp_path, f"{{lost: {{{every}}}}}")
    assert said.count("error") == 1, "one file, one word"
    assert len(families["lost"].cuts) == 4


def test_missing_picture_is_reported_at_its_first_place_and_not_read_again(
    tmp_path: Path,
) -> None:
    play(tmp_path, "<face/>")
    loader = loader_of(tmp_path)
    for line in (9, 3, 5):
        loader.load([(("image", "late.png"), Span("front.xml", line))])
        (tmp_path / "data/toy/late.png").write_bytes(png())
    assert [(d.code, d.span) for d in loader.found()] == [("P130", Span("front.xml", 3))]
    assert loader.resources.images == {}
