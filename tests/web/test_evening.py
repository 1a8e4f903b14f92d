"""One evening with many clicks of the host: one game is on, and the server survives its failures."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.served import PATIENCE, Served

from mouseboard.store import Journal

BARRIERS = {"game": "barriers", "seats": [{}, {}]}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path, "--lang", "en") as served:
        yield served


def at_once(served: Served, *bodies: object) -> list[int]:
    """Post each body to the lobby on its own socket; send them all before reading any answer."""
    host = served.host()
    here = f"127.0.0.1:{served.port}"
    sockets = [socket.create_connection(("127.0.0.1", served.port), PATIENCE) for _ in bodies]
    for connection, body in zip(sockets, bodies, strict=True):
        content = json.dumps(body).encode()
        head = f"POST /lobby HTTP/1.1\r\nHost: {here}\r\nOrigin: http://{here}\r\nContent-Type: application/json\r\n"
        head += f"Cookie: {host.cookie}\r\nContent-Length: {len(content)}\r\n\r\n"
        connection.sendall(head.encode() + content)
    statuses = []
    for connection in sockets:
        statuses.append(int(connection.recv(1 << 16).split()[1]))
        connection.close()
    return statuses


def test_one_of_two_begins_at_once_is_told_to_look_again_and_the_server_lives(served: Served) -> None:
    host = served.host()
    for _ in range(4):
        souriciere = {"game": "souriciere", "seats": [{}, {}]}
        statuses = at_once(served, {"begin": BARRIERS}, {"begin": souriciere})
        assert sorted(statuses) == [200, 409]
        begun = "barriers" if statuses[0] == 200 else "souriciere"
        with host.watch() as stream:
            assert stream.until(lambda picture: picture["at"] == "game")["game"]["name"] == begun
        assert host.post("/lobby", {"leave": True}).status == 200
    with host.watch() as stream:
        assert stream.until(lambda _: True)["at"] == "lobby"
    with Journal.open(served.folder / "journal.db") as journal:
        assert len(journal.games()) == 4  # and no other game
    assert len(host.get("/lobby").json["resumable"]) == 1  # nobody has made a move
    assert served.process.poll() is None


def test_a_game_that_is_left_as_soon_as_it_begins_can_be_gone_on_with(served: Served) -> None:
    host = served.host()
    for _ in range(8):
        assert at_once(served, {"begin": BARRIERS}, {"leave": True})[0] == 200
        host.post("/lobby", {"leave": True})
    assert host.post("/lobby", {"resume": 1}).status == 200
    with host.watch() as stream:
        assert stream.until(lambda picture: picture["at"] == "game")["game"]["number"] == 1


def test_a_choice_made_before_another_game_began_does_not_count(served: Served) -> None:
    host = served.host()
    with host.watch() as stream:
        shown = stream.until(lambda _: True)["serial"]
    assert host.post("/lobby", {"begin": BARRIERS, "serial": shown}).status == 200
    for late in ({"begin": BARRIERS}, {"resume": 1}, {"leave": True}):
        said = host.post("/lobby", {**late, "serial": shown})
        assert (said.status, said.json["error"]) == (409, "A new game has begun. Look again!")


def test_a_game_that_is_left_shows_everybody_the_lobby_and_another_begins(served: Served) -> None:
    host = served.host()
    host.post("/lobby", {"begin": BARRIERS})
    with host.watch() as stream:
        stream.until(lambda picture: picture["at"] == "game")
        with host.watch() as other:
            other.until(lambda picture: picture["at"] == "game")
            host.post("/lobby", {"leave": True})
            assert other.until(lambda picture: picture["at"] == "lobby")
    assert host.post("/lobby", {"begin": BARRIERS}).status == 200
