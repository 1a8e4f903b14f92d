"""The doctor knows the revision of the boards that are made now, and its findings name steps that their page has."""

from __future__ import annotations

import re

import pytest
from hardware.making.source import ALL_CIRCUITS, HARDWARE, load

from mouseboard.doctor.revision import LATEST, TROUBLE


def test_the_doctor_knows_the_revision_of_the_boards_that_are_made_now() -> None:
    assert {load(name).revision for name in ALL_CIRCUITS} == {str(LATEST)}


@pytest.mark.parametrize("revision", sorted(TROUBLE))
def test_the_page_that_a_finding_names_has_the_steps_that_it_promises(revision: int) -> None:
    page = (HARDWARE / "simulation/README.md").read_text(encoding="utf-8")
    _, section = page.split("### You have the former board\n")
    assert re.findall(r"^(\d)\. ", section.split("\n#")[0], re.M) == ["1", "2", "3"]
    assert f"version {revision}" in section
