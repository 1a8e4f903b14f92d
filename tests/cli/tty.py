"""A command in a real terminal: a pty of 80 columns by 24 lines."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

from tests.cli.conftest import MOUSEBOARD

PATIENCE = 60.0
QUICK = ("--scenario", str(Path(__file__).with_name("quick.txt")))
"""Words that make the simulated hands quick, so that a game in real time begins soon."""


class Terminal:
    """A terminal that runs `mouseboard`. `shown` is the raw output not yet searched, including escape sequences."""

    def __init__(self, *arguments: str, term: str = "xterm") -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = os.environ | {"TERM": term, "PROMPT_TOOLKIT_NO_CPR": "1"}
        command = [str(MOUSEBOARD), *arguments]
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, process_group=0
        )
        os.close(theirs)
        self.shown = ""

    def until(self, text: str) -> None:
        """Read until the text appears, perhaps wrapped, after the text found last."""
        end = time.monotonic() + PATIENCE
        wrapped = re.compile(r"\s+".join(map(re.escape, text.split(" "))))
        while not (found := wrapped.search(self.shown)):
            ready, _, _ = select.select([self._ours], [], [], end - time.monotonic())
            assert ready, f"{text!r} is not shown, but: {self.shown[-2000:]}"
            self.shown += os.read(self._ours, 4096).decode(errors="replace")
        self.shown = self.shown[found.end() :]

    def rest(self) -> str:
        """Return the output after the text found last. The process must have ended."""
        while select.select([self._ours], [], [], 0)[0]:
            try:
                self.shown += os.read(self._ours, 4096).decode(errors="replace")
            except OSError:  # all has been read
                break
        return self.shown

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())
