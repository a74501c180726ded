"""Writing: all files or none, whatever fails and whenever; the read-back; the manifest."""

from __future__ import annotations

import errno
import hashlib
import json
import multiprocessing
import os
import shutil
import signal
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.assets.paths import rectangle
from pnp.diagnostics import Problems
from pnp.draw.pdf import Info, draw
from pnp.draw.resources import Assets
from pnp.face import Face, Shape, digest
from pnp.impose import Document, Duplex, Placement, Sheet, Side
from pnp.load.file_states import state as standing
from pnp.output import manifest as listing
from pnp.output import write as module
from pnp.output.manifest import FORMAT, MANIFEST, dumps, manifest
from pnp.output.readback import Expect, readback
from pnp.output.write import LOCK, clear, interrupted, save, write
from pnp.units.color import Color
from pnp.units.geometry import Um, rect, size

if sys.platform != "win32":
    import fcntl

CARD = Face(
    size(63_000, 88_000), Um(0), (Shape(rectangle(rect(0, 0, 63_000, 88_000)), Color("#112233")),)
)
A4 = size(210_000, 297_000)


def document(cards: int = 3, name: str = "cards", component: str = "patients") -> Document:
    trims = [rect(10_500 + 63_000 * n, 16_555, 63_000, 88_000) for n in range(cards)]
    placed = tuple(
        Placement(CARD, component, f"{n + 1}", 1, "front", n, trim, 0, trim)
        for n, trim in enumerate(trims)
    )
    return Document(
        name, "Cards", Duplex.LONG, (Sheet(component, "sheet 1", 1, A4, Side(placed), Side()),)
    )


def built(*documents: Document) -> tuple[dict[str, bytes], dict[str, Any]]:
    files = {f"{one.name}.pdf": draw(one, Assets(), Info()) for one in documents}
    return files, manifest(documents, "a-game", {})


def put(folder: Path, *documents: Document) -> None:
    write(folder, *built(*documents))


