"""How hands move mice: as intended, with habits, or with a mishap; and what eyes see of it.

Mishaps are drawn at random. Hands put some right at once; others stay for the table to notice.
"""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tests.campaign.acts import Acts

from mouseboard.rules import Game
from mouseboard.sim.commands import DEEDS
from mouseboard.sim.hands import Hands
from mouseboard.sim.scenario import parse_command
from mouseboard.sim.table import BESIDE, IN_HAND, LYING, SimulatedTable
from mouseboard.sim.trap import SET

BLIND = 15.0
"""Seconds after which people notice their own mistake."""
SEEN = 3.0
"""Seconds that people wait after taking a move back, to see whether the table has noticed."""
WELL = 9.0
"""Millimetres from the middle within which a piece looks well placed."""


@dataclass(frozen=True)
class Temper:
    """How people move pieces: the share of moves with habits, the share with a mishap, and of quick replies."""

    name: str
    habits: float
    """Slides over places, and pauses on the way."""
    mishaps: float
    quick: float = 0.0
    """The share of moves with men that get a reply before the table has understood them."""
    pace: float = 1.0
    """How fast their hands are."""


TEMPERS = {
    temper.name: temper
    for temper in (
        Temper("careful", 0.15, 0.025),
        Temper("child", 0.3, 0.25),
        Temper("wild", 0.4, 0.45),
        Temper("quick", 0.0, 0.0, quick=0.75, pace=3.0),
    )
}
USUAL = ("careful", "child", "wild")
"""The tempers of a campaign unless others are asked for."""


@dataclass(frozen=True)
class Deed:
    """The last thing that hands did with a piece."""

    time: float
    what: str
    why: str
    """The reason: move, mend, or the name of a habit or mishap."""
    felt: bool
    """Whether it was alone both where it was lifted and where it arrived, so contacts show it."""


@dataclass(frozen=True)
class Deciding:
    """A decision that a player shows by moving a mouse."""

    others: Collection[str]
    """The other legal places for the piece."""
    is_open: Callable[[], bool]
    """Whether the game still waits for this decision."""


