"""A board of classic keeps the constraints of the rulings, or is refused with line, field and reason."""

from __future__ import annotations

from itertools import pairwise

import pytest

from mouseboard import layouts
from mouseboard.rules.classic.layout import check

SHIPPED = layouts.load("classic")
PARTS = """Base A, Gear Support, Gear, Crank, Gear, Stop Sign and Rubber Band, Lamp Post, Shoe, Stairs, Bucket, Marble,
Base B, Rain Gutter, Plumbing, Helping Hand, Thing-a-ma-jig, Second Marble, Bathtub, Diving Board, Diver, Base C,
Washtub, Cage Post, Cage"""


def refused(*changes: tuple[str, str]) -> str:
    """Return why the shipped board is refused with these changes. Each change replaces every match."""
    text = SHIPPED.text
    for old, new in changes:
        assert old in text, f"{old} is not in the board any more"
        text = text.replace(old, new)
    layout = layouts.parse(text, "my.toml")
    with pytest.raises(layouts.BadLayout) as error:
        layouts.check(layout)
        check(layout)
    return str(error.value)


def row(number: int) -> str:
    """Return the row of a space in the file."""
    return next(line for line in SHIPPED.text.splitlines() if f'name = "{number}"' in line)


def history_of(number: int) -> int:
    return SHIPPED.text.splitlines().index(row(number)) + 1


def first(kind: str) -> int:
    return next(number for number, place in enumerate(SHIPPED.place, start=1) if place.kind == kind)


def changed(number: int, old: str, new: str) -> tuple[str, str]:
    """Return a change of one space's row."""
    assert old in row(number)
    return row(number), row(number).replace(old, new)


def bone(number: int) -> tuple[str, str]:
    """Return the change that puts a dog bone in place of a space."""
    place = SHIPPED.place[number - 1]
    return row(number), f'  {{ name = "{number}", kind = "bone", at = [{place.at[0]}, {place.at[1]}] }},'


def all_bones(kind: str) -> tuple[tuple[str, str], ...]:
    return tuple(bone(number) for number, place in enumerate(SHIPPED.place, start=1) if place.kind == kind)


def test_the_shipped_board_is_a_house_edition_and_says_so() -> None:
    assert "house edition" in SHIPPED.edition
    check(SHIPPED)


def test_the_shipped_path_goes_from_cell_to_neighbouring_cell_and_its_loop_is_closed() -> None:
    at = [place.at for place in SHIPPED.place]
    steps = [*pairwise(at), (at[49], at[44])]
    assert {abs(x - u) + abs(y - v) for (x, y), (u, v) in steps} == {40}
    assert len(set(at)) == 50


def test_the_parts_are_in_the_order_of_building() -> None:
    assert [card.name for card in SHIPPED.card] == PARTS.replace("\n", " ").split(", ")


def test_another_games_board_is_refused() -> None:
    assert refused(('game = "classic"', 'game = "cards"')) == "my.toml: game: a layout of cards, not of classic"


def test_the_path_has_fifty_spaces() -> None:
    assert refused((row(13), "")) == "my.toml: place: 49 spaces; classic has 50, the last six of them the Loop"


def test_the_trap_has_twenty_four_parts() -> None:
    assert refused(('  { name = "Shoe" },\n', "")) == "my.toml: card: 23 parts; the trap is built of 24"


@pytest.mark.parametrize(
    ("number", "kind", "why"),
    [
        (1, "bone", "space 1 of the path is start, not bone"),
        (45, "bone", "space 45 of the path is safe, not bone"),
        (50, "bone", "space 50 of the path is wheel, not bone"),
        (13, "start", "a second start space; there is one"),
        (13, "safe", "a second safe space; there is one"),
        (13, "wheel", "a second wheel space; there is one"),
        (13, "rival", "a second rival space; there is one"),
        (13, "door", "there is no kind 'door'; the kinds are start, build, take, rival, lose, back, ahead, bone, safe"),
    ],
)
def test_a_space_of_the_wrong_kind_is_refused(number: int, kind: str, why: str) -> None:
    was = SHIPPED.place[number - 1].kind
    text = refused(changed(number, f'kind = "{was}"', f'kind = "{kind}"'))
    where = number if kind != "rival" else max(number, first("rival"))
    assert text.startswith(f"my.toml, line {history_of(where)}: kind: {why}")


