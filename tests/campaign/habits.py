"""Habits of real families: what happens at a kitchen table beside the moves that everybody means.

A habit takes over some of the moves, some of the answers, or goes on beside the game. The rest is left to the temper.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.campaign.asks import Want, steps_now, want, wants_button
from tests.campaign.breaking import BROKEN, break_something, draw
from tests.campaign.host import Host
from tests.campaign.judge import Judge
from tests.campaign.moving import Deciding, Mover
from tests.campaign.people import People

from mouseboard.actors.table import WAND
from mouseboard.referee.situation import Situation, Watch
from mouseboard.rules import Game
from mouseboard.rules.chance import TRAP
from mouseboard.sim.table import SimulatedTable
from mouseboard.table.steps import Step

SHARE = 0.4
"""Share of moves and answers that a habit takes over."""


@dataclass(frozen=True)
class Home:
    """Where a habit is at home."""

    table: SimulatedTable
    game: Game
    people: People
    host: Host
    judge: Judge
    rng: Random

    @property
    def mover(self) -> Mover:
        return self.people.mover


class Habit:
    """One habit of one family, drawn from its own random numbers."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._mover = home.mover
        self._rng = home.rng

    needs_company = False
    """Whether it is about several mice."""
    needs_trap = False

    @classmethod
    def fits(cls, game: Game) -> bool:
        """Return whether it can show in this game."""
        return (len(game.pieces) > 1 or not cls.needs_company) and (TRAP.name in game.settings or not cls.needs_trap)

    async def beside(self) -> None:
        """Go on beside the game."""

    async def move(self, piece: str, place: str, deciding: Deciding | None) -> bool:
        """Make a move in the way of this habit, or return False."""
        return False

    async def answer(self, situation: Situation) -> bool:
        """Do what is asked in the way of this habit, or return False."""
        return False

    def _now_and_then(self) -> bool:
        return self._rng.random() < SHARE

    async def _wait(self, least: float, most: float) -> None:
        await asyncio.sleep(self._rng.uniform(least, most))

    def _others(self, piece: str) -> Sequence[str]:
        return [other for other in self._mover.upright() if other != piece]

    def _some_place(self, but: str) -> str:
        """Return a free place, near rather than far."""
        here = self._home.table.place(but)
        free = [name for name in self._mover.places if name != but and not self._mover.on(name)]
        near = sorted(free, key=lambda name: math.dist(here, self._home.table.place(name)))
        return self._rng.choice(near[:8])


class Toddler(Habit):
    """A toddler's arm sweeps over the board. Parents put the mice right after a while, as they remember it."""

    needs_company = True

    async def beside(self) -> None:
        while True:
            await self._wait(15, 60)
            upright = self._mover.upright()
            hit = self._rng.sample(upright, min(len(upright), self._rng.randint(2, 4)))
            homes = {piece: self._mover.truth(piece) for piece in hit}
            angle = self._rng.uniform(0, math.tau)
            await asyncio.gather(*(self._hit(piece, angle) for piece in hit))
            swept = {piece: self._mover.deeds.get(piece) for piece in hit}
            if self._rng.random() < 0.25:
                continue  # nobody has seen it: the table has to say so
            await self._wait(2, 20)
            for piece, home in self._remembered(homes).items():
                if self._mover.deeds.get(piece) is swept[piece] and not self._mover.stands_well(piece, home):
                    await self._mover.put(piece, home, "put right", self._mover.visitor)

    async def _hit(self, piece: str, angle: float) -> None:
        """Push the piece along with the others, knock it over, or snatch it and let it fall."""
        await self._wait(0, 0.3)
        far = self._rng.uniform(15, 90)
        push = f"shove {piece} by {far * math.cos(angle):.0f} {far * math.sin(angle):.0f}"
        line = self._rng.choice((push, push, f"knock {piece} over", f"remove {piece}"))
        if piece in self._mover.upright():
            await self._mover.do(piece, line, "swept", self._mover.visitor)

    def _remembered(self, homes: Mapping[str, str]) -> Mapping[str, str]:
        """Return where parents believe that the mice were: one time in six they exchange two."""
        if self._rng.random() > 1 / 6:
            return homes
        places = list(homes.values())
        return dict(zip(homes, places[1:] + places[:1], strict=True))


