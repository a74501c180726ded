"""The benchmark: one deck through pnp and its peers, whole processes side by side.

`make bench`, or `python -m bench --help`.
"""
