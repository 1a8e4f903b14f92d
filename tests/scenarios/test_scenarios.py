"""Runs each scenario beside this file on the simulated table with a host on its line, on CPython and on MicroPython.

The host adds three lines to the language. `ask VERB FIELD...` sends a request (LINE.md). `expect answer WORD...`
compares the fields of its answer, or the reason of a refusal. `expect host 7 9` compares the inputs that the host takes
for closed.
"""

from pathlib import Path

import pytest

from mouseboard.link import Link, Refused
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.commands import COMMANDS, EXPECTATIONS, Commands, Expectations
from mouseboard.sim.firmware import Start
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import SimulatedTable

SCENARIOS = sorted(Path(__file__).parent.glob("*.txt"))


class Host:
    """A host that only asks and listens."""

    def __init__(self, link: Link, inputs: int) -> None:
        self.answer: tuple[str, ...] = ()
        self.link = link
        self.inputs = inputs

    async def ask(self, _table: SimulatedTable, words: tuple[str, ...]) -> None:
        try:
            self.answer = await self.link.ask(*words)
        except Refused as refused:
            self.answer = (refused.reason,)

    def closed(self, _table: SimulatedTable) -> tuple[tuple[int, ...]]:
        return (tuple(i for i in range(self.inputs) if self.link.closed(i)),)

    @property
    def commands(self) -> Commands:
        return {**COMMANDS, "ask WORDS": self.ask}

    @property
    def expectations(self) -> Expectations:
        return {**EXPECTATIONS, "expect answer WORDS": lambda _: (self.answer,), "expect host INPUTS": self.closed}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda path: path.stem)
def test_each_scenario_comes_true(scenario: Path, firmware: Start) -> None:
    async def main() -> None:
        async with SimulatedTable(seed=scenario.stem, start=firmware) as table, Link(table.cable) as link:
            host = Host(link, len(table.world.sensors))
            await Runner(table, host.commands, host.expectations).run(scenario.read_text())

    run_virtual(main())