def state(folder: Path) -> dict[str, bytes]:
    """Every visible or hidden file but the lock."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}


def code_of(caught: pytest.ExceptionInfo[Problems]) -> str:
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.hint
    return diagnostic.code


# --- the good case
# --------------------------------------------------------------------------------


def test_files_and_manifest_arrive(tmp_path: Path) -> None:
    files, listed = built(document())
    write(tmp_path / "output" / "a-game", files, listed)
    found = state(tmp_path / "output" / "a-game")
    assert set(found) == {"cards.pdf", MANIFEST}
    assert found["cards.pdf"] == files["cards.pdf"]
    written = json.loads(found[MANIFEST])
    assert (
        written["files"]["cards.pdf"].pop("sha256")
        == hashlib.sha256(files["cards.pdf"]).hexdigest()
    )
    assert written == listed


def test_a_second_build_replaces_the_first(tmp_path: Path) -> None:
    put(tmp_path, document(3))
    before = state(tmp_path)
    put(tmp_path, document(2))
    after = state(tmp_path)
    assert set(after) == set(before)
    assert all(after[name] != before[name] for name in before)


def test_the_same_build_gives_the_same_bytes(tmp_path: Path) -> None:
    put(tmp_path, document())
    before = state(tmp_path)
    put(tmp_path, document())
    assert state(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_permissions_follow_the_umask(tmp_path: Path) -> None:
    old = os.umask(0o027)
    try:
        put(tmp_path, document())
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "cards.pdf").stat().st_mode) == 0o640


def test_files_that_are_no_longer_made_go_but_only_as_we_wrote_them(tmp_path: Path) -> None:
    (tmp_path / "own.pdf").write_bytes(b"the user's")
    put(tmp_path, document(), document(name="box"), document(name="edited"))
    (tmp_path / "edited.pdf").write_bytes(b"written over by hand")
    put(tmp_path, document())
    assert set(state(tmp_path)) == {"cards.pdf", "own.pdf", "edited.pdf", MANIFEST}


def test_how_the_files_stand_is_told_of_before_another_build_replaces_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stands = write(Path("out"), *built(document()))
    assert stands == tuple(
        standing(str(tmp_path / "out" / name)) for name in ("cards.pdf", MANIFEST)
    )
    real, seen = module._exchange, []

    def exchange(*arguments: Any) -> None:
        real(*arguments)
        seen.append(standing(str(tmp_path / "out" / "cards.pdf")))

    @contextmanager
    def locked(*arguments: Any) -> Iterator[None]:
        yield
        (tmp_path / "out" / "cards.pdf").write_bytes(b"of a build that waited for the lock")

    monkeypatch.setattr(module, "_exchange", exchange)
    monkeypatch.setattr(module, "_locked", locked)
    assert (
        write(Path("out"), *built(document(2)))[0]
        == seen[0]
        != standing(str(tmp_path / "out" / "cards.pdf"))
    )


def test_a_folder_is_cleared_of_what_a_build_has_left_and_removed(tmp_path: Path) -> None:
    put(tmp_path / "out", document(), document(name="box"))
    assert clear(tmp_path / "out") == [] and not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open stays there")
def test_a_folder_goes_while_its_lock_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "out", document())
    gone, held = module._gone, []

    def watched(folder: Path) -> None:
        with (folder / LOCK).open("ab") as file:
            held.append(not module._lock(file))
        gone(folder)

    monkeypatch.setattr(module, "_gone", watched)
    assert clear(tmp_path / "out") == [] and held == [True] and not (tmp_path / "out").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open stays there")
def test_who_waited_for_a_folder_that_was_removed_makes_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "out", document())
    lock, asked = module._lock, []

    def late(file: Any) -> bool:
        asked.append(file)
        if len(asked) == 1:
            shutil.rmtree(tmp_path / "out")  # as another `clear` does in the end
        return lock(file)

    monkeypatch.setattr(module, "_lock", late)
    put(tmp_path / "out", document(name="box"))
    assert len(asked) == 2 and sorted(state(tmp_path / "out")) == ["box.pdf", MANIFEST]


def test_what_is_somebodys_own_stays_in_a_folder_that_is_cleared(tmp_path: Path) -> None:
    put(tmp_path, document(), document(name="box"), document(name="edited"))
    (tmp_path / "own.pdf").write_bytes(b"the user's")
    (tmp_path / "edited.pdf").write_bytes(b"written over by hand")
    assert clear(tmp_path) == ["edited.pdf", "own.pdf"] == sorted(state(tmp_path))
    assert clear(tmp_path) == ["edited.pdf", "own.pdf"]


@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_folder_that_cannot_be_cleared_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    put(tmp_path, document(), document(name="box"))
    before = state(tmp_path)
    monkeypatch.setattr(os, "unlink", Trip(os.unlink, at, DENIED))
    with pytest.raises(Problems) as caught:
        clear(tmp_path)
    monkeypatch.undo()
    assert code_of(caught) == "P702" and state(tmp_path) == before


@pytest.mark.parametrize(
    "old",
    [b"", b"{", b"[]", b'{"files": 3}', b'{"files": {"own.pdf": {}}}', b"[" * 100_000, b"\xff"],
)
def test_a_manifest_that_is_none_is_no_obstacle(tmp_path: Path, old: bytes) -> None:
    (tmp_path / MANIFEST).write_bytes(old)
    (tmp_path / "own.pdf").write_bytes(b"mine")
    put(tmp_path, document())
    assert set(state(tmp_path)) == {"cards.pdf", "own.pdf", MANIFEST}


def test_a_manifest_reaches_no_other_folder(tmp_path: Path) -> None:
    (tmp_path / "victim.pdf").write_bytes(b"x")
    (tmp_path / "out").mkdir()
    entry = {"sha256": hashlib.sha256(b"x").hexdigest()}
    (tmp_path / "out" / MANIFEST).write_text(
        json.dumps({"files": {"../victim.pdf": entry, str(tmp_path / "victim.pdf"): entry}})
    )
    put(tmp_path / "out", document())
    assert (tmp_path / "victim.pdf").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="sparse files and links")
def test_what_a_strangers_manifest_names_is_not_read_whole(tmp_path: Path) -> None:
    """A file of 30 GB takes no room in an archive; a link leads elsewhere. Both stay."""
    (tmp_path / "victim.pdf").write_bytes(b"x")
    (tmp_path / "out").mkdir()
    with (tmp_path / "out/big.pdf").open("wb") as file:
        file.truncate(30_000_000_000)
    (tmp_path / "out/link.pdf").symlink_to(tmp_path / "victim.pdf")
    entry = {"sha256": hashlib.sha256(b"x").hexdigest()}
    (tmp_path / "out" / MANIFEST).write_text(
        json.dumps({"files": {"big.pdf": entry, "link.pdf": entry}})
    )
    put(tmp_path / "out", document())
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {
        "big.pdf",
        "link.pdf",
        "cards.pdf",
    }


def test_what_a_killed_build_left_is_swept(tmp_path: Path) -> None:
    for name in (
        ".cards.pdf.99999999.tmp",
        ".cards.pdf.old.12.tmp",
        f".manifest.json.{os.getpid()}.tmp",
    ):
        (tmp_path / name).write_bytes(b"half")
    (tmp_path / "notes.tmp").write_bytes(b"the user's")
    assert interrupted(tmp_path)
    put(tmp_path, document())
    assert not interrupted(tmp_path)
    assert set(state(tmp_path)) == {"cards.pdf", "notes.tmp", MANIFEST}


@pytest.mark.parametrize("name", ["../x.pdf", "a/b.pdf", ".hidden.pdf", MANIFEST, ""])
def test_only_plain_names_are_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="plain file name"):
        write(tmp_path, {name: b""}, {})
    assert list(tmp_path.iterdir()) == []


# --- failures at every step
# --------------------------------------------------------------------------------


class Trip:
    """Stands for a function of `os` and fails at the n-th call."""

    def __init__(self, real: Callable[..., Any], at: int, problem: BaseException) -> None:
        self.real, self.at, self.problem, self.calls = real, at, problem, 0

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self.calls += 1
        if self.calls == self.at:
            raise self.problem
        return self.real(*arguments, **options)


FULL, DENIED = (
    OSError(errno.ENOSPC, "No space left on device"),
    PermissionError(errno.EACCES, "Permission denied"),
)


@pytest.mark.parametrize("earlier", [True, False])
@pytest.mark.parametrize(
    ("name", "at"),
    [*((name, at) for name in ("fsync", "replace") for at in (1, 2, 3)), ("open", 2)],
)
@pytest.mark.parametrize(
    ("problem", "code"),
    [(FULL, "P701"), (DENIED, "P702"), (OSError(errno.EIO, "I/O error"), "P707")],
)
def test_a_refusal_leaves_everything_as_it_was(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    at: int,
    problem: OSError,
    code: str,
    earlier: bool,
) -> None:
    if earlier:
        put(tmp_path, document(3), document(3, "gone"))
    before = state(tmp_path)
    files, listed = built(document(2), document(2, "box"))
    monkeypatch.setattr(os, name, Trip(getattr(os, name), at, problem))
    with pytest.raises(Problems) as caught:
        write(tmp_path, files, listed)
    assert code_of(caught) == code
    monkeypatch.undo()
    assert state(tmp_path) == before


@pytest.mark.parametrize(
    ("name", "at"), [("fsync", 1), ("fsync", 3), ("replace", 1), ("replace", 2), ("replace", 3)]
)
def test_an_interrupt_cleans_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, at: int
) -> None:
    put(tmp_path, document(3))
    before = state(tmp_path)
    files, listed = built(document(2), document(2, "box"))
    monkeypatch.setattr(os, name, Trip(getattr(os, name), at, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, files, listed)
    monkeypatch.undo()
    assert state(tmp_path) == before


def test_an_interrupt_just_after_a_rename_is_undone_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, document(3))
    before = state(tmp_path)
    files, listed = built(document(2))
    real, calls = os.replace, []

    def replace(*paths: Any) -> None:
        real(*paths)
        calls.append(paths)
        if len(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, files, listed)
    assert state(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_comes_too_late_while_files_change_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, document(3))
    files, listed = built(document(2))
    real = os.replace

    def replace(*paths: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        real(*paths)

    monkeypatch.setattr(os, "replace", replace)
    write(tmp_path, files, listed)
    assert state(tmp_path)["cards.pdf"] == files["cards.pdf"] and len(state(tmp_path)) == 2
    with pytest.raises(KeyboardInterrupt):  # and afterwards it is heard as before
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_the_signal_to_end_is_heard_once_the_files_have_changed_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It left new files beside old ones, and the copies of those that were to come back."""
    put(tmp_path, document(3))
    files, listed = built(document(2), document(2, "box"))
    real, heard = os.replace, list[int]()

    def replace(*paths: Any) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        assert not heard
        real(*paths)

    monkeypatch.setattr(os, "replace", replace)
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        write(tmp_path, files, listed)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]
    assert state(tmp_path)["cards.pdf"] == files["cards.pdf"] and len(state(tmp_path)) == 3


