"""The way to a finding, as a case that can be replayed: the game up to there, and the deeds since all was right."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.campaign.acts import Acts, scenario
from tests.campaign.alike import Alike

from mouseboard.rules import Game
from mouseboard.store import ActionRecord

KEPT = 4
"""The number of moments that are kept: what went wrong may have begun before all seemed right for the last time."""


class Mark(NamedTuple):
    """A moment at which all was right."""

    time: float
    history: tuple[ActionRecord, ...]
    acts: int
    """The number of acts before it."""
    parts: Mapping[str, str]
    """The part that each piece played. In a replay every piece begins as itself."""


class Tape:
    """The last moments at which all was right, and all acts."""

    def __init__(self, game: Game, acts: Acts, alike: Alike) -> None:
        self._game = game
        self._acts = acts
        self._alike = alike
        self._marks: deque[Mark] = deque(maxlen=KEPT)

    def mark(self, time: float, history: tuple[ActionRecord, ...]) -> None:
        """Note that all is right now."""
        if not self._marks or self._marks[-1].acts < len(self._acts.all):
            parts = {piece: self._alike.part(piece) for piece in self._game.pieces}
            self._marks.append(Mark(time, history, len(self._acts.all), parts))

    def cases(self) -> Sequence[str]:
        """Return a case for each of these moments, the latest first, in the format of tests/referee/cases."""
        return [self._case(mark) for mark in reversed(self._marks)]

    def _case(self, mark: Mark) -> str:
        so_far = " ".join(str(record.action) for record in mark.history)
        deeds = [_renamed(line, mark.parts) for line in scenario(self._acts.all[mark.acts :], mark.time)]
        return "\n".join((f"game {self._game.name} {self._game.players}", f"so far {so_far}", "", *deeds, ""))


def _renamed(line: str, names: Mapping[str, str]) -> str:
    return " ".join(names.get(word, word) for word in line.split(" "))
