"""The clock and load lines from the Pico to all 18 registers: ngspice decks made from the source, and their judgement.

The registers are those of nine tiles, or of nine pieces of perfboard under an old board.

A ribbon is a lossless line; a track a coil between two capacitors. A buffer compares its input with a threshold that
moves down when its output is high (hysteresis), and drives its loads through its output resistance. Delays inside a
buffer do not change a waveform's shape, so `budget` adds them afterwards.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
from hardware.making import spice
from hardware.making.holes import Perfboard, load_perfboard
from hardware.making.placement import load_placement
from hardware.making.source import Circuit, load
from hardware.making.spice import Wave
from hardware.making.whole import load_cables

TILES, INPUTS = 9, 16
GRID = 2.54
"""Millimetres between two holes of perfboard."""
DRAWS, SEED, SPREAD = 500, 1, 0.2
RIBBON = (0.05, 0.7)
"""Metres of a ribbon: drawn between them, and at one of them in the corners. A ribbon of the table is within them."""
FALL_NS, END_NS = 160, 320
"""The clock rises at 10 ns and falls here."""
LOW, HIGH = 1.3, 2.0
"""Volts between which a 74HC165 at 3.3 V may have its threshold."""
LEVELS = tuple(round(LOW + 0.1 * n, 1) for n in range(8))

# Assumed, not from a data sheet
RIBBON_OHMS, RIBBON_NS = 110, 4.8
"""Impedance of a wire between two grounds, and its delay in ns a metre."""
TRACK_OHMS, TRACK_NS = 90, 6.0
WIRE_OHMS, WIRE_NS = 150, 4.0
"""The same of a thin wire on perfboard."""
FORMER_ROW = 0.1
"""Metres of a ribbon between two former boards of a row."""
PIECE_RIBBON = 0.6
"""Metres from a piece of perfboard to the next."""
PIN_PF = 5
PAD_OHMS, PAD_NS = 25, 2.0
"""Of the Pico's pad at 12 mA: output resistance, and edge."""


@dataclass(frozen=True)
class Buffer:
    """A Schmitt buffer at 3.0 V. `ohms` of its output and `ns` of its edge are assumed."""

    ohms: float
    ns: float
    rises: tuple[float, float]
    falls: tuple[float, float]
    hysteresis: tuple[float, float]
    typical: tuple[float, float]
    """Volts at which its output rises and falls, in the middle of these ranges."""
    delay: tuple[float, float]
    """ns from input to output."""


# 74LVC3G17, one more buffer in the same family, at 3.0 V and -40 to 85 degrees (NXP, Rev. 06, table 11). Delay of a
# 74LVC2G17 at 3.0 to 3.6 V; from memory.
LVC = Buffer(18, 1.0, (1.3, 2.2), (0.6, 1.5), (0.4, 1.2), (1.76, 1.04), (0.5, 6.8))
# Two inverters of an SN74AHC14 one after the other (Texas Instruments, SCLS238); from memory.
AHC = Buffer(35, 2.5, (1.2, 2.2), (0.9, 1.9), (0.3, 1.2), (1.9, 1.3), (2.0, 37.0))

# 74HC165 at 3.0 V: on the straight line between the limits at 2.0 and 4.5 V, -40 to 85 degrees (NXP, Rev. 03, table 7)
REGISTER_DELAY = (5.0, 205 - (205 - 41) / 2.5)
"""ns from clock to output; the least is assumed, the data sheet has none."""
SETUP, HOLD = 100 - (100 - 20) / 2.5, 5.0
"""ns that the serial input must be steady before and after the clock; from memory."""
REGISTER_OHMS = 60
"""Of a register's output; assumed."""

Spread = Callable[[float], float]
"""Return a value as it is in one draw."""


@dataclass(frozen=True)
class Line:
    """One of the two lines, as the source has it: resistors in ohms, tracks in millimetres."""

    name: str
    source: float
    to_buffer: float
    loads: tuple[tuple[float, float], ...]
    """Of each register: the resistor and the track before it."""
    onward: tuple[float, float]
    """The same before the next tile."""
    ribbons: tuple[float, ...]
    board: str = "tile"
    """What has the buffer: a tile, or a piece of perfboard."""
    wire: tuple[float, float] = (TRACK_OHMS, TRACK_NS)
    """Impedance of what joins parts on a board, and its delay in ns a metre."""
    buffer: Buffer = LVC


