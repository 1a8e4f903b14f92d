"""What a tile's nets come to: under which bit and which lamp each place lies, and which bits are a code.

Followed from the connectors through the registers and lamps as signals run, so that nothing else needs to be believed.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.making.source import BadSource, Circuit

Place = tuple[int, int]
"""Column and row."""


@dataclass(frozen=True)
class Trace:
    """A tile as its chain and its lamps' data meet it."""

    reeds: dict[Place, int]
    """The bit of each place."""
    lamps: dict[Place, int]
    """The lamp of each place, from 0."""
    fixed: dict[int, bool]
    """Bits that are the same on every tile: whether they read closed, that is low."""
    number: dict[int, int]
    """Bits that a solder bridge closes: what each adds to the tile's number."""


def trace(tile: Circuit) -> Trace:
    """Follow the nets of a tile. Raises BadSource where they lead nowhere."""
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
    """The net on each input of the chain, in the order in which their bits come out."""
    found: list[str] = []
    net: str | None = _through(tile, "SR_MISO")
    while net and (register := _with_pin(tile, net, "Q7")):
        found += (tile.net(register, f"D{n}") or "" for n in range(7, -1, -1))
        net = tile.net(register, "DS")
    return found


def lamps(tile: Circuit) -> list[str]:
    """The lamps in the order in which data reaches them."""
    found: list[str] = []
    net: str | None = _through(tile, "LED_IN")
    while net and (lamp := _with_pin(tile, net, "DIN")):
        found.append(lamp)
        net = tile.net(lamp, "DOUT")
    return found


def _through(tile: Circuit, net: str) -> str:
    """The net behind the series resistor on this one."""
    resistor = next(ref for ref in _refs(tile, net) if tile.kind(ref).ohms)
    return next(other for n in "12" if (other := tile.net(resistor, n)) and other != net)


def _with_pin(tile: Circuit, net: str, name: str) -> str | None:
    """The part that has its pin of this name on the net."""
    return next((pin.split(".")[0] for pin in tile.nets[net] if tile.pin_name(pin) == name), None)


def _refs(tile: Circuit, net: str) -> list[str]:
    return [pin.split(".")[0] for pin in tile.nets.get(net, ())]


def _place(tile: Circuit, ref: str) -> Place:
    place = tile.parts[ref].place
    if place is None:
        raise BadSource(f"{tile.name}: {ref} belongs to no place")
    return place
