"""The firmware in real time on MicroPython's unix port, behind a pty as a Pico is behind its USB port."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import tty
from pathlib import Path
from typing import Self

from mouseboard.sim.trap import CALIBRATED

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"


def find_micropython() -> str | None:
    """Return $MICROPYTHON, or the one fetched by tests/get_micropython.sh, or the one on the PATH, or None."""
    fetched = str(ROOT / ".tools" / "micropython")
    return next(filter(None, map(shutil.which, (os.environ.get("MICROPYTHON", ""), fetched, "micropython"))), None)


class Behind:
    """A pty with a program of MicroPython's unix port behind it. A host opens `path`, which outlives a restart."""

    def __init__(self, interpreter: str) -> None:
        self._interpreter = interpreter
        self._folder = tempfile.TemporaryDirectory(prefix="mousetable-")
        self.path = str(Path(self._folder.name, "tty"))
        self._process: subprocess.Popen[bytes] | None = None
        self._kept_open = -1  # the host's side of the pty: a host that closes it must not close it for the program

    def start_program(self, arguments: list[str], inherit: tuple[int, ...] = ()) -> None:
        """Start a program on a new pty, which is its non-blocking standard input and output."""
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
        """Kill the program, and close the pty."""
        if self._process:
            Path(self.path).unlink()  # else a host may find somebody's next pty of this number
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
    """A table that has power inside `with UnixTable(interpreter) as table:`. The test changes its contacts."""

    def __init__(self, interpreter: str) -> None:
        super().__init__(interpreter)
        self._world: socket.socket | None = None
        self._starts = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Switch the power on, with the same settings and a new boot name."""
        self._starts += 1
        flash = Path(self._folder.name, "settings.json")
        if not flash.exists():
            flash.write_text(json.dumps(CALIBRATED))
        self._world, board = socket.socketpair()
        board.setblocking(False)
        arguments = ["-m", "mousetable.unix", str(flash), f"boot{self._starts}", "power-on", str(board.fileno())]
        self.start_program(arguments, inherit=(board.fileno(),))
        board.close()

    def stop(self) -> None:
        """Switch the power off."""
        super().stop()
        if self._world:
            self._world.close()
            self._world = None

    def contact(self, number: int, closed: bool) -> None:
        """Close or open a contact, without bounce."""
        assert self._world
        self._world.send(b"c" + bytes((closed,)) + number.to_bytes(2, "little"))
