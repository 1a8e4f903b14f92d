"""Tracks what stands where, by what contacts tell and people say, and which contacts are trusted. It has no clock.

Every change of a place comes in here, once. Nothing is followed before the match begins, nor while it rests. What
people are asked when something is amiss is decided in `mending.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mouseboard.referee.choice import outcomes_of
from mouseboard.referee.questions import Question
from mouseboard.referee.record import Record
from mouseboard.referee.situation import Watch
from mouseboard.referee.surface import Surface
from mouseboard.table import (
    Belief,
    Expectation,
    Missed,
    PlaceChanged,
    Placement,
    Settled,
    Silence,
    Trust,
    judge,
)
from mouseboard.table.expectation import Key
from mouseboard.table.patience import CARRIED, HASTE

ROUNDING = 1e-4
"""Seconds added to each silence, so that a limit is reached at the very time that was reckoned for it."""


class Tracker:
    """`belief` is what may stand where, by what was felt and said; `trust` is in the contacts that tell it."""

    def __init__(self, table: Surface, record: Record) -> None:
        self._table = table
        self._record = record
        self.belief = Belief(table.layout, record.state.game.pieces)
        self.trust = Trust(table.layout, table.blind)
        self.belief.set_blind(self.trust.blind)
        self.here: Placement = {}
        """Where everything stands as long as nobody has done anything."""
        self.refused: set[Key] = set()
        """What hands seem to take back, though people have said since the last move that it was not meant."""
        self.is_tracking = False
        """Whether changes are explained from where everything should stand."""
        self._begun = False
        self._coming_from: Placement | None = None
        """Where all stood before a move of which nobody knows whether hands have finished it."""
        self._watches = False
        """Whether the trap is running: hands keep off, and nothing is said of what they do."""
        self.changed_at = self._began_at = 0.0

    # When to track.

    def begin(self, after: Placement, before: Placement | None) -> None:
        """Track from now on: all stands as after the last move, or as before it if that fits what is felt better."""
        self._begun = True
        self.here, self._coming_from = after, before
        if before is not None and (self._is_unfelt(before, after) or self._misfit(before) < self._misfit(after)):
            self.here, self._coming_from = before, None

    def _is_unfelt(self, before: Placement, after: Placement) -> bool:
        """Whether pieces move, and no contact shows it."""
        return before != after and self.belief.occupancy(before) == self.belief.occupancy(after)

    def _misfit(self, placement: Placement) -> int:
        """Return on how many places something else is felt."""
        return len(self.belief.occupancy(placement) ^ (self._table.occupied - self.belief.unfelt))

    def start(self, now: float) -> bool:
        """Begin to explain what is felt from where everything should stand. Return whether that was not begun yet."""
        if self.is_tracking or not self._begun:
            return False
        self.is_tracking = True
        self.belief.stand(self.here, self._table.occupied, self._record.exchanges, coming_from=self._coming_from)
        self.changed_at, self._coming_from = now, None
        return True

    @contextmanager
    def averted(self) -> Iterator[None]:
        """Follow nothing meanwhile; afterwards everything is explained anew."""
        begun, self._begun, self.is_tracking = self._begun, False, False
        self.belief.stand(self.here, self.belief.occupancy(self.here))
        yield
        self._begun = begun

    # What is expected of hands.

    def expect(self, question: Question[object], now: float) -> None:
        """What hands do from now on, they do for this question, or they make another thing of a decision before."""
        self._watches = isinstance(question.ask, Watch)
        self._began_at = now
        if self._watches:
            self.belief.expect(Expectation(self.here, question.outcomes, due=question.due))
        else:
            corrections, takebacks = self._corrections(), self._takebacks()
            self.belief.expect(Expectation(self.here, question.outcomes, corrections, takebacks, question.due))

    def _corrections(self) -> dict[Key, Placement]:
        """Where all would stand by the other moves that hands may still make of the last one."""
        last = self._record.correctable
        outcomes = outcomes_of(last.before) if last else {}
        return {("instead", action): there for action, there in outcomes.items()}

    def _takebacks(self) -> dict[Key, Placement]:
        """Where all stood before decisions that hands may take back, but for those of which people have said no."""
        ways = {("back", way.entry): way.before.placement() for way in self._record.undoable}
        return {key: there for key, there in ways.items() if key not in self.refused}

    def settle(self, key: Key) -> None:
        """Hands have done this."""
        expected = self.belief.expected
        self.here = {**expected.outcomes, **expected.corrections, **expected.takebacks}[key]
        self.refused.clear()
        self.belief.settle(self.here)
        self.trust.observe(self.here, self._table.occupied)
        self._trust_again()

    def go_on(self) -> None:
        """Everybody goes on while all is at rest, and nobody objects to how it stands."""
        if not self._watches:
            self.belief.settle(self.here)

    def stand(self, placement: Placement, now: float) -> None:
        """A person has said that everything stands so: what is to be done else begins now."""
        self.belief.stand(placement)
        self._began_at = now

    # What hands did.

    @property
    def follows(self) -> bool:
        """Whether anything follows from what hands do."""
        return self.is_tracking and not self._watches

    def heeds(self, place: str) -> bool:
        """Whether a change there tells anything: changes are followed, and its contact is trusted."""
        return self.is_tracking and place not in self.belief.blind

    def feel(self, change: PlaceChanged, now: float, wanted: str | None) -> None:
        """Take in a change that is heeded; `wanted` is the piece that was to be put there."""
        if change.occupied and wanted is not None and self.belief.is_last_lifted(wanted):
            self.trust.mended(wanted, change.place, self.belief.may_go(wanted, change.place))
            self._trust_again()
        self.belief.change(change.place, change.occupied, change.time)
        self.changed_at = now

    def overhear(self, change: PlaceChanged) -> None:
        """Take in a change that is not heeded: once its contact is trusted again, it is known when it closed."""
        if self.is_tracking:
            self.belief.change(change.place, change.occupied, change.time)

    def catch_up(self, missed: Missed, now: float) -> None:
        """These places are occupied now; what changed meanwhile nobody knows."""
        self.belief.catch_up(missed.occupancy - self.belief.blind, self.belief.time)
        self.changed_at = now

    def done_before(self, change: PlaceChanged) -> Settled | None:
        """What hands had done before a change: it had held by the table's own time, or the next hand was quicker."""
        if self._watches or not self.heeds(change.place) or not self.belief.shows_something:
            return None
        since = change.time - self.belief.time
        verdict = judge(self.belief, Silence(since)) if since > 0 else None
        if isinstance(verdict, Settled) and not verdict.unsure:
            return verdict
        if change.occupied or since >= HASTE:
            return None  # only who takes up something else may be that quick
        verdict = judge(self.belief, Silence(HASTE))
        if isinstance(verdict, Settled) and verdict.key in self.belief.expected.outcomes:
            there = self.belief.expected.outcomes[verdict.key]
            moved = {place for piece, place in there.items() if self.here.get(piece) != place}
            return None if change.place in moved else verdict
        return None

    # What is trusted.

    def contradict(self, place: str, piece: str | None, placement: Placement, now: float) -> None:
        """Everything stands so, people say, though this contact tells otherwise, if it tells anything now."""
        if not self._table.connected:
            self.belief.stand(placement, self.belief.occupancy(placement))
            return
        if (place in self._table.occupied) == (piece is None):
            self.trust.contradicted(place, piece)
            self._trust_again()
        self.stand(placement, now)

    def vouch(self, place: str, now: float) -> None:
        """This contact is right, people say: hands have as long again."""
        self.belief.vouch(place)
        self.changed_at = now

    def _trust_again(self) -> None:
        """Go on with what is trusted now; what is new of it people are told, and the table keeps it."""
        if self.trust.blind != self.belief.blind:
            self.belief.set_blind(self.trust.blind)
        if self.trust.lasting != self._table.blind:
            self._table.keep(self.trust.lasting)
        for news in self.trust.news():
            self._record.note(news)

    # How long nothing has changed.

    def silence(self, now: float) -> Silence:
        """Since the last change; what is long counts since it was asked."""
        changed, asked = now + ROUNDING - self.changed_at, now + ROUNDING - self._began_at
        return Silence(changed if changed <= CARRIED else min(changed, max(CARRIED, asked)))

    def due(self, silence: Silence) -> float:
        """When that silence will have lasted until something else may follow."""
        return silence.until + (self.changed_at if silence.until <= CARRIED else max(self.changed_at, self._began_at))
