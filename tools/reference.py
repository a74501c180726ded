"""Writes the generated pages of docs/reference from the code and from docs/reference.yaml.

    python tools/reference.py           write them
    python tools/reference.py --check   write nothing; end 1 and name the pages that are no longer what the code says

The code knows names, types, defaults, sizes and manual pages; `docs/reference.yaml` adds what they
mean. A name that is described nowhere, or described and gone, ends with KeyError or in the list of
a test.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from inspect import cleandoc
from itertools import takewhile
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import click
import yaml

from pnp import manual
from pnp.assets.patterns import PATTERNS
from pnp.books.text_formats import escaped
from pnp.build.conductor import make_kit
from pnp.build.imposition import Print, impose_kit
from pnp.build.print_options import PrintOptions
from pnp.check.promises.confirmation import sentences_of
from pnp.check.promises.kinds import KINDS
from pnp.check.promises.summary import coverage, coverage_line, lines
from pnp.cli import COMMANDS, Commands
from pnp.cli.options import DEFAULTS, ink_option, press_options, sleeved_option
from pnp.cli.promises_ import as_markdown
from pnp.cli.schema_ import icon_set
from pnp.diagnostics import Span
from pnp.impose import Duplex, PaperOptions
from pnp.impose.nup import DoesNotFit, grid
from pnp.layout.boxes import ELEMENTS
from pnp.layout.context import INLINE
from pnp.load import yaml as strict
from pnp.load.workspace import disk_for, find, games
from pnp.model import contract, deck, kinds
from pnp.model import game as shapes
from pnp.model.declarations import REQUIRED, Shape, entries, validated
from pnp.model.game import StyleSheet
from pnp.model.read import load_game
from pnp.model.schema import words_of_keys
from pnp.sandbox.environment import Sandbox
from pnp.units.geometry import CARDS, INCH, MM, PAPERS, Size, Um, parse_paper

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "reference"
EXAMPLES = ROOT / "docs" / "examples"
BASE = ROOT / "templates" / "base"
HEAD = "<!-- Written by tools/reference.py from the code and docs/reference.yaml. -->\n\n"
WORDS: dict[str, Any] = yaml.safe_load(
    (ROOT / "docs" / "reference.yaml").read_text(encoding="utf-8")
)
"""What docs/reference.yaml says."""
SHIPPED = sorted(games(find(ROOT)))
"""The games of the repository."""


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A Markdown table."""
    names = list(head)
    lines = [names, ["---"] * len(names), *([str(cell) for cell in row] for row in rows)]
    return "".join(
        f"| {' | '.join(cell.replace(chr(10), ' ').replace('|', chr(92) + '|') for cell in line)} |\n"
        for line in lines
    )


def code(text: Any) -> str:
    """A word of a file or program."""
    return f"`{text}`"


def fenced(text: str, language: str) -> str:
    """A block of code."""
    return f"```{language}\n{text.strip(chr(10))}\n```\n"


def page(name: str, *parts: str) -> str:
    """A page: its title, its first words, its parts, its last words, a line free between two of
    them.
    """
    words = WORDS["pages"][name]
    whole = [f"# {words['title']}", words["intro"], *parts, words.get("rest", "")]
    return "\n\n".join(part.strip("\n") for part in whole if part) + "\n"


def read(path: Path) -> str:
    """A file as text; empty where there is none."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def element_picture(tag: str) -> str:
    """What an element's example draws, and the example."""
    example = read(EXAMPLES / "templates" / "elements" / f"{tag}.xml")
    return f"![{tag}](../images/element-{tag}.png){{ .face }}\n\n{fenced(example, 'xml')}"


# --- elements and templates
# ----------------------------------------------------------------------------------------------------------