class Hasty(Habit):
    """Two players act at once: the next one reaches over before the first has let go."""

    needs_company = True

    async def move(self, piece: str, place: str, deciding: Deciding | None) -> bool:
        coming = self._home.people.foresee(self._rng)
        if coming is None or piece in coming or not self._now_and_then():
            return False
        going = asyncio.create_task(self._mover.go(piece, place))
        await self._wait(0.0, 1.2)
        if not coming:
            others = self._others(piece)
            if others and self._rng.random() < 0.3:
                await self._mover.lift(self._rng.choice(others), "next", self._mover.visitor)
            else:
                await self._mover.act("press b", self._mover.visitor)
        for other, there in coming.items():
            where = "remove {}" if there is None else f"put {{}} on {there}"
            await self._mover.do(other, where.format(other), "next", self._mover.visitor)
        await going
        return True


class CarriedOff(Habit):
    """Somebody answers the phone with a mouse in the hand, or a cat carries one home: five minutes."""

    AWAY = 300.0

    async def beside(self) -> None:
        while True:
            await self._wait(20, 200)
            upright = self._mover.upright()
            if not upright:
                continue
            piece = self._rng.choice(upright)
            async with self._mover.held[piece]:
                home = self._mover.truth(piece)
                await self._mover.act(f"remove {piece}", self._mover.visitor)
                await self._stay_away()
                there = self._home.people.wanted(piece) if self._rng.random() < 0.5 else home
                if there in self._mover.places:
                    await self._mover.act(f"put {piece} on {there}", self._mover.visitor)

    async def move(self, piece: str, place: str, deciding: Deciding | None) -> bool:
        if self._rng.random() > 0.03:
            return False
        self._mover.course.add(piece)
        await self._mover.lift(piece, "phone")
        await self._stay_away()
        await self._mover.put(piece, place, "move")
        return True

    async def _stay_away(self) -> None:
        with self._mover.acts.away():
            await asyncio.sleep(self.AWAY)


class Prank(Habit):
    """While nobody looks, a child swaps two mice. Sometimes somebody notices, and swaps them back."""

    needs_company = True

    async def beside(self) -> None:
        while True:
            await self._wait(20, 80)
            upright = self._mover.upright()
            if self._mover.acts.under_way or len(upright) < 2:
                continue
            pair = self._rng.sample(upright, 2)
            if self._mover.truth(pair[0]) == self._mover.truth(pair[1]):
                continue
            await self._swap(pair)
            swapped = [self._mover.deeds[piece] for piece in pair]
            await self._wait(5, 60)
            if self._rng.random() < 0.4 and swapped == [self._mover.deeds[piece] for piece in pair]:
                await self._swap(pair)

    async def _swap(self, pair: Sequence[str]) -> None:
        """Take both at once, or one after the other by way of a third place or the child's pocket."""
        one, other = pair
        here, there = self._mover.truth(one), self._mover.truth(other)
        way = self._rng.choice(("hands", "place", "pocket"))
        hands = self._mover.visitor
        if way == "hands":
            await self._mover.lift(one, "prank", hands)
            await self._mover.lift(other, "prank", hands)
        elif way == "place":
            await self._mover.put(one, self._some_place(here), "prank", hands)
        else:
            await self._mover.do(one, f"remove {one}", "prank", hands)
        await self._mover.put(other, here, "prank", hands)
        await self._mover.put(one, there, "prank", hands)


