"""What is heard: all that people say and contacts tell, one answer after the other, in the order in which it happened.

What a button means is made out here, and when to look again though nobody has said anything.
"""

from __future__ import annotations

import asyncio
from collections import deque

from mouseboard.referee.buttons import Buttons
from mouseboard.referee.showing import READABLE, Showing
from mouseboard.referee.sight import Sight
from mouseboard.referee.situation import Answer, Inbox
from mouseboard.table import GameTable, Press, Released

GRACE = 0.25
"""Seconds a question must have been shown before a button answers it: a double tap is one answer, not two."""
REACHING = 1.0
"""The same of words that replace others which waited for button B: a finger may have been on its way there."""


class Hearing:
    """Listens to one inbox. What a button answers, and whether it may yet, depends on what is shown."""

    def __init__(self, inbox: Inbox, table: GameTable, sight: Sight, showing: Showing) -> None:
        self._inbox = inbox
        self._table = table
        self._sight = sight
        self._showing = showing
        self._buttons = Buttons()
        self._unread: deque[Answer] = deque()

    async def next(self) -> Answer | None:
        """What comes next, or None when it is time to look again."""
        answer = self._sight.heed(await self._read())
        now = asyncio.get_running_loop().time()
        if isinstance(answer, Press):
            self._buttons.press(answer.button, now)
        if isinstance(answer, Press | Released):
            answer = None  # what that means is told now, or later
        meant = self._buttons.meant(self._table.closed_direct, now, self._table.connected)
        if meant is None:
            return answer
        if answer is not None:
            self.put_back(answer)
        return None if self._table.fault or (isinstance(meant, Press) and self._is_too_soon()) else meant

    def put_back(self, answer: Answer) -> None:
        """Something else goes before this: it comes next once more."""
        self._unread.appendleft(answer)

    async def _read(self) -> Answer | None:
        return self._unread.popleft() if self._unread else await self._inbox.get(self._patience())

    def _patience(self) -> float | None:
        """Seconds until something may be different by itself."""
        dues = [due for due in (self._sight.due, self._showing.due, self._buttons.due) if due is not None]
        if not dues:
            return None
        now = asyncio.get_running_loop().time()
        return max(0.001, min(dues) - now)  # a timer is a tick early at times: never wait for nothing

    def _is_too_soon(self) -> bool:
        """Whether a press was perhaps the second tap of two, or for something else."""
        showing = self._showing
        grace = GRACE if not showing.asks_hands else REACHING if showing.follows_button else READABLE
        return self._buttons.pressed_at - showing.asked_at < grace
