"""What templates are handed: values by name, and what stands for a name that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from jinja2 import StrictUndefined
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError, UndefinedError
from jinja2.utils import missing
from markupsafe import escape

from pnp.diagnostics import did_you_mean, near

TEXT_METHODS = frozenset(
    "upper lower title capitalize strip lstrip rstrip startswith endswith split isdigit isupper"
    " count".split()
)
"""What a text can be asked to do, as in `card.name.upper()`."""


class Record:
    """Named values that templates read as `record.name`; the only object with attributes that
    they are handed.
    """

    __slots__ = ("_label", "_values", "many")

    def __init__(self, label: str, values: Mapping[str, Any], many: bool = False) -> None:
        self._label = label
        self._values = values
        self.many = many
        """Whether it holds values of which one is meant, such as the facts: its label says
        nothing on paper.
        """

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return self._label

    def __html__(self) -> str:
        return str(escape(self._label))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return self._label == other._label and self._values == other._values
        if isinstance(
            other, str
        ):  # a meaning beside its id, as promises compare them: it must not be false in silence
            return bool(other == self._values.get("id"))
        if isinstance(
            other, (int, float)
        ):  # `when: players == 3` would leave a card out for every number of players
            raise TypeError("'Record' beside a number")
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._values.get("id", self._label))


class Unknown(StrictUndefined):
    """A name that is not there: any use of it raises `NameMissing` with the nearest names, or
    `SecurityError` where it must not be.
    """

    __slots__ = ()

    @property
    def hint(self) -> str:
        """The names that exist where this one was looked for."""
        owner = self._undefined_obj
        known: Iterable[Any] = owner if isinstance(owner, (Record, Mapping)) else ()
        if isinstance(owner, TemplateModule):
            known = vars(owner)
        elif isinstance(owner, str) and (close := near(str(self._undefined_name), TEXT_METHODS)):
            known = close
        names = [str(k) for k in known if not str(k).startswith("_")]
        if whole := _hyphened(str(self._undefined_name), names):
            return f'write ["{whole}"] in place of .{whole}: the hyphen would subtract'
        return did_you_mean(str(self._undefined_name), names)

    def _fail_with_undefined_error(self, *args: Any, **kwargs: Any) -> NoReturn:
        if self._undefined_exception is SecurityError:
            raise SecurityError(f'"{self._undefined_name}" cannot be reached from here')
        raise NameMissing(self)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = (
        _fail_with_undefined_error
    )
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __neg__ = __pos__ = (
        _fail_with_undefined_error
    )
    __call__ = __getitem__ = __lt__ = __le__ = __gt__ = __ge__ = __int__ = __float__ = (
        __complex__
    ) = _fail_with_undefined_error
    __iter__ = __str__ = __len__ = __bool__ = __contains__ = __html__ = __index__ = __abs__ = (
        __round__
    ) = _fail_with_undefined_error
    __eq__ = __ne__ = _fail_with_undefined_error
    __hash__ = _fail_with_undefined_error

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":
            raise AttributeError(name)
        self._fail_with_undefined_error()


class NameMissing(UndefinedError):
    """A template used a name that does not exist; `hint` names the nearest ones of its owner."""

    def __init__(self, unknown: Unknown) -> None:
        owner, name = unknown._undefined_obj, unknown._undefined_name
        if isinstance(owner, Record):
            message = f'"{owner}" has no "{name}"'
        elif name is None:
            message = unknown._undefined_message or "a value is missing"
        elif owner is None:
            message = f'an empty field has no "{name}"'
        elif isinstance(owner, (str, int, float)):
            shown = (
                f'"{owner[:40]}"'
                if isinstance(owner, str)
                else str(owner)
                if len(str(owner)) <= 40
                else "it"
            )
            message = f'{shown} is {kind_of(owner)} and has no "{name}"'
        else:
            message = f'"{name}" is not defined'
        super().__init__(message)
        self.name = str(name)
        self.hint = unknown.hint
        self._alone = owner is missing and name is not None
        self.plain = kind_of(owner) if name is not None and not self.hint else ""
        """What the owner is, where it is a value without names: "a number"."""

    def hint_among(self, known: Iterable[str]) -> str:
        """The hint, for a name without an owner among those that may stand alone."""
        names = list(known) if self._alone else []
        if self.name in names:
            handed = f"{{{{ NAME({self.name}) }}}}"
            return (
                f"a macro of another file sees only what it is handed: {handed}; or bring it in"
                " with {% import … with context %}"
            )
        if whole := _hyphened(self.name, names):
            return f'name it {whole.replace("-", "_")}: in "{whole}" the hyphen subtracts'
        return did_you_mean(self.name, names) if self._alone else self.hint

    @property
    def alone(self) -> bool:
        """Whether the name stood by itself, not behind a dot."""
        return self._alone


def kind_of(value: Any) -> str:
    """A plain value's kind for people; empty where it is none."""
    if isinstance(value, bool):
        return "a yes or no"
    return (
        "a text"
        if isinstance(value, str)
        else "a number"
        if isinstance(value, (int, float))
        else ""
    )


def _hyphened(name: str, known: Iterable[str]) -> str:
    """The one known name that a hyphen tears, so that only its beginning was looked for; empty
    when there is none.
    """
    torn = [whole for whole in known if whole.startswith(f"{name}-")]
    return torn[0] if len(torn) == 1 else ""
