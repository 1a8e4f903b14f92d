"""Phones that sleep, lose the network or lose the server: all reconnect by themselves and show the newest picture."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import pytest
from playwright.sync_api import Route, expect
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Served

Open = Callable[..., Screen]


SILENCE_MS = 9_000
"""Milliseconds without an event after which a page gives a stream up."""

WITHIN = 4_000
"""Most milliseconds before a phone returns, once the server answers again. It waits at most 3 s between tries."""


class Cable:
    """A TCP relay to a server that can be cut, fall silent without closing anything, and be mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._open: list[socket.socket] = []
        self.whole = True
        self._era = 0
        self._silent = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.whole = False
        self._reset()

    def fall_silent(self) -> None:
        """Pass nothing on, neither on open connections nor on new ones, and close none."""
        self._silent = True
        self._era += 1

    def speak_again(self) -> None:
        """Act as a router after a restart: reset the connections that it does not know."""
        self._silent = False
        self._era += 1
        self._reset()

    def _reset(self) -> None:
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def close(self) -> None:
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        era, silent = self._era, self._silent
        with suppress(OSError):
            while data := one.recv(65536):
                if era == self._era and not silent:
                    other.sendall(data)
            if era == self._era:
                other.shutdown(socket.SHUT_WR)


@contextmanager
def cable(port: int) -> Iterator[Cable]:
    with closing(Cable(port)) as opened:
        yield opened


def two_people(serve: Serve) -> Served:
    return serve("classic", "--people", "2", "--players", "2", "--dice", "own", "--option", "first=seat0")


def test_a_frozen_phone_wakes_up_to_the_newest_picture(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    host, phone = screen(served.url), screen(served.url)
    host.begin()
    phone.says("roll the die")
    devtools = phone.page.context.new_cdp_session(phone.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    host.page.locator('[data-action="roll2"]').click()
    expect(host.page.locator(".event")).to_contain_text("Red rolls 2", timeout=PATIENCE)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(phone.page.locator(".event")).to_contain_text("Red rolls 2", timeout=PATIENCE)


def test_a_phone_that_was_cut_off_says_so_and_comes_back(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    host = screen(served.url)
    host.begin()
    with cable(served.port) as line:
        phone = screen(served.url.replace(f":{served.port}/", f":{line.port}/"))
        phone.says("roll the die")
        line.cut()
        expect(phone.page.get_by_text("Looking for the table")).to_be_visible(timeout=PATIENCE)
        host.page.locator('[data-action="roll2"]').click()
        line.whole = True
        expect(phone.page.locator(".event")).to_contain_text("Red rolls 2", timeout=PATIENCE)
        expect(phone.page.get_by_text("Looking for the table")).to_be_hidden()


@pytest.mark.real
def test_a_phone_whose_connection_falls_silent_says_so_within_ten_seconds_and_comes_back(
    serve: Serve, screen: Open
) -> None:
    served = two_people(serve)
    screen(served.url).begin()
    with cable(served.port) as line:
        phone = screen(served.url.replace(f":{served.port}/", f":{line.port}/"))
        phone.says("roll the die")
        line.fall_silent()
        served.host().post("/seats", {"seat": 0, "name": "Ada"})
        phone.page.locator('[data-action="roll2"]').click()
        expect(phone.page.locator("#toast")).to_contain_text("Tap again", timeout=10_000)
        expect(phone.page.get_by_text("Looking for the table")).to_be_visible(timeout=2_000)
        line.speak_again()
        expect(phone.page.locator(".seats")).to_contain_text("Ada", timeout=WITHIN)
        expect(phone.page.get_by_text("Looking for the table")).to_be_hidden()


@pytest.mark.real
def test_five_watch_a_server_that_is_killed_and_started_again(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    host = screen(served.url)
    host.begin()
    host.page.locator('[data-action="roll2"]').click()
    expect(host.page.locator(".event")).to_contain_text("Red rolls 2", timeout=PATIENCE)
    watch = served.host().get("/invite").json["watch"]
    watchers = [host, *(screen(watch, size=(320, 640)) for _ in range(4))]
    for one in watchers:
        one.shows("classic")
    served.kill()
    for one in watchers:
        expect(one.page.locator("body.lost")).to_be_attached(timeout=PATIENCE)
    served.begin()
    for one in watchers:
        expect(one.page.locator("body:not(.lost)")).to_be_attached(timeout=PATIENCE)
        expect(one.page.locator('[data-piece="red"]')).to_have_attribute("data-on", "3", timeout=PATIENCE)


def test_a_page_whose_stream_a_tunnel_holds_back_says_so_until_an_event_comes(serve: Serve, screen: Open) -> None:
    served, phone = serve(), screen("about:blank")
    held: list[Route] = []
    phone.page.route("**/events?*", lambda route: held.append(route))
    phone.page.clock.install()
    phone.page.goto(served.url)
    phone.waits_for(lambda: held)
    phone.page.clock.run_for(SILENCE_MS)
    alert = phone.page.locator(".away")
    expect(alert).to_contain_text("The table is there, but a tunnel or a virus scanner", timeout=PATIENCE)
    phone.page.unroute("**/events?*")
    phone.page.clock.run_for(SILENCE_MS)
    expect(phone.page.get_by_role("heading", name="What shall we play?")).to_be_visible(timeout=PATIENCE)
    expect(alert).to_be_hidden()
    expect(alert).to_have_text("Hang on ... Looking for the table")
