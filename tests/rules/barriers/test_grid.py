"""The grid lists any set of moves and barriers in the order of actions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mouseboard.rules.barriers.grid import ACTIONS, BIT, LYING, STANDING, listed


@given(st.sets(st.sampled_from(sorted(ACTIONS))))
def test_any_set_of_moves_and_barriers_is_listed_in_the_order_of_actions(notations: set[str]) -> None:
    moves, h, v = (sum(bits[each] for each in notations & bits.keys()) for bits in (BIT, LYING, STANDING))
    assert listed(moves, h, v) == tuple(sorted(ACTIONS[notation] for notation in notations))
