"""The page under siege from sixteen addresses, its game on a serial table: honest visitors are served all the while.

`python -m tests.siege` does the same for longer and prints the figures.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.siege.__main__ import Besieged, besieged
from tests.siege.attacks import ATTACKS

pytestmark = pytest.mark.real

STAY_S = 4.0
"""How long visitors stay."""
LATEST_MS = 50.0
"""Allowed on a noisy machine. The goal is 20 ms; `python -m tests.siege` prints the figure."""
MOST_MB = 200.0
"""Memory after all attacks; a page that nobody attacks has 50, and up to 125 were seen."""


@pytest.fixture(scope="module")
def page() -> Iterator[Besieged]:
    with besieged() as page:
        yield page


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_honest_visitor_is_refused_and_the_game_does_not_wait(page: Besieged, attack: str) -> None:
    told = page.besiege(attack, STAY_S)
    assert told["attacks"] > 16, "it was no siege"
    assert (told["refused"], told["why"]) == (0, [])
    assert told["lost"] == 0, "the table's session was lost"
    assert told["p99"] < LATEST_MS
    assert told["mb"] < MOST_MB
