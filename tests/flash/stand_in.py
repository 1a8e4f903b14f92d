"""A Pico with stock MicroPython behind a pty, on the unix port. unix_pico.py says what is real and what is made up."""

from __future__ import annotations

import ast
import os
import subprocess
import threading
import time
import tty
from pathlib import Path
from typing import Self

from tests.helpers.unix_table import ROOT

RESET = 3
STOCK = "rp2,Raspberry Pi Pico with RP2040,1.28.0,0"


OF_RAW_REPL = {"MICROPYPATH": "tests/helpers"}


class Pico:
    """A Pico. Inside `with pico:` it has power and its port is `pico.path`; its flash outlives that.

    A reset takes the port away for a moment, as USB does; with `usb=False` it restarts only the program.
    """

    def __init__(
        self,
        interpreter: str,
        folder: Path,
        *,
        facts: str = STOCK,
        blocks: int = 128,
        dies_after_writes: int = 0,
        usb: bool = True,
    ) -> None:
        self.path = str(folder / "tty")
        self.resets = 0
        self._command = [interpreter, "tests/flash/unix_pico.py", str(folder / "flash"), str(blocks)]
        self._start_as = (facts, str(dies_after_writes))
        self._usb = usb
        self._pty: tuple[int, int] | None = None  # the program's end, and the host's end, kept open

    def __enter__(self) -> Self:
        self._unplugged = threading.Event()
        self._start()
        self._minder = threading.Thread(target=self._mind)
        self._minder.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._unplugged.set()
        while self._minder.is_alive():  # it may just be starting another process
            self._process.kill()
            self._minder.join(0.05)

    def files(self) -> dict[str, bytes]:
        """Return the files on the flash, by path."""
        command = [*self._command, "ls", "0"]
        listing = subprocess.run(command, cwd=ROOT, env=OF_RAW_REPL, stdout=subprocess.PIPE, check=True)
        found: dict[str, bytes] = ast.literal_eval(listing.stdout.decode())
        return found

    def _start(self) -> None:
        if not self._pty:
            self._plug_in()
        assert self._pty
        end = self._pty[0]
        command = [*self._command, *self._start_as]
        env = OF_RAW_REPL | {"PATH": os.environ["PATH"]}
        self._process = subprocess.Popen(command, stdin=end, stdout=end, cwd=ROOT, env=env)

    def _plug_in(self) -> None:
        self._pty = os.openpty()
        tty.setraw(self._pty[1])
        Path(self.path).symlink_to(os.ttyname(self._pty[1]))

    def _unplug(self) -> None:
        assert self._pty
        Path(self.path).unlink()
        for end in self._pty:
            os.close(end)
        self._pty = None

    def _mind(self) -> None:
        """Restart the program whenever it asks for a reset."""
        while self._process.wait() == RESET and not self._unplugged.is_set():
            self.resets += 1
            if self._usb:
                self._unplug()
                time.sleep(0.2)
            self._start()
        self._unplug()
