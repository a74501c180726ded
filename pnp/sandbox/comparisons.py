"""What templates, texts and conditions compare with constants: `card.gem.label == "Ruby"`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from jinja2 import nodes

CARD, CARDS, FACTS, SIDE, COMPONENT = "card", "cards", "facts", "side", "component"
"""The variables whose values are known beforehand."""
ONE = "[]"
"""In a path: one of the entries of a list."""


class Compared(NamedTuple):
    """What a template or text compares with a value at a line:

    `("card", "gem", "label")` stands for `card.gem.label`.
    """

    line: int
    path: tuple[str, ...]
    value: str | int | float


def compared(parts: Sequence[nodes.Node]) -> list[Compared]:
    """The comparisons of facts, sides, components and values of cards with constants; `parts`
    are all those of a template or text.
    """
    compares = [part for part in parts if isinstance(part, nodes.Compare) and len(part.ops) == 1]
    if not compares:
        return []
    known, inside = _bound(parts)
    found = [
        Compared(part.lineno, path, value)
        for part in compares
        for path, value in _pairs(part, {**known, **inside.get(id(part), {})})
    ]
    return [
        one
        for one in found
        if one.path == (SIDE,)
        or (len(one.path) > 1 and one.path[0] in (CARD, CARDS, FACTS, COMPONENT))
    ]


Known = Mapping[str, tuple[str, ...]]


def _bound(parts: Sequence[nodes.Node]) -> tuple[Known, Mapping[int, Known]]:
    """What the names stand for that a template gives to values of the card; nothing for names that
    it gives to something else, or twice.

    A name that several loops give stands for what each gives it: that is told for each loop and
    comparison inside one, by its identity.
    """
    given = Counter(
        part.name for part in parts if isinstance(part, nodes.Name) and part.ctx != "load"
    )
    loops = Counter(
        part.target.name
        for part in parts
        if isinstance(part, nodes.For) and isinstance(part.target, nodes.Name)
    )
    known: dict[str, tuple[str, ...]] = dict.fromkeys(given, ())
    inside: dict[int, Known] = {}
    for part in parts:
        match part:
            case nodes.For(target=nodes.Name(name=name), iter=values) if given[name] == loops[name]:
                path = _path(values, {**known, **inside.get(id(part), {})})
                path = (*path, ONE) if path else ()
                if given[name] == 1:
                    known[name] = path
                else:
                    for within in _held(part):
                        inside[id(within)] = {**inside.get(id(within), {}), name: path}
            case nodes.Assign(target=nodes.Name(name=name), node=value) if given[name] == 1:
                known[name] = _path(value, known)
    return known, inside


def _held(loop: nodes.For) -> Iterator[nodes.Node]:
    """The loops and comparisons that a loop goes through, with its own condition."""
    for node in (*loop.body, *([loop.test] if loop.test else ())):
        if isinstance(node, (nodes.For, nodes.Compare)):
            yield node
        yield from node.find_all((nodes.For, nodes.Compare))


def _pairs(compare: nodes.Compare, known: Known) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What is compared, with each of the constants that it is compared with."""
    left, right, how = compare.expr, compare.ops[0].expr, compare.ops[0].op
    if how in ("in", "notin"):
        if _is_value(left):
            path = _path(right, known)
            yield (*path, ONE) if path else (), left.value
        else:
            items = _plain(right)
            for item in items.items if isinstance(items, (nodes.List, nodes.Tuple)) else ():
                if _is_value(item):
                    yield _path(left, known), item.value
    elif how in ("eq", "ne"):
        for one, other in ((left, right), (right, left)):
            if _is_value(other):
                yield _path(one, known), other.value


def _is_value(node: nodes.Node) -> TypeGuard[nodes.Const]:
    """Whether it is a constant that a field might have; an empty text asks whether there is
    anything.
    """
    return (
        isinstance(node, nodes.Const)
        and isinstance(node.value, (str, int, float))
        and node.value != ""
    )


def _plain(node: Any) -> Any:
    """A part without the filters that meter it, whose names begin with `_`."""
    while isinstance(node, nodes.Filter) and node.name[0] == "_":
        node = node.node
    return node


def _path(node: Any, known: Known) -> tuple[str, ...]:
    """The names from a variable to what is meant: `card.gem["label"]`; empty for anything else."""
    names: list[str] = []
    while True:
        match node := _plain(node):
            case nodes.Getattr(attr=name):
                names.append(name)
            case nodes.Getitem(arg=nodes.Const(value=str(name))):
                names.append(name)
            case nodes.Call(node=nodes.Getattr(attr="values", node=owner)):
                node = owner  # of places by their ids; a loop goes through one after the other
                continue
            case nodes.Name(name=name):
                base = known.get(name, (name,))
                return (*base, *reversed(names)) if base else ()
            case _:
                return ()
        node = node.node
