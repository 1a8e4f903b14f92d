"""`mouseboard play` in a terminal, without a game on the command line."""

from __future__ import annotations

import argparse
import shlex
import subprocess
from pathlib import Path

from tests.cli.tty import PATIENCE, Terminal

from mouseboard import rules
from mouseboard.cli.commands.play import me
from mouseboard.store import Journal


def test_the_game_and_its_players_are_asked_for(journal: Path) -> None:
    terminal = Terminal("play")
    terminal.until("6 souriciere: Race to the cheese")
    terminal.until("Which game? Its number or name; Enter: classic")
    terminal.type("chess\n")
    terminal.until("chess is none of these: barriers, cards,")
    terminal.type("5\n")
    terminal.until("How many play? 2, 3 or 4; Enter: 2")
    terminal.type("3\n")
    terminal.until("Build the whole trap")
    terminal.type("quit\r")
    assert terminal.process.wait(PATIENCE) == 0
    with Journal.open(journal) as book:
        setup = book.heading(1).setup
    assert (setup.game, setup.players) == ("revised", 3)


def test_enter_takes_the_game_that_was_played_last(journal: Path) -> None:
    with Journal.open(journal) as book:
        book.begin(rules.load("souriciere")).close()
    terminal = Terminal("play", "--players", "4")
    terminal.until("Enter: souriciere")
    terminal.type("\n")
    terminal.until("La souri")
    terminal.type("\x03")
    assert terminal.process.wait(PATIENCE) == 130


def test_who_does_not_answer_does_not_play(journal: Path) -> None:
    terminal = Terminal("play")
    terminal.until("Which game?")
    terminal.type("\x04")
    assert terminal.process.wait(PATIENCE) == 0
    assert not journal.exists()


def test_a_terminal_that_only_appends_lines_shows_the_game_without_escape_sequences() -> None:
    terminal = Terminal("play", "revised", term="dumb")
    terminal.type("quit\n")
    assert terminal.process.wait(PATIENCE) == 0
    shown = terminal.rest()
    assert "Build the whole trap" in shown and "\x1b" not in shown


def test_advice_can_be_typed_and_names_a_journal_that_is_not_the_usual_one(journal: Path) -> None:
    command = f"{me(argparse.Namespace(journal=journal))} --version"
    assert subprocess.run(shlex.split(command), stdout=subprocess.PIPE, text=True).stdout.startswith("mouseboard ")
    assert f" --journal {journal} " in command