class Mover:
    """A player's hands and eyes at a simulated table, and the hands of a visitor who gets in the way."""

    def __init__(
        self, table: SimulatedTable, game: Game, temper: Temper, rng: Random, seed: object, note: Callable[[str], None]
    ) -> None:
        """`note` is told of every deed."""
        self.table = table
        self.hands = Hands(table.world, table.trap, Random(f"{seed}/mover"), temper.pace)
        self.pieces: Sequence[str] = game.pieces
        self._shares_places = game.shares_places
        self.acts = Acts()
        self.deeds: dict[str, Deed] = {}
        self.course: set[str] = set()
        """The pieces that a hand is still busy with: it will put them right by itself."""
        self.is_hasty = False
        """Whether the next player acts without waiting for the table."""
        self.begin()
        self._temper = temper
        self._rng = rng
        self._note = note
        self.visitor = Hands(table.world, table.trap, Random(f"{seed}/visitor"))
        self.held: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """The holder of a piece's lock has it in a hand, or away."""
        self._visits: set[asyncio.Task[None]] = set()
        self.places = [place.name for place in game.layout.stands if place.sensors]
        self.mishaps: tuple[Callable[[str, str, Deciding | None], Awaitable[None]], ...] = (
            self._corrects,
            self._half_on,
            self._hovers,
            self._bumps,
            self._bumps,
            self._takes_two,
            self._takes_two,
            self._takes_wrong,
            self._takes_wrong,
            self._leaves_wrong_mouse,
            self._leaves_on_wrong_place,
            self._is_hasty,
            self._presses_early,
            self._presses_twice,
            self._takes_back,
            self._puts_back_first,
            self._drops,
        )
        """What may happen instead of the move as intended. A mishap that is listed twice is twice as likely."""

    def begin(self) -> None:
        """Begin a new decision, and forget the mistakes of the last one."""
        self.wrong_place = False
        """Whether the player's own mouse was put on another legal place and left there."""
        self.takes_back = False
        """Whether the last decision is being taken back by hand."""
        self.left: tuple[str, str] | None = None
        """A piece of others that was moved by mistake and left there, and its place."""
        self._left_at = -math.inf

    @property
    def is_blind(self) -> bool:
        """Whether a mistake was left that people have not noticed yet."""
        return self._now() - self._left_at < BLIND

    def overlook(self) -> None:
        """Leave a mistake that people will not notice for a while."""
        self._left_at = self._now()

    # Moves

    async def make(self, piece: str, place: str, deciding: Deciding | None = None) -> None:
        """Make one move, perhaps with a habit or a mishap."""
        if self.has_a_mishap() and self.table.truth(piece) in self.places:
            await self.slip(piece, place, deciding)
        else:
            await self.go(piece, place, habits=True)

    async def slip(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Make one move with a mishap; without one if the piece is in a hand already."""
        if self.table.truth(piece) not in self.places:
            await self.go(piece, place)
            return
        mishap = self._rng.choice(self.mishaps)
        self._note(f"{piece} to {place}, but {mishap.__name__[1:].replace('_', ' ')}")
        await mishap(piece, place, deciding)

    def has_a_mishap(self) -> bool:
        """Draw whether a mishap happens now."""
        return self._rng.random() < self._temper.mishaps

    async def go(self, piece: str, place: str, habits: bool = False) -> None:
        """Move the piece to the place as intended; with `habits`, sometimes by a slide or with a pause."""
        self.course.add(piece)
        if habits and self.table.truth(piece) in self.places and self._rng.random() < self._temper.habits:
            if self._rng.random() < 0.5:
                await self._make_room(piece, place)
                await self.do(piece, f"slide {piece} to {place}", "move")
                return
            on_the_way = self._on_the_way(piece, place)
            if on_the_way:
                await self.put(piece, on_the_way, "pause")
                await asyncio.sleep(self._rng.uniform(0.2, 2.0))
        await self.put(piece, place, "move")

    def _on_the_way(self, piece: str, place: str) -> str | None:
        """Return a free place near the straight line, or None."""
        here, there = self.table.world.where(piece), self.table.place(place)
        way = math.dist(here, there)
        near = [
            name
            for name in self.places
            if name != place
            and not self.on(name)
            and math.dist(here, self.table.place(name)) + math.dist(self.table.place(name), there) < way * 1.15
        ]
        return self._rng.choice(near) if near else None

    # Mishaps. In each of them a piece is to go to a place.

    async def _corrects(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Put the piece on another legal place first, or else one on the way; then change one's mind."""
        other = self._other_choice(deciding) or self._on_the_way(piece, place)
        if other:
            self.course.add(piece)
            await self.put(piece, other, "pause")
            await asyncio.sleep(self._rng.uniform(0.3, 2.0))
        await self.go(piece, place)

    def _other_choice(self, deciding: Deciding | None) -> str | None:
        return self._rng.choice(sorted(deciding.others)) if deciding and deciding.others else None

    async def _half_on(self, piece: str, place: str, deciding: Deciding | None) -> None:
        self.course.add(piece)
        await self.do(piece, f"put {piece} half on {place}", "half on")
        await asyncio.sleep(self._rng.uniform(0.5, 2.0))
        await self.put(piece, place, "move")

    async def _hovers(self, piece: str, place: str, deciding: Deciding | None) -> None:
        self.course.add(piece)
        over = self._rng.choice([place, self._on_the_way(piece, place) or place])
        seconds = self._rng.uniform(0.5, 2.0)
        await self.do(piece, f"hover {piece} over {over} {seconds:.2f} s", "hover")
        await self.put(piece, place, "move")

    async def _bumps(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Let the visitor knock over, shove or lift a bystander: put right soon, or only when the table says so."""
        other = self._bystander(piece)
        if other:
            home = self.table.truth(other)
            how = self._rng.choice(("knock {} over", "shove {}", "lift {}"))
            notices = self._rng.random() < 0.6 or how == "lift {}"
            self._visit(self._bump(other, home, how.format(other), notices))
        await self.go(piece, place)

    async def _bump(self, piece: str, home: str, how: str, notices: bool) -> None:
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        await self.do(piece, how, "bump", self.visitor)
        bumped = self.deeds[piece]
        if notices:
            await asyncio.sleep(self._rng.uniform(0.5, 3.0))
            if self.deeds[piece] is bumped and not self.stands_well(piece, home):
                await self.put(piece, home, "put right", self.visitor)

    async def _takes_two(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Lift the mover and a bystander, or two bystanders, at once; put both where they belong, or exchange them."""
        others = [other for other in self.upright() if other != piece]
        if not others:
            await self.go(piece, place)
            return
        one = self._rng.choice(others)
        others.remove(one)
        two = self._rng.choice(others) if others and self._rng.random() < 0.5 else piece
        exchanged = self._rng.random() < 0.3
        first = self.table.truth(one)
        second = place if two is piece else self.table.truth(two)
        if exchanged:
            first, second = second, first
        self.course.add(piece)
        why = "exchanged" if exchanged else "two at once"
        await self.lift(one, why, self.visitor)
        await self.lift(two, why)
        await asyncio.sleep(self._rng.uniform(0.1, 1.0))
        await self.put(one, first, why, self.visitor)
        await self.put(two, second, why)
        if two is piece:
            if exchanged:
                self.course.discard(piece)
                self.overlook()
        else:
            await self.go(piece, place)

    async def _takes_wrong(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Move the wrong mouse, notice it, put it back and move the right one."""
        other = self._bystander(piece)
        if other:
            home = self.table.truth(other)
            self.course |= {piece, other}
            await self.put(other, place, "wrong mouse")
            await asyncio.sleep(self._rng.uniform(0.3, 1.5))
            await self.put(other, home, "put right")
        await self.go(piece, place)

    async def _leaves_wrong_mouse(self, piece: str, place: str, deciding: Deciding | None) -> None:
        other = self._bystander(piece)
        if other:
            self.overlook()
            self.left = other, place
            await self.put(other, place, "wrong mouse left")
        else:
            await self.go(piece, place)

    async def _leaves_on_wrong_place(self, piece: str, place: str, deciding: Deciding | None) -> None:
        legal = self._other_choice(deciding)
        free = [name for name in self.places if name != place and not self.on(name)]
        self._left_at = self._now()
        self.wrong_place = True
        await self.put(piece, legal or self._rng.choice(free), "wrong place left")

    async def _is_hasty(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Make the move, and let the next player be hasty."""
        await self.go(piece, place)
        self.is_hasty = True

    async def _presses_early(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Make the move, and let the next player press B before the table has seen it."""
        await self.go(piece, place)
        await asyncio.sleep(self._rng.uniform(0.05, 0.3))
        self._visit(self.act("press b", self.visitor))

    async def _presses_twice(self, piece: str, place: str, deciding: Deciding | None) -> None:
        await self.go(piece, place)
        await self.press()
        await self.press()

    async def _takes_back(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Make the move; if it is a decision that is still open, take it back by hand."""
        home = self.table.truth(piece)
        await self.go(piece, place)
        if deciding and deciding.is_open():
            self.course.add(piece)
            self.takes_back = True
            await asyncio.sleep(self._rng.uniform(0.8, 3.0))
            await self.put(piece, home, "take back")
            await asyncio.sleep(SEEN)

    async def _puts_back_first(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Lift the piece or knock it over, put it back where it was, and only then make the move."""
        home = self.table.truth(piece)
        self.course.add(piece)
        if self._rng.random() < 0.5:
            await self.lift(piece, "put back")
        else:
            await self.do(piece, f"knock {piece} over", "put back")
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        await self.put(piece, home, "put back")
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        await self.go(piece, place)

    async def _drops(self, piece: str, place: str, deciding: Deciding | None) -> None:
        """Drop the piece beside the board; pick it up soon, or only when the table says so."""
        self.course.add(piece)
        await self.do(piece, f"remove {piece}", "dropped")
        await self.do(piece, f"knock {piece} over", "dropped")
        if self._rng.random() < 0.6:
            await asyncio.sleep(self._rng.uniform(0.5, 3.0))
            await self.go(piece, place)
        else:
            self.course.discard(piece)
            self.overlook()

    # Hands

    async def put(self, piece: str, place: str, why: str, hands: Hands | None = None) -> None:
        """Put the piece on the place."""
        await self._make_room(piece, place)
        await self.do(piece, f"put {piece} on {place}", why, hands)

    async def _make_room(self, piece: str, place: str) -> None:
        """Take other men off the place: no two fit on it."""
        for other in () if self._shares_places else self.on(place):
            if other != piece:
                await self.remove(other, "in the way")

    async def remove(self, piece: str, why: str) -> None:
        """Take the piece off the board."""
        await self.do(piece, f"remove {piece}", why)

    async def lift(self, piece: str, why: str, hands: Hands | None = None) -> None:
        """Lift the piece into a hand."""
        await self.do(piece, f"lift {piece}", why, hands)

    async def confirm(self, there: Iterable[tuple[str, str]]) -> None:
        """Press the button that confirms these pieces on these places, true or not."""
        for piece, place in there:
            if not self.stands_on(piece, place):
                self.deeds[piece] = Deed(self._now(), f"said to be on {place}", "untrue", felt=False)
        await self.press()

    async def press(self, button: str = "b") -> None:
        """Press a button of the table."""
        await self.act(f"press {button}")

    async def set_trap(self) -> None:
        """Set the trap again, if it is not set."""
        if self.table.trap.stage != SET:
            await self.act("cage up")

    async def act(self, line: str, hands: Hands | None = None) -> None:
        """Carry out one line of the scenario language."""
        command = parse_command(line, DEEDS)
        assert command
        values = (self.table.place(str(value)) if kind == "PLACE" else value for kind, value in command.values)
        with self.acts.act(line, by_visitor=hands is self.visitor):
            await DEEDS[command.form](hands or self.hands, *values)

    async def do(self, piece: str, line: str, why: str, hands: Hands | None = None) -> None:
        """Carry out one line about a piece, once no other hand has it."""
        async with self.held[piece]:
            truth = self.table.truth(piece)
            alone = self.deeds[piece].felt if truth == IN_HAND and piece in self.deeds else not self._company(piece)
            self._note(f"{piece} ({truth}): {why}")
            self.deeds[piece] = Deed(self._now(), line, why, alone)
            await self.act(line, hands)
            self.deeds[piece] = Deed(self._now(), line, why, alone and not self._company(piece))
            self._note(f"{piece} is {self.table.truth(piece)}")

    def _visit(self, doing: Awaitable[None]) -> None:
        """Let the visitor's hands do this meanwhile."""

        async def visit() -> None:
            await doing

        task = asyncio.create_task(visit())
        self._visits.add(task)
        task.add_done_callback(self._visits.discard)

    # Eyes

    def stands_on(self, piece: str, place: str) -> bool:
        """Return whether the piece is anywhere on the place."""
        return self.table.truth(piece) == place

    def stands_well(self, piece: str, place: str) -> bool:
        """Return whether the piece is near enough to the middle of the place to be felt."""
        here = self.table.world.where(piece)
        return self.stands_on(piece, place) and math.dist(here, self.table.place(place)) < WELL

    def stands_badly(self, piece: str) -> bool:
        """Return whether the piece is on a place, but too far from the middle to be felt reliably."""
        truth = self.table.truth(piece)
        return truth in self.places and not self.stands_well(piece, truth)

    def is_beside(self, piece: str) -> bool:
        """Return whether the piece stands beside the board."""
        return self.table.truth(piece) == BESIDE

    def is_on_board(self, piece: str) -> bool:
        """Return whether the piece stands on a place."""
        return self.table.truth(piece) in self.places

    def on(self, place: str) -> list[str]:
        """Return the game's pieces on a place."""
        return [piece for piece in self.pieces if self.stands_on(piece, place)]

    def _bystander(self, piece: str) -> str | None:
        others = [other for other in self.upright() if other != piece]
        return self._rng.choice(others) if others else None

    def truth(self, piece: str) -> str:
        """Return where the piece is: a place, in a hand, lying or beside the board."""
        return self.table.truth(piece)

    def upright(self) -> list[str]:
        """Return the pieces on the board."""
        return [piece for piece in self.pieces if self.table.truth(piece) not in (IN_HAND, LYING, BESIDE)]

    def _company(self, piece: str) -> bool:
        place = self.table.truth(piece)
        return place in self.places and len(self.on(place)) > 1

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
