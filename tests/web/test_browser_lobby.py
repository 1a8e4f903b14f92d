"""The lobby in a browser, and what surrounds a game: choosing, resuming, help and sound."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.helpers import hunt
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Served
from tests.web.test_browser_scenes import SMALL_TARGETS, TOO_HIGH, TOO_WIDE

from mouseboard import rules
from mouseboard.evening.seats import AWAY_S
from mouseboard.referee.sounds import YOUR_TURN

Open = Callable[..., Screen]


def phone_of(served: Served, screen: Open, size: tuple[int, int] = (360, 640), **how: Any) -> Screen:
    """Return a phone that has scanned the code."""
    code = served.host().get("/invite").json["code"]
    return screen(f"http://127.0.0.1:{served.port}/j/{code}", size=size, touch=True, **how)


def choose_seat(page: Page, seat: int, selector: str) -> None:
    """Tap a seat in the lobby, and then an answer."""
    page.locator(f'[data-seat="{seat}"]').click()
    page.get_by_role("dialog").locator(selector).click()


def test_a_family_chooses_a_game_plays_leaves_and_goes_on(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    page = host.page
    page.locator('.tile[data-game="souriciere"]').click()
    page.locator('[data-seat="0"]').click()
    page.get_by_role("dialog").get_by_role("textbox", name="Name").fill("Ada")
    page.locator("#sit-here").click()
    for seat in (1, 2):
        choose_seat(page, seat, "#sit-here")
    expect(page.locator(".lobby .seat:not(.free)")).to_have_count(3)
    page.locator("#play").click()
    expect(page.locator(".game .seats")).to_contain_text("Ada", timeout=PATIENCE)
    expect(page.locator(".game .seat")).to_have_count(3)
    host.leave()
    expect(page.locator('[data-seat="0"]')).to_contain_text("Ada", timeout=PATIENCE)
    page.locator("[data-resume]").first.click(timeout=PATIENCE)
    expect(page.locator(".game .seat")).to_have_count(3, timeout=PATIENCE)


def test_the_lobby_remembers_what_was_chosen_last(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    host.page.locator('.tile[data-game="cards"]').click()
    for seat in (2, 3):
        choose_seat(host.page, seat, '[data-kind="child"]')
    host.page.locator("#play").click()
    host.shows("cards")
    host.leave()
    expect(host.page.locator('.tile[data-game="cards"]')).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
    expect(host.page.locator(".lobby .seat.computer")).to_have_count(3)


FOCUSED = "document.activeElement.closest('.choices') !== null"


def test_whoever_starts_a_game_by_keyboard_has_the_focus_on_what_is_to_be_pressed(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    host.press("#play")
    host.page.locator(".choices button").first.wait_for()
    host.page.wait_for_function(FOCUSED, timeout=PATIENCE)
    host.leave()
    host.page.locator("#play").click()
    host.page.locator(".choices button").first.wait_for()
    assert host.page.evaluate(FOCUSED) is False


@pytest.mark.real
def test_a_phone_chooses_its_language_before_it_picks_a_mouse(serve: Serve, screen: Open) -> None:
    phone = phone_of(serve(), screen)
    phone.page.locator("#name").fill("Mia")
    phone.page.locator("#tongue").select_option("de")
    expect(phone.page.locator(".picking h1")).to_have_text("Wer willst du sein?", timeout=PATIENCE)
    expect(phone.page.locator("#name")).to_have_value("Mia")


@pytest.mark.real
def test_every_game_is_told_in_pictures_that_are_drawn(serve: Serve, screen: Open) -> None:
    page = screen(serve().url).page
    for game in rules.games():
        page.locator(f'.tile[data-game="{game}"]').click()
        page.locator(f'.tile[data-game="{game}"][aria-checked="true"]').wait_for()
        if page.locator("#even").count():  # an offer has the pictures' room until somebody takes it
            page.locator("#even").click()
        expect(page.locator(".in-short svg")).to_have_count(3, timeout=PATIENCE)
        drawn = page.locator(".in-short svg").evaluate_all(
            "drawn => drawn.map((one) => one.getBBox().width * one.getBBox().height)"
        )
        assert min(drawn) > 100, game


def test_the_lobby_needs_no_scrolling_on_a_laptop_or_a_tv_and_no_swiping_aside_on_a_phone(
    serve: Serve, screen: Open
) -> None:
    page = screen(serve().url).page
    page.locator('.tile[data-game="souriciere"]').click()
    for seat in range(2, 6):
        choose_seat(page, seat, ".level >> nth=0")
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [width, height]
        inside = (
            "[...document.querySelectorAll('.lobby button, .about *')].map((e) => e.getBoundingClientRect().bottom)"
        )
        assert max(page.evaluate(inside)) <= height
    for width in (320, 360, 640):
        page.set_viewport_size({"width": width, "height": 568})
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.real
def test_a_tv_follows_the_choice_to_a_game_at_the_end_of_the_row(serve: Serve, screen: Open) -> None:
    served = serve()
    narrow = (1000, 600)  # too narrow for the games of ours; with installed ones a TV is, too
    host, tv = served.host(), screen(f"http://127.0.0.1:{served.port}/tv", size=narrow)
    games = [game["name"] for game in host.get("/lobby").json["games"]]
    tv.page.wait_for_selector(".tile")
    for name in (games[0], games[-1], games[0]):
        host.post("/lobby", {"wish": {"game": name}})
        for part in (".name", ".picked"):
            expect(tv.page.locator(f'.tile[data-game="{name}"] {part}')).to_be_in_viewport(ratio=0.9)


@pytest.mark.real
def test_the_focus_returns_to_a_seat_that_was_drawn_again_behind_its_sheet(serve: Serve, screen: Open) -> None:
    served = serve()
    host = screen(served.url)
    host.reach('[data-seat="0"]')
    host.enter()
    host.page.locator("#name-here").focus()
    served.guest(seat=1, name="Ben")
    expect(host.page.locator('[data-seat="1"]')).to_contain_text("Ben")
    host.page.keyboard.type("Mia")
    host.page.keyboard.press("Enter")
    expect(host.page.locator('[data-seat="0"]')).to_contain_text("Mia")
    expect(host.page.locator('[data-seat="0"]')).to_be_focused()


@pytest.mark.real
def test_a_game_that_was_left_shows_the_face_of_the_seat_whose_turn_it_is(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    host = screen(served.url)
    host.begin()
    host.leave()
    expect(host.page.locator(".carry .mover .portrait")).to_be_visible(timeout=PATIENCE)


def test_the_first_phone_picks_an_animal_chooses_the_game_and_starts_it(serve: Serve, screen: Open) -> None:
    served = serve()
    host = screen(served.url)
    phone = phone_of(served, screen)
    phone.page.locator('[data-face="owl"]').click()
    phone.page.get_by_role("button", name="I'm Owl!").click()
    expect(host.page.locator('[data-seat="0"]')).to_contain_text("Owl", timeout=PATIENCE)
    expect(host.page.locator("#play")).to_contain_text("Owl can start, too")
    later = phone.page.locator("#later")
    while "Barriers" not in (phone.page.locator(".pickgame b").text_content() or ""):
        shown = phone.page.locator(".pickgame b").text_content() or ""
        later.click()
        expect(phone.page.locator(".pickgame b")).not_to_have_text(shown, timeout=PATIENCE)
    phone.page.locator("#play").click()
    for each in (phone, host):
        each.shows("barriers")


def test_the_first_phone_carries_on_with_the_game_that_was_left(serve: Serve, screen: Open) -> None:
    served = serve()
    phone = phone_of(served, screen, (320, 568))
    phone.page.locator('[data-face="owl"]').click()
    phone.page.get_by_role("button", name="I'm Owl!").click()
    carry, play = phone.page.locator("#carry"), phone.page.locator("#play")
    expect(play).to_be_visible()
    expect(carry).to_have_count(0)
    play.click()
    expect(phone.page.locator("#table")).to_be_visible(timeout=PATIENCE)
    phone.page.route("**/left/1", lambda _: None)  # its board is never drawn
    phone.leave()
    expect(carry).to_contain_text("Carry on", timeout=PATIENCE)
    assert not phone.page.evaluate(TOO_WIDE) and not phone.page.evaluate(TOO_HIGH)
    carry.click()
    expect(phone.page.locator("#table")).to_be_visible(timeout=PATIENCE)
    phone.leave()
    expect(carry).to_be_visible(timeout=PATIENCE)
    assert [game["number"] for game in served.host().get("/lobby").json["resumable"]] == [1]


def test_all_that_a_joining_phone_needs_fits_its_screen_and_a_thumb(serve: Serve, screen: Open) -> None:
    served = serve()
    screen(served.url)
    phone = phone_of(served, screen, size=(320, 568))
    phone.page.locator('[data-face="owl"]').click()
    for size in ((320, 568), (390, 844), (640, 320)):
        phone.resize(size)
        assert phone.page.evaluate(SMALL_TARGETS) == [], size
        assert (phone.page.evaluate(TOO_WIDE), phone.page.evaluate(TOO_HIGH)) == (0, 0), size


@pytest.mark.parametrize("size", [(1280, 720), (320, 568)], ids=str)
def test_a_mouse_that_joins_says_so_within_its_own_seat(size: tuple[int, int], serve: Serve, screen: Open) -> None:
    served = serve()
    host = screen(served.url, size=size)
    expect(host.page.locator(".lobby .seat").first).to_be_visible(timeout=PATIENCE)
    mia = served.guest()
    with mia.watch():
        mia.post("/join", {"seat": 0, "name": "Mia"})
        seat = host.page.locator('[data-seat="0"]')
        bubble = seat.get_by_text("Hi! I'm in!")
        expect(bubble).to_be_visible(timeout=PATIENCE)
        said, around = bubble.bounding_box(), seat.bounding_box()
        assert said and around
        assert around["x"] <= said["x"] and said["x"] + said["width"] <= around["x"] + around["width"]
        assert around["y"] <= said["y"] and said["y"] + said["height"] <= around["y"] + around["height"]


def test_a_second_phone_waits_and_leaves_its_seat_again(serve: Serve, screen: Open) -> None:
    served = serve()
    host = screen(served.url)
    with served.guest(seat=0, name="Mia").watch():
        phone = phone_of(served, screen, size=(320, 568))
        phone.page.locator('.mice [data-seat="2"]').click()
        phone.page.locator("#name").fill("Ben")
        phone.page.locator("#sit").click()
        phone.says("Look at the big screen! Mia picks the game.")
        expect(phone.page.locator("#play")).to_have_count(0)
        expect(host.page.locator('[data-seat="2"]')).to_contain_text("Ben", timeout=PATIENCE)
        phone.page.locator("#stand").click()
        expect(phone.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)
        expect(host.page.locator('[data-seat="2"]')).to_contain_text("Free", timeout=PATIENCE)


def test_a_phone_that_does_not_lead_sets_house_rules_and_seats_for_a_tv_that_nobody_can_point_at(
    serve: Serve, screen: Open
) -> None:
    served = serve()
    tv, mia = screen(served.url), served.guest(seat=0, name="Mia")
    with mia.watch():
        ben = phone_of(served, screen, size=(320, 568))
        ben.page.locator("#name").fill("Ben")
        ben.page.locator("#sit").click()
        sheet = ben.page.get_by_role("dialog")
        ben.page.locator("#rules").click()
        sheet.locator('[data-choice="first 1"]').click()
        expect(sheet.locator('[data-choice="first 1"]')).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
        expect(sheet.locator('[data-choice^="table "]')).to_have_count(0)  # the leader chooses the table
        sheet.get_by_role("button", name="Close").click()
        ben.page.locator('.in [data-seat="2"]').click()
        sheet.locator('[data-kind="random"]').click()
        expect(tv.page.locator('[data-seat="2"]')).to_contain_text("Pebble", timeout=PATIENCE)
        tv.page.locator("#rules").click()
        expect(tv.page.locator('[data-choice="first 1"]')).to_have_attribute("aria-checked", "true")
        expect(ben.page.locator('.in [data-seat="0"]')).to_have_count(0)  # Mia's own phone has that seat
        assert not ben.page.evaluate(TOO_WIDE) and not ben.page.evaluate(TOO_HIGH)


def test_a_sheet_of_the_lobby_closes_when_somebody_starts_the_game(serve: Serve, screen: Open) -> None:
    served = serve()
    mia = served.guest(seat=0, name="Mia")
    with mia.watch():
        ben = phone_of(served, screen, size=(320, 568))
        ben.page.locator("#sit").click()
        ben.page.locator("#rules").click()
        expect(ben.page.get_by_role("dialog")).to_be_visible()
        mia.post("/lobby", {"play": True})
        ben.shows("classic")
        expect(ben.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.real
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844), (640, 320)], ids=str)
def test_a_waiting_phone_has_room_for_six_players_and_for_every_answer_about_a_seat(
    size: tuple[int, int], serve: Serve, screen: Open
) -> None:
    served = serve()
    served.host().post("/lobby", {"wish": {"game": "souriciere"}})
    for seat, name in enumerate(("Maximilian", "Mia", "Leo", "Ida")):
        served.guest(seat, name=name)
    ben = phone_of(served, screen, size=size, language="de")
    ben.page.locator('.mice [data-seat="4"]').click()
    ben.page.locator("#name").fill("Benjamin")
    ben.page.locator("#sit").click()
    expect(ben.page.locator(".in li")).to_have_count(6, timeout=PATIENCE)
    assert ben.page.evaluate(SMALL_TARGETS) == []
    assert (ben.page.evaluate(TOO_WIDE), ben.page.evaluate(TOO_HIGH)) == (0, 0)
    ben.page.locator('.in [data-seat="5"]').click()
    expect(ben.page.locator("#sit-here")).to_be_in_viewport(ratio=1)
    assert ben.hindrances() == []


def test_a_phone_that_no_longer_leads_sees_in_place_of_play_who_does(serve: Serve, screen: Open) -> None:
    served = serve()
    mia = served.guest()
    ben = phone_of(served, screen, size=(320, 568))
    ben.page.locator("#name").fill("Ben")
    ben.page.locator("#sit").click()
    play = ben.page.locator("#play")
    expect(play).to_be_enabled(timeout=PATIENCE)
    place = play.bounding_box()
    with mia.watch():
        assert mia.post("/join", {"seat": 1, "name": "Mia"}).status == 200
        expect(play).to_be_disabled(timeout=PATIENCE)
        expect(play).to_have_text("Mia picks the game.")
        assert place and play.bounding_box() == place


def test_a_seat_that_the_newest_picture_does_not_have_yet_is_no_error(serve: Serve, screen: Open) -> None:
    phone = phone_of(serve(), screen)
    phone.page.locator("#sit").wait_for()
    show = """async () => {
        const { Waiting } = await import("./page/lobby/waiting.js");
        await new Waiting(document.createElement("div"), {}).show({ seats: [], wish: {} }, { seats: [2] });
    }"""
    phone.page.evaluate(show)


def test_a_late_phone_takes_the_computers_mouse(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "1", "--players", "2")
    served.guest(seat=0, name="Mia")
    phone = phone_of(served, screen)
    phone.page.locator("#sit").click()
    phone.shows("classic")
    expect(phone.page.locator(".game .seat").nth(1)).to_contain_text("You", timeout=PATIENCE)


@pytest.mark.real
def test_nobody_is_offered_the_mouse_of_somebody_at_the_table_but_may_pick_it(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    host = served.host()
    host.post("/seats", {"seat": 0, "name": "Gran"})
    phone = phone_of(served, screen)
    expect(phone.page.locator('.mice [aria-checked="true"]')).to_have_attribute("data-seat", "1")
    host.post("/seats", {"seat": 1, "name": "Ben"})
    phone.page.reload()
    expect(phone.page.locator("#sit")).to_be_disabled(timeout=PATIENCE)
    phone.page.locator('.mice [data-seat="0"]').click()
    expect(phone.page.locator("#sit")).to_be_enabled()


@pytest.mark.real
def test_a_name_half_typed_stays_when_somebody_else_sits_down(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "3", "--players", "3")
    phone = phone_of(served, screen)
    phone.page.locator("#name").fill("Mi")
    served.guest(seat=1, name="Ben")
    expect(phone.page.locator('.mice [data-seat="1"]')).to_contain_text("Ben", timeout=PATIENCE)
    expect(phone.page.locator("#name")).to_have_value("Mi")


def test_a_phone_that_finds_no_mouse_watches_or_asks_for_one(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    host = screen(served.url)
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    with mia.watch(), ben.watch():
        phone = phone_of(served, screen, size=(320, 568))
        phone.says("All seats are taken")
        phone.page.locator("#ask").click()
        expect(host.page.locator("#toast")).to_contain_text("would like to play", timeout=PATIENCE)
        phone.page.locator("#watch").click()
        phone.shows("classic")
        phone.menu("ask-seat")
        phone.says("All seats are taken")


def test_a_wish_for_a_seat_is_told_on_both_screens_as_long_as_it_holds_and_can_be_repeated(
    serve: Serve, screen: Open
) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    host = screen(served.url)
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    with mia.watch(), ben.watch():
        phone = phone_of(served, screen, size=(320, 568))
        phone.page.locator("#ask").click()
        phone.says("We asked. Look at the big screen!")
        card, toast = host.page.locator(".asking"), host.page.locator("#toast p")
        expect(card).to_contain_text("would like to play", timeout=PATIENCE)
        expect(toast).to_have_count(1)
        host.page.evaluate("document.querySelector('#toast').replaceChildren()")
        phone.page.get_by_role("button", name="Ask again").click()
        phone.says("We asked. Look at the big screen!")
        expect(card).to_contain_text("would like to play")
        card.get_by_role("button", name="Players").click()
        expect(host.page.locator("dialog.people")).to_contain_text("would like to play", timeout=PATIENCE)
        host.page.keyboard.press("Escape")
        assert host.hindrances() == []
        phone.page.locator("#watch").click()
        expect(card).to_have_count(0, timeout=PATIENCE)


def test_a_phone_that_lost_its_cookie_says_that_it_is_me_and_plays_on_at_once(serve: Serve, screen: Open) -> None:
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    with served.guest(seat=1, name="Ben").watch():
        mia = phone_of(served, screen, size=(320, 568))
        mia.page.locator("#name").fill("Mia")
        mia.page.locator("#sit").click()
        mia.shows("barriers")
        mia.page.context.clear_cookies()
        mia.page.goto(f"http://127.0.0.1:{served.port}/j/{served.host().get('/invite').json['code']}")
        mia.says("All seats are taken")
        before = time.monotonic()
        mia.page.get_by_role("button", name="That's me! Mia").click()
        mia.shows("barriers")
        expect(mia.page.locator(".game .seat").first).to_contain_text("You")
        assert time.monotonic() - before < AWAY_S
        expect(mia.page.get_by_role("button", name="That's me! Ben")).to_have_count(0)


@pytest.mark.real
def test_a_phone_plays_on_for_a_sleeping_one_from_the_list_of_mice(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    with mia.watch():
        with ben.watch() as stream:
            stream.next()
        phone = phone_of(served, screen)
        phone.page.locator('[data-stand-in="1"]').click(timeout=PATIENCE)
        phone.shows("classic")


@pytest.mark.real
def test_an_unfair_game_offers_to_even_it_up(serve: Serve, screen: Open) -> None:
    page = screen(serve().url).page
    page.locator('.tile[data-game="barriers"]').click()
    expect(page.locator(".fair")).to_contain_text("Shall whoever starts have one barrier fewer?", timeout=PATIENCE)
    expect(page.locator('.tile[data-game="barriers"]')).to_contain_text("13 min")
    page.locator("#even").click()
    expect(page.locator(".fair")).to_have_count(0)
    page.locator("#rules").click()
    expect(page.locator('[data-choice="handicap 1"]')).to_have_attribute("aria-checked", "true", timeout=PATIENCE)


def test_house_rules_count_at_once_on_every_screen(serve: Serve, screen: Open) -> None:
    served = serve()
    one, other = screen(served.url), screen(served.url)
    one.page.locator('.tile[data-game="barriers"]').click()
    one.page.locator("#rules").click()
    one.page.locator('[data-choice="handicap 1"]').click()
    other.page.locator("#rules").click()
    expect(other.page.locator('[data-choice="handicap 1"]')).to_have_attribute("aria-checked", "true", timeout=PATIENCE)


def test_a_rule_that_is_a_text_is_chosen_from_its_usual_values(serve: Serve, screen: Open) -> None:
    served = serve()
    wish = {"game": "classic", "options": {"trap": "2/3"}}  # as a command may say
    assert served.host().post("/lobby", {"wish": wish}).status == 200
    page = screen(served.url).page
    page.locator("#rules").click()
    expect(page.locator(".rules input")).to_have_count(0)
    catches = page.get_by_role("radiogroup", name="How often does a simulated trap catch?")
    expect(catches.get_by_role("radio", checked=True)).to_have_text("2/3")
    catches.get_by_role("radio", name="half the time").click()
    expect(catches.get_by_role("radio", checked=True)).to_have_text("half the time", timeout=PATIENCE)


def test_a_rule_that_is_typed_and_refused_says_why_below_and_keeps_what_counts(serve: Serve, screen: Open) -> None:
    def as_of_another_game(route: Route) -> None:
        answer = route.fetch()
        said = answer.json()
        for game in said["games"]:
            for option in game["options"]:
                if option["name"] == "trap":
                    option |= {"choices": [], "meanings": []}
        route.fulfill(response=answer, json=said)

    page = screen(serve().url).page
    page.locator('.tile[data-game="classic"]').click()
    page.route(
        "**/lobby?*", lambda route: as_of_another_game(route) if route.request.method == "GET" else route.continue_()
    )
    page.reload()
    page.locator("#rules").click()
    text = page.locator(".rules input")
    text.fill("1")
    text.press("Enter")
    expect(page.locator(".rules").get_by_role("alert")).to_contain_text("a fraction between 0 and 1")
    expect(text).to_have_value("3/4")
    expect(page.locator("#toast")).to_be_empty()


@pytest.mark.real
def test_house_rules_ask_about_dice_only_where_there_is_a_die(serve: Serve, screen: Open) -> None:
    page = screen(serve().url).page
    for game, asks in (("classic", 1), ("draughts", 0)):
        page.locator(f'.tile[data-game="{game}"]').click()
        page.locator("#rules").click()
        expect(page.locator('[data-choice="quiet no"]')).to_be_visible(timeout=PATIENCE)
        expect(page.locator('[data-choice="dice own"]')).to_have_count(asks)
        page.keyboard.press("Escape")


@pytest.mark.real
def test_a_side_of_cats_has_a_cat_s_face_on_every_screen_of_the_lobby(
    serve: Serve, screen: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", hunt.install(tmp_path / "site"), prepend=os.pathsep)
    served = serve()
    host = screen(served.url)
    host.page.locator('.tile[data-game="hunt"]').click()
    expect(host.page.locator(".seat.c-black .portrait .s-iris")).to_have_count(1, timeout=PATIENCE)
    expect(host.page.locator(".seat.c-white .portrait .s-whisker")).to_have_count(1)
    address = f"http://127.0.0.1:{served.port}/?token="
    picking = screen(address + served.guest(name="Mia").cookie.partition("=")[2])
    expect(picking.page.locator(".mouse-pick.c-black .portrait .s-iris")).to_have_count(1, timeout=PATIENCE)
    waiting = screen(address + served.guest(1, name="Ben").cookie.partition("=")[2])
    expect(waiting.page.locator("#myself .portrait .s-iris")).to_have_count(1, timeout=PATIENCE)


@pytest.mark.real
def test_nothing_is_asked_for_in_vain_where_a_game_of_another_package_is_on_the_shelf(
    serve: Serve, screen: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", hunt.install(tmp_path / "site"), prepend=os.pathsep)
    served = serve()
    assert served.host().post("/lobby", {"wish": {"game": "hunt"}}).status == 200
    in_vain: list[str] = []
    address = f"http://127.0.0.1:{served.port}/?token="
    host, mia = screen("about:blank"), screen("about:blank")
    for each, token in ((host, served.token), (mia, served.guest(0, name="Mia").cookie.partition("=")[2])):
        each.page.on("response", lambda answer: in_vain.append(answer.url) if answer.status == 404 else None)
        each.page.goto(address + token)
        expect(each.page.locator(".cover .piece").first).to_be_visible(timeout=PATIENCE)
    assert in_vain == []


@pytest.mark.real
def test_computers_play_as_well_as_is_chosen_before_a_game_and_in_it(serve: Serve, screen: Open) -> None:
    host = screen(serve().url, size=(320, 640))
    page = host.page
    page.locator('.tile[data-game="barriers"]').click()
    choose_seat(page, 1, '[data-kind="child"]')
    page.locator("#play").click()
    host.shows("barriers")
    host.menu("people")
    chosen = page.get_by_role("dialog").get_by_label("Who decides for Blue")
    expect(chosen).to_have_value("child", timeout=PATIENCE)
    wide = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog'))"
    assert page.evaluate(wide) == 0


@pytest.mark.real
def test_the_lobby_tells_how_each_game_is_played_with_a_picture_of_it(serve: Serve, screen: Open) -> None:
    host = screen(serve().url, size=(320, 640))
    for game in rules.games():
        host.page.locator(f'.tile[data-game="{game}"]').click()
        expect(host.page.locator(f'.tile[data-game="{game}"]')).to_have_attribute(
            "aria-checked", "true", timeout=PATIENCE
        )
        assert host.page.evaluate("document.documentElement.scrollWidth") <= 320
        host.page.locator("#explain").click()
        sheet = host.page.get_by_role("dialog")
        expect(sheet.locator(".prose p").first).not_to_be_empty(timeout=PATIENCE)
        expect(sheet.locator("[data-piece]").first).to_be_visible()
        assert host.page.evaluate("document.querySelector('dialog').scrollWidth") <= 320
        sheet.get_by_role("button", name="Close").click()


@pytest.mark.real
def test_a_lobby_that_is_slow_to_load_does_not_take_the_place_of_the_game(serve: Serve, screen: Open) -> None:
    served = serve()
    phone = screen("about:blank")
    held: list[Route] = []
    phone.page.route("**/lobby.js", lambda route: held.append(route))
    phone.page.goto(served.url)
    phone.waits_for(lambda: held)
    seats = [{"kind": "person"}, {"kind": "person"}]
    served.host().post("/lobby", {"begin": {"game": "barriers", "seats": seats, "options": {"first": "seat0"}}})
    phone.shows("barriers")
    (late,) = held
    with phone.page.expect_response("**/lobby.js"):
        late.continue_()
    phone.begin()
    phone.page.locator('[data-action="d2"]').click()
    phone.says("Blue, run")


def test_a_wrong_code_is_told_and_can_be_mended(serve: Serve, screen: Open) -> None:
    served = serve()
    phone = screen(f"http://127.0.0.1:{served.port}/j/AAAAA", size=(320, 640))
    expect(phone.page.locator(".wrong")).to_have_text("That is not the code.")
    phone.page.locator("#code").fill(served.host().get("/invite").json["code"].lower())
    phone.page.get_by_role("button", name="Come in").click()
    expect(phone.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)


@pytest.mark.real
def test_a_seat_that_wants_hints_gets_one_on_the_picture(serve: Serve, screen: Open) -> None:
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    host = screen(served.url)
    host.begin()
    host.unfold("how")
    expect(host.page.locator("#hint")).to_have_count(0)
    host.page.keyboard.press("Escape")
    body, before = host.page.locator("body"), host.page.locator("body").get_attribute("data-ready")
    assert served.host().post("/seats", {"seat": 0, "help": "hints"}).status == 200
    expect(body).not_to_have_attribute("data-ready", before or "")
    host.menu("hint")
    expect(host.page.locator("#toast")).to_contain_text("Try this", timeout=PATIENCE)
    expect(host.page.locator(".aimed")).to_have_count(1)


@pytest.mark.real
def test_sound_is_off_until_it_is_touched_and_kept_for_this_phone(serve: Serve, screen: Open) -> None:
    host = screen(serve("classic", "--people", "2", "--players", "2", "--dice", "own").url)
    host.begin()
    host.unfold("sound")
    sound = host.page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    host.page.keyboard.press("Escape")
    host.page.locator('[data-action="roll3"]').click()
    expect(host.page.locator(".event")).to_contain_text("rolls 3", timeout=PATIENCE)
    host.page.reload()
    host.unfold("sound")
    expect(sound).to_have_attribute("aria-pressed", "true")


HEARING = """
    window.heard = [];
    window.OscillatorNode = class extends OscillatorNode {
        constructor(context, options) { super(context, options); window.heard.push(options.frequency); }
    };
