"""Requests that the page refuses, each with one line. The game goes on undisturbed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest
from tests.web.served import HUNG_UP, PATIENCE, Client, Served, Stream

from mouseboard.evening.guests import LONGEST_NAME
from mouseboard.serving.guesses import WRONG_TRIES
from mouseboard.web.streams import MOST, MOST_OF_ONE, MOST_WATCHING

EVERYWHERE = ("/events", "/board/x", "/position/0", "/invite")
"""Paths that only admitted clients may read."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A game of barriers for two people, with Red to choose."""
    words = ("barriers", "--people", "2", "--option", "first=seat0", "--seed", "7")
    with Served(tmp_path_factory.mktemp("guard"), *words) as served:
        host = served.host()
        with host.watch() as stream:
            stream.until(lambda picture: picture.get("sign") == "do")
            host.post("/answer", {"press": "b"})
            stream.until(lambda picture: picture.get("sign") == "choose")
        yield served


@pytest.fixture(scope="module")
def phones(served: Served) -> tuple[Client, Client]:
    """The phones of Red and Blue."""
    return served.guest(0, name="Ada"), served.guest(1, name="<script>alert(1)</script>")


def spectator(served: Served) -> Client:
    return served.entered(served.host().get("/invite").json["watch"].rpartition("/")[2])


def test_links_lead_to_the_page_below_whatever_path_a_proxy_has_put_before_it(served: Served) -> None:
    watch = urlsplit(served.host().get("/invite").json["watch"]).path
    stranger = served.stranger()
    token = watch.rpartition("/")[2]
    assert stranger.get(watch).headers["location"] == f"../?token={token}"
    assert stranger.get(f"{watch}?overlay").headers["location"] == f"../?token={token}&overlay"
    assert stranger.get("/watch/A%26b%3D").headers["location"] == "../?token=A%26b%3D"
    assert stranger.get("/j/AB%26C").headers["location"] == "../?join=AB%26C"
    assert stranger.get("/tv").headers["location"] == "./?tv"
    assert stranger.get("/tv?token=A%26b").headers["location"] == "./?tv&token=A%26b"


# Origin and host of a request


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil", ""]
)
def test_a_name_that_is_not_ours_is_refused_even_with_the_right_cookie(served: Served, host: str) -> None:
    client = served.host()
    for said in (
        client.get("/events", Host=host.format(port=served.port) or "."),
        client.post("/answer", {"press": "b"}, Host="evil.example", Origin="http://evil.example"),
    ):
        assert said.status == 421
        assert "error" in said.json


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "192.168.1.20", "[::1]", socket.gethostname()])
def test_our_own_names_and_addresses_are_answered(served: Served, host: str) -> None:
    assert served.host().get("/position/0", Host=f"{host}:{served.port}").status == 200


@pytest.mark.parametrize("position", ["99", "9" * 5000, "-1", "%D9%A1", "%00"])
def test_a_moment_that_never_was_is_not_found(served: Served, position: str) -> None:
    assert served.host().get(f"/position/{position}").status == 404


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1:{port}", "http://127.0.0.1"])
def test_a_post_from_another_page_is_refused(served: Served, origin: str) -> None:
    said = served.host().post("/answer", {"press": "b"}, Origin=origin.format(port=served.port))
    assert said.status == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_post_that_is_no_json_is_refused(served: Served, kind: str) -> None:
    assert served.host().post("/answer", {"press": "b"}, Content_Type=kind).status == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS"])
def test_only_get_and_post_are_understood(served: Served, method: str) -> None:
    assert served.host().ask(method, "/answer", None, {}).status == 405


@pytest.mark.parametrize(
    ("method", "kind", "length", "said"),
    [
        ("PUT", "application/json", 0, "Hier worden alleen GET en POST begrepen."),
        ("POST", "text/plain", 0, "Wat hier wordt gestuurd, moet JSON zijn (Content-Type application/json)."),
        ("POST", "application/json", 70_000, "Dat is te groot: er kunnen hoogstens 65536 bytes worden gestuurd."),
    ],
)
def test_a_request_that_is_refused_before_it_is_read_hears_why_in_its_language(
    served: Served, method: str, kind: str, length: int, said: str
) -> None:
    ours = {"Origin": f"http://127.0.0.1:{served.port}", "Accept-Language": "nl"}
    headers = ours | {"Content-Type": kind, "Content-Length": str(length)}
    assert served.host().ask(method, "/answer", None, headers).json["error"] == said


def test_every_answer_forbids_browsers_what_we_do_not_need(served: Served) -> None:
    for said in (served.stranger().get("/events"), served.host().get("/position/0"), served.stranger().get("/nowhere")):
        assert said.headers["content-security-policy"].startswith("default-src 'self'; ")
        assert "unsafe" not in said.headers["content-security-policy"]
        assert said.headers["x-content-type-options"] == "nosniff"


OUTSIDE = (
    "/page/../app.py",
    "/page/..%2fapp.py",
    "/page/%2e%2e/guests.py",
    "/page//etc/passwd",
    "/page/board/../board.py",
)
FOLDERS = ("/page/lobby", "/page/lobby/", "/page/lobby/../../app.py", "/page/lobby.js")


