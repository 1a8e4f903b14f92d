"""A table for the referee with no hardware behind it: a test says what it feels, and reads what it was told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from mouseboard.layouts import Layout
from mouseboard.table.game_table import Tune


@dataclass
class Tabletop:
    """A `Surface`."""

    layout: Layout
    occupied: frozenset[str] = frozenset()
    connected: bool = True
    obedient: bool = False
    blind: frozenset[str] = frozenset()
    closed_direct: frozenset[str] = frozenset()
    cage_down: bool = False
    fault: str | None = None
    sure: bool = True
    tunes: list[Tune] = field(default_factory=list)
    stops: int = 0

    def sound(self, tune: Tune) -> None:
        self.tunes.append(tune)

    def keep(self, blind: Collection[str]) -> None:
        self.blind = frozenset(blind)

    def stop_trap(self) -> None:
        self.stops += 1
