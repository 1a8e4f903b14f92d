"""A game and a table put together."""

from pathlib import Path

import pytest

from mouseboard import rules
from mouseboard.play import Round, simulated_table
from mouseboard.sim.clock import run_virtual
from mouseboard.store import Journal


@pytest.mark.parametrize(("options", "chance"), [({}, 0.75), ({"trap": "1/10"}, 0.1)])
def test_the_simulated_trap_catches_as_often_as_the_game_s_option_says(
    tmp_path: Path, options: dict[str, rules.Setting], chance: float
) -> None:
    async def caught_by() -> float:
        with Journal.open(tmp_path / "journal") as journal:
            round = Round.begin(journal, rules.load("revised", 2, **options), seed=1)
            with round.writer:
                async with simulated_table(round) as table:
                    return table.trap.chance

    assert run_virtual(caught_by()) == chance
