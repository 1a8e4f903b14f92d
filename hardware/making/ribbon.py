"""Neighbouring wires of the ribbons: ngspice decks of all nine tiles with every signal at once, and their judgement.

Between two plugs a ribbon is a set of lossless lines, one from each signal to the grounds and one between each two
signals, as the charges on its wires want. Grounds and 3.3 V count as one, at the same voltage all along.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from random import Random

import numpy as np
from hardware.making import spice
from hardware.making.clock_lines import (
    PAD_NS,
    PAD_OHMS,
    PIN_PF,
    REGISTER_OHMS,
    RIBBON,
    RIBBON_NS,
    SEED,
    TILES,
    Judgement,
    Spread,
    apart,
    buffered,
    drawn,
    judge,
    line,
    nominal,
    thresholds_of,
    track,
)
from hardware.making.source import load
from hardware.making.spice import Wave
from hardware.making.supply_lines import LAMP_OUT_OHMS, LAMP_PF, SHIFTER_OHMS
from hardware.making.whole import load_cables

DRAWS = 8
FALL_NS, END_NS = 75, 140
"""The line rises at 10 ns and falls here."""
PITCH = 1.27
"""Millimetres from wire to wire."""
VACUUM_NS = 3.336
"""Delay of light in ns a metre."""
SUPPLIES = ("GND", "+3V3")
QUIET = {"SR_SCK": 0.0, "SR_PL": 3.3}
"""Volts of clock and load at rest."""
NEAR_NS = 15
"""Neighbours switch at most this long before or after an edge of the line that is looked at."""
WEAKEST = 2000
"""Ohms of a line between two wires above which it is left out."""

# Assumed, not from a data sheet
SWIFT_NS = 2.0
"""The edge of a register's output and of a lamp's."""

Event = tuple[float, float, float]
"""Volts before, volts after, and the ns at which they change. Both are the same where nothing changes."""


@cache
def wires() -> dict[str, int]:
    """Return the pin of each signal in the ribbon, by the names of the controller's side of the tile."""
    tile = load("tile")
    nets = {pin: tile.net_of[f"J1.{pin}"] for pin in range(1, 11)}
    return {net: pin for pin, net in nets.items() if net not in SUPPLIES}


@cache
def impedances() -> tuple[dict[str, float], dict[tuple[str, str], float]]:
    """Return the ohms of the line from each signal to the grounds, and of those between signals.

    The wires are thin, round and in one even material, whose delay is RIBBON_NS.
    """
    radius = math.sqrt(load_cables().kind["ribbon"].mm2 / math.pi)
    at = PITCH * np.arange(10)
    apart_mm = np.abs(at[:, None] - at[None, :])
    np.fill_diagonal(apart_mm, radius)
    system = np.ones((11, 11))  # the last row: all charges add up to nothing; the last column: a free potential
    system[:10, :10] = -60 * VACUUM_NS / RIBBON_NS * np.log(apart_mm)
    system[10, 10] = 0
    signals = [pin - 1 for pin in wires().values()]
    admittance = np.linalg.inv(system)[np.ix_(signals, signals)]
    names = list(wires())
    ground = {name: 1 / float(row.sum()) for name, row in zip(names, admittance, strict=True)}
    between = {(names[i], names[j]): -1 / float(admittance[i, j]) for i, j in combinations(range(len(names)), 2)}
    return ground, {pair: ohms for pair, ohms in between.items() if ohms < WEAKEST}


@dataclass(frozen=True)
class Disturbed:
    """A line that switches, and what its neighbours do to it and to those that rest."""

    line: Judgement
    resting: float
    """Volts by which a register's pin of the other line leaves its level at most."""
    data: float
    """The same of a register's serial input whose signal rests."""


