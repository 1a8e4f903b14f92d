"""What studies found of the games that come with Mouseboard, for whoever chooses one: how long it takes, is it fair.

The figures stand in `studied.toml`, which `python -m tests.study.studied` makes. A game from elsewhere has none.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from mouseboard.rules.core import Game
from mouseboard.say import Say, one_after_another, say

FILE = Path(__file__).with_name("studied.toml")

NTH = ("first", "second", "third", "fourth", "fifth", "sixth")


class Studied(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a study found of a game with so many players."""

    players: int
    command: str
    """That of the study; the same command finds the same."""
    version: str
    """That of Mouseboard, when it was made."""
    minutes: tuple[int, int]
    """Four games in five take so many at a table."""
    wins: tuple[int, ...]
    """In the order of play, of a hundred games."""
    verdict: Literal["fair", "unfair", "unsure"]
    house: dict[str, int] = {}
    """The options that are not as usual."""

    @property
    def even(self) -> int:
        """What each would win of a hundred games if all had the same chances."""
        return round(100 / self.players)

    @property
    def furthest(self) -> int:
        """Whose wins, by the order of play, are the furthest from even."""
        return max(range(self.players), key=lambda k: abs(self.wins[k] - 100 / self.players))


@cache
def studied() -> dict[str, tuple[Studied, ...]]:
    """All that is known, by the names of the games."""
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, tuple[Studied, ...]])


def told(game: Game) -> dict[int, Say]:
    """How long the game takes and whether it is fair, in a sentence or two, by the number of players."""
    found = studied().get(game.name, ())
    evened = {row.players: game.evened(row.house) for row in found if row.house}
    return {row.players: _told(row, evened.get(row.players)) for row in found if not row.house}


def _told(usual: Studied, evened: Say | None) -> Say:
    """Of the usual game, and what makes it about even."""
    low, high = usual.minutes
    match usual.verdict:
        case "fair":
            return say("Takes {low} to {high} minutes, fair.", low=low, high=high)
        case "unsure":
            return say("Takes {low} to {high} minutes.", low=low, high=high)
    unfair = say(
        "Takes {low} to {high} minutes; unfair: the {nth} player wins {n} of 100 games, not {even}.",
        low=low,
        high=high,
        nth=say(NTH[usual.furthest]),
        n=usual.wins[usual.furthest],
        even=usual.even,
    )
    return unfair if evened is None else one_after_another([unfair, evened])