def elements() -> str:
    """Every element with its picture, every attribute with its meaning."""
    parts = []
    for tag, about in WORDS["elements"].items():
        names = " ".join(
            code(name) for name in WORDS["attributes"] if name in ELEMENTS[tag].attributes
        )
        parts += [f"## {tag}", about, element_picture(tag), f"Attributes: {names}.", own(tag)]
    rows = [
        [code(f"<{tag}>"), about, " ".join(map(code, sorted(INLINE[tag])))]
        for tag, about in WORDS["inline"].items()
    ]
    parts += ["## Inside a text", WORDS["pages"]["elements"]["inline"]]
    parts += [table(["element", "meaning", "attributes"], rows), element_picture("inline")]
    return page(
        "elements",
        *parts,
        "## Attributes",
        table(["attribute", "meaning", "elements"], attributes()),
    )


def own(tag: str) -> str:
    """What attributes mean on this element alone."""
    meanings = {
        name: about
        for name, about in WORDS["own"].get(tag, {}).items()
        if name in ELEMENTS[tag].attributes
    }
    return (
        table(["here", "means"], [[code(name), about] for name, about in meanings.items()])
        if meanings
        else ""
    )


def attributes() -> Iterator[list[str]]:
    """Each attribute, what it means, and the elements that have it (the exceptions where nearly
    all do).
    """
    for name, about in WORDS["attributes"].items():
        having = [tag for tag in WORDS["elements"] if name in ELEMENTS[tag].attributes]
        lacking = [tag for tag in WORDS["elements"] if tag not in having]
        told = (
            f"all but {' '.join(map(code, lacking))}"
            if len(lacking) < 4
            else " ".join(map(code, having))
        )
        yield [code(name), about, told]


def templates() -> str:
    """The names and filters of a template."""
    names = table(["name", "is"], [[code(name), about] for name, about in WORDS["names"].items()])
    rows = [
        [code(name), words["about"], code(words["example"]), words["gives"]]
        for name, words in WORDS["filters"].items()
    ]
    jinja = ", ".join(
        code(name)
        for name in sorted(Sandbox().filters)
        if not name.startswith("_") and name not in WORDS["filters"]
    )
    own_ = ["## Filters of our own", table(["filter", "does", "so", "gives"], rows)]
    return page("templates", names, *own_, "## Filters of Jinja", f"{jinja}.")


def faces() -> str:
    """The finished faces and backs."""
    parts = []
    for path in sorted(BASE.glob("*.yaml")):
        if path.stem == "styles":
            continue
        text = read(path)
        made = validated(deck.TemplateFile, strict.parse(text.encode(), path.name), Span(path.name))
        fields = fenced("fields:\n" + text.partition("fields:\n")[2], "yaml")
        picture = f"![{path.stem}](../images/face-{path.stem}.png){{ .face }}"
        parts += [
            f"## base/{path.stem}",
            f"{capital(made.about)}. Its back is `{made.back}`.",
            picture,
            fields,
        ]
    backs = [path.name.removesuffix("-back.xml") for path in sorted(BASE.glob("*-back.xml"))]
    pictures = [f"![{name}](../images/back-{name}.png){{ .face }}" for name in backs]
    return page(
        "faces",
        *parts,
        "## Backs",
        table([code(f"back: base/{name}-back.xml") for name in backs], [pictures]),
    )


def icons() -> str:
    """The shipped icons: a picture of all, and who drew which."""
    made = icon_set(find(ROOT))
    drawn: dict[str, list[str]] = {}
    for name in made.names():
        drawn.setdefault(made.author(name), []).append(code(name))
    rows = [[author, " ".join(names)] for author, names in sorted(drawn.items())]
    return page("icons", table(["author", "icons"], rows), f"Licence: {made.notice}.")


def capital(text: str) -> str:
    """A sentence's beginning."""
    return text[:1].upper() + text[1:]


# --- data
# ----------------------------------------------------------------------------------------------------------------------------


def data() -> str:
    """The keys of every file."""
    parts = []
    for name, words in WORDS["shapes"].items():
        if "words" in words:
            parts += [words["words"], workspace() if name == "workspace" else ""]
            continue
        shape = next(
            getattr(one, name) for one in (kinds, shapes, contract, deck) if hasattr(one, name)
        )
        example = fenced(words["example"], "yaml") if "example" in words else ""
        parts += [
            f"## {words['title']}",
            words.get("intro", ""),
            table(["key", "type", "default", "meaning"], keys(shape)),
            example,
        ]
    return page("data", *parts)


