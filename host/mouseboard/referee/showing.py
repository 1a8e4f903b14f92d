"""What everybody is shown of a running game: one situation, and lamps, sounds and observers that follow from it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from mouseboard.referee.record import Record
from mouseboard.referee.sight import Sight
from mouseboard.referee.signals import glows
from mouseboard.referee.situation import Ask, Choose, Consent, Do, Mend, Move, Roll, Situation, Suspect, Trouble
from mouseboard.referee.sounds import WRONG
from mouseboard.rules import State
from mouseboard.table import Doubt, GameTable
from mouseboard.table.doubt import exchanges

READABLE = 0.5
"""Seconds that whatever asks hands to mend something is shown at least."""


class Showing:
    """`ask` is what is asked now, `asked_at` since when."""

    def __init__(self, table: GameTable, record: Record, sight: Sight, on_show: Callable[[Situation], None]) -> None:
        self._table = table
        self._record = record
        self._sight = sight
        self._on_show = on_show
        self._shown: Situation | None = None
        self.ask: Ask | None = None
        self.asked_at = 0.0
        self.follows_button = False
        """Whether what was asked before waited for button B, too."""
        self._asked_in: State | None = None

    def show(self, ask: Ask | None) -> None:
        """Show everyone what is asked, and how all stands by now."""
        if ask != self.ask:
            if self._is_wrong(ask):
                self._table.sound(WRONG)
            if not (isinstance(ask, Move) and isinstance(self.ask, Move)):  # the rest of a move is the same question
                self.asked_at = asyncio.get_running_loop().time()
            self.follows_button = isinstance(self.ask, Mend | Move) and self.ask.confirm
            self.ask, self._asked_in = ask, self._record.state
        situation = self.situation()
        if situation != self._shown:
            self._shown = situation
            self._table.light(glows(situation))
            self._on_show(situation)

    @property
    def asks_hands(self) -> bool:
        """Whether something is to be mended, or it is asked what hands have done, and nobody has answered yet."""
        match self.ask:
            case Choose(ambiguous=ambiguous, missing=missing):
                return bool(ambiguous or missing) and self._asked_in is self._record.state
        return isinstance(self.ask, Mend | Suspect)

    @property
    def is_unread(self) -> bool:
        """Whether that is shown, and nobody can have read it yet."""
        return self.asks_hands and asyncio.get_running_loop().time() - self.asked_at < READABLE - 1e-6

    @property
    def due(self) -> float | None:
        """When it has been read, though nothing changes."""
        return self.asked_at + READABLE if self.is_unread else None

    async def read(self) -> None:
        """Wait until it has been."""
        if self.due is not None:
            await asyncio.sleep(self.due - asyncio.get_running_loop().time())

    def doubts(self) -> tuple[Doubt, ...]:
        """What may have been exchanged; where that is a question of its own, it is none."""
        is_asked = isinstance(self.ask, Consent) or (isinstance(self.ask, Choose) and self.ask.ambiguous)
        return () if is_asked else exchanges(self._sight.belief, self._sight.quiet)

    @property
    def shown_doubts(self) -> tuple[Doubt, ...]:
        """Those that everyone is shown."""
        return self._shown.doubts if self._shown else ()

    def situation(self) -> Situation:
        """All that a person could want to know."""
        table, record, belief = self._table, self._record, self._sight.belief
        doubts = self.doubts()
        others = {piece: place for piece, place in record.state.placement().items() if piece not in belief.pieces}
        return Situation(
            record.state,
            self.ask,
            table.occupied,
            others | belief.standing(belief.best),
            doubts,
            belief.distrusted,
            self._sight.trust.weak,
            table.connected,
            table.fault,
            record.told,
            tuple(record.history),
            record.last_decision,
            table.cage_down,
            table.sure,
        )

    def _is_wrong(self, ask: Ask | None) -> bool:
        """Whether something went wrong just now: with the trap, or with a mouse while another thing was asked."""
        astray = isinstance(ask, Mend | Suspect) and isinstance(self.ask, Choose | Roll | Move | Do)
        return isinstance(ask, Trouble) or (astray and self._asked_in is self._record.state)
