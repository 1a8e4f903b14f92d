"""A simulated table laid out for a game, with the objects that people bring: its pieces and a wand."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from mouseboard.layouts import Layout
from mouseboard.layouts.tiles import code
from mouseboard.rules import Game
from mouseboard.rules.chance import TRAP
from mouseboard.sim.table import SimulatedTable

WAND = "wand"
"""The name of a magnet on a stick, beside the simulated table. People point at places with it."""

UNWIRED = (-1000.0, -1000.0)
"""The position of reeds under no place of the layout, out of every magnet's reach."""


def table_for_game(game: Game, seed: int, pace: float = 1.0) -> SimulatedTable:
    """Return a table with the game's layout on it and its pieces beside it."""
    chance = float(Fraction(str(game.settings.get(TRAP.name, TRAP.default))))
    return table_for_layout(game.layout, (*game.pieces, WAND), seed, chance, pace)


def table_for_layout(
    layout: Layout, pieces: Iterable[str], seed: object, chance: float = 0.5, pace: float = 1.0
) -> SimulatedTable:
    """Return a simulated table with reeds and lamps where the layout has its places."""
    reeds = [UNWIRED] * layout.sensors
    for place in layout.stands:
        for sensor in place.sensors:
            reeds[sensor] = place.at
    places = {place.name: place.at for place in layout.stands}
    tied = frozenset(contact for contact, closed in code(layout.coded).items() if closed)
    return SimulatedTable(
        reeds, lamps=layout.lamps, places=places, pieces=pieces, tied=tied, seed=seed, chance=chance, pace=pace
    )
