"""Installs a small game for these tests, and gives each test a path for a journal."""

from pathlib import Path

import pytest

from mouseboard import rules

TOY = Path(__file__).parent / "toy"


@pytest.fixture(autouse=True)
def _toy_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOY))


@pytest.fixture
def race() -> rules.Game:
    return rules.load("toyrace", players=2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"
