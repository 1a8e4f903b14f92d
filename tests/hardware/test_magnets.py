"""Results of the study of magnet and reed, from its kept tables. `make hardware-check` recomputes the tables."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random

import pytest
from hardware.making import reach
from hardware.making.dimensions import load_dimensions
from hardware.making.reach import CHOSEN, READINGS, acts_to, crowd, felt, postures
from hardware.making.ten_reeds import BadSheet, Reed, against, main, read

from mouseboard.sim.magnets import STRONG

README = (reach.FOLDER / "README.md").read_text("utf-8")


def both(at: dict[str, float]) -> tuple[float, float]:
    return at["A"], at["B"]


# Upright reed, magnet 8 x 3: the distance from the middle at which it acts, by gap and threshold


@pytest.mark.parametrize(
    ("gap", "least", "a", "b"),
    [
        (3, 25, 9.5, 8.3), (3, 15, 10.5, 10.0), (3, 10, 11.3, 11.3), (3, 5, 12.3, 13.0),
        (5, 25, 10.0, 7.3), (5, 15, 11.5, 9.8), (5, 10, 12.5, 11.3), (5, 5, 14.3, 13.8),
        (8, 25, 10.0, 4.0), (8, 15, 12.3, 8.5), (8, 10, 13.8, 10.8), (8, 5, 16.3, 14.3),
    ],
)  # fmt: skip
def test_a_mouse_acts_up_to_this_distance_from_the_middle(gap: float, least: float, a: float, b: float) -> None:
    assert [acts_to(CHOSEN, reading, gap, least) for reading in READINGS] == pytest.approx([a, b], abs=0.06)


def test_a_single_neighbour_is_felt_weakly_and_with_the_opposite_sign() -> None:
    assert felt(CHOSEN, "A", 5, 30) == pytest.approx(-2.3, abs=0.05)
    assert felt(CHOSEN, "A", 5, 40) == pytest.approx(-1.5, abs=0.06)


@pytest.mark.parametrize(
    ("magnet", "gap", "a", "b"),
    [
        ("8 x 3", 3, 9.5, 4.4), ("8 x 3", 5, 8.5, 3.9), ("8 x 3", 8, 6.8, 3.1),
        ("10 x 3", 3, 15.0, 6.9), ("10 x 3", 5, 13.3, 6.0), ("6 x 2", 5, 3.3, 1.5),
    ],
)  # fmt: skip
def test_eight_neighbours_weaken_a_mouse_by_this_much(magnet: str, gap: float, a: float, b: float) -> None:
    assert [-crowd(magnet, reading, gap) for reading in READINGS] == pytest.approx([a, b], abs=0.12)


def test_a_mouse_6_mm_off_is_felt_alone_and_among_eight_others() -> None:
    alone = [felt(CHOSEN, reading, 5, 6) for reading in READINGS]
    assert alone == pytest.approx([84, 32], abs=0.3)
    assert [at + crowd(CHOSEN, reading, 5) for at, reading in zip(alone, READINGS, strict=True)] == pytest.approx(
        [75.3, 28], abs=0.1
    )


def test_eight_neighbours_with_turned_magnets_may_hold_a_reed_closed_after_its_mouse_has_left() -> None:
    """Turned magnets add to the mouse's field: it passes no zero on its way out, and the rest keeps a reed closed."""
    assert -crowd(CHOSEN, "A", 5) > 15 * 0.4


def test_a_6_x_2_magnet_does_not_reach_25_at_and_a_10_x_3_leaves_no_margin_to_neighbours() -> None:
    assert acts_to("6 x 2", "B", 5, 25) < 0
    assert -crowd("10 x 3", "A", 3) == pytest.approx(15, abs=0.15)


@pytest.mark.parametrize(
    ("posture", "aside", "a", "b"),
    [
        ("tilted by 20 degrees", -5, 109.6, 38.9),
        ("tilted by 20 degrees", 5, 95.0, 32.7),
        ("leaning on the edge of its foot by 20 degrees", 6, 53.9, 19.8),
        ("fallen over the edge of its foot", 0, 25.4, 9.1),
        ("above a reed that lies", 0, 0, 0),
        ("above a reed that lies", 8, -144.7, -153.2),
    ],
)
def test_a_leaning_mouse_is_felt_and_a_lying_reed_feels_nothing_in_the_middle(
    posture: str, aside: int, a: float, b: float
) -> None:
    found = [postures()[posture, reading][30 + aside] for reading in READINGS]
    assert found == pytest.approx([a, b], abs=0.06)


