"""The examination: the parts in their order, and what keeps a part from being looked at at all."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from mouseboard.doctor.bench import Bench
from mouseboard.doctor.diagnosis import supply_is_good
from mouseboard.doctor.electrics import examine_chain, examine_power
from mouseboard.doctor.lamps import examine_lamps
from mouseboard.doctor.observations import Observations, Switch
from mouseboard.doctor.sensors import examine_sensors
from mouseboard.doctor.servo import examine_servo
from mouseboard.doctor.size import fit
from mouseboard.doctor.switches import examine_buttons, examine_cage, examine_stop
from mouseboard.doctor.talk import BrokenOff

PARTS: dict[str, Callable[[Bench], Awaitable[Any]]] = {
    "chain": examine_chain,
    "power": examine_power,
    "buttons": examine_buttons,
    "lamps": examine_lamps,
    "sensors": examine_sensors,
    "stop": examine_stop,
    "cage": examine_cage,
    "servo": examine_servo,
}
"""In this order: each relies on those before it. The names are those of Observations' fields."""

BROKEN_OFF = "the examination was broken off"


async def examine(bench: Bench, parts: Collection[str] = tuple(PARTS)) -> Observations:
    """Look at these parts. Where the person goes away, the rest is skipped. Raises TableTooSmall."""
    await fit(bench)
    seen: dict[str, Any] = {}
    skipped: dict[str, str] = {}
    for part in (name for name in PARTS if name in parts):
        reason = skipped.get(part) or _reason_to_skip(part, Observations(**seen))
        if reason:
            skipped[part] = reason
            bench.talk.tell(f"{part}: not looked at, {reason}")
            continue
        bench.talk.tell(f"-- {part}")
        try:
            seen[part] = await PARTS[part](bench)
            if seen[part] is None:
                skipped[part] = "the person did not want it"
        except BrokenOff:
            skipped |= {
                left: BROKEN_OFF for left in PARTS if left in parts and left not in seen and left not in skipped
            }
    bench.dark()
    return Observations(**seen, skipped=skipped, fault=bench.link.fault or "", restarts=tuple(bench.restarts))


def _reason_to_skip(part: str, seen: Observations) -> str:
    """The stop conditions of hardware/COMMISSIONING.md."""
    if part == "sensors" and seen.chain and not seen.chain.now:
        return "the chain does not answer"
    if part == "servo" and seen.power and not supply_is_good(seen.power):
        return "the supply is not good"
    if part == "servo" and seen.stop and seen.stop != Switch(up=True, down=False):
        return "the emergency stop is not in order"
    return ""
