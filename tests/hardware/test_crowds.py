"""Boards full of men: the kept figures, and those that the page gives. `make hardware-check` recomputes them all."""

from __future__ import annotations

import csv
import math

import pytest
from hardware.making import reach
from hardware.making.crowds import (
    GAMES,
    MAGNETS,
    MANS,
    NEARLY_ALL,
    OF,
    RATED,
    RINGED,
    TABLE_GAPS,
    at,
    crowd,
    distances,
    page,
    shares,
)
from hardware.making.reach import CHOSEN, READINGS

PAGE = (reach.FOLDER / "full-boards.md").read_text("utf-8")
RELEASE = 15 * 0.4
"""AT: below this the worst reed of 15-20 AT opens."""
BY_NAME = {game.name: game for game in GAMES}


def rows(name: str) -> list[list[str]]:
    with (reach.FOLDER / name).open(encoding="ascii", newline="") as file:
        return list(csv.reader(file))[1:]


KEPT = {
    (board, magnet, reading): [float(one) for one in values]
    for board, _, magnet, reading, *values in rows("crowds.csv")
}
SAFE = {tuple(case): share for *case, _, _, _, share in rows("full-boards.csv")}


def felt(board: str, magnet: str) -> list[float]:
    """Return the AT of the worst crowd at the table's gap, by reading."""
    return [at(BY_NAME[board], magnet, reading, OF.gap.aimed) for reading in READINGS]


def test_a_crowd_computed_now_equals_the_kept_one() -> None:
    for reading, values in crowd(BY_NAME["draughts"], MANS).items():
        assert KEPT["draughts", MANS, reading] == [round(one, 2) for one in values]


def test_eight_around_are_the_eight_mice_of_the_other_study() -> None:
    for reading in READINGS:
        found = KEPT["eight around", CHOSEN, reading][TABLE_GAPS.index(4)]
        assert found == pytest.approx(-reach.crowd(CHOSEN, reading, 4), abs=0.03)


def test_the_nearest_men_around_an_inner_point_of_morris_are_three_at_40_mm() -> None:
    nearest = min(distances(BY_NAME["morris"]), key=sum)
    assert nearest[:3] == [40.0, 40.0, 40.0]
    assert len(nearest) == 18


def test_neighbours_on_dark_squares_are_a_diagonal_away() -> None:
    assert {some[0] for some in distances(BY_NAME["draughts"])} == {40 * math.sqrt(2)}


def test_the_mice_s_magnet_holds_the_worst_reed_on_morris_and_not_on_draughts() -> None:
    assert max(felt("morris", CHOSEN)) > RELEASE
    assert max(felt("eight around", CHOSEN)) > RELEASE
    assert max(felt("draughts", CHOSEN)) < RELEASE


def test_the_men_s_magnet_holds_no_reed_on_either_board() -> None:
    assert max(felt("morris", MANS)) < RELEASE
    assert max(felt("draughts", MANS)) < RELEASE


def test_men_are_safe_on_nearly_all_tables_with_rims_and_the_chosen_reeds() -> None:
    for board, least in (("draughts", 100.0), ("morris", 98.0)):
        for reading in READINGS:
            assert float(SAFE[board, MANS, f"{OF.aside:g}", f"{OF.gap.aimed:g}", "15-20", reading]) >= least


def test_harder_reeds_and_less_gap_make_every_full_board_safe() -> None:
    for game in GAMES[:3]:
        for reading in READINGS:
            assert float(SAFE[game.name, MANS, f"{OF.aside:g}", "3", "20-25", reading]) >= NEARLY_ALL
    assert "20-25 AT with the glass 3 mm below" in PAGE


def test_what_the_page_says_to_fail_fails_and_the_rest_holds() -> None:
    for board in ("morris", "eight around"):
        strong = shares(BY_NAME[board], CHOSEN, OF.aside, OF.gap.aimed)
        assert strong["A", RATED].open < 0.1
        assert min(min(found.close, found.silent) for (_, rated), found in strong.items() if rated == RATED) == 1
    for game in GAMES[:3]:
        ringed = shares(game, MANS, RINGED, OF.gap.aimed)
        assert ringed["B", RATED].close < 0.1
        assert ringed["B", RATED].silent == ringed["B", RATED].open == 1
    assert (
        min(max(at(BY_NAME["all 81 places"], magnet, r, OF.gap.aimed) for r in READINGS) for magnet in MAGNETS)
        > RELEASE
    )


def test_the_kept_page_is_made_from_the_figures() -> None:
    assert page() == PAGE
