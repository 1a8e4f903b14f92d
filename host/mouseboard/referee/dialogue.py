"""Ask one question at a time, show it to everyone, and take the first answer that fits. No clock in here.

One loop, `_ask`, serves all questions. It gets events and answers one by one, in their order. `tracker.py` tracks the
pieces meanwhile. If the board is wrong, `mending.py` asks about that first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from math import inf
from typing import TypeVar

from msgspec.structs import replace

from mouseboard.referee.buttons import Buttons
from mouseboard.referee.choice import Choice, Decided, action_of
from mouseboard.referee.lines import Line
from mouseboard.referee.mending import Mending
from mouseboard.referee.questions import (
    REST_S,
    Agreement,
    Awaited,
    Ended,
    Felt,
    Moving,
    PutBack,
    Question,
    Resting,
    YesOrNo,
)
from mouseboard.referee.record import Record, is_decision, moved
from mouseboard.referee.seating import Seating
from mouseboard.referee.showing import Showing
from mouseboard.referee.situation import (
    Agreed,
    Answer,
    Ask,
    Choose,
    Chosen,
    Consent,
    Finished,
    Pause,
    Paused,
    Pressed,
    Reseated,
    Roll,
    Situation,
    Stop,
    Suspect,
    TakeBack,
    Unbroken,
    Watch,
    wording,
)
from mouseboard.referee.sounds import WRONG
from mouseboard.referee.surface import Surface
from mouseboard.referee.tracker import Tracker
from mouseboard.rules import Action
from mouseboard.say import Say, say
from mouseboard.store import ActionRecord, Answered, Asked, Source
from mouseboard.table import (
    Amiss,
    AtRest,
    Missed,
    PlaceChanged,
    Placement,
    Press,
    Released,
    Settled,
    Silence,
    Suspicion,
    UnderWay,
    Unnamed,
    Unstoppable,
    Verdict,
    Which,
)
from mouseboard.table.expectation import Key
from mouseboard.table.timeouts import CARRIED

CHEERS_S = 3.0
"""Seconds after the end during which a press of B still means the winning move."""

UNSTOPPABLE = say("Press the emergency stop! This firmware is too old to stop the trap: run `mouseboard table flash`.")
"""Told when people stop the trap of a table whose firmware cannot."""

STOPS = Amiss | Suspicion | Unnamed | Which
"""Verdicts that stop play: something is asked besides the next move."""

T = TypeVar("T")

Waiting = Generator[None, Answer | None, T]
"""A task that takes time. Each `yield` receives the next answer, or None if only time has passed."""


class TakenBack(Exception):
    """A player takes this decision back, with everything after it."""

    def __init__(self, decision: ActionRecord, by_hand: bool) -> None:
        self.decision = decision
        self.by_hand = by_hand
        """Whether hands have done so. Otherwise they may still be busy with what is taken back."""


class Corrected(Exception):
    """A player has replaced the last move by another one."""

    def __init__(self, action: Action) -> None:
        self.action = action


class SeatChanged(Exception):
    """The question may now be for another player."""


class Dialogue:
    """Stands between referee and people. Set `now`, in seconds, before sending it an answer."""

    def __init__(self, table: Surface, record: Record, seating: Seating) -> None:
        self.now = 0.0
        self.over = False
        """Whether the game is over. It goes on if people take something back."""
        self._table = table
        self._record = record
        self._seating = seating
        self._tracker = Tracker(table, record)
        self._showing = Showing(record, self._tracker, table)
        self._mending = Mending(self._tracker, self._showing)
        self._buttons = Buttons()
        self._unread: deque[Answer] = deque()
        self._tracker_due = inf
        self._feels = False

    def begin(self, taken_back: Sequence[ActionRecord] = ()) -> None:
        """Track the table from now on. Pieces are expected as recorded, or as before the last move.

        After a takeback the last move is the one back to the recorded placement. A move that hands decided is on the
        board already.
        """
        history = self._record.history
        after = self._record.state.placement() if history or taken_back else {}
        before: Placement | None = None
        if taken_back:
            before = taken_back[-1].after.placement()
        elif history and history[-1].source is not Source.HANDS:
            before = history[-1].before.placement()
        self._tracker.begin(after, before)

    # Answers

    @property
    def due(self) -> float:
        """When the referee wants to be called, even if nothing happens."""
        return min(self._tracker_due, self._showing.due(self.now), self._buttons.due, self._mending.due)

    def heard(self, event: Answer | None) -> Iterator[Answer | None]:
        """Yield what an event means. A press counts on release, and only if its question could be read.

        On a page it counts only for the question that the page showed.
        """
        match event:
            case Pressed(asked=asked) | Agreed(asked=asked) if asked not in (None, self._showing.asked):
                event = None
            case Press(button) | Pressed(button):
                self._buttons.press(button, self.now)
        meant = self._buttons.meant(self._table.closed_direct, self.now, self._table.connected)
        is_press = isinstance(event, Press | Pressed | Released)
        if isinstance(meant, Press) and not self._showing.take_press(self._buttons.pressed_at):
            meant = None
        if meant is None or self._table.fault:
            yield None if is_press else event
        else:
            yield meant
            if event is not None and not is_press:
                yield event

    # Questions

    def choose(self, seat: int) -> Waiting[Decided]:
        """Wait until hands or an answer decide. Question and answer are journaled if the contacts cannot tell."""
        state = self._record.state
        choice = Choice(seat, state, self._tracker.belief.occupancy(self._tracker.here))
        asked: tuple[Action, ...] = ()

        def note() -> None:
            nonlocal asked
            if choice.question and choice.question != asked:
                asked = choice.question
                shown = replace(self.situation, ask=choice.ask, connected=True, fault=None)
                self._record.journal.append(Asked(str(wording(shown)), tuple(map(str, asked))))

        action, source = yield from self._ask(choice, note)
        there, belief = choice.shown(action), self._tracker.belief
        if choice.question:
            self._record.journal.append(Answered(str(action)))
        if there and (choice.question or (choice.ask.missing and belief.occupancy(there) == belief.occupied)):
            self._tracker.stand(there, self.now)
        elif there and (piece := choice.ask.missing) and source is not Source.HANDS:
            place = there[piece]
            if not self._table.connected or (yield from self._is_unfelt(piece, there)):
                self._tracker.contradict(place, piece, there, self.now)
        return action, source

    def _is_unfelt(self, piece: str, there: Placement) -> Waiting[bool]:
        """Give the contact time to show a piece; if it does not, ask people whether the piece is there."""
        assert self._showing.ask
        felt = yield from self._ask(Felt(self._showing.ask, there))
        self._feels = False
        return not felt and (yield from self._ask(YesOrNo(Suspect(there[piece], piece), there)))

    def until(self, ask: Ask, take: Callable[[Answer], T | None]) -> Waiting[T]:
        """Ask until an answer counts. Stray pieces must be put back first."""
        return (yield from self._ask(Awaited(ask, take)))

    def finished(self) -> Waiting[Action | str]:
        """Wait for a job to finish. Keep for later what happens meanwhile, except answers to earlier questions."""
        self._tracker_due = inf
        while not isinstance(answer := (yield), Finished):
            if answer is not None and not isinstance(answer, Press | Chosen | Agreed):
                self._unread.append(answer)
        return answer.result

    def rest(self) -> Waiting[None]:
        """Pause until somebody says that the game goes on. Nothing is tracked meanwhile."""
        with self._tracker.averted():
            yield from self.until(Paused(), lambda answer: answer in (Press("b"), Pause()) or None)
            self._record.go_on()

    def move(self) -> Waiting[None]:
        """Have people move the pieces to where the game has them."""
        if not self._is_in_place:
            yield from self._ask(Moving(self._record.state.placement()))

    def put_back(self, taken_back: Iterable[ActionRecord]) -> Waiting[None]:
        """Wait until hands have put back what they had lifted before a takeback, unless pieces must be moved anyway."""
        if self._is_in_place:
            self._tracker.restart(self.now)
            yield from self._ask(PutBack(CARRIED if any(map(_brings, taken_back)) else REST_S))

    @property
    def _is_in_place(self) -> bool:
        """Whether every piece was where the game has it before hands began anything."""
        pieces, here, there = self._tracker.belief.pieces, self._tracker.here, self._record.state.placement()
        return all(here.get(piece) == there.get(piece) for piece in pieces)

    def let_rest(self) -> Waiting[None]:
        """Wait until a move by hand has rested, so that its player may still move on."""
        if last := self._record.correctable:
            there = last.after.placement()
            yield from self._ask(Resting({there[piece] for piece in moved(last) if piece in there}))

    def end(self, again: Callable[[], None]) -> Waiting[None]:
        """Say that the game is over, until people reconsider. Call `again` when they press B for another game."""
        self.over, since = True, self.now
        try:
            while True:
                yield from self._ask(Ended())
                if self._buttons.pressed_at >= since + CHEERS_S:
                    again()
        finally:
            self.over = False

    def _ask(self, question: Question[T], note: Callable[[], None] = lambda: None) -> Waiting[T]:
        """Ask until the question is answered: the one loop for all. Raises TakenBack, Corrected, SeatChanged."""
        self._turn_to(question)
        while True:
            silence = self._tracker.silence(self.now)
            verdict = self._mending.verdict(silence)
            if not question.mends and not isinstance(verdict, Settled):
                verdict = AtRest()
            if self._mending.insist(question, verdict, self.now):
                continue
            if isinstance(verdict, Settled) and not self._showing.is_unread(self.now):
                if not verdict.unsure or (yield from self._is_meant(verdict.key)):
                    return self._settle(question, verdict.key)
                self._resume(question)
                continue
            if verdict == AtRest() and (passed := question.passed(silence)) is not None:
                return passed
            if isinstance(verdict, STOPS) and (line := self._line(question, self._tracker.only_line)):
                return self._settle_line(question, line)
            self._show(question, verdict, silence)
            note()
            answer = self._unread.popleft() if self._unread else (yield)
            match answer:
                case Chosen(at=int(at)) if at != len(self._record.history):
                    pass  # people answered what is over
                case TakeBack() if not isinstance(question.ask, Unbroken):
                    yield from self._take_back(answer)
                    self._resume(question)
                case Pause() if not isinstance(question.ask, Unbroken) and not self.over:
                    yield from self._pause()
                    self._resume(question)
                case Stop() if isinstance(question.ask, Watch):
                    self._table.stop_trap()
                case Unstoppable():
                    self._record.note_once(UNSTOPPABLE)
                case Reseated() if isinstance(question.ask, Choose | Roll):
                    raise SeatChanged
                case PlaceChanged() if not self._mending.demands and (done := self._tracker.done_before(answer)):
                    yield from self._read()  # the game may be over now
                    self._unread.appendleft(answer)
                    return self._settle(question, done.key)
                case PlaceChanged() if verdict == AtRest() and (next_one := question.overtaken(answer)):
                    self._unread.appendleft(answer)
                    return next_one
                case PlaceChanged() | Missed():
                    if self._mending.feel(answer, verdict, self.now):
                        question.feel(self._tracker.belief.occupied)
                    if line := self._line(question, self._tracker.line_with_reply):
                        return self._settle_line(question, line)
                case Press(button) if question.mends and self._mending.hear(button, question, verdict, self.now):
                    pass
                case None:
                    pass  # it is time to judge again
                case _ if isinstance(verdict, AtRest | UnderWay | Which) or isinstance(answer, Finished):
                    taken = question.take(answer)
                    if taken is not None:
                        if verdict == AtRest():
                            self._tracker.go_on()
                        return taken

    def _show(self, question: Question[T], verdict: Verdict, silence: Silence) -> None:
        """Show what people have to do now, and note when the verdict may be another."""
        if self._mending.show(question, verdict, silence, self.now):
            self._table.sound(WRONG)
        if verdict == AtRest() and self._tracker.is_tracking and question.mends:
            self._record.doubt(doubt.exchange for doubt in self._showing.exchanges)
        self._tracker_due = self._tracker.due(silence)

    def _turn_to(self, question: Question[T]) -> None:
        """Begin or resume a question."""
        self._feels = isinstance(question, Felt | PutBack)
        self._tracker.expect(question, self.now)
        self._tracker.start(self.now)
        self._mending.forget()
        self._mending.rest(question, self._tracker.silence(self.now))

    def _resume(self, question: Question[T]) -> None:
        """Resume a question after an interruption, which may have changed whom it is for. Raises SeatChanged."""
        if isinstance(question.ask, Choose | Roll):
            raise SeatChanged
        self._turn_to(question)

    def _read(self) -> Waiting[None]:
        """Wait until an instruction has been shown long enough to be read; keep events for later."""
        self._tracker_due = inf
        while self._showing.is_unread(self.now):
            answer = yield
            if answer is not None:
                self._unread.append(answer)

    def _settle(self, question: Question[T], key: Key) -> T:
        key = self._tracker.meant(key)
        self._tracker.settle(key)
        match key:
            case ("instead", shown):
                raise Corrected(action_of(shown))
            case ("back", _):
                raise TakenBack(self._way_back(key), by_hand=True)
        return question.settled(key)

    def _line(self, question: Question[T], find: Callable[[Collection[int]], Line | None]) -> Line | None:
        """Return the line that this finds, if hands alone may go on: people have said nothing else."""
        may_go_on = question.reconsiders and not self._mending.demands
        return find(self._seating.people) if may_go_on else None

    def _settle_line(self, question: Question[T], line: Line) -> T:
        """Settle the move of a line, and go on with what has changed since."""
        self._tracker.go_back_to(line)
        self._unread.extendleft(reversed(line.since))
        return self._settle(question, line.key)

    # Takebacks and pauses

    def _take_back(self, wish: TakeBack) -> Waiting[None]:
        """Raise TakenBack, unless there is no such decision or those whom it concerns refuse."""
        decision = self._record.decision(wish.entry)
        if decision is None:
            if wish.entry is None:
                self._record.note(say("There is nothing to take back."))
        elif (yield from self._all_agree(decision, decision.seat if wish.is_deciders else None)):
            raise TakenBack(decision, by_hand=False)

    def _all_agree(self, decision: ActionRecord, seat: int | None) -> Waiting[bool]:
        """Return whether it concerns nobody but the seat that wants it, or the others agree. Computers always agree."""
        since, others = self._record.concerning_others(decision), self._seating.people - {seat}
        of_others = [decision, *since] if decision.seat in others else since
        if not others or not (of_others or self._sharing_the_end(others)):
            return True
        undone, back = _sentences((decision, *since)), decision.before.placement()
        ask = Consent(seat, undone, back, self._concerned(others, of_others))
        agree = yield from self._ask(Agreement(ask, self._seating))
        if not agree:
            self._refuse(seat)
        return agree

    def _refuse(self, seat: int | None) -> None:
        """Tell the seat that has asked, and everybody, that nothing is taken back."""
        if seat is None:
            self._record.note(say("Nothing is taken back. Play on!"))
        else:
            mouse = self._record.state.game.mice[seat]
            self._record.note(say("{mouse}, nothing is taken back. Play on!", mouse=mouse), to=seat)

    def _concerned(self, people: set[int], undone: Iterable[ActionRecord]) -> tuple[int, ...]:
        """Return which of these people must agree: those who chose any of it or share the end, or without any all."""
        chose = people & {record.seat for record in undone if is_decision(record)}
        return tuple(sorted(chose | self._sharing_the_end(people) or people))

    def _sharing_the_end(self, people: set[int]) -> set[int]:
        """Return which of these people have won, or have a draw."""
        if not self.over:
            return set()
        return people.intersection(self._record.state.winners or people)

    def _is_meant(self, key: Key) -> Waiting[bool]:
        """Ask whether pieces that were put back mean a takeback. Until then they count as placed so."""
        tracker = self._tracker
        here, tracker.here = tracker.here, tracker.belief.expected.takebacks[key]
        decision = self._way_back(key)
        since = self._record.since(decision)
        concerned = self._concerned(self._seating.people, since)
        ask = Consent(None, _sentences(since), decision.before.placement(), concerned)
        meant = yield from self._ask(Agreement(ask, self._seating, otherwise=here))
        if not meant:
            tracker.here = here
            tracker.refused.add(key)
        return meant

    def _way_back(self, key: Key) -> ActionRecord:
        """Return the decision that this takes back."""
        return next(way for way in self._record.undoable if ("back", way.entry) == key)

    def _pause(self) -> Waiting[None]:
        self._record.pause()
        yield from self.rest()

    # Showing

    def show_nothing(self) -> None:
        """Show no question: a computer is thinking."""
        self._showing.show(None, self._tracker.silence(self.now), self.now)

    @property
    def situation(self) -> Situation:
        """Everything that a person may want to know."""
        table, record, belief = self._table, self._record, self._tracker.belief
        others = {piece: place for piece, place in record.state.placement().items() if piece not in belief.pieces}
        return Situation(
            record.state,
            self._showing.ask,
            table.occupied,
            others | belief.standing(belief.best),
            () if self.over else self._showing.doubts,
            None if self.over else self._showing.departure,
            belief.blind,
            self._tracker.trust.weak,
            table.connected,
            table.fault,
            record.told,
            tuple(record.history),
            record.last_decision,
            table.cage_down,
            table.sure,
            self.over,
            self._feels or self._mending.awaits,
            self._showing.asked,
        )


def _brings(record: ActionRecord) -> bool:
    """Return whether an action brings a piece from beside the board, so that no contact tells whether a hand has it."""
    return bool(record.after.placement().keys() - record.before.placement().keys())


def _sentences(records: Iterable[ActionRecord]) -> tuple[Say, ...]:
    return tuple(said for record in records for said in record.sentences)
