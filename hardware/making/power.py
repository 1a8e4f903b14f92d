"""The power budget, computed from the sources: currents, fuses, wires and voltage drops, and checks of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hardware.making.placement import load_placement
from hardware.making.whole import Cable, Cables, Whole, assemble, load_cables

from mousetable.settings import Settings

LAMP, SERVO = "WS2812B", "servo"
ON_5V = ("Pico", "74AHCT125", "buzzer")
"""5 V loads on the Pico's branch."""

# From data sheets, or our own rules
COPPER = 0.0178
"""Ohm for a metre of 1 mm2, at 20 degrees."""
FOIL = 0.035
"""mm: thickness of a board's copper."""
DENSITY = 6.0
"""Amperes that a mm2 of wire may carry in this table."""
FUSE_OHMS = 0.03
"""Of a slow fuse of 3 A, cold."""
LAMP_FUSE_OHMS = 0.0334
"""Of a fast fuse of 2.5 A, cold (Littelfuse, series 617)."""
REVERSE_OHMS = 0.022
"""Of the FET against reverse polarity, at 4.5 V between gate and source (IRF7424)."""
TERMINAL_OHMS = 0.005
"""Of a screw terminal with its wire."""
TERMINAL = 5.0
"""Amperes that a screw terminal may carry."""
LAMP_AT_REST = 1
"""mA that a dark lamp draws."""
RAIL, VOLTS = 3.3, 5.0
RAIL_MA = 300
"""mA that other parts may draw from the Pico's 3.3 V."""
EFFICIENCY = 0.85
"""Of the Pico's converter from 5 V to 3.3 V."""
STEADY, SHORT = 0.75, 1.0
"""Shares of a fuse's rating allowed: permanently, and for a blocked servo."""
SUPPLY = 0.8
"""Share of the supply's rating that may be used."""
LAMP_LEAST, LOGIC_LEAST = 4.5, 3.0
"""Volts that lamps and registers need."""
GROUND_SHIFT = 0.3
"""Volts that a tile's ground may lie above the controller's; a 74HC at 3.3 V reads up to 0.99 V as low."""


@dataclass(frozen=True)
class Branch:
    """The loads and cables behind one fuse. `share` is the part of its rating that may flow."""

    name: str
    fuse: str
    amperes: float
    share: float
    cables: tuple[str, ...]


@dataclass(frozen=True)
class Budget:
    whole: Whole
    cables: Cables
    cap: int
    """mA that the firmware allows for all lamps together."""
    trunk: float
    """mm: width of the track that carries 5 V through a tile."""
    through: float
    """mm: its length."""

    # Currents, in mA

    @cached_property
    def lamps(self) -> int:
        return sum(part.part == LAMP for part in self.whole.parts.values())

    @property
    def full(self) -> float:
        return self.lamps * self.whole.kinds[LAMP].milliamps

    @property
    def resting(self) -> float:
        return self.lamps * LAMP_AT_REST

    @property
    def lit(self) -> float:
        return min(self.cap, self.full) + self.resting

    @cached_property
    def chips(self) -> dict[str, tuple[int, float]]:
        """The parts fed with 3.3 V, by kind: their number, and the mA of all of them."""
        found: dict[str, tuple[int, float]] = {}
        for ref, part in self.whole.parts.items():
            kind = self.whole.kind(ref)
            if kind.milliamps and kind.supply and self._on_rail(ref, kind.supply):
                count, milliamps = found.get(part.part, (0, 0.0))
                found[part.part] = count + 1, milliamps + kind.milliamps
        return found

    @cached_property
    def pulls(self) -> dict[float, int]:
        """The number of resistors from 3.3 V, by ohms; their other ends may be at ground."""
        found: dict[float, int] = {}
        for ref in self.whole.parts:
            ohms = self.whole.kind(ref).ohms
            if ohms and any(self._on_rail(ref, pin) for pin in "12"):
                found[ohms] = found.get(ohms, 0) + 1
        return found

    @property
    def rail(self) -> float:
        pulled = sum(count * 1000 * RAIL / ohms for ohms, count in self.pulls.items())
        return pulled + sum(milliamps for _, milliamps in self.chips.values())

    @property
    def pico(self) -> float:
        """The Pico's branch: Pico, level shifter, buzzer, and the 5 V that the Pico converts to 3.3 V for others."""
        kinds = self.whole.kinds
        others = sum(kinds[name].milliamps for name in ON_5V)
        return others + self.rail * RAIL / VOLTS / EFFICIENCY

    @property
    def servo(self) -> float:
        return self.whole.kinds[SERVO].milliamps

    @property
    def total(self) -> float:
        return self.lit + self.servo + self.pico

    # Fuses and wires

    @property
    def branches(self) -> tuple[Branch, ...]:
        lamps = tuple(cable.name for cable in self.cables.cable if cable.name.startswith("lamps"))
        return (
            Branch("lamps", "F1", self.lit / 1000, STEADY, lamps),
            Branch("servo", "F2", self.servo / 1000, SHORT, ("stop", "servo")),
            Branch("Pico", "F3", self.pico / 1000, STEADY, ("controller",)),
        )

    def rating(self, ref: str) -> float:
        """Return the amperes in a fuse's or a supply's value: `3 A`, `500 mA`, `5 V 6 A`."""
        amount, unit = self.whole.kind(ref).value.split()[-2:]
        return float(amount) / (1000 if unit == "mA" else 1)

    def cable(self, name: str) -> Cable:
        return next(cable for cable in self.cables.cable if cable.name == name)

    def mm2(self, name: str) -> float:
        return self.cables.kind[self.cable(name).kind].mm2

    def ohms(self, name: str) -> float:
        """Return the resistance of one wire of a cable."""
        return COPPER * self.cable(name).length / self.mm2(name)

    @property
    def trunk_ohms(self) -> float:
        return COPPER * self.through / 1000 / (self.trunk * FOIL)

    @property
    def trunk_bears(self) -> float:
        """Amperes that warm the track by 10 degrees (IPC-2221, outer layer)."""
        mils = self.trunk * FOIL / 0.0254**2
        return float(0.048 * 10**0.44 * mils**0.725)

    # Voltage drop

    def row(self, tiles: int) -> list[float]:
        """Return the amperes into each tile of a row, with all the light that the cap allows at its far end."""
        each = self.full / 9 / 1000
        left, taken = self.cap / 1000, []
        for _ in range(tiles):
            taken.append(min(each, left))
            left -= taken[-1]
        rest = self.resting / 9 / 1000
        return [sum(taken[: tiles - number]) + (tiles - number) * rest for number in range(tiles)]

    def drop(self, tiles: int) -> float:
        """Return the volts lost, there and back, from the power board to the last of `tiles` tiles in a row."""
        first, next_ = self.ohms("lamps 1"), self.ohms("lamps 2")
        volts = 0.0
        for number, amperes in enumerate(self.row(tiles)):
            wire = (next_ if number else first) + 2 * TERMINAL_OHMS
            volts += 2 * amperes * wire
            if number < tiles - 1:
                volts += 2 * self.row(tiles)[number + 1] * self.trunk_ohms
        return volts

    @property
    def before(self) -> float:
        """Volts lost before the lamps' branch: in the supply cable and Q3 with everything on, and in the fuse."""
        supply = 2 * (self.ohms("supply") + TERMINAL_OHMS) + REVERSE_OHMS
        return supply * self.total / 1000 + LAMP_FUSE_OHMS * self.lit / 1000

    @property
    def last_lamp(self) -> float:
        return VOLTS - self.before - self.drop(3)

    @property
    def last_register(self) -> float:
        """3.3 V at the ninth tile, if one wire of every ribbon carries it and one wire returns it."""
        tile = self.rail / 1000 / 9
        chains = (f"chain {number}" for number in range(1, 10))
        return RAIL - sum(2 * self.ohms(name) * tile * (9 - number) for number, name in enumerate(chains))

    def _on_rail(self, ref: str, pin: str) -> bool:
        return any(net.endswith("+3V3") for net in self.whole.nets_at(ref, pin))


