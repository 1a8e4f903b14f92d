"""The simulated table as a serial port, in real time, for any program that opens one.

    async with SimulatedTable(seed=7) as table, PtyPort(table.cable, path):
        ...                                # some other program opens `path`

A pty stands in for the port, `path` is a link to it. A pulled cable or a power cut takes it away, as with USB; it comes
back under the same path. Not modelled: whether the other program has the port open, the line's bit rate. Where there
are no ptys (Windows) there is no such port.
"""

import asyncio
import errno
import os
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

from mouseboard.sim.cable import Cable

CHUNK = 4096
REOPEN_S = 0.02  # between checks whether the board is back


class PtyPort:
    """Connects the host's end of a cable to a pty while it is entered."""

    def __init__(self, cable: Cable, path: Path) -> None:
        self.path = path
        self._cable = cable
        self._lost = asyncio.Event()
        self._pty = ExitStack()  # what the present pty is made of
        self._keeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Raises FileExistsError when the path is taken, OSError without ptys or a reachable table."""
        if not hasattr(os, "openpty"):
            raise OSError("this computer has no pseudo-terminals, so no simulated serial port; games need none")
        if self.path.is_symlink() and not self.path.exists() and self.path.readlink().is_relative_to("/dev"):
            self.path.unlink()  # left by a table that was killed
        if self.path.exists() or self.path.is_symlink():
            why = "exists already; name a path that is free, or remove it if no simulated table runs there"
            raise FileExistsError(errno.EEXIST, why, str(self.path))
        await self._open()
        self._keeper = asyncio.create_task(self._keep(), name="pty board")
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._keeper
        self._keeper.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeper
        self._pty.close()

    async def _keep(self) -> None:
        """Remove the pty whenever the board is lost, until it is reachable again."""
        while True:
            await self._lost.wait()
            self._pty.close()
            await asyncio.sleep(REOPEN_S)
            with suppress(OSError):
                await self._open()

    async def _open(self) -> None:
        import tty  # not on Windows

        loop = asyncio.get_running_loop()
        with ExitStack() as making:  # undone at once if something fails, else kept for _pty
            stream = await self._cable.open(lambda data: _write(ours, data), lambda _: self._lost.set())
            making.callback(stream.close)
            ours, theirs = os.openpty()
            making.callback(os.close, ours)
            making.callback(os.close, theirs)  # kept open: else reading ours fails while no one else has theirs open
            tty.setraw(theirs)
            os.set_blocking(ours, False)
            loop.add_reader(ours, lambda: stream.write(os.read(ours, CHUNK)))
            making.callback(loop.remove_reader, ours)
            self._link(os.ttyname(theirs))
            making.callback(self.path.unlink)
            self._pty = making.pop_all()
        self._lost.clear()

    def _link(self, terminal: str) -> None:
        try:
            self.path.symlink_to(terminal)
        except OSError as error:
            error.filename, error.filename2 = str(self.path), None  # the terminal is no concern of people
            raise


def _write(descriptor: int, data: bytes) -> None:
    """Write to the other program. If it does not read, bytes that do not fit are lost, as on the Pico."""
    with suppress(BlockingIOError):
        os.write(descriptor, data)