def decks(name: str) -> dict[str, str]:
    """Return the decks in which clock (SR_SCK) or load (SR_PL) switches, by name: seeded draws, then corners."""
    found = {}
    for number in range(DRAWS):
        rng = Random(f"ribbon {name} {SEED} {number}")
        metres = [rng.uniform(*RIBBON) for _ in range(TILES)]
        found[f"{number}"] = _deck(name, metres, drawn(rng), rng, _drawn_events(name, metres, rng))
    for long, (up, falling) in product(RIBBON, product((True, False), repeat=2)):
        each = [long] * TILES
        together = _together(_edges(name, each), up, falling)
        data = [(after if tile % 2 else before, after, at) for tile, (before, after, at) in enumerate(together)]
        events = {"SR_MISO": data, "LED_IN": together, "SR_TEST": together[:1]}
        found[f"{long:g} m {up} {falling}"] = _deck(name, each, nominal, None, events)
    return found


def judged(wave: Wave) -> Disturbed:
    """Judge the waveforms of a deck: the line's 18 registers, those of the other line, and data that rests."""
    count = 2 * TILES
    rest = np.abs(wave - wave[-1])[:, 1 + count :]
    return Disturbed(judge(wave[:, : 1 + count]), float(rest[:, :count].max()), float(rest[:, count:].max(initial=0)))


def _deck(
    name: str, ribbons: Sequence[float], spread: Spread, rng: Random | None, events: Mapping[str, Sequence[Event]]
) -> str:
    """Return a deck of the chain. `events` are what data of each ribbon, lamp data of each, and the test bit do."""
    lines: list[str] = []
    for of in QUIET:
        pulse = f"PULSE({{}} {{}} 10n {spread(PAD_NS):.3g}n {spread(PAD_NS):.3g}n {FALL_NS - 10 - PAD_NS:g}n 1u)"
        volts = pulse.format(0, 3.3) if of == name else f"{QUIET[of]:g}"
        lines += _driver(f"{of}0", volts, spread(PAD_OHMS + line(of).source), f"{of}ribbon0")
    (test,) = events["SR_TEST"]
    lines += _driver("test", _steps(test, PAD_NS), spread(PAD_OHMS + _ohms("controller", "SR_TEST")), "SR_TESTribbon0")
    for tile, metres in enumerate(ribbons, 1):
        lines += [f"* tile {tile}: {metres:.2f} m of ribbon", *_ribbon(tile, metres, spread)]
        for of in QUIET:
            lines += buffered(line(of), f"{tile}", spread, thresholds_of(line(of).buffer, rng), of)
        lines += _data(tile, events["SR_MISO"][tile - 1], spread)
        lines += _lamps(tile, events["LED_IN"][tile - 1], spread)
        lines += track(f"test{tile}", f"SR_TESTin{tile}", f"SR_TESTribbon{tile}", apart("J1", "J2"), spread)
    lines.append(f"Ctest SR_TESTribbon{TILES} 0 {spread(2 * PIN_PF):.4g}p")
    (other,) = QUIET.keys() - {name}
    registers = [f"v({of}u{chip}_{tile})" for of in (name, other) for tile in range(1, TILES + 1) for chip in (1, 2)]
    resting = [f"v(ds{n})" for n, (before, after, _) in enumerate(events["SR_MISO"]) if before == after]
    resting += [f"v(SR_TESTribbon{TILES})"] if test[0] == test[1] else []
    return spice.deck(f"{name} and its neighbours", lines, f".tran 0.2n {END_NS}n 0 0.2n", [*registers, *resting])


def _ribbon(tile: int, metres: float, spread: Spread) -> Iterator[str]:
    """Yield the lines of the ribbon before a tile. Those between wires have delays of their own: plastic is uneven."""
    ground, between = impedances()
    share, delay = spread(1), metres * RIBBON_NS
    for name, ohms in ground.items():
        ends = f"{name}ribbon{tile - 1} 0 {name}in{tile} 0"
        yield f"T{name}{tile} {ends} Z0={ohms * share:.4g} TD={delay:.4g}n REL=1e6 ABS=1e6"
    for (one, other), ohms in between.items():
        ends = f"{one}ribbon{tile - 1} {other}ribbon{tile - 1} {one}in{tile} {other}in{tile}"
        yield f"T{one}{other}{tile} {ends} Z0={ohms * share:.4g} TD={spread(delay):.4g}n REL=1e6 ABS=1e6"


