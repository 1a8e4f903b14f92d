"""The 32 dark squares of `draughts`: which lie side by side, and what can be jumped from where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

from mouseboard.rules import parley
from mouseboard.rules.core import Action, by_notation

SIDE = 8
SQUARES = tuple(
    f"{column}{row}" for row in range(1, SIDE + 1) for n, column in enumerate("abcdefgh", 1) if (n + row) % 2 == 0
)
"""The dark squares, row by row from seat 0's side; a1 is dark."""

AHEAD = (1, -1)
"""The direction of each seat's men, in rows."""
LAST_ROW = ("8", "1")
"""The row on which each seat's men become kings."""


def _beyond(square: str, right: int, up: int) -> str:
    """Return the square this many columns and rows away, which may be off the board."""
    return f"{chr(ord(square[0]) + right)}{int(square[1]) + up}"


STEPS: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    up: {
        square: tuple(there for right in (-1, 1) if (there := _beyond(square, right, up)) in SQUARES)
        for square in SQUARES
    }
    for up in AHEAD
}
"""The squares one step away, by the direction in rows and the square."""

JUMPS: Mapping[int, Mapping[str, tuple[tuple[str, str], ...]]] = {
    up: {
        square: tuple(
            (_beyond(square, right, up), there)
            for right in (-1, 1)
            if (there := _beyond(square, 2 * right, 2 * up)) in SQUARES
        )
        for square in SQUARES
    }
    for up in AHEAD
}
"""The squares jumped over, and where that leads, by the direction in rows and the square."""

OVER = {(square, there): over for jumps in JUMPS.values() for square, found in jumps.items() for over, there in found}
"""The square that a jump from one square to another passes over."""


@lru_cache(maxsize=1 << 14)
def step(here: str, there: str) -> Action:
    """Return the move to a neighbouring square."""
    return Action(name=f"{here}-{there}")


@lru_cache(maxsize=1 << 14)
def chain(squares: tuple[str, ...]) -> Action:
    """Return the move that jumps from square to square."""
    return Action(name="x".join(squares))


def squares_of(action: Action) -> tuple[str, ...]:
    """Return where a move begins, and every square that it lands on."""
    return tuple(re.split("[-x]", action.name))


def jumped(squares: tuple[str, ...]) -> tuple[str, ...]:
    """Return the squares that a chain of jumps passes over; none for a step."""
    return tuple(OVER[hop] for hop in pairwise(squares) if hop in OVER)


class Vocabulary(Mapping[str, Action]):
    """All actions by their notation. It lists steps and single jumps, and understands every chain of jumps."""

    def __init__(self) -> None:
        steps = (step(here, there) for up in AHEAD for here in SQUARES for there in STEPS[up][here])
        self._listed = by_notation((*steps, *map(chain, OVER), *parley.PARLEY))

    def __getitem__(self, notation: str) -> Action:
        found = self._listed.get(notation)
        if found is not None:
            return found
        squares = tuple(notation.split("x"))
        hops = [OVER.get(hop) for hop in pairwise(squares)]
        if not hops or None in hops or len(set(hops)) < len(hops):
            raise KeyError(notation)
        return chain(squares)

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)
