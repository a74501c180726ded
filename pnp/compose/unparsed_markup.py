"""What was meant as Markdown, or as one of our additions to it, and would be printed as typed:
found in what the parser took for words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pnp.diagnostics import did_you_mean

CALLOUTS = ("note", "example", "variant")
_OTHER = "\x00"
"""Stands for what is not plain words: code, an escaped sign, emphasis, a picture."""
_PERHAPS = re.compile(
    r"[\[|•]|~~|:::|===|#[^\s\d]|\d[.)][^\W\d_]|\*\*|__|^ *--|^ *!(?i:note|example|variant)\b",
    re.MULTILINE,
)
"""What all of them have: most texts have none of it."""
_SIGNS = re.compile(
    r"(?P<part>\[\[(?P<name>[^\[\]\n]{0,60})\]\])|(?P<note>\[\^[^\[\]\s]{1,40}\])"
    r"|(?P<away>\[[^\[\]\n]{1,200}\]\[[^\[\]\n]{0,200}\])|(?P<struck>~~[^\s~][^~]{0,400}~~)"
    r"|(?P<astray>!?\[[^\[\]]{0,200}\](?:\([^()\n]{0,200}\)|"
    r" ?\((?:#[^\W\d]|[a-z]{2,10}:\S)[^()\n]{0,200}\)?))"
    r"|(?P<turned>(?<!\w)\([^()\n]{1,80}\)\[(?:#|https?:)[^\[\]\s]{1,200}\])|(?P<half>\[\[[a-z]{3,20}\](?!\]))"
    r"|(?P<call>\[ ?! ?(?i:note|example|variant) ?\])|(?P<loose>(?<![\w*])\*{2,3}"
    r" +(?=[^\W\d_])[^*\n]{1,200} \*{2,3}(?![\w*]))"
    r"|(?P<opened>(?<![\w*])(?:\*{2,3}|_{2,3})(?=[^\W_])\w{1,40})|(?P<closed>\b(?:\w++\*{2,3}(?![\w*])|[^\W_]++_{2,3}(?!\w)))"
)
_BAR = re.compile(r"(?<!\\)\|")
"""What parts two cells; behind a backslash it is itself."""
_BEFORE = re.compile(r"(?:\s*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s)))*\s*")
"""The signs of quotations and lists before a line."""
_LINES = re.compile(
    r"^[ \t]*+(?:(?P<row>\|.*)|(?P<bullet>•\x00?[ \t].*)|(?P<rule>--["
    r" \t]*)|(?P<bare>!(?i:note|example|variant)\b.*)"
    r"|(?P<dashes>(?=[: \t]*+-)[-: \t]++\|[-:| \t]*)|(?P<fence>:::+.*)|(?P<under>={3,}[ \t]*)"
    r"|(?P<tight>\#{2,6}\x00?[^\s#\x00].*|\#\x00?[^\W\d_].*)|(?P<number>\d{1,2}[.)]\x00?(?![a-z]\b)[^\W\d_](?=[^\W\d_]|"
    r" [^\W\d_]).*)"
    r"|(?P<lone>\[(?P<name>[A-Za-z]{3,20})(?:"
    r" [12])?\](?!:)(?P<more>.*))|(?P<home>\[(?!\^)[^\[\]\n]{1,200}\]:[ \t].*))$",
    re.MULTILINE,
)
_ABOUT = re.compile(r"[a-z][\w-]*:(?: .*)?(?:\n[a-z][\w-]*:(?: .*)?)*")
"""Lines as texts for the web have them at their head, between `---`."""


class Unread(NamedTuple):
    """Words that look like Markdown and are not: how many lines down they begin, what they are,
    what is said of them.
    """

    line: int
    words: str
    code: str
    message: str
    hint: str


def unread(
    content: str, tokens: Iterable[Token], node: SyntaxTreeNode, parts: Collection[str]
) -> Iterator[Unread]:
    """What nobody read of a text of this node, whose inline tokens these are; `parts` are the names
    that `[[…]]` knows.

    Whole lines count in a paragraph only.
    """
    around = node.parent if node.parent and node.parent.type == "paragraph" else None
    if around and _heads(around) and _ABOUT.fullmatch(content):
        first = content.partition("\n")[0]
        told = (
            f'"{first[:60]}" stands between --- at the head of the text and would be printed as'
            " typed"
        )
        yield Unread(
            0,
            first,
            "P361",
            told,
            "take these lines and their --- out: what a game is called stands in game.yaml",
        )
        return
    if not _PERHAPS.search(content):
        return
    text = _words(tokens)
    found = [*_SIGNS.finditer(text), *(_LINES.finditer(text) if around else ())]
    quoted = bool(around and around.parent and around.parent.type == "blockquote")
    taken, table = 0, -2
    for match in sorted(found, key=lambda match: (match.start(), -match.end())):
        if match.start() < taken or (
            match.lastgroup == "lone" and not _names(match, parts, quoted)
        ):
            continue
        taken = match.end()
        goes_on = (
            match.lastgroup in _ROWS and match.start() == table + 1
        )  # one table is told of once
        table = taken if match.lastgroup in _ROWS else -2
        if not goes_on:
            yield _told(match, text.count("\n", 0, match.start()), parts)


def _heads(paragraph: SyntaxTreeNode) -> bool:
    """Whether a paragraph follows a line `---` that the text begins with."""
    return bool(
        paragraph.map
        and paragraph.map[0] == 1
        and (before := paragraph.previous_sibling)
        and before.type == "hr"
    )


def _names(match: re.Match[str], parts: Collection[str], quoted: bool) -> bool:
    """Whether words in single brackets are a generated part, or the kind of a call-out."""
    name = match["name"]
    if name.lower() in CALLOUTS:
        return name.isupper() or (quoted and match.start() == 0)
    return name.lower() in parts and not match["more"].strip()


def too_many(line: str, columns: int) -> int:
    """How many cells a line of a table has, where these are more than its columns:

    Markdown drops the others; else 0.
    """
    bars = len(_BAR.findall(line))
    if bars <= columns - 1:
        return 0
    row = _BEFORE.sub("", line, count=1).rstrip()
    cells = bars + 1 - row.startswith("|") - bool(_BAR.match(row, len(row) - 1))
    return cells if cells > columns else 0


def _words(tokens: Iterable[Token]) -> str:
    done = []
    for token in tokens:
        match token.type:
            case "text":
                done.append(token.content.replace(_OTHER, " "))
            case "softbreak" | "hardbreak":
                done.append("\n")
            case "image":
                done.append(_OTHER + _words(token.children or ()))
            case _:
                done.append(_OTHER)
    return "".join(done)


def _told(match: re.Match[str], line: int, parts: Collection[str]) -> Unread:
    words = re.split(f"[\n{_OTHER}]", match[0].strip(), maxsplit=1)[0]
    shown = " ".join(match[0].replace(_OTHER, "").split())[:60]
    as_signs = f"for these signs as they are write {_escaped(shown, match.lastgroup or '')}"
    match match.lastgroup:
        case "part" | "name":
            name = (match["name"] or "").split(" ")[0]
            if name in parts:
                return Unread(
                    line,
                    words,
                    "P351",
                    f'"{shown}" stands among words',
                    "put an empty line before and behind it",
                )
            hint = did_you_mean(name, parts) or f"there are {', '.join(parts)}"
            return Unread(
                line,
                words,
                "P351",
                f'"{shown}" would be printed as typed: nothing is made by "{name}"',
                f"{hint}; {as_signs}",
            )
        case "away" | "home":
            label = shown[1:].partition("]")[0]
            hint = f"write [{label}](#heading) or [{label}](https://…); {as_signs}"
            return Unread(
                line,
                words,
                "P353",
                f'"{shown}" leads nowhere: a link has its address behind it, in ( )',
                hint,
            )
        case "lone" | "call":
            name = shown[1:].partition("]")[0]
            kind = name.strip().removeprefix("!").strip().lower()
            meant = f"> [!{kind.upper()}] before its lines" if kind in CALLOUTS else f"[[{kind}]]"
            return Unread(
                line,
                f"[{name}]",
                "P351",
                f'"[{name}]" would be printed as typed',
                f"write {meant}; {as_signs}",
            )
        case "astray":
            what, code = ("a figure", "P354") if shown[0] == "!" else ("a link", "P353")
            return Unread(
                line,
                words,
                code,
                f'"{shown}" looks like {what} and would be printed as typed',
                f"{_astray(shown)}; {as_signs}",
            )
        case kind:
            what, hint = _MEANT[kind or ""]
            told = f'"{shown}" looks like {what} and would be printed as typed'
            return Unread(
                line,
                words,
                "P361",
                told,
                f"{hint}; {as_signs}" if kind not in ("under", "bullet") else hint,
            )


def _escaped(shown: str, kind: str) -> str:
    """The first sign that makes words look like what they are not, or the last, behind a
    backslash.
    """
    if kind == "closed":
        return f"\\{shown[-1:]}"
    at = len(shown) - len(shown.lstrip("!0123456789")) if kind != "bare" else 0
    return f"{shown[:at]}\\{shown[at : at + 1]}"


def _astray(shown: str) -> str:
    """What keeps a figure or link from being one."""
    if "] (" in shown:
        return "take the blank between ] and ( out"
    if not re.search(r"[\s“”„]", shown.rpartition("](")[2]):
        return "end it with )"
    if shown[0] == "!":
        return 'write its width in straight quotes: ![…](card:DECK/CARD "30mm")'
    return (
        "an address has no blank in it; a heading is named in small letters with hyphens, as in"
        " #setting-up"
    )


_TABLE = (
    "a table has a line of dashes under its first row with as many columns as that row: |---|---|"
)
_ROWS = ("row", "dashes")
_BOLD = "bold words stand between two such signs that touch them and no other letter: a **word** so"
_MEANT = {
    "note": (
        "a footnote",
        "there are none on paper: say it in brackets, or in a call-out > [!NOTE]",
    ),
    "opened": ("where bold words begin", _BOLD),
    "closed": ("where bold words end", _BOLD),
    "loose": ("bold words", "no blank stands between the signs and the words: **so**"),
    "number": ("a numbered line", "write a blank behind the number"),
    "struck": ("words struck out", "take them out"),
    "row": ("a row of a table", _TABLE),
    "dashes": ("a row of a table", _TABLE),
    "fence": ("a call-out", "write > [!NOTE], > [!EXAMPLE] or > [!VARIANT] before its lines"),
    "under": ("the line under a heading", "write # before the words of the heading"),
    "turned": ("a link", "write [words](#heading)"),
    "half": ("a part that is made here", "end it with ]]"),
    "bullet": ("a line of a list", "begin it with - and a blank"),
    "rule": ("a line of dashes", "write three: ---"),
    "bare": ("a call-out", "write > [!NOTE], > [!EXAMPLE] or > [!VARIANT] before its lines"),
    "tight": ("a heading", "write a blank between the # and the words"),
}
"""What looks like what, and what to write instead."""
