"""People of some temper around a simulated table: they do what the table asks for, and what else hands do meanwhile.

They decide for themselves, at random. They see who stands where, and mean well: what they have done wrong they put
right by themselves after a while, or do not notice, and then do to the letter what the table says.
"""

from __future__ import annotations

import asyncio
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from mouseboard.actors.asks import Want, is_taken_back, steps_now, want, wants_button
from mouseboard.layouts import Layout
from mouseboard.referee.situation import Choose, Chosen, Inbox, Situation, Suspect
from mouseboard.rules import Action, Game, State
from mouseboard.sim.hands import Hands
from mouseboard.sim.table import BESIDE, IN_HAND, LYING, SimulatedTable
from mouseboard.sim.trap import SET
from mouseboard.table.steps import SOMETHING, Step

IMPATIENCE = 3.0
"""Seconds after which people look again at what had no effect."""
BLIND = 15.0
"""Seconds after which they see by themselves what they have done wrong."""
PATIENCE = 3
"""Times that hands show a decision before people say it on the page."""
PAGE = 0.2
"""The share of decisions taken on the page where hands could show them as well."""
DISTRUST = 3
"""Decisions for which they use the page after one was taken back that they had not meant to take back."""
SEEN = 1.0
"""Seconds in which they wait and see whether the table has noticed."""
WELL = 9.0
"""Millimetres off the middle up to which a piece seems to stand well."""


@dataclass(frozen=True)
class Temper:
    """How somebody moves mice: the shares of moves in which that happens."""

    name: str
    habits: float
    """Slides over places, pauses on the way."""
    mishaps: float


TEMPERS = {t.name: t for t in (Temper("careful", 0.15, 0.025), Temper("child", 0.3, 0.25), Temper("wild", 0.4, 0.45))}


@dataclass(frozen=True)
class Deed:
    """What hands did last with a piece."""

    time: float
    what: str
    why: str
    """move, mend, or the mishap's name."""
    felt: bool
    """Whether it stood alone where it left and where it arrived."""


