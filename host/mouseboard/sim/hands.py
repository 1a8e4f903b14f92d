"""A person's hands: they lift, put, slide, press and set the trap, and take human time over it.

Times and aim are drawn from the hands' own random stream. Modelled: reaching, reaction, speed, a hand that aims
a few mm off the middle, a sleeve. Not modelled: fingers that touch other pieces; two people at once are two `Hands`.
"""

import asyncio
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random

from mouseboard.sim.magnets import Motion, Point
from mouseboard.sim.trap import Trap
from mouseboard.sim.world import LIFTED_MM, World

REACH_S = (0.3, 0.8)  # from wanting to touching
RAISE_S = 0.2  # to lift a piece, or to set it down
CARRY_MM_S = 350.0  # through the air
SLIDE_MM_S = 200.0  # over the board
PRESS_S = (0.08, 0.2)  # that a button is held
AIM_MM = 2.5  # standard deviation of a put along each axis
CROOKED_MM = 7.5  # off the middle; a person sees a piece that is farther off, and straightens it
HALF_ON_MM = (8.5, 14.5)  # off the middle, where the reed barely feels the magnet, or does not
LOW_MM = (8.0, 15.0)  # above the board, where a reed barely feels it or does not; a closed one may stay closed
SHOVE_MM = (6.0, 25.0)
SHOVING_MM_S = 500.0
SLEEVE_MM = 20.0  # to each side of its way
SWEEPING_MM_S = 400.0
SET_TRAP_S = (2.0, 4.0)  # to put cage and marble back


