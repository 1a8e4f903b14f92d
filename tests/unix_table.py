"""The firmware in real time on MicroPython's unix port, behind a pty as a Pico is behind its USB port."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import tty
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[1]
FIRMWARE = ROOT / "firmware"


def find_micropython() -> str | None:
    """MICROPYTHON, what tests/get_micropython.sh has fetched, or the PATH's."""
    fetched = str(ROOT / ".tools" / "micropython")
    return next(filter(None, map(shutil.which, (os.environ.get("MICROPYTHON", ""), fetched, "micropython"))), None)


class Behind:
    """A pty with a program of MicroPython's unix port behind it. `path` is what a host opens; it outlives a restart."""

    def __init__(self, interpreter: str) -> None:
        self._interpreter = interpreter
        self._folder = tempfile.TemporaryDirectory(prefix="mousetable-")
        self.path = str(Path(self._folder.name, "tty"))
        self._process: subprocess.Popen[bytes] | None = None
        self._kept_open = -1  # the host's side of the pty: the program must not see it close when a host does

    def start_program(self, arguments: list[str], inherit: tuple[int, ...] = ()) -> None:
        """On a new pty, which is the program's standard input and output and does not block."""
        end, self._kept_open = os.openpty()
        tty.setraw(self._kept_open)
        os.set_blocking(end, False)
        Path(self.path).symlink_to(os.ttyname(self._kept_open))
        self._process = subprocess.Popen(
            [self._interpreter, *arguments],
            stdin=end,
            stdout=end,
            pass_fds=inherit,
            env={"MICROPYPATH": str(FIRMWARE)},
        )
        os.close(end)

    def stop(self) -> None:
        """The program dies at once, and the pty with it."""
        if self._process:
            Path(self.path).unlink()  # else a host that looks for it finds the next pty of this number, anybody's
            self._process.kill()
            self._process.wait()
            self._process = None
            os.close(self._kept_open)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._folder.cleanup()


class UnixTable(Behind):
    """`with UnixTable(interpreter) as table:` a table with power, its contacts in the test's hands."""

    def __init__(self, interpreter: str) -> None:
        super().__init__(interpreter)
        self._world: socket.socket | None = None
        self._starts = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Power on: the same settings, another boot name."""
        self._starts += 1
        flash = str(Path(self._folder.name, "settings.json"))
        self._world, board = socket.socketpair()
        board.setblocking(False)
        arguments = ["-m", "mousetable.unix", flash, f"boot{self._starts}", "power-on", str(board.fileno())]
        self.start_program(arguments, inherit=(board.fileno(),))
        board.close()

    def stop(self) -> None:
        """Power off."""
        super().stop()
        if self._world:
            self._world.close()
            self._world = None

    def contact(self, number: int, closed: bool) -> None:
        """Close or open a contact. It bounces not."""
        assert self._world
        self._world.send(b"c" + bytes((closed,)) + number.to_bytes(2, "little"))