@pytest.mark.parametrize("path", [*OUTSIDE, *FOLDERS])
def test_nothing_but_the_page_is_read_from_the_disk(served: Served, path: str) -> None:
    assert served.host().get(path).status == 404


# Tokens and seats


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize("cookie", ["", "mouseboard_{port}=guessed", "mouseboard_1={token}"])
def test_who_was_not_let_in_sees_nothing(served: Served, path: str, cookie: str) -> None:
    client = Client(served.port, cookie.format(port=served.port, token=served.token))
    assert client.get(path).status == 403


def test_nobody_acts_without_a_code(served: Served) -> None:
    for path in ("/answer", "/seats"):
        assert served.stranger().post(path, {"press": "b"} if path == "/answer" else {"seat": 0}).status == 403
    assert served.stranger().post("/join", {"seat": 0}).status == 403


def test_a_spectator_watches_and_does_nothing_else(served: Served) -> None:
    client = spectator(served)
    with client.watch() as stream:
        stream.until(lambda picture: picture["at"] == "game")
        assert not any(stream.you.pop("may").values())
        assert stream.you == {
            "seats": [],
            "own": None,
            "host": False,
            "spectator": True,
            "code": None,
            "lobby": True,
            "leads": False,
            "asks": False,
            "asking": [],
        }
    for path, body in (("/answer", {"press": "b"}), ("/seats", {"seat": 0, "free": True}), ("/join", {"seat": 0})):
        assert client.post(path, body).status == 403
    assert client.get("/invite").status == 403


def test_a_seat_answers_for_itself_alone(phones: tuple[Client, Client]) -> None:
    red, blue = phones
    for body in ({"action": "d2"}, {"press": "a"}):
        said = blue.post("/answer?lang=nl", body)
        assert (said.status, said.json["error"]) == (403, "Wacht! Iemand anders kiest nu.")
    assert red.post("/answer", {"press": "a"}).status == 200
    assert red.post("/seats", {"seat": 1, "free": True}).status == 403


@pytest.mark.usefixtures("phones")
def test_a_seat_that_is_taken_stays_so(served: Served) -> None:
    other = served.guest()
    assert other.post("/join", {"seat": 0}).status == 409
    assert other.post("/join", {"seat": 7}).status == 409
    assert other.post("/answer", {"action": "d2"}).status == 403
    assert served.host().post("/answer", {"action": "d2"}).status == 403  # not even the host


def test_names_are_text(phones: tuple[Client, Client]) -> None:
    red, _ = phones
    with red.watch() as stream:
        seats = stream.until(lambda picture: picture["at"] == "game")["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "<script>alert(1)</script>"]
    red.post("/join", {"seat": 0, "name": " A\u0000\n\u202eda" + 100 * "x"})
    with red.watch() as stream:
        seat = stream.until(lambda picture: picture["seats"][0]["name"] != "Ada")["seats"][0]
    assert seat["name"] == ("Ada" + 100 * "x")[:LONGEST_NAME]
    red.post("/join", {"seat": 0, "name": "Ada"})


# Sizes and rates


def test_ten_megabytes_are_not_read(served: Served) -> None:
    client = served.host()
    assert client.post("/answer", b" " * 10_000_000).status in (413, HUNG_UP)
    assert client.post("/answer", b" " * 70_000).status == 413
    with socket.create_connection(("127.0.0.1", served.port), PATIENCE) as raw:  # a body without a declared length
        raw.sendall(
            f"POST /answer HTTP/1.1\r\nHost: localhost:{served.port}\r\nOrigin: http://localhost:{served.port}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        with suppress(ConnectionError):
            for _ in range(200):
                raw.sendall(b"ffff\r\n" + b" " * 0xFFFF + b"\r\n")
        with suppress(ConnectionError):
            assert raw.recv(100).startswith(b"HTTP/1.1 413")


def test_five_hundred_streams_are_bounded_and_players_still_get_in(
    served: Served, phones: tuple[Client, Client]
) -> None:
    watcher, (red, _) = spectator(served), phones
    with ExitStack() as stack:
        statuses = [stack.enter_context(Stream(client)).status for client in [watcher] * 400 + [red] * 100]
        assert statuses[:400].count(200) == MOST_WATCHING
        assert statuses[400:].count(200) == MOST_OF_ONE
        assert set(statuses) == {200, 503}
        assert MOST_WATCHING + MOST_OF_ONE < MOST
        with served.host().watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")


def test_a_hundred_wrong_codes_slow_down_whoever_guesses_and_nobody_else(
    served: Served, phones: tuple[Client, Client]
) -> None:
    guesser = Client(served.port, address="127.0.0.3")
    statuses = [guesser.join(f"WRONG{n}").status for n in range(100)]
    assert statuses == [403] * WRONG_TRIES + [429] * (100 - WRONG_TRIES)
    code = served.host().get("/invite").json["code"]
    assert guesser.join(code).status == 429
    assert Client(served.port, address="127.0.0.2").join(code).status == 200
    assert phones[0].get("/position/0").status == 200
