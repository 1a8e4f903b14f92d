"""`mouseboard study`: its sentences, its last line, the files it leaves, and the input it refuses."""

from __future__ import annotations

import html
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.helpers.broken_games import DRAWN, install
from tests.helpers.full_disk import full_disk, needs_limits

from mouseboard.study.definition import prepare

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    prepare.cache_clear()  # tests install different games under one name
    return tmp_path


def test_it_says_what_it_finds_and_last_the_digest(run: Run, here: Path) -> None:
    ran = run("study", "souriciere", "--games", 30, "--workers", 1)
    name, fairness, *_, report, digest = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert name == "La souricière, 2 players (random): 30 games"
    assert fairness.startswith("  The ")
    assert report == "The report is in study-souriciere/report.html"
    assert re.fullmatch("digest: [0-9a-f]{64}", digest)
    assert sorted(path.name for path in (here / "study-souriciere").iterdir()) == ["report.html", "study.db"]


def test_the_command_in_the_report_makes_the_same(run: Run, here: Path) -> None:
    arguments = "study souriciere --players 3 --option exact=false --against occupied=home --games 20 --workers 1"
    first = run(*arguments.split()).out
    (command,) = re.findall("<code>(.*)</code>", (here / "study-souriciere" / "report.html").read_text("utf-8"))
    again = run(*shlex.split(command)[1:], "--workers", 1, "--out", "elsewhere").out
    assert again.splitlines()[-1] == first.splitlines()[-1]


def test_another_seed_plays_other_games(run: Run) -> None:
    digests = {run("study", "souriciere", "--games", 5, "--workers", 1, "--seed", seed).out[-65:] for seed in (0, 1)}
    assert len(digests) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("study", "missing: game"),
        ("study chess", "there is no game 'chess'"),
        ("study classic --players 9", "classic cannot be played by 9"),
        ("study classic --seats clever", "classic has no 'clever' player; it has random, sensible"),
        ("study classic --seats random random random", "3 players are named for 2 seats"),
        ("study classic --against first=seat0", "--against first=seat0 is the same rule set: name what differs"),
        ("study classic --against seats=sensible", "--against seats=sensible is the same rule set"),
        ("study classic --against first", "--against 'first' must look like name=value"),
        ("study classic --against colour=red", "classic has no option 'colour'"),
        ("study classic --against seats=clever", "classic has no 'clever' player"),
        ("study classic --games 0", "--games: '0' is no number above 0"),
        ("study classic --games 10 --until-width 0.1", "--until-width: cannot be combined with --games"),
        ("study classic --until-width 0", "--until-width: '0' is no share from 0.002 to 1, such as 0.02"),
        ("study classic --workers none", "--workers: 'none' is no whole number of at most 20 digits"),
        ("study classic --workers 2 --on tcp://x:1", "--on: cannot be combined with --workers"),
        ("study classic --on nowhere", "'nowhere' is no scheduler; one is called tcp://HOST:PORT or tls://HOST:PORT"),
        ("study classic --out /dev/null/x", "/dev/null/x: a part of its path is no folder"),
        ("study classic --layout revised", "a layout of revised, not of classic"),
    ],
)
def test_what_cannot_be_studied_is_refused_in_one_line(run: Run, arguments: str, said: str) -> None:
    ran = run(*arguments.split())
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert said in ran.err


def test_a_report_that_cannot_be_written_is_named_after_what_was_found(run: Run, here: Path) -> None:
    (here / "study-souriciere" / "report.html").mkdir(parents=True)
    ran = run("study", "souriciere", "--games", 5, "--workers", 1)
    assert ran.status == 2
    assert ran.out.startswith("La souricière, 2 players (random): 5 games\n")
    assert ran.err == ("mouseboard: study-souriciere/report.html: not a regular file; what is played is kept\n")


def test_a_folder_whose_name_is_no_text_gets_its_report(run: Run, here: Path) -> None:
    ran = run("study", "souriciere", "--games", 5, "--workers", 1, "--out", "caf\udce9")
    assert (ran.status, ran.err) == (0, "")
    assert r"--out 'caf\udce9'" in html.unescape((here / "caf\udce9" / "report.html").read_text("utf-8"))


@needs_limits
@pytest.mark.usefixtures("here")
def test_a_study_on_a_full_disk_is_refused_with_the_reason_of_the_system(run: Run) -> None:
    with full_disk(0):
        ran = run("study", "souriciere", "--games", 5, "--workers", 1)
    assert (ran.status, ran.err) == (2, "mouseboard: study-souriciere/study.db: File too large\n")


def test_ctrl_c_keeps_what_is_played_and_says_how_to_go_on(start: Start, run: Run, here: Path) -> None:
    study = start("study", "souriciere", "--games", 100_000, "--workers", 1, "--out", "here")
    wal = here / "here" / "study.db-wal"
    while not (wal.exists() and wal.stat().st_size > 50_000):
        time.sleep(0.05)
    study.send_signal(signal.SIGINT)
    _, err = study.communicate(timeout=20)
    assert study.returncode == 130
    assert re.fullmatch(
        r"mouseboard: interrupted, what is played is kept: `mouseboard study souriciere .* --out here` goes on\n", err
    )
    whole = run("study", "souriciere", "--games", 20, "--workers", 1, "--out", "other").out.splitlines()[-1]
    assert run("study", "souriciere", "--games", 20, "--workers", 1, "--out", "here").out.splitlines()[-1] == whole


def test_a_game_of_one_s_own_is_studied_without_its_help(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    ran = run("study", "dash", "--games", 20, "--workers", 1)
    assert ran.out.startswith("Cheese Dash, 2 players (random): 20 games\n  The ")
    assert "  In every turn there is something to choose.\n" in ran.out
    assert "  One playouts player among random ones wins " in ran.out


def test_winners_that_are_no_seats_of_the_game_are_told_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "    winners = property(lambda self: (7,) if self.arrived else ())\n\n    def prompt(self)"
    install(tmp_path / "site", *DRAWN[:-1], ("    def prompt(self)", wrong))
    monkeypatch.syspath_prepend(tmp_path / "site")
    ran = run("study", "dash", "--games", 3, "--workers", 1)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "dash: winners is (7,); it must be a sorted tuple of seats from 0 to 1, in game 0 of the study" in ran.err


def test_a_fault_of_a_game_is_told_in_one_line_and_what_is_played_is_kept(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, ("square = 0 if steps == 1", 'square = {}["cheese"] if steps == 1'))
    monkeypatch.syspath_prepend(tmp_path)
    ran = run("study", "dash", "--games", 20, "--workers", 1)
    assert ran.status == 2
    assert re.fullmatch(
        r"mouseboard: dash: DashState\.after\(\) fails at .*: KeyError: 'cheese', in game \d+ of the study; what is"
        r" played is kept, and the same command goes on\n",
        ran.err,
    )
