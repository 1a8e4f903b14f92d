"""Runs one game: asks the rules what is next, the players what they want, the table what happened.

One loop, one action at a time: decide it, write it down, play it, have the board made to match.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from functools import partial
from random import Random

from mouseboard.referee.chance import stream
from mouseboard.referee.choice import Decided
from mouseboard.referee.dialogue import Corrected, Dialogue, SeatChanged, TakenBack
from mouseboard.referee.record import Record, is_trap
from mouseboard.referee.seating import Observer, Seating
from mouseboard.referee.situation import Answer, Chosen, Do, Inbox, Roll, Trouble, Watch
from mouseboard.referee.sounds import ROLLED, WON, YOUR_TURN
from mouseboard.rules import CHANCE, Action, Device, HandTask, State
from mouseboard.rules.chance import draw
from mouseboard.say import one_after_another, say
from mouseboard.store import ActionRecord, Answered, Asked, Crank, Cranked, Done, Exchange, Source, Writer
from mouseboard.table import GameTable, Press
from mouseboard.table.trouble import cause_of

CELEBRATION = 3.0
"""Seconds in which the winner's mouse is lit before the host leaves."""

NOT_RUN = "The trap did not run: {cause}. Mend it and press B to run it again; or say what you saw. {question}"

AGAIN = "again"
"""The answer to trouble with the trap that has it turned again."""


