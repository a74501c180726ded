"""The documentation holds: what it tells one to do is done, word by word; what it shows is what
comes out.

A page of the tutorial or of the how-tos is followed from top to bottom in an empty folder: a fenced
block with `title="FILE"` is written there, a `diff` block changes FILE, a `console` block runs its
`$ ` lines and compares what follows them (seconds aside; `…` stands for any text). Before a page,
what comments such as `<!-- begin: GAME as NAME -->` and `<!-- file: PATH from SOURCE -->` name is
copied there, a file or a whole folder.
"""

from __future__ import annotations

import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from jinja2.filters import FILTERS

from pnp.build.conductor import make_kit
from pnp.check.promises.kinds import KINDS
from pnp.cli import main
from pnp.cli.console import status
from pnp.cli.options import DEFAULTS, press
from pnp.compose.templates import Templates
from pnp.diagnostics import Span
from pnp.layout.boxes import ELEMENTS
from pnp.layout.context import INLINE
from pnp.load import yaml as strict
from pnp.load.workspace import Workspace, disk_for, find, games
from pnp.load.yaml import Map, Seq
from pnp.model.contract import read_rule
from pnp.model.deck import TemplateFile
from pnp.model.declarations import entries, validated
from pnp.model.fields import PLAIN, FieldError, field_type
from pnp.model.game import GameFile
from pnp.model.kinds import KINDS as COMPONENTS
from pnp.model.schema import game_schema, rules_schema, template_schema
from pnp.sandbox.environment import Record

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
TUTORIAL = {
    "tutorial/first-game.md": "night-market-yaml",
    "tutorial/first-template.md": "night-market",
    "tutorial/from-your-spreadsheet.md": "night-market",
}
"""The pages in their order, and the game in docs/examples that each ends with, which its
pictures are made of.
"""
HOW_TO = sorted(path.relative_to(DOCS).as_posix() for path in (DOCS / "how-to").glob("*.md"))

PAGES = sorted(
    path.relative_to(DOCS).as_posix()
    for path in DOCS.rglob("*.md")
    if "decisions" not in path.parts
)

BLOCK = re.compile(
    r"^```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$|^<!-- (?P<word>begin|file): (?P<what>.+?) -->$",
    re.M | re.S,
)
SECONDS = re.compile(r"\d+\.\d\d s\b")

Call = Callable[[list[str], Path], str]


class Step(NamedTuple):
    """A block of a page, and the line where it begins."""

    line: int
    kind: str
    title: str
    text: str


def steps(page: str) -> Iterator[Step]:
    """The blocks and directives of a page in their order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Step(
            line,
            match["word"] or match["language"],
            match["title"] or match["what"] or "",
            match["text"] or "",
        )


# --- following a page
# --------------------------------------------------------------------------------


def in_a_process(args: list[str], folder: Path) -> str:
    """What the real program says; DOCS_PNP names another one than that of this environment."""
    beside = Path(sys.executable).with_name("pnp")
    program = os.environ.get("DOCS_PNP") or (
        str(beside) if beside.exists() else shutil.which("pnp")
    )
    assert program, "pnp is not installed here"
    run = subprocess.run(
        [program, *args],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=60,
    )
    return run.stdout


def in_this_process(args: list[str], folder: Path) -> str:
    """The same without a process of its own."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status(lambda: main(args=args, prog_name="pnp", standalone_mode=False))
    return said.getvalue()


