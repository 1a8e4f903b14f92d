"""A game at a simulated table where the test is the only person: it moves the mice, presses the buttons and answers.

Only hands, magnets and time are simulated, so a test may wait as long as people would.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any, ParamSpec, TypeVar

from mouseboard import store
from mouseboard.actors.table import table_for_game
from mouseboard.link.port import Port
from mouseboard.match import Match, Observer, Running
from mouseboard.players import Player
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.showing import REACHING_S
from mouseboard.referee.situation import Answer, Ask, Chosen, Consent, Do, Mend, Move, Situation, Suspect, Who
from mouseboard.rules import CHANCE, Game, State
from mouseboard.rules.chance import draw
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.look import pattern
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import ActionRecord, Entry, Journal, Source, Writer

P = ParamSpec("P")
A = TypeVar("A", bound=Ask)

LONG = 60.0
"""Seconds, more than any wait in these tests takes."""


def virtual(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an asynchronous test on simulated time."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        run_virtual(test(*args, **kwargs))

    return run


class Sitting:
    """A game at a table. Between `begin` and `leave` the host plays it on from the journal."""

    def __init__(
        self, journal: Journal, number: int, table: SimulatedTable, seats: Sequence[Player | None], quiet: bool
    ) -> None:
        self.journal = journal
        self.number = number
        self.table = table
        self.hands = table.hands
        self.seats = seats
        self._quiet = quiet
        self.played: list[str] = []
        self.again = 0  # how often people have asked for another game
        self.watch: Callable[[Situation], None] = lambda _: None  # called with each situation shown
        self._situation: Situation | None = None
        self.inbox: Inbox
        self.seating: Seating
        self._playing: asyncio.Task[State]
        self._writer: Writer

    def begin(self, port: Port | None = None) -> None:
        """Start or restart the host, which resumes the game."""
        self._situation = None
        match = Match.resume(self.journal, self.number, even_over=True)
        self._writer = match.writer
        rollers = frozenset(range(match.game.players))
        self.seating = Seating(tuple(self.seats), rollers, think_here)
        running = Running(match, self.seating, Observer(self._show, self._note, on_again=self._count_again))
        self.inbox = running.inbox
        self._playing = asyncio.create_task(running.play(port or self.table.cable, quiet=self._quiet))

    async def leave(self) -> None:
        """End the host, as Ctrl-C does."""
        self._playing.cancel()
        with suppress(asyncio.CancelledError):
            await self._playing
        self._writer.close()

    async def end(self) -> State:
        """Wait for the end of the game, and return its last state."""
        async with asyncio.timeout(LONG):
            return await self._playing

    async def asked(self, kind: type[A], wanted: Callable[[A], bool] = lambda _: True) -> A:
        """Wait until the referee asks something of this kind, and return it."""

        def is_asked() -> bool:
            ask = self._situation and self._situation.ask
            return isinstance(ask, kind) and wanted(ask)

        await self.until(is_asked)
        assert isinstance(self.situation.ask, kind)
        return self.situation.ask

    async def asked_anything(self) -> None:
        """Wait until the referee asks anything."""
        await self.until(lambda: self._situation is not None and self._situation.ask is not None)

    async def over(self, within: float = LONG) -> None:
        """Wait until the host shows that the game is over."""
        await self.until(lambda: self._situation is not None and self._situation.over, within)

    @property
    def situation(self) -> Situation:
        """The situation that the host shows. There is one after `asked` has returned."""
        assert self._situation
        return self._situation

    async def until(self, true: Callable[[], bool], within: float = LONG) -> None:
        """Wait until `true` returns True, for at most `within` seconds."""
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        while not true():
            if self._playing.done():
                self._playing.result()
            assert loop.time() < end, f"in vain; what is asked is {self._situation and self._situation.ask}"
            await asyncio.sleep(0.01)

    def set_up(self, **elsewhere: str) -> None:
        """Put every piece at once where the game wants it, or where the test says."""
        self.table.set_up(store.replay(self.journal, self.number).state.placement() | elsewhere)

    async def put(self, piece: str, place: str) -> None:
        await self.hands.put(piece, self.table.place(place))

    async def press(self, *buttons: str) -> None:
        """Press buttons, after waiting long enough for the press to count."""
        await asyncio.sleep(REACHING_S if isinstance(self.situation.ask, Consent) else 0.5)
        await self.hands.press(*buttons)
        await asyncio.sleep(0.1)

    async def prepare(self) -> None:
        """Confirm the preparation of the game, if the referee asks for it."""
        await self.asked_anything()
        if isinstance(self.situation.ask, Do):
            await self.press("b")

    async def confirm(self) -> None:
        """Confirm that mice share a place, if the referee asks for it."""
        await self.asked_anything()
        if isinstance(self.situation.ask, Move | Mend) and self.situation.ask.confirm:
            await self.press("b")

    async def tell_the_truth(self) -> None:
        """Answer every question about a place truthfully, until the referee asks something else."""
        while isinstance(asked := self.situation.ask, Suspect | Who):
            there = [piece for piece in self.table.world.pieces if self.table.truth(piece) == asked.place]
            await self.press("b" if (asked.piece in there if asked.piece else not there) else "a")
            await asyncio.sleep(0.5)

    def answer(self, answer: Answer | str) -> None:
        """Answer on the page. An action is given by its notation."""
        chosen = Chosen(self.situation.state.game.read(answer)) if isinstance(answer, str) else answer
        self.inbox.put_nowait(chosen)

    async def lit(self, place: str) -> tuple[str, str]:
        """Return the colour and pattern of a place's lamp."""
        (lamp,) = self.situation.state.game.layout.by_name[place].lamps
        return await pattern(self.table, lamp)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return store.replay(self.journal, self.number).entries

    @property
    def sources(self) -> list[tuple[str, Source]]:
        """The actions in the journal, each with its source."""
        return [(entry.action, entry.source) for entry in self.entries if isinstance(entry, store.Played)]

    def _show(self, situation: Situation) -> None:
        self._situation = situation
        self.watch(situation)

    def _count_again(self) -> None:
        self.again += 1

    def _note(self, record: ActionRecord) -> None:
        self.played.append(str(record.action))


