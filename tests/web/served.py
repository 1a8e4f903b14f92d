"""A page served by a real `mouseboard serve` process, and clients that use it over a socket, as browsers do."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from tests.helpers import ports

PATIENCE = 40.0
"""Longest wait for anything, in seconds; enough for a busy machine."""

HUNG_UP = 0
"""Our status for a connection that the server closed while we were still sending, so that its answer was lost."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """An HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        found: Json = json.loads(self.body)
        return found

    @property
    def cookie(self) -> str:
        """The cookie that the response sets, as a browser sends it back."""
        return self.headers.get("set-cookie", "").partition(";")[0]


@dataclass
class Client:
    """An HTTP client: a browser with one cookie, or none."""

    port: int
    cookie: str = ""
    more: dict[str, str] = field(default_factory=dict)
    address: str = "127.0.0.1"
    """The client's own address."""

    def get(self, path: str, **headers: str) -> Said:
        return self.ask("GET", path, None, _dashed(headers))

    def post(self, path: str, body: object, **headers: str) -> Said:
        """Post with the headers that our own page sends."""
        ours = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.ask("POST", path, sent, ours | _dashed(headers))

    def ask(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Said:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0))
        try:
            cookie = {"Cookie": self.cookie} if self.cookie else {}
            sent = {name: value for name, value in (cookie | self.more | headers).items() if value}
            with suppress(BrokenPipeError, ConnectionResetError):  # the server refused before all was sent
                connection.request(method, path, body, sent)
            try:
                answer = connection.getresponse()
            except ConnectionError:
                return Said(HUNG_UP, {}, b"")
            told = {name.lower(): value for name, value in answer.getheaders()}
            try:
                return Said(answer.status, told, answer.read())
            except (IncompleteRead, ConnectionError):
                return Said(answer.status, told, b"")
        finally:
            connection.close()

    def join(self, code: str, **wish: object) -> Said:
        """Join, and keep the cookie."""
        said = self.post("/join", {"code": code, **wish})
        self.cookie = said.cookie or self.cookie
        return said

    @contextmanager
    def watch(self, language: str = "en") -> Iterator[Stream]:
        """Open the event stream; close it at the end."""
        with Stream(self, language) as stream:
            yield stream


def _dashed(headers: dict[str, str]) -> dict[str, str]:
    """Return the headers with dashes instead of underscores in their names."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Stream:
    """An event stream, read one event at a time."""

    def __init__(self, client: Client, language: str = "en") -> None:
        self.client = client
        self.you: Json = {}
        self.picture: Json = {}
        self.ids: list[str] = []
        self._language = language
        self._unread = b""

    def __enter__(self) -> Self:
        self.socket = socket.create_connection(("127.0.0.1", self.client.port), PATIENCE)
        ask = f"GET /events?lang={self._language} HTTP/1.1\r\nHost: 127.0.0.1:{self.client.port}\r\n"
        self.socket.sendall(f"{ask}Cookie: {self.client.cookie}\r\n\r\n".encode())
        status, *lines = self._until(b"\r\n\r\n").decode().split("\r\n")
        self.status = int(status.split()[1])
        self.headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Return the first picture that is as wanted, starting with the last one received."""
        end = time.monotonic() + PATIENCE
        while not (self.picture and wanted(self.picture)):
            assert time.monotonic() < end, f"in vain; the last picture was {self.picture}"
            self.next()
        return self.picture

    def next(self) -> str:
        """Read one event and return its kind, or "" for one without data."""
        fields = dict(line.split(b": ", 1) for line in self._event().split(b"\n") if b": " in line)
        if b"data" not in fields:
            return ""
        if fields.get(b"event") == b"alive":
            return "alive"
        data = json.loads(fields[b"data"])
        if fields.get(b"event") == b"you":
            self.you = data
            return "you"
        self.ids.append(fields[b"id"].decode())
        self.picture = data
        return "picture"

    def _event(self) -> bytes:
        """Return the next event, stripped of the frames of chunked encoding."""
        while True:
            event = self._until(b"\n\n")
            lines = [line for line in event.replace(b"\r\n", b"\n").split(b"\n") if line and not _is_size(line)]
            if lines:
                return b"\n".join(lines)

    def _until(self, end: bytes) -> bytes:
        while end not in self._unread:
            more = self.socket.recv(65536)
            if not more:
                raise ConnectionError("the stream has ended")
            self._unread += more
        found, self._unread = self._unread.split(end, 1)
        return found


