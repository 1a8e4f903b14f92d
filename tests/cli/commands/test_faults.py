"""A fault in a game's own code ends a command with one line: game, method and place. The game is saved."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.tty import PATIENCE, QUICK, Terminal
from tests.helpers.broken_games import DRAWN, install, line_of

from mouseboard.store import Journal, Played

START = "        if action == DASH:"
KEY_ERROR = (START, "        if max(self.at) > 3:\n            {}['cheese']\n" + START)
CHEESE = "{}['cheese']"
WORDS = "    def prompt(self) -> Say:"


@pytest.fixture
def with_slip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Install Cheese Dash with slips, for this process and its children; return the path of its rules module."""

    def with_slip(*slips: tuple[str, str], player: str = "") -> Path:
        module = install(tmp_path / "site", *slips, player=player)
        monkeypatch.syspath_prepend(tmp_path / "site")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
        return module

    return with_slip


def fault_in(run: Run, *arguments: object) -> str:
    """Return the command's one error line, without the advice on how to continue."""
    ran = run(*arguments)
    assert (ran.status, ran.err.count("\n")) == (2, 1), ran.err
    return ran.err.removeprefix("mouseboard: ").partition("; nothing is lost")[0].strip()


def test_a_game_that_plays_itself_ends_with_game_method_and_place(run: Run, with_slip: Callable[..., Path]) -> None:
    module = with_slip(KEY_ERROR)
    said = fault_in(run, "play", "dash", "--auto", "--seed", 7)
    place = f"{module}:{line_of(module, KEY_ERROR[1].splitlines()[1])}"
    assert said == f"dash: DashState.after() fails at {place}: KeyError: 'cheese'"


def test_the_game_goes_on_where_it_was_once_the_fault_is_mended(
    run: Run, start: Callable[..., subprocess.Popen[str]], journal: Path, with_slip: Callable[..., Path]
) -> None:
    module = with_slip(KEY_ERROR)
    err = run("play", "dash", "--auto", "--seed", 7).err
    assert re.search("once that is mended, `.* log resume 1 --auto` goes on$", err.strip())
    with Journal.open(journal) as book:
        saved = [entry.action for entry in book.entries(1) if isinstance(entry, Played)]
    module.write_text(module.read_text(encoding="utf-8").replace("{}['cheese']", "pass"), encoding="utf-8")
    out, err = start("log", "resume", 1, "--auto").communicate(timeout=PATIENCE)
    assert saved
    assert out.splitlines()[1 : len(saved) + 1] == saved
    assert re.fullmatch("winner: [01]", out.splitlines()[-1]), err


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        (("return {mouse: self", "return None if max(self.at) > 3 else {mouse: self"), "placement() is None; it must"),
        (("return () if self", "return None if max(self.at) > 3 else () if self"), "actions() is None; it must be a"),
        (("return DIE if", "return next(iter(())) if max(self.at) > 3 else DIE if"), "DashState.odds() fails at"),
        (("return None if", "return 7 if max(self.at) > 3 else None if"), "actor is 7; it must be a seat from 0 to 1"),
        ((WORDS, "    def tell(self, action, after):\n        pass\n\n" + WORDS), "gives None; it must be a tuple"),
        ((WORDS, "    def hand_tasks(self, action, after):\n        return ('clap',)\n\n" + WORDS), "is no HandTask"),
    ],
)
def test_an_answer_that_makes_other_code_fail_is_traced_to_the_game(
    run: Run, with_slip: Callable[..., Path], slip: tuple[str, str], said: str
) -> None:
    with_slip(slip)
    assert said in fault_in(run, "play", "dash", "--auto", "--seed", 7)


@pytest.mark.parametrize("winners", ["(7,)", "(-1,)", "7", "None", "(1, 0)", "('red',)"])
def test_winners_that_are_no_seats_of_the_game_are_named(
    run: Run, with_slip: Callable[..., Path], winners: str
) -> None:
    wrong = f"    winners = property(lambda self: {winners} if self.arrived else ())\n\n    def prompt(self)"
    with_slip(*DRAWN[:-1], ("    def prompt(self)", wrong))
    said = fault_in(run, "play", "dash", "--auto", "--seed", 7)
    assert said == f"dash: winners is {winners}; it must be a sorted tuple of seats from 0 to 1"
    assert fault_in(run, "log", "resume", 1, "--auto") == said


