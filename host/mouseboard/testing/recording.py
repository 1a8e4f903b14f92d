"""Replays a recording of what a table felt, through firmware, line and host, in virtual time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from mouseboard import players as computers
from mouseboard.actors.table import table_for_game
from mouseboard.link import Link
from mouseboard.match import Match, Observer, Running
from mouseboard.match.recording import Line, Recording
from mouseboard.players import Player
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating
from mouseboard.referee.situation import Chosen, Pause, Stop, TakeBack
from mouseboard.rules import Action, State
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import Journal, Source
from mousetable.debounce import HOLD_MS

AFTERMATH_S = 3.0
"""Seconds to wait for consequences of the last line."""


def replay(recording: Recording) -> tuple[str, ...]:
    """Return the notation of each accepted action. Compare it with `recording.played`, which was accepted then."""
    before = recording.before
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder, "journal.db")) as journal:
        with journal.begin(before.game, before.seed, before.entries) as writer:
            number = writer.game
        match = Match.resume(journal, number, even_over=True)
        with match.writer:
            return run_virtual(_replay(match, recording))


async def _replay(match: Match, recording: Recording) -> tuple[str, ...]:
    played: list[str] = []
    table = table_for_game(match.game, match.seed)
    past = _Past(recording, table)
    observer = Observer(on_played=lambda record: played.append(str(record.action)), on_link=past.begin)
    running = Running(match, past.seating, observer, inbox=past.inbox)
    async with table:
        playing = asyncio.create_task(running.play(table.cable, stay=True))
        happening = asyncio.create_task(past.happen())
        try:
            await asyncio.wait((playing, happening), return_when=asyncio.FIRST_COMPLETED)
            for task in (playing, happening):
                if task.done():
                    task.result()
        finally:
            playing.cancel()
            happening.cancel()
    return tuple(played)


class _Past:
    """Repeats a recording at a table, at its times: contacts, answers and computers' decisions."""

    def __init__(self, recording: Recording, table: SimulatedTable) -> None:
        game = recording.before.game
        mind = computers.load("random", game)  # a stand-in: `_remember` returns the recorded decisions
        self.inbox = Inbox()
        self.seating = Seating(
            tuple(None if seat in recording.people else mind for seat in range(game.players)),
            recording.rollers,
            self._remember,
        )
        self._recording = recording
        self._table = table
        self._decisions: Iterator[Line] = (
            line for line in recording.lines if line.word == "played" and line.values[1] == Source.COMPUTER
        )
        self._begun = asyncio.Event()
        self._began = 0.0
        self._close(recording.start.values)

    def begin(self, _: Link) -> None:
        """Start the clock of the recording, now that the line is open."""
        self._began = asyncio.get_running_loop().time()
        self._begun.set()

    async def happen(self) -> None:
        """Replay all lines, then wait for their consequences."""
        await self._begun.wait()
        for line in sorted(self._recording.lines, key=_cause):
            await self._wait_until(_cause(line))
            self._do(line)
        await asyncio.sleep(AFTERMATH_S)

    async def _remember(self, _player: Player, state: State, _rng: Random) -> Action:
        """Return the computer's recorded decision. Without a decision that is legal now, it thinks for ever."""
        line = next(self._decisions, None)
        action = line and state.game.vocabulary[line.values[0]]
        if line is None or action not in state.actions():
            return await asyncio.Future()
        await self._wait_until(line.time)
        return action

    def _do(self, line: Line) -> None:
        match line:
            case Line(_, "closed" | "opened" as word, (contact,)):
                self._force(contact, word == "closed")
            case Line(_, "gap", contacts):
                self._close(contacts)
            case Line(_, "said", (action,)):
                self.inbox.put_nowait(Chosen(self._recording.before.game.vocabulary[action]))
            case Line(_, "undo"):
                self.inbox.put_nowait(TakeBack())
            case Line(_, "pause"):
                self.inbox.put_nowait(Pause())
            case Line(_, "stop"):
                self.inbox.put_nowait(Stop())
            case Line(_, "lost"):
                self._table.cable.unplug()
            case Line(_, "found"):
                self._table.cable.replug()
            case Line(_, "restarted", contacts):
                self._table.power_cut()
                self._close(contacts)
                self._table.cable.replug()
                self._table.power_on()

    def _close(self, contacts: Iterable[str]) -> None:
        """Close exactly these inputs."""
        world = self._table.world
        for name in (*map(str, range(len(world.reeds))), *world.switches):
            self._force(name, name in contacts)

    def _force(self, contact: str, closed: bool) -> None:
        """Force a contact, whatever the simulated magnets do. Ignore inputs that this table does not have."""
        world = self._table.world
        if contact in world.switches:
            world.switches[contact].force(closed)
        elif int(contact) < len(world.reeds):
            world.reeds[int(contact)].force(closed)

    async def _wait_until(self, time: int) -> None:
        passed = asyncio.get_running_loop().time() - self._began
        await asyncio.sleep((time - self._recording.start.time) / 1000 - passed)


def _cause(line: Line) -> int:
    """Return when the cause of a line happened: the debounce time before a contact change, else the line's time."""
    return line.time - HOLD_MS if line.word in ("closed", "opened") else line.time
