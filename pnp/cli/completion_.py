"""`pnp completion`."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_PNP_COMPLETE"
"""Set by the script when the shell asks what could follow; click's own name for the program
`pnp`.
"""


@click.command("completion", short_help="the completion script of a shell")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> int:
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

    from pnp.cli import main

    kind = get_completion_class(shell)
    assert kind is not None  # click knows the three
    script = kind(main, {}, "pnp", VARIABLE)
    # Not source(): that of bash starts a bash to ask for its version, and there may be none where
    # the script is made.
    click.echo(script.source_template % script.source_vars())
    return 0
