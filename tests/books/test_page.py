"""A text as one HTML file: read by a strict eye, with its links, ids, pictures and words."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from pnp.books.html_page import DAY, NIGHT, legible, page
from pnp.compose.markdown_tree import Heading, plain, walk
from pnp.face import walk as walk_items
from pnp.layout.flow import pages
from pnp.layout.typesetter import Credit, Listed, Meaning
from pnp.units.color import Color, contrast
from tests.compose.text import blocks
from tests.layout.book import FACES, a_book, stylesheet

VOID = {"meta", "br", "hr", "path", "use", "image"}
TEXT = """\
# Turns

See [the end](#the-end) or [](#figure-1), <https://x.org/?a=1&b="2">.

1. Draw **two**
   - at most :crown:
2. Play

3. a) with `<b>` & "words"

![A ruby](card:gems/ruby "30%") ![](card:gems/jade "30%")

# The end

## Points

| Points | for |
|-------:|:---:|
| 3 | <!> |

> [!NOTE] Slow
> Wait.

> Quoted.

[[contents]]

[[components]]

[[icons]]

[[credits]]
""".replace("<!>", "\\<x>").replace(
    '<https://x.org/?a=1&b="2">', "[there](https://x.org/?a=1&b=(2))"
)


class Eye(HTMLParser):
    """Reads a page and refuses tags that are left open or closed in the wrong order."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[tuple[str, str]] = []
        self.feed(html)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"an attribute comes twice: <{tag} {attrs}>"
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs))
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> while {self.open} are open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            self.words.append((self.open[-1], data))

    def all(self, *names: str) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.tags if tag in names]

    def inside(self, name: str) -> str:
        return "".join(words for tag, words in self.words if tag == name)


def made(source: str = TEXT, **more: Any) -> str:
    given = blocks(source)
    book = a_book(
        **{
            "components": (
                Listed("Gems", "3", FACES["card:gems/ruby"]),
                Listed("Loose", "1"),
            ),
            "icons": (Meaning("crown", "A crown: worth nothing"),),
            "credits": (Credit("Type", "Toy & Sons"),),
            "lines": ("2–4 players", "age 8+"),
            **more,
        }
    )
    return page(given, book, stylesheet(given, "crown"))


def test_page_is_well_formed_and_says_its_language() -> None:
    html = made(language="de-CH")
    eye = Eye(html)
    assert html.startswith("<!DOCTYPE html>\n") and eye.all("html") == [{"lang": "de-CH"}]
    assert [tag for tag, _ in eye.tags if tag in ("h1", "h2", "h3", "h4", "h5")] == [
        "h1",
        "h2",
        "h2",
        "h3",
    ]
    assert eye.inside("h2") == "TurnsThe end" and eye.inside("h1") == eye.inside("title") == "Toy"
    assert [len(eye.all(tag)) for tag in ("nav", "figure", "figcaption", "aside", "blockquote", "table", "thead", "main", "header")] == [
        1, 2, 2, 1, 1, 1, 1, 1, 1,
    ]  # fmt: skip


def test_aside_has_a_title_only_if_one_is_written() -> None:
    for written, title in (
        ("> [!ASIDE] Mind\n> this", '<p class="callout">Mind</p>\n'),
        ("> [!ASIDE]\n> this", ""),
    ):
        assert f"<aside>\n{title}<p>this</p>\n</aside>" in made(f"# A\n\n{written}\n")


