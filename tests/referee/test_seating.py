"""Computer players think in a thread of their own, with a time limit."""

from __future__ import annotations

import asyncio
import threading
from random import Random

import pytest

from mouseboard import rules
from mouseboard.referee.seating import think_aside
from mouseboard.rules import Action, BadGame, State


class Dreamer:
    """A player that thinks until it is woken."""

    def __init__(self) -> None:
        self.woken = threading.Event()

    def choose(self, state: State, rng: Random) -> Action:
        self.woken.wait()
        return state.actions()[0]


def test_a_computer_player_that_thinks_for_too_long_is_named() -> None:
    dreamer = Dreamer()

    async def think() -> None:
        try:
            await think_aside(dreamer, rules.load("barriers").start(), Random(7), seconds=0.1)
        finally:
            dreamer.woken.set()

    with pytest.raises(BadGame, match=r"^barriers: the computer player's choose\(\) has no end after 0\.1 s$"):
        asyncio.run(think())
