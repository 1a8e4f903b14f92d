"""Seats in a browser: who watches may come in after all, nobody leaves by one tap, and nothing is offered in vain."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Served
from tests.web.test_browser_lobby import phone_of

pytestmark = pytest.mark.real

Open = Callable[..., Screen]


def draughts(serve: Serve) -> Served:
    return serve("draughts", "--people", "2")


def player(served: Served, screen: Open, seat: int, name: str) -> Screen:
    """Return the phone of somebody who plays already."""
    token = served.guest(seat=seat, name=name).cookie.partition("=")[2]
    phone = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=(320, 568), touch=True)
    phone.shows("draughts")
    return phone


def test_who_watches_in_the_lobby_sits_down_by_a_free_seat_or_the_button(serve: Serve, screen: Open) -> None:
    served = serve()
    with served.guest(seat=0, name="Mia").watch(), served.guest(seat=1, name="Ben").watch():
        phone = phone_of(served, screen, size=(320, 568))
        for way in (".seat.free >> nth=1", "#come-in", ".seat.free >> nth=0"):
            phone.page.locator("#watch").click()
            assert phone.hindrances() == []
            phone.page.locator(way).click()
            expect(phone.page.locator('.mice [data-seat="2"]')).to_have_attribute("aria-checked", "true")
        phone.page.locator("#name").fill("Leo")
        phone.page.locator("#sit").click()
        expect(phone.page.get_by_role("heading", name="You're in, Leo!")).to_be_visible(timeout=PATIENCE)


def test_a_seat_is_left_only_after_a_question_that_waits_for_its_answer(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    screen(served.url).shows("draughts")
    mia = player(served, screen, 0, "Mia")
    for by_face in (False, True):
        if by_face:
            mia.page.locator(".seat .opens").click()
            mia.page.locator("dialog [data-way=leave]").click()
        else:
            mia.menu("stand-up")
        expect(mia.page.locator("dialog.sure")).to_contain_text("Really leave?")
        assert mia.hindrances() == []
        mia.page.locator("#no").click()
        expect(mia.page.locator("dialog")).to_have_count(0)
    expect(mia.page.locator(".game .seat").first).to_contain_text("You")
    mia.stand_up()
    expect(mia.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)


def test_the_first_phone_sees_a_game_for_fewer_and_why_it_cannot_be_played(serve: Serve, screen: Open) -> None:
    served = serve()
    mia = phone_of(served, screen, size=(320, 568))
    mia.page.locator("#sit").click()
    with served.guest(seat=1, name="Ben").watch(), served.guest(seat=2, name="Leo").watch() as leo:
        expect(mia.page.locator(".in li:not(.free)")).to_have_count(3, timeout=PATIENCE)
        seen = []
        for _ in range(8):
            shown = mia.page.locator(".pickgame b").inner_text()
            mia.page.locator("#later").click()
            expect(mia.page.locator(".pickgame b")).not_to_have_text(shown, timeout=PATIENCE)
            is_refused = mia.page.locator(".refused").count() == 1
            seen += [mia.page.locator(".pickgame b").inner_text()] if is_refused else []
            expect(mia.page.locator("#play")).to_be_enabled(enabled=not is_refused)
            if is_refused:
                expect(mia.page.get_by_role("alert").filter(has_text="That game is for 2.")).to_be_visible()
                assert mia.page.evaluate("document.documentElement.scrollHeight") <= 568
        assert seen == ["Midnight in the Pantry", "English Draughts", "Nine Men's Morris"]
        mia.page.locator("#later").click()
        expect(mia.page.locator(".refused")).to_have_count(1, timeout=PATIENCE)
        who = leo.until(lambda now: now["at"] == "lobby")["seats"][2]["who"]
        assert leo.client.post("/seats", {"seat": 2, "free": True, "was": who}).status == 200
        expect(mia.page.locator(".refused")).to_have_count(0, timeout=PATIENCE)


def test_a_wish_for_a_seat_is_over_when_its_phone_watches(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    host = screen(served.url)
    with served.guest(seat=0, name="Mia").watch(), served.guest(seat=1, name="Ben").watch():
        phone = phone_of(served, screen, size=(320, 568))
        phone.page.locator("#ask").click()
        expect(host.page.locator("#toast")).to_contain_text("would like to play", timeout=PATIENCE)
        with phone.page.expect_response("**/join*"):
            phone.page.locator("#watch").click()
        phone.shows("draughts")
        host.page.reload()
        host.shows("draughts")
        host.page.wait_for_timeout(1000)
        expect(host.page.locator("#toast")).to_be_empty()


def test_who_watches_is_offered_only_what_they_may_do(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    screen(served.url).shows("draughts")
    mia = served.guest(seat=0, name="Mia")
    with mia.watch(), served.guest(seat=1, name="Ben").watch() as ben:
        phone = phone_of(served, screen, size=(320, 568))
        phone.page.locator("#watch").click()
        phone.shows("draughts")
        picture = ben.until(lambda now: now.get("sign") == "choose")
        assert mia.post("/answer", {"action": picture["options"][0]["action"]}).status == 200
        ben.until(lambda now: bool(now.get("undoable")) and now["positions"] == 1)
        expect(phone.page.locator("#pick")).to_be_hidden()
        phone.page.locator("#menu").click()
        expect(phone.page.locator("#how")).to_be_visible(timeout=PATIENCE)
        expect(phone.page.locator("#undo, #pause, #stand-up")).to_have_count(0)
        phone.page.locator("#ask-seat").click()
        phone.says("All seats are taken")
        phone.page.locator("#watch").click()
    expect(phone.page.locator("#pick")).to_be_visible(timeout=PATIENCE)  # both phones are away


@pytest.mark.parametrize("size", [(320, 568), (568, 320)])
def test_whoever_loses_their_seat_is_told_so(serve: Serve, screen: Open, size: tuple[int, int]) -> None:
    served = draughts(serve)
    token = served.guest(seat=0, name="Mia").cookie.partition("=")[2]
    mia = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=size, touch=True)
    mia.shows("draughts")
    assert served.host().post("/seats", {"seat": 0, "free": True, "kind": "person"}).status == 200
    expect(mia.page.get_by_role("status").filter(has_text="You have no seat now.")).to_be_visible(timeout=PATIENCE)
    assert mia.hindrances() == []
    mia.page.locator("#sit").click()
    mia.shows("draughts")
    expect(mia.page.locator(".picking")).to_be_hidden()


def test_nobody_who_comes_for_the_first_time_is_told_that_they_have_no_seat(serve: Serve, screen: Open) -> None:
    phone = phone_of(serve(), screen, size=(320, 568))
    expect(phone.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)
    expect(phone.page.get_by_text("You have no seat now.")).to_have_count(0)
