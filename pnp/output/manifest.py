"""The manifest of a print: which card lies where, with the look of each face, and which files of
what bytes belong to it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pnp.diagnostics import Diagnostic, Span, error
from pnp.face import Face, digest, look_of
from pnp.impose import Document, Placement, Sheet, Side
from pnp.load.file_states import ordinary
from pnp.units.geometry import MM, Rect

FORMAT = 4
"""The version of the manifest: raise it with that of the looks in it, `face.FORMAT`, too."""

MANIFEST = "manifest.json"


def manifest(
    documents: Sequence[Document],
    game: str,
    extra: Mapping[str, Any],
    known: Mapping[int, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """What lies where: per PDF its sheets, per placement the card and its trim as x, y, width,
    height in mm from the top left of the side.

    `face` is the digest of its look, without links. `extra` goes to the top level, `known` are
    digests of faces by identity; `write` adds the SHA-256 of each file.
    """
    digests: dict[int, str] = dict(known)
    files = {
        f"{document.name}.pdf": {
            "title": document.title,
            "duplex": str(document.duplex),
            "sheets": [_sheet(sheet, digests) for sheet in document.sheets],
        }
        for document in documents
    }
    return {"format": FORMAT, "game": game, **extra, "files": files}


def _sheet(sheet: Sheet, digests: dict[int, str]) -> dict[str, Any]:
    entry = {
        "number": sheet.number,
        "component": sheet.component,
        "title": sheet.title,
        "paper": [_mm(length) for length in sheet.paper],
        "recto": _placements(sheet.recto, digests),
    }
    if sheet.file:
        entry["file"] = sheet.file
    if sheet.verso is not None:
        entry["verso"] = _placements(sheet.verso, digests)
    return entry


def _placements(side: Side, digests: dict[int, str]) -> list[dict[str, Any]]:
    return [_placement(placement, digests) for placement in side.placements]


def _placement(placement: Placement, digests: dict[int, str]) -> dict[str, Any]:
    face: Face = placement.face
    look = digests.get(id(face))
    if look is None:
        look = digests[id(face)] = digest(face)
    return {
        "component": placement.component,
        "card": placement.card,
        "copy": placement.copy,
        "side": placement.side,
        "slot": placement.slot,
        "trim": list(_area(placement.trim)),
        "turn": placement.turn,
        "face": look_of(look),
    }


@lru_cache(maxsize=1024)
def _area(trim: Rect) -> tuple[float, float, float, float]:
    """x, y, width and height in mm; the slots of a deck are the same on every sheet."""
    return _mm(trim.x), _mm(trim.y), _mm(trim.width), _mm(trim.height)


def _mm(um: int) -> float:
    """Micrometres in millimetres, exact to the third decimal; whole ones without a point."""
    return um / MM if um % MM else um // MM


def stamped(manifest: Mapping[str, Any], stamps: Mapping[str, str]) -> dict[str, Any]:
    """The manifest with the SHA-256 of every file; files that it does not know are listed by
    that alone.
    """
    known = manifest.get("files", {})
    return {
        **manifest,
        "files": {name: {"sha256": stamp, **known.get(name, {})} for name, stamp in stamps.items()},
    }


def dumps(manifest: Mapping[str, Any]) -> bytes:
    """The manifest as JSON, one line a placement, so that two of them can be compared line by
    line.
    """
    encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode

    def nested(value: Any) -> bool:
        return isinstance(value, dict) or (
            isinstance(value, list) and bool(value) and isinstance(value[0], dict)
        )

    def text(value: Any, indent: str) -> str:
        deeper = indent + " "
        if isinstance(value, dict) and any(map(nested, value.values())):
            lines = [f"{deeper}{encode(key)}: {text(part, deeper)}" for key, part in value.items()]
            return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
        if isinstance(value, list) and nested(value):
            if not any(map(nested, value[0].values())):
                rows = encode(value)
                if rows.count("{") == len(value) == rows.count("}, {") + 1:  # no text holds a brace
                    return (
                        f"[\n{deeper}"
                        + rows[1:-1].replace("}, {", f"}},\n{deeper}{{")
                        + f"\n{indent}]"
                    )
            return (
                "[\n" + ",\n".join([deeper + text(part, deeper) for part in value]) + f"\n{indent}]"
            )
        return encode(value)

    return (text(dict(manifest), "") + "\n").encode("utf-8")


def read(path: Path) -> dict[str, Any]:
    """What a manifest says; nothing when there is none, or none that we can read."""
    try:
        said = json.loads(path.read_bytes()) if ordinary(str(path)) else None
    except (OSError, ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def listed(path: Path) -> dict[str, str]:
    """The files that a manifest lists and their SHA-256; none when there is no manifest or none
    that we can read.
    """
    try:
        return {
            name: str(entry["sha256"])
            for name, entry in read(path)["files"].items()
            if is_plain(name)
        }
    except (TypeError, KeyError, AttributeError):
        return {}


def of_part(
    path: Path, game: str, names: Collection[str] = ()
) -> dict[tuple[str, str], set[int]] | None:
    """The numbers of the copies that a part of a kit has of its cards, by component and card, in
    all its PDFs or in those `names`.

    None where no manifest of a part of the game is, or none that we can read, or none that lists
    these names.
    """
    from pnp.compose.element_trees import FRONT

    said = read(path)
    if said.get("part") is not True or said.get("game") != game:
        return None
    found: dict[tuple[str, str], set[int]] = {}
    try:
        files = said["files"]
        for name in names or files:
            for sheet in files[name]["sheets"]:
                for placement in (*sheet["recto"], *sheet.get("verso", ())):
                    if placement["side"] == FRONT:
                        found.setdefault(
                            (str(placement["component"]), str(placement["card"])), set()
                        ).add(int(placement["copy"]))
    except (TypeError, KeyError, ValueError, OverflowError, AttributeError):
        return None
    return found


def changed_cards(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The cards, as COMPONENT/CARD, whose faces differ between two manifests, or that only one of
    them has.
    """
    old, new = _looks(before), _looks(after)
    return [name for name in (old | new) if old.get(name) != new.get(name)]


