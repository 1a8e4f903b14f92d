"""A TV watches without a code, and shows the code only on this computer."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.types import ASGIApp
from tests.referee.sitting import virtual
from tests.web.asking import Asking, token_of
from tests.web.served import Served
from tests.web.test_seats import room

from mouseboard.web.addresses import Reach
from mouseboard.web.app import application
from mouseboard.web.door import Door
from mouseboard.web.names import Names, PublicUrl
from mouseboard.web.streams import Streams

HERE, ELSEWHERE = "127.0.0.1", "203.0.113.9"


async def tv(app: ASGIApp, host: str = "localhost:8700") -> Asking:
    said = await Asking(app, address=HERE, host=host).post("/enter", {"tv": True})
    assert (said.status, said.json) == (200, {"tv": True})
    return Asking(app, token_of(said), HERE)


@pytest.mark.parametrize("host", ["localhost:8700", "LOCALHOST.", "127.0.0.1:8700", "[::1]:8700"])
@virtual
async def test_this_computers_own_tv_shows_the_code_and_does_nothing_else(tmp_path: Path, host: str) -> None:
    async with room(tmp_path) as at:
        screen = await tv(at.app, host)
        assert (await screen.get("/invite")).json["code"] == at.guests.code
        assert f'"code":"{at.guests.code}"'.encode() in Streams(at.stage).you(at.guest(screen))
        assert (await screen.post("/answer", {"press": "b"})).status == 403
        assert (await screen.post("/lobby", {"play": True})).status == 403
        assert (await screen.post("/seats", {"seat": 0, "kind": "random"})).status == 403
        assert (await screen.post("/join", {"seat": 0})).status == 403
        assert (await screen.get("/doctor")).status == 403


@virtual
async def test_a_tv_elsewhere_in_the_home_network_watches_without_the_code(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        screen = Asking(at.app, at.guests.tv_token)
        assert (await screen.get("/lobby")).status == 200
        assert (await screen.get("/invite")).status == 403
        assert b'"code":null' in Streams(at.stage).you(at.guest(screen))


@virtual
async def test_a_tv_that_names_this_computer_as_others_do_watches_without_the_code(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        assert (await (await tv(at.app, "192.168.1.5:8700")).get("/invite")).status == 403


@pytest.mark.parametrize("host", ["192.168.1.5:8700", "127.0.0.1:8700"])
@virtual
async def test_behind_a_proxy_that_sends_no_headers_no_tv_shows_the_code(tmp_path: Path, host: str) -> None:
    url = PublicUrl.read("https://games.example.home/")
    async with room(tmp_path) as at:
        door = Door(at.guests, "en", 8700, url=url)
        app = application(at.evening, door, Names(url=url), Reach(HERE, 0, url))
        assert (await (await tv(app, host)).get("/invite")).status == 403


@virtual
async def test_nobody_beyond_this_computers_networks_watches_as_a_tv(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        stranger = Asking(at.app, address=ELSEWHERE)
        for said in (await stranger.get("/tv"), await stranger.post("/enter", {"tv": True})):
            assert (said.status, said.cookie) == (403, "")


@virtual
async def test_a_browser_that_has_joined_stays_who_it_is(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        for client in (at.host, await at.phone(0)):
            said = await client.post("/enter", {"tv": True})
            assert (said.status, said.json, said.cookie) == (200, {"tv": False}, "")


@virtual
async def test_a_tv_that_the_server_has_forgotten_is_let_in_again(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        said = await Asking(at.app, "x" * 22, HERE).post("/enter", {"tv": True})
        assert at.guests.is_tv(at.guest(Asking(at.app, token_of(said))))


def test_through_a_proxy_nobody_is_this_computers_own_tv_and_a_foreign_name_is_refused(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        client = served.stranger()
        assert client.get("/tv", X_Forwarded_For="192.168.1.9").status == 403
        assert client.get("/tv", Host="evil.example").status == 421
        assert client.get("/tv").status == 303
        forged = {"Origin": "http://evil.example", "Content-Type": "application/json"}
        assert client.ask("POST", "/host", b"{}", forged).status == 403
