"""The table in plain lines, on simulated time: each piped line waits for its question."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tests.cli.tty import QUICK

from mouseboard import rules
from mouseboard.actors.match import play_simulated
from mouseboard.cli.terminal.plain import LineTalk
from mouseboard.match import Match, Observer, Running
from mouseboard.players import RandomPlayer
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Situation
from mouseboard.sim.clock import run_virtual
from mouseboard.store import ActionRecord, Journal, Played, Source, TakenBack


def played(path: Path, lines: Iterable[str]) -> list[ActionRecord]:
    """Answer a game of `revised` against a computer with these lines; return the history."""
    history: list[ActionRecord] = []

    async def play() -> None:
        with Journal.open(path) as journal:
            match = Match.begin(journal, rules.load("revised", 2), 1)
            running = Running(match, Seating((None, RandomPlayer()), frozenset({0}), think_here))
            talk = LineTalk(lines, running.inbox)
            running.watch(Observer(talk.show, history.append))
            with match.writer:
                playing = asyncio.create_task(play_simulated(running))
                await talk.run()
                playing.cancel()

    run_virtual(play())
    return history


def own(history: Iterable[ActionRecord]) -> list[str]:
    return [str(record.action) for record in history if record.source in (Source.TYPED, Source.PLAYER, Source.ROLLED)]


def test_piped_answers_are_each_taken_for_one_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert own(played(tmp_path / "journal", ["2\n", "take\n", "\n", "quit\n"]))[:2] == ["roll2", "take"]
    out = capsys.readouterr().out
    assert out.count("Red, roll the die!") >= 2
    assert "(Enter: roll; or what your own die shows, 1-6; undo, pause, quit, ?)" in out


def test_a_line_that_answers_nothing_is_told_so_and_the_next_one_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert own(played(tmp_path / "journal", ["9\n", "roll2\n", "quit\n"])) == ["roll2"]
    assert "'9' does not fit. Type 1-6, or a short name such as 'roll1'." in capsys.readouterr().out


def test_an_input_without_answers_shows_the_table_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert own(played(tmp_path / "journal", [])) == []
    assert capsys.readouterr().out.count("Mouse Trap, revised rules") == 1


def test_a_taken_back_roll_is_asked_for_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    history = played(tmp_path / "journal", ["2\n", "undo\n", "3\n", "quit\n"])
    assert own(history) == ["roll2", "roll3"]
    assert "Red takes back: Red" in capsys.readouterr().out


def test_a_game_rests_until_the_next_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert own(played(tmp_path / "journal", ["pause\n", "undo\n", "\n", "2\n", "quit\n"])) == ["roll2"]
    out = capsys.readouterr().out
    assert "Break time! To play on, put each piece on its light." in out
    assert "There is nothing to take back yet; Enter: carry on; quit, ?" in out


@pytest.mark.parametrize(
    ("typed", "said"), [("undo", "There is nothing to take back yet; "), ("a", "There is nothing to ")]
)
def test_what_the_table_would_not_hear_is_said_and_the_next_line_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], typed: str, said: str
) -> None:
    assert own(played(tmp_path / "journal", [f"{typed}\n", "2\n", "quit\n"])) == ["roll2"]
    assert said in capsys.readouterr().out


def test_a_question_mark_tells_aim_turn_and_keys_and_the_next_line_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert own(played(tmp_path / "journal", ["?\n", "2\n", "quit\n"])) == ["roll2"]
    out = capsys.readouterr().out
    assert rules.games()["revised"].summary in out
    assert "Now: Red, roll the die! (Enter: roll; or what your own die shows, 1-6; undo, pause, quit, ?)" in out
    assert "undo takes back your last choice" in out


def test_a_cage_that_falls_and_is_lifted_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    talk = LineTalk([], Inbox())
    state = rules.load("classic").start()
    for down in (False, True, True, False):
        talk.show(Situation(state, None, cage_down=down))
    assert capsys.readouterr().out.splitlines() == ["The cage is down!", "The cage is up again."]


def test_a_whole_game_is_played_on_nothing_but_enter_and_ones(tmp_path: Path) -> None:
    history = played(tmp_path / "journal", ["1\n"] * 500)
    state = rules.load("revised", 2).start()
    for record in history:
        state = state.play(record.action)
    assert state.winners


def test_a_game_without_terminal_and_answers_ends_cleanly_and_says_how_to_go_on(
    start: Callable[..., subprocess.Popen[str]],
) -> None:
    playing = start("play", "classic", "--seed", 1, *QUICK)
    out, err = playing.communicate("", timeout=60)
    assert (playing.returncode, err) == (0, "")
    *_, hint, _, last = out.splitlines()
    assert hint == "(Enter: roll; or what your own die shows, 1-6; undo, pause, quit, ?)"
    assert last.startswith("Nothing is lost: `")
    assert last.endswith("log resume 1` goes on.")


def test_who_leaves_a_game_that_is_over_is_told_who_has_won(
    journal: Path, start: Callable[..., subprocess.Popen[str]]
) -> None:
    game = rules.load("barriers", 2, first="seat0")
    with Journal.open(journal) as written, written.begin(game, seed=1) as writer:
        for n, square in enumerate(["d2", "c7", "d3", "c6", "d4", "c5", "d5", "c4", "d6", "b4"]):
            writer.append(Played(n % 2, square, Source.COMPUTER))
    playing = start("log", "resume", 1, "--people", 0)
    out, err = playing.communicate("", timeout=60)
    assert (playing.returncode, err) == (0, "")
    assert out.splitlines()[-1] == "Red wins!"


@pytest.mark.parametrize(("stay", "takebacks"), [(True, 1), (False, 0)])
def test_lines_are_read_after_the_end_only_where_somebody_may_type_them(
    tmp_path: Path, stay: bool, takebacks: int
) -> None:
    async def play() -> None:
        with Journal.open(tmp_path / "journal.db") as journal:
            with journal.begin(rules.load("barriers", 2, first="seat0"), 1) as writer:
                for n, square in enumerate(["d2", "c7", "d3", "c6", "d4", "c5", "d5", "c4", "d6", "b4", "d7"]):
                    writer.append(Played(n % 2, square, Source.HANDS))
            match = Match.resume(journal, writer.game, even_over=True)
            running = Running(match, Seating((None, None), frozenset(), think_here))
            talk = LineTalk(["undo\n", "quit\n"], running.inbox, stay=stay)
            running.watch(Observer(talk.show))
            with match.writer:
                playing = asyncio.create_task(play_simulated(running, stay=True))
                async with asyncio.timeout(600):
                    await talk.run()
                playing.cancel()
            entries = journal.entries(writer.game)
            assert sum(isinstance(entry, TakenBack) for entry in entries) == takebacks

    run_virtual(play())
