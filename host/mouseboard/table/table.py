"""One table as the referee sees it: occupied places, two buttons, a cage, lamps, a crank. It decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from mouseboard.boards import Board
from mouseboard.link import Back, Contact, Link, LinkError, Lost, News, Refused, TableRestarted
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

    seen: frozenset[str]


Tune = tuple[tuple[int, int], ...]
"""Tones of the buzzer, one after the other: Hz and milliseconds of each."""


class TableTooSmall(ValueError):
    """The board needs more sensors or lamps than the table has."""


class Table:
    """A board on a linked table. `notify` says who hears of presses and changes; a `quiet` table makes no sound."""

    def __init__(self, link: Link, board: Board, quiet: bool = False) -> None:
        """The link is open. Raises TableTooSmall."""
        hello = link.board
        assert hello is not None
        if hello.inputs < board.sensors or hello.lamps < board.lamps:
            raise TableTooSmall(
                f"{board.title} needs {board.sensors} sensors and {board.lamps} lamps; "
                f"this table has {hello.inputs} and {hello.lamps}"
            )
        self.sense = Sense(place.name for place in board.place if place.sensors)
        self.connected = True
        self._link = link
        self._board = board
        self._quiet = quiet
        self._playing: asyncio.Task[None] | None = None
        self._direct = (hello.inputs + 7) // 8 * 8
        self._notify: Callable[[Press | Changed], None] | None = None
        link.watch(self._news)

    def notify(self, notify: Callable[[Press | Changed], None]) -> None:
        """Call this with whatever happens from now on."""
        self._notify = notify

    @property
    def seen(self) -> frozenset[str]:
        """The places on which something stands: one closed sensor is enough."""
        closed = self._link.closed
        return frozenset(place.name for place in self._board.place if any(map(closed, place.sensors)))

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
        return self._link.board is not None and self._link.board.chain_good

    def light(self, glows: Mapping[str, Glow]) -> None:
        """What the lamps show from now on."""
        self._link.show(STYLES, picture(self._board, glows))

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

    def _news(self, news: News) -> None:
        if isinstance(news, Lost | Back):
            self.connected = isinstance(news, Back)
        if self._notify:
            self._notify(self._meaning(news))

    def _meaning(self, news: News) -> Press | Changed:
        buttons = {self._direct + BUTTON_A: "a", self._direct + BUTTON_B: "b"}
        if isinstance(news, Contact) and news.closed and news.contact in buttons:
            return Press(buttons[news.contact])
        return Changed(self.seen)
