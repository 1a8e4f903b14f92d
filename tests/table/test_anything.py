"""Whatever the table feels, there is a verdict, and never an error."""

from __future__ import annotations

from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.hands import MICE, PLACES, Hands

from mouseboard.table import Amiss, Silence
from mouseboard.table.timeouts import UNSEEN
from mouseboard.table.verdict import judge, left_to_do

FEW = PLACES[:4]
PLACED = st.dictionaries(st.sampled_from(MICE), st.sampled_from(FEW), min_size=3)
CHANGES = st.lists(st.tuples(st.sampled_from(FEW), st.floats(0.05, 4.0)), max_size=12)


@settings(max_examples=150)
@given(here=PLACED, moved=PLACED, changes=CHANGES, due=st.booleans(), insist=st.booleans())
def test_any_changes_lead_to_a_verdict_with_steps_to_where_it_says(
    here: dict[str, str], moved: dict[str, str], changes: list[tuple[str, float]], due: bool, insist: bool
) -> None:
    there = {mouse: moved.get(mouse, place) for mouse, place in here.items()}
    hands = Hands(here, {"there": there} if there != here else {}, due=due and there != here)
    closed = set(here.values())
    for place, seconds in changes:
        hands.felt(f"{place}{'-' if place in closed else '+'}")
        closed ^= {place}
        verdict = judge(hands.belief, Silence(seconds), insist)
        left_to_do(hands.belief, Silence(seconds), there)
        if isinstance(verdict, Amiss):
            assert {step.target for step in verdict.steps if step.target} <= set(verdict.placement.values())
        hands.felt(f"{seconds:.2f}")


LIFTED = st.lists(st.tuples(st.sampled_from(FEW), st.floats(0.05, 2.0), st.booleans()), max_size=8)
SECONDS = st.floats(0.05, 4.0)


@settings(max_examples=300)
@given(here=PLACED, moved=PLACED, lifted=LIFTED, due=st.booleans(), settled=st.booleans(), quiet=SECONDS, later=SECONDS)
def test_the_verdict_on_a_belief_at_home_does_not_change_unless_something_is_long_overdue(
    here: dict[str, str],
    moved: dict[str, str],
    lifted: list[tuple[str, float, bool]],
    due: bool,
    settled: bool,
    quiet: float,
    later: float,
) -> None:
    there = {mouse: moved.get(mouse, place) for mouse, place in here.items()}
    hands = Hands(here, {"there": there} if there != here else {}, due=due and there != here)
    open_ = []
    for place, seconds, back in lifted:  # sooner or later hands put everything back
        if place in here.values() and place not in open_:
            hands.felt(f"{place}- {seconds:.2f}")
            open_.append(place)
        while back and open_:
            hands.felt(f"{open_.pop()}+ {seconds:.2f}")
    hands.felt(" 0.30 ".join(f"{place}+" for place in open_))
    belief = hands.belief
    if settled:
        belief.settle(here)
    if not belief.is_at_home(quiet):
        return
    silence = Silence(quiet)
    judge(belief, silence)
    assert silence.until == (UNSEEN if belief.expected.due else inf)

    def seen(seconds: float) -> tuple[object, ...]:
        silence = Silence(seconds)
        return judge(belief, silence), judge(belief, silence, True), left_to_do(belief, silence, there)

    assert seen(quiet) == seen(quiet + later)
