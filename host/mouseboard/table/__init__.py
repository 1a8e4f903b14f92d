"""What the hands did, and what the lamps say: the table between the line and the referee."""

from mouseboard.table.events import Changed, Missed, PlaceChanged, Press, TableEvent
from mouseboard.table.game_table import GameTable
from mouseboard.table.guide import Sense, Step
from mouseboard.table.table import Table, TableTooSmall

__all__ = [
    "Changed",
    "GameTable",
    "Missed",
    "PlaceChanged",
    "Press",
    "Sense",
    "Step",
    "Table",
    "TableEvent",
    "TableTooSmall",
]
