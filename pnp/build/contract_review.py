"""Reads the texts of a game and gives the sentences that tell its rules, and which of them wait for
confirmation.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from pnp.books.typeset_texts import parse_texts
from pnp.check.promises.confirmation import changes, confirmation, sentences_of, waiting
from pnp.compose.templates import Templates
from pnp.diagnostics import Diagnostic, Problems, raise_errors
from pnp.load.files import Disk
from pnp.load.workspace import Workspace, disk_for
from pnp.model.contract import CONFIRMED, dumped_faces, with_confirmed
from pnp.model.game import Confirmation, Game, Sentence
from pnp.model.read import load_game


class Waiting(NamedTuple):
    """A sentence that waits: its rule, what the document rules, the text that it stands in, what
    was confirmed (empty where nothing was) and what is there now (empty where it is gone), and
    its place.
    """

    rule: str
    says: str
    where: str
    owner: str
    old: str
    new: str
    place: str


class FaceReview(NamedTuple):
    """What faces print otherwise than was confirmed: key, what was and what is, by face; how many
    faces were never confirmed; and the bytes of the record with all faces as they are.
    """

    title: str
    changed: tuple[tuple[str, str, str], ...]
    new: int
    record: bytes


def review_faces(workspace: Workspace, name: str, folder: Path) -> FaceReview:
    """What may be confirmed of the faces of a game. Raises Problems where some cannot be made."""
    from pnp.build.faces import make_faces

    files = disk_for(workspace, folder)
    game, _ = load_game(files, name)
    faces = make_faces(files, game, contents=True)
    raise_errors(faces.found)
    before = game.confirmed_faces or {}
    now = {key: side.shown for key, side in faces.printed.items()}
    known = [(key, before[key], shown) for key, shown in now.items() if key in before]
    changed = tuple(row for row in known if row[1] != row[2])
    return FaceReview(game.title, changed, len(now) - len(known), dumped_faces(now))


class Review(NamedTuple):
    """What may be confirmed of a game: sentences that wait; of all rules that sentences tell what
    would be recorded; how many of these are proven otherwise and were never confirmed; what was
    confirmed before, and the file of the record.
    """

    title: str
    waiting: tuple[Waiting, ...]
    told: Mapping[str, Confirmation]
    unread: int
    language: str
    before: Mapping[str, Confirmation] | None
    file: str


def told_sentences(files: Disk, game: Game) -> tuple[list[Sentence], list[Diagnostic]]:
    """The sentences of rulebooks and player aids with the rules that they tell, and what is wrong
    with these texts.
    """
    templates = Templates(files, game.id, language=game.language)
    texts, found = parse_texts(files, game, templates)
    return [one for text in texts for one in text.sentences], found


def review(workspace: Workspace, name: str, folder: Path, rules: Collection[str] = ()) -> Review:
    """What waits for confirmation in a game; with `rules`, each of their sentences that was never
    confirmed as well. Raises Problems where its texts cannot be read.
    """
    files = disk_for(workspace, folder)
    game, _ = load_game(files, name)
    sentences, found = told_sentences(files, game)
    sentences = sentences_of(game, sentences)
    if any(finding.is_error for finding in found):
        raise Problems(found)
    told = {name for sentence in sentences for name in sentence.rules}
    before = game.confirmed or {}
    listed = list(waiting(game, sentences))
    asked = [rule for rule in game.rules if rule.id in rules or not (rule.proofs or game.confirmed)]
    listed += [
        change
        for rule in asked
        if all(change.rule is not rule for change in listed)
        for change in changes(game, rule, before.get(rule.id), sentences)
    ]
    order = {rule.id: number for number, rule in enumerate(game.rules)}
    return Review(
        title=game.title,
        waiting=tuple(
            Waiting(
                rule=rule.id,
                says=rule.says,
                where=rule.where,
                owner=owner,
                old=old,
                new=new.words if new else "",
                place=str(new.span if new else rule.raw.span()),
            )
            for rule, owner, old, new in sorted(listed, key=lambda one: order[one.rule.id])
        ),
        told={
            rule.id: confirmation(game, rule, sentences) for rule in game.rules if rule.id in told
        },
        unread=sum(
            rule.id in told and rule.id not in before and bool(rule.proofs) for rule in game.rules
        ),
        language=game.language,
        before=game.confirmed,
        file=f"data/{name}/{CONFIRMED}",
    )


def confirmed_file(review: Review, rules: Collection[str], data: bytes | None) -> bytes:
    """The bytes of the record once these rules are confirmed; `data` are those of the file as it
    is, None where there is none.
    """
    before = review.before or {}
    kept = {name: before[name] for name in before if name not in rules}
    record = {**kept, **{name: review.told[name] for name in rules if name in review.told}}
    order = [name for name in review.told if name in record]
    order += [name for name in record if name not in review.told]
    return with_confirmed(
        data, review.file, review.language, {name: record[name] for name in order}
    )
