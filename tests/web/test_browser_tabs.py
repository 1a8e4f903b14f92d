"""Many pages of one browser: all of them show the game, although a browser opens only six connections to a server."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Client, Served

Open = Callable[..., Screen]

WITHIN = 3_000
"""Most milliseconds before pages continue without their leader. They elect another in a third of a second."""


def two_people(serve: Serve) -> Served:
    return serve("classic", "--people", "2", "--players", "2")


def another(screen: Screen, address: str) -> Page:
    page = screen.page.context.new_page()
    page.on("pageerror", lambda error: screen.complaints.append(str(error)))
    page.goto(address)
    return page


def all_call_red(name: str, served: Served, pages: list[Page], within: float = PATIENCE) -> None:
    """Give Red the name, and wait until every page shows it."""
    served.host().post("/seats", {"seat": 0, "name": name})
    for page in pages:
        expect(page.locator(".seat").first).to_contain_text(name, timeout=within)


@pytest.mark.real
def test_eight_pages_of_one_browser_show_the_game_and_go_on_when_their_leader_is_closed(
    serve: Serve, screen: Open
) -> None:
    served = two_people(serve)
    leader = screen(served.url)
    others = [another(leader, f"http://127.0.0.1:{served.port}/") for _ in range(7)]
    for page in others:
        page.wait_for_selector('body[data-game="classic"]', timeout=PATIENCE)
    all_call_red("Ada", served, [leader.page, *others])
    leader.page.close()
    all_call_red("Ben", served, others, WITHIN)
    for page in others:
        expect(page.locator("body:not(.lost)")).to_be_attached()


@pytest.mark.real
def test_another_page_takes_over_when_the_leading_one_crashes(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    leader = screen(served.url)
    leader.shows("classic")
    other = another(leader, f"http://127.0.0.1:{served.port}/")
    other.wait_for_selector('body[data-game="classic"]')
    with suppress(Error):  # a crashed page cannot answer
        leader.page.goto("chrome://crash")
    all_call_red("Ada", served, [other])


def test_every_page_of_a_browser_is_let_in_when_somebody_joins_in_one(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    phone = screen(f"http://127.0.0.1:{served.port}/")
    other = another(phone, f"http://127.0.0.1:{served.port}/")
    for page in (phone.page, other):
        expect(page.locator("#code")).to_be_visible(timeout=PATIENCE)
    phone.page.locator("#code").fill(served.host().get("/invite").json["code"])
    phone.page.locator("#code").press("Enter")
    for page in (phone.page, other):
        expect(page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)


def test_a_link_that_makes_somebody_the_host_makes_them_so_in_every_page(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    code = served.host().get("/invite").json["code"]
    guest = screen(f"http://127.0.0.1:{served.port}/j/{code}")
    expect(guest.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)
    host = another(guest, served.url)
    for page in (host, guest.page):
        expect(page.locator("#menu")).to_be_visible(timeout=PATIENCE)


@pytest.mark.real
def test_who_is_away_is_named_and_whoever_plays_may_play_on_for_them(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    ada, ben = served.guest(seat=0, name="Ada"), served.guest(seat=1, name="Ben")
    with ada.watch(), ben.watch():
        host = screen(served.url)
        host.shows("classic")
    seats = host.page.locator(".seat")
    for seat in range(2):
        expect(seats.nth(seat)).to_contain_text("is away", timeout=PATIENCE)
    host.page.get_by_role("button", name="Play for Ada").click()
    expect(host.page.get_by_role("button", name="Play for")).to_have_count(0)
    with ben.watch():
        expect(seats.nth(1)).not_to_contain_text("is away")


def test_somebody_who_sat_down_in_another_tab_is_told_that_they_have_left_that_seat(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    phone = screen(f"http://127.0.0.1:{served.port}/j/{served.host().get('/invite').json['code']}")
    phone.page.locator('.mice [data-seat="1"]').click(timeout=PATIENCE)

    def sit_elsewhere_first(route: Route) -> None:
        (cookie,) = phone.page.context.cookies()
        assert Client(served.port, f"{cookie['name']}={cookie['value']}").post("/join", {"seat": 0}).status == 200
        route.continue_()

    phone.page.route("**/join*", sit_elsewhere_first)
    phone.page.locator("#sit").click()
    expect(phone.page.locator("#toast")).to_have_text("Red is free again. You play Blue now.", timeout=PATIENCE)