class Referee:
    """A match being played. `run` plays it to its end; people answer by `inbox`, the observer is shown everything.

    Where a match is resumed, `history` is what was played before, `taken_back` what was taken back at last, `done` what
    hands have done of the last action's tasks, and `crank` a turn of the crank whose outcome was not played; with
    `paused` it rests. The pieces of each of the `exchanges` may have changed places.
    """

    def __init__(
        self,
        start: State,
        table: GameTable,
        journal: Writer,
        seed: int,
        seating: Seating,
        observer: Observer,
        inbox: Inbox,
        *,
        history: Sequence[ActionRecord] = (),
        taken_back: Sequence[ActionRecord] = (),
        done: Collection[str] = (),
        paused: bool = False,
        crank: Crank | Cranked | None = None,
        exchanges: Sequence[Exchange] = (),
    ) -> None:
        self.table = table
        self.journal = journal
        self.record = Record(start, journal, history, exchanges)
        self.seed = seed
        self.seating = seating
        self._inbox = inbox
        self._dialogue = Dialogue(table, self.record, observer.show, inbox, seating)
        self._on_played = observer.on_played
        self._taken_back = taken_back
        self._done = done
        self._paused = paused
        self._crank_begun = crank
        self._open: list[HandTask] = []  # what hands have still to do for the last action
        self._undoing: list[HandTask] = []  # what they did for actions that were taken back
        self._called: int | None = None  # the seat whose turn was signalled last

    @property
    def state(self) -> State:
        return self.record.state

    async def run(self) -> State:
        """Play to the end. Begins by having every mouse put where it belongs."""
        self.table.notify(self._inbox.put_nowait)
        await self._unless_reconsidered(self._restore)
        while self.state.actor is not None:
            await self._unless_reconsidered(self._play_on)
        self._dialogue.show(None)
        self.table.sound(WON)
        await asyncio.sleep(CELEBRATION)
        return self.state

    async def _unless_reconsidered(self, do: Callable[[], Awaitable[None]]) -> None:
        """What was decided before may be decided otherwise, or taken back, whatever is going on."""
        try:
            await do()
        except TakenBack as taken_back:
            undone = self.record.take_back(taken_back.decision)
            await self._unless_reconsidered(partial(self._undo, undone))
        except SeatChanged:
            pass  # whoever decides now is asked next
        except Corrected as corrected:
            record = self.record.correct(corrected.action)
            self._on_played(record)
            await self._unless_reconsidered(partial(self._follow, record))

    # One action.

    async def _play_on(self) -> None:
        action, source = await self._decide()
        record = self.record.play(action, source)
        self._on_played(record)
        if source is Source.ROLLED:
            self.table.sound(ROLLED)
        await self._follow(record)

    async def _decide(self) -> Decided:
        """The next action and who decided it."""
        state = self.state
        if state.actor == CHANCE:
            return await (self._crank() if state.device is Device.TRAP else self._roll())
        seat = state.actor
        assert seat is not None
        player = self.seating.players[seat]
        if player is None:
            return await self._choose(seat)
        self._dialogue.show(None)
        return await self.seating.think(player, state, self._stream(f"seat{seat}")), Source.COMPUTER

    async def _follow(self, record: ActionRecord, done: Collection[str] = ()) -> None:
        """Have hands do what an action means on the table: free the mice from the cage, move them, then the rest."""
        tasks = [task for task in record.hand_tasks if str(task.say) not in done]
        self._open = sorted(tasks, key=lambda task: not task.until_cage_up)
        while self._open and self._open[0].until_cage_up:
            await self._do_next()
        await self._dialogue.move()
        while self._open:
            await self._do_next()

    async def _do_next(self) -> None:
        await self._do(self._open[0])
        self.journal.append(Done(str(self._open.pop(0).say)))

    async def _undo(self, records: Iterable[ActionRecord]) -> None:
        """Have hands undo what they did for these, which were taken back: what sensors see, and what they do not.

        The trap is set again, whether or not that was done before: one that was not may hold mice.
        """
        done = [record for record in records if not is_trap(record)]
        self._undoing = [
            task for record in done for task in record.hand_tasks if task not in self._open
        ] + self._undoing
        self._open = []
        for record in records:
            if is_trap(record):
                for task in record.hand_tasks:
                    await self._do(task)
        await self._dialogue.move()
        if self._undoing:
            await self._do(_undoing(self._undoing))
            self._undoing = []

    async def _restore(self) -> None:
        """Have the board made right from any position, and unfinished hand tasks done, at the start and later.

        What people did meanwhile counts like everything they do.
        """
        history, taken_back = self.record.history, self._taken_back
        if not history and not taken_back:
            await self._prepare()
        self._dialogue.begin(taken_back)
        if self._paused:
            await self._dialogue.rest()
        if taken_back:
            await self._undo(taken_back)
        elif history:
            await self._follow(history[-1], self._done)
        else:
            await self._dialogue.move()

    async def _prepare(self) -> None:
        """Have hands make ready what the game needs before its first move."""
        task = self.state.game.preparation()
        if task is not None:
            await self._do(task)

    # Who decides.

    async def _choose(self, seat: int) -> Decided:
        """A person's choice."""
        self._call(seat)
        return await self._dialogue.choose(seat)

    async def _roll(self) -> Decided:
        """A die, a lot, a card: drawn here, at once or at the press of a button, unless a person says what it shows."""
        state = self.state
        outcomes = state.actions()
        drawn = draw(state.odds(), self._stream("chance"))
        if len(outcomes) == 1 or state.device is Device.HIDDEN or state.turn not in self.seating.rollers:
            return drawn, Source.DRAWN

        def rolled(answer: Answer) -> Decided | None:
            if isinstance(answer, Chosen) and answer.action in outcomes:
                return answer.action, Source.TYPED
            return (drawn, Source.ROLLED) if answer == Press("b") else None

        self._call(state.turn)
        return await self._dialogue.until(Roll(state.turn, outcomes), rolled)

    async def _crank(self) -> Decided:
        """The trap decides. Its crank is turned once, even if this process dies: the number is written down first."""
        while True:
            status = await self._dialogue.during(Watch(), self._turn_crank())
            caught = next((action for action in self.state.actions() if action.verb == status), None)
            if caught is not None:
                return caught, Source.TRAP
            outcome = await self._ask_about_trap(status)
            if outcome is not None:
                return outcome, Source.TYPED

    async def _turn_crank(self) -> str:
        """One turn, or what became of one begun before this process died: then the table is asked, not turned again."""
        profile, begun, self._crank_begun = self.state.game.trap_profile, self._crank_begun, None
        match begun:
            case Cranked(_, result):
                return result
            case Crank(crank):
                status = await self.table.cranked(crank, profile)
            case None:
                crank = self.journal.begin_crank(profile)
                status = await self.table.crank(crank, profile)
        self.journal.append(Cranked(crank, status))
        return status

    async def _ask_about_trap(self, status: str) -> Action | None:
        """The crank reported a fault. None to turn it again, or what a person saw the trap do."""
        outcomes = self.state.actions()
        remedy = say(NOT_RUN, cause=cause_of(status), question=self.state.prompt())

        def reported(answer: Answer) -> tuple[Action | None] | None:
            if isinstance(answer, Chosen) and answer.action in outcomes:
                return (answer.action,)
            return (None,) if answer == Press("b") else None

        self.journal.append(Asked(str(remedy), (*map(str, outcomes), AGAIN)))
        (outcome,) = await self._dialogue.until(Trouble(remedy), reported)
        self.journal.append(Answered(AGAIN if outcome is None else str(outcome)))
        return outcome

    async def _do(self, task: HandTask) -> None:
        """A task for hands, done when a button says so - and the cage agrees."""

        def done(answer: Answer) -> bool | None:
            return (answer == Press("b") and not (task.until_cage_up and self.table.cage_down)) or None

        await self._dialogue.until(Do(task), done)

    def _call(self, seat: int | None) -> None:
        """Signal a seat that it is its turn now."""
        if seat != self._called:
            self._called = seat
            self.table.sound(YOUR_TURN)

    def _stream(self, name: str) -> Random:
        return stream(self.seed, name, len(self.record.history))


def _undoing(tasks: Sequence[HandTask]) -> HandTask:
    """To undo all these, the last first."""
    undone = one_after_another([task.say for task in reversed(tasks)])
    places = tuple(dict.fromkeys(place for task in tasks for place in task.places))
    return HandTask(say("Undo by hand what was done of this: {undone}", undone=undone), places)
