"""`python -m pnp`: the same as `pnp`."""

from __future__ import annotations

from pnp.cli import run

if __name__ == "__main__":
    run()
