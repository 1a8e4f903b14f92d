"""Men that look alike stand in for each other; mice and kings do not."""

from __future__ import annotations

from collections.abc import Mapping

from tests.campaign.alike import Alike

from mouseboard import rules

DRAUGHTS = rules.load("draughts")
ONE, OTHER, BLACK = "white-man-1", "white-man-2", "black-man-1"


def recognised(standing: Mapping[str, str], placement: Mapping[str, str], crowned: tuple[str, ...] = ()) -> Alike:
    """The parts after somebody has looked at pieces that are `standing`, while the game has this placement."""
    alike = Alike(DRAUGHTS)
    alike.recognise(placement, crowned, lambda piece: standing.get(piece, "beside"))
    return alike


def test_a_man_on_the_place_of_another_that_looks_alike_plays_its_part() -> None:
    alike = recognised({ONE: "a1", OTHER: "c1"}, {ONE: "c1", OTHER: "a1"})
    assert (alike.piece(ONE), alike.part(ONE)) == (OTHER, OTHER)


def test_a_man_from_beside_the_board_may_play_the_part_of_one_that_was_taken() -> None:
    alike = recognised({OTHER: "c1"}, {ONE: "c1"})
    assert alike.piece(ONE) == OTHER


def test_a_man_of_the_other_side_plays_no_other_part() -> None:
    alike = recognised({ONE: "a1", BLACK: "c1"}, {ONE: "c1", BLACK: "a1"})
    assert alike.piece(ONE) == ONE


def test_a_man_does_not_pass_for_a_king() -> None:
    alike = recognised({ONE: "a1", OTHER: "c1"}, {ONE: "c1", OTHER: "a1"}, crowned=(ONE,))
    assert alike.piece(ONE) == ONE


def test_mice_are_told_apart() -> None:
    assert not Alike(rules.load("barriers", 4)).has_any
    assert Alike(DRAUGHTS).has_any
