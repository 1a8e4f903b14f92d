"""The overlays for men show every place and its lamp, and their layouts are the tiles'."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hardware.making.men_boards import BOARDS, DRAUGHTS, MORRIS, MenBoard
from hardware.making.men_sheets import MenOverlay, layout
from hardware.making.places import of_layout
from hardware.making.sheets import FOLDER, MEN, men_sheet
from hardware.making.source import HARDWARE
from tests.sheets.looking import RENDERERS, wrong

from mouseboard import layouts
from mouseboard.sheets.paper import PAPERS, pdf, whole


@pytest.mark.parametrize("start", MEN)
@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_whole_overlay_for_men_shows_every_place_and_its_lamp(start: str, renderer: str) -> None:
    assert list(wrong(*men_sheet(start, "whole"), layout(MEN[start]), "overlay", renderer)) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_the_pages_of_an_overlay_for_men_show_every_place(paper: str) -> None:
    assert list(wrong(*men_sheet("morris-overlay", paper), layout(MORRIS), "overlay", "MuPDF")) == []


def test_a_lamp_without_its_opening_is_found() -> None:
    overlay = MenOverlay(DRAUGHTS)
    del overlay.openings[0]
    paging = whole(overlay)
    found = list(wrong(pdf(overlay, paging, "", "en"), paging, layout(DRAUGHTS), "overlay", "MuPDF"))
    assert found == ["a1: ink over its lamp"]


def test_morris_has_24_points_with_as_many_neighbours_as_the_rules_say() -> None:
    steps = {place: set[tuple[int, int]]() for place in MORRIS.places}
    for start, end in MORRIS.lines:
        along = sorted(
            place
            for place in MORRIS.places
            if min(start[0], end[0]) <= place[0] <= max(start[0], end[0])
            and min(start[1], end[1]) <= place[1] <= max(start[1], end[1])
        )
        for one, other in pairwise(along):
            steps[one].add(other)
            steps[other].add(one)
    assert sorted(map(len, steps.values())) == [2] * 12 + [3] * 8 + [4] * 4


def test_draughts_has_32_dark_squares_and_the_one_at_the_lower_left_is_dark() -> None:
    assert len(DRAUGHTS.places) == 32
    assert (0, 0) in DRAUGHTS.places
    assert DRAUGHTS.label((7, 7)) == "h8"


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_the_kept_layout_of_a_board_for_men_can_be_loaded_and_is_that_of_the_tiles(board: MenBoard) -> None:
    kept = layouts.load(str(HARDWARE.parent / FOLDER / f"{board.name}.toml"))
    assert kept.place == layout(board).place
    assert list(of_layout(kept)) == []
