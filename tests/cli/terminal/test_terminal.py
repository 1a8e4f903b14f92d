"""The command in a real terminal: a pty of 80 by 24."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from pathlib import Path

from tests.cli.conftest import MOUSEBOARD

from mouseboard.store import Journal, Played, Source

PATIENCE = 60.0


class Terminal:
    """A terminal in which `mouseboard` runs; what it shows is all the text that came, escapes and all."""

    def __init__(self, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        command = [str(MOUSEBOARD), *arguments]
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        self.shown = ""

    def until(self, text: str) -> None:
        """Read on until this is shown, after what was looked for before."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            ready, _, _ = select.select([self._ours], [], [], end - time.monotonic())
            assert ready, f"{text!r} is not shown, but: {self.shown[-2000:]}"
            self.shown += os.read(self._ours, 4096).decode(errors="replace")
        self.shown = self.shown.partition(text)[2]

    def type(self, keys: str) -> None:
        os.write(self._ours, keys.encode())


def test_a_person_plays_by_keys_and_leaves_by_ctrl_c(journal: Path) -> None:
    terminal = Terminal("play", "revised", "--seed", "1")
    terminal.until("Red: roll the die.")
    time.sleep(0.5)  # the referee takes no key before the question can have been read
    terminal.type("1")
    terminal.until("roll; or what your own die")  # is written anew when red may roll again
    terminal.type("\x03")
    terminal.until("mouseboard: interrupted, nothing is lost: ")
    terminal.until("log resume 1` goes on")
    assert terminal.process.wait(PATIENCE) == 130
    with Journal.open(journal) as book:
        first = next(entry for entry in book.entries(1) if isinstance(entry, Played))
    assert (first.action, first.source) == ("roll1", Source.TYPED)


def test_quit_says_how_to_go_on() -> None:
    terminal = Terminal("play", "revised", "--seed", "1")
    terminal.until("Red: roll the die.")
    terminal.type("quit\r")
    terminal.until("Nothing is lost: ")
    assert terminal.process.wait(PATIENCE) == 0
