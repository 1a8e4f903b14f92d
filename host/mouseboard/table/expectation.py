"""What the referee tells the belief: where the pieces belong, and which placements hands may bring about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping

import msgspec

Placement = Mapping[str, str]
"""The place of each piece on the board: {piece: place}. A piece that is missing is beside the board."""

Key = Hashable
"""The name that the referee gives an outcome; the verdict returns it."""


class Expectation(msgspec.Struct, frozen=True):
    """Everything that may happen until an outcome is settled."""

    here: Placement
    """The placement before anybody acts."""
    outcomes: Mapping[Key, Placement] = {}
    """The placements that legal moves lead to."""
    corrections: Mapping[Key, Placement] = {}
    """The placements of other choices for the last decision, while nothing has followed from it."""
    takebacks: Mapping[Key, Placement] = {}
    """The placements before decisions that hands may take back by moving back."""
    due: bool = False
    """Whether people must bring the one outcome about; otherwise they may do nothing."""
    told: Placement = {}
    """Where people were asked to put pieces that had gone astray."""
    far: frozenset[Key] = frozenset()
    """The takebacks that undo more than one decision. People are asked before these count."""


NOTHING_KNOWN = Expectation({})


Places = tuple[str | None, ...]
"""The place of each piece, in the order of the pieces; None for beside the board."""


class Intent:
    """An expectation by piece: where each belongs, where moves take it, and where corrections and takebacks do."""

    def __init__(self, pieces: tuple[str, ...], expectation: Expectation) -> None:
        def in_order(outcomes: Mapping[Key, Placement]) -> dict[Key, Places]:
            return {key: placed(pieces, placement) for key, placement in outcomes.items()}

        self.due = expectation.due
        """Whether people must bring the one outcome about."""
        self.home = placed(pieces, expectation.here)
        self.outcomes = in_order(expectation.outcomes)
        self.corrections = in_order(expectation.corrections)
        self.takebacks = in_order(expectation.takebacks)
        self.keys = tuple(map(_by_placement, (self.outcomes, self.corrections, self.takebacks)))
        """The keys of the outcomes, of the corrections and of the takebacks, by placement."""
        self.takes_hands = self.home not in self.outcomes.values()
        """Whether every outcome moves a piece."""
        self.goals = _elsewhere(self.home, self.outcomes.values())
        told = placed(pieces, expectation.told)
        self.wanted = tuple(goals | ({place} - {None}) for goals, place in zip(self.goals, told, strict=True))
        """By piece: where it may go, and where people were asked to put it."""
        self.corrected = _elsewhere(self.home, self.corrections.values())
        """By piece: where another choice for the last decision takes it."""
        self.earlier = _elsewhere(self.home, (*self.corrections.values(), *self.takebacks.values()))
        mended = placed(pieces, {**expectation.here, **expectation.told})
        self._shared = {
            (piece, place)
            for outcome in (*self.outcomes.values(), mended)
            for place in crowded(outcome)
            for piece, at in enumerate(outcome)
            if at == place
        }

    def has_company(self, piece: int, place: str) -> bool:
        """Return whether an outcome, or a correction, puts this piece on this place together with others."""
        return (piece, place) in self._shared

    def put_back(self, key: Key) -> list[int]:
        """Return the pieces that a takeback moves back."""
        return [piece for piece, there in enumerate(self.takebacks[key]) if there != self.home[piece]]

    def only_takes(self, key: Key) -> bool:
        """Return whether a takeback only removes pieces that a move may take off the board, too."""
        there = self.takebacks[key]
        return all(there[piece] is None and None in self.goals[piece] for piece in self.put_back(key))

    def is_where_another_may_go(self, key: Key) -> bool:
        """Return whether a takeback moves a piece where a move takes another one."""
        return any(
            self.takebacks[key][piece] in goals
            for piece in self.put_back(key)
            if self.home[piece] is not None
            for other, goals in enumerate(self.goals)
            if other != piece
        )


def placed(pieces: tuple[str, ...], placement: Mapping[str, str | None]) -> Places:
    """Return a placement as a tuple, in the order of the pieces."""
    return tuple(map(placement.get, pieces))


def crowded(where: Iterable[object]) -> frozenset[str]:
    """Return the places with several pieces, given where each piece is."""
    standing = Counter([place for place in where if isinstance(place, str)])
    return frozenset(place for place, pieces in standing.items() if pieces > 1)


def _by_placement(outcomes: Mapping[Key, Places]) -> dict[Places | None, tuple[Key, ...]]:
    keys: dict[Places | None, tuple[Key, ...]] = {}
    for key, placement in outcomes.items():
        keys[placement] = (*keys.get(placement, ()), key)
    return keys


def _elsewhere(home: Places, outcomes: Iterable[Places]) -> tuple[frozenset[str | None], ...]:
    """Return, by piece, the places where an outcome moves it."""
    return tuple(frozenset(places) - {places[0]} for places in zip(home, *outcomes, strict=True))
