"""A TV watches without a code, and shows the code only if `setup` or the host has opened it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.referee.sitting import virtual
from tests.web.asking import Asking, token_of
from tests.web.served import Client, Served
from tests.web.test_seats import room

from mouseboard.evening.guests import Role

HERE, ELSEWHERE = "127.0.0.1", "203.0.113.9"


async def entered(client: Asking, token: str = "") -> Asking:
    """Return a screen that has opened `/tv`, perhaps with a secret."""
    said = await client.post("/enter", {"tv": True, "token": token})
    assert (said.status, said.json) == (200, {"tv": True})
    return Asking(client.app, token_of(said) or client.token, client.address)


@pytest.mark.parametrize("address", [HERE, ELSEWHERE])
@virtual
async def test_a_screen_that_the_host_opened_shows_the_code_and_does_nothing_else(tmp_path: Path, address: str) -> None:
    async with room(tmp_path) as at:
        link = (await at.host.get("/invite")).json["tv"]
        screen = await entered(Asking(at.app, address=address), link.partition("/tv?token=")[2])
        assert (await screen.get("/invite")).json["code"] == at.guests.code
        assert f'"code":"{at.guests.code}"'.encode() in at.stage.you(at.guest(screen))
        assert (await screen.post("/answer", {"press": "b"})).status == 403
        assert (await screen.post("/lobby", {"play": True})).status == 403
        assert (await screen.post("/seats", {"seat": 0, "kind": "random"})).status == 403
        assert (await screen.post("/join", {"seat": 0})).status == 403
        assert (await screen.get("/doctor")).status == 403


@pytest.mark.parametrize("host", ["localhost:8700", "127.0.0.1:8700", "[::1]:8700", "192.168.1.5:8700"])
@virtual
async def test_who_types_the_address_of_a_tv_watches_without_the_code_even_on_this_computer(
    tmp_path: Path, host: str
) -> None:
    async with room(tmp_path) as at:
        typed = Asking(at.app, address=HERE, host=host)
        assert (await typed.get("/tv")).headers["location"] == "./?tv"
        screen = await entered(typed)
        assert (await screen.get("/lobby")).status == 200
        assert (await screen.get("/invite")).status == 403
        assert b'"code":null' in at.stage.you(at.guest(screen))


@virtual
async def test_nobody_beyond_this_computers_networks_watches_as_a_tv_without_the_secret(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        stranger = Asking(at.app, address=ELSEWHERE)
        for said in (await stranger.get("/tv"), await stranger.post("/enter", {"tv": True, "token": "guessed"})):
            assert (said.status, said.cookie) == (403, "")


@virtual
async def test_a_browser_that_has_joined_stays_who_it_is(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        for client in (at.host, await at.phone(0)):
            for token in ("", at.guests.screen_token):
                said = await client.post("/enter", {"tv": True, "token": token})
                assert (said.status, said.json, said.cookie) == (200, {"tv": False}, "")


@virtual
async def test_a_screen_that_shows_the_code_keeps_it_when_it_opens_the_address_without_the_secret(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as at:
        screen = await entered(Asking(at.app, address=HERE), at.guests.screen_token)
        assert (await (await entered(screen)).get("/invite")).status == 200


@virtual
async def test_a_tv_and_a_spectator_show_the_code_once_the_host_opens_them_with_the_secret(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        for token in (at.guests.tv_token, at.guests.watch_token):
            screen = await entered(Asking(at.app, token), at.guests.screen_token)
            assert (await screen.get("/invite")).status == 200


@virtual
async def test_a_tv_that_the_server_has_forgotten_is_let_in_again(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        screen = await entered(Asking(at.app, "x" * 22, HERE))
        assert at.guests.is_tv(at.guest(screen)) and at.guest(screen).role is Role.SPECTATOR


def test_a_stranger_behind_a_tunnel_to_this_computer_watches_and_never_learns_the_code(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        stranger = served.stranger()
        local = {"Host": f"localhost:{served.port}", "Origin": f"http://localhost:{served.port}"}
        stranger.cookie = stranger.post("/enter", {"tv": True}, **local).cookie
        with stranger.watch() as stream:
            stream.until(lambda picture: picture["at"] == "lobby")
            assert (stream.you["spectator"], stream.you["code"]) == (True, None)
        assert stranger.get("/invite", **local).status == 403


def secret(served: Served) -> str:
    """Return the screens' secret, as `setup` reads it."""
    return (served.folder / "journal.db-screen").read_text()


def opened(served: Served, token: str) -> Client:
    """Return a screen that has opened `/tv` with a secret."""
    screen = Client(served.port)
    screen.cookie = screen.post("/enter", {"tv": True, "token": token}).cookie
    return screen


def test_the_secret_of_screens_outlasts_restarts_and_evenings_and_not_a_new_evening(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        kept, screen = secret(served), opened(served, secret(served))
        assert (tmp_path / "journal.db-screen").stat().st_mode & 0o777 == 0o600
        served.kill()
        next(tmp_path.glob("journal.db-page*")).unlink()  # as at the end of an evening
        served.begin()
        assert screen.get("/invite").status == 200
    with Served(tmp_path, "--new-evening") as served:
        assert secret(served) != kept
        assert screen_status(served, kept) == 403
        assert screen_status(served, secret(served)) == 200


def screen_status(served: Served, token: str) -> int:
    """Return how a screen with this secret is answered that asks for the code."""
    return opened(served, token).get("/invite").status


def test_through_a_proxy_nobody_watches_as_a_tv_and_a_foreign_name_is_refused(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        client = served.stranger()
        assert client.get("/tv", X_Forwarded_For="192.168.1.9").status == 403
        assert client.get("/tv", Host="evil.example").status == 421
        assert client.get("/tv").status == 303
        forged = {"Origin": "http://evil.example", "Content-Type": "application/json"}
        assert client.ask("POST", "/host", b"{}", forged).status == 403
