"""What contacts allow: where each piece may be, whatever anybody believes of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

MOST = 20_000
"""The number of placements beyond which nobody could tell what hands did: then anything may be so."""


class At(NamedTuple):
    """A piece on a place. `unfelt`: it has joined others there, and no contact shows it."""

    place: str
    unfelt: bool = False


Where = tuple[At | None, ...]
"""Where each piece is; None for a hand, beside the board, or lying."""


class Possible:
    """Every placement that the contacts since a sure one allow, in their order.

    Hands may do anything at any speed, except that nobody leaves a place unfelt under cover of a piece that has joined
    it unfelt: otherwise any two pieces might be exchanged at any time.

    Pieces of one kind are not told apart: they are sorted.
    """

    def __init__(
        self,
        pieces: Sequence[str],
        placement: Mapping[str, str],
        untold: Collection[str] = (),
        kinds: Sequence[Hashable] = (),
        shares_places: bool = True,
    ) -> None:
        """Begin at a sure placement. Contacts under the places `untold` show neither arrival nor departure.

        `kinds` are those of the pieces, by default one each. Pieces may stay together if `shares_places`.
        """
        self._pieces = tuple(pieces)
        self._untold = frozenset(untold)
        self._kinds = tuple(kinds or pieces)
        self._shares_places = shares_places
        alike = defaultdict(list)
        for number, kind in enumerate(self._kinds):
            alike[kind].append(number)
        self._alike = [numbers for numbers in alike.values() if len(numbers) > 1]
        start = tuple(At(placement[piece]) if piece in placement else None for piece in pieces)
        self._all: set[Where] = self._with_unfelt({self._sorted(start)})

    def feel(self, place: str, occupied: bool) -> None:
        """Take the change of one contact."""
        if place not in self._untold:
            change = self._arrivals if occupied else _departures
            found = {self._sorted(after) for before in self._all for after in change(before, place)}
            self._all = self._with_unfelt(found) if len(found) <= MOST else set()

    def allows(self, placement: Mapping[str, str | None]) -> bool:
        """Return whether the pieces named may stand there. If nothing or too much explains it, anything may be so."""
        pairs = zip(self._kinds, self._pieces, strict=True)
        wanted = Counter((kind, placement[piece]) for kind, piece in pairs if piece in placement)
        return not self._all or any(wanted <= self._stand(where) for where in self._all)

    def _stand(self, where: Where) -> Counter[tuple[Hashable, str | None]]:
        """Return how many pieces of each kind are on each place, or on none."""
        return Counter(zip(self._kinds, map(_place, where), strict=True))

    def _sorted(self, where: Where) -> Where:
        """Return the same with the pieces of each kind sorted by place."""
        if not self._alike:
            return where
        pieces = list(where)
        for numbers in self._alike:
            for number, at in zip(numbers, sorted((where[n] for n in numbers), key=_by_place), strict=True):
                pieces[number] = at
        return tuple(pieces)

    def _arrivals(self, where: Where, place: str) -> Iterable[Where]:
        """Yield what may follow when a piece arrives: of those that look alike, only one of them."""
        if place not in map(_place, where):
            for number in {self._kinds[number]: number for number, at in enumerate(where) if at is None}.values():
                yield _with(where, number, At(place))

    def _with_unfelt(self, found: set[Where]) -> set[Where]:
        """Add what may have happened without a change of any contact. Men neither join others nor leave them."""
        new = found if self._shares_places or self._untold else set()
        while new:
            new = {self._sorted(after) for where in new for after in self._unfelt(where)} - found
            found = found | new
        return found

    def _unfelt(self, where: Where) -> Iterable[Where]:
        """Yield what may follow unfelt: a piece leaves a shared place, or joins others; or the contact is untold."""
        for number, at in enumerate(where):
            if at is None:
                for place in self._reached_unfelt({other.place for other in where if other}):
                    yield _with(where, number, At(place, unfelt=True))
            elif at.place in self._untold or at._replace(unfelt=False) in where[:number] + where[number + 1 :]:
                yield _with(where, number, None)

    def _reached_unfelt(self, taken: set[str]) -> Collection[str]:
        """Return the places where a piece may arrive unfelt, while others are on those that are taken."""
        return self._untold | taken if self._shares_places else self._untold - taken


def _departures(where: Where, place: str) -> Iterable[Where]:
    if place in map(_place, where):
        yield tuple(None if _place(at) == place else at for at in where)


def _by_place(at: At | None) -> tuple[object, ...]:
    return at or ()


def _place(at: At | None) -> str | None:
    return at and at.place


def _with(where: Where, number: int, at: At | None) -> Where:
    return (*where[:number], at, *where[number + 1 :])
