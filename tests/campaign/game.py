"""One game of a campaign. Its recipe decides everything, and a judge compares it with the truth."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.campaign.alike import Alike
from tests.campaign.breaking import break_later, cut_now_and_then
from tests.campaign.findings import Findings
from tests.campaign.habits import HABITS, Home
from tests.campaign.host import Host
from tests.campaign.judge import DeadEnd, Judge
from tests.campaign.moving import TEMPERS, Mover
from tests.campaign.people import People
from tests.campaign.recipe import Recipe
from tests.campaign.strange_hands import StrangeMover
from tests.campaign.timed_inbox import TimedInbox

from mouseboard import rules
from mouseboard.actors.table import table_for_game
from mouseboard.match import Match, Observer
from mouseboard.referee.situation import Situation
from mouseboard.rules import Game
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import ActionRecord, Journal

LONGEST = 7200.0
"""Seconds of the table's time after which a game is abandoned."""

HANDS = {"usual": Mover, "strange": StrangeMover}


def run(what: Recipe, trace: bool = False) -> Findings:
    """Play one game in virtual time, and return what the judge found. `trace` prints each event."""
    game = rules.load(what.game, what.players)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        return run_virtual(_game(Match.begin(journal, game, what.seed), what, trace))


async def _game(match: Match, what: Recipe, trace: bool) -> Findings:
    def note(line: str) -> None:
        if trace:
            print(f"{asyncio.get_running_loop().time():9.3f} {line}")

    async with table_for_game(match.game, match.seed) as table:
        inbox, alike = TimedInbox(), Alike(match.game)
        people = People(table, match.game, TEMPERS[what.temper], what.seed, inbox, alike, note, HANDS[what.hands])
        judge = Judge(table, match.game, people.mover.acts, people, note, alike)
        inbox.listen(judge.hear)

        def show(situation: Situation) -> None:
            with inbox.aside():
                judge.show(situation)
                people.see(situation)

        def played(record: ActionRecord) -> None:
            with inbox.aside():
                judge.played(record, people.shows(record))

        host = Host(match, table, Observer(show, played), inbox, judge.forget)
        playing = asyncio.create_task(host.play())
        beside = [asyncio.create_task(doing) for doing in _beside(what, table, match.game, people, host, judge)]
        around = [asyncio.create_task(people.play()), asyncio.create_task(judge.watch())]
        try:
            async with asyncio.timeout(LONGEST):
                await asyncio.wait([playing, *around], return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            judge.found.counts["left"] += 1
        judge.end()
        for task in around:
            if task.done():
                with suppress(DeadEnd):
                    task.result()
        if playing.done():
            playing.result()
            judge.found.counts["ended"] += 1
        for task in (playing, *around, *beside):
            task.cancel()
        judge.found.counts["games"] = 1
        judge.found.counts["transitions"] = inbox.changes
        judge.found.spent = inbox.spent
        for task in beside:
            if task.done() and not task.cancelled():
                task.result()
        return judge.found


def _beside(
    what: Recipe, table: SimulatedTable, game: Game, people: People, host: Host, judge: Judge
) -> Iterator[Coroutine[None, None, None]]:
    """Return what goes on beside the game."""
    if what.broken:
        yield break_later(what.broken, table, game, judge, Random(f"{what.seed}/broken"))
    if what.cut:
        yield cut_now_and_then(what.cut, table, host, judge, Random(f"{what.seed}/cuts"))
    if what.habit:
        habit = HABITS[what.habit](Home(table, game, people, host, judge, Random(f"{what.seed}/habit")))
        people.way = habit
        yield habit.beside()
