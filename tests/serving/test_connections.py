"""Connections that only keep the page busy: the server refuses, slows or closes them, and prints nothing."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, suppress

import pytest
import uvicorn
from tests.web.served import PATIENCE, Client, Served, Stream
from uvicorn.server import ServerState

from mouseboard.serving.connections import (
    LONGEST_HEAD,
    LONGEST_QUERY,
    MOST,
    MOST_HEADERS,
    MOST_OF_ADDRESS,
    SILENCE_S,
    STALL_S,
    Gate,
)
from mouseboard.serving.door import JOINS_AT_ONCE, LARGEST_OF_STRANGER, POSTS_AT_ONCE
from mouseboard.serving.guard import READING_S
from mouseboard.serving.limits import Caller
from mouseboard.web.streams import MOST_TVS, RESERVED


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("connections"), "--lang", "en") as served:
        yield served


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A page shared by tests of which nothing stays behind: each of their requests is refused and leaves no trace."""
    with Served(tmp_path_factory.mktemp("refusing"), "--lang", "en") as served:
        yield served


def opened(served: Served, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", served.port), PATIENCE, source_address=(address, 0))


def head(served: Served, what: str, *more: str) -> bytes:
    here = f"127.0.0.1:{served.port}"
    lines = (f"{what} HTTP/1.1", f"Host: {here}", f"Origin: http://{here}", "Content-Type: application/json", *more)
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def answered(connection: socket.socket) -> bytes:
    """Return everything received until the connection ends."""
    said = b""
    with suppress(ConnectionResetError):
        while more := connection.recv(1 << 16):
            said += more
    return said


def is_open(connection: socket.socket) -> bool:
    """Tell whether the connection is still open, whatever the server has answered."""
    connection.settimeout(0.01)
    try:
        while connection.recv(1 << 16):
            pass
    except TimeoutError:
        return True
    except ConnectionError:
        pass
    return False


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (lambda _: b"nonsense\r\n\r\n", b"400"),
        (lambda served: head(served, "GET /", *["a: b"] * MOST_HEADERS), b"431"),
        (lambda served: head(served, "GET /", "a: " + "b" * LONGEST_HEAD), b"431"),
        (lambda served: head(served, f"GET /?{'&' * (LONGEST_QUERY + 1)}"), b"414"),
        (lambda served: head(served, "POST /join", "Transfer-Encoding: chunked") + b"1\r\nx\r\n", b"413"),
    ],
)
def test_a_request_that_takes_long_to_read_is_refused_in_one_line(
    refusing: Served, sent: Callable[[Served], bytes], status: bytes
) -> None:
    with opened(refusing) as connection:
        connection.sendall(sent(refusing))
        said = answered(connection)
    assert said.startswith(b"HTTP/1.1 " + status)
    assert b'{"error":"' in said


def test_a_second_head_behind_a_first_is_no_longer_than_the_first(refusing: Served) -> None:
    with opened(refusing) as connection:
        connection.sendall(head(refusing, "GET /words") + head(refusing, "GET /", *["a: b"] * MOST_HEADERS))
        said = answered(connection)
    assert said.startswith(b"HTTP/1.1 200") and b"HTTP/1.1 431 Request Header Fields Too Large" in said


