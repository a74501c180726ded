"""Writes the table of `fonts/README.md`: family, version and SHA-256 of every font file, its source
and its licence.

    python tools/fonts.py

Versions are read from the name tables. A new family needs its folder under `fonts/`, a licence file
beside the fonts, and a line in SOURCES. Ends 1 when a folder has no licence file or no line here.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import uharfbuzz as hb

FONTS = Path(__file__).parent.parent / "fonts"
LICENCES = ("OFL.txt", "LICENSE.txt")
# folder: npm package and version, licence
SOURCES = {
    "dejavu-sans": (
        "dejavu-fonts-ttf 2.37.3",
        "Bitstream Vera, Arev; changes in the public domain",
    ),
    # The package says OFL, the name table of its files says Apache: both texts lie beside them.
    "roboto-condensed": ("@expo-google-fonts/roboto-condensed 0.4.2", "SIL OFL 1.1 or Apache 2.0"),
    "roboto-slab": ("@expo-google-fonts/roboto-slab 0.4.2", "Apache 2.0"),
    "source-sans-3": ("@expo-google-fonts/source-sans-3 0.4.1", "SIL OFL 1.1"),
}
HEAD = """# Fonts

Static TrueType files, unmodified, each family with its licence beside it. The table is written by `tools/fonts.py`; a test compares
the check sums with the files.

| file | family and style | version | npm package | licence | SHA-256 |
|---|---|---|---|---|---|
"""


def row(path: Path) -> str:
    """One line of the table."""
    data = path.read_bytes()
    face = hb.Face(hb.Blob(data))
    family, style = face.get_name(16) or face.get_name(1), face.get_name(17) or face.get_name(2)
    folder = path.parent.name
    source, licence = SOURCES[folder]
    beside = ", ".join(
        f"[{name}]({folder}/{name})" for name in LICENCES if (path.parent / name).exists()
    )
    number = face.get_name(5).removeprefix("Version ").partition(";")[0]
    check = hashlib.sha256(data).hexdigest()
    return (
        f"| {folder}/{path.name} | {family} {style} | {number} | {source} | {licence}: {beside} |"
        f" `{check}` |\n"
    )


def main() -> int:
    """Write the README; returns the exit status."""
    files = sorted(FONTS.glob("*/*.ttf"))
    wrong = []
    for folder in sorted({path.parent for path in files}):
        if folder.name not in SOURCES:
            wrong.append(f"{folder.name} has no line in SOURCES")
        if not any((folder / name).exists() for name in LICENCES):
            wrong.append(f"{folder.name} has no licence file")
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    (FONTS / "README.md").write_text(HEAD + "".join(map(row, files)), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
