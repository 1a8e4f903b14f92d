"""Every printed part can be printed as it lies, and fits what it stands beside."""

from __future__ import annotations

from hardware.making.dimensions import load_dimensions
from hardware.making.printed.checks import complaints
from hardware.making.printed.light_tube import light_tube


def test_a_light_tube_can_be_printed() -> None:
    assert list(complaints("light tube", light_tube(load_dimensions()))) == []