@cache
def line(name: str) -> Line:
    """Return the line that begins at a signal of the Pico: SR_SCK or SR_PL."""
    tile, controller = load("tile"), load("controller")
    pin = {"SR_SCK": "CP", "SR_PL": "PL"}[name]
    enters = _next(tile, name, "J1", "U3")
    buffered = tile.net("U3", tile.pin_name(enters).replace("A", "Y")) or ""
    ends = [_through(tile, buffered, ref) for ref in _resistors(tile, buffered)]
    loads = tuple((ohms, apart(ref, other)) for ref, ohms, other in ends if other != "J2")
    onward = next((ohms, apart(ref, other)) for ref, ohms, other in ends if other == "J2")
    assert {tile.net(ref, pin) for ref in ("U1", "U2")} <= {tile.net(ref, "2") for ref, _, _ in ends}
    (source,) = _resistors(controller, name)
    ribbons = tuple(cable.length for cable in load_cables().cable if cable.ribbon)
    return Line(name, controller.kind(source).ohms or 0, apart("J1", "U3"), loads, onward, ribbons)


@cache
def piece_line(name: str) -> Line:
    """Return the same line over nine pieces of perfboard, where two inverters one after the other are the buffer."""
    board, source = load_perfboard("registers"), line(name).source
    circuit, pin = board.circuit, {"SR_SCK": "CP", "SR_PL": "PL"}[name]
    enters = _next(circuit, name, "J1", "U3")
    turned = circuit.net("U3", circuit.pin_name(enters).replace("A", "Y")) or ""
    leaves = circuit.pin_name(circuit.nets[turned][1]).replace("A", "Y")
    buffered = circuit.net("U3", leaves) or ""
    out = next(end for end in circuit.nets[buffered] if end.startswith("U3."))
    loads = []
    for ref, ohms, other in (_through(circuit, buffered, ref) for ref in _resistors(circuit, buffered)):
        (end,) = (end for end in circuit.nets[circuit.net(ref, "2") or ""] if end.startswith(f"{other}."))
        assert other == "J2" or circuit.pin_name(end) == pin
        loads.append((ohms, _between(board, out, f"{ref}.1") + _between(board, f"{ref}.2", end)))
    entry = next(end for end in circuit.nets[name] if end.startswith("J1."))
    wire = (WIRE_OHMS, WIRE_NS)
    ribbons = (PIECE_RIBBON,) * TILES
    return Line(name, source, _between(board, entry, enters), tuple(loads[:2]), loads[2], ribbons, "piece", wire, AHC)


def pins(tiles: int = TILES) -> list[str]:
    """Return the vectors of all register pins, from the first tile on."""
    return [f"v(u{chip}_{tile})" for tile in range(1, tiles + 1) for chip in (1, 2)]


def nominal(value: float) -> float:
    return value


def drawn(rng: Random) -> Spread:
    return lambda value: value * rng.uniform(1 - SPREAD, 1 + SPREAD)


def deck(line: Line, spread: Spread = nominal, ribbons: Sequence[float] = (), rng: Random | None = None) -> str:
    """Return the deck of a line: the Pico's pad, nine tiles, and the open end."""
    lines = [
        f"Vpad pad 0 PULSE(0 3.3 10n {spread(PAD_NS):.3g}n {spread(PAD_NS):.3g}n {FALL_NS - 10 - PAD_NS:g}n 1u)",
        f"Rpad pad out {spread(PAD_OHMS):.4g}",
        f"Rsource out ribbon0 {spread(line.source):.4g}",
    ]
    for tile, metres in enumerate(ribbons or line.ribbons, 1):
        lines += _tile(line, tile, metres, spread, thresholds_of(line.buffer, rng))
    vectors = [*pins(), *(f"v(a{tile})" for tile in range(1, TILES + 1))]
    return spice.deck(f"{line.name}, a buffer on every {line.board}", lines, f".tran 0.1n {END_NS}n 0 0.1n", vectors)


