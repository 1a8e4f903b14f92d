"""Chess, the example in `host/examples/chess`: installed by pip, and played by hands on the simulated table."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect, sync_playwright
from tests.bench.quick import is_recorded
from tests.helpers import built
from tests.real.test_plies import QUICK
from tests.real.tools import miss, need
from tests.referee.sitting import Sitting, sitting
from tests.rules.how_to_play.cases import faults
from tests.web import browsers
from tests.web.screen import CHROMIUM
from tests.web.served import until
from tests.web.shown import Shown, situated
from tests.web.test_browser_scenes import Room
from tests.web.test_browser_steady import SIZES, walked

from mouseboard import rules
from mouseboard.referee.situation import Choose, Chosen, Move, Situation, Who
from mouseboard.rules import Action, State
from mouseboard.sim.clock import run_virtual
from mouseboard.testing.quick import cases

pytestmark = pytest.mark.real

SOURCE = built.ROOT / "host/examples/chess"
LIBRARY = "chess==1.11.2"

PLAY = ("play", "chess", "--auto", "--seed", "3")
RESULTS = {"winner: 0": "1-0", "winner: 1": "0-1"}
OPENINGS = {
    "castling short": "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8",
    "castling long": "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8",
    "en passant": "e2e4 a7a6 e4e5 d7d5 e5d6",
    "a second queen": "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6 g7h8 =q",
    "a pawn that stands for a knight": "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6 g7h8 =n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the package and python-chess, installed by pip."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", str(target)]
    if subprocess.run([*pip, LIBRARY], check=False).returncode:
        miss(f"pip cannot install {LIBRARY}")
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--no-index", str(SOURCE)], check=True)
    return target


@pytest.fixture
def game(site: Path, monkeypatch: pytest.MonkeyPatch) -> rules.Game:
    """The game, installed for this process."""
    monkeypatch.syspath_prepend(str(site))
    return rules.load("chess")


def run(site: Path, *command: str) -> str:
    """Run a Python command with the package installed, and return what it prints."""
    path = os.pathsep.join((str(site), *sys.path))
    environment = os.environ | {"PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, *command], cwd=SOURCE, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_chess_keeps_the_contract_of_all_games(site: Path) -> None:
    run(site, "-m", "pytest", "-p", "no:cacheprovider", "--pyargs", "mouseboard.testing.conformance", "--game", "chess")


def test_the_tests_of_the_package_pass(site: Path) -> None:
    need("stockfish")
    run(site, "-m", "pytest", "-p", "no:cacheprovider", "tests")


def test_each_sentence_that_tells_how_to_play_chess_is_true(game: rules.Game) -> None:
    assert [*faults(game.name)] == []


def test_chess_is_among_the_games_to_choose_from(site: Path) -> None:
    assert "chess" in run(site, "-m", "mouseboard", "games")


@pytest.mark.usefixtures("game")
def test_stockfish_plays_itself_to_the_end_and_the_pgn_is_that_game(site: Path, tmp_path: Path) -> None:
    need("stockfish")
    from chess import pgn  # installed by the fixtures

    journal = ["--journal", str(tmp_path / "journal.db")]
    first, *actions, end = run(site, "-m", "mouseboard", *journal, *PLAY).splitlines()
    assert run(site, "-m", "mouseboard", *journal, *PLAY).splitlines() == [first, *actions, end]
    read = pgn.read_game(io.StringIO(run(site, "-m", "mouseboard_chess.pgn", "1", *journal)))
    assert read is not None
    assert read.errors == []
    assert "".join(move.uci() for move in read.mainline_moves()) == "".join(actions).replace("=", "")
    assert RESULTS.get(end, "1/2-1/2") == read.headers["Result"] == read.end().board().result()


def test_the_page_draws_all_men_and_two_touches_castle(game: rules.Game, tmp_path: Path) -> None:
    browsers.need(CHROMIUM)
    state = game.start()
    for action in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]:
        state = state.play(action)
    with sync_playwright() as playwright:
        room = Room(playwright.chromium.launch(executable_path=CHROMIUM), tmp_path)
        room.shown.show(Situation(state, Choose(0, state.actions()), standing=state.placement()))
        screen = room.tv((1280, 720))
        screen.shows("chess")
        expect(screen.page.locator(".piece .man")).to_have_count(32)
        assert screen.hindrances() == []
        screen.place("e1").click(force=True)
        screen.place("g1").click(force=True)
        until(lambda: bool(room.shown.answers))
        assert room.shown.answers == [Chosen(game.read("e1g1"), 0)]
        room.close()


@pytest.mark.parametrize("opening", ["", "h2h4 g7g5 h4g5 h7h6 g5h6 f8g7 h6g7 a7a6 g7h8"], ids=["start", "promotion"])
def test_no_control_moves_or_makes_way_for_one_that_decides(game: rules.Game, tmp_path: Path, opening: str) -> None:
    browsers.need(CHROMIUM)
    state = game.start()
    for action in opening.split():
        state = state.play(action)
    with sync_playwright() as playwright, Shown(tmp_path) as shown:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM)
        assert walked(chromium, shown, situated(state), own_die=False, decisions=len(SIZES)) == []


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
def test_whole_games_by_hands_are_understood(game: rules.Game, tmp_path: Path, opening: str) -> None:
    run_virtual(play_by_hands(game, tmp_path, opening.split(), Random(opening)))


def test_nobody_has_to_wait_for_the_table_before_the_next_ply(game: rules.Game) -> None:
    made = list(cases(game, range(100, 104)))
    assert sum(map(is_recorded, made)) >= QUICK * len(made) > 0


async def play_by_hands(game: rules.Game, folder: Path, opening: list[str], random: Random) -> None:
    """Play this opening, and then at random to the end. Fail at the first move that is not understood."""
    async with sitting(folder, game) as sat:
        await sat.asked(Choose)
        played = list[str]()
        while not sat.situation.over:
            state = sat.situation.state
            action = game.read(opening.pop(0)) if opening else random.choice(state.actions())
            if action.verb == "=":
                sat.answer(str(action))
            else:
                await move(sat, state, action, random)
            await sat.until(lambda: len(sat.situation.history) > len(played))
            played.append(str(action))
            assert sat.played == played
            await obey(sat)


async def move(sat: Sitting, state: State, action: Action, random: Random) -> None:
    """Move as people do: some lift their own man before the other's. A king goes before its rook."""
    now, then = state.placement(), state.after(action).placement()
    movers = sorted((man for man in then if now[man] != then[man]), key=lambda man: "king" not in man)
    if random.random() < 0.5:
        await sat.hands.lift(movers[0])
    for man in now.keys() - then.keys():
        await sat.hands.remove(man)
    for man in movers:
        await sat.put(man, then[man])


async def obey(sat: Sitting) -> None:
    """Exchange a promoted pawn, and answer what the table asks about it."""
    await asyncio.sleep(1)
    while not sat.situation.over and not isinstance(ask := sat.situation.ask, Choose):
        match ask:
            case Move(steps):
                for step in reversed(steps):
                    await (sat.put(step.piece, step.target) if step.target else sat.hands.remove(step.piece))
                await sat.press("b")
            case Who(place, piece):
                await sat.press("b" if sat.table.truth(piece) == place else "a")
        await asyncio.sleep(1)
