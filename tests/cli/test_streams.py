"""Closed or full standard streams: one error line if it can be written, never a traceback, never a hang."""

from __future__ import annotations

import io
import os
import subprocess
import termios
from pathlib import Path

import pytest
from tests.cli.conftest import MOUSEBOARD
from tests.cli.tty import QUICK

from mouseboard.cli.streams import complain, wrapped
from mouseboard.store import Journal


def in_shell(command: str, **environment: str) -> tuple[int, str, str]:
    """Run `mouseboard` in a shell with redirections; return the exit status, standard output and standard error."""
    ran = subprocess.run(
        ["sh", "-c", f"{MOUSEBOARD} {command}"],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return ran.returncode, ran.stdout, ran.stderr


def test_a_game_with_its_standard_input_closed_ends_as_at_the_end_of_input(journal: Path) -> None:
    status, out, err = in_shell(f"play classic --seed 1 {' '.join(QUICK)} <&-")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].startswith("Nothing is lost: ")
    with Journal.open_existing(journal) as written:
        assert len(written.games()) == 1


@pytest.mark.parametrize("command", ["games", "play revised --auto --seed 1", "log list"])
def test_a_command_with_its_standard_output_closed_is_refused(command: str) -> None:
    assert in_shell(f"{command} >&-") == (2, "", "mouseboard: standard output is closed\n")


@pytest.mark.parametrize("command", ["games", "play revised --auto --seed 1", "play revised --seed 1"])
def test_a_full_disk_behind_standard_output_is_said_in_one_line(command: str) -> None:
    assert in_shell(f"{command} >/dev/full") == (2, "", "mouseboard: standard output: the disk is full\n")


@pytest.mark.parametrize("command", ["--help", "--version", "help log"])
def test_help_that_does_not_fit_on_a_full_disk_is_a_refusal_though_nothing_is_buffered(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    assert in_shell(f"{command} >/dev/full") == (2, "", "mouseboard: standard output: the disk is full\n")


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_a_refusal_that_nobody_can_hear_is_still_one(redirection: str) -> None:
    assert in_shell(f"play chess {redirection}") == (2, "", "")


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_a_closed_standard_error_stops_nothing_else(redirection: str) -> None:
    assert in_shell(f"games {redirection}") == in_shell("games")


def test_a_recording_and_a_standard_error_that_are_full_end_no_game() -> None:
    status, out, _ = in_shell("play revised --auto --seed 1 --record /dev/full 2>/dev/full")
    assert (status, out.splitlines()[-1][:8]) == (0, "winner: ")


def test_a_journal_is_not_opened_in_the_place_of_a_closed_stream(journal: Path) -> None:
    assert in_shell("play revised --auto --seed 1 <&- 2>&-")[0] == 0
    with Journal.open_existing(journal) as written:
        assert written.count(1) > 10


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [20, 34, 60])
def test_a_terminal_of_any_width_shows_whole_words(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text = "Put the mouse in the middle of its half-open space.\n\n  first=seat0: who starts, as `mouseboard` says"
    shown = wrapped(text, Terminal(), hang=2)
    assert shown.split() == text.split()
    assert all(len(line) <= width for line in shown.splitlines())
    assert "\n\n  first=seat0:" in shown
    assert all(line.startswith("  ") for line in shown.partition("\n")[2].splitlines() if line)


def test_a_pipe_gets_each_text_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    text = "a text that is longer than twenty columns"
    assert wrapped(text, io.StringIO()) == text


@pytest.mark.parametrize("columns", range(1, 5))
def test_a_terminal_of_hardly_any_width_stops_no_command(columns: int) -> None:
    assert in_shell("log list", COLUMNS=str(columns)) == (0, "no game yet; `mouseboard play` begins one\n", "")


def test_a_command_that_fits_on_a_line_is_not_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    advice = "once that is mended, `mouseboard log resume 1` goes on, else `mouseboard log show 1 --lang en` tells it"
    assert wrapped(advice, Terminal(), hang=2).splitlines() == [
        "once that is mended,",
        "  `mouseboard log resume 1`",
        "  goes on, else `mouseboard",
        "  log show 1 --lang en` tells",
        "  it",
    ]


def test_a_wide_letter_takes_two_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert wrapped("\u732b " * 9, Terminal()).splitlines() == [
        "\u732b \u732b \u732b \u732b \u732b \u732b \u732b",
        "\u732b \u732b",
    ]


def test_a_refusal_is_as_wide_as_its_terminal_though_the_output_goes_into_a_pipe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    ours, its = os.openpty()
    termios.tcsetwinsize(its, (24, 40))
    subprocess.run([MOUSEBOARD, "games", "clasic"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=its)
    assert all(len(line) <= 40 for line in os.read(ours, 10_000).decode().splitlines())
    for end in (ours, its):
        os.close(end)


def test_a_word_longer_than_the_terminal_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert wrapped("see http://192.168.178.20:8700/j/ABCDE now", Terminal()).splitlines()[1] == (
        "http://192.168.178.20:8700/j/ABCDE"
    )


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("command", ["play --help", "table uf2 --help", "study --help"])
def test_help_is_no_wider_than_the_terminal_and_breaks_no_word(columns: int, command: str) -> None:
    def in_columns(width: int) -> str:
        return in_shell(f"{command} --lang en", COLUMNS=str(width))[1]

    help_text = in_columns(columns)
    assert max(map(len, help_text.splitlines())) <= columns
    assert set(help_text.split()) == set(in_columns(1000).split())


def test_a_refusal_is_wrapped_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "40")
    complain("there is no game 'clasic'; the games are barriers, cards")
    assert terminal.getvalue() == "mouseboard: there is no game 'clasic';\n  the games are barriers, cards\n"
