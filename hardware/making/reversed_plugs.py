"""Every cable of the table plugged in the wrong way round, one after the other: the whole net list as an ngspice deck.

Each part becomes what matters when current flows backwards: resistors, fuses and wires with their resistance, diodes,
transistors with the diode in their bodies, chips as a load with a diode at each pin. A supply gives 5 V and at most
`SUPPLY_AMPERES`. `judged` says what is overloaded, and for how long until a fuse opens.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from hardware.making import power, spice
from hardware.making.source import Circuit, Kind, load, load_kinds
from hardware.making.whole import Cable, Cables, ends, load_cables

SUPPLY_AMPERES = 9.0
"""What a supply of 6 A may give before it protects itself: 150 %; from memory of the data sheet."""
PIN_MA = 20
"""mA that a chip's pin bears through its diode (74HC absolute maximum)."""
BACK = 0.5
"""Volts that a chip's supply may lie below its ground (74HC absolute maximum)."""
FREE_AIR = 15.0
"""Amperes that a mm2 of thin wire bears in free air while a fault lasts (AWG 28: 1.4 A; from memory)."""
CABLE_KELVIN = 80
"""Degrees that a wire's insulation may warm for seconds (PVC for 105 degrees, from 25)."""
OPENS = ((2.1, 1800.0), (2.75, 2.0), (4.0, 0.3), (10.0, 0.02))
"""Times a fast fuse's rating, and the seconds until it opens at most (Littelfuse, series 617)."""
DIODE_SATURATES, DIODE_OHMS, VT = 1e-14, 5, 0.02586
"""Of a chip's diode: amperes, its resistance, and volts at 27 degrees."""
DIODES = {
    "Dchip": f"is={DIODE_SATURATES:g} n=1 rs={DIODE_OHMS}",
    "Dbody": "is=1e-9 n=1.2 rs=0.01",
    "Dschottky": "is=1e-5 n=1 rs=0.05",
    "Dsilicon": "is=1e-9 n=1.8 rs=0.3",
    "Dtvs": "is=1e-12 n=1 rs=0.05 bv=6.8",
    "Dideal": "is=1e-9 n=0.05 rs=0.001",
}
DIODE_OF = {"1N5817": "Dschottky", "1N4148": "Dsilicon", "TVS": "Dtvs"}
OHMS_OF = {"fuse-2A5": power.LAMP_FUSE_OHMS, "fuse-3A": power.FUSE_OHMS, "fuse-500mA": 0.3, "stop": 0.01, "buzzer": 80}
MODELS = (
    *(f".model {name} d({values})" for name, values in DIODES.items()),
    ".model pfet pmos(level=1 vto=-1 kp=40)",
    ".model nfet nmos(level=1 vto=1.5 kp=0.3)",
    ".model npn npn(bf=200)",
)


@dataclass(frozen=True)
class Reversal:
    """One cable the wrong way round at one end, and what it does until a fuse opens."""

    cable: str
    supply: float
    """Amperes from the supply."""
    worst: str
    """The most loaded wire."""
    amperes: float
    mm2: float
    """Of that wire."""
    opens: float | None
    """Seconds until F1 opens at most; None if it does not."""
    kelvin: float
    """Degrees that this wire warms until then, if it keeps all heat."""
    pin_ma: float
    """mA through the most loaded pin of a chip."""
    back: float
    """Volts by which the ground of a chip or lamp lies above its supply, at most."""

    @property
    def burns(self) -> bool:
        """Return whether something is stressed beyond what it bears."""
        wire = self.kelvin > CABLE_KELVIN if self.opens else self.amperes > FREE_AIR * self.mm2
        return wire or self.pin_ma > PIN_MA or self.back > BACK


def deck(name: str) -> str:
    """Return the deck of the whole table with this cable reversed; "" for all cables as they should be."""
    lines = [*MODELS, f"Isupply 0 PS1_plus {SUPPLY_AMPERES:g}", "Dsupply PS1_plus five Dideal", "Vsupply five 0 5"]
    for owner, kind, nodes in _parts():
        lines += _part(owner, kind, nodes)
    for cable in _cables().cable:
        ohms = power.COPPER * cable.length / _mm2(cable.name)
        for number, (one, other) in enumerate(_joined(cable, cable.name == name)):
            wire = _word(f"{cable.name} {number}")
            lines += [f"V{wire} {_node(one)} w{wire} 0", f"R{wire} w{wire} {_node(other)} {ohms:.4g}"]
    title = f"{name} reversed" if name else "no cable reversed"
    return spice.static(title, [*lines, ".options itl1=2000 gmin=1e-9"])