class Hands:
    """One person at the table. `pace` 2 does everything in half the time."""

    def __init__(self, world: World, trap: Trap, rng: Random, pace: float = 1.0) -> None:
        self.pace = pace
        self._world = world
        self._trap = trap
        self._rng = rng

    @contextmanager
    def hurrying(self, times: float) -> Iterator[None]:
        """Do everything this many times as fast inside."""
        self.pace *= times
        try:
            yield
        finally:
            self.pace /= times

    async def lift(self, piece: str) -> None:
        """Take the piece up and keep it in the hand."""
        await self._take_about(REACH_S)
        await self._raise(piece)

    async def put(self, piece: str, place: Point) -> None:
        """Set the piece on a place, about in the middle, from wherever it is."""
        if self._world.where(piece).z < LIFTED_MM:
            await self.lift(piece)
        await self._carry(piece, self._aimed(place))

    async def carry(self, piece: str, way: Iterable[Point]) -> None:
        """Take the piece up and carry it through the air by these points; it stays in the hand."""
        if self._world.where(piece).z < LIFTED_MM:
            await self.lift(piece)
        for point in way:
            await self._move(piece, point._replace(z=LIFTED_MM), CARRY_MM_S)

    async def put_half(self, piece: str, place: Point) -> None:
        """Set the piece on the edge of a place."""
        await self.put(piece, self._off(place, HALF_ON_MM))

    async def hover(self, piece: str, place: Point, seconds: float) -> None:
        """Hold the piece low over a place for this long, whatever the pace, and keep it in the hand."""
        if self._world.where(piece).z < LIFTED_MM:
            await self.lift(piece)
        low = self._aimed(place)._replace(z=self._between(LOW_MM))
        await self._carry(piece, low)
        await asyncio.sleep(seconds)
        await self._raise(piece)

    async def shove(self, piece: str) -> None:
        """Shove the piece by accident, as when something is knocked over. It stays upright, a little way off."""
        await self._move(piece, self._off(self._world.where(piece), SHOVE_MM), SHOVING_MM_S)

    async def shove_by(self, piece: str, right: float, away: float) -> None:
        """Shove the piece by this many mm, by accident."""
        here = self._world.where(piece)
        await self._move(piece, here._replace(x=here.x + right, y=here.y + away), SHOVING_MM_S)

    async def sweep(self, start: Point, end: Point) -> None:
        """Sweep over the board with a sleeve, by accident: pieces in its way are knocked over or shoved."""
        await self._take_about(REACH_S)
        sleeve = Motion(start, end, self._world.now(), math.dist(start, end) / (SWEEPING_MM_S * self.pace))
        for moment, piece in sorted(self._in_the_way(sleeve)):
            await asyncio.sleep(moment - self._world.now())
            await self._rng.choice((self.knock_over, self.shove))(piece)
        await asyncio.sleep(sleeve.began + sleeve.took - self._world.now())

    async def slide(self, piece: str, place: Point) -> None:
        """Slide the piece over the board, across every reed on the straight way."""
        await self._take_about(REACH_S)
        await self._move(piece, self._aimed(place), SLIDE_MM_S)

    async def tap(self, piece: str, place: Point, seconds: float = 0.0) -> None:
        """Touch a place with the piece, such as a wand, for this long, and keep it in the hand."""
        await self.put(piece, place)
        await asyncio.sleep(seconds)
        await self._raise(piece)

    async def remove(self, piece: str) -> None:
        """Put the piece beside the board."""
        await self.put(piece, self._world.beside[piece])

    async def swap(self, one: str, other: str) -> None:
        """Lift two pieces, one in each hand, and set each where the other was."""
        here, there = (self._world.where(piece)._replace(z=0.0) for piece in (one, other))
        await self.lift(one)
        await self.lift(other)
        await self._carry(one, there)
        await self._carry(other, here)

    async def knock_over(self, piece: str) -> None:
        """Knock the piece over, by accident, without reaching first. It lies in its place until it is lifted."""
        self._world.set_upright(piece, False)

    async def press(self, *buttons: str, wanted: Callable[[], bool] = lambda: True) -> None:
        """Press the buttons ("a", "b") together, briefly, if that is still wanted once the hand is there."""
        await self.hold(self._between(PRESS_S), *buttons, wanted=wanted)

    async def hold(self, seconds: float, *buttons: str, wanted: Callable[[], bool] = lambda: True) -> None:
        """Press the buttons together for this long, whatever the pace, and let go even if this is cancelled."""
        await self._take_about(REACH_S)
        if not wanted():
            return
        for button in buttons:
            self._world.switches[button].move(True)
        try:
            await asyncio.sleep(seconds)
        finally:
            for button in buttons:
                self._world.switches[button].move(False)

    async def set_trap(self) -> None:
        """Set the trap again: lift the cage and put the marble back."""
        await self._take_about(SET_TRAP_S)
        self._trap.set_again()

    async def drop_cage(self) -> None:
        """Let the cage down by hand."""
        await self._take_about(REACH_S)
        self._trap.drop_cage()

    def _in_the_way(self, sleeve: Motion) -> Iterator[tuple[float, str]]:
        """Yield the upright pieces in the sleeve's way, each with the time when it is reached."""
        for name, piece in self._world.pieces.items():
            here = self._world.where(name)
            moment = sleeve.nearest(here)
            if piece.upright and here.z == 0 and math.dist(here, sleeve.at(moment)) < SLEEVE_MM:
                yield moment, name

    async def _raise(self, piece: str) -> None:
        x, y, _ = self._world.where(piece)
        self._world.set_upright(piece, True)
        await self._travel(piece, Point(x, y, LIFTED_MM), RAISE_S / self.pace)

    async def _carry(self, piece: str, place: Point) -> None:
        await self._move(piece, place._replace(z=LIFTED_MM), CARRY_MM_S)
        await self._travel(piece, place, RAISE_S / self.pace)

    async def _move(self, piece: str, end: Point, speed: float) -> None:
        seconds = math.dist(self._world.where(piece), end) / (speed * self._rng.uniform(0.8, 1.2) * self.pace)
        await self._travel(piece, end, seconds)

    async def _travel(self, piece: str, end: Point, seconds: float) -> None:
        self._world.move(piece, end, seconds)
        await asyncio.sleep(seconds)

    def _aimed(self, place: Point) -> Point:
        x, y = self._rng.gauss(0, AIM_MM), self._rng.gauss(0, AIM_MM)
        share = min(1.0, CROOKED_MM / math.hypot(x, y))
        return place._replace(x=place.x + share * x, y=place.y + share * y)

    def _off(self, place: Point, by: tuple[float, float]) -> Point:
        """Return a point this far from the place, in any direction."""
        way, angle = self._between(by), self._rng.uniform(0, math.tau)
        return place._replace(x=place.x + way * math.cos(angle), y=place.y + way * math.sin(angle))

    def _between(self, limits: tuple[float, float]) -> float:
        return self._rng.uniform(*limits)

    async def _take_about(self, limits: tuple[float, float]) -> None:
        await asyncio.sleep(self._between(limits) / self.pace)
