"""Players of nine men's morris: they count men, how freely these can move, and the mills that they could close.

A position holds its men as bits. The points of each of the three squares go around from a corner, eight bits a square.
So one step along a square turns its bits, and one step to the next square shifts by eight.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from mouseboard.players import Levels
from mouseboard.players.alphabeta import WIN, AlphaBeta, Position
from mouseboard.rules.core import State
from mouseboard.rules.morris import MorrisState
from mouseboard.rules.morris.rules import FEWEST

SQUARES = ("a1 a4 a7 d7 g7 g4 g1 d1", "b2 b4 b6 d6 f6 f4 f2 d2", "c3 c4 c5 d5 e5 e4 e3 d3")
BIT = {point: 1 << n for n, point in enumerate(" ".join(SQUARES).split())}
BOARD = sum(BIT.values())
MIDDLES = 0xAAAAAA
"""The points in the middle of a side, with lines to the other squares."""

FREEDOM = 0.04
"""Worth of a free point beside a man, in men."""
CLOSING = 0.1
"""Worth of a free point that would close a mill, in men."""


Masks = tuple[int, int, int, int]
"""Points in bits, in four parts that may overlap."""


class Side(NamedTuple):
    """The men of a side."""

    men: int
    """Its points on the board, as bits."""
    hand: int

    @property
    def left(self) -> int:
        return self.men.bit_count() + self.hand


def turned(men: int, by: int) -> int:
    """Return these points moved along their squares by 0 to 7 steps."""
    low = 0x010101 * ((1 << by) - 1)
    return (men << by) & BOARD & ~low | (men >> (8 - by)) & low


@lru_cache(maxsize=1 << 14)
def beside(men: int) -> Masks:
    """Return the points that a step along a line leads to, in each of the four directions."""
    middles = men & MIDDLES
    return turned(men, 1), turned(men, 7), middles << 8 & BOARD, middles >> 8


@lru_cache(maxsize=1 << 14)
def closing(men: int) -> Masks:
    """Return the points at which these men would fill a line: in the middle of a side, at each end, and across."""
    one, two, six, seven = turned(men, 1), turned(men, 2), turned(men, 6), turned(men, 7)
    across = (men << 8 | men >> 16) & (men << 16 | men >> 8) & MIDDLES
    return one & seven & MIDDLES, one & two & ~MIDDLES, six & seven & ~MIDDLES, across


@lru_cache(maxsize=1 << 14)
def filled(men: int) -> int:
    """Return the points at which these men would fill any line."""
    side, end, other_end, across = closing(men)
    return side | end | other_end | across


class MorrisPosition(Position):
    """The board in bits, by the seat that moves."""

    def __init__(self, seat: int, own: Side, other: Side, taking: bool, flying: bool) -> None:
        self.seat = seat
        self.own = own
        self.other = other
        self.taking = taking
        self.flying = flying
        self.free = BOARD & ~(own.men | other.men)
        self.key = (seat, own, other, taking)

    @property
    def is_quiet(self) -> bool:
        return not self.taking

    def following(self) -> list[Position]:
        if self.taking:
            return [*self._taken()]
        if self.own.left < FEWEST:
            return []
        found = [*self._placed()] if self.own.hand else [*self._moved()]
        found.sort(key=lambda after: after.seat != self.seat)
        return found

    def worth(self) -> float:
        own, other = self.own, self.other
        if own.left < FEWEST:
            return -WIN
        return own.left - other.left + _outlook(own.men, self.free) - _outlook(other.men, self.free)

    def _placed(self) -> Iterator[Position]:
        men, hand = self.own.men, self.own.hand - 1
        mills = filled(men)
        for there in bits(self.free):
            yield self._after(Side(men | there, hand), bool(there & mills))

    def _moved(self) -> Iterator[Position]:
        jumps = self.flying and self.own.left == FEWEST
        for here in bits(self.own.men):
            men = self.own.men ^ here
            mills = filled(men)
            one, other, out, inside = beside(here)
            for there in bits(self.free if jumps else self.free & (one | other | out | inside)):
                yield self._after(Side(men | there, 0), bool(there & mills))

    def _after(self, own: Side, has_mill: bool) -> Position:
        if has_mill and self.other.men:
            return MorrisPosition(self.seat, own, self.other, True, self.flying)
        return MorrisPosition(1 - self.seat, self.other, own, False, self.flying)

    def _taken(self) -> Iterator[Position]:
        men = self.other.men
        for bit in bits(men & ~filled(men) or men):
            yield MorrisPosition(1 - self.seat, Side(men ^ bit, self.other.hand), self.own, False, self.flying)


def bits(mask: int) -> Iterator[int]:
    """Yield each bit of a mask."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _outlook(men: int, free: int) -> float:
    """Return what the places of a side's men are worth: free points beside them, and those that close a mill."""
    return FREEDOM * _count(free, beside(men)) + CLOSING * _count(free, closing(men))


def _count(free: int, masks: Masks) -> int:
    """Return how many free points these hold, each as often as it is in one of them."""
    one, two, three, four = masks
    return (free & one).bit_count() + (free & two).bit_count() + (free & three).bit_count() + (free & four).bit_count()


def position(state: State) -> Position:
    """Return the position of a state: with an offer open, that of the seat whose turn it is."""
    assert isinstance(state, MorrisState)
    assert state.turn is not None
    sides = [Side(sum(BIT[point] for point in state.points(seat)), state.in_hand[seat]) for seat in range(2)]
    found = MorrisPosition(state.turn, sides[state.turn], sides[1 - state.turn], state.taking, state.game.flying)
    found.comes_again = state.comes_again
    return found


LEVELS: Levels = {
    "child": lambda _: AlphaBeta(position, 12),
    "sensible": lambda _: AlphaBeta(position, 150),
    "strong": lambda _: AlphaBeta(position, 10_000),
}
