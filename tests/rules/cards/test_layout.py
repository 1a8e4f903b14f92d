"""The house deck has the cards that the text names. An unplayable deck is refused with line, field and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard import layouts
from mouseboard.rules.cards.deck import Deck
from mouseboard.rules.cards.layout import PAIRS, check

HOUSE = layouts.load("cards")
TEXT = (Path(layouts.__file__).parent / "cards.toml").read_text(encoding="utf-8")


def refused(text: str) -> str:
    with pytest.raises(layouts.BadLayout) as error:
        layout = layouts.parse(text, "my.toml")
        layouts.check(layout)
        check(layout)
    return str(error.value)


def history_of(words: str) -> int:
    """Return the number of the first line of the house deck with these words."""
    return TEXT.count("\n", 0, TEXT.index(words)) + 1


def test_the_house_deck_is_sound_and_says_whose_edition_it_is() -> None:
    check(HOUSE)
    assert HOUSE.edition.startswith("house edition of Mouseboard")


def test_there_are_16_maze_cards_with_32_faces_and_24_action_cards() -> None:
    assert len(Deck(HOUSE).faces) == 32
    assert sum(card.copies for card in HOUSE.card) == 24


def test_the_maze_lies_over_every_second_cell_of_the_grid() -> None:
    assert Deck(HOUSE).places[:5] == ("a1", "b1", "c1", "d1", "a2")
    for place in HOUSE.place:
        column, row = ((mm - 20) / 40 for mm in place.at)
        assert (column % 2, row % 2) == (1, 1)


def test_each_go_to_face_leads_to_its_other_half() -> None:
    faces = Deck(HOUSE).faces
    assert {faces[top].label: faces[bottom].label for top, bottom in Deck(HOUSE).partner.items()} == PAIRS


TAKE = '{ kind = "take", label = "Take Cheese", short = "+1" }'
SIDE = 'arrows = ["left", "right"], count = 1'
EITHER = 'arrows = ["ahead", "back"] }'


@pytest.mark.parametrize(
    ("old", "new", "row", "why"),
    [
        ('game = "cards"', 'game = "chess"', "", "game: a layout of chess, not of cards"),
        ('"a1"', '"a-1"', '"a1"', "name: 'a-1' is not a name of 1 to 6 small letters and digits"),
        (TAKE, TAKE.replace(" }", ", count = 7 }"), "Diver", "b.count: a move, and nothing else, goes 1 to 3 cards"),
        ("at = [60, 60]", "at = [150, 60]", "", "place: the places do not lie in 4 rows of 4"),
        ("at = [60, 60]", "at = [60, 145]", "", "place: the places do not lie in 4 rows of 4"),
        (TAKE, TAKE.replace("take", "dance"), "Diver", "b.kind: 'dance' is none of end turn, flip behind"),
        (TAKE, '{ kind = "take" }', "Diver", "b.label: every face has words on it"),
        (TAKE, TAKE.replace(" }", ", count = 2 }"), "Diver", "b.count: a move, and nothing else, goes 1 to 3 cards"),
        (TAKE, TAKE.replace(" }", ', arrows = ["left"] }'), "Diver", "b.arrows: 'take' has no arrow"),
        (TAKE, TAKE.replace(" }", ', to = "Washtub" }'), "Diver", "b.to: a 'go to' face, and no other, names another"),
        (TAKE, '{ kind = "safe", label = "Safe" }', "Diver", "kind: only one card is SAFE"),
        (TAKE, '{ kind = "go to", label = "Diver", to = "Washtub" }', "", "tile: one face says GO TO 'Washtub'"),
        ('a = { kind = "safe"', 'a = { kind = "take"', "Safe", "kind: SAFE is on both faces of its card"),
        ('to = "Washtub"', 'to = "Safe"', "Diver", "to: 'Diver' does not lead to 'Safe'"),
        ('label = "Washtub"', 'label = "Tub"', "", "tile: 'Washtub' is one face, and not on the card of 'Diver'"),
        (SIDE, "count = 1", "One Sideways", "a.arrows: a move needs an arrow"),
        (SIDE, 'arrows = ["left", "left"], count = 1', "One Sideways", "a.arrows: an arrow points the same way twice"),
        (SIDE, SIDE.replace("1", "4"), "One Sideways", "a.count: a move, and nothing else, goes 1 to 3 cards"),
        (EITHER, 'arrows = ["ahead"] }', "Turn Either", "a.arrows: 'turn either' has two arrows"),
        ('kind = "flip front"', 'kind = "flip behind"', "", "tile: no card says flip front"),
        ("copies = 3", "copies = 4", "", "card: there are 24 action cards, not 25"),
        ("copies = 3", "copies = 0", '"ahead1"', "copies: there is at least one of each card"),
        ('"ahead1"', '"Ahead 1"', '"ahead1"', "name: 'Ahead 1' is not a new name of 1 to 8 small letters and digits"),
        ('"ahead1"', '"ahead2"', '"ahead2"', "name: 'ahead2' is not a new name"),
        (
            'copies = 2, kind = "turn this"',
            'copies = 2, kind = "safe"',
            '"turncard"',
            "kind: 'safe' is none of end turn",
        ),
        ('copies = 3, kind = "trapped"', 'copies = 3, kind = "take"', "", "card: no card is Trapped"),
    ],
)
def test_a_deck_that_breaks_a_ruling_is_refused(old: str, new: str, row: str, why: str) -> None:
    assert old in TEXT
    where = f"my.toml, line {history_of(row)}: " if row else "my.toml: "
    assert refused(TEXT.replace(old, new, 1)).startswith(where + why)


def test_a_deck_with_a_maze_card_too_few_is_refused() -> None:
    row = next(row for row in TEXT.splitlines() if "Three Ahead" in row)
    assert refused(TEXT.replace(row + "\n", "")) == "my.toml: tile: there are 16 maze cards, not 15"


def test_a_maze_without_trapped_or_without_safe_is_refused() -> None:
    tiles, cards = TEXT.split("\ncard = [")
    assert refused(tiles.replace('"trapped"', '"take"') + "\ncard = [" + cards) == "my.toml: tile: no card is Trapped"
    assert refused(tiles.replace('"safe"', '"take"') + "\ncard = [" + cards) == "my.toml: tile: no card is SAFE"


def test_an_unknown_arrow_is_refused_with_the_known_ones() -> None:
    refusal = refused(TEXT.replace('arrows = ["ahead"]', 'arrows = ["up"]', 1))
    assert refusal.endswith("a.arrows: 'up' is none of ahead, right, back, left")


def test_a_maze_measured_with_a_ruler_is_accepted() -> None:
    text = TEXT.replace("at = [60, 60]", "at = [57, 63]", 1).replace("at = [300, 60]", "at = [304, 59]", 1)
    crooked = layouts.parse(text, "my.toml")
    check(crooked)
    assert Deck(crooked).places == Deck(HOUSE).places
