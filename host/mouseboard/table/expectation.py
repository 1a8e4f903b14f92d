"""What the referee tells the belief: where the pieces belong, and what hands may make of that."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping

import msgspec

Placement = Mapping[str, str]
"""Where each piece stands: {piece: place}. One that is not in it stands beside the board."""

Key = Hashable
"""What the referee calls an outcome; it comes back in the verdict."""


class Expectation(msgspec.Struct, frozen=True):
    """What may happen until something is settled."""

    here: Placement
    """Where everything stands as long as nobody has done anything."""
    outcomes: Mapping[Key, Placement] = {}
    """What hands may make of it."""
    corrections: Mapping[Key, Placement] = {}
    """What hands may still make of the last decision, as long as nothing follows from it."""
    takebacks: Mapping[Key, Placement] = {}
    """Where everything stood before decisions that hands may take back by moving back."""
    due: bool = False
    """Whether the one outcome must come about; if not, nothing need be done."""
    told: Placement = {}
    """Where hands have been told to put pieces, for they had gone astray."""


NOTHING_KNOWN = Expectation({})


Places = tuple[str | None, ...]
"""Where each piece stands, in the order of the pieces; None beside the board."""


class Intent:
    """An expectation piece by piece: where each belongs, where it may go, and where it might have gone before."""

    def __init__(self, pieces: tuple[str, ...], expectation: Expectation) -> None:
        def in_order(outcomes: Mapping[Key, Placement]) -> dict[Key, Places]:
            return {key: placed(pieces, placement) for key, placement in outcomes.items()}

        self.home = placed(pieces, expectation.here)
        self.outcomes = in_order(expectation.outcomes)
        self.corrections = in_order(expectation.corrections)
        self.takebacks = in_order(expectation.takebacks)
        self.takes_hands = self.home not in self.outcomes.values()
        """Whether each outcome moves something."""
        self.goals = _elsewhere(self.home, self.outcomes.values())
        told = placed(pieces, expectation.told)
        self.wanted = tuple(goals | ({place} - {None}) for goals, place in zip(self.goals, told, strict=True))
        """Of each piece, where it may go and where hands have been told to put it."""
        self.earlier = _elsewhere(self.home, (*self.corrections.values(), *self.takebacks.values()))
        mended = placed(pieces, {**expectation.here, **expectation.told})
        self._shared = {
            (piece, place)
            for outcome in (*self.outcomes.values(), mended)
            for piece, place in enumerate(outcome)
            if outcome.count(place) > 1
        }

    def has_company(self, piece: int, place: str) -> bool:
        """Whether others stand there too once it has been put there as it is wanted."""
        return (piece, place) in self._shared

    def put_back(self, key: Key) -> list[int]:
        """The pieces that stand where they did before a decision, once hands have taken it back."""
        return [piece for piece, there in enumerate(self.takebacks[key]) if there != self.home[piece]]

    def is_where_another_may_go(self, key: Key) -> bool:
        """Whether one of them stands where a move takes another."""
        return any(
            self.takebacks[key][piece] in goals
            for piece in self.put_back(key)
            for other, goals in enumerate(self.goals)
            if other != piece
        )


def placed(pieces: tuple[str, ...], placement: Mapping[str, str | None]) -> Places:
    """A placement as a tuple, in the order of the pieces."""
    return tuple(placement.get(piece) for piece in pieces)


def _elsewhere(home: Places, outcomes: Collection[Places]) -> tuple[frozenset[str | None], ...]:
    """Of each piece, the places to which any of the outcomes moves it."""
    return tuple(frozenset(outcome[piece] for outcome in outcomes) - {at} for piece, at in enumerate(home))
