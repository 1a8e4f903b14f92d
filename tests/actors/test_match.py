"""Simulated people alone at a simulated table finish a game, or an error says why they cannot."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest
from tests.referee.evening import computers

from mouseboard import cli, rules, sim
from mouseboard.actors.match import SET_UP, play_simulated
from mouseboard.match import Match, Observer, Running
from mouseboard.referee.seating import Seating, think_here
from mouseboard.referee.situation import Ask, Roll, Situation
from mouseboard.rules import CHANCE, State
from mouseboard.sim.clock import Standstill, run_virtual
from mouseboard.store import Journal, Paused, Played, Source


def play_alone(folder: Path, name: str, seed: int, scenario: str) -> State:
    """Play a game of three to its end while `scenario` disturbs the table. Raises Standstill if the game stops."""
    game = rules.load(name, 3)
    seating = Seating(computers(game), frozenset(range(3)), think_here)
    with Journal.open(folder / "journal.db") as journal:
        match = Match.begin(journal, game, seed)
        with match.writer:
            return run_virtual(play_simulated(Running(match, seating), scenario=scenario, alone=True))


@pytest.mark.parametrize(
    ("name", "seed", "out", "back"),
    [
        ("revised", 14, 38.11, 44.27),  # button B is pressed meanwhile, and must not seem held
        ("souriciere", 25, 46.80, 53.63),
        ("revised", 22, 16.83, 21.93),  # a mouse is moved meanwhile, and a sensor suspected
        ("revised", 366, 16.35, 23.17),  # the cage comes down meanwhile
    ],
)
def test_play_goes_on_after_the_cable_was_out_for_a_while(
    name: str, seed: int, out: float, back: float, tmp_path: Path
) -> None:
    scenario = f"at {out} s unplug\nat {back} s replug\n"
    assert play_alone(tmp_path, name, seed, scenario).winners
    with Journal.open(tmp_path / "journal.db") as journal:
        assert not any(isinstance(entry, Paused) for entry in journal.entries(1))


def test_a_game_that_stands_still_ends_with_an_error_that_names_the_open_question(tmp_path: Path) -> None:
    said = r"^nothing was played for 600 s, after \d+ actions: The trap did not go: the trap has no power, .*\?$"
    with pytest.raises(Standstill, match=said):
        play_alone(tmp_path, "revised", 366, "at 5 s press stop\n")


@pytest.mark.real
def test_the_command_line_reports_a_standstill_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = tmp_path / "events.txt"
    events.write_text("at 5 s unplug\n")
    journal = ["--journal", str(tmp_path / "journal.db")]
    assert cli.main([*journal, "play", "revised", "--auto", "--scenario", str(events)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("mouseboard: nothing was played for 600 s, after ") and said.count("\n") == 1
    assert said.endswith(": Looking for the table. Is its cable in?\n")


def test_hands_of_a_scenario_can_wait_until_the_pieces_are_set_up(tmp_path: Path) -> None:
    game = rules.load("draughts")
    played: list[str] = []

    async def move_once(match: Match) -> None:
        noted = Observer(on_played=lambda record: played.append(str(record.action)))
        running = Running(match, Seating((None, None), frozenset(), think_here), noted)
        playing = asyncio.create_task(play_simulated(running, scenario=f"{SET_UP}\nput black-man-10 on b4"))
        await asyncio.sleep(100)
        playing.cancel()

    with Journal.open(tmp_path / "journal.db") as journal:
        match = Match.begin(journal, game, 7)
        with match.writer:
            run_virtual(move_once(match))
    assert played == ["c3-b4"]


def test_the_command_line_lets_a_scenario_wait_until_the_pieces_are_set_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = tmp_path / "events.txt"
    events.write_text(f"{SET_UP}\nexpect truth red beside within 0 s\n")
    journal = ["--journal", str(tmp_path / "journal.db")]
    assert cli.main([*journal, "play", "revised", "--auto", "--scenario", str(events)]) == 2
    assert "line 2: 'expect truth red beside within 0 s': at " in capsys.readouterr().err


def test_the_page_of_scenarios_has_the_command_that_only_matches_know() -> None:
    assert f"| `{SET_UP}` | in a match " in Path(sim.__file__).with_name("SCENARIOS.md").read_text(encoding="utf-8")


def test_the_pieces_of_a_resumed_game_stand_on_the_board(tmp_path: Path) -> None:
    game = rules.load("souriciere", 2)
    asked: list[Ask] = []

    async def resumed(match: Match) -> None:
        def note(situation: Situation) -> None:
            if situation.ask:
                asked.append(situation.ask)

        running = Running(match, Seating((None, None), frozenset({0, 1}), think_here), Observer(note))
        playing = asyncio.create_task(play_simulated(running))
        await asyncio.sleep(5)
        playing.cancel()

    with Journal.open(tmp_path / "journal.db") as journal:
        with journal.begin(game, 7) as writer:
            writer.append(Played(CHANCE, "roll3", Source.ROLLED))
            writer.append(Played(CHANCE, "roll5", Source.ROLLED))
        match = Match.resume(journal, 1)
        with match.writer:
            run_virtual(resumed(match))
    assert asked and all(isinstance(ask, Roll) for ask in asked)


def test_an_error_while_a_game_is_being_interrupted_is_not_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = rules.load("revised", 3)
    seating = Seating(computers(game), frozenset(range(3)), think_here)

    async def interrupted(match: Match) -> None:
        task = asyncio.current_task()
        assert task

        def tear(_: object) -> None:
            task.cancel()
            raise BrokenPipeError

        await play_simulated(Running(match, seating, Observer(on_played=tear)), alone=True)

    with Journal.open(tmp_path / "journal.db") as journal:
        match = Match.begin(journal, game, 7)
        with match.writer, pytest.raises(asyncio.CancelledError):
            run_virtual(interrupted(match))
    gc.collect()
    assert not caplog.records