async def fetched(port: int, requests: bytes, answers: int) -> bool:
    """Tell whether `answers` responses with status 200 come back on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(requests)
    try:
        heads = [await reader.readuntil(b"\r\n\r\n") for _ in range(answers)]
    except asyncio.IncompleteReadError:
        return False
    else:
        return all(head.startswith(b"HTTP/1.1 200") for head in heads)
    finally:
        writer.close()


async def empty(_scope: object, _receive: object, send: Callable[[dict[str, object]], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


async def every_waiting_request_is_answered() -> bool:
    """Tell whether requests that wait for their turn are all answered.

    The server keeps no idle connections, and starts one request of strangers in a turn.
    """
    config = uvicorn.Config(empty, lifespan="off", log_config=None, timeout_keep_alive=0)
    config.load()
    gate = Gate(config, ServerState(), MOST, who=lambda _: None)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        async with await gate.open(listening):
            requests = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n" * 4
            port = listening.getsockname()[1]
            return all(await asyncio.gather(*(fetched(port, requests, 4) for _ in range(8))))


class Reading:
    """An app that reads the body of each request before it answers, and notes when it begins."""

    def __init__(self) -> None:
        self.begun = asyncio.Semaphore(0)

    async def __call__(
        self,
        scope: object,
        receive: Callable[[], Awaitable[dict[str, object]]],
        send: Callable[[dict[str, object]], Awaitable[None]],
    ) -> None:
        self.begun.release()
        while (await receive()).get("more_body"):
            pass
        await empty(scope, receive, send)


async def somebody_idle_stays_where_another_begins_posts_and_never_ends_them() -> bool:
    """Tell whether somebody who was let in keeps a connection when posts without an end have taken all others."""
    app, most, get = Reading(), 32, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    config = uvicorn.Config(app, lifespan="off", log_config=None)
    config.load()
    gate = Gate(config, ServerState(), most, who=lambda _: Caller("guest", is_resident=False))

    async def ask(address: str, request: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        stack.callback(writer.close)
        writer.write(request)
        await app.begun.acquire()
        return reader, writer

    with socket.create_server(("127.0.0.1", 0)) as listening, ExitStack() as stack:
        port = listening.getsockname()[1]
        async with await gate.open(listening):
            reader, writer = await ask("127.0.0.2", get)
            await reader.readuntil(b"\r\n\r\n")
            for _ in range(most - 1):
                await ask("127.0.0.3", b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
            await ask("127.0.0.4", get)
            writer.write(get)
            return (await reader.read(100)).startswith(b"HTTP/1.1 200")


def test_posts_that_never_end_take_no_connection_from_whoever_was_let_in() -> None:
    assert asyncio.run(somebody_idle_stays_where_another_begins_posts_and_never_ends_them())


def test_a_request_that_waits_for_its_turn_is_answered_even_where_idle_connections_are_not_kept() -> None:
    assert asyncio.run(every_waiting_request_is_answered())


def test_malformed_requests_and_web_sockets_print_nothing(served: Served) -> None:
    upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAA")
    for sent in (b"\x16\x03\x01 TLS\r\n\r\n", head(served, "GET /events", *upgrade), b"GET / HTTP/9.9\r\n\r\n"):
        with opened(served) as connection:
            connection.sendall(sent)
            connection.recv(100)
    status, said = served.interrupt()
    assert (status, said) == (130, "")


@pytest.mark.real
def test_a_client_that_never_reads_is_cut_off(served: Served) -> None:
    with opened(served) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        began = time.monotonic()
        connection.sendall(head(served, "GET /page/board/board.js") * 100)
        time.sleep(STALL_S / 2)
        assert is_open(connection)
        with pytest.raises(ConnectionError):
            while time.monotonic() < began + STALL_S + 5:
                connection.sendall(b"\r\n")
                time.sleep(0.2)


def test_a_stranger_posts_nothing_but_the_join_code_and_the_body_is_not_read(refusing: Served) -> None:
    with opened(refusing) as connection:
        connection.sendall(head(refusing, "POST /answer", "Content-Length: 60000"))
        assert answered(connection).startswith(b"HTTP/1.1 403")
    with opened(refusing) as connection:
        connection.sendall(head(refusing, "POST /join", f"Content-Length: {LARGEST_OF_STRANGER + 1}"))
        assert answered(connection).startswith(b"HTTP/1.1 413")


@pytest.mark.real
def test_a_body_that_never_ends_is_waited_for_no_longer_than_ten_seconds(served: Served) -> None:
    with opened(served) as connection:
        connection.sendall(head(served, "POST /join", "Content-Length: 900") + b'{"code": "')
        began = time.monotonic()
        assert answered(connection).startswith(b"HTTP/1.1 408")
        assert time.monotonic() - began < READING_S + 5


def test_an_address_with_hundreds_of_connections_loses_its_idle_ones(served: Served) -> None:
    with ExitStack() as stack:
        hoarded = [stack.enter_context(opened(served, "127.0.0.2")) for _ in range(MOST_OF_ADDRESS + 20)]
        assert Client(served.port, address="127.0.0.2").get("/words").status == 200
        time.sleep(0.2)
        assert 0 < sum(map(is_open, hoarded)) < MOST_OF_ADDRESS


def test_the_address_with_the_most_gives_up_a_connection_when_all_are_taken(served: Served) -> None:
    with ExitStack() as stack:
        calm = stack.enter_context(opened(served, "127.0.0.9"))
        for n in range(MOST // MOST_OF_ADDRESS + 1):
            for _ in range(MOST_OF_ADDRESS):
                with suppress(ConnectionError):
                    stack.enter_context(opened(served, f"127.0.1.{n + 1}"))
        assert Client(served.port, address="127.0.0.3").get("/words").status == 200
        assert is_open(calm)


MULTITUDE = [f"127.0.{3 + n // 250}.{1 + n % 250}" for n in range(600)]


def test_six_hundred_addresses_with_idle_connections_displace_neither_people_nor_newcomers(served: Served) -> None:
    host = served.host()
    with ExitStack() as stack, host.watch() as stream:
        kept = stack.enter_context(opened(served, "127.0.0.9"))
        kept.sendall(head(served, "GET /words", f"Cookie: {host.cookie}"))
        assert kept.recv(100).startswith(b"HTTP/1.1 200")
        for address in MULTITUDE * 2:
            stack.enter_context(opened(served, address))
        assert Client(served.port, address="127.0.0.3").get("/words").status == 200
        assert is_open(kept)
        assert host.post("/lobby", {"begin": {"game": "classic", "seats": [{}, {}]}}).status == 200
        stream.until(lambda picture: picture["at"] != "lobby")


def test_a_slow_newcomer_from_the_address_of_a_host_is_not_displaced_by_a_multitude(served: Served) -> None:
    host = served.host()
    assert host.get("/words").status == 200  # so it is known that the host is at this address
    with ExitStack() as stack:
        slow, strange = stack.enter_context(opened(served)), stack.enter_context(opened(served, "127.0.0.9"))
        for address in MULTITUDE * 2:
            stack.enter_context(opened(served, address))
        assert Client(served.port, address="127.0.0.3").get("/words").status == 200  # all are accepted by now
        assert not is_open(strange)
        slow.sendall(head(served, "GET /words", f"Cookie: {host.cookie}"))
        assert slow.recv(100).startswith(b"HTTP/1.1 200")


@pytest.fixture
def passed_on(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A page that accepts forwarded requests from its own computer."""
    url = ("--url", "http://games.example.home/")
    with Served(tmp_path_factory.mktemp("passed"), "--lang", "en", *url) as served:
        yield served


