"""The size of the code in figures:

`python tools/measure.py [FOLDER]` prints tokens, modules, widths, and what a 3-card build enters.
"""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
COUNTED = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)
WIDTH, MODULE_LINES, FUNCTION_LINES = 100, 500, 75
_F_STRINGS = {getattr(tokenize, "FSTRING_START", -1): 1, getattr(tokenize, "FSTRING_END", -1): -1}


def tokens(source: str) -> int:
    """Names, operators, numbers and strings of a module; an f-string is one string, as before
    Python 3.12.
    """
    count = depth = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        count += depth == 0 and (token.type in COUNTED or _F_STRINGS.get(token.type, 0) == 1)
        depth += _F_STRINGS.get(token.type, 0)
    return count


def sources(*folders: str, root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Every module below some folders, with its source."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield path.relative_to(root), path.read_text(encoding="utf-8")


def long_functions(source: str, most: int = FUNCTION_LINES) -> list[tuple[str, int]]:
    """The functions of a module with more lines than allowed."""
    spans = [
        (node.name, (node.end_lineno or node.lineno) - node.lineno + 1)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    return [(name, lines) for name, lines in spans if lines > most]


_ENTERED = """
import json, sys
seen = set()
def enter(frame, event, arg):
    code = frame.f_code
    if event == "call" and "/pnp/" in code.co_filename and code.co_name[0] != "<":
        seen.add((code.co_filename, code.co_name, code.co_firstlineno))
sys.setprofile(enter)
from pnp.cli import main
main(args=["build", "-j", "1"], standalone_mode=False)
sys.setprofile(None)
print(json.dumps([len({file for file, *_ in seen}), len(seen)]))
"""


def entered(root: Path = ROOT) -> tuple[int, int]:
    """The modules and functions that a build of the starter game (three cards) enters."""
    environment = {**os.environ, "PYTHONPATH": str(root), "XDG_CACHE_HOME": os.devnull}
    with tempfile.TemporaryDirectory() as folder:
        new = [sys.executable, "-m", "pnp", "new", "toy"]
        subprocess.run(new, cwd=folder, env=environment, check=True, capture_output=True)
        command = [sys.executable, "-c", _ENTERED]
        done = subprocess.run(
            command, cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
    modules, functions = json.loads(done.stdout.splitlines()[-1])
    return modules, functions


def figures(root: Path = ROOT) -> dict[str, int]:
    """Every figure by its name."""
    package = list(sources("pnp", root=root))
    names = Counter(path.stem for path, _ in package if path.stem != "__init__")
    modules, functions = entered(root)
    return {
        "tokens in pnp/ and tools/": sum(
            tokens(text) for _, text in sources("pnp", "tools", root=root)
        ),
        "tokens in tests/": sum(tokens(text) for _, text in sources("tests", root=root)),
        "modules in pnp/": len(package),
        "modules in the root of pnp/": sum(len(path.parts) == 2 for path, _ in package),
        "module names that occur more than once": sum(n > 1 for n in names.values()),
        f"lines wider than {WIDTH} columns in pnp/": sum(
            len(x) > WIDTH for _, text in package for x in text.splitlines()
        ),
        f"modules over {MODULE_LINES} lines": sum(
            text.count("\n") > MODULE_LINES for _, text in package
        ),
        f"functions over {FUNCTION_LINES} lines": sum(
            len(long_functions(text)) for _, text in package
        ),
        "modules entered by a 3-card build": modules,
        "functions entered by a 3-card build": functions,
    }


def main() -> None:
    """Print the figures; with --by-package the tokens and modules of each package."""
    root = Path(next((word for word in sys.argv[1:] if word[0] != "-"), ROOT))
    if "--by-package" in sys.argv:
        count: Counter[str] = Counter()
        modules: Counter[str] = Counter()
        for path, text in sources("pnp", "tools", "tests", root=root):
            count[str(path.parent)] += tokens(text)
            modules[str(path.parent)] += 1
        for folder, total in count.most_common():
            print(f"{total:8,} {modules[folder]:4} {folder}")
        return
    for name, value in figures(root).items():
        print(f"{value:8,}  {name}")


if __name__ == "__main__":
    main()
