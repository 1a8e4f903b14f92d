"""Players of nine men's morris: they count men, and how freely these can move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mouseboard.players import Levels
from mouseboard.players.alphabeta import AlphaBeta, Position
from mouseboard.rules.core import Action, State
from mouseboard.rules.morris import MorrisState
from mouseboard.rules.morris.layout import LINES, NEAR, POINTS
from mouseboard.rules.morris.rules import FEWEST, MOVES, PLACES, TAKES

BIT = {point: 1 << n for n, point in enumerate(POINTS)}
BOARD = (1 << len(POINTS)) - 1
BESIDE = {BIT[point]: sum(BIT[other] for other in near) for point, near in NEAR.items()}
MILLS = tuple(sum(BIT[point] for point in line) for line in LINES)
THROUGH = {bit: tuple(mill for mill in MILLS if mill & bit) for bit in BIT.values()}
POINT = {bit: point for point, bit in BIT.items()}

FREEDOM = 0.04
"""What a free point beside a man is worth, in men."""
TWO = 0.1
"""What a line with two own men and a free point is worth, in men."""


class Side(NamedTuple):
    """The men of a side."""

    men: int
    """Its points on the board, as bits."""
    hand: int

    @property
    def left(self) -> int:
        return self.men.bit_count() + self.hand


class MorrisPosition(Position):
    """The board in bits: the points of each side."""

    def __init__(self, seat: int, own: Side, other: Side, taking: bool, flying: bool) -> None:
        self.seat = seat
        self.own = own
        self.other = other
        self.taking = taking
        self.flying = flying

    @property
    def is_quiet(self) -> bool:
        return not self.taking

    def following(self) -> list[tuple[Action, Position]]:
        if self.taking:
            return [(TAKES[POINT[bit]], self._taken(bit)) for bit in self._takeable()]
        if self.own.left < FEWEST:
            return []
        found = [self._placed(bit) for bit in self._free()] if self.own.hand else [*self._moved()]
        found.sort(key=lambda pair: pair[1].is_quiet)
        return found

    def worth(self) -> float:
        own, other, free = self.own, self.other, BOARD & ~(self.own.men | self.other.men)
        if own.left < FEWEST:
            return -100.0
        return own.left - other.left + _outlook(own.men, free) - _outlook(other.men, free)

    def _free(self) -> Iterator[int]:
        return bits(BOARD & ~(self.own.men | self.other.men))

    def _placed(self, there: int) -> tuple[Action, Position]:
        return PLACES[POINT[there]], self._after(Side(self.own.men | there, self.own.hand - 1), there)

    def _moved(self) -> Iterator[tuple[Action, Position]]:
        free = BOARD & ~(self.own.men | self.other.men)
        jumps = self.flying and self.own.left == FEWEST
        for here in bits(self.own.men):
            for there in bits(free if jumps else free & BESIDE[here]):
                own = Side(self.own.men ^ here ^ there, 0)
                yield MOVES[POINT[here], POINT[there]], self._after(own, there)

    def _after(self, own: Side, there: int) -> Position:
        """Return the position after a man has come to a point."""
        if self.other.men and any(own.men & mill == mill for mill in THROUGH[there]):
            return MorrisPosition(self.seat, own, self.other, True, self.flying)
        return MorrisPosition(1 - self.seat, self.other, own, False, self.flying)

    def _takeable(self) -> Iterator[int]:
        men = self.other.men
        safe = 0
        for mill in MILLS:
            if men & mill == mill:
                safe |= mill
        return bits(men & ~safe or men)

    def _taken(self, bit: int) -> Position:
        other = Side(self.other.men ^ bit, self.other.hand)
        return MorrisPosition(1 - self.seat, other, self.own, False, self.flying)


def bits(mask: int) -> Iterator[int]:
    """Yield each bit of a mask."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def _outlook(men: int, free: int) -> float:
    """Return what the places of a side's men are worth: free points beside them, and lines with one point to go."""
    beside = sum((free & BESIDE[bit]).bit_count() for bit in bits(men))
    twos = sum((men & mill).bit_count() == 2 and bool(free & mill) for mill in MILLS)
    return FREEDOM * beside + TWO * twos


def position(state: State) -> Position:
    """Return the position of a state: with an offer open, that of the seat whose turn it is."""
    assert isinstance(state, MorrisState)
    assert state.turn is not None
    sides = [Side(sum(BIT[point] for point in state.points(seat)), state.in_hand[seat]) for seat in range(2)]
    return MorrisPosition(state.turn, sides[state.turn], sides[1 - state.turn], state.taking, state.game.flying)


LEVELS: Levels = {
    "child": lambda _: AlphaBeta(position, 60),
    "sensible": lambda _: AlphaBeta(position, 1000),
    "strong": lambda _: AlphaBeta(position, 50_000),
}
