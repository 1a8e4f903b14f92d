"""What is waited for: one thing is asked at a time, everyone is shown it, and the first fitting answer counts.

Everything that can be an answer comes through one inbox, from the table's contacts and from observers, in the order in
which it happened. One loop serves all that is ever waited for; what hands do meanwhile the table's belief says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from mouseboard.referee.choice import Choice, Decided
from mouseboard.referee.hearing import Hearing
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
    Mend,
    Pause,
    Paused,
    Reseated,
    Roll,
    Situation,
    Suspect,
    TakeBack,
    Watch,
    wording,
)
from mouseboard.rules import Action
from mouseboard.say import Say
from mouseboard.store import ActionRecord, Answered, Asked, Source
from mouseboard.table import (
    Amiss,
    Doubt,
    GameTable,
    Missed,
    Nothing,
    PlaceChanged,
    Placement,
    Press,
    Settled,
    Suspicion,
    Which,
    judge,
)
from mouseboard.table.expectation import Key
from mouseboard.table.steps import Step, together
from mouseboard.table.verdict import (
    SURE_LATE,
    SURE_SOON,
    Verdict,
    put_right,
    review,
    suspect,
)

QUICKEST = 1.0
"""Seconds that it takes at least to make a move, once it is asked for, and to press a button."""

AT_IT = 2.0
"""Seconds without a change, or since it was asked for, in which a move is still being made, whatever is pressed."""

FUTILE = 8
"""Changes after which words that hands have not been able to follow are replaced by where everything shall stand."""

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
        self._attempts = 0
        """Changes felt since something is to be mended."""
        self._insisted: Amiss | Suspicion | None = None
        self._showing = Showing(table, record, self._sight, show)
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
            verdict = self._verdict()
            if isinstance(verdict, Settled) and not self._showing.is_unread:
                if not verdict.unsure or await self._is_meant(verdict.key):
                    return self._settle(question, verdict.key)
                self._turn_to(question)
                continue
            self.show(self._to_ask(question, verdict))
            self._tell()
            self._write_down_doubts(verdict)
            note()
            answer = await self._hearing.next()
            if isinstance(answer, TakeBack | Pause) and not isinstance(question.ask, Watch | Consent | Paused):
                await (self._take_back() if isinstance(answer, TakeBack) else self._pause())
                self._turn_to(question)
                continue
            if isinstance(answer, Reseated):
                if isinstance(question.ask, Choose | Roll):
                    raise SeatChanged
                continue
            if isinstance(answer, PlaceChanged) and (hasty := self._sight.hasty(answer)):
                self._hearing.put_back(answer)
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
            self._insisted = None
        question.rest(self._sight.left_to_do)

    def _settle(self, question: Question[T], key: Key) -> T:
        self._sight.settle(key)
        match key:
            case ("instead", Action() as action):
                raise Corrected(action)
            case ("back", _):
                raise TakenBack(self._way_back(key))
        return question.settled(key)

    # What hands did.

    def _verdict(self) -> Verdict:
        if not self._sight.follows:
            return Nothing(at_rest=True)
        insist = isinstance(self._ask, Mend | Suspect)
        return self._insisted or judge(self._sight.belief, self._sight.quiet, insist)

    def _feel(self, change: PlaceChanged) -> None:
        if self._sight.has_looked:
            untouched = self._sight.changed_at < self._showing.asked_at
            self._sight.feel(change, _wanted_on(self._ask, change.place) if untouched else None)
            self._has_changed()

    def _has_changed(self) -> None:
        self._attempts = self._attempts + 1 if isinstance(self._ask, Mend) else 0
        if isinstance(self._insisted, Suspicion):
            self._insisted = None

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
            sight.here, sight.refused = here, key
        return meant

    def _way_back(self, key: Key) -> ActionRecord:
        """The decision that hands take back by this."""
        return next(way for way in self._record.undoable if ("back", way.entry) == key)

    async def _pause(self) -> None:
        self._record.pause()
        await self.rest()

    def _take(self, question: Question[T], verdict: Verdict, answer: Answer | None) -> T | None:
        """What is decided by an answer, if it decides anything."""
        match answer, verdict:
            case PlaceChanged(), _:
                if verdict == Nothing(at_rest=True):
                    self._sight.belief.tell({})  # that has been done
                    if self._sight.quiet >= SURE_LATE:
                        self._sight.belief.rest()
                self._feel(answer)
            case Missed(occupancy), _:
                self._sight.catch_up(occupancy)
                self._has_changed()
            case Press(button), Suspicion():
                self._answer_suspicion(button, verdict)
                return None
            case Press("b"), Amiss():
                self._believe(verdict)
                return None
            case Press("a"), Nothing(at_rest=True) if (doubts := self._doubts()) and not _points(question.ask):
                self._insisted = put_right(self._sight.belief, doubts)
                return None
            case Press("b"), Nothing(at_rest=True) if isinstance(question, Choice) and self._is_doubt_all(question):
                self._sight.stand(self._sight.here)
                return None
            case Press("b"), _ if isinstance(question, Moving):
                self._hear_that_it_is_done(question.placement)
                return None
            case Press(), Nothing(at_rest=False) if isinstance(question, Awaited):
                return None
        shown = isinstance(verdict, Nothing | Which) or isinstance(answer, PlaceChanged | Missed | Finished)
        return question.take(answer) if shown and answer is not None else None

    def _is_doubt_all(self, choice: Choice) -> bool:
        """Whether button B can mean nothing but that there is no reason for doubt."""
        return bool(self._doubts()) and not _points(choice.ask) and len(choice.ask.actions) > 1

    def _believe(self, amiss: Amiss) -> None:
        """Somebody says that everything stands so. What contacts contradict is asked about, or told piece by piece."""
        belief = self._sight.belief
        if belief.occupancy(amiss.placement) == belief.occupied:
            self._insisted = None
            self._sight.stand(amiss.placement)
        elif amiss.confirm or not self._is_at_it:
            self._insisted = suspect(belief, amiss.placement) or review(belief, amiss.placement)

    def _hear_that_it_is_done(self, placement: Placement) -> None:
        """Somebody says that a move has been made. While hands are still at it, contacts will tell."""
        belief, asked_for = self._sight.belief, self._now() - self._showing.asked_at
        if belief.occupancy(placement) == belief.occupied:
            if asked_for >= QUICKEST:
                self._sight.stand(placement)
        elif not self._is_at_it:
            self._insisted = suspect(belief, placement)

    def _answer_suspicion(self, button: str, suspicion: Suspicion) -> None:
        self._insisted = None
        if button == "b":
            self._sight.contradict(suspicion.place, suspicion.piece, suspicion.placement)
        elif suspicion.place in self._sight.belief.vouched:  # said again: what is known is where each shall stand only
            self._insisted = review(self._sight.belief, suspicion.placement)
        else:
            self._sight.vouch(suspicion.place)

    # What is shown.

    def show(self, ask: Ask | None) -> None:
        """Show everyone what is waited for."""
        self._showing.show(ask)

    def _tell(self) -> None:
        """Hands will do what they are asked to mend."""
        if isinstance(self._ask, Mend):
            self._sight.belief.tell(_told(self._ask))

    def _write_down_doubts(self, verdict: Verdict) -> None:
        """They outlive this process."""
        if verdict == Nothing(at_rest=True) and self._sight.has_looked:
            self._record.doubt(doubt.exchange for doubt in self._doubts())

    def _to_ask(self, question: Question[T], verdict: Verdict) -> Ask:
        asked = self._asking(question, verdict)
        return self._ask if self._showing.is_unread and self._ask is not None else asked

    def _asking(self, question: Question[T], verdict: Verdict) -> Ask:
        match verdict:
            case Nothing(at_rest=True):
                question.rest(self._sight.left_to_do)
            case Nothing() if isinstance(self._ask, Mend | Suspect) and self._is_being_mended(self._ask):
                return self._ask
            case Which(keys, missing):
                question.which(keys, missing)
            case Amiss(_, placement, False) if self._attempts >= FUTILE:
                self._attempts, self._insisted = 0, review(self._sight.belief, placement)
                return Mend(self._insisted.steps, self._insisted.confirm)
            case Amiss(steps, _, True) if verdict is not self._insisted and (asked := self._still_asked(steps)):
                return asked
            case Amiss(steps, _, confirm):
                return Mend(steps, confirm)
            case Suspicion(place, piece, _, moved):
                return Suspect(place, piece, moved)
        return question.ask

    def _still_asked(self, steps: Sequence[Step]) -> Mend | None:
        """What people have been told to do and say, if these steps are among it, as long as nothing has changed.

        What hands are told changes what is expected of them, so that words might alternate.
        """
        asked, asked_at = self._ask, self._showing.asked_at
        if not isinstance(asked, Mend) or not asked.confirm or self._sight.changed_at >= asked_at:
            return None
        said = {(step.piece, step.target) for step in asked.steps}
        return asked if said.issuperset((step.piece, step.target) for step in steps) else None

    def _is_being_mended(self, asked: Mend | Suspect) -> bool:
        """Whether hands are about it: then the words stay until they have done it, or said so."""
        return (isinstance(asked, Mend) and asked.confirm) or self._sight.quiet < SURE_SOON

    @property
    def _ask(self) -> Ask | None:
        """What is asked, as everybody sees it."""
        return self._showing.ask

    def _doubts(self) -> tuple[Doubt, ...]:
        return self._showing.doubts()

    @property
    def _is_at_it(self) -> bool:
        """Whether hands are just doing what is asked: contacts will tell, whatever is pressed."""
        return self._now() - max(self._sight.changed_at, self._showing.asked_at) < AT_IT

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _sentences(records: Iterable[ActionRecord]) -> tuple[Say, ...]:
    return tuple(said for record in records for said in record.sentences)


def _told(ask: Mend) -> Placement:
    """Where hands are told to put pieces that have gone astray."""
    said = ask.steps if ask.confirm else together(ask.steps)[0]
    return {step.piece: step.target for step in said if step.target is not None}


def _wanted_on(ask: Ask | None, place: str) -> str | None:
    """The piece that is felt nowhere and has to be put there."""
    match ask:
        case Choose(missing=str(piece)):
            return piece
        case Mend(steps):
            return next((step.piece for step in steps if step.source is None and step.target == place), None)
    return None


def _points(ask: Ask) -> bool:
    """Whether an option is pointed at, which is what the buttons are for then."""
    return isinstance(ask, Choose) and ask.pointed is not None
