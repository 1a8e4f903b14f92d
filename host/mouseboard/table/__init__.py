"""What the hands did, and what the lamps say: the table between the line and the referee."""

from mouseboard.table.belief import Belief
from mouseboard.table.departure import Departure
from mouseboard.table.doubt import Doubt
from mouseboard.table.events import Changed, Missed, PlaceChanged, Press, Released, TableEvent, Unstoppable
from mouseboard.table.expectation import Expectation, Placement
from mouseboard.table.game_table import GameTable
from mouseboard.table.mending import Amiss
from mouseboard.table.silence import Silence
from mouseboard.table.steps import Step
from mouseboard.table.suspicion import Suspicion
from mouseboard.table.table import Table, TableTooSmall
from mouseboard.table.trust import Trust
from mouseboard.table.verdict import AtRest, Settled, UnderWay, Unnamed, Verdict, Which, judge

__all__ = [
    "Amiss",
    "AtRest",
    "Belief",
    "Changed",
    "Departure",
    "Doubt",
    "Expectation",
    "GameTable",
    "Missed",
    "PlaceChanged",
    "Placement",
    "Press",
    "Released",
    "Settled",
    "Silence",
    "Step",
    "Suspicion",
    "Table",
    "TableEvent",
    "TableTooSmall",
    "Trust",
    "UnderWay",
    "Unnamed",
    "Unstoppable",
    "Verdict",
    "Which",
    "judge",
]
