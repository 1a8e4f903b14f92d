"""What is asked now and since when, and how long it has to stay. It has no clock."""

from __future__ import annotations

from math import inf

from mouseboard.referee.record import Record
from mouseboard.referee.situation import Ask, Choose, Consent, Do, Mend, Move, Roll, Suspect, Trouble
from mouseboard.referee.tracker import Tracker
from mouseboard.rules import State
from mouseboard.table import Doubt
from mouseboard.table.doubt import exchanges

READABLE = 0.5
"""Seconds that whatever asks hands to mend something is shown at least."""
GRACE = 0.25
"""Seconds a question must have been shown before a button answers it: a double tap is one answer, not two."""
REACHING = 1.0
"""The same of words that replace others which waited for button B: a finger may have been on its way there."""


class Showing:
    """`ask` is what is asked, `asked_at` since when, `doubts` the exchanges that are shown beside it."""

    def __init__(self, record: Record, tracker: Tracker) -> None:
        self._record = record
        self._tracker = tracker
        self.ask: Ask | None = None
        self.asked_at = 0.0
        self.doubts: tuple[Doubt, ...] = ()
        self._follows_button = False
        """Whether what was asked before waited for button B, too."""
        self._asked_in: State | None = None

    def show(self, ask: Ask | None, now: float) -> bool:
        """Ask this, or show it as it is by now. Return whether something went wrong just now."""
        wrong = ask != self.ask and self._is_wrong(ask)
        if ask != self.ask:
            if not (isinstance(ask, Move) and isinstance(self.ask, Move)):  # the rest of a move is the same question
                self.asked_at = now
            self._follows_button = isinstance(self.ask, Mend | Move) and self.ask.confirm
            self.ask, self._asked_in = ask, self._record.state
        is_asked = isinstance(ask, Consent) or (isinstance(ask, Choose) and ask.ambiguous)
        self.doubts = () if is_asked else exchanges(self._tracker.belief, self._tracker.silence(now).seconds)
        return wrong

    def is_unread(self, now: float) -> bool:
        """Whether hands are asked to mend something, and nobody can have read it yet."""
        return self._asks_hands and now < self.asked_at + READABLE

    def due(self, now: float) -> float:
        """When it has been read, though nothing changes."""
        return self.asked_at + READABLE if self.is_unread(now) else inf

    def is_too_soon(self, pressed_at: float) -> bool:
        """Whether a press was perhaps the second tap of two, or for something else."""
        grace = GRACE if not self._asks_hands else REACHING if self._follows_button else READABLE
        return pressed_at - self.asked_at < grace

    @property
    def _asks_hands(self) -> bool:
        """Whether something is to be mended, or it is asked what hands have done, and nobody has answered yet."""
        match self.ask:
            case Choose(ambiguous=ambiguous, missing=missing):
                return bool(ambiguous or missing) and self._asked_in is self._record.state
        return isinstance(self.ask, Mend | Suspect)

    def _is_wrong(self, ask: Ask | None) -> bool:
        """Whether something went wrong just now: with the trap, or with a mouse while another thing was asked."""
        astray = isinstance(ask, Mend | Suspect) and isinstance(self.ask, Choose | Roll | Move | Do)
        return isinstance(ask, Trouble) or (astray and self._asked_in is self._record.state)
