"""Hands at the simulated table that do what the table asks: move mice, set the trap, press the button.

These hands do not decide what to play. People decide it with keys, and computers by thinking. When others take over,
these hands only roll for computers, except for a single task on request.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Container
from contextlib import suppress
from typing import assert_never

from mouseboard.referee.mending import QUICKEST_S
from mouseboard.referee.showing import GRACE_S, REACHING_S
from mouseboard.referee.situation import (
    Ask,
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Trouble,
    Watch,
    Who,
)
from mouseboard.sim.table import NEAR_MM, SimulatedTable
from mouseboard.sim.trap import SET
from mouseboard.table.steps import SOMETHING, Step, is_setup, together

REACTION_S = 0.4
"""Seconds to read the lamps, at pace 1."""

SETTING_UP = 5.0
"""Speed of setting up a few pieces, in multiples of the hands' pace. Players wait for that, and nobody follows it."""

FEW = 4
"""Pieces that are set up at that speed. More are set up faster, all of them in the time of these."""

CLEARING_S = 3.0
"""Seconds that both buttons are held when the table has stopped: count to three."""

IMPATIENCE_S = 3.0
"""Seconds before a task without effect is repeated."""


class Person:
    """A simulated person. `see` must get every situation; `obey` does what they ask until it is cancelled.

    It rolls for the seats in `rolls`; people in the other seats roll for themselves. A person who is `alone` never
    wants a pause or a takeback. If one comes up, a press was taken for a long one or came late: play on, or refuse.
    Only a person who is `alone` turns a crank again that did not go: others may have stopped it, and say what is next.
    """

    def __init__(self, table: SimulatedTable, rolls: Container[int | None], alone: bool = False) -> None:
        self._table = table
        self._alone = alone
        self._rolls = rolls
        self._situation: Situation | None = None
        self._asked_at = 0.0
        self._changed = asyncio.Event()
        self._set_up = asyncio.Event()
        self._hands_off = False
        self._lends_a_hand = False
        self._tried: Trouble | None = None
        self._doing: asyncio.Task[None] | None = None
        self._answering: int | None = None
        """The number of the question that these hands do something for."""
        self._held: str | None = None
        """The piece that these hands are moving."""

    @property
    def _reaction(self) -> float:
        """Seconds to read the lamps, at the pace of the hands."""
        return REACTION_S / self._table.hands.pace

    def leave_to_others(self, leave: bool) -> None:
        """Set whether others move the mice, set the trap and confirm it."""
        self._hands_off = leave
        self._changed.set()

    def lend_a_hand(self) -> None:
        """Do what is asked now, although it is left to others."""
        self._lends_a_hand = True
        self._changed.set()

    def see(self, situation: Situation) -> None:
        """Take the situation shown now."""
        known = self._situation
        if known is None or (situation.ask, situation.fault) != (known.ask, known.fault):
            self._changed.set()
            self._asked_at = self._table.world.now()
        if situation.history or isinstance(situation.ask, Choose | Roll | None):
            self._set_up.set()
        is_taken_back = self._situation is not None and len(situation.history) < len(self._situation.history)
        self._situation = situation
        if is_taken_back and self._doing:
            self._doing.cancel()

    async def wait_until_set_up(self) -> None:
        """Wait until the pieces are set up, and the first turn begins."""
        await self._set_up.wait()

    async def obey(self) -> None:
        """Do one task after the other."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(IMPATIENCE_S):
                    await self._changed.wait()
            self._changed.clear()
            await asyncio.sleep(self._reaction)
            if self._situation is not None:
                await self._do_unless_taken_back(self._situation)

    async def _do_unless_taken_back(self, situation: Situation) -> None:
        """Do what is asked. If players take the move back meanwhile, put the piece back where it was."""
        self._answering = situation.asked
        self._doing = asyncio.create_task(self._clear() if situation.fault else self._do(situation.ask))
        try:
            await asyncio.wait([self._doing])
        finally:
            self._doing.cancel()
        if not self._doing.cancelled():
            self._doing.result()  # raises what it raised
        elif self._held and self._situation:
            await self._move(Step(self._held, None, self._situation.state.placement().get(self._held)))

    async def _clear(self) -> None:
        """Hold both buttons until the table goes on, also where others move the mice: no page has these buttons."""
        await self._table.hands.hold(CLEARING_S, "a", "b")

    async def _do(self, ask: Ask | None) -> None:
        hands = self._table.hands
        is_others, self._lends_a_hand = self._hands_off and not self._lends_a_hand, False
        match ask:
            case Roll(seat) if seat in self._rolls:
                await self._press()
            case _ if is_others:
                pass
            case Move(steps, confirm=False) if is_setup(steps):
                with hands.hurrying(SETTING_UP * max(1.0, len(steps) / FEW)):
                    for step in steps:
                        await self._move(step)
            case Move(steps, confirm) | Mend(steps, confirm) if steps:
                for step in steps if confirm else together(steps)[0]:
                    await self._move(step)
                if confirm:
                    await self._press(soonest=self._asked_at + QUICKEST_S)
            case Who(place, piece):
                await self._press("b" if self._stands(piece, place) else "a")
            case Suspect(place, piece):
                await self._say_what_is_seen(place, piece)
            case Paused() if self._alone:
                await self._press()
            case Consent() if self._alone:
                await self._press("a", soonest=self._asked_at + REACHING_S)
            case Trouble() if ask == self._tried:
                self._tried = None  # no effect: repeat it, but not at once
                self._changed.clear()
            case Do() | Trouble():
                self._tried = ask if isinstance(ask, Trouble) else None
                if self._table.trap.stage != SET:
                    await hands.set_trap()
                if isinstance(ask, Do) or self._alone:
                    await self._press()
            case Choose() | Roll() | Move() | Mend() | Paused() | Consent() | Watch() | None:
                pass  # for those who play, or nothing is left to do
            case unknown:
                assert_never(unknown)

    async def _press(self, button: str = "b", soonest: float = 0.0) -> None:
        """Press the button, but not before the table would accept it as an answer to its latest question.

        Look again just before: if another question is shown by then, leave it.
        """
        await asyncio.sleep(max(GRACE_S - self._reaction, soonest - self._table.world.now(), 0))
        await self._table.hands.press(button, wanted=self._is_still_asked)

    def _is_still_asked(self) -> bool:
        """Return whether the question that these hands are answering is shown still."""
        return self._situation is not None and self._situation.asked == self._answering

    async def _say_what_is_seen(self, place: str, piece: str | None) -> None:
        """Say whether a contact that contradicts hands is wrong; first put a piece there that should be felt."""
        if piece is not None and not self._stands(piece, place):
            await self._table.hands.put(piece, self._table.place(place))
        else:
            is_free = not any(self._stands(other, place) for other in self._table.world.pieces)
            await self._press("b" if piece or is_free else "a")

    async def _move(self, step: Step) -> None:
        piece = self._piece(step)
        if piece is None:
            return
        self._held = piece
        if step.target is None:
            await self._table.hands.remove(piece)
        elif not self._stands(piece, step.target):
            await self._table.hands.put(piece, self._table.place(step.target))
        self._held = None

    def _piece(self, step: Step) -> str | None:
        """Return the piece that a step is about: the named one or, if that is there already, the one to take away."""
        if step.source is None or (step.piece != SOMETHING and not self._is_done(step)):
            return step.piece
        return next((piece for piece in self._table.world.pieces if self._stands(piece, step.source)), None)

    def _is_done(self, step: Step) -> bool:
        return step.target is not None and self._stands(step.piece, step.target)

    def _stands(self, piece: str, place: str) -> bool:
        """Return whether the piece is upright on the place; a fallen piece must be set upright again."""
        return (
            self._table.world.pieces[piece].upright
            and math.dist(self._table.world.where(piece), self._table.place(place)) < NEAR_MM
        )
