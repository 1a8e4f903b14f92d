"""Games as pure rules: six of mice, two of men, and any other games installed.

game = rules.load("barriers", players=2)
state = game.start()
while state.actor is not None:
    state = state.play(state.actions()[0])
print(state.winners)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint
from typing import Any

import msgspec

from mouseboard.layouts import BadLayout
from mouseboard.rules import contract, fault
from mouseboard.rules.core import (
    CHANCE,
    Action,
    BadGame,
    BadNotation,
    BadSetup,
    Device,
    Game,
    HandTask,
    IllegalAction,
    Option,
    RulesError,
    Score,
    Setting,
    State,
    UnknownGame,
)
from mouseboard.rules.foreign import LOADING_S, contained, installed
from mouseboard.rules.looks import COLOURS, SHAPES, SIGNS, TINTS, Laid, Look, Scenery, Side, Step
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, alternatives, did_you_mean, listed, quoted, say

__all__ = [
    "CHANCE",
    "COLOURS",
    "SHAPES",
    "SIGNS",
    "TINTS",
    "Action",
    "BadGame",
    "BadNotation",
    "BadSetup",
    "Device",
    "Game",
    "HandTask",
    "IllegalAction",
    "Laid",
    "Look",
    "Option",
    "RulesError",
    "Say",
    "Scenery",
    "Score",
    "Setting",
    "Side",
    "State",
    "Step",
    "UnknownGame",
    "from_json",
    "games",
    "kind_of",
    "load",
    "make",
    "say",
    "unplayable",
]

GROUP = "mouseboard.games"
"""The group of entry points for games: `name = "module:GameClass"`."""


def games() -> dict[str, type[Game]]:
    """Return every installed game: first those of mice, then those of men, each sorted by name.

    Games are found by entry point, so any package can add one. Those whose code is at fault are left out; see
    `unplayable`.
    """
    found = {name: _class_or_fault(point) for name, point in sorted(installed(GROUP).items())}
    kinds = {name: kind for name, kind in found.items() if not isinstance(kind, str)}
    return dict(sorted(kinds.items(), key=lambda one: not one[1].shares_places))  # men never share a place


def unplayable() -> dict[str, str]:
    """Return the installed games that cannot be played at all: by name, one line saying what is wrong."""
    faults = {name: _class_or_fault(point) for name, point in sorted(installed(GROUP).items())}
    return {name: why for name, why in faults.items() if isinstance(why, str)}


def kind_of(name: str) -> type[Game]:
    """Return the class of the named game. Raises UnknownGame, and BadGame if it is at fault."""
    points = installed(GROUP)
    if name not in points:
        games = listed(sorted(points))
        why = say("there is no game {name}; the games are {games}", name=quoted(name), games=games)
        raise UnknownGame(did_you_mean(why, name, points))
    kind = _class_or_fault(points[name])
    if isinstance(kind, str):
        raise BadGame(kind)
    return kind


def load(name: str, /, players: int | None = None, **options: Setting) -> Game:
    """Return the named game with its players and options settled. The default is the smallest number of players.

    An option given as text is converted to the option's own type, so a command line may pass `exact="false"`.
    Raises UnknownGame and BadSetup, which say what is allowed, and BadGame for a game that breaks the contract.
    """
    return make(name, players, options)


def make(name: str, players: int | None, options: Mapping[str, Setting]) -> Game:
    """Do what `load` does, with the options as data; they may have any name, even `players`."""
    kind = kind_of(name)
    if players is None:
        players = min(kind.seat_counts)
    if players not in kind.seat_counts or not isinstance(players, int):
        counts = alternatives([str(count) for count in kind.seat_counts])
        raise BadSetup(
            say(
                "{game} cannot be played by {number}; it takes {counts} players",
                game=name,
                number=quoted(players),
                counts=counts,
            )
        )
    try:
        return _sound(kind(players, _settle(kind, options)))
    except BadLayout as error:
        raise BadSetup(error.said) from error
    except RulesError:
        raise
    except Exception as error:
        raise fault.fault_of(error) or fault.at(name, f"{kind.__name__}()", error) from error


class _Saved(msgspec.Struct):
    """What `to_json` writes."""

    game: str
    players: int
    options: dict[str, Setting]
    state: dict[str, Any]


def from_json(text: str) -> State:
    """Read a state that `to_json` wrote. Raises BadSetup for any other text, and whatever `load` raises."""
    try:
        saved = msgspec.json.decode(text, type=_Saved)
        game = make(saved.game, saved.players, saved.options)
        state: State = msgspec.convert(saved.state | {"game": game}, type(game.start()))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadSetup(f"this is not a saved game: {error}") from error
    if why := _impossible(state):
        raise BadSetup(f"this is not a saved game: {game.name} cannot come to such a state: {why}")
    return state


def _impossible(state: State) -> str | None:
    """Return why play cannot have led to this state, or None if it can.

    A saved game edited by hand may hold a state whose methods fail, or one that play cannot continue from.
    """
    conserved = state.game.start().conserved()
    try:
        for why in state.impossible():
            return why
        faults = (*contract.state_faults(state), *contract.prompt_faults(state))
        can_go_on = not faults and all(
            then.conserved() == conserved for then in (state, *map(state.after, state.actions()))
        )
    except Exception:  # a game may fail with anything in a state it can never reach
        can_go_on = False
    return None if can_go_on else "it can neither answer nor go on"


@cache
def _class_or_fault(point: EntryPoint) -> type[Game] | str:
    """Return the game's class, or what is wrong with it. Cached, because Python imports a module only once."""
    try:
        kind: type[Game] = contained(point.load, LOADING_S)()
    except BadGame as error:
        return f"{point.name}: {error}"
    except Exception as error:  # a package can fail with anything while it is imported
        return str(fault.at(point.name, f"loading {point.value}", error))
    return next((f"{point.name}: {why}" for why in contract.class_faults(point.name, kind)), kind)


def _sound(game: Game) -> Game:
    """Return the game if it and its first state keep the contract. Raises BadGame."""
    for why in contract.game_faults(game):
        raise BadGame(f"{game.name}: {why}")
    return game


def _settle(kind: type[Game], options: Mapping[str, Setting]) -> dict[str, Setting]:
    """Return all options of a game with the values given, or their defaults. Raises BadSetup."""
    known = {option.name: option for option in kind.options}
    for name in options:
        if name not in known:
            if name == LAYOUT:
                text = "{game} has only the board that it brings; choose no other"
                raise BadSetup(say(text, game=kind.name))
            many, none = "{game} has no option {name}; it has {options}", "{game} has no options, and so no {name}"
            text = many if known else none
            why = say(text, game=kind.name, name=quoted(name), options=listed(known))
            raise BadSetup(did_you_mean(why, name, known))
    return {name: _read(kind, known[name], options.get(name, known[name].default)) for name in known}


def _read(kind: type[Game], option: Option, value: Setting) -> Setting:
    """Return the value in the option's own type. Raises BadSetup if it is not allowed."""
    text = str(value)
    if option.allowed:
        by_text = {str(allowed).lower(): allowed for allowed in option.allowed}
        if text.lower() not in by_text:
            why = say(
                "{option} cannot be {value}; it is {allowed}",
                option=f"{kind.name}: {option.name}",
                value=quoted(value),
                allowed=alternatives(list(by_text)),
            )
            raise BadSetup(did_you_mean(why, text, by_text))
        return by_text[text.lower()]
    if not text.isprintable():
        raise BadSetup(
            say(
                "{option} cannot be {value}; it is plain text on one line",
                option=f"{kind.name}: {option.name}",
                value=quoted(value),
            )
        )
    return text
