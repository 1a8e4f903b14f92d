"""What the search of barriers sees is what the rules say."""

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
    """A state somewhere in a random game, with any options."""
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
    """Any of the actions, that share of them barriers, as far as there are both."""
    wanted = rng.random() < barriers
    found = [each for each in state.actions() if (each.name in ALONG) == wanted]
    return rng.choice(found or state.actions())


def facts(of: Position) -> tuple[object, ...]:
    return of.actor, of.mice, of.left, of.h, of.v, of.steps


@settings(max_examples=200)
@given(reached())
def test_what_follows_is_what_the_rules_let_follow(state: BarriersState) -> None:
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
def test_every_move_is_looked_at_and_every_barrier_that_makes_a_rivals_way_longer(state: BarriersState) -> None:
    here = position(state)
    looked_at = {str(after.action) for after in here.successors()}
    for each in state.actions():
        if each.name not in ALONG:
            assert str(each) in looked_at
            continue
        there = position(state.after(each))
        longer = [seat for seat, steps in enumerate(there.steps) if steps > here.steps[seat]]
        assert str(each) in looked_at or not set(longer) - {state.actor}
