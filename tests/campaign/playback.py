"""Plays a case again under the judge, and makes it as short as it can be.

The hands of a replay have random numbers of their own, so a case may need some tries.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.campaign.acts import Acts
from tests.campaign.alike import Alike
from tests.campaign.asks import Want, want, wants_button
from tests.campaign.findings import Bad, Findings
from tests.campaign.host import Host
from tests.campaign.judge import Judge
from tests.referee.test_cases import read

from mouseboard.actors.table import table_for_game
from mouseboard.match import Match, Observer
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Chosen, TakeBack
from mouseboard.rules import Game
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.commands import COMMANDS, Commands
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable
from mouseboard.sim.trap import SET
from mouseboard.store import ActionRecord, Journal, Played, Source

SEEDS = (7, 1, 2, 3)
"""Seeds of the hands that are tried. The tests of cases use the first one."""
AFTER = 9.0
"""Seconds for which the judge watches after the last deed."""
TRIES = 120
"""The most replays for shortening one case."""


class Recalled:
    """The intent of people in a replay: they mean everything but the action that was found to be false."""

    def __init__(self, false: str) -> None:
        self._false = false

    def means(self, record: ActionRecord) -> bool:
        return str(record.action) != self._false

    def is_own_mistake(self, record: ActionRecord) -> bool:
        return False

    def takes_back(self) -> bool:
        return False


def replay(case: str, seed: int = SEEDS[0], false: str = "", trace: bool = False) -> Findings:
    """Play a case again, and return what the judge finds. `false` is the action that nobody means."""
    game, before, deeds = read(case)
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal.db") as journal:
        with journal.begin(game, seed) as writer:
            state = game.start()
            for notation, source in before:
                assert state.actor is not None
                writer.append(Played(state.actor, notation, source))
                state = state.play(notation)
        return run_virtual(_play(Match.resume(journal, writer.game), seed, deeds, false, trace))


async def _play(match: Match, seed: int, deeds: str, false: str, trace: bool) -> Findings:
    def note(line: str) -> None:
        if trace:
            print(f"{asyncio.get_running_loop().time():9.3f} {line}")

    async with table_for_game(match.game, seed) as table:
        for piece, place in match.played.state.placement().items():
            if piece in table.world.pieces:
                table.world.move(piece, table.place(place), 0)
        acts, inbox = Acts(), Inbox()
        judge = Judge(table, match.game, acts, Recalled(false), note, Alike(match.game))
        inbox.listen(judge.hear)

        def played(record: ActionRecord) -> None:
            judge.played(record, record.source is Source.HANDS)

        host = Host(match, table, Observer(judge.show, played), inbox, judge.forget)
        playing = asyncio.create_task(host.play())
        watching = asyncio.create_task(judge.watch())
        try:
            await _prepare(table, judge)
            runner = Runner(table, _commands(match.game, inbox, host))
            for number, line in enumerate(filter(None, deeds.splitlines()), 1):
                with acts.act(line):
                    await runner.run_command(line, number)
            await asyncio.sleep(AFTER)
        finally:
            for task in (playing, watching):
                task.cancel()
        judge.end()
        return judge.found


async def _prepare(table: SimulatedTable, judge: Judge) -> None:
    """Do what the last action has left to be done."""
    for _ in range(12):
        await asyncio.sleep(1)
        situation = judge.board.situation
        if situation is None:
            continue
        if want(situation) is not Want.TASK and not wants_button(situation):
            return
        if table.trap.stage != SET:
            await table.hands.set_trap()
        await table.hands.press("b")


def _commands(game: Game, inbox: Inbox, host: Host) -> Commands:
    return {
        **COMMANDS,
        "answer NOTATION": lambda _, notation: inbox.put_nowait(Chosen(game.read(notation))),
        "take back": lambda _: inbox.put_nowait(TakeBack()),
        "restart host": lambda _: host.kill(),
    }


def shortest(bad: Bad) -> tuple[str, int] | None:
    """Return the shortest case found that shows the same again, with its seed; None if no replay shows it."""
    for case in bad.cases:
        for seed in SEEDS:
            if _shows(bad, case, seed):
                return _shorten(bad, case, seed), seed
    return None


def _shows(bad: Bad, case: str, seed: int) -> bool:
    try:
        found = replay(case, seed, bad.what if bad.kind.startswith("false move") else "")
    except (ScenarioError, AssertionError, ValueError):
        return False
    return any(again.kind == bad.kind for again in found.bad)


def _shorten(bad: Bad, case: str, seed: int) -> str:
    """Leave out lines, many at once at first, as long as the case shows the same."""
    head, _, deeds = case.partition("\n\n")
    lines, tries = deeds.splitlines(), 0
    size = max(1, len(lines) // 2)
    while size:
        shorter = None
        for candidate in _without(lines, size):
            tries += 1
            if tries <= TRIES and _shows(bad, _join(head, candidate), seed):
                shorter = candidate
                break
        if shorter is None:
            size //= 2
        else:
            lines = shorter
    return _join(head, lines)


def _without(lines: Sequence[str], size: int) -> Iterator[list[str]]:
    """Yield the lines without each run of this many, the first ones first."""
    for start in range(0, len(lines), size):
        yield [*lines[:start], *lines[start + size :]]


def _join(head: str, lines: Sequence[str]) -> str:
    return "\n".join((head, "", *lines, ""))
