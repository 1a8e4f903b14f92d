"""The ways that hands carry out an action: straight, with second thoughts, or with a mishap put right."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from random import Random

from tests.referee.sitting import Sitting

from mouseboard.rules import Action

Manner = Callable[[], Awaitable[None]]

NEAR = 45.0
"""Millimetres from a hand's way within which it may knock something over."""
FREE = 25.0
"""Millimetres from other pieces at which a piece can be slid past them."""


class Hand:
    """A hand that is to carry out one action."""

    def __init__(self, sat: Sitting, rng: Random, action: Action) -> None:
        state = sat.situation.state
        self._sat, self._rng, self._action = sat, rng, action
        self._at = {place.name: place.at for place in state.game.layout.stands}
        self.here, self.after = state.placement(), state.after(action).placement()
        """The position before and after the action."""
        self._victims = [piece for piece in self.here if piece not in self.after]
        self._movers = [piece for piece, place in self.after.items() if self.here.get(piece) != place]
        self._stations = state.stations(action)
        others = [state.after(other).placement() for other in state.actions()]
        self._quiet = [there for there in others if len(there) == len(self.here) and there != self.after]
        self._captures = [there for there in others if len(there) < len(self.here)]

    def manners(self) -> list[Manner]:
        """Return the manners that fit the action."""
        match len(self._movers), len(self._victims):
            case 0, 0:
                return [self.word]
            case 0, _:
                return [self.take, self.take_another_first]
            case 1, 0 if self._movers[0] not in self.here:
                return [self.place]
            case 1, 0:
                return [self.quiet, self.quiet, self.adjusted, *self._perhaps()]
            case 1, _ if self.after[self._movers[0]] in map(self.here.get, self._victims):
                return [self.victim_first, self.attacker_first, self.both_hands, *self._sparing()]
            case 1, _:
                leaps = [self.leap_victims_first, self.leap_victims_last, self.leap_held, self.leap_resting]
                return [*leaps, *self._sparing()]
            case _:
                return [self.castling_one_way, self.castling_other_way, self.castling_both_hands]

    def _perhaps(self) -> list[Manner]:
        """Return the manners of a quiet move that need something around it."""
        sliding = [self.slid] if self._is_free_to_slide() else []
        thinking = [self.second_thoughts] if self._other_goals() else []
        knocking = [self.knocked_over] if self._neighbours() else []
        return [*sliding, *thinking, *knocking, *self._sparing()]

    def _sparing(self) -> list[Manner]:
        return [self.spared, self.spared_quickly] if self._captures else []

    # Without a piece taken

    async def word(self) -> None:
        self._sat.answer(str(self._action))

    async def place(self) -> None:
        await self._go(self._movers[0])

    async def quiet(self) -> None:
        await self._go(self._movers[0])

    async def adjusted(self) -> None:
        """Lift another piece first, and put it back."""
        other = self._rng.choice([piece for piece in self.here if piece not in self._movers])
        await self._sat.hands.lift(other)
        await self._pause(0.1, 0.8)
        await self._sat.put(other, self.here[other])
        await self._pause(0.2, 1.0)
        await self._go(self._movers[0])

    async def slid(self) -> None:
        (mover,) = self._movers
        await self._sat.hands.slide(mover, self._sat.table.place(self.after[mover]))

    async def second_thoughts(self) -> None:
        """Hold the piece over another goal, or put it there, before it goes to its own."""
        (mover,), other = self._movers, self._rng.choice(self._other_goals())
        if self._rng.random() < 0.5:
            await self._sat.hands.hover(mover, self._sat.table.place(other), self._rng.uniform(0.2, 0.8))
        else:
            await self._sat.put(mover, other)
        await self._go(mover)

    async def knocked_over(self) -> None:
        """Knock over a neighbour of the goal, and put it up after the move."""
        (mover,), other = self._movers, self._rng.choice(self._neighbours())
        await self._sat.hands.lift(mover)
        await self._sat.hands.knock_over(other)
        await self._go(mover)
        await self._pause(0.3, 1.0)
        await self._sat.put(other, self.here[other])

    async def spared(self) -> None:
        """Lift a piece and one that it may take, put both back slowly, and then act."""
        await self._spare(self._rng.uniform(0.4, 1.5))

    async def spared_quickly(self) -> None:
        await self._spare(self._rng.uniform(0.0, 0.4))

    async def _spare(self, held: float) -> None:
        after = self._rng.choice(self._captures)
        pair = sorted(
            (piece for piece, place in self.here.items() if after.get(piece) != place), key=after.__contains__
        )
        for piece in self._rng.sample(pair, len(pair)):
            await self._sat.hands.lift(piece)
        for piece in pair:  # first those that would have been taken
            await self._sat.put(piece, self.here[piece])
            await asyncio.sleep(held)
        await self._pause(0.5, 1.5)
        await self.attacker_first()

    # With a piece taken

    async def take(self) -> None:
        await self._take()

    async def take_another_first(self) -> None:
        """Lift a man that may be taken, too, and put it back."""
        after = self._rng.choice(self._captures)
        (other,) = self.here.keys() - after.keys()
        await self._sat.hands.lift(other)
        await self._pause(0.1, 0.8)
        await self._sat.put(other, self.here[other])
        await self._pause(0.5, 1.5)
        await self._take()

    async def victim_first(self) -> None:
        await self._take()
        await self._go(self._movers[0])

    async def attacker_first(self) -> None:
        await self._sat.hands.lift(self._movers[0])
        await self._take()
        await self._go(self._movers[0])

    async def both_hands(self) -> None:
        """Lift both at once, put the attacker down, then lay its victim aside."""
        await asyncio.gather(*map(self._sat.hands.lift, (*self._movers, *self._victims)))
        await self._go(self._movers[0])
        await self._take()

    async def leap_victims_first(self) -> None:
        await self.victim_first()

    async def leap_victims_last(self) -> None:
        await self._go(self._movers[0])
        await self._take()

    async def leap_held(self) -> None:
        await self.attacker_first()

    async def leap_resting(self) -> None:
        """Rest on each landing of a chain, then take the victims."""
        (mover,) = self._movers
        for landing in self._stations.get(mover, ()):
            await self._sat.put(mover, landing)
            await self._pause(0.1, 1.5)
        await self.leap_victims_last()

    # With two pieces moved

    async def castling_one_way(self) -> None:
        for mover in self._movers:
            await self._go(mover)

    async def castling_other_way(self) -> None:
        for mover in reversed(self._movers):
            await self._go(mover)

    async def castling_both_hands(self) -> None:
        for mover in self._movers:
            await self._sat.hands.lift(mover)
        await self.castling_one_way()

    # Hands

    async def _go(self, mover: str) -> None:
        await self._sat.put(mover, self.after[mover])

    async def _take(self) -> None:
        for victim in self._victims:
            await self._sat.hands.remove(victim)

    async def _pause(self, least: float, most: float) -> None:
        await asyncio.sleep(self._rng.uniform(least, most))

    def _other_goals(self) -> list[str]:
        """Return where else the piece may go, without taking anything."""
        (mover,) = self._movers
        return [there[mover] for there in self._quiet if there[mover] != self.here[mover]]

    def _neighbours(self) -> list[str]:
        """Return the other pieces beside the goal."""
        goal = self._at[self.after[self._movers[0]]]
        others = {piece: self._at[place] for piece, place in self.here.items() if piece not in self._movers}
        return [piece for piece, at in others.items() if max(abs(at[0] - goal[0]), abs(at[1] - goal[1])) < NEAR]

    def _is_free_to_slide(self) -> bool:
        """Return whether no other piece is near the straight way."""
        (mover,) = self._movers
        start, end = self._at[self.here[mover]], self._at[self.after[mover]]
        others = [self._at[place] for piece, place in self.here.items() if piece != mover]
        return all(_distance(at, start, end) > FREE for at in others)


Point = tuple[float, float]


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a way."""
    way = math.dist(start, end) ** 2
    along = sum((p - s) * (e - s) for p, s, e in zip(point, start, end, strict=True)) / way
    share = min(1.0, max(0.0, along))
    return math.dist(point, [s + share * (e - s) for s, e in zip(start, end, strict=True)])
