"""Whole games. Each move goes from hand, magnet and reed through firmware, line, table and referee to the lamps."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers.whole_games import WHOLE_GAMES
from tests.referee.evening import classic, play

from mouseboard import rules
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import UNSURE, Situation
from mouseboard.say import Say, say

MISHAPS = """
at 5 s noise 0.001
at 20 s unplug
at 21 s replug
at 40 s knock red over
at 60 s power cut
at 63 s power on
at 80 s lift blue
at 83 s put blue on 14
at 90 s press stop
at 150 s release stop
"""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_ends_with_all_its_cheese_and_the_journal_replays_it(tmp_path: Path, seats: int) -> None:
    evening = play(tmp_path, classic(seats))
    assert len(evening.state.winners) == 1
    assert {state.conserved()["cheese"] for state in evening.journal.states} == {52}
    assert evening.journal.state == evening.state


def test_the_same_seed_plays_the_same_game_in_the_same_time(tmp_path: Path) -> None:
    once, again = play(tmp_path, classic(4)), play(tmp_path, classic(4))
    assert (once.actions, once.seconds) == (again.actions, again.seconds)
    assert once.actions != play(tmp_path, classic(4), seed=8).actions


@pytest.mark.parametrize("fault", ["flip", "drop", "double"])
def test_noise_on_the_line_changes_no_action(tmp_path: Path, fault: str) -> None:
    quiet = play(tmp_path, classic(4))
    assert play(tmp_path, classic(4), scenario=f"noise 0.001 {fault}").actions == quiet.actions


def test_mishaps_with_cable_mouse_power_and_hand_change_no_action(tmp_path: Path) -> None:
    quiet = play(tmp_path, classic(2))
    assert play(tmp_path, classic(2), scenario=MISHAPS).actions == quiet.actions


def test_a_table_whose_chain_fails_its_test_is_reported(tmp_path: Path) -> None:
    last: list[Say] = []

    def watch(situation: Situation, _: Inbox) -> None:
        last.append(situation.story[-1] if situation.story else say("Nothing yet."))

    play(tmp_path, classic(2), scenario="at 20 s break chain\npower cut\npower on", watch=watch)
    assert UNSURE not in last[:5]
    assert last[-1] == UNSURE


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_every_game_can_be_played_on_the_table(tmp_path: Path, name: str) -> None:
    evening = play(tmp_path, rules.load(name))
    assert evening.state.actor is None
    assert evening.journal.state == evening.state


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(100))
def test_a_hundred_games_end_with_all_their_cheese(tmp_path: Path, seats: int, seed: int) -> None:
    evening = play(tmp_path, classic(seats), seed)
    assert len(evening.state.winners) == 1
    assert {state.conserved()["cheese"] for state in evening.journal.states} == {52}
    assert evening.journal.state == evening.state


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
def test_twenty_games_are_the_same_with_noise_and_without(tmp_path: Path, seed: int) -> None:
    quiet = play(tmp_path, classic(4), seed)
    assert play(tmp_path, classic(4), seed, scenario="noise 0.001").actions == quiet.actions
