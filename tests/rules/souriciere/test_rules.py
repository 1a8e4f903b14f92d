"""La souricière, sentence by sentence: the numbered rules of the text, its variants and the rulings."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import median

import pytest
from msgspec.structs import replace

from mouseboard import layouts, rules
from mouseboard.rules import CHANCE, Device
from mouseboard.rules.souriciere import Souriciere, SouriciereState
from mouseboard.rules.souriciere.layout import check

LAYOUT = layouts.load("souriciere")
TEXT = LAYOUT.text
ROOMS = [place for place in LAYOUT.place if place.kind == "room"]
LAST = next(room for room in ROOMS if room.red == "trap")
"""The room whose red arrow leads into the trap."""


@cache
def game(players: int = 2, **options: rules.Setting) -> Souriciere:
    made = rules.load("souriciere", players, **options)
    assert isinstance(made, Souriciere)
    return made


def state(*at: str, **options: rules.Setting) -> SouriciereState:
    """Return a state with seat 0 to roll. The first hole is 5, the trap's entry 48, the last square 49."""
    return replace(game(len(at), **options).start(), at=at)


def rolled(n: int, *at: str, **options: rules.Setting) -> tuple[str, ...]:
    """Return where the mice are after seat 0 has rolled n."""
    return state(*at, **options).play(f"roll{n}").at


def told(state: SouriciereState, notation: str) -> list[str]:
    return [str(said) for said in state.tell(state.game.read(notation), state.after(state.game.read(notation)))]


# Préparation du jeu


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_mouse_begins_in_the_house(players: int) -> None:
    assert game(players).start().placement() == dict.fromkeys(rules.COLOURS[:players], "house")


def test_seat_0_begins_as_the_youngest_unless_lots_are_drawn() -> None:
    assert (game().start().turn, game().start().device) == (0, Device.DIE)
    drawn = game(3, first="lot").start()
    assert (drawn.turn, drawn.device, drawn.actor) == (None, Device.LOT, CHANCE)
    assert [str(action) for action in drawn.actions()] == ["first0", "first1", "first2"]
    assert drawn.play("first2").turn == 2


# 1: the roll


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6])
def test_a_mouse_goes_as_many_squares_as_the_die_shows(n: int) -> None:
    assert rolled(n, "house", "house") == (str(n), "house")


def test_the_next_player_rolls_after_a_move() -> None:
    assert [state("1", "2", "3").play("roll6").turn, state("1", "2").play("roll6").play("roll6").turn] == [1, 0]


# 2: a taken square


def test_a_mouse_stops_one_square_before_a_taken_one() -> None:
    assert rolled(3, "1", "4") == ("3", "4")


def test_a_mouse_stops_before_several_taken_squares_in_a_row() -> None:
    assert rolled(3, "1", "4", "3") == ("2", "4", "3")


def test_a_mouse_with_every_earlier_square_taken_stays_where_it_is() -> None:
    assert rolled(2, "1", "3", "2") == ("1", "3", "2")
    assert rolled(2, "house", "2", "1") == ("house", "2", "1")


def test_a_mouse_that_stays_on_its_hole_does_not_fall_again() -> None:
    assert rolled(1, "5", "6") == ("5", "6")


def test_a_mouse_that_stops_early_on_a_hole_falls() -> None:
    assert rolled(4, "2", "6") == ("boot", "6")


def test_the_mouse_passes_over_others_freely() -> None:
    assert rolled(3, "1", "2", "3") == ("4", "2", "3")


# Variantes: the next free square


def test_the_option_next_moves_a_mouse_on_to_the_first_free_square() -> None:
    assert rolled(3, "1", "4", occupied="next") == ("boot", "4")
    assert rolled(1, "1", "2", "3", occupied="next") == ("4", "2", "3")


def test_the_option_next_may_move_a_mouse_to_the_cheese() -> None:
    assert rolled(2, "47", "49", occupied="next") == ("cheese", "49")