def test_there_is_one_turn_crank_and_it_lies_in_the_loop() -> None:
    crank = first("crank")
    assert refused(bone(crank)) == "my.toml: no crank space in the Loop"
    second = refused(changed(13, 'kind = "bone"', 'kind = "crank"'))
    assert second == f"my.toml, line {history_of(crank)}: kind: a second crank space; there is one"


def test_the_loop_has_two_build_spaces_and_one_for_any_number_of_players() -> None:
    builds = [number for number in range(45, 51) if SHIPPED.place[number - 1].kind == "build"]
    assert refused(bone(builds[0])) == "my.toml: 1 build spaces in the Loop; there are at least two"
    text = refused(*[changed(number, "[2, 3, 4]", "[2, 3]") for number in builds])
    assert text == "my.toml: no build space in the Loop is for four players, who might never complete the trap"


@pytest.mark.parametrize("kind", ["take", "rival", "lose", "back", "ahead"])
def test_each_kind_of_space_is_needed_before_the_loop(kind: str) -> None:
    assert refused(*all_bones(kind)) == f"my.toml: no {kind} space before the Loop"


def test_a_dog_bone_is_needed_before_the_loop() -> None:
    assert refused(('kind = "bone"', 'kind = "take", count = 1')) == "my.toml: no bone space before the Loop"


@pytest.mark.parametrize(("label", "other"), [("[2]", "[2, 3]"), ("[2, 3]", "[2]")])
def test_all_three_build_labels_are_needed_before_the_loop(label: str, other: str) -> None:
    text = refused((f"players = {label}", f"players = {other}"))
    assert text == f"my.toml: no build space for {label} before the Loop"


def test_take_spaces_come_in_several_counts() -> None:
    changes = [(f'kind = "take", count = {n}', 'kind = "take", count = 1') for n in (2, 3, 4)]
    assert refused(*changes) == "my.toml: every take space takes the same; there are several counts"


@pytest.mark.parametrize(
    ("kind", "old", "new", "why"),
    [
        ("build", "[2, 3, 4]", "[3, 4]", "players: [3, 4] is on no build space; it is [2], [2, 3] or [2, 3, 4]"),
        ("build", "players = [2, 3, 4], ", "", "players: [] is on no build space; it is [2], [2, 3] or [2, 3, 4]"),
        ("take", "count = 1", "count = 0", "count: a take space needs a count of 1 or more"),
        ("lose", "count = 1", "count = -1", "count: a lose space needs a count of 1 or more"),
        ("bone", 'kind = "bone"', 'kind = "bone", count = 1', "count: means nothing on a space of kind bone"),
        ("take", "count = 1", 'count = 1, to = "1"', "to: means nothing on a space of kind take"),
        ("rival", 'kind = "rival"', 'kind = "rival", players = [2]', "players: means nothing on a space of kind rival"),
    ],
)
def test_a_field_that_does_not_fit_its_kind_is_refused(kind: str, old: str, new: str, why: str) -> None:
    number = first(kind)
    assert refused(changed(number, old, new)) == f"my.toml, line {history_of(number)}: {why}"


@pytest.mark.parametrize(
    ("kind", "to", "why"),
    [
        ("back", "40", "to: back needs an earlier space to go to, not '40'"),
        ("ahead", "2", "to: ahead needs a later space to go to, not '2'"),
        ("ahead", "", "to: ahead needs a later space to go to, not ''"),
        ("back", "99", "to: there is no place '99' to go to"),
    ],
)
def test_go_back_leads_back_and_move_ahead_leads_ahead(kind: str, to: str, why: str) -> None:
    number = first(kind)
    target = SHIPPED.place[number - 1].to
    assert refused(changed(number, f'to = "{target}"', f'to = "{to}"')) == f"my.toml, line {history_of(number)}: {why}"


def test_a_wall_of_six_back_spaces_in_a_row_is_refused() -> None:
    def back(number: int) -> tuple[str, str]:
        x, y = SHIPPED.place[number - 1].at
        return row(number), f'  {{ name = "{number}", kind = "back", to = "2", at = [{x}, {y}] }},'

    spared = {first("rival"), first("ahead")}
    wall = next(range(n, n + 6) for n in range(20, 39) if not spared & set(range(n, n + 6)))
    text = refused(*[back(number) for number in wall])
    assert text == f"my.toml, line {history_of(wall[0])}: kind: nobody gets past six back spaces in a row"
