"""The page of the simulation, from its figures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from hardware.making import reversed_plugs, ribbon
from hardware.making.clock_lines import AHC, DRAWS, FORMER_ROW, HIGH, LOW, PIECE_RIBBON, RIBBON, SPREAD, budget

Figures = dict[str, Any]

TEXT = """\
# The circuit, simulated

We have no table to measure yet. So [ngspice](https://ngspice.sourceforge.io) computes what a probe would show. The
decks beside this page are made from the same source as the boards: [clock](clock.cir), [load](load.cir), [the former
board](former.cir), [neighbours in the ribbon](ribbon.cir), [pieces of perfboard](pieces.cir), [lamp
data](lamp-data.cir), [servo](servo.cir), [switching on](switching-on.cir), and [the supply the wrong way
round](supply-reversed.cir). `make hardware` runs them again when a part, a length or a place has changed.

**Computed, not measured.** Ribbons are without loss, chips are simple models, and the values marked in
[clock_lines.py](../making/clock_lines.py), [ribbon.py](../making/ribbon.py),
[supply_lines.py](../making/supply_lines.py) and [reversed_plugs.py](../making/reversed_plugs.py) as assumed or from
memory are our own.

## Clock and load

![The clock at all 18 registers](clock.svg)

Each line is the clock at one of the 18 registers. A register reads a new bit when its line passes through the grey
band, {low} to {high} V. Left, the former board: one line through all nine tiles. Its edges rest in the band or come
back, and a register that sees an edge twice shifts twice. A slower clock does not help. Right, revision 2: `U3` on
every tile makes the edge anew.

| | runs | edges that cross the band more than once | slowest edge | highest, lowest |
|---|---|---|---|---|
{lines}

A run draws each value anew within {spread:.0%}: each resistor, ribbon, track, pin and driver of each tile, with
ribbons of {short} to {long} m and the buffers' thresholds within their data sheet. {draws} runs are drawn; the others
are corners: all values high or low at once, all ribbons {short} or {long} m long.

The tiles farther on are clocked later, and data runs the other way. What that leaves, with the slowest and the
fastest parts at the same time and the firmware's clock of {mhz:.2f} MHz:

| | left |
|---|---|
| a register's data is there before the clock (setup) | {setup:.0f} ns |
| and stays after it (hold) | {hold:.1f} ns |
| the first register's data is there before the Pico reads it | {pico:.0f} ns |
| the test bit stays at tile 9 after its clock | {mark:.0f} ns |

### You have the former board

Its silkscreen says `version 1`, not `revision 2`. Nobody has built one that we know of. If you have:

| | levels crossed at most | highest, lowest |
|---|---|---|
{former}

1. Replace `R2` on the controller by a wire.
2. Solder 100 ohm and 220 pF in series between pins 3 and 4 of `OUT` on tile 9.
3. Keep the firmware up to date: it drives the clock with 12 mA, and older ones do not.

Keep its ribbons of {former_row} m within a row: with the shorter ones of revision 2, edges come back in spite of this.
The edges are then clean with the values as printed, but they overshoot to {snub:.1f} V, more than the {most:.1f} V
that most 74HC165 accept. We have not drawn values for this repair. New tiles are better.

### Neighbours in the ribbon

Wires that lie side by side disturb each other. The clock has a ground on either side, but load, data and test bit lie
side by side. Here all nine tiles have every signal of the ribbon at once. One line switches. Data, test bit and lamp
data rest, or switch within {near} ns of its edges.

| switches | runs | edges that cross the band more than once | slowest edge | other line moves by | resting data by |
|---|---|---|---|---|---|
{neighbours}

The other line, load or clock, is looked at where a register reads it, and so is data. What moves by less than {low} V
does not come into the band. The other line always must keep that limit, and resting data where the clock switches.
Where load switches, resting data moves by up to {load_moves:.2f} V, and we do not hold it to the limit: the first clock
reads it {wait:.0f} ns after load, when it has settled.

A run draws each value as above, and the ribbon's delay between two wires as well. {ribbon_draws} runs of each line are
drawn, far fewer than above, because each takes long; the others are corners. Couplings above {weakest} ohm are left
out: of {pairs} pairs of signals {coupled} are coupled. The grounds of a ribbon count as one, at the same voltage all
along: what flows back through them is not in these figures.

### An old board's pieces

[A piece of perfboard](../boards/registers/perfboard.md) has two inverters of `U3` one after the other, where a tile has
its buffer. Nine pieces, the most that the firmware reads, with the same thresholds and draws:

| | runs | edges that cross the band more than once | slowest edge | highest, lowest |
|---|---|---|---|---|
{pieces}

| | left |
|---|---|
| a register's data is there before the clock (setup) | {piece_margins.setup:.0f} ns |
| and stays after it (hold) | {piece_margins.hold:.1f} ns |
| the first register's data is there before the Pico reads it | {piece_margins.pico:.0f} ns |
| the test bit stays at the last piece after its clock | {piece_margins.mark:.0f} ns |

Revision 1 had no `U3`. With ribbons of {piece_ribbon:g} m and the values as printed its clock is clean only if there is
one piece:

| pieces without `U3` | levels crossed at most | highest, lowest |
|---|---|---|
{bare_pieces}

## Lamps, servo, sensors

![Servo and lamp data](supply.svg)

| | computed, the worst of all values {spread:.0%} up or down | good |
|---|---|---|
| data at a lamp rises to 3.5 V | after {lamp_rise_ns:.0f} ns | less than 150 ns |
| and falls to 1.5 V | after {lamp_fall_ns:.0f} ns | less than 150 ns |
| the servo's voltage while it is blocked | {servo_volts:.2f} V | no limit: it must only not burn |
| the power board's lowest voltage when the servo starts | {bus_volts:.2f} V | 2.3 V resets the Pico (from memory) |
| peak through F2 when the servo starts | {servo_peak:.1f} A, {servo_i2t:.3f} A²s | does not melt a fuse of 3 A |
| peak when the plug is put in while the supply runs | {on_peak:.0f} A | 47 A, what Q3 bears for a moment |
| of which through F1 | {on_i2t_lamps:.2f} A²s | does not melt a fuse of 2.5 A |
| an open reed reads | {open_volts:.2f} V | above 2.31 V |
| a closed, worn reed reads | {closed_volts:.3f} V | below 0.99 V |
| `SERVO_RAIL_OK` with 5.1 V | {rail_ok_volts:.2f} to {rail_ok_most:.2f} V | 2.0 to 3.6 V |
| `SENSE_5V` with 5.1 V | {sense_least:.2f} to {sense_most:.2f} V | below 3.3 V |

Switch on at the mains rather than with the plug in the table: the supply then rises slowly.

## Every plug the wrong way round

Each cable in turn is turned round at one end, and the whole table's steady currents are computed. The supply gives
{amps:g} A at most. F1 is a fast fuse of 2.5 A; its data sheet says when it opens. The next column says how much the
most loaded wire warms until then, if it keeps all heat; {kelvin} °C are allowed. A chip's pin bears {pin} mA.

| cable | supply | most loaded wire | F1 opens after | wire warms by | a chip's pin | burns |
|---|---|---|---|---|---|---|
{plugs}

- **Supply**: `Q3` stays off, and nothing flows. With a wire instead of `Q3` the supply would give {bare:.1f} A
  through every chip backwards: the last line.
- **Lamps**: the fuse F1 opens. So F1 must be a fast one, and the cables to the controller not thinner than listed.
- **Chain**: the 3.3 V of the Pico are shorted, and the Pico protects itself. The headers have a key: this happens
  only if a plug is pressed onto the ribbon the wrong way round.
- **Controller**: the plug has a key; this happens only if the contacts are put into it in reverse order.

On each tile + is the upper screw of `5 V IN` and of `5 V OUT`: red runs beside red from tile to tile, and never
crosses.
"""


def page(found: Figures) -> str:
    """Return hardware/simulation/README.md."""
    margins = budget(found["clock"]["draws"], found["data"])
    former = list(found["former"].items())
    return TEXT.format(
        low=LOW,
        high=HIGH,
        lines="\n".join(_lines(found, "")),
        near=ribbon.NEAR_NS,
        wait=2 * margins.half_period,
        neighbours="\n".join(_neighbours(found)),
        load_moves=found["ribbon load"]["data"],
        ribbon_draws=ribbon.DRAWS,
        weakest=ribbon.WEAKEST,
        pairs=math.comb(len(ribbon.wires()), 2),
        coupled=len(ribbon.impedances()[1]),
        pieces="\n".join(_lines(found, "pieces ")),
        piece_margins=budget(found["pieces clock"]["draws"], found["pieces data"], AHC),
        former_row=FORMER_ROW,
        piece_ribbon=PIECE_RIBBON,
        bare_pieces="\n".join(
            f"| {name} | {_crossed(one)} | {_range(one)} |" for name, one in found["pieces former"].items()
        ),
        spread=SPREAD,
        short=RIBBON[0],
        long=RIBBON[1],
        draws=DRAWS,
        mhz=500 / margins.half_period,
        setup=margins.setup,
        hold=margins.hold,
        pico=margins.pico,
        mark=margins.mark,
        former="\n".join(f"| {name} | {_crossed(one)} | {_range(one)} |" for name, one in former),
        snub=former[-1][1]["highest"],
        most=3.3 + 0.5,
        **found["supply"],
        amps=reversed_plugs.SUPPLY_AMPERES,
        kelvin=reversed_plugs.CABLE_KELVIN,
        pin=reversed_plugs.PIN_MA,
        plugs="\n".join(_plugs(found["reversed"])),
        bare=found["reversed"]["supply without Q3"]["supply"],
    )


def _neighbours(found: Figures) -> Iterator[str]:
    for name in ("clock", "load"):
        one = found[f"ribbon {name}"]
        yield (
            f"| {name} | {one['runs']} | {one['unclean']} | {one['edge']:.1f} ns "
            f"| {one['resting']:.2f} V | {one['data']:.2f} V |"
        )


def _lines(found: Figures, of: str) -> Iterator[str]:
    for name in ("clock", "load"):
        one = found[of + name]["draws"]
        yield f"| {name} | {one['runs']} | {one['unclean']} | {one['edge']:.1f} ns | {_range(one)} |"


def _crossed(one: Figures) -> str:
    times = one["crossings"]
    return "once: clean" if times == 1 else "not crossed by all registers" if times == 99 else f"{times} times"


def _range(one: Figures) -> str:
    return f"{one['highest']:.2f} V, {one['lowest']:.2f} V"


def _plugs(found: Figures) -> Iterator[str]:
    for name, one in found.items():
        opens = f"{one['opens']:.1f} s" if one["opens"] else "-"
        warms = f"{one['kelvin']:.0f} °C" if one["opens"] else "-"
        wire = f"{one['worst']}, {one['amperes']:.2f} A"
        yield (
            f"| {name or 'none reversed'} | {one['supply']:.2f} A | {wire} | {opens} | {warms} "
            f"| {one['pin_ma']:.0f} mA | {'**yes**' if one['burns'] else 'no'} |"
        )
