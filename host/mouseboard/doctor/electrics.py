"""Chain and power: what the table reports by itself, without a person's hands."""

from __future__ import annotations

import asyncio

from mouseboard.doctor.bench import Bench, step
from mouseboard.doctor.observations import Chain, Power

SETTLED_S = 0.5
"""Seconds until the supply reflects a new picture."""


@step
async def examine_chain(bench: Bench) -> Chain:
    """Send the test pattern through the registers, and read the tiles' codes; or see whether own pins touch."""
    table = bench.table
    now, stats = await table.service.chain_good(), await table.service.table_stats()
    return Chain(
        at_start=table.info.chain_good,
        now=now,
        errors=stats.errors,
        noise=stats.noise,
        tiles=table.tile_faults,
        own_pins=table.info.own_pins,
    )


@step
async def examine_power(bench: Bench) -> Power:
    """Measure the supply with all lamps dark, then with all of them white."""
    bench.dark()
    await asyncio.sleep(SETTLED_S)
    dark = await bench.table.service.power()
    bench.table.show_all(("ffffff", "steady"))
    await asyncio.sleep(SETTLED_S)
    bright = await bench.table.service.power()
    bench.dark()
    return Power(dark.millivolts, bright.millivolts, dark.milliamps)