def test_the_simulated_table_uses_the_mean_of_both_readings() -> None:
    for height in range(4):
        for offset in range(0, 60, 7):
            mean = sum(felt(CHOSEN, reading, 5 + height, offset) for reading in READINGS) / 2
            assert STRONG.felt(offset, height) == pytest.approx(mean, abs=0.011)


# Margins


def margins() -> dict[tuple[str, str], tuple[float, float]]:
    with (reach.FOLDER / "margins.csv").open(encoding="ascii") as file:
        return {(sort, gap): (float(a), float(b)) for sort, gap, a, b in list(csv.reader(file))[1:]}


def test_the_chosen_reeds_work_on_every_drawn_table_at_the_chosen_gap_and_a_millimetre_more_by_both_readings() -> None:
    assert load_dimensions().gap.aimed == 4.5
    assert margins()["15-20", "4.5"] == margins()["15-20", "5.5"] == (100.0, 100.0)


def test_harder_reeds_lose_what_a_millimetre_of_felt_or_card_would_take() -> None:
    assert margins()["20-25", "5.5"][1] < 90


def test_the_page_gives_the_computed_margins() -> None:
    for (sort, gap), (a, b) in margins().items():
        assert f"| {sort} | {gap} | {a:.1f} | {b:.1f} |" in README


# Ten measured reeds


def sheet(reading: str, rated: tuple[float, float], gap: float, seed: int) -> list[Reed]:
    """Return ten reeds as measured among eight mice, to half a millimetre, if that reading were right."""
    rng = Random(seed)

    def off(above: float, least: float) -> float:
        return 0.5 * int(2 * acts_to(CHOSEN, reading, above, least - crowd(CHOSEN, reading, above)))

    found = []
    for _ in range(10):
        operate = rng.uniform(*rated)
        release = operate * rng.uniform(0.4, 0.6)
        found.append(Reed(off(gap, operate), off(gap + 1, operate), off(gap, release)))
    return found


def orders(reading: str, rated: tuple[float, float], gap: float = 4.5) -> int:
    """Return how many of 20 makers are told to order."""
    return sum(not list(against(sheet(reading, rated, gap, seed))) for seed in range(20))


def test_a_maker_who_measures_the_chosen_reeds_at_the_chosen_gap_is_told_to_order() -> None:
    assert orders("A", (15, 20)) == orders("B", (15, 20)) == 20


def test_harder_reeds_or_glass_too_deep_lead_to_no_order_if_the_field_is_the_weaker_one() -> None:
    assert orders("B", (25, 30)) == orders("B", (20, 25), gap=6.5) == 0


GOOD = "9.5, 9.0, 12.5  # the first\n" * 10


def test_the_command_says_order_for_good_reeds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "reeds.csv").write_text(GOOD)
    assert main([str(tmp_path / "reeds.csv")]) is None
    assert capsys.readouterr().out == "order\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("2.5, 2.0, 9", "with 4.5 mm some of 81"),
        ("9.5, 5.0, 12", "reed 10 closes only 5 mm off with 5.5 mm"),
        ("9.5, 9.0, 18", "reed 10 opens only 18 mm off"),
        ("9.5, 9.0, 9.0", "reed 10 opens at 9 mm, before it closes"),
    ],
)
def test_a_bad_reed_among_ten_is_named(line: str, says: str) -> None:
    reasons = list(against(read(GOOD[: GOOD.rindex("9.5,")] + line)))
    assert any(says in reason for reason in reasons), reasons


@pytest.mark.parametrize(
    ("text", "says"), [("9.5, 9\n", "line 1: '9.5, 9'"), ("9.5, 9, x\n", "line 1"), ("9.5, 9, 12\n", "there are 1")]
)
def test_a_sheet_that_cannot_be_read_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(BadSheet, match=says):
        read(text)
