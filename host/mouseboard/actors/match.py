"""A match on a simulated table, with a simulated person who does what the table asks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from mouseboard.actors.person import Person
from mouseboard.actors.table import table_for_game
from mouseboard.match import Observer, Running
from mouseboard.referee.seating import Seating
from mouseboard.referee.situation import Situation, wording
from mouseboard.rules import State
from mouseboard.sim.clock import Standstill
from mouseboard.sim.commands import COMMANDS, FORMS
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable

STANDSTILL_S = 600.0
"""Seconds of simulated time without an action after which a match counts as stuck."""

SET_UP = "wait until set up"
"""The command that only scenarios of a match have."""

MATCH_FORMS = (*FORMS, SET_UP)
"""The language of scenarios in a match."""

Meet = Callable[[SimulatedTable, Person], None]


async def play_simulated(
    running: Running,
    *,
    pace: float = 1.0,
    scenario: str = "",
    quiet: bool = False,
    meet: Meet | None = None,
    alone: bool = False,
    stay: bool = False,
) -> State:
    """Play a match to its end on a simulated table. With `stay`, people stay there until this is cancelled.

    The pieces of a match that is resumed stand where it was left; those of a new one are beside the board.

    `scenario` has the commands that disturb the table meanwhile. `pace` 2 is twice the usual speed of people. `meet` is
    called with the table and the simulated person. With `alone` nobody else is there to pause the match or to help.
    Raises ScenarioError if the scenario cannot be read or an expectation fails. With `alone`, raises Standstill if
    nothing is played any more.
    """
    match = running.match
    async with table_for_game(match.game, match.seed, pace) as table:
        table.trap.turns = match.trap_runs
        if match.played.history:
            table.set_up(match.played.state.placement())
        person, watchdog = Person(table, _Computers(running.seating), alone), Watchdog()
        if meet:
            meet(table, person)
        for show in (person.see, watchdog.see):
            running.watch(Observer(show))
        playing = asyncio.create_task(running.play(table.cable, quiet=quiet, stay=stay, obedient=not scenario))
        runner = Runner(table, {**COMMANDS, SET_UP: lambda _: person.wait_until_set_up()})
        around = {asyncio.create_task(person.obey()), asyncio.create_task(runner.run(scenario))}
        if alone:
            around.add(asyncio.create_task(watchdog.watch()))
        try:
            return await _attended(playing, around)
        finally:
            for task in (playing, *around):
                task.cancel()
            await asyncio.gather(playing, *around, return_exceptions=True)  # later failures are ignored


class _Computers:
    """The seats that computers play now, which can change during a match."""

    def __init__(self, seating: Seating) -> None:
        self._seating = seating

    def __contains__(self, seat: object) -> bool:
        return isinstance(seat, int) and self._seating.players[seat] is not None


class Watchdog:
    """Ends a match that makes no more progress. It must be shown every situation with `see`.

    In such a match time passes and everybody is busy, but the history of the game does not grow.
    """

    def __init__(self) -> None:
        self._situation: Situation | None = None
        self._longest = 0

    def see(self, situation: Situation) -> None:
        """Take the situation shown now."""
        self._situation = situation
        self._longest = max(self._longest, len(situation.history))

    async def watch(self) -> None:
        """Watch until the match is stuck, then raise Standstill."""
        longest = -1
        while longest < self._longest:
            longest = self._longest
            await asyncio.sleep(STANDSTILL_S)
        asked = str(wording(self._situation)) if self._situation else "the table has not been reached"
        raise Standstill(f"nothing was played for {STANDSTILL_S:.0f} s, after {longest} actions: {asked}")


async def _attended(playing: asyncio.Task[State], around: set[asyncio.Task[None]]) -> State:
    """Return the result of `playing`, unless something around it fails first."""
    while not playing.done():
        done, _ = await asyncio.wait((playing, *around), return_when=asyncio.FIRST_COMPLETED)
        for task in done & around:
            task.result()
            around.discard(task)
    return playing.result()
