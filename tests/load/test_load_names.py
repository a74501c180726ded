"""Virtual paths: what may be a name on every system, and what may not."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Span
from pnp.load.names import refusal


@pytest.mark.parametrize(
    "path",
    [
        "a",
        "data/g/x.csv",
        "a b.png",
        "été.png",
        ".hidden",
        "a..b",
        "...a",
        "console.yaml",
        "com10",
        "nul-1.txt",
        "aux1/x",
        "x\u00a0y",
    ],
)
def test_plain_names_are_fine(path: str) -> None:
    assert refusal(path) is None


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("../x", "leaves"),
        ("a/../../x", "leaves"),
        ("a/..", "leaves"),
        ("/etc/passwd", "leaves"),
        ("~/x", "leaves"),
        ("C:/x", "leaves"),
        ("c:x", "leaves"),
        ("a\\b", "backslash"),
        ("..\\x", "backslash"),
        ("a\0b", "invisible"),
        ("a\nb", "invisible"),
        ("a\ud800", "invisible"),
        ("", "without a name"),
        ("a//b", "without a name"),
        ("./a", "without a name"),
        ("a/", "without a name"),
        ("CON", "device"),
        ("a/nul", "device"),
        ("Aux.png", "device"),
        ("com1.tar.gz", "device"),
        ("LPT¹", "device"),
        ("prn .txt", "device"),
        ("a.png:stream", "on Windows"),
        ("a.", "on Windows"),
        ("a /b", "on Windows"),
        ("x" * 1001, "longer"),
    ],
)
def test_the_rest_is_refused(path: str, says: str) -> None:
    found = refusal(path, Span("game.yaml", 3, 4))
    assert found is not None
    assert (found.code, found.span) == ("P810", Span("game.yaml", 3, 4))
    assert says in found.message
    assert found.hint
    assert found.message.isprintable()


@pytest.mark.parametrize(
    "path", ["C:\\Users\\ada\\x.csv", "data/g/C:\\Users\\ada\\x.csv", "\\\\disk\\x.csv", "/x.csv"]
)
def test_a_file_elsewhere_is_to_be_copied(path: str) -> None:
    found = refusal(path)
    assert found and found.hint.startswith("copy the file into the game's folder")


def test_an_empty_folder_and_one_of_a_dot_have_each_their_cure() -> None:
    hints = {
        path: found.hint
        for path in ("data/toy//images/a.png", "./a.png")
        if (found := refusal(path))
    }
    assert hints == {
        "data/toy//images/a.png": 'leave out a "/" before the first folder, and one of two that stand together',
        "./a.png": 'leave out "./"',
    }
