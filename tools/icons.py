"""Makes the icon set `templates/icons/game-icons.json` from the npm package
`@iconify-json/game-icons`.

    python tools/icons.py PACKAGE/icons.json [AUTHORS.json]

The names that the project uses stand in `tools/icon-names.txt`, one a line; to use another icon,
add its name there and run this again. AUTHORS.json says who drew what: `{"by_author": {author:
[name, …]}, "two_authors": {name: [author, author]}}` (the folders of github.com/game-icons/icons);
without it the authors that the target already holds are kept. A name with two authors credits both.
Icons that cannot be told as one path in one colour are left out and named. Ends 1 when a name could
not be made or has no author.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
NAMES = HERE / "icon-names.txt"
TARGET = HERE.parent / "templates" / "icons" / "game-icons.json"
NOTICE = "game-icons.net, CC\u00a0BY\u00a03.0 (creativecommons.org/licenses/by/3.0)"
PATH = re.compile(r"<path ([^>]*?)/>")


def path_of(body: str) -> str | None:
    """The path data of an icon's SVG body, several paths joined; None where more than plain
    paths in the text colour is drawn.
    """
    if PATH.sub("", body).strip():
        return None
    parts = []
    for attributes in PATH.findall(body):
        pairs = dict(re.findall(r'([a-zA-Z-]+)="([^"]*)"', attributes))
        data = pairs.pop("d", "").strip()
        if pairs != {"fill": "currentColor"} or not data:
            return None
        # A later path that starts with a relative m must not count from the end of the one before
        # it.
        parts.append("M0 0" + data if parts and data.startswith("m") else data)
    return "".join(parts) or None


def authors_of(source: Path | None) -> dict[str, str]:
    """Who drew which icon, from the authors file or else from the present target."""
    if source is None:
        icons = json.loads(TARGET.read_bytes())["icons"] if TARGET.exists() else {}
        return {name: icon["author"] for name, icon in icons.items()}
    value = json.loads(source.read_bytes())
    single = {name: author for author, names in value["by_author"].items() for name in names}
    return single | {name: " & ".join(sorted(pair)) for name, pair in value["two_authors"].items()}


def main(arguments: list[str]) -> int:
    """Write the target; returns the exit status."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__)
        return 2
    package = json.loads(Path(arguments[0]).read_bytes())
    authors = authors_of(Path(arguments[1]) if len(arguments) > 1 else None)
    icons, aliases = package["icons"], package.get("aliases", {})
    size = package.get("width", 16)
    lines, wrong = [], []
    for name in sorted(set(NAMES.read_text("utf-8").split())):
        icon = icons.get(name) or icons.get(aliases.get(name, {}).get("parent"))
        path = path_of(icon["body"]) if icon and set(icon) <= {"body", "hidden"} else None
        if path and name in authors:
            entry = json.dumps({"author": authors[name], "path": path}, ensure_ascii=False)
            lines.append(f"{json.dumps(name)}: {entry}")
        else:
            reason = "is more than plain paths" if icon else "is not in the package"
            wrong.append(f"left out: {name} {'has no author' if path else reason}")
    head = f'{{"notice": {json.dumps(NOTICE)},\n"size": {size},\n"icons": {{\n'
    TARGET.write_text(head + ",\n".join(lines) + "\n}}\n", "utf-8", newline="\n")
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
