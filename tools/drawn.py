"""Writes docs/explanation/who-is-drawn.md from the data of the games and docs/who-is-drawn.yaml.

    python tools/drawn.py           write it
    python tools/drawn.py --check   write nothing; end 1 if it is no longer what the data say

The data know age and skin; `docs/who-is-drawn.yaml` says who is a woman or girl.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "explanation" / "who-is-drawn.md"
HEAD = "<!-- Written by tools/drawn.py from the data of the games. -->\n\n"
WOMEN: dict[str, list[str]] = yaml.safe_load(
    (ROOT / "docs" / "who-is-drawn.yaml").read_text(encoding="utf-8")
)
"""Of each game, who is a woman or girl: ids of cards, of patients their names."""
GROUPS = {
    "organ-match": ("Organ Match: patients", "data/organ-match/cards/patients.csv"),
    "organ-trail": ("Organ Trail: criminals", "data/organ-trail/cards/criminals.yaml"),
    "narco-empire": ("Narco Empire: dealers and others", "templates/narco-empire/art.xml"),
    "police-precinct": ("Police Precinct: police", "data/police-precinct/cards/characters.yaml"),
}
AGES, SKINS = ("child", "adult", "elder"), range(1, 6)


class Person(NamedTuple):
    """Somebody on a card."""

    id: str
    woman: bool
    age: str
    skin: int


def people(game: str) -> list[Person]:
    """Who is drawn on the cards of a game.

    ValueError where the list of women names somebody who is not there.
    """
    path = ROOT / GROUPS[game][1]
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".csv":
        looks = {row["name"]: dict(row) for row in csv.DictReader(text.splitlines())}
    elif path.suffix == ".yaml":
        looks = {card["id"]: card for card in yaml.safe_load(text)["cards"]}
    else:
        looks = dict(map(_called, re.findall(r'^ +"([\w-]+)": dict\((.*?)\)[,}]', text, re.M)))
    if strange := set(WOMEN[game]) - looks.keys():
        raise ValueError(f"{game} has no {', '.join(sorted(strange))}")
    return [
        Person(name, name in WOMEN[game], look.get("age", "adult"), int(look["skin"]))
        for name, look in looks.items()
    ]


def _called(found: tuple[str, str]) -> tuple[str, dict[str, Any]]:
    name, traits = found
    return name, dict(re.findall(r'(\w+)="?([\w-]+)', traits))


def page() -> str:
    """The page: a row for each group."""
    head = ["", "people", "women, girls", "men, boys", "children", "adults", "elders"]
    head += [f"skin {n}" for n in SKINS]
    rows = [head, ["---"] + ["--:"] * (len(head) - 1)]
    for game, (title, _) in GROUPS.items():
        found = people(game)
        women = sum(person.woman for person in found)
        ages, skins = Counter(p.age for p in found), Counter(p.skin for p in found)
        counts = [len(found), women, len(found) - women, *(ages[age] for age in AGES)]
        rows.append([title, *map(str, counts), *(str(skins[n]) for n in SKINS)])
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"""{HEAD}# Who is drawn

Four games show people. All of them are invented, and all are [drawn from traits](../how-to/draw-people.md); no trait follows from a name's origin,
from a trade, or from whether somebody is a patient, a criminal, a dealer or police. This table counts them, so that it can be seen: skin goes
from 1, light, to 5, dark.

{table}"""


def main(arguments: list[str]) -> int:
    """Write the page, or only say whether it would change; returns the exit status."""
    made = page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == made:
        return 0
    print(PAGE.relative_to(ROOT))
    if "--check" in arguments:
        return 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
