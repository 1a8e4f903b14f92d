"""Every cable reaches from one end to the other."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardware.making.ways import Reach, complaints
from hardware.making.whole import load_cables
from tests.hardware.plant import plant


def test_every_cable_is_as_long_as_its_way() -> None:
    assert list(complaints()) == []


def test_the_way_to_the_next_row_is_the_one_that_was_measured_on_the_drawing() -> None:
    reach = Reach()
    (left, low), (right, high) = reach.at("tile3.J2"), reach.at("tile4.J1")
    assert left - right + high - low == pytest.approx(466, abs=10)


def test_a_ribbon_that_does_not_reach_the_next_row_is_found(tmp_path: Path) -> None:
    source = plant(
        tmp_path,
        "cables.toml",
        ('"chain 4"\nkind = "ribbon"\nlength = 0.7', '"chain 4"\nkind = "ribbon"\nlength = 0.5'),
    )
    assert list(complaints(load_cables(source))) == ["chain 4: 0.5 m, but its way takes 0.57 m"]


def test_a_ribbon_within_a_row_whose_loop_does_not_fit_between_its_plugs_is_found(tmp_path: Path) -> None:
    source = plant(
        tmp_path,
        "cables.toml",
        ('"chain 2"\nkind = "ribbon"\nlength = 0.06', '"chain 2"\nkind = "ribbon"\nlength = 0.1'),
    )
    (found,) = complaints(load_cables(source))
    assert found == "chain 2: its loop may hang 31 mm down, and leaves its plugs 12.5 mm up"
