"""Options that commands share, and what they mean: the workspace, its games, folders of output,
paper, ink.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pnp.cli.languages import home_of
from pnp.diagnostics import (
    Diagnostic,
    Problems,
    Span,
    did_you_mean,
    error,
    near,
    raise_errors,
    refusal,
)
from pnp.units.geometry import Um, parse_length, parse_paper

if TYPE_CHECKING:
    from pnp.impose import PaperOptions
    from pnp.ink import Ink
    from pnp.load.workspace import Workspace


STEMS = {"rulebook": "rules", "reference": "player-aids"}
"""What the files are called; not as those of `pnp build`, which belong to its manifest."""
BOOKLET = "-booklet.pdf"
PROOF = "proof.pdf"
PDFS = frozenset(
    (PROOF, *(stem + ending for stem in STEMS.values() for ending in (".pdf", BOOKLET)))
)
"""What those are called that are PDFs."""
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

DEFAULTS = {
    "paper": "a4",
    "duplex": "long",
    "gutter": "0mm",
    "margin": "5mm",
    "marks": "crop",
    "ink": "full",
    "sleeved": "no",
}
CHOICES = {
    "duplex": ("long", "short", "fold", "none"),
    "marks": ("crop", "none"),
    "ink": ("full", "low", "grey"),
    "sleeved": ("yes", "no", "true", "false"),
}
"""As the enumerations of `pnp.impose` and `pnp.ink` have them, which help need not wait for."""


def forms(variable: str) -> tuple[str, ...]:
    """What an option of one variable offers in all commands together."""
    if variable == "PNP_FORMAT":
        return ("full", "concise", "json", "github", "text", "md", "csv", "po")
    from pnp.build.exporters import EXPORTERS

    return ("pdf", "booklet", "html", "md", "txt", *EXPORTERS)


if TYPE_CHECKING:
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType  # takes no arguments before click 8.4


class Parsed(_Type):
    """A value that a function makes of its text; ValueError says why it is none."""

    def __init__(self, name: str, parse: Callable[[str], Any]) -> None:
        self.name = name
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value, which may be parsed already."""
        try:
            return self.parse(value) if isinstance(value, str) else value
        except ValueError as problem:
            self.fail(str(problem), param, ctx)


def _length(text: str) -> Um:
    if (found := parse_length(text)) < 0:
        raise ValueError(f'"{text}" is negative')
    return found


def _scale(text: str) -> float:
    try:
        factor = float(text.strip().removesuffix("%").strip()) / 100
    except ValueError:
        raise ValueError(f'"{text}" is no share; expected one such as 70%') from None
    if not 0.1 <= factor <= 1:
        raise ValueError(f'expected 10% to 100%, found "{text}"')
    return factor


PAPER = Parsed("paper", parse_paper)
"""A paper by name or WxH, as its size."""
LENGTH = Parsed("length", _length)
"""A length with its unit, not negative, in micrometres."""
SCALE = Parsed("scale", _scale)
"""A share of true size, such as 70%, as a factor from 0.1 to 1."""


class Shared(click.Option):
    """An option that offers other forms in other commands: what the environment says for another
    one is passed over, a slip is not.
    """

    def value_from_envvar(self, ctx: click.Context) -> Any:
        """What the environment says, if this command offers it or none does."""
        assert isinstance(self.type, click.Choice)
        found = super().value_from_envvar(ctx)
        elsewhere = found and found not in self.type.choices and found in forms(str(self.envvar))
        return None if elsewhere else found


