"""Runs one game: asks the rules what is next, the players what they want, the table what happened.

One action at a time: decide it, write it down, play it, have the board made to match. It neither waits nor reads a
clock: events and the time come in by `receive`, in `running.py` from a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from random import Random

import msgspec

from mouseboard.players import Player
from mouseboard.referee.chance import stream
from mouseboard.referee.choice import Decided
from mouseboard.referee.dialogue import Corrected, Dialogue, SeatChanged, TakenBack, Waiting
from mouseboard.referee.record import Record, is_trap
from mouseboard.referee.seating import Seating
from mouseboard.referee.situation import Answer, Chosen, Do, Finished, Roll, Situation, Trouble, Watch
from mouseboard.referee.sounds import ROLLED, WON, YOUR_TURN
from mouseboard.referee.surface import Surface
from mouseboard.rules import CHANCE, Action, Device, HandTask, State
from mouseboard.rules.chance import draw
from mouseboard.say import one_after_another, say
from mouseboard.store import ActionRecord, Answered, Asked, Cranked, Done, Replay, Source, Writer
from mouseboard.table import Press
from mouseboard.table.trouble import cause_of

NOT_RUN = "The trap did not go: {cause}. Mend it and try again. Or did it go? {question}"

AGAIN = "again"
"""The answer to trouble with the trap that has it turned again."""


class Think(msgspec.Struct, frozen=True):
    """A computer is to decide. What people do meanwhile waits."""

    player: Player
    state: State
    random: Random


class TurnCrank(msgspec.Struct, frozen=True):
    """The table is to turn its crank; `begun` where that may have happened before a crash."""

    crank: str
    profile: str
    begun: bool


class Breathe(msgspec.Struct, frozen=True):
    """Time is to pass, so that people can see what they did. What they do meanwhile waits."""

    seconds: float


SAVED_AGAIN = say("The saved games were gone. Now they are saved again.")

Job = Think | TurnCrank | Breathe
"""A task that takes time. It ends with `Finished`."""


class Referee:
    """A match being played: send what happens to `receive`, the first time None, and show everyone `situation`."""

    def __init__(
        self,
        played: Replay,
        journal: Writer,
        table: Surface,
        seating: Seating,
        on_played: Callable[[ActionRecord], None],
        on_again: Callable[[], None] = lambda: None,
    ) -> None:
        """`played` is the match so far; `on_played` is called with each action after it is journaled.

        `on_again` is called when people press B after the end, for another game.
        """
        self._played = played
        self._journal = journal
        self._table = table
        self._seating = seating
        self._on_played = on_played
        self._on_again = on_again
        self._record = Record(played, journal)
        self._dialogue = Dialogue(table, self._record, seating)
        self._flow = self._play()
        self._crank = played.crank
        self._open: list[HandTask] = []  # hand tasks of the last action that are not done yet
        self._resetting: list[HandTask] = []  # how to set the trap again after takebacks
        self._undoing: list[HandTask] = []  # hand tasks to undo after takebacks, the latest last
        self._called: int | None = None  # the seat whose turn was last signalled
        self._job: Job | None = None

    def receive(self, event: Answer | None, now: float) -> None:
        """Process an event at `now`, in seconds; None if only time has passed. Raises StoreError."""
        self._dialogue.now = max(now, self._dialogue.now)
        for answer in self._dialogue.heard(event):
            self._flow.send(answer)
        self._tell_of_journal()

    def rest(self) -> None:
        """Leave the journal in order while nothing happens. Raises StoreError."""
        self._journal.rest()
        self._tell_of_journal()

    def _tell_of_journal(self) -> None:
        """Tell people if the game had to be written into another file."""
        if self._journal.has_moved:
            self._journal.has_moved = False
            self._record.note(SAVED_AGAIN)

    @property
    def due(self) -> float:
        """When to call `receive` without an event, on the clock of its `now`; math.inf for never."""
        return self._dialogue.due

    @property
    def over(self) -> bool:
        """Whether the match is over. It goes on if people take something back."""
        return self._dialogue.over

    @property
    def situation(self) -> Situation:
        return self._dialogue.situation

    @property
    def state(self) -> State:
        return self._record.state

    def take_job(self) -> Job | None:
        """Return a job that was not taken yet, or None."""
        job, self._job = self._job, None
        return job

    # The match

    def _play(self) -> Waiting[None]:
        """Play on, after every mouse has been put where it belongs. The end lasts until people reconsider."""
        yield from self._unless_reconsidered(self._restore())
        while True:
            yield from self._unless_reconsidered(self._play_on())

    def _unless_reconsidered(self, doing: Waiting[None]) -> Waiting[None]:
        """Run `doing`, unless people replace the last move or take something back meanwhile."""
        try:
            yield from doing
        except TakenBack as taken_back:
            self._crank = None
            records = self._record.take_back(taken_back.decision)
            self._owe(records)
            yield from self._unless_reconsidered(self._undo([] if taken_back.by_hand else records))
        except SeatChanged:
            pass  # the loop asks the new player
        except Corrected as corrected:
            record = self._record.correct(corrected.action)
            self._on_played(record)
            yield from self._unless_reconsidered(self._follow(record))

    # One action

    def _play_on(self) -> Waiting[None]:
        yield from self._work_off()  # a correction may have interrupted it
        if self.state.actor is None:
            return (yield from self._end())
        action, source = yield from self._decide()
        record = self._record.play(action, source)
        self._on_played(record)
        if source is Source.ROLLED:
            self._table.sound(ROLLED)
        yield from self._follow(record)

    def _end(self) -> Waiting[None]:
        """Celebrate once the last move has rested, but not again after a restart."""
        if self._record.history[-1:] != list(self._played.history[-1:]):
            yield from self._dialogue.let_rest()
            self._table.sound(WON)
        yield from self._dialogue.end(self._on_again)

    def _decide(self) -> Waiting[Decided]:
        """Return the next action and how it became known."""
        state = self.state
        if not self._is_up_to_people:
            yield from self._dialogue.let_rest()
            yield from self._breathe()
        if state.actor == CHANCE:
            return (yield from self._spring() if state.device is Device.TRAP else self._roll())
        seat = state.actor
        assert seat is not None
        player = self._seating.players[seat]
        if player is None:
            return (yield from self._choose(seat))
        self._dialogue.show_nothing()
        return (yield from self._think(player, seat)), Source.COMPUTER

    @property
    def _is_up_to_people(self) -> bool:
        """Whether the next action waits for a person, who chooses, rolls or draws."""
        state = self.state
        if state.actor is not None and state.actor != CHANCE:
            return self._seating.players[state.actor] is None
        by_itself = state.device in (Device.TRAP, Device.HIDDEN) or self._is_dealing
        return not by_itself and len(state.actions()) > 1 and state.turn in self._seating.rollers

    @property
    def _is_dealing(self) -> bool:
        """Whether people have had the last card dealt, and this one belongs to the same deal."""
        last = self._record.history[-1] if self._record.history else None
        dealt = last is not None and last.before.device is Device.DEAL and last.source in (Source.ROLLED, Source.DRAWN)
        return dealt and self.state.device is Device.DEAL

    def _breathe(self) -> Waiting[None]:
        """Let people see what has just happened before a computer goes on."""
        if self._seating.breath and self._is_sudden:
            self._dialogue.show_nothing()
            self._job = Breathe(self._seating.breath)
            yield from self._dialogue.finished()

    @property
    def _is_sudden(self) -> bool:
        """Whether a computer goes on at once after something that was only told.

        A mouse of its own that has just moved has given people time; a deal and the trap take theirs.
        """
        state, history = self.state, self._record.history
        is_computers = state.turn is not None and self._seating.players[state.turn] is not None
        springs = state.actor == CHANCE and state.device is Device.TRAP
        if not is_computers or not history or self._is_dealing or springs:
            return False
        last = history[-1]
        return last.before.turn != state.turn or last.before.placement() == last.after.placement()

    def _follow(self, record: ActionRecord, done: Collection[str] = ()) -> Waiting[None]:
        """Have people carry out an action on the table: lift the cage, move the mice, then the other tasks."""
        tasks = [task for task in record.hand_tasks if str(task.say) not in done]
        self._open = sorted(tasks, key=lambda task: not task.until_cage_up)
        while self._open and self._open[0].until_cage_up:
            yield from self._do_next()
        yield from self._dialogue.move()
        while self._open:
            yield from self._do_next()

    def _do_next(self) -> Waiting[None]:
        yield from self._do(self._open[0])
        self._journal.append(Done(str(self._open.pop(0).say)))

    def _owe(self, records: Iterable[ActionRecord]) -> None:
        """Note what people have to undo by hand of these actions, which were taken back.

        The trap is set again, whether or not that was done before: one that was not may hold mice.
        """
        undoing = []
        for record in records:
            if is_trap(record):
                self._resetting += [task for task in record.hand_tasks if task not in self._resetting]
            else:
                undoing += [task for task in record.hand_tasks if task not in self._open]
        self._undoing, self._open = undoing + self._undoing, []

    def _undo(self, begun: Sequence[ActionRecord]) -> Waiting[None]:
        """Have people undo what was taken back. What hands may have `begun` of it counts for nothing."""
        if begun:
            yield from self._dialogue.put_back(begun)
        yield from self._work_off()

    def _work_off(self) -> Waiting[None]:
        """Have people undo what they owe, with sensors and without."""
        while self._resetting:
            yield from self._do(self._resetting[0])
            del self._resetting[0]
        yield from self._dialogue.move()
        if self._undoing:
            undoing = _undoing(self._undoing)
            yield from self._do(undoing)
            self._undoing = []
            self._journal.append(Done(str(undoing.say)))

    def _restore(self) -> Waiting[None]:
        """Have people set the board up from whatever is on it, and finish their hand tasks.

        Moves made by hand while the host was away count.
        """
        history, taken_back = self._record.history, self._played.taken_back
        if not history and not taken_back:
            yield from self._prepare()
        self._dialogue.begin(taken_back)
        if self._played.paused:
            yield from self._dialogue.rest()
        self._owe(self._played.owed)
        if taken_back:
            yield from self._work_off()
        elif history:
            yield from self._follow(history[-1], self._played.done)
        else:
            yield from self._dialogue.move()

    def _prepare(self) -> Waiting[None]:
        """Have people prepare what the game needs before its first move."""
        task = self.state.game.preparation()
        if task is not None:
            yield from self._do(task)

    # Decisions

    def _choose(self, seat: int) -> Waiting[Decided]:
        """Ask a person."""
        self._call(seat)
        return (yield from self._dialogue.choose(seat))

    def _roll(self) -> Waiting[Decided]:
        """Draw a die, a lot or a card, at once or at the press of a button, unless a person says what it shows."""
        state = self.state
        outcomes = state.actions()
        drawn = draw(state.odds(), self._stream("chance"))
        if not self._is_up_to_people:
            return drawn, Source.DRAWN

        def rolled(answer: Answer) -> Decided | None:
            if isinstance(answer, Chosen) and answer.action in outcomes:
                return answer.action, Source.TYPED
            return (drawn, Source.ROLLED) if answer == Press("b") else None

        self._call(state.turn)
        return (yield from self._dialogue.until(Roll(state.turn, outcomes), rolled))

    def _think(self, player: Player, seat: int) -> Waiting[Action]:
        """Ask a computer player."""
        self._job = Think(player, self.state, self._stream(f"seat{seat}"))
        action = yield from self._dialogue.finished()
        assert isinstance(action, Action)
        return action

    def _spring(self) -> Waiting[Decided]:
        """Let the trap decide. Its crank turns once even if this process dies: the id is journaled first."""
        while True:
            status = yield from self._turn_crank()
            caught = next((action for action in self.state.actions() if action.verb == status), None)
            if caught is not None:
                return caught, Source.TRAP
            outcome = yield from self._ask_about_trap(status)
            if outcome is not None:
                return outcome, Source.TYPED

    def _turn_crank(self) -> Waiting[str]:
        """Turn the crank, or ask what became of a turn that began before this process died."""
        profile, begun, self._crank = self.state.game.trap_profile, self._crank, None
        if isinstance(begun, Cranked):
            return begun.result
        crank = begun.id if begun else self._journal.begin_crank(profile)
        self._job = TurnCrank(crank, profile, begun is not None)
        status = yield from self._dialogue.until(Watch(), _status)
        self._journal.append(Cranked(crank, status))
        return status

    def _ask_about_trap(self, status: str) -> Waiting[Action | None]:
        """Ask about a fault of the crank. Return what a person saw the trap do, or None to turn it again."""
        outcomes = self.state.actions()
        remedy = say(NOT_RUN, cause=cause_of(status), question=self.state.prompt())

        def reported(answer: Answer) -> tuple[Action | None] | None:
            if isinstance(answer, Chosen) and answer.action in outcomes:
                return (answer.action,)
            return (None,) if answer == Press("b") else None

        self._journal.append(Asked(str(remedy), (*map(str, outcomes), AGAIN)))
        (outcome,) = yield from self._dialogue.until(Trouble(remedy), reported)
        self._journal.append(Answered(AGAIN if outcome is None else str(outcome)))
        return outcome

    def _do(self, task: HandTask) -> Waiting[None]:
        """Ask for a hand task. It is done when a button says so and the cage agrees."""

        def done(answer: Answer) -> bool | None:
            return (answer == Press("b") and not (task.until_cage_up and self._table.cage_down)) or None

        yield from self._dialogue.until(Do(task), done)

    def _call(self, seat: int | None) -> None:
        """Signal a seat that it is its turn now."""
        if seat != self._called:
            self._called = seat
            self._table.sound(YOUR_TURN)

    def _stream(self, name: str) -> Random:
        return stream(self._played.seed or 0, name, len(self._record.history))


def _status(answer: Answer) -> str | None:
    """Return the status of the crank once it has turned."""
    return answer.result if isinstance(answer, Finished) and isinstance(answer.result, str) else None


def _undoing(tasks: Sequence[HandTask]) -> HandTask:
    """Return one task that undoes all of these, the last first."""
    undone = one_after_another([task.say for task in reversed(tasks)])
    places = tuple(dict.fromkeys(place for task in tasks for place in task.places))
    return HandTask(say("Have you done this? Then undo it: {undone}", undone=undone), places)
