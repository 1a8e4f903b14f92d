"""Whatever is felt, there is something to say: hands are never met by an error."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.hands import MICE, PLACES, Hands

from mouseboard.table import Amiss
from mouseboard.table.verdict import judge, left_to_do

FEW = PLACES[:4]
PLACED = st.dictionaries(st.sampled_from(MICE), st.sampled_from(FEW), min_size=3)
CHANGES = st.lists(st.tuples(st.sampled_from(FEW), st.floats(0.05, 4.0)), max_size=12)


@settings(max_examples=150, deadline=None)
@given(here=PLACED, moved=PLACED, changes=CHANGES, due=st.booleans(), insist=st.booleans())
def test_whatever_is_felt_there_is_a_verdict_and_steps_that_lead_where_it_says(
    here: dict[str, str], moved: dict[str, str], changes: list[tuple[str, float]], due: bool, insist: bool
) -> None:
    there = {mouse: moved.get(mouse, place) for mouse, place in here.items()}
    hands = Hands(here, {"there": there} if there != here else {}, due=due and there != here)
    closed = set(here.values())
    for place, seconds in changes:
        hands.felt(f"{place}{'-' if place in closed else '+'}")
        closed ^= {place}
        verdict = judge(hands.belief, seconds, insist)
        left_to_do(hands.belief, seconds, there)
        if isinstance(verdict, Amiss):
            assert {step.target for step in verdict.steps if step.target} <= set(verdict.placement.values())
        hands.felt(f"{seconds:.2f}")
