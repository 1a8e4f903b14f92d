"""Timeouts for what hands do, all in seconds of silence: no contact changes meanwhile. Pure.

An outcome counts after it has held. The table mentions an unfinished move when it is late.
"""

from __future__ import annotations

from mouseboard.table.belief import Belief
from mouseboard.table.expectation import Key
from mouseboard.table.readings import Aloft, Reading, Where
from mouseboard.table.silence import Silence

HOLD = 0.12
"""Hold time of the only outcome. A mouse that slides over a place is felt there for up to 0.17 s."""
HOLD_AMONG_SEVERAL = 0.2
"""The same for one of several outcomes."""
HOLD_TAKING = 0.45
"""The same for one that only takes a man: hands that straighten a man put it back as soon."""
HOLD_UNFINISHED = 1.0
"""The same for one that may be the first half of another, as when a castling player moves the rook first."""
HOLD_CORRECTION = 0.3
"""The same for another move instead of the last one."""
HOLD_TAKEBACK = 0.8
"""The same for a takeback. Any longer, and the next hand is at work; any shorter, and a slip counts as a takeback."""
HOLD_RETURNED = 1.6
"""The same for a man that was taken and is put back: a hand may put it down and take it again."""
HOLD_MISTAKABLE = 2.4
"""The same for a mouse put back where another one is to go: people who took the wrong mouse soon notice."""
HOLD_COUNTING = 2.8
"""The same for a mouse that may go on from there: people count aloud and rest on the way."""
SURE_SOON = 0.35
"""Delay before asking, once waiting longer cannot help."""
SURE_LATE = 1.2
"""The same while a piece is aloft: by then it has joined others, if it was to join them."""
ASTRAY = 0.96
"""Delay before mentioning a piece that has no business where it is."""
HOLDING_BOTH = 2.0
"""The same while a piece that is to move is aloft too, or a man has fallen: people are about to put one down."""
TAKEN_INSTEAD = 2.8
"""The same for a piece that is aloft, or on the goal, while nobody has touched the one that is to move."""
CORRECTING = 1.6
"""The same for the piece that moved last and is aloft again."""
PAUSED = 3.2
"""The same for a mouse that is to move and stands on its way: people count aloud, touching every place."""
CARRIED = 3.2
"""The same for a mouse that is to move and is felt nowhere."""
AWAITED = 3.3
"""Time for contacts to confirm what people say, before people are asked about them. It must be longer than CARRIED."""
FORGOTTEN = 4.0
"""Delay before mentioning any other piece that is aloft, even while hands move on."""
UNHEEDED = 8.0
"""Delay before suspecting the sensor rather than the hand when a request is not followed."""
UNHEEDED_MORE = 2.0
"""Added for each further piece that people were asked to put somewhere."""
ANYTHING = 12.0
"""The same where several contacts contradict."""
UNSEEN = 30.0
"""Delay before asking whether a requested move is done that contacts may not show: maybe nobody has begun."""

HASTE = 0.25
"""Hold time credited to an outcome when another hand acts too early."""


class Patience:
    """The timeouts for one belief after some silence; `insist` where people have been told to mend something."""

    def __init__(self, belief: Belief, best: Reading, silence: Silence, insist: bool) -> None:
        self._belief = belief
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
        if any(self._intent.goals[piece] - {None} for piece in pieces):
            return HOLD_COUNTING
        if all(self._intent.home[piece] is None for piece in pieces):
            return HOLD_RETURNED
        return HOLD_MISTAKABLE if self._belief.may_be_mistaken(key) else HOLD_TAKEBACK

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
                carried = before if self._belief.shares_places else 0.0  # a hand that takes several men is busy
                return lasts(CARRIED - carried) and lasts(self.least)
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
            return HOLDING_BOTH if self._is_carried() or self._is_a_man_off() else ASTRAY
        where = reading.where[piece]
        if any(where in goals for goals in self._intent.goals):
            return TAKEN_INSTEAD
        if not isinstance(where, Aloft) or not (self._intent.outcomes or self._belief.may_be_corrected(piece)):
            return ASTRAY
        if not self._belief.shares_places:
            return FORGOTTEN  # a man is carried off the board and back
        return CORRECTING if self._belief.may_be_corrected(piece) else TAKEN_INSTEAD

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

    def _is_a_man_off(self) -> bool:
        """Return whether a man has left its place and is felt nowhere: taken, or knocked over and soon put up."""
        left = zip(self._best.where, self._intent.home, strict=True)
        return not self._belief.shares_places and any(here and not isinstance(at, str) for at, here in left)

    def _is_carried(self) -> bool:
        """Return whether a piece that is to move is aloft."""
        return any(isinstance(self._best.where[piece], Aloft) for piece in self._movers())

    def _movers(self) -> list[int]:
        return [piece for piece in range(len(self._intent.home)) if self._belief.has_a_goal(piece)]
