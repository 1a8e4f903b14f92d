"""Giving up and offering a draw, in the games of men."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from mouseboard import rules
from mouseboard.rules import State
from mouseboard.rules.draughts.rules import Moment as Draughts
from mouseboard.rules.morris.rules import Moment as Morris
from mouseboard.rules.parley import Word


@cache
def ended(name: str) -> State:
    """Return the end of a random game."""
    random, state = Random(1), rules.load(name).start()
    while state.actor is not None:
        state = state.play(random.choice(state.actions()))
    return state


@pytest.mark.parametrize("name", ["draughts", "morris"])
@pytest.mark.parametrize("word", ["resign", "offer", "accept", "decline"])
def test_a_saved_game_in_which_somebody_speaks_after_its_end_is_refused(name: str, word: Word) -> None:
    end = ended(name)
    assert isinstance(end, Draughts | Morris)
    assert rules.from_json(end.to_json()) == end
    with pytest.raises(rules.BadSetup, match="nothing is said after the end of the game"):
        rules.from_json(replace(end, word=word).to_json())
