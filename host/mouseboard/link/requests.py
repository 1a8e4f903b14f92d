"""What can be asked of a table, typed: verbs and fields as they stand on the line are known here and in answers.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from typing import TypeVar

from mouseboard.link import answers
from mouseboard.link.answers import Fields, Power, TableStats
from mousetable import wire

T = TypeVar("T")


class Requests(ABC):
    """Each waits for as long as the table is away. Raises Refused where the table says no, LinkError.

    A request that was under way when the line was lost, or was answered with nonsense, is made again, and may be
    carried out twice.
    """

    @abstractmethod
    async def read(self, reader: Callable[[Fields], T], verb: str, *fields: str) -> T:
        """What the table answers to a request in the words of the line, as the reader reads it."""

    async def ask(self, verb: str, *fields: str) -> tuple[str, ...]:
        """The fields of the table's answer, for what is not typed here, and for tests of the line."""
        return await self.read(tuple, verb, *fields)

    async def tone(self, hz: int, ms: int) -> None:
        """Sound the buzzer, 20 to 10000 Hz, at most 5000 ms."""
        await self.ask(wire.TONE, str(hz), str(ms))

    async def jog(self, us: int) -> None:
        """Lead the servo to the position of this pulse width, for two seconds; 0 takes its power away."""
        await self.ask(wire.JOG, str(us))

    async def setting(self, name: str) -> int:
        """A setting kept on the table (LINE.md, settings.py)."""
        return await self.read(answers.setting, wire.GET, name)

    async def set_setting(self, name: str, value: int) -> None:
        """Keep a setting on the table. Raises Refused for a value out of its range."""
        await self.ask(wire.SET, name, str(value))

    async def blind_inputs(self) -> frozenset[int]:
        """The inputs that are not trusted, as it is kept on the table. Raises Refused where its firmware is too old."""
        bits = await self.setting("blind")
        return frozenset(number for number in range(bits.bit_length()) if bits >> number & 1)

    async def set_blind_inputs(self, inputs: Collection[int]) -> None:
        """Keep on the table which inputs are not to be trusted."""
        await self.set_setting("blind", sum(1 << number for number in set(inputs)))

    async def power(self) -> Power:
        """Measure the supply and the servo's current."""
        return await self.read(Power.read, wire.POWER)

    async def chain_good(self) -> bool:
        """Send a pattern through the register chain: whether it comes back."""
        return await self.read(answers.chain, wire.CHAIN)

    async def table_stats(self) -> TableStats:
        """The table's own counters."""
        return await self.read(TableStats.read, wire.STATS)
