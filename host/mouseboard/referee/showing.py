"""The question that is shown, since when, and for how long it must stay. No clock in here."""

from __future__ import annotations

from math import inf

from mouseboard.referee.record import Record
from mouseboard.referee.situation import Ask, Choose, Consent, Do, Mend, Move, Roll, Suspect, Trouble, Who
from mouseboard.referee.tracker import Tracker
from mouseboard.rules import State
from mouseboard.table import Doubt
from mouseboard.table.doubt import exchanges

READABLE = 0.5
"""Least time, in seconds, for which an instruction to correct the board is shown."""
GRACE = 0.25
"""Seconds before a button answers a new question: a double tap is one answer, not two."""
REACHING = 1.0
"""The same after an instruction that also waited for button B: a finger may already be on its way."""


class Showing:
    """The question `ask`, shown since `asked_at`, and the `doubts` beside it."""

    def __init__(self, record: Record, tracker: Tracker) -> None:
        self._record = record
        self._tracker = tracker
        self.ask: Ask | None = None
        self.asked_at = 0.0
        self.doubts: tuple[Doubt, ...] = ()
        self._follows_button = False
        """Whether the previous question waited for button B, too."""
        self._asked_in: State | None = None

    def show(self, ask: Ask | None, now: float) -> bool:
        """Show a question. Return whether something has just gone wrong."""
        wrong = ask != self.ask and self._is_wrong(ask)
        if ask != self.ask:
            if not (isinstance(ask, Move) and isinstance(self.ask, Move)):  # the same move goes on
                self.asked_at = now
            self._follows_button = isinstance(self.ask, Mend | Move) and self.ask.confirm
            self.ask, self._asked_in = ask, self._record.state
        is_asked = isinstance(ask, Consent) or (isinstance(ask, Choose) and ask.ambiguous)
        self.doubts = () if is_asked else exchanges(self._tracker.belief, self._tracker.silence(now).seconds)
        return wrong

    def is_unread(self, now: float) -> bool:
        """Return whether an instruction is shown that nobody can have read yet."""
        return self._asks_hands and now < self.asked_at + READABLE

    def due(self, now: float) -> float:
        """Return when it will have been read; math.inf if it has been."""
        return self.asked_at + READABLE if self.is_unread(now) else inf

    def is_too_soon(self, pressed_at: float) -> bool:
        """Return whether a press may be a second tap, or may answer the previous question."""
        grace = GRACE if not self._asks_hands else REACHING if self._follows_button else READABLE
        return pressed_at - self.asked_at < grace

    @property
    def _asks_hands(self) -> bool:
        """Whether an unanswered question asks people to correct the board, or what they did."""
        match self.ask:
            case Choose(ambiguous=ambiguous, missing=missing):
                return bool(ambiguous or missing) and self._asked_in is self._record.state
        return isinstance(self.ask, Mend | Suspect | Who)

    def _is_wrong(self, ask: Ask | None) -> bool:
        """Return whether the trap has just failed, or a piece has just gone astray."""
        astray = isinstance(ask, Mend | Suspect | Who) and isinstance(self.ask, Choose | Roll | Move | Do)
        return isinstance(ask, Trouble) or (astray and self._asked_in is self._record.state)
