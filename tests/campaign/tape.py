"""What led to a finding, as a case that can be replayed: the game so far, and the deeds since all was right."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from tests.campaign.acts import Acts, scenario

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


class Tape:
    """The last moments at which all was right, and all acts."""

    def __init__(self, game: Game, acts: Acts) -> None:
        self._game = game
        self._acts = acts
        self._marks: deque[Mark] = deque(maxlen=KEPT)

    def mark(self, time: float, history: tuple[ActionRecord, ...]) -> None:
        """Note that all is right now."""
        if not self._marks or self._marks[-1].acts < len(self._acts.all):
            self._marks.append(Mark(time, history, len(self._acts.all)))

    def cases(self) -> Sequence[str]:
        """Return a case for each of these moments, the latest first, in the format of tests/referee/cases."""
        return [self._case(mark) for mark in reversed(self._marks)]

    def _case(self, mark: Mark) -> str:
        so_far = " ".join(str(record.action) for record in mark.history)
        deeds = scenario(self._acts.all[mark.acts :], mark.time)
        return "\n".join((f"game {self._game.name} {self._game.players}", f"so far {so_far}", "", *deeds, ""))