@asynccontextmanager
async def sitting(
    folder: Path,
    game: Game,
    before: Iterable[tuple[str, Source]] = (),
    *,
    seats: Sequence[Player | None] | None = None,
    seed: int = 7,
    standing: bool = True,
    prepared: bool = True,
    quiet: bool = False,
) -> AsyncIterator[Sitting]:
    """Begin a game after the actions `before`. By default all seats are people and every piece is in its place."""
    with Journal.open(folder / "journal.db") as journal:
        with journal.begin(game, seed) as writer:
            state = game.start()
            for notation, source in before:
                assert state.actor is not None
                writer.append(store.Played(state.actor, notation, source))
                state = state.play(notation)
        async with table_for_game(game, seed) as table:
            sat = Sitting(journal, writer.game, table, seats or (None,) * game.players, quiet)
            if standing:
                sat.set_up()
            sat.begin()
            if prepared and not before:
                await sat.prepare()
                if standing:
                    await sat.confirm()
            yield sat
            await sat.leave()


def way_to(game: Game, wanted: Callable[[State], bool], source: Source = Source.DRAWN) -> list[tuple[str, Source]]:
    """Return the actions of a random game up to the first state that is `wanted`."""
    for seed in range(1000):
        rng, state, way = Random(seed), game.start(), list[tuple[str, Source]]()
        while state.actor is not None and len(way) < 2000:
            if wanted(state):
                return way
            action = draw(state.odds(), rng) if state.actor == CHANCE else rng.choice(state.actions())
            way.append((str(action), source))
            state = state.after(action)
    raise AssertionError("no game comes to that")
