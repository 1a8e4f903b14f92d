"""Phones that sleep, are cut off, or lose the server: all of them come back by themselves, to the newest picture."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

from playwright.sync_api import expect
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Served

Open = Callable[..., Screen]


class Cable:
    """A TCP connection to a server that can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._open: list[socket.socket] = []
        self.whole = True
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.whole = False
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
                    threading.Thread(target=_pump, args=(one, other), daemon=True).start()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)


@contextmanager
def cable(port: int) -> Iterator[Cable]:
    with closing(Cable(port)) as opened:
        yield opened


def two_people(serve: Serve) -> Served:
    return serve("classic", "--people", "2", "--players", "2", "--option", "first=seat0")


def test_a_frozen_phone_wakes_up_to_the_newest_picture(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    host, phone = screen(served.url), screen(served.url)
    host.begin()
    phone.says("roll the die")
    devtools = phone.page.context.new_cdp_session(phone.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    host.page.locator('[data-action="roll2"]').click()
    expect(host.page.locator(".story")).to_contain_text("Red rolls 2", timeout=PATIENCE)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(phone.page.locator(".story")).to_contain_text("Red rolls 2", timeout=PATIENCE)


def test_a_phone_that_was_cut_off_says_so_and_comes_back(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    host = screen(served.url)
    host.begin()
    with cable(served.port) as line:
        phone = screen(served.url.replace(f":{served.port}/", f":{line.port}/"))
        phone.says("roll the die")
        line.cut()
        expect(phone.page.get_by_text("comes back by itself")).to_be_visible(timeout=PATIENCE)
        host.page.locator('[data-action="roll2"]').click()
        line.whole = True
        expect(phone.page.locator(".story")).to_contain_text("Red rolls 2", timeout=PATIENCE)
        expect(phone.page.get_by_text("comes back by itself")).to_be_hidden()


def test_five_watch_a_server_that_is_killed_and_started_again(serve: Serve, screen: Open) -> None:
    served = two_people(serve)
    host = screen(served.url)
    host.begin()
    host.page.locator('[data-action="roll2"]').click()
    expect(host.page.locator(".story")).to_contain_text("Red rolls 2", timeout=PATIENCE)
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
