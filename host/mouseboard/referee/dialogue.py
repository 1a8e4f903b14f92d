"""What is waited for: one thing is asked at a time, everyone is shown it, and the first fitting answer counts.

Everything that can be an answer comes through one inbox, from the table's contacts and from observers, in the order in
which it happened: `hearing.py`. One loop serves all that is ever waited for. What hands do meanwhile is seen, in
`sight.py`, and where something is amiss that goes first, in `mending.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from mouseboard.referee.choice import Choice, Decided
from mouseboard.referee.hearing import Hearing
from mouseboard.referee.mending import Mending
from mouseboard.referee.questions import Awaited, Moving, PuttingBack, Question
from mouseboard.referee.record import Record
from mouseboard.referee.seating import Seating
from mouseboard.referee.showing import Showing
from mouseboard.referee.sight import Sight
from mouseboard.referee.situation import (
    Answer,
    Ask,
    Choose,
    Consent,
    Finished,
    Inbox,
    Pause,
    Paused,
    Reseated,
    Roll,
    Situation,
    TakeBack,
    Unbroken,
    wording,
)
from mouseboard.rules import Action
from mouseboard.say import Say
from mouseboard.store import ActionRecord, Answered, Asked, Source
from mouseboard.table import GameTable, Missed, Nothing, PlaceChanged, Placement, Press, Settled, Verdict, Which
from mouseboard.table.expectation import Key

T = TypeVar("T")


class TakenBack(Exception):
    """A person wants this decision undone, and all that followed."""

    def __init__(self, decision: ActionRecord) -> None:
        self.decision = decision


class Corrected(Exception):
    """Hands have made another move of the last one."""

    def __init__(self, action: Action) -> None:
        self.action = action


class SeatChanged(Exception):
    """Somebody else may have to decide what was asked."""


class Dialogue:
    """Between the referee and the people, over the table and everything else that shows situations."""

    def __init__(
        self,
        table: GameTable,
        record: Record,
        show: Callable[[Situation], None],
        inbox: Inbox,
        seating: Seating,
    ) -> None:
        self._record = record
        self._inbox = inbox
        self._seating = seating
        self._sight = Sight(table, record)
        self._showing = Showing(table, record, self._sight, show)
        self._mending = Mending(self._sight, self._showing)
        self._hearing = Hearing(inbox, table, self._sight, self._showing)

    def begin(self, taken_back: Sequence[ActionRecord] = ()) -> None:
        """Look at the table from now on: all stands as the record says, or as before its last move, or is mended.

        Before what was taken back last that is the move back. What hands decided needs no move any more.
        """
        history = self._record.history
        after = self._record.state.placement() if history or taken_back else {}
        before: Placement | None = None
        if taken_back:
            before = taken_back[-1].after.placement()
        elif history and history[-1].source is not Source.HANDS:
            before = history[-1].before.placement()
        self._sight.begin(after, before)

    # What is waited for.

    async def choose(self, seat: int) -> Decided:
        """Until hands or an answer decide. What no contact shows is asked, and that is written down."""
        state = self._record.state
        choice = Choice(seat, state, self._sight.belief.occupancy(self._sight.here))
        asked: tuple[Action, ...] = ()

        def note() -> None:
            nonlocal asked
            if choice.question and choice.question != asked:
                asked = choice.question
                self._record.journal.append(Asked(str(wording(self._showing.situation())), tuple(map(str, asked))))

        action, source = await self._wait_for(choice, note)
        if choice.question:
            self._record.journal.append(Answered(str(action)))
            self._sight.stand(choice.outcomes[action])
        elif choice.ask.missing and action in choice.outcomes and source is not Source.HANDS:
            there = choice.outcomes[action]
            self._sight.contradict(there[choice.ask.missing], choice.ask.missing, there)
        return action, source

    async def until(self, ask: Ask, take: Callable[[Answer], T | None]) -> T:
        """Ask until an answer counts. Pieces that have gone astray are put back first."""
        return await self._wait_for(Awaited(ask, take))

    async def during(self, ask: Ask, doing: Awaitable[T]) -> T:
        """Show this until the table has done something; what hands do meanwhile is noticed."""
        task = asyncio.ensure_future(doing)
        task.add_done_callback(lambda _: self._inbox.put_nowait(Finished()))
        try:
            await self._wait_for(Awaited(ask, lambda _: task.done() or None))
            return task.result()
        finally:
            task.cancel()

    async def rest(self) -> None:
        """Until somebody says that the game goes on, and all stands where lamps show it. Nobody looks meanwhile."""
        with self._sight.averted():
            await self.until(Paused(), lambda answer: answer in (Press("b"), Pause()) or None)
            self._record.go_on()
            self._record.doubt(())  # so people have said

    async def move(self) -> None:
        """Have the board made to look as the game has it."""
        pieces, there = self._sight.belief.pieces, self._record.state.placement()
        if any(self._sight.here.get(piece) != there.get(piece) for piece in pieces):
            await self._wait_for(Moving(there))

    async def _wait_for(self, question: Question[T], note: Callable[[], None] = lambda: None) -> T:
        """The one loop. Raises TakenBack, Corrected, SeatChanged."""
        self._turn_to(question)
        while True:
            verdict = self._mending.verdict()
            if isinstance(verdict, Settled) and not self._showing.is_unread:
                if not verdict.unsure or await self._is_meant(verdict.key):
                    return self._settle(question, verdict.key)
                self._turn_to(question)
                continue
            self._mending.show(question, verdict)
            self._write_down_doubts(verdict)
            note()
            answer = await self._hearing.next()
            if isinstance(answer, TakeBack | Pause) and not isinstance(question.ask, Unbroken):
                await (self._take_back() if isinstance(answer, TakeBack) else self._pause())
                self._turn_to(question)
                continue
            if isinstance(answer, Reseated):
                if isinstance(question.ask, Choose | Roll):
                    raise SeatChanged
                continue
            if isinstance(answer, PlaceChanged) and (hasty := self._mending.hasty(answer)):
                self._hearing.put_back(answer)
                await self._showing.read()  # the game may be over now
                return self._settle(question, hasty.key)
            taken = self._take(question, verdict, answer)
            if taken is not None:
                if verdict == Nothing(at_rest=True):
                    self._sight.go_on()
                return taken

    def _turn_to(self, question: Question[T]) -> None:
        """Begin with a question, or go on with it."""
        self._sight.expect(question)
        if self._sight.shall_look:
            self._sight.look()
            self._mending.forget()
        question.rest(self._sight.left_to_do)

    def _settle(self, question: Question[T], key: Key) -> T:
        self._sight.settle(key)
        match key:
            case ("instead", Action() as action):
                raise Corrected(action)
            case ("back", _):
                raise TakenBack(self._way_back(key))
        return question.settled(key)

    # What people say.

    async def _take_back(self) -> None:
        """Raises TakenBack, unless there is nothing to take back, or others do not agree."""
        decision = self._record.last_decision
        if decision is not None and await self._all_agree(decision):
            raise TakenBack(decision)

    async def _all_agree(self, decision: ActionRecord) -> bool:
        """Whether nothing was revealed since, or everybody else agrees. Computers always do."""
        revealed, seat = self._record.revealed_since(decision), decision.before.turn
        if not revealed or not self._seating.people - {seat}:
            return True

        def agreed(answer: Answer) -> bool | None:
            return answer == Press("b") if isinstance(answer, Press) else None

        return await self.until(Consent(seat, _sentences((decision, *revealed))), agreed)

    async def _is_meant(self, key: Key) -> bool:
        """Whether hands that have put something back want to take that decision back. Meanwhile all stands so."""
        sight = self._sight
        here, sight.here = sight.here, sight.belief.expected.takebacks[key]
        decision = self._way_back(key)
        ask = Consent(None, _sentences((decision, *self._record.revealed_since(decision))))
        meant = await self._wait_for(PuttingBack(ask, here))
        if not meant:
            sight.here = here
            sight.refused.add(key)
        return meant

    def _way_back(self, key: Key) -> ActionRecord:
        """The decision that hands take back by this."""
        return next(way for way in self._record.undoable if ("back", way.entry) == key)

    async def _pause(self) -> None:
        self._record.pause()
        await self.rest()

    def _take(self, question: Question[T], verdict: Verdict, answer: Answer | None) -> T | None:
        """What is decided by an answer, if it decides anything."""
        match answer:
            case None:
                return None
            case PlaceChanged() | Missed():
                self._mending.feel(answer, verdict)
            case Press(button) if self._mending.hear(button, question, verdict):
                return None
        shown = isinstance(verdict, Nothing | Which) or isinstance(answer, PlaceChanged | Missed | Finished)
        return question.take(answer) if shown else None

    # What is shown.

    def show(self, ask: Ask | None) -> None:
        """Show everyone what is waited for."""
        self._showing.show(ask)

    def _write_down_doubts(self, verdict: Verdict) -> None:
        """They outlive this process."""
        if verdict == Nothing(at_rest=True) and self._sight.has_looked:
            self._record.doubt(doubt.exchange for doubt in self._showing.shown_doubts)


def _sentences(records: Iterable[ActionRecord]) -> tuple[Say, ...]:
    return tuple(said for record in records for said in record.sentences)
