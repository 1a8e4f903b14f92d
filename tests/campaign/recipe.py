"""The recipe of one game of a campaign: it decides everything."""

from __future__ import annotations

from random import Random

import msgspec
from tests.campaign.habits import HABITS
from tests.campaign.moving import TEMPERS

from mouseboard import rules
from mouseboard.rules import Game


class Recipe(msgspec.Struct, frozen=True):
    """Everything that decides a game."""

    seed: int
    game: str
    players: int
    temper: str
    broken: str | None = None
    cut: str | None = None
    hands: str = "usual"
    habit: str | None = None

    def __str__(self) -> str:
        faults = (("broken", self.broken), ("cut", self.cut), ("hands", self.hands), ("habit", self.habit))
        also = "".join(f" --{name} {what}" for name, what in faults if what not in (None, "usual"))
        return f"--only {self.seed} --game {self.game} --players {self.players} --temper {self.temper}{also}"


def recipe(
    seed: int,
    game: str | None = None,
    players: int | None = None,
    temper: str | None = None,
    broken: str | None = None,
    cut: str | None = None,
    hands: str = "usual",
    habit: str | None = None,
) -> Recipe:
    """Return the recipe of this seed. Game, players and temper that are None depend on the seed."""
    rng = Random(f"{seed}/recipe")
    games = rules.games()
    fitting = [name for name in sorted(games) if habit is None or HABITS[habit].fits(_smallest(name))]
    named = game or fitting[seed // 3 % len(fitting)]
    seats = players or rng.choice(games[named].seat_counts)
    return Recipe(seed, named, seats, temper or sorted(TEMPERS)[seed % 3], broken, cut, hands, habit)


def _smallest(name: str) -> Game:
    return rules.load(name, min(rules.games()[name].seat_counts))
