"""`mouseboard serve`: a game on the page, for many who watch at once, and again after the process was killed."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.helpers import ports
from tests.web.served import Client, Json, Served, barriers_to_choose

from mouseboard import rules, store
from mouseboard.cli import main
from mouseboard.store import Journal
from mouseboard.store.lock import lock_file

BLUE_BEGINS = rules.load("barriers", 2, first="seat1")


def is_asked(sign: str, turn: int | None = None) -> Callable[[Json], bool]:
    return lambda picture: picture.get("sign") == sign and turn in (None, picture.get("turn"))


def rolling(picture: Json) -> bool:
    return picture.get("sign") == "roll"


def rolled(picture: Json) -> bool:
    return any("rolls 4" in told["text"] for told in picture.get("story", ()))


@pytest.fixture
def classic(tmp_path: Path) -> Served:
    return Served(tmp_path, "classic", "--players", "2", "--people", "2", "--seed", "7", "--dice", "own")


def prepare(client: Client) -> None:
    """Confirm that everything is ready, and wait for the first roll."""
    with client.watch() as stream:
        stream.until(lambda picture: picture.get("sign") in ("do", "roll"))
        if stream.picture["sign"] == "do":
            assert client.post("/answer", {"press": "b"}).status == 200
        stream.until(rolling)


def test_a_game_is_played_over_the_page(classic: Served) -> None:
    with classic:
        host = classic.host()
        prepare(host)
        with host.watch() as english, host.watch("de") as german:
            picture = english.until(rolling)
            assert [option["action"] for option in picture["options"]] == [f"roll{n}" for n in range(1, 7)]
            assert host.post("/answer", {"action": "roll4"}).json == {}
            assert english.until(rolled)["face"] == 4
            german.until(lambda picture: any("Rot würfelt 4" in told["text"] for told in picture["story"]))


def test_what_does_not_fit_the_moment_is_refused_in_a_sentence(classic: Served) -> None:
    with classic:
        host = classic.host()
        prepare(host)
        for post in ({"action": "stop"}, {"action": "nonsense"}, {"press": "a"}, {"undo": True}):
            said = host.post("/answer?lang=de", post)
            assert said.status == 409
            assert said.json["error"].endswith(".")
        unclear: list[object] = [{}, {"action": "roll4", "undo": True}, {"press": "c"}, {"dance": 1}, [], "x"]
        for wrong in unclear:
            assert host.post("/answer", wrong).status == 400
        assert host.post("/answer", b"{not json").status == 400


def test_the_board_is_asked_for_once_by_its_name(classic: Served) -> None:
    with classic:
        host = classic.host()
        with host.watch() as stream:
            key = stream.until(lambda picture: picture["at"] == "game")["board"]
        said = host.get(f"/board/{key}?lang=fr")
        assert "immutable" in said.headers["cache-control"]
        assert said.json["places"][0]["label"] == "Départ"
        assert host.get("/board/0000").status == 404


def test_earlier_positions_are_shown_again(classic: Served) -> None:
    with classic:
        host = classic.host()
        prepare(host)
        with host.watch() as stream:
            stream.until(rolling)
            host.post("/answer", {"action": "roll4"})
            stream.until(lambda picture: picture["positions"] == 1)
        assert host.get("/position/0").json["placement"]["red"] == "1"
        assert host.get("/position/1").json["placement"]["red"] == "5"
        assert host.get("/position/99").status == 404


def test_a_server_that_was_killed_goes_on_with_its_game_and_its_guests(classic: Served) -> None:
    with classic:
        prepare(classic.host())
        red, blue = classic.guest(0, name="Ada"), classic.guest(1)
        with red.watch() as stream:
            stream.until(rolling)
            red.post("/answer", {"action": "roll4"})
            before = stream.until(rolled)
        classic.kill()
        classic.begin()
        for client, seat in ((red, 0), (blue, 1)):
            with client.watch() as stream:
                picture = stream.until(lambda picture: picture["at"] == "game")
                assert stream.you["seats"] == [seat]
                assert picture["placement"] == before["placement"]
                assert picture["start"] != before["start"]
                assert picture["seats"][0]["name"] == "Ada"


def test_a_killed_server_goes_on_with_the_game_after_again_though_another_seat_began(tmp_path: Path) -> None:
    with Served(tmp_path, "barriers", "--people", "2", "--option", "first=seat0") as served:
        served.kill()
        with Journal.open(tmp_path / "journal.db") as journal, journal.begin(BLUE_BEGINS) as writer:
            pass
        lock_file(tmp_path / "journal.db", writer.game).touch()  # as a killed process leaves it
        served.begin()
        with served.host().watch() as stream:
            picture = stream.until(lambda picture: picture["at"] == "game")
            assert picture["game"]["number"] == writer.game


def test_ctrl_c_ends_it_and_says_how_the_game_goes_on(classic: Served) -> None:
    with classic:
        host = classic.host()
        with host.watch() as stream:
            stream.until(lambda picture: picture["at"] == "game")
            status, said = classic.interrupt()
            with pytest.raises(ConnectionError):
                stream.until(lambda _: False)
    assert status == 130
    assert said.count("\n") == 1
    assert "nothing is lost" in said and "log resume 1` goes on" in said


def test_after_ctrl_c_the_same_words_begin_another_game(classic: Served, tmp_path: Path) -> None:
    for _ in range(2):
        with classic:
            with classic.host().watch() as stream:
                stream.until(lambda picture: picture["at"] == "game")
            classic.interrupt()
    with Journal.open(tmp_path / "journal.db") as journal:
        assert [summary.game for summary in store.summaries(journal)] == [2, 1]


def test_a_lobby_that_was_killed_comes_back_with_its_wish_and_its_seats(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        phones = [served.guest(seat, name=name) for seat, name in enumerate(("Anna", "Ben", "Cleo"))]
        assert served.host().post("/lobby", {"wish": {"game": "souriciere"}}).status == 200
        served.kill()
        served.begin()
        with phones[2].watch() as stream:
            lobby = stream.until(lambda picture: picture["at"] == "lobby")
            assert stream.you["seats"] == [2]
        assert lobby["wish"]["game"] == "souriciere"
        assert [seat["name"] for seat in lobby["seats"]] == ["Anna", "Ben", "Cleo"]


def test_a_game_whose_server_was_killed_goes_on_as_quietly_and_with_as_much_help(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        host = served.host()
        assert host.post("/lobby", {"wish": {"game": "barriers", "quiet": True}}).status == 200
        assert host.post("/seats", {"seat": 0, "help": "hints"}).status == 200
        assert host.post("/lobby", {"play": True}).status == 200
        served.kill()
        served.begin()
        with host.watch() as stream:
            picture = stream.until(lambda picture: picture["at"] == "game")
            assert picture["seats"][0]["help"] == "hints"
        assert host.post("/lobby", {"leave": True}).status == 200
        with host.watch() as stream:
            assert stream.until(lambda picture: picture["at"] == "lobby")["wish"]["quiet"]


def test_a_game_goes_on_by_itself_after_the_system_stopped_its_server_but_not_after_ctrl_c(
    tmp_path: Path,
) -> None:
    with Served(tmp_path) as served:
        host = served.host()
        assert host.post("/lobby", {"begin": {"game": "barriers", "seats": [{}, {}]}}).status == 200
        served.process.terminate()
        served.process.communicate()
        served.begin()
        with host.watch() as stream:
            assert stream.until(lambda picture: picture["at"] == "game")["game"]["number"] == 1
        served.interrupt()
        served.begin()
        with host.watch() as stream:
            assert stream.until(lambda _: True)["at"] == "lobby"


def test_the_lobby_begins_with_the_table_and_the_quiet_of_the_command_line(tmp_path: Path) -> None:
    with Served(tmp_path, "--quiet", "--table", "/dev/nothing") as served, served.host().watch() as stream:
        wish = stream.until(lambda picture: picture["at"] == "lobby")["wish"]
        assert (wish["quiet"], wish["table"]) == (True, "/dev/nothing")


@pytest.mark.parametrize("what", ["lobby", "page*"])
def test_a_damaged_file_beside_the_journal_does_not_stop_the_page(tmp_path: Path, what: str) -> None:
    with Served(tmp_path) as served:
        assert served.host().post("/lobby", {"wish": {"game": "barriers"}}).status == 200
        served.kill()
        (kept,) = tmp_path.glob(f"*-{what}")
        kept.write_bytes(kept.read_bytes().replace(b'":"', b'":"\xff', 1))
        served.begin()
        with served.host().watch() as stream:
            assert stream.until(lambda picture: picture["at"] == "lobby")


def test_two_servers_on_one_journal_and_port_know_their_own_guests(tmp_path: Path, free_port: int) -> None:
    with (
        Served(tmp_path, "--host", "127.0.0.1", port=free_port) as one,
        Served(tmp_path, "--host", "127.0.0.2", port=free_port) as other,
    ):
        assert len(list(tmp_path.glob("*-page*"))) == 2
        guest = one.guest()
        other.interrupt()
        one.kill()
        one.begin()
        assert guest.post("/join", {}).status == 200


def test_two_servers_on_one_journal_play_each_its_own_game(tmp_path: Path) -> None:
    choice = {"begin": {"game": "barriers", "seats": [{}, {}]}}
    with Served(tmp_path) as one, Served(tmp_path) as other:
        assert one.host().post("/lobby", choice).status == 200
        said = other.host().post("/lobby", {"resume": 1})
        assert (said.status, said.json["error"]) == (409, "game 1 is being played by another process")
        assert other.host().post("/lobby", choice).status == 200
        with one.host().watch() as stream:
            assert stream.until(lambda picture: "game" in picture)["game"]["number"] == 1
        with other.host().watch() as stream:
            assert stream.until(lambda picture: "game" in picture)["game"]["number"] == 2


def test_everybody_waits_in_the_lobby_while_no_game_is_on(tmp_path: Path) -> None:
    with Served(tmp_path) as served, served.host().watch() as stream:
        assert stream.until(lambda _: True)["at"] == "lobby"
        assert served.host().post("/answer", {"press": "b"}).status == 409


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port), "--journal", str(tmp_path / "journal.db")]) == 2
    assert capsys.readouterr().err.startswith(f"mouseboard: port {port} is taken by a program of ")


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("no-such-host.invalid", "there is no computer 'no-such-host.invalid' to serve the page on"),
        ("192.0.2.77", "192.0.2.77 is no address of this computer"),
        ("fe80::1%1", "no browser can open fe80::1%1; leave --host away"),
    ],
)
def test_a_host_that_is_not_ours_is_told_in_one_line(
    host: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--host", host, "--port", "0", "--journal", str(tmp_path / "journal.db")]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert why in told


@pytest.fixture
def free_port() -> Iterator[int]:
    with ports.held() as holding:
        yield ports.number(holding)


def test_the_terminal_shows_a_qr_code_of_the_address_for_phones(tmp_path: Path, free_port: int) -> None:
    with Served(tmp_path, "--url", f"http://localhost:{free_port}/", port=free_port) as served:
        assert served.process.stdout
        invitation = served.process.stdout.readline()
        assert invitation.startswith(f"phones: http://localhost:{free_port}/j/")
        drawn = [served.process.stdout.readline() for _ in range(12)]
        assert sum("█" in line for line in drawn) > 8
        code = invitation.strip().rpartition("/j/")[2]
        assert Client(served.port).join(code).status == 200


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--phones", "--host", "127.0.0.1"], "Phones can't connect: 127.0.0.1 is this computer alone."),
        (["--host", "localhost"], "Phones can't connect: localhost is this computer alone."),
        (["--host", "0.0.0.0"], "Everybody in your network can reach the page, as with --phones."),
        (["--host", "::"], "Everybody in your network can reach the page, as with --phones."),
    ],
)
def test_the_terminal_says_what_a_host_means_for_phones(words: list[str], said: str, tmp_path: Path) -> None:
    with Served(tmp_path, *words) as served:
        assert served.process.stdout
        assert served.process.stdout.readline().startswith(said)


def test_a_press_counts_however_quick_and_once_only(classic: Served) -> None:
    with classic:
        host = classic.host()
        prepare(host)
        with host.watch() as stream:
            first = stream.until(rolling)
            assert host.post("/answer", {"press": "b", "serial": first["serial"]}).status == 200
            stream.until(lambda picture: rolling(picture) and picture["positions"] == 1)
            assert host.post("/answer", {"press": "b", "serial": first["serial"]}).status == 409
            assert host.post("/answer", {"press": "b", "serial": stream.picture["serial"]}).status == 200
            stream.until(lambda picture: picture["positions"] == 2)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--port", "99999"], "there is no port 99999; ports are 0 to 65535"),
        (["--port", "-1"], "there is no port -1"),
        (["--url", "games.example.home"], "'games.example.home' is no address of a page"),
        (["--url", "https://games.example.home/?x"], "is no address of a page"),
        (["--url", "http://games.example.home:mouse/"], "is no address of a page"),
        (["--url", "http://a b/"], "is no address of a page"),
        (["--url", "http://games.example.home/a b/"], "is no address of a page"),
        (["--url", "http://ada:secret@games.example.home/"], "is no address of a page"),
        (["--url", "http://games,home/"], "is no address of a page"),
        (["--proxy", "192.168.1.2"], "--proxy is for a page behind a proxy"),
        (["--url", "http://games.example.home", "--proxy", "nginx"], "--proxy 'nginx' is no address"),
        (["--players", "3"], "--players is for a game that is named"),
        (["--record", "game.txt"], "--record is for a game that is named"),
        (["chess"], "there is no game 'chess'"),
        (["classic", "--table", "/dev/ttyNONE"], "/dev/ttyNONE"),
    ],
)
def test_what_cannot_be_served_is_told_in_one_line(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words, "--journal", str(tmp_path / "journal.db")]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert why in told.err
    assert not (tmp_path / "journal.db").exists()


def test_two_posts_at_once_take_back_only_one_move(tmp_path: Path) -> None:
    with barriers_to_choose(tmp_path) as served:
        host = served.host()
        with host.watch() as stream:
            for turn, barrier in ((1, "a1h"), (0, "c1h"), (1, "e1h")):
                assert host.post("/answer", {"action": barrier}).status == 200
                stream.until(lambda picture: picture["sign"] == "do")
                assert host.post("/answer", {"press": "b"}).status == 200
                stream.until(is_asked("choose", turn))
            undo = {"undo": True, "serial": stream.picture["serial"]}
            with ThreadPoolExecutor() as both:
                assert 200 in both.map(lambda _: host.post("/answer", undo).status, range(2))
            stream.until(lambda picture: picture["sign"] == "do")  # somebody has to take the barrier off
            time.sleep(1)
        with host.watch() as stream:
            assert stream.until(lambda _: True)["positions"] == 2


def test_a_file_that_the_browser_has_is_not_sent_again_though_a_proxy_compresses_it(classic: Served) -> None:
    with classic:
        host = classic.host()
        for file in ("/page/app.js", "/page/lobby/lobby.js", "/page/board/board.js"):
            tag = host.get(file).headers["etag"]
            for known in (tag, f"W/{tag}", f'"other", W/{tag}'):
                assert host.get(file, If_None_Match=known).status == 304
            assert host.get(file, If_None_Match='W/"other"').status == 200


def test_a_table_that_is_not_there_is_told_at_the_terminal_and_the_page_is_served(tmp_path: Path) -> None:
    with Served(tmp_path, "--table", "/dev/nothing") as served:
        assert served.host().get("/lobby").status == 200
        _, said = served.interrupt()
    assert said.splitlines() == [
        "mouseboard: /dev/nothing: no such port. The page works without it: plug the table in, "
        "or choose another one under House rules."
    ]
