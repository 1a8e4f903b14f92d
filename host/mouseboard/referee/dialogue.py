"""What is waited for: one thing is asked at a time, everyone is shown it, and the first fitting answer counts.

Everything that can be an answer comes through one inbox, from the table's contacts and from observers, in the order in
which it happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from mouseboard.referee.choice import Choice, Decided
from mouseboard.referee.record import Record
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import (
    Answer,
    Arrange,
    Ask,
    Choose,
    Inbox,
    Roll,
    Situation,
    TakeBack,
    Trouble,
    wording,
)
from mouseboard.referee.sounds import WRONG
from mouseboard.rules import State
from mouseboard.say import say
from mouseboard.store import Answered, Asked
from mouseboard.table import GameTable, Press
from mouseboard.table.guide import Placement

SETTLE = 0.4
"""Seconds an occupancy must hold before it counts: a mouse sliding over a place is not standing on it."""

GRACE = 0.25
"""Seconds a question must have been shown before a button answers it: a double tap is one answer, not two."""

UNSURE = say("The table failed the test of its sensors and may feel wrongly: `mouseboard table doctor` finds out why.")
"""Shown last of all for as long as the game is on a table whose register chain did not answer when it started."""

T = TypeVar("T")


class TakenBack(Exception):
    """A person wants the last decision undone."""


class Dialogue:
    """Between the referee and the people, over the table and everything else that shows situations."""

    def __init__(self, table: GameTable, record: Record, show: Callable[[Situation], None], inbox: Inbox) -> None:
        self._table = table
        self._record = record
        self._on_show = show
        self._inbox = inbox
        self._ask: Ask | None = None
        self._asked_at = 0.0
        self._asked_in: State | None = None
        self._put_back: frozenset[str] | None = None

    def show(self, ask: Ask | None) -> None:
        """Show everyone what is waited for: observers, and the lamps."""
        if ask != self._ask:
            if self._is_wrong(ask):
                self._table.sound(WRONG)
            self._ask, self._asked_at, self._asked_in = ask, self._now(), self._record.state
        situation = self._situation()
        self._table.light(glows(situation))
        self._on_show(situation)

    async def next(self, patience: float | None) -> Answer | None:
        """What comes next, or None after `patience` seconds without anything. Raises TakenBack."""
        while True:
            try:
                async with asyncio.timeout(patience):
                    answer = await self._inbox.get()
            except TimeoutError:
                if self._table.connected:
                    return None
                continue
            if isinstance(answer, TakeBack):
                if self._record.before_decision is None:
                    continue
                raise TakenBack
            if isinstance(answer, Press) and (self._table.fault or self._now() - self._asked_at < GRACE):
                continue  # a second tap, or the buttons held to clear a fault
            return answer

    async def choose(self, choice: Choice) -> Decided:
        """Until hands or an answer decide. What the occupancy leaves open is asked, and that is written down."""
        occupied, settled, question = self._table.occupied, False, choice.question
        while True:
            self.show(choice.ask)
            if choice.question and choice.question != question:
                question = choice.question
                self._record.journal.append(Asked(str(wording(self._situation())), tuple(map(str, question))))
            answer = await self.next(None if settled else SETTLE)
            settled = answer is None or (settled and self._table.occupied == occupied)
            occupied = self._table.occupied
            decided = choice.settle(occupied) if answer is None else choice.take(answer)
            if decided:
                if choice.question:
                    self._record.journal.append(Answered(str(decided[0])))
                return decided
            if answer is None and self.is_put_back() and not choice.underway(occupied):
                raise TakenBack

    async def until(self, ask: Ask, take: Callable[[Answer], T | None], guard: bool = True) -> T:
        """Ask until an answer counts. With `guard`, pieces that have gone astray are put back first."""
        here = self._record.state.placement()
        while True:
            steps = self._table.sense.steps(self._table.occupied, here, here) if guard else ()
            self.show(Arrange(steps) if steps else ask)
            answer = await self._next_unless_put_back(None, here, here)
            taken = None if steps or answer is None else take(answer)
            if taken is not None:
                return taken

    async def arrange(self, before: Placement, after: Placement) -> None:
        """Have the board made to look like `after`; where no sensor can tell the difference, a button must."""
        sense = self._table.sense
        moves = sense.unseen(before, after)
        while True:
            steps = sense.steps(self._table.occupied, before, after)
            if not steps and before == after:
                return
            self.show(Arrange(steps or moves, confirm=not steps) if steps or moves else None)
            answer = await self._next_unless_put_back(None if steps or moves else SETTLE, before, after)
            if not steps and answer in (None, Press("b")):
                return

    # Taking back by hand.

    def watch_for(self, earlier: State | None) -> None:
        """The board is right; from now on the occupancy of `earlier` takes back what a person decided there.

        Only where a mouse must be put back for that: if one were merely missing, it may have been knocked over.
        """
        occupancy = self._table.sense.occupancy
        back = frozenset() if earlier is None else occupancy(earlier.placement())
        self._put_back = back if back - occupancy(self._record.state.placement()) else None

    def is_put_back(self) -> bool:
        """Whether the table looks as before the last decision of a person."""
        return self._table.occupied == self._put_back

    async def _next_unless_put_back(self, patience: float | None, before: Placement, after: Placement) -> Answer | None:
        back = self.is_put_back() and not self._table.sense.passing(self._table.occupied, before, after)
        answer = await self.next(SETTLE if back else patience)
        if back and answer is None:
            raise TakenBack
        return answer

    def _is_wrong(self, ask: Ask | None) -> bool:
        """Whether something went wrong just now: with the trap, or with a mouse while another thing was asked."""
        astray = isinstance(ask, Arrange) and isinstance(self._ask, Choose | Roll)
        return isinstance(ask, Trouble) or (astray and self._asked_in is self._record.state)

    def _situation(self) -> Situation:
        table, record = self._table, self._record
        story = record.story if table.sure else (*record.story, UNSURE)
        return Situation(
            record.state,
            self._ask,
            table.occupied,
            table.connected,
            table.fault,
            story,
            undoable=record.before_decision is not None,
            cage_down=table.cage_down,
        )

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
