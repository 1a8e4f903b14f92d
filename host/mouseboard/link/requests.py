"""The requests to a table, typed. Only this module and answers.py know the verbs and fields on the line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import TypeVar

from mouseboard.link import answers
from mouseboard.link.answers import Fields, Power, TableStats
from mousetable import wire

T = TypeVar("T")


class Requests(ABC):
    """Requests to a table, which wait as long as it is away. They raise Refused where it says no, and LinkError.

    A request is made again if the line was lost before its answer came, or if the answer was nonsense. So it may be
    carried out twice.
    """

    @abstractmethod
    async def read(self, reader: Callable[[Fields], T], verb: str, *fields: str) -> T:
        """Make a request in the words of the line, and return the answer as `reader` reads it."""

    async def ask(self, verb: str, *fields: str) -> tuple[str, ...]:
        """Return the fields of the table's answer. For requests that are not typed here, and for tests of the line."""
        return await self.read(tuple, verb, *fields)

    async def tone(self, hz: int, ms: int) -> None:
        """Sound the buzzer, 20 to 10000 Hz, at most 5000 ms."""
        await self.ask(wire.TONE, str(hz), str(ms))

    async def jog(self, us: int) -> None:
        """Move the servo to the position of this pulse width, in microseconds, for two seconds. 0 cuts its power."""
        await self.ask(wire.JOG, str(us))

    async def stop(self) -> None:
        """Stop the servo, if it moves, until a person at the table has looked at it."""
        await self.ask(wire.STOP)

    async def setting(self, name: str) -> int:
        """Return a setting stored on the table (LINE.md, settings.py)."""
        return await self.read(answers.setting, wire.GET, name)

    async def set_setting(self, name: str, value: int) -> str:
        """Store a setting on the table; return the hash of its settings. Raises Refused for a value out of range."""
        return await self.read(answers.settings, wire.SET, name, str(value))

    async def blind_inputs(self) -> frozenset[int]:
        """Return the inputs that the table is set not to trust. Raises Refused where its firmware is too old."""
        bits = await self.setting("blind")
        return frozenset(number for number in range(bits.bit_length()) if bits >> number & 1)

    async def set_blind_inputs(self, inputs: Collection[int]) -> None:
        """Store on the table which inputs are not to be trusted."""
        await self.set_setting("blind", sum(1 << number for number in set(inputs)))

    async def power(self) -> Power:
        """Measure the supply and the servo's current."""
        return await self.read(Power.read, wire.POWER)

    async def chain_good(self) -> bool:
        """Send a pattern through the register chain, and return whether it comes back."""
        return await self.read(answers.chain, wire.CHAIN)

    async def table_stats(self) -> TableStats:
        """Return the table's own counters."""
        return await self.read(TableStats.read, wire.STATS)