def test_file_systems_without_links_are_served_by_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, document(3))
    before = state(tmp_path)
    files, listed = built(document(2))
    monkeypatch.setattr(os, "link", Trip(os.link, 1, OSError(errno.EPERM, "no links")))
    monkeypatch.setattr(os, "replace", Trip(os.replace, 2, FULL))
    with pytest.raises(Problems):
        write(tmp_path, files, listed)
    monkeypatch.undo()
    assert state(tmp_path) == before


def test_the_manifest_is_renamed_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, listed = built(document(2), document(2, "box"))
    real, order = os.replace, []

    def replace(source: Any, target: Any) -> None:
        order.append(Path(target).name)
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    write(tmp_path, files, listed)
    assert order == ["cards.pdf", "box.pdf", MANIFEST]


@pytest.mark.parametrize(
    "harm", [b"", b"%PDF-1.7 of another", b"%"], ids=["emptied", "changed", "one byte changed"]
)
def test_bytes_that_the_disk_changes_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: bytes
) -> None:
    files, listed = built(document())

    def lying(handle: int) -> None:
        if harm:
            os.lseek(handle, 0 if len(harm) > 1 else 1, os.SEEK_SET)
            os.write(handle, harm)
        else:
            os.ftruncate(handle, 0)

    monkeypatch.setattr(module.os, "fsync", lying)
    with pytest.raises(Problems) as caught:
        write(tmp_path, files, listed)
    assert code_of(caught) == "P707"
    assert state(tmp_path) == {}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    """`-o /dev/null` by a mighty user once put a file in place of the device."""
    os.mkfifo(tmp_path / "words.txt")
    with pytest.raises(Problems) as caught:
        save(tmp_path / "words.txt", b"words")
    assert code_of(caught) == "P703" and "is left alone" in caught.value.diagnostics[0].message
    assert (tmp_path / "words.txt").is_fifo() and [path.name for path in tmp_path.iterdir()] == [
        "words.txt"
    ]


