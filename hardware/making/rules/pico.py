"""Rules for the Pico's pins: what each pin of the chip can do, and what the firmware assumes about the circuit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hardware.making.electrics import Levels
from hardware.making.rules.current import SERIES, flow
from hardware.making.rules.table import Table, is_contact, is_fet
from hardware.making.source import HARDWARE, load_own_inputs

ADC = {26: 0, 27: 1, 28: 2}
"""The ADC channel of each GPIO that has one."""
BOARD = HARDWARE.parent / "firmware" / "mousetable" / "chip" / "board.py"
ROUNDING = 0.001
"""Volts that a computed level may be off."""
SLICES = 8
"""Pulse generators of an RP2040: GPIO 2n and 2n + 1 share one, and so do n and n + 16."""
DRIVES = (2, 4, 8, 12)
"""Milliamperes to which a pad of the chip can be set."""
E9 = 8_200
"""Ohms: the weakest pull-down that works on a Pico 2 with an early RP2350."""


def analog_signals_are_on_adc_pins(table: Table) -> Iterator[str]:
    """A voltage can be measured only on GPIO 26 to 28, and those bear no pull."""
    for signal in table.signals:
        channel = re.search(r"ADC (\d)", signal.note)
        if channel and ADC.get(signal.gpio) != int(channel[1]):
            yield f"{signal.name}: GPIO {signal.gpio} is not ADC {channel[1]}; allowed: {_gpio(int(channel[1]))}"
        if channel and (signal.pull or signal.way != "in"):
            yield f"{signal.name}: an analog input with way {signal.way!r}, pull {signal.pull!r}; allowed: in, no pull"


def pins_of_the_chain_follow_each_other(table: Table) -> Iterator[str]:
    """PIO drives SR_PL and SR_SCK as a pair of side-set pins, and SR_TEST as the pin behind: they must be in a row."""
    gpio = {signal.name: signal.gpio for signal in table.signals}
    for one, other in (("SR_PL", "SR_SCK"), ("SR_SCK", "SR_TEST")):
        if gpio[other] != gpio[one] + 1:
            yield f"{other}: GPIO {gpio[other]}; allowed: {gpio[one] + 1}, behind {one}"


def contacts_have_a_pull_in_the_chip(table: Table) -> Iterator[str]:
    """An input of the Pico that only a contact drives needs the chip's own pull-up, or a resistor."""
    everything = [ref for ref in table.whole.parts if is_contact(table.kind(ref))]
    levels = Levels(table.whole, open=everything)
    for signal in table.signals:
        if signal.way == "in" and not signal.pull and levels.volts(table.signal(signal.name)) is None:
            yield f"{signal.name}: no pull, and nothing else holds {table.signal(signal.name)}"
        if signal.way == "out" and signal.pull:
            yield f"{signal.name}: an output with pull {signal.pull!r}; allowed: none"


def pulls_agree_with_what_is_outside(table: Table) -> Iterator[str]:
    """The chip's pull must be to the side of the resistor outside, and away from what a contact joins the pin to.

    Then a wire that breaks reads as that resistor would. Pulled up, a broken sense wire of the emergency stop reads
    as a stop that nobody pressed.
    """
    for signal in (one for one in table.signals if one.pull):
        net = table.signal(signal.name)
        tied = {other for ref, _ in table.pins(net) if table.kind(ref).ohms for other in table.nets(ref)} - {net}
        near = {net} | {other for other in tied if other != table.ground}
        contacts = [ref for one in near for ref, _ in table.pins(one) if is_contact(table.kind(ref))]
        wanted = "down" if table.ground in tied else "up" if contacts else signal.pull
        if signal.pull != wanted:
            yield f"{signal.name}: the chip pulls it {signal.pull}; allowed: {wanted}"


def what_powers_or_moves_is_held(table: Table) -> Iterator[str]:
    """An output that opens a FET or moves a servo must be held low until the firmware runs.

    A Pico's pins float for a second after it is plugged in, and for as long as somebody writes a new firmware.
    """
    for signal in (one for one in table.signals if one.way == "out"):
        near = flow(table, [table.signal(signal.name)], off=True, ohms=SERIES)
        pins = [(ref, pin) for net in near - {table.ground} for ref, pin in table.pins(net)]
        drives = [ref for ref, pin in pins if (is_fet(table.kind(ref)) and pin == "G") or pin == "signal"]
        if drives and signal.held != "low":
            yield f"{signal.name} drives {drives[0]} and is held {signal.held or 'by nothing'}; allowed: held low"


def pulses_have_their_own_slices(table: Table) -> Iterator[str]:
    """Two outputs with pulses must be on different slices of the chip, which set the frequency for both of their pins.

    A buzzer on the servo's slice would play its notes to the servo.
    """
    slices: dict[int, str] = {}
    for signal in (one for one in table.signals if one.pwm):
        number = signal.gpio // 2 % SLICES
        if number in slices:
            yield f"{signal.name} and {slices[number]} share slice {number}; allowed: a slice each"
        slices[number] = signal.name


