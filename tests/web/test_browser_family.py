"""A family's evenings in a browser, each from the first tap to the last: nobody meets a dead end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, Route, TimeoutError, expect
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Served
from tests.web.test_browser_lobby import choose_seat, phone_of

pytestmark = pytest.mark.real

Open = Callable[..., Screen]


def sits(phone: Screen, name: str) -> Screen:
    """Pick the mouse that is offered, with a name."""
    phone.page.locator("#name").fill(name)
    phone.page.locator("#sit").click()
    expect(phone.page.locator("#sit")).to_have_count(0, timeout=PATIENCE)
    return phone


def choose(page: Page, game: str) -> None:
    page.locator(f'.tile[data-game="{game}"]').click()
    expect(page.locator(f'.tile[data-game="{game}"]')).to_have_attribute("aria-checked", "true", timeout=PATIENCE)


def two_phones(serve: Serve, screen: Open, game: str = "barriers") -> tuple[Served, Screen, Screen, Screen]:
    """Begin a game for two phones beside the big screen; Red begins."""
    served = serve()
    tv = screen(served.url, size=(1280, 720))
    mia, ben = sits(phone_of(served, screen), "Mia"), sits(phone_of(served, screen), "Ben")
    choose(tv.page, game)
    tv.page.locator("#rules").click()
    tv.page.get_by_role("radiogroup", name="Who starts?").get_by_role("radio", name="Mia").click()
    tv.page.keyboard.press("Escape")
    tv.page.locator("#play").click()
    for each in (tv, mia, ben):
        each.shows(game)
    ready(tv)
    return served, tv, mia, ben


def ready(screen: Screen) -> None:
    """Say that everything is prepared, unless the simulated hands are faster."""
    with suppress(TimeoutError):
        screen.page.locator('[data-press="b"]').click(timeout=4000)


def test_two_children_tap_the_same_mouse_and_the_second_picks_another(serve: Serve, screen: Open) -> None:
    served = serve()
    ben = phone_of(served, screen)

    def late(route: Route) -> None:
        served.guest(seat=0, name="Mia")
        route.continue_()

    ben.page.locator("#name").fill("Ben")
    ben.page.route("**/join*", late, times=1)
    ben.page.locator("#sit").click()
    expect(ben.page.locator("#toast")).to_contain_text("taken", timeout=PATIENCE)
    expect(ben.page.locator('.mice [data-seat="0"]')).to_be_disabled(timeout=PATIENCE)
    ben.page.locator("#sit").click()
    expect(ben.page.get_by_role("heading", name="You're in, Ben!")).to_be_visible(timeout=PATIENCE)


def test_grandma_without_a_phone_plays_beside_two_who_have_one(serve: Serve, screen: Open) -> None:
    served = serve()
    tv = screen(served.url, size=(1280, 720))
    mia = sits(phone_of(served, screen), "Mia")
    choose(tv.page, "souriciere")
    tv.page.locator('[data-seat="1"]').click()
    tv.page.get_by_role("dialog").get_by_role("textbox", name="Name").fill("Grandma")
    tv.page.locator("#sit-here").click()
    expect(tv.page.locator('[data-seat="1"]')).to_contain_text("Grandma", timeout=PATIENCE)
    ben = sits(phone_of(served, screen), "Ben")
    expect(tv.page.locator('[data-seat="2"]')).to_contain_text("Ben", timeout=PATIENCE)
    mia.page.locator("#play").click()
    for each in (tv, mia, ben):
        each.shows("souriciere")
    expect(tv.page.locator(".game .seats")).to_contain_text("Grandma", timeout=PATIENCE)


def test_dinner_is_ready_and_the_game_goes_on_after_it(serve: Serve, screen: Open) -> None:
    _, tv, mia, ben = two_phones(serve, screen)
    mia.page.locator('[data-action="d2"]').first.wait_for()
    ben.menu("pause")
    for each in (tv, mia, ben):
        each.says("You can switch off. Everything stays as it is.")
    mia.page.get_by_role("button", name="Carry on").click()
    expect(mia.page.locator('[data-action="d2"]').first).to_be_visible(timeout=PATIENCE)


def test_the_next_day_the_lobby_knows_who_played_and_whose_turn_it_was(serve: Serve, screen: Open) -> None:
    served, tv, mia, ben = two_phones(serve, screen)
    mia.page.locator('[data-action="d2"]').first.wait_for()
    served.interrupt()
    for each in (tv, mia, ben):
        each.page.close()
    served.begin()
    tomorrow = screen(served.url, size=(1280, 720))
    carry = tomorrow.page.locator(".carry").first
    expect(carry).to_contain_text("Mia, Ben", timeout=PATIENCE)
    expect(carry).to_contain_text("Mia's turn")
    carry.click()
    tomorrow.shows("barriers")
    expect(tomorrow.page.locator(".game .seats")).to_contain_text("Ben", timeout=PATIENCE)


def test_ben_goes_to_bed_and_mia_plays_on_for_him(serve: Serve, screen: Open) -> None:
    _, _, mia, ben = two_phones(serve, screen)
    mia.page.locator('[data-action="d2"]').first.click()
    ben.page.locator('[data-action="d6"]').first.wait_for()
    ben.stand_up()
    ben.page.close()
    expect(mia.page.get_by_role("alert")).to_contain_text("Who plays Blue?", timeout=PATIENCE)
    mia.page.get_by_role("button", name="Play for Blue").click()
    mia.page.locator('[data-action="d6"]').first.click()
    expect(mia.page.locator('[data-action="d3"]').first).to_be_visible(timeout=PATIENCE)


def test_a_wrong_tap_is_taken_back_from_the_same_phone(serve: Serve, screen: Open) -> None:
    _, tv, mia, ben = two_phones(serve, screen)
    mia.page.locator('[data-action="d2"]').first.click()
    ben.page.locator('[data-action="d6"]').first.wait_for()
    mia.menu("undo")
    with suppress(TimeoutError):  # the others are asked if Ben has moved on
        ben.page.locator('[data-press="b"]').click(timeout=4000)
    expect(mia.page.locator('[data-action="d2"]').first).to_be_visible(timeout=PATIENCE)
    tv.says("Mia")


def test_each_phone_speaks_its_own_language_from_the_first_page(serve: Serve, screen: Open) -> None:
    served = serve()
    tv = screen(served.url, size=(1280, 720))
    for language, words in (("de", "Wer willst du sein?"), ("fr", "Qui veux-tu être ?"), ("nl", "Wie wil je zijn?")):
        phone = phone_of(served, screen, size=(320, 568), language=language)
        expect(phone.page.get_by_role("heading", name=words)).to_be_visible(timeout=PATIENCE)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320
        phone.page.locator("#sit").click()
        expect(phone.page.locator(".waiting")).to_be_visible(timeout=PATIENCE)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(tv.page.get_by_role("heading", name="What shall we play?")).to_be_visible()


def test_a_tv_that_only_watches_follows_from_the_lobby_into_the_game(serve: Serve, screen: Open) -> None:
    served = serve()
    tv = screen(served.host().get("/invite").json["watch"], size=(1920, 1080))
    expect(tv.page.get_by_role("heading", name="What shall we play?")).to_be_visible(timeout=PATIENCE)
    for control in ("#play", "#rules", ".carry", ".scan"):
        expect(tv.page.locator(control)).to_have_count(0)
    mia = sits(phone_of(served, screen), "Mia")
    expect(tv.page.locator('[data-seat="0"]')).to_contain_text("Mia", timeout=PATIENCE)
    mia.page.locator("#play").click()
    tv.shows("classic")


def test_the_first_phone_begins_another_game_with_the_laptop_open_or_closed(serve: Serve, screen: Open) -> None:
    _, tv, mia, ben = two_phones(serve, screen)
    for _ in range(2):
        mia.leave()
        mia.page.locator("#play").click(timeout=PATIENCE)
        ben.shows("barriers")
        tv.page.close()


def test_a_phone_that_loads_the_page_again_keeps_its_mouse(serve: Serve, screen: Open) -> None:
    _, _, mia, _ = two_phones(serve, screen)
    mia.page.reload()
    expect(mia.page.locator('[data-action="d2"]').first).to_be_visible(timeout=PATIENCE)


def test_somebody_leaves_before_the_game_and_the_others_play_without_a_gap(serve: Serve, screen: Open) -> None:
    served = serve()
    tv = screen(served.url, size=(1280, 720))
    mia, ben, leo = (sits(phone_of(served, screen), name) for name in ("Mia", "Ben", "Leo"))
    ben.page.locator("#stand").click()
    expect(tv.page.locator('[data-seat="1"]')).to_contain_text("Leo", timeout=PATIENCE)
    expect(leo.page.locator(".bar")).to_contain_text("Blue", timeout=PATIENCE)
    mia.page.locator("#play").click()
    leo.shows("classic")
    expect(ben.page.get_by_role("heading")).to_be_visible(timeout=PATIENCE)


def test_the_computer_takes_over_for_somebody_who_must_go_to_bed(serve: Serve, screen: Open) -> None:
    _, tv, _, ben = two_phones(serve, screen)
    ben.stand_up()
    expect(ben.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)
    tv.menu("people")
    tv.page.get_by_role("dialog").get_by_label("Who decides for").nth(1).select_option("child")
    tv.page.keyboard.press("Escape")
    expect(tv.page.locator(".game .seat").nth(1)).to_contain_text("computer", timeout=PATIENCE)


def test_a_computer_is_put_on_a_free_mouse_and_taken_away_again(serve: Serve, screen: Open) -> None:
    page = screen(serve().url, size=(1280, 720)).page
    choose_seat(page, 2, ".level >> nth=1")
    expect(page.locator('[data-seat="2"] small')).to_have_text("Bolt", timeout=PATIENCE)
    page.locator('[data-seat="2"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Nobody").click()
    expect(page.locator('[data-seat="2"]')).to_contain_text("Free", timeout=PATIENCE)