def keys(shape: type[Shape]) -> Iterator[list[str]]:
    """Each key of a file's shape."""
    for key, hint, default in entries(shape).values():
        kind = WORDS["types"].get(f"{shape.__name__}.{key}") or told(hint)
        usual = "**required**" if default is REQUIRED else default_of(default, hint)
        yield [code(key), kind, usual, words_of_keys(shape)[key]]


def told(hint: Any) -> str:
    """A type in a person's words."""
    plain: list[tuple[Any, str]] = [
        (shapes.Length, "length"), (shapes.Points, "type size"), (shapes.TypeSize, "type size"), (shapes.LeastSize, "type size"),
        (shapes.PlainColor, "colour"),
        (shapes.Name, "name"), (str, "text"), (int, "whole number"), (float, "number"), (bool, "yes or no"),
    ]  # fmt: skip
    for known, words in plain:
        if written_as(hint, known):
            return words
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return told(inner[0])
    if origin in (Union, UnionType):
        return told(next(part for part in inner if part is not NoneType))
    if origin is Literal:
        *others, last = map(code, inner)
        return f"{', '.join(others)} or {last}" if others else last
    if origin is dict:
        return f"map of {told(inner[1])}s"
    if origin is tuple:
        return f"list of {told(inner[0])}s"
    raise KeyError(f"docs/reference.yaml names no type for {hint}")


def written_as(hint: Any, known: Any) -> bool:
    """Whether a type is the known one, or the known one with a bound of its own."""
    return bool(
        hint == known
        or (get_args(known) and all(part in get_args(hint) for part in get_args(known)))
    )


def default_of(value: Any, hint: Any) -> str:
    """What stands where nothing is written."""
    if value is None or value in ("", {}, ()) or isinstance(value, Shape):
        return ""
    if written_as(hint, shapes.Length):
        return code(f"{value / MM:g}mm")
    if written_as(hint, shapes.Points):
        return code(f"{value:g}pt")
    return code({True: "yes", False: "no"}[value] if isinstance(value, bool) else value)


def workspace() -> str:
    """The keys of pnp.yaml, which are options."""
    options = {
        option.name: option
        for option in ink_option(
            press_options(sleeved_option(click.command()(lambda: None)))
        ).params
    }
    rows = [
        [code(name), code(default), plain_help(options[name])] for name, default in DEFAULTS.items()
    ]
    return (
        table(["key", "default", "meaning"], rows)
        + "\n"
        + fenced("paper: letter\nduplex: short", "yaml")
    )


def fields() -> str:
    """The types of fields by example."""

    def seen(value: Any) -> str:
        return (
            "nothing"
            if value is None
            else code(" + ".join(value) if isinstance(value, list) else value)
        )

    rows = [
        [name, code(f["declare"]), seen(f["card"]), seen(f["gives"]), f["about"]]
        for name, f in WORDS["fields"].items()
    ]
    return page("fields", table(["type", "declared", "a card says", "it is", "meaning"], rows))


def styles() -> str:
    """What `templates/base/styles.yaml` gives every game, and the patterns."""
    files = disk_for(find(EXAMPLES), EXAMPLES / "data" / "patterns")
    game, _ = load_game(files, "patterns")
    raw = strict.parse((BASE / "styles.yaml").read_bytes(), "styles.yaml")
    sheet = validated(StyleSheet, raw, Span("styles.yaml"))
    looks = [game.styles[name] for name in sheet.styles]
    rows = [
        [
            code(s.name),
            s.font,
            f"{s.size:g}pt",
            f"{s.min:g}pt",
            f"{s.leading:g}",
            s.color,
            f"{s.align}, {s.valign}",
            extras(s),
        ]
        for s in looks
    ]
    swatch = '<span class="swatch" style="background:{}"></span>'
    colours = [
        [code(name), code(value), swatch.format(value)] for name, value in sheet.palette.items()
    ]
    fonts = [
        [code(name), code(font.regular), ", ".join(cuts(font)), ", ".join(font.fallback)]
        for name, font in sheet.fonts.items()
    ]
    words = WORDS["pages"]["styles"]
    return page(
        "styles",
        table(["style", "font", "size", "min", "leading", "color", "stands", "and"], rows),
        *("## Palette", words["palette"], table(["name", "colour", ""], colours)),
        *(
            "## Fonts",
            words["fonts"],
            table(["family", "file", "other cuts", "falls back on"], fonts),
        ),
        *(
            "## Patterns",
            words["patterns"],
            f"They are called {', '.join(map(code, PATTERNS))}.",
            "![patterns](../images/patterns.png){ .face }",
        ),
    )


