"""The page behind a real nginx, set up as families and their friends with a server do it."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest
from tests.helpers import ports
from tests.real.proxy import DOCUMENTED, NAME, Arrangement, nginx
from tests.real.visitors import Visitor
from tests.siege.asking import request
from tests.web.served import Served

from mouseboard.serving.guesses import WRONG_TRIES

pytestmark = pytest.mark.real

AT_ONCE_S = 1.0
"""Greatest allowed delay of an event through nginx, in seconds."""

ARRANGEMENTS = {
    "plain": Arrangement("location / { proxy_pass http://127.0.0.1:8700; }"),
    "host passed on": Arrangement(
        "location / { proxy_pass http://127.0.0.1:8700; proxy_set_header Host $http_host; }",
    ),
    "tls": Arrangement("location / { proxy_pass http://127.0.0.1:8700; }", tls=True),
    "documented": Arrangement(DOCUMENTED, "/mouse/"),
    "documented, tls": Arrangement(DOCUMENTED, "/mouse/", tls=True),
}


@dataclass(frozen=True)
class Proxied:
    """A page behind nginx."""

    folder: Path
    served: Served
    url: str
    port: int

    def visitor(self, name: str, *options: str) -> Visitor:
        """Return a browser that knows our name and trusts our certificate."""
        named = ("--resolve", f"{NAME}:{self.port}:127.0.0.1")
        trusting = ("--cacert", str(self.folder / "cert.pem")) if self.url.startswith("https") else ()
        return Visitor(self.folder / f"{name}.cookies", (*named, *trusting, *options))

    def host(self) -> Visitor:
        """Return the host's browser, admitted through nginx."""
        host = self.visitor("host")
        entered = host.post(f"{self.url}enter", {"token": self.served.token})
        assert entered.status == 200, entered
        return host


Proxy = Callable[..., Proxied]


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    """Put nginx in front of a page that may or may not know of it."""
    with ExitStack() as stack:

        def arranged(arrangement: Arrangement, told: bool = True) -> Proxied:
            port, page = (ports.number(stack.enter_context(ports.held())) for _ in range(2))
            url = f"http{'s' if arrangement.tls else ''}://{NAME}:{port}{arrangement.path}"
            served = stack.enter_context(Served(tmp_path, *(["--url", url] if told else []), port=page))
            stack.enter_context(nginx(tmp_path, arrangement, port, page))
            return Proxied(tmp_path, served, url, port)

        yield arranged


class Links(HTMLParser):
    """Collects the files that a page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


@pytest.mark.parametrize("name", ARRANGEMENTS)
def test_host_and_guest_meet_through_nginx_and_events_come_at_once(proxy: Proxy, name: str) -> None:
    page = proxy(ARRANGEMENTS[name])
    host, guest = page.host(), page.visitor("guest")
    invited = host.get(f"{page.url}invite").json
    assert invited["phones"]
    assert invited["join"].startswith(page.url)
    with host.watch(f"{page.url}events") as stream:
        assert stream.until(bool) - stream.began < AT_ONCE_S
        stream.until(lambda line: line.startswith("data: ") and '"at":"lobby"' in line)
        came = guest.get(invited["join"])
        assert (came.status, came.url.partition("?")[0]) == (200, page.url)
        assert guest.post(f"{page.url}join", {"code": invited["code"]}).status == 200
        posted = time.monotonic()
        assert host.post(f"{page.url}lobby", {"begin": {"game": "barriers", "seats": [{}, {}]}}).status == 200
        assert stream.until(lambda line: '"at":"waking"' in line or '"at":"game"' in line) - posted < AT_ONCE_S
    assert guest.get(f"{page.url}invite").status == 403
    assert guest.post(f"{page.url}join", {"seat": 0}).status == 200


@pytest.mark.parametrize("name", ["plain", "documented"])
def test_whatever_the_page_loads_is_found_through_nginx(proxy: Proxy, name: str) -> None:
    page = proxy(ARRANGEMENTS[name])
    host = page.host()
    links = Links(host.get(page.url).body).found
    assert len(links) > 5
    assert {link: host.get(urljoin(page.url, link)).status for link in links} == dict.fromkeys(links, 200)


def test_a_spectator_and_a_path_without_its_slash_arrive_under_the_documented_path(proxy: Proxy) -> None:
    page = proxy(ARRANGEMENTS["documented"])
    watch = page.host().get(f"{page.url}invite").json["watch"]
    spectator, token = page.visitor("spectator"), watch.rpartition("/")[2]
    assert spectator.get(f"{watch}?overlay").url == f"{page.url}?token={token}&overlay"
    assert spectator.post(f"{page.url}enter", {"token": token}).status == 200
    assert spectator.get(f"{page.url}lobby").status == 200
    assert page.visitor("stranger").get(page.url.removesuffix("/")).url == page.url


def test_wrong_codes_slow_down_one_visitor_and_not_the_others_behind_nginx(proxy: Proxy) -> None:
    page = proxy(ARRANGEMENTS["documented"])
    guesser = page.visitor("guesser", "--interface", "127.0.0.2")
    tries = [guesser.post(f"{page.url}join", {"code": "WRONG"}).status for _ in range(WRONG_TRIES + 1)]
    assert tries == [403] * WRONG_TRIES + [429]
    forger = page.visitor("forger", "--interface", "127.0.0.2", "--header", "X-Forwarded-For: 127.0.0.7")
    assert forger.post(f"{page.url}join", {"code": "WRONG"}).status == 429
    other = page.visitor("other", "--interface", "127.0.0.3")
    assert other.post(f"{page.url}join", {"code": "WRONG"}).status == 403


def test_the_documented_limit_refuses_only_more_streams_of_the_same_visitor(proxy: Proxy) -> None:
    page = proxy(ARRANGEMENTS["documented"])
    token = page.host().get(f"{page.url}invite").json["watch"].rpartition("/")[2]
    with ExitStack() as stack:

        def status(address: str, path: str) -> int:
            asking = socket.create_connection(("127.0.0.1", page.port), 10, source_address=(address, 0))
            stack.enter_context(closing(asking)).sendall(request(page.url, f"GET {path}"))
            return int(asking.recv(12).split()[1])

        (most,) = map(int, re.findall(r"limit_conn mouseboard (\d+);", DOCUMENTED))
        stream = f"/events?token={token}"
        assert [status("127.0.0.2", stream) for _ in range(most + 1)] == [200] * most + [503]
        assert status("127.0.0.2", "/words") == 200
        assert status("127.0.0.3", stream) == 200


@pytest.mark.parametrize("name", ["plain", "tls", "documented"])
def test_a_post_through_nginx_without_url_says_what_to_start_mouseboard_with(proxy: Proxy, name: str) -> None:
    page = proxy(ARRANGEMENTS[name], told=False)
    said = page.visitor("guest").post(f"{page.url}join", {"code": "WRONG"})
    origin = page.url.removesuffix(ARRANGEMENTS[name].path)
    assert (said.status, said.json["error"].endswith(f"the address from your browser: --url {origin}/")) == (403, True)


def test_a_name_that_nginx_passes_on_without_url_is_refused_by_a_page_with_the_cure(proxy: Proxy) -> None:
    page = proxy(ARRANGEMENTS["host passed on"], told=False)
    said = page.visitor("guest").get(page.url, "--header", "Accept: text/html", "--header", "Accept-Language: nl")
    assert said.status == 421
    assert f"start Mouseboard opnieuw met: --url {page.url}" in said.body