def _data(tile: int, event: Event, spread: Spread) -> Iterator[str]:
    """Yield the output of a tile's register over the ribbon to the tile before, or to the Pico."""
    ohms = spread(REGISTER_OHMS + _ohms("tile", "SR_MISO"))
    yield from _driver(f"q{tile}", _steps(event, SWIFT_NS), ohms, f"SR_MISOin{tile}")
    yield f"Cq{tile} SR_MISOin{tile} 0 {spread(PIN_PF):.4g}p"
    yield from track(f"ds{tile - 1}", f"SR_MISOribbon{tile - 1}", f"ds{tile - 1}", 50, spread)
    yield f"Cds{tile - 1} ds{tile - 1} 0 {spread(2 * PIN_PF):.4g}p"


def _lamps(tile: int, event: Event, spread: Spread) -> Iterator[str]:
    """Yield the lamps' data over the ribbon before a tile: from the level shifter, or from the last lamp before."""
    shifter, lamp = SHIFTER_OHMS + _ohms("controller", "LED_OUT"), LAMP_OUT_OHMS + _ohms("tile", "LED_OUT")
    ohms = shifter if tile == 1 else lamp
    yield from _driver(f"led{tile}", _steps(event, SWIFT_NS), spread(ohms), f"LED_INribbon{tile - 1}")
    yield f"Rdin{tile} LED_INin{tile} din{tile} {spread(_ohms('tile', 'LED_IN')):.4g}"
    yield f"Cdin{tile} din{tile} 0 {spread(LAMP_PF):.4g}p"


def _driver(name: str, volts: str, ohms: float, node: str) -> Iterator[str]:
    yield f"V{name} v{name} 0 {volts}"
    yield f"R{name} v{name} {node} {ohms:.4g}"


def _steps(event: Event, ns: float) -> str:
    before, after, at = event
    at = max(at, 0.5)
    return f"PWL(0 {before:g} {at:.4g}n {before:g} {at + ns:.4g}n {after:g})"


@cache
def _ohms(board: str, net: str) -> float:
    """Return the resistor on a net."""
    circuit = load(board)
    refs = (pin.split(".")[0] for pin in circuit.nets[net])
    return next(ohms for ref in refs if (ohms := circuit.kind(ref).ohms))


def _edges(name: str, ribbons: Sequence[float]) -> list[float]:
    """Return about when the rising edge comes to the ribbon before each tile."""
    return [10 + sum(ribbons[:tile]) * RIBBON_NS + tile * line(name).buffer.ns for tile in range(TILES)]


def _together(edges: Sequence[float], up: bool, falling: bool) -> list[Event]:
    """Return an event for each ribbon, all in one direction, at the rising or at the falling edge."""
    before, after = (0.0, 3.3) if up else (3.3, 0.0)
    return [(before, after, edge + (FALL_NS - 10 if falling else 0)) for edge in edges]


def _drawn_events(name: str, ribbons: Sequence[float], rng: Random) -> dict[str, list[Event]]:
    """Return events of every neighbour: at rest, or switching near one of the edges."""

    def near(volts: float) -> list[Event]:
        before_after = [(rng.choice((0, volts)), rng.choice((0, volts))) for _ in range(TILES)]
        return [
            (*levels, edge + rng.choice((0, FALL_NS - 10)) + rng.uniform(-NEAR_NS, NEAR_NS))
            for levels, edge in zip(before_after, _edges(name, ribbons), strict=True)
        ]

    return {"SR_MISO": near(3.3), "LED_IN": near(5), "SR_TEST": near(3.3)[:1]}
