"""A simulated tile alone on the bench, and somebody who does what the doctor asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from mouseboard.actors.technician import Technician
from mouseboard.doctor import tile_layout
from mouseboard.layouts import tiles
from mouseboard.say import Say
from mouseboard.sim.table import PIECES, SimulatedTable


def tile_on_bench(number: int, last: bool | None = None, code: Collection[int] | None = None) -> SimulatedTable:
    """Return a tile with this number. `last`: whether LAST TILE is bridged, as on tile 9 by default.

    `code` are the inputs that are closed by solder, by default those that the number wants.
    """
    layout = tile_layout()
    places = {place.name: place.at for place in layout.stands}
    nowhere = (-10.0 * tiles.EDGE, 0.0)
    reeds = [nowhere] * layout.sensors
    for place in layout.stands:
        reeds[place.sensors[0]] = place.at
    tied = soldered(number) if code is None else code
    table = SimulatedTable(reeds, lamps=layout.lamps, places=places, pieces=PIECES, tied=tied)
    table.sense("chain_is_good", number == tiles.TILES if last is None else last)
    return table


def soldered(number: int) -> frozenset[int]:
    """Return the inputs of a tile with this number that are closed by solder."""
    bits = tiles.FIXED | {bit: bool(number & part) for bit, part in tiles.NUMBER.items()}
    return frozenset(bit for bit, closed in bits.items() if closed)


class TileTechnician(Technician):
    """A technician with a tile and a loop plug. If OUT is broken, the plug closes nothing."""

    def __init__(self, table: SimulatedTable, hear: Callable[[Say], None] = lambda _: None, out: bool = True) -> None:
        super().__init__(table, tile_layout(), hear)
        self._out = out
        self._answers |= {"alone": self._clear_bench, "loop": self._put_loop}

    async def _clear_bench(self, _: str) -> str:
        return await self._clear()

    async def _put_loop(self, _: str) -> str:
        if self._out:
            self._table.sense("chain_is_good", 1)
        return await self._wait()
