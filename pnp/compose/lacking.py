"""Characters that no font has: told of once a place, not one by one."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from pnp.assets.fonts import LACKING
from pnp.diagnostics import Diagnostic

SAID = 6
"""Characters of one place that are named; the others are counted."""


def place_of(finding: Diagnostic) -> Hashable:
    """What a finding shares with those that are told as one with it."""
    lacks = finding.message.startswith(LACKING)
    return (finding.code, finding.span, "" if lacks else finding.message, finding.hint)


def as_one(findings: Sequence[Diagnostic]) -> Diagnostic:
    """Findings of one place as one; what they say beside their message is that of the first."""
    chars = [
        finding.message.removeprefix(LACKING)
        for finding in findings
        if finding.message.startswith(LACKING)
    ]
    if len(chars) < 2:
        return findings[0]
    more = f" and {len(chars) - SAID} more" if len(chars) > SAID else ""
    return findings[0]._replace(message=f"{LACKING.rstrip()}s {', '.join(chars[:SAID])}{more}")


def together(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings, those on characters of one place as one."""
    rows: dict[Hashable, list[Diagnostic]] = {}
    for finding in dict.fromkeys(found):
        rows.setdefault(place_of(finding), []).append(finding)
    return [as_one(row) for row in rows.values()]
