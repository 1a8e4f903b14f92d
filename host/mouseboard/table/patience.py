"""How long hands are waited for, in seconds without a change. Pure.

What they have done counts once it has held; of what they have not done something is said once they are late.
"""

from __future__ import annotations

from mouseboard.table.belief import Belief
from mouseboard.table.expectation import Key
from mouseboard.table.readings import Aloft, Reading, Where
from mouseboard.table.silence import Silence

SLID_OVER = 0.12
"""Seconds that an outcome must hold: a mouse that slides over a place is felt there for up to 0.17 s."""
SLID_OVER_ONE_OF_SEVERAL = 0.2
CORRECTED = 0.3
TAKEN_BACK = 0.8
"""Longer, and the next hand is at work before it is told; shorter, and a wrong mouse put there by chance counts."""
TAKEN_FOR_ANOTHER = 2.4
"""The same of a mouse that was put where another is to go to: who took the wrong one notices soon."""
COUNTED = 2.8
"""The same of a mouse that may go on from there: people count aloud, and rest on the way."""
SURE_SOON = 0.35
"""Seconds after which it is asked what no more waiting will tell."""
SURE_LATE = 1.2
"""The same while a piece is aloft: by then one that was to join others has joined them."""
ASTRAY = 0.96
"""Seconds after which something is said of a piece that has nothing to do where it is."""
HOLDING_BOTH = 1.25
"""The same while one that is to move is aloft, too: whoever has taken up two is about to put one of them down."""
TAKEN_INSTEAD = 2.0
"""The same of a mouse that was taken up, or put on the goal, while another is to move, which nobody has touched."""
CORRECTING = 1.6
"""The same of one that was moved last and has been taken up again."""
PAUSED = 3.2
"""The same of a mouse that is to move and stands where it cannot end: people count aloud, touching every place."""
CARRIED = 3.2
"""The same of a mouse that is to move and is felt nowhere."""
FORGOTTEN = 4.0
"""Seconds since any other was lifted, after which it is not waited for that hands rest: quick ones may not for long."""
UNHEEDED = 5.0
"""Seconds after which, if nothing changes, the sensor is suspected rather than the hand."""
UNHEEDED_MORE = 2.0
"""More, for each further piece that hands have been told to put somewhere."""
ANYTHING = 12.0
"""The same where nothing has been felt at all, for perhaps nobody has begun; and where several contacts contradict."""

HASTE = 0.25
"""Seconds that an outcome is taken to have held where another hand is quicker than that."""


class Patience:
    """With hands as a belief knows them after some silence; `insist` where they have been told already to mend."""

    def __init__(self, belief: Belief, best: Reading, silence: Silence, insist: bool) -> None:
        self._belief = belief
        self._intent = belief.intent
        self._best = best
        self._silence = silence
        self._insist = insist

    def until_held(self, key: Key) -> float:
        """For how long an outcome has to be shown before it counts."""
        if key in self._intent.outcomes:
            return SLID_OVER if len(self._intent.outcomes) == 1 else SLID_OVER_ONE_OF_SEVERAL
        return CORRECTED if key in self._intent.corrections else self._until_taken_back(key)

    def _until_taken_back(self, key: Key) -> float:
        """For how long what was put back has to stand: it may rest on its way, or have been taken for another."""
        if any(map(self._belief.has_a_goal, self._intent.put_back(key))):
            return COUNTED
        return TAKEN_FOR_ANOTHER if self._intent.is_where_another_may_go(key) else TAKEN_BACK

    @property
    def least(self) -> float:
        """Before anything is said at all."""
        return SURE_SOON if self._insist else ASTRAY

    @property
    def until_unheeded(self) -> float:
        """With words that nothing follows: hands put one piece after the other, and of some no contact tells."""
        return UNHEEDED + UNHEEDED_MORE * max(0, len(self._belief.expected.told) - 1)

    def is_over(self, piece: int, reading: Reading) -> bool:
        """Whether a piece has long been where it cannot stay. Others may move while one that is to move is carried."""
        where, lasts = reading.where[piece], self._silence.lasts
        if isinstance(where, Aloft):
            before = self._belief.aloft_before(where)
            if self._may_be_moving(piece, reading):
                return lasts(CARRIED - before) and lasts(self.least)
            if lasts(FORGOTTEN - before):
                return lasts(SURE_SOON)
        return lasts(self._until_late(piece, reading))

    def _may_be_moving(self, piece: int, reading: Reading) -> bool:
        """Whether a move may be under way with it: no other piece stands already where another choice takes it."""
        goals = self._intent.goals
        moved = {other: at for other, at in enumerate(reading.where) if at in goals[other]}
        return any(
            there[piece] != self._intent.home[piece] and all(there[other] == at for other, at in moved.items())
            for there in self._intent.outcomes.values()
        )

    def _until_late(self, piece: int, reading: Reading) -> float:
        """For how long nothing may change while a piece is where it cannot stay."""
        if self._may_be_moving(piece, reading):
            return PAUSED
        if self._insist:
            return SURE_SOON
        if self._is_being_corrected():
            return CORRECTING
        if not self._is_untouched():
            return HOLDING_BOTH if self._is_carried() else ASTRAY
        where = reading.where[piece]
        if any(where in goals for goals in self._intent.goals):
            return TAKEN_INSTEAD
        if not isinstance(where, Aloft):
            return ASTRAY
        if self._belief.may_be_corrected(piece):
            return CORRECTING
        return TAKEN_INSTEAD if self._intent.outcomes else ASTRAY

    def _is_being_corrected(self) -> bool:
        """Whether pieces stand as another decision would have them, or are on the way there."""

        def is_on_the_way(at: Where, here: str | None, there: str | None) -> bool:
            return at == there or (isinstance(at, Aloft) and here != there)

        back = self._intent.takebacks.values() if self._is_untouched() else ()
        return any(
            all(map(is_on_the_way, self._best.where, self._intent.home, there))
            for there in (*self._intent.corrections.values(), *back)
        )

    def _is_untouched(self) -> bool:
        """Whether nobody has begun with the present move."""
        return all(self._best.where[piece] == self._intent.home[piece] for piece in self._movers())

    def _is_carried(self) -> bool:
        """Whether a piece is aloft that is to move."""
        return any(isinstance(self._best.where[piece], Aloft) for piece in self._movers())

    def _movers(self) -> list[int]:
        return [piece for piece in range(len(self._intent.home)) if self._belief.has_a_goal(piece)]
