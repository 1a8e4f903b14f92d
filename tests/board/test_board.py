"""A board's data: what it is called, and how it is drawn."""

from __future__ import annotations

from tests.cli.yard import Yard, state

from mouseboard import layouts, rules
from mouseboard.board.board import board, board_key


def test_a_board_has_one_name_in_all_languages_and_another_for_other_players() -> None:
    two, three = rules.load("classic", 2), rules.load("classic", 3)
    assert board_key(two) == board_key(rules.load("classic", 2)) != board_key(three)
    assert board(two, "de").places[0].label == "Start"
    assert board(two, "de").places[2].label != board(two, "en").places[2].label


def test_a_board_is_drawn_as_what_it_is() -> None:
    games = rules.games()
    sorts = {name: board(rules.load(name), "en").sort for name in games}
    rasters, men = dict.fromkeys(("barriers", "pantry"), "raster"), dict.fromkeys(("draughts", "morris"), "men")
    assert sorts == dict.fromkeys(games, "road") | rasters | men | {"cards": "maze"}
    assert board(state().game, "en").sort == "raster"


def test_squares_without_gaps_are_a_raster_too() -> None:
    place = '{{ name = "{c}{r}", at = [{x}, {y}], sensors = [{n}], lamps = [{n}] }}'
    rows = [place.format(c="abc"[n % 3], r=n // 3, x=20 + 40 * (n % 3), y=20 + 40 * (n // 3), n=n) for n in range(9)]
    head = 'game = "yard"\ntitle = "Nine"\nedition = "for tests"\nsize = [120, 120]\nsensors = 9\nlamps = 9\n'
    nine = layouts.parse(f"{head}place = [{', '.join(rows)}]", "nine")

    class Nine(Yard):
        layout = nine

    assert board(Nine(2, {}), "en").sort == "raster"
