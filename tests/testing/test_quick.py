"""Quick hands: the next move proves the last one, so that nobody has to wait for the table."""

from __future__ import annotations

import pytest
from tests.bench.quick import LEFT_ALONE, is_recorded

from mouseboard import rules
from mouseboard.testing.quick import KINDS, cases
from mouseboard.testing.stream import read, recorded

SEEDS = range(3)


@pytest.mark.parametrize("name", ["draughts", "morris"])
def test_plies_of_quick_hands_are_recorded_in_order_and_nothing_is_asked_in_the_end(name: str) -> None:
    made = list(cases(rules.load(name, 2), SEEDS))
    assert len({case.kind for case in made}) >= 7
    assert [case for case in made if not is_recorded(case)] == []


def test_the_same_seed_makes_the_same_stream() -> None:
    game = rules.load("draughts", 2)
    assert list(cases(game, [7])) == list(cases(game, [7]))


def test_a_stream_tells_which_reply_may_also_be_a_capture_by_the_last_player() -> None:
    assert {case.is_told for case in cases(rules.load("morris", 2), range(12))} == {True, False}


def test_a_capture_that_is_taken_back_leaves_nothing_recorded() -> None:
    made = [case for case in cases(rules.load("draughts", 2), SEEDS) if case.kind == "capture-undone"]
    assert "capture-undone" in KINDS and made
    assert all(recorded(read(case.text), LEFT_ALONE).actions == () for case in made)
