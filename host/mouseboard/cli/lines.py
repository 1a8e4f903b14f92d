"""The table in plain lines, where there is no terminal to draw on: a picture when a person is asked, a line back."""

from __future__ import annotations

import asyncio
import sys

from mouseboard.cli.answers import Leave, Unclear, read_answer
from mouseboard.cli.view import plain, render
from mouseboard.referee.referee import Referee
from mouseboard.referee.situation import Ask, Choose, Roll, Situation, Trouble


class LineTalk:
    """Prints situations in which a person has to answer, and reads the answers from standard input until it ends."""

    def __init__(self) -> None:
        self._situation: Situation | None = None
        self._referee: Referee | None = None
        self._asked: Ask | None = None
        self._shown = asyncio.Event()

    def meet(self, referee: Referee) -> None:
        """Answers go to this referee from now on."""
        self._referee = referee

    def show(self, situation: Situation) -> None:
        """Print it if it asks something new of a person."""
        self._situation = situation
        if isinstance(situation.ask, Choose | Roll | Trouble) and situation.ask != self._asked:
            print(plain(render(situation)), end="\n\n", flush=True)
            self._shown.set()
        self._asked = situation.ask

    async def run(self) -> None:
        """Read answers until the person leaves."""
        await self._shown.wait()
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            try:
                self._take(line)
            except Unclear as error:
                print(error, flush=True)
            except Leave:
                return

    def _take(self, line: str) -> None:
        assert self._situation is not None
        answer = read_answer(line, self._situation)
        if self._referee is not None:
            self._referee.answer(answer)