def test_every_link_resolves_and_no_id_comes_twice() -> None:
    eye = Eye(made())
    ids = [attrs["id"] for _, attrs in eye.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    aims = [
        str(attrs["href"])[1:]
        for attrs in eye.all("a", "use")
        if str(attrs.get("href")).startswith("#")
    ]
    aims += re.findall(r"url\(#([^)]+)\)", made())
    assert {"the-end", "turns", "figure-1", ".text"} <= set(aims) <= set(ids)


def test_figure_keeps_its_id_where_a_heading_is_called_like_it() -> None:
    """So the link to the figure leads to the figure, as on paper."""
    eye = Eye(
        made(
            "# Figure 1\n\n![A ruby](card:gems/ruby)\n\n![A jade](card:gems/jade)\n\n[](#figure-1)\n"
        )
    )
    ids = [attrs["id"] for _, attrs in eye.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert [attrs.get("id") for attrs in eye.all("h2")] == ["figure-1-2"]
    assert [attrs.get("id") for attrs in eye.all("figure")] == ["figure-1", "figure-2"]


def test_headings_are_those_of_the_pages() -> None:
    given = blocks(TEXT)
    faces = pages(given, a_book(), stylesheet(given, "crown"), [])
    bookmarks = [
        (anchor.name, anchor.title, anchor.level)
        for face in faces
        for anchor in face.anchors
        if anchor.level
    ]
    eye = Eye(made())
    shown = [
        (attrs["id"], int(tag[1]) - 1) for tag, attrs in eye.tags if re.fullmatch("h[2-6]", tag)
    ]
    assert [(name, level) for name, _, level in bookmarks] == shown
    assert [title for _, title, _ in bookmarks] == [
        plain(block.inlines) for block in walk(given) if isinstance(block, Heading)
    ]
    assert {anchor.name for face in faces for anchor in face.anchors} <= {
        attrs.get("id") for _, attrs in eye.tags
    }


def test_nothing_is_fetched_from_outside() -> None:
    html = made()
    policy = next(attrs["content"] for attrs in Eye(html).all("meta") if attrs.get("http-equiv"))
    assert str(policy).startswith(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
    )
    found = {
        url
        for url in re.findall(r"https?://[^\s\"'<]+", html)
        if url != "http://www.w3.org/2000/svg"
    }
    assert found == {"https://x.org/?a=1&amp;b=(2)"}
    assert {
        url[:5] for url in re.findall(r"url\(\"?([^)\"]+)", html) if not url.startswith("#")
    } == {"data:"}
    assert not {"script", "link", "iframe", "object", "img", "form"} & {
        tag for tag, _ in Eye(html).tags
    }


def test_pictures_are_described_in_words() -> None:
    eye = Eye(made())
    drawings = eye.all("svg")
    assert all(
        attrs.get("aria-hidden") == "true"
        or (attrs.get("role") == "img" and attrs.get("aria-label"))
        for attrs in drawings
    )
    told = [attrs["aria-label"] for attrs in drawings if "aria-label" in attrs]
    assert told == ["A crown", "A ruby", "gems, jade"]


def test_nothing_of_a_game_is_read_as_html() -> None:
    evil = "<script>alert(1)</script>\" onload='x' </style> & \x00"
    html = made(
        "# \\<script>\n\n`</main><b>` \\<b> &lt;i&gt;",
        title=evil,
        subtitle=evil,
        lines=(evil,),
        components=(Listed(evil, evil),),
        icons=(Meaning("crown", evil),),
        credits=(Credit(evil, evil),),
        words={"skip": evil, "contents": evil},
        language='en"><b>',
    )
    eye = Eye(html)
    assert not {"script", "b", "i"} & {tag for tag, _ in eye.tags if tag != "b"}
    assert not any("onload" in attrs for _, attrs in eye.tags) and "\x00" not in html
    assert eye.inside("h1") == evil.replace("\x00", "") and eye.inside("code") == "</main><b>"


def test_lists_go_on_and_hold_lists() -> None:
    html = made("9. a\n10. b\n    - c\n")
    assert '<ol start="9">\n<li>a</li>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ol>' in html


def test_table_without_a_header_has_none() -> None:
    assert "<thead>" not in made("| | |\n|---|---|\n| a | b |\n")
    assert (
        '<th scope="col" class="right">Points</th><th scope="col" class="center">for</th>' in made()
    )


def test_page_is_named_only_where_nothing_else_names_its_place() -> None:
    source = "# One\n\nSee [the end](#the-end), [](#the-end). Or ([](#the-end)). Go [here](#one) ([](#one)) now.\n\n# The end\n"
    html = made(source)
    assert (
        '<p>See <a href="#the-end">the end</a>. Or (<a href="#the-end">The end</a>). Go <a href="#one">here</a> now.</p>'
        in html
    )


def test_long_texts_have_contents_even_if_they_ask_for_none() -> None:
    assert "<nav" not in made("# A\n\n## B\n") and "<nav" in made(
        "# A\n\n## B\n\n## C\n\n# D\n\n# E\n"
    )
    nav = made("# A\n\n## B\n\n## C\n\n# D\n\n# E\n").partition("<nav")[2].partition("</nav>")[0]
    assert (
        re.sub(r"<a[^>]*>|</a>|\n", "", nav).partition("<ol>")[2]
        == "<li>A<ol><li>B</li><li>C</li></ol></li><li>D</li><li>E</li></ol>"
    )


def test_figures_are_as_wide_as_on_paper() -> None:
    widths = [
        float(found)
        for found in re.findall(
            r'style="width:([\d.]+)rem" viewBox', made('![](card:gems/ruby "50%")\n')
        )
    ]
    assert widths == [21.0]


def test_drawing_used_twice_is_defined_once() -> None:
    (face,) = (FACES["card:gems/ruby"],)
    assert len(list(walk_items(face.items))) == 1
    once, twice = (made("# A\n\n" + "![](card:gems/ruby)\n\n" * n) for n in (1, 2))
    assert once.count("<clipPath") == twice.count("<clipPath") == 1


@pytest.mark.parametrize(
    "color", ["#000000", "#3f4d56", "#ffffff", "#f4c542", "#c41e3a", "#808080"]
)
def test_every_colour_can_be_read_by_day_and_by_night(color: str) -> None:
    assert contrast(legible(Color(color), Color("#ffffff")), Color("#ffffff")) >= 4.5
    assert contrast(legible(Color(color), NIGHT), NIGHT) >= 6.75
    assert contrast(DAY, NIGHT) >= 7


def test_fonts_hold_the_characters_of_the_page_and_no_more() -> None:
    short, long = made("# A\n"), made("# A\n\nZażółć gęślą jaźń Ω\n")
    size = [sum(map(len, re.findall(r"base64,([^)]*)", html))) for html in (short, long)]
    assert 0 < size[0] < size[1] < 400_000
