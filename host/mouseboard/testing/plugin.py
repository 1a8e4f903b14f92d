"""The pytest plugin: fixtures for the simulated table, and the options of the conformance suite.

Where Mouseboard is installed, every pytest run loads this plugin. So it imports modules only when they are used, and
adds its options only if the suite is on the command line.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from mouseboard.testing.port import TableAtPort

CONFORMANCE = "mouseboard.testing.conformance"


def pytest_load_initial_conftests(parser: pytest.Parser, args: list[str]) -> None:
    """Add the options of the conformance suite, if it is on the command line."""
    if any(argument.partition("::")[0] == CONFORMANCE for argument in args):
        group = parser.getgroup("mouseboard", "the contract of Mouseboard's games")
        group.addoption("--game", metavar="NAME", help="the game to hold to the contract (default: every one)")
        group.addoption("--games", type=int, metavar="N", help="how many random games for each set-up")


@pytest.fixture
def mouse_table() -> Callable[..., Any]:
    """Return a function: `mouse_table(test, game="classic")` runs the coroutine function `test` in virtual time."""
    from mouseboard.testing.table import run_at_table

    return run_at_table


@pytest.fixture
def mouse_match(tmp_path: Path) -> Callable[..., Any]:
    """Return a function: `mouse_match("classic", players=3)` plays a match in virtual time and returns its Replay."""
    from mouseboard.testing.match import play_match

    def play(game: str, *arguments: Any, **options: Any) -> Any:
        return play_match(tmp_path / "journal.db", game, *arguments, **options)

    return play


@pytest.fixture
def mouse_table_port(tmp_path: Path) -> Iterator[Callable[..., TableAtPort]]:
    """Yield a function: `mouse_table_port(game="classic")` runs a table in real time, with a serial port at `path`.

    It runs until the test is over.
    """
    if os.name != "posix":
        pytest.skip("a simulated table at a serial port needs a pty, and this system has none")
    from mouseboard.testing.port import TableAtPort

    tables: list[TableAtPort] = []
    with ExitStack() as running:

        def table(**laid: Any) -> TableAtPort:
            tables.append(running.enter_context(TableAtPort(tmp_path / f"table{len(tables) or ''}", **laid)))
            return tables[-1]

        yield table
    troubles = [trouble for table in tables for trouble in table.troubles]
    if troubles:
        pytest.fail(f"the simulated table failed: {'; '.join(troubles)}", pytrace=False)
