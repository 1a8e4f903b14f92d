"""The page of the power budget, with the calculation.

python -m hardware.making.power_page            make hardware/power/README.md
python -m hardware.making.power_page --check    make it elsewhere, and compare
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hardware.making import power
from hardware.making.made import make_or_check
from hardware.making.power import Budget, budget

PAGE = Path("hardware/power/README.md")

TEXT = """\
# The power budget

Computed from the sources, not measured on a table. `make hardware` makes this page. A test compares it, and fails if a
current is too high, a wire too thin, or a voltage too low at its end.

The 5 V come in at one place, the power board. From there each row of three tiles has its own pair of wires to its first
tile, so that no wire and no board carries more than one row draws. Servo and Pico have their own wires, each behind its
own fuse.

## Currents

| | how it is computed | A |
|---|---|---|
{currents}

Without the cap, with all lamps white, the total would be {worst:.1f} A, and the supply would sag or switch off.
F1 would carry {white:.1f} A, which a fast fuse of {f1:g} A may stand for many minutes. That overloads no wire:
each row draws {white_row:.2f} A of it.

## 3.3 V, all reeds closed

| | mA |
|---|---|
{rail}

## Fuses

| | rated | flows | allowed | the thinnest wire behind it carries |
|---|---|---|---|---|
{fuses}

We allow {density:g} A for each mm2 of wire: our own rule, well below what heats it. Fuses protect from short circuits.
The lamps' cap, the servo's time limit and the emergency stop protect from faulty firmware:
[SAFETY](../../firmware/SAFETY.md). F2 stands a blocked servo until the servo's time is over, at most 22 s.

## Wires

| cable | long | each wire | mOhm, one way |
|---|---|---|---|
{wires}

We assume {copper} ohm for a metre of 1 mm2, {terminal:g} mOhm for a screw terminal, {reverse:g} mOhm for Q3
and {fuse:g} mOhm for F1. The track is {foil} mm thick and carries {trunk_bears:.1f} A if it may become 10 degrees
warmer than the air (IPC-2221, outer layer).

## Voltage drop

| | left | needed |
|---|---|---|
{drops}

A tile's ground lies half of a row's drop, {shift:.2f} V, above the controller's; {shift_allowed:g} V are allowed.
Each tile draws {tile:.1f} mA of 3.3 V. We count one wire of every ribbon there and one back, though four of its ten
wires are ground.

## Where to feed

Feed each row at its first tile, from the power board. If the first tile fed all nine in a chain,
{drop_nine:.2f} V would be lost instead of {drop:.2f} V. The last lamp would have {last_nine:.2f} V, and its tile's
ground would be {shift_nine:.2f} V up. Without the cap, {white:.1f} A would flow through the first tile's track.
"""


def page(found: Budget) -> str:
    white = (found.full + found.resting) / 1000
    return TEXT.format(
        currents="\n".join(_currents(found)),
        rail="\n".join(_rail(found)),
        fuses="\n".join(_fuses(found)),
        wires="\n".join(_wires(found)),
        drops="\n".join(_drops(found)),
        worst=white + (found.servo + found.pico) / 1000,
        white=white,
        white_row=white / 3,
        f1=found.rating("power/F1"),
        density=power.DENSITY,
        copper=power.COPPER,
        foil=power.FOIL,
        trunk_bears=found.trunk_bears,
        terminal=1000 * power.TERMINAL_OHMS,
        fuse=1000 * power.LAMP_FUSE_OHMS,
        reverse=1000 * power.REVERSE_OHMS,
        shift=found.drop(3) / 2,
        shift_allowed=power.GROUND_SHIFT,
        tile=found.rail / 9,
        drop=found.drop(3),
        drop_nine=found.drop(9),
        last_nine=power.VOLTS - found.before - found.drop(9),
        shift_nine=found.drop(9) / 2,
    )


def _currents(found: Budget) -> Iterator[str]:
    kinds = found.whole.kinds
    lamp, own = kinds[power.LAMP], (f"{kinds[name].value} {kinds[name].milliamps:g}" for name in power.ON_5V)
    lamps = f"{found.lamps} x {lamp.milliamps:g} mA = {found.full / 1000:.2f} A"
    lamps += f", capped by the firmware's `current` to {found.cap / 1000:.2f} A; and {found.resting:g} mA when dark"
    yield f"| lamps | {lamps} | {found.lit / 1000:.2f} |"
    yield f"| servo | blocked, until the firmware lets go | {found.servo / 1000:.2f} |"
    pico = f"{' + '.join(own)} mA, and for 3.3 V {found.rail:.0f} mA x 3.3 / 5 / {power.EFFICIENCY}"
    yield f"| Pico's branch | {pico} | {found.pico / 1000:.2f} |"
    allowed = f"{power.SUPPLY:.0%} of the supply's {found.rating('PS1'):g} A are allowed"
    yield f"| **all at once** | {allowed} | **{found.total / 1000:.2f}** |"


def _rail(found: Budget) -> Iterator[str]:
    for ohms, count in sorted(found.pulls.items()):
        milliamps = count * 1000 * power.RAIL / ohms
        yield f"| {count} x {ohms / 1000:g} k from 3.3 V, other end at ground | {milliamps:.1f} |"
    for name, (count, milliamps) in found.chips.items():
        yield f"| {count} x {found.whole.kinds[name].value} | {milliamps:.1f} |"
    yield f"| **all**; the Pico gives {power.RAIL_MA} | **{found.rail:.0f}** |"


def _fuses(found: Budget) -> Iterator[str]:
    for branch in found.branches:
        rated = found.rating(f"power/{branch.fuse}")
        thinnest = min(found.mm2(name) for name in branch.cables)
        flows = f"{branch.amperes:.2f} A, {branch.amperes / rated:.0%}"
        bears = f"{thinnest:g} mm2, {power.DENSITY * thinnest:.2f} A"
        yield f"| {branch.fuse}, {branch.name} | {rated:g} A | {flows} | {branch.share:.0%} | {bears} |"


def _wires(found: Budget) -> Iterator[str]:
    for name in ("supply", "lamps 1", "lamps 2", "servo", "controller", "chain 1"):
        length, ohms = found.cable(name).length, found.ohms(name)
        yield f"| {name} | {length:g} m | {found.mm2(name):g} mm2 | {1000 * ohms:.1f} |"
    yield f"| track through a tile | {found.through:.0f} mm | {found.trunk:g} mm wide | {1000 * found.trunk_ohms:.1f} |"


def _drops(found: Budget) -> Iterator[str]:
    on_board = power.VOLTS - found.before
    supply = f"supply cable with {found.total / 1000:.2f} A there and back, Q3 and F1"
    yield f"| {power.VOLTS:g} V less {found.before:.2f} V: {supply} | {on_board:.2f} V on the power board | |"
    amperes = ", ".join(f"{one:.2f}" for one in found.row(3))
    row = f"three cables and two tiles there and back, all light at the row's far end ({amperes} A)"
    left = f"{found.last_lamp:.2f} V at the last lamp | {power.LAMP_LEAST:g} V"
    yield f"| less {found.drop(3):.2f} V: {row} | {left} |"
    lost = power.RAIL - found.last_register
    left = f"{found.last_register:.2f} V at the ninth tile | {power.LOGIC_LEAST:g} V"
    yield f"| {power.RAIL} V less {lost:.2f} V: nine ribbons | {left} |"


def make(root: Path) -> Iterator[Path]:
    (root / PAGE).write_text(page(budget()), "utf-8")
    yield PAGE


if __name__ == "__main__":
    make_or_check(make)
