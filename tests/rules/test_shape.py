"""Every game that comes with Mouseboard has one shape: the same files, which need each other in one direction."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from mouseboard import rules

HOME = Path(rules.__file__).parent
GAMES = sorted(path.parent for path in HOME.glob("*/__init__.py"))
SHAPE = {"__init__.py", "layout.py", "moment.py", "rules.py", "words.py"}
MOST_LINES = 300


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_the_files_that_all_have(game: Path) -> None:
    assert {path.name for path in game.glob("*.py")} >= SHAPE


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_of_a_game_can_be_read_in_one_go(game: Path) -> None:
    assert len((game / "rules.py").read_text(encoding="utf-8").splitlines()) < MOST_LINES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("typing", [False, True], ids=["", "for type checking too"])
def test_the_files_of_a_game_need_each_other_in_one_direction(game: Path, typing: bool) -> None:
    assert order(game, typing)[-1] == "rules"


def order(game: Path, typing: bool) -> list[str]:
    """The files of a game, each after those that it imports. Raises CycleError."""
    needs = {path.stem: needed(path, typing) for path in game.glob("*.py") if path.name != "__init__.py"}
    return list(TopologicalSorter(needs).static_order())


def needed(path: Path, typing: bool) -> set[str]:
    """The other files of its folder that a file imports; with `typing` also what it imports for type checking only."""
    module = ast.parse(path.read_text(encoding="utf-8"))
    body = list(ast.walk(module)) if typing else module.body
    package = f"mouseboard.rules.{path.parent.name}"
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module == package:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(package + "."):
            found.add(node.module.removeprefix(package + "."))
    return found
