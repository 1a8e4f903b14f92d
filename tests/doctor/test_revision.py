"""The doctor learns the revision of the boards once, keeps it on the table, and names the trouble of old boards."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.doctor.clinic import Case, found, small_layout

from mouseboard.actors.technician import Technician
from mouseboard.doctor import BrokenOff, Question, reference_table
from mouseboard.doctor.report import markdown
from mouseboard.doctor.revision import HIGHEST, LATEST
from mouseboard.sim.table import SimulatedTable
from mousetable import settings

CHAIN = ("chain",)
QUESTION = "Which revision is printed"


class Reader(Technician):
    """A person who reads `printed` on the tiles."""

    printed = "1"

    async def _read_boards(self, _: str) -> str:
        return self.printed


class Blindfolded(Reader):
    printed = ""


class Gone(Technician):
    """Nobody is there."""

    async def ask(self, question: Question) -> str:
        raise BrokenOff


def of_tiles(**how: Any) -> Case:
    return Case(parts=CHAIN, layout=reference_table(), **how)


def asked(case: Case) -> bool:
    return any(text.startswith(QUESTION) for _, text in case.heard)


def kept(case: Case) -> list[str]:
    """Return the revisions that the doctor had the table keep."""
    return [told for frame in case.seen for told in re.findall(r" set revision (\d+)", frame)]


def test_the_revision_that_a_person_reads_is_kept_on_the_table_and_in_the_report() -> None:
    case = of_tiles()
    report = case.report()
    assert (asked(case), report.observations.revision, found(report)) == (True, LATEST, [])
    assert any(text == f"Kept on the table: revision = {LATEST}" for _, text in case.heard)
    text = markdown(report)
    assert f"\nBoards: revision {LATEST}.\n" in text and f"- revision: {LATEST}\n" in text


def test_boards_that_step_twice_are_a_finding_with_the_page_that_helps() -> None:
    report = of_tiles(person=Reader).report()
    assert found(report) == [f"boards double-steps 1 {LATEST}"]
    assert not report.healthy
    assert "hardware/simulation/README.md#you-have-the-former-board" in str(report.findings[0].sentence)


def test_a_revision_that_the_table_has_kept_is_not_asked_for_again() -> None:
    case = of_tiles(settings={"revision": 1})
    assert found(case.report()) == [f"boards double-steps 1 {LATEST}"]
    assert not asked(case)


def test_a_table_without_tiles_is_not_asked_for_what_is_printed_on_them() -> None:
    case = Case(parts=CHAIN, layout=small_layout())
    assert case.report().observations.revision == 0
    assert not asked(case)


def test_a_revision_later_than_this_program_is_said_plainly() -> None:
    report = of_tiles(revision=LATEST + 1).report()
    assert found(report) == [f"boards unknown {LATEST} {LATEST + 1}"]
    assert f"the boards are of revision {LATEST + 1}, and this program knows revisions up to {LATEST}" in str(
        report.findings[0].what
    )


@pytest.mark.parametrize("person", [Blindfolded, Gone])
def test_a_revision_that_nobody_reads_stays_unknown_and_nothing_is_kept(person: type[Technician]) -> None:
    case = of_tiles(person=person)
    report = case.report()
    assert (report.observations.revision, found(report), report.healthy) == (0, [], True)
    assert kept(case) == []


@pytest.mark.parametrize("told", [0, 1, HIGHEST])
def test_a_revision_named_to_the_doctor_replaces_the_one_that_was_kept(told: int) -> None:
    case = of_tiles(revision=told, settings={"revision": 2})
    assert case.report().observations.revision == told
    assert (asked(case), kept(case)[-1]) == (False, str(told))


def test_a_supply_that_may_fail_keeps_no_revision_but_the_report_has_it() -> None:
    case = of_tiles(scenario="supply 4.2", person=Reader)
    assert found(case.report()) == [f"boards double-steps 1 {LATEST}"]
    assert any(text == "The table cannot keep the revision (supply)." for _, text in case.heard)


def test_a_firmware_from_before_the_revision_is_examined_as_ever_and_should_be_renewed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    older = tuple(row for row in settings._ROWS if row[0] != "revision")

    def restart(table: SimulatedTable) -> None:
        monkeypatch.setattr(settings, "_ROWS", older)
        table.power_cut()
        table.power_on()

    case = of_tiles(prepare=restart, person=Reader)
    report = case.report()
    assert (report.observations.revision, found(report)) == (1, [f"boards double-steps 1 {LATEST}"])
    assert any("too old to keep the revision: run `mouseboard table flash`" in text for _, text in case.heard)


def test_a_table_that_goes_away_while_the_revision_is_asked_for_is_asked_again() -> None:
    class Tripping(Technician):
        """A person who pulls the cable out before reading the boards for the first time."""

        tripped = False

        async def _read_boards(self, meant: str) -> str:
            if not Tripping.tripped:
                Tripping.tripped = True
                self._table.cable.unplug()
            return await super()._read_boards(meant)

    case = of_tiles(person=Tripping)
    assert case.report().observations.revision == LATEST


def test_the_table_keeps_every_revision_that_may_be_told() -> None:
    (row,) = (row for row in settings._ROWS if row[0] == "revision")
    assert row[1:] == (0, 0, HIGHEST)
