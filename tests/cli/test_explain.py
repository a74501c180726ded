from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import pnp
from pnp.check import safe_area
from pnp.check.promises.kinds import KINDS
from pnp.diagnostics import Problems
from pnp.load import csv, yaml
from pnp.manual import Page, families, page, pages
from pnp.model import kinds

from .run import call

SOURCE = Path(pnp.__file__).parent
YAML_PAGES = ("P101", "P102", "P103", "P104", "P105", "P106", "P108", "P109", "P110")
CSV_PAGES = ("P122", "P123", "P124", "P125", "P126", "P127")


def used() -> dict[str, str]:
    """Every code that the program speaks of, with a file that does."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if "shipped" not in path.parts:
            for code in re.findall(r"\bP\d{3}\b", path.read_text(encoding="utf-8")):
                found.setdefault(code, path.relative_to(SOURCE).as_posix())
    return found


def block(found: Page, label: str) -> str:
    """The indented example under `Wrong:` or `Right:`."""
    lines = found.text.partition(f"{label}:\n\n")[2].splitlines()
    taken = []
    for line in lines:
        if line and not line.startswith("    "):
            break
        taken.append(line[4:])
    return "\n".join(taken).rstrip() + "\n"


def test_code_has_a_page_and_every_page_a_use() -> None:
    codes, spoken = [p.code for p in pages()], used()
    missing = {code: file for code, file in spoken.items() if code not in codes}
    assert missing == {}, "write their pages in pnp/manual/, or as the docstring of their rule"
    assert [code for code in codes if code not in spoken] == []
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize("found", pages(), ids=lambda p: p.code)
def test_page_says_what_is_wrong_what_is_right_and_what_to_do(found: Page) -> None:
    assert found.title
    assert not found.title.endswith(".")
    if (
        page(found.code) == found
        and not found.kind
        and f"## {found.code} – " in markdown(found.code)
    ):
        assert re.search(r"^Wrong:", found.text, re.M)
        assert re.search(r"^Right:", found.text, re.M)
        assert re.search(r"^Do: .+\.$", found.text, re.M | re.S)
    else:
        assert found.text


def markdown(code: str) -> str:
    return (SOURCE / "manual" / f"{code[:2]}.md").read_text(encoding="utf-8")


def _yaml(data: str) -> object:
    return yaml.parse(data.encode(), "wrong.yaml")


def _csv(data: str) -> object:
    rows, doubts = csv.parse(data.encode(), "wrong.csv")
    if doubts:
        raise Problems(doubts)
    return rows


@pytest.mark.parametrize(
    ("code", "parse"), [*((c, _yaml) for c in YAML_PAGES), *((c, _csv) for c in CSV_PAGES)]
)
def test_examples_of_a_page_are_wrong_and_right(code: str, parse: Callable[[str], object]) -> None:
    found = page(code)
    assert found is not None
    with pytest.raises(Problems) as raised:
        parse(block(found, "Wrong"))
    assert code in {d.code for d in raised.value.diagnostics}
    assert parse(block(found, "Right")) is not None


def test_a_page_is_found_by_code_or_kind_in_any_case() -> None:
    assert page("p310") == page("P310")
    assert page("P505") == page("factorial") == page("Factorial")
    assert page("P999") is None
    assert page("") is None
    assert {p.kind: p.code for p in pages() if p.kind} == {
        name: kind.code for name, kind in KINDS.items()
    }


def test_every_page_belongs_to_a_family() -> None:
    assert {p.code[:2] for p in pages()} == set(families())


def test_the_page_of_the_safe_area_names_every_distance_that_is_usual() -> None:
    usual = {shape.safe / 1000 for shape in kinds.KINDS.values() if hasattr(shape, "safe")}
    assert len(usual) > 2
    assert usual == {
        float(number)
        for number in re.findall(r"([\d.]+) mm(?! and)", str(safe_area.__doc__).partition(";")[0])
    }


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        (
            "P102",
            "P102 – a key is written twice in one map\n\nOf two equal keys YAML keeps the last",
        ),
        ("P313", "P313 – a text stands outside the safe area\n\nCutting by hand"),
        ("balance", "P506 – promises of kind balance: groups of a deck have equal counts"),
    ],
)
def test_explain_shows_pages_of_codes_rules_and_kinds(
    name: str, begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = call(capsys, "explain", name)
    assert said.code == 0 and said.out.startswith(begins)


@pytest.mark.parametrize("kind", KINDS)
def test_explain_names_the_keys_of_a_kind_of_promise(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """They stood on the page of the reference alone, though P591 sends people here."""
    keys = " ".join(f"`{key}`" for key in KINDS[kind].keys)
    assert call(capsys, "explain", kind).out.endswith(f"\n\nIts own keys: {keys}.\n")


def test_explain_alone_lists_all_codes_by_family(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "explain")
    assert said.code == 0
    assert said.out.startswith(
        "P1 – files that cannot be read: YAML and CSV\n  P101  the YAML cannot be read\n"
    )
    assert (
        "\n  P505  factorial: every combination of some fields occurs exactly so many times\n"
        in said.out
    )
    assert len(re.findall(r"^  P\d{3}  ", said.out, re.M)) == len(pages())


def test_an_unknown_code_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    said = call(capsys, "explain", "factorail")
    assert (said.code, said.out) == (2, "")
    assert 'There is no page "factorail". did you mean "factorial" or "fact"?' in said.err


def test_explain_lists_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    """It proposed other codes, though `--select P5` speaks of families."""
    said = call(capsys, "explain", "p5")
    assert (
        said.code == 0
        and said.out.startswith("P5 – ")
        and "  P501  " in said.out
        and "P6" not in said.out
    )


def test_explain_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        json.loads(call(capsys, "explain", "P102", "--json").out)["title"]
        == "a key is written twice in one map"
    )
    assert len(json.loads(call(capsys, "explain", "--json").out)) == len(pages())
