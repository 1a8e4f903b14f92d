"""The search of barriers agrees with the rules."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from mouseboard import rules
from mouseboard.players.barriers.position import Position, position
from mouseboard.rules.barriers import BarriersState
from mouseboard.rules.barriers.grid import ALONG, BIT


@st.composite
def reached(draw: st.DrawFn) -> BarriersState:
    """A state reached in a random game, with any options."""
    players = draw(st.sampled_from([2, 4]))
    game = rules.load(
        "barriers",
        players,
        first="seat1",
        edge=draw(st.sampled_from(["side", "none"])),
        third=draw(st.sampled_from(["side", "none"])),
        handicap=draw(st.sampled_from([0, 1, 4])),
        gift=draw(st.sampled_from([0, 1])) if players == 4 else 0,
    )
    rng, plies, barriers = Random(draw(st.integers(0, 10**6))), draw(st.integers(0, 60)), draw(st.floats(0, 1))
    state = game.start()
    for _ in range(plies):
        after = state.after(action(state, rng, barriers))
        if after.winners:
            break
        state = after
    assert isinstance(state, BarriersState)
    return state


def action(state: rules.State, rng: Random, barriers: float) -> rules.Action:
    """Choose a random action: a barrier with this probability, if both kinds are legal."""
    wanted = rng.random() < barriers
    found = [each for each in state.actions() if (each.name in ALONG) == wanted]
    return rng.choice(found or state.actions())


def facts(of: Position) -> tuple[object, ...]:
    return of.actor, of.mice, of.left, of.h, of.v, of.steps


@settings(max_examples=200)
@given(reached())
def test_the_successors_of_a_position_are_those_of_the_rules(state: BarriersState) -> None:
    legal = {str(each): each for each in state.actions()}
    for after in position(state).successors():
        state_after = state.after(legal[str(after.action)])
        mice = tuple(BIT[mouse] for mouse in state_after.mice)
        assert (after.mice, after.left, after.h, after.v) == (mice, state_after.left, state_after.h, state_after.v)
        assert after.is_over == bool(state_after.winners)
        if not after.is_over:
            assert facts(after) == facts(position(state_after))


@settings(max_examples=200)
@given(reached())
def test_the_search_considers_every_move_and_every_barrier_that_lengthens_a_rival_s_way(state: BarriersState) -> None:
    here = position(state)
    looked_at = {str(after.action) for after in here.successors()}
    for each in state.actions():
        if each.name not in ALONG:
            assert str(each) in looked_at
            continue
        there = position(state.after(each))
        longer = [seat for seat, steps in enumerate(there.steps) if steps > here.steps[seat]]
        assert str(each) in looked_at or not set(longer) - {state.actor}
