"""Examine a simulated table, at which somebody does what the doctor asks for."""

from __future__ import annotations

from collections.abc import Callable, Collection

from mouseboard.actors.table import table_for_layout
from mouseboard.actors.technician import Technician
from mouseboard.actors.tile import TileTechnician, tile_on_bench
from mouseboard.doctor import TILE_PARTS, Report, examine, tile_layout
from mouseboard.layouts import Layout
from mouseboard.say import Say
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import PIECES


async def examine_simulated(
    layout: Layout,
    hear: Callable[[Say], None],
    parts: Collection[str],
    scenario: str = "",
    revision: int | None = None,
) -> tuple[Report, bool]:
    """Run `examine` on a table with the scenario's faults; `hear` receives everything that is said."""
    async with table_for_layout(layout, PIECES, seed=0, chance=1) as table:
        await Runner(table).run(scenario)
        return await examine(table.cable, layout, Technician(table, layout, hear), parts, revision=revision)


async def examine_simulated_tile(number: int, hear: Callable[[Say], None], scenario: str = "") -> tuple[Report, bool]:
    """Run `examine` on a tile alone with this number and the scenario's faults."""
    async with tile_on_bench(number) as table:
        await Runner(table).run(scenario)
        return await examine(table.cable, tile_layout(), TileTechnician(table, hear), TILE_PARTS, tile=number)
