"""Computer players: anything that looks at a state and chooses one of its actions.

player = players.load("sensible", game)
action = player.choose(state, random.Random("my seed/seat0/17"))

A player holds no random stream and shares none with chance: the one it may use is handed in, so that a game that
is resumed goes on exactly as it would have.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from random import Random
from typing import Protocol, runtime_checkable

from mouseboard.rules.core import Action, Game, RulesError, State
from mouseboard.rules.fault import at, fault_of

GROUP = "mouseboard.players"
"""The entry points under which a game's own player is found: `name of the game = "module:function of the game"`."""


class UnknownPlayer(RulesError):
    """No player of that kind for this game; the text lists those there are."""


class Player(Protocol):
    """Plays any seat."""

    def choose(self, state: State, rng: Random) -> Action:
        """One of the state's actions, for the seat that is its actor."""


@runtime_checkable
class Critic(Protocol):
    """A player that also knows a blunder when it sees one."""

    def warns(self, state: State, action: Action) -> bool:
        """Whether this action, of those of the state, gives away much of what the best would bring."""


class RandomPlayer:
    """Chooses among the legal actions, all equally likely."""

    def choose(self, state: State, rng: Random) -> Action:
        return rng.choice(state.actions())


def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of player there are for a game, the weakest first."""
    return ("random", "sensible") if _sensible(game) else ("random",)


def load(kind: str, game: Game) -> Player:
    """A player of that kind. Raises UnknownPlayer, BadGame where the game's own player cannot be made."""
    sensible = _sensible(game)
    if kind == "random":
        return RandomPlayer()
    if kind == "sensible" and sensible:
        try:
            return sensible(game)
        except Exception as error:
            raise fault_of(error) or at(game.name, "making its computer player", error) from error
    raise UnknownPlayer(f"{game.name} has no {kind!r} player; it has {', '.join(kinds(game))}")


def _sensible(game: Game) -> Callable[[Game], Player] | None:
    """What makes a game's own player, where it has one. Raises BadGame."""
    for point in entry_points(group=GROUP, name=game.name):
        try:
            made: Callable[[Game], Player] = point.load()
        except (Exception, SystemExit) as error:  # a package can fail with anything while it is imported
            raise at(game.name, f"loading its computer player from {point.value}", error) from error
        return made
    return None