"""


@pytest.mark.real
def test_the_page_plays_the_tunes_of_the_buzzer(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2", "--option", "first=seat0")
    host = screen("about:blank")
    host.page.add_init_script(HEARING)
    host.page.goto(served.url)
    host.begin()
    host.menu("sound")
    notes = [hz for hz, _ in YOUR_TURN]
    host.page.wait_for_function("notes => String(window.heard) === String(notes)", arg=notes)


SILENT = """
    const touched = new Promise((touch) => addEventListener("keydown", touch, { once: true }));
    window.AudioContext = class extends AudioContext {
        resume() { return touched.then(() => super.resume()); }
    };
"""
"""Make no sound before the first key, as browsers do. In this one each look of a test counts as a touch."""


def with_sound(serve: Serve, screen: Open, script: str) -> Screen:
    """Return the host's page in a game with sounds, in a browser that `script` changes and that notes them."""
    host = screen("about:blank")
    host.page.add_init_script(script + HEARING)
    host.page.goto(serve("classic", "--people", "2", "--players", "2").url)
    host.begin()
    host.menu("sound")
    return host


@pytest.mark.real
def test_a_tv_offers_sound_until_its_first_key_or_touch_and_plays_one_then(serve: Serve, screen: Open) -> None:
    tv = screen("about:blank", size=(1920, 1080))
    tv.page.add_init_script(SILENT + HEARING)
    tv.page.goto(f"http://127.0.0.1:{serve().port}/tv")
    offer = tv.page.get_by_text("Touch the screen once, or press any key, for sound")
    expect(offer).to_be_visible(timeout=PATIENCE)
    tv.page.keyboard.press("ArrowDown")
    expect(offer).to_have_count(0)
    tv.page.wait_for_function("() => window.heard.length > 0")


