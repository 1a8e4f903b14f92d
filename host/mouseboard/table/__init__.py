"""What the hands did, and what the lamps say: the table between the line and the referee."""

from mouseboard.table.guide import Sense, Step
from mouseboard.table.table import Changed, Press, Table, TableTooSmall

__all__ = ["Changed", "Press", "Sense", "Step", "Table", "TableTooSmall"]
