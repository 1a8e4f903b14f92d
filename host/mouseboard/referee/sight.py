"""What is seen of the board: where everything stands, as hands show it and people say, and which contacts are trusted.

Nobody looks before the referee begins to, nor while the game rests. What is asked then, `mending.py` knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from mouseboard.referee.choice import outcomes_of
from mouseboard.referee.questions import Question
from mouseboard.referee.record import Record
from mouseboard.referee.situation import Answer, Watch
from mouseboard.table import (
    Amiss,
    Belief,
    Expectation,
    GameTable,
    Missed,
    PlaceChanged,
    Placement,
    Settled,
    Trust,
    judge,
)
from mouseboard.table.expectation import Key
from mouseboard.table.patience import CARRIED, HASTE, look_again
from mouseboard.table.verdict import left_to_do


class Sight:
    """`belief` is what may stand where, by what was felt and said; `trust` is in the contacts that tell it."""

    def __init__(self, table: GameTable, record: Record) -> None:
        self._loop = asyncio.get_running_loop()
        self._table = table
        self._record = record
        self.belief = Belief(table.layout, record.state.game.pieces)
        self.trust = Trust(table.layout, table.blind)
        self.belief.distrust(self.trust.blind)
        self.here: Placement = {}
        """Where everything stands as long as nobody has done anything."""
        self.refused: set[Key] = set()
        """What hands seem to take back, though people have said since the last move that it was not meant."""
        self.has_looked = False
        """Whether what is felt has been compared with how everything should stand, and is followed since."""
        self._begun = False
        self._coming_from: Placement | None = None
        """Where all stood before a move of which nobody knows whether hands have finished it."""
        self._watches = False
        """Whether the trap is running: hands keep off, and nothing is said of what they do."""
        self.changed_at = self._began_at = self._now()

    # When to look.

    def begin(self, after: Placement, before: Placement | None) -> None:
        """Look from now on: all stands as after the last move, or as before it where that is more like what is felt."""
        self._begun = True
        self.here, self._coming_from = after, before
        if before is not None and (self._is_unfelt(before, after) or self._misfit(before) < self._misfit(after)):
            self.here, self._coming_from = before, None

    def _is_unfelt(self, before: Placement, after: Placement) -> bool:
        """Whether pieces move, and no contact shows it."""
        return before != after and self.belief.occupancy(before) == self.belief.occupancy(after)

    def _misfit(self, placement: Placement) -> int:
        """On how many places something else is felt."""
        return len(self.belief.occupancy(placement) ^ (self._table.occupied - self.belief.unfelt))

    @property
    def shall_look(self) -> bool:
        """Whether it is time to, and nobody has yet."""
        return self._begun and not self.has_looked

    def look(self) -> None:
        """What is felt now is explained from where everything should stand."""
        self.has_looked = True
        self.belief.stand(self.here, self._table.occupied, self._record.exchanges, coming_from=self._coming_from)
        self.changed_at, self._coming_from = self._now(), None

    @contextmanager
    def averted(self) -> Iterator[None]:
        """Nobody looks meanwhile; afterwards everything is looked at anew."""
        begun, self._begun, self.has_looked = self._begun, False, False
        self.belief.stand(self.here, self.belief.occupancy(self.here))
        yield
        self._begun = begun

    # What is expected of hands.

    def expect(self, question: Question[object]) -> None:
        """What hands do from now on, they do for this question, or they make another thing of a decision before."""
        self._watches = isinstance(question.ask, Watch)
        last = None if self._watches else self._record.correctable
        self.belief.expect(
            Expectation(
                self.here,
                question.outcomes,
                {}
                if last is None
                else {("instead", action): there for action, there in outcomes_of(last.before).items()},
                {} if self._watches else self._ways_back(),
                question.due,
            )
        )
        self._began_at = self._now()

    def _ways_back(self) -> dict[Key, Placement]:
        """Where all stood before decisions that hands may take back, but for those of which people have said no."""
        ways = {("back", way.entry): way.before.placement() for way in self._record.undoable}
        return {key: there for key, there in ways.items() if key not in self.refused}

    def settle(self, key: Key) -> None:
        """Hands have done this."""
        expected = self.belief.expected
        self.here = {**expected.outcomes, **expected.corrections, **expected.takebacks}[key]
        self.refused.clear()
        self.belief.settle(self.here)
        self.trust.look(self.here, self._table.occupied)
        self._trust_again()

    def go_on(self) -> None:
        """Everybody goes on while all is at rest, and nobody objects to how it stands."""
        if not self._watches:
            self.belief.settle(self.here)

    def stand(self, placement: Placement) -> None:
        """A person has said that everything stands so: what is to be done else begins now."""
        self.belief.stand(placement)
        self._began_at = self._now()

    # What hands did.

    @property
    def follows(self) -> bool:
        """Whether anything follows from what hands do."""
        return self.has_looked and not self._watches

    def heed(self, answer: Answer | None) -> Answer | None:
        """An answer without what contacts tell that are not trusted."""
        blind = self.belief.distrusted
        match answer:
            case PlaceChanged(place, occupied, time) if place in blind:
                self.belief.change(place, occupied, time)
                return None
            case PlaceChanged() | Missed():
                return replace(answer, occupancy=answer.occupancy - blind)
        return answer

    def hasty(self, change: PlaceChanged) -> Settled | None:
        """What is settled before a change counts: it held, or the next hand was quicker than that."""
        if not self.follows or not self.belief.shows_something:
            return None
        since = (change.time - self.belief.time) / 1000
        verdict = judge(self.belief, since) if since > 0 else None
        if isinstance(verdict, Settled) and not verdict.unsure:
            return verdict
        if change.occupied or since >= HASTE:
            return None  # only who takes up something else may be that quick
        verdict = judge(self.belief, HASTE)
        if isinstance(verdict, Settled) and verdict.key in self.belief.expected.outcomes:
            there = self.belief.expected.outcomes[verdict.key]
            moved = {place for piece, place in there.items() if self.here.get(piece) != place}
            return None if change.place in moved else verdict
        return None

    def feel(self, change: PlaceChanged, asked_for: str | None) -> None:
        """Something has changed; `asked_for` is the piece that was to be put there, if nothing else has changed."""
        if change.occupied and asked_for is not None and self.belief.is_last_lifted(asked_for):
            self.trust.mended(asked_for, change.place, self.belief.may_go(asked_for, change.place))
            self._trust_again()
        self.belief.change(change.place, change.occupied, change.time)
        self.changed_at = self._now()

    def catch_up(self, occupied: frozenset[str]) -> None:
        """These places are occupied now; what changed meanwhile nobody knows."""
        self.belief.catch_up(occupied, self.belief.time)
        self.changed_at = self._now()

    def left_to_do(self, placement: Placement) -> Amiss:
        """What hands have still to do until everything stands so."""
        return left_to_do(self.belief, self.quiet, placement)

    # What is trusted.

    def contradict(self, place: str, piece: str | None, placement: Placement) -> None:
        """Everything stands so, people say, though this contact tells otherwise, if it tells anything now."""
        if not self._table.connected:
            self.belief.stand(placement, self.belief.occupancy(placement))
            return
        if (place in self._table.occupied) == (piece is None):
            self.trust.contradicted(place, piece)
            self._trust_again()
        self.stand(placement)

    def vouch(self, place: str) -> None:
        """This contact is right, people say: hands have as long again."""
        self.belief.vouch(place)
        self.changed_at = self._now()

    def _trust_again(self) -> None:
        """Go on with what is trusted now; what is new of it people are told, and the table keeps it."""
        if self.trust.blind != self.belief.distrusted:
            self.belief.distrust(self.trust.blind)
        if self.trust.lasting != self._table.blind:
            self._table.keep(self.trust.lasting)
        for news in self.trust.news():
            self._record.note(news)

    # How long nothing has changed.

    @property
    def quiet(self) -> float:
        """Seconds since the last change, a bit more, for timers are inexact; what is long counts since it was asked."""
        now = self._now() + 1e-4
        quiet = now - self.changed_at
        return quiet if quiet <= CARRIED else min(quiet, max(CARRIED, now - self._began_at))

    @property
    def due(self) -> float | None:
        """When something else may follow, though nothing changes."""
        look = look_again(self.belief, self.quiet)
        if look is None:
            return None
        return look + (self.changed_at if look <= CARRIED else max(self.changed_at, self._began_at))

    def _now(self) -> float:
        return self._loop.time()
