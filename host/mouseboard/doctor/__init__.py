"""The doctor: a table is put into service, or what is wrong with it found, step by step with a person at it.

    examination   asks the table and the person, part by part          -> Observations
    diagnosis     pure: what that means                                -> Findings, each with its remedy
    report        both, for people (Markdown) and programs (JSON)

How a person is spoken to is left open (`talk.Talk`): a terminal, a page, or a simulated person (`actors.technician`).
"""

from mouseboard.doctor.bench import Bench
from mouseboard.doctor.diagnosis import diagnose
from mouseboard.doctor.examination import PARTS, Examination
from mouseboard.doctor.examine import examine
from mouseboard.doctor.findings import Finding
from mouseboard.doctor.observations import Observations
from mouseboard.doctor.report import Report, make_report, markdown, write_report
from mouseboard.doctor.talk import BrokenOff, Question, Talk
from mouseboard.layouts.reference import reference_table

__all__ = [
    "PARTS",
    "Bench",
    "BrokenOff",
    "Examination",
    "Finding",
    "Observations",
    "Question",
    "Report",
    "Talk",
    "diagnose",
    "examine",
    "make_report",
    "markdown",
    "reference_table",
    "write_report",
]
