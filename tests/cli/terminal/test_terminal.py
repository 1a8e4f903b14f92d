"""The command in a real terminal, in real time: a pty of 80 by 24."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.tty import PATIENCE, QUICK, Terminal

from mouseboard import rules
from mouseboard.referee.questions import REST_S
from mouseboard.store import Entry, Journal, Played, Source, TakenBack

pytestmark = pytest.mark.real


def test_a_person_plays_by_keys_and_leaves_by_ctrl_c(journal: Path) -> None:
    terminal = Terminal("play", "revised", "--seed", "1", *QUICK)
    terminal.until("Red, roll the die!")
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


def test_a_game_that_plays_itself_names_the_side_that_has_won() -> None:
    terminal = Terminal("play", "draughts", "--auto", "--level", "random", "--seed", "7", "--lang", "de")
    terminal.until("winner: 1")
    terminal.until("Weiß gewinnt!")
    assert terminal.process.wait(PATIENCE) == 0


def test_quit_says_how_to_go_on() -> None:
    terminal = Terminal("play", "revised", "--seed", "1", *QUICK)
    terminal.until("Red, roll the die!")
    terminal.type("quit\r")
    terminal.until("Nothing is lost: ")
    assert terminal.process.wait(PATIENCE) == 0


def test_ctrl_z_stops_it_and_it_goes_on_where_it_was() -> None:
    terminal = Terminal("play", "revised", "--seed", "1", *QUICK)
    terminal.until("Red, roll the die!")
    terminal.type("\x1a")
    pid, status = os.waitpid(terminal.process.pid, os.WUNTRACED)
    assert (pid, os.WIFSTOPPED(status)) == (terminal.process.pid, True)
    terminal.process.send_signal(signal.SIGCONT)
    terminal.until("Red, roll the die!")
    terminal.type("quit\r")
    terminal.until("Nothing is lost: ")
    assert terminal.process.wait(PATIENCE) == 0


def test_the_last_move_is_taken_back_after_the_end_until_enter_leaves(journal: Path) -> None:
    with before_the_last_move(journal) as (book, terminal):
        type_until(book, [Played], lambda: terminal.type("d7\r"))
        time.sleep(REST_S + 1)  # the end is shown
        terminal.type("undo\r")
        type_until(book, [Played, TakenBack])
        type_until(book, [Played, TakenBack, Played], lambda: terminal.type("d7\r"))
        time.sleep(REST_S + 1)
        terminal.type("\r")
        terminal.until("Red wins!")
        assert terminal.process.wait(PATIENCE) == 0


def test_ctrl_c_after_the_end_does_not_advise_to_resume_the_game(journal: Path) -> None:
    with before_the_last_move(journal) as (book, terminal):
        type_until(book, [Played], lambda: terminal.type("d7\r"))
        terminal.type("\x03")
        assert terminal.process.wait(PATIENCE) == 130
        assert "log resume" not in terminal.rest()


@contextmanager
def before_the_last_move(journal: Path) -> Iterator[tuple[Journal, Terminal]]:
    """Resume a game of `barriers` in a terminal: one step to d7, and Red wins."""
    with Journal.open(journal) as book:
        with book.begin(rules.load("barriers", 2, first="seat0"), 1) as writer:
            for n, square in enumerate(["d2", "c7", "d3", "c6", "d4", "c5", "d5", "c4", "d6", "b4"]):
                writer.append(Played(n % 2, square, Source.HANDS))
        terminal = Terminal("log", "resume", "1")
        terminal.until("Red, run")
        yield book, terminal


def type_until(book: Journal, entries: list[type[Entry]], again: Callable[[], None] = lambda: None) -> None:
    """Type something `again` every second, until the journal has these entries after the first ten moves."""
    end = time.monotonic() + PATIENCE
    while [type(entry) for entry in book.entries(1) if isinstance(entry, Played | TakenBack)][10:] != entries:
        assert time.monotonic() < end
        again()
        time.sleep(1)
