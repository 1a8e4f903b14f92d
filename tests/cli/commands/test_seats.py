"""Seats from the command line: how many people play, and at which level the computers play."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Run

from mouseboard import rules
from mouseboard.cli.commands.seats import seat
from mouseboard.cli.main import make_parser
from mouseboard.store import AT_TABLE, PERSON, Seated

GAME = rules.load("revised")


@pytest.mark.parametrize(
    ("command", "seats"),
    [
        ("play revised", (PERSON, "sensible")),
        ("play revised --level child", (PERSON, "child")),
        ("play revised --people 2 --level child", (PERSON, PERSON)),
        ("play revised --auto --level random", ("random", "random")),
    ],
)
def test_computers_play_the_usual_way_unless_a_level_is_given(command: str, seats: tuple[str, ...]) -> None:
    assert seat(GAME, make_parser().parse_args(command.split())).seats == seats


@pytest.mark.parametrize(
    ("command", "seats"),
    [
        ("log resume 1", (PERSON, "random")),
        ("log resume 1 --level child", (PERSON, "child")),
        ("log resume 1 --auto", ("sensible", "random")),
        ("log resume 1 --auto --level child", ("child", "child")),
    ],
)
def test_a_game_goes_on_among_those_who_sat_there_unless_others_are_named(command: str, seats: tuple[str, ...]) -> None:
    before = Seated((PERSON, "random"), AT_TABLE, ("Ada", ""))
    after = seat(GAME, make_parser().parse_args(command.split()), before)
    assert (after.seats, after.names) == (seats, ("Ada", "") if PERSON in seats else ())


def test_a_level_is_written_down(run: Run) -> None:
    assert run("play", "revised", "--auto", "--level", "child", "--seed", 7).status == 0
    assert "Blue is played by Robo, like a small child." in run("log", "show", 1).out


def test_a_level_that_a_game_lacks_is_refused_with_those_there_are(run: Run) -> None:
    ran = run("play", "revised", "--auto", "--level", "genius")
    assert (ran.status, ran.err) == (2, "mouseboard: revised has no 'genius' player; it has random, child, sensible\n")
