"""The table in plain lines, without a terminal: it prints a picture for each question and reads a line back."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterable

from mouseboard.cli.streams import wrapped
from mouseboard.cli.terminal.answers import Help, Leave, Unclear, hint, read_answer
from mouseboard.cli.terminal.ink import plain
from mouseboard.cli.terminal.panel import CAGE_DOWN, CAGE_UP
from mouseboard.cli.terminal.teaching import teach
from mouseboard.cli.terminal.typed import lines_of
from mouseboard.cli.terminal.view import SMALLEST, Size, render
from mouseboard.lang import ENGLISH, translate
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.offers import asks
from mouseboard.referee.showing import GRACE_S
from mouseboard.referee.situation import Situation, wording

PAGE = (100, 26)
"""The default columns and lines of the picture, if the environment names none."""


class LineTalk:
    """Prints each situation that needs a person's answer, then takes the next line of `source` as the answer.

    Lines may arrive long before they are needed. Each waits for its question.
    """

    def __init__(
        self,
        source: Iterable[str],
        inbox: Inbox,
        language: str = ENGLISH,
        page: str | None = None,
        stay: bool = False,
    ) -> None:
        """`page` is the URL of the same game for browsers. With `stay`, the game's end waits for an answer, too."""
        if page:
            print(f"page: {page}", flush=True)
        self._language = language
        self._source = source
        self._stay = stay
        self._situation: Situation | None = None
        self._inbox = inbox
        self._asked: object = None
        self._said = ""
        self._news = asyncio.Event()

    def show(self, situation: Situation) -> None:
        """Print the picture for a new question and at the end of the game; for a task of hands, just the sentence."""
        if self._situation and situation.cage_down != self._situation.cage_down:
            print(translate(CAGE_DOWN if situation.cage_down else CAGE_UP, self._language), flush=True)
        self._situation = situation
        question = (situation.state, situation.ask) if asks(situation) or situation.over else None
        if question and question != self._asked:
            width, height = shutil.get_terminal_size(PAGE)
            size = Size(max(width, SMALLEST.width), max(height, SMALLEST.height))
            picture = plain(render(situation, size, self._language))
            may_type = wrapped(f"({translate(hint(situation), self._language)})")
            print(picture, may_type, sep="\n", end="\n\n", flush=True)
            self._news.set()
        words = translate(wording(situation), self._language)
        if not question and words != self._said and (situation.ask or not situation.connected or situation.fault):
            print(wrapped(words), flush=True)
        self._asked, self._said = question, words

    async def run(self) -> None:
        """Take answers until the lines end, or a line leaves; without `stay`, until the game is over."""
        lines = lines_of(self._source)
        while True:
            await self._news.wait()
            self._news.clear()
            if self._situation is None or (self._situation.over and not self._stay):
                return
            await asyncio.sleep(GRACE_S)
            if not await self._answered(lines):
                return

    async def _answered(self, lines: asyncio.Queue[str | None]) -> bool:
        """Read lines until one is an answer. Return False if none comes or the person leaves."""
        while (line := await lines.get()) is not None:
            try:
                if self._take(line):
                    return True
            except Leave:
                return False
        return False

    def _take(self, line: str) -> bool:
        """Return whether the line was an answer. If not, print what would be, or the help. Raises Leave."""
        assert self._situation is not None
        self._asked = None  # show the next question, even if it is the same one
        try:
            self._inbox.put_nowait(read_answer(line, self._situation))
        except Unclear as error:
            print(wrapped(translate(error.said, self._language)), flush=True)
            return False
        except Help:
            print(wrapped("\n\n".join(teach(self._situation, self._language))), end="\n\n", flush=True)
            return False
        return True
