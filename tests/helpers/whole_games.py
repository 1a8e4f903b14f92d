"""The games for tests that play one from start to end. Those of men are long, so `make real` plays them."""

from __future__ import annotations

import pytest

from mouseboard import rules

WHOLE_GAMES = [
    pytest.param(name, marks=() if kind.shares_places else pytest.mark.real) for name, kind in rules.games().items()
]
