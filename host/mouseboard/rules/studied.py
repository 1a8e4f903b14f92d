"""What studies found about the shipped games, for people choosing one: how long it takes and whether it is fair.

The figures are in `studied.toml`, which `python -m tests.study.studied` makes. A third-party game has none.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from mouseboard.rules.core import Game
from mouseboard.say import Say

FILE = Path(__file__).with_name("studied.toml")

LUCK = (99, 95, 85)
"""Wins in a hundred games below which a good player needs a bit of luck, some luck, and mostly luck."""


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
    skill: int | None = None
    """Wins in a hundred games of one usual computer player among random ones. Without choices it is the even share."""
    house: dict[str, int] = {}
    """The options that differ from their defaults."""

    @property
    def even(self) -> int:
        """Wins of each player in a hundred games if all had the same chances."""
        return round(100 / self.players)


class Remedy(NamedTuple):
    """Options that make a game about even."""

    offer: Say
    """They as a question to families."""
    options: dict[str, int]


@cache
def studied() -> dict[str, tuple[Studied, ...]]:
    """Return all studies, by the names of the games."""
    return msgspec.toml.decode(FILE.read_bytes(), type=dict[str, tuple[Studied, ...]])


def minutes(game: Game) -> dict[int, tuple[int, int]]:
    """Return how many minutes four games in five take, by the number of players."""
    return {row.players: row.minutes for row in studied().get(game.name, ()) if not row.house}


def remedies(game: Game) -> dict[int, Remedy]:
    """Return what makes an unfair game about even, by the number of players."""
    found = studied().get(game.name, ())
    unfair = {row.players for row in found if row.verdict == "unfair" and not row.house}
    offers = ((row, game.evened(row.house)) for row in found if row.house and row.players in unfair)
    return {row.players: Remedy(offer, row.house) for row, offer in offers if offer}


def luck(game: Game) -> int | None:
    """Return how much luck decides, from 0 for none to 3 for most; None where no study has measured it.

    It follows from how often a good player beats one random player, because more players would share the wins.
    """
    usual = [row for row in studied().get(game.name, ()) if not row.house]
    skill = min(usual, key=lambda row: row.players).skill if usual else None
    return None if skill is None else sum(skill < least for least in LUCK)
