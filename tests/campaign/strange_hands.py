"""Hands with habits that nobody considered when the table's prices were tuned.

They hop, hold, tap, turn and gather mice, bump the whole board, and swap mice by way of a third place. Their pace
ranges from half the usual one to two and a half times that.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.campaign.moving import Deciding, Mover

from mouseboard.sim.magnets import Point

PACES = (0.5, 0.75, 1.0, 1.0, 1.5, 2.5)
NEAR = 1.3
"""A place is on the way if the detour over it is at most this many times as long."""


class StrangeMover(Mover):
    """A mover with other mishaps, and a random pace for each move."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._pace = Random(f"{arguments[4]}/pace")
        self.mishaps = (
            self._hops,
            self._thinks,
            self._taps,
            self._turns,
            self._rests_between,
            self._rests_beside,
            self._is_bumped,
            self._is_swept,
            self._juggles,
            self._swaps_bystanders,
            self._gathers,
            self._moves_for_another,
            self._tries_others,
            self._leans,
            self._plays_with_own,
        )

    async def make(self, piece: str, place: str, deciding: Deciding | None = None) -> None:
        self.hands.pace = self._pace.choice(PACES)
        await super().make(piece, place, deciding)

    # On the way

    async def _hops(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Count aloud, touching the free places on the way."""
        self.course.add(piece)
        for name in self._free_on_the_way(piece, place):
            await self.put(piece, name, "hop")
            await asyncio.sleep(self._rng.uniform(0.0, 0.6))
        await self.put(piece, place, "move")

    async def _thinks(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Think for 2 to 12 s with the mouse in the hand."""
        self.course.add(piece)
        await self.lift(piece, "thinking")
        await asyncio.sleep(self._rng.uniform(2.0, 12.0))
        await self.put(piece, place, "move")

    async def _taps(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Set the mouse down with a knock, several times."""
        self.course.add(piece)
        for _ in range(self._rng.randint(2, 4)):
            await self.put(piece, place, "tap")
            await asyncio.sleep(self._rng.uniform(0.0, 0.4))

    async def _turns(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Make the move, then lift the mouse once more and put it down turned."""
        await self.go(piece, place)
        self.course.add(piece)
        await asyncio.sleep(self._rng.uniform(0.1, 1.5))
        await self.lift(piece, "turned")
        await asyncio.sleep(self._rng.uniform(0.1, 1.5))
        await self.put(piece, place, "turned")

    async def _rests_between(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Rest the mouse between two places for a while."""
        self.course.add(piece)
        x, y, _ = self._between(piece, place)
        await self.do(piece, f"put {piece} at {x:.1f} {y:.1f}", "rest")
        await asyncio.sleep(self._rng.uniform(0.3, 2.5))
        await self.put(piece, place, "move")

    async def _rests_beside(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Rest the mouse beside the board, because the hand is busy elsewhere."""
        self.course.add(piece)
        await self.remove(piece, "rest")
        await asyncio.sleep(self._rng.uniform(0.3, 2.5))
        await self.put(piece, place, "move")

    async def _tries_others(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Try up to three other legal places for a moment each, then make the move."""
        self.course.add(piece)
        for other in sorted(deciding.others)[:3] if deciding else ():
            await self.put(piece, other, "try")
            await asyncio.sleep(self._rng.uniform(0.0, 1.0))
        await self.put(piece, place, "move")

    async def _plays_with_own(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Lift the mouse and put it back a few times before the move."""
        home = self.table.truth(piece)
        self.course.add(piece)
        for _ in range(self._rng.randint(1, 4)):
            await self.lift(piece, "play")
            await asyncio.sleep(self._rng.uniform(0.0, 1.0))
            await self.put(piece, home, "play")
            await asyncio.sleep(self._rng.uniform(0.0, 1.0))
        await self.go(piece, place)

    # Bystanders

    async def _is_bumped(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Bump the whole board: every mouse jumps a little, and one may fall. Sometimes put all right again."""
        await self.go(piece, place)
        upright = self.upright()
        if self._rng.random() < 0.3:
            fallen = self._rng.choice(upright)
            await self.do(fallen, f"knock {fallen} over", "bump", self.visitor)
        for other in upright:
            right, away = self._rng.uniform(-5, 5), self._rng.uniform(-5, 5)
            await self.do(other, f"shove {other} by {right:.1f} {away:.1f}", "bump", self.visitor)
        if self._rng.random() < 0.5:
            await asyncio.sleep(self._rng.uniform(0.5, 3.0))
            homes = {other: self._nearest(other) for other in upright}
            for other, home in homes.items():
                if not self.stands_well(other, home):
                    await self.put(other, home, "put right")

    async def _is_swept(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Let a sleeve sweep over the board along with the hand."""
        self._visit(self.act(f"sweep from {self._nearest(piece)} to {place}", self.visitor))
        await self.go(piece, place)

    async def _juggles(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Lift up to three bystanders at once; put each back, or each on the next one's place."""
        others = [other for other in self.upright() if other != piece][:3]
        homes = [self.table.truth(other) for other in others]
        for other in others:
            await self.lift(other, "juggled", self.visitor)
        await asyncio.sleep(self._rng.uniform(0.1, 2.0))
        if self._rng.random() < 0.3:
            homes = homes[1:] + homes[:1]
            self._left_at = self._now()
        for other, home in zip(others, homes, strict=True):
            await self.put(other, home, "juggled", self.visitor)
        await self.go(piece, place)

    async def _swaps_bystanders(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Swap two bystanders one at a time by way of a third place; swap them back, or leave them so."""
        others = [other for other in self.upright() if other != piece]
        free = [name for name in self.places if name != place and not self.on(name)]
        if len(others) > 1 and free:
            one, two = self._rng.sample(others, 2)
            here, there, third = self.table.truth(one), self.table.truth(two), self._rng.choice(free)
            self.course |= {one, two}
            way = [(one, third), (two, here), (one, there)]
            if self._rng.random() < 0.5:
                way += [(two, third), (one, here), (two, there)]
            for other, to in way:
                await self.put(other, to, "swapped", self.visitor)
            self.course -= {one, two}
            self._left_at = self._now()
        await self.go(piece, place)

    async def _gathers(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Take up to three mice off the board one after the other, and put them back where they were."""
        homes = {other: self.table.truth(other) for other in self.upright()[:3]}
        for other in homes:
            await self.remove(other, "gathered")
        for other, home in homes.items():
            await self.put(other, home, "gathered")
        await self.go(piece, place)

    async def _moves_for_another(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Let the visitor lift the mouse and hand it over to the player, who makes the move."""
        self.course.add(piece)
        await self.lift(piece, "handed over", self.visitor)
        await asyncio.sleep(self._rng.uniform(0.5, 3.0))
        await self.put(piece, place, "move")

    async def _leans(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Let the visitor lean on a button during the move."""
        self._visit(self.act(f"hold {self._rng.choice('ab')} {self._rng.uniform(0.2, 0.9):.2f} s", self.visitor))
        await self.go(piece, place)

    # Where

    def _free_on_the_way(self, piece: str, place: str) -> Sequence[str]:
        """Return up to four free places on the way, nearest first."""
        here, there = self.table.world.where(piece), self.table.place(place)

        def along(name: str) -> float:
            return math.dist(here, self.table.place(name))

        way = math.dist(here, there) * NEAR
        free = [name for name in self.places if name != place and not self.on(name)]
        near = [name for name in free if along(name) + math.dist(self.table.place(name), there) < way]
        return sorted(near, key=along)[:4]

    def _between(self, piece: str, place: str) -> Point:
        here, there = self.table.world.where(piece), self.table.place(place)
        return Point((here.x + there.x) / 2, (here.y + there.y) / 2, 0.0)

    def _nearest(self, piece: str) -> str:
        where = self.table.world.where(piece)
        return min(self.places, key=lambda name: math.dist(where, self.table.place(name)))
