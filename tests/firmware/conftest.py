"""A table."""

import pytest
from tests.firmware.board import Table


@pytest.fixture
def table() -> Table:
    """A table with power, its servo rail on, no host yet."""
    return Table()


@pytest.fixture
def agreed(table: Table) -> Table:
    """A table with a host that has agreed."""
    table.agree()
    return table
