"""The examples do what they say: their page is run, and their results are compared with known ones."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from tests.helpers.pages import ROOT, Page

from examples.study_odds import count, is_luck_alone, mean_of, sampled, wilson
from examples.watch_table import Watcher
from mouseboard import layouts, rules
from mouseboard.link import Link
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable

FOLDER = ROOT / "host" / "examples"
EXAMPLES = Page("host/examples/README.md")


def refusal(*command: str) -> str:
    """Return the line with which an example refuses."""
    done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr.splitlines()[-1]


def test_the_commands_of_the_examples_page_print_what_it_shows(tmp_path: Path) -> None:
    (tmp_path / "host").symlink_to(ROOT / "host")
    EXAMPLES.check_commands(tmp_path)


def test_the_links_of_the_examples_page_lead_to_files() -> None:
    assert [link for link in EXAMPLES.links if not link.is_file()] == []


@pytest.mark.parametrize("path", sorted({path.name for path in FOLDER.iterdir()} - {"README.md", "__pycache__"}))
def test_the_examples_page_names_each_example(path: str) -> None:
    assert f"**`{path}" in EXAMPLES.text


def test_won_and_undecided_shares_of_a_game_add_up_to_one() -> None:
    won, undecided, outcomes = count(rules.load("souriciere"), within=0.5)
    assert sum(won) + undecided == 1
    assert undecided <= Fraction(1, 2)
    assert (undecided * 6**outcomes).denominator == 1


def test_a_lot_makes_all_seats_equally_likely_to_win() -> None:
    won, _, _ = count(rules.load("souriciere", first="lot"), within=0.5)
    assert won[0] == won[1]


def test_only_games_without_decisions_are_counted() -> None:
    assert [name for name in rules.games() if is_luck_alone(rules.load(name))] == ["souriciere"]


def test_the_same_seed_gives_the_same_sample() -> None:
    game = rules.load("revised")
    assert list(sampled(game, 4, seed=1)) == list(sampled(game, 4, seed=1)) != list(sampled(game, 4, seed=2))


def test_the_confidence_intervals_are_those_of_the_textbook() -> None:
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert mean_of([1, 2, 3, 4]) == pytest.approx((2.5, 1.2652), abs=1e-3)


def test_a_table_too_small_for_the_layout_is_refused() -> None:
    async def main() -> None:
        async with SimulatedTable(lamps=40) as table, Link(table.cable) as link:
            Watcher(link, layouts.load("classic"))

    with pytest.raises(layouts.BadLayout, match=r"classic.toml: this table has only 81 sensors and 40 lamps"):
        run_virtual(main())


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["study_odds.py", "classic", "--players", "9"], "classic cannot be played by 9; it takes 2, 3 or 4 players"),
        (["study_odds.py", "classic", "--games", "1"], "--within is between 0 and 1, --games 2 or more"),
        (["watch_table.py", "/dev/nowhere"], "/dev/nowhere: no such port"),
        (["watch_table.py", "--layout", "moon"], "moon: no such layout"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], why: str) -> None:
    name, *others = arguments
    assert why in refusal(f"host/examples/{name}", *others)