def extras(style: shapes.Style) -> str:
    """What only some styles say."""
    said = (
        style.weight.replace("regular", ""),
        style.slope.replace("upright", ""),
        f"lines {style.lines}" if style.lines else "",
        f"tracking {style.tracking:g}" if style.tracking else "",
        f"case {style.case}" if style.case != "as-is" else "",
    )
    return ", ".join(filter(None, said))


def cuts(font: shapes.FontFile) -> list[str]:
    """The cuts that a family has beside its regular one."""
    return [
        name.replace("_", "-") for name in ("bold", "italic", "bold_italic") if getattr(font, name)
    ]


def sizes() -> str:
    """Cards and papers by name."""

    def on(paper: str, card: Size) -> int:
        try:
            made = grid(PAPERS[paper], Um(5 * MM), Um(0), card, Um(3 * MM))
        except DoesNotFit:
            return 0
        return len(made.slots)

    cards = [[*named(*card), on("a4", card[1]), on("letter", card[1])] for card in CARDS.items()]
    papers = [named(*paper) for paper in PAPERS.items()]
    head = ["name", "millimetres", "inches"]
    return page(
        "sizes",
        "## Cards",
        table([*head, "on A4", "on Letter"], cards),
        "## Papers",
        table(head, papers),
    )


def named(name: str, size: Size) -> list[str]:
    """A size by its name, in millimetres and in inches."""
    metric = f"{size.width / MM:g} × {size.height / MM:g}"
    return [code(name), metric, f"{size.width / INCH:.2f} × {size.height / INCH:.2f}"]


# --- promises, diagnostics, commands
# -------------------------------------------------------------------------------------------------


def promises() -> str:
    """Every kind of promise."""
    parts = []
    for kind in KINDS:
        mine = next(p for p in manual.pages() if p.kind == kind)
        parts += [f"## {kind}", f"{capital(mine.title)}. A breach is {mine.code}.", mine.text]
    return page("promises", *parts)


def diagnostics() -> dict[str, str]:
    """A page for each family of codes, and one that lists them all."""
    listed = [
        f"{HEAD}# Diagnostics\n\nEvery finding has a code. `pnp explain CODE` shows its page in the"
        " terminal.\n"
    ]
    made = {}
    for family, about in manual.families().items():
        mine = [p for p in manual.pages() if p.code.startswith(family)]
        rows = []
        sections = []
        for p in mine:
            target = (
                f"../promises.md#{p.kind}" if p.kind else f"{family.lower()}.md#{p.code.lower()}"
            )
            rows.append([f"[{p.code}]({target})", f"{p.kind}: {p.title}" if p.kind else p.title])
            if not p.kind:
                sections.append(f"## {p.code} – {p.title} {{ #{p.code.lower()} }}\n\n{p.text}\n")
        listed.append(f"## {family} – {about}\n\n{table(['code', 'says'], rows)}")
        kinds = (
            "A broken promise has the code of its kind; their pages are [with the"
            " kinds](../promises.md).\n\n"
            if family == "P5"
            else ""
        )
        made[f"diagnostics/{family.lower()}.md"] = (
            f"{HEAD}# {family} – {about}\n\n{kinds}" + "\n".join(sections)
        )
    return {"diagnostics/index.md": "\n".join(listed), **made}


