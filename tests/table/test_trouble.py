"""The causes of a stopped table, in words."""

import pytest

from mouseboard.table.trouble import CAUSES, cause_of


@pytest.mark.parametrize("cause", CAUSES)
def test_a_cause_reads_the_same_as_a_fault_and_as_the_end_of_a_turn(cause: str) -> None:
    assert str(cause_of(cause)) == str(cause_of(f"fault-{cause}")) == CAUSES[cause]


def test_an_unknown_cause_is_repeated_as_the_table_says_it() -> None:
    assert str(cause_of("lamps-valueerror")) == "lamps-valueerror"
