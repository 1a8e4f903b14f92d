"""Doctor and whole games on the reference table's tiles, with reeds as hard and as eager as those that are ordered."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.doctor.clinic import Case
from tests.referee.evening import play

from mouseboard import rules
from mouseboard.doctor import reference_table
from mouseboard.sim import magnets

EAGER, HARD = (15.0, 0.4), (20.0, 0.6)
"""AT at which all reeds close, and the share of it below which they open."""


def order(monkeypatch: pytest.MonkeyPatch, operate: float, release: float) -> None:
    """All reeds are like that."""
    monkeypatch.setattr(magnets, "OPERATE", (operate, operate))
    monkeypatch.setattr(magnets, "RELEASE", (release, release))


@pytest.mark.parametrize(("operate", "release"), [EAGER, HARD])
def test_the_doctor_finds_the_table_healthy(monkeypatch: pytest.MonkeyPatch, operate: float, release: float) -> None:
    order(monkeypatch, operate, release)
    report = Case(parts=("chain", "sensors"), layout=reference_table()).report()
    assert str(report.verdict) == "healthy"


def test_a_whole_game_with_six_mice_comes_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order(monkeypatch, *HARD)
    game = rules.load("souriciere", 6)
    assert game.layout.coded == 9  # its inputs are numbered as nine tiles have them
    assert play(tmp_path, game).state.winners