@pytest.mark.parametrize("path", [".", "", "/"])
def test_a_folder_without_a_name_is_in_the_way_as_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Problems) as caught:
        save(Path(path), b"words")
    assert code_of(caught) == "P703" and list(tmp_path.iterdir()) == []


def test_a_limit_on_files_is_no_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        module.os, "fsync", Trip(os.fsync, 1, OSError(errno.EFBIG, "File too large"))
    )
    with pytest.raises(Problems) as caught:
        save(tmp_path / "words.txt", b"words")
    assert (
        code_of(caught) == "P707"
        and "larger than the system allows" in caught.value.diagnostics[0].message
    )
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "cards.pdf").mkdir()
    with pytest.raises(Problems) as caught:
        put(tmp_path, document())
    assert code_of(caught) == "P703"
    assert "a folder lies" in caught.value.diagnostics[0].message
    assert [path.name for path in tmp_path.iterdir() if path.name != LOCK] == ["cards.pdf"]


@pytest.mark.parametrize("below", ["", "deeper"])
def test_a_file_where_the_folder_should_be(tmp_path: Path, below: str) -> None:
    (tmp_path / "output").write_text("a file")
    with pytest.raises(Problems) as caught:
        put(tmp_path / "output" / below, document())
    assert code_of(caught) == "P703"


def test_a_path_that_is_too_long(tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        put(tmp_path / ("x" * 300), document())
    assert code_of(caught) == "P704"


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere"
)
def test_a_read_only_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(Problems) as caught:
        put(tmp_path, document())
    assert code_of(caught) == "P702"


def test_a_pdf_that_a_viewer_holds_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, document(3))
    files, listed = built(document(2))
    problem = PermissionError(errno.EACCES, "Access is denied")
    problem.winerror = 32  # type: ignore[attr-defined,unused-ignore]
    monkeypatch.setattr(os, "replace", Trip(os.replace, 1, problem))
    with pytest.raises(Problems) as caught:
        write(tmp_path, files, listed)
    assert code_of(caught) == "P706"
    assert "close it" in caught.value.diagnostics[0].hint
    assert caught.value.diagnostics[0].span is not None
    assert caught.value.diagnostics[0].span.file == str(tmp_path / "cards.pdf")


