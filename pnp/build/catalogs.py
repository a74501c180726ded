"""Gives the texts of a game to translators as CSV or as a PO file of gettext, and takes them back
into the YAML of `lang/LANGUAGE.yaml`.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.diagnostics import Diagnostic, Span, refusal, warning
from pnp.load import yaml
from pnp.load.csv import parse
from pnp.load.encoding import short, utf8
from pnp.load.files import Disk
from pnp.load.workspace import Workspace, disk_for
from pnp.load.yaml import Map, Seq
from pnp.model.overlay import ADDED
from pnp.model.read import languages, load_game

if TYPE_CHECKING:
    from pnp.model.overlay import Text
    from pnp.model.translation import Translation

_PLAIN_KEY = re.compile(r"[A-Za-z][\w-]*")
_HEAD = "# Written by pnp lang import.\n"


class Catalog(NamedTuple):
    """A file for translators, how many texts it has and how many of them are translated, and the
    texts that are translated as whole files.
    """

    data: bytes
    texts: int
    translated: int
    files: tuple[str, ...]


class Entry(NamedTuple):
    """What a translator has sent of one text: its path, the words that were translated, the
    translation, and where it stands.
    """

    name: str
    words: str
    translated: str
    span: Span


class Taken(NamedTuple):
    """A new overlay: its path and bytes, how many texts it takes over and how many are missing
    still, whether comments of the one before are lost, and what is to be told.
    """

    path: Path
    data: bytes
    taken: int
    missing: int
    comments: bool
    found: tuple[Diagnostic, ...]


# --- out


def exported(workspace: Workspace, name: str, folder: Path, form: str) -> Catalog:
    """All texts of a game with their translations into the language of the workspace.

    Raises Problems where the game cannot be read, or has no such language.
    """
    translation = _translation(disk_for(workspace, folder), name)
    texts = [text for text in translation.texts if not (text.file or text.assumed)]
    make = _as_po if form == "po" else _as_csv
    return Catalog(
        make(texts, translation, name),
        len(texts),
        sum(text.translated is not None for text in texts),
        tuple(text.words for text in translation.texts if text.file),
    )


def _translation(files: Disk, name: str) -> Translation:
    game, _ = load_game(files, name, gathers=True)
    if game.translation is None or game.translation.is_first:
        message = f'"{game.language}" is the first language of the game: nothing translates it'
        hint = "list another one under languages: in game.yaml, and name it with --lang"
        raise refusal("P250", message, game.raw.at("language"), hint)
    found: Translation = game.translation
    return found


def _as_csv(texts: Sequence[Text], translation: Translation, _name: str) -> bytes:
    rows = io.StringIO()
    writer = csv.writer(rows)
    writer.writerow(["path", "comment", translation.first, translation.language])
    for text in texts:
        writer.writerow([text.name, str(text.place), text.words, text.translated or ""])
    return rows.getvalue().encode("utf-8-sig")  # the mark lets Excel read UTF-8


def _as_po(texts: Sequence[Text], translation: Translation, name: str) -> bytes:
    import polib

    catalog = polib.POFile(wrapwidth=0)
    catalog.metadata = {
        "Project-Id-Version": name,
        "Language": translation.language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for text in texts:
        catalog.append(
            polib.POEntry(
                msgctxt=text.name,
                msgid=text.words,
                msgstr=text.translated or "",
                occurrences=[(text.place.file, str(text.place.line))],
            )
        )
    return f"{catalog}\n".encode()


# --- in


def imported(workspace: Workspace, name: str, folder: Path, data: bytes, file: str) -> Taken:
    """The overlay of a game with what a translator's file says; a text that is empty there stays
    as it is. What the overlay has wrongly or of what is gone is left out (P256).

    Raises Problems: P257 for a damaged file, P250 for a language that the game does not have.
    """
    files = disk_for(workspace, folder)
    language, entries = _read(data, file, languages(files, name))
    if workspace.language not in ("", language):
        message = f'the file is in "{language}", not in "{short(workspace.language)}"'
        raise refusal("P250", message, Span(file, 1, 1), f"import it with --lang {language}")
    files = files.in_language(language)
    translation = _translation(files, name)
    known = {text.name: text for text in translation.texts if not text.file}
    content = _kept(translation)
    found = [
        warning("P256", f"{one.message}: it is left out", one.span)
        for one in translation.found
        if one.code in ("P251", "P252")
    ]
    translation.found.clear()
    taken = set()
    for entry in entries:
        text = known.get(entry.name)
        if text is None:
            message = f'the game has no text "{short(entry.name)}" any more'
            hint = f"it is left out; its translation was: {short(entry.translated)}"
            found.append(warning("P256", message, entry.span, hint))
            continue
        if entry.words != text.words:
            message = f'"{text.name}" was translated from other words: {short(entry.words)}'
            hint = f"compare it with what the game says now: {short(text.words)}"
            found.append(warning("P256", message, entry.span, hint))
        _put(content, text.path, entry.translated)
        translation.check_figures(text.words, text.place, entry.translated, entry.span)
        taken.add(text.name)
    found += [warning(*one[1:]) for one in translation.found]
    lacking = {t.name for t in known.values() if t.translated is None and not t.assumed}
    written = files.read(translation.path) if files.exists(translation.path) else b""
    kept = b"#" in written.removeprefix(_HEAD.encode())
    path = folder / "lang" / f"{language}.yaml"
    lines = "".join(_lines(content, ""))
    yaml.parse(lines.encode(), file)  # what could not be read again is not written
    missing = len(lacking - taken)
    return Taken(path, (_HEAD + lines).encode(), len(taken), missing, kept, tuple(found))


def _read(data: bytes, file: str, known: Sequence[str]) -> tuple[str, list[Entry]]:
    """The language of a translator's file, and its entries that are translated."""
    name = file.lower()
    language, entries = (_of_po if name.endswith((".po", ".pot")) else _of_csv)(data, file, known)
    if language not in known[1:]:
        message = f'the file is in "{short(language)}"; the game has {", ".join(known)}'
        hint = f"list it in game.yaml: languages: [{short(language)}]"
        raise refusal("P250", message, Span(file, 1, 1), hint)
    return language, entries


