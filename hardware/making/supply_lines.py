"""Lamp data, the servo's start and stall, switching on, and pull-ups: ngspice decks made from the source.

Each study yields its decks by name; `figures` takes what they answered. Loads are simple: a lamp's input is a
capacitor, a servo a capacitor and a current.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product

import numpy as np
from hardware.making import power, spice
from hardware.making.clock_lines import RIBBON, RIBBON_NS, RIBBON_OHMS, SPREAD
from hardware.making.power import Budget
from hardware.making.source import load
from hardware.making.spice import Wave

# Assumed, not from a data sheet
SHIFTER_OHMS, LAMP_OUT_OHMS, LAMP_PF = 25, 50, 15
SUPPLY_VOLTS, SUPPLY_UH, SUPPLY_OHMS = 5.1, 1.0, 0.05
"""Of a supply with its own cord."""
ELECTROLYTIC_OHMS = {"1000u": 0.03, "100u": 0.3}
SERVO_UF, SERVO_CAP_OHMS = 220, 0.06
CONTACT_OHMS = 10
"""Of a worn reed."""
LEAK_UA = 1
"""Of a register's input at most."""
CORNERS = (1 - SPREAD, 1 + SPREAD)


@cache
def _budget() -> Budget:
    return power.budget()


def _before() -> float:
    """Return the ohms before the power board's fuses: the supply, its cord, its cable, and Q3."""
    return SUPPLY_OHMS + 2 * _budget().ohms("supply") + 2 * power.TERMINAL_OHMS + power.REVERSE_OHMS


def decks() -> dict[str, str]:
    """Return all decks by name."""
    found = {f"lamp data {long:g} m {share:g}": _lamp_data(long, share) for long, share in product(RIBBON, CORNERS)}
    found |= {"servo": _servo(1)} | {f"servo {share:g}": _servo(share) for share in CORNERS}
    found |= {"switching on": _switching_on()}
    found |= {f"pull-ups {share:g} {sign:+d}": _pulls(share, sign) for share, sign in product(CORNERS, (1, -1))}
    return found


def figures(waves: Mapping[str, Wave]) -> dict[str, float]:
    """Return the worst figures of all decks."""
    lamps = [_edges(wave) for name, wave in waves.items() if name.startswith("lamp data")]
    servos = [wave for name, wave in waves.items() if name.startswith("servo")]
    pulls = np.vstack([wave for name, wave in waves.items() if name.startswith("pull-ups")])
    on = waves["switching on"]
    return {
        "lamp_rise_ns": max(rise for rise, _, _ in lamps),
        "lamp_fall_ns": max(fall for _, fall, _ in lamps),
        "lamp_peak": max(peak for _, _, peak in lamps),
        "servo_volts": min(float(_during(wave, 10, 14)[:, 2].mean()) for wave in servos),
        "bus_volts": min(float(_during(wave, 0.1, 14)[:, 1].min()) for wave in servos),
        "servo_peak": max(float(_during(wave, 0.09, 3)[:, 3].max()) for wave in servos),
        "servo_i2t": max(_i2t(_during(wave, 0.09, 3), 3) for wave in servos),
        "on_peak": float(on[:, 1].max()),
        "on_i2t_lamps": _i2t(on, 2),
        "on_i2t_servo": _i2t(on, 3),
        "open_volts": float(pulls[:, 1].min()),
        "closed_volts": float(pulls[:, 2].max()),
        "rail_ok_volts": float(pulls[:, 3].min()),
        "rail_ok_most": float(pulls[:, 3].max()),
        "sense_least": float(pulls[:, 4].min()),
        "sense_most": float(pulls[:, 4].max()),
    }


def _lamp_data(long: float, share: float) -> str:
    """The level shifter over the first ribbon to a lamp: both its resistors, and the lamp's input."""
    tile, controller = load("tile"), load("controller")
    lines = [
        "Vdata s 0 PULSE(0 4.6 10n 4n 4n 396n 1.25u)",
        f"Rdata s out {SHIFTER_OHMS * share:g}",
        f"R1 out plug {(controller.kind('R1').ohms or 0) * share:g}",
        f"Cplug plug 0 {4 * share:g}p",
        f"Tribbon plug 0 in 0 Z0={RIBBON_OHMS * share:g} TD={long * RIBBON_NS:.4g}n REL=1e6 ABS=1e6",
        f"R15 in din {(tile.kind('R15').ohms or 0) * share:g}",
        f"Cdin din 0 {LAMP_PF * share:g}p",
    ]
    return spice.deck("data to a lamp", lines, ".tran 0.2n 900n 0 0.5n", ["v(din)"])


