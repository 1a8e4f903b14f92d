"""Every invalid request ends with one clear line on standard error and exit status 2."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli.conftest import Run
from tests.cli.tty import QUICK

from mouseboard import layouts, rules
from mouseboard.link import port
from mouseboard.store import Journal


def refused(run: Run, *arguments: object) -> str:
    """Run a command that must be refused; return its error line."""
    ran = run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err.startswith("mouseboard: ")
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("mouseboard: ").strip()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("play chess", "there is no game 'chess'; the games are "),
        ("play classic --players 7", "classic cannot be played by 7; it takes 2, 3 or 4 players"),
        ("play classic --players many", "--players: 'many' is no whole number of at most 20 digits"),
        ("play classic --option first=me", "classic: first cannot be 'me'; it is seat0, seat1, seat2, seat3 or lot"),
        ("play classic --option first", "--option 'first' must look like name=value"),
        ("play classic --option colour=red", "classic has no option 'colour'; it has layout, first, trap"),
        ("play classic --option trap=2", "trap cannot be '2'; it is a fraction between 0 and 1"),
        ("play classic --layout none.toml", "none.toml: there is no such file or folder"),
        ("play classic --layout /etc/passwd", "/etc/passwd: no such layout; shipped are barriers, cards, "),
        ("play classic --option name=x", "classic has no option 'name'; it has layout, first, trap"),
        ("play classic --option players=3", "classic has no option 'players'"),
        ("play classic --layout \udcff.toml", "layout cannot be '\\udcff.toml'; it is plain text on one line"),
        (
            f"play classic --seed {'9' * 5000}",
            "' is no whole number of at most 20 digits",
        ),
        (f"log resume 1 --before {'9' * 5000}", "--before: '99999999999999999999"),
        ("play classic --auto --scenario /dev/zero", "/dev/zero: neither a file nor a pipe"),
        ("table doctor sim --scenario /dev/zero", "/dev/zero: neither a file nor a pipe"),
        ("log import /dev/zero", "there is no file /dev/zero"),
        ("play classic --seed x", "--seed: 'x' is no whole number of at most 20 digits"),
        ("play classic --people 3", "--people cannot be 3; it is 0 to 2"),
        (
            "play draughts --dice own",
            "--dice cannot be own in draughts, which has no dice and no cards; it is table or drawn",
        ),
        ("serve morris --dice own", "--dice cannot be own in morris, which has no dice and no cards"),
        ("play classic --auto --people 1", "--people: cannot be combined with --auto"),
        ("play classic --auto --table auto", "--auto is for the simulated table"),
        ("play classic --table auto --scenario x", "--scenario is for the simulated table"),
        ("play classic --table /dev/nothing", "/dev/nothing: no such port"),
        ("play classic --table=", "which table? Name its port, such as /dev/ttyACM0, or `auto`"),
        ("play classic --table /dev/null", "/dev/null: not a serial port"),
        ("play classic --table http://pi:4000", "not the URL of a port; allowed are socket://HOST:PORT and rfc2217://"),
        ("play classic --table socket://pi.invalid:4000", "socket://pi.invalid:4000: no such host"),
        ("table doctor socket://127.0.0.1:1", "socket://127.0.0.1:1: nothing listens there"),
        ("table monitor rfc2217://127.0.0.1:1", "rfc2217://127.0.0.1:1: nothing listens there"),
        ("table flash socket://127.0.0.1:1", "socket://127.0.0.1:1: a Pico is flashed where it is plugged in"),
        ("table monitor --for soon", "--for: 'soon' is no number of seconds above 0, such as 30 or 0.5"),
        ("table monitor --for nan", "--for: 'nan' is no number of seconds above 0"),
        ("table monitor --for 0", "--for: '0' is no number of seconds above 0"),
        ("play classic --scenario nothing.txt", "nothing.txt: there is no such file or folder"),
        ("play classic --record nowhere/game.txt", "nowhere/game.txt: there is no such file or folder"),
        ("play classic --lang klingon", "--lang: 'klingon' is none of these: 'de', 'en', "),
        ("play", "which game? `mouseboard play classic`, for one; the games are barriers, cards, classic, "),
        ("games chess", "there is no game 'chess'; the games are "),
        ("help dancing", "there is no help on 'dancing'; there is on games, play, "),
        ("help table dance", "ACTION: 'dance' is none of these"),
        ("layout", "missing: ACTION"),
        ("layout check none.toml", "none.toml: there is no such file or folder"),
        ("dance", "'dance' is none of these"),
        ("log", "missing: ACTION"),
        ("log resume first", "GAME: 'first' is no whole number of at most 20 digits"),
        ("table monitor /dev/nothing", "/dev/nothing: no such port"),
        ("play classic --auto --journal /dev/null/journal.db", "cannot make the journal's folder /dev/null"),
        ("log list --journal /dev", "journal /dev cannot be opened or made: it is a folder; name another file"),
    ],
)
def test_a_wrong_word_is_answered_by_those_that_are_allowed(run: Run, arguments: str, said: str) -> None:
    assert said in refused(run, *arguments.split())


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("paly", "play"),
        ("Play", "play"),
        ("log lsit", "list"),
        ("--versoin", "--version"),
        ("play classic --playrs 3", "--players"),
        ("table doctor sim --olny lamps", "--only"),
        ("play clasic", "classic"),
        ("games Revized", "revised"),
        ("study panty", "pantry"),
        ("play classic --option frist=lot", "first"),
        ("play revised --option first=lott", "lot"),
        ("play classic --level sensibel", "sensible"),
        ("play classic --dice tabel", "table"),
        ("play classic --layout clasic", "classic"),
        ("layout check souricere", "souriciere"),
        ("--langue de games", "--lang"),
        ("table doctor sim --only chian", "chain"),
        ("resume", "log resume"),
        ("uf2", "table uf2"),
        ("help tabel", "table"),
        ("help doctor", "table doctor"),
        ("help table docto", "doctor"),
    ],
)
def test_a_mistyped_word_is_answered_by_the_one_that_was_meant(run: Run, arguments: str, meant: str) -> None:
    assert refused(run, *arguments.split()).endswith(f"; did you mean {meant}?")


def test_an_option_that_is_not_understood_is_looked_up_at_its_own_command(run: Run) -> None:
    said = refused(run, "table", "flash", "--verbose")
    assert said == "not understood: --verbose; try `mouseboard table flash --help`"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("log show 9", "has no game 9; `mouseboard log list` lists what it has"),
        ("log show 99999999999999999999", "has no game 99999999999999999999"),
        ("log replay 9", "has no game 9"),
        ("log resume 9", "has no game 9"),
        ("log resume", "every game is over; `mouseboard play` begins one"),
    ],
)
def test_a_game_that_the_journal_does_not_have_is_refused(run: Run, journal: Path, arguments: str, said: str) -> None:
    Journal.open(journal).close()
    assert said in refused(run, *arguments.split())


@pytest.mark.parametrize("arguments", ["log list", "log show 1", "log replay 1", "log resume", "log resume 1"])
def test_a_mistyped_journal_is_refused_and_nothing_is_made(run: Run, tmp_path: Path, arguments: str) -> None:
    mistyped = tmp_path / "no" / "such" / "journal.db"
    assert refused(run, "--journal", mistyped, *arguments.split()) == (
        f"there is no journal {mistyped}; `mouseboard play` begins one"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_board_file_that_breaks_a_constraint_is_refused_with_line_and_field(run: Run, tmp_path: Path) -> None:
    text = Path(str(layouts.__file__)).with_name("classic.toml").read_text(encoding="utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text(text.replace("at = [20, 60]", "at = [20, 6000]"), encoding="utf-8")
    line = text[: text.index("at = [20, 60]")].count("\n") + 1
    assert f"broken.toml, line {line}: at: " in refused(run, "play", "classic", "--layout", broken)


def test_a_board_file_that_is_no_text_is_refused(run: Run, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_bytes(b"\xff\xfe\x00")
    assert "broken.toml: not TOML" in refused(run, "play", "classic", "--layout", broken)


def test_a_board_file_that_is_not_in_utf_8_is_refused_with_the_line_that_shows_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('# a board\ntitle = "K\xe4se"\n'.encode("latin-1"))
    assert refused(run, "layout", "check", tmp_path / "latin.toml").endswith(
        "latin.toml: not TOML: line 2 is not in UTF-8; save the file in UTF-8"
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_board_file_and_a_scenario_may_begin_with_a_byte_order_mark(run: Run, tmp_path: Path, encoding: str) -> None:
    text = Path(str(layouts.__file__)).with_name("revised.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text, encoding=encoding)
    (tmp_path / "what.txt").write_text("wait 1 s\n", encoding=encoding)
    assert run("layout", "check", tmp_path / "mine.toml").status == 0
    assert run("play", "revised", "--auto", "--scenario", tmp_path / "what.txt").status == 0


def test_a_byte_order_mark_before_standard_input_is_no_part_of_it(start: Callable[..., subprocess.Popen[str]]) -> None:
    with start("play", "classic", "--seed", 1, *QUICK) as playing:
        out, err = playing.communicate("\ufeffquit\n", timeout=60)
    assert (playing.returncode, err) == (0, "")
    assert "does not fit" not in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"wait 1 s\ndance\n", "line 2: 'dance': a line begins with one of: at, break,"),
        (b"put \xff on 2\n", "line 1: 'put \N{REPLACEMENT CHARACTER} on 2': "),
        (b"put red on mars\n", "line 1: 'put red on mars': mars is no place"),
    ],
)
def test_a_scenario_that_cannot_be_done_is_refused_with_its_line(
    run: Run, tmp_path: Path, text: bytes, said: str
) -> None:
    scenario = tmp_path / "scenario"
    scenario.write_bytes(text)
    ran = run("play", "classic", "--seed", 1, "--auto", "--scenario", scenario)
    assert ran.status == 2
    assert ran.err.startswith(f"mouseboard: {said}")
    assert ran.err.count("\n") == 1


def test_a_scenario_may_come_from_a_pipe(start: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    playing = start("play", "classic", "--seed", 1, "--auto", "--scenario", pipe)
    pipe.write_text("expect cage down within 1 s\n", encoding="utf-8")
    _, err = playing.communicate(timeout=60)
    assert (playing.returncode, err) == (2, "mouseboard: line 1: 'expect cage down within 1 s': at 1.000 s it is up\n")


def test_an_expectation_that_does_not_come_true_ends_the_game(run: Run, tmp_path: Path) -> None:
    scenario = tmp_path / "scenario"
    scenario.write_text("expect cage down within 1 s\n", encoding="utf-8")
    ran = run("play", "classic", "--seed", 1, "--auto", "--scenario", scenario)
    assert (ran.status, ran.err) == (2, "mouseboard: line 1: 'expect cage down within 1 s': at 1.000 s it is up\n")


def test_nothing_is_written_down_of_a_game_that_could_not_begin(run: Run) -> None:
    refused(run, "play", "classic", "--table", "/dev/nothing")
    refused(run, "play", "classic", "--people", 3)
    assert run("log", "list").out == "no game yet; `mouseboard play` begins one\n"


def test_several_tables_are_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    vid, pid = port.PICO
    found = [SimpleNamespace(device=f"/dev/ttyACM{n}", description="Pico", vid=vid, pid=pid) for n in (0, 1)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    assert refused(run, "play", "classic", "--table", "auto") == (
        "several tables found, name one of /dev/ttyACM0, /dev/ttyACM1"
    )


def test_another_program_s_file_is_no_journal(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("a diary\n" * 1000, encoding="utf-8")
    assert refused(run, "--journal", other, "log", "list") == f"journal {other} is not a journal"


def test_a_journal_that_another_process_has_locked_is_waited_for_and_then_refused(run: Run, journal: Path) -> None:
    Journal.open(journal).close()
    other = sqlite3.connect(journal, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    said = refused(run, "play", "classic", "--seed", 1)
    other.close()
    assert said == f"journal {journal} is locked by another process; close that program, or wait until it has finished"


def test_a_game_that_is_being_played_is_not_resumed_beside_it(run: Run, journal: Path) -> None:
    with Journal.open(journal) as other, other.begin(rules.load("classic"), 1):
        assert refused(run, "log", "resume", 1) == "game 1 is being played by another process"


def test_a_game_that_is_over_is_not_resumed(run: Run) -> None:
    assert run("play", "revised", "--auto", "--seed", 1).status == 0
    assert refused(run, "log", "resume", 1) == "game 1 is over; `mouseboard log show 1` tells it"


def test_a_refusal_looks_the_same_from_outside(start: Callable[..., subprocess.Popen[str]]) -> None:
    refusing = start("play", "classic", "--players", 7)
    assert refusing.communicate(timeout=60) == (
        "",
        "mouseboard: classic cannot be played by 7; it takes 2, 3 or 4 players\n",
    )
    assert refusing.returncode == 2


def test_nothing_is_said_when_nobody_reads_any_more(start: Callable[..., subprocess.Popen[str]]) -> None:
    playing = start("play", "classic", "--auto", "--seed", 1)
    assert playing.stdout is not None
    playing.stdout.readline()
    playing.stdout.close()
    assert playing.wait(timeout=60) == 128 + 13
    assert playing.stderr is not None
    assert playing.stderr.read() == ""


def test_numbers_of_thousands_of_digits_in_files_are_refused(run: Run, tmp_path: Path) -> None:
    digits = "9" * 5000
    layout, scenario = tmp_path / "mine.toml", tmp_path / "what.txt"
    text = Path(str(layouts.__file__)).with_name("classic.toml").read_text(encoding="utf-8")
    layout.write_text(text.replace("at = [20, 60]", f"at = [20, {digits}]"), encoding="utf-8")
    assert f"{layout}: not TOML: " in refused(run, "layout", "check", layout)
    for line in (f"wait {digits} s", f"pace {digits}", f"stuck reed {digits}"):
        scenario.write_text(line)
        assert refused(run, "play", "classic", "--auto", "--scenario", scenario).startswith("line 1: ")


def test_standard_input_without_end_is_refused(start: Callable[..., subprocess.Popen[str]]) -> None:
    with start("play", "classic", "--auto", "--scenario", "-") as playing:
        assert playing.stdin
        with suppress(BrokenPipeError):
            for _ in range(200):
                playing.stdin.write("# and so on\n" * 1000)
        assert playing.wait(20) == 2
        assert playing.stderr
        assert playing.stderr.read() == "mouseboard: standard input: larger than 1 MB\n"
        with suppress(BrokenPipeError):
            playing.stdin.close()


def test_an_answer_of_thousands_of_digits_is_refused(start: Callable[..., subprocess.Popen[str]]) -> None:
    with start("play", "barriers", "--page", "off", "--option", "first=seat0", *QUICK) as playing:
        out, err = playing.communicate("9" * 5000 + "\nquit\n", timeout=60)
    assert playing.returncode == 0
    assert "does not fit. Type 1-75, or a short name such as " in out
    assert not err


def test_ctrl_c_while_modules_are_loaded_ends_quietly(tmp_path: Path) -> None:
    """A fake library makes the import slow."""
    (tmp_path / "msgspec.py").write_text("print('loading', flush=True)\nimport time\ntime.sleep(60)\n")
    command = [sys.executable, "-m", "mouseboard", "games"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as loading:
        assert loading.stdout
        assert loading.stdout.readline() == "loading\n"
        loading.send_signal(signal.SIGINT)
        assert loading.communicate(timeout=20) == ("", "")
    assert loading.returncode == 130
