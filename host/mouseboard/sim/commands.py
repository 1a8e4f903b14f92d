"""The effect of each scenario command on a simulated table. These forms are the whole language; see SCENARIOS.md.

`DEEDS` are done by hands, so two of them can happen at once. The other commands happen to the table itself.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from mouseboard.sim.cable import FAULTS
from mouseboard.sim.hands import Hands
from mouseboard.sim.look import COLOURS, PATTERNS, colour, pattern
from mouseboard.sim.magnets import STRONG, TURNED, WEAK, Point
from mouseboard.sim.table import BESIDE, IN_HAND, LYING, SimulatedTable

Table = SimulatedTable
Deeds = Mapping[str, Callable[..., Awaitable[None]]]  # what hands do with the values, places as points, by form
Commands = Mapping[str, Callable[..., Awaitable[None] | None]]  # what to do with a table and the values, by form
Expectations = Mapping[str, Callable[..., Any]]  # what to look at, by form


def _put_between(hands: Hands, piece: str, one: Point, other: Point) -> Awaitable[None]:
    return hands.put(piece, Point((one.x + other.x) / 2, (one.y + other.y) / 2))


def _swap_reeds(table: Table, one: int, other: int) -> None:
    wires = table.world.wires
    table.world.rewire({one: wires[other], other: wires[one]})


def _join_reeds(table: Table, one: int, other: int) -> None:
    both = table.world.wires[one] + table.world.wires[other]
    table.world.rewire({one: both, other: both})


def _set_pace(table: Table, pace: float) -> None:
    if pace <= 0:
        raise ValueError("a pace above 0 is allowed")
    table.hands.pace = table.other_hands.pace = pace


def _set_chance(table: Table, chance: float) -> None:
    if not 0 <= chance <= 1:
        raise ValueError("a chance from 0 to 1 is allowed")
    table.trap.chance = chance


DEEDS: Deeds = {
    "put PIECE on PLACE": Hands.put,
    "put PIECE at NUMBER NUMBER": lambda hands, piece, x, y: hands.put(piece, Point(x, y)),
    "put PIECE half on PLACE": Hands.put_half,
    "put PIECE between PLACE and PLACE": _put_between,
    "lift PIECE": Hands.lift,
    "hover PIECE over PLACE SECONDS": Hands.hover,
    "slide PIECE to PLACE": Hands.slide,
    "tap PIECE on PLACE": Hands.tap,
    "tap PIECE on PLACE SECONDS": Hands.tap,
    "remove PIECE": Hands.remove,
    "swap PIECE PIECE": Hands.swap,
    "knock PIECE over": Hands.knock_over,
    "shove PIECE": Hands.shove,
    "shove PIECE by NUMBER NUMBER": Hands.shove_by,
    "sweep from PLACE to PLACE": Hands.sweep,
    "press BUTTONS": lambda hands, buttons: hands.press(*buttons),
    "hold BUTTONS SECONDS": lambda hands, buttons, seconds: hands.hold(seconds, *buttons),
    "cage up": Hands.set_trap,
    "cage down": Hands.drop_cage,
    "wait SECONDS": lambda _hands, seconds: asyncio.sleep(seconds),
}

COMMANDS: Commands = {
    "press stop": lambda table: table.world.switches["rail"].move(False),
    "release stop": lambda table: table.world.switches["rail"].move(True),
    # luck and temper
    "chance NUMBER": _set_chance,
    "pace NUMBER": _set_pace,
    # faults and repairs
    "weak magnet PIECE": lambda table, piece: table.world.set_magnet(piece, WEAK),
    "turned magnet PIECE": lambda table, piece: table.world.set_magnet(piece, TURNED),
    "good magnet PIECE": lambda table, piece: table.world.set_magnet(piece, STRONG),
    "stuck reed INPUT": lambda table, reed: table.world.reeds[reed].force(True),
    "dead reed INPUT": lambda table, reed: table.world.reeds[reed].force(False),
    "good reed INPUT": lambda table, reed: table.world.reeds[reed].force(None),
    "swap reeds INPUT INPUT": _swap_reeds,
    "join reeds INPUT INPUT": _join_reeds,
    "dead lamp LAMP": lambda table, lamp: table.dead_lamps.add(lamp),
    "good lamp LAMP": lambda table, lamp: table.dead_lamps.discard(lamp),
    "jam crank": lambda table: setattr(table.trap, "jammed", True),
    "free crank": lambda table: setattr(table.trap, "jammed", False),
    "break chain": lambda table: table.sense("chain_is_good", 0),
    "mend chain": lambda table: table.sense("chain_is_good", 1),
    "supply NUMBER": lambda table, volts: table.sense("supply_mv", round(1000 * volts)),
    # line and power
    "noise NUMBER": lambda table, rate: table.cable.set_noise(rate),
    "noise NUMBER FAULT": lambda table, rate, fault: table.cable.set_noise(rate, (fault,)),
    "unplug": lambda table: table.cable.unplug(),
    "replug": lambda table: table.cable.replug(),
    "power cut": lambda table: table.power_cut(),
    "power on": lambda table: table.power_on(),
}

# Each looks at the table, or at the lamp or piece that the line names, and returns what must equal its other values.
EXPECTATIONS: Expectations = {
    "expect closed INPUTS": lambda table: (tuple(table.world.occupied()),),
    "expect truth PIECE TRUTH": lambda table, piece: (table.truth(piece),),
    "expect lamp LAMP COLOUR": lambda table, lamp: (colour(table.lamp(lamp)),),
    "expect lamp LAMP COLOUR PATTERN": lambda table, lamp: pattern(table, lamp),
    "expect servo SERVO": lambda table: ("on" if table.servo_us else "off",),
    "expect cage CAGE": lambda table: ("down" if table.world.switches["cage"].closed else "up",),
    "expect trap TRAP": lambda table: (table.trap.stage.split()[0],),
    "expect tone NUMBER": lambda table: (float(table.tone_hz),),
    "expect silence": lambda table: () if table.tone_hz == 0 else (table.tone_hz,),
}

FORMS = (*DEEDS, *COMMANDS, *EXPECTATIONS)

ALLOWED: dict[str, Callable[[Table], Sequence[Any]]] = {
    "PIECE": lambda table: tuple(table.world.pieces),
    "PLACE": lambda table: tuple(table.places),
    "TRUTH": lambda table: (*table.sensed, BESIDE, IN_HAND, LYING),
    "INPUT": lambda table: range(len(table.world.reeds)),
    "LAMP": lambda table: range(table.lamp_count),
    "COLOUR": lambda _table: COLOURS,
    "PATTERN": lambda _table: PATTERNS,
    "FAULT": lambda _table: FAULTS,
    "SERVO": lambda _table: ("on", "off"),
    "CAGE": lambda _table: ("up", "down"),
    "TRAP": lambda _table: ("set", "caught", "stuck"),
}
