"""The options of every command that prints, and their defaults: the command line, then PNP_…,
then `pnp.yaml`, then ours.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pnp.diagnostics import Problems, did_you_mean, error
from pnp.units.geometry import LengthError, Um, parse_length

if TYPE_CHECKING:
    from pnp.impose import PaperOptions
    from pnp.ink import Ink
    from pnp.load.workspace import Workspace

F = TypeVar("F", bound=Callable[..., Any])

DEFAULTS = {
    "paper": "a4",
    "duplex": "long",
    "gutter": "0mm",
    "margin": "5mm",
    "marks": "crop",
    "ink": "full",
}
CHOICES = {
    "duplex": ("long", "short", "fold", "none"),
    "marks": ("crop", "none"),
    "ink": ("full", "low", "grey"),
}
"""As the enumerations of `pnp.impose` and `pnp.ink` have them, which help need not wait for."""
FORMS = {
    "PNP_TO": ("pdf", "booklet", "png", "svg", "html", "md", "txt"),
    "PNP_FORMAT": ("full", "concise", "json", "github", "text", "md"),
}
"""What an option of one name offers in all commands together."""


if TYPE_CHECKING:
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType  # takes no arguments before click 8.4


class PaperType(_Type):
    """A paper by name or WxH."""

    name = "paper"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A size."""
        from pnp.units.geometry import parse_paper

        try:
            return parse_paper(value) if isinstance(value, str) else value
        except LengthError as problem:
            self.fail(str(problem), param, ctx)


class LengthType(_Type):
    """A length with its unit, not negative."""

    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Micrometres."""
        try:
            found = parse_length(value) if isinstance(value, str) else value
        except LengthError as problem:
            self.fail(str(problem), param, ctx)
        if found < 0:
            self.fail(f'"{value}" is negative', param, ctx)
        return found


class ScaleType(_Type):
    """A share of true size, such as 70%."""

    name = "scale"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A factor from 0.1 to 1."""
        if isinstance(value, float):
            return value
        text = str(value).strip().removesuffix("%").strip()
        try:
            factor = float(text) / 100
        except ValueError:
            self.fail(f'"{value}" is no share; expected one such as 70%', param, ctx)
        if not 0.1 <= factor <= 1:
            self.fail(f'expected 10% to 100%, found "{value}"', param, ctx)
        return factor


class Shared(click.Option):
    """An option that offers other forms in other commands: what the environment says for another
    one is passed over, a slip is not.
    """

    def value_from_envvar(self, ctx: click.Context) -> Any:
        """What the environment says, if this command offers it or none does."""
        assert isinstance(self.type, click.Choice)
        found = super().value_from_envvar(ctx)
        return (
            None
            if found in FORMS.get(str(self.envvar), ()) and found not in self.type.choices
            else found
        )


def from_environment(option: str) -> bool:
    """Whether an option of this call has its value from its PNP_… variable, which is meant for
    every command.
    """
    return click.get_current_context().get_parameter_source(option) is ParameterSource.ENVIRONMENT


def press_options(command: F) -> F:
    """Paper, duplex, gutter, margin and marks."""
    for option in reversed(
        (
            click.option(
                "--paper",
                type=PaperType(),
                metavar="NAME|WxH",
                help="a4, letter, a3, tabloid, legal or WxH in mm. [a4]",
            ),
            click.option(
                "--duplex",
                type=click.Choice(CHOICES["duplex"]),
                help="How backs meet fronts. [long]",
            ),
            click.option(
                "--gutter",
                type=LengthType(),
                metavar="LENGTH",
                help="Space between cards; 0mm shares the cuts. [0mm]",
            ),
            click.option(
                "--margin",
                type=LengthType(),
                metavar="LENGTH",
                help="Edge that the printer keeps white. [5mm]",
            ),
            click.option("--marks", type=click.Choice(CHOICES["marks"]), help="Crop marks. [crop]"),
        )
    ):
        command = option(command)
    return command


def ink_option(command: F) -> F:
    """How much ink a print may cost."""
    told = "full; low: pale fills, nothing lost; grey: for black-and-white printers. [full]"
    return click.option("--ink", type=click.Choice(CHOICES["ink"]), help=told)(command)


def max_cards_option(command: F) -> F:
    """How many cards a game may have."""
    told = (
        "Allow N different cards a game, if that is more than 5000, and 4 × N copies. [5000, 20000]"
    )
    return click.option("--max-cards", type=click.IntRange(1), metavar="N", help=told)(command)


def trust_option(command: F) -> F:
    """Whether a game is read and drawn by a bounded process of its own."""
    told = "Read and draw with bounds on memory and time. [for folders of another user]"
    return click.option("--untrusted/--trusted", default=None, help=told)(command)


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
        paper=PaperType().convert(values["paper"], None, None),
        duplex=Duplex(values["duplex"]),
        gutter=Um(LengthType().convert(values["gutter"], None, None)),
        margin=Um(LengthType().convert(values["margin"], None, None)),
        crop_marks=values["marks"] == "crop",
    )


def ink(workspace: Workspace, given: str | None) -> Ink:
    """How much ink to print with, from what was given and the defaults.

    Raises Problems for wrong values in `pnp.yaml`.
    """
    from pnp.ink import Ink

    return Ink(given or _written(workspace).get("ink", DEFAULTS["ink"]))


def _written(workspace: Workspace) -> dict[str, Any]:
    """The defaults of `pnp.yaml`, checked."""
    raw = workspace.defaults
    unknown = [key for key in raw if key not in DEFAULTS]
    problems = [
        error("P201", f'pnp.yaml has no key "{key}"', raw.key(key), did_you_mean(key, DEFAULTS))
        for key in unknown
    ]
    values: dict[str, Any] = {}
    for key, value in raw.items():
        if key not in DEFAULTS:
            continue
        try:
            values[key] = _checked(key, value)
        except click.BadParameter as problem:
            problems.append(error("P203", f'"{key}": {problem.message}', raw.at(key)))
    if problems:
        raise Problems(problems)
    return values


def _checked(key: str, value: Any) -> Any:
    if choices := CHOICES.get(key):
        if value not in choices:
            raise click.BadParameter(f'expected {", ".join(choices)}, found "{value}"')
        return value
    if not isinstance(value, str):
        raise click.BadParameter("expected one value")
    return (PaperType() if key == "paper" else LengthType()).convert(value, None, None)
