"""How long an evening lasts: who is known again by the next server, and who by none."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.helpers import ports
from tests.web.served import Served

from mouseboard.web.opening import EVENING_S, forget_evenings


@pytest.mark.parametrize("end", [Served.kill, Served.interrupt])
def test_everybody_finds_their_seat_when_the_server_is_started_again(
    tmp_path: Path, end: Callable[[Served], object]
) -> None:
    with Served(tmp_path) as served:
        host, guest = served.host(), served.guest(0, name="Ada", face="owl")
        watching = host.get("/invite").json["watch"]
        end(served)
        served.begin()
        with guest.watch() as stream:
            seat = stream.until(lambda picture: picture["at"] == "lobby")["seats"][0]
            assert (stream.you["seats"], seat["name"], seat["face"]) == ([0], "Ada", "owl")
        assert host.get("/invite").json["watch"] == watching
        assert [kept.stat().st_mode & 0o777 for kept in tmp_path.glob("*-page*")] == [0o600]


def test_a_new_evening_lets_in_nobody_who_was_there_before(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        host, guest, code = served.host(), served.guest(0), served.host().get("/invite").json["code"]
        served.interrupt()
    with Served(tmp_path, "--new-evening", port=served.port) as anew:
        assert (guest.post("/join", {}).status, guest.join(code).status) == (403, 403)
        assert host.get("/invite").status == 403
        assert anew.host().get("/invite").json["code"] != code


def test_an_evening_is_over_when_nothing_has_changed_for_long(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        guest = served.guest(0)
        served.interrupt()
        (kept,) = tmp_path.glob("*-page*")
        os.utime(kept, (0, time.time() - 1.5 * EVENING_S))
        served.begin()
        assert guest.post("/join", {}).status == 403


@pytest.mark.parametrize("words", [(), ("barriers", "--people", "2")])
def test_a_start_makes_an_evening_no_younger(words: tuple[str, ...], tmp_path: Path) -> None:
    with Served(tmp_path, *words) as served:
        served.guest(0)
        served.interrupt()
        (kept,) = tmp_path.glob("*-page*")
        then = time.time() - EVENING_S / 2
        os.utime(kept, (then, then))
        served.begin()
        served.interrupt()
        assert kept.stat().st_mtime == pytest.approx(then)
        served.begin()
        served.guest(1)
        assert kept.stat().st_mtime > then + 600


def test_an_evening_goes_on_where_the_clock_was_set_back(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        guest = served.guest(0)
        served.interrupt()
        (kept,) = tmp_path.glob("*-page*")
        os.utime(kept, (0, time.time() + 2 * EVENING_S))
        served.begin()
        assert guest.post("/join", {}).status == 200


def test_a_single_game_on_the_page_knows_nobody_of_the_evening_and_leaves_it_alone(tmp_path: Path) -> None:
    with Served(tmp_path) as evening:
        guest = evening.guest(0, name="Ada")
        evening.interrupt()
        with Served(tmp_path, "barriers", "--people", "2", command="play", port=evening.port) as single:
            assert guest.post("/join", {}).status == 403
            assert single.host().get("/lobby").status == 404
            single.interrupt()
        evening.begin()
        with guest.watch() as stream:
            stream.until(lambda picture: picture["at"] == "lobby")
            assert stream.you["seats"] == [0]


def test_a_game_that_goes_on_on_a_new_evening_has_the_names_of_its_own_people(tmp_path: Path) -> None:
    with Served(tmp_path, "barriers", "--people", "2") as served:
        assert served.host().post("/seats", {"seat": 1, "name": "Oma"}).status == 200
        served.kill()
    (tmp_path / "journal.db-lobby").unlink()
    with Served(tmp_path, "barriers", "--people", "2", "--new-evening") as anew, anew.host().watch() as stream:
        assert stream.until(lambda picture: picture["at"] == "game")["seats"][1]["name"] == "Oma"


def test_what_a_server_on_another_address_keeps_is_not_removed_while_it_runs(tmp_path: Path) -> None:
    with ports.held() as holding:
        served = tmp_path / f"journal.db-page{ports.number(holding)}@127.0.0.2"
        served.touch()
        os.utime(served, (0, 0))
        with socket.create_server(("127.0.0.2", ports.number(holding))):
            forget_evenings(tmp_path / "journal.db", tmp_path / "journal.db-page0")
        assert served.exists()
        forget_evenings(tmp_path / "journal.db", tmp_path / "journal.db-page0")
        assert not served.exists()


def test_what_is_kept_of_other_evenings_is_removed_when_they_are_over(tmp_path: Path) -> None:
    old, new, other = (tmp_path / f"journal.db-page{name}" for name in ("1", "2", "s"))
    with socket.create_server(("127.0.0.1", 0)) as running:
        served = tmp_path / f"journal.db-page{running.getsockname()[1]}"
        for kept in (old, new, other, served):
            kept.touch()
            if kept != new:
                os.utime(kept, (0, 0))
        forget_evenings(tmp_path / "journal.db", tmp_path / "journal.db-page0")
        assert [kept.exists() for kept in (old, new, other, served)] == [False, True, True, True]
