"""The pictures of README and docs show the games as they are."""

import importlib.util
from pathlib import Path

ROOT = Path(__file__).parent.parent


def _tool():
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools" / "pictures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_picture_is_stale():
    tool = _tool()
    assert len(tool.entries()) >= 4
    assert tool.stale() == [], "run: make pictures"


def test_a_changed_face_is_noticed(tmp_path):
    tool = _tool()
    tool.FOLDER = tmp_path
    assert tool.stale() == [entry["name"] for entry in tool.entries()]
