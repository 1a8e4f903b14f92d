"""The host of a game, which can be killed and resumes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from mouseboard.match import Match, Observer, Running
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.sim.table import SimulatedTable
from mouseboard.store import StoreError

DOWN = 0.1
"""Seconds for which a killed host is away."""


class Host:
    """Plays a match with people on all seats. After a kill it resumes the match from the journal."""

    def __init__(
        self, match: Match, table: SimulatedTable, observer: Observer, inbox: Inbox, on_kill: Callable[[], None]
    ) -> None:
        self._match = match
        self._on_kill = on_kill
        self._table = table
        self._observer = observer
        self._inbox = inbox
        self._killed = asyncio.Event()

    def kill(self) -> None:
        """End the running match at once. `play` resumes it after a while."""
        self._killed.set()

    async def play(self) -> None:
        """Play to the end of the game, through every kill."""
        while True:
            with self._match.writer:
                playing = asyncio.create_task(self._play())
                killed = asyncio.create_task(self._killed.wait())
                try:
                    await asyncio.wait((playing, killed), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    killed.cancel()
                    if not playing.done():
                        playing.cancel()
                        with suppress(asyncio.CancelledError):
                            await playing
                if not playing.cancelled():
                    return playing.result()
                self._on_kill()
            await asyncio.sleep(DOWN)
            self._killed.clear()
            while await self._inbox.get(0):
                pass
            with suppress(StoreError):
                self._match = Match.resume(self._match.writer.journal, self._match.writer.game)
                continue
            return None  # the game was over already: the kill came while the winner's lamp was lit

    async def _play(self) -> None:
        players = self._match.game.players
        seating = Seating((None,) * players, frozenset(range(players)), think_here)
        await Running(self._match, seating, self._observer, inbox=self._inbox).play(self._table.cable)
