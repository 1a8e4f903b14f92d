"""The table's health: its contacts now, its counters, why it has stopped, how to clear that, and its lamps."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from tests.web.asking import Asking
from tests.web.served import Client, Served, barriers_to_choose, until
from tests.web.shown import put_on, show

from mouseboard import rules
from mouseboard.evening.evening import Evening, Live, OnStage
from mouseboard.evening.roster import Roster
from mouseboard.link import LinkError, Stats
from mouseboard.referee.inbox import Inbox
from mouseboard.referee.situation import Situation
from mouseboard.serving.addresses import Reach
from mouseboard.serving.names import Names
from mouseboard.sim.clock import run_virtual
from mouseboard.web.app import application
from mouseboard.web.entrance import entrance
from mouseboard.web.health import health
from mouseboard.web.stage import Stage


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with barriers_to_choose(tmp_path_factory.mktemp("health")) as served:
        yield served


@pytest.fixture
def host(served: Served) -> Client:
    return served.host()


def test_sensors_are_seen_live(host: Client) -> None:
    found = host.get("/health").json
    home = {found["places"]["d1"], found["places"]["d7"]}
    assert set(found["sensors"]) == home
    host.post("/mishap", {"line": f"stuck reed {found['places']['a1']}"})
    until(lambda: set(host.get("/health").json["sensors"]) == home | {found["places"]["a1"]})
    host.post("/mishap", {"line": f"good reed {found['places']['a1']}"})
    until(lambda: set(host.get("/health").json["sensors"]) == home)


def test_a_tile_whose_code_is_wrong_is_named_with_what_to_do(host: Client) -> None:
    host.post("/mishap", {"line": "dead reed 7"})
    until(lambda: host.get("/health").json["chain"])
    (said,) = host.get("/health").json["chain"]
    assert said.startswith("chain: the code of tile 1 is wrong. Look at the joints")
    host.post("/mishap", {"line": "good reed 7"})
    until(lambda: not host.get("/health").json["chain"])


def test_the_table_tells_of_itself_and_what_it_counted_in_words(host: Client) -> None:
    until(lambda: host.get("/health").json["counters"][0]["key"] == "seconds")  # a busy table sends them late
    found = host.get("/health?lang=de").json
    assert (found["table"]["inputs"], found["table"]["lamps"], found["table"]["chain_good"]) == (144, 81, True)
    assert found["table"]["chip"] == "simulated"
    counters = {counter["key"]: counter for counter in found["counters"]}
    assert counters["events"]["name"] == "Änderungen von Kontakten"
    assert counters["events"]["value"] >= 2
    assert (found["fault"], found["clear"]) == (None, None)


def test_a_fault_is_told_with_its_cause_and_how_it_is_cleared() -> None:
    game = rules.load("barriers", 2)
    on = OnStage(game, 1, Inbox())
    live = Live(on, Situation(game.start(), None, connected=False, fault="rail"))
    found = run_virtual(health(live, StoppedLink(), "en"))  # type: ignore[arg-type]
    assert found.fault and "emergency stop" in found.fault
    assert found.clear and "hold down both buttons" in found.clear
    assert (found.table, found.connected, found.sensors) == (None, False, ())


class StoppedLink:
    """A link to a table that has stopped and no longer answers."""

    info = None
    fault = "rail"
    stats = Stats()

    async def table_stats(self) -> None:
        await asyncio.sleep(60)


class CountingLink(StoppedLink):
    """A link that counts the requests for statistics."""

    asked = 0

    async def table_stats(self) -> None:
        self.asked += 1
        raise LinkError("busy")


def test_however_many_look_at_its_health_the_table_is_asked_a_few_times_a_second() -> None:
    link = CountingLink()

    async def look() -> None:
        stage, game = Stage(Evening(Roster())), rules.load("barriers", 2)
        guests = stage.evening.roster.guests
        put_on(stage, OnStage(game, 1, Inbox(), link=link))  # type: ignore[arg-type]
        show(stage, Situation(game.start(), None))
        app = application(stage, entrance(stage.evening.roster, "en", 8700), Names(), Reach("127.0.0.1", 0))
        host = Asking(app, guests.admit_host())
        for _ in range(10):
            said = await asyncio.gather(*(host.get("/health") for _ in range(20)))
            assert {answer.status for answer in said} == {200}
            await asyncio.sleep(0.1)

    run_virtual(look())
    assert link.asked == 2


def test_a_table_that_is_away_is_told_without_waiting_for_it(host: Client) -> None:
    host.post("/mishap", {"line": "unplug"})
    until(lambda: not host.get("/health").json["connected"])
    host.post("/mishap", {"line": "replug"})
    until(lambda: bool(host.get("/health").json["connected"]))


def test_the_lamps_are_tested_by_whoever_started_and_seen_by_those_who_play(served: Served, host: Client) -> None:
    assert host.post("/health", {"lamps": "test"}).json == {}
    assert host.post("/health", {"lamps": "off"}).json == {}
    assert host.post("/health", {"lamps": "dance"}).status == 400
    guest = served.guest()
    assert guest.get("/health").status == 200
    assert guest.post("/health", {"lamps": "test"}).status == 403
