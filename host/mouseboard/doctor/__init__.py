"""The doctor: a table is put into service, or what is wrong with it found, step by step with a person at it.

    examination   asks the table and the person, part by part          -> Observations
    diagnosis     pure: what that means                                -> Findings, each with its remedy
    report        both, for people (Markdown) and programs (JSON)

How a person is spoken to is left open (`talk.Talk`): a terminal, a page, or a simulated person (`actors.technician`).
"""

from mouseboard.doctor.examination import PARTS
from mouseboard.doctor.examine import examine
from mouseboard.doctor.report import Report, write_report
from mouseboard.doctor.talk import BrokenOff, Question
from mouseboard.layouts.reference import reference_table

__all__ = ["PARTS", "BrokenOff", "Question", "Report", "examine", "reference_table", "write_report"]
