"""Links on somebody else's page, in Chromium at an address that is not loopback, where it sends no `Sec-Fetch-Site`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from tests.real.tools import miss
from tests.web.conftest import chromium as chromium
from tests.web.screen import PATIENCE
from tests.web.served import Served

from mouseboard.serving.addresses import reachable
from mouseboard.serving.server import EVERYWHERE

pytestmark = pytest.mark.real

LINKS = ("tv", "watch/{watch}", "watch/{watch}?overlay", "?token={watch}")

LEFT = {"tv": "?tv", "watch/{watch}?overlay": "?overlay"}
"""What a link leaves in the address bar."""


class At(NamedTuple):
    """A page that is served at an address of this computer's network, and somebody else's page."""

    served: Served
    url: str
    links: list[str]
    foreign: str


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    address = next((host for host in reachable(EVERYWHERE) if ":" not in host), "")
    if not address:
        miss("an address in a network: connect this computer to one")
    with Served(tmp_path_factory.mktemp("page"), "--phones") as served:
        url = f"http://{address}:{served.port}/"
        watch = served.host().get("/invite").json["watch"].rpartition("/")[2]
        links = [url + link.format(watch=watch) for link in LINKS]
        with foreign(tmp_path_factory.mktemp("foreign"), links) as page:
            yield At(served, url, links, page)


@contextmanager
def foreign(folder: Path, links: list[str]) -> Iterator[str]:
    """Serve a page with these links on loopback, which is another site than any address of the network."""
    (folder / "index.html").write_text("".join(f'<p><a href="{link}">{n}</a>' for n, link in enumerate(links)))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@contextmanager
def browser(chromium: Browser) -> Iterator[BrowserContext]:
    """Open a browser that knows nobody yet."""
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def come_in(context: BrowserContext, at: At, who: str) -> Page:
    """Come in as the host or a player, and return the page."""
    page = context.new_page()
    if who == "host":
        page.goto(f"{at.url}?token={at.served.token}")
    else:
        page.goto(f"{at.url}j/{at.served.host().get('/invite').json['code']}")
        with page.expect_response("**/join*"):
            page.locator("#sit").click()
    page.wait_for_selector("body[data-ready]:not([data-at=join])")
    return page


def tokens(context: BrowserContext) -> set[str]:
    """Return the tokens by which the server knows this browser. It may renew the date of one at any time."""
    return {cookie["value"] for cookie in context.cookies()}


def follow(context: BrowserContext, at: At, link: int) -> Page:
    """Follow a link on the foreign page, and return the page once it shows something."""
    page = context.new_page()
    page.goto(at.foreign)
    page.get_by_text(str(link), exact=True).click()
    page.wait_for_selector("body[data-ready]:not([data-at=join])")
    return page


@pytest.mark.parametrize("link", range(len(LINKS)))
@pytest.mark.parametrize("who", ["host", "player"])
def test_a_link_on_a_foreign_page_leaves_everybody_who_they_are(chromium: Browser, at: At, who: str, link: int) -> None:
    with browser(chromium) as context:
        come_in(context, at, who)
        before = tokens(context)
        page = follow(context, at, link)
        assert tokens(context) == before
        assert page.evaluate("document.documentElement.classList.contains('tv')") is False
        assert page.evaluate("document.body.classList.contains('spectator')") is False
        assert page.evaluate("fetch('invite').then(({ status }) => status)") == (200 if who == "host" else 403)


@pytest.mark.parametrize("link", range(len(LINKS)))
def test_a_link_on_a_foreign_page_lets_a_new_browser_in_and_leaves_no_token_in_its_history(
    chromium: Browser, at: At, link: int
) -> None:
    with browser(chromium) as context:
        page = follow(context, at, link)
        (cookie,) = context.cookies(at.url)
        assert (cookie["sameSite"], cookie["httpOnly"]) == ("Strict", True)
        assert page.evaluate("document.body.classList.contains('spectator')")
        assert page.evaluate("document.documentElement.classList.contains('tv')") is (LINKS[link] == "tv")
        assert page.evaluate("document.documentElement.classList.contains('overlay')") is ("overlay" in LINKS[link])
        assert page.url.removeprefix(at.url) == LEFT.get(LINKS[link], "")
        page.reload()
        page.wait_for_selector("body[data-ready]:not([data-at=join])")
        assert "token" not in page.url
        page.go_back()
        assert page.url == at.foreign


def tv_links(at: At) -> list[str]:
    """Return the links for a TV that the host's page shows."""
    invited = at.served.host().get("/invite").json
    return [one["tv"] for one in (invited, *invited["others"])]


def test_a_tv_shows_the_code_by_the_link_that_the_host_gives_it(chromium: Browser, at: At) -> None:
    with browser(chromium) as context:
        typed = context.new_page()
        typed.goto(f"{at.url}tv")
        typed.wait_for_selector("html.tv body[data-ready]")
        assert typed.locator(".scan .qr").count() == 0
        typed.goto(next(link for link in tv_links(at) if link.startswith(at.url)))
        typed.wait_for_selector("html.tv .scan .qr")
        assert "token" not in typed.url
