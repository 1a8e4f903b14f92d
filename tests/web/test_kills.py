"""An evening with four phones is killed or shut down at any instant. The same people sit on the same seats after it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import pytest
from tests.web.served import Client, Json, Served

from mouseboard.store import Journal, StoreError

NAMES = ("Ada", "Bo", "Cy", "Di")


class Phone(threading.Thread):
    """A phone with a seat that keeps its page open and plays whatever it may, until `stop` is set."""

    def __init__(self, client: Client, seed: int) -> None:
        super().__init__(daemon=True)
        self._client = client
        self._random = Random(seed)
        self.stop = threading.Event()

    def run(self) -> None:
        with suppress(OSError, ValueError), self._client.watch() as stream:  # until the server is killed
            while not self.stop.is_set():
                if stream.next() == "picture":
                    self._act(stream.you, stream.picture)

    def _act(self, you: Json, picture: Json) -> None:
        mine = picture.get("actor") in you["seats"] or picture.get("turn") in you["seats"]
        if mine and picture.get("options"):
            action = self._random.choice(picture["options"])["action"]
            self._client.post("/answer", {"action": action, "serial": picture["serial"]})
        elif picture.get("press", {}).get("b"):
            self._client.post("/answer", {"press": "b", "serial": picture["serial"]})


@contextmanager
def playing(phones: list[Client], seed: int) -> Iterator[None]:
    threads = [Phone(client, seed + n) for n, client in enumerate(phones)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.stop.set()
        for thread in threads:
            thread.join(20)


def played(folder: Path, game: int) -> int:
    """Return how many entries the journal has of a game."""
    with suppress(StoreError), Journal.open(folder / "journal.db") as journal:
        return journal.count(game)
    return 0


def end_again_and_again(folder: Path, ends: int, seed: int) -> None:
    random = Random(seed)
    with Served(folder) as served:
        phones = [served.guest(n, name=name) for n, name in enumerate(NAMES)]
        seats: list[object] = [{"name": name} for name in NAMES]
        begin = {"begin": {"game": "barriers", "seats": seats, "options": {"first": "seat0"}, "seed": seed}}
        assert served.host().post("/lobby", begin).status == 200
        game, entries = 1, 0
        for n in range(ends):
            with playing(phones, seed + 10 * n):
                time.sleep(random.uniform(0.0, 0.6))
                random.choice((Served.kill, Served.terminate))(served)
            assert played(folder, game) >= entries, "the journal has lost entries"
            entries = played(folder, game)
            served.begin()
            for seat, phone in enumerate(phones):
                with phone.watch() as stream:
                    picture = stream.until(lambda picture: picture["at"] != "waking")
                    assert stream.you["seats"] == [seat], (n, seat, stream.you)
                    assert [one["name"] for one in picture["seats"]] == list(NAMES), n
                    if picture["at"] == "game" and picture["winners"]:
                        host = served.host()
                        assert host.post("/lobby", {"leave": True}).status == 200
                        assert host.post("/lobby", begin).status == 200
                        game, entries = game + 1, 0
                    elif picture["at"] == "game":
                        assert picture["game"]["number"] == game


@pytest.mark.real
def test_twenty_ends_of_the_server_move_nobody(tmp_path: Path) -> None:
    end_again_and_again(tmp_path, 20, 1)


@pytest.mark.campaign
def test_five_hundred_ends_of_the_server_move_nobody(tmp_path: Path) -> None:
    end_again_and_again(tmp_path, 500, 2)
