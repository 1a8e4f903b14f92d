"""Whose turn it is in a state, and whose comes next if that is certain. Pure."""

from __future__ import annotations

from mouseboard.rules.core import CHANCE, State

MOST_STATES = 100
"""States that `next_turn` looks at, at most: enough for all that a turn of `barriers` may lead to."""


def turn_of(state: State) -> int | None:
    """Return the seat that decides, or for which chance does; None before anybody has begun."""
    return state.turn if state.actor in (CHANCE, None) else state.actor


def next_turn(state: State, seat: int) -> int | None:
    """Return the seat whose turn comes after that of `seat`, if the rest of this turn leads to no other.

    None if it may be another one, if the game may end before, or if that takes more than MOST_STATES to know. Nobody is
    expected to give up: asides do not count.
    """
    found, known, ahead = None, 1, [state]
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
