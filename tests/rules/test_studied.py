"""The length and fairness of each game in the lobby, as a study found them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.yard import Yard

from mouseboard import rules
from mouseboard.cli.commands.study import plan_of
from mouseboard.cli.main import make_parser
from mouseboard.lang import translate
from mouseboard.rules.studied import FILE, Studied, luck, minutes, remedies, studied

ROWS = [(game, row) for game, rows in studied().items() for row in rows]
PAGE = Path(FILE).with_name("STUDIED.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", rules.games())
def test_a_game_that_comes_with_mouseboard_has_been_studied_for_every_number_of_players(name: str) -> None:
    assert tuple(minutes(rules.load(name))) == rules.games()[name].seat_counts


def test_the_lobby_has_no_figures_for_a_foreign_game() -> None:
    assert not minutes(Yard(2, {})) and not remedies(Yard(2, {}))
    assert luck(Yard(2, {})) is None


@pytest.mark.parametrize(("game", "row"), ROWS, ids=lambda it: it if isinstance(it, str) else it.command[17:])
def test_each_row_of_figures_has_the_command_that_finds_them(game: str, row: Studied) -> None:
    (study,) = plan_of(make_parser().parse_args(row.command.split()[1:])).studies
    assert (study.game, study.players) == (game, row.players)
    assert study.unusual == {name: str(value) for name, value in row.house.items()}
    assert len(row.wins) == row.players
    assert abs(sum(row.wins) - 100) <= 2  # each share is rounded


@pytest.mark.parametrize(("game", "row"), ROWS, ids=lambda it: it if isinstance(it, str) else it.command[17:])
def test_the_page_about_studies_has_the_same_figures(game: str, row: Studied) -> None:
    (section,) = (part for part in PAGE.split("\n## ") if part.startswith(game))
    low, high = row.minutes
    rule_set = ", ".join([str(row.players), *(f"`{name}={value}`" for name, value in row.house.items())])
    (line,) = (line for line in section.splitlines() if line.startswith(f"| {rule_set} | {low} to {high} |"))
    first, *_ = re.findall(r"([\d.]+) %", line)
    assert round(float(first)) == row.wins[0]
    assert row.command.partition("--players")[0] in section
    if "one sensible among random players wins" in section:
        assert line.split("|")[-2].split("%")[0].strip() == str(row.skill)


def test_the_lobby_offers_what_balances_an_unfair_game() -> None:
    barriers = remedies(rules.load("barriers"))
    assert {players: remedy.options for players, remedy in barriers.items()} == {
        2: {"handicap": 1},
        4: {"handicap": 1, "gift": 1},
    }
    assert translate(barriers[2].offer, "en") == "Shall whoever starts have one barrier fewer?"
    assert remedies(rules.load("souriciere")) == {}


def test_luck_grows_from_a_game_without_chance_to_one_without_choices() -> None:
    found = {name: luck(rules.load(name)) for name in rules.games()}
    of_men = {"draughts": 0, "morris": 0}
    assert found == {"barriers": 0, "cards": 1, "pantry": 2, "revised": 2, "classic": 3, "souriciere": 3} | of_men


def test_the_option_that_balances_a_game_makes_it_less_unfair() -> None:
    for game, row in ROWS:
        if row.house:
            (usual,) = (other for other in studied()[game] if other.players == row.players and not other.house)
            assert max(abs(won - row.even) for won in row.wins) < max(abs(won - row.even) for won in usual.wins)
