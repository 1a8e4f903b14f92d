"""The command in a real terminal: a pty of 80 by 24."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from tests.cli.tty import PATIENCE, Terminal

from mouseboard.store import Journal, Played, Source


def test_a_person_plays_by_keys_and_leaves_by_ctrl_c(journal: Path) -> None:
    terminal = Terminal("play", "revised", "--seed", "1")
    terminal.until("Red: roll the die.")
    time.sleep(0.5)  # the referee ignores keys until the question can have been read
    terminal.type("1\r")
    terminal.until("1 Red rolls 1.")  # printed again when Red may roll again
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


def test_ctrl_z_stops_it_and_it_goes_on_where_it_was() -> None:
    terminal = Terminal("play", "revised", "--seed", "1")
    terminal.until("Red: roll the die.")
    terminal.type("\x1a")
    pid, status = os.waitpid(terminal.process.pid, os.WUNTRACED)
    assert (pid, os.WIFSTOPPED(status)) == (terminal.process.pid, True)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.until("Red: roll the die.")
    terminal.type("quit\r")
    terminal.until("Nothing is lost: ")
    assert terminal.process.wait(PATIENCE) == 0
