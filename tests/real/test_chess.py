"""Chess, the example in `host/examples/chess`: installed by pip, and played by hands on the simulated table."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests import built
from tests.real.tools import miss, need
from tests.referee.sitting import Sitting, sitting

from mouseboard import rules
from mouseboard.referee.situation import Choose, Move, Who
from mouseboard.rules import Action, State
from mouseboard.sim.clock import run_virtual

pytestmark = pytest.mark.real

SOURCE = built.ROOT / "host/examples/chess"
LIBRARY = "chess==1.11.2"

PLAY = ("play", "chess", "--auto", "--seed", "3")
RESULTS = {"winner: 0": "1-0", "winner: 1": "0-1"}
GAMES = 12
RARE = ("short castling", "long castling", "en passant", "promotion")
"""What hands do as soon as they may, so that each comes up often enough."""


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


def test_whole_games_by_hands_are_understood(game: rules.Game, tmp_path: Path) -> None:
    seen = Counter[str]()
    for seed in range(GAMES):
        hands = Hands(game, Random(seed))
        run_virtual(hands.play(tmp_path / str(seed)))
        seen += hands.seen
    assert {*seen} >= {*RARE, "capture", "quiet"}, seen


class Hands:
    """Two people who play at random, and do each move as people do: the taken man first, or the mover first."""

    def __init__(self, game: rules.Game, random: Random) -> None:
        self.game = game
        self.random = random
        self.seen = Counter[str]()

    async def play(self, folder: Path) -> None:
        """Play to the end. Fail at the first move that is not understood."""
        folder.mkdir()
        async with sitting(folder, self.game) as sat:
            await sat.asked(Choose)
            played = list[str]()
            while not sat.situation.over:
                state = sat.situation.state
                action = self._chosen(state)
                if action.verb == "=":
                    sat.answer(str(action))
                else:
                    await self._move(sat, state, state.after(action).placement())
                await sat.until(lambda: len(sat.situation.history) > len(played))
                played.append(str(action))
                assert sat.played == played, kind_of(state, action)
                await self._obey(sat)

    def _chosen(self, state: State) -> Action:
        """Return a rare move if there is one, else any."""
        kinds = {action: kind_of(state, action) for action in state.actions()}
        rare = [action for action, kind in kinds.items() if kind in RARE]
        action = self.random.choice(rare or state.actions())
        self.seen[kinds[action]] += 1
        return action

    async def _move(self, sat: Sitting, state: State, then: dict[str, str]) -> None:
        """Carry the men to where they are then, the king before the rook."""
        now = state.placement()
        taken = [man for man in now if man not in then]
        movers = sorted((man for man in then if now[man] != then[man]), key=lambda man: "king" not in man)
        if self.random.random() < 0.5:
            await sat.hands.lift(movers[0])
        for man in taken:
            await sat.hands.remove(man)
        for man in movers:
            await sat.put(man, then[man])

    async def _obey(self, sat: Sitting) -> None:
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


def kind_of(state: State, action: Action) -> str:
    """Return what kind of move an action is: one of RARE, a capture, or a quiet one."""
    after = state.after(action)
    now, then = state.placement(), after.placement()
    moved = [man for man in then if now.get(man) != then[man]]
    if action.verb == "=":
        return "promotion"
    if len(moved) == 2:
        return "short castling" if "g" in then[next(man for man in moved if "king" in man)] else "long castling"
    taken = [square for man, square in now.items() if man not in then]
    return "quiet" if not taken else "capture" if taken == [then[moved[0]]] else "en passant"
