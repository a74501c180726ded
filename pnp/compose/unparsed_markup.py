"""Finds Markdown, or one of our additions to it, that the parser took for plain words, so that it
would be printed as typed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from pnp.diagnostics import Diagnostic, did_you_mean, error

CALLOUTS = ("note", "example", "variant", "aside")
_OTHER = "\x00"
"""Stands for what is not plain words: code, an escaped sign, emphasis, a picture."""
_CANDIDATE = (
    r"(?m)[\[|•]|~~|:::|===|#[^\s\d]|\d[.)][^\W\d_]|\*\*|__|^ *--"
    r"|^ *!(?i:note|example|variant|aside)\b"
)
"""What all of them have: most texts have none of it."""
_SIGNS = (
    r"(?P<part>\[\[(?P<name>[^\[\]\n]{0,60})\]\])"
    r"|(?P<footnote>\[\^[^\[\]\s]{1,40}\])"
    r"|(?P<reference>\[[^\[\]\n]{1,200}\]\[[^\[\]\n]{0,200}\])"
    r"|(?P<struck>~~[^\s~][^~]{0,400}~~)"
    r"|(?P<link>!?\[[^\[\]]{0,200}\](?:\([^()\n]{0,200}\)"
    r"| ?\((?:#[^\W\d]|[a-z]{2,10}:\S)[^()\n]{0,200}\)?))"
    r"|(?P<turned>(?<!\w)\([^()\n]{1,80}\)\[(?:#|https?:)[^\[\]\s]{1,200}\])"
    r"|(?P<half>\[\[[a-z]{3,20}\](?!\]))"
    r"|(?P<callout>\[ ?! ?(?i:note|example|variant|aside) ?\])"
    r"|(?P<loose>(?<![\w*])\*{2,3} +(?=[^\W\d_])[^*\n]{1,200} \*{2,3}(?![\w*]))"
    r"|(?P<opened>(?<![\w*])(?:\*{2,3}|_{2,3})(?=[^\W_])\w{1,40})"
    r"|(?P<closed>\b(?:\w++\*{2,3}(?![\w*])|[^\W_]++_{2,3}(?!\w)))"
)
_LINES = (
    r"(?m)^[ \t]*+(?:(?P<row>\|.*)"
    r"|(?P<bullet>•\x00?[ \t].*)"
    r"|(?P<rule>--[ \t]*)"
    r"|(?P<bare>!(?i:note|example|variant|aside)\b.*)"
    r"|(?P<dashes>(?=[: \t]*+-)[-: \t]++\|[-:| \t]*)"
    r"|(?P<fence>:::+.*)"
    r"|(?P<under>={3,}[ \t]*)"
    r"|(?P<tight>\#{2,6}\x00?[^\s#\x00].*|\#\x00?[^\W\d_].*)"
    r"|(?P<number>\d{1,2}[.)]\x00?(?![a-z]\b)[^\W\d_](?=[^\W\d_]| [^\W\d_]).*)"
    r"|(?P<single>\[(?P<name>[A-Za-z]{3,20})(?: [12])?\](?!:)(?P<more>.*))"
    r"|(?P<address>\[(?!\^)[^\[\]\n]{1,200}\]:[ \t].*))$"
)
_BAR = r"(?<!\\)\|"
"""What separates two cells; behind a backslash it is itself."""
_PREFIX = r"(?:\s*(?:>|(?:[-+*]|\d{1,9}[.)])(?=\s)))*\s*"
"""The signs of quotations and lists before a line."""
_FRONT_MATTER = r"[a-z][\w-]*:(?: .*)?(?:\n[a-z][\w-]*:(?: .*)?)*"
"""Lines as texts for the web have them at their head, between `---`."""
_ROWS = ("row", "dashes")

_BOLD = "bold words stand between two such signs that touch them and no other letter: a **word** so"
_CALLOUT = "write > [!NOTE], > [!EXAMPLE], > [!VARIANT] or > [!ASIDE] before its lines"
_LINK = "write [words](#heading-in-small-letters) or [words](https://…)"
_TABLE = (
    "a table has a line of dashes under its first row with as many columns as that row: |---|---|"
)
_LOOKS_LIKE = {
    "footnote": (
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
    "fence": ("a call-out", _CALLOUT),
    "bare": ("a call-out", _CALLOUT),
    "under": ("the line under a heading", "write # before the words of the heading"),
    "turned": ("a link", _LINK),
    "link": ("a link", _LINK),
    "figure": ("a figure", 'write ![caption](card:DECK/CARD "30mm")'),
    "half": ("a part that is made here", "end it with ]]"),
    "bullet": ("a line of a list", "begin it with - and a blank"),
    "rule": ("a line of dashes", "write three: ---"),
    "tight": ("a heading", "write a blank between the # and the words"),
}
"""What each of them looks like, and what to write instead."""
_AS_TYPED = "signs that are meant as they are get a backslash: \\"


def unparsed_markup(
    content: str, tokens: Iterable[Token], node: SyntaxTreeNode, parts: Collection[str]
) -> Iterator[tuple[int, str, Diagnostic]]:
    """Each finding on a node's text, which has these inline tokens: how many lines down, the words
    that it is about, and a diagnostic without place.

    `parts` are the names that `[[…]]` knows. Whole lines count in a paragraph only.
    """
    paragraph = node.parent if node.parent and node.parent.type == "paragraph" else None
    if paragraph and _follows_first_rule(paragraph) and re.fullmatch(_FRONT_MATTER, content):
        first = content.partition("\n")[0]
        message = (
            f'"{first[:60]}" stands between --- at the head of the text and would be printed as'
            " typed"
        )
        hint = "take these lines and their --- out: what a game is called stands in game.yaml"
        yield 0, first, error("P361", message, None, hint)
        return
    if not re.search(_CANDIDATE, content):
        return
    text = _words(tokens)
    matches = [*re.finditer(_SIGNS, text), *(re.finditer(_LINES, text) if paragraph else ())]
    quoted = bool(paragraph and paragraph.parent and paragraph.parent.type == "blockquote")
    end, last_row = 0, -2
    for match in sorted(matches, key=lambda match: (match.start(), -match.end())):
        single = match.lastgroup == "single"
        if match.start() < end or (single and not _is_known(match, parts, quoted)):
            continue
        end = match.end()
        same_table = match.lastgroup in _ROWS and match.start() == last_row + 1
        last_row = end if match.lastgroup in _ROWS else -2
        if not same_table:
            words = re.split(f"[\n{_OTHER}]", match[0].strip(), maxsplit=1)[0]
            yield text.count("\n", 0, match.start()), words, _finding(match, parts)


def _follows_first_rule(paragraph: SyntaxTreeNode) -> bool:
    """Whether a paragraph follows a line `---` that the text begins with."""
    before = paragraph.previous_sibling
    return bool(before and before.type == "hr" and paragraph.map and paragraph.map[0] == 1)


def _is_known(match: re.Match[str], parts: Collection[str], quoted: bool) -> bool:
    """Whether words in single brackets are a generated part, or the kind of a call-out."""
    name = match["name"]
    if name.lower() in CALLOUTS:
        return name.isupper() or (quoted and match.start() == 0)
    return name.lower() in parts and not match["more"].strip()


def excess_cells(line: str, columns: int) -> int:
    """How many cells a line of a table has if these are more than its columns, else 0: Markdown
    drops the others.
    """
    row = re.sub(_PREFIX, "", line, count=1).rstrip()
    outer = row.startswith("|") + bool(re.search(rf"{_BAR}\Z", row))
    cells = len(re.findall(_BAR, line)) + 1 - outer
    return cells if cells > columns else 0


def _words(tokens: Iterable[Token]) -> str:
    words = ""
    for token in tokens:
        match token.type:
            case "text":
                words += token.content.replace(_OTHER, " ")
            case "softbreak" | "hardbreak":
                words += "\n"
            case "image":
                words += _OTHER + _words(token.children or ())
            case _:
                words += _OTHER
    return words


def _finding(match: re.Match[str], parts: Collection[str]) -> Diagnostic:
    kind = match.lastgroup or ""
    shown, code = " ".join(match[0].replace(_OTHER, "").split())[:60], "P351"
    match kind:
        case "part":
            name = (match["name"] or "").split(" ")[0]
            if name in parts:
                hint = "put an empty line before and behind it"
                return error(code, f'"{shown}" stands among words', None, hint)
            message = f'"{shown}" would be printed as typed: nothing is made by "{name}"'
            hint = did_you_mean(name, parts) or f"there are {', '.join(parts)}"
        case "reference" | "address":
            code, hint = "P353", _LINK
            message = f'"{shown}" leads nowhere: a link has its address behind it, in ( )'
        case "single" | "callout":
            shown = shown.partition("]")[0] + "]"
            message = f'"{shown}" would be printed as typed'
            word = shown.strip("[]! ").lower()
            hint = _CALLOUT if word in CALLOUTS else f"write [[{word}]]"
        case _:
            kind = "figure" if shown[0] == "!" and kind == "link" else kind
            what, hint = _LOOKS_LIKE[kind]
            code = {"figure": "P354", "link": "P353"}.get(kind, "P361")
            message = f'"{shown}" looks like {what} and would be printed as typed'
    return error(code, message, None, f"{hint}; {_AS_TYPED}")
