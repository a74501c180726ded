"""Gives the RELAX NG schema of the elements of templates, for editors of XML: where each may stand,
and its attributes.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape

from pnp.layout.boxes import ELEMENTS
from pnp.layout.context import INLINE

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<grammar xmlns="http://relaxng.org/ns/structure/1.0"
 xmlns:a="http://relaxng.org/ns/compatibility/annotations/1.0">
"""


def relax_ng() -> str:
    """The schema in the XML syntax of RELAX NG. Where elements stand, words may stand as well: an
    editor takes a template's `{% … %}` for words.
    """
    blocks = [tag for tag in ELEMENTS if tag != "face"]
    contents = {
        "elements": _mixed(blocks),
        "markup": _mixed([f"inline-{tag}" for tag in INLINE]),
        "text": "<text/>",
        "nothing": "<empty/>",
    }
    lines = [f" <start><choice>{_refs(ELEMENTS)}</choice></start>"]
    for tag, kind in ELEMENTS.items():
        about = (kind.arrange.__doc__ or "").partition("\n\n")[0]
        lines.append(_define(tag, tag, kind.attributes, contents[kind.holds], about))
    for tag, attributes in INLINE.items():
        content = contents["nothing" if tag in ("icon", "br") else "markup"]
        lines.append(_define(f"inline-{tag}", tag, attributes, content))
    return _HEAD + "\n".join(lines) + "\n</grammar>\n"


def _refs(names: Iterable[str]) -> str:
    return "".join(f'<ref name="{name}"/>' for name in names)


def _mixed(names: list[str]) -> str:
    return f"<mixed><zeroOrMore><choice>{_refs(names)}</choice></zeroOrMore></mixed>"


def _define(name: str, tag: str, attributes: frozenset[str], content: str, about: str = "") -> str:
    """An element with optional attributes of any value, since an expression may stand there."""
    words = f"<a:documentation>{escape(' '.join(about.split()))}</a:documentation>" if about else ""
    listed = "".join(
        f'<optional><attribute name="{one}"/></optional>' for one in sorted(attributes)
    )
    return (
        f' <define name="{name}"><element name="{tag}">{words}{listed}{content}</element></define>'
    )
