"""One table as the referee sees it: occupied places, two buttons, a cage, lamps, a crank. It decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from mouseboard.layouts import Layout
from mouseboard.link import (
    ContactChange,
    Disconnected,
    Link,
    LinkError,
    LinkEvent,
    Reconnected,
    Refused,
    TableRestarted,
)
from mouseboard.table.guide import Sense
from mouseboard.table.lamps import STYLES, Glow, picture
from mousetable.wire import TONE

CAGE, BUTTON_A, BUTTON_B, RAIL_OK = range(4)
"""The direct contacts, counted from the first bit behind the register chain's bytes."""


class Press(msgspec.Struct, frozen=True):
    """Button "a" walks through the options, "b" says yes, done, roll, this one."""

    button: str


class Changed(msgspec.Struct, frozen=True):
    """The table looks different now, or is there again, or is not: look at it. `seen` is what it looked like then."""

    occupied: frozenset[str]


Tune = tuple[tuple[int, int], ...]
"""Tones of the buzzer, one after the other: Hz and milliseconds of each."""


class TableTooSmall(ValueError):
    """The board needs more sensors or lamps than the table has."""


class Table:
    """A board on a linked table. `notify` says who hears of presses and changes; a `quiet` table makes no sound."""

    def __init__(self, link: Link, layout: Layout, quiet: bool = False) -> None:
        """The link is open. Raises TableTooSmall."""
        hello = link.info
        assert hello is not None
        if hello.inputs < layout.sensors or hello.lamps < layout.lamps:
            raise TableTooSmall(
                f"{layout.title} needs {layout.sensors} sensors and {layout.lamps} lamps; "
                f"this table has {hello.inputs} and {hello.lamps}"
            )
        self.sense = Sense(place.name for place in layout.place if place.sensors)
        self.connected = True
        self._link = link
        self._layout = layout
        self._quiet = quiet
        self._playing: asyncio.Task[None] | None = None
        self._direct = (hello.inputs + 7) // 8 * 8
        self._notify: Callable[[Press | Changed], None] | None = None
        link.watch(self._on_link_event)

    def notify(self, notify: Callable[[Press | Changed], None]) -> None:
        """Call this with whatever happens from now on."""
        self._notify = notify

    @property
    def occupied(self) -> frozenset[str]:
        """The places on which something stands: one closed sensor is enough."""
        closed = self._link.closed
        return frozenset(place.name for place in self._layout.place if any(map(closed, place.sensors)))

    @property
    def cage_down(self) -> bool:
        """Whether the cage has fallen and not been lifted since."""
        return self._link.closed(self._direct + CAGE)

    @property
    def fault(self) -> str | None:
        """Why the table has stopped, until a person clears it there."""
        return self._link.fault

    @property
    def sure(self) -> bool:
        """Whether its register chain answered when the table started; if not, what it feels may be wrong."""
        return self._link.info is not None and self._link.info.chain_good

    def light(self, glows: Mapping[str, Glow]) -> None:
        """What the lamps show from now on."""
        self._link.show(STYLES, picture(self._layout, glows))

    def sound(self, tune: Tune) -> None:
        """Play it from now on, whatever was playing; a table that cannot be reached is silent."""
        if self._playing:
            self._playing.cancel()
        if self.connected and not self._quiet:
            self._playing = asyncio.create_task(self._play(tune), name="tune")

    async def _play(self, tune: Tune) -> None:
        with suppress(Refused, LinkError):
            for hz, ms in tune:
                await self._link.ask(TONE, str(hz), str(ms))
                await asyncio.sleep(ms / 1000)

    async def crank(self, crank: str, profile: str) -> str:
        """Turn the crank for a number never used before: `caught`, `missed`, or what stopped it in one word."""
        try:
            return await self._link.crank(crank, profile)
        except Refused as refused:
            return refused.reason
        except TableRestarted:
            return "restart"

    async def cranked(self, crank: str, profile: str) -> str:
        """What became of a crank begun before a crash of ours. The table remembers, unless it has restarted."""
        if self._link.last_crank(crank) is None:
            return "restart"
        return await self.crank(crank, profile)

    def _on_link_event(self, event: LinkEvent) -> None:
        if isinstance(event, Disconnected | Reconnected):
            self.connected = isinstance(event, Reconnected)
        if self._notify:
            self._notify(self._meaning(event))

    def _meaning(self, event: LinkEvent) -> Press | Changed:
        buttons = {self._direct + BUTTON_A: "a", self._direct + BUTTON_B: "b"}
        if isinstance(event, ContactChange) and event.closed and event.contact in buttons:
            return Press(buttons[event.contact])
        return Changed(self.occupied)