# The publisher's sheet: the other mouse goes home


def test_the_option_home_sends_the_other_mouse_back_to_the_house() -> None:
    assert rolled(3, "1", "4", occupied="home") == ("4", "house")


def test_the_option_home_frees_a_hole_before_the_mouse_falls() -> None:
    assert rolled(4, "1", "5", occupied="home") == ("boot", "house")


def test_the_option_home_leaves_mice_in_rooms_alone() -> None:
    assert rolled(4, "1", "boot", occupied="home") == ("boot", "boot")


# 3: holes and rooms


@pytest.mark.parametrize(
    "hole", [place for place in LAYOUT.place if place.kind == "hole"], ids=lambda place: place.name
)
def test_a_mouse_that_stops_on_a_hole_falls_into_its_room(hole: layouts.Place) -> None:
    before = str(int(hole.name) - 2)
    assert rolled(2, before, "house") == (hole.to, "house")


@pytest.mark.parametrize("room", ROOMS, ids=lambda place: place.name)
def test_the_die_decides_how_a_mouse_leaves_a_room(room: layouts.Place) -> None:
    hole = next(place.name for place in LAYOUT.place if place.to == room.name)
    ends = [rolled(n, room.name, "house")[0] for n in range(1, 7)]
    assert ends == [room.name, room.red, hole, room.red, room.red, room.green]


def test_a_mouse_back_on_its_hole_leaves_from_there() -> None:
    back = state("boot", "house").play("roll3").play("roll1")
    assert back.at[0] == "5"
    assert back.play("roll1").at[0] == "6"


@pytest.fixture
def holes_named(tmp_path: Path) -> str:
    """A layout whose arrows out of the boot lead to the hole 11 (green) and to the entry of the trap (red)."""
    file = tmp_path / "mine.toml"
    text = TEXT.replace('green = "9", red = "3"', 'green = "11", red = "48"')
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_mouse_that_an_arrow_puts_on_a_hole_leaves_it_at_its_next_turn(holes_named: str) -> None:
    put = state("boot", "house", layout=holes_named).play("roll6")
    assert put.at == ("11", "house")
    assert put.play("roll1").play("roll1").at[0] == "12"


def test_a_mouse_that_an_arrow_puts_on_the_entry_does_not_fall_into_the_trap(holes_named: str) -> None:
    put = state("boot", "house", layout=holes_named).play("roll2")
    assert (put.at, put.turn) == (("48", "house"), 1)
    assert put.play("roll1").play("roll1").at[0] == "49"


def test_a_mouse_that_an_arrow_puts_on_a_hole_sends_the_mouse_there_home_with_the_option(holes_named: str) -> None:
    assert rolled(6, "boot", "11", layout=holes_named, occupied="home") == ("11", "house")


def test_a_mouse_that_must_stop_on_a_hole_before_a_taken_arrow_square_falls(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace('green = "9", red = "3"', 'green = "12", red = "3"'), encoding="utf-8")
    assert rolled(6, "boot", "12", layout=str(file)) == ("clock", "12")


def test_a_room_holds_any_number() -> None:
    assert rolled(4, "1", "boot", "boot") == ("boot", "boot", "boot")


def test_a_taken_arrow_square_follows_the_option_for_taken_squares() -> None:
    assert rolled(6, "boot", "9") == ("8", "9")
    assert rolled(6, "boot", "9", occupied="next") == ("10", "9")
    assert rolled(6, "boot", "9", occupied="home") == ("9", "house")


def test_a_mouse_that_climbs_back_to_a_taken_hole_stops_before_it() -> None:
    assert rolled(3, "boot", "5") == ("4", "5")


