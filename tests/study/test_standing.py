"""The seat that is ahead: by a score that proved telling, or by playing on."""

from __future__ import annotations

import pytest
from tests.study.games import Snatch, played

from mouseboard import rules
from mouseboard.rules.barriers import BarriersState
from mouseboard.study.playing import streams
from mouseboard.study.standing import Line, changes, decided, leader, likely_winner, some_of, telling_line


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("barriers", None),
        ("cards", Line("safe", 1)),
        ("classic", Line("cheese", 1)),
        ("draughts", Line("men", 1)),
        ("morris", Line("men", 1)),
        ("revised", Line("cheese", 1)),
        ("souriciere", Line("squares to the cheese", -1)),
    ],
)
def test_the_score_that_tells_who_is_ahead_is_found_by_itself(name: str, line: Line | None) -> None:
    assert telling_line(rules.load(name)) == line


def test_who_is_best_by_a_score_leads_if_nobody_else_is() -> None:
    line = telling_line(Snatch(2, {}))
    assert line == Line("cheese", 1)
    led = [leader(after, line) for _, _, after in played("grab caught grab caught grab missed grab caught")]
    assert led == [None, 0, 0, None, None, None, None, 1]


def test_playing_on_tells_who_leads_in_a_game_without_a_score() -> None:
    start = rules.load("barriers", first="seat0").start()
    assert isinstance(start, BarriersState)
    near = BarriersState(start.game, 0, ("d6", "d5"), (0, 0))
    assert likely_winner(near, streams("0/0/playouts")) == 0
    assert likely_winner(start, streams("0/0/playouts")) is None


def test_a_lead_that_is_lost_and_won_back_has_not_changed() -> None:
    assert changes([None, 0, None, 0]) == 0
    assert changes([0, None, 1, 1, 0]) == 2


def test_a_game_is_decided_when_the_winner_stays_ahead() -> None:
    assert decided([0, 1, 0, 0], winner=0) == 2
    assert decided([0, 0], winner=0) == 0
    assert decided([0, None], winner=0) == 2


def test_a_few_moments_stand_for_all() -> None:
    moments = [rules.load("classic").start()] * 25
    assert len(some_of(moments)) == 9
    assert len(some_of(moments[:10])) == 10
