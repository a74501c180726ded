"""`pnp confirm`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.cli.languages import lang_option
from pnp.cli.options import bounded, bounds_options, game_here
from pnp.cli.speech import counted, tell
from pnp.diagnostics import did_you_mean

if TYPE_CHECKING:
    from pnp.build.contract_review import FaceReview, Review, Waiting


@click.command("confirm", short_help="confirm the sentences that tell the rules")
@click.argument("game")
@click.argument("rules", nargs=-1, metavar="[RULE]…")
@click.option("--all", "every", is_flag=True, help="Every rule that sentences tell.")
@click.option("--yes", is_flag=True, help="Confirm without asking; needs RULEs or --all.")
@click.option("--faces", is_flag=True, help="Not sentences, but what each face prints.")
@click.option("--list", "only_list", is_flag=True, help="Only show what waits.")
@bounds_options
@lang_option()
def command(
    game: str,
    rules: tuple[str, ...],
    every: bool,
    yes: bool,
    faces: bool,
    only_list: bool,
    **given: Any,
) -> int:
    """Show each sentence of GAME that tells a rule and is new, or reads otherwise than when it was
    last confirmed; record it on a yes.

    The record is the file confirmed.yaml in the game's folder. With RULEs only theirs. With --faces
    what each face prints is recorded in confirmed-faces.txt: words, icons, colours that mean
    something. A face that prints something else later is told of.

    \b
    Examples:
      pnp confirm my-game
      pnp confirm my-game --list
      pnp confirm my-game --all --yes
      pnp confirm my-game --faces --yes
    """
    from pnp.build.contract_review import review, review_faces

    if faces and (rules or every):
        raise click.UsageError("--faces confirms every face; leave out RULEs and --all")
    if faces and given["lang"]:
        raise click.UsageError("--faces confirms faces in the first language; leave out --lang")
    if faces:
        workspace, folder = game_here(game, given)
        read_faces = bounded(review_faces, workspace, game, folder)
        return _confirm_faces(folder, read_faces, yes, only_list)
    if yes and not rules and not every:
        raise click.UsageError("--yes confirms unread: name the RULEs, or write --all as well")
    workspace, folder = game_here(game, given)
    wanted = frozenset(rules)
    read = bounded(review, workspace, game, folder, wanted)
    if every:
        wanted = frozenset(read.told)
        read = bounded(review, workspace, game, folder, wanted)
    known = {*read.told, *(read.before or ())}
    for name in rules:
        if name not in known:
            hint = did_you_mean(name, known)
            raise click.BadParameter(f'no sentence tells a rule "{name}". {hint}'.rstrip())
    waiting = [one for one in read.waiting if not rules or one.rule in wanted]
    if not waiting:
        tell(f"{read.title}: nothing waits for confirmation")
        if read.unread:
            unread = counted(read.unread, "rule")
            lang = f" --lang {given['lang']}" if given["lang"] else ""
            tell(f"the words of {unread} were never confirmed: pnp confirm {game}{lang} --all")
        return 0
    confirmed = list(_confirmed(waiting, yes, only_list))
    if only_list:
        count = len({one.rule for one in waiting})
        tell(f"{read.title}: {counted(count, 'rule')} {'waits' if count == 1 else 'wait'}")
        return 1
    if confirmed:
        _record(folder, read, confirmed)
    tell(f"{read.title}: {counted(len(confirmed), 'rule')} confirmed")
    return 0


def _confirm_faces(folder: Path, read: FaceReview, yes: bool, only_list: bool) -> int:
    """Show what faces print otherwise than was confirmed, and record it on a yes."""
    from pnp.model.contract import FACES
    from pnp.output.write import save

    for key, old, new in read.changed:
        tell(key)
        for line in shown(old, new):
            tell(f"  {line}")
    counts = f"{counted(len(read.changed), 'face')} changed, {read.new} new"
    if not (read.changed or read.new):
        tell(f"{read.title}: every face prints what was confirmed")
    elif only_list:
        tell(f"{read.title}: {counts}")
        return 1
    elif yes or click.confirm(f"{read.title}: {counts}. Are all as they are meant to be?"):
        save(folder / FACES, read.record)
        tell(f"{read.title}: {counts}: confirmed")
    return 0


def _record(folder: Path, read: Review, rules: list[str]) -> None:
    """Write the record of a game with these rules confirmed. Raises Problems."""
    from pnp.build.contract_review import confirmed_file
    from pnp.model.contract import CONFIRMED
    from pnp.output.write import save

    path = folder / CONFIRMED
    save(path, confirmed_file(read, rules, path.read_bytes() if path.exists() else None))


def _confirmed(waiting: Iterable[Waiting], yes: bool, only_list: bool) -> Iterator[str]:
    """The rules that are confirmed, each after its sentences were shown."""
    for rule, changes in groupby(waiting, key=lambda one: one.rule):
        listed = list(changes)
        where = f"  ({listed[0].where})" if listed[0].where else ""
        tell(f"{rule}  {listed[0].says}{where}")
        for change in listed:
            tell(f"  {change.place} {change.owner}")
            for line in shown(change.old, change.new):
                tell(f"    {line}")
        if yes or (not only_list and click.confirm("  Is that what the document rules?")):
            yield rule


def shown(old: str, new: str) -> list[str]:
    """A sentence before and after, the words that changed in brackets."""
    if not old or not new:
        return [f"- {old}"] if old else [f"+ {new}"]
    before, after = old.split(), new.split()
    lines: tuple[list[str], list[str]] = ([], [])
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for line, words in zip(lines, (before[a:b], after[c:d]), strict=True):
            text = " ".join(words)
            if text:
                line.append(text if tag == "equal" else f"[{text}]")
    return [f"- {' '.join(lines[0])}", f"+ {' '.join(lines[1])}"]
