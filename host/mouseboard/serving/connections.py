"""The connections of browsers: accepted, served in turns, and cut off when they only keep us busy.

The game runs in the same loop. In one iteration of it a few connections are accepted and a few requests are looked at,
however many there are, so the game waits for a few at most. The head of a request tells who asks: people who have
been let in are served before strangers, each by the address they ask from, also where a proxy passes on requests.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Collection
from contextlib import suppress
from http import HTTPStatus

import h11
import msgspec
import uvicorn
from starlette.requests import Request
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from mouseboard.serving.forwarding import is_secure, sender
from mouseboard.serving.limits import Caller, NoRoom, Rate, Room, Standing, Turnstile, device

SILENCE_S = 5.0
"""Seconds within which a whole request must arrive, without its body."""
SILENCE_OF_PROXY_S = 180.0
"""The same for a connection that a proxy keeps for its next visitor. The proxy closes it first: Caddy after 120."""
STALL_S = 10.0
"""Seconds within which a client must read some of the data that waits for it, and its kernel acknowledge it."""
MOST = 1024
"""Connections that are open at once."""
MOST_OF_ADDRESS = 256
"""Open connections of one address: its streams, and other requests of its browsers."""
MOST_OF_HOUSEHOLD = 512
"""The same of all addresses in a /64 of IPv6."""
RESERVED = 8
"""Connections of a resident that count towards no limit: four streams, and requests beside them."""
MOST_HOMES = 8
"""Addresses of residents that are remembered."""
EXPECTED = 32
"""Connections from each of these that are reserved until they ask for something."""
REQUESTS_PER_S, REQUESTS_AT_ONCE = 60.0, 400.0
"""Rate limit of one address, and of each resident. Ten phones that load the page together make 300 requests."""
HOUSEHOLD_PER_S, HOUSEHOLD_AT_ONCE = 240.0, 1600.0
"""Rate limit of all addresses in a /64 of IPv6."""
ACCEPTED_AT_ONCE = 4
SERVED_AT_ONCE = 2
STRANGERS_AT_ONCE = 1
"""Limits for one iteration of the loop: connections accepted, requests begun of people and of strangers.

