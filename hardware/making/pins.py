"""Checks of the Pico's pins: the firmware's names agree, no pin is used twice, no two PWM signals share a slice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hardware.making.source import HARDWARE, Signal

FIRMWARE = HARDWARE.parent / "firmware" / "mousetable" / "chip" / "pins.py"
NOT_USABLE = {3, 8, 13, 18, 23, 28, 30, 33, 35, 36, 37, 38, 39, 40}
"""Ground, power and reset pins."""
PIN_OF = dict(zip([*range(23), 26, 27, 28], [pin for pin in range(1, 41) if pin not in NOT_USABLE], strict=True))
"""The pin number of each GPIO."""
GROUNDS = (3, 8, 13, 18, 23, 28, 38)


def complaints(signals: tuple[Signal, ...], firmware: str | None = None, own: tuple[Signal, ...] = ()) -> Iterator[str]:
    """Yield a sentence for each fault of the pins."""
    text = FIRMWARE.read_text("utf-8") if firmware is None else firmware
    constants = {name: int(gpio) for name, gpio in re.findall(r"^([A-Z]\w*) = const\((\d+)\)", text, re.M)}
    ours = {signal.name: signal.gpio for signal in signals}
    for name in sorted(constants.keys() | ours.keys()):
        if constants.get(name) != ours.get(name):
            yield f"{name}: GPIO {constants.get(name)} in chip/pins.py, {ours.get(name)} in pins.toml"
    for signal in (*signals, *own):
        if PIN_OF.get(signal.gpio) != signal.pin:
            yield f"{signal.name}: GPIO {signal.gpio} is not pin {signal.pin}"
    yield from _shared({signal.name: signal.gpio for signal in (*signals, *own)}, "GPIO")
    yield from _shared({signal.name: signal.gpio // 2 % 8 for signal in signals if signal.pwm}, "PWM slice")


def _shared(numbers: dict[str, int], what: str) -> Iterator[str]:
    for number in sorted(set(numbers.values())):
        names = [name for name, other in numbers.items() if other == number]
        if len(names) > 1:
            yield f"{' and '.join(names)} share {what} {number}"
