"""Whole games played by hand: people make every choice on the table, with mice, wand and buttons."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random

import pytest
from tests.referee.sitting import Sitting, sitting, virtual
from tests.whole_games import WHOLE_GAMES

from mouseboard import players, rules
from mouseboard.actors.person import Person
from mouseboard.referee.situation import Choose
from mouseboard.referee.tracker import PASSING
from mouseboard.rules import Action, State
from mouseboard.store import Source
from mouseboard.table import Belief
from mouseboard.table.taps import felt_beside

EVENING = 7200.0
"""The longest time of a whole game, in seconds."""


async def choose_by_hand(sat: Sitting, action: Action) -> None:
    """Move the pieces if that identifies the action; otherwise point at it with wand or button A, and press B."""
    state = sat.situation.state
    sense = Belief(state.game.layout, state.game.pieces)
    here, there = state.placement(), state.after(action).placement()
    frames = [sense.occupancy(state.after(other).placement()) for other in state.actions()]
    if sense.occupancy(there) != sense.occupancy(here) and frames.count(sense.occupancy(there)) == 1:
        await asyncio.sleep(PASSING)  # sooner, a mouse that is moved again only corrects the last move
        for piece in (piece for piece in there if here.get(piece) != there[piece]):
            await sat.put(piece, there[piece])
        for piece in (piece for piece in here if piece not in there):
            await sat.hands.remove(piece)
        return
    for place in felt_beside(state.game.layout, state.spots(action)) - sense.occupancy(here):
        await sat.hands.tap("wand", sat.table.place(place))
    while isinstance(ask := sat.situation.ask, Choose) and (ask.pointed is None or ask.actions[ask.pointed] != action):
        await sat.press("a")
    await sat.press("b")


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_whole_game_can_be_played_by_hand_alone(tmp_path: Path, name: str) -> None:
    game = rules.load(name)
    player = players.load(players.usual(game), game)

    @virtual
    async def test() -> None:
        async with sitting(tmp_path, game, standing=False, prepared=False) as sat:
            person = Person(sat.table, range(game.players))
            sat.watch = person.see
            helping = asyncio.create_task(person.obey())
            wanted: list[str] = []
            await sat.asked_anything()
            while await chosen_or_over(sat):
                state = sat.situation.state
                action = player.choose(state, Random(len(sat.played)))
                wanted.append(str(action))
                await choose_by_hand(sat, action)
                await sat.until(partial(has_gone_on, sat, state))
            helping.cancel()
            people = {Source.HANDS, Source.PLAYER}
            assert [action for action, source in sat.sources if source in people] == wanted
            assert sat.situation.state.actor is None

    test()


def has_gone_on(sat: Sitting, state: State) -> bool:
    return sat.situation.state is not state


async def chosen_or_over(sat: Sitting) -> bool:
    """Wait until there is a choice. Return False if the game ends instead."""
    await sat.until(lambda: isinstance(sat.situation.ask, Choose) or sat.situation.state.actor is None, EVENING)
    return sat.situation.state.actor is not None