@pytest.mark.real
def test_a_tv_that_nobody_can_touch_offers_sound_for_half_a_minute(serve: Serve, screen: Open) -> None:
    tv = screen("about:blank", size=(1920, 1080))
    tv.page.add_init_script(SILENT)
    tv.page.clock.install()
    tv.page.goto(f"http://127.0.0.1:{serve().port}/tv")
    offer = tv.page.get_by_text("Touch the screen once, or press any key, for sound")
    expect(offer).to_be_visible(timeout=PATIENCE)
    tv.page.clock.fast_forward("00:31")
    expect(offer).to_have_count(0)


@pytest.mark.real
def test_tunes_that_wait_for_the_first_key_do_not_sound_all_at_once(serve: Serve, screen: Open) -> None:
    host = with_sound(serve, screen, SILENT)
    for _ in range(4):
        host.page.locator("#sound").click()
    host.page.keyboard.press("Shift")
    host.page.wait_for_function("() => window.heard.length > 0")
    assert host.page.evaluate("heard") == [hz for hz, _ in YOUR_TURN]


CALLED = """
    window.AudioContext = class extends AudioContext {
        get state() { return window.isCalled ? "interrupted" : super.state; }
        resume() {
            if (window.isCalled === "now") return Promise.reject(new DOMException("Failed", "InvalidStateError"));
            return super.resume().then(() => (window.isCalled = ""));
        }
    };
"""
"""An iPhone during a call (`isCalled` is "now"), and after it."""


