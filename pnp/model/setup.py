"""`setup.yaml`: who gets what before the first turn, step by step."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Span, error
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map, Seq
from pnp.model.braces import braces_in
from pnp.model.declarations import Held, Key, Shape
from pnp.model.game import Name, Text
from pnp.model.validate import validated

MAX_STEPS = 200
"""Steps that a setup may have."""


class StepFile(Shape):
    """One step of `setup.yaml`, as written."""

    says: Text
    what: Name
    only: str | None = None
    per: str | None = None
    each: Any = None
    all: Any = None
    source: Annotated[str, Key("from"), Held(max_length=200)] = ""
    to: Annotated[str, Held(max_length=200)] = ""
    when: str | None = None


class Step(NamedTuple):
    """One step: pieces of a component are taken, so many for each player (`each`) and so many
    once (`all`); expressions as written.
    """

    says: str
    what: str
    only: str | None
    per: str | None
    each: Any
    all: Any
    source: str
    to: str
    when: str | None
    raw: Map


def read_setup(files: Disk, folder: str, found: list[Diagnostic]) -> tuple[Step, ...]:
    """The steps of `setup.yaml` in a game's folder; none where there is no such file.

    What is wrong goes to `found` (P201–P204).
    """
    path = f"{folder}/setup.yaml"
    if not files.exists(path):
        return ()
    name = files.shown(path)
    value = yaml.parse(files.read(path), name)
    if not isinstance(value, Seq):
        found.append(error("P203", "expected a list of steps", Span(name, 1, 1)))
        return ()
    if len(value) > MAX_STEPS:
        found.append(
            error(
                "P203",
                f"expected {MAX_STEPS} steps at most, found {len(value):,}",
                value.at(MAX_STEPS),
            )
        )
        return ()
    found += braces_in(value)
    steps = []
    for index, raw in enumerate(value):
        try:
            steps.append(_step(raw, value.at(index)))
        except Problems as problem:
            found += problem.diagnostics
    return tuple(steps)


def _step(raw: Any, span: Span) -> Step:
    file = validated(StepFile, raw, span)
    if file.each is None and file.all is None:
        hint = "each: 7 for every player, all: 16 once, all: rest for what is left"
        raise Problems([error("P202", 'the step has neither "each" nor "all"', span, hint)])
    return Step(
        file.says,
        file.what,
        file.only,
        file.per,
        file.each,
        file.all,
        file.source,
        file.to,
        file.when,
        raw,
    )
