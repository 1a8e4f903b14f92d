"""What stands and moves on the simulated board, and which contacts that closes.

Positions are in mm. Pieces move on straight lines; the moments at which a moving magnet closes or frees a reed are
computed ahead, so nothing is done while nothing changes. Not modelled: pieces that bump into each other, shaking hands.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from mouseboard.sim.contacts import REED, SWITCH, Contact
from mouseboard.sim.magnets import STRONG, Magnet, Motion, Point, distance, feels, standing
from mousetable import wire

BESIDE = 150.0  # pieces off the board stand this far to its left
LIFTED = 80.0  # how high a hand carries a piece
EDGE = 1e-6  # a crossing is looked at this much later, when the magnet is across beyond rounding


def grid(columns: int = 9, rows: int = 9, pitch: float = 40.0) -> list[tuple[float, float]]:
    """Reeds in a regular grid, as on the reference table: input 0 at the lower left, then row by row upwards."""
    return [(pitch * column, pitch * row) for row in range(rows) for column in range(columns)]


@dataclass
class Piece:
    """A mouse with a magnet in its foot."""

    name: str
    motion: Motion
    magnet: Magnet = STRONG
    upright: bool = True
    timers: list[asyncio.TimerHandle] = field(default_factory=list)


class World:
    """The board's reeds, switches and pieces. `changed` is called whenever a contact changes, bounces included."""

    def __init__(self, sensors: Sequence[tuple[float, float]], pieces: Iterable[str], seed: object) -> None:
        """`sensors`: position in mm of the reed at each chain input. Pieces start beside the board."""
        self.changed: Callable[[], None] = lambda: None
        self.sensors = [Point(x, y) for x, y in sensors]
        self.reeds = [
            Contact(REED, Random(f"{seed}/reed/{i}"), partial(self._reed_changed, i)) for i in range(len(sensors))
        ]
        self.switches = {
            name: Contact(SWITCH, Random(f"{seed}/switch/{name}"), self._switch_changed, closed=name == "rail")
            for name in wire.DIRECT
        }
        self.wires: list[tuple[int, ...]] = [(i,) for i in range(len(sensors))]  # the reeds that close each input
        self.levels = bytearray(
            wire.direct_start(len(sensors)) // 8 + 1
        )  # the contacts as the board reads them: bit set = closed
        left = min((x for x, _ in sensors), default=0.0) - BESIDE
        spots = {name: Point(left, 40.0 * i) for i, name in enumerate(pieces)}
        self.pieces = {name: Piece(name, standing(spot)) for name, spot in spots.items()}
        self.beside = spots
        self._felt = [False] * len(sensors)
        self._switch_changed()

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def where(self, piece: str) -> Point:
        return self.pieces[piece].motion.at(self.now())

    def move(self, piece: str, end: Point, seconds: float) -> None:
        """The piece starts on a straight way to `end`."""
        moving, loop = self.pieces[piece], asyncio.get_running_loop()
        for timer in moving.timers:
            timer.cancel()
        moving.motion = Motion(self.where(piece), end, loop.time(), seconds)
        moving.timers = [
            loop.call_at(moment + EDGE, self._feel, reed)
            for reed in moving.motion.passes(self.sensors, moving.magnet.balls[1])
            for radius in moving.magnet.balls
            for moment in moving.motion.crossings(self.sensors[reed], radius)
        ]

    def set_magnet(self, piece: str, magnet: Magnet) -> None:
        changed = self.pieces[piece]
        changed.magnet = magnet
        remaining = changed.motion.began + changed.motion.took - self.now()
        self.move(piece, changed.motion.end, max(0.0, remaining))  # the rest of its way, felt elsewhere now
        self._feel_all()

    def set_upright(self, piece: str, upright: bool) -> None:
        """A piece that lies turns its magnet away: no reed feels it."""
        if upright != self.pieces[piece].upright:
            self.pieces[piece].upright = upright
            self._feel_all()

    def occupied(self) -> list[int]:
        """The chain inputs that read closed now."""
        return [i for i in range(len(self.sensors)) if self.levels[i // 8] >> i % 8 & 1]

    def rewire(self, wires: dict[int, tuple[int, ...]]) -> None:
        """Which reeds close an input: exchanged wires, a solder bridge."""
        for chain_input, reeds in wires.items():
            self.wires[chain_input] = reeds
            self._read(chain_input)
        self.changed()

    def _feel_all(self) -> None:
        for reed in range(len(self.reeds)):
            self._feel(reed)

    def _feel(self, reed: int) -> None:
        now, place = self.now(), self.sensors[reed]
        near = [(distance(p.motion.at(now), place), p.magnet) for p in self.pieces.values() if p.upright]
        self._felt[reed] = feels(self._felt[reed], near)
        self.reeds[reed].move(self._felt[reed])

    def _reed_changed(self, reed: int) -> None:
        for chain_input, reeds in enumerate(self.wires):
            if reed in reeds:
                self._read(chain_input)
        self.changed()

    def _read(self, chain_input: int) -> None:
        """Bring one input's bit up to date."""
        byte, bit = chain_input // 8, 1 << chain_input % 8
        closed = any(self.reeds[reed].closed for reed in self.wires[chain_input])
        self.levels[byte] = self.levels[byte] | bit if closed else self.levels[byte] & ~bit

    def _switch_changed(self) -> None:
        self.levels[-1] = sum(self.switches[name].closed << bit for bit, name in enumerate(wire.DIRECT))
        self.changed()
