"""A game and a table put together."""

import pytest

from mouseboard import rules
from mouseboard.actors.table import table_for_game
from mouseboard.sim.clock import run_virtual


@pytest.mark.parametrize(("options", "chance"), [({}, 0.75), ({"trap": "1/10"}, 0.1)])
def test_the_simulated_trap_catches_as_often_as_the_game_s_option_says(
    options: dict[str, rules.Setting], chance: float
) -> None:
    async def caught_by() -> float:
        async with table_for_game(rules.load("revised", 2, **options), seed=1) as table:
            return table.trap.chance

    assert run_virtual(caught_by()) == chance
