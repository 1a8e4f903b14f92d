"""A match on a simulated table, with a person at it who does what the table asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from mouseboard.actors.person import Person
from mouseboard.actors.table import table_for_game
from mouseboard.match import Listen, Match, play
from mouseboard.referee.seating import Observer, Seating
from mouseboard.referee.situation import Inbox, Situation
from mouseboard.rules import State
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable

Meet = Callable[[SimulatedTable, Person], None]


async def play_simulated(
    match: Match,
    seating: Seating,
    observer: Observer,
    inbox: Inbox,
    *,
    pace: float = 1.0,
    scenario: str = "",
    quiet: bool = False,
    listen: Listen | None = None,
    meet: Meet | None = None,
) -> State:
    """Play a match to its end on a simulated table.

    `scenario` is what happens to the table meanwhile; `pace` 2 is twice as fast as people usually are; `meet` is shown
    the table, and who stands at it.
    Raises ScenarioError where it cannot be read or does not come true.
    """
    async with table_for_game(match.game, match.seed, pace) as table:
        table.trap.turns = match.trap_runs
        person = Person(table, {seat for seat, player in enumerate(seating.players) if player})

        if meet:
            meet(table, person)

        def show(situation: Situation) -> None:
            person.see(situation)
            observer.show(situation)

        watched = replace(observer, show=show)
        playing = asyncio.create_task(play(match, table.cable, seating, watched, inbox, quiet=quiet, listen=listen))
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
