"""Midnight in the Pantry: moves, smells and their effects, on the nine places of the shipped layout.

a3 b3 c3
a2 b2 c2
a1 b1 c1     red begins on a1, blue on c3
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from mouseboard import layouts, players, rules
from mouseboard.rules import CHANCE, Device
from mouseboard.rules.chance import draw
from mouseboard.rules.pantry import Pantry, PantryState
from mouseboard.rules.pantry.layout import check
from mouseboard.rules.pantry.rules import TO_WIN

LAYOUT = layouts.load("pantry")


@cache
def game(**options: rules.Setting) -> Pantry:
    made = rules.load("pantry", 2, **options)
    assert isinstance(made, Pantry)
    return made


def state(*hidden: str, red: str = "b1", blue: str = "c3") -> PantryState:
    """Return a state with red to move and the cheese possible on these places."""
    return replace(game().start(), at=(red, blue), hidden=tuple(sorted(hidden, key=game().places.index)))


def smells(state: PantryState, place: str) -> dict[str, Fraction]:
    """Return what the mouse to move may smell on a place, with the odds."""
    return {str(smell): odds for smell, odds in state.play(place).odds()}


def test_red_begins_at_one_corner_and_blue_at_the_other() -> None:
    start = game().start()
    assert start.placement() == {"red": "a1", "blue": "c3"}
    assert (start.turn, start.actor) == (0, 0)


def test_a_lot_may_decide_who_starts() -> None:
    drawn = game(first="lot").start()
    assert (drawn.turn, drawn.actor, drawn.device) == (None, CHANCE, Device.LOT)
    assert drawn.play("first0") == replace(game().start(), game=drawn.game)
    assert drawn.play("first1") == replace(game().start(), game=drawn.game, turn=1)


def test_the_first_piece_may_lie_anywhere_but_under_a_mouse() -> None:
    assert set(game().start().hidden) == {"a2", "a3", "b1", "b2", "b3", "c1", "c2"}


@pytest.mark.parametrize(
    ("at", "moves"),
    [("c1", "b1 b2 c2"), ("b1", "a1 a2 b2 c1 c2"), ("b2", "a1 a2 a3 b1 b3 c1 c2"), ("b3", "a2 a3 b2 c2")],
)
def test_a_mouse_moves_a_step_in_any_direction_but_not_onto_the_other(at: str, moves: str) -> None:
    assert " ".join(map(str, state("a3", red=at).actions())) == moves


def test_a_mouse_leaves_its_own_home_only_straight() -> None:
    assert " ".join(map(str, state("a3", red="a1").actions())) == "a2 b1"
    assert " ".join(map(str, state("a3", red="b2", blue="c1").play("a1").play("cold").actions())) == "b1 b2 c2"
    assert " ".join(map(str, state("a3", red="c3", blue="c1").actions())) == "b2 b3 c2"


def test_a_mouse_smells_cheese_on_its_place_warm_straight_beside_it_and_cold_elsewhere() -> None:
    assert smells(state("b2"), "b2") == {"cheese": 1}
    assert smells(state("a2"), "b2") == {"warm": 1}
    assert smells(state("a3"), "b2") == {"cold": 1}  # a mouse smells nothing round the corner


def test_a_smell_is_as_likely_as_the_share_of_places_that_give_it() -> None:
    assert smells(state("b2", "a2", "b3", "a3", "c1"), "b2") == {
        "cheese": Fraction(1, 5),
        "cold": Fraction(2, 5),
        "warm": Fraction(2, 5),
    }


def test_a_smell_is_drawn_and_nobody_is_asked() -> None:
    assert game().start().play("b1").device is Device.HIDDEN


def test_a_smell_leaves_only_the_places_that_fit_it() -> None:
    sniffing = state("b2", "a2", "b3", "a3", "c1").play("b2")
    assert set(sniffing.play("warm").hidden) == {"a2", "b3"}
    assert set(sniffing.play("cold").hidden) == {"a3", "c1"}


def test_the_other_mouse_moves_after_the_smell() -> None:
    assert state("b2").play("b2").turn == 0
    assert state("b2").play("b2").play("cheese").turn == 1


def test_the_next_cheese_is_neither_under_a_mouse_nor_straight_beside_the_next_one() -> None:
    after = state("b2").play("b2").play("cheese")
    assert after.found == (1, 0)
    assert set(after.hidden) == {"a1", "a2", "a3", "b1", "c1"}


def test_the_first_mouse_with_three_cheese_wins() -> None:
    won = replace(state("b2"), found=(TO_WIN - 1, 2)).play("b2").play("cheese")
    assert (won.winners, won.actor, won.actions()) == ((0,), None, ())


@pytest.mark.parametrize("seed", range(20))
def test_all_smells_fit_a_cheese_that_was_in_one_place_all_along(seed: int) -> None:
    for turns in pieces(seed):
        *_, (there, _) = turns
        for place, smell in turns:
            expected = "cheese" if place == there else "warm" if there in game().beside[place] else "cold"
            assert smell == expected


def pieces(seed: int) -> Iterator[list[tuple[str, str]]]:
    """Yield, for each piece of cheese in a random game, the places sniffed and the smells until it was found."""
    rng, now, turns = Random(seed), game().start(), list[tuple[str, str]]()
    while now.actor is not None:
        action = draw(now.odds(), rng) if now.actor == CHANCE else rng.choice(now.actions())
        if now.turn is not None and now.sniffing:
            turns.append((now.at[now.turn], str(action)))
        if str(action) == "cheese":
            yield turns
            turns = []
        now = now.play(action)


def test_a_computer_player_takes_a_cheese_that_it_is_sure_of() -> None:
    player = players.load("child", game())
    assert str(player.choose(state("b1", red="a2"), Random(0))) == "b1"
    assert str(player.choose(state("a3", red="a2", blue="c3"), Random(0))) == "a3"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('game = "pantry"', 'game = "cards"', "a layout of cards, not of pantry"),
        ('"c3", kind = "home"', '"c3", kind = "shelf"', "1 places are of kind home; there must be 2"),
        ('"b2", kind = "shelf"', '"b2", kind = "hole"', "there is no kind 'hole'; the kinds are home, shelf"),
        ("at = [76.2, 81.9]", "at = [80.0, 81.9]", "the places must fill rows and columns, one in each crossing"),
        ("at = [76.2, 81.9]", "at = [25.4, 81.9]", "the places must fill rows and columns, one in each crossing"),
    ],
)
def test_a_layout_that_does_not_fit_is_refused(old: str, new: str, why: str) -> None:
    assert LAYOUT.text.count(old) == 1
    with pytest.raises(layouts.BadLayout, match=why):
        check(layouts.parse(LAYOUT.text.replace(old, new), "pantry.toml"))


def test_two_by_two_places_are_too_few() -> None:
    kinds = zip(("home", "home", "shelf", "shelf"), ((0, 0), (1, 1), (0, 1), (1, 0)), strict=True)
    places = tuple(layouts.Place(name=f"p{i}", kind=kind, at=at) for i, (kind, at) in enumerate(kinds))
    with pytest.raises(layouts.BadLayout, match="2 x 2 places; there are 2 x 3 at least and 9 x 9 at most"):
        check(replace(LAYOUT, place=places))


def test_each_mouse_has_three_pieces_to_find() -> None:
    begun = rules.load("pantry", 2).start()
    assert begun.to_go() == (3, 3)
