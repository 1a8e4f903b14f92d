"""The page reached through a proxy, by a router's name, or from a phone in another network."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.referee.sitting import virtual
from tests.web.asking import Asking
from tests.web.served import Client, Served
from tests.web.test_seats import room

from mouseboard.serving.door import HOUSEHOLD, JOINS_AT_ONCE
from mouseboard.serving.guesses import WRONG_TRIES

HTML = "text/html,application/xhtml+xml"
PUBLIC = "https://games.example.home/mouse/"
PROXY = "127.0.0.8"
"""Source address of the proxy's connections."""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("plain")) as served:
        yield served


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A page that expects a proxy. The tests connect to its port directly, because no proxy runs."""
    with Served(tmp_path_factory.mktemp("public"), "--url", PUBLIC, "--proxy", PROXY) as served:
        yield served


def visitor(served: Served, address: str, **headers: str) -> Client:
    """Return a client whose requests appear to come through the proxy."""
    return Client(served.port, "", {"X-Forwarded-For": address} | headers, PROXY)


# Names


def test_a_browser_gets_a_page_with_the_same_page_by_address(plain: Served) -> None:
    said = plain.stranger().get("/j/ABCDE?a=1&b=2", Host="mouse.house", Accept=HTML, Accept_Language="de-AT")
    assert (said.status, said.headers["content-type"]) == (421, "text/html; charset=utf-8")
    page = said.body.decode()
    assert '<html lang="de">' in page
    assert "Dieser Computer heißt nicht mouse.house." in page
    link = f"http://127.0.0.1:{plain.port}/j/ABCDE?a=1&amp;b=2"
    assert f'<a href="{link}">{link}</a>' in page


def test_a_program_gets_json_for_a_foreign_name(plain: Served) -> None:
    said = plain.stranger().get("/events", Host="mouse.house")
    assert said.status == 421
    assert said.json["error"].endswith("--url http://mouse.house/")


def test_a_foreign_name_cannot_become_markup(plain: Served) -> None:
    said = plain.stranger().get("/<script>", Host="<script>alert(1)</script>", Accept=HTML)
    assert said.status == 421
    assert b"<script>" not in said.body


def test_a_browser_behind_an_unknown_proxy_is_told_how_to_make_it_known(plain: Served) -> None:
    said = plain.stranger().get("/", Host="games.home", Accept=HTML, X_Forwarded_Proto="https")
    assert said.status == 421
    assert b"Then start Mouseboard again with the address from your browser: --url https://games.home/" in said.body
    assert b"<a href" not in said.body  # this address belongs to the proxy and is of no use to the visitor


def test_the_page_is_found_by_the_name_that_a_router_gives(plain: Served) -> None:
    label = socket.gethostname().partition(".")[0]
    assert plain.stranger().get("/", Host=f"{label.upper()}.fritz.box.:{plain.port}").status == 200


# Wrong addresses


@pytest.mark.parametrize(("path", "start"), [("/TV", "./"), ("/j/ABCDE/", "../../"), ("/page/none.js", "../")])
def test_a_browser_at_an_address_that_leads_nowhere_gets_a_page_with_a_link_to_the_start(
    plain: Served, path: str, start: str
) -> None:
    said = plain.stranger().get(path, Accept=HTML, Accept_Language="de")
    assert (said.status, said.headers["content-type"]) == (404, "text/html; charset=utf-8")
    page = said.body.decode()
    assert "<p>Diese Seite gibt es nicht.</p>" in page and f'<a href="{start}">Mouseboard</a>' in page


def test_a_browser_gets_the_refusal_of_a_tv_outside_the_home_as_a_page(plain: Served) -> None:
    said = plain.stranger().get("/tv", Accept=HTML, X_Forwarded_For="203.0.113.9")
    assert said.status == 403
    assert b"<p>This page is for TVs at home." in said.body


# Redirects


@pytest.mark.parametrize(
    ("path", "to"),
    [("/tv", "./?tv"), ("/j/ABCDE", "../?join=ABCDE"), ("/j/A%26b%3D", "../?join=A%26b%3D")],
)
def test_a_redirect_stays_under_the_path_that_a_proxy_uses(plain: Served, path: str, to: str) -> None:
    said = plain.stranger().get(path)
    assert (said.status, said.headers["location"]) == (303, to)


def test_the_spectators_link_stays_under_the_path_that_a_proxy_uses(plain: Served) -> None:
    token = plain.host().get("/invite").json["watch"].rpartition("/")[2]
    assert plain.stranger().get(f"/watch/{token}").headers["location"] == f"../?token={token}"
    assert plain.stranger().get(f"/watch/{token}?overlay").headers["location"] == f"../?token={token}&overlay"


def test_a_slash_too_many_redirects_nowhere(plain: Served) -> None:
    assert plain.stranger().get("/words/").status == 404


# Invitations


def test_the_host_is_told_why_phones_cannot_connect(plain: Served) -> None:
    invited = plain.host().get("/invite?lang=fr").json
    assert (invited["phones"], invited["others"]) == (False, [])
    assert invited["why"].startswith(
        "Les téléphones ne peuvent pas se connecter\u00a0: la page n’est que pour cet ordinateur."
    )
    assert invited["join"].startswith(f"http://127.0.0.1:{plain.port}/j/{invited['code']}")


def test_a_page_behind_a_proxy_invites_to_the_proxy(public: Served) -> None:
    invited = public.host().get("/invite").json
    assert (invited["phones"], invited["why"], invited["address"]) == (True, None, PUBLIC)
    assert invited["join"].startswith(f"{PUBLIC}j/{invited['code']}")
    assert invited["watch"].startswith(f"{PUBLIC}watch/")
    assert public.url == f"{PUBLIC}?token={public.token}"


def test_a_phone_with_the_link_joins_where_a_stranger_beside_it_has_guessed_codes(plain: Served) -> None:
    invited = plain.host().get("/invite").json
    stranger, phone = (Client(plain.port, address="127.0.0.77") for _ in range(2))
    refused = [stranger.join("WRONG").status for _ in range(3 * int(JOINS_AT_ONCE))]
    assert set(refused) == {403, 429} and refused.count(403) == WRONG_TRIES
    assert phone.join(invited["code"]).status == 429
    link = phone.get(urlsplit(invited["join"]).path).headers["location"]
    assert phone.join(link.removeprefix("../?join=")).status == 200


@virtual
async def test_a_household_with_addresses_without_number_joins_only_so_often(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        posts = [await Asking(at.app, address=f"2001:db8:1:2::{n + 1:x}").post("/join", {}) for n in range(100)]
        most = int(HOUSEHOLD * JOINS_AT_ONCE)
        assert [said.status for said in posts] == [403] * most + [429] * (100 - most)
        assert (await Asking(at.app, address="2001:db8:1:3::1").post("/join", {})).status == 403


# Proxies


def test_the_event_stream_asks_proxies_to_pass_it_on_at_once(plain: Served) -> None:
    with plain.host().watch() as stream:
        assert stream.headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize("host", ["127.0.0.1:8700", "games.example.home"])
def test_a_visitor_joins_through_the_proxy_whether_or_not_it_passes_host_on(public: Served, host: str) -> None:
    code = public.host().get("/invite").json["code"]
    phone = visitor(public, "192.168.1.30", Host=host, Origin="https://games.example.home")
    assert phone.post("/join", {"code": code}, Origin="https://games.example.home").status == 200


def test_a_cookie_is_kept_to_tls_where_the_proxy_speaks_tls(public: Served) -> None:
    code = public.host().get("/invite").json["code"]
    for scheme, secure in (("https", True), ("http", False)):
        phone = visitor(public, "192.168.1.31")
        said = phone.post("/join", {"code": code}, X_Forwarded_Proto=scheme)
        assert ("; Secure" in said.headers["set-cookie"]) is secure


@pytest.mark.parametrize(
    ("headers", "secure"),
    [
        ({"Host": "games.example.home", "Origin": "https://games.example.home"}, True),
        ({"Origin": "https://games.example.home"}, True),
        ({}, False),
    ],
)
def test_a_cookie_is_kept_to_tls_where_the_visitor_came_by_the_proxys_address(
    public: Served, headers: dict[str, str], secure: bool
) -> None:
    code = public.host().get("/invite").json["code"]
    said = visitor(public, "192.168.1.31").post("/join", {"code": code}, **headers)
    assert ("; Secure" in said.headers["set-cookie"]) is secure


def test_a_link_that_is_opened_by_the_proxys_name_gives_a_cookie_for_tls_alone(public: Served) -> None:
    phone, entering = visitor(public, "192.168.1.31", Host="games.example.home"), {"token": public.token}
    entered = phone.post("/enter", entering, Origin="https://games.example.home")
    assert "; Secure" in entered.headers["set-cookie"]
    assert "; Secure" not in public.stranger().post("/enter", entering).headers["set-cookie"]


def test_wrong_codes_count_for_the_visitor_and_not_for_the_proxy(public: Served) -> None:
    guesser = visitor(public, "192.168.1.32")
    assert [guesser.join("WRONG").status for _ in range(WRONG_TRIES + 1)] == [403] * WRONG_TRIES + [429]
    assert visitor(public, "192.168.1.33").join("WRONG").status == 403


def test_a_visitor_cannot_forge_an_address_in_front_of_the_one_that_the_proxy_adds(public: Served) -> None:
    for n in range(WRONG_TRIES):
        visitor(public, f"192.0.2.{n}, 192.168.1.34").join("WRONG")
    assert visitor(public, "192.0.2.99, 192.168.1.34").join("WRONG").status == 429


def test_nobody_but_the_named_proxy_speaks_for_others(public: Served) -> None:
    for n in range(WRONG_TRIES):
        Client(public.port, "", {"X-Forwarded-For": f"192.0.2.{n}"}, "127.0.0.9").join("WRONG")
    assert Client(public.port, "", {"X-Forwarded-For": "192.0.2.99"}, "127.0.0.9").join("WRONG").status == 429
