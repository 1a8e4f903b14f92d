"""Computer players: anything that looks at a state and chooses one of its actions.

player = players.load("sensible", game)
action = player.choose(state, random.Random("my seed/seat0/17"))

A player holds no random stream and shares none with chance: the one it may use is handed in, so that a game that
is resumed goes on exactly as it would have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol, runtime_checkable

from mouseboard.rules.core import Action, BadGame, Game, RulesError, State
from mouseboard.rules.fault import at, fault_of
from mouseboard.rules.foreign import LOADING_S, THINKING_S, contain, contained, installed
from mouseboard.say import quoted

GROUP = "mouseboard.players"
"""The entry points under which a game's own players are found: `name of the game = "module:LEVELS"`.

What stands there may also be the maker of the one player that a game has: that is its usual one.
"""

RANDOM = "random"
USUAL = "sensible"
"""The kind that plays where none is asked for. Beside it may stand `child`, `learner` and `strong`,
which takes its time."""


Levels = Mapping[str, Callable[[Game], "Player"]]
"""What makes each kind of player that a game has, the weakest first."""


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
    return (RANDOM, *_levels(game))


def usual(game: Game) -> str:
    """The kind that plays where none is asked for: it plays well, and nobody has to wait for it."""
    known = kinds(game)
    return USUAL if USUAL in known else known[-1]


def load(kind: str, game: Game) -> Player:
    """A player of that kind. Raises UnknownPlayer, BadGame where the game's own player cannot be made."""
    if kind == RANDOM:
        return RandomPlayer()
    make = _levels(game).get(kind)
    if make is None:
        raise UnknownPlayer(f"{game.name} has no {quoted(kind)} player; it has {', '.join(kinds(game))}")
    try:
        player = contained(make, LOADING_S)(game)
    except Exception as error:
        raise fault_of(error) or at(game.name, "making its computer player", error) from error
    contain(type(player), THINKING_S)
    return player


def _levels(game: Game) -> Levels:
    """The game's own players; none where it brings none. Raises BadGame."""
    point = installed(GROUP).get(game.name)
    if point is None:
        return {}
    try:
        levels = contained(point.load, LOADING_S)()
    except Exception as error:  # a package can fail with anything while it is imported
        raise at(game.name, f"loading its computer player from {point.value}", error) from error
    if callable(levels):
        return {USUAL: levels}
    if not isinstance(levels, Mapping):
        raise BadGame(f"{game.name}: {point.value} is {quoted(levels)}; it must map kinds of computer player to makers")
    return levels