@pytest.mark.parametrize("room", ROOMS, ids=lambda place: place.name)
def test_a_room_is_left_after_six_fifths_of_a_roll_on_average(room: layouts.Place) -> None:
    """[D] With probability p to stay, the mean number m of rolls solves m = 1 + p * m. The test is exact."""
    inside = state(room.name, "house")
    stay = sum((odds for action, odds in inside.odds() if inside.after(action).at[0] == room.name), Fraction(0))
    assert 1 / (1 - stay) == Fraction(6, 5)


# 4: the trap (Ravensburger)


def test_a_mouse_that_stops_on_the_entry_falls_into_the_trap() -> None:
    assert rolled(2, "46", "house") == ("trap", "house")


def test_a_mouse_that_leaves_the_last_room_by_the_red_arrow_falls_into_the_trap() -> None:
    assert rolled(2, LAST.name, "48") == ("trap", "48")


def test_a_mouse_in_the_trap_loses_two_turns_and_is_put_on_the_entry_on_the_third() -> None:
    now = state("46", "house").play("roll2")
    seen = [(now.turn, now.at[0])]
    for _ in range(4):
        now = now.play("roll1")
        seen.append((now.turn, now.at[0]))
    assert seen == [(1, "trap"), (1, "trap"), (1, "trap"), (1, "48"), (0, "48")]
    assert now.play("roll1").at[0] == "49"


def test_the_trap_holds_any_number_and_time_passes_even_when_all_are_in_it() -> None:
    now = replace(state("46", "trap"), waits=(0, 1)).play("roll2")
    assert (now.at, now.turn) == (("trap", "48"), 1)


def test_a_mouse_let_out_onto_a_taken_entry_stops_before_it() -> None:
    now = replace(state("1", "trap", "48"), waits=(0, 0, 0)).play("roll1")
    assert (now.at, now.turn) == (("2", "47", "48"), 2)


def test_the_edition_bookmark_has_no_trap() -> None:
    assert rolled(2, "46", "house", edition="bookmark") == ("48", "house")
    assert rolled(2, LAST.name, "house", edition="bookmark") == ("48", "house")
    assert rolled(2, LAST.name, "48", edition="bookmark") == ("47", "48")


# 5: the exact roll


@pytest.mark.parametrize(("n", "end"), [(3, "cheese"), (4, "49"), (6, "47")])
def test_a_roll_beyond_the_cheese_bounces_back(n: int, end: str) -> None:
    assert rolled(n, "47", "house")[0] == end


def test_a_bounce_falls_and_gives_way_like_any_move() -> None:
    assert rolled(5, "47", "house")[0] == "trap"
    assert rolled(4, "47", "49")[0] == "trap"
    assert rolled(3, "49", "48")[0] == "47"


def test_a_bounce_back_to_where_it_came_from_stops_there_and_falls() -> None:
    assert rolled(6, "47", "house")[0] == "47"
    assert rolled(4, "48", "house")[0] == "trap"


def test_any_roll_that_reaches_the_cheese_wins_without_the_option_exact() -> None:
    assert rolled(6, "47", "house", exact=False)[0] == "cheese"


# 6: the cheese


def test_the_first_mouse_at_the_cheese_wins() -> None:
    over = state("47", "49").play("roll3")
    assert (over.winners, over.actor, over.actions(), over.odds()) == ((0,), None, (), ())
    assert str(over.prompt()) == "red is at the cheese. red wins!"


def test_a_mouse_let_out_of_the_trap_may_find_only_the_cheese_free() -> None:
    now = replace(state("47", "trap", "48", occupied="next"), waits=(0, 0, 0)).play("roll2")
    assert (now.at, now.winners) == (("49", "cheese", "48"), (1,))


# Words


def test_a_roll_is_told_with_where_it_took_the_mouse() -> None:
    assert told(game(first="lot").start(), "first1") == ["blue starts."]
    assert told(state("1", "house"), "roll2") == ["red rolls 2 and stops on 3."]
    assert told(state("47", "2"), "roll3") == ["red rolls 3 and is at the cheese!"]
    assert told(state("47", "2", exact=False), "roll6") == ["red rolls 6 and is at the cheese!"]


