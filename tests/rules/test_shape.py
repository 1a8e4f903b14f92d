"""Every game that comes with Mouseboard has the same files, and rules short enough to read in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard import rules

HOME = Path(rules.__file__).parent
GAMES = sorted(path.parent for path in HOME.glob("*/__init__.py"))
SHAPE = {"__init__.py", "layout.py", "rules.py", "words.py"}
MOST_LINES = 400


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_game_has_the_files_that_all_have(game: Path) -> None:
    assert {path.name for path in game.glob("*.py")} >= SHAPE


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_of_a_game_can_be_read_in_one_go(game: Path) -> None:
    assert len((game / "rules.py").read_text(encoding="utf-8").splitlines()) < MOST_LINES
