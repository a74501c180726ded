"""How good the validator is: kits with one fault each, and whether `pnp` finds it.

`make mutants` prints the table.
"""
