"""Runs scenarios on a simulated table, one command after the other."""

import asyncio
import inspect
from collections.abc import Sequence
from typing import Any

from mouseboard.say import shortened
from mouseboard.sim.commands import ALLOWED, COMMANDS, DEEDS, EXPECTATIONS, Commands, Expectations
from mouseboard.sim.hands import Hands
from mouseboard.sim.scenario import Command, ScenarioError, parse, parse_command
from mouseboard.sim.table import SimulatedTable

PATIENCE_S = 2.0  # until an expectation must have come true, unless it sets its own limit
LOOK_AGAIN_S = 0.01
LOOKED_AT = ("LAMP", "PIECE")  # kinds of values that only say where an expectation looks


class Runner:
    """Carries out commands on one table. The time of a scenario begins with its runner."""

    def __init__(
        self, table: SimulatedTable, commands: Commands = COMMANDS, expectations: Expectations = EXPECTATIONS
    ) -> None:
        """A caller that knows more than the table, such as a host, passes further `commands` and `expectations`."""
        self._table = table
        self._commands = commands
        self._expectations = expectations
        self._forms = (*DEEDS, *commands, *expectations)
        self._other_hands = asyncio.Lock()  # they do one thing after the other, too
        self._meanwhile: set[asyncio.Task[None]] = set()
        self._began = asyncio.get_running_loop().time()

    async def run(self, text: str) -> None:
        """Run a scenario until all hands are done.

        Raises ScenarioError: before anything is done if a line cannot be read or does not fit this table; later, if a
        command fails.
        """
        commands = parse(text, self._forms)
        for command in commands:
            self._check(command)
        try:
            for command in commands:
                await self._do(command)
            await asyncio.gather(*self._meanwhile)
        finally:
            for task in self._meanwhile:
                task.cancel()

    async def run_command(self, text: str, number: int = 1) -> None:
        """Run one command, as a person types it. `number` is its line for messages. Raises ScenarioError."""
        command = parse_command(text, self._forms, number)
        if command:
            self._check(command)
            await self._do(command)

    def _check(self, command: Command) -> None:
        """Raise ScenarioError if this table lacks a piece, place, input or lamp that the command names.

        Also if it is to happen meanwhile, and is not done by hands.
        """
        if command.meanwhile and command.form not in DEEDS:
            raise ScenarioError(command.number, command.text, "only what hands do can be done meanwhile")
        for kind, value in command.values:
            allowed: Sequence[Any] = ALLOWED[kind](self._table) if kind in ALLOWED else [value]
            if value not in allowed:
                shown = f"{allowed[0]} to {allowed[-1]}" if isinstance(allowed, range) else ", ".join(allowed)
                raise ScenarioError(
                    command.number, command.text, f"{shortened(str(value))} is no {kind.lower()}; allowed: {shown}"
                )

    async def _do(self, command: Command) -> None:
        if command.at is not None:
            await asyncio.sleep(max(0.0, command.at - self._time()))
        if command.form in self._expectations:
            await self._expect(command)
        elif command.meanwhile:
            task = asyncio.create_task(self._do_meanwhile(command))
            self._meanwhile.add(task)
            task.add_done_callback(self._meanwhile.discard)
        elif command.form in DEEDS:
            await self._do_by(self._table.hands, command)
        else:
            await self._happen(command)

    async def _do_meanwhile(self, command: Command) -> None:
        async with self._other_hands:
            await self._do_by(self._table.other_hands, command)

    async def _do_by(self, hands: Hands, command: Command) -> None:
        await DEEDS[command.form](
            hands, *(self._table.place(str(value)) if kind == "PLACE" else value for kind, value in command.values)
        )

    async def _happen(self, command: Command) -> None:
        try:
            doing = self._commands[command.form](self._table, *(value for _, value in command.values))
            if doing is not None:
                await doing
        except ValueError as error:
            raise ScenarioError(command.number, command.text, str(error)) from None

    async def _expect(self, command: Command) -> None:
        """Look repeatedly until the expectation is met."""
        until = self._time() + (PATIENCE_S if command.within is None else command.within)
        expected = tuple(value for kind, value in command.values if kind not in LOOKED_AT)
        while True:
            began = self._time()  # watching a pattern takes time
            found = await self._look(command)
            if found == expected:
                return
            if began >= until:
                raise ScenarioError(command.number, command.text, f"at {self._time():.3f} s it is {_say(found)}")
            await asyncio.sleep(LOOK_AGAIN_S)

    async def _look(self, command: Command) -> tuple[Any, ...]:
        where = (value for kind, value in command.values if kind in LOOKED_AT)
        found: Any = self._expectations[command.form](self._table, *where)
        return tuple(await found if inspect.isawaitable(found) else found)

    def _time(self) -> float:
        return asyncio.get_running_loop().time() - self._began


def _say(found: tuple[Any, ...]) -> str:
    return " ".join((" ".join(map(str, part)) or "none") if isinstance(part, tuple) else str(part) for part in found)
