"""What a deck's faces are drawn by:

`template: base/classic` brings a front, a back and the fields that they show.

A template declares its fields beside itself (`base/classic.xml`, `base/classic.yaml`), so that a
game of YAML alone need not repeat them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, Problems, Span, did_you_mean, error, near, refusal
from pnp.load import yaml
from pnp.load.files import Disk
from pnp.load.yaml import Map
from pnp.model.declarations import Shape, validated
from pnp.model.fields import FieldType, field_types
from pnp.model.game import Name, Text
from pnp.model.kinds import DrawnFile
from pnp.sandbox.environment import Record

NO_BACK = "none"
"""`back: none` prints one-sided cards though the template has a back."""


class TemplateFile(Shape):
    """`templates/…/NAME.yaml`: what the template of that name shows, which back it brings, and
    the fields that it reads.
    """

    about: Text
    """What the template shows, in a line."""
    back: str | None = None
    """The template of the back that it brings: NAME-back.xml where nothing is said. A deck that
    wants none says back: none.
    """
    fields: dict[Name, Any] = {}
    """The fields that it reads."""


class Pair(NamedTuple):
    """The templates of a deck's two sides, and the fields that the pair declares."""

    front: str
    back: str | None
    fields: dict[str, FieldType]


def pair(
    files: Disk,
    game: str,
    file: DrawnFile,
    raw: Map,
    terms: Mapping[str, Mapping[str, Record]],
    components: Mapping[str, Any],
) -> Pair:
    """The templates that a deck names.

    Raises Problems: P202 none is named, P210 two fronts are, P307 there is no such template.
    """
    back = None if file.back == NO_BACK else file.back
    if file.template is None:
        if file.front is None:
            raise refusal(
                "P202",
                "the component has no front: and no template:",
                raw.span(),
                "for example template: base/classic",
            )
        return Pair(file.front, back, {})
    if file.front is not None:
        hint = "leave out front:, or write it in place of template:"
        raise refusal(
            "P210",
            "template: brings its own front, and front: names another",
            raw.at("front"),
            hint,
        )
    if not _found(files, game, f"{file.template}.xml"):
        raise Problems([_missing(files, game, file.template, raw.at("template"))])
    declared, place = declaration(files, game, file.template)
    types, trouble = field_types(declared.fields, place, terms, components)
    if trouble:
        raise Problems(trouble)
    if file.back is None:
        back = declared.back or f"{file.template}-back.xml"
    return Pair(f"{file.template}.xml", back, types)


def declaration(files: Disk, game: str, name: str) -> tuple[TemplateFile, Map]:
    """What a template says of itself and where its fields stand; a template without a
    declaration has no fields. Raises Problems.
    """
    path = _found(files, game, f"{name}.yaml")
    if path is None:
        return TemplateFile(about=name), Map.empty(Span(f"{name}.yaml"))
    shown = files.shown(path)
    value = yaml.parse(files.read(path), shown, files.limits)
    file = validated(TemplateFile, value, Span(shown))
    fields = value.get("fields") if isinstance(value, Map) else None
    return file, fields if isinstance(fields, Map) else Map.empty(Span(shown))


def names(files: Disk, game: str) -> list[str]:
    """The templates that declare themselves, by the name that `template:` takes: the game's own
    and the shared ones.
    """
    own = f"{game}/"
    stems = [
        path.removeprefix("templates/").removesuffix(".yaml")
        for path in files.names("templates", ".yaml")
    ]
    return sorted(
        {
            stem.removeprefix(own)
            for stem in stems
            if _found(files, game, f"{stem.removeprefix(own)}.xml")
        }
    )


def _found(files: Disk, game: str, name: str) -> str | None:
    """The virtual path of a template's file: the game's own folder first, as for every template."""
    return next(
        (path for path in (f"templates/{game}/{name}", f"templates/{name}") if files.exists(path)),
        None,
    )


def _missing(files: Disk, game: str, name: str, span: Span) -> Diagnostic:
    known = names(files, game)
    plain = name.removesuffix(".xml")
    if plain in known or _found(files, game, f"{plain}.xml"):
        hint = f'did you mean "{plain}"?'
    else:
        hint = did_you_mean(name, known if near(name, known) else known[:12])
    return error("P307", f'there is no template "{name}"', span, hint)
