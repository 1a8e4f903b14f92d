"""Every part can be printed as it lies, and each mouse's hat feels different."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hardware.making.printed.checks import complaints, overlap
from hardware.making.printed.mice import COLOURS, bore
from hardware.making.printed.parts import OF, SHAPES, part


@pytest.mark.parametrize("name", SHAPES)
def test_each_part_can_be_printed_as_it_lies(name: str) -> None:
    assert list(complaints(name, part(name))) == []


@pytest.mark.parametrize(("one", "other"), list(combinations(COLOURS, 2)))
def test_no_two_hats_feel_alike(one: str, other: str) -> None:
    a, b = part(f"hat-{one}"), part(f"hat-{other}")
    assert a.volume + b.volume - 2 * overlap(a, b) > 50


def test_a_magnet_cannot_turn_over_in_its_shaft() -> None:
    assert math.hypot(OF.magnet.across, OF.magnet.high) > 2 * bore(OF)
