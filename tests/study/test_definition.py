"""The definition of a study, and the changes that make it a different study."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard import layouts, rules
from mouseboard.players import UnknownPlayer
from mouseboard.rules import BadSetup
from mouseboard.study.definition import Versions, define, prepare


def test_one_kind_of_player_is_meant_for_all_seats() -> None:
    assert define(rules.load("classic", 3), ["random"]).seats == ("random",) * 3


def test_players_change_seats_from_game_to_game() -> None:
    prepared = prepare(define(rules.load("classic", 3), ["sensible", "random", "random"]).text)
    at = [[type(player).__name__ for player in prepared.seated(number)].index("Lookahead") for number in range(4)]
    assert at == [prepared.study.seat_of(0, number) for number in range(4)] == [0, 1, 2, 0]


def test_too_few_players_are_refused() -> None:
    with pytest.raises(BadSetup, match="2 players are named for 3 seats; name one for all, or one for each"):
        define(rules.load("classic", 3), ["random", "random"])


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(UnknownPlayer, match="classic has no 'clever' player; it has random, sensible"):
        define(rules.load("classic"), ["random", "clever"])


def test_studies_of_one_seed_share_the_random_numbers_of_their_games() -> None:
    one, other = (define(rules.load("barriers", edge=edge), ["random"], seed=7) for edge in ("side", "none"))
    assert one.text != other.text
    assert one.stream(5) == other.stream(5) != one.stream(6)


def test_its_options_are_named_as_far_as_they_are_unusual() -> None:
    game = rules.load("souriciere", exact=False, edition="ravensburger")
    assert define(game, ["random"]).unusual == {"exact": "false"}


def test_a_changed_layout_is_another_version(tmp_path: Path) -> None:
    text = Path(str(layouts.__file__)).with_name("classic.toml").read_text(encoding="utf-8")
    versions = []
    for number, change in enumerate((text, text.replace("count = 4", "count = 5", 1))):
        own = tmp_path / f"{number}.toml"
        own.write_text(change, encoding="utf-8")
        versions.append(prepare(define(rules.load("classic", layout=str(own)), ["random"]).text).versions)
    assert versions[0].code == versions[1].code
    assert versions[0].layout != versions[1].layout


def test_what_differs_first_is_said() -> None:
    one = Versions("3.11", "1.0", "a", "b")
    assert one.differ(Versions("3.12", "1.0", "a", "c")) == "Python 3.11, not 3.12"
    assert one.differ(one) == ""
