"""The simulated table: world, hands, trap and cable around the real firmware, in one asyncio loop on any clock.

async with SimulatedTable(seed=7) as table:
    link = Link(table.cable)                     # the host, over the line
    await table.hands.put("red", table.place("7"))    # the person
    table.lamp(7)                                # what the person sees
"""

import asyncio
import json
import math
import secrets
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from mouseboard.sim.cable import Cable
from mouseboard.sim.firmware import FirmwareProcess, InThisProcess, OnMicroPython
from mouseboard.sim.hands import Hands
from mouseboard.sim.magnets import Point
from mouseboard.sim.trap import PULSE, Trap
from mouseboard.sim.world import World, grid

PIECES = ("red", "blue", "green", "yellow")
IN_HAND, LYING, BESIDE = "in hand", "lying", "beside"  # where a piece can be but on a place
NEAR = 20.0  # mm within which a piece stands on a place
LINE_BUFFER = 4096  # bytes that the board can leave for a host that has the line open
PHASE = 0.00037  # s: the board's milliseconds are offset from every other timer, so that nothing coincides
EXACT = 1e-6  # ms: what floating point takes from a time, or adds to it


class SimulatedTable:
    """One table. The same arguments and commands at the same times give the same trace, but for the starts' names."""

    def __init__(
        self,
        sensors: Sequence[tuple[float, float]] | None = None,
        *,
        lamps: int | None = None,
        places: Mapping[str, tuple[float, float]] | None = None,
        pieces: Iterable[str] = PIECES,
        tied: Collection[int] = (),
        seed: object = 0,
        chance: float = 0.5,
        pace: float = 1.0,
        interpreter: str | None = None,
    ) -> None:
        """A table without power.

        `sensors`: mm position of the reed at each chain input, by default the 9 x 9 grid; by default as many `lamps`.
        `places`: mm position of each named place; by default the inputs have their numbers as names.
        `tied`: inputs that are soldered to ground.
        `chance` that the trap catches; `pace` of the hands; `interpreter`: a MicroPython that runs the firmware.
        """
        positions = grid() if sensors is None else list(sensors)
        self.places = places or {str(i): position for i, position in enumerate(positions)}
        wired = set(positions)
        self.sensed = {name: Point(*at) for name, at in self.places.items() if tuple(at) in wired}
        """Where pieces can stand."""
        self._place_at = lru_cache(maxsize=64)(self._find_place)  # most pieces rest most of the time
        self.cable = Cable(seed)
        self.world = World(positions, pieces, seed, tied)
        self.world.changed = self._contacts_changed
        self.trap = Trap(seed, chance, self.world.switches["cage"].move)
        self.hands = Hands(self.world, self.trap, Random(f"{seed}/hands"), pace)
        self.other_hands = Hands(self.world, self.trap, Random(f"{seed}/other hands"), pace)
        self.dead_lamps: set[int] = set()
        self.servo_us = self.tone_hz = 0
        self.lamp_count = len(positions) if lamps is None else lamps
        self._lamps = b""  # as they were seen last, three bytes each: green, red, blue
        self._seen = -1  # when, in ms; -1: not since the last pass
        self._seed = seed
        self._interpreter = interpreter
        self._folder = tempfile.TemporaryDirectory(prefix="mousetable-")  # the board's flash: outlives its power
        self._flash = Path(self._folder.name, "settings.json")
        self._flash.write_text(json.dumps({"chain": len(positions), "lamps": self.lamp_count}), "ascii")
        self._senses: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop  # in which it has power
        self._firmware: FirmwareProcess | None = None
        self._origin = 0.0  # loop time at which the board started
        self._tick = -1  # the last pass, in ms since then
        self._due = 0  # the next one
        self._timer: asyncio.TimerHandle | None = None
        self._pulse_timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        self.power_on()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.power_cut()
        self._folder.cleanup()

    # Power

    def power_on(self, cause: str = "power-on") -> None:
        """The board starts: new boot name, the settings it kept, outputs off."""
        if self._firmware:
            return
        boot = secrets.token_hex(4)  # not of the seed: a host may go on with the next simulator as with the next start
        if self._interpreter:
            self._firmware = OnMicroPython(self._interpreter, self._flash, boot, cause, self._senses)
        else:
            self._firmware = InThisProcess(self._flash, boot, cause, self._senses)
        self._loop = asyncio.get_running_loop()
        self._origin, self._tick = self._loop.time() + PHASE, -1
        self.cable.attach(self._wake_at)
        self._sleep_until(0)

    def power_cut(self) -> None:
        """The board dies at once: lamps dark, servo free, the host's port vanishes."""
        if not self._firmware:
            return
        self._firmware.stop()
        self._firmware = None
        for timer in (self._timer, self._pulse_timer):
            if timer:
                timer.cancel()
        self._timer = self._pulse_timer = None
        self.servo_us = self.tone_hz = 0
        self.cable.detach()

    # What a person sees and names

    def lamp(self, number: int) -> tuple[int, int, int]:
        """Red, green and blue of a lamp now, 0..255."""
        if not self._firmware or number in self.dead_lamps:
            return 0, 0, 0
        now = max(self._tick, self._passed())
        if now != self._seen:
            self._seen, self._lamps = now, self._firmware.look(now)
        green, red, blue = self._lamps[3 * number : 3 * number + 3]
        return red, green, blue

    def place(self, name: str) -> Point:
        """The middle of a place. Raises KeyError."""
        return Point(*self.places[name])

    def truth(self, piece: str) -> str:
        """Where the piece really is: the name of the place it stands on, "in hand", "lying", or "beside" them all."""
        state = self.world.pieces[piece]
        here = self.world.where(piece)
        if here.z > 0 or self.world.now() < state.motion.began + state.motion.took:
            return IN_HAND
        if not state.upright:
            return LYING
        return self._place_at(here)

    def _find_place(self, here: Point) -> str:
        return next((name for name, place in self.sensed.items() if math.dist(here, place) < NEAR), BESIDE)

    def sense(self, name: str, value: int) -> None:
        """Change something the board senses besides contacts: sampling, chain_is_good, supply_mv, servo_ma."""
        self._senses[name] = value
        if self._firmware:
            self._firmware.set(name, value)
            self._wake()

    # The board's time: it sleeps until its next pass is due, or until something comes in

    def _contacts_changed(self) -> None:
        self._wake()
        self._run_servo()

    def _wake(self) -> None:
        if self._firmware:
            self._wake_at(self._loop.time())

    def _wake_at(self, moment: float) -> None:
        """The board scans every millisecond: what changes at a moment is sampled in the next one."""
        tick = self._tick_after(moment)
        if tick < self._due:
            self._sleep_until(tick)

    def _tick_after(self, moment: float) -> int:
        return max(self._tick + 1, math.ceil(1000 * (moment - self._origin) - EXACT))

    def _sleep_until(self, tick: int) -> None:
        if self._timer:
            self._timer.cancel()
        self._due = tick
        self._timer = self._loop.call_at(self._origin + tick / 1000, self._step)

    def _passed(self) -> int:
        """Whole ms since the board started."""
        return int(1000 * (self._loop.time() - self._origin) + EXACT)

    def _step(self) -> None:
        assert self._firmware
        self._timer = None
        self._tick = now = max(self._due, self._passed())  # later than due only on a real clock
        self._seen = -1
        arrived = self.cable.read(self._origin + (now + EXACT) / 1000)
        room = LINE_BUFFER if self.cable.stream else 0
        effects = self._firmware.step(now, bytes(self.world.levels), arrived, room)
        due, coming = now + effects.idle, self.cable.next_arrival
        self._sleep_until(due if coming is None else min(due, self._tick_after(coming)))
        self.servo_us, self.tone_hz = effects.servo_us, effects.tone_hz
        self._run_servo()
        if effects.sent:
            self.cable.send(effects.sent)

    # The servo turns the crank while it has pulses and power

    def _run_servo(self) -> None:
        """Pulses come midway between the passes that lead the servo on, so that each of them sees one step."""
        if not self._pulse_timer and self.servo_us:
            self._pulse_timer = self._loop.call_later(PULSE / 2, self._pulse)

    def _pulse(self) -> None:
        self._pulse_timer = None
        if self.servo_us and self.world.switches["rail"].closed:
            self.trap.pulse(self.servo_us)
            self._draw(self.trap.milliamps)
            self._pulse_timer = self._loop.call_later(PULSE, self._pulse)
        else:
            self._draw(0)

    def _draw(self, milliamps: int) -> None:
        """The servo's current, which the board measures when it is asked."""
        if self._firmware and milliamps != self._senses.get("servo_ma", 0):
            self._senses["servo_ma"] = milliamps
            self._firmware.set("servo_ma", milliamps)
