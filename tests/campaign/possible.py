"""What contacts allow: where each piece may be, whatever anybody believes of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

Where = tuple[str | None, ...]
"""The place of each piece; None for one that no contact shows: in a hand, lying, or beside the board."""


class Possible:
    """Every placement that the contacts since a sure one allow, in their order.

    Hands are assumed to be able to do anything at any speed: it contradicts less than prices do.
    """

    def __init__(self, pieces: Sequence[str], placement: Mapping[str, str], untold: Collection[str] = ()) -> None:
        """Begin at a sure placement. Contacts under the places `untold` show neither arrival nor departure."""
        self._pieces = tuple(pieces)
        self._untold = frozenset(untold)
        self._all: set[Where] = self._unfelt({tuple(placement.get(piece) for piece in pieces)})

    def feel(self, place: str, occupied: bool) -> None:
        """Take the change of one contact."""
        if place in self._untold:
            return
        change = self._arrivals if occupied else self._departures
        self._all = self._unfelt({after for before in self._all for after in change(before, place)})

    def allows(self, placement: Mapping[str, str | None]) -> bool:
        """Return whether the pieces named may stand there. If nothing explains the contacts, anything may be so."""
        wanted = [(number, placement[piece]) for number, piece in enumerate(self._pieces) if piece in placement]
        return not self._all or any(all(where[n] == place for n, place in wanted) for where in self._all)

    def _arrivals(self, where: Where, place: str) -> Iterable[Where]:
        if place not in where:
            for number, at in enumerate(where):
                if at is None:
                    yield _with(where, number, place)

    def _departures(self, where: Where, place: str) -> Iterable[Where]:
        if place in where:
            yield tuple(None if at == place else at for at in where)

    def _unfelt(self, found: set[Where]) -> set[Where]:
        """Add what may have happened without a change of any contact."""
        new = found
        while new:
            new = {after for where in new for after in self._silently(where)} - found
            found = found | new
        return found

    def _silently(self, where: Where) -> Iterable[Where]:
        """Leave a shared place, or join others; come to an untold place, or leave it."""
        for number, at in enumerate(where):
            if at is None:
                for place in self._untold | set(where) - {None}:
                    yield _with(where, number, place)
            elif at in self._untold or where.count(at) > 1:
                yield _with(where, number, None)


def _with(where: Where, number: int, place: str | None) -> Where:
    return (*where[:number], place, *where[number + 1 :])
