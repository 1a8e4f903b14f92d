"""Moments of revised for tests to begin with."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from mouseboard import layouts, rules
from mouseboard.rules.revised import Revised, RevisedState

LAYOUT = layouts.load("revised")
CIRCLE = [place.name for place in LAYOUT.place]
START = CIRCLE[0]
TEXT = LAYOUT.text


@cache
def game(players: int = 2, **options: rules.Setting) -> Revised:
    made = rules.load("revised", players, **options)
    assert isinstance(made, Revised)
    return made


def first(kind: str) -> str:
    """Return the first space of this kind on the circle."""
    return next(place.name for place in LAYOUT.place if place.kind == kind)


def before(space: str, n: int) -> str:
    """Return the space from which a roll of n ends on `space`."""
    return CIRCLE[CIRCLE.index(space) - n]


def state(*at: str, hands: tuple[int, ...] = (), on_start: int = 2) -> RevisedState:
    """Return a state with the mice there and seat 0 to roll. Each player has one cheese by default."""
    hands = hands or (1,) * len(at)
    fresh = game(len(at)).start()
    return replace(fresh, at=at, hands=hands, on_start=on_start, pile=24 - sum(hands) - on_start)


def landed(kind: str, *others: str, hands: tuple[int, ...] = (), on_start: int = 2) -> RevisedState:
    """Return a state after seat 0 has rolled a 1 onto the first space of this kind."""
    return state(before(first(kind), 1), *others, hands=hands, on_start=on_start).play("roll1")


def legal(state: RevisedState) -> list[str]:
    return [str(action) for action in state.actions()]


def told(state: RevisedState, notation: str) -> list[str]:
    action = state.game.read(notation)
    return [str(sentence) for sentence in state.tell(action, state.after(action))]


def tasks(state: RevisedState, notation: str) -> tuple[rules.HandTask, ...]:
    action = state.game.read(notation)
    return state.hand_tasks(action, state.after(action))
