"""The games of an evening, one after the other on one stage. Each is begun or resumed, played, and ended."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from mouseboard import players
from mouseboard.actors.person import Person
from mouseboard.link import Link, LinkError, SerialPort
from mouseboard.match import Observer, Running, faults_named, wait_for_table
from mouseboard.referee.seating import Seating
from mouseboard.referee.situation import Reseated, Situation
from mouseboard.rules import RulesError, State
from mouseboard.rules.options import LAYOUT
from mouseboard.say import Say, printed, reason, say
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import DRAWN, OWN, Seated, StoreError, Writer, cause
from mouseboard.table import TableTooSmall
from mouseboard.web import lobby
from mouseboard.web.ending import minutes_played, next_beginner, next_game, swaps_seats
from mouseboard.web.faults import told
from mouseboard.web.hands import PageHands
from mouseboard.web.playing import SIMULATED, Plan, PlayerFailed, play_at
from mouseboard.web.stage import OnStage, Stage
from mouseboard.web.wish import NO_HELP, GameSetup, SeatSetup

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


class Evening:
    """At most one game is on, and one change at a time begins or leaves it. At first there is none."""

    def __init__(self, stage: Stage, trouble: Callable[[Say], None] = lambda _: None) -> None:
        """`trouble` is called with a line for each game that ends early."""
        self.stage = stage
        self.last: int | None = None
        """The journal's number of the game that was begun or resumed last."""
        self.failed: int | None = None
        """The journal's number of the last game that ended because its computer player failed."""
        self._trouble = trouble
        self._playing: asyncio.Task[None] | None = None
        self._calling: asyncio.Task[None] | None = None
        self._is_closed = False
        self.is_changing = False
        """Whether somebody is beginning or leaving a game at this moment."""
        self._plan: Plan | None = None
        self._running: Running | None = None
        self._written: Seated | None = None
        """What the journal says of who plays."""

    @property
    def number(self) -> int | None:
        """The journal's number of the game that is on, or None if there is none or it is over."""
        on = self.stage.on
        over = on and on.situation and on.situation.state.actor is None
        return on.number if on and not over else None

    @property
    def is_over(self) -> bool:
        """Whether the game that is on has ended, so that the same people could play again."""
        live = self.stage.live
        return bool(self._plan and self.stage.wish and live and live.situation.over)

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

    async def begin(self, prepare: Callable[[], Awaitable[Plan]], swaps: bool = False) -> None:
        """Prepare a game, then stop the one that is on and play this one. Raises Busy, and what `prepare` raises.

        A game whose table has not answered yet cannot be replaced. A game that is over leaves its table first. With
        `swaps` the guests on two seats swap them.
        """
        with self.change():
            if self.stage.on and not self.stage.live:
                raise Busy
            if self.number is None:
                await self._stop()
            plan = await prepare()
            try:
                running = plan.run()
                await self._stop()
            except BaseException:
                plan.match.writer.close()
                raise
            if self._is_closed:
                plan.match.writer.close()
                raise Busy
            self.stage.hand_over()
            if swaps:
                self.stage.guests.move({0: 1, 1: 0})
            self._start(plan, running)
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
                running = plan.run()
            except TROUBLES as error:
                self._end(match.writer.game, reason(error))
                return
            left.pop_all()
        self.stage.hand_over()
        self._start(plan, running)
        if self.stage.guests.is_new:
            self.call(self.names_written)

    def _wait(self, number: int, why: Say) -> None:
        """Report that a game waits for its table: to `trouble` why, and to everybody in the lobby what to do."""
        if self.stage.trouble != WAITS:
            self.stage.enter(None, WAITS)
        self._trouble(say("game {game} waits for its table: {why}", game=number, why=why))

    async def again(self) -> None:
        """Begin the next game of the same people, once a game is over. Raises what `begin` raises."""
        stage, plan, live = self.stage, self._plan, self.stage.live
        assert stage.wish and plan and live
        game = live.on.game
        last, beginner = stage.wish.named, next_beginner(live.situation)
        helped = [replace(seat, help=help) for seat, help in zip(last.seats, live.on.help, strict=True)]
        setup = next_game(game, replace(last, seats=tuple(helped)), beginner, {*stage.done, *stage.vacant})

        async def prepare() -> Plan:
            return dataclasses.replace(await lobby.begin(plan.match.writer.journal, setup), choice=plan.choice)

        await self.begin(prepare, swaps_seats(game))

    def _start(self, plan: Plan, running: Running) -> None:
        self.enter(plan, running)
        game = play_at(plan.choice, running, self.meet)
        self._playing = asyncio.create_task(self._play(plan.match.writer, game), name="game")

    def enter(self, plan: Plan, running: Running) -> None:
        """Show this game to everybody from now on, whoever plays it."""
        self._plan, self._running, self.last = plan, running, plan.match.writer.game
        self._written = plan.match.seated or plan.seated
        match, help = plan.match, list(plan.help) or [NO_HELP] * plan.match.game.players
        kinds = list(plan.seated.seats)
        if self.stage.wish:
            self.stage.wish.follow(_wished(plan, help))
        self.stage.enter(OnStage(match.game, match.writer.game, kinds, help, running.inbox, plan.seated.dice == OWN))
        running.watch(Observer(self._show, on_link=self._reach, on_again=self._call_again))

    def _show(self, situation: Situation) -> None:
        """Show a situation; at the end find out how long the game took."""
        on, plan = self.stage.on, self._plan
        assert on and plan
        if situation.over and not (on.situation and on.situation.over):
            writer = plan.match.writer
            with suppress(StoreError):
                on.minutes = minutes_played([at for at, _ in writer.journal.written(writer.game).entries])
        self.stage.show(situation)

    def _reach(self, link: Link) -> None:
        """Note the link: the table has been reached."""
        assert self.stage.on
        self.stage.on.link = link

    def meet(self, table: SimulatedTable, person: Person) -> None:
        """Let the page move the pieces of a simulated table. Its button does not speak for people with a phone."""
        assert self.stage.on and self._running
        self._running.seating.answers_by_phone = lambda seat: self.stage.guests.holder(seat) is not None
        self.stage.on.hands = PageHands(table, person, self.stage.on.game.pieces)

    async def leave(self) -> None:
        """Leave the game for the lobby; the journal keeps it. Raises Busy."""
        with self.change():
            await self._stop()
            self.stage.hand_over()
            self._give_up_seats()
            self.stage.enter(None)

    async def close(self, goes_on: bool = False) -> None:
        """Stop the game, and let nobody begin another. The last picture stays.

        With `goes_on` the next server takes the game up by itself, unless it is over.
        """
        self._is_closed = True
        if self._plan and not self.is_over:
            self._plan.match.writer.goes_on = goes_on
        await self._stop()
        self._give_up_seats()

    def _give_up_seats(self) -> None:
        """Have computers play the next game where people have left their seats in this one."""
        if wish := self.stage.wish:
            for seat in self.stage.vacant:
                wish.set(seat, players.usual(wish.game))
            for seat in sorted(self.stage.done, reverse=True):
                wish.close(seat)
            wish.keep()

    async def _stop(self) -> None:
        if self._playing:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing
            self._playing = None

    async def done(self, seat: int) -> None:
        """Note that somebody has left their seat after the end. If all others want to play again, they do."""
        self.stage.done.add(seat)
        self.stage.ready.discard(seat)
        if self.stage.all_ready:
            await self._try_again()

    def _call_again(self) -> None:
        """Play again, since somebody has pressed B at the table. This game's task cannot wait for its own end."""
        self._calling = asyncio.create_task(self._try_again(), name="again")

    async def _try_again(self) -> None:
        """Play again if that can be; nobody waits for an answer."""
        with suppress(Busy, *TROUBLES):
            await self.again()

    def seat(self, seat: int, kind: str) -> None:
        """Give a seat to a person or a kind of computer player from now on. Raises UnknownPlayer, StoreError."""
        on, plan, running = self.stage.on, self._plan, self._running
        assert on and plan and running
        kinds = (*on.kinds[:seat], kind, *on.kinds[seat + 1 :])
        seated = Seated(kinds, plan.seated.dice, self._names)
        Seating.of(on.game, seated)  # raises before anything is written, and writing before anything is changed
        plan.match.writer.append_at_once(seated)
        running.seating.change(on.game, seated)
        self._written = seated
        on.kinds[seat] = kind
        if self.stage.wish:
            self.stage.wish.set(seat, kind)
        on.inbox.put_nowait(Reseated())
        self.stage.reseat()

    @property
    def _names(self) -> tuple[str, ...]:
        """The names of people by seat, or () if there are none."""
        assert self.stage.on
        names = [self.stage.guests.names.get(seat, "") for seat in range(self.stage.on.game.players)]
        return tuple(names) if any(names) else ()

    @property
    def names_written(self) -> tuple[str, ...]:
        """The names of people by seat, as the journal has them."""
        return self._written.names if self._written else ()

    def call(self, names: Sequence[str]) -> None:
        """Name the seats of a game that has just begun or goes on."""
        self.stage.guests.begin(names)
        self.stage.reseat()
        self.write_names()

    def write_names(self) -> None:
        """Write into the journal who plays, if it has other names, so that they are known when the game is resumed.

        Names that cannot be written now count all the same, and are written with the next change.
        """
        if self.number is None or self._plan is None or self.stage.on is None:
            return
        seated = Seated(tuple(self.stage.on.kinds), self._plan.seated.dice, self._names)
        if seated != self._written:
            with suppress(StoreError):
                self._plan.match.writer.append_at_once(seated)
                self._written = seated

    async def _play(self, writer: Writer, game: Coroutine[Any, Any, State]) -> None:
        on = self.stage.on
        assert on
        on.fault = asyncio.get_running_loop().create_future()
        try:
            with writer, faults_named(writer.journal, writer.game):
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
            self.stage.change()

    def _end(self, number: int, why: Say, said: Say | None = None) -> None:
        """Report why a game ended early: to `trouble`, and to everybody in the lobby, as `said` if given."""
        self.stage.enter(None, said or why)
        self._trouble(say("game {game}: {why}", game=number, why=why))


def _wished(plan: Plan, help: Sequence[str]) -> GameSetup:
    """Return the choice that would begin a game like this one."""
    game, choice, dice = plan.match.game, plan.choice, plan.seated.dice
    seats = tuple(SeatSetup(kind, help=much) for kind, much in zip(plan.seated.seats, help, strict=True))
    usual = {option.name: option.default for option in game.options}
    chosen = {name: value for name, value in game.settings.items() if value != usual.get(name)}
    return GameSetup(
        game.name,
        seats,
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
