"""What follows from a belief after so many seconds of silence. Pure.

Act when every plausible reading says the same; ask which when they are different legal outcomes; have mended what is
none; suspect a sensor that contradicts hands; and where two pieces may only have changed places, show that and go on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from mouseboard.table import prices
from mouseboard.table.belief import Belief
from mouseboard.table.expectation import Intent, Key
from mouseboard.table.mending import Amiss, mending, review, steps_to
from mouseboard.table.patience import ANYTHING, CARRIED, SURE_LATE, SURE_SOON, Patience
from mouseboard.table.readings import REMEMBERED, Aloft, Reading, Where, exchanged, shown
from mouseboard.table.silence import Silence
from mouseboard.table.steps import SOMETHING, Step
from mouseboard.table.suspicion import Suspicion, is_untouched, suspect, suspect_first


class Nothing(msgspec.Struct, frozen=True):
    """Nothing has been done, or it is still being done."""

    at_rest: bool
    """Whether everything stands where it may until hands go on."""


class Settled(msgspec.Struct, frozen=True):
    """Hands have done this."""

    key: Key
    unsure: bool = False
    """Whether they may as well have taken one piece for another: that is asked."""


class Which(msgspec.Struct, frozen=True):
    """Hands have done one of these; no contact tells which. With `missing` that piece is felt nowhere."""

    keys: tuple[Key, ...]
    missing: str | None = None


Verdict = Nothing | Settled | Which | Amiss | Suspicion


def left_to_do(belief: Belief, silence: Silence, placement: Mapping[str, str]) -> Amiss:
    """What hands have still to do until everything stands so, from what they have done."""
    plausible = _Judgement(belief, silence, insist=False).plausible
    missing = mending(belief, plausible, [placement.get(piece) for piece in belief.pieces])
    moves = tuple(step for step in missing.steps if belief.expected.here.get(step.piece) != placement.get(step.piece))
    return Amiss(moves, placement, missing.confirm and bool(moves))


def judge(belief: Belief, silence: Silence, insist: bool = False) -> Verdict:
    """What follows after some silence, and stays so until `silence.until`; `insist` after hands were told to mend."""
    is_untouched = belief.is_at_home(silence.seconds) and belief.intent.takes_hands
    if is_untouched and not (belief.expected.due and silence.lasts(ANYTHING)):
        return Nothing(at_rest=True)  # nobody has begun, which is most of the time
    return _Judgement(belief, silence, insist).verdict()


class _Judgement:
    """One look at a belief."""

    def __init__(self, belief: Belief, silence: Silence, insist: bool) -> None:
        self.belief = belief
        self.insist = insist
        self.lasts = silence.lasts
        intent = belief.intent
        self.here = intent.home
        self.outcomes, self.corrections, self.takebacks = intent.outcomes, intent.corrections, intent.takebacks
        plausible = [reading for _, reading in belief.priced(silence.seconds, prices.STOP)]
        silence.lasts(belief.priced_until(silence.seconds))
        self.best = plausible[0]
        self._patience = Patience(belief, self.best, silence, insist)
        self.plausible = [reading for reading in plausible if not self._is_only_exchanged(reading)]

    def verdict(self) -> Verdict:
        best, *others = map(self._keys, self.plausible)  # the best reading is the first
        others = [keys for keys in others if keys != best]
        if best and not others:
            return self._once_held(best)
        if best and all(others) and not any(key not in self.outcomes for keys in (best, *others) for key in keys):
            keys = tuple(dict.fromkeys(key for keys in (best, *others) for key in keys))
            return Which(keys) if self.lasts(SURE_SOON) else Nothing(at_rest=False)
        if not best and not any(map(self._is_amiss, self.plausible)):
            return self._perhaps_unfelt() or Nothing(at_rest=True)
        if best and not self.lasts(self._until_sure()):
            return Nothing(at_rest=False)
        if not best and not self._overdue(self.best) and not self._is_unclear():
            return Nothing(at_rest=False)
        return self._what_is_amiss(next(iter(best), None))

    # What readings say.

    def _named(self, target: Sequence[str | None]) -> dict[str, str]:
        return {piece: place for piece, place in zip(self.belief.pieces, target, strict=True) if place is not None}

    def _keys(self, reading: Reading) -> tuple[Key, ...]:
        return shown(self.belief.intent, reading)

    def _is_only_exchanged(self, reading: Reading) -> bool:
        """Whether it is the best reading with two pieces exchanged and no outcome: that is a matter for a doubt.

        Not if one of them has to be put elsewhere: which one it is must be known then.
        """
        pieces = exchanged(self.best, reading)
        return bool(pieces) and not self._keys(reading) and set(pieces).isdisjoint(self._wrong(self.best))

    def _is_amiss(self, reading: Reading) -> bool:
        """Whether hands have to go on: something is aloft, unknown, or stands where it cannot stay."""
        return bool(reading.unknown) or any(
            reading is self.best or not self._has_still_to_move(piece) for piece in self._wrong(reading)
        )

    def _has_still_to_move(self, piece: int) -> bool:
        """Whether it is to go somewhere anyhow: to be sure from where would change nothing."""
        return self.belief.expected.due and self.belief.has_a_goal(piece)

    def _wrong(self, reading: Reading) -> tuple[int, ...]:
        return _wrong(self.belief.intent, self.belief.expected.due, reading)

    # What follows from them by now.

    def _once_held(self, keys: tuple[Key, ...]) -> Verdict:
        key = keys[0]
        if not self.lasts(self._patience.until_held(key)):
            return Nothing(at_rest=False)
        if key not in self.outcomes:
            return Settled(key, key in self.takebacks and self.belief.intent.is_where_another_may_go(key))
        missing = self._believed_blindly(key)
        if missing is not None:
            return Which(keys, missing) if self.lasts(SURE_LATE) else Nothing(at_rest=False)
        return Settled(key) if len(keys) == 1 else Which(keys)

    def _believed_blindly(self, key: Key) -> str | None:
        """A piece that may have been put where the contact is not trusted, and says nothing, or hang above a choice."""
        if self.belief.expected.due:
            return None
        there = self.outcomes[key]
        return next(
            (
                piece
                for piece, here, goal in zip(self.belief.pieces, self.here, there, strict=True)
                if here != goal and goal in self.belief.blind and not self.belief.just_closed(goal)
            ),
            None,
        )

    def _perhaps_unfelt(self) -> Amiss | Suspicion | None:
        """A move has long been awaited that may have been made already: what it should change cannot change."""
        if not self.belief.expected.due or not self.lasts(ANYTHING):
            return None
        target = self._target(None, begun=True)
        placement = self._named(target)
        filled, occupied = self.belief.occupancy(placement), self.belief.occupied
        missing = [place for place in target if place in filled - occupied]
        left = [place for place in self.here if place in occupied - filled]
        if missing and left:
            return None  # both ends are free to change: nobody has moved yet
        if not missing and not left:
            return None  # nothing is to change: that is for people to say anyhow
        steps = steps_to(self.belief.pieces, self.plausible, target)
        return suspect(self.belief, placement) or suspect_first(self.belief, steps) or review(self.belief, placement)

    def _until_sure(self) -> float:
        """Before it is said that readings differ: whoever is aloft may still show which of them is so."""
        return SURE_LATE if any(reading.aloft for reading in self.plausible) else SURE_SOON

    def _is_unclear(self) -> bool:
        """Whether something has to be said though no piece is late: of a stranger, or for what else may be so."""
        if self.best.unknown:
            return self.lasts(self._patience.least)
        return not self._wrong(self.best) and self.lasts(SURE_LATE)

    def _overdue(self, reading: Reading) -> list[int]:
        """The pieces of which something has to be said: they should long have been put elsewhere."""
        return [piece for piece in self._wrong(reading) if self._patience.is_over(piece, reading)]

    # What is to be done.

    def _what_is_amiss(self, key: Key | None) -> Verdict:
        suspicion = self._sticking()
        if suspicion is not None:
            return suspicion
        lost = self._lost() if key is None else None
        if lost is not None:
            return lost
        target = self._target(key)
        return self._unheeded(target) or self._mend(target)

    def _mend(self, target: Sequence[str | None]) -> Amiss | Nothing:
        """What has to be put right first: not what a hand is just about to put somewhere."""
        amiss = mending(self.belief, self.plausible, target)
        late = {self.belief.pieces[piece] for piece in self._late(target)} | {SOMETHING}
        steps = tuple(step for step in amiss.steps if step.piece in late)
        if steps and not amiss.confirm:
            return self._named_too(steps, target) or Amiss(steps, amiss.placement)
        if amiss.confirm and all(map(self._is_asked_for, amiss.steps)):
            return Nothing(at_rest=True)  # that is asked for anyhow, with the button
        return amiss if amiss.steps else Nothing(at_rest=True)

    def _is_asked_for(self, step: Step) -> bool:
        """Whether it belongs to a move that is to be made anyhow."""
        return step.piece != SOMETHING and self._has_still_to_move(self.belief.pieces.index(step.piece))

    def _late(self, target: Sequence[str | None]) -> set[int]:
        """The pieces that are overdue by the best reading, or by one in which only the same places are held by others.

        Of the latter those that have to be moved in either case; all of them if nobody heeds the others.
        """
        held = _held(self.best)
        alike = [reading for reading in self.plausible if _held(reading) == held]
        late = {piece for reading in alike for piece in self._overdue(reading)}
        if not (self.insist and self.lasts(CARRIED)):
            late = {piece for piece in late if all(reading.where[piece] != target[piece] for reading in alike)}
        return late.union(self._overdue(self.best))

    def _named_too(self, steps: Sequence[Step], target: Sequence[str | None]) -> Amiss | None:
        """Together with a stranger, the pieces which that may be: all put where they belong, and a button."""
        strangers = {step.source for step in steps if step.piece == SOMETHING}
        explained = [reading for reading in self.plausible if not reading.unknown]
        if not any(reading.on(place) for reading in explained for place in strangers if place is not None):
            return None
        return Amiss(steps_to(self.belief.pieces, self.plausible, target), self._named(target), confirm=True)

    def _target(self, key: Key | None, begun: bool = False) -> list[str | None]:
        """Where every piece should be: the nearest placement to what may have been done that can stay."""
        if key is not None:
            return _rest(self._placement(key))
        if self.belief.expected.due:
            (goal,) = self.outcomes.values()
            return _rest(goal if begun else (self._goes(piece, goal) for piece in range(len(goal))))
        nearest = min((self.here, *self.outcomes.values()), key=self._most_steps_to)
        return _rest(nearest)

    def _most_steps_to(self, placement: Sequence[Where]) -> int:
        """How many pieces have to be put elsewhere, whichever reading is true."""
        return max(
            sum(at != goal for at, goal in zip(reading.where, placement, strict=True)) for reading in self.plausible
        )

    def _goes(self, piece: int, goal: Sequence[Where]) -> Where:
        """Where a piece of a move that is to be made belongs for now: moves are shown when nothing is amiss."""
        untouched = all(reading.where[piece] == self.here[piece] for reading in self.plausible)
        return self.here[piece] if untouched else goal[piece]

    def _placement(self, key: Key) -> tuple[Where, ...]:
        return (self.outcomes | self.corrections | self.takebacks)[key]

    def _lost(self) -> Which | None:
        """A mouse that was to go to one of several places, and is felt nowhere: perhaps it has gone there."""
        if self.belief.expected.due or self.best.unknown:
            return None
        wrong = self._wrong(self.best)
        if len(wrong) != 1 or not isinstance(self.best.where[wrong[0]], Aloft):
            return None
        (piece,) = wrong
        keys = tuple(
            key for key, placement in self.outcomes.items() if self.best.moved(piece, placement[piece]).shows(placement)
        )
        return Which(keys, self.belief.pieces[piece]) if keys else None

    # Sensors.

    def _sticking(self) -> Suspicion | None:
        """All is as it may be, but for one place that reads closed and that a piece has left."""
        for reading in self.plausible:
            if len(reading.unknown) == 1 and not reading.aloft:
                (place,) = reading.unknown
                left = reading.trusting(reading.unknown)
                if place in self.here and place not in self.belief.vouched and self._keys(left):
                    there = self.belief.standing(left)
                    mover = self.belief.pieces[self.here.index(place)]
                    return Suspicion(place, None, there, (mover, there[mover]) if mover in there else None)
        return None

    def _unheeded(self, target: Sequence[str | None]) -> Suspicion | Amiss | None:
        """Nothing changes though one contact is all that is wrong; or it has not for long, whatever is."""
        unknown = self.best.unknown
        if len(unknown) == 1 and not self.best.aloft:
            (place,) = unknown
            if self.insist and self.lasts(self._patience.until_unheeded - self.belief.closed_before(place)):
                return Suspicion(place, None, self.belief.standing(self.best))
        if not self.lasts(self._patience.until_unheeded):
            return None
        if suspicion := suspect(self.belief, self._named(target)):
            return suspicion
        asked = self._mend(target) if self.lasts(ANYTHING) else None
        if isinstance(asked, Amiss) and not asked.confirm and not is_untouched(self.belief, asked.steps):
            return suspect_first(self.belief, asked.steps) or review(self.belief, asked.placement)
        return None


@lru_cache(maxsize=REMEMBERED)
def _wrong(intent: Intent, due: bool, reading: Reading) -> tuple[int, ...]:
    """The pieces that have to be put elsewhere, though nothing else be done: not those that are still to move."""
    goals = intent.outcomes.values() if due else ()
    return tuple(
        piece
        for piece, (where, here) in enumerate(zip(reading.where, intent.home, strict=True))
        if where != here
        and not any(where == goal[piece] for goal in goals)
        and not (isinstance(where, Aloft) and here is None)
    )


def _held(reading: Reading) -> Counter[Where]:
    """How many pieces stand on each place."""
    return Counter(where for where in reading.where if isinstance(where, str))


def _rest(placement: Iterable[Where]) -> list[str | None]:
    return [place if isinstance(place, str) else None for place in placement]
