"""The games of an evening, one after the other. Each is begun or resumed, played, and ended."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from mouseboard.actors.person import Person
from mouseboard.evening import beginning
from mouseboard.evening.changes import OVER, Ended, Entered, Left, Reopened, StoodUp, after
from mouseboard.evening.ending import minutes_played, next_beginner, next_game, swaps_seats
from mouseboard.evening.guests import Guest
from mouseboard.evening.hands import PageHands
from mouseboard.evening.may import Moment
from mouseboard.evening.playing import SIMULATED, Plan, PlayerFailed, play_at
from mouseboard.evening.refusals import Refusal, Refused
from mouseboard.evening.roster import Roster
from mouseboard.evening.seats import Seats, Takes
from mouseboard.evening.wish import GameSetup, SeatSetup, Wish
from mouseboard.link import Link, LinkError, SerialPort
from mouseboard.match import Match, Observer, Running, faults_named, wait_for_table
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating
from mouseboard.referee.situation import Reseated, Situation
from mouseboard.rules import Game, RulesError, State
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, printed, reason, say, told
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import DRAWN, OWN, Seated, StoreError, cause
from mouseboard.table import TableTooSmall

TROUBLES = (RulesError, StoreError, LinkError, TableTooSmall, ScenarioError, OSError)
"""Errors that may end a game early; each has a message of one line."""

WAITS = say("The last game goes on as soon as the table is there. Is its cable in?")
UNWRITTEN = "That game had to end, because it can no longer be written down: {why}."
"""The text for everybody. Only the host's terminal tells where the journal is."""

PLAYER_FAILED = (
    "The computer player of {game} has failed. Your game is saved. Choose people or another computer, then carry on."
)
"""The text for everybody. What failed is for the host's terminal."""


class Busy(Exception):
    """Somebody else is beginning or leaving a game at this moment."""


@dataclass
class OnStage:
    """A game that is on. The roster has its seats."""

    game: Game
    number: int
    """In the journal, as it was when the game was begun or resumed here."""
    inbox: Inbox
    own_die: bool = False
    """Whether people roll their own die, and say what it shows."""
    hands: PageHands | None = None
    """The page's hands at a simulated table."""
    link: Link | None = None
    """The link to the table, once that is reached."""
    situation: Situation | None = None
    """The newest situation; None while the table is waking up."""
    minutes: int | None = None
    """How long the game took, once it is over."""
    fault: asyncio.Future[None] | None = None
    """While the game is played: gets the exception if the game's own code fails while somebody looks at it."""


class Live(NamedTuple):
    """A game that is on, and its newest situation."""

    on: OnStage
    situation: Situation


class Audience(Protocol):
    """An observer of the evening."""

    def enter(self) -> None:
        """Another game is on, or none."""

    def show(self, situation: Situation) -> None:
        """There is a new situation of the game that is on."""

    def change(self) -> None:
        """Something else has changed."""