def _servo(share: float) -> str:
    """The servo is switched on at 0.1 ms and blocked from 5 ms on, with all light that the cap allows."""
    budget = _budget()
    wire = budget.ohms
    stall, lit, pico = (amperes / 1000 for amperes in (budget.servo, budget.lit, budget.pico))
    lines = [
        f"Vsupply p 0 {SUPPLY_VOLTS}",
        f"Lsupply p p1 {SUPPLY_UH * share:g}u",
        f"Rsupply p1 board {_before() * share:g}",
        f"RF2 board fused {power.FUSE_OHMS * share:g}",
        f"C2 fused esr2 {1000 * (2 - share):g}u",
        f"R2 esr2 0 {ELECTROLYTIC_OHMS['1000u'] * share:g}",
        f"Lstop fused s1 {1.2 * share:g}u",
        f"Rstop s1 rail {(2 * wire('stop') + 4 * power.TERMINAL_OHMS) * share:g}",
        "Vrail rail rail1 0",
        "Rsense rail1 sensed 0.1",
        "SQ1 sensed servo en 0 q1",
        f".model q1 sw(ron={0.04 * share:g} roff=10meg vt=2 vh=0.5)",
        "Ven en 0 PULSE(0 5 100u 1u 1u 20m 40m)",
        f"Lservo servo m1 {0.5 * share:g}u",
        f"Rservo m1 motor {2 * wire('servo') * share:g}",
        f"Cmotor motor esrm {SERVO_UF}u",
        f"Resrm esrm 0 {SERVO_CAP_OHMS * share:g}",
        "Rmotor motor 0 1k",
        f"Iblocked motor 0 PULSE(0 {stall:g} 5m 0.2m 0.2m 10m 40m)",
        f"Ipico board 0 {pico:.3g}",
        f"Ilamps board 0 {lit:.3g}",
    ]
    return spice.deck("the servo's start and stall", lines, ".tran 1u 16m 0 5u", ["v(board)", "v(motor)", "i(vrail)"])


def _switching_on() -> str:
    """The supply's plug is put in while the supply runs: all capacitors fill at once."""
    wire = _budget().ohms
    row = wire("lamps 1") / 3 * 2 + _budget().trunk_ohms
    lines = [
        f"Vsupply p 0 PWL(0 0 1u {SUPPLY_VOLTS})",
        f"Lsupply p p1 {SUPPLY_UH}u",
        "Vin p1 p2 0",
        f"Rsupply p2 board {_before():g}",
        "VF1 board f1 0",
        f"RF1 f1 lamps {power.LAMP_FUSE_OHMS}",
        f"C1 lamps esr1 1000u\nR1 esr1 0 {ELECTROLYTIC_OHMS['1000u']}",
        f"Rrow lamps tiles {row:g}",
        f"C12 tiles esr12 900u\nR12 esr12 0 {ELECTROLYTIC_OHMS['100u'] / 9:.3g}",
        "Clamps tiles 0 8.1u",
        "VF2 board f2 0",
        f"RF2 f2 servo {power.FUSE_OHMS}",
        f"C2 servo esr2 1000u\nR2 esr2 0 {ELECTROLYTIC_OHMS['1000u']}",
    ]
    return spice.deck("switching on", lines, ".tran 0.2u 3m 0 1u uic", ["i(vin)", "i(vf1)", "i(vf2)"])


def _pulls(share: float, sign: int) -> str:
    """A reed's input open and closed, and both dividers, with resistors that lie wrong in opposite directions."""
    other = 2 - share
    board = load("power")
    ohms = {ref: board.kind(ref).ohms or 0 for ref in ("R3", "R4", "R5", "R6")}
    lines = [
        "V33 rail 0 3.3",
        f"V5 five 0 {SUPPLY_VOLTS}",
        f"Ropen rail open {10_000 * share:g}",
        f"Iopen open 0 {sign * LEAK_UA}u",
        f"Rclosed rail closed {10_000 * share:g}",
        f"Reed closed 0 {CONTACT_OHMS}",
        f"Iclosed closed 0 {-LEAK_UA}u",
        f"R3 five ok {ohms['R3'] * share:g}",
        f"R4 ok 0 {ohms['R4'] * other:g}",
        f"R5 five sense {ohms['R5'] * share:g}",
        f"R6 sense 0 {ohms['R6'] * other:g}",
    ]
    return spice.deck("pull-ups and dividers", lines, ".op", ["v(open)", "v(closed)", "v(ok)", "v(sense)"])


def _edges(wave: Wave) -> tuple[float, float, float]:
    """Return the ns that a lamp's input needs to 70 % after a rise and to 30 % after a fall, and its peak."""
    ns, volts = wave[:, 0] * 1e9, wave[:, 1]
    fell = ns > 410
    return float(ns[np.argmax(volts > 3.5)] - 10), float(ns[fell][np.argmax(volts[fell] < 1.5)] - 410), volts.max()


def _during(wave: Wave, start: float, end: float) -> Wave:
    """Return the rows between two times in ms."""
    return wave[(wave[:, 0] >= start / 1000) & (wave[:, 0] <= end / 1000)]


def _i2t(wave: Wave, column: int) -> float:
    return float(np.trapezoid(wave[:, column] ** 2, wave[:, 0]))
