"""The shape that stands for a side beside its player."""

from __future__ import annotations

from mouseboard_hunt import HuntGame
from tests.web.last_rank import Ranks

from mouseboard import rules
from mouseboard.board.board import shape_of


def test_a_seat_has_a_shape_if_all_its_pieces_have_the_same_and_are_neither_mice_nor_men() -> None:
    assert [shape_of(HuntGame(2, {}), seat) for seat in (0, 1)] == ["", "cat"]
    for game in (Ranks(), rules.load("draughts"), rules.load("classic")):
        assert {shape_of(game, seat) for seat in range(game.players)} == {""}