def commands() -> str:
    """Every command with its options."""
    rows = [[f"[{code(f'pnp {name}')}](#pnp-{name})", about] for name, about in COMMANDS.items()]
    parts = [table(["command", "does"], rows)]
    for name in COMMANDS:
        command = Commands(name="pnp").get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        about, _, examples = cleandoc((command.help or "").replace("\b\n", "\n")).partition(
            "Examples:\n"
        )
        context = click.Context(command)
        usage = " ".join(["pnp", name, *command.collect_usage_pieces(context)])
        shown = cleandoc("\n" + examples)
        parts += [
            f"## pnp {name}",
            fenced(usage, "text"),
            about,
            fenced(shown, "sh") if shown else "",
        ]
        options = [
            option
            for option in command.params
            if isinstance(option, click.Option) and not option.hidden
        ]
        rows = [
            [code(option.get_help_record(context)[0]), plain_help(option), code(option.envvar)]
            for option in options
        ]
        parts += [table(["option", "meaning", "environment"], rows)] if rows else []
    return page("commands", *parts)


def plain_help(option: click.Parameter) -> str:
    """The help of an option; brackets at its end hold the default."""
    return str(getattr(option, "help", "") or "").replace("[", "(").replace("]", ")")


# --- contracts


def contracts() -> str:
    """What every game of the repository promises, and whether it is kept."""
    workspace = find(ROOT)
    parts = []
    for name, folder in sorted(games(workspace).items()):
        game, _ = load_game(disk_for(workspace, folder), name)
        rows = lines(game)
        kept = sum(row.state == "kept" for row in rows)
        sources = "".join(f"* `{key}`: {about}\n" for key, about in game.sources.items())
        kept_of = f"{kept} of {len(rows)} promises are kept. Their sources:"
        parts += [f"## {escaped(game.title)}", kept_of, sources, as_markdown(rows)]
    return page("contracts", *parts)


@cache
def printed(name: str) -> Print:
    """A game of the repository, imposed as it is printed without options."""
    workspace = find(ROOT)
    kit = make_kit(disk_for(workspace, games(workspace)[name]), name)
    paper = PaperOptions(parse_paper("a4"), Duplex.LONG, Um(0), Um(5 * MM), True)
    return impose_kit(kit, PrintOptions(paper))


def players(game: shapes.Game) -> str:
    """For how many a game is, and from which age on."""
    low, high = game.players
    return f"for {low} to {high} players, age {game.raw['age']}"


def shipped() -> str:
    """The games of the repository: a picture of each, and where the rest of it is told."""
    parts = []
    for name in SHIPPED:
        game = printed(name).kit.game
        parts += [
            f"## [{escaped(game.title)}](games/{name}.md)",
            f"{game.subtitle}; {players(game)}.",
            f"[![{game.title} on the table](images/table-{name}.png)](games/{name}.md)",
        ]
    return page("games", *parts)


def shipped_game(name: str) -> str:
    """One game of the repository: its picture, what is in its kit, its files, its contract."""
    made, words = printed(name), WORDS["shipped"]
    game = made.kit.game
    holds = (
        [component.title, kinds.CALLED[component.kind][component.total != 1], component.total]
        for component in game.components.values()
    )
    files = []
    for document in made.documents:
        both = any(sheet.verso for sheet in document.sheets)
        loose = document.name == kinds.FILES["rulebook"]
        many = len(document.sheets)
        count = f"{many} {'page' if loose else 'sheet'}{'s' if many > 1 else ''}"
        how = f"both sides, flipped on the {document.duplex} edge" if both else "one side"
        files.append([code(f"{document.name}.pdf"), count, how])
    sentences = sentences_of(game, made.kit.sentences)
    proven = coverage_line(coverage(game, sentences, made.kit.diagnostics))
    rule = next(rule for rule in game.rules if rule.id == words[name]["rule"])
    place = f"[all promises of {game.title}](../promises.md#{name})"
    return (
        "\n\n".join(
            [
                f"# {escaped(game.title)}",
                f"{game.subtitle}; {players(game)}. {words[name]['about'].strip()}",
                f"![{game.title} on the table](../images/table-{name}.png)",
                words["kit"].strip(),
                table(["in the kit", "what it is", "how many"], holds),
                f"![{game.title}: what lies in the middle](../images/gallery-{name}.png)",
                words["files"].format(game=name).strip(),
                table(["file", "how much", "how it is printed"], files),
                words["contract"].strip(),
                f"{proven.capitalize()}; {place}. {words[name]['contract'].strip()}",
                fenced(block_of(rule.raw.span()), "yaml"),
            ]
        )
        + "\n"
    )


