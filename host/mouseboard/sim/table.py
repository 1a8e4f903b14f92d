"""The simulated table: world, hands, trap and cable around the real firmware, in one asyncio loop on any clock.

async with SimulatedTable(seed=7) as table:
    link = Link(table.cable)                     # the host, over the line
    await table.hands.put("red", table.place("7"))    # the person
    table.lamp(7)                                # what the person sees
"""

import json
import math
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Self

from mouseboard.sim.board import Board
from mouseboard.sim.cable import Cable
from mouseboard.sim.firmware import InThisProcess, Start
from mouseboard.sim.hands import Hands
from mouseboard.sim.magnets import Point
from mouseboard.sim.trap import CALIBRATED, Trap
from mouseboard.sim.world import World, grid

PIECES = ("red", "blue", "green", "yellow")
IN_HAND, LYING, BESIDE = "in hand", "lying", "beside"  # where a piece can be, other than on a place
NEAR_MM = 20.0  # a piece this near counts as on a place


class SimulatedTable:
    """One table. The same arguments and timed commands give the same trace, except for the starts' names."""

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
        start: Start = InThisProcess,
    ) -> None:
        """A table without power.

        `sensors`: mm position of the reed at each chain input, by default the 9 x 9 grid; by default as many `lamps`.
        `places`: mm position of each named place; by default the inputs have their numbers as names.
        `tied`: inputs that are soldered to ground.
        `chance` that the trap catches; `pace` of the hands; `start`: what runs the firmware.
        """
        positions = grid() if sensors is None else list(sensors)
        self.places = places or {str(i): position for i, position in enumerate(positions)}
        wired = set(positions)
        self.sensed = {name: Point(*at) for name, at in self.places.items() if tuple(at) in wired}
        """The places with a reed in their middle. Only on these `truth` sees a piece."""
        self._place_at = cache(self._place_near)  # pieces rest much longer than they move
        self.cable = Cable(seed)
        self.world = World(positions, pieces, seed, tied, self.places.values())
        self.trap = Trap(seed, chance, self.world.switches["cage"].move)
        self.hands = Hands(self.world, self.trap, Random(f"{seed}/hands"), pace)
        self.other_hands = Hands(self.world, self.trap, Random(f"{seed}/other hands"), pace)
        self.dead_lamps: set[int] = set()
        self.lamp_count = len(positions) if lamps is None else lamps
        self._folder = tempfile.TemporaryDirectory(prefix="mousetable-")  # the board's flash: outlives its power
        flash = Path(self._folder.name, "settings.json")
        sizes = {"chain": len(positions), "lamps": self.lamp_count}
        flash.write_text(json.dumps(sizes | CALIBRATED), "ascii")
        self.board = Board(self.world, self.trap, self.cable, flash, start)

    async def __aenter__(self) -> Self:
        self.power_on()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.power_cut()
        self._folder.cleanup()

    # The board

    def power_on(self, cause: str = "power-on") -> None:
        """Power the board on: a new boot name, the settings it kept, outputs off."""
        self.board.power_on(cause)

    def power_cut(self) -> None:
        """Cut the board's power: lamps dark, servo free, the host's port vanishes."""
        self.board.power_cut()

    def sense(self, name: str, value: int) -> None:
        """Change something the board senses besides contacts: sampling, chain_is_good, supply_mv, servo_ma."""
        self.board.sense(name, value)

    @property
    def servo_us(self) -> int:
        """The servo's pulses in us; 0 if there are none, or no power."""
        return self.board.servo_us

    @property
    def tone_hz(self) -> int:
        """The buzzer's tone; 0 for silence."""
        return self.board.tone_hz

    # What a person sees and names

    def lamp(self, number: int) -> tuple[int, int, int]:
        """Red, green and blue of a lamp now, 0..255."""
        lamps = self.board.look()
        if not lamps or number in self.dead_lamps:
            return 0, 0, 0
        green, red, blue = lamps[3 * number : 3 * number + 3]
        return red, green, blue

    def place(self, name: str) -> Point:
        """The middle of a place. Raises KeyError."""
        return Point(*self.places[name])

    def set_up(self, placement: Mapping[str, str]) -> None:
        """Put every piece of this table at once where `placement` has it."""
        for piece, place in placement.items():
            if piece in self.world.pieces:
                self.world.move(piece, self.place(place), 0)

    def truth(self, piece: str) -> str:
        """Return where the piece really is: the name of its place, "in hand", "lying", or "beside" them all."""
        state = self.world.pieces[piece]
        here = self.world.where(piece)
        if here.z > 0 or self.world.now() < state.motion.began + state.motion.took:
            return IN_HAND
        if not state.upright:
            return LYING
        return self._place_at(here)

    def _place_near(self, here: Point) -> str:
        return next((name for name, place in self.sensed.items() if math.dist(here, place) < NEAR_MM), BESIDE)
