"""Hands make plies of men in every manner at the simulated table, and the table understands them."""

from __future__ import annotations

import pytest
from tests.bench import plies
from tests.bench.quick import is_recorded

from mouseboard import rules
from mouseboard.sim.clock import run_virtual
from mouseboard.testing import quick
from mouseboard.testing.stream import read, replay

pytestmark = pytest.mark.real

SEEDS = range(100, 104)
QUICK = 0.97
"""The least share of streams of quick hands that are recorded in order and unasked."""
SHARE = 0.995
"""The least share of plies that are right in the end."""


@pytest.mark.parametrize("name", ["morris", "draughts"])
def test_plies_of_men_in_every_manner_are_understood_and_none_is_told_falsely_in_the_end(name: str) -> None:
    game = rules.load(name, 2)
    made = [one for seed in SEEDS for one in replay(read(run_virtual(plies.recorded(game, seed, plies.PLIES))))]
    assert len({one.ply.kind for one in made}) >= 8
    assert sum(one.is_right for one in made) >= SHARE * len(made)
    assert [one.ply for one in made if one.told and not one.is_right] == []


@pytest.mark.parametrize("name", ["morris", "draughts"])
def test_nobody_has_to_wait_for_the_table_before_the_next_move(name: str) -> None:
    made = list(quick.cases(rules.load(name, 2), SEEDS))
    assert sum(map(is_recorded, made)) >= QUICK * len(made)
