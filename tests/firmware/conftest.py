"""Fixtures: a table, and one with a session."""

import pytest
from tests.firmware.board import Table


@pytest.fixture
def table() -> Table:
    """A table with power and its servo rail on, but no host yet."""
    return Table()


@pytest.fixture
def agreed(table: Table) -> Table:
    """A table with an agreed session."""
    table.agree()
    return table
