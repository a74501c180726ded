"""Regular expressions that are compiled when they are first used: of a hundred in the package a
run needs some twenty.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast

_METHODS = (
    "pattern",
    "flags",
    "groups",
    "groupindex",
    "search",
    "match",
    "fullmatch",
    "split",
    "findall",
    "finditer",
    "sub",
    "subn",
)


def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A regular expression as `re.compile` would give it, which is called once it is used.
    re.error is raised then, not here.
    """
    return cast("re.Pattern[AnyStr]", _Late(source, flags))


class _Late:
    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        # from now on each is found without coming here
        self.__dict__.update((method, getattr(compiled, method)) for method in _METHODS)
        return self.__dict__[name]
