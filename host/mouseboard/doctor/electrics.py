"""Chain and power: what the table says of itself, without anybody's hands."""

from __future__ import annotations

import asyncio

from mouseboard.doctor.bench import Bench
from mouseboard.doctor.observations import Chain, Power

SETTLED = 0.5
"""Seconds until the supply shows what a new picture draws."""


async def examine_chain(bench: Bench) -> Chain:
    """Send the test pattern through the registers."""
    assert bench.link.info
    (now, *_) = await bench.link.ask("chain")
    stats = dict(field.split("=") for field in await bench.link.ask("stats"))
    return Chain(at_start=bench.link.info.chain_good, now=now == "good", errors=int(stats["errors"]))


async def examine_power(bench: Bench) -> Power:
    """Measure the supply with all lamps dark, then with all of them white."""
    bench.dark()
    await asyncio.sleep(SETTLED)
    dark, servo = await bench.power()
    assert bench.link.info
    bench.link.show({"a": ("ffffff", "steady")}, "a" * bench.link.info.lamps)
    await asyncio.sleep(SETTLED)
    bright, _ = await bench.power()
    bench.dark()
    return Power(dark, bright, servo)