def test_a_fall_is_told_with_the_hole_and_the_turns_that_the_trap_takes() -> None:
    hole = ["red rolls 4 and stops on 5.", "A hole! red falls into the boot."]
    assert told(state("1", "house"), "roll4") == hole
    trap = ["red rolls 2 and stops on 48.", "red falls into the trap and must miss 2 turns!"]
    assert told(state("46", "house"), "roll2") == trap


def test_a_mouse_that_stops_early_is_told_which_squares_are_taken() -> None:
    assert told(state("1", "4"), "roll3") == ["red rolls 3.", "4 is taken. red stops on 3."]
    assert told(state("1", "4", "3"), "roll3")[1] == "4 and 3 are taken. red stops on 2."
    assert told(state("2", "6"), "roll4")[1:] == [
        "6 is taken. red stops on 5.",
        "A hole! red falls into the boot.",
    ]


def test_a_mouse_that_cannot_get_on_is_told_that_it_stays_and_why() -> None:
    assert told(state("1", "2"), "roll1") == ["red rolls 1.", "2 is taken. red stays on 1."]
    assert told(state("5", "6"), "roll1")[1:] == [
        "6 is taken. red stays on 5.",
        "red does not fall in. Next turn it walks on.",
    ]
    assert told(state("house", "2", "1"), "roll2")[1] == "2 and 1 are taken. red must wait in the house."


def test_going_on_to_the_next_free_square_says_past_which_it_goes() -> None:
    past = told(state("1", "2", "3", occupied="next"), "roll1")
    assert past == ["red rolls 1.", "2 and 3 are taken. red goes on to 4."]
    cheese = told(state("47", "49", occupied="next"), "roll2")
    assert cheese[1] == "49 is taken. red goes on to the cheese!"


def test_a_mouse_that_is_sent_home_is_named() -> None:
    assert told(state("1", "2", occupied="home"), "roll1") == [
        "red rolls 1 and stops on 2.",
        "blue was there and goes back to the house.",
    ]


def test_a_bounce_says_how_far_the_cheese_was() -> None:
    assert told(state("47", "house"), "roll4") == ["red rolls 4. Too far! It bounces back to 49."]
    assert told(state("47", "49"), "roll4")[1:] == [
        "49 is taken. red stops on 48.",
        "red falls into the trap and must miss 2 turns!",
    ]


def test_the_way_out_of_a_room_is_told_with_the_arrow() -> None:
    assert told(state("boot", "house"), "roll1") == ["red rolls 1 and stays in the boot."]
    assert told(state("boot", "house"), "roll2") == ["red rolls 2 and takes the red arrow to 3."]
    assert told(state("boot", "house"), "roll3") == [
        "red rolls 3 and climbs back up to 5.",
        "red does not fall in. Next turn it walks on.",
    ]
    assert told(state("boot", "9"), "roll6") == [
        "red rolls 6 and takes the green arrow to 9.",
        "9 is taken. red stops on 8.",
    ]
    assert told(state(LAST.name, "house"), "roll5") == [
        "red rolls 5 and takes the red arrow, into the trap!",
        "red must miss 2 turns there.",
    ]


def test_a_hole_that_an_arrow_names_is_told_to_be_harmless(holes_named: str) -> None:
    assert told(state("boot", "house", layout=holes_named), "roll6") == [
        "red rolls 6 and takes the green arrow to 11.",
        "red does not fall in. Next turn it walks on.",
    ]


def test_turns_that_pass_in_the_trap_are_told_one_by_one_as_they_pass() -> None:
    both = replace(state("46", "trap"), waits=(0, 1))
    assert told(both, "roll2")[1:] == [
        "red falls into the trap and must miss 2 turns!",
        "blue waits in the trap for the last time.",
        "red waits in the trap and must miss one more turn.",
        "blue is free and climbs out to 48.",
        "blue does not fall in. Next turn it walks on.",
        "red waits in the trap for the last time.",
    ]


