"""The trap: servo pulses turn the crank. A turn that is far enough and not too fast releases the marble.

Some seconds later the cage falls, or the marble has got stuck on its way.

Modelled: the servo's own speed; its current while it moves, holds or is blocked; the angle and speed that trip the
trap; the time of each stage; one chance for the whole way. Not modelled: torque, a crank turned by hand, a marble that
runs on later. Angles are degrees. mouseboard/trap/trap.toml says where the crank engages and trips, and what follows.
"""

import asyncio
from collections.abc import Callable
from random import Random

import msgspec

from mouseboard.trap import course

PULSE_S = 0.02  # from one servo pulse to the next
SHORTEST, LONGEST, SWEEP = 771, 2193, 180.0  # pulse range in us of a measured MG996R, and the angle it sweeps
CALIBRATED = {"servo_rest": 1000, "servo_end": 2000}  # the table's settings that fit this trap, in us
SERVO_SPEED_DEG_S = 350.0  # data sheet, 0.17 s for 60 degrees
MOVING_MA, HOLDING_MA, BLOCKED_MA = 600, 150, 2500  # typical of such a servo
TOO_FAST_DEG_S = 300.0  # while it pushes: an old box's lever jumps its gear

SET = "set"


def angle_of(us: int) -> float:
    """Return the servo's target angle for a pulse of `us` microseconds."""
    return (min(max(us, SHORTEST), LONGEST) - SHORTEST) * SWEEP / (LONGEST - SHORTEST)


class Run(msgspec.Struct, frozen=True):
    """One marble's run: the stages it reaches, the seconds each takes, and whether the cage then falls."""

    stages: tuple[tuple[str, float], ...]
    caught: bool


def run_of(seed: object, turn: int, chance: float) -> Run:
    """Return the run after the `turn`-th good turn of the crank: by seed and number only, never by timing."""
    rng = Random(f"{seed}/trap/{turn}")
    caught = rng.random() < chance
    stages = course().stage
    reached = len(stages) if caught else rng.randrange(1, len(stages))
    return Run(tuple((stage.name, stage.seconds * rng.uniform(0.9, 1.1)) for stage in stages[:reached]), caught)


class Trap:
    """The simulated trap.

    `stage` is what a person sees: "set", a stage's name while the marble runs, "caught", or "stuck at" a stage.
    """

    def __init__(self, seed: object, chance: float, move_cage: Callable[[bool], None]) -> None:
        """`chance` that a good turn catches; `move_cage` is called with True when the cage comes down, else False."""
        self.chance = chance
        self.angle = angle_of(CALIBRATED["servo_rest"])
        self.jammed = False  # something keeps the crank from turning
        self.milliamps = HOLDING_MA  # what the servo draws as long as pulses come
        self.turns = 0  # good ones
        self.stage = SET
        self._seed = seed
        self._move_cage = move_cage
        self._since_engaged: float | None = None  # seconds of this turn since the gear took hold
        self._timers: list[asyncio.TimerHandle] = []

    def pulse(self, us: int) -> None:
        """Take one servo pulse, PULSE_S seconds after the previous one."""
        step = 0.0 if self.jammed else SERVO_SPEED_DEG_S * PULSE_S
        wanted = angle_of(us) - self.angle
        self.milliamps = HOLDING_MA if not wanted else BLOCKED_MA if self.jammed else MOVING_MA
        before, self.angle = self.angle, self.angle + min(max(wanted, -step), step)
        crank = course().crank
        if self.angle < crank.engages:
            self._since_engaged = None
            return
        self._since_engaged = PULSE_S if self._since_engaged is None else self._since_engaged + PULSE_S
        if before < crank.trips <= self.angle and (crank.trips - crank.engages) / self._since_engaged < TOO_FAST_DEG_S:
            self._let_go()

    def set_again(self) -> None:
        """Set the trap by hand: cage up, marble in its place."""
        self._stop()
        self.stage = SET
        self._move_cage(False)

    def drop_cage(self) -> None:
        """Bring the cage down, by the trap or by hand."""
        self._stop()
        self.stage = "caught"
        self._move_cage(True)

    def _let_go(self) -> None:
        if self.stage != SET:
            return
        self.turns += 1
        run = run_of(self._seed, self.turns, self.chance)
        loop, moment = asyncio.get_running_loop(), 0.0
        for name, seconds in run.stages:
            self._timers.append(loop.call_later(moment, self._reach, name))
            moment += seconds
        self._timers.append(loop.call_later(moment, self._end, run))

    def _reach(self, stage: str) -> None:
        self.stage = stage

    def _end(self, run: Run) -> None:
        if run.caught:
            self.drop_cage()
        else:
            self.stage = f"stuck at {run.stages[-1][0]}"

    def _stop(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
