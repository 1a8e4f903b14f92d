"""Runs scenarios on a simulated table, a deed after the other."""

import asyncio
import inspect
from collections.abc import Sequence
from typing import Any

from mouseboard.sim.deeds import ALLOWED, DEEDS, EXPECTATIONS, Deeds, Expectations
from mouseboard.sim.scenario import Deed, ScenarioError, parse, parse_line
from mouseboard.sim.table import SimulatedTable

PATIENCE = 2.0  # seconds in which an expectation must come true, unless it says within how many
LOOK_AGAIN = 0.01


class Runner:
    """Does deeds to one table. The time of a scenario begins with its runner."""

    def __init__(self, table: SimulatedTable, deeds: Deeds = DEEDS, expectations: Expectations = EXPECTATIONS) -> None:
        """Who knows more than the table does, a host for instance, gives further `deeds` and `expectations`."""
        self._table = table
        self._deeds = deeds
        self._expectations = expectations
        self._forms = (*deeds, *expectations)
        self._began = asyncio.get_running_loop().time()

    async def run(self, text: str) -> None:
        """A whole scenario. Raises ScenarioError: before the first deed if a line cannot be read, or when one fails."""
        deeds = parse(text, self._forms)
        for deed in deeds:
            self._check(deed)
        for deed in deeds:
            await self._do(deed)

    async def run_line(self, line: str, number: int = 1) -> None:
        """One line, as a person types it. Raises ScenarioError."""
        deed = parse_line(line, self._forms, number)
        if deed:
            self._check(deed)
            await self._do(deed)

    def _check(self, deed: Deed) -> None:
        """Whether this table has the pieces, places, inputs and lamps the deed names."""
        for kind, value in deed.values:
            allowed: Sequence[Any] = ALLOWED[kind](self._table) if kind in ALLOWED else [value]
            if value not in allowed:
                shown = f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else ", ".join(allowed)
                raise ScenarioError(deed.line, deed.text, f"{value} is no {kind.lower()}; allowed: {shown}")

    async def _do(self, deed: Deed) -> None:
        if deed.at is not None:
            await asyncio.sleep(max(0.0, deed.at - self._time()))
        if deed.form in self._expectations:
            await self._expect(deed)
            return
        try:
            doing = self._deeds[deed.form](self._table, *(value for _, value in deed.values))
            if doing is not None:
                await doing
        except ValueError as error:
            raise ScenarioError(deed.line, deed.text, str(error)) from None

    async def _expect(self, deed: Deed) -> None:
        """Look again and again until what is expected is seen."""
        until = self._time() + (PATIENCE if deed.within is None else deed.within)
        expected = tuple(value for kind, value in deed.values if kind != "LAMP")
        while True:
            began = self._time()  # a look at a pattern takes its time
            seen = await self._look(deed)
            if seen == expected:
                return
            if began >= until:
                raise ScenarioError(deed.line, deed.text, f"at {self._time():.3f} s it is {_say(seen)}")
            await asyncio.sleep(LOOK_AGAIN)

    async def _look(self, deed: Deed) -> tuple[Any, ...]:
        lamps = (value for kind, value in deed.values if kind == "LAMP")
        seen: Any = self._expectations[deed.form](self._table, *lamps)
        return tuple(await seen if inspect.isawaitable(seen) else seen)

    def _time(self) -> float:
        return asyncio.get_running_loop().time() - self._began


def _say(seen: tuple[Any, ...]) -> str:
    return " ".join((" ".join(map(str, part)) or "none") if isinstance(part, tuple) else str(part) for part in seen)
