"""The connections of browsers: accepted fairly by address, served in turns, and cut off when they only keep us busy.

The game runs in the same loop. In one turn of it a few connections are accepted and a few requests are looked at,
however many there are, so the game waits for a few at most.
"""

from __future__ import annotations

import asyncio
import socket
from collections import defaultdict
from collections.abc import Collection

import h11
import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from mouseboard.web.limits import Rate, Turnstile, network

SILENCE = 5.0
"""Seconds within which a whole request must arrive, its body excepted."""
STALL = 10.0
"""Seconds within which a client must read something of what waits for it."""
MOST = 1024
"""Connections that are open at once."""
MOST_OF_ADDRESS = 256
"""Those of one address: its streams, and what its browsers ask besides."""
REQUESTS_PER_S, REQUESTS_AT_ONCE = 60.0, 400.0
"""Requests of one address. Ten phones that load the page together ask 300 times."""
ACCEPTED_PER_TURN = 16
SERVED_PER_TURN = 4
"""Connections accepted, and requests begun, in one turn of the loop: some two milliseconds of work."""
READING_PER_TURN = 0.001
"""Seconds after which the next request waits for the next turn."""
SEND_BUFFER = 128 * 1024
"""Bytes the kernel holds for a client that does not read. Left to itself it holds 4 MB of each."""
WAITING = 1024
"""Connections that may wait to be accepted. A browser that finds no room tries again only after a second."""
LONGEST_HEAD = 8 * 1024
MOST_HEADERS = 64
"""Bytes and headers of a request without its body."""


class _Parser(h11.Connection):
    """Refuses what takes long to read: 256 kB of chunks of one byte take a quarter of a second."""

    refusal = (400, "this is no request that we understand")

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            self.refusal = (413, "a post says how long it is: `Content-Length`")
            raise h11.RemoteProtocolError(self.refusal[1])
        return event


class Connection(H11Protocol):
    """One connection, as uvicorn has it, but it takes turns and does not wait for ever."""

    def __init__(self, gate: Gate, config: uvicorn.Config, state: ServerState) -> None:
        super().__init__(config, state, {"connection": self})
        self.conn: _Parser = _Parser(h11.SERVER, LONGEST_HEAD)
        self.address = ""
        """What its limits count by."""
        self.is_proxy = False
        """Whether a proxy passes somebody's requests on by it."""
        self.is_known = False
        """Whether a token came with one of its requests."""
        self.since = self.loop.time()
        """When it began to do what it does, by the loop's clock."""
        self._gate = gate
        self._is_waiting = False  # for its turn
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        host, port = self.client or ("", 0)
        self.is_proxy = host in self._gate.proxies
        self.address = f"{host}, port {port}" if self.is_proxy else network(host)  # many visitors share a proxy's
        if self._gate.admit(self):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            self._expect_request()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline:
            self._deadline.cancel()
        self.resume_writing()
        if self._is_waiting:
            self._gate.turnstile.leave(self.address, self)
        self._gate.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.conn.their_state is h11.IDLE:
            head = data.partition(b"\r\n\r\n")[0]
            if len(head) > LONGEST_HEAD or head.count(b"\n") > MOST_HEADERS:  # to read it takes 4 ms for 16 kB
                self.conn.refusal = (431, f"a request has {LONGEST_HEAD} bytes and {MOST_HEADERS} headers at most")
                self.send_400_response("")
                return
        super().data_received(data)

    def handle_events(self) -> None:
        """Look at what has arrived when it is this connection's turn."""
        if not self._is_waiting:
            self._is_waiting = True
            self.flow.pause_reading()
            self._gate.queue(self)

    def serve(self) -> None:
        """It is this connection's turn."""
        self._is_waiting = False
        self.flow.resume_reading()
        super().handle_events()

    def on_response_complete(self) -> None:
        self._expect_request()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self._stalled or self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, and close."""
        status, why = self.conn.refusal
        head = [(b"content-type", b"application/json"), (b"connection", b"close")]
        for event in (
            h11.Response(status_code=status, headers=head),
            h11.Data(data=msgspec.json.encode({"error": why})),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _expect_request(self) -> None:
        if self._deadline:
            self._deadline.cancel()
        self.since = self.loop.time()
        self._deadline = self.loop.call_later(SILENCE, self._cut)

    def _cut(self) -> None:
        if self._is_waiting:  # for us, not we for it
            self._expect_request()
        elif self.is_idle:
            self.transport.abort()


class Gate:
    """Accepts connections for a server, `most` at once. Through `proxies`, addresses, come many visitors each."""

    def __init__(self, config: uvicorn.Config, state: ServerState, most: int, proxies: Collection[str] = ()) -> None:
        self.proxies = proxies
        self.turnstile = Turnstile[Connection](Rate(REQUESTS_PER_S, REQUESTS_AT_ONCE))
        self._config = config
        self._state = state
        self._most = most
        self._open: defaultdict[str, set[Connection]] = defaultdict(set)
        self._total = 0
        self._loop = asyncio.get_running_loop()
        self._next: asyncio.TimerHandle | asyncio.Handle | None = None

    async def open(self, listening: socket.socket) -> asyncio.Server:
        """Accept connections from now on, a few in one turn of the loop; many more may wait for their turn."""
        server = await self._loop.create_server(self._connection, sock=listening, backlog=ACCEPTED_PER_TURN)
        listening.listen(WAITING)
        return server

    def _connection(self) -> Connection:
        return Connection(self, self._config, self._state)

    def admit(self, connection: Connection) -> bool:
        """Whether there is room for it. For that another may have to go."""
        if not self._make_room(connection.address):
            return False
        self._open[connection.address].add(connection)
        self._total += 1
        return True

    def forget(self, connection: Connection) -> None:
        """It has gone."""
        of_address = self._open[connection.address]
        if connection in of_address:
            of_address.remove(connection)
            self._total -= 1
        if not of_address:
            del self._open[connection.address]

    def _make_room(self, address: str) -> bool:
        """Whether one more may come from there; for that another may have to go."""
        here = len(self._open.get(address, ()))
        if here >= MOST_OF_ADDRESS:
            return self._evict(address, spare_known=True)
        if self._total < self._most:
            return True
        heaviest = max(self._open, key=lambda one: len(self._open[one]))
        return len(self._open[heaviest]) > here + 1 and self._evict(heaviest)

    def _evict(self, address: str, spare_known: bool = False) -> bool:
        """Cut off the connection from there that has been idle for longest, else an unknown one, else the oldest."""
        there = self._open.get(address, ())
        goes = min(there, key=lambda one: (not one.is_idle, one.is_known, one.since), default=None)
        if goes is None or (spare_known and goes.is_known and not goes.is_idle):
            return False
        self.forget(goes)
        goes.transport.abort()
        return True

    # Turns.

    def queue(self, connection: Connection) -> None:
        """Serve it when its address has its turn."""
        self.turnstile.enter(connection.address, connection)
        if self._next is None or isinstance(self._next, asyncio.TimerHandle):
            self._serve_soon(0)

    def _serve_soon(self, seconds: float) -> None:
        if self._next:
            self._next.cancel()
        self._next = self._loop.call_later(seconds, self._serve) if seconds else self._loop.call_soon(self._serve)

    def _serve(self) -> None:
        self._next = None
        now = self._loop.time()
        for _ in range(SERVED_PER_TURN):
            connection = self.turnstile.next(now)
            if connection is None:
                break
            connection.serve()
            if self._loop.time() - now > READING_PER_TURN:
                break
        due = self.turnstile.due(now)
        if due is not None:
            self._serve_soon(due)
