"""Whole games played by hand: people make every choice on the table, with mice, wand and buttons."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from tests.helpers.whole_games import WHOLE_GAMES
from tests.referee.sitting import Sitting, sitting, virtual

from mouseboard import players, rules
from mouseboard.actors.chooser import Chooser
from mouseboard.actors.person import Person
from mouseboard.referee.situation import Choose, Situation
from mouseboard.store import Source

EVENING = 7200.0
"""The longest time of a whole game, in seconds."""


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_whole_game_can_be_played_by_hand_alone(tmp_path: Path, name: str) -> None:
    game = rules.load(name)
    player = players.load(players.usual(game), game)

    @virtual
    async def test() -> None:
        async with sitting(tmp_path, game, standing=False, prepared=False) as sat:
            person, chooser = Person(sat.table, range(game.players)), Chooser(sat.inbox)
            chooser.meet(sat.table, person)

            def see(situation: Situation) -> None:
                person.see(situation)
                chooser.see(situation)

            sat.watch = see
            helping = asyncio.create_task(person.obey())
            wanted: list[str] = []
            await sat.asked_anything()
            while await chosen_or_over(sat):
                state = sat.situation.state
                action = player.choose(state, Random(len(sat.played)))
                wanted.append(str(action))
                async with asyncio.timeout(EVENING):
                    await chooser.choose(action)
            helping.cancel()
            people = {Source.HANDS, Source.PLAYER}
            assert [action for action, source in sat.sources if source in people] == wanted
            assert sat.situation.state.actor is None

    test()


async def chosen_or_over(sat: Sitting) -> bool:
    """Wait until there is a choice. Return False if the game ends instead."""
    await sat.until(lambda: isinstance(sat.situation.ask, Choose) or sat.situation.state.actor is None, EVENING)
    return sat.situation.state.actor is not None
