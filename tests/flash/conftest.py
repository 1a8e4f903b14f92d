"""A Pico, and an mpremote that is quicker."""

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
    """A Pico that has not got power yet; two of them in one test are the same one, made again around its flash."""
    return lambda **features: Pico(micropython, tmp_path, **features)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """mpremote's clock. It looks for bytes every 10 ms; with tests that flash dozens of times, more often."""
    clock = SimpleNamespace(monotonic=time.monotonic, sleep=lambda _: time.sleep(0.0005))
    monkeypatch.setattr(transport_serial, "time", clock)
    return clock
