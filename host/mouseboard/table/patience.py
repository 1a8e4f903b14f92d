"""How long to wait for hands: for an outcome to hold, and for an unfinished move before it is mentioned. Pure.

The timeouts are in `timeouts.py`.
"""

from __future__ import annotations

from mouseboard.table.belief import Belief
from mouseboard.table.expectation import Key
from mouseboard.table.readings import Aloft, Reading, Where
from mouseboard.table.silence import Silence
from mouseboard.table.timeouts import (
    ASTRAY,
    CARRIED,
    CORRECTING,
    FORGOTTEN,
    HOLD,
    HOLD_AMONG_SEVERAL,
    HOLD_CORRECTION,
    HOLD_COUNTING,
    HOLD_MISTAKABLE,
    HOLD_OFF,
    HOLD_RETURNED,
    HOLD_TAKEBACK,
    HOLD_TAKING,
    HOLD_UNFINISHED,
    HOLDING_BOTH,
    PAUSED,
    SURE_SOON,
    TAKEN_INSTEAD,
    UNHEEDED,
    UNHEEDED_MORE,
)


class Patience:
    """The timeouts for one belief after some silence; `insist` where people have been told to mend something."""

    def __init__(self, belief: Belief, best: Reading, silence: Silence, insist: bool) -> None:
        self._belief = belief
        self._kind = belief.kind
        self._intent = belief.intent
        self._best = best
        self._silence = silence
        self._insist = insist

    def until_held(self, key: Key) -> float:
        """Return for how long an outcome must hold before it counts."""
        if key in self._intent.outcomes:
            if len(self._intent.outcomes) == 1:
                return HOLD
            if self._may_be_unfinished(key):
                return HOLD_UNFINISHED
            return HOLD_TAKING if self._only_takes(key) else HOLD_AMONG_SEVERAL
        return HOLD_CORRECTION if key in self._intent.corrections else self._until_taken_back(key)

    def _only_takes(self, key: Key) -> bool:
        """Return whether an outcome takes pieces off the board, and moves no other."""
        changes = zip(self._intent.home, self._intent.outcomes[key], strict=True)
        return all(there is None for here, there in changes if there != here)

    def _may_be_unfinished(self, key: Key) -> bool:
        """Return whether another outcome makes all moves of this one, and more."""
        home, outcomes = self._intent.home, self._intent.outcomes
        made = [(piece, there) for piece, there in enumerate(outcomes[key]) if there != home[piece]]
        return any(
            other != outcomes[key] and all(other[piece] == there for piece, there in made)
            for other in outcomes.values()
        )

    def _until_taken_back(self, key: Key) -> float:
        """Return how long a takeback must hold: the piece may rest on its way, be the wrong one, or be taken."""
        if self._intent.only_takes(key):
            return FORGOTTEN
        pieces = self._intent.put_back(key)
        if all(self._intent.takebacks[key][piece] is None for piece in pieces):
            return HOLD_OFF
        if any(self._intent.goals[piece] - {None} for piece in pieces):
            return HOLD_COUNTING
        if all(self._intent.home[piece] is None for piece in pieces):
            return HOLD_RETURNED
        return HOLD_MISTAKABLE if self._kind.may_be_mistaken(key) else HOLD_TAKEBACK

    @property
    def least(self) -> float:
        """The delay before mentioning anything at all."""
        return SURE_SOON if self._insist else ASTRAY

    @property
    def until_unheeded(self) -> float:
        """The delay before suspecting a sensor: hands put one piece after the other, some of them unfelt."""
        return UNHEEDED + UNHEEDED_MORE * max(0, len(self._belief.expected.told) - 1)

    def is_over(self, piece: int, reading: Reading) -> bool:
        """Return whether a piece is overdue where it cannot stay. Others may move while the mover is carried."""
        where, lasts = reading.where[piece], self._silence.lasts
        if isinstance(where, Aloft):
            before = self._belief.aloft_before(where)
            if self._may_be_moving(piece, reading):
                return lasts(CARRIED - self._kind.carried(before)) and lasts(self.least)
            if lasts(FORGOTTEN - before):
                return lasts(SURE_SOON)
        return lasts(self._until_late(piece, reading))

    def _may_be_moving(self, piece: int, reading: Reading) -> bool:
        """Return whether the piece may be on its move: no other piece is already where a different choice takes it."""
        goals = self._intent.goals
        moved = {other: at for other, at in enumerate(reading.where) if at in goals[other]}
        return any(
            there[piece] != self._intent.home[piece] and all(there[other] == at for other, at in moved.items())
            for there in self._intent.outcomes.values()
        )

    def _until_late(self, piece: int, reading: Reading) -> float:
        """Return the silence after which a piece that cannot stay where it is counts as late."""
        if self._may_be_moving(piece, reading):
            return PAUSED
        if self._insist:
            return SURE_SOON
        if self._is_being_corrected():
            return CORRECTING
        if not self._is_untouched():
            return HOLDING_BOTH if self._is_carried() or self._kind.is_one_off(self._best) else ASTRAY
        where = reading.where[piece]
        if any(where in goals for goals in self._intent.goals):
            return TAKEN_INSTEAD
        if not isinstance(where, Aloft) or not (self._intent.outcomes or self._belief.may_be_corrected(piece)):
            return ASTRAY
        return self._kind.until_missed(piece)

    def _is_being_corrected(self) -> bool:
        """Return whether all pieces are where another decision puts them, or on the way there."""

        def is_on_the_way(at: Where, here: str | None, there: str | None) -> bool:
            return at == there or (not isinstance(at, str) and here != there)

        back = self._intent.takebacks.values() if self._is_untouched() else ()
        return any(
            all(map(is_on_the_way, self._best.where, self._intent.home, there))
            for there in (*self._intent.corrections.values(), *back)
        )

    def _is_untouched(self) -> bool:
        """Return whether nobody has begun the present move."""
        return all(self._best.where[piece] == self._intent.home[piece] for piece in self._movers())

    def _is_carried(self) -> bool:
        """Return whether a piece that is to move is aloft."""
        return any(isinstance(self._best.where[piece], Aloft) for piece in self._movers())

    def _movers(self) -> list[int]:
        return [piece for piece in range(len(self._intent.home)) if self._belief.has_a_goal(piece)]