class Evening:
    """At most one game is on, and one change at a time begins or leaves it. At first there is none."""

    def __init__(
        self, roster: Roster, wish: Wish | None = None, trouble: Callable[[Say], None] = lambda _: None
    ) -> None:
        """Without a wish there is one game, and no lobby. `trouble` is called with a line if a game ends early."""
        self.roster = roster
        self.wish = wish
        """The game that the lobby is about to play."""
        self.on: OnStage | None = None
        self.trouble: Say | None = None
        """What went wrong with the last game."""
        self.failed: int | None = None
        """The journal's number of the last game that ended because its computer player failed."""
        self.is_changing = False
        """Whether somebody is beginning or leaving a game at this moment."""
        self._audience: list[Audience] = []
        self._trouble = trouble
        self._playing: asyncio.Task[None] | None = None
        self._calling: asyncio.Task[None] | None = None
        self._is_closed = False
        self._plan: Plan | None = None
        self._running: Running | None = None
        self._written: Seated | None = None
        """The journal's last entry of who plays."""
        roster.journal = self._write_seats
        roster.listen(self._reseat)

    def watch(self, audience: Audience) -> None:
        """Tell this audience from now on what is on."""
        self._audience.append(audience)

    @property
    def live(self) -> Live | None:
        """The game that is on, or None until its first situation."""
        return Live(self.on, self.on.situation) if self.on and self.on.situation else None

    @property
    def moment(self) -> Moment:
        """What rights depend on now."""
        return Moment(self.roster.seats, self.on.situation if self.on else None, self.roster.now)

    @property
    def game(self) -> Game | None:
        """The game that is on, or about to be played."""
        if self.on:
            return self.on.game
        return self.wish.game if self.wish else None

    @property
    def number(self) -> int | None:
        """The journal's number of the game that is on, or None if there is none or it is over."""
        over = self.on and self.on.situation and self.on.situation.state.actor is None
        return self.last if self.on and not over else None

    @property
    def last(self) -> int | None:
        """The journal's number of the game that was begun or resumed last."""
        return self._running.match.writer.game if self._running else None

    @property
    def is_over(self) -> bool:
        """Whether the game that is on has ended, so that the same people could play again."""
        return bool(self._plan and self.wish and self.live and self.live.situation.over)

    @property
    def moves_mice(self) -> bool:
        """Whether people move all mice on the page."""
        return bool(self.on and self.on.hands and self.on.hands.whose == "page")

    @property
    def at_table(self) -> Running | None:
        """The match at a real table, while that can be used."""
        is_real = self._plan and self._plan.choice.table != SIMULATED
        return self._running if is_real and self._running and self._running.table else None

    @contextmanager
    def change(self) -> Iterator[None]:
        """Lock the evening while inside: nobody else can begin or leave a game. Raises Busy if it is locked."""
        if self.is_changing:
            raise Busy
        self.is_changing = True
        try:
            yield
        finally:
            self.is_changing = False

    # Beginning and leaving games.

    async def begin(
        self, prepare: Callable[[], Awaitable[Plan]], swaps: bool = False, names_people: bool = False
    ) -> None:
        """Prepare a game, then stop the one that is on and play this one. Raises Busy, and what `prepare` raises.

        A game whose table has not answered yet cannot be replaced. A game that is over leaves its table first. With
        `swaps` the people on two seats swap them. With `names_people` those without a phone get the names of the plan.
        """
        with self.change():
            if self.on and not self.live:
                raise Busy
            if self.number is None:
                await self._stop()
            plan = await prepare()
            try:
                running, entered = plan.run(), self._entered(plan, swaps, names_people)
                await self._stop()
            except BaseException:
                plan.match.writer.close()
                raise
            if self._is_closed:
                plan.match.writer.close()
                raise Busy
            self._start(plan, running, entered)
            await asyncio.sleep(0)  # let the task begin: cancelled before that, it would not close the journal

    def go_on(self, plan: Plan) -> None:
        """Go on with a game as soon as its table is there. Until then everybody is in the lobby, and may begin another.

        Why a game cannot go on is told as for one that ends early.
        """
        self._plan = plan
        self._playing = asyncio.create_task(self._go_on(plan), name="waiting for the table")

    async def _go_on(self, plan: Plan) -> None:
        match, table = plan.match, plan.choice.table
        with ExitStack() as left:
            left.callback(match.writer.close)
            try:
                if table != SIMULATED:
                    await wait_for_table(SerialPort(table), match.game, partial(self._wait, match.writer.game))
                running, entered = plan.run(), self._entered(plan, names_people=self.roster.is_new)
            except TROUBLES as error:
                self._end(match.writer.game, reason(error))
                return
            left.pop_all()
        self._start(plan, running, entered)

    def _wait(self, number: int, why: Say) -> None:
        """Report that a game waits for its table: to `trouble` why, and to everybody in the lobby what to do."""
        if self.trouble != WAITS:
            self._return(WAITS)
        self._trouble(say("game {game} waits for its table: {why}", game=number, why=why))

    async def again(self) -> None:
        """Begin the next game of the same people, once a game is over. Raises what `begin` raises."""
        plan, live, seats = self._plan, self.live, self.roster.seats
        assert self.wish and plan and live
        gone = {n for n, seat in enumerate(seats.seats) if seat.has_gone}
        setup = next_game(live.on.game, self.wish.setup, next_beginner(live.situation), {*gone, *seats.vacant})

        async def prepare() -> Plan:
            return dataclasses.replace(await beginning.begin(plan.match.writer.journal, setup), choice=plan.choice)

        await self.begin(prepare, swaps_seats(live.on.game))

    def _start(self, plan: Plan, running: Running, entered: Entered) -> None:
        self._enter(plan, running, entered)
        game = play_at(plan.choice, running, self.meet)
        self._playing = asyncio.create_task(self._play(plan.match, game), name="game")

    def enter(self, plan: Plan, running: Running) -> None:
        """Show this game to everybody from now on, whoever plays it. Raises BadGame."""
        self._enter(plan, running, self._entered(plan))

    def _entered(self, plan: Plan, swaps: bool = False, names_people: bool = False) -> Entered:
        """Return what becomes of everybody's seats in this game. Raises BadGame if it cannot say who may play."""
        match, kinds = plan.match, plan.seated.seats
        return Entered(
            match.writer.game,
            Takes.of(match.game),
            kinds,
            tuple(plan.help),
            plan.written.names if names_people else None,
            needs_phone=self.wish is not None and plan.choice.table == SIMULATED,
            is_alike=self.wish is not None and self.wish.is_for(match.game.name, len(kinds)),
            swaps=swaps,
        )

    def _enter(self, plan: Plan, running: Running, entered: Entered) -> None:
        self._plan, self._running = plan, running
        self._written = plan.written
        if self.wish:
            self.wish.follow(_wished(plan))
        self.on = OnStage(plan.match.game, plan.match.writer.game, running.inbox, plan.seated.dice == OWN)
        self.trouble = None
        self.roster.apply(entered)
        for audience in self._audience:
            audience.enter()
        running.watch(Observer(self._show, on_link=self._reach, on_again=self._call_again))

    def _return(self, trouble: Say | None = None) -> None:
        """Lead everybody back to the lobby; `trouble` tells what went wrong with the last game."""
        self.on, self.trouble = None, trouble
        self.roster.apply(Left())
        for audience in self._audience:
            audience.enter()

    def _show(self, situation: Situation) -> None:
        """Show a situation; at the end find out how long the game took, and who has won."""
        on, plan = self.on, self._plan
        assert on and plan
        was_over = bool(on.situation and on.situation.over)
        if situation.over and not was_over:
            writer = plan.match.writer
            with suppress(StoreError):
                on.minutes = minutes_played([at for at, _ in writer.journal.written(writer.game).entries])
        on.situation = situation
        if situation.over != was_over:
            self.roster.apply(Ended(situation.state.winners) if situation.over else Reopened())
        for audience in self._audience:
            audience.show(situation)

    def _reach(self, link: Link) -> None:
        """Note the link: the table has been reached."""
        assert self.on
        self.on.link = link

    def meet(self, table: SimulatedTable, person: Person) -> None:
        """Let the page move the pieces of a simulated table. Its button does not speak for people with a phone."""
        assert self.on and self._running
        self._running.seating.answers_by_phone = lambda seat: self.roster.seats.holder(seat) is not None
        self.on.hands = PageHands(table, person, self.on.game.pieces)

    async def leave(self) -> None:
        """Leave the game for the lobby; the journal keeps it. Raises Busy."""
        with self.change():
            await self._stop()
            self._return()

    async def close(self, goes_on: bool = False) -> None:
        """Stop the game, and let nobody begin another. The last picture stays.

        With `goes_on` the next server takes the game up by itself, unless it is over.
        """
        self._is_closed = True
        if self._plan and not self.is_over:
            self._plan.match.writer.goes_on = goes_on
        await self._stop()
        if self.wish:
            left = after(self.roster.seats, Left(), self.roster.now)
            assert isinstance(left, Seats)
            self.roster.keep(left)
            self.wish.keep(left)

    async def _stop(self) -> None:
        if self._playing:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing
            self._playing = None

    # Seats in a game.

    async def stand_up(self, guest: Guest, was: str | None = None) -> None:
        """Let somebody leave their seat. If all others want to play the next game, they do. Raises Refused."""
        self.roster.apply(StoodUp(guest, was))
        if self.is_over and self.roster.seats.all_ready(self.roster.now):
            await self._try_again()

    def _call_again(self) -> None:
        """Play again, since somebody has pressed B at the table. This game's task cannot wait for its own end."""
        self._calling = asyncio.create_task(self._try_again(), name="again")

    async def _try_again(self) -> None:
        """Play again if that can be; nobody waits for an answer."""
        with suppress(Busy, *TROUBLES):
            await self.again()

    def _write_seats(self, seats: Seats) -> None:
        """Write who plays into the journal of the game that is on, if it says anything else.

        Names that cannot be written now count all the same, and are written with the next change. Raises Refused after
        the last move, StoreError, and UnknownPlayer or BadGame for a computer that cannot play.
        """
        plan, written = self._plan, self._written
        if plan is None or written is None or self.on is None or seats.game != self.on.number:
            return
        seated = Seated(seats.kinds, plan.seated.dice, seats.names)
        if seated.seats != written.seats:
            if self.number is None:  # the last move is still resting
                raise Refused(Refusal(OVER))
            Seating.of(plan.match.game, seated).close()
            self._append(seated)
        elif seated != written and self.number is not None:
            with suppress(StoreError):
                self._append(seated)

    def _append(self, seated: Seated) -> None:
        assert self._plan
        self._plan.match.writer.append_at_once(seated)
        self._written = seated

    def _reseat(self, before: Seats) -> None:
        """Seat the players again if a seat of the game that is on has changed between people and computers."""
        seats, running = self.roster.seats, self._running
        if seats.game is None or seats.game != before.game or seats.kinds == before.kinds:
            return
        assert self.on and running and self._written
        running.seating.change(self.on.game, self._written)
        self.on.inbox.put_nowait(Reseated())

    async def _play(self, match: Match, game: Coroutine[Any, Any, State]) -> None:
        on, writer = self.on, match.writer
        assert on
        on.fault = asyncio.get_running_loop().create_future()
        try:
            with writer, faults_named(match.replay):
                await _until_fault(game, on.fault)
        except StoreError as error:
            self._end(writer.game, reason(error), say(UNWRITTEN, why=cause(error)))
        except PlayerFailed as error:
            self.failed = writer.game
            self._end(writer.game, reason(error), say(PLAYER_FAILED, game=on.game.title))
        except TROUBLES as error:
            self._end(writer.game, reason(error))
        except Exception as error:  # a fault of ours ends one game, not the evening
            self._end(writer.game, printed(told(error)))
        finally:
            on.hands = on.link = on.fault = None  # the table is gone, though everybody still sees how the game ended
            if on.situation:
                on.situation = replace(on.situation, undoable=None)
            for audience in self._audience:
                audience.change()

    def _end(self, number: int, why: Say, said: Say | None = None) -> None:
        """Report why a game ended early: to `trouble`, and to everybody in the lobby, as `said` if given."""
        self._return(said or why)
        self._trouble(say("game {game}: {why}", game=number, why=why))


def _wished(plan: Plan) -> GameSetup:
    """Return the choice that would begin a game like this one."""
    game, choice, dice = plan.match.game, plan.choice, plan.seated.dice
    usual = {option.name: option.default for option in game.options}
    chosen = {name: value for name, value in game.settings.items() if value != usual.get(name)}
    return GameSetup(
        game.name,
        tuple(SeatSetup(kind) for kind in plan.seated.seats),
        {name: value for name, value in chosen.items() if name != LAYOUT},
        str(chosen[LAYOUT]) if LAYOUT in chosen else None,
        table=choice.table,
        dice="drawn" if dice == DRAWN else "own" if dice == OWN else "table",
        quiet=choice.quiet,
    )


async def _until_fault(game: Coroutine[Any, Any, State], fault: asyncio.Future[None]) -> None:
    """Play the game to its end. Raises its exceptions, and that of the fault."""
    playing = asyncio.create_task(game)
    try:
        await asyncio.wait((playing, fault), return_when=asyncio.FIRST_COMPLETED)
        if fault.done():
            fault.result()
        playing.result()
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
