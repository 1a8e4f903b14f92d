"""One table with a layout on it, reached over its line: contacts and places, lamps, crank. It decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import cache

from mouseboard.layouts import Layout
from mouseboard.layouts.tiles import INPUTS, TileFault, code, faults
from mouseboard.link import (
    ContactChange,
    Disconnected,
    Gap,
    Link,
    LinkEvent,
    Reconnected,
    Refused,
    Requests,
    Style,
    TableInfo,
    Watcher,
)
from mouseboard.say import Explained, say
from mouseboard.table.events import Changed, Missed, PlaceChanged, Press, Released, TableEvent
from mouseboard.table.lamps import DARK
from mouseboard.table.occupancy import Occupancy
from mousetable import wire


class TableTooSmall(Explained, ValueError):
    """The layout needs more sensors or lamps than the table has."""


class Table:
    """A table at the other end of an open link. It may be smaller than its layout: see `check_size`."""

    def __init__(self, link: Link, layout: Layout) -> None:
        self.layout = layout
        self.connected = True
        self.service: Requests = link
        """Settings, measurements and single movements, for putting the table into service."""
        self._link = link
        self._code = code(layout.coded)
        self._faults = self._read_code()
        self._blind: frozenset[int] = frozenset()
        self._occupancy = Occupancy(layout)
        self._occupancy.reset(self.closed_inputs)
        self._time = 0.0
        """When a place changed last, in seconds."""
        self._started = 0.0
        """When the table started, on the same clock: a restart sets the table's own to 0."""
        self._notify: Callable[[TableEvent], None] | None = None
        link.watch(self._on_link_event)

    @property
    def info(self) -> TableInfo:
        """The table's description of itself, from the last greeting."""
        assert self._link.info
        return self._link.info

    def check_size(self) -> None:
        """Raise TableTooSmall unless the table has all sensors and lamps that the layout needs."""
        layout, info = self.layout, self.info
        if info.inputs < layout.sensors or info.lamps < layout.lamps:
            raise TableTooSmall(
                say(
                    "{title} needs {sensors} sensors and {lamps} lamps; this table has {inputs} and {lit}",
                    title=layout.title,
                    sensors=layout.sensors,
                    lamps=layout.lamps,
                    inputs=info.inputs,
                    lit=info.lamps,
                )
            )

    # Contacts

    @property
    def occupied(self) -> frozenset[str]:
        """The occupied places."""
        return self._occupancy.occupied

    @property
    def closed_inputs(self) -> frozenset[int]:
        """The closed inputs of the register chain, under a place or not, except those of the tiles' codes."""
        return frozenset(n for n in range(self.info.inputs) if n not in self._code and self._link.closed(n))

    @property
    def closed_direct(self) -> frozenset[str]:
        """The closed contacts of `wire.DIRECT`."""
        return _direct(self._link.contacts[-1])

    @property
    def cage_down(self) -> bool:
        """Whether the cage is down."""
        return self._link.closed(self.info.direct("cage"))

    @property
    def fault(self) -> str | None:
        """Why the table has stopped; None after a person has cleared it at the table."""
        return self._link.fault

    @property
    def sure(self) -> bool:
        """Whether the register chain answered at the start, and now has neither noise nor a wrong code of a tile.

        If not, contacts may be wrong; and while a code is wrong, changes of places are not reported.
        """
        return self.info.chain_good and not self._faults and not self._link.noisy

    @property
    def tile_faults(self) -> tuple[TileFault, ...]:
        """The present faults of the chain, by the tiles' codes."""
        return self._faults

    def is_reed(self, contact: int) -> bool:
        """Return whether a magnet can close this contact."""
        return contact < self.info.inputs and contact not in self._code

    # Blind contacts. The table stores them, so they travel with it from game to game and host to host.

    async def recall_blind(self) -> None:
        """Read the blind contacts from the table. Old firmware stores none. Raises LinkError."""
        with suppress(Refused):
            self._blind = await self.service.blind_inputs()

    @property
    def blind(self) -> frozenset[str]:
        """The places with a blind contact."""
        return frozenset(place.name for place in self.layout.stands if not self._blind.isdisjoint(place.sensors))

    async def keep_blind(self, places: Collection[str]) -> None:
        """Store the contacts of these places as blind, and of no others. Inputs under no place stay as they are.

        Raises LinkError.
        """
        ours = {sensor for place in self.layout.stands for sensor in place.sensors}
        distrusted = {sensor for place in places for sensor in self.layout.by_name[place].sensors}
        self._blind = frozenset(distrusted | self._blind - ours)
        with suppress(Refused):
            await self.service.set_blind_inputs(self._blind)

    # What happens

    def notify(self, notify: Callable[[TableEvent], None]) -> None:
        """Call `notify` with every event from now on."""
        self._notify = notify

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` with every raw event of the link from now on."""
        self._link.watch(watcher)

    def _on_link_event(self, event: LinkEvent) -> None:
        self._tell(self._contact(event) if isinstance(event, ContactChange) else self._other(event))

    def _tell(self, event: TableEvent) -> None:
        if self._notify:
            self._notify(event)

    def _other(self, event: LinkEvent) -> TableEvent:
        if isinstance(event, Disconnected | Reconnected):
            self.connected = isinstance(event, Reconnected)
        has_restarted = isinstance(event, Reconnected) and event.rebooted
        if has_restarted:
            self._started = self._time
        if isinstance(event, Gap) or has_restarted:
            self._faults = self._read_code()
            return Changed() if self._faults else self._missed()
        return Changed()

    def _missed(self) -> Missed:
        self._occupancy.reset(self.closed_inputs)
        return Missed(self.occupied)

    def _read_code(self) -> tuple[TileFault, ...]:
        return faults(self._link.closed, min(self.layout.coded, self.info.inputs // INPUTS))

    def _contact(self, change: ContactChange) -> TableEvent:
        direct = self.info.direct_name(change.contact)
        if direct in ("a", "b"):
            return Press(direct) if change.closed else Released(direct)
        if change.contact in self._code:
            before, self._faults = self._faults, self._read_code()
            return self._missed() if before and not self._faults else Changed()
        if self._faults:
            return Changed()
        place = None if direct else self._occupancy.change(change.contact, change.closed)
        if place is None:
            return Changed()
        self._time = self._started + change.time / 1000
        return PlaceChanged(place, change.closed, self._time, self.occupied)

    # Lamps and crank

    def show(self, styles: Mapping[str, Style], lit: Mapping[str, str]) -> None:
        """Light these places, each in the style of its letter, and darken all others."""
        self._link.show(styles, picture_of(self.layout, self.info.lamps, lit))

    def show_all(self, style: Style) -> None:
        """Light every lamp there is, in one style."""
        self._link.show({"a": style}, "a" * self.info.lamps)

    async def turn_crank(self, crank: str, profile: str) -> str:
        """Turn the crank and return `caught`, `missed` or `fault-<cause>`.

        Idempotent by `crank`, the turn's id. Raises Refused, TableRestarted, LinkError.
        """
        return await self._link.crank(crank, profile)

    def last_crank(self, crank: str) -> str | None:
        """Return the status of the turn with this id, if it was the last one since the table started."""
        return self._link.last_crank(crank)


@cache
def _direct(byte: int) -> frozenset[str]:
    """Return the closed contacts of `wire.DIRECT` from the last byte of a snapshot."""
    return frozenset(name for bit, name in enumerate(wire.DIRECT) if byte >> bit & 1)


def picture_of(layout: Layout, lamps: int, lit: Mapping[str, str]) -> str:
    """Return one letter for each of the `lamps`, from the places that are lit."""
    picture = [DARK] * lamps
    for name, style in lit.items():
        for lamp in layout.by_name[name].lamps:
            if lamp < lamps:
                picture[lamp] = style
    return "".join(picture)
