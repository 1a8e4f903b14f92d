"""The question that is shown, since when, and for how long it must stay. No clock in here."""

from __future__ import annotations

from math import inf
from typing import assert_never

from msgspec.structs import replace

from mouseboard.referee.buttons import BOTH
from mouseboard.referee.record import Record
from mouseboard.referee.situation import (
    Ask,
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Suspect,
    Trouble,
    Watch,
    Who,
)
from mouseboard.referee.surface import Surface
from mouseboard.referee.tracker import Tracker
from mouseboard.rules import State
from mouseboard.table import Departure, Doubt, Silence
from mouseboard.table.departure import last_departure
from mouseboard.table.doubt import exchanges, likely

READABLE_S = 0.5
"""Least time, in seconds, for which an instruction to correct the board is shown."""
GRACE_S = 0.25
"""Seconds before a button answers a new question: a double tap is one answer, not two."""
REACHING_S = 1.0
"""The same where a finger may already be on its way: after an instruction that also waited for button B.

So much also for a takeback to which all must agree: whatever was asked before, a late press must not give it away.
"""
RESTED_S = 1.0
"""Seconds of silence before a doubt is shown: many do not last longer."""
UNHURRIED_S = 1.5
"""Seconds of silence before the question who has left: whatever is more urgent has been asked by then."""