def visitor(served: Served, address: str) -> Client:
    """Return a client whose address a proxy reports."""
    return Client(served.port, more={"X-Forwarded-For": address})


def test_whoever_asks_too_fast_by_a_proxy_waits_and_others_do_not(passed_on: Served) -> None:
    ask = "GET /words", "X-Forwarded-For: 192.168.1.7"
    at_once = 10 * [head(passed_on, *ask)] + [head(passed_on, *ask, "Connection: close")]
    with ExitStack() as stack:
        hasty = [stack.enter_context(opened(passed_on)) for _ in range(50)]
        for connection in hasty:
            connection.sendall(b"".join(at_once))
        began = time.monotonic()
        assert visitor(passed_on, "192.168.1.8").get("/words").status == 200
        others = time.monotonic() - began
        assert b"".join(map(answered, hasty)).count(b"HTTP/1.1 200") == 50 * len(at_once), "each is answered"
        assert others < (time.monotonic() - began) / 2


def test_one_visitor_by_a_proxy_gets_no_more_connections_than_anybody(passed_on: Served) -> None:
    too_much = head(passed_on, "GET /words", "X-Forwarded-For: 192.168.1.7") * 12
    with ExitStack() as stack:
        hoarded = [stack.enter_context(opened(passed_on)) for _ in range(2 * MOST_OF_ADDRESS)]
        for connection in hoarded:
            with suppress(ConnectionError):
                connection.sendall(too_much)
        assert visitor(passed_on, "192.168.1.8").get("/words").status == 200
        assert 0 < sum(map(is_open, hoarded)) <= MOST_OF_ADDRESS


def ask(connection: socket.socket, served: Served, address: str) -> bytes:
    """Return the status that the visitor at `address` gets on a proxy's connection."""
    connection.sendall(head(served, "GET /words", f"X-Forwarded-For: {address}"))
    said = b""
    while not said.endswith(b"}}"):
        more = connection.recv(1 << 16)
        if not more:
            break
        said += more
    return said[9:12]


def test_a_connection_that_a_proxy_keeps_is_for_whoever_comes_next(passed_on: Served) -> None:
    slow = head(passed_on, "POST /join", "X-Forwarded-For: 192.168.1.7", "Content-Length: 900")
    with ExitStack() as stack:
        kept = stack.enter_context(opened(passed_on))
        assert ask(kept, passed_on, "192.168.1.7") == b"200"
        for _ in range(2 * MOST_OF_ADDRESS):
            with suppress(ConnectionError):
                stack.enter_context(opened(passed_on)).sendall(slow)
        assert visitor(passed_on, "192.168.1.7").get("/words").status == 200  # earlier ones are handled by now
        assert ask(kept, passed_on, "192.168.1.8") == b"200"


