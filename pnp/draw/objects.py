"""The PDF file itself: numbered objects, streams, cross-reference table, trailer (ISO 32000-1, 7.3 and 7.5)."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from itertools import accumulate
from queue import SimpleQueue
from threading import Thread
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.draw.numbers import text_string

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
"""The version, and bytes above 127, by which a program that copies files knows that this one is not text (7.5.2)."""

LEVEL = 6
"""zlib: 9 costs three times the time for 1 % less."""


class Reference(NamedTuple):
    """Points to an object of the file by its key; the object may come later."""

    key: str


Value = Any
"""Text in PDF notation, a whole number, a reference, or a mapping or list of values."""


def name(text: str) -> str:
    """A PDF name; characters that would need escapes are left out."""
    return "/" + re.sub(r"[^A-Za-z0-9_.+-]", "", text)


def packed(data: bytes) -> Stream:
    """A stream, compressed now."""
    return Stream({"Filter": "/FlateDecode"}, zlib.compress(data, LEVEL))


class File:
    """One PDF being put together from named objects."""

    def __init__(self) -> None:
        self.fonts = Reference("fonts")
        """The dictionary of fonts that all resources share."""
        self._fonts: dict[str, Value] = {}
        self._objects: dict[str, _Dictionary] = {"fonts": _Dictionary(self._fonts)}
        self._packing = _Packing()

    def add(self, key: str, entries: Mapping[str, Value]) -> Reference:
        """A dictionary as an object of its own."""
        return self._put(key, _Dictionary(entries))

    def stream(self, key: str, data: bytes, entries: Mapping[str, Value], *, packed: bool = False, level: int = LEVEL) -> Reference:
        """A stream; compressed unless its data come packed and its entries name the filter."""
        stream = Stream(entries, data) if packed else self.pack(data, entries, level)
        return self.place(key, stream)

    def pack(self, data: bytes, entries: Mapping[str, Value] = MappingProxyType({}), level: int = LEVEL) -> Stream:
        """A stream that is being compressed and has no place in the file yet."""
        stream = Stream({**entries, "Filter": "/FlateDecode"}, data, level)
        self._packing.add(stream)
        return stream

    def place(self, key: str, stream: Stream) -> Reference:
        """Give a stream its place in the file."""
        return self._put(key, stream)

    def begin_packing(self) -> None:
        """Compress on a second thread from now on."""
        self._packing.begin()

    def add_font(self, key: str, font: Reference) -> None:
        """Name a font in the dictionary that all resources share."""
        self._fonts[key] = font

    def finish(self, catalog: Mapping[str, Value], about: Mapping[str, str]) -> bytes:
        """The bytes of the file. `about` becomes the information dictionary; there are no dates in it, so no clock is read."""
        self._packing.finish()
        root = self.add("catalog", {"Type": "/Catalog", **catalog})
        information = self.add("information", {key: text_string(text) for key, text in about.items() if text})
        numbers = {key: number for number, key in enumerate(self._objects, 1)}
        parts = [_HEADER]
        parts += [b"%d 0 obj\n%b\nendobj\n" % (numbers[key], entry.written(numbers)) for key, entry in self._objects.items()]
        *offsets, end = accumulate(map(len, parts))
        table = "".join([f"{offset:010} 00000 n \n" for offset in offsets])
        # The identifier names the content; it is the same twice in a file that has not been changed since (14.4).
        identifier = f"<{_digest(parts)}>"
        trailer = {"Size": len(numbers) + 1, "Root": root, "Info": information, "ID": [identifier, identifier]}
        ending = f"xref\n0 {len(numbers) + 1}\n0000000000 65535 f \n{table}trailer\n{_notation(trailer, numbers)}\n"
        return b"".join([*parts, f"{ending}startxref\n{end}\n%%EOF\n".encode("latin-1")])

    def _put(self, key: str, entry: _Dictionary) -> Reference:
        if key in self._objects:
            raise ValueError(f"two objects have the key {key!r}")
        self._objects[key] = entry
        return Reference(key)


def _digest(parts: list[bytes]) -> str:
    made = blake2b(digest_size=16)
    for part in parts:
        made.update(part)
    return made.hexdigest()


class _Dictionary:
    """Entries that are put into words when the file is written and every key has its number."""

    def __init__(self, entries: Mapping[str, Value]) -> None:
        self.entries = entries

    def written(self, numbers: Mapping[str, int]) -> bytes:
        """The object as it is written."""
        return _notation(self.entries, numbers).encode("latin-1")


class Stream(_Dictionary):
    """Data with entries that describe them."""

    def __init__(self, entries: Mapping[str, Value], data: bytes, level: int = LEVEL) -> None:
        super().__init__(entries)
        self.data = data
        self.level = level

    def written(self, numbers: Mapping[str, int]) -> bytes:
        """The stream as it is written."""
        return b"%b\nstream\n%b\nendstream" % (_notation({**self.entries, "Length": len(self.data)}, numbers).encode("latin-1"), self.data)


class _Packing:
    """Compresses streams on a second thread while the next ones are made: zlib works without the interpreter's lock.

    What comes out does not depend on when: each stream is packed by itself, in its own place.
    """

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Stream | None] = SimpleQueue()
        self._trouble: list[BaseException] = []
        self._thread = Thread(target=self._work, daemon=True)

    def add(self, stream: Stream) -> None:
        """Have a stream's data compressed, once packing has begun."""
        self._jobs.put(stream)

    def begin(self) -> None:
        """Start the second thread. Not before processes have been forked: a fork takes no threads along."""
        if not self._thread.ident:
            self._thread.start()

    def finish(self) -> None:
        """Wait until everything is packed."""
        self.begin()
        self._jobs.put(None)
        self._thread.join()
        if self._trouble:
            raise self._trouble[0]

    def _work(self) -> None:
        while (stream := self._jobs.get()) is not None:
            try:
                stream.data = zlib.compress(stream.data, stream.level)
            except BaseException as problem:
                self._trouble.append(problem)


def _notation(value: Value, numbers: Mapping[str, int]) -> str:
    """A value as PDF writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Reference):
        return f"{numbers[value.key]} 0 R"
    if isinstance(value, Mapping):
        return f"<<{' '.join([f'/{key} {_notation(part, numbers)}' for key, part in value.items()])}>>"
    if isinstance(value, list):
        return f"[{' '.join([_notation(part, numbers) for part in value])}]"
    return str(value)
