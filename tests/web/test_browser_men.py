"""Games of men in a browser: boards of lines and of a chequer, and a man that is touched before its goal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.rules.draughts import moments as draughts
from tests.rules.morris import moments as morris
from tests.web.screen import Screen
from tests.web.served import until
from tests.web.test_browser_scenes import Room

from mouseboard.referee.situation import Choose, Chosen, Situation
from mouseboard.rules import Action, State

pytestmark = pytest.mark.real


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


def at(room: Room, state: State) -> Screen:
    """Return the screen of the host, who decides for both sides."""
    room.shown.show(Situation(state, Choose(state.actor or 0, state.actions()), standing=state.placement()))
    screen = room.tv((1280, 720))
    screen.shows(state.game.name)
    return screen


def test_a_man_is_chosen_by_a_touch_and_then_where_it_goes(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d6 f4 c3 e4"))
    expect(screen.page.locator(".man.c-white")).to_have_count(4)
    expect(screen.page.locator(".lines path")).to_have_count(16)
    assert screen.hindrances() == []
    offered = screen.page.locator(".place.offered")
    expect(offered).to_have_count(4)
    screen.place("b2").click(force=True)
    expect(offered).to_have_count(6)
    screen.place("d2").click(force=True)
    until(lambda: bool(room.shown.answers))
    assert room.shown.answers == [Chosen(Action(name="b2-d2"), 0)]


def test_a_man_that_may_be_taken_is_touched_itself(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d7 c3").play("g4-g1"))
    screen.place("c3").click(force=True)
    until(lambda: bool(room.shown.answers))
    assert room.shown.answers == [Chosen(Action("x", name="c3"), 0)]


def test_a_king_wears_a_crown_on_a_chequered_board(room: Room) -> None:
    screen = at(room, draughts.state("c3 H6", "d4 f6 b8"))
    expect(screen.page.locator(".p-shade.dark")).to_have_count(32)
    expect(screen.page.locator(".piece:has(.king)")).to_have_attribute("data-piece", "black-man-2")
    assert screen.hindrances() == []