def test_nobody_waits_for_the_turn_of_whoever_used_a_connection_of_a_proxy_before(passed_on: Served) -> None:
    with ExitStack() as stack:
        kept = stack.enter_context(opened(passed_on))
        for _ in range(100):
            hasty = stack.enter_context(opened(passed_on))
            hasty.sendall(head(passed_on, "GET /words", "X-Forwarded-For: 192.168.1.7") * 12)
        waited = 0.0
        while waited < 0.5:  # until the visitor exceeds their rate and has to wait
            waited = seconds_for(lambda: ask(kept, passed_on, "192.168.1.7"))
        assert seconds_for(lambda: ask(kept, passed_on, "192.168.1.8")) < waited / 2


def seconds_for(asking: Callable[[], bytes]) -> float:
    """Return how long an answer takes."""
    began = time.monotonic()
    assert asking() == b"200"
    return time.monotonic() - began


@pytest.mark.real
def test_a_proxy_keeps_its_connections_for_as_long_as_it_likes(passed_on: Served) -> None:
    with opened(passed_on) as kept:
        assert ask(kept, passed_on, "192.168.1.7") == b"200"
        time.sleep(2 * SILENCE_S)
        assert ask(kept, passed_on, "192.168.1.8") == b"200"


def test_the_end_is_quiet_while_hundreds_wait_for_their_turn(served: Served) -> None:
    with ExitStack() as stack:
        for n in range(240):
            connection = stack.enter_context(opened(served, f"127.0.1.{n % 4 + 1}"))
            connection.sendall(head(served, "GET /words") * 50)
        assert served.interrupt() == (130, "")


def test_a_person_who_posts_too_fast_is_asked_to_wait_and_others_are_not(served: Served) -> None:
    fast, calm = served.guest(), served.guest()
    said = [fast.post("/answer", {"undo": True}) for _ in range(2 * int(POSTS_AT_ONCE))]
    assert said[0].status == 409
    refused = next(answer for answer in said if answer.status == 429)
    assert refused.json == {"error": "Not so fast! Wait a bit and try again."}
    assert calm.post("/answer", {"undo": True}).status == 409


def test_one_address_joins_only_so_often_and_others_are_not_kept_out(served: Served) -> None:
    code = served.host().get("/invite").json["code"]
    statuses = [Client(served.port, address="127.0.0.2").join(code).status for _ in range(2 * int(JOINS_AT_ONCE))]
    assert statuses[0] == 200 and 429 in statuses
    assert Client(served.port, address="127.0.0.3").join(code).status == 200


def watching(stack: ExitStack, client: Client, count: int) -> list[Stream]:
    return [stack.enter_context(client.watch()) for _ in range(count)]


def test_host_and_players_watch_at_an_address_where_guests_keep_all_streams_open(served: Served) -> None:
    red, host = served.guest(0), served.host()
    with ExitStack() as stack:
        for _ in range(6):
            watching(stack, served.guest(), 11)
        for resident in (red, host):
            assert [stream.status for stream in watching(stack, resident, RESERVED)] == 4 * [200]
        assert stack.enter_context(served.guest().watch()).status == 200, "those with the most give one up"


def test_a_tvs_token_holds_a_few_streams_at_an_address_and_another_tv_has_as_many(served: Served) -> None:
    tv = served.stranger()
    tv.cookie = tv.post("/enter", {"tv": True}).cookie
    with ExitStack() as stack:
        statuses = [stream.status for stream in watching(stack, tv, 120)]
        assert statuses.count(200) == MOST_TVS
        assert opened_stream(stack, served, tv.cookie, "127.0.0.2").startswith(b"HTTP/1.1 200")


def opened_stream(stack: ExitStack, served: Served, cookie: str, address: str) -> bytes:
    """Ask for the stream at another address; return the start of the answer."""
    connection = stack.enter_context(opened(served, address))
    connection.sendall(head(served, "GET /events", f"Cookie: {cookie}"))
    return connection.recv(100)


def test_a_host_is_answered_at_an_address_where_guests_hold_all_connections(served: Served) -> None:
    host, guests = served.host(), [served.guest() for _ in range(6)]
    with ExitStack() as stack, host.watch() as stream:
        for n in range(MOST_OF_ADDRESS + 2):
            slow = stack.enter_context(opened(served))
            with suppress(ConnectionError):
                slow.sendall(head(served, "POST /answer", f"Cookie: {guests[n % 6].cookie}", "Content-Length: 900"))
        time.sleep(0.2)
        assert host.get("/invite").status == 200
        with host.watch() as another:
            assert another.status == 200
        assert host.post("/lobby", {"begin": {"game": "classic", "seats": [{}, {}]}}).status == 200
        stream.until(lambda picture: picture["at"] != "lobby")