def former(source: float, pad: float, end: str = "") -> str:
    """Return the deck of the former board: no buffer, all 18 registers on one line, with `end` at its end."""
    lines = [
        f"Vpad pad 0 PULSE(0 3.3 10n {PAD_NS}n {PAD_NS}n {FALL_NS - 10 - PAD_NS:g}n 1u)",
        f"Rsource pad ribbon0 {pad + source:g}",
    ]
    for tile, metres in enumerate(line("SR_SCK").ribbons, 1):
        delay = f"TD={max(metres, FORMER_ROW) * RIBBON_NS:.4g}n"
        lines += [
            f"Tribbon{tile} ribbon{tile - 1} 0 in{tile} 0 Z0={RIBBON_OHMS} {delay} REL=1e6 ABS=1e6",
            *track(f"a{tile}", f"in{tile}", f"u1_{tile}", 70, nominal),
            f"C1_{tile} u1_{tile} 0 {PIN_PF}p",
            *track(f"b{tile}", f"u1_{tile}", f"u2_{tile}", 60, nominal),
            f"C2_{tile} u2_{tile} 0 {PIN_PF}p",
            *track(f"c{tile}", f"u2_{tile}", f"ribbon{tile}", 50, nominal),
        ]
    if end:
        lines += [f"Rend ribbon{TILES} snub {end.split()[0]}", f"Cend snub 0 {end.split()[1]}"]
    lines.append(f"Cplug ribbon{TILES} 0 2p")
    return spice.deck("the former board, no buffers", lines, f".tran 0.1n {END_NS}n 0 0.1n", pins())


def former_pieces(pieces: int) -> str:
    """Return the deck of pieces of perfboard without U3: all registers on one line."""
    line = piece_line("SR_SCK")
    hops = (line.to_buffer + line.loads[0][1], line.loads[1][1], line.onward[1])
    lines = [
        f"Vpad pad 0 PULSE(0 3.3 10n {PAD_NS}n {PAD_NS}n {FALL_NS - 10 - PAD_NS:g}n 1u)",
        f"Rsource pad ribbon0 {PAD_OHMS + line.source:g}",
    ]
    for piece in range(1, pieces + 1):
        ends = (f"in{piece}", f"u1_{piece}", f"u2_{piece}", f"ribbon{piece}")
        delay = f"TD={PIECE_RIBBON * RIBBON_NS:.4g}n"
        lines.append(f"Tribbon{piece} ribbon{piece - 1} 0 in{piece} 0 Z0={RIBBON_OHMS} {delay} REL=1e6 ABS=1e6")
        for name, start, end, mm in zip("abc", ends[:-1], ends[1:], hops, strict=True):
            lines += track(f"{name}{piece}", start, end, mm, nominal, line.wire)
        lines += [f"C{chip}_{piece} u{chip}_{piece} 0 {PIN_PF}p" for chip in (1, 2)]
    lines.append(f"Cplug ribbon{pieces} 0 2p")
    return spice.deck(f"{pieces} pieces without buffers", lines, f".tran 0.1n {END_NS}n 0 0.1n", pins(pieces))


def draws(line: Line) -> Iterator[str]:
    """Yield the decks of all seeded draws, then those of the corners."""
    for number in range(DRAWS):
        rng = Random(f"{line.name} {SEED} {number}")
        yield deck(line, drawn(rng), [rng.uniform(*RIBBON) for _ in range(TILES)], rng)
    for metres, share in product(RIBBON, (1 - SPREAD, 1 + SPREAD)):
        for one in (True, False):  # resistances up and capacitances down move edges most, so both ways

            def corner(value: float, one: bool = one, share: float = share) -> float:
                return value * (share if one or value > 20 else 2 - share)

            yield deck(line, corner, [metres] * TILES)


@dataclass(frozen=True)
class Judgement:
    """What a line does at its 18 registers."""

    crossings: int
    """The most often that an edge crosses a level; 1 is clean."""
    edge: float
    """ns from 1.3 to 2.0 V, the slowest."""
    highest: float
    lowest: float
    """Volts."""
    arrivals: tuple[float, ...]
    """ns from the Pico's edge to the middle of the rising edge at each tile, without the buffers' delays."""


def judge(wave: Wave, tiles: int = TILES) -> Judgement:
    """Judge the waveforms of a deck."""
    ns, registers = wave[:, 0] * 1e9, wave[:, 1 : 2 * tiles + 1].T
    most, slowest, arrivals = 0, 0.0, []
    for volts in registers:
        for level in LEVELS:
            above = volts >= level
            ups, downs = int(np.sum(~above[:-1] & above[1:])), int(np.sum(above[:-1] & ~above[1:]))
            most = max(most, ups, downs) if ups and downs else 99
        first, last = ns[np.argmax(volts >= LOW)], ns[np.argmax(volts >= HIGH)]
        slowest = max(slowest, float(last - first))
        arrivals.append(float(first + last) / 2 - 10)
    each = tuple(max(arrivals[2 * tile : 2 * tile + 2]) for tile in range(tiles))
    return Judgement(most, slowest, float(registers.max()), float(registers.min()), each)


