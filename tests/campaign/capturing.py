"""How hands capture: the taken pieces first, the attacker first, or with both hands; and what goes wrong with it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from random import Random

from tests.campaign.moving import SEEN, Mover

from mouseboard.sim.hands import Hands

REST = (0.0, 0.6)
"""Seconds for which an attacker rests on a place where it lands on its way: least and most."""


Go = Callable[[str, str], Awaitable[None]]
"""Moves a piece to a place."""


class Capture:
    """One capture: the pieces in `taken` leave the board, and those in `moved` go to their places."""

    def __init__(
        self,
        mover: Mover,
        rng: Random,
        taken: Sequence[str],
        moved: Mapping[str, str],
        landings: Sequence[str],
        go: Go,
    ) -> None:
        """`landings` are the places that the attacker touches on its way. `go` moves it as intended."""
        self._mover = mover
        self._rng = rng
        self._taken = list(taken)
        self._moved = moved
        self._landings = landings
        self._go = go
        self._homes = {piece: mover.truth(piece) for piece in (*taken, *moved)}
        self._replaces = any(self._homes[piece] in moved.values() for piece in taken)
        mover.course |= set(self._homes)

    async def carry_out(self) -> None:
        """Capture in one of the ways."""
        ways = [self._taken_first, self._attacker_first, self._both_hands]
        await self._rng.choice([*ways, self._hop_by_hop] if self._landings else ways)()

    async def go_wrong(self, slip: Go, is_open: Callable[[], bool]) -> None:
        """Capture with a mishap: `slip` moves the attacker with one. `is_open`: whether the capture is not accepted."""
        match self._rng.randrange(5 if self._moved else 4):
            case 0:
                await self._take_wrong_one()
                await self.carry_out()
            case 1:  # one is left for the table to notice
                self._taken.remove(self._rng.choice(self._taken))
                self._mover.overlook()
                await self.carry_out()
            case 2:
                await self.carry_out()
                await self._put_one_back()
            case 3:
                await self.carry_out()
                if is_open():
                    await self._take_back()
            case 4:
                self._go = slip
                await self.carry_out()

    # Ways

    async def _taken_first(self) -> None:
        await self._remove()
        await self._move()

    async def _attacker_first(self) -> None:
        """Move the attacker first, or where a taken piece stands on its goal, lift it first."""
        if self._replaces:
            for piece in self._moved:
                await self._mover.lift(piece, "capture")
        else:
            await self._move()
        await self._remove()
        if self._replaces:
            await self._move()

    async def _both_hands(self) -> None:
        """Move the attacker with one hand, and remove the taken pieces with the other."""
        other_hand = self._mover.visitor
        if self._replaces:
            for piece in self._taken:
                await self._mover.lift(piece, "taken", other_hand)
        await asyncio.gather(self._move(), self._remove(other_hand))

    async def _hop_by_hop(self) -> None:
        """Rest on every landing, and remove each piece right after the jump over it."""
        (attacker, goal), *_ = self._moved.items()
        for landing in (*self._landings, goal):
            here, there = self._mover.table.world.where(attacker), self._mover.table.place(landing)
            await self._hop(attacker, landing)
            jumped = [piece for piece in self._taken if self._is_between(piece, here, there)]
            await self._remove(pieces=jumped)
        await self._remove()

    def _is_between(self, piece: str, here: Sequence[float], there: Sequence[float]) -> bool:
        where = self._mover.table.world.where(piece)
        return math.dist(where, [(a + b) / 2 for a, b in zip(here, there, strict=True)]) < 20

    async def _move(self) -> None:
        """Move the attacker. Half of all people touch down on its way."""
        touches_down = self._landings and self._rng.random() < 0.5
        for piece, place in self._moved.items():
            for landing in self._landings if touches_down else ():
                await self._hop(piece, landing)
            await self._go(piece, place)

    async def _hop(self, piece: str, landing: str) -> None:
        await self._mover.put(piece, landing, "hop")
        await asyncio.sleep(self._rng.uniform(*REST))

    async def _remove(self, hands: Hands | None = None, pieces: Sequence[str] | None = None) -> None:
        """Remove these pieces, by default all taken ones, if they are still on the board or in the hand."""
        for piece in self._taken if pieces is None else pieces:
            if not self._mover.is_beside(piece):
                await self._mover.do(piece, f"remove {piece}", "taken", hands)

    # Mishaps

    async def _take_wrong_one(self) -> None:
        """Take another piece, notice it, and put it back."""
        others = [piece for piece in self._mover.upright() if piece not in self._homes]
        if others:
            wrong = self._rng.choice(others)
            home = self._mover.truth(wrong)
            await self._mover.remove(wrong, "wrong man")
            await asyncio.sleep(self._rng.uniform(0.3, 1.5))
            await self._mover.put(wrong, home, "put right")

    async def _put_one_back(self) -> None:
        """Put a taken piece back where it was, unless another is there now; notice it, and remove it again."""
        piece = self._rng.choice(self._taken)
        home = self._homes[piece]
        if home in self._mover.places and not self._mover.on(home):
            await self._mover.put(piece, home, "put back")
            await asyncio.sleep(self._rng.uniform(0.3, 2.0))
            await self._mover.remove(piece, "taken")

    async def _take_back(self) -> None:
        """Take the whole capture back by hand, the attacker first. A piece that lay elsewhere is left where it is."""
        self._mover.takes_back = True
        await asyncio.sleep(self._rng.uniform(0.8, 3.0))
        for piece, home in reversed(self._homes.items()):
            if home in self._mover.places:
                await self._mover.put(piece, home, "take back")
        await asyncio.sleep(SEEN)
