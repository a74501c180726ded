"""`pnp pull`: fetches from a server on the loopback address, shows what changes, replaces files."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from .pnp import pnp

OLD, NEW = "id,title\na,Ann\n", "id,title\na,Ann\nb,Bob\n"


class Sheets(BaseHTTPRequestHandler):
    """Serves a sheet, a redirect, a page and too much."""

    def do_GET(self) -> None:
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", "https://example.org/cards.csv")
            self.end_headers()
            return
        self.send_response(404 if self.path == "/gone" else 200)
        self.end_headers()
        pages = {"/page": b"<!DOCTYPE html>", "/large": b"x" * 5_000_001}
        self.wfile.write(pages.get(self.path, NEW.encode()))

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Sheets) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: str) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    cards = tmp_path / "data/toy/cards.csv"
    cards.parent.mkdir(parents=True)
    cards.write_text(OLD, encoding="utf-8")
    (tmp_path / "pnp.yaml").touch()
    source(tmp_path, f"{server}/cards")
    return tmp_path


def source(home: Path, url: str, to: str = "cards.csv") -> None:
    text = (
        "title: Toy\nplayers: {min: 2, max: 4}\ncomponents:\n"
        "  cards: {kind: deck, cards: cards.csv, template: base/text-only}\n"
        f'sources: {{cards: {{url: "{url}", to: "{to}"}}}}\n'
    )
    (home / "data/toy/game.yaml").write_text(text, encoding="utf-8")


def cards(home: Path) -> str:
    return (home / "data/toy/cards.csv").read_text(encoding="utf-8")


def test_nothing_is_fetched_from_a_host_that_is_not_allowed(game: Path) -> None:
    done = pnp("pull", "toy", "--yes")
    assert done.status == 4 and "pnp trust --host 127.0.0.1" in done.talk
    assert cards(game) == OLD


def test_pull_shows_the_difference_and_replaces_the_file(game: Path) -> None:
    assert pnp("trust", "--host", "127.0.0.1").status == 0
    tried = pnp("pull", "toy", "--dry-run")
    assert "+b,Bob" in tried.out and cards(game) == OLD
    assert pnp("pull", "toy", "--yes").status == 0
    assert cards(game) == NEW
    assert "is up to date" in pnp("pull", "toy", "--yes").out


@pytest.mark.parametrize(
    ("path", "to", "code", "says"),
    [
        ("/away", "cards.csv", "P850", "example.org"),
        ("/gone", "cards.csv", "P851", "Not Found"),
        ("/page", "cards.csv", "P851", "a web page came"),
        ("/large", "cards.csv", "P852", "5,000,000"),
        ("/cards", "../other/cards.csv", "P810", "leaves the game's folder"),
        ("/cards", "game.py", "P203", "is no sheet"),
    ],
)
def test_refusals_leave_the_file(
    game: Path, server: str, path: str, to: str, code: str, says: str
) -> None:
    pnp("trust", "--host", "127.0.0.1")
    source(game, server + path, to)
    done = pnp("pull", "toy", "--yes")
    assert code in done.talk and says in done.talk and done.status
    assert cards(game) == OLD


def test_a_plain_address_is_refused_elsewhere(game: Path) -> None:
    pnp("trust", "--host", "example.org")
    source(game, "http://example.org/cards.csv")
    assert "begins with https://" in pnp("pull", "toy", "--yes").talk


def test_a_wrong_source_is_told_by_every_check(game: Path) -> None:
    (game / "data/toy/game.yaml").write_text(
        "title: Toy\nplayers: {min: 2, max: 4}\nsources: {cards: {url: x}}\n"
        "components:\n  cards: {kind: deck, cards: cards.csv, template: base/text-only}\n",
        encoding="utf-8",
    )
    assert 'the key "to" is missing' in pnp("check", "toy").out + pnp("check", "toy").talk