# --- two builds at once
# --------------------------------------------------------------------------------


def test_another_build_is_waited_for_and_then_named(tmp_path: Path) -> None:
    put(tmp_path, document(3))
    before = state(tmp_path)
    files, listed = built(document(2))
    with module._locked(tmp_path, 0), pytest.raises(Problems) as caught:
        write(tmp_path, files, listed, patience=0.1)
    assert code_of(caught) == "P705"
    assert state(tmp_path) == before
    write(tmp_path, files, listed, patience=0)


def _build_often(folder: Path, cards: int) -> None:
    files, listed = built(document(cards), document(cards, "box"))
    for _ in range(5):
        write(folder, files, listed)


def test_two_builds_at_once_leave_one_whole_build(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    builds = [context.Process(target=_build_often, args=(tmp_path, cards)) for cards in (1, 2)]
    for build in builds:
        build.start()
    for build in builds:
        build.join()
    assert [build.exitcode for build in builds] == [0, 0]
    entries = json.loads((tmp_path / MANIFEST).read_bytes())["files"]
    assert {name: entry["sha256"] for name, entry in entries.items()} == {
        name: hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()
        for name in ("cards.pdf", "box.pdf")
    }
    assert set(state(tmp_path)) == {"cards.pdf", "box.pdf", MANIFEST}


@pytest.mark.skipif(sys.platform == "win32", reason="flock")
def test_a_file_system_without_locks_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        fcntl, "flock", Trip(fcntl.flock, 1, OSError(errno.ENOLCK, "No locks available"))
    )
    put(tmp_path, document())
    assert (tmp_path / "cards.pdf").exists()


# --- reading back
# --------------------------------------------------------------------------------

EXPECT = Expect(((A4, 3), (A4, 0)))


def changed(change: Callable[[pikepdf.Pdf], None]) -> bytes:
    file = pikepdf.open(BytesIO(draw(document(3), Assets(), Info())))
    change(file)
    buffer = BytesIO()
    file.save(buffer)
    return buffer.getvalue()


def test_a_good_file_has_no_findings() -> None:
    assert readback(changed(lambda file: None), EXPECT) == []


def _lose_a_page(file: pikepdf.Pdf) -> None:
    del file.pages[1]


def _widen(file: pikepdf.Pdf) -> None:
    file.pages[0].obj.MediaBox = pikepdf.Array([0, 0, 595.3, 841.89])


def _no_trim(file: pikepdf.Pdf) -> None:
    del file.pages[1].obj.TrimBox


def _appended(file: pikepdf.Pdf, page: int, operators: bytes) -> None:
    contents = file.pages[page].obj.Contents
    contents.write(contents.read_bytes() + b" " + operators)


def _name_a_font(file: pikepdf.Pdf) -> None:
    _appended(file, 0, b"BT /Nope 9 Tf ET")


def _name_an_image(file: pikepdf.Pdf) -> None:
    _appended(file, 1, b"/Nope Do")


def _art(file: pikepdf.Pdf) -> None:
    file.pages[0].obj.ArtBox = file.pages[0].obj.MediaBox


def _helvetica(file: pikepdf.Pdf) -> None:
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    file.pages[0].obj.Resources.Font = pikepdf.Dictionary(F1=file.make_indirect(font))


def _lose_a_card(file: pikepdf.Pdf) -> None:
    page = file.pages[0].obj
    page.Contents = file.make_stream(
        page.Contents.read_bytes().replace(b"/PnpFace", b"/Nothing", 1)
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_lose_a_page, "1 pages, 2 were drawn"),
        (
            _widen,
            "page 1 has /MediaBox [0.0, 0.0, 595.3, 841.89], expected [0.0, 0.0, 595.276, 841.89]",
        ),
        (_no_trim, "page 2 has /TrimBox []"),
        (_art, "ArtBox"),
        (_name_a_font, "page 1 names a Font that is not in the file: Nope"),
        (_name_an_image, "page 2 names a XObject that is not in the file: Nope"),
        (_helvetica, "the font /Helvetica is not embedded"),
        (_lose_a_card, "page 1 shows 2 faces, 3 were placed"),
    ],
)
def test_a_wrong_file_is_our_fault_and_says_so(
    change: Callable[[pikepdf.Pdf], None], words: str
) -> None:
    (finding,) = readback(changed(change), EXPECT, "cards.pdf")
    assert finding.code == "P710"
    assert words in finding.message
    assert "fault of pnp" in finding.hint


