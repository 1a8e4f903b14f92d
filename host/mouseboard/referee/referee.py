"""Runs one game: asks the rules what is next, the players what they want, the table what happened; writes the journal.

One loop, one action at a time: decide it, write it down, play it, have the board made to match. Whatever has to be
waited for comes through one inbox, from the table's contacts and from whoever watches, in the order it happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import NamedTuple, TypeVar

from mouseboard import store
from mouseboard.players import Player, draw
from mouseboard.referee.chance import stream
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import (
    Answer,
    Arrange,
    Ask,
    Choose,
    Do,
    Played,
    Roll,
    Situation,
    TakeBack,
    Trouble,
    Watch,
)
from mouseboard.rules import CHANCE, Action, Chore, Device, Say, State, say
from mouseboard.store import Crank, Cranked, Source, TakenBack, Writer
from mouseboard.table import Changed, Press, Table
from mouseboard.table.guide import Placement

SETTLE = 0.4
"""Seconds a frame must hold before it counts: a mouse sliding over a place is not standing on it."""

GRACE = 0.25
"""Seconds a question must have been shown before a button answers it: a double tap is one answer, not two."""

PEOPLES = (Source.HANDS, Source.PLAYER, Source.TYPED)
"""How actions become known that a person may take back: what was rolled or drawn for them would only come again."""

STORY = 200
"""Sentences kept for those who watch."""

T = TypeVar("T")
Think = Callable[[Player, State, Random], Awaitable[Action]]


class Ply(NamedTuple):
    """An action that was played, how it became known, and the journal's number for it."""

    action: Action
    source: Source
    entry: int


class _TakenBack(Exception):
    """A person wants the last decision undone."""


async def think_here(player: Player, state: State, rng: Random) -> Action:
    """Let the computer think while everything waits: right where time is simulated."""
    return player.choose(state, rng)


async def think_aside(player: Player, state: State, rng: Random) -> Action:
    """Let the computer think in a thread, so that the table is not left alone meanwhile."""
    return await asyncio.to_thread(player.choose, state, rng)


