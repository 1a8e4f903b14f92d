"""The examination: its parts in order, and the conditions that keep a part from being examined."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any

from mouseboard.doctor.bench import Bench, KeepsLeaving
from mouseboard.doctor.diagnosis import supply_is_good
from mouseboard.doctor.electrics import examine_chain, examine_power
from mouseboard.doctor.findings import called
from mouseboard.doctor.lamps import examine_lamps
from mouseboard.doctor.observations import Observations, Switch
from mouseboard.doctor.revision import revision_of
from mouseboard.doctor.sensors import examine_sensors
from mouseboard.doctor.servo import examine_servo
from mouseboard.doctor.size import fit
from mouseboard.doctor.switches import examine_buttons, examine_cage, examine_stop
from mouseboard.doctor.talk import BrokenOff
from mouseboard.doctor.tile import answers_at_all, examine_tile
from mouseboard.say import Say, say

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
"""The order of the parts: each relies on those before it. The names are those of Observations' fields."""

TILE_PARTS = ("tile", "lamps", "sensors")
"""The parts of a tile alone."""
EVERY: dict[str, Callable[[Bench], Awaitable[Any]]] = {"tile": examine_tile, **PARTS}

BROKEN_OFF = say("the examination was broken off")
UNWANTED = say("the person did not want it")
LEFT = say("the table went away time and again")


class Examination:
    """An examination of some parts. However it ends, `observations` holds everything seen so far."""

    def __init__(self, bench: Bench, parts: Collection[str] = tuple(PARTS)) -> None:
        self._bench = bench
        self._parts = [name for name in EVERY if name in parts]
        self._observed: dict[str, Any] = {}
        self._skipped: dict[str, Say] = {}
        self._revision = 0

    async def run(self) -> None:
        """Run until all parts are examined, or the person leaves. Raises TableTooSmall."""
        await fit(self._bench)
        self._revision = await revision_of(self._bench)
        with suppress(BrokenOff):
            for part in self._parts:
                await self._look_at(part)
        self._bench.dark()

    async def _look_at(self, part: str) -> None:
        reason = _reason_to_skip(part, Observations(**self._observed))
        if reason:
            self._skip(part, reason)
            return
        self._bench.talk.tell(say("-- {part}", part=called(part)))
        try:
            observed = await EVERY[part](self._bench)
        except KeepsLeaving:
            self._skip(part, LEFT)
            return
        if observed is None:
            self._skipped[part] = UNWANTED
        else:
            self._observed[part] = observed

    def _skip(self, part: str, reason: Say) -> None:
        self._skipped[part] = reason
        self._bench.talk.tell(say("{part}: not looked at, {reason}", part=called(part), reason=reason))

    @property
    def observations(self) -> Observations:
        """What was seen, and why the other parts were not examined."""
        left = {part: BROKEN_OFF for part in self._parts if part not in self._observed and part not in self._skipped}
        bench = self._bench
        return Observations(
            **self._observed,
            revision=self._revision,
            skipped={part: str(reason) for part, reason in (self._skipped | left).items()},
            fault=bench.table.fault or "",
            restarts=tuple(bench.restarts),
        )


def _reason_to_skip(part: str, observed: Observations) -> Say | None:
    """Return why a part must not be examined, or None: the stop conditions of hardware/COMMISSIONING.md."""
    if part == "sensors" and observed.chain and (not observed.chain.now or observed.chain.tiles):
        return say("the chain does not answer")
    if part == "sensors" and observed.tile and not answers_at_all(observed.tile):
        return say("the tile does not answer")
    if part == "servo" and observed.power and not supply_is_good(observed.power):
        return say("the supply is not good")
    if part == "servo" and observed.stop and observed.stop != Switch(up=True, down=False):
        return say("the emergency stop is not in order")
    return None