def judged(name: str, found: Mapping[str, float]) -> Reversal:
    """Return what the steady voltages and currents of a deck mean."""
    wires = [
        (abs(found[f"i(v{_word(f'{cable.name} {number}').lower()})"]), cable.name)
        for cable in _cables().cable
        for number in range(len(_joined(cable, False)))
    ]
    amperes, worst = max(wires, key=lambda one: one[0] / _mm2(one[1]))
    opens = opening(abs(found["i(vf1)"]) / 2.5)
    chips = [(kind, nodes) for owner, kind, nodes in _parts() if kind.supply and owner != "SERVO"]
    return Reversal(
        name,
        SUPPLY_AMPERES - found["i(vsupply)"],
        worst,
        amperes,
        _mm2(worst),
        opens,
        warming(amperes, _mm2(worst), opens) if opens else 0,
        max(volts for kind, nodes in chips for volts in _forward(kind, nodes, found)),
        max(_volts(found, nodes["GND"]) - _volts(found, nodes[kind.supply]) for kind, nodes in chips),
    )


def _forward(kind: Kind, nodes: dict[str, str], found: Mapping[str, float]) -> Iterator[float]:
    """Yield the mA through each diode of a chip's pins: from its forward voltage, as `Dchip` has it."""
    plus, minus = nodes["3V3" if "3V3" in nodes else kind.supply], nodes["GND"]
    for pin in _pins(kind, nodes):
        for way in _ways(kind, pin):
            start, end = (nodes[pin], plus) if way == "up" else (minus, nodes[pin])
            yield 1000 * _diode(_volts(found, start) - _volts(found, end))


def _diode(volts: float) -> float:
    """Return the amperes through a `Dchip` with this voltage: the root of its equation, by halving."""
    low, high = 0.0, max(0.0, volts) / DIODE_OHMS
    for _ in range(40):
        middle = (low + high) / 2
        over = volts - DIODE_OHMS * middle - VT * math.log1p(middle / DIODE_SATURATES)
        low, high = (middle, high) if over > 0 else (low, middle)
    return low


def _volts(found: Mapping[str, float], node: str) -> float:
    return found[f"v({node.lower()})"]


def opening(times: float) -> float | None:
    """Return the seconds until a fast fuse opens at most, at this many times its rating."""
    if times < OPENS[0][0]:
        return None
    for (low, slow), (high, fast) in pairwise(OPENS):
        if times <= high:
            share = math.log(times / low) / math.log(high / low)
            return math.exp(math.log(slow) + share * math.log(fast / slow))
    return OPENS[-1][1]


def warming(amperes: float, mm2: float, seconds: float) -> float:
    """Return the degrees that a copper wire warms from 25 degrees if it keeps all heat (Onderdonk)."""
    mils = mm2 / 0.000506707  # circular mils, as his formula has it
    return 259 * (10 ** (33 * seconds * (amperes / mils) ** 2) - 1)


@cache
def _cables() -> Cables:
    return load_cables()


@cache
def _kinds() -> dict[str, Kind]:
    return load_kinds()


@cache
def _boards() -> dict[str, Circuit]:
    tile = load("tile")
    tiles = {f"tile{number}": tile for number in range(1, tile.count + 1)}
    return {"controller": load("controller"), "power": load("power"), **tiles}


@cache
def _parts() -> tuple[tuple[str, Kind, dict[str, str]], ...]:
    """Return every part with its kind, and the node of each of its pins that is connected."""
    soldered = (
        (f"{board}/{ref}", circuit.kind(ref), _nodes(board, circuit, ref))
        for board, circuit in _boards().items()
        for ref in circuit.parts
    )
    loose = ((part.ref, _kinds()[part.part]) for part in _cables().part)
    return *soldered, *((ref, kind, {pin: _loose(ref, pin) for pin in kind.pins}) for ref, kind in loose)


def _nodes(board: str, circuit: Circuit, ref: str) -> dict[str, str]:
    return {pin: _named(board, net) for pin in circuit.kind(ref).pins if (net := circuit.net(ref, pin))}


def _joined(cable: Cable, wrong: bool) -> list[tuple[str, str]]:
    """Return the ends that the wires of a cable join, in reverse order at the far end if it is `wrong`."""
    pairs = list(ends(cable, _boards()))
    return list(zip([one for one, _ in pairs], [other for _, other in pairs][::-1], strict=True)) if wrong else pairs


