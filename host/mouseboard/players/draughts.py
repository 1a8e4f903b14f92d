"""Players of English draughts: they count men and kings, and like men to advance while the back row is guarded.

A position holds its pieces as bits: four a row, and an unused bit after every odd row. So a step ahead is always 4 or 5
bits up, and a step off the board ends on an unused bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from mouseboard.players import Levels
from mouseboard.players.alphabeta import AlphaBeta, Position
from mouseboard.rules.core import State
from mouseboard.rules.draughts import DraughtsState
from mouseboard.rules.draughts.board import SQUARES

BIT = {square: 1 << n + (n + 4) // 8 for n, square in enumerate(SQUARES)}
BOARD = sum(BIT.values())
FIRST_ROW = [sum(BIT[square] for square in SQUARES if square[1] == row) for row in "18"]
"""The row on which each seat's men begin; those of the other seat become kings there."""
AHEAD = ((4, 5), (-4, -5))
"""The bits from a square to the two ahead of it, by seat."""
ROWS = [sum(bit for square, bit in BIT.items() if int(square[1]) - 1 & 1 << n) for n in range(3)]
"""The squares whose row, counted from 0, has the n-th bit set."""

KING = 1.5
"""Worth of a king, in men."""
ROW = 0.03
"""Worth of each row that a man has advanced, in men."""
GUARD = 0.1
"""Extra worth of a man on its first row, in men."""
TRADE = 1.0
"""Worth of having all men that are left, in men: the side that is ahead likes to exchange."""


def shifted(bits: int, by: int) -> int:
    """Return these squares moved by a number of bits, without those that leave the board."""
    return (bits << by if by > 0 else bits >> -by) & BOARD


class DraughtsPosition(Position):
    """The pieces in bits, by the seat that moves."""

    def __init__(self, seat: int, own: int, other: int, kings: int) -> None:
        self.seat = seat
        self.own = own
        self.other = other
        self.kings = kings
        """The kings of both seats."""
        self.key = (seat, own, other, kings)
        self.free = BOARD & ~(own | other)

    @cached_property
    def is_quiet(self) -> bool:
        back = self.own & self.kings
        for up in AHEAD[self.seat]:
            if shifted(shifted(self.own, up) & self.other, up) & self.free:
                return False
            if back and shifted(shifted(back, -up) & self.other, -up) & self.free:
                return False
        return True

    def following(self) -> list[Position]:
        return [*self._steps()] if self.is_quiet else [*self._jumps()]

    def worth(self) -> float:
        kings = (self.own & self.kings).bit_count() - (self.other & self.kings).bit_count()
        own, other = self.own.bit_count(), self.other.bit_count()
        men = _men(self.own & ~self.kings, self.seat) - _men(self.other & ~self.kings, 1 - self.seat)
        return own - other + kings * (KING - 1) + men + TRADE * (own - other) / (own + other)

    def _steps(self) -> Iterator[Position]:
        for up in AHEAD[self.seat]:
            yield from self._stepped(self.own, up)
            yield from self._stepped(self.own & self.kings, -up)

    def _stepped(self, men: int, by: int) -> Iterator[Position]:
        there = shifted(men, by) & self.free
        while there:
            bit = there & -there
            there ^= bit
            yield self._after(shifted(bit, -by), bit, 0)

    def _jumps(self) -> Iterator[Position]:
        own = self.own
        while own:
            bit = own & -own
            own ^= bit
            yield from self._chains(bit, bit, 0)

    def _chains(self, begin: int, here: int, taken: int) -> Iterator[Position]:
        """Yield what follows each chain of jumps that has come here, and cannot go on."""
        goes_on = False
        is_king = begin & self.kings
        free, victims = self.free | begin, self.other & ~taken
        if is_king or not taken or not here & FIRST_ROW[1 - self.seat]:
            for up in AHEAD[self.seat]:
                for by in (up, -up) if is_king else (up,):
                    over = shifted(here, by) & victims
                    there = shifted(over, by) & free
                    if there:
                        goes_on = True
                        yield from self._chains(begin, there, taken | over)
        if taken and not goes_on:
            yield self._after(begin, here, taken)

    def _after(self, here: int, there: int, taken: int) -> Position:
        kings = self.kings & ~taken
        if here & kings:
            kings ^= here ^ there
        elif there & FIRST_ROW[1 - self.seat]:
            kings |= there
        return DraughtsPosition(1 - self.seat, self.other & ~taken, self.own ^ here ^ there, kings)


def _men(men: int, seat: int) -> float:
    """Return what the places of a seat's men are worth."""
    rows = sum((men & row).bit_count() << n for n, row in enumerate(ROWS))
    come = 7 * men.bit_count() - rows if seat else rows
    return ROW * come + GUARD * (men & FIRST_ROW[seat]).bit_count()


def position(state: State) -> Position:
    """Return the position of a state: with an offer open, that of the seat whose turn it is."""
    assert isinstance(state, DraughtsState)
    men, kings = [0, 0], 0
    for piece, square in state.placement().items():
        men[state.game.owner[piece]] |= BIT[square]
        kings |= BIT[square] if piece in state.crowned else 0
    found = DraughtsPosition(state.turn, men[state.turn], men[1 - state.turn], kings)
    found.comes_again = state.comes_again
    return found


LEVELS: Levels = {
    "child": lambda _: AlphaBeta(position, 12),
    "sensible": lambda _: AlphaBeta(position, 300),
    "strong": lambda _: AlphaBeta(position, 10_000),
}
