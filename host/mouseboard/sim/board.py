"""The simulated board: the real firmware between the world's contacts, the trap's servo and the cable, and its clock.

It sleeps until its next pass is due, or until input arrives.
"""

import asyncio
import math
import secrets
from pathlib import Path

from mouseboard.sim.cable import Cable
from mouseboard.sim.firmware import FirmwareProcess, Start
from mouseboard.sim.trap import PULSE_S, Trap
from mouseboard.sim.world import World

LINE_BUFFER = 4096  # bytes that the board may have waiting for a host that has the line open
PHASE_S = 0.00037  # offsets the board's milliseconds from every other timer, so that nothing coincides
EXACT_MS = 1e-6  # the rounding error of a time in floating point


class Board:
    """One board. `servo_us` and `tone_hz` are its present outputs, 0 for none."""

    def __init__(self, world: World, trap: Trap, cable: Cable, flash: Path, start: Start) -> None:
        """A board without power. `flash` is the file with its settings."""
        self.servo_us = self.tone_hz = 0
        self._world = world
        self._trap = trap
        self._cable = cable
        self._flash = flash
        self._start = start
        self._senses: dict[str, int] = {}
        self._loop: asyncio.AbstractEventLoop  # the loop in which it has power
        self._firmware: FirmwareProcess | None = None
        self._origin = 0.0  # loop time at which it started
        self._tick = -1  # the last pass, in ms since then
        self._due = 0  # the next one
        self._timer: asyncio.TimerHandle | None = None
        self._pulse_timer: asyncio.TimerHandle | None = None
        world.changed = self._contacts_changed

    # Power

    def power_on(self, cause: str = "power-on") -> None:
        """Start the board, with `cause` as the reason. Does nothing if it is already running."""
        if self._firmware:
            return
        boot = secrets.token_hex(4)  # not from the seed: to a host, another simulator is a restart
        self._firmware = self._start(self._flash, boot, cause, self._senses)
        self._loop = asyncio.get_running_loop()
        self._origin, self._tick = self._loop.time() + PHASE_S, -1
        self._cable.attach(self._wake_at)
        self._sleep_until(0)

    def power_cut(self) -> None:
        """Cut the power: the board dies at once, and the host's port vanishes."""
        if not self._firmware:
            return
        self._firmware.stop()
        self._firmware = None
        for timer in (self._timer, self._pulse_timer):
            if timer:
                timer.cancel()
        self._timer = self._pulse_timer = None
        self.servo_us = self.tone_hz = 0
        self._cable.detach()

    # What it shows and senses

    def look(self) -> bytes:
        """Return the lamps now, three bytes each: green, red, blue. Without power there are none."""
        return self._firmware.look(max(self._tick, self._passed())) if self._firmware else b""

    def sense(self, name: str, value: int) -> None:
        """Change something else that the board senses: sampling, chain_is_good, supply_mv or servo_ma."""
        self._senses[name] = value
        if self._firmware:
            self._firmware.set(name, value)
            self._wake()

    # Its time

    def _contacts_changed(self) -> None:
        self._wake()
        self._run_servo()

    def _wake(self) -> None:
        if self._firmware:
            self._wake_at(self._loop.time())

    def _wake_at(self, moment: float) -> None:
        """Run the next pass at the first whole millisecond after `moment`, unless one is due sooner."""
        tick = self._tick_after(moment)
        if tick < self._due:
            self._sleep_until(tick)

    def _tick_after(self, moment: float) -> int:
        return max(self._tick + 1, math.ceil(1000 * (moment - self._origin) - EXACT_MS))

    def _sleep_until(self, tick: int) -> None:
        if self._timer:
            self._timer.cancel()
        self._due = tick
        self._timer = self._loop.call_at(self._origin + tick / 1000, self._step)

    def _passed(self) -> int:
        """Return the whole milliseconds since the board started."""
        return int(1000 * (self._loop.time() - self._origin) + EXACT_MS)

    def _step(self) -> None:
        assert self._firmware
        self._timer = None
        self._tick = now = max(self._due, self._passed())  # later than due only on a real clock
        arrived = self._cable.read(self._origin + (now + EXACT_MS) / 1000)
        room = LINE_BUFFER if self._cable.stream else 0
        effects = self._firmware.step(now, bytes(self._world.levels), arrived, room)
        due, coming = now + effects.idle, self._cable.next_arrival
        self._sleep_until(due if coming is None else min(due, self._tick_after(coming)))
        self.servo_us, self.tone_hz = effects.servo_us, effects.tone_hz
        self._run_servo()
        if effects.sent:
            self._cable.send(effects.sent)

    # The servo turns the crank while it has pulses and power

    def _run_servo(self) -> None:
        """Begin the servo's pulses. They come midway between the passes that move its target, so each sees one step."""
        if not self._pulse_timer and self.servo_us:
            self._pulse_timer = self._loop.call_later(PULSE_S / 2, self._pulse)

    def _pulse(self) -> None:
        self._pulse_timer = None
        if self.servo_us and self._world.switches["rail"].closed:
            self._trap.pulse(self.servo_us)
            self._draw(self._trap.milliamps)
            self._pulse_timer = self._loop.call_later(PULSE_S, self._pulse)
        else:
            self._draw(0)

    def _draw(self, milliamps: int) -> None:
        """Set the servo's current, which the firmware measures when the host asks for it."""
        if self._firmware and milliamps != self._senses.get("servo_ma", 0):
            self._senses["servo_ma"] = milliamps
            self._firmware.set("servo_ma", milliamps)