def follow(page: str, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Do all that a page says; the folder where one ends."""
    for step in steps(page):
        where = f"docs/{page}:{step.line}"
        monkeypatch.chdir(folder)
        match step.kind:
            case "begin":
                begin(folder, step.title)
            case "file":
                target, _, source = step.title.partition(" from ")
                (folder / target).parent.mkdir(parents=True, exist_ok=True)
                copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copyfile
                copy(ROOT / source, folder / target)
            case "console":
                folder = console(step.text, folder, call, where)
            case "diff":
                change(folder / step.title, step.text, where)
            case _ if step.title:
                (folder / step.title).parent.mkdir(parents=True, exist_ok=True)
                (folder / step.title).write_text(step.text, encoding="utf-8")
    return folder


def begin(folder: Path, games: str) -> None:
    """The workspace of the examples with one game, `GAME` or `GAME as NAME`, templates included."""
    game, _, name = games.partition(" as ")
    shutil.copyfile(EXAMPLES / "pnp.yaml", folder / "pnp.yaml")
    for part in ("data", "templates"):
        if (EXAMPLES / part / game).is_dir():
            shutil.copytree(EXAMPLES / part / game, folder / part / (name or game))


def console(text: str, folder: Path, call: Call, where: str) -> Path:
    """Run the commands of a block and compare what they say."""
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, expected = part.partition("\n")
        program, *args = shlex.split(command)
        match program:
            case "pnp":
                said = call(args, folder)
                assert alike(said, expected), f"{where}: $ {command}\n{said}"
            case "mkdir":
                (folder / args[0]).mkdir()
            case "cd":
                folder = folder / args[0]
                assert folder.is_dir(), where
            case "cp":
                shutil.copyfile(folder / args[0], folder / args[1])
            case _:
                raise AssertionError(
                    f"{where}: the docs run pnp, mkdir, cd and cp only, not {program}"
                )
    return folder


def alike(said: str, expected: str) -> bool:
    """Whether a command said what a page quotes: the same but for seconds, anything where the
    page has `…`.
    """
    pattern = r".*".join(
        re.escape(SECONDS.sub("0.00 s", part)) for part in expected.strip().split("…")
    )
    return re.fullmatch(pattern, SECONDS.sub("0.00 s", said).strip(), re.S) is not None


def change(path: Path, diff: str, where: str) -> None:
    """Apply a diff without line numbers; what it changes must stand in the file once."""
    lines = diff.rstrip("\n").split("\n")
    old = "\n".join(line[1:] for line in lines if line[:1] != "+")
    new = "\n".join(line[1:] for line in lines if line[:1] != "-")
    text = path.read_text(encoding="utf-8")
    assert f"\n{text}".count(f"\n{old}\n") == 1, f"{where}: {path.name} must hold this once:\n{old}"
    path.write_text(
        f"\n{text}".replace(f"\n{old}\n", f"\n{new}\n").removeprefix("\n"), encoding="utf-8"
    )


def test_the_tutorial_word_by_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path
    for number, (page, example) in enumerate(TUTORIAL.items()):
        real = number == 0 or "DOCS_PNP" in os.environ
        folder = follow(page, folder, in_a_process if real else in_this_process, monkeypatch)
        assert folder == tmp_path / "my-games"
        for part in ("data", "templates"):
            assert tree(folder / part / "night-market") == tree(EXAMPLES / part / example), (
                f"docs/examples/{part}/{example}"
            )


def tree(folder: Path) -> dict[str, str]:
    """The files of a game."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("page", HOW_TO)
def test_a_how_to_step_by_step(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(step.kind == "console" for step in steps(page)), (
        "a how-to shows at least one command"
    )
    follow(page, tmp_path, in_this_process, monkeypatch)


# --- games and snippets
# --------------------------------------------------------------------------------

EXAMPLE_GAMES = games(find(EXAMPLES))


@pytest.mark.parametrize("game", EXAMPLE_GAMES)
def test_an_example_game_is_printed_without_a_word(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    said = in_this_process(["build", game, "--strict", "-o", str(tmp_path)], EXAMPLES)
    assert "error" not in said and "warning" not in said, said
    assert list((tmp_path / game).glob("*.pdf"))


def test_every_element_has_an_example_that_uses_it() -> None:
    folder = EXAMPLES / "templates" / "elements"
    for tag in (*ELEMENTS, "inline"):
        used = set(re.findall(r"<([a-z]+)", (folder / f"{tag}.xml").read_text(encoding="utf-8")))
        assert {*INLINE} <= used if tag == "inline" else tag in used, tag
    cards = (
        make_kit(disk_for(find(EXAMPLES), EXAMPLE_GAMES["elements"]), "elements")
        .game.components["elements"]
        .cards
    )
    assert {card.id for card in cards} == {*ELEMENTS, "inline"}


GAME = {
    "title": "title: T",
    "players": "players: {min: 1, max: 2}",
    "components": "components: {c: {kind: deck, front: f.xml, cards: []}}",
}


def snippet(text: str, where: str) -> None:
    """A piece of YAML that a page shows, held against the shape of the file that it is from.

    Raises Problems.
    """
    value = strict.parse(text.encode(), where)
    span = Span(where)
    if isinstance(value, Seq):
        for entry in value:
            for promise in read_rule(entry, span)[1]:
                assert set(promise.details) <= {*KINDS[promise.kind].keys}, where
        return
    assert isinstance(value, Map), where
    keys = set(value)
    if "kind" in keys:
        validated(COMPONENTS[value["kind"]], value, span)
    elif keys <= {"defaults", "cards"}:
        assert all("id" in card for card in value["cards"]), where
    elif keys <= set(entries(GameFile)):
        rest = [line for key, line in GAME.items() if key not in keys]
        validated(GameFile, strict.parse("\n".join([*rest, text]).encode(), where), span)
    elif keys <= set(entries(TemplateFile)):
        validated(
            TemplateFile,
            value if "about" in keys else strict.parse(f"about: a\n{text}".encode(), where),
            span,
        )
    elif keys <= set(DEFAULTS):
        press(Workspace(None, ROOT, value), {})
    else:
        assert where.startswith("reference/data.md"), (
            f"{where} is no file that we know"
        )  # words.yaml holds whatever one likes


def test_every_block_of_a_page_is_run_or_read() -> None:
    for page in PAGES:
        followed = page in (*TUTORIAL, *HOW_TO)
        for step in steps(page):
            where = f"{page}:{step.line}"
            match step.kind:
                case "yaml" if not step.title:
                    snippet(step.text, where)
                case "yaml":
                    assert followed, where
                    strict.parse(step.text.encode(), where)
                case "xml" if not step.title:
                    assert page == "reference/elements.md", (
                        f"{where}: give it a title and let it be drawn"
                    )
                case "sh":
                    assert page in ("index.md", "reference/commands.md"), (
                        f"{where}: let it be run, as a console"
                    )
                case "python":
                    assert page == "reference/python.md", where
                case "console" | "diff" | "xml" | "csv" | "begin" | "file":
                    assert followed, where
                case kind:
                    assert kind == "text", where


# --- the reference
# --------------------------------------------------------------------------------


def tool(name: str) -> ModuleType:
    """A program of tools/."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REFERENCE = tool("reference")
WORDS: dict[str, Any] = REFERENCE.WORDS


def test_the_generated_pages_are_what_the_code_says() -> None:
    assert REFERENCE.stale() == [], "run: python tools/reference.py"


def test_a_change_of_a_page_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DOCS, tmp_path, dirs_exist_ok=True)
    monkeypatch.setattr(REFERENCE, "FOLDER", tmp_path / "reference")
    (tmp_path / "reference" / "sizes.md").write_text("by hand")
    (tmp_path / "reference" / "diagnostics" / "p9.md").write_text(REFERENCE.HEAD)
    assert REFERENCE.stale() == ["diagnostics/p9.md", "sizes.md"]


def test_every_element_and_attribute_is_described() -> None:
    assert set(WORDS["elements"]) == set(ELEMENTS)
    assert set(WORDS["inline"]) == set(INLINE)
    assert set(WORDS["attributes"]) == set().union(
        *(found.attributes for found in ELEMENTS.values())
    )
    for tag, meanings in WORDS["own"].items():
        assert set(meanings) <= (ELEMENTS[tag].attributes if tag in ELEMENTS else INLINE[tag]), tag


def test_every_file_is_described() -> None:
    described = {name for name, words in WORDS["shapes"].items() if "words" not in words}
    game = game_schema((), ())
    shapes = {**game["definitions"], "GameFile": game, "TemplateFile": template_schema()}
    shapes["RuleFile"] = rules_schema({})["items"]
    assert described == set(shapes)
    for name in WORDS["types"]:
        shape, _, key = name.partition(".")
        assert key in shapes[shape]["properties"], name


TERMS = {"category": {name: Record(name.capitalize(), {"id": name}) for name in ("ruby", "jade")}}


@pytest.mark.parametrize("name", WORDS["fields"])
def test_a_type_of_field_is_what_the_page_says(name: str) -> None:
    words = WORDS["fields"][name]
    spec = strict.parse(f"field: {words['declare']}".encode(), name)["field"]
    field = field_type("field", spec, TERMS, {"places": None})

    def plain(value: Any) -> Any:
        if isinstance(value, tuple):
            return [plain(part) for part in value]
        return value["id"] if isinstance(value, Record) else value

    assert (
        field.default if words["card"] is None else plain(field.convert(words["card"]))
    ) == words["gives"]
    if "wrong" in words:
        with pytest.raises(FieldError):
            field.convert(words["wrong"])


def test_every_type_of_field_is_shown() -> None:
    declared = " ".join(words["declare"] for words in WORDS["fields"].values())
    assert {
        *PLAIN,
        "list",
        "category",
        "places",
        "optional",
        "default",
        "sep",
        "min",
        "max",
    } <= set(re.findall(r"\w+", declared))


def told(name: str) -> set[str]:
    """The names that the page puts into code marks."""
    return set(re.findall(r"`(\w+)(?:\.\w+)?`", WORDS["names"][name]))


def test_a_template_sees_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(tmp_path, "night-market")
    ask = "{% for key in OF %}{{ key }} {% endfor %}"
    front = tmp_path / "templates" / "night-market" / "role.xml"
    game = (tmp_path / "data/night-market/game.yaml").read_text(encoding="utf-8")
    (tmp_path / "data/night-market/game.yaml").write_text(
        f"{game}\nterms: {{gem: {{ruby: }}}}\n", encoding="utf-8"
    )

    def seen(what: str) -> set[str]:
        front.write_text(
            f'<face><text at="5mm 5mm" width="50mm">{ask.replace("OF", what)}</text></face>',
            encoding="utf-8",
        )
        kit = make_kit(disk_for(find(tmp_path), tmp_path / "data/night-market"), "night-market")
        assert kit.diagnostics == (), kit.diagnostics
        words = [run.text for run, _ in kit.sides[0].texts(kit.sides[0].laid[0].face)]
        return set(" ".join(words).split())

    assert set(WORDS["names"]) == {"card", "component", "side", "game", "facts", "terms", "t"}
    assert seen("component") == told("component")
    assert seen("game") == told("game")
    assert seen("terms.gem.ruby") == told("terms") - {"terms"}
    assert seen("card") - {"title", "corner", "icon", "text"} == told("card")


def test_every_filter_of_ours_is_described_and_does_so() -> None:
    files = disk_for(find(EXAMPLES), EXAMPLE_GAMES["elements"])
    templates = Templates(files, "elements")
    assert set(WORDS["filters"]) == {n for n in templates.filters if not n.startswith("_")} - set(
        FILTERS
    )
    for name, words in WORDS["filters"].items():
        assert templates.from_string(words["example"]).render().strip() == words["gives"], name


# --- the site
# --------------------------------------------------------------------------------

LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", [*PAGES, "../README.md"])
def test_every_link_leads_somewhere(page: str) -> None:
    for target in LINK.findall((DOCS / page).read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        file = ((DOCS / page).parent / path).resolve() if path else DOCS / page
        assert file.exists(), f"docs/{page}: {target}"
        if anchor:
            text = file.read_text(encoding="utf-8")
            heads = [
                re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-")
                for head in re.findall(r"^#+ (.+)$", text, re.M)
            ]
            assert anchor in heads or f"{{ #{anchor} }}" in text, f"docs/{page}: {target}"


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(
        r"^\s+- (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.M
    )
    assert sorted(listed) == PAGES


def test_every_picture_is_shown() -> None:
    texts = "".join((DOCS / page).read_text(encoding="utf-8") for page in [*PAGES, "../README.md"])
    shown = set(re.findall(r"images/([\w-]+)\.png", texts))
    assert shown == {path.stem for path in (DOCS / "images").glob("*.png")}


def test_the_libraries_and_their_floors_are_those_of_the_project() -> None:
    table = re.findall(
        r"^\| ([a-z][\w-]*) \| (\d[\d.]*) \|",
        (ROOT / "docs/decisions/013-libraries.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "dependencies"
    ]
    assert table == [tuple(re.split(r">=|,", one)[:2]) for one in wanted]


def test_python_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example builds a game of the starter's, in a workspace of its own."""
    monkeypatch.chdir(tmp_path)
    assert in_this_process(["new", "my-game"], tmp_path)
    page = (DOCS / "reference/python.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(example, "python.md", "exec"), {})
    assert printed.getvalue() == f"{Path('print/cards.pdf')} 1 9\n"