def data_deck(long: float, share: float, board: str = "tile") -> str:
    """Return the deck of a register's output that goes to the board before: its resistor, a ribbon, an input."""
    circuit = load(board)
    (series,) = _resistors(circuit, "SR_MISO")
    lines = [
        "Vq q 0 PULSE(0 3.3 10n 5n 5n 400n 1u)",
        f"Rq q out {REGISTER_OHMS * share:g}",
        f"R14 out plug {(circuit.kind(series).ohms or 0) * share:g}",
        f"C14 plug 0 {PIN_PF * share:g}p",
        f"Tribbon plug 0 in 0 Z0={RIBBON_OHMS * share:g} TD={long * RIBBON_NS:.4g}n REL=1e6 ABS=1e6",
        *track("in", "in", "ds", 50, lambda value: value * share),
        f"Cds ds 0 {2 * PIN_PF * share:g}p",
        "R17 ds 0 100k",
    ]
    return spice.deck("a register's output to the tile before", lines, ".tran 0.2n 800n 0 0.2n", ["v(ds)"])


def data_delays(wave: Wave) -> tuple[float, float]:
    """Return the ns until data begins to change (30 or 70 %) and has changed (70 or 30 %), over both edges."""
    ns, volts = wave[:, 0] * 1e9, wave[:, 1]
    up, down = ns < 415, ns >= 415
    first = min(ns[up][np.argmax(volts[up] > 0.99)] - 10, ns[down][np.argmax(volts[down] < 2.31)] - 415)
    last = max(ns[up][np.argmax(volts[up] > 2.31)] - 10, ns[down][np.argmax(volts[down] < 0.99)] - 415)
    return float(first), float(last)


@dataclass(frozen=True)
class Budget:
    """Margins in ns, all worst cases at once; positive is good."""

    half_period: float
    setup: float
    hold: float
    pico: float
    mark: float


def budget(line: Mapping[str, float], data: Mapping[str, float], buffer: Buffer = LVC) -> Budget:
    """Return the margins along the chain, from the extremes of all draws. A register is clocked after the one it feeds.

    setup, hold: of a tile's second register, fed by the next tile. pico: before the Pico reads the first register.
    mark: that SR_TEST stays at the last register's input after its clock, before the Pico changes it.
    """
    half = 1e9 / chain_hz(TILES * INPUTS)
    slowest, soonest = buffer.delay[1] + REGISTER_DELAY[1], buffer.delay[0] + REGISTER_DELAY[0]
    return Budget(
        half,
        2 * half - (line["skew_most"] + slowest + data["last"]) - SETUP,
        line["skew_least"] + soonest + data["first"] - HOLD,
        half - (line["first"] + slowest + data["last"]),
        half - (line["last"] + TILES * buffer.delay[1]) - HOLD,
    )


@cache
def chain_hz(inputs: int) -> int:
    """Return the firmware's PIO clock for a chain; the registers' clock takes two of its cycles."""
    path = Path(__file__).parents[2] / "firmware" / "mousetable" / "chip" / "sampler.py"
    names = {"sample_words", "chain_hz"}
    tree = ast.parse(path.read_text("utf-8"))
    wanted: list[ast.stmt] = [one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name in names]
    found: dict[str, Callable[[int], int]] = {}
    exec(compile(ast.Module(wanted, []), str(path), "exec"), found)
    return found["chain_hz"](found["sample_words"](inputs))


def _tile(line: Line, tile: int, metres: float, spread: Spread, thresholds: tuple[float, float]) -> Iterator[str]:
    rises, falls = thresholds
    yield f"* tile {tile}: {metres:.2f} m of ribbon, a buffer that rises at {rises:.2f} V and falls at {falls:.2f} V"
    z0, delay = spread(RIBBON_OHMS), metres * RIBBON_NS
    yield f"Tribbon{tile} ribbon{tile - 1} 0 in{tile} 0 Z0={z0:.4g} TD={delay:.4g}n REL=1e6 ABS=1e6"
    yield from buffered(line, f"{tile}", spread, thresholds)


