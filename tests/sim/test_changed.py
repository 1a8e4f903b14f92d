"""Scenarios with random changes are refused in one line, or run."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from mouseboard.sim.clock import run_virtual
from mouseboard.sim.commands import FORMS
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError, parse
from mouseboard.sim.table import SimulatedTable
from mouseboard.testing.mutations import mutated_text

FOLDER = Path(__file__).parents[1] / "scenarios"
WITHOUT_HOST = ("ask ", "expect answer", "expect host")  # lines that only tests/scenarios knows
TEXTS = [
    "\n".join(line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(WITHOUT_HOST))
    for path in sorted(FOLDER.glob("*.txt"))
]
WORDS = (
    "-1",
    "1e300",
    "nan",
    "inf",
    "9" * 25,
    "9" * 400,
    "9" * 5000,
    "ms",
    "s",
    "meanwhile",
    "expect",
    "0",
    "81",
    "at",
)


def is_read(text: str) -> bool:
    """Return whether the text can be read. If not, the refusal must be one line."""
    try:
        parse(text, FORMS)
    except ScenarioError as refusal:
        assert str(refusal).isprintable()
        return False
    return True


async def run(text: str) -> None:
    """Run a scenario to its end, or until a command is refused or fails."""
    async with asyncio.timeout(3600), SimulatedTable(seed=1) as table:
        try:
            await Runner(table).run(text)
        except ScenarioError as refusal:
            assert str(refusal).isprintable()


def look_at_changed(seed: int, count: int, runs: int) -> None:
    random = Random(seed)
    texts = [mutated_text(random.choice(TEXTS), random, WORDS) for _ in range(count)]
    readable = [text for text in texts if is_read(text)]
    for text in random.sample(readable, runs):
        run_virtual(run(text))


def test_a_changed_scenario_is_refused_in_one_line_or_runs() -> None:
    look_at_changed(1, 500, 30)


@pytest.mark.campaign
def test_each_of_twenty_thousand_changed_scenarios_is_refused_in_one_line_or_runs() -> None:
    look_at_changed(2, 20_000, 5000)
