"""Stockfish plays whole games, ends on request, and reports its faults."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

import pytest
from mouseboard_chess import Chess, ChessState
from mouseboard_chess.stockfish import ANSWER_S, Stockfish, installed

from mouseboard import players
from mouseboard.rules import BadGame

GAME = Chess(2, {})
START = GAME.start()
FAILED = r"^chess: Stockfish has failed twice: it ended, or chose no legal move within 20 s; "
PROMOTION = "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6 g7h8"


def played(actions: str) -> ChessState:
    """Return the state after these actions from the start."""
    state = START
    for action in actions.split():
        state = state.play(action)
    return state


def pid(player: Stockfish) -> int:
    """Return the process of a player that has chosen."""
    assert player.engine
    return player.engine.process.pid


def program(folder: Path, script: str) -> str:
    """Write a program that runs this shell script in the place of Stockfish, and return its path."""
    path = folder / "stockfish"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="ascii")
    path.chmod(0o755)
    return str(path)


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_mates_in_one_move() -> None:
    player = Stockfish(installed(), nodes=1000, margin=60)
    assert str(player.choose(played("f2f3 e7e5 g2g4"), Random(1))) == "d8h4"
    player.close()


def test_it_promotes_to_a_queen() -> None:
    player = Stockfish(installed(), nodes=1000, margin=60)
    assert str(player.choose(played(PROMOTION), Random(1))) == "=q"
    player.close()


def test_it_takes_a_draw_only_where_it_is_not_ahead() -> None:
    player = Stockfish(installed(), nodes=1000, margin=0)
    assert str(player.choose(played(f"{PROMOTION} =q a6a5 offer"), Random(1))) == "accept"
    assert str(player.choose(played(f"{PROMOTION} =q offer"), Random(1))) == "decline"
    assert str(player.choose(played("offer"), Random(1))) == "decline"
    player.close()


@pytest.mark.parametrize("kind", ["child", "sensible", "strong"])
def test_the_same_random_stream_gives_the_same_choice(kind: str) -> None:
    state, chosen = played("e2e4 e7e5 g1f3"), set[str]()
    for _ in range(3):
        player = players.load(kind, GAME)
        player.choose(START, Random(9))
        chosen.add(str(player.choose(state, Random(7))))
        players.close(player)
    assert len(chosen) == 1


def test_a_closed_player_leaves_no_process() -> None:
    player = Stockfish(installed(), nodes=100, margin=0)
    player.choose(START, Random(1))
    process = pid(player)
    player.close()
    assert not runs(process)


def test_a_killed_process_is_started_again() -> None:
    player = Stockfish(installed(), nodes=100, margin=0)
    player.choose(START, Random(1))
    killed = pid(player)
    os.kill(killed, signal.SIGKILL)
    assert player.choose(START, Random(1)) in START.actions()
    assert pid(player) != killed
    player.close()


def test_a_program_that_ends_at_once_is_named_in_one_sentence() -> None:
    player = Stockfish("/bin/true", nodes=100, margin=0)
    with pytest.raises(BadGame, match=FAILED):
        player.choose(START, Random(1))


@pytest.mark.parametrize(
    "answer", ["bestmove e2e4", "info multipv one pv e2e4 score cp 5", "info multipv 1 score cp 5 pv"]
)
def test_a_program_that_is_no_stockfish_is_named_in_one_sentence(tmp_path: Path, answer: str) -> None:
    path = program(tmp_path, f"printf '{answer}\\n'\ncat >/dev/null")
    with pytest.raises(BadGame, match=FAILED):
        Stockfish(path, nodes=100, margin=0).choose(START, Random(1))


@pytest.mark.parametrize("move", ["e2e5", "a1a1", "0000", "(none)"])
def test_a_program_that_chooses_no_legal_move_is_named_in_one_sentence(tmp_path: Path, move: str) -> None:
    answer = f"info multipv 1 score cp 5 pv {move}\\nbestmove {move}\\n"
    path = program(tmp_path, f"printf '{answer}'\ncat >/dev/null")
    with pytest.raises(BadGame, match=FAILED):
        Stockfish(path, nodes=100, margin=0).choose(START, Random(1))


@pytest.mark.parametrize("script", ["sleep 1000", "echo info multipv 1 score cp 5 pv e2e4; sleep 1000", "yes thinking"])
def test_a_program_that_never_chooses_is_ended_and_named_in_one_sentence(tmp_path: Path, script: str) -> None:
    path = program(tmp_path, f"echo $$ > {tmp_path}/pid; {script}")
    with pytest.raises(
        BadGame, match=r"^chess: Stockfish has failed twice: it ended, or chose no legal move within 0.5 s; "
    ):
        Stockfish(path, nodes=100, margin=0, seconds=0.5).choose(START, Random(1))
    assert not runs(int((tmp_path / "pid").read_text()))


def test_a_program_that_writes_a_line_without_end_is_ended_and_named_in_one_sentence(tmp_path: Path) -> None:
    path = program(tmp_path, f"echo $$ > {tmp_path}/pid; tr '\\\\0' x </dev/zero")
    began = time.monotonic()
    with pytest.raises(BadGame, match=FAILED):
        Stockfish(path, nodes=100, margin=0).choose(START, Random(1))
    assert time.monotonic() - began < ANSWER_S
    assert not runs(int((tmp_path / "pid").read_text()))


@pytest.mark.parametrize("line", ["id name Gl\\344ser", "info string score and pv", "", "info string"])
def test_what_stockfish_says_beside_its_moves_does_not_matter(
    tmp_path: Path, line: str, capfd: pytest.CaptureFixture[str]
) -> None:
    path = program(tmp_path, f"printf '{line}\\n'; echo complaint >&2; exec {installed()}")
    player = Stockfish(path, nodes=100, margin=0)
    assert player.choose(START, Random(1)) in START.actions()
    player.close()
    assert capfd.readouterr().err == ""


def test_a_program_that_dies_is_named_at_once_though_a_child_of_it_keeps_its_pipe(tmp_path: Path) -> None:
    keeps = "import os, time; os.setsid(); print('kept', flush=True); time.sleep(1000)"
    path = program(tmp_path, f'{sys.executable} -c "{keeps}" & echo $! >> {tmp_path}/pids; read -r line')
    began = time.monotonic()
    try:
        with pytest.raises(BadGame, match=FAILED):
            Stockfish(path, nodes=100, margin=0).choose(START, Random(1))
        assert time.monotonic() - began < ANSWER_S
    finally:
        for child in (tmp_path / "pids").read_text().split():
            os.kill(int(child), signal.SIGKILL)


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not limit memory")
@pytest.mark.parametrize(("megabytes", "plays"), [(100, True), (1000, False)])
def test_a_program_gets_no_more_memory_than_it_needs(tmp_path: Path, megabytes: int, plays: bool) -> None:
    takes = f"{sys.executable} -c 'bytearray({megabytes} * 2**20)'"
    player = Stockfish(program(tmp_path, f"{takes} && exec {installed()}"), nodes=100, margin=0)
    if plays:
        assert player.choose(START, Random(1)) in START.actions()
    else:
        with pytest.raises(BadGame, match=FAILED):
            player.choose(START, Random(1))
    player.close()


def test_a_program_that_hangs_once_is_started_again(tmp_path: Path) -> None:
    hangs_once = f"test -e {tmp_path}/hung && exec {installed()}; touch {tmp_path}/hung; sleep 1000"
    player = Stockfish(program(tmp_path, hangs_once), nodes=100, margin=0, seconds=2)
    assert player.choose(START, Random(1)) in START.actions()
    player.close()


def test_a_file_that_does_not_start_is_named_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "stockfish").write_bytes(b"\x7fELF")
    (tmp_path / "stockfish").chmod(0o755)
    with pytest.raises(BadGame, match=FAILED):
        Stockfish(str(tmp_path / "stockfish"), nodes=100, margin=0).choose(START, Random(1))


def test_a_missing_stockfish_is_named_with_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=r"^chess: Stockfish is not installed.*apt install stockfish"):
        installed(str(tmp_path))