def block_of(place: Span) -> str:
    """The lines of an entry of a YAML list, from where it stands to the next one."""
    first, *others = read(ROOT / place.file).splitlines()[place.line - 1 :]
    rest = takewhile(lambda line: not re.match("- |#|$", line), others)
    return "\n".join([first, *rest])


# --- architecture


def architecture() -> str:
    """The stages in the order in which the conductor calls them, and the packages in layers, a row
    each: what stands above imports what stands below.
    """
    source = read(ROOT / "pnp/build/conductor.py")
    stages = dict.fromkeys(re.findall(r'clock\.stage\("([\w ]+)"\)', source))
    contracts = tomllib.loads(read(ROOT / "pyproject.toml"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    names = [" ".join(part.strip()[4:] for part in layer.split("|")) for layer in layers]
    width = max(map(len, names))
    rows = [f"│ {name:^{width}} │" for name in names]
    picture = f"\n├─{'─' * width}─┤\n".join(rows)
    boxes = f"┌─{'─' * width}─┐\n{picture}\n└─{'─' * width}─┘"
    packages = [name for layer in reversed(names) for name in layer.split()]
    return page(
        "architecture",
        fenced(" → ".join(stages), "text"),
        WORDS["pages"]["architecture"]["layers"],
        fenced(boxes, "text"),
        table(["package", "what it does"], ([code(f"pnp/{n}"), first_line(n)] for n in packages)),
    )


def first_line(package: str) -> str:
    """The first sentence of a package's docstring."""
    path = ROOT / "pnp" / package
    tree = ast.parse(read(path / "__init__.py") or read(path.with_suffix(".py")))
    return (ast.get_docstring(tree) or "").replace("\n", " ").partition(". ")[0].rstrip(".")


# --- all of them
# ---------------------------------------------------------------------------------------------------------------------

PAGES: Mapping[str, Callable[[], str]] = {
    "elements.md": elements,
    "templates.md": templates,
    "faces.md": faces,
    "icons.md": icons,
    "data.md": data,
    "fields.md": fields,
    "styles.md": styles,
    "sizes.md": sizes,
    "promises.md": promises,
    "commands.md": commands,
    "../promises.md": contracts,
    "../games.md": shipped,
    **{f"../games/{name}.md": partial(shipped_game, name) for name in SHIPPED},
    "../explanation/architecture.md": architecture,
}


def pages() -> dict[str, str]:
    """Every generated page by its path in docs/reference."""
    return {**{path: HEAD + make() for path, make in PAGES.items()}, **diagnostics()}


def stale() -> list[str]:
    """The pages that are not what the code says now, and those that nothing writes any more."""
    made = pages()
    lying = {path.relative_to(FOLDER).as_posix(): read(path) for path in FOLDER.rglob("*.md")}
    gone = [name for name, text in lying.items() if text.startswith(HEAD) and name not in made]
    return sorted([*(name for name, text in made.items() if read(FOLDER / name) != text), *gone])


def main(arguments: list[str]) -> int:
    """Write the pages, or only say which would change; returns the exit status."""
    found = stale()
    for name in found:
        print(f"docs/reference/{name}")
    if arguments == ["--check"]:
        return 1 if found else 0
    made = pages()
    for name in found:
        path = FOLDER / name
        if name not in made:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made[name], "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
