"""`python -m pnp`: the same as `pnp`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # -m puts the current folder first among the places of modules: a stranger's game could bring a
    # yaml.py of its own.
    if not sys.flags.safe_path and __spec__ and __spec__.name == "pnp.__main__":
        del sys.path[0]
    from pnp.cli.console import run

    run()
