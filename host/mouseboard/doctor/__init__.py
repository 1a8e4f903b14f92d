"""The doctor puts a table into service, or finds what is wrong with it, step by step with a person.

    examination   asks the table and the person, part by part          -> Observations
    diagnosis     pure: what that means                                -> Findings, each with its remedy
    report        both, for people (Markdown) and programs (JSON)

The means of talking to the person is left open (`talk.Talk`): a terminal, a page, or a simulated person
(`actors.technician`).
"""

from mouseboard.doctor.examination import PARTS, TILE_PARTS
from mouseboard.doctor.examine import examine
from mouseboard.doctor.report import Report, write_report
from mouseboard.doctor.talk import BrokenOff, Question
from mouseboard.doctor.tile import tile_layout
from mouseboard.layouts.reference import reference_table

__all__ = [
    "PARTS",
    "TILE_PARTS",
    "BrokenOff",
    "Question",
    "Report",
    "examine",
    "reference_table",
    "tile_layout",
    "write_report",
]