def test_a_mouse_sent_home_by_one_from_the_trap_is_told_as_having_stood_there() -> None:
    assert told(state("1", "trap", "48", occupied="home"), "roll1")[1:3] == [
        "blue is free and climbs out to 48.",
        "green was there and goes back to the house.",
    ]


def test_the_score_counts_the_squares_to_the_cheese() -> None:
    (score,) = state("house", "boot", "trap", "49").scores()
    assert score.seats == (50, 45, 2, 1)


@pytest.mark.campaign
@pytest.mark.parametrize(("players", "least", "most"), [(2, 33, 41), (4, 62, 74), (6, 90, 110)])
def test_a_typical_game_on_the_house_board_is_neither_endless_nor_trivial(players: int, least: int, most: int) -> None:
    assert least < median(rolls(players, Random(seed)) for seed in range(400)) < most


def rolls(players: int, rng: Random) -> int:
    """Return how many rolls a game takes."""
    now, n = game(players).start(), 0
    while now.actor is not None:
        now, n = now.after(rng.choice(now.actions())), n + 1
    return n


# The board (rulings: souriciere)


def test_the_house_board_is_a_path_of_neighbouring_cells_with_rooms_beside_their_holes() -> None:
    spots = {place.name: place.at for place in LAYOUT.place}
    path = game().path
    ways = [*pairwise(path), *game().hole.items(), ("trap", "48")]
    assert {abs(spots[a][0] - spots[b][0]) + abs(spots[a][1] - spots[b][1]) for a, b in ways} == {40}
    assert LAYOUT.edition.startswith("house edition of Mouseboard")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('game = "souriciere"', 'game = ""', "toml: game: a layout of no game, not of souriciere"),
        ('"1", kind = "square"', '"1", kind = "pond"', "kind: there is no kind 'pond'; the kinds are house, square"),
        ('"1", kind = "square"', '"1", kind = "cheese"', "place: 2 places are of kind cheese; there must be 1"),
        (
            'kind = "hole", label = "Hole to the boot", short = "Hole", to = "boot"',
            'kind = "square"',
            "6 places are of kind hole; there must be 7",
        ),
        ('to = "clock"', 'to = "boot"', "to: 'boot' has a hole already"),
        ('to = "clock"', 'to = "9"', "to: '11' must lead to room"),
        ('"1", kind = "square"', '"1", kind = "square", to = "9"', "to: '1' must lead to nowhere"),
        ('green = "9"', 'green = "cheese"', "green: 'boot' must lead to square or hole or entry"),
        ('red = "trap"', 'red = "3"', "red: 'chimney' must lead to trap"),
        (', red = "3"', "", "red: 'boot' must lead to square or hole or entry"),
    ],
)
def test_a_board_that_breaks_a_ruling_is_refused_with_line_and_field(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(layouts.BadLayout) as error:
        check(layouts.parse(TEXT.replace(old, new, 1), "souriciere.toml"))
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("swaps", "why"),
    [
        ([("house", "1")], "line 16: kind: the path begins with the house"),
        ([("49", "cheese")], "line 66: kind: the path ends with the cheese"),
        ([("41", "48")], "line 57: kind: the trap's entry comes after the last hole"),
        ([("42", "30"), ("37", "35"), ("36", "48")], "line 52: kind: the trap's entry is at most 12 squares before"),
    ],
)
def test_a_board_with_house_trap_or_cheese_out_of_place_is_refused(swaps: list[tuple[str, str]], why: str) -> None:
    rows = TEXT.splitlines()
    for pair in swaps:
        i, k = (next(i for i, row in enumerate(rows) if f'name = "{name}"' in row) for name in pair)
        rows[i], rows[k] = rows[k], rows[i]
    with pytest.raises(layouts.BadLayout) as error:
        check(layouts.parse("\n".join(rows), "souriciere.toml"))
    assert why in str(error.value)