def _is_size(line: bytes) -> bool:
    """Tell whether the line is a chunk's size."""
    return len(line) < 8 and all(sign in b"0123456789abcdef" for sign in line)


class Served:
    """A `mouseboard serve` process with these words, or another command that serves the page, until the block ends."""

    def __init__(
        self,
        folder: Path,
        *words: str,
        port: int = 0,
        command: str = "serve",
        scenario: str = "pace 20\n",
        within: tuple[str, ...] = (),
    ) -> None:
        """Prepare the process; `begin` starts it.

        `scenario` is what happens to a named game's table. By default its hands are fast.
        `within` goes before the command and runs it somewhere else, such as in a network namespace.
        """
        self.folder = folder
        self._scenario = scenario
        self._command = command
        self._words = words
        self._within = within
        self._holding = ports.held() if port == 0 else None  # until the end: the process may be started again
        self.port = ports.number(self._holding) if self._holding else port

    def __enter__(self) -> Self:
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
        if self._holding:
            self._holding.close()

    def begin(self) -> None:
        """Start the process, or start it again."""
        journal = str(self.folder / "journal.db")
        quick = self.folder / "quick.txt"
        quick.write_text(self._scenario)
        named = bool(self._words) and not self._words[0].startswith("-")
        simulated = named and not {"--scenario", "--table"} & set(self._words)
        hands = ["--scenario", str(quick)] if simulated else []
        where = ["--port", str(self.port)] if self._command == "serve" else ["--page", f"http://127.0.0.1:{self.port}"]
        self.process = subprocess.Popen(
            [
                *self._within, sys.executable, "-m", "mouseboard",
                self._command, *self._words, *hands, *where, "--journal", journal,
            ],
            env=os.environ | {"XDG_DATA_HOME": str(self.folder), "TMPDIR": str(self.folder)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout
        first = self.process.stdout.readline()
        assert first.startswith("page: "), first + self.process.communicate()[1]
        self.url = first.removeprefix("page: ").strip()
        (self.token,) = parse_qs(urlsplit(self.url).query)["token"]

    def kill(self) -> None:
        """End the process as the kernel or a power cut would."""
        self.process.kill()
        self.process.communicate()

    def terminate(self) -> None:
        """End the process as the system does when it shuts down."""
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)

    def interrupt(self) -> tuple[int, str]:
        """Send Ctrl-C; return the exit status and the text of standard error."""
        self.process.send_signal(signal.SIGINT)
        said = self.process.communicate(timeout=PATIENCE)[1]
        return self.process.returncode, said

    def host(self) -> Client:
        """Return a client of the host, who started the page."""
        return self.entered(self.token)

    def entered(self, token: str) -> Client:
        """Return a browser whose page has entered by a token in its address."""
        client = Client(self.port)
        client.cookie = client.post("/enter", {"token": token}).cookie
        return client

    def stranger(self) -> Client:
        """Return a client without a cookie."""
        return Client(self.port)

    def guest(self, seat: int | None = None, **wish: object) -> Client:
        """Return a phone that has joined."""
        with self.host().watch() as stream:
            stream.until(lambda _: True)
            code = stream.you["code"]
        client = Client(self.port)
        said = client.join(code, seat=seat, **wish)
        assert said.status == 200, said.body
        return client


def until(true: Callable[[], bool]) -> None:
    """Wait until the condition is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "in vain"
        time.sleep(0.02)


@contextmanager
def barriers_to_choose(folder: Path) -> Iterator[Served]:
    """Serve barriers for two people; continue once Red has to choose."""
    with Served(folder, "barriers", "--people", "2", "--option", "first=seat0") as served:
        host = served.host()
        with host.watch() as stream:
            stream.until(lambda picture: picture.get("sign") == "do")
            host.post("/answer", {"press": "b"})
            stream.until(lambda picture: picture.get("sign") == "choose")
        yield served
