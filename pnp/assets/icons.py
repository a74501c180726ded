"""An icon set: one JSON file of named paths with their authors, each path parsed only when its
icon is asked for.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from pnp.assets import paths
from pnp.assets.vector import Icon, Part
from pnp.diagnostics import Problems, Span, refusal

ICON_SET = "templates/icons/game-icons.json"
"""Where the icons lie that every game may use."""
MAX_BYTES = 16_000_000
TO_ADD = "add it to the game as icons/NAME.svg"
NAMELESS = "name one, or put {% if … %} around it for cards that have none"
"""What to do about an icon or image whose name came out empty."""
"""What to do about an icon that neither the game nor the set has."""


class IconSet:
    """Icons by name.

    `notice` says where they are from and their licence; games print it behind the authors.
    """

    def __init__(
        self, notice: str, size: int, entries: dict[str, tuple[str, str]], source: tuple[bytes, str]
    ) -> None:
        self.notice = notice
        self._size = size * 1000
        self._entries = entries
        self._source = source
        self._made: dict[str, Icon] = {}

    def names(self) -> list[str]:
        """Every name in the set, sorted."""
        return sorted(self._entries)

    def author(self, name: str) -> str:
        """Who drew an icon; empty for a name that is not in the set."""
        return self._entries.get(name, ("", ""))[0]

    def get(self, name: str) -> Icon | None:
        """The icon of a name, or None. Raises Problems (P414) when its path cannot be read."""
        icon = self._made.get(name)
        if icon is None and name in self._entries:
            try:
                path = paths.canonical(self._entries[name][1])
            except paths.PathError as problem:
                raise refusal(
                    "P414",
                    f'icon "{name}": {problem}',
                    self._place(name),
                    "put the icon's path in again",
                ) from problem
            icon = self._made[name] = Icon(name, self._size, self._size, (Part(path),))
        return icon

    def _place(self, name: str) -> Span:
        data, file = self._source
        at = data.find(json.dumps(name, ensure_ascii=False).encode() + b":")
        return Span(file, data.count(b"\n", 0, at) + 1 if at >= 0 else 0)


@lru_cache(maxsize=4)  # the games of one run share the shipped icons
def read_set(data: bytes, file: str) -> IconSet:
    """An icon set from JSON:

    `{"notice": …, "size": 512, "icons": {name: {"author": …, "path": …}}}`, the viewBox being 0 0
    size size.

    Raises Problems: P417 not such a file, P821 over 16 MB.
    """
    if len(data) > MAX_BYTES:
        raise refusal(
            "P821",
            f"the file has {len(data):,} bytes, an icon set may have {MAX_BYTES:,}",
            Span(file),
        )

    def wrong_set(message: str) -> Problems:
        return refusal("P417", message, Span(file), "make the icon set again")

    try:
        value: Any = json.loads(data)
    except (ValueError, RecursionError) as problem:
        raise wrong_set(f"this is not a JSON file: {problem}") from problem
    wrong = _wrong(value)
    if wrong:
        raise wrong_set(f"this is not an icon set: {wrong}")
    entries = {name: (icon["author"], icon["path"]) for name, icon in value["icons"].items()}
    return IconSet(value["notice"], value["size"], entries, (data, file))


def _wrong(value: Any) -> str:
    """What keeps a JSON value from being an icon set; empty when nothing does."""
    if not isinstance(value, dict) or not isinstance(value.get("icons"), dict):
        return 'expected an object with "notice", "size" and "icons"'
    if not isinstance(value.get("notice"), str) or not value["notice"]:
        return 'expected "notice", the licence of the icons'
    if type(value.get("size")) is not int or not 1 <= value["size"] <= 100_000:
        return 'expected "size", a whole number from 1 to 100,000'
    for name, icon in value["icons"].items():
        texts = (icon.get("author"), icon.get("path")) if isinstance(icon, dict) else (None,)
        if not all(isinstance(text, str) for text in texts):
            return f'icon "{name}" needs "author" and "path"'
    return ""
