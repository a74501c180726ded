"""The command line: each command is a module of its own, imported when it is called."""

from __future__ import annotations

import os
from importlib import import_module

import click

COMMANDS = {
    "new": "start a game that builds at once",
    "import": "a sheet, list or folder of pictures into a game that builds",
    "build": "check a game and write its PDFs",
    "check": "say everything that is wrong with a game",
    "promises": "what the rules of a game promise, and whether it is kept",
    "confirm": "confirm the sentences that tell the rules",
    "proof": "all different faces on a few pages, for a friend",
    "verify": "hold finished PDFs against the data",
    "list": "games, their components and cards",
    "show": "one card's data with its places; its faces as PNG",
    "rules": "the rulebook as PDF, booklet, HTML, Markdown or text",
    "reference": "the player aids as PDF, pictures, HTML, Markdown or text",
    "export": "each face as a PNG or SVG file",
    "pull": "fetch the sheets that a game names by their addresses",
    "lang": "texts for translators, as CSV or PO, and back",
    "trust": "read a workspace's games without bounds",
    "explain": "the manual page of a diagnostic",
    "schema": "JSON Schema of every file, for editors",
    "icons": "the shipped icons by name, and a picture of them",
    "doctor": "versions, fonts, icons, and a trial PDF",
    "completion": "the completion script of a shell",
}
"""Commands with the line that `pnp --help` shows, so that help needs none of their modules."""
SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_PNP_COMPLETE"
"""Set by the script when the shell asks what could follow; click's own name for `pnp`."""


class Commands(click.Group):
    """Looks a command's module up only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a day's work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name == "completion":
            return completion
        texts = cmd_name in ("rules", "reference")
        module = import_module(f"pnp.cli.{'texts' if texts else cmd_name}_")
        command: click.Command = getattr(module, cmd_name if texts else "command")
        # Every option has its PNP_… name, the same in all commands. Not set on `pnp` itself:
        # PNP_VERSION is likely to mean another thing.
        for option in command.params:
            if isinstance(option, click.Option) and option.envvar is None:
                option.envvar = (
                    f"PNP_{max(option.opts, key=len).strip('-').replace('-', '_').upper()}"
                )
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; a misspelt one is answered with the nearest."""
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except click.UsageError as problem:
            from pnp.diagnostics import did_you_mean

            hint = did_you_mean(args[0], COMMANDS) if args else ""
            raise click.UsageError(
                f'There is no command "{args[0]}". {hint}'.rstrip(), problem.ctx
            ) from None
        self._refuse_misspelt(ctx, command)
        return name, command, rest

    def _refuse_misspelt(self, ctx: click.Context, command: click.Command | None) -> None:
        """UsageError for a variable of the environment that is a slip from one of ours: the
        paper of a `PNP_PAPR` would be A4.
        """
        given = {name for name in os.environ if name.startswith("PNP_")} - _variables(command)
        if not given:
            return
        from pnp.diagnostics import is_slip

        known = sorted(set().union(*(_variables(self.get_command(ctx, name)) for name in COMMANDS)))
        for name in sorted(given.difference(known)):
            meant = next((one for one in known if is_slip(name, one)), "")
            if meant:
                raise click.UsageError(
                    f"Nothing reads {name} of the environment. Did you mean {meant}?", ctx
                )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands for the help page."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _variables(command: click.Command | None) -> set[str]:
    """The variables of the environment that a command reads."""
    return (
        {str(option.envvar) for option in command.params if isinstance(option, click.Option)}
        if command
        else set()
    )


@click.command("completion", short_help=COMMANDS["completion"])
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> int:
    """Print the script that lets a shell complete commands, options and names of games.

    The folder that it goes to must be there (mkdir -p ~/.zfunc). zsh looks into its own after a
    line in ~/.zshrc: fpath=(~/.zfunc $fpath); autoload -Uz compinit; compinit

    \b
    Examples:
      pnp completion bash > ~/.local/share/bash-completion/completions/pnp
      pnp completion zsh > ~/.zfunc/_pnp
      pnp completion fish > ~/.config/fish/completions/pnp.fish
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None  # click knows the three
    script = kind(main, {}, "pnp", VARIABLE)
    # Not source(): that of bash starts a bash to ask for its version, and there may be none where
    # the script is made.
    click.echo(script.source_template % script.source_vars())
    return 0


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from pnp import __version__

        click.echo(f"pnp {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Turn a folder of YAML into a printed game.

    \b
    Examples:
      pnp build                 every game into ./output
      pnp build my-game --paper letter
      pnp check my-game
    """
