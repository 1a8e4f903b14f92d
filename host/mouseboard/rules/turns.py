"""Whose turn it is in a state, and whose comes next if that is certain. Pure."""

from __future__ import annotations

from functools import lru_cache

from mouseboard.rules.core import CHANCE, State

MOST_STATES = 100
"""States that `next_turn` looks at, at most: enough for all that a turn of `barriers` may lead to."""


class _Same:
    """A state as the key of a cache, compared by identity: states of other people's games may have no hash."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.state is other.state


def turn_of(state: State) -> int | None:
    """Return the seat that decides, or for which chance does; None before anybody has begun."""
    return state.turn if state.actor in (CHANCE, None) else state.actor


def next_turn(state: State, seat: int) -> int | None:
    """Return the seat whose turn comes after that of `seat`, if the rest of this turn leads to no other.

    None if it may be another one, if the game may end before, or if that takes more than MOST_STATES to know. Nobody is
    expected to give up: asides do not count. A game whose code fails ahead tells nobody.
    """
    return _next_turn(_Same(state), seat)


@lru_cache(maxsize=64)  # many pictures show the same state: while a piece is carried, and in each language
def _next_turn(start: _Same, seat: int) -> int | None:
    try:
        return _search(start.state, seat)
    except Exception:  # whoever plays that action is told what is wrong with it
        return None


def _search(start: State, seat: int) -> int | None:
    found, known, ahead = None, 1, [start]
    while ahead:
        state = ahead.pop()
        turn = None if state.actor is None else turn_of(state)
        if turn == seat:
            actions = state.actions()
            known += len(actions)
            if known > MOST_STATES:
                return None
            ahead += map(state.after, actions)
        elif turn is None or found not in (None, turn):
            return None
        else:
            found = turn
    return found