def _looks(said: Mapping[str, Any]) -> dict[str, set[tuple[str, str]]]:
    """The faces of each card by their sides."""
    found: dict[str, set[tuple[str, str]]] = {}
    try:
        for file in said["files"].values():
            for sheet in file.get("sheets", ()):
                for one in (*sheet["recto"], *sheet.get("verso", ())):
                    name = f"{one['component']}/{one['card']}"
                    found.setdefault(name, set()).add((str(one["side"]), str(one["face"])))
    except (TypeError, KeyError, AttributeError):
        return {}
    return found


def differing_copies(said: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """The cards, as COMPONENT/CARD, and sides of which copies look different."""
    looks = Counter((name, side) for name, faces in _looks(said).items() for side, _ in faces)
    return frozenset(key for key, count in looks.items() if count > 1)


def is_export(said: Mapping[str, Any], game: str = "") -> bool:
    """Whether a manifest is that of an export, which is of one component; with a `game`, of that
    one.
    """
    return (
        isinstance(said.get("component"), str)
        and isinstance(said.get("game"), str)
        and game in ("", said["game"])
    )


def occupied(folder: Path, what: str, hint: str) -> Diagnostic:
    """P703 for a folder whose manifest is of something else:

    `what` would take its place, and remove what it lists.
    """
    found = read(folder / MANIFEST)
    made = "an export" if is_export(found) else "a print"
    content = (
        f'{made} of the game "{found["game"][:60]}"'
        if isinstance(found.get("game"), str)
        else f"a {MANIFEST} that pnp has not made"
    )
    return error(
        "P703",
        f"{content} lies here; {what} would take its place",
        Span(str(folder)),
        f"{hint}, or move it away",
    )


def is_plain(name: str) -> bool:
    """Whether a name stays in its folder, on any system."""
    return bool(name) and not name.startswith(".") and not set(name) & set("/\\:")
