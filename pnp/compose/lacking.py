"""Characters that no font has: told of once a place, not one by one."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from pnp.diagnostics import Diagnostic

_ONE = r"no font has the character (\".+\" \(U\+[0-9A-F]+\))"
SAID = 6
"""Characters of one place that are named; the others are counted."""


def place_of(finding: Diagnostic) -> Hashable:
    """What a finding shares with those that are told as one with it."""
    lacks = finding.code == "P315" and re.fullmatch(_ONE, finding.message, re.DOTALL)
    return (finding.code, finding.span, "" if lacks else finding.message, finding.hint)


def as_one(findings: Sequence[Diagnostic]) -> Diagnostic:
    """Findings of one place as one; what they say beside their message is that of the first."""
    chars = [match[1] for finding in findings if (match := re.fullmatch(_ONE, finding.message, re.DOTALL))]
    if len(chars) < 2:
        return findings[0]
    more = f" and {len(chars) - SAID} more" if len(chars) > SAID else ""
    return replace(findings[0], message=f"no font has the characters {', '.join(chars[:SAID])}{more}")


def together(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, those on characters of one place as one."""
    rows: dict[Hashable, list[Diagnostic]] = {}
    for finding in dict.fromkeys(found):
        rows.setdefault(place_of(finding), []).append(finding)
    return [as_one(row) for row in rows.values()]