class Magnet(Habit):
    """A bracelet with a magnetic clasp passes over the board with its hand; a magnetic spoon is left lying on it."""

    async def beside(self) -> None:
        while True:
            await self._wait(15, 60)
            start = self._rng.choice(self._mover.places)
            if self._rng.random() < 0.5:
                await self._pass((start, self._near(start), self._near(start)))
            else:
                await self._lie(start)

    async def move(self, piece: str, place: str, deciding: Deciding | None) -> bool:
        if not self._now_and_then() or self._mover.truth(piece) not in self._mover.places:
            return False
        bracelet = asyncio.create_task(self._pass((self._near(self._mover.truth(piece)), self._near(place))))
        await self._mover.go(piece, place)
        await bracelet
        return True

    async def _pass(self, way: Iterable[str]) -> None:
        for place in way:
            await self._act(f"hover {WAND} over {place} {self._rng.uniform(0.05, 0.8):.2f} s")
        await self._act(f"remove {WAND}")

    async def _lie(self, place: str) -> None:
        await self._act(f"put {WAND} on {place}")
        if self._rng.random() < 0.3:
            await self._act(f"slide {WAND} to {self._near(place)}")
        await self._wait(1, 40)
        await self._act(f"remove {WAND}")

    async def _act(self, line: str) -> None:
        async with self._mover.held[WAND]:
            await self._mover.act(line, self._mover.visitor)

    def _near(self, place: str) -> str:
        here = self._home.table.place(place)
        near = sorted(self._mover.places, key=lambda name: math.dist(here, self._home.table.place(name)))
        return self._rng.choice(near[:5])


class TrapWatcher(Habit):
    """While the trap runs, nobody can keep their hands off: mice are saved, nudged and moved on."""

    needs_trap = True

    async def beside(self) -> None:
        while True:
            await asyncio.sleep(0.2)
            if isinstance(self._home.people.seen_ask, Watch) and self._mover.upright():
                await self._meddle(self._rng.choice(self._mover.upright()))
                await self._wait(0, 4)

    async def _meddle(self, piece: str) -> None:
        home, hands = self._mover.truth(piece), self._mover.visitor
        match self._rng.randrange(5):
            case 0:  # out of the cage's way, and back
                await self._mover.lift(piece, "saved", hands)
                await self._wait(0.5, 6)
                await self._mover.put(piece, home, "saved", hands)
            case 1:  # it is going to be caught anyway
                await self._mover.do(piece, f"remove {piece}", "saved", hands)
            case 2:  # the next player is impatient
                await self._mover.put(piece, self._some_place(home), "impatient", hands)
                if self._rng.random() < 0.5:
                    await self._wait(0.3, 5)
                    await self._mover.put(piece, home, "impatient", hands)
            case 3:
                await self._mover.do(piece, f"knock {piece} over", "bumped", hands)
            case 4:
                await self._mover.act(f"press {self._rng.choice('ab')}", hands)


class Interrupted(Habit):
    """Somebody trips over the cable, the power goes, or the computer restarts, in the middle of a move."""

    async def move(self, piece: str, place: str, deciding: Deciding | None) -> bool:
        if self._rng.random() > 0.15:
            return False
        going = asyncio.create_task(self._mover.go(piece, place))
        await self._wait(0.1, 1.8)
        await self._rng.choice((self._trip, self._black_out, self._restart))()
        await going
        return True

    async def _trip(self) -> None:
        self._mover.acts.note("unplug")
        self._home.table.cable.unplug()
        await self._wait(0.1, 8)
        self._mover.acts.note("replug")
        self._home.table.cable.replug()

    async def _black_out(self) -> None:
        self._mover.acts.note("power cut")
        self._home.table.power_cut()
        await self._wait(0.1, 8)
        self._mover.acts.note("power on")
        self._home.table.power_on()

    async def _restart(self) -> None:
        self._mover.acts.note("restart host")
        self._home.host.kill()


class WornOut(Habit):
    """The table is old: a reed or a magnet fails in the middle of the game. Sometimes somebody mends it."""

    async def beside(self) -> None:
        await self._wait(0, 120)
        home, how = self._home, self._rng.choice(BROKEN)
        mend = break_something(how, *draw(home.game, self._rng), home.table, home.game, home.judge, self._rng)
        await self._wait(60, 400)
        if self._rng.random() < 0.5:
            mend()


