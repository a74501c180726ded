from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest

import pnp
from pnp.cli import doctor_ as doctor
from pnp.cli.doctor_ import examined, older
from pnp.load.workspace import Workspace, find, shipped_folder

from .run import call


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of fonts of one's own."""
    (tmp_path / "pnp.yaml").write_text("")
    folder = tmp_path / "fonts" / "mine"
    folder.mkdir(parents=True)
    return folder


def here(shipped: Path | None = None) -> Workspace:
    return find(Path.cwd(), shipped)


def test_examined_sound_installation() -> None:
    report = examined(here(), pnp.__version__)
    assert report.troubles == ()
    assert report.version == metadata.version("print-and-play")
    assert {package.name: package.version for package in report.packages}[
        "uharfbuzz"
    ] == metadata.version("uharfbuzz")
    assert all(package.version for package in report.packages)
    assert {family.name: bool(family.licences and family.files) for family in report.fonts} == {
        "dejavu-sans": True,
        "roboto-condensed": True,
        "roboto-slab": True,
        "source-sans-3": True,
    }
    assert report.icons > 100
    assert report.workspace == ""
    assert "organ-match" in report.games
    assert report.trial_bytes > 1000


def test_doctor_says_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "doctor")
    assert (said.code, said.err) == (0, "all is well\n")
    lines = said.out.splitlines()
    assert lines[0].startswith(f"pnp {pnp.__version__}, Python 3.")
    assert "fonts: 4 families" in lines
    assert any(line.startswith("workspace: none here; ") for line in lines)
    assert lines[-1].endswith("bytes, drawn and read back")


def test_doctor_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "doctor", "--json")
    assert (said.code, said.err) == (0, "")
    assert json.loads(said.out)["troubles"] == []


def test_doctor_names_the_workspace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call(capsys, "new", "night-market")
    assert f"workspace: {tmp_path} (1 game)" in call(capsys, "doctor").out


def test_font_without_a_licence_is_trouble(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = shipped_folder() / "fonts/roboto-slab/RobotoSlab_400Regular.ttf"
    (own / "Mine.ttf").write_bytes(shipped.read_bytes())
    said = call(capsys, "doctor")
    told = "fonts/mine has no licence beside its files; put its LICENSE.txt or OFL.txt there"
    assert (said.code, said.err) == (1, f"error {told}\n1 thing wrong\n")
    (own / "OFL.txt").write_text("licence")
    assert call(capsys, "doctor").code == 0


def test_font_that_cannot_be_read_is_trouble(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "LICENSE").write_text("licence")
    (own / "Mine.ttf").write_bytes(b"no font")
    said = call(capsys, "doctor")
    assert said.code == 1 and "P421" in said.err and "Mine.ttf" in said.err


def test_examined_installation_without_fonts_and_icons(tmp_path: Path) -> None:
    report = examined(here(tmp_path / "nothing"), "0")
    assert (report.fonts, report.icons, report.trial_bytes, report.games) == ((), 0, 0, ())
    assert "there are no fonts; install pnp again" in report.troubles
    assert any("game-icons.json" in trouble for trouble in report.troubles)


def test_package_missing_or_old_are_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        metadata,
        "requires",
        lambda _name: ["click>=99", "no-such-package>=1.0", 'ruff>=0.6; extra == "test"'],
    )
    troubles: list[str] = []
    found = list(doctor._packages(troubles))
    assert [(package.name, package.least) for package in found] == [
        ("click", "99"),
        ("no-such-package", "1.0"),
    ]
    assert [trouble.partition(";")[0] for trouble in troubles] == [
        f"the package click is {metadata.version('click')}, older than 99",
        "the package no-such-package is not installed",
    ]


@pytest.mark.parametrize(
    ("version", "least", "is_older"),
    [
        ("1.2", "1.10", True),
        ("1.10", "1.2", False),
        ("5.0", "5.0.0", False),
        ("5", "5.0.1", True),
        ("2.0rc1", "2.0", False),
        ("3", "", False),
    ],
)
def test_older_compares_versions_by_their_numbers(version: str, least: str, is_older: bool) -> None:
    assert older(version, least) is is_older


def test_trial_that_reads_back_wrong_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "words", lambda _pdf: ["Trail 0123"])
    assert examined(here(), "0").troubles == (
        'PDFium reads "Trail 0123" where "Trial 0123" was drawn',
    )
