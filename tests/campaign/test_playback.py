"""A finding becomes a short case."""

from __future__ import annotations

from tests.campaign.findings import Bad
from tests.campaign.playback import replay, shortest

KIND = "silently wrong: no contact shows it"

FALLEN = """\
game classic 2
so far roll2 roll2

put blue on 2
wait 500 ms
knock blue over
wait 300 ms
"""
"""Blue falls where red stands too, so no reed can feel it."""


def test_a_replay_finds_a_mistake_again() -> None:
    assert [bad.kind for bad in replay(FALLEN).bad] == [KIND]


def test_a_case_is_shortened_to_the_deeds_that_matter() -> None:
    short = shortest(Bad(0.0, KIND, "", ("game classic 2\nso far roll2 roll2\n\npress a\n", FALLEN)))
    assert short == ("game classic 2\nso far roll2 roll2\n\nknock blue over\n", 7)


def test_moves_before_a_case_are_not_judged_again() -> None:
    case = "game pantry 2\nso far a2 cold\n\nput blue on c2\n"
    assert replay(case, false="a2").bad == []


def test_a_move_that_nobody_meant_is_found_again() -> None:
    case = "game pantry 2\n\nput red on a2\nwait 2 s\nput red on b1\n"
    assert [bad.kind for bad in replay(case, false="a2").bad] == ["false move"]


def test_a_case_that_does_not_show_the_mistake_again_is_left_out() -> None:
    assert shortest(Bad(0.0, "flicker", "", (FALLEN,))) is None
