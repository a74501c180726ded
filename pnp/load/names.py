"""Virtual paths: the names by which a game calls its files, the same on every system."""

from __future__ import annotations

import re

from pnp.diagnostics import Diagnostic, Span, error

# Names that Windows gives to devices, with any suffix (Microsoft, "Naming Files, Paths, and
# Namespaces").
_DEVICE = re.compile(
    r"(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])[ ]*(?:\..*)?", re.IGNORECASE
)
_DRIVE = re.compile(r"^[A-Za-z]:|/[A-Za-z]:[\\/]")
_CONTROL = re.compile("[\0-\x1f\x7f\ud800-\udfff]")


def refusal(path: str, at: Span | None = None) -> Diagnostic | None:
    """Why a path names nothing inside a folder on some system (P810), or None: names and `/`
    only, no way up, no device.
    """
    told, hint = _trouble(path)
    return error("P810", told, at, hint) if told else None


def _trouble(path: str) -> tuple[str, str]:
    shown = _CONTROL.sub("�", path if len(path) <= 120 else path[:117] + "…")
    inside = "name a file inside the game's folder, such as images/heart.png"
    outside = (
        "copy the file into the game's folder and name it from there, such as images/heart.png"
    )
    if len(path) > 1000:
        return f'the file name "{shown}" is longer than 1,000 characters', inside
    if _CONTROL.search(path):
        return f'the file name "{shown}" holds an invisible character', inside
    if path.startswith(("/", "~", "\\\\")) or _DRIVE.search(path):
        return f'"{shown}" leaves the game\'s folder', outside
    if "\\" in path:
        return f'"{shown}": a backslash cannot stand in a file name', "write / between folders"
    for part in path.split("/"):
        if part == "..":
            return f'"{shown}" leaves the game\'s folder', inside
        if part in ("", "."):
            hint = (
                'leave out "./"'
                if part
                else 'leave out a "/" before the first folder, and one of two that stand together'
            )
            return f'"{shown}": a folder without a name', hint
        if _DEVICE.fullmatch(part):
            return f'"{shown}": "{part}" is a device on Windows', "give the file another name"
        if ":" in part or part[-1] in ". ":
            return (
                f'"{shown}": "{part}" cannot be a file name on Windows',
                "names hold no colon and end in no dot or space",
            )
    return "", ""