class People:
    """Show them every situation with `see`; `play` does what they want until it is cancelled."""

    def __init__(
        self,
        table: SimulatedTable,
        game: Game,
        temper: Temper,
        seed: object,
        inbox: Inbox,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`note` hears of every deed."""
        self.table = table
        self.deeds: dict[str, Deed] = {}
        self.course: set[str] = set()
        """The pieces in a hand's course: it will put them right by itself."""
        self.meant: Action | None = None
        """What is being decided by hand or on the page."""
        self.by_hand = False
        self.wrong_place = False
        """Whether the player's own mouse was put on another legal place and left there."""
        self.takes_back = False
        """Whether the last decision is being taken back by hand."""
        self.mishaps: dict[str, int] = defaultdict(int)
        self._game = game
        self._temper = temper
        self._rng = Random(f"{seed}/people")
        self._hands = Hands(table.world, table.trap, Random(f"{seed}/mover"))
        self._visitor = Hands(table.world, table.trap, Random(f"{seed}/visitor"))
        self._inbox = inbox
        self._note = note
        self._situation: Situation | None = None
        self._changed = asyncio.Event()
        self._decided_in: State | None = None
        self._left_at = -BLIND
        self._in_vain = 0
        self._hasty = False
        self._distrust = 0
        self._held: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._visits: set[asyncio.Task[None]] = set()
        self._places = [place.name for place in game.layout.stands if place.sensors]
        self._mishaps: tuple[Callable[[str, str], Awaitable[None]], ...] = (
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

    def see(self, situation: Situation) -> None:
        """The game as it stands now."""
        if self._situation is None or situation.ask != self._situation.ask:
            self._changed.set()
            self._in_vain = 0
            if is_taken_back(situation) and not self.takes_back:
                self._distrust = DISTRUST
        self._situation = situation

    async def play(self) -> None:
        """Do one thing after the other."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(IMPATIENCE):
                    await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(self._reaction())
            if self._situation is not None:
                self._in_vain += 1
                if self._is_the_other_way_round(self._situation):
                    self._note("presses a: it is the other way round")
                    await self._hands.press("a")
                    continue
                await self._answer(self._situation)
                self.course.clear()
                if self._seems_done(self._seen):
                    self._changed.clear()

    def _reaction(self) -> float:
        hasty, self._hasty = self._hasty, False
        return self._rng.uniform(0.05, 0.3) if hasty else self._rng.uniform(0.3, 0.9)

    async def _answer(self, situation: Situation) -> None:
        match want(situation):
            case Want.CHOOSE:
                await self._choose(situation)
            case Want.WHICH:
                await self._say_which(situation)
            case Want.MISSING:
                await self._look_for(situation)
            case Want.SUSPECT:
                await self._answer_suspicion(situation)
            case Want.MOVE:
                await self._make_moves(situation)
            case Want.MEND:
                await self._mend(situation)
            case Want.ROLL:
                await self._press()
            case Want.TASK | Want.TROUBLE:
                if self.table.trap.stage != SET:
                    await self._hands.set_trap()
                await self._press()

    def _is_the_other_way_round(self, situation: Situation) -> bool:
        """Whether a doubt is right, and nothing else is asked."""
        wrong = [
            all(self.table.truth(p) not in (place, IN_HAND) for p, place in d.pieces) for d in situation.doubts[:1]
        ]
        return any(wrong) and want(situation) in (Want.MOVE, Want.ROLL, Want.CHOOSE, Want.TASK)

    def _seems_done(self, situation: Situation) -> bool:
        """Whether hands have done what is wanted, as far as eyes can see: then people wait for the table."""
        match want(situation):
            case Want.CHOOSE if self._decided_in is situation.state and self.by_hand and self.meant:
                wanted = self._changes(situation.state, self.meant).items()
                return all(self._stands_well(piece, place) for piece, place in wanted)
            case Want.MOVE if not wants_button(situation):
                steps = steps_now(situation)
                return all(step.target and self._stands_well(step.piece, step.target) for step in steps)
        return False

    # Deciding

    async def _choose(self, situation: Situation) -> None:
        state = situation.state
        if self._decided_in is not state:
            self._decide(state)
        assert self.meant is not None
        if not self.by_hand or self._in_vain > PATIENCE:
            self._note(f"says {self.meant} on the page")
            self._inbox.put_nowait(Chosen(self.meant))
            return
        wrong = self._now() - self._left_at < BLIND
        if wrong and self._in_vain > 1:
            return
        for piece, place in self._changes(state, self.meant).items():
            await (self._make if self._in_vain == 1 else self._go)(piece, place)

    def _decide(self, state: State) -> None:
        self._decided_in = state
        self.wrong_place = self.takes_back = False
        self._left_at = -BLIND
        legal = state.actions()
        by_hand = [action for action in legal if self._can_show(state, action)]
        self._distrust -= 1
        self.by_hand = (
            bool(by_hand) and self._distrust < 0 and (len(by_hand) == len(legal) or self._rng.random() > PAGE)
        )
        self.meant = self._rng.choice(by_hand if self.by_hand else legal)
        self._note(f"means {self.meant}{' by hand' if self.by_hand else ''}")

    def _changes(self, state: State, action: Action) -> dict[str, str]:
        """The mice that stand elsewhere then; barriers and the like are no mice."""
        before, after = state.placement(), state.after(action).placement()
        return {p: after[p] for p in self.pieces if p in after and before.get(p) != after[p]}

    def _can_show(self, state: State, action: Action) -> bool:
        before, after = state.placement(), state.after(action).placement()
        felt = set(self._places)
        return bool(self._changes(state, action)) and felt & set(before.values()) != felt & set(after.values())

    async def _say_which(self, situation: Situation) -> None:
        """The action that leads to what really stands there, best of all the one meant."""
        assert isinstance(situation.ask, Choose)
        offered = situation.ask.actions
        if self.meant in offered and self._decided_in is situation.state:
            true = self.meant
        else:
            true = min(offered, key=lambda action: self._untruth(situation.state.after(action)))
        self._note(f"says it was {true}")
        self._inbox.put_nowait(Chosen(true))

    async def _look_for(self, situation: Situation) -> None:
        """The mouse that is felt nowhere is put where it goes, again if it stands there."""
        assert isinstance(situation.ask, Choose) and situation.ask.missing and self.meant
        piece = situation.ask.missing
        place = self._changes(situation.state, self.meant).get(piece)
        if place is None:
            place = situation.state.placement()[piece]
        if self._stands_well(piece, place) and self._in_vain > 1:
            await self._say_which(situation)
        else:
            await self._put(piece, place, "mend")

    async def _answer_suspicion(self, situation: Situation) -> None:
        """What they see, whatever the table feels."""
        assert isinstance(situation.ask, Suspect)
        place, piece = situation.ask.place, situation.ask.piece
        if (not self._on(place)) if piece is None else self._stands_well(piece, place):
            await self._press()
        elif piece is not None:
            await self._put(piece, place, "mend")
        else:
            self._note("presses a")
            await self._hands.press("a")

    def _untruth(self, state: State) -> int:
        return sum(self.table.truth(p) != place for p, place in state.placement().items() if p in self.pieces)

    # Moves

    async def _make_moves(self, situation: Situation) -> None:
        if self._in_vain > 1 and self._now() - self._left_at < BLIND:
            return
        for step in steps_now(situation):
            if step.target is None:
                await self._remove(step.piece, "move")
            elif self._in_vain > 1:
                await self._go(step.piece, step.target)
            else:
                await self._make(step.piece, step.target)
        if wants_button(situation):
            await self._press()

    async def _make(self, piece: str, place: str) -> None:
        """One move, with what happens on the way."""
        if self._rng.random() < self._temper.mishaps and self.table.truth(piece) in self._places:
            mishap = self._rng.choice(self._mishaps)
            self.mishaps[mishap.__name__[1:]] += 1
            self._note(f"{piece} to {place}, but {mishap.__name__[1:].replace('_', ' ')}")
            await mishap(piece, place)
        else:
            await self._go(piece, place, habits=True)

    async def _go(self, piece: str, place: str, habits: bool = False) -> None:
        """The piece to the place, as it is meant."""
        self.course.add(piece)
        if habits and self.table.truth(piece) in self._places and self._rng.random() < self._temper.habits:
            if self._rng.random() < 0.5:
                await self._do(piece, f"slides to {place}", "move", self._hands.slide(piece, self.table.place(place)))
                return
            on_the_way = self._on_the_way(piece, place)
            if on_the_way:
                await self._put(piece, on_the_way, "pause")
                await asyncio.sleep(self._rng.uniform(0.2, 2.0))
        await self._put(piece, place, "move")

    def _on_the_way(self, piece: str, place: str) -> str | None:
        """A free place not far from the straight way, if there is one."""
        here, there = self.table.world.where(piece), self.table.place(place)
        way = math.dist(here, there)
        near = [
            name
            for name in self._places
            if name != place
            and not self._on(name)
            and math.dist(here, self.table.place(name)) + math.dist(self.table.place(name), there) < way * 1.15
        ]
        return self._rng.choice(near) if near else None

    # Mishaps. Each begins with a piece that is to go to a place.

    async def _corrects(self, piece: str, place: str) -> None:
        """Stands on another legal place first, where there is one; the mind changes."""
        other = self._other_legal(piece, place) or self._on_the_way(piece, place)
        if other:
            self.course.add(piece)
            await self._put(piece, other, "pause")
            await asyncio.sleep(self._rng.uniform(0.3, 2.0))
        await self._go(piece, place)

    def _other_legal(self, piece: str, place: str) -> str | None:
        state = self._decided_in
        if state is None or self._situation is None or self._situation.state is not state or not self.by_hand:
            return None
        places = {self._changes(state, action).get(piece) for action in state.actions()} - {None, place}
        return self._rng.choice(sorted(p for p in places if p)) if places else None

    async def _half_on(self, piece: str, place: str) -> None:
        self.course.add(piece)
        await self._do(piece, f"half on {place}", "half on", self._hands.put_half(piece, self.table.place(place)))
        await asyncio.sleep(self._rng.uniform(0.5, 2.0))
        await self._put(piece, place, "move")

    async def _hovers(self, piece: str, place: str) -> None:
        self.course.add(piece)
        over = self._rng.choice([place, self._on_the_way(piece, place) or place])
        seconds = self._rng.uniform(0.5, 2.0)
        await self._do(piece, f"hovers {over}", "hover", self._hands.hover(piece, self.table.place(over), seconds))
        await self._put(piece, place, "move")

    async def _bumps(self, piece: str, place: str) -> None:
        """A bystander is knocked over, shoved or lifted; put right soon, or only when the table says so."""
        other = self._bystander(piece)
        if other:
            home = self.table.truth(other)
            how = self._rng.choice(("knocked over", "shoved", "lifted"))
            self._visit(self._bump(other, home, how, notices=self._rng.random() < 0.6 or how == "lifted"))
        await self._go(piece, place)

    async def _bump(self, piece: str, home: str, how: str, notices: bool) -> None:
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        deed = {
            "knocked over": self._visitor.knock_over,
            "shoved": self._visitor.shove,
            "lifted": self._visitor.lift,
        }[how]
        await self._do(piece, how, "bump", deed(piece))
        bumped = self.deeds[piece]
        if notices:
            await asyncio.sleep(self._rng.uniform(0.5, 3.0))
            if self.deeds[piece] is bumped and not self._stands_well(piece, home):
                await self._put(piece, home, "put right", self._visitor)

    async def _takes_two(self, piece: str, place: str) -> None:
        """The mover and a bystander, or two bystanders, lifted at once: both put right, or exchanged."""
        others = [other for other in self._upright() if other != piece]
        if not others:
            await self._go(piece, place)
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
        await self._do(one, "lifted", why, self._visitor.lift(one))
        await self._do(two, "lifted", why, self._hands.lift(two))
        await asyncio.sleep(self._rng.uniform(0.1, 1.0))
        await self._put(one, first, why, self._visitor)
        await self._put(two, second, why)
        if two is piece:
            if exchanged:
                self.course.discard(piece)
                self._left_at = self._now()
        else:
            await self._go(piece, place)

    async def _takes_wrong(self, piece: str, place: str) -> None:
        """The wrong mouse goes there; then it is noticed and put back, and the right one goes."""
        other = self._bystander(piece)
        if other:
            home = self.table.truth(other)
            self.course |= {piece, other}
            await self._put(other, place, "wrong mouse")
            await asyncio.sleep(self._rng.uniform(0.3, 1.5))
            await self._put(other, home, "put right")
        await self._go(piece, place)

    async def _leaves_wrong_mouse(self, piece: str, place: str) -> None:
        other = self._bystander(piece)
        if other:
            self._left_at = self._now()
            await self._put(other, place, "wrong mouse left")
        else:
            await self._go(piece, place)

    async def _leaves_on_wrong_place(self, piece: str, place: str) -> None:
        legal = self._other_legal(piece, place)
        free = [name for name in self._places if name != place and not self._on(name)]
        self._left_at = self._now()
        self.wrong_place = True
        await self._put(piece, legal or self._rng.choice(free), "wrong place left")

    async def _is_hasty(self, piece: str, place: str) -> None:
        """The next player is."""
        await self._go(piece, place)
        self._hasty = True

    async def _presses_early(self, piece: str, place: str) -> None:
        """The next player presses B before the table has seen the move."""
        await self._go(piece, place)
        await asyncio.sleep(self._rng.uniform(0.05, 0.3))
        self._visit(self._visitor.press("b"))

    async def _presses_twice(self, piece: str, place: str) -> None:
        await self._go(piece, place)
        await self._press()
        await self._press()

    async def _takes_back(self, piece: str, place: str) -> None:
        """A decision by hand is meant to be taken back."""
        home = self.table.truth(piece)
        await self._go(piece, place)
        if self._decided_in is self._seen.state and self.by_hand:
            self.course.add(piece)
            self.takes_back = True
            await asyncio.sleep(self._rng.uniform(0.8, 3.0))
            await self._put(piece, home, "take back")
            await asyncio.sleep(SEEN)
            self._changed.set()

    async def _puts_back_first(self, piece: str, place: str) -> None:
        """Lifted and put back where it was, or knocked over and put up, before it goes."""
        home = self.table.truth(piece)
        self.course.add(piece)
        if self._rng.random() < 0.5:
            await self._do(piece, "lifted", "put back", self._hands.lift(piece))
        else:
            await self._do(piece, "knocked over", "put back", self._hands.knock_over(piece))
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        await self._put(piece, home, "put back")
        await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        await self._go(piece, place)

    async def _drops(self, piece: str, place: str) -> None:
        """It falls beside the board and is picked up, soon or when the table says so."""
        self.course.add(piece)
        await self._do(piece, "dropped beside the board", "dropped", self._hands.remove(piece))
        await self._hands.knock_over(piece)
        if self._rng.random() < 0.6:
            await asyncio.sleep(self._rng.uniform(0.5, 3.0))
            await self._go(piece, place)
        else:
            self.course.discard(piece)
            self._left_at = self._now()

    # Obeying

    async def _mend(self, situation: Situation) -> None:
        """To the letter."""
        for step in steps_now(situation):
            await self._obey(step)
        if wants_button(situation):
            await self._press()

    async def _obey(self, step: Step) -> None:
        piece = self._piece_meant(step)
        if piece is None:
            return
        if step.target is None:
            await self._remove(piece, "mend")
        elif not self._stands_well(piece, step.target) or self._in_vain > 1:
            await self._put(piece, step.target, "mend")

    def _piece_meant(self, step: Step) -> str | None:
        """The one that is named; where that is not possible, what stands on the place it shall leave."""
        if step.piece != SOMETHING and (step.target or step.source is None or self._stands_on(step.piece, step.source)):
            return step.piece
        return next((p for p in self.table.world.pieces if step.source and self._stands_on(p, step.source)), None)

    # Hands

    async def _put(self, piece: str, place: str, why: str, hands: Hands | None = None) -> None:
        await self._do(piece, f"put on {place}", why, (hands or self._hands).put(piece, self.table.place(place)))

    async def _remove(self, piece: str, why: str) -> None:
        await self._do(piece, "removed", why, self._hands.remove(piece))

    async def _do(self, piece: str, what: str, why: str, deed: Awaitable[None]) -> None:
        async with self._held[piece]:
            company = self._company(piece)
            self._note(f"{piece} ({self.table.truth(piece)}) {what}: {why}")
            self.deeds[piece] = Deed(self._now(), what, why, not company)
            await deed
            felt = not company and not self._company(piece)
            self.deeds[piece] = Deed(self._now(), what, why, felt)
            self._note(f"{piece} is {self.table.truth(piece)}")

    async def _press(self) -> None:
        self._note("presses b")
        await self._hands.press("b")

    def _visit(self, doing: Awaitable[None]) -> None:
        """Somebody else's hands do it meanwhile."""

        async def visit() -> None:
            await doing

        task = asyncio.create_task(visit())
        self._visits.add(task)
        task.add_done_callback(self._visits.discard)

    # Eyes

    @property
    def pieces(self) -> Sequence[str]:
        """The game's."""
        return self._game.pieces

    @property
    def layout(self) -> Layout:
        """The game's."""
        return self._game.layout

    def stands_badly(self, piece: str) -> bool:
        """Whether it stands on a place, but so far off its middle that it may not be felt."""
        truth = self.table.truth(piece)
        return truth in self._places and not self._stands_well(piece, truth)

    @property
    def _seen(self) -> Situation:
        assert self._situation is not None
        return self._situation

    def _bystander(self, piece: str) -> str | None:
        others = [other for other in self._upright() if other != piece]
        return self._rng.choice(others) if others else None

    def _upright(self) -> Sequence[str]:
        return [piece for piece in self._game.pieces if self.table.truth(piece) not in (IN_HAND, LYING, BESIDE)]

    def _on(self, place: str) -> list[str]:
        return [piece for piece in self._game.pieces if self._stands_on(piece, place)]

    def _company(self, piece: str) -> bool:
        place = self.table.truth(piece)
        return place in self._places and len(self._on(place)) > 1

    def _stands_on(self, piece: str, place: str) -> bool:
        return self.table.truth(piece) == place

    def _stands_well(self, piece: str, place: str) -> bool:
        here = self.table.world.where(piece)
        return self._stands_on(piece, place) and math.dist(here, self.table.place(place)) < WELL

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
