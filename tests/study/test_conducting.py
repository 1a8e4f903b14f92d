"""A whole study: it plays enough games, adds contests, and compares two rule sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.study.test_running import Here

from mouseboard import rules
from mouseboard.study.conducting import FEWEST, MOST, Findings, Plan, conduct, contest_of, further
from mouseboard.study.database import Database
from mouseboard.study.definition import define
from mouseboard.study.figures import Verdict

LUCK = define(rules.load("souriciere"), ["random"])


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "study.db") as database:
        yield database


def found(database: Database, plan: Plan) -> Findings:
    return conduct(plan, database, Here(), lambda _: None)


def test_a_study_plays_as_many_games_as_were_asked_for(database: Database) -> None:
    findings = found(database, Plan([LUCK], 120))
    assert findings.found[0].games == sum(findings.found[0].lengths.values()) == 120


def test_more_games_than_are_asked_for_now_change_nothing(database: Database) -> None:
    before = found(database, Plan([LUCK], 50))
    found(database, Plan([LUCK], 80))
    assert found(database, Plan([LUCK], 50)) == before


def test_it_goes_on_until_the_intervals_are_narrow_and_stops_after_the_same_game(database: Database) -> None:
    once = found(database, Plan([LUCK], None, 0.06))
    assert once.found[0].width <= 0.06
    assert FEWEST < once.found[0].games < 2000
    with Database.open(database.path.with_name("other.db")) as other:
        found(other, Plan([LUCK], 2500))
        assert found(other, Plan([LUCK], None, 0.06)) == once


def test_how_many_games_may_be_enough_follows_the_root_of_their_number() -> None:
    assert further(200, 2.0) == 800
    assert further(200, 1.0001) == 300
    assert further(200, 50.0) == 2000
    assert further(MOST - 100, 2.0) == MOST


def test_a_better_player_is_also_played_against_the_weakest() -> None:
    sensible = define(rules.load("classic", 3), ["sensible"])
    assert getattr(contest_of(sensible), "seats", None) == ("sensible", "random", "random")
    assert contest_of(define(rules.load("classic", 3), ["random"])) is None
    assert contest_of(define(rules.load("classic", 2), ["sensible", "random"])) is None
    assert contest_of(LUCK) is None


def test_the_better_player_wins_more_wherever_it_sits(database: Database) -> None:
    study = define(rules.load("revised"), ["sensible", "random"])
    figures = found(database, Plan([study], 40)).found[0]
    assert figures.by_kind["sensible"].value > 0.65
    assert figures.by_kind["sensible"].value + figures.by_kind["random"].value == 1


def test_who_has_the_first_turn_is_the_first_player_on_whatever_seat(database: Database) -> None:
    """In a race of two without obstacles the first player has the advantage; by lot that can be either seat."""
    studies = [define(rules.load("souriciere", first=first, exact=False), ["random"]) for first in ("seat0", "lot")]
    both = found(database, Plan(studies, 2000))
    assert [figures.by_order[0].value for figures in both.found] == pytest.approx([0.54, 0.54], abs=0.03)


def test_two_rule_sets_are_compared_game_by_game(database: Database) -> None:
    exact, enough = (define(rules.load("souriciere", exact=exact), ["random"]) for exact in (True, False))
    findings = found(database, Plan([exact, enough], 400))
    assert findings.differences
    turns = findings.differences.turns
    means = [sum(turns * n for turns, n in figures.lengths.items()) / 400 for figures in findings.found]
    assert turns.value == pytest.approx(means[1] - means[0])
    assert turns.high < 0
    alone = [figures.by_order[0] for figures in findings.found]
    assert findings.differences.by_order[0].value == pytest.approx(alone[1].value - alone[0].value)
    assert sum(gain.value for gain in findings.differences.by_order) == pytest.approx(0)


@pytest.mark.parametrize(
    ("shares", "verdict"),
    [
        ((0.50, 0.48, 0.52), Verdict.FAIR),
        ((0.82, 0.79, 0.85), Verdict.UNFAIR),
        ((0.53, 0.50, 0.56), Verdict.UNSURE),
    ],
)
def test_fair_is_what_is_near_an_even_share_for_sure(
    database: Database, shares: tuple[float, float, float], verdict: Verdict
) -> None:
    value, low, high = shares
    figures = found(database, Plan([LUCK], 1)).found[0]
    wins = (
        figures.by_order[0]._replace(value=value, low=low, high=high),
        figures.by_order[1]._replace(value=1 - value, low=1 - high, high=1 - low),
    )
    assert figures._replace(by_order=wins).verdict is verdict