def from_command_line(option: str) -> bool:
    """Whether an option of this call was typed; a PNP_… variable is meant for every command."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one, which help shows in this order."""

    def decorated(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


jobs_option = partial(click.option, "-j", "--jobs", type=click.IntRange(1, 64))
length_option = partial(click.option, type=LENGTH, metavar="LENGTH")
output_option = partial(click.option, "-o", "--output", type=click.Path(path_type=Path))
paper_option = partial(click.option, "--paper", type=PAPER, metavar="NAME|WxH")
press_options = together(
    paper_option(help="a4, letter, a3, tabloid, legal or WxH in mm. [a4]"),
    click.option(
        "--duplex", type=click.Choice(CHOICES["duplex"]), help="How backs meet fronts. [long]"
    ),
    length_option("--gutter", help="Space between cards; 0mm shares the cuts. [0mm]"),
    length_option("--margin", help="Edge that the printer keeps white. [5mm]"),
    click.option("--marks", type=click.Choice(CHOICES["marks"]), help="Crop marks. [crop]"),
    click.option("--separate", is_flag=True, help="Every deck on sheets of its own."),
)
"""Paper, duplex, gutter, margin, marks and whether decks share sheets."""
ink_option = click.option(
    "--ink",
    type=click.Choice(CHOICES["ink"]),
    help="full; low: pale fills, nothing lost; grey: for black-and-white printers. [full]",
)
sleeved_option = click.option(
    "--sleeved/--bare", default=None, help="Boxes for cards in sleeves, or for bare cards. [bare]"
)
max_cards_option = click.option(
    "--max-cards",
    type=click.IntRange(1),
    metavar="N",
    help="Allow N different cards a game, if that is more than 5000, and 4 × N copies."
    " [5000, 20000]",
)
bounds_options = together(
    max_cards_option,
    click.option(
        "--untrusted/--trusted",
        default=None,
        help="Read and draw with bounds on memory and time. [unless the workspace is trusted]",
    ),
)
"""What a game may ask for: how many cards, and whether a bounded process reads it."""
dpi_option = click.option(
    "--dpi",
    type=click.IntRange(36, 1200),
    default=300,
    metavar="N",
    help="Dots an inch of a PNG, 36 to 1200. [300]",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Report as JSON on standard output."
)
force_option = click.option(
    "--force",
    is_flag=True,
    help="Replace files that pnp did not write, or that were changed since.",
)
strict_option = click.option("--strict", is_flag=True, help="Warnings count as errors.")
cards_option = click.option(
    "--cards",
    multiple=True,
    metavar="ID,…",
    help="Only these cards: IDs or COMPONENT/ID, 'map-*', 3-12 (can be repeated).",
)


def named_cards(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The names in the values of `--cards`. Raises BadParameter where there is none."""
    names = tuple(name.strip() for name in ",".join(cards).split(",") if name.strip())
    if cards and not names:
        raise click.BadParameter("no card is named", param_hint="--cards")
    return names


def press(workspace: Workspace, given: dict[str, Any]) -> PaperOptions:
    """How to print, from what was given and the defaults.

    Raises Problems for wrong values in `pnp.yaml`.
    """
    from pnp.impose import Duplex, PaperOptions

    values = {
        **DEFAULTS,
        **_written(workspace),
        **{key: value for key, value in given.items() if value is not None},
    }
    return PaperOptions(
        paper=PAPER.convert(values["paper"], None, None),
        duplex=Duplex(values["duplex"]),
        gutter=Um(LENGTH.convert(values["gutter"], None, None)),
        margin=Um(LENGTH.convert(values["margin"], None, None)),
        crop_marks=values["marks"] == "crop",
        separate=bool(values.get("separate")),
    )


def ink(workspace: Workspace, given: str | None) -> Ink:
    """How much ink to print with, from what was given and the defaults.

    Raises Problems for wrong values in `pnp.yaml`.
    """
    from pnp.ink import Ink

    return Ink(given or _written(workspace).get("ink", DEFAULTS["ink"]))


def sleeved(workspace: Workspace, given: bool | None = None) -> bool:
    """Whether boxes are for sleeved cards, from what was given and the defaults.

    Raises Problems for wrong values in `pnp.yaml`.
    """
    return _written(workspace).get("sleeved") in ("yes", "true") if given is None else given


def _written(workspace: Workspace) -> dict[str, Any]:
    """The defaults of `pnp.yaml`, checked."""
    raw = workspace.defaults
    problems, values = list[Diagnostic](), dict[str, Any]()
    for key, value in raw.items():
        if key not in DEFAULTS:
            hint = did_you_mean(key, DEFAULTS)
            problems.append(error("P201", f'pnp.yaml has no key "{key}"', raw.key(key), hint))
            continue
        try:
            values[key] = _checked(key, value)
        except click.BadParameter as problem:
            problems.append(error("P203", f'"{key}": {problem.message}', raw.at(key)))
    raise_errors(problems)
    return values


def _checked(key: str, value: Any) -> Any:
    if choices := CHOICES.get(key):
        if value not in choices:
            raise click.BadParameter(f'expected {", ".join(choices)}, found "{value}"')
        return value
    if not isinstance(value, str):
        raise click.BadParameter("expected one value")
    return (PAPER if key == "paper" else LENGTH).convert(value, None, None)


def workspace_here(given: Mapping[str, Any] | None = None) -> Workspace:
    """The workspace around the current folder, its games bounded as the options that were `given`
    say (see `bounds_options`).
    """
    from pnp.load.files import for_cards
    from pnp.load.workspace import find

    try:
        here = Path.cwd()
    except OSError:
        gone = "the current folder is no longer there"
        raise refusal("P130", gone, None, "go to another folder") from None
    given = given or {}
    workspace = find(here)._replace(
        untrusted=given.get("untrusted"), language=given.get("lang") or ""
    )
    most = given.get("max_cards")
    return workspace._replace(limits=for_cards(most)) if most else workspace


def chosen_games(workspace: Workspace, names: tuple[str, ...]) -> dict[str, Path]:
    """The named games and their folders; all games of the workspace when none is named.

    Raises Problems for an unknown one.
    """
    from pnp.load.workspace import find_game, games, known_games

    known = games(workspace)
    if not names:
        if not workspace.home:
            _refuse_unmarked()
        if not known:
            finding = error("P130", "there are no games here", None, "start one with: pnp new NAME")
            raise Problems([finding, *overlooked(workspace)])
        return known
    found: dict[str, Path] = {}
    for name in names:
        folder = find_game(workspace, name)
        shipped = (
            folder is not None
            and folder.is_relative_to(workspace.shipped)
            and workspace.home != workspace.shipped
        )
        own = (workspace.home or Path.cwd()) / "data" / name
        if folder is None or (shipped and os.path.lexists(own)):
            if not workspace.home:
                _refuse_unmarked()
            beside = [d for d in overlooked(workspace) if d.message.startswith(f"data/{name} ")]
            if folder is None or beside:  # a shipped game must not stand in for one's own
                hint = did_you_mean(name, near(name, known_games(workspace)) or known)
                raise Problems([error("P130", f'there is no game "{name}"', None, hint), *beside])
        found[name] = folder
    return found


def game_here(name: str, given: Mapping[str, Any]) -> tuple[Workspace, Path]:
    """The workspace around the current folder, and the folder of a game. Raises Problems."""
    workspace = workspace_here(given)
    return workspace, chosen_games(workspace, (name,))[name]


def for_each_game(
    task: Callable[..., T], names: tuple[str, ...], given: Mapping[str, Any], *arguments: Any
) -> tuple[list[T], list[Diagnostic]]:
    """What `task(workspace, name, folder, *arguments)` returns for each game, and what stopped it
    or is overlooked.
    """
    results: list[T] = []
    try:
        workspace = workspace_here(given)
        folders = chosen_games(workspace, names)
        found = overlooked(workspace, names)
    except Problems as problem:
        return results, list(problem.diagnostics)
    for name, folder in folders.items():
        try:
            results.append(bounded(task, workspace, name, folder, *arguments))
        except Problems as problem:
            found += problem.diagnostics
    return results, found


def overlooked(workspace: Workspace, names: tuple[str, ...] = ()) -> list[Diagnostic]:
    """Warnings for what looks like a game of the workspace and is none, where no game is named."""
    from pnp.load import workspace as workspaces

    return workspaces.overlooked(workspace.home) if workspace.home and not names else []


def _refuse_unmarked() -> None:
    """Raises Problems (P130) where games lie here that are not seen, because no `pnp.yaml` makes
    a workspace of their folder.
    """
    from pnp.load.workspace import unmarked

    home = unmarked(Path.cwd())
    if home is not None:
        message = (
            f"the games in {short(home / 'data')} are not seen: no pnp.yaml lies beside that folder"
        )
        raise refusal("P130", message, None, f"make an empty file {short(home / 'pnp.yaml')}")


def bounded(task: Callable[..., T], workspace: Workspace, game: str, folder: Path, *args: Any) -> T:
    """What `task(workspace, game, folder, *args)` returns, with bounds where the game is a
    stranger's.
    """
    from pnp.load.workspace import is_strange
    from pnp.sandbox.worker import run

    return run(task, workspace, game, folder, *args, untrusted=is_strange(workspace, folder))


def output_folder(workspace: Workspace, given: Path | None) -> Path:
    """Where PDFs go: as given, else `output` of the workspace, else of the current folder."""
    return given if given is not None else (workspace.home or Path.cwd()) / "output"


def output_path(workspace: Workspace, game: str, output: Path | None, name: str) -> Path:
    """What a command writes for a game: as typed, else `name` below the folder of its prints.

    Raises Problems for what lies among the data.
    """
    if output is not None and from_command_line("output"):
        return output_of(workspace, output.parent, output.name)
    return output_of(workspace, output_folder(workspace, output), home_of(workspace, game)) / name


PART = "part"
"""The folder below a game's PDFs where a part of them goes, so that the print of the whole kit
and its manifest stay.
"""


def holds_kit(target: Path, game: str) -> bool:
    """Whether a print is in a folder that a part may not replace: any but one whose manifest says
    that it is a part of this game.

    What `pnp rules` and `pnp reference` have made is no print of a kit.
    """
    from pnp.output.manifest import MANIFEST, read

    manifest = target / MANIFEST
    if content := read(manifest):
        return content.get("game") != game or not content.get("part")
    return os.path.lexists(manifest) or any(path.name not in PDFS for path in target.glob("*.pdf"))


def output_of(
    workspace: Workspace, base: Path, game: str, part: bool = False, way: str = "-o DIR"
) -> Path:
    """The folder that a game's PDFs go to, or a part of them; `way` is how another is named.

    Raises Problems: P811 the workspace's own leads out of it, P712 it lies among the data.
    """
    from pnp.load.files import leads_out, resolved, shown
    from pnp.load.workspace import refuse_input_folder

    target = base / game / PART if part else base / game
    if workspace.home is None:
        return target
    home, real = resolved(workspace.home), resolved(target)
    if part and real == resolved(base / game):
        message = f"{shown(target)} is the folder of the whole kit by a link"
        raise refusal("P703", message, Span(shown(target)), "remove the link")
    if base == workspace.home / "output" and leads_out(real, home):
        message = f"{shown(target)} leads out of {shown(workspace.home)} by a link"
        raise refusal(
            "P811",
            message,
            Span(shown(target)),
            f"remove the link, or name the folder itself with {way}",
        )
    refuse_input_folder(workspace, target, way)
    return target


def room_for(target: Path) -> None:
    """Make the folder of a file. Raises Problems (P701 to P707)."""
    from pnp.output.write import explained

    with explained(target.parent, "in another folder"):
        target.parent.mkdir(parents=True, exist_ok=True)


def game_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin so, for a shell that completes them."""
    from pnp.load.workspace import games

    return _beginning(games, begun)


def copied_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """The games that can be copied, the shipped ones too, for a shell that completes them."""
    from pnp.load.workspace import known_games

    return sorted(_beginning(known_games, begun))


def _beginning(known: Callable[[Workspace], dict[str, Path]], begun: str) -> list[str]:
    try:
        return [name for name in known(workspace_here()) if name.startswith(begun)]
    except Problems:
        return []


game_argument = click.argument("game", shell_complete=game_names)
games_argument = click.argument("games", nargs=-1, metavar="[GAME]…", shell_complete=game_names)


def short(path: str | Path) -> str:
    """A path as it is said: from the current folder where it lies inside it."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
