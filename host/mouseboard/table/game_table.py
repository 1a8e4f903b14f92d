"""A table as the referee uses it: lamps that glow for pieces, tunes, a crank with a result."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Mapping
from contextlib import suppress

from mouseboard.layouts import Layout
from mouseboard.link import Link, LinkError, Refused, TableRestarted
from mouseboard.table.events import Unstoppable
from mouseboard.table.lamps import LETTERS, STYLES, URGENCY, Glow
from mouseboard.table.table import Table

Tune = tuple[tuple[int, int], ...]
"""Tones of the buzzer, one after the other: Hz and milliseconds of each."""


class GameTable(Table):
    """A table on which a game can be played.

    A `quiet` one makes no sound. One that is `obedient` is simulated: its hands take the piece that is asked for.
    """

    def __init__(self, link: Link, layout: Layout, quiet: bool = False, obedient: bool = False) -> None:
        """Use an open link. Raises TableTooSmall."""
        super().__init__(link, layout)
        self.check_size()
        self.obedient = obedient
        self._quiet = quiet
        self._playing: asyncio.Task[None] | None = None
        self._asking: set[asyncio.Task[None]] = set()

    def light(self, glows: Mapping[str, Glow]) -> None:
        """Set what the lamps show. Raises TableTooSmall if a smaller table has been connected since."""
        self.check_size()
        rising = sorted(glows.items(), key=lambda lit: URGENCY.index(lit[1].pattern))
        self.show(STYLES, {place: LETTERS[glow] for place, glow in rising})

    def sound(self, tune: Tune) -> None:
        """Start a tune instead of the one that plays. Does nothing while the table cannot be reached."""
        if self._playing:
            self._playing.cancel()
        if self.connected and not self._quiet:
            self._playing = asyncio.create_task(self._play(tune), name="tune")

    async def _play(self, tune: Tune) -> None:
        with suppress(Refused, LinkError):
            for hz, ms in tune:
                await self.service.tone(hz, ms)
                await asyncio.sleep(ms / 1000)

    def keep(self, blind: Collection[str]) -> None:
        """Store these blind places on the table as soon as it can be reached."""
        self._begin(self.keep_blind(blind))

    def stop_trap(self) -> None:
        """Stop the crank as soon as the table can be reached. Its result waits for that, too."""
        self._begin(self._stop_trap())

    async def _stop_trap(self) -> None:
        """Stop the crank, or tell that the firmware cannot: only one without this request refuses it."""
        try:
            await self.service.stop()
        except Refused:
            self._tell(Unstoppable())

    def _begin(self, asking: Coroutine[object, object, None]) -> None:
        """Ask the table for something, and do not wait for its answer."""

        async def ask() -> None:
            with suppress(Refused, LinkError):
                await asking

        task = asyncio.create_task(ask())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def crank(self, crank: str, profile: str) -> str:
        """Turn the crank under a new id. Return `caught`, `missed`, or in one word what stopped it."""
        try:
            return await self.turn_crank(crank, profile)
        except Refused as refused:
            return refused.reason
        except TableRestarted:
            return "restart"

    async def cranked(self, crank: str, profile: str) -> str:
        """Return the result of a turn that began before this process crashed; `restart` if the table forgot it."""
        if self.last_crank(crank) is None:
            return "restart"
        return await self.crank(crank, profile)
