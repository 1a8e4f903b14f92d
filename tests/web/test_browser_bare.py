"""Browsers that forbid or lack a feature: each shows the game, or says in a sentence what it needs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.web.conftest import Serve
from tests.web.page_files import SOURCES
from tests.web.screen import PATIENCE, Screen

Open = Callable[..., Screen]

FORBIDDEN = """
    for (const name of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
    window.BroadcastChannel = class { constructor() { throw new DOMException("denied", "SecurityError"); } };
"""
"""A browser that blocks site data."""

LACKING = """
    for (const name of ["speechSynthesis", "AudioContext", "BroadcastChannel"]) delete window[name];
"""
"""Features that some browsers do not have."""


@pytest.mark.parametrize("lack", [FORBIDDEN, LACKING], ids=["storage is forbidden", "voices and sounds are missing"])
def test_a_game_is_shown_with_sound_and_in_another_language_though(lack: str, serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2", "--option", "first=seat0")
    phone = screen("about:blank")
    phone.page.add_init_script(lack)
    phone.page.goto(served.url)
    phone.shows("classic")
    phone.menu("sound")
    sound = phone.page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    phone.page.locator("#language").select_option("de")
    phone.says("würfle")


def test_a_browser_that_keeps_no_cookies_is_told_so_instead_of_joining_again_and_again(
    serve: Serve, screen: Open
) -> None:
    served = serve()
    phone = screen("about:blank", language="nl")

    joins: list[int] = []

    def without_cookie(route: Route) -> None:
        said = served.stranger().post("/join", route.request.post_data_json)
        joins.append(said.status)
        route.fulfill(status=said.status, body=said.body, content_type="application/json")

    phone.page.context.route("**/join?lang=*", without_cookie)
    phone.page.goto(f"http://127.0.0.1:{served.port}/j/{served.host().get('/invite').json['code']}")
    expect(phone.page.locator(".wrong")).to_contain_text("bewaart geen cookies", timeout=PATIENCE)
    assert joins == [200]


def test_a_browser_without_scripts_shows_a_sentence_that_says_what_is_missing(serve: Serve, chromium: Browser) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(serve().url)
    for sentence in ("Switch it on", "Schalt es ein", "Actívalo", "Active-le", "Zet het aan"):
        expect(page.get_by_text(sentence)).to_be_visible()
    context.close()


def test_a_browser_for_which_the_scripts_are_too_new_says_so(serve: Serve, screen: Open) -> None:
    served = serve()
    old = screen("about:blank")
    newer = "of the future"  # a syntax error in every browser
    old.page.route("**/page/stream.js", lambda route: route.fulfill(body=newer, content_type="text/javascript"))
    old.page.goto(served.url)
    expect(old.page.get_by_text("use a newer browser")).to_be_visible(timeout=PATIENCE)
    assert old.complaints.pop().startswith("Unexpected identifier")


def test_every_script_of_the_page_loads_below_a_path_of_a_proxy_too(serve: Serve, chromium: Browser) -> None:
    served = serve("classic")
    page = chromium.new_page()
    above = f"http://127.0.0.1:{served.port}/home/table/"
    wrong: list[str] = []
    page.route("**/home/table/**", lambda route: route.fulfill(response=route.fetch(url=below(route.request.url))))
    page.route("**/events*", lambda route: route.abort())
    page.request.get(served.url)
    page.on("request", lambda asked: None if asked.url.startswith(above) else wrong.append(asked.url))
    page.on("requestfailed", lambda asked: None if "/events" in asked.url else wrong.append(asked.url))
    page.goto(above)
    loaded = "(names) => Promise.all(names.map(async (name) => Object.keys(await import(`./page/${name}`))))"
    assert len(page.evaluate(loaded, [name for name in SOURCES if name.endswith(".js")])) > 50
    assert wrong == []
    page.close()


def below(url: str) -> str:
    """Return the URL that a proxy requests for one of its own."""
    return url.replace("/home/table/", "/")


def test_a_script_that_cannot_be_loaded_is_told_and_can_be_loaded_again(serve: Serve, screen: Open) -> None:
    host = screen(serve("classic", "--people", "2", "--players", "2").url)
    host.shows("classic")
    host.page.route("**/page/sheets/how.js", lambda route: route.abort())
    host.menu("how")
    expect(host.page.locator("#toast")).to_contain_text("A part of this page is missing")
    host.page.unroute_all()
    host.page.get_by_role("button", name="Load again").click()
    host.shows("classic")
    host.menu("how")
    expect(host.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    assert "how.js" in host.complaints.pop()


def test_a_fault_of_an_extension_is_no_missing_part_of_the_page(serve: Serve, screen: Open) -> None:
    host = screen(serve("classic", "--people", "2", "--players", "2").url)
    host.shows("classic")
    fault = "Object Not Found Matching Id:1"
    host.page.evaluate(
        "fault => new Promise((heard) => { addEventListener('unhandledrejection', heard); Promise.reject(fault); })",
        fault,
    )
    expect(host.page.locator("#toast")).to_be_empty()
    host.complaints.clear()


def test_a_code_is_typed_with_blanks_and_a_copied_link_is_pasted_whole(serve: Serve, screen: Open) -> None:
    served = serve()
    code = served.host().get("/invite").json["code"]
    for typed in (" ".join(code), f"http://127.0.0.1:{served.port}/j/{code}"):
        phone = screen(f"http://127.0.0.1:{served.port}/")
        phone.page.locator("#code").press_sequentially(typed)
        phone.page.keyboard.press("Enter")
        expect(phone.page.locator("#sit")).to_be_visible(timeout=PATIENCE)


def test_a_menu_that_is_open_when_the_game_is_left_closes(serve: Serve, screen: Open) -> None:
    served = serve()
    host = screen(served.url)
    host.page.locator("#play").click(timeout=PATIENCE)
    host.shows("classic")
    host.unfold("how")
    served.host().post("/lobby", {"leave": True})
    expect(host.page.locator("#play")).to_be_visible(timeout=PATIENCE)
    expect(host.page.get_by_role("dialog")).to_have_count(0)


def test_the_page_asks_for_everything_below_the_path_at_which_a_proxy_has_put_it(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    home = f"http://127.0.0.1:{served.port}/evening/"
    host = screen("about:blank")
    asked: list[str] = []
    host.page.on("request", lambda request: asked.append(request.url))
    host.page.context.route(f"{home}**", lambda route: route.continue_(url=route.request.url.replace("/evening", "")))
    name, _, value = served.host().cookie.partition("=")
    host.page.context.add_cookies([{"name": name, "value": value, "domain": "127.0.0.1", "path": "/"}])
    host.page.goto(home)
    host.shows("classic")
    host.menu("how")
    expect(host.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    assert [url for url in asked if not url.startswith(home)] == []
