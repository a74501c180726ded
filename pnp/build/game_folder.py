"""A game in its folder, for programs: read its data, check it, build its PDFs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pnp.build.conductor import BuildReport, Job, build, check
from pnp.build.print_options import PrintOptions
from pnp.diagnostics import Diagnostic, Problems, did_you_mean, order, refusal
from pnp.impose import Duplex, PaperOptions
from pnp.ink import Ink
from pnp.load.workspace import Workspace, disk_for, find, find_game, games
from pnp.model.game import Game
from pnp.model.read import load_game
from pnp.units.geometry import parse_length, parse_paper


class GameFolder(NamedTuple):
    """A game by its name, its folder and the workspace around it; it is read at each call."""

    name: str
    folder: Path
    workspace: Workspace

    def read(self) -> Game:
        """The data as frozen values. Raises Problems when they cannot be read."""
        return load_game(disk_for(self.workspace, self.folder), self.name)[0]

    def check(self) -> list[Diagnostic]:
        """Every finding on the game, in the order of its files. Never raises for bad data."""
        try:
            return list(check(self.workspace, self.name, self.folder))
        except Problems as problem:
            return order(problem.diagnostics)

    def build(
        self,
        target: Path | str | None = None,
        *,
        paper: str = "a4",
        duplex: str = "long",
        margin: str = "5mm",
        gutter: str = "0mm",
        marks: bool = True,
        ink: str = "full",
        only: tuple[str, ...] = (),
        cards: tuple[str, ...] = (),
    ) -> BuildReport:
        """Build the PDFs into a folder, else into `output/` and the name of the game.

        Raises Problems; then the folder is as it was. LengthError for a length or paper that is
        none.
        """
        how = PaperOptions(
            paper=parse_paper(paper),
            duplex=Duplex(duplex),
            gutter=parse_length(gutter),
            margin=parse_length(margin),
            crop_marks=marks,
        )
        options = PrintOptions(how, only=only, cards=cards, ink=Ink(ink))
        home = self.workspace.home or Path.cwd()
        place = Path(target) if target else home / "output" / self.name
        return build(self.workspace, Job(self.name, self.folder, place, options))


def load(path: Path | str) -> GameFolder:
    """The game in a folder `data/NAME`, or the shipped game of that name.

    Raises Problems when there is none.
    """
    folder = Path(path)
    workspace = find(folder if folder.is_dir() else Path.cwd())
    found = find_game(workspace, folder.name)
    if found is None:
        hint = did_you_mean(folder.name, games(workspace))
        raise refusal("P130", f'there is no game "{folder.name}"', None, hint)
    return GameFolder(folder.name, found, workspace)
