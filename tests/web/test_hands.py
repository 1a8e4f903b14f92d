"""On the simulated table the hands are those of the page, wrong places included, and so are its mishaps."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from tests.web.served import Client, Json, Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Red is to choose, on the table or the page; each test leaves it so."""
    with Served(
        tmp_path_factory.mktemp("hands"), "barriers", "--people", "2", "--option", "first=seat0", "--seed", "7"
    ) as served:
        host = served.host()
        with host.watch() as stream:
            stream.until(lambda picture: picture.get("sign") == "do")
            host.post("/answer", {"press": "b"})
            stream.until(lambda picture: picture.get("sign") == "choose")
        yield served


def shown(client: Client, sign: str, turn: int | None = None) -> Json:
    with client.watch() as stream:
        return stream.until(lambda picture: picture["sign"] == sign and turn in (None, picture["turn"]))


def test_a_wrong_place_is_asked_to_be_mended_and_the_page_may_mend_it(served: Served) -> None:
    host = served.host()
    host.post("/hand", {"piece": "blue", "to": "f4"})
    began = time.monotonic()
    steps = shown(host, "mend")["steps"]
    assert steps[0] == {"piece": "blue", "source": "f4", "target": "d7"}
    host.post("/hand", {"piece": "blue", "to": "d7"})
    shown(host, "choose", turn=0)
    assert time.monotonic() - began < 8  # before the simulated person would have lent a hand


def test_what_is_left_wrong_is_mended_by_the_simulated_person_after_a_while(served: Served) -> None:
    host = served.host()
    host.post("/hand", {"piece": "blue", "to": "f4"})
    shown(host, "mend")
    shown(host, "choose", turn=0)


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
    ):
        said = host.post(path, wrong)
        assert (path, wrong, said.status) == (path, wrong, status)
        assert said.json["error"]
    assert served.guest().post("/hand", {"piece": "red", "to": "d2"}).status == 403
    assert served.guest().post("/mishap", {"line": "unplug"}).status == 403


def test_a_mouse_that_is_dragged_is_a_move(served: Served) -> None:
    host = served.host()
    assert host.post("/hand", {"piece": "red", "to": "d2", "via": [[180, 80]]}).json == {}
    assert shown(host, "choose", turn=1)["placement"]["red"] == "d2"