def _part(owner: str, kind: Kind, nodes: dict[str, str]) -> Iterator[str]:
    """Yield a part's lines; parts that carry no steady current yield none."""
    name = _word(owner)
    at = [nodes.get(pin, "") for pin in kind.pins]
    value = next((ohms for key, ohms in OHMS_OF.items() if _kinds()[key] == kind), kind.ohms)
    diode = next((model for key, model in DIODE_OF.items() if _kinds()[key] == kind), "")
    if value:
        yield f"V{owner.split('/')[-1] if owner == 'power/F1' else name} {at[0]} r{name} 0"
        yield f"R{name} r{name} {at[1]} {value:g}"
    elif diode:
        yield f"D{name} {nodes['A']} {nodes['K']} {diode}"
    elif kind.symbol.startswith("Transistor_FET") and "S" in nodes:
        p_channel = kind.symbol.endswith("7404")
        drain, source = nodes["D"], nodes["S"]
        yield f"M{name} {drain} {nodes['G']} {source} {source} {'pfet' if p_channel else 'nfet'}"
        yield f"D{name} {drain} {source} Dbody" if p_channel else f"D{name} {source} {drain} Dbody"
    elif kind.symbol.startswith("Transistor_BJT"):
        yield f"Q{name} {nodes['C']} {nodes['B']} {nodes['E']} npn"
    elif owner == "SERVO":
        yield f"R{name} {nodes['+']} {nodes['-']} {1000 * 5 / kind.milliamps:g}"
        yield f"D{name} {nodes['-']} {nodes['+']} Dbody"
        yield f"D{name}s {nodes['-']} {nodes['signal']} Dchip"
    elif kind.supply:
        yield from _chip(name, owner, kind, nodes)


def _chip(name: str, owner: str, kind: Kind, nodes: dict[str, str]) -> Iterator[str]:
    """Yield a chip: its load, the diode from its ground to its supply, and the diodes of its pins."""
    plus, minus = nodes[kind.supply], nodes["GND"]
    milliamps = power.LAMP_AT_REST if kind.value == power.LAMP else kind.milliamps
    yield f"R{name} {plus} {minus} {1000 * 5 / milliamps:g}"
    yield f"D{name} {minus} {plus} Dchip"
    if "3V3" in nodes:
        yield f"B{name} reg {minus} V=3.3/(1+exp(-10*(v({plus})-v({minus})-2)))"
        yield f"R{name}r reg {nodes['3V3']} 4"
        plus = nodes["3V3"]
    for pin in _pins(kind, nodes):
        word = _word(f"{owner} {pin}")
        for way in _ways(kind, pin):
            start, end = (nodes[pin], plus) if way == "up" else (minus, nodes[pin])
            yield f"Dd{word}{way} {start} {end} Dchip"


def _pins(kind: Kind, nodes: dict[str, str]) -> list[str]:
    return [pin for pin in dict.fromkeys((*kind.inputs, *kind.outputs)) if pin in nodes and pin != "3V3"]


def _ways(kind: Kind, pin: str) -> tuple[str, ...]:
    """Return where the diodes of a pin lead; an input that bears more than its supply has none upwards."""
    tolerant = pin in kind.inputs and kind.bears is not None and kind.bears > 5
    return ("down",) if tolerant else ("up", "down")


@cache
def _mm2(cable: str) -> float:
    file = _cables()
    return file.kind[next(one.kind for one in file.cable if one.name == cable)].mm2


def _node(end: str) -> str:
    """Return the node of a cable's end: `tile3.J1.7`, or `SERVO.+` of a loose part."""
    owner, _, pin = end.rpartition(".")
    board, _, ref = owner.partition(".")
    if not ref:
        return _loose(owner, pin)
    return _named(board, _boards()[board].net(ref, pin) or f"{ref}_{pin}")


def _named(board: str, net: str) -> str:
    return _word(f"{board} {net}")


def _loose(ref: str, pin: str) -> str:
    return "0" if (ref, pin) == ("PS1", "-") else _word(f"{ref} {pin}")


def _word(text: str) -> str:
    """Return a name that ngspice takes: letters, digits and underscores."""
    text = text.replace("+", "plus").replace("-", "minus")
    return "".join(letter if letter.isalnum() else "_" for letter in text)
