"""Decide what follows from a belief after some silence. Pure.

Accept an outcome if all plausible readings show it. Ask which if they show different legal outcomes. Have people
correct what is not legal. Suspect a sensor that contradicts the hands. Two pieces that may have been
exchanged are shown as a doubt, and play goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from mouseboard.table import prices
from mouseboard.table.belief import Belief
from mouseboard.table.expectation import Intent, Key
from mouseboard.table.mending import Amiss, is_for_several, mending, review, steps_to
from mouseboard.table.patience import Patience
from mouseboard.table.readings import REMEMBERED, Aloft, Reading, Where, exchanged, shown
from mouseboard.table.silence import Silence
from mouseboard.table.steps import SOMETHING, Step
from mouseboard.table.suspicion import Suspicion, is_untouched, suspect, suspect_first
from mouseboard.table.timeouts import ANYTHING, SURE_LATE, SURE_SOON, UNHEEDED, UNSEEN


class AtRest(msgspec.Struct, frozen=True):
    """No hand is moving, and the board may stay as it is."""


class UnderWay(msgspec.Struct, frozen=True):
    """Hands may still be moving: it is too early to say anything."""


class Settled(msgspec.Struct, frozen=True):
    """People have brought this outcome about."""

    key: Key
    unsure: bool = False
    """Whether to ask first, because people may have mistaken one piece for another."""


class Which(msgspec.Struct, frozen=True):
    """People have brought one of these outcomes about, but contacts do not tell which.

    `missing` is a piece that is felt nowhere.
    """

    keys: tuple[Key, ...]
    missing: str | None = None


class Unnamed(msgspec.Struct, frozen=True):
    """A piece has been put where it cannot stay, and contacts do not tell which piece that is."""

    place: str
    pieces: tuple[str, ...]
    """The pieces that it may be, the likeliest first."""


Verdict = AtRest | UnderWay | Settled | Which | Unnamed | Amiss | Suspicion


def left_to_do(belief: Belief, silence: Silence, placement: Mapping[str, str]) -> Amiss:
    """Return what people still have to do for this placement."""
    plausible = _Judgement(belief, silence, insist=False).plausible
    missing = mending(belief, plausible, [placement.get(piece) for piece in belief.pieces])
    moves = tuple(step for step in missing.steps if belief.expected.here.get(step.piece) != placement.get(step.piece))
    return Amiss(moves, placement, missing.confirm and bool(moves))


def done_already(belief: Belief, silence: Silence, steps: Iterable[Step]) -> Unnamed | None:
    """Return a piece that people must name, because one of these steps may be done already, by another piece."""
    return _Judgement(belief, silence, insist=True).done_already(steps)


def judge(belief: Belief, silence: Silence, insist: bool = False) -> Verdict:
    """Return the verdict, valid until `silence.until`. `insist` if people were already told to correct the board."""
    nobody_has_begun = belief.is_at_home(silence.seconds) and belief.intent.takes_hands
    if nobody_has_begun and not (belief.expected.due and silence.lasts(UNSEEN)):
        return AtRest()  # the common case
    return _Judgement(belief, silence, insist).verdict()


class _Judgement:
    """One verdict on a belief."""

    def __init__(self, belief: Belief, silence: Silence, insist: bool) -> None:
        self.belief = belief
        self.insist = insist
        self.lasts = silence.lasts
        intent = belief.intent
        self.here = intent.home
        self.outcomes, self.corrections, self.takebacks = intent.outcomes, intent.corrections, intent.takebacks
        plausible = [reading for _, reading in belief.priced(silence.seconds, prices.STOP)]
        silence.lasts(belief.priced_until(silence.seconds))
        self.best = belief.kind.likeliest(plausible)
        self._patience = Patience(belief, self.best, silence, insist)
        others = [reading for reading in plausible if reading is not self.best]
        self.plausible = [self.best, *(reading for reading in others if not self._is_only_exchanged(reading))]

    def verdict(self) -> Verdict:
        best, *others = map(self._keys, self.plausible)  # the best reading is the first
        others = [keys for keys in others if keys != best]
        if best and not others:
            return self._once_held(best)
        if best and all(others) and not any(key not in self.outcomes for keys in (best, *others) for key in keys):
            keys = tuple(dict.fromkeys(key for keys in (best, *others) for key in keys))
            return Which(keys) if self.lasts(SURE_SOON) else UnderWay()
        if not best and not any(map(self._is_amiss, self.plausible)):
            return self._perhaps_unfelt() or AtRest()
        if best and not self.lasts(self._until_sure()):
            return UnderWay()
        if not best and not self._overdue(self.best) and not self._is_unclear():
            return UnderWay()
        return self._what_is_amiss(next(iter(best), None))

    # Readings

    def _named(self, target: Sequence[str | None]) -> dict[str, str]:
        return {piece: place for piece, place in zip(self.belief.pieces, target, strict=True) if place is not None}

    def _keys(self, reading: Reading) -> tuple[Key, ...]:
        return shown(self.belief.intent, reading)

    def _is_only_exchanged(self, reading: Reading) -> bool:
        """Return whether a reading only exchanges pieces of the best one, and shows no outcome. That is a doubt.

        If one of the pieces must move, we have to know which one it is.
        """
        pieces = exchanged(self.best, reading)
        if not pieces or self._keys(reading):
            return False
        return self.belief.kind.is_sure_of(self.best) or set(pieces).isdisjoint(self._wrong(self.best))

    def _is_amiss(self, reading: Reading) -> bool:
        """Return whether people have to act in this reading: a piece is aloft, unknown, or where it cannot stay."""
        return bool(reading.unknown) or any(
            reading is self.best or not self._has_still_to_move(piece) for piece in self._wrong(reading)
        )

    def _has_still_to_move(self, piece: int) -> bool:
        """Return whether a piece must move anyway, so that its present place does not matter."""
        return self.belief.expected.due and self.belief.has_a_goal(piece)

    def _wrong(self, reading: Reading) -> tuple[int, ...]:
        return _wrong(self.belief.intent, self.belief.expected.due, reading)

    # Verdicts

    def _once_held(self, keys: tuple[Key, ...]) -> Verdict:
        key = keys[0]
        if not self.lasts(self._patience.until_held(key)):
            return UnderWay()
        if key not in self.outcomes:
            return Settled(key, unsure=key in self.takebacks and self._is_to_be_asked(key))
        missing = self._believed_blindly(key)
        if missing is not None:
            return Which(keys, missing) if self.lasts(SURE_LATE) else UnderWay()
        return Settled(key) if len(keys) == 1 else Which(keys)

    def _is_to_be_asked(self, takeback: Key) -> bool:
        """Return whether hands may make this takeback without meaning it."""
        is_far = takeback in self.belief.expected.far
        return is_far or self.belief.kind.may_be_mistaken(takeback) or self.belief.intent.only_takes(takeback)

    def _believed_blindly(self, key: Key) -> str | None:
        """Return a piece that is either on a blind place or still in hand over another option."""
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
        """Handle an overdue move that may be done already, if the contacts that should change cannot."""
        if not self.belief.expected.due or not self.lasts(UNSEEN):
            return None
        target = self._target(None, begun=True)
        placement = self._named(target)
        filled, occupied = self.belief.occupancy(placement), self.belief.occupied
        missing = [place for place in target if place in filled - occupied]
        left = [place for place in self.here if place in occupied - filled]
        if bool(missing) == bool(left):
            return None  # nobody has moved yet, because both contacts could change; or people have to say so anyway
        steps = steps_to(self.belief.pieces, self.plausible, target)
        return suspect(self.belief, placement) or suspect_first(self.belief, steps) or review(self.belief, placement)

    def _until_sure(self) -> float:
        """Return how long to wait before mentioning that readings differ: a piece in the air may still decide."""
        return SURE_LATE if any(reading.aloft for reading in self.plausible) else SURE_SOON

    def _is_unclear(self) -> bool:
        """Return whether to speak although no piece is late: about a stranger, or about other readings."""
        if self.best.unknown:
            return self.lasts(self._patience.least)
        return not self._wrong(self.best) and self.lasts(SURE_LATE)

    def _overdue(self, reading: Reading) -> list[int]:
        """Return the pieces that have been in the wrong place for too long."""
        return [piece for piece in self._wrong(reading) if self._patience.is_over(piece, reading)]

    # Corrections

    def _what_is_amiss(self, key: Key | None) -> Verdict:
        suspicion = self._sticking() if key is None else None
        if suspicion is not None:
            return suspicion
        if key in self.takebacks:
            return Settled(key, unsure=True)
        lost = self._gone_on() or self._lost() if key is None else None
        if lost is not None:
            return lost
        target = self._target(key)
        amiss = self._mend(target)
        return amiss if isinstance(amiss, Unnamed) else self._unheeded(target) or amiss

    def _mend(self, target: Sequence[str | None]) -> Amiss | Unnamed | AtRest:
        """Return what to correct first, leaving out pieces that a hand is about to put down."""
        amiss = mending(self.belief, self.plausible, target)
        late = {self.belief.pieces[piece] for piece in self._late(target)} | {SOMETHING}
        steps = tuple(step for step in amiss.steps if step.piece in late)
        if steps and not amiss.confirm:
            amiss = Amiss(steps, amiss.placement, confirm=is_for_several(steps))
        if unnamed := self._unnamed(amiss.steps, target):
            return unnamed
        if amiss.confirm and all(map(self._is_asked_for, amiss.steps)):
            return AtRest()  # the question asks for it anyway, with the button
        return amiss if amiss.steps else AtRest()

    def _is_asked_for(self, step: Step) -> bool:
        """Return whether a step belongs to a move that people must make anyway."""
        return step.piece != SOMETHING and self._has_still_to_move(self.belief.pieces.index(step.piece))

    def _late(self, target: Sequence[str | None]) -> set[int]:
        """Return the pieces that are overdue in the best reading, or in one that only exchanges pieces.

        Of the latter, only those that must move in every case, or all of them if people ignore the others.
        """
        held = _held(self.best)
        alike = [reading for reading in self.plausible if _held(reading) == held]
        late = {piece for reading in alike for piece in self._overdue(reading)}
        if not (self.insist and self.lasts(UNHEEDED)):
            late = {piece for piece in late if all(reading.where[piece] != target[piece] for reading in alike)}
        return late.union(self._overdue(self.best))

    def _unnamed(self, steps: Sequence[Step], target: Sequence[str | None]) -> Unnamed | None:
        """Return a piece without a name that these steps would send away, or that is where they put another one."""
        for step in steps:
            place = step.source if step.piece == SOMETHING else step.target
            is_unnamed = step.piece == SOMETHING or (target.count(place) == 1 and self._is_contested(place))
            if is_unnamed and (unnamed := self._who_is_on(place)):
                return unnamed
        return None

    def done_already(self, steps: Iterable[Step]) -> Unnamed | None:
        """Return a piece without a name, if another one may be meant: one of these steps may be done already."""
        for step in steps:
            piece = self.belief.pieces.index(step.piece) if step.piece != SOMETHING else None
            if piece is not None and any(reading.where[piece] == step.target for reading in self.plausible):
                at = self.best.where[piece]
                if self._is_contested(at) and (unnamed := self._who_is_on(at)):
                    return unnamed
        return None

    def _who_is_on(self, place: Where) -> Unnamed | None:
        if not isinstance(place, str) or place not in self.belief.occupied:
            return None
        pieces = self.belief.perhaps_on(place)
        return Unnamed(place, pieces) if pieces else None

    def _is_contested(self, place: Where) -> bool:
        """Return whether readings differ in who is on a place."""
        on = [{piece for piece, at in enumerate(reading.where) if at == place} for reading in self.plausible]
        return not set.intersection(*on) and any(on)

    def _target(self, key: Key | None, begun: bool = False) -> list[str | None]:
        """Return the legal placement that is nearest to what people may have done."""
        if key is not None:
            return _rest(self._placement(key))
        if self.belief.expected.due:
            (goal,) = self.outcomes.values()
            return _rest(goal if begun else (self._goes(piece, goal) for piece in range(len(goal))))
        nearest = min((self.here, *self.outcomes.values()), key=self._steps_to)
        return _rest(nearest)

    def _steps_to(self, placement: Sequence[Where]) -> tuple[int, int, int]:
        """Return the number of pieces to move in the worst reading, and in the best one. More moves made come first."""
        steps = [
            sum(at != goal for at, goal in zip(reading.where, placement, strict=True)) for reading in self.plausible
        ]
        made = sum(at == goal != here for at, goal, here in zip(self.best.where, placement, self.here, strict=True))
        return max(steps), steps[0], -made

    def _goes(self, piece: int, goal: Sequence[Where]) -> Where:
        """Return where a piece belongs during a move that people must make. Untouched pieces stay where they are."""
        untouched = all(reading.where[piece] == self.here[piece] for reading in self.plausible)
        return self.here[piece] if untouched else goal[piece]

    def _placement(self, key: Key) -> tuple[Where, ...]:
        return (self.outcomes | self.corrections | self.takebacks)[key]

    def _gone_on(self) -> Settled | None:
        """Return the correction if the man that moved last has captured another one whose place was never free."""
        moved = [man for man, at in enumerate(self.best.where) if at != self.here[man]]
        if self.insist or self.best.unknown or len(moved) != 1 or isinstance(self.best.where[moved[0]], str):
            return None  # people are busy with what they were asked for, or more has happened
        (man,) = moved
        moves = {key: there for key, there in self.corrections.items() if there[man] is not None}
        captures = {key: there for key, there in moves.items() if self._taken(there, there[man])}
        keys = [key for key, there in captures.items() if self._arrived(man, there).shown == there]
        return Settled(keys[0]) if len(keys) == 1 else None

    def _lost(self) -> Which | None:
        """Return the options for a mouse that is felt nowhere and may have reached one of its goals."""
        if self.belief.expected.due or self.best.unknown or self.lasts(UNSEEN):
            return None
        wrong = self._wrong(self.best)
        if len(wrong) != 1 or not isinstance(self.best.where[wrong[0]], Aloft):
            return None
        (piece,) = wrong
        keys = tuple(key for key, there in self.outcomes.items() if self._arrived(piece, there).shown == there)
        return Which(keys, self.belief.pieces[piece]) if keys else None

    def _arrived(self, piece: int, placement: Sequence[str | None]) -> Reading:
        """Return the best reading with a piece on its goal, and off the board what it takes there, though unfelt."""
        goal = placement[piece]
        reading = self.best.moved(piece, goal)
        for victim in self._taken(placement, goal):
            reading = reading.moved(victim, None)
        return reading

    def _taken(self, placement: Sequence[str | None], place: str | None) -> list[int]:
        """Return the pieces on this place that a placement takes off the board."""
        return [piece for piece, at in enumerate(self.best.where) if at == place and placement[piece] is None]

    # Sensors

    def _sticking(self) -> Suspicion | None:
        """Suspect the only contact that contradicts a legal outcome: closed, though its piece has left."""
        for reading in self.plausible:
            if len(reading.unknown) == 1 and not reading.aloft:
                (place,) = reading.unknown
                left = reading.explained(reading.unknown)
                if place in self.here and place not in self.belief.vouched and self._keys(left):
                    return Suspicion(place, None, self.belief.standing(left))
        return None

    def _unheeded(self, target: Sequence[str | None]) -> Suspicion | Unnamed | Amiss | None:
        """Suspect a contact if people have ignored an instruction for long, and one contact would explain it.

        If people say that it is right, they may have named the wrong piece there.
        """
        unknown = self.best.unknown
        if len(unknown) == 1 and not self.best.aloft:
            (place,) = unknown
            if self.insist and self.lasts(self._patience.until_unheeded - self.belief.closed_before(place)):
                return Suspicion(place, None, self.belief.standing(self.best))
        if not self.lasts(self._patience.until_unheeded):
            return None
        if suspicion := suspect(self.belief, self._named(target)):
            if suspicion.place not in self.belief.vouched:
                return suspicion
            return self._who_is_on(suspicion.place) if self.lasts(UNSEEN) else None
        asked = self._mend(target) if self.lasts(ANYTHING) else None
        if isinstance(asked, Amiss) and not asked.confirm and not is_untouched(self.belief, asked.steps):
            stray = self._stray(self.belief.occupancy(asked.placement))
            return stray or suspect_first(self.belief, asked.steps) or review(self.belief, asked.placement)
        return None

    def _stray(self, filled: frozenset[str]) -> Unnamed | None:
        """Return a piece without a name where nothing should be."""
        strays = filter(self._is_contested, sorted(self.belief.occupied - filled))
        return next(filter(None, map(self._who_is_on, strays)), None)


@lru_cache(maxsize=REMEMBERED)
def _wrong(intent: Intent, due: bool, reading: Reading) -> tuple[int, ...]:
    """Return the pieces that are in a wrong place. Those that have yet to make the present move are not."""
    goals = intent.outcomes.values() if due else ()
    return tuple(
        piece
        for piece, (where, here) in enumerate(zip(reading.where, intent.home, strict=True))
        if where != here
        and not any(where == goal[piece] for goal in goals)
        and not (isinstance(where, Aloft) and here is None)
    )


def _held(reading: Reading) -> Counter[Where]:
    """Return the number of pieces on each place."""
    return Counter(where for where in reading.where if isinstance(where, str))


def _rest(placement: Iterable[Where]) -> list[str | None]:
    return [place if isinstance(place, str) else None for place in placement]
