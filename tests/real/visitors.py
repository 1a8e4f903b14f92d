"""Visitors of the page as separate processes: curl, on this machine or on a computer of a house."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.real.tools import need

PATIENCE = 20.0
"""Longest wait for an answer, in seconds; enough for a busy machine."""
UNREACHABLE = 0
"""Our status for a server that does not answer."""


@dataclass(frozen=True)
class Answer:
    """The response to a request, after all redirects."""

    status: int
    url: str
    body: str

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass(frozen=True)
class Visitor:
    """A browser with its own cookies."""

    cookies: Path
    options: tuple[str, ...] = ()
    """Additional options of curl."""
    within: tuple[str, ...] = ()
    """The words before curl that run it somewhere else."""

    def get(self, url: str, *options: str) -> Answer:
        """Open a page and follow redirects."""
        return self._ask("--location", *options, url)

    def post(self, url: str, body: object) -> Answer:
        """Post as a page of the same origin does."""
        parts = urlsplit(url)
        headers = ("Content-Type: application/json", f"Origin: {parts.scheme}://{parts.netloc}")
        return self._ask(
            *(word for header in headers for word in ("--header", header)), "--data", json.dumps(body), url
        )

    @contextmanager
    def watch(self, url: str, seconds: float = PATIENCE) -> Iterator[Watched]:
        """Open an event stream until the block ends, and no longer than these seconds."""
        began = time.monotonic()
        curl = subprocess.Popen(
            self._words("--no-buffer", "--max-time", str(seconds), url), stdout=subprocess.PIPE, text=True
        )
        try:
            yield Watched(curl, began)
        finally:
            curl.kill()
            curl.communicate()

    def _ask(self, *words: str) -> Answer:
        told = "--write-out", "\n%{http_code} %{url_effective}"
        ran = subprocess.run(
            self._words("--max-time", str(PATIENCE), *told, *words),
            capture_output=True,
            text=True,
            errors="replace",  # pictures are no text
            timeout=2 * PATIENCE,
        )
        body, _, last = ran.stdout.rpartition("\n")
        status, url = last.split(" ", 1)
        return Answer(int(status), url, body)

    def _words(self, *words: str) -> list[str]:
        jar = "--cookie", str(self.cookies), "--cookie-jar", str(self.cookies)
        return [*self.within, need("curl"), "--silent", "--globoff", *jar, *self.options, *words]


@dataclass(frozen=True)
class Watched:
    """An open event stream."""

    curl: subprocess.Popen[str]
    began: float

    def until(self, wanted: Callable[[str], bool]) -> float:
        """Read until a line is as wanted; return the time of its arrival."""
        assert self.curl.stdout
        for line in self.curl.stdout:
            if wanted(line):
                return time.monotonic()
        raise AssertionError("the stream has ended")