@pytest.mark.parametrize("data", [b"", b"not a PDF", draw(document(3), Assets(), Info())[:-200]])
def test_what_is_no_pdf_cannot_be_opened(data: bytes) -> None:
    (finding,) = readback(data, EXPECT)
    assert (finding.code, "cannot be opened" in finding.message) == ("P710", True)


def test_a_wrong_file_is_never_put_in_place(tmp_path: Path) -> None:
    put(tmp_path, document(3))
    before = state(tmp_path)
    files, listed = built(document(1))
    with pytest.raises(Problems) as caught:
        write(tmp_path, {"cards.pdf": changed(_lose_a_card)}, listed)
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} == {"P710"}
    assert state(tmp_path) == before
    write(tmp_path, files, listed)


# --- the manifest
# --------------------------------------------------------------------------------


def test_the_manifest_says_which_card_lies_where_in_millimetres() -> None:
    listed = manifest([document(2)], "a-game", {"paper": "a4"})
    assert (listed["format"], listed["game"], listed["paper"]) == (FORMAT, "a-game", "a4")
    entry = listed["files"]["cards.pdf"]
    assert (entry["title"], entry["duplex"]) == ("Cards", "long")
    (one,) = entry["sheets"]
    assert (one["number"], one["component"], one["title"], one["paper"], one["verso"]) == (
        1,
        "patients",
        "sheet 1",
        [210, 297],
        [],
    )
    assert one["recto"][1] == {
        "component": "patients",
        "card": "2",
        "copy": 1,
        "side": "front",
        "slot": 1,
        "trim": [73.5, 16.555, 63, 88],
        "turn": 0,
        "face": digest(CARD),
    }


def test_the_look_of_a_face_is_reckoned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Face] = []

    def counted(face: Face) -> str:
        calls.append(face)
        return "d" * 32

    monkeypatch.setattr(listing, "digest", counted)
    manifest([document(3), document(3, "box")], "a-game", {})
    assert len(calls) == 1


def test_the_manifest_has_a_line_for_every_placement() -> None:
    listed = manifest([document(3, component="Ärzte")], "a-game", {})
    written = dumps(listed)
    assert json.loads(written) == listed
    lines = [line for line in written.decode("utf-8").splitlines() if '"card"' in line]
    assert [
        json.loads(line.rstrip(","))["card"] for line in lines if line.strip().startswith("{")
    ] == ["1", "2", "3"]
    assert all('"Ärzte"' in line for line in lines)
    assert written.endswith(b"}\n")
    assert dumps(manifest([document(3, component="Ärzte")], "a-game", {})) == written


STRANGE: list[Mapping[str, Any]] = [
    {},
    {"a": []},
    {"a": {}, "b": [{}, {"c": [1]}]},
    {"a": [{"b": {"c": 1}}], "d": None, "e": "ü\n"},
    {"a": [{"b": 1}, {"b": {"c": 1}}]},
    {"a": [{"b": "}, {"}, {"b": "x"}]},
    {"a": [{"b": "{"}, {"b": "}"}]},
]


@pytest.mark.parametrize("value", STRANGE)
def test_whatever_is_in_a_manifest_stays_json(value: Mapping[str, Any]) -> None:
    assert json.loads(dumps(value)) == value
    assert dumps(value).count(b'"b"') == len(
        [line for line in dumps(value).splitlines() if b'"b"' in line]
    )


def test_a_leftover_of_a_process_of_the_same_number_is_no_obstacle_and_stays(
    tmp_path: Path,
) -> None:
    leftover = tmp_path / f".card.png.{os.getpid()}.tmp"
    leftover.write_bytes(b"of a process that was killed in another container")
    save(tmp_path / "card.png", b"new")
    assert (tmp_path / "card.png").read_bytes() == b"new" and sorted(tmp_path.iterdir()) == [
        leftover,
        tmp_path / "card.png",
    ]
