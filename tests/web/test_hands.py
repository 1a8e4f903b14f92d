"""On a simulated table the page can act as the hands, put pieces on wrong places, and cause mishaps."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from tests.web.served import Client, Json, Served

from mouseboard.actors.person import IMPATIENCE_S


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A game with Red to choose, on the table or the page; each test leaves it that way."""
    with Served(
        tmp_path_factory.mktemp("hands"), "barriers", "--people", "2", "--option", "first=seat0", "--seed", "7"
    ) as served:
        host = served.host()
        with host.watch() as stream:
            stream.until(lambda picture: picture.get("sign") == "do")
            host.post("/answer", {"press": "b"})
            stream.until(lambda picture: picture.get("sign") == "choose")
        yield served


@pytest.fixture(autouse=True)
def _all_stands_well(served: Served) -> None:
    """Let the table put right what the last test left."""
    host = served.host()
    host.post("/hands", {"whose": "table"})
    shown(host, "choose", turn=0)


def shown(client: Client, sign: str, turn: int | None = None) -> Json:
    with client.watch() as stream:
        return stream.until(lambda picture: picture["sign"] == sign and turn in (None, picture["turn"]))


def test_a_wrong_place_is_asked_to_be_mended_and_the_page_may_mend_it(served: Served) -> None:
    host = served.host()
    host.post("/hand", {"piece": "blue", "to": "f4"})
    steps = shown(host, "mend")["steps"]
    assert steps[0] == {"piece": "blue", "source": "f4", "target": "d7"}
    host.post("/hand", {"piece": "blue", "to": "d7"})
    shown(host, "choose", turn=0)


def test_who_has_moved_a_mouse_moves_them_all_until_the_table_is_to_do_so(served: Served) -> None:
    host = served.host()
    assert shown(host, "choose")["hands"] == "table"
    host.post("/hand", {"piece": "blue", "to": "f4"})
    assert shown(host, "mend")["hands"] == "page"
    time.sleep(IMPATIENCE_S)
    assert shown(host, "mend")["standing"]["blue"] == "f4"  # no hands have mended it unasked
    host.post("/hands", {"whose": "table"})
    assert shown(host, "choose", turn=0)["hands"] == "table"


def test_the_table_moves_once_where_it_is_asked_to(served: Served) -> None:
    host = served.host()
    host.post("/hand", {"piece": "blue", "to": "f4"})
    shown(host, "mend")
    host.post("/hands", {"once": True})
    assert shown(host, "choose", turn=0)["hands"] == "page"


def test_a_mouse_that_is_taken_away_is_asked_for(served: Served) -> None:
    host = served.host()
    host.post("/hand", {"piece": "blue", "to": None})
    assert shown(host, "suspect")["standing"] == {"red": "d1"}
    host.post("/hand", {"piece": "blue", "to": "d7"})
    shown(host, "choose", turn=0)


def test_a_pulled_cable_is_shown_and_what_is_shown_goes_away_again(served: Served) -> None:
    host = served.host()
    assert host.post("/mishap", {"line": "unplug"}).status == 200
    assert not shown(host, "lost")["connected"]
    host.post("/mishap", {"line": "replug"})
    shown(host, "choose")


def test_what_cannot_be_done_is_told_in_a_sentence(served: Served) -> None:
    host = served.host()
    for path, wrong, status in (
        ("/hand", {"piece": "wand", "to": "d2"}, 409),
        ("/hand", {"piece": "red", "to": "d2h"}, 409),
        ("/hand", {"piece": "red", "to": "moon"}, 409),
        ("/hand", {"to": "d2"}, 400),
        ("/mishap", {"line": "eat red"}, 409),
        ("/mishap", {"line": "stuck reed 999"}, 409),
        ("/mishap", {}, 400),
        ("/hands", {"whose": "nobody"}, 400),
    ):
        said = host.post(path, wrong)
        assert (path, wrong, said.status) == (path, wrong, status)
        assert said.json["error"]
    assert served.guest().post("/hand", {"piece": "red", "to": "d2"}).status == 403
    assert served.guest().post("/hands", {"whose": "page"}).status == 403
    assert served.guest().post("/mishap", {"line": "unplug"}).status == 403


def test_a_mouse_that_is_dragged_is_a_move(served: Served) -> None:
    host = served.host()
    assert host.post("/hand", {"piece": "red", "to": "d2", "via": [[180, 80]]}).json == {}
    assert shown(host, "choose", turn=1)["placement"]["red"] == "d2"
    host.post("/hands", {"whose": "table"})
    assert host.post("/answer", {"undo": True}).status == 200
    shown(host, "choose", turn=0)
