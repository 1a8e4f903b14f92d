"""What studies found about the shipped games, for people choosing one: how long it takes and whether it is fair.

The figures are in `studied.toml`, which `python -m tests.study.studied` makes. A third-party game has none.
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
    """What a study found about a game with this number of players."""

    players: int
    command: str
    """The command that ran the study. Running it again gives the same figures."""
    version: str
    """The version of Mouseboard that ran the study."""
    minutes: tuple[int, int]
    """The range, in minutes at a table, of four games in five."""
    wins: tuple[int, ...]
    """Wins in a hundred games, in the order of play."""
    verdict: Literal["fair", "unfair", "unsure"]
    house: dict[str, int] = {}
    """The options that differ from their defaults."""

    @property
    def even(self) -> int:
        """Wins of each player in a hundred games if all had the same chances."""
        return round(100 / self.players)

    @property
    def furthest(self) -> int:
        """The index in `wins` of the player whose wins are the furthest from even."""
        return max(range(self.players), key=lambda k: abs(self.wins[k] - 100 / self.players))


@cache
def studied() -> dict[str, tuple[Studied, ...]]:
    """Return all studies, by the names of the games."""
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, tuple[Studied, ...]])


def told(game: Game) -> dict[int, Say]:
    """Return, by the number of players, one or two sentences on the game's length and fairness."""
    found = studied().get(game.name, ())
    evened = {row.players: game.evened(row.house) for row in found if row.house}
    return {row.players: _told(row, evened.get(row.players)) for row in found if not row.house}


def _told(usual: Studied, evened: Say | None) -> Say:
    """Say what was found with the usual options and, if the game is unfair, which options make it about even."""
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
