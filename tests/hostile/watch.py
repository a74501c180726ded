"""Watches what a process touches, by Python's audit events: files outside of some folders,
programs, sockets. Standard library only.
"""

from __future__ import annotations

import os
import sys
from typing import Any

# Event: which arguments are paths, and whether it changes them.
_PATHS = {
    "os.listdir": ((0,), False),
    "os.scandir": ((0,), False),
    "os.chdir": ((0,), False),
    "os.mkdir": ((0,), True),
    "os.rmdir": ((0,), True),
    "os.remove": ((0,), True),
    "os.rename": ((0, 1), True),
    "os.link": ((0, 1), True),
    "os.symlink": ((1,), True),
    "os.truncate": ((0,), True),
    "os.chmod": ((0,), True),
    "os.chown": ((0,), True),
    "os.utime": ((0,), True),
    "os.setxattr": ((0,), True),
    "os.removexattr": ((0,), True),
    "ctypes.dlopen": ((0,), False),
}
_NAMES = ("os.mkdir", "os.rmdir", "os.remove", "os.rename", "os.link", "os.symlink")
"""What concerns a link itself, not what it leads to."""
_FORBIDDEN = (
    "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.kill", "os.spawn", "os.startfile", "os.killpg", "os.putenv",
    "os.unsetenv", "pty.spawn", "socket.", "urllib.", "http.", "ftplib.", "smtplib.", "imaplib.", "poplib.", "telnetlib.", "nntplib.",
    "webbrowser.", "winreg.", "tempfile.", "sqlite3.", "syslog.",
)  # fmt: skip
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Watch:
    """Collects what is touched beside `inside` (read and written) and `readable`.

    Off until `on` is set.
    """

    def __init__(self, readable: list[str]) -> None:
        self.readable = [os.path.realpath(path) for path in readable if path]
        self.inside = ""
        self.worker = False
        self.on = False
        self.effects: list[str] = []
        sys.addaudithook(self._heard)

    def _heard(self, event: str, args: tuple[Any, ...]) -> None:
        if not self.on:
            return
        self.on = False  # looking touches files too
        try:
            effect = self._effect(event, args)
        finally:
            self.on = True
        if effect:
            self.note(effect)

    def note(self, effect: str) -> None:
        """Keep an effect that must not be."""
        if len(self.effects) < 50:
            self.effects.append(effect)

    def _effect(self, event: str, args: tuple[Any, ...]) -> str:
        if event == "open":
            path, mode, flags = args
            changes = (
                bool(flags & _WRITES)
                if isinstance(flags, int)
                else any(sign in (mode or "") for sign in "wax+")
            )
            return self._judged(event, path, changes)
        if event in _PATHS:
            places, changes = _PATHS[event]
            return next(
                filter(None, (self._judged(event, args[place], changes) for place in places)), ""
            )
        if (
            event == "subprocess.Popen"
            and self.worker
            and args[0] == sys.executable
            and args[1][1:3] == ["-P", "-c"]
        ):
            return ""
        return f"{event} {args!r:.200}" if event.startswith(_FORBIDDEN) else ""

    def _judged(self, event: str, path: Any, changes: bool) -> str:
        if path is None or isinstance(path, int):
            return ""
        name = os.fsdecode(path)
        folder, last = os.path.split(name)
        real = (
            os.path.join(os.path.realpath(folder), last)
            if event in _NAMES
            else os.path.realpath(name)
        )
        if real.startswith(("/dev/null", "/dev/urandom", "/proc/self")) or _within(
            real, self.inside
        ):
            return ""
        if not changes and any(_within(real, folder) for folder in self.readable):
            return ""
        return f"{event} {'changes' if changes else 'reads'} {name}"


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def readable(repository: str) -> list[str]:
    """What every run may read: the shipped files, and Python with its packages."""
    shipped = [os.path.join(repository, name) for name in ("pnp", "data", "templates", "fonts")]
    # ReportLab looks for settings of the user's own and for Type 1 fonts when it is imported.
    reportlab = [
        *(os.path.expanduser(f"~/.reportlab_{name}") for name in ("mods", "settings")),
        "/usr/share/fonts",
    ]
    quota = "/sys/fs/cgroup/cpu.max"  # how many processors may be used
    return [
        *shipped,
        *(path for path in sys.path if path),
        sys.prefix,
        sys.base_prefix,
        sys.exec_prefix,
        *reportlab,
        quota,
    ]
