"""Bots that play the shipped games from their data, to see that each game ends, that nothing runs
out where the rules give no answer, and how long it takes; `python -m play` in `tests/` plays many.
"""