def buffered(line: Line, name: str, spread: Spread, thresholds: tuple[float, float], of: str = "") -> Iterator[str]:
    """Yield a tile's buffer and its loads, from node `in` to node `ribbon`. Nodes and parts begin with `of`."""
    rises, falls = thresholds
    at = f"{of}{name}"
    yield from track(f"in{at}", f"{of}in{name}", f"{of}a{name}", line.to_buffer, spread, line.wire)
    yield f"Ca{at} {of}a{name} 0 {spread(PIN_PF):.4g}p"
    threshold = f"{rises:.3f}-{rises - falls:.3f}*v({of}e{name})/3.3"
    yield f"B{at} {of}h{name} 0 V=1.65*(1+tanh(8*(v({of}a{name})-({threshold}))))"
    yield f"Re{at} {of}h{name} {of}e{name} 1k"
    yield f"Ce{at} {of}e{name} 0 {spread(line.buffer.ns) / 2.2:.4g}p"
    yield f"E{at} {of}y{name} 0 {of}e{name} 0 1"
    yield f"Ry{at} {of}y{name} {of}o{name} {spread(line.buffer.ohms):.4g}"
    for chip, (ohms, mm) in enumerate(line.loads, 1):
        one, other = f"{of}r{chip}_{name}", f"{of}u{chip}_{name}"
        yield f"R{of}{chip}_{name} {of}o{name} {one} {spread(ohms):.4g}"
        yield from track(f"{of}{chip}_{name}", one, other, mm, spread, line.wire)
        yield f"C{of}{chip}_{name} {other} 0 {spread(PIN_PF):.4g}p"
    ohms, mm = line.onward
    yield f"R{of}n_{name} {of}o{name} {of}n{name} {spread(ohms):.4g}"
    yield from track(f"{of}n{name}", f"{of}n{name}", f"{of}ribbon{name}", mm, spread, line.wire)


def track(
    name: str, start: str, end: str, mm: float, spread: Spread, wire: tuple[float, float] = (TRACK_OHMS, TRACK_NS)
) -> Iterator[str]:
    """Yield a track, or a wire: a coil between two capacitors."""
    z0, delay = spread(wire[0]), mm / 1000 * wire[1]
    yield f"L{name} {start} {end} {z0 * delay:.4g}n"
    yield f"C{name}s {start} 0 {500 * delay / z0:.4g}p"
    yield f"C{name}e {end} 0 {500 * delay / z0:.4g}p"


def thresholds_of(buffer: Buffer, rng: Random | None) -> tuple[float, float]:
    """Return the voltages at which a buffer's output rises and falls: typical, or drawn within the data sheet."""
    if rng is None:
        return buffer.typical
    rises = rng.uniform(*buffer.rises)
    least, most = buffer.hysteresis
    return rises, rng.uniform(max(buffer.falls[0], rises - most), min(buffer.falls[1], rises - least))


def _next(circuit: Circuit, net: str, *refs: str) -> str:
    """Return the last of these parts' pin on the net; all must be on it."""
    found = {pin.split(".")[0]: pin for pin in circuit.nets[net]}
    return [found[ref] for ref in refs][-1]


def _resistors(circuit: Circuit, net: str) -> list[str]:
    refs = (pin.split(".")[0] for pin in circuit.nets[net])
    return [ref for ref in refs if circuit.kind(ref).ohms]


def _through(circuit: Circuit, net: str, ref: str) -> tuple[str, float, str]:
    """Return a resistor, its ohms, and the part behind it."""
    other = next(name for pin in "12" if (name := circuit.net(ref, pin)) and name != net)
    behind = next(pin.split(".")[0] for pin in circuit.nets[other] if not pin.startswith(f"{ref}."))
    return ref, circuit.kind(ref).ohms or 0, behind


@cache
def apart(one: str, other: str) -> float:
    """Return the millimetres between two parts of the tile along its edges, as a track goes at most."""
    (ax, ay, _), (bx, by, _) = (load_placement("tile").at[ref] for ref in (one, other))
    return abs(ax - bx) + abs(ay - by)


def _between(board: Perfboard, one: str, other: str) -> float:
    """Return the millimetres between two pins on perfboard along its rows and columns, as a wire goes at most."""
    (ax, ay), (bx, by) = board.pins[one], board.pins[other]
    return GRID * (abs(ax - bx) + abs(ay - by))