class SecondThoughts(Habit):
    """A player rests on a wrong place and thinks, lifts and puts back, slides, tries again."""

    async def move(self, piece: str, place: str, deciding: Deciding | None) -> bool:
        if not self._now_and_then() or self._mover.truth(piece) not in self._mover.places:
            return False
        self._mover.course.add(piece)
        await self._rng.choice((self._rest, self._rest, self._think, self._slide, self._try_again))(
            piece, place, deciding
        )
        return True

    async def _rest(self, piece: str, place: str, deciding: Deciding | None) -> None:
        for _ in range(self._rng.choice((1, 1, 2, 3))):
            await self._mover.put(piece, self._wrong(place, deciding), "rest")
            await self._wait(0.2, 3.0)
        await self._mover.put(piece, place, "move")

    async def _think(self, piece: str, place: str, deciding: Deciding | None) -> None:
        home = self._mover.truth(piece)
        for _ in range(self._rng.randint(1, 2)):
            await self._mover.lift(piece, "think")
            await self._wait(0.2, 5.0)
            await self._mover.put(piece, home, "think")
            await self._wait(0.2, 4.0)
        await self._mover.put(piece, place, "move")

    async def _slide(self, piece: str, place: str, deciding: Deciding | None) -> None:
        if self._rng.random() < 0.5:
            await self._mover.do(piece, f"slide {piece} to {self._wrong(place, deciding)}", "slide")
            await self._wait(0.0, 3.0)
        await self._mover.do(piece, f"slide {piece} to {place}", "move")

    async def _try_again(self, piece: str, place: str, deciding: Deciding | None) -> None:
        home = self._mover.truth(piece)
        await self._mover.put(piece, place, "try")
        await self._wait(0.05, 1.5)
        self._mover.takes_back = self._rng.random() < 0.5
        await self._mover.put(piece, home if self._mover.takes_back else self._wrong(place, deciding), "rest")
        await self._wait(0.2, 3.0)
        await self._mover.put(piece, place, "move")
        self._mover.takes_back = False

    def _wrong(self, place: str, deciding: Deciding | None) -> str:
        """Return another legal place, or a free one near the goal."""
        if deciding and deciding.others and self._rng.random() < 0.6:
            return self._rng.choice(sorted(deciding.others))
        return self._some_place(place)


class Literal(Habit):
    """The shown sentence is obeyed to the letter, but in odd ways; a child loves the buttons."""

    async def answer(self, situation: Situation) -> bool:
        if not self._now_and_then():
            return False
        if want(situation) in (Want.MEND, Want.MOVE) and steps_now(situation):
            ways = (self._first_only, self._button_first, self._both_buttons, self._backwards, self._mash_first)
            await self._rng.choice(ways)(steps_now(situation), wants_button(situation))
            return True
        if self._rng.random() < 0.15:
            await self._mash()
        return False

    async def _first_only(self, steps: Sequence[Step], button: bool) -> None:
        """Do the first of several things, and believe that this is all."""
        await self._home.people.obey(steps[0])
        if button and self._rng.random() < 0.5:
            await self._mover.press()

    async def _button_first(self, steps: Sequence[Step], button: bool) -> None:
        await self._mover.press()
        await self._wait(0.2, 2.0)
        await self._do_all(steps)

    async def _both_buttons(self, steps: Sequence[Step], button: bool) -> None:
        await self._do_all(steps)
        await self._mover.act("press a and b")

    async def _backwards(self, steps: Sequence[Step], button: bool) -> None:
        await self._do_all(steps[::-1])
        if button:
            await self._mover.press()

    async def _mash_first(self, steps: Sequence[Step], button: bool) -> None:
        mashing = asyncio.create_task(self._mash())
        await self._do_all(steps)
        await mashing
        if button:
            await self._mover.press()

    async def _do_all(self, steps: Iterable[Step]) -> None:
        for step in steps:
            await self._home.people.obey(step)

    async def _mash(self) -> None:
        for _ in range(self._rng.randint(3, 8)):
            buttons = self._rng.choice(("a", "b", "b", "a and b"))
            await self._mover.act(f"hold {buttons} {self._rng.uniform(0.03, 0.4):.2f} s", self._mover.visitor)


HABITS: Mapping[str, type[Habit]] = {
    "toddler": Toddler,
    "hasty": Hasty,
    "carried-off": CarriedOff,
    "prank": Prank,
    "magnet": Magnet,
    "trap-watcher": TrapWatcher,
    "interrupted": Interrupted,
    "worn-out": WornOut,
    "second-thoughts": SecondThoughts,
    "literal": Literal,
}