def test_actions_that_change_between_calls_are_named_instead_of_the_computer_player(
    run: Run, with_slip: Callable[..., Path]
) -> None:
    changing = "        self.game.calls = getattr(self.game, 'calls', 0) + 1\n"
    odd = f"{changing}        if max(self.at) > 3 and self.game.calls % 2:\n            return (DASH,)\n"
    start = "    def actions(self) -> tuple[Action, ...]:\n"
    with_slip((start, start + odd), player="return dict(zip(state.actions(), state.actions(), strict=True))[DASH]")
    said = fault_in(run, "play", "dash", "--auto", "--seed", 7)
    assert said == "dash: actions() gives other actions when it is called again; one state must always give the same"


def test_a_sentence_whose_holes_nothing_fills_is_shown(run: Run, with_slip: Callable[..., Path]) -> None:
    with_slip((WORDS, "    def tell(self, action, after):\n        return (say('{maus} goes'),)\n\n" + WORDS))
    assert run("play", "dash", "--auto", "--seed", 7).status == 0
    said = run("log", "show", 1).err
    assert "has holes that nothing fills, or a bad brace: '{maus} goes' (KeyError: 'maus')" in said


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("raise SystemExit(object())", "SystemExit: <object object>"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import asyncio; raise asyncio.CancelledError", "CancelledError"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("raise BaseException('enough')", "BaseException: enough"),
    ],
)
def test_a_game_that_would_end_the_program_is_named(
    run: Run, with_slip: Callable[..., Path], what: str, said: str
) -> None:
    slip = (START, f"        if max(self.at) > 3:\n            {what}\n" + START)
    place = f"{(module := with_slip(slip))}:{line_of(module, what)}"
    assert fault_in(run, "play", "dash", "--auto", "--seed", 7) == f"dash: DashState.after() fails at {place}: {said}"


@pytest.mark.parametrize(
    ("right", "name"),
    [
        ("return DashState(self", "Dash.start()"),
        ("return None if self.winners", "DashState.actor"),
        ("return () if self.winners", "DashState.actions()"),
        ("return DIE if", "DashState.odds()"),
        ("return tuple(seat", "DashState.actor"),
        ("return {mouse:", "DashState.placement()"),
    ],
)
def test_any_method_of_a_game_that_leaves_is_named(
    run: Run, with_slip: Callable[..., Path], right: str, name: str
) -> None:
    with_slip((right, f"raise SystemExit\n        {right}"))
    assert f"dash: {name} fails at " in fault_in(run, "play", "dash", "--auto", "--seed", 7)


@pytest.mark.parametrize("what", ["sys.exit()", "raise KeyboardInterrupt", "raise BaseException"])
def test_a_package_that_leaves_while_it_is_imported_is_named(
    run: Run, with_slip: Callable[..., Path], what: str
) -> None:
    with_slip(("DASH, WALK =", f"import sys; {what}\nDASH, WALK ="))
    assert "dash: loading mouseboard_dash_" in fault_in(run, "play", "dash", "--auto")
    assert "classic" in run("games").out


def test_a_computer_player_that_leaves_is_named(run: Run, with_slip: Callable[..., Path]) -> None:
    with_slip(player="raise SystemExit")
    said = fault_in(run, "play", "dash", "--auto", "--seed", 7)
    assert re.fullmatch(r"dash: the computer player's choose\(\) fails at .*: SystemExit", said)


@pytest.mark.skipif(os.name != "posix", reason="there are no timers that could end it")
@pytest.mark.real
def test_a_game_without_an_end_is_named(
    start: Callable[..., subprocess.Popen[str]], with_slip: Callable[..., Path]
) -> None:
    module = with_slip((START, "        while max(self.at) > 3:\n            pass\n" + START))
    playing = start("play", "dash", "--auto", "--seed", 7)
    out, err = playing.communicate(timeout=5 * PATIENCE)
    assert (playing.returncode, err.count("\n")) == (2, 1), err
    assert out.splitlines()[-2:] == ["dash", "roll4"]
    assert re.match(rf"mouseboard: dash: DashState\.after\(\) fails at {module}:\d+: Endless: no end after 10 s; ", err)


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_computer_that_thinks_for_ever_does_not_hold_up_the_end(
    start: Callable[..., subprocess.Popen[str]], with_slip: Callable[..., Path], tmp_path: Path, command: str
) -> None:
    thinking = tmp_path / "thinking"
    with_slip(player=f"open({str(thinking)!r}, 'w').close()\n        while True: pass")
    where = ["--port", 0] if command == "serve" else ["--page", "off"]
    playing = start(command, "dash", "--people", 0, *where, *QUICK)
    end = time.monotonic() + PATIENCE
    while not thinking.exists():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.05)
    playing.send_signal(signal.SIGINT)
    _, err = playing.communicate(timeout=PATIENCE)
    assert playing.returncode == 130
    assert re.fullmatch(r"mouseboard: interrupted, nothing is lost: `.* log resume 1` goes on\n", err)


