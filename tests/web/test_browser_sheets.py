"""Sheets over the game: their cross stays where it is, and the trap can be stopped whatever lies over its button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.screen import PATIENCE, Screen
from tests.web.served import until
from tests.web.shown import after, played
from tests.web.test_browser_scenes import LAPTOP, LARGE, SMALL, Room

from mouseboard.referee.situation import Situation, Stop, Watch

Size = tuple[int, int]

GROWN = """() => {
    const more = document.createElement("p");
    more.textContent = "What this sheet has to say as well. ".repeat(9);
    document.querySelector("dialog").append(more);
}"""
"""Put more into the sheet that is open."""


CORNERS = """() => [".turn", "#menu", ".board"].map((one) => {
    const { x, y } = document.querySelector(one).getBoundingClientRect();
    return [Math.round(x), Math.round(y)];
})"""
"""Where bar, menu and board are."""


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


def cross(screen: Screen) -> tuple[int, int]:
    """Return where the cross of the open sheet is."""
    box = screen.page.locator("dialog .close").bounding_box()
    assert box
    return round(box["x"]), round(box["y"])


def test_the_last_row_of_the_menu_opens_a_sheet_in_which_no_second_tap_leaves_the_seat(room: Room) -> None:
    room.shown.show(after("classic", 2, 8))
    phone = room.phone(0, "Mia", SMALL)
    phone.page.locator("#menu").click()
    row = phone.page.locator("#deeper")
    row.click()
    expect(phone.page.locator("body.fresh")).to_have_count(1)
    expect(phone.page.locator("#stand-up")).to_be_in_viewport(ratio=1)
    expect(row).to_have_count(0)


@pytest.mark.parametrize("size", [SMALL, LARGE, LAPTOP], ids=str)
def test_the_cross_of_a_sheet_stays_where_it_is_when_there_is_more_to_say(size: Size, room: Room) -> None:
    room.shown.show(after("classic", 2, 8))
    phone = room.phone(0, "Mia", size)
    phone.menu("how")
    phone.page.locator("dialog:not(.menu)").wait_for()
    phone.page.locator("dialog > :not(header)").evaluate_all("parts => parts.forEach((part) => part.remove())")
    before = cross(phone)
    phone.page.evaluate(GROWN)
    assert cross(phone) == before


@pytest.mark.parametrize("game", ["barriers", "draughts"])
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=str)
def test_the_story_opens_where_the_panel_is_and_moves_nothing(size: Size, game: str, room: Room) -> None:
    room.shown.show(after(game, 2, 30))
    phone = room.phone(0, "Mia", size)
    before = phone.page.evaluate(CORNERS)
    phone.menu("told")
    expect(phone.page.locator(".story li").first).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate(CORNERS) == before


RUNS = next(moment for moment in played("classic", 2) if isinstance(moment.ask, Watch))
"""The trap of `classic` runs."""


def stopped(room: Room, screen: Screen, above: str) -> bool:
    """Whether a tap on the button that is on top stops the trap."""
    room.shown.answers.clear()
    screen.page.locator(f"{above} .halt").click()
    until(lambda: bool(room.shown.answers))
    return room.shown.answers == [Stop()]


def show(room: Room, situation: Situation, screen: Screen) -> None:
    """Show a situation, and wait until the screen has received it."""
    before = screen.page.locator("body").get_attribute("data-ready")
    room.shown.show(situation)
    screen.page.wait_for_function("(before) => document.body.dataset.ready !== before", arg=before, timeout=PATIENCE)


@pytest.mark.parametrize("size", [SMALL, (568, 320), LARGE, LAPTOP], ids=str)
def test_the_trap_can_be_stopped_while_the_menu_or_the_story_lies_over_the_game(size: Size, room: Room) -> None:
    rests = after("classic", 2, 8)
    room.shown.show(rests)
    phone = room.phone(0, "Mia", size)
    phone.page.locator("#menu").click()
    before = cross(phone)
    show(room, RUNS, phone)
    assert stopped(room, phone, "dialog")
    assert cross(phone) == before
    show(room, rests, phone)
    expect(phone.page.locator("dialog .halt")).to_be_hidden()
    phone.page.locator("#told").click()
    phone.page.locator(".story [data-position]").last.click()
    phone.page.locator("body.past").wait_for()
    show(room, RUNS, phone)
    assert stopped(room, phone, ".story")
    phone.page.locator("#present").click()
    phone.page.locator(".story").wait_for(state="detached")
    assert stopped(room, phone, ".choices")
