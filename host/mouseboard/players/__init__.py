"""Computer players: objects that look at a state and choose one of its actions.

player = players.load("sensible", game)
action = player.choose(state, random.Random("my seed/seat0/17"))

A player holds no random stream and shares none with chance. The caller passes in the stream to use, so a resumed game
continues exactly as it would have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol, runtime_checkable

from mouseboard.rules.core import Action, BadGame, Game, RulesError, State
from mouseboard.rules.fault import at, fault_of
from mouseboard.rules.foreign import LOADING_S, THINKING_S, contain, contained, installed
from mouseboard.say import did_you_mean, quoted, say

GROUP = "mouseboard.players"
"""The group of entry points for games' own players: `name of the game = "module:LEVELS"`.

An entry point may also name a factory instead of `Levels`. It makes the game's only player, of the USUAL kind.
"""

RANDOM = "random"
USUAL = "sensible"
"""The default kind of player. A game may also have `child`, `learner` and `strong`, which takes its time."""

KINDS = (RANDOM, "child", "learner", USUAL, "strong")
"""The kinds of player that have a name for people, weakest first. Any other is shown as it is spelled."""


Levels = Mapping[str, Callable[[Game], "Player"]]
"""The factory of each kind of player that a game has, weakest first."""


class UnknownPlayer(RulesError):
    """The game has no player of that kind; the text lists the kinds it has."""


class Player(Protocol):
    """A computer player, for any seat."""

    def choose(self, state: State, rng: Random) -> Action:
        """Return one of the state's actions, for the seat that is its actor."""


@runtime_checkable
class Critic(Protocol):
    """A player that also recognises a blunder, to warn people who want a warning."""

    def warns(self, state: State, action: Action) -> bool:
        """Return whether this legal action gives away much of what the best one would gain."""


@runtime_checkable
class Closing(Protocol):
    """A player that holds something from its first choice on, such as the process of a chess program."""

    def close(self) -> None:
        """Release it. Nobody asks this player again."""


class RandomPlayer:
    """A player that chooses uniformly among the legal actions."""

    def choose(self, state: State, rng: Random) -> Action:
        return rng.choice(state.actions())


def kinds(game: Game) -> tuple[str, ...]:
    """Return the kinds of player that a game has, weakest first."""
    return (RANDOM, *_levels(game))


def usual(game: Game) -> str:
    """Return the default kind of player. It plays well without keeping anybody waiting."""
    known = kinds(game)
    return USUAL if USUAL in known else known[-1]


def load(kind: str, game: Game) -> Player:
    """Make a player of that kind. Raises UnknownPlayer, and BadGame if the game's own player cannot be made."""
    if kind == RANDOM:
        return RandomPlayer()
    make = _levels(game).get(kind)
    if make is None:
        known = kinds(game)
        text = "{game} has no {kind} player; it has {kinds}"
        why = say(text, game=game.name, kind=quoted(kind), kinds=", ".join(known))
        raise UnknownPlayer(did_you_mean(why, kind, known))
    try:
        player = contained(make, LOADING_S)(game)
    except Exception as error:
        raise fault_of(error) or at(game.name, "making its computer player", error) from error
    contain(type(player), THINKING_S)
    return player


def close(*players: object) -> None:
    """Release what these players hold."""
    for player in players:
        if isinstance(player, Closing):
            player.close()


def _levels(game: Game) -> Levels:
    """Return the factories of the game's own players; empty if it has none. Raises BadGame."""
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