class Referee:
    """A game being played. `run` plays it to its end, people reach it by `answer`; `show` hears of every change,
    `told` of every action once it is written down.

    `seats` holds a computer player a seat, or None where a person decides; `rollers` are the seats for which someone
    rolls, while for others the outcome is drawn. Where a game is taken up again, `line` is what was played before, and
    `crank` a turn of the crank whose outcome was not.
    """

    def __init__(
        self,
        start: State,
        table: Table,
        journal: Writer,
        *,
        seed: int,
        seats: Sequence[Player | None],
        rollers: frozenset[int],
        show: Callable[[Situation], None],
        told: Callable[[Ply], None],
        think: Think = think_aside,
        line: Sequence[Ply] = (),
        crank: Crank | Cranked | None = None,
    ) -> None:
        self.table = table
        self.journal = journal
        self.seed = seed
        self.seats = seats
        self.rollers = rollers
        self.think = think
        self._on_show = show
        self._on_told = told
        self._crank_begun = crank
        self._inbox: asyncio.Queue[Answer] = asyncio.Queue()
        self._story: list[Say] = []
        self._ask: Ask | None = None
        self._asked_at = 0.0
        self._states = [start]  # the line of play: states, and between them the plies
        self._line: list[Ply] = []
        for ply in line:
            self._follow(ply)

    @property
    def state(self) -> State:
        return self._states[-1]

    def answer(self, answer: Answer) -> None:
        """A key, a tap, a button. What does not fit the moment is ignored."""
        self._inbox.put_nowait(answer)

    async def run(self) -> State:
        """Play to the end. Begins by having every mouse put where it belongs."""
        self.table.notify(self.answer)
        await self._restore()
        while self.state.actor is not None:
            try:
                action, source = await self._decide()
                await self._perform(action, source)
            except _TakenBack:
                await self._take_back()
        self._show(None)
        return self.state

    # One action.

    async def _decide(self) -> tuple[Action, Source]:
        """The next action and who decided it."""
        state = self.state
        if state.actor == CHANCE:
            return await (self._crank() if state.device is Device.TRAP else self._roll())
        seat = state.actor
        assert seat is not None
        player = self.seats[seat]
        if player is None:
            return await self._choose(seat)
        self._show(None)
        return await self.think(player, state, stream(self.seed, f"seat{seat}", len(self._line))), Source.COMPUTER

    async def _perform(self, action: Action, source: Source) -> None:
        before = self.state
        assert before.actor is not None
        before.play(action)  # whoever decided it, the rules have the last word
        entry = self.journal.append(store.Played(before.actor, str(action), source))
        ply = Ply(action, source, entry)
        self._follow(ply)
        self._on_told(ply)
        await self._settle_after(before, action)

    def _follow(self, ply: Ply) -> None:
        before = self.state
        self._states.append(before.play(ply.action))
        self._line.append(ply)
        self._story = [*self._story, *before.tell(ply.action)][-STORY:]

    async def _settle_after(self, before: State, action: Action) -> None:
        """Have hands do what `action` means on the table: free the mice from the cage, move them, then the rest."""
        chores = before.chores(action)
        for chore in chores:
            if chore.until_cage_up:
                await self._do(chore)
        await self._arrange(before.placement(), self.state.placement())
        for chore in chores:
            if not chore.until_cage_up:
                await self._do(chore)

    async def _restore(self) -> None:
        """Have the board made right from whatever stands there, and unfinished deeds done, at the start and later."""
        here = self.state.placement()
        await self._arrange(here if self._line else {}, here)
        if self._line:
            for chore in self._states[-2].chores(self._line[-1].action):
                await self._do(chore)

    async def _take_back(self) -> None:
        """Back to where a person last chose, or typed what came up, if anybody did."""
        here = self.state.placement()
        decided = [n for n, ply in enumerate(self._line) if ply.source in PEOPLES]
        if not decided:
            return
        last = decided[-1]
        self.journal.append(TakenBack(self._line[last].entry))
        del self._line[last:], self._states[last + 1 :]
        self._story.append(say("Taken back."))
        await self._arrange(here, self.state.placement())

    # What is waited for.

    async def _choose(self, seat: int) -> tuple[Action, Source]:
        """A person's choice: by hand where the frame shows it, else on the page or with the buttons."""
        state, sense = self.state, self.table.sense
        here = state.placement()
        outcomes = {action: state.after(action).placement() for action in state.actions()}
        by_hand = {action: there for action, there in outcomes.items() if sense.frame(there) != sense.frame(here)}
        pointed: int | None = None
        while True:
            seen = self.table.seen
            shown = sense.played(seen, here, by_hand)
            offered = shown if len(shown) > 1 else state.actions()
            steps = () if shown or sense.underway(seen, here, by_hand) else sense.steps(seen, here, here)
            self._show(Arrange(steps) if steps else Choose(seat, offered, pointed))
            match await self._next(SETTLE if len(shown) == 1 else None):
                case None:
                    return shown[0], Source.HANDS
                case Played(action) if action in offered:
                    return action, Source.PLAYER
                case Press("a"):
                    pointed = 0 if pointed is None else (pointed + 1) % len(offered)
                case Press("b") if pointed is not None and pointed < len(offered):
                    return offered[pointed], Source.PLAYER
                case Changed():
                    pointed = None

    async def _roll(self) -> tuple[Action, Source]:
        """A die, a lot, a card: drawn here, at once or at the press of a button, unless a person says what it shows."""
        state = self.state
        outcomes = state.actions()
        drawn = draw(state.odds(), stream(self.seed, "chance", len(self._line)))
        if len(outcomes) == 1 or state.turn not in self.rollers:
            return drawn, Source.DRAWN

        def rolled(answer: Answer) -> tuple[Action, Source] | None:
            if isinstance(answer, Played) and answer.action in outcomes:
                return answer.action, Source.TYPED
            return (drawn, Source.ROLLED) if answer == Press("b") else None

        return await self._until(Roll(state.turn, outcomes), rolled)

    async def _crank(self) -> tuple[Action, Source]:
        """The trap decides. Its crank is turned once, even if we die meanwhile: the number is written down first."""
        while True:
            self._show(Watch())
            status = await self._turn_crank()
            caught = next((action for action in self.state.actions() if action.verb == status), None)
            if caught is not None:
                return caught, Source.TRAP
            told = await self._ask_about_trap(status)
            if told is not None:
                return told, Source.TYPED

    async def _turn_crank(self) -> str:
        """One turn, or what became of one that was begun before we died: then the table is asked, not turned again."""
        profile, begun, self._crank_begun = self.state.game.trap_profile, self._crank_begun, None
        match begun:
            case Cranked(_, result):
                return result
            case Crank(crank):
                status = await self.table.cranked(crank, profile)
            case None:
                crank = self.journal.begin_crank(profile)
                status = await self.table.crank(crank, profile)
        self.journal.append(Cranked(crank, status))
        return status

    async def _ask_about_trap(self, status: str) -> Action | None:
        """The crank told of trouble. None to turn it again, or what a person saw the trap do."""
        outcomes = self.state.actions()
        remedy = say("The trap did not run: {cause}. Mend it and press B, or say what it did.", cause=status)

        def told(answer: Answer) -> tuple[Action | None] | None:
            if isinstance(answer, Played) and answer.action in outcomes:
                return (answer.action,)
            return (None,) if answer == Press("b") else None

        return (await self._until(Trouble(remedy), told))[0]

    async def _do(self, chore: Chore) -> None:
        """A deed of hands, done when a button says so - and the cage agrees."""

        def done(answer: Answer) -> bool | None:
            return (answer == Press("b") and not (chore.until_cage_up and self.table.cage_down)) or None

        await self._until(Do(chore), done, guard=False)

    async def _arrange(self, before: Placement, after: Placement) -> None:
        """Have the board made to look like `after`; where no sensor can tell the difference, a button must."""
        sense = self.table.sense
        moves = sense.unseen(before, after)
        while True:
            steps = sense.steps(self.table.seen, before, after)
            if not steps and before == after:
                return
            self._show(Arrange(steps or moves, confirm=not steps) if steps or moves else None)
            answer = await self._next(None if steps or moves else SETTLE)
            if answer is None or (answer == Press("b") and not steps):
                return

    async def _until(self, ask: Ask, take: Callable[[Answer], T | None], guard: bool = True) -> T:
        """Ask until an answer counts. With `guard`, what has gone astray on the board is mended first."""
        here = self.state.placement()
        while True:
            steps = self.table.sense.steps(self.table.seen, here, here) if guard else ()
            self._show(Arrange(steps) if steps else ask)
            answer = await self._next(None)
            taken = None if steps or answer is None else take(answer)
            if taken is not None:
                return taken

    async def _next(self, patience: float | None) -> Answer | None:
        """What comes next, or None after `patience` seconds without anything. Raises _TakenBack."""
        while True:
            try:
                async with asyncio.timeout(patience):
                    answer = await self._inbox.get()
            except TimeoutError:
                if self.table.connected:
                    return None
                continue
            if isinstance(answer, TakeBack):
                raise _TakenBack
            if isinstance(answer, Press) and self._now() - self._asked_at < GRACE:
                continue
            return answer

    def _show(self, ask: Ask | None) -> None:
        """Let everybody see what is waited for: those who watch, and the lamps."""
        if ask != self._ask:
            self._ask, self._asked_at = ask, self._now()
        table = self.table
        situation = Situation(self.state, ask, table.seen, table.connected, table.fault, tuple(self._story))
        self.table.light(glows(situation))
        self._on_show(situation)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
