"""The player without knowledge of any game sees a winning action, and beats chance at games it never saw."""

from __future__ import annotations

from random import Random

from tests.study.games import played

from mouseboard import rules
from mouseboard.rules.barriers import BarriersState
from mouseboard.study.definition import load_player
from mouseboard.study.measures import measure
from mouseboard.study.playouts import Playouts


def test_it_takes_what_wins() -> None:
    start = rules.load("barriers", first="seat0").start()
    assert isinstance(start, BarriersState)
    assert str(Playouts().choose(BarriersState(start.game, 0, ("d6", "d2"), (0, 0)), Random(0))) == "d7"


def test_what_has_no_alternative_it_takes_without_thinking() -> None:
    *_, (_, _, after) = played("wait")
    rng = Random(0)
    before = rng.getstate()
    assert str(Playouts().choose(after, rng)) == "grab"
    assert rng.getstate() == before


def test_it_beats_chance() -> None:
    game = rules.load("revised")
    seats = [load_player("playouts", game), load_player("random", game)]
    assert sum(measure(game, seats, 2000 + n, f"0/{n}").winners == 1 for n in range(20)) > 14
