"""Beside a board of men a large screen lists the last moves and shows the men that were taken; a phone does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.rules.draughts import moments as draughts
from tests.rules.morris import moments as morris
from tests.web.shown import after
from tests.web.test_browser_men import show
from tests.web.test_browser_scenes import LAPTOP, TV, Room

pytestmark = pytest.mark.real

LOADED = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/game/moves.')).length"
SEEN = """rows => rows.filter((row) => {
    const [{ top, bottom }, around] = [row.getBoundingClientRect(), row.parentElement.getBoundingClientRect()];
    return top > around.top - 1 && bottom < around.bottom + 1;
}).map((row) => row.innerText.replaceAll(/\\s+/g, " "))"""
"""The rows of which nothing is cut off."""


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


def test_the_last_moves_are_a_list_of_rounds_in_which_each_is_said_with_its_player(room: Room) -> None:
    show(room, morris.state("a1 d1 g4 b2", "a7 d7 c3 e4", turn=1), "a7-a4", "g4-g1", "xc3", "e4-e5")
    moves = room.tv().page.get_by_role("list", name="Last moves")
    expect(moves.get_by_role("listitem")).to_have_count(2)
    first, second = moves.get_by_role("listitem").all()
    expect(first).to_contain_text("Black: a7-a4")
    expect(first).to_contain_text("White: g4-g1 xc3")
    expect(second).to_contain_text("Black: e4-e5")


@pytest.mark.parametrize(("size", "rounds"), [(LAPTOP, 4), (TV, 6)], ids=str)
def test_a_screen_shows_the_newest_whole_rounds_of_many_moves(size: tuple[int, int], rounds: int, room: Room) -> None:
    situation = after("draughts", 2, 45)
    room.shown.show(situation)
    rows = room.tv(size).page.locator(".moves ol > li")
    expect(rows.last).to_contain_text(str(situation.history[-1].action))
    seen = rows.evaluate_all(SEEN)
    assert len(seen) == rounds
    assert str(situation.history[-1].action) in seen[-1]


def test_the_men_that_each_side_has_taken_are_drawn_and_counted(room: Room) -> None:
    show(room, draughts.state("c3", "d4 f6 a7"), "c3xe5xg7")
    black, white = room.tv().page.locator(".moves ul > li").all()
    expect(black).to_contain_text("Black has taken 11")
    expect(black.locator(".man.c-white")).to_have_count(11)
    expect(white.locator(".man.c-black")).to_have_count(11)


def test_the_list_of_moves_is_as_high_after_many_moves_as_before_the_first(room: Room) -> None:
    show(room, draughts.START)
    tv = room.tv(LAPTOP)
    card = tv.page.locator(".foot .moves")
    before = card.bounding_box()
    room.shown.show(after("draughts", 2, 45))
    expect(card.locator("ol > li")).not_to_have_count(0)
    assert card.bounding_box() == before


DOTTED = """names => names.map((name) =>
    name.scrollWidth > name.clientWidth && getComputedStyle(name).textOverflow === "ellipsis")"""


def test_a_name_too_long_for_its_column_of_the_last_moves_ends_in_dots(room: Room) -> None:
    show(room, draughts.START)
    for seat in (0, 1):
        assert room.host.post("/seats", {"seat": seat, "name": "W" * 24}).status == 200
    names = room.tv(LAPTOP).page.locator(".moves .heads b")
    expect(names).to_have_text(["W" * 24] * 2)
    assert names.evaluate_all(DOTTED) == [True, True]


def test_a_phone_does_not_load_the_list_of_moves(room: Room) -> None:
    room.shown.show(after("draughts", 2, 20))
    tv, phone = room.tv(), room.phone(0, "Ben")
    expect(tv.page.locator(".moves")).to_be_visible()
    assert (tv.page.evaluate(LOADED), phone.page.evaluate(LOADED)) == (2, 0)
    expect(phone.page.locator(".moves")).to_have_count(0)
