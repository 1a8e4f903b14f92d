"""One game on one table, everything put together, whoever watches it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Self

from mouseboard import store
from mouseboard.boards import Board
from mouseboard.link import Link
from mouseboard.link.port import Port
from mouseboard.players import Player
from mouseboard.referee.record import Ply
from mouseboard.referee.referee import Referee, Think, think_aside
from mouseboard.referee.situation import Situation
from mouseboard.rules import Game, State
from mouseboard.rules.chance import TRAP
from mouseboard.sim.person import Person
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import Crank, Cranked, Journal, Played, Replay, Seated, StoreError, TakenBack, Writer
from mouseboard.table import Table

CAUGHT, MISSED = "caught", "missed"
"""What a table tells of a crank after which the trap has run."""

WAND = "wand"
"""A magnet on a stick, beside the simulated table, with which people point at places."""

UNWIRED = (-1000.0, -1000.0)
"""Where a simulated table has the reeds that lie under no place of the board: out of every magnet's reach."""


@dataclass(frozen=True)
class Round:
    """A game to be played: from its start, or from where the journal has it."""

    game: Game
    seed: int
    writer: Writer
    line: tuple[Ply, ...] = ()
    crank: Crank | Cranked | None = None
    ran: int = 0
    """How often the trap has run."""
    seated: Seated | None = None
    """Who played when it was left."""

    @classmethod
    def begin(cls, journal: Journal, game: Game, seed: int, seated: Seated | None = None) -> Self:
        """A new game, written down as begun. Raises StoreError."""
        return cls(game, seed, journal.begin(game, seed, (seated,) if seated else ()), seated=seated)

    @classmethod
    def resume(cls, journal: Journal, number: int) -> Self:
        """A game of the journal, to go on where it was left. Raises StoreError, also where it is over."""
        writer, played = store.resume(journal, number)
        if played.state.actor is None:
            writer.close()
            raise StoreError(f"game {number} is over; `mouseboard log show {number}` tells it")
        ran = sum(isinstance(entry, Cranked) and entry.result in (CAUGHT, MISSED) for entry in played.entries)
        return cls(played.game, played.seed or 0, writer, line_of(played), played.crank, ran, played.seated)


def line_of(played: Replay) -> tuple[Ply, ...]:
    """The actions that stand: those that were played and not taken back."""
    line: list[Ply] = []
    for number, entry in enumerate(played.entries):
        match entry:
            case Played(_, action, source):
                line.append(Ply(played.game.read(action), source, number))
            case TakenBack(to):
                line = [ply for ply in line if ply.entry < to]
    return tuple(line)


@dataclass(frozen=True)
class Company:
    """Who plays, who rolls, and who watches."""

    seats: tuple[Player | None, ...]
    """A computer player a seat, or None for a person."""
    rollers: frozenset[int]
    """Seats for which somebody rolls; for the others the host draws."""
    show: Callable[[Situation], None]
    told: Callable[[Ply], None] = lambda _: None
    think: Think = think_aside
    quiet: bool = False
    """Whether the table is to make no sound."""


async def look_for_table(port: Port, game: Game) -> None:
    """Whether a table that this game fits on answers at the port: to be known before the game is written down as begun.

    Raises OSError, LinkError, TableTooSmall.
    """
    async with Link(port) as link:
        Table(link, game.board)


async def play(round: Round, port: Port, company: Company, meet: Callable[[Referee], None] | None = None) -> State:
    """Play a game on the table at a port to its end. `meet` is handed the referee, whom people answer.

    Raises OSError and LinkError where there is no table, TableTooSmall.
    """
    async with Link(port) as link:
        referee = Referee(
            round.game.start(),
            Table(link, round.game.board, company.quiet),
            round.writer,
            seed=round.seed,
            seats=company.seats,
            rollers=company.rollers,
            show=company.show,
            told=company.told,
            think=company.think,
            line=round.line,
            crank=round.crank,
        )
        if meet:
            meet(referee)
        return await referee.run()


async def play_simulated(
    round: Round,
    company: Company,
    pace: float = 1.0,
    meet: Callable[[Referee], None] | None = None,
    scenario: str = "",
) -> State:
    """Play a game on a simulated table, with someone at it who does what the table asks for.

    `scenario` is what befalls the table meanwhile; `pace` 2 is twice as fast as people usually are.
    Raises ScenarioError where it cannot be read or does not come true.
    """
    async with simulated_table(round.game, round.seed, pace) as table:
        table.trap.turns = round.ran
        person = Person(table, {seat for seat, player in enumerate(company.seats) if player})

        def show(situation: Situation) -> None:
            person.see(situation)
            company.show(situation)

        playing = asyncio.create_task(play(round, table.cable, replace(company, show=show), meet))
        around = {asyncio.create_task(person.obey()), asyncio.create_task(Runner(table).run(scenario))}
        try:
            return await _attended(playing, around)
        finally:
            for task in (playing, *around):
                task.cancel()


async def _attended(playing: asyncio.Task[State], around: set[asyncio.Task[None]]) -> State:
    """What `playing` comes to, unless something around it fails first."""
    while not playing.done():
        done, _ = await asyncio.wait((playing, *around), return_when=asyncio.FIRST_COMPLETED)
        for task in done & around:
            task.result()
            around.discard(task)
    return playing.result()


def simulated_table(game: Game, seed: int, pace: float = 1.0) -> SimulatedTable:
    """A table on which the game's board lies, its pieces beside it."""
    chance = float(Fraction(str(game.settings.get(TRAP.name, TRAP.default))))
    return table_under(game.board, (*game.pieces, WAND), seed, chance, pace)


def table_under(
    board: Board, pieces: Iterable[str], seed: object, chance: float = 0.5, pace: float = 1.0
) -> SimulatedTable:
    """A simulated table with reeds and lamps where the board has its places."""
    reeds = [UNWIRED] * board.sensors
    for place in board.place:
        for sensor in place.sensors:
            reeds[sensor] = place.at
    places = {place.name: place.at for place in board.place}
    return SimulatedTable(reeds, lamps=board.lamps, places=places, pieces=pieces, seed=seed, chance=chance, pace=pace)
