"""A TV's remote has arrow keys and OK: all that can be pressed is visible, and the arrows lead to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.conftest import Serve
from tests.web.questions import HIDDEN, moment
from tests.web.screen import PATIENCE, Screen
from tests.web.test_browser_scenes import SOON_S, TOO_HIGH, Room

from mouseboard.rules import State

pytestmark = pytest.mark.real

Open = Callable[..., Screen]

SIZES = ((1280, 720), (1280, 800), (1920, 1080), (3840, 2160), (960, 540))
GREEN = 2
DOWN = 3
"""Most presses of Down until the focus comes into a part of the page."""

STOPS = """root => {
    const all = document.querySelectorAll(`${root} :is(button, input, summary, a[href])`);
    const isStop = (one) => one.checkVisibility() && one.tabIndex >= 0 && !one.disabled && one.ariaDisabled !== "true";
    window.stops = [...all].filter(isStop);
    return window.stops.length;
}"""
FOCUSED = "window.stops.indexOf(document.activeElement)"


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path, SOON_S)
    yield room
    room.close()


def unreached(screen: Screen, root: str) -> list[str]:
    """Return what arrow keys alone never reach in a part of the page, from where Down comes into it."""
    page = screen.page
    count = page.evaluate(STOPS, root)
    for _ in range(DOWN):
        page.keyboard.press("ArrowDown")
        if page.evaluate(FOCUSED) >= 0:
            break
    found, waiting = set(), [page.evaluate(FOCUSED)]
    while waiting:
        stop = waiting.pop()
        if stop in found or stop < 0:
            continue
        found.add(stop)
        for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
            page.evaluate("stop => window.stops[stop].focus()", stop)
            page.keyboard.press(key)
            waiting.append(page.evaluate(FOCUSED))
    assert count
    return [page.evaluate("stop => window.stops[stop].outerHTML", stop) for stop in set(range(count)) - found]


def points(state: State) -> bool:
    return state.turn == GREEN and state.actions()[0].verb == "point"


def turns(state: State) -> bool:
    return state.turn == GREEN and state.actions()[0].verb == "turn"


def walks(state: State) -> bool:
    return state.turn == GREEN


@pytest.mark.parametrize(("game", "wanted"), [("cards", points), ("cards", turns), ("barriers", walks)])
def test_the_question_who_plays_a_seat_hides_nothing_below_it_and_arrows_lead_to_its_answer(
    game: str, wanted: Callable[[State], bool], room: Room
) -> None:
    room.shown.show(moment(game, 4, wanted))
    guest = room.guest(GREEN, "")
    assert guest.post("/seats", {"seat": GREEN, "free": True}).status == 200
    tv = room.tv()
    expect(tv.page.get_by_role("alert")).to_contain_text("Who plays Green?", timeout=PATIENCE)
    for size in SIZES:
        tv.resize(size)
        assert (tv.page.evaluate(HIDDEN), tv.page.evaluate(TOO_HIGH)) == (0, 0), size
    assert unreached(tv, ".game") == []
    assert not room.shown.answers


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_sheet_of_a_seat_in_the_lobby_is_visible_whole_and_arrows_lead_to_all_of_it(
    size: tuple[int, int], serve: Serve, screen: Open
) -> None:
    tv = screen(serve().url, size=size)
    tv.page.locator(".shelf").wait_for()
    assert unreached(tv, ".parts") == []
    tv.page.locator(f'[data-seat="{GREEN}"]').click()
    sheet = tv.page.get_by_role("dialog", name="Who plays Green?")
    box = sheet.bounding_box()
    assert box
    assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
    assert sheet.evaluate("sheet => sheet.scrollHeight - sheet.clientHeight") == 0
    assert unreached(tv, "dialog") == []
    tv.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