@pytest.mark.real
def test_the_page_is_silent_during_a_call_and_sounds_again_after_it(serve: Serve, screen: Open) -> None:
    host = with_sound(serve, screen, CALLED)
    notes = [hz for hz, _ in YOUR_TURN]
    host.page.wait_for_function("notes => String(window.heard) === String(notes)", arg=notes)
    for is_called, count in (("now", 1), ("before", 2)):
        host.page.evaluate("is => (window.isCalled = is)", is_called)
        for _ in range(2):
            host.page.locator("#sound").click()
        host.page.wait_for_function("notes => String(window.heard) === String(notes)", arg=notes * count)
    expect(host.page.locator("#toast")).to_be_empty()


@pytest.mark.real
def test_the_doctor_examines_the_table_and_is_answered_by_touch(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    host.page.locator("#rules").click()
    host.page.locator("#examine").click()
    doctor = host.page.get_by_role("dialog", name="Check the table")
    expect(doctor.get_by_role("status")).not_to_be_empty(timeout=PATIENCE)
    assert host.hindrances() == []
    doctor.get_by_role("button", name="Close").click()
    expect(doctor).to_be_hidden()


@pytest.mark.real
def test_an_animal_stands_for_one_person_only(serve: Serve, screen: Open) -> None:
    served = serve()
    bear, other = phone_of(served, screen), phone_of(served, screen)
    bear.page.locator("#face-bear").click()
    bear.page.locator("#sit").click()
    expect(other.page.locator("#face-bear")).to_be_disabled(timeout=PATIENCE)
    expect(other.page.locator("#face-fox")).to_be_enabled()


@pytest.mark.real
def test_whoever_leaves_a_seat_is_offered_it_first(serve: Serve, screen: Open) -> None:
    served = serve()
    mia, _ = phone_of(served, screen), screen(served.url)
    mia.page.locator('[data-seat="1"]').click()
    mia.page.locator("#sit").click()
    mia.page.locator("#stand").click(timeout=PATIENCE)
    expect(mia.page.locator('[data-seat="1"]')).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
