"""A game of the journal as PGN, read again by python-chess."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest

from mouseboard import rules
from mouseboard.store import DRAWN, PERSON, Journal, Played, Seated, Source, TakenBack


def written(journal: Path, actions: str) -> None:
    """Write a game between Ada and Stockfish into a new journal."""
    with Journal.open(journal) as opened, opened.begin(rules.load("chess")) as writer:
        writer.append(Seated((PERSON, "strong"), DRAWN, ("Ada", "")))
        states = [rules.load("chess").start()]
        for number, action in enumerate(actions.split(), start=1):
            if action == "undo":
                states.pop()
                writer.append(TakenBack(number - 1))
            else:
                assert states[-1].actor is not None
                writer.append(Played(states[-1].actor, action, Source.HANDS))
                states.append(states[-1].play(action))


def command(journal: Path, game: int = 1) -> subprocess.CompletedProcess[str]:
    arguments = ["-m", "mouseboard_chess.pgn", str(game), "--journal", str(journal), "--lang", "en"]
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)


def read(journal: Path) -> chess.pgn.Game:
    """Return the game that the command prints, as python-chess reads it."""
    done = command(journal)
    assert done.returncode == 0, done.stderr
    game = chess.pgn.read_game(io.StringIO(done.stdout))
    assert game is not None
    assert game.errors == []
    return game


@pytest.mark.parametrize(
    ("actions", "moves", "result", "comment"),
    [
        ("f2f3 e7e5 g2g4 d8h4", "f2f3 e7e5 g2g4 d8h4", "0-1", "Checkmate! Black wins!"),
        ("e2e4 resign", "e2e4", "1-0", "Black gives up. White wins!"),
        ("e2e4 offer accept", "e2e4", "1/2-1/2", "You agree on a draw. Well played, both!"),
        ("e2e4 d7d5 undo e7e5", "e2e4 e7e5", "*", ""),
    ],
    ids=["won", "given up", "agreed", "going on"],
)
def test_the_pgn_has_moves_and_result(tmp_path: Path, actions: str, moves: str, result: str, comment: str) -> None:
    written(tmp_path / "journal.db", actions)
    game = read(tmp_path / "journal.db")
    assert [move.uci() for move in game.mainline_moves()] == moves.split()
    assert (game.headers["Result"], game.end().comment) == (result, comment)


def test_the_pgn_has_a_promotion_as_one_move(tmp_path: Path) -> None:
    written(tmp_path / "journal.db", "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6 g7h8 =q")
    assert read(tmp_path / "journal.db").end().san() == "gxh8=Q"


def test_the_pgn_says_who_played_and_when(tmp_path: Path) -> None:
    written(tmp_path / "journal.db", "e2e4")
    headers = read(tmp_path / "journal.db").headers
    assert (headers["White"], headers["Black"]) == ("Ada", "Mouseboard, strong")
    with Journal.open_to_read(tmp_path / "journal.db") as journal:
        began = journal.heading(1).began
    assert headers["Date"][:7] == began[:7].replace("-", ".")


def test_a_game_that_is_not_chess_is_refused_in_one_line(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.begin(rules.load("classic")).close()
    path = tmp_path / "journal.db"
    done = command(path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mouseboard: game 1 is classic; `mouseboard --journal {path} log list` names each game\n"


def test_a_missing_game_is_refused_in_one_line(tmp_path: Path) -> None:
    written(tmp_path / "journal.db", "e2e4")
    done = command(tmp_path / "journal.db", game=9)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def in_shell(line: str, journal: Path) -> tuple[int, str, str]:
    """Run a line of bash, with $pgn as the command for game 1. Return its status, output and errors."""
    pgn = f"{sys.executable} -m mouseboard_chess.pgn 1 --journal {journal} --lang en"
    done = subprocess.run(["bash", "-c", f"pgn='{pgn}'; {line}"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("options", ["", "--help"])
def test_a_full_disk_is_said_in_one_line(tmp_path: Path, options: str) -> None:
    written(tmp_path / "journal.db", "e2e4")
    said = in_shell(f"$pgn {options} >/dev/full", tmp_path / "journal.db")
    assert said == (2, "", "mouseboard: standard output: the disk is full\n")


def test_a_reader_that_has_gone_ends_it_quietly(tmp_path: Path) -> None:
    written(tmp_path / "journal.db", "e2e4")
    line = "(sleep 0.5; exec $pgn) | true; exit ${PIPESTATUS[0]}"
    assert in_shell(line, tmp_path / "journal.db") == (128 + 13, "", "")
