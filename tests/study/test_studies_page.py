"""STUDIES.md is correct: its commands print the output it shows, and its figures match the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.helpers.pages import Page

from mouseboard.cli.commands.study import GAMES
from mouseboard.rules import Device
from mouseboard.study import conducting, measures, playing, playouts, standing

PAGE = Page("host/mouseboard/study/STUDIES.md")


def test_its_commands_print_what_it_shows(tmp_path: Path) -> None:
    PAGE.check_commands(tmp_path)


@pytest.mark.parametrize(
    "said",
    [
        f"how many; {GAMES:,} without it",
        f"the first {measures.CLOSELY:,} games",
        f"{measures.SECONDS[Device.DIE]} seconds for a roll or a card, {measures.SECONDS[Device.TRAP]} for the crank, "
        f"{measures.HANDS_S} for a part",
        f"{measures.CHOICE_S} times log2",
        f"{standing.PLAYOUTS} random games",
        f"for the first {measures.PLAYED_ON} games",
        f"up to {conducting.CONTEST} games",
        f"action, {playouts.PLAYOUTS} times, and takes",
        f"after {playing.LONGEST:,} actions",
    ],
)
def test_its_figures_are_those_of_the_code(said: str) -> None:
    assert said in re.sub(r"\s+", " ", PAGE.text)