def pins_are_those_of_the_board(table: Table) -> Iterator[str]:
    """A signal's GPIO must be the one on its pin of the Pico, its own alone, and its drive one that the chip has."""
    names, taken = table.kind(table.pico).pins, dict[int, str]()
    for signal in (*table.signals, *load_own_inputs(table.source)):
        if taken.setdefault(signal.gpio, signal.name) != signal.name:
            yield f"{signal.name}: GPIO {signal.gpio} is {taken[signal.gpio]}'s; allowed: one of its own"
        if names[signal.pin - 1] != f"GP{signal.gpio}":
            yield f"{signal.name}: GPIO {signal.gpio} is not on pin {signal.pin}, which is {names[signal.pin - 1]}"
        if signal.drive not in DRIVES:
            yield f"{signal.name}: {signal.drive} mA; allowed: {', '.join(map(str, DRIVES))}"


def special_pins_stay_free(table: Table) -> Iterator[str]:
    """RUN and 3V3_EN switch the Pico off when pulled to ground, ADC_VREF is an output, VBUS is the computer's 5 V."""
    for pin in ("RUN", "3V3_EN", "ADC_VREF", "VBUS"):
        if net := table.net(table.pico, pin):
            yield f"{table.pico}.{pin} is on {net}; allowed: free"


def ways_agree_with_the_circuit(table: Table) -> Iterator[str]:
    """An output of the Pico must not meet another output, and an input must have a driver or a contact."""
    for signal in table.signals:
        net = table.signal(signal.name)
        drivers = [
            f"{ref}.{pin}" for ref, pin in table.pins(net) if ref != table.pico and pin in table.kind(ref).outputs
        ]
        if signal.way == "out" and drivers:
            yield f"{signal.name} is an output and {drivers[0]} drives it too; allowed: one of them"


def pull_downs_work_on_a_pico_2(table: Table) -> Iterator[str]:
    """Where a Pico 2 may be used, a resistor that pulls an input low must have 8.2 kohm or less.

    RP2350 before stepping A3 leaks up to 0.1 mA out of an input that was high (erratum E9): with a weaker pull-down it
    stays near 2.2 V, reads high for ever, and a pressed emergency stop is not noticed. The chip's own pull-down of
    50 kohm does not help.
    """
    if "Pico 2" not in table.kind(table.pico).needs:
        return
    for signal in table.signals:
        net = table.signal(signal.name)
        if signal.way != "in" or signal.pull != "down":
            continue
        ohms = [
            table.kind(ref).ohms or 0
            for ref, _ in table.pins(net)
            if table.kind(ref).ohms and table.ground in table.nets(ref)
        ]
        if min(ohms, default=float("inf")) > E9:
            yield f"{signal.name}: {min(ohms, default=0):g} ohm to ground; allowed: at most {E9} ohm on a Pico 2"


def the_firmware_knows_the_dividers(table: Table) -> Iterator[str]:
    """What the firmware multiplies a measured voltage by must undo the divider before the pin.

    With another divider the table would report a supply of 3 V, or stop the servo at the wrong current.
    """
    scale = re.search(r"_supply\.read_u16\(\) \* (\d+)", BOARD.read_text("utf-8"))
    volts, supply = Levels(table.whole).volts(table.signal("SENSE_5V")), Levels(table.whole).volts(table.five_volts)
    if scale and volts and supply:
        ratio = int(scale[1]) / 3300
        if abs(supply / volts - ratio) > 0.02 * ratio:
            yield f"SENSE_5V: a divider by {supply / volts:.2f}; allowed: {ratio:.2f}, as the firmware multiplies"


def measured_voltages_come_from_few_ohms(table: Table) -> Iterator[str]:
    """What an ADC pin measures must have at most 10 kohm behind it.

    Its input leaks and takes a little charge at each sample. A weak source then reads a few per cent too low.
    """
    for signal in table.signals:
        net = table.signal(signal.name)
        near = [table.kind(ref).ohms or 0 for ref, _ in table.pins(net) if table.kind(ref).ohms]
        if "ADC" in signal.note and near and (ohms := 1 / sum(1 / one for one in near)) > 10_000:
            yield f"{signal.name}: {ohms:.0f} ohm behind {net}; allowed: at most 10000 ohm"


def measured_voltages_stay_in_range(table: Table) -> Iterator[str]:
    """Each ADC pin must stay at 3.3 V or below, or it reads full scale whatever happens."""
    levels = Levels(table.whole)
    for signal in table.signals:
        volts = levels.volts(table.signal(signal.name)) or 0
        if "ADC" in signal.note and volts > 3.3 + ROUNDING:
            yield f"{signal.name}: {volts:.2f} V; allowed: 3.3 V"


def _gpio(channel: int) -> int:
    return next((gpio for gpio, number in ADC.items() if number == channel), -1)
