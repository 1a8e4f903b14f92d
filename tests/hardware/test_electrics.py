"""Voltages on the whole net list: there are no complaints, and planted faults are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardware.making.electrics import Levels, complaints
from hardware.making.source import BadSource, load_signals
from hardware.making.whole import assemble
from tests.hardware.plant import plant


def test_the_net_list_has_no_electrical_complaints() -> None:
    assert list(complaints(assemble(), load_signals())) == []


def test_dividers_and_pull_ups_are_computed() -> None:
    levels = Levels(assemble())
    found = {net: levels.volts(net) for net in ("power/SENSE_5V", "power/SERVO_RAIL_OK", "tile9/REED_1", "power/GND")}
    assert found == pytest.approx(
        {"power/SENSE_5V": 2.5, "power/SERVO_RAIL_OK": 2.957, "tile9/REED_1": 3.3, "power/GND": 0}, abs=0.01
    )


FAULTS = {
    "a reed's pull-up goes to 5 V": (
        "tile.toml",
        (('"R1.1", ', ""), ('"+5V" = ["J3.1", ', '"+5V" = ["J3.1", "R1.1", ')),
        "tile1/U1.D7: tile1/REED_1 reaches 5.00 V, and it bears 3.60 V",
    ),
    "the registers are fed with 5 V": (
        "tile.toml",
        (('"U1.VCC", "U2.VCC", ', ""), ('"+5V" = ["J3.1", ', '"+5V" = ["J3.1", "U1.VCC", "U2.VCC", ')),
        "controller/A1.GP16: controller/SR_MISO reaches 4.99 V, and it bears 3.60 V",
    ),
    "5 V comes into the ribbon": (
        "tile.toml",
        (('"J1.1", "J2.1", ', ""), ('"+5V" = ["J3.1", ', '"+5V" = ["J3.1", "J1.1", "J2.1", ')),
        "PS1.+ (5 V), controller/A1.3V3 (3.3 V) are joined",
    ),
    "a pull-up is missing": (
        "tile.toml",
        (('"S4.A", "R4.2"', '"S4.A"'),),
        "tile1/U1.D4: nothing holds tile1/REED_4: no pull-up, no output",
    ),
    "nothing keeps the servo off": (
        "power.toml",
        (('"J7.3", "Q2.G", "R2.1"', '"J7.3", "Q2.G"'),),
        "SERVO_EN: no resistor holds it low until the firmware runs",
    ),
    "lamps get the Pico's own level": (
        "controller.toml",
        (
            ('LED_5V = ["U1.1Y", "R1.1"]', 'LED_5V = ["U1.1Y"]'),
            ('LED_DATA = ["U1.1A"]', 'LED_DATA = ["U1.1A", "R1.1"]'),
        ),
        "tile1/D1.DIN: tile1/LED_1 reaches 3.30 V, and 3.50 V is high",
    ),
    "the supply's divider is missing": (
        "power.toml",
        (('"R6.2", ', ""), ('"R5.2", "R6.1", ', '"R5.2", "R6.1", "R6.2", ')),
        "controller/A1.GP27: power/SENSE_5V reaches 5.00 V, and it bears 3.60 V",
    ),
    "an input hangs free": (
        "controller.toml",
        (('"U1.2A", ', ""),),
        "controller/U1.2A is not connected",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    file, changes, expected = FAULTS[fault]
    source = plant(tmp_path, file, *changes)
    assert expected in list(complaints(assemble(source), load_signals(source)))


def test_a_pin_on_two_nets_is_refused(tmp_path: Path) -> None:
    source = plant(tmp_path, "tile.toml", ('SR_MIDDLE = ["U1.DS"', 'SR_MIDDLE = ["U1.DS", "S1.A"'))
    with pytest.raises(BadSource, match=r"tile.toml: S1.1 is on SR_MIDDLE and on REED_1"):
        assemble(source)
