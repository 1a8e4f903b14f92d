"""What people are told before a game is true, with the default options and with each other value of each option."""

from __future__ import annotations

import pytest
from tests.rules.how_to_play.cases import faults

from mouseboard import rules


@pytest.mark.parametrize("name", rules.games())
def test_each_sentence_that_tells_how_to_play_is_true_with_every_option(name: str) -> None:
    found = [*faults(name)]
    assert not found, "\n".join(found)
