"""The Pico's pins match the firmware, and each is used once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardware.making.pins import FIRMWARE, complaints
from hardware.making.source import BadSource, load, load_own_inputs, load_signals
from tests.hardware.plant import plant


def test_the_pins_match_the_firmware() -> None:
    assert list(complaints(load_signals(), own=load_own_inputs())) == []


def test_a_pin_changed_in_the_firmware_is_found() -> None:
    firmware = FIRMWARE.read_text("utf-8").replace("SERVO_EN = const(7)", "SERVO_EN = const(9)")
    assert list(complaints(load_signals(), firmware)) == ["SERVO_EN: GPIO 9 in chip/pins.py, 7 in pins.toml"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("gpio = 12\npin = 16", "gpio = 11\npin = 15", "BUTTON_A and BUTTON_B share GPIO 11"),
        ("gpio = 14\npin = 19", "gpio = 22\npin = 29", "SERVO_PWM and BUZZER share PWM slice 3"),
        ("gpio = 2\npin = 4", "gpio = 2\npin = 5", "LED_DATA: GPIO 2 is not pin 5"),
    ],
)
def test_a_pin_changed_in_the_source_is_found(old: str, new: str, expected: str, tmp_path: Path) -> None:
    source = plant(tmp_path, "../pins.toml", (old, new))
    assert expected in list(complaints(load_signals(source)))


def test_an_own_input_that_shares_a_pin_with_a_signal_is_found(tmp_path: Path) -> None:
    source = plant(tmp_path, "../pins.toml", ("gpio = 9\npin = 12", "gpio = 7\npin = 10"))
    assert list(complaints(load_signals(), own=load_own_inputs(source))) == ["SERVO_EN and INPUT_3 share GPIO 7"]


def test_a_pin_with_two_signals_is_refused(tmp_path: Path) -> None:
    source = plant(tmp_path, "../pins.toml", ("gpio = 12\npin = 16", "gpio = 11\npin = 15"))
    with pytest.raises(BadSource, match=r"controller.toml: A1.15 is on BUTTON_A and on BUTTON_B"):
        load("controller", source)