More are accepted than served: a newcomer waits for its turn only once it has been accepted, and the kernel lets
thousands of a crowd's connections go first.
"""
LONGEST_LOOK_S = 0.001
"""Seconds that one iteration may read heads of requests. The rest wait for the next iteration."""
SEND_BUFFER = 128 * 1024
"""Bytes the kernel buffers for a client that does not read. By default it buffers 4 MB for each."""
WAITING = 4096
"""Connections that may wait to be accepted. A browser that finds the queue full retries only after a second."""
LONGEST_HEAD = 16 * 1024
MOST_HEADERS = 64
LONGEST_QUERY = 2 * 1024
"""Limits of a request: bytes and headers of its head, bytes of its query string. A browser sends
the cookies of all that this computer serves."""


class _Parser(h11.Connection):
    """An h11 parser that can peek at a head, and refuses requests slow to parse: many headers, chunked bodies."""

    refusal = (400, "this is no request that we understand")
    _ahead: h11.Request | None = None
    _is_refused = False

    def peek(self) -> h11.Request | None:
        """Return the request whose head has just come, if one has."""
        if self._ahead is None and self.their_state is h11.IDLE:
            with suppress(h11.RemoteProtocolError):  # `next_event` raises it again
                event = self.next_event()
                self._ahead = event if isinstance(event, h11.Request) else None
        return self._ahead

    @property
    def lacks_head(self) -> bool:
        """Whether no request has begun, or part of its head is still to come."""
        return self.their_state is h11.IDLE and not self._is_refused

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self._ahead:
            ahead, self._ahead = self._ahead, None
            return ahead
        if self._is_refused:
            raise h11.RemoteProtocolError(self.refusal[1])
        if self.their_state is h11.IDLE:
            self._check_size()
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._check_kind(event)
        return event

    def _check_kind(self, request: h11.Request) -> None:
        """Raise RemoteProtocolError for requests that our own page would not send."""
        if any(name == b"transfer-encoding" for name, _ in request.headers):
            self._refuse(413, "a post says how long it is: `Content-Length`")
        if len(request.target.partition(b"?")[2]) > LONGEST_QUERY:
            self._refuse(414, f"an address has {LONGEST_QUERY} bytes at most behind its question mark")

    def _check_size(self) -> None:
        """Raise RemoteProtocolError for a head that is too large."""
        head = self.trailing_data[0].partition(b"\r\n\r\n")[0]
        if len(head) > LONGEST_HEAD or head.count(b"\n") > MOST_HEADERS:
            self._refuse(
                431,
                f"a request has {LONGEST_HEAD} bytes and {MOST_HEADERS} headers at most; "
                "a browser sends all cookies of this computer, so remove those of its other pages",
            )

    def _refuse(self, status: int, why: str) -> None:
        self._is_refused, self.refusal = True, (status, why)
        raise h11.RemoteProtocolError(why)


class Connection(H11Protocol):
    """A connection of uvicorn's that takes turns with the others and has timeouts."""

    def __init__(self, gate: Gate, config: uvicorn.Config, state: ServerState) -> None:
        super().__init__(config, state, {"connection": self})
        self.conn: _Parser = _Parser(h11.SERVER, LONGEST_HEAD)
        self.address = ""
        """The key of its limits: the address of its peer, or of the visitor for whom a proxy asks, or a resident."""
        self.own_address = ""
        """The address of its peer. A connection that a proxy keeps idle counts towards no visitor's limit."""
        self.caller: Caller | None = None
        """The sender of its request; None for a stranger."""
        self.is_reserved = False
        """Whether it is one of a resident's reserve."""
        self._gate = gate
        self._peer = ""
        self._is_waiting = False  # for its turn
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._peer, port = self.client or ("", 0)
        self.own_address = self.address = f"{self._peer}, port {port}" if self.is_of_proxy else device(self._peer)
        if self._gate.admit(self):
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._deadline:
            self._deadline.cancel()
        self.resume_writing()
        self._gate.forget(self)
        super().connection_lost(exc)
        # These refer back to us. Garbage collection of thousands of such cycles would stall the game for 0.1 s.
        self.app_state, self.cycle, self.scope = {}, None, None  # type: ignore[assignment]

    def handle_events(self) -> None:
        """Queue this connection: what has arrived is read when its turn comes."""
        if not self._is_waiting:
            self._is_waiting = True
            self.flow.pause_reading()
            self._gate.queue(self)

    def look(self) -> bool:
        """Learn who asks from the head of a request. Return False if there is nothing to serve."""
        request = self.conn.peek()
        if request is None and self.conn.lacks_head:
            self._is_waiting = False
            self.flow.resume_reading()
            return False
        return request is None or self._learn(request)

    def _learn(self, request: h11.Request) -> bool:
        """Learn who asks; return whether the connection may stay."""
        query = request.target.partition(b"?")[2]
        asked = Request({"type": "http", "headers": list(request.headers), "query_string": query})
        if self.is_of_proxy:
            self.client = (sender(asked.headers, self._gate.proxies, self._peer), 0)
            self.scheme = "https" if is_secure(asked.headers) else "http"
        return self._gate.meet(self, device(self.client[0] if self.client else ""), asked)

    @property
    def is_of_proxy(self) -> bool:
        """Whether a proxy opened it: many visitors share it, one after the other."""
        return self._peer in self._gate.proxies

    def serve(self) -> None:
        """Serve the request: it is this connection's turn."""
        self._is_waiting = False
        self.flow.resume_reading()
        super().handle_events()
        if self.conn.their_state is not h11.SEND_BODY:
            self._gate.begin(self)

    def shutdown(self) -> None:
        """Shut down with the server. A request still waiting for its turn is not served."""
        if self._is_waiting:
            self.transport.close()
        else:
            super().shutdown()

    def on_response_complete(self) -> None:
        if not self.transport.is_closing():
            self._expect_request()
            self._gate.rest(self)
        super().on_response_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Do nothing: `_cut` closes silent connections, and spares a request that waits for its turn."""

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self._stalled or self.loop.call_later(STALL_S, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be read, and close the connection."""
        status, why = self.conn.refusal
        head = [(b"content-type", b"application/json"), (b"connection", b"close")]
        for event in (
            h11.Response(status_code=status, headers=head, reason=HTTPStatus(status).phrase),
            h11.Data(data=msgspec.json.encode({"error": why})),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _expect_request(self) -> None:
        if self._deadline:
            self._deadline.cancel()
        silence = SILENCE_OF_PROXY_S if self.is_of_proxy else SILENCE_S
        self._deadline = self.loop.call_later(silence, self._cut)

    def _cut(self) -> None:
        if self._is_waiting:  # its request waits for us
            self._expect_request()
        elif self.cycle is None or self.cycle.response_complete:
            self.transport.abort()


def _turnstile() -> Turnstile[Connection]:
    return Turnstile(Rate(REQUESTS_PER_S, REQUESTS_AT_ONCE), Rate(HOUSEHOLD_PER_S, HOUSEHOLD_AT_ONCE))


class Gate:
    """Accepts connections for a server, `most` at once. Those from addresses in `proxies` carry many visitors each.

    `who` returns the sender of a request, or None for a stranger.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        state: ServerState,
        most: int,
        who: Callable[[Request], Caller | None],
        proxies: Collection[str] = (),
    ) -> None:
        self.proxies = proxies
        self._config = config
        self._state = state
        self._who = who
        self._room = Room[Connection](most, MOST_OF_ADDRESS, MOST_OF_HOUSEHOLD)
        self._homes: dict[str, None] = {}
        """Addresses from which residents have asked, the latest last."""
        self._arrived: dict[Connection, None] = {}
        """Connections with data that has not been looked at yet."""
        self._people, self._strangers = _turnstile(), _turnstile()
        self._loop = asyncio.get_running_loop()
        self._next: asyncio.TimerHandle | asyncio.Handle | None = None

    async def open(self, listening: socket.socket) -> asyncio.Server:
        """Accept connections from now on, a few in one iteration of the loop; many more may wait."""
        server = await self._loop.create_server(self._connection, sock=listening, backlog=ACCEPTED_AT_ONCE)
        listening.listen(WAITING)
        return server

    def _connection(self) -> Connection:
        return Connection(self, self._config, self._state)

    def admit(self, connection: Connection) -> bool:
        """Let a connection in if there is room, perhaps by cutting off another; else abort it.

        Some from an address of residents are reserved until they ask for something: they may well be theirs.
        """
        expected = f"{connection.address}, expected"
        is_expected = connection.address in self._homes and self._room.count(expected) < EXPECTED
        address = expected if is_expected else connection.address
        try:
            goes = self._room.goes_for(address)
        except NoRoom:
            connection.transport.abort()
            return False
        if goes:
            self._room.leave(goes)
            goes.transport.abort()
        self._room.put(connection, address, Standing.RESERVED if is_expected else Standing.STRANGER)
        return True

    def meet(self, connection: Connection, address: str, asked: Request) -> bool:
        """Note the sender of a connection's new request. Return whether the connection may stay.

        A proxy's connection has to be admitted again, since it may have carried another visitor before.
        """
        self._room.leave(connection)
        caller = connection.caller = self._who(asked)
        connection.is_reserved = bool(caller and caller.is_resident and self._room.count(caller.token) < RESERVED)
        connection.address = caller.token if caller and connection.is_reserved else address
        if connection.is_reserved:
            self._homes.pop(address, None)
            self._homes[address] = None  # moved to the end: the newest
            if len(self._homes) > MOST_HOMES:
                del self._homes[next(iter(self._homes))]
        if connection.is_of_proxy and not self.admit(connection):
            return False
        self._put(connection, Standing.WAITING if caller else Standing.ASKING)
        return True

    def begin(self, connection: Connection) -> None:
        """Note that the whole of its request has come, and is being answered from now on."""
        if connection.caller:
            self._put(connection, Standing.SERVED)

    def rest(self, connection: Connection) -> None:
        """Note that its request has been answered. A proxy's connection stays useful for its next visitor."""
        if connection.is_of_proxy:
            self._room.put(connection, connection.own_address, Standing.IDLE)
        else:
            self._put(connection, Standing.IDLE if connection.caller else Standing.STRANGER)

    def _put(self, connection: Connection, standing: Standing) -> None:
        caller = connection.caller.token if connection.caller else None
        standing = Standing.RESERVED if connection.is_reserved else standing
        self._room.put(connection, connection.address, standing, caller)

    def forget(self, connection: Connection) -> None:
        """Drop a connection that is closed."""
        self._room.leave(connection)
        self._arrived.pop(connection, None)
        for turnstile in (self._people, self._strangers):
            turnstile.leave(connection.address, connection)

    # Turns.

    def queue(self, connection: Connection) -> None:
        """Queue a connection with new data, to be looked at soon and served when its sender's turn comes."""
        self._arrived[connection] = None
        if self._next is None or isinstance(self._next, asyncio.TimerHandle):
            self._proceed_in(0)

    def _proceed_in(self, seconds: float) -> None:
        if self._next:
            self._next.cancel()
        self._next = self._loop.call_later(seconds, self._proceed) if seconds else self._loop.call_soon(self._proceed)

    def _proceed(self) -> None:
        self._next = None
        now = self._loop.time()
        self._look()
        self._serve(self._people, SERVED_AT_ONCE, now)
        self._serve(self._strangers, STRANGERS_AT_ONCE, now)
        dues = [0.0 if self._arrived else None, self._people.due(now), self._strangers.due(now)]
        soonest = min((due for due in dues if due is not None), default=None)
        if soonest is not None:
            self._proceed_in(soonest)

    def _look(self) -> None:
        end = self._loop.time() + LONGEST_LOOK_S
        while self._arrived:
            connection = next(iter(self._arrived))
            del self._arrived[connection]
            if connection.look():
                turnstile = self._people if connection.caller else self._strangers
                turnstile.enter(connection.address, connection)
            if self._loop.time() > end:
                break

    def _serve(self, turnstile: Turnstile[Connection], most: int, now: float) -> None:
        for _ in range(most):
            if connection := turnstile.next(now):
                connection.serve()
