"""Mice: they share places, so they leave and join others unfelt, and people take one for another. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from mouseboard.table import prices
from mouseboard.table.expectation import Key, Places, crowded
from mouseboard.table.kind import Kind, arrivals
from mouseboard.table.readings import Reading, exchanged
from mouseboard.table.timeouts import CORRECTING, TAKEN_INSTEAD


class Mice(Kind):
    """Mice. Nobody takes one, and a mouse that is beside the board may be put anywhere."""

    def _shared(self, reading: Reading) -> frozenset[str]:
        return crowded(reading.where)

    def _shareable(self, reading: Reading) -> frozenset[str]:
        return frozenset([where for where in reading.where if isinstance(where, str)])

    def _lifted(self, reading: Reading, place: str, time: float) -> Reading:
        return reading.lifted(place, time)

    def _arrivals(self, reading: Reading, place: str) -> Sequence[float]:
        return arrivals(self.intent, place)

    def _comes(self, reading: Reading, piece: int, place: str, arrival: float, time: float) -> bool:
        return True

    def _restored(self, reading: Reading, place: str, time: float) -> tuple[Places, ...]:
        return ()

    def _strange(self, place: str) -> float:
        return prices.STRANGER

    def _was_pushed(self, reading: Reading, place: str, time: float) -> bool:
        return False

    def may_come_back(self, piece: int, place: str) -> bool:
        """Return True: mice are put anywhere."""
        return True

    def lifted_in_reply(self, reading: Reading, place: str) -> int | None:
        """Return None: people lift mice by mistake, and no mouse belongs to one player."""
        return None

    @property
    def next_move_proves_the_last(self) -> bool:
        """Return False: anybody touches any mouse."""
        return False

    def mistaken(self, one: Reading, other: Reading) -> tuple[int, ...]:
        """Return the mice that two readings exchange, if they differ in nothing else."""
        return exchanged(one, other)

    def is_sure_of(self, reading: Reading) -> bool:
        """Return False: a legal move of a mouse may be meant for another one."""
        return False

    def likeliest(self, plausible: Sequence[Reading]) -> Reading:
        """Return the cheapest reading."""
        return plausible[0]

    def may_be_mistaken(self, takeback: Key) -> bool:
        """Return whether a mouse was put back where another one is to go."""
        return self.intent.is_where_another_may_go(takeback)

    def carried(self, before: float) -> float:
        """Return the seconds until the last change: others move while a mouse is carried."""
        return before

    def until_missed(self, piece: int) -> float:
        """Return how long a mouse may be held, longer if it has not just moved: it was taken instead of another."""
        return CORRECTING if self.may_be_corrected(piece) else TAKEN_INSTEAD

    def is_one_off(self, reading: Reading) -> bool:
        """Return False: no mouse is taken."""
        return False
