"""Doctor and whole games on the reference table's tiles, with the least and the most sensitive of the ordered reeds."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from tests.doctor.clinic import Case
from tests.referee.evening import play

from mouseboard import rules
from mouseboard.doctor import reference_table
from mouseboard.sim.magnets import Rating
from mouseboard.sim.table import SimulatedTable

EAGER, HARD = (15.0, 0.4), (20.0, 0.6)
"""The AT value at which reeds close, and the share of it below which they open."""


def solder(table: SimulatedTable, operate: float, release: float) -> None:
    """Give all reeds this rating."""
    table.world.ratings[:] = [Rating(operate, operate * release)] * len(table.world.ratings)


@pytest.mark.parametrize(("operate", "release"), [EAGER, HARD])
def test_the_doctor_finds_the_table_healthy(operate: float, release: float) -> None:
    reeds = partial(solder, operate=operate, release=release)
    report = Case(parts=("chain", "sensors"), layout=reference_table(), prepare=reeds).report()
    assert str(report.verdict) == "healthy"


def test_a_whole_game_with_six_mice_on_tiles_comes_to_its_end(tmp_path: Path) -> None:
    game = rules.load("souriciere", 6)
    assert game.layout.coded == 9  # its inputs have the numbers of nine tiles
    assert play(tmp_path, game, meet=lambda table, _: solder(table, *HARD)).state.winners
