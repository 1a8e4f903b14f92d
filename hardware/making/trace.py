"""The bit and lamp of each place of a tile, and the bits of its code, derived from its nets.

The nets are followed from the connectors through the registers and lamps as the signals run, so no other source needs
to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.making.source import BadSource, Circuit

Place = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True)
class Trace:
    """A tile's places and code bits, in the order of the chain and of the lamps."""

    reeds: dict[Place, int]
    """The bit of each place."""
    lamps: dict[Place, int]
    """The lamp of each place, from 0."""
    fixed: dict[int, bool]
    """Bits that are the same on every tile; true if they read closed, that is low."""
    number: dict[int, int]
    """Bits with a solder bridge, and the value that each adds to the tile's number."""


def trace(tile: Circuit) -> Trace:
    """Follow the nets of a tile. Raises BadSource if they do not lead to one reed or bridge for each bit."""
    reeds: dict[Place, int] = {}
    fixed: dict[int, bool] = {}
    number: dict[int, int] = {}
    for bit, net in enumerate(inputs(tile)):
        owners = [ref for ref in _refs(tile, net) if tile.parts[ref].part in ("reed", "bridge")]
        if net in ("GND", "+3V3"):
            fixed[bit] = net == "GND"
        elif len(owners) != 1:
            raise BadSource(f"{tile.name}: bit {bit} ({net}) has not one reed or bridge but {owners or 'none'}")
        elif tile.parts[owners[0]].part == "bridge":
            number[bit] = int(tile.parts[owners[0]].value)
        else:
            reeds[_place(tile, owners[0])] = bit
    return Trace(reeds, {_place(tile, ref): lamp for lamp, ref in enumerate(lamps(tile))}, fixed, number)


def inputs(tile: Circuit) -> list[str]:
    """Return the net on each input of the chain, in the order in which the bits come out."""
    found: list[str] = []
    net: str | None = _through(tile, "SR_MISO")
    while net and (register := _with_pin(tile, net, "Q7")):
        found += (tile.net(register, f"D{n}") or "" for n in range(7, -1, -1))
        net = tile.net(register, "DS")
    return found


def lamps(tile: Circuit) -> list[str]:
    """Return the lamps in the order in which data reaches them."""
    found: list[str] = []
    net: str | None = _through(tile, "LED_IN")
    while net and (lamp := _with_pin(tile, net, "DIN")):
        found.append(lamp)
        net = tile.net(lamp, "DOUT")
    return found


def _through(tile: Circuit, net: str) -> str:
    """Return the net on the other side of the series resistor on this net."""
    resistor = next(ref for ref in _refs(tile, net) if tile.kind(ref).ohms)
    return next(other for n in "12" if (other := tile.net(resistor, n)) and other != net)


def _with_pin(tile: Circuit, net: str, name: str) -> str | None:
    """Return the part whose pin with this name is on the net."""
    return next((pin.split(".")[0] for pin in tile.nets[net] if tile.pin_name(pin) == name), None)


def _refs(tile: Circuit, net: str) -> list[str]:
    return [pin.split(".")[0] for pin in tile.nets.get(net, ())]


def _place(tile: Circuit, ref: str) -> Place:
    place = tile.parts[ref].place
    if place is None:
        raise BadSource(f"{tile.name}: {ref} belongs to no place")
    return place