def budget(cap: int | None = None, whole: Whole | None = None, cables: Cables | None = None) -> Budget:
    """Return the budget of our sources and the firmware's default cap, or of the arguments instead."""
    placement = load_placement("tile")
    trunk = next(route for route in placement.route if route.net == "+5V" and route.pins)
    (left, *_), (right, *_) = (placement.at[name] for name in ("J3", "J4"))
    return Budget(
        whole or assemble(),
        cables or load_cables(),
        cap or Settings(None)["current"],
        trunk.width,
        right - left,
    )


def complaints(found: Budget) -> Iterator[str]:
    """Yield a sentence for each current or drop that is too high, and each wire that is too thin."""
    if found.total / 1000 > SUPPLY * found.rating("PS1"):
        yield f"supply: {found.total / 1000:.2f} A are more than {SUPPLY:.0%} of its {found.rating('PS1'):g} A"
    if found.total / 1000 > TERMINAL:
        yield f"power/J1: {found.total / 1000:.2f} A, and a terminal bears {TERMINAL:g} A"
    if found.rail > RAIL_MA:
        yield f"3.3 V: {found.rail:.0f} mA, and the Pico gives {RAIL_MA} mA"
    for branch in found.branches:
        rated = found.rating(f"power/{branch.fuse}")
        if branch.amperes > branch.share * rated:
            flows = f"{branch.amperes:.2f} A are more than {branch.share:.0%} of {rated:g} A"
            yield f"{branch.fuse}, {branch.name}: {flows}"
        for name in branch.cables:
            if rated > DENSITY * found.mm2(name):
                yield (
                    f"cable {name}: {found.mm2(name):g} mm2 bear {DENSITY * found.mm2(name):.2f} A, "
                    f"and {branch.fuse} lets {rated:g} A through"
                )
    if found.rating("PS1") > DENSITY * found.mm2("supply"):
        yield f"cable supply: {found.mm2('supply'):g} mm2 bear less than the supply gives"
    if found.row(3)[0] > found.trunk_bears:
        yield f"tile: {found.row(3)[0]:.2f} A flow through a track that bears {found.trunk_bears:.2f} A"
    if found.last_lamp < LAMP_LEAST:
        yield f"the last lamp of a row has {found.last_lamp:.2f} V, {LAMP_LEAST:g} V are needed"
    if found.drop(3) / 2 > GROUND_SHIFT:
        yield f"a tile's ground is {found.drop(3) / 2:.2f} V up, {GROUND_SHIFT:g} V are allowed"
    if found.last_register < LOGIC_LEAST:
        yield f"the ninth tile has {found.last_register:.2f} V of 3.3 V, {LOGIC_LEAST:g} V are needed"
