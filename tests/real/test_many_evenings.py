"""A thousand evenings of four clients against the model; `make test` plays 200."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.web.test_evening_model import Deed, play_evening, sequences

pytestmark = pytest.mark.real


@given(sequences)
@settings(max_examples=1000, deadline=None)
def test_a_thousand_evenings_stay_one_each(sequence: list[list[Deed]]) -> None:
    play_evening(sequence)
