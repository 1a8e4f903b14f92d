"""The pieces of the simulated board, their movements, and the contacts that they close.

Positions are in mm. Pieces move on straight lines. The world predicts when a moving magnet closes or opens a reed, so
it computes nothing while nothing changes. Not modelled: pieces that bump into each other, hands that shake.
"""

import asyncio
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from mouseboard.sim.contacts import REED, SWITCH, Contact
from mouseboard.sim.magnets import (
    FAR_MM,
    HIGH_MM,
    STEP_MM,
    STRONG,
    Magnet,
    Motion,
    Point,
    Rating,
    first_change,
    standing,
)
from mousetable import wire

BESIDE_MM = 70.0  # from the outermost places to the pieces at the left and right edges, where no reed feels them
PITCH_MM = 30.0  # between two of these pieces
LIFTED_MM = 80.0  # how high a hand carries a piece


def grid(columns: int = 9, rows: int = 9, pitch: float = 40.0) -> list[tuple[float, float]]:
    """Return reed positions in a regular grid, as in a chain of plain rows: input 0 at the lower left, rows upwards."""
    return [(pitch * column, pitch * row) for row in range(rows) for column in range(columns)]


def beside(places: Collection[tuple[float, float]], pieces: Sequence[str]) -> dict[str, Point]:
    """Return a spot for each piece: one half in rows along the left edge of these places, the other at the right."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    left, right, low = min(xs) - BESIDE_MM, max(xs) + BESIDE_MM, min(ys)
    row = int((max(ys) - low) // PITCH_MM) + 1
    half = len(pieces) // 2
    spots = [(n % row, n // row) for n in range(len(pieces) - half)]
    at_left = [Point(left - PITCH_MM * out, low + PITCH_MM * up) for up, out in spots[:half]]
    at_right = [Point(right + PITCH_MM * out, low + PITCH_MM * up) for up, out in spots]
    return dict(zip(pieces, (*at_left, *at_right), strict=True))


@dataclass
class Piece:
    """A mouse with a magnet in its foot."""

    motion: Motion
    magnet: Magnet = STRONG
    upright: bool = True


Foot = tuple[Magnet, Point]
"""The magnet of an upright piece, and its position, on the board or in a hand."""


def _feet(pieces: Iterable[Piece], time: float) -> list[Foot]:
    """Return the feet of the upright pieces at this time. A lying piece turns its magnet away."""
    return [(piece.magnet, piece.motion.at(time)) for piece in pieces if piece.upright]


class World:
    """The board's reeds, switches and pieces. `changed` is called whenever a contact changes, bounces included."""

    def __init__(
        self,
        sensors: Sequence[tuple[float, float]],
        pieces: Iterable[str],
        seed: object,
        tied: Collection[int] = (),
        places: Collection[tuple[float, float]] = (),
    ) -> None:
        """Place reeds at `sensors`, one position in mm per chain input. Pieces start beside the board.

        `tied` are the inputs that have no reed, but are soldered to ground and so always closed. `places` are the
        positions that make up the board, if not all sensors do.
        """
        self.changed: Callable[[], None] = lambda: None
        self.sensors = [Point(x, y) for x, y in sensors]
        self.reeds = [
            Contact(REED, Random(f"{seed}/reed/{i}"), partial(self._reed_changed, i), closed=i in tied)
            for i in range(len(sensors))
        ]
        self.switches = {
            name: Contact(SWITCH, Random(f"{seed}/switch/{name}"), partial(self._switch_changed, i), name == "rail")
            for i, name in enumerate(wire.DIRECT)
        }
        self.wires: list[tuple[int, ...]] = [(i,) for i in range(len(sensors))]  # the reeds that close each input
        self.levels = bytearray(wire.direct_start(len(sensors)) // 8 + 1)  # as the board reads them: bit set = closed
        self._tied = tied
        for chain_input in tied:
            self._read(chain_input)
        self.beside = beside(places or sensors, list(pieces))
        self.pieces = {name: Piece(standing(spot)) for name, spot in self.beside.items()}
        rng = Random(f"{seed}/ratings")
        self.ratings = [Rating.drawn(rng) for _ in sensors]
        self._touching = [False] * len(sensors)  # the magnets' effect on each reed, without bouncing and faults
        self._planned: dict[int, asyncio.TimerHandle] = {}  # reeds that will change while something moves
        for number in range(len(wire.DIRECT)):
            self._switch_changed(number)

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def where(self, piece: str) -> Point:
        return self.pieces[piece].motion.at(self.now())

    def move(self, piece: str, end: Point, seconds: float) -> None:
        """Move the piece straight to `end`. With a duration of 0 it is there at once."""
        motion = Motion(self.where(piece), end, self.now(), seconds)
        self.pieces[piece].motion = motion
        near = motion.passes(self.sensors, FAR_MM) if min(motion.start.z, end.z) < HIGH_MM else ()
        self._feel({*self._planned, *near})

    def set_magnet(self, piece: str, magnet: Magnet) -> None:
        self.pieces[piece].magnet = magnet
        self._feel(range(len(self.reeds)))

    def set_upright(self, piece: str, upright: bool) -> None:
        """Set the piece upright or let it lie. A lying piece turns its magnet away, so no reed feels it."""
        if upright != self.pieces[piece].upright:
            self.pieces[piece].upright = upright
            self._feel(range(len(self.reeds)))

    def occupied(self) -> list[int]:
        """Return the chain inputs that read closed now, except tied ones."""
        return [i for i in range(len(self.sensors)) if self.levels[i // 8] >> i % 8 & 1 and i not in self._tied]

    def rewire(self, wires: dict[int, tuple[int, ...]]) -> None:
        """Set which reeds close an input, to simulate exchanged wires or a solder bridge."""
        for chain_input, reeds in wires.items():
            self.wires[chain_input] = reeds
            self._read(chain_input)
        self.changed()

    def _feel(self, reeds: Iterable[int]) -> None:
        """Update these reeds now, and schedule the next update for when a moving piece changes them."""
        now = self.now()
        pieces = self.pieces.values()
        moving = [piece for piece in pieces if now < piece.motion.ends]
        feet, resting = _feet(pieces, now), _feet((piece for piece in pieces if now >= piece.motion.ends), now)
        for reed in reeds:
            if planned := self._planned.pop(reed, None):
                planned.cancel()
            touching = self.ratings[reed].closes(self._touching[reed], self._felt(reed, feet))
            self._touching[reed] = touching
            self.reeds[reed].move(touching or reed in self._tied)
            moment = self._next_change(reed, now, moving, self._felt(reed, resting))
            if moment is not None:
                self._planned[reed] = asyncio.get_running_loop().call_at(moment, self._feel, (reed,))

    def _felt(self, reed: int, feet: Iterable[Foot]) -> float:
        """Return the effect of these feet on the reed, in ampere-turns (AT)."""
        x, y, _ = self.sensors[reed]
        felt = 0.0
        for magnet, (foot_x, foot_y, height) in feet:
            off_x, off_y = foot_x - x, foot_y - y
            if -FAR_MM < off_x < FAR_MM and -FAR_MM < off_y < FAR_MM:
                felt += magnet.felt(math.hypot(off_x, off_y), height)
        return felt

    def _next_change(self, reed: int, now: float, moving: Sequence[Piece], resting: float) -> float | None:
        """Return when the reed will change, or None. `resting` is the effect of the pieces that do not move, in AT."""
        if not moving:
            return None
        rating, touching = self.ratings[reed], self._touching[reed]
        # Nothing changes while each moving magnet contributes less than its share of the necessary change.
        share = rating.slack(touching, resting) / len(moving)
        near = [piece.motion.within(self.sensors[reed], piece.magnet.reach(share)) for piece in moving]
        spans = [span for span in near if span and span[1] > now]
        if not spans:
            return None

        def changed(time: float) -> bool:
            return rating.closes(touching, resting + self._felt(reed, _feet(moving, time))) != touching

        start, end = max(now, min(start for start, _ in spans)), max(end for _, end in spans)
        return first_change(changed, start, end, STEP_MM / max(piece.motion.speed for piece in moving))

    def _reed_changed(self, reed: int) -> None:
        for chain_input, reeds in enumerate(self.wires):
            if reed in reeds:
                self._read(chain_input)
        self.changed()

    def _read(self, chain_input: int) -> None:
        """Update one input's bit."""
        closed = any(self.reeds[reed].closed for reed in self.wires[chain_input])
        self._show(chain_input // 8, chain_input % 8, closed)

    def _switch_changed(self, number: int) -> None:
        self._show(-1, number, self.switches[wire.DIRECT[number]].closed)
        self.changed()

    def _show(self, byte: int, bit: int, closed: bool) -> None:
        self.levels[byte] = self.levels[byte] | 1 << bit if closed else self.levels[byte] & ~(1 << bit)
