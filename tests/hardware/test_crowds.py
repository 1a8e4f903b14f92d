"""Boards full of men: the kept figures, and those that the page gives. `make hardware-check` recomputes them all."""

from __future__ import annotations

import csv
import math

import pytest
from hardware.making import reach
from hardware.making.crowds import GAMES, TABLE_GAPS, Game, crowd, distances, shares
from hardware.making.reach import CHOSEN, READINGS

README = (reach.FOLDER / "README.md").read_text("utf-8")
RELEASE = 15 * 0.4
"""AT: below this the worst reed of 15-20 AT opens."""
BY_NAME = {game.name: game for game in GAMES}


def rows(name: str) -> list[list[str]]:
    with (reach.FOLDER / name).open(encoding="ascii", newline="") as file:
        return list(csv.reader(file))[1:]


KEPT = {(board, magnet, reading): [float(at) for at in felt] for board, _, magnet, reading, *felt in rows("crowds.csv")}
SAFE = {tuple(case): share for *case, _, _, _, share in rows("full-boards.csv")}


def at_4_mm(board: str, magnet: str) -> tuple[float, float]:
    a, b = (KEPT[board, magnet, reading][TABLE_GAPS.index(4)] for reading in READINGS)
    return a, b


def test_a_crowd_computed_now_equals_the_kept_one() -> None:
    for reading, felt in crowd(BY_NAME["draughts"], "8 x 2").items():
        assert KEPT["draughts", "8 x 2", reading] == [round(at, 2) for at in felt]


def test_eight_around_are_the_eight_mice_of_the_other_study() -> None:
    for reading in READINGS:
        at = KEPT["eight around", CHOSEN, reading][TABLE_GAPS.index(4)]
        assert at == pytest.approx(-reach.crowd(CHOSEN, reading, 4), abs=0.03)


def test_the_nearest_men_around_an_inner_point_of_morris_are_three_at_40_mm() -> None:
    nearest = min(distances(BY_NAME["morris"]), key=sum)
    assert nearest[:3] == [40.0, 40.0, 40.0]
    assert len(nearest) == 18


def test_neighbours_on_dark_squares_are_a_diagonal_away() -> None:
    assert {some[0] for some in distances(BY_NAME["draughts"])} == {40 * math.sqrt(2)}


def test_the_mice_s_magnet_holds_the_worst_reed_on_morris_and_not_on_draughts() -> None:
    assert max(at_4_mm("morris", CHOSEN)) > RELEASE
    assert max(at_4_mm("eight around", CHOSEN)) > RELEASE
    assert max(at_4_mm("draughts", CHOSEN)) < RELEASE


def test_the_men_s_magnet_holds_no_reed_on_either_board() -> None:
    assert max(at_4_mm("morris", "8 x 2")) < RELEASE
    assert max(at_4_mm("draughts", "8 x 2")) < RELEASE


def test_men_are_safe_on_nearly_all_tables_with_rims_and_the_chosen_reeds() -> None:
    for board, least in (("draughts", 100.0), ("morris", 98.0)):
        for reading in READINGS:
            assert float(SAFE[board, "8 x 2", "4", "4", "15-20", reading]) >= least


def test_harder_reeds_and_less_gap_make_every_full_board_safe() -> None:
    for game in GAMES[:3]:
        for reading in READINGS:
            assert SAFE[game.name, "8 x 2", "4", "3", "20-25", reading] == "100.0"


def test_without_rims_the_men_s_magnet_is_too_weak_by_the_weaker_reading() -> None:
    found = shares(BY_NAME["draughts"], "8 x 2", 6.0, 4)
    assert found["B", (15, 20)].close < 0.1
    assert found["A", (15, 20)].safe == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_page_gives_the_computed_crowds(game: Game) -> None:
    cells = [f"{a:.1f} / {b:.1f}" for a, b in (at_4_mm(game.name, magnet) for magnet in ("6 x 3", "8 x 2", "8 x 3"))]
    assert f"| {game.name} | {game.men} | {' | '.join(cells)} |" in README


def test_the_page_gives_the_computed_shares() -> None:
    for game in GAMES[:3]:
        for magnet in ("8 x 2", "8 x 3"):
            for off in ("4", "6"):
                a, b = (SAFE[game.name, magnet, off, "4", "15-20", reading] for reading in READINGS)
                assert f"| {game.name} | {magnet} | {off} | {a} | {b} |" in README
