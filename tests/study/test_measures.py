"""The measures of a game, counted by hand."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from tests.helpers.broken_games import DRAWN, install
from tests.study.games import played

from mouseboard import players, rules
from mouseboard.rules import Device
from mouseboard.study.measures import CHOICE_S, CLOSELY, HANDS_S, SECONDS, Row, brief, look, measure, turns_of
from mouseboard.study.playing import LONGEST, play, streams

GAME = "wait grab missed grab caught grab caught grab caught"
"""Seat 0 waits, seat 1 misses; seats 0 and 1 get a cheese each; seat 0 gets its second and wins."""


def test_every_game_has_its_beginner_winners_turns_and_actions_measured() -> None:
    assert brief(7, played(GAME)) == Row(7, first=0, winners=0b01, turns=5, actions=9)


def test_a_turn_goes_on_while_chance_decides_something_in_it() -> None:
    assert [len(turn) for turn in turns_of(played(GAME))] == [1, 2, 2, 2, 2]


def test_what_chance_decides_before_anybody_s_turn_belongs_to_none() -> None:
    state = rules.load("classic", 2, first="lot").start()
    lot, roll = state.play("first1"), state.play("first1").play("roll1")
    steps = [(state, state.game.read("first1"), lot), (lot, state.game.read("roll1"), roll)]
    assert turns_of(steps) == [steps[1:]]
    assert brief(0, steps).first == 1


def test_closely_it_is_seen_where_there_was_a_choice_and_what_was_never_chosen() -> None:
    seen = look(played(GAME), number=0, name="")
    assert seen.forced == 2  # both turns of seat 1
    assert (seen.offered, seen.chosen) == (("grab", "wait"), ("grab", "wait"))
    assert look(played(GAME.removeprefix("wait grab missed ")), 0, "").chosen == ("grab",)


def test_closely_the_trap_is_watched() -> None:
    seen = look(played(GAME), number=0, name="")
    assert (seen.cranks, seen.catches, seen.first_crank) == (4, 3, 2)
    assert look(played("wait"), 0, "").first_crank is None


def test_a_game_counts_what_it_likes() -> None:
    assert look(played(GAME), number=0, name="").own == {"second helping": 1}


def test_minutes_at_a_table_are_those_of_chance_of_hands_and_of_choices() -> None:
    choices_of_two, choices_of_one = 3, 2
    thought = CHOICE_S * (choices_of_two * math.log2(3) + choices_of_one)
    assert look(played(GAME), 0, "").seconds == round(4 * SECONDS[Device.TRAP] + 3 * HANDS_S + thought)


@pytest.mark.parametrize("name", ["barriers", "cards", "classic", "revised", "souriciere"])
def test_every_game_is_measured_without_its_help(name: str) -> None:
    game = rules.load(name)
    seats = [players.load("random", game)] * game.players
    row = measure(game, seats, 3, "0/3")
    assert row.look
    assert row.winners
    assert row.look.seconds > 60
    assert 0 <= row.look.forced <= row.turns <= row.actions
    assert row.look.changes is not None
    assert row.look.decided is not None


def test_a_draw_is_shared_by_all_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, *DRAWN)
    monkeypatch.syspath_prepend(tmp_path)
    game = rules.load("dash", 3)
    assert measure(game, [players.load("random", game)] * 3, 0, "0/0").winners == 0b111


def test_the_same_name_gives_the_same_game_and_another_name_another() -> None:
    game = rules.load("classic")
    seats = [players.load("random", game)] * 2
    assert measure(game, seats, 5, "0/5") == measure(game, seats, 5, "0/5") != measure(game, seats, 5, "0/6")


def test_only_the_first_games_are_looked_at_closely() -> None:
    game = rules.load("souriciere")
    seats = [players.load("random", game)] * 2
    assert measure(game, seats, CLOSELY - 1, "0").look
    assert measure(game, seats, CLOSELY, "0").look is None


def test_a_game_without_an_end_is_left() -> None:
    game = rules.load("barriers", first="seat0")

    class Stepper:
        """Steps back and forth."""

        def choose(self, state: rules.State, rng: object) -> rules.Action:
            return next(action for action in state.actions() if len(str(action)) == 2 and str(action)[1] in "1267")

    steps = list(play(game.start(), [Stepper()] * 2, streams("")))
    assert len(steps) == LONGEST
    assert brief(0, steps).winners == 0


def test_a_step_begins_where_the_one_before_ended() -> None:
    game = rules.load("revised")
    steps = list(play(game.start(), [players.load("random", game)] * 2, streams("0/0")))
    assert all(one[2] == other[0] for one, other in pairwise(steps))
    assert steps[-1][2].actor is None


def test_chance_is_the_same_whatever_the_players_choose() -> None:
    game = rules.load("classic")
    rolls = []
    for kind in ("random", "sensible"):
        steps = play(game.start(), [players.load(kind, game)] * 2, streams("0/0"))
        rolls.append([str(action) for _, action, _ in steps if action.verb == "roll"][:40])
    assert rolls[0] == rolls[1]
