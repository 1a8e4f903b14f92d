"""`play --auto` and `log`: a seed always prints the same text, even after interruptions."""

from __future__ import annotations

import random
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.helpers.broken_games import DRAWN, install
from tests.helpers.whole_games import WHOLE_GAMES

from mouseboard import rules
from mouseboard.match.recording import read

Start = Callable[..., subprocess.Popen[str]]


def interrupted(playing: subprocess.Popen[str], lines: int, how: signal.Signals) -> tuple[int, str]:
    """Interrupt a game with a signal after `lines` lines of output; return the exit status and standard error."""
    assert playing.stdout is not None
    for _ in range(lines):
        playing.stdout.readline()
    with suppress(ProcessLookupError):
        playing.send_signal(how)
    _, err = playing.communicate(timeout=60)
    return playing.returncode, err


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_game_plays_itself_and_names_its_setup_first_and_its_end_last(run: Run, name: str) -> None:
    ran = run("play", name, "--auto", "--seed", 7)
    first, *actions, last = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert first.startswith(f'{{"game":"{name}","players":2,')
    assert first.endswith('"seed":7}')
    state = rules.load(name).start()
    for action in actions:
        state = state.play(action)
    assert [last] == ([f"winner: {seat}" for seat in state.winners] or [f"draw: {state.result}"])


def test_a_draw_says_why_and_is_listed_as_one(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, *DRAWN)
    monkeypatch.syspath_prepend(tmp_path)
    assert run("play", "dash", "--auto", "--seed", 7).out.splitlines()[-1] == "draw: The cheese is gone."
    assert run("log", "list").out.endswith("dash, 2 players, seed 7: a draw\n")


def test_the_same_seed_prints_the_same_text_in_every_process(start: Start) -> None:
    arguments = ("play", "classic", "--players", 4, "--auto", "--seed", 7)
    one, other = (start(*arguments).communicate(timeout=120) for _ in range(2))
    assert one == other
    assert one[1] == ""
    assert one[0].count("\n") > 50


def test_what_the_table_felt_is_written_down_for_tests(run: Run, tmp_path: Path) -> None:
    ran = run("play", "revised", "--auto", "--seed", 7, "--record", tmp_path / "game.txt")
    recording = read((tmp_path / "game.txt").read_text("utf-8"))
    assert [*recording.played] == ran.out.splitlines()[1:-1]


def test_a_disk_that_is_full_ends_the_recording_and_not_the_game(run: Run) -> None:
    ran = run("play", "revised", "--auto", "--seed", 7, "--record", "/dev/full")
    assert (ran.status, ran.out.splitlines()[-1][:8]) == (0, "winner: ")
    assert ran.err == "mouseboard: /dev/full: the disk is full; the recording ends here, and the game goes on\n"


def test_a_recording_replaces_no_file_and_no_game_begins(run: Run, tmp_path: Path, journal: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    run("play", "revised", "--auto", "--seed", 7)
    for file in (journal, tmp_path / "precious.txt"):
        for command in (("play", "revised"), ("log", "resume", 1, "--before", 9), ("serve", "revised", "--port", 0)):
            assert run(*command, "--auto", "--record", file) == (
                2,
                "",
                f"mouseboard: {file} is there already and is not overwritten: name a new file\n",
            )
    assert (tmp_path / "precious.txt").read_text() == "mine"
    assert run("log", "list").out.count("\n") == 1


def test_a_recording_is_not_written_into_the_new_journal(run: Run, journal: Path) -> None:
    assert run("play", "revised", "--auto", "--record", journal).status == 2


def test_a_game_that_cannot_begin_leaves_no_recording(run: Run, tmp_path: Path) -> None:
    run("play", "revised", "--auto", "--seed", 7)
    assert run("log", "resume", 9, "--auto", "--record", tmp_path / "game.txt").status == 2
    assert not (tmp_path / "game.txt").exists()


def test_another_seed_plays_another_game(run: Run) -> None:
    one, other = (run("play", "revised", "--auto", "--seed", seed).out.splitlines() for seed in (1, 2))
    assert one[1:] != other[1:]


@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)])
def test_an_interrupted_game_is_resumed_to_exactly_the_same_end(
    run: Run, start: Start, how: signal.Signals, status: int
) -> None:
    playing = start("play", "classic", "--auto", "--seed", 11)
    ended, said = interrupted(playing, 25, how)
    assert ended == status
    if how != signal.SIGKILL:
        assert said.startswith("mouseboard: interrupted, nothing is lost: `")
        assert said.endswith("log resume 1 --auto` goes on\n")
        assert said.count("\n") == 1
    resumed = run("log", "resume", 1, "--auto")
    assert resumed == run("play", "classic", "--auto", "--seed", 11)


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "seed"), [*product(rules.games(), range(8))])
def test_a_game_killed_again_and_again_comes_to_the_same_end(run: Run, start: Start, name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    begun = (name, "--players", rng.choice(rules.games()[name].seat_counts), "--auto", "--seed", seed)
    playing = start("play", *begun)
    for _ in range(5):
        interrupted(playing, rng.randrange(2, 40), rng.choice((signal.SIGINT, signal.SIGKILL, signal.SIGKILL)))
        playing = start("log", "resume", 1, "--auto")
    out, err = playing.communicate(timeout=60)
    whole = run("play", *begun)
    assert out == whole.out or "is over" in err


# The journal


def test_the_journal_lists_tells_and_replays_its_games(run: Run) -> None:
    played = run("play", "revised", "--auto", "--seed", 1).out
    run("play", "revised", "--players", 3, "--auto", "--seed", 2)
    newest, oldest = run("log", "list").out.splitlines()
    assert newest.split()[0] == "2"
    assert "revised, 3 players, seed 2: won by " in newest
    assert oldest.split()[0] == "1"
    told = run("log", "show", 1).out
    assert "rolls" in told
    replayed = run("log", "replay", 1).out
    actions = [line.split()[0] for line in replayed.splitlines()[1:] if not line.startswith("{")]
    assert actions == [line.split()[0] for line in played.splitlines()[1:]]


def test_a_resumed_game_has_the_players_it_had(run: Run, start: Start) -> None:
    interrupted(start("play", "revised", "--auto", "--players", 3, "--seed", 1), 10, signal.SIGINT)
    run("log", "resume", 1, "--auto")
    seated = [line for line in run("log", "replay", 1).out.splitlines() if '"seated"' in line]
    assert len(seated) == 1
