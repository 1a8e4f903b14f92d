"""Coming in on a phone: what is typed, picked, chosen or refused moves nothing that is pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.screen import PATIENCE, Screen
from tests.web.test_browser_scenes import LARGE, PHONE, SMALL, Room

from mouseboard import rules

Open = Callable[..., Screen]

SIDEWAYS = (568, 320)
SIZES = (SMALL, PHONE, LARGE, SIDEWAYS)
LONGEST = "Maximiliane-Charlotte-Jo"
"""A name of as many letters as a name may have."""

PRESSED = """() => [...document.querySelectorAll("#lobby :is(button, input)")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.id, Math.round(x), Math.round(y), Math.round(width), Math.round(height)];
}).filter(([id]) => id)"""
"""Where each thing is that can be pressed."""


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


def pressed(screen: Screen) -> dict[tuple[int, int], Any]:
    """Return where each thing is that can be pressed, in every size."""
    found = {}
    for size in SIZES:
        screen.resize(size)
        found[size] = screen.page.evaluate(PRESSED)
    return found


@pytest.mark.parametrize("language", ["de", "en", "fr", "nl"])
def test_a_wrong_code_moves_nothing(language: str, room: Room, screen: Open) -> None:
    phone = screen(f"http://127.0.0.1:{room.host.port}/", size=SMALL, language=language)
    phone.page.locator("#code").fill("ABCDE")
    before = pressed(phone)
    phone.page.locator(".coming .go").click()
    expect(phone.page.locator(".wrong")).not_to_be_empty(timeout=PATIENCE)
    assert pressed(phone) == before


def test_the_longest_name_and_an_animal_move_nothing(room: Room) -> None:
    phone = room.phone(size=SMALL)
    before = pressed(phone)
    phone.page.locator("#name").fill(LONGEST)
    phone.page.locator("[data-face]").first.click()
    expect(phone.page.locator("#sit")).to_contain_text(LONGEST)
    assert pressed(phone) == before


TITLE = ".pickgame b"


def walk(page: Page) -> None:
    """Go to the next game, and wait until it is shown."""
    shown = page.locator(TITLE).inner_text()
    page.locator("#later").click()
    expect(page.locator(TITLE)).not_to_have_text(shown, timeout=PATIENCE)


def ways(screen: Screen) -> set[tuple[Any, ...]]:
    """Return where the arrows are in every size, and the house rules unless the game is refused."""
    found = pressed(screen)
    return {(size, *one[:3]) for size in found for one in found[size] if one[0] in ("earlier", "later", "rules")}


@pytest.mark.parametrize("language", ["de", "en", "fr", "nl"])
def test_the_arrows_beside_a_game_and_the_house_rules_stay_where_they_are_whatever_game_is_shown(
    language: str, room: Room, screen: Open
) -> None:
    mia = room.guest(0, LONGEST)
    address = f"http://127.0.0.1:{mia.port}/?token={mia.cookie.partition('=')[2]}"
    phone = screen(address, size=SMALL, language=language)
    with room.guest(1, "Ben").watch(), room.guest(2, "Leo").watch():  # too many for some games
        expect(phone.page.locator(".in li:not(.free)")).to_have_count(3, timeout=PATIENCE)
        found, refused = set(), 0
        for _ in rules.games():
            walk(phone.page)
            refused += phone.page.locator(".refused").count()
            found |= ways(phone)
        assert refused == 3
        assert len(found) == 3 * len(SIZES), sorted(found)


UNDER_FINGER = """() => new Promise((told) => {
    const { x, y, width, height } = document.querySelector("#later").getBoundingClientRect();
    const title = () => document.querySelector(".pickgame b").textContent;
    const before = title();
    const look = () => {
        if (title() === before) return;
        watching.disconnect();
        told(Boolean(document.elementFromPoint(x + width / 2, y + height / 2).closest("#later")));
    };
    const watching = new MutationObserver(look);
    watching.observe(document.querySelector("#lobby"), { childList: true, subtree: true });
    document.querySelector("#later").click();
})"""
"""Whether the arrow can be tapped again in the moment in which the next game is shown."""


def test_a_second_tap_on_an_arrow_skips_no_game_before_it_was_seen(room: Room) -> None:
    phone = room.phone(0, "Mia", SMALL)
    walk(phone.page)
    assert phone.page.evaluate(UNDER_FINGER) is False
    walk(phone.page)


SEATS = """() => [...document.querySelectorAll(".in [data-seat]")].map((one) => {
    const { x, y } = one.getBoundingClientRect();
    return [one.dataset.seat, Math.round(x), Math.round(y)].join();
})"""
"""Where each seat is."""


def test_one_player_more_or_fewer_moves_nobody(room: Room) -> None:
    phone = room.phone(0, "Mia", SMALL)
    seats = set()
    for _ in rules.games():
        walk(phone.page)
        seats |= set(phone.page.evaluate(SEATS))
    assert len({one.partition(",")[0] for one in seats}) == len(seats) > 2, sorted(seats)


def test_another_mouse_is_picked_and_nothing_moves(room: Room) -> None:
    phone = room.phone(size=SMALL)
    before = pressed(phone)
    phone.page.locator("#mouse-1").click()
    expect(phone.page.locator("#mouse-1")).to_be_checked()
    assert pressed(phone) == before