class Showing:
    """The question `ask`, shown since `asked_at`, and the `doubts` beside it."""

    def __init__(self, record: Record, tracker: Tracker, table: Surface) -> None:
        self._table = table
        self._record = record
        self._tracker = tracker
        self.ask: Ask | None = None
        self.asked_at = 0.0
        self.asked = 0
        """Counts the questions."""
        self.doubts: tuple[Doubt, ...] = ()
        self.exchanges: tuple[Doubt, ...] = ()
        """All exchanges that are possible, shown or not."""
        self._open = {frozenset(piece for piece, _ in exchange) for exchange in record.exchanges}
        """The pieces of the doubts that have been shown, maybe before a restart, and are still possible."""
        self._hidden = frozenset[frozenset[str]]()
        """The pieces of those that were likely, though the board did not rest for long enough to show them."""
        self._left: Departure | None = None
        self._grounds: tuple[object, object] = (None, None)
        """What `exchanges` and `_left` were computed from."""
        self.departure: Departure | None = None
        """Who may have left a shared place. People are asked about the same place again only if new pieces may have."""
        self._asked_about: dict[str, frozenset[str]] = {}
        """By shared place, the pieces that people were asked about last."""
        self._hasty_at = 0.0
        """When a button was pressed last that came too soon."""
        self._follows_button = False
        """Whether the previous question waited for button B, too."""
        self._asked_in: State | None = None

    def show(self, ask: Ask | None, silence: Silence, now: float) -> bool:
        """Show a question. Return whether something has just gone wrong."""
        wrong = ask != self.ask and self._is_wrong(ask)
        is_new = not self._goes_on(ask)
        if is_new:
            self.asked_at = now
            self.asked += 1
        if is_new or ask != self.ask:
            self._follows_button = isinstance(self.ask, Mend | Move) and self.ask.confirm
            self.ask, self._asked_in = ask, self._record.state
        self._doubt(silence)
        return wrong

    def _goes_on(self, ask: Ask | None) -> bool:
        """Return whether it is the same question still: less of a move is left, or one seat more has agreed.

        After a roll, the same words ask for another roll.
        """
        is_same_turn = self._asked_in is self._record.state
        match self.ask, ask:
            case Move(), Move():
                return is_same_turn
            case Consent() as before, Consent():
                return replace(before, waiting=ask.waiting) == ask
            case ((Choose() | Roll() | Do()), _):
                return ask == self.ask and is_same_turn
        return ask == self.ask

    def _doubt(self, silence: Silence) -> None:
        """Show the likely doubts that last, unless a question already asks about them; else ask who has left.

        A doubt that was shown stays until people deny it, or play makes it unlikely.
        """
        self._look_for_doubts()
        belief = self._tracker.belief
        is_free = BOTH.isdisjoint(self._table.closed_direct)  # otherwise people are just answering
        doubts = likely(belief, self.exchanges)
        if isinstance(self.ask, Consent) or (isinstance(self.ask, Choose) and self.ask.ambiguous):
            self.doubts = ()
        elif not belief.best.aloft:
            self._hidden |= {doubt.names for doubt in doubts}
            if is_free and silence.lasts(RESTED_S):
                self._open |= self._hidden
                self._hidden = frozenset()
            self._open &= {doubt.names for doubt in self.exchanges}
            self.doubts = tuple(doubt for doubt in self.exchanges if doubt.names in self._open)
        can_ask = not (self._asks_else or doubts or self._table.obedient) and self._table.connected
        can_ask = can_ask and (is_free or self.departure is not None)
        can_ask = can_ask and self._left is not None and silence.lasts(UNHURRIED_S)
        self._ask_who_left(self._left if can_ask else None)

    def _look_for_doubts(self) -> None:
        """Compute the possible exchanges and the last departure, if the belief has changed."""
        belief = self._tracker.belief
        if any(new is not old for new, old in zip(belief.grounds, self._grounds, strict=True)):
            self._grounds = belief.grounds
            self.exchanges, self._left = exchanges(belief, self._open | self._hidden), last_departure(belief)

    @property
    def _asks_else(self) -> bool:
        """Whether the buttons are about something else than play and who has left."""
        match self.ask:
            case Choose(pointed=pointed, ambiguous=ambiguous, missing=missing):
                return pointed is not None or ambiguous or missing is not None
            case Consent() | Mend() | Suspect() | Who() | None:
                return True
            case Roll() | Move() | Do() | Watch() | Trouble() | Paused():
                return False
            case unknown:
                assert_never(unknown)

    def _has_shared(self, departure: Departure | None) -> bool:
        """Return whether all of these pieces were on that place before the expected one was moved."""
        move = self._record.last_move(departure.piece) if departure else None
        if departure is None or move is None:
            return False
        before = move.before.placement()
        return {before.get(piece) for piece in (departure.piece, *departure.others)} == {departure.place}

    def _ask_who_left(self, departure: Departure | None) -> None:
        if departure == self.departure:
            return
        if self.departure:
            self._asked_about[self.departure.place] = frozenset(self.departure.others)
        asked = self._asked_about.get(departure.place, frozenset()) if departure else frozenset()
        is_new = departure is not None and not asked.issuperset(departure.others)
        self.departure = departure if is_new and self._has_shared(departure) else None

    def is_unread(self, now: float) -> bool:
        """Return whether an instruction is shown that nobody can have read yet."""
        return self._asks_hands and now < self.asked_at + READABLE_S

    def due(self, now: float) -> float:
        """Return when it will have been read; math.inf if it has been."""
        return self.asked_at + READABLE_S if self.is_unread(now) else inf

    def take_press(self, pressed_at: float) -> bool:
        """Note a press. Return whether it answers this question: it may be a second tap, or answer the previous one.

        People who have pressed too soon press again, maybe still without reading.
        """
        opens_at = self.asked_at + self._grace
        if self._asks_hands and self._hasty_at >= self.asked_at:
            opens_at = self._hasty_at + REACHING_S
        if pressed_at < opens_at:
            self._hasty_at = pressed_at
        return pressed_at >= opens_at

    @property
    def _grace(self) -> float:
        """Seconds before a button answers this question."""
        if isinstance(self.ask, Consent):
            return REACHING_S
        if self._asks_hands:
            return REACHING_S if self._follows_button else READABLE_S
        return GRACE_S

    @property
    def _asks_hands(self) -> bool:
        """Whether an unanswered question asks people to correct the board, or what they did."""
        match self.ask:
            case Choose(ambiguous=ambiguous, missing=missing):
                return bool(ambiguous or missing) and self._asked_in is self._record.state
            case Mend() | Suspect() | Who():
                return True
            case Roll() | Move() | Do() | Watch() | Trouble() | Paused() | Consent() | None:
                return False
            case unknown:
                assert_never(unknown)

    def _is_wrong(self, ask: Ask | None) -> bool:
        """Return whether the trap has just failed, or a piece has just gone astray."""
        astray = isinstance(ask, Mend | Suspect | Who) and isinstance(self.ask, Choose | Roll | Move | Do)
        return isinstance(ask, Trouble) or (astray and self._asked_in is self._record.state)
