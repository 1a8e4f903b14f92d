"""Lengths that other sources repeat are the same there."""

from __future__ import annotations

from hardware.making.dimensions import load_dimensions
from hardware.making.reach import CHOSEN

from mouseboard.sheets.holes import DIAMETERS

OF = load_dimensions()


def test_the_drill_template_draws_the_plates_holes() -> None:
    assert {"reed": OF.plate.reed_hole, "light": OF.plate.lamp_hole, "screw": OF.plate.screw_hole} == DIAMETERS


def test_the_magnet_is_the_one_that_was_chosen() -> None:
    assert f"{OF.magnet.across:g} x {OF.magnet.high:g}" == CHOSEN
