"""Fixtures: a Pico, and a faster mpremote."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from mpremote import transport_serial  # type: ignore[import-untyped]
from tests.flash.stand_in import Pico

MakePico = Callable[..., Pico]


@pytest.fixture
def make_pico(micropython: str, tmp_path: Path) -> MakePico:
    """Return a function that makes a Pico without power. In one test all of them share one flash."""
    return lambda **features: Pico(micropython, tmp_path, **features)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A faster clock for mpremote, which sleeps 10 ms between looks at the port. Tests flash dozens of times."""
    clock = SimpleNamespace(monotonic=time.monotonic, sleep=lambda _: time.sleep(0.0005))
    monkeypatch.setattr(transport_serial, "time", clock)
    return clock
