"""The trap's course agrees with the firmware that turns its crank."""

from __future__ import annotations

import pytest

from mouseboard.sim.trap import CALIBRATED, angle_of
from mouseboard.trap import course
from mousetable.crank import PROFILES
from mousetable.settings import Settings

SETTINGS = Settings()


def test_the_crank_goes_from_the_simulated_table_s_rest_to_its_end() -> None:
    crank = course().crank
    assert (crank.rest, crank.end) == pytest.approx(
        (angle_of(CALIBRATED["servo_rest"]), angle_of(CALIBRATED["servo_end"])), abs=0.5
    )
    assert crank.rest < crank.engages < crank.trips < crank.end


@pytest.mark.parametrize("profile", PROFILES)
def test_the_cage_is_down_while_the_firmware_still_watches(profile: str) -> None:
    turn, watch = SETTINGS[f"turn_{profile}"] / 1000, SETTINGS["watch"] / 1000
    assert course().until_it_trips(turn) + 1.1 * course().seconds < turn + watch


def test_the_trap_trips_before_the_end_of_the_turn() -> None:
    crank = course().crank
    assert course().until_it_trips(crank.end - crank.rest) == crank.trips - crank.rest
