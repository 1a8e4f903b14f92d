"""A simulated table at a serial port, in real time, to test programs in any language that open one.

The table runs in a thread of its own. Its methods can be called from any thread, and return when they are done.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Self, TypeVar, Unpack

from mouseboard.testing.table import Laid, MouseTable, lay_out

T = TypeVar("T")

PACE = 3.0
"""The pace of the hands: faster than people's, so that tests wait less."""

START_S = 10.0
"""The most seconds that the table may take to start."""


class TableAtPort:
    """A simulated table at the serial port `path`. It runs inside a `with` block."""

    def __init__(self, path: Path, **laid: Unpack[Laid]) -> None:
        """Prepare the table; `with` starts it."""
        self.path = str(path)
        """The serial port."""
        self.troubles: list[str] = []
        """The errors inside the table. Should stay empty."""
        self._laid: Laid = {"pace": PACE, **laid}
        self._started: Future[MouseTable] = Future()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="simulated table", daemon=True)

    def __enter__(self) -> Self:
        """Start the table. Raises RulesError, BadLayout, and OSError if the port cannot be made."""
        self._thread.start()
        self._table = self._started.result(START_S)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the table. Its port vanishes, as if the cable were pulled."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()

    def do(self, commands: str) -> None:
        """Run commands as `MouseTable.do` does, and return when they are done."""
        __tracebackhide__ = True
        failure = self._result(self._failure(commands))
        if failure:
            raise AssertionError(failure)

    def lamp(self, place: str) -> str:
        """Return `MouseTable.lamp`."""
        return self._look(lambda table: table.lamp(place))

    def pattern(self, place: str) -> str:
        """Return `MouseTable.pattern`."""
        return self._result(self._table.pattern(place))

    def where(self, piece: str) -> str | None:
        """Return `MouseTable.where`."""
        return self._look(lambda table: table.where(piece))

    def truth(self, piece: str) -> str:
        """Return `MouseTable.truth`."""
        return self._look(lambda table: table.truth(piece))

    @property
    def closed(self) -> tuple[int, ...]:
        """As `MouseTable.closed`."""
        return self._look(lambda table: table.closed)

    @property
    def cage(self) -> str:
        """As `MouseTable.cage`."""
        return self._look(lambda table: table.cage)

    @property
    def servo(self) -> bool:
        """As `MouseTable.servo`."""
        return self._look(lambda table: table.servo)

    @property
    def tone(self) -> int:
        """As `MouseTable.tone`."""
        return self._look(lambda table: table.tone)

    def _look(self, look: Callable[[MouseTable], T]) -> T:
        async def looked() -> T:
            return look(self._table)

        return self._result(looked())

    def _result(self, doing: Coroutine[Any, Any, T]) -> T:
        __tracebackhide__ = True
        if not self._thread.is_alive():
            doing.close()
            raise AssertionError(f"the simulated table at {self.path} has ended")
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result()

    async def _failure(self, commands: str) -> str:
        """Return why the commands failed, instead of raising: a traceback of this thread would help nobody."""
        try:
            await self._table.do(commands)
        except AssertionError as error:
            return str(error)
        return ""

    # The thread

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:
            if self._started.done():
                self.troubles.append(f"{type(error).__name__}: {error}")
            else:
                self._started.set_exception(error)

    async def _serve(self) -> None:
        from mouseboard.sim.pty_port import PtyPort  # ptys are not everywhere

        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._note)
        table, lamps = lay_out(**self._laid)
        async with table, PtyPort(table.cable, Path(self.path)):
            self._started.set_result(MouseTable(table, lamps))
            await self._stop.wait()

    def _note(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.troubles.append(f"{context['message']}: {context.get('exception')!r}")