def test_a_computer_player_s_fault_is_its_own(run: Run, with_slip: Callable[..., Path]) -> None:
    module = with_slip(player="return {}['cheese']")
    said = fault_in(run, "play", "dash", "--auto", "--seed", 7)
    place = f"{module}:{line_of(module, CHEESE)}"
    assert said == f"dash: the computer player's choose() fails at {place}: KeyError: 'cheese'"


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (
            ("LEVELS =", "GONE ="),
            "dash: loading its computer player from .* fails: AttributeError: .*'LEVELS'",
        ),
        (
            ("{'sensible': Player}", "'sensible'"),
            "dash: .*:LEVELS is 'sensible'; it must map kinds of computer player to makers",
        ),
        (
            ("game):\n        pass", "game):\n        game.seats"),
            "dash: making its computer player fails at .*'seats'",
        ),
    ],
)
def test_a_computer_player_that_cannot_be_made_is_named(
    run: Run, with_slip: Callable[..., Path], broken: tuple[str, str], said: str
) -> None:
    module = with_slip(player="return state.actions()[0]")
    module.write_text(module.read_text(encoding="utf-8").replace(*broken), encoding="utf-8")
    assert re.fullmatch(said, fault_in(run, "play", "dash", "--auto", "--seed", 7))


def test_a_computer_player_that_chooses_what_is_not_legal_is_told_what_is(
    run: Run, with_slip: Callable[..., Path]
) -> None:
    with_slip(player="pass")
    said = fault_in(run, "play", "dash", "--auto", "--seed", 7)
    assert said == "dash: the computer player's choose() gives None; legal: dash, walk"


def test_lines_from_a_pipe_end_with_the_fault_too(
    start: Callable[..., subprocess.Popen[str]], with_slip: Callable[..., Path]
) -> None:
    with_slip((START, "        if any(self.at):\n            {}['cheese']\n" + START))
    playing = start("play", "dash", "--people", 2, "--seed", 7, *QUICK)
    _, err = playing.communicate("walk\nwalk\n", timeout=PATIENCE)
    assert playing.returncode == 2
    assert re.fullmatch(r"mouseboard: dash: DashState\.after\(\) fails at .*: KeyError: 'cheese'; nothing is .*\n", err)


@pytest.mark.parametrize("method", ["labels", "scores"])
def test_the_terminal_is_left_as_it_was_when_a_picture_cannot_be_drawn(
    method: str, with_slip: Callable[..., Path]
) -> None:
    with_slip((WORDS, f"    def {method}(self):\n        return {{}}['cheese']\n\n" + WORDS))
    terminal = Terminal("play", "dash", "--people", "2", "--seed", "7")
    terminal.until("\x1b[?1049l")  # the earlier screen is back
    terminal.until(f"mouseboard: dash: DashState.{method}() fails at ")
    assert terminal.process.wait(PATIENCE) == 2


def test_the_log_tells_where_its_words_fail_and_still_lists_every_game(
    run: Run, start: Callable[..., subprocess.Popen[str]], with_slip: Callable[..., Path]
) -> None:
    module = with_slip()
    assert run("play", "dash", "--auto", "--seed", 7).status == 0
    right = module.read_text(encoding="utf-8")
    tell = "    def tell(self, action, after):\n        return {}['cheese']\n\n"
    module.write_text(right.replace(WORDS, tell + WORDS), encoding="utf-8")
    showing = start("log", "show", 1)
    _, err = showing.communicate(timeout=PATIENCE)
    place = f"{module}:{line_of(module, CHEESE)}"
    assert showing.returncode == 2
    assert err == f"mouseboard: dash: DashState.tell() fails at {place}: KeyError: 'cheese'\n"
    module.write_text(right.replace("if action == DASH:", "if {}['cheese']:"), encoding="utf-8")
    listing = start("log", "list")
    out, _ = listing.communicate(timeout=PATIENCE)
    assert listing.returncode == 0
    assert "entry 1 does not play: dash: DashState.after() fails at " in out


def test_the_traceback_is_shown_to_those_who_ask_for_it(
    start: Callable[..., subprocess.Popen[str]], with_slip: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_slip(KEY_ERROR)
    monkeypatch.setenv("MOUSEBOARD_TRACEBACK", "1")
    _, err = start("play", "dash", "--auto", "--seed", 7).communicate(timeout=PATIENCE)
    assert "Traceback (most recent call last):" in err
    assert err.splitlines()[-1].startswith("mouseboard: dash: DashState.after() fails at ")