def _of_csv(data: bytes, file: str, known: Sequence[str]) -> tuple[str, list[Entry]]:
    rows, _ = parse(data, file)
    columns = [name for name in (rows[0] if rows else ()) if name not in ("path", "comment")]
    if len(columns) != 2 or columns[0] != known[0] or "path" not in rows[0]:
        message = f"expected the columns path, comment, {known[0]} and the language"
        hint = "send the translator what pnp lang export writes; the first row stays as it is"
        raise refusal("P257", message, Span(file, 1, 1), hint)
    first, language = columns
    return language, [
        Entry(row["path"] or "", row[first] or "", row[language], row.at(language))
        for row in rows
        if row[language]
    ]


def _of_po(data: bytes, file: str, _known: Sequence[str]) -> tuple[str, list[Entry]]:
    import polib

    text = utf8(data, file)
    try:
        # polib opens what is the name of a file; no name ends in a line feed.
        catalog = polib.pofile(f"{text}\n")
    except (OSError, ValueError, IndexError, KeyError, AttributeError) as problem:
        line = re.search(r"line (\d+)", str(problem))
        place = Span(file, int(line[1]) if line else 1, 1)
        hint = "export it anew from the translator's program"
        raise refusal("P257", "this is no PO file from here on", place, hint) from None
    language = catalog.metadata.get("Language", "")
    return language, [
        Entry(entry.msgctxt or "", entry.msgid, entry.msgstr, Span(file, entry.linenum, 1))
        for entry in catalog.translated_entries()
    ]


def _kept(translation: Translation) -> dict[str, Any]:
    """What an overlay has of texts that are in the game, and of words that pages bring along."""
    known = {text.path for text in translation.texts}
    content: dict[str, Any] = {"same": [name for name, met in translation.same.items() if met]}
    for path, value in _leaves(translation.over, ()):
        if isinstance(value, str) and (path in known or path[:2] in ADDED):
            _put(content, path, value)
    return content


def _leaves(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """What stands in maps and lists, with its path."""
    if not isinstance(value, (Map, Seq)):
        yield path, value
        return
    for key, part in value.items() if isinstance(value, Map) else enumerate(value, 1):
        yield from _leaves(part, (*path, key))


def _put(content: dict[str, Any], path: Sequence[str | int], text: str) -> None:
    """Put a text at its path; maps and lists on the way are made."""
    owner: Any = content
    for key, after in zip(path, (*path[1:], None), strict=True):
        at: Any = key - 1 if isinstance(key, int) else key
        if isinstance(key, int):
            owner += [None] * (key - len(owner))
        if after is None:
            owner[at] = text
            return
        inner = owner[at] if isinstance(key, int) else owner.get(at)
        if not isinstance(inner, list if isinstance(after, int) else dict):
            owner[at] = [] if isinstance(after, int) else {}
        owner = owner[at]


def _lines(value: Mapping[str, Any] | Sequence[Any], indent: str) -> Iterator[str]:
    """A map or list as YAML, every text in quotes."""
    if isinstance(value, Mapping):
        rows = [(f"{_key(key)}:", part) for key, part in value.items()]
    else:
        rows = [("-", part) for part in value]
    for lead, part in rows:
        if isinstance(part, (dict, list)):
            if part:
                yield f"{indent}{lead}\n"
                yield from _lines(part, f"{indent}  ")
        else:
            yield f"{indent}{lead} {'~' if part is None else _quoted(part)}\n"


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else _quoted(key)


def _quoted(text: str) -> str:
    # JSON but for signs that YAML counts among those that cannot be printed.
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff]", lambda sign: f"\\u{ord(sign[0]):04x}", quoted)
