"""Send requests to the page's application without a network, on simulated time."""

from __future__ import annotations

import json
from dataclasses import dataclass

from starlette.types import ASGIApp, Message
from tests.web.served import Said

HERE = "127.0.0.1:8700"


def token_of(said: Said) -> str:
    """Return the value of the cookie that an answer sets."""
    return said.cookie.partition("=")[2]


@dataclass(frozen=True)
class Asking:
    """A client at one address, with or without a token."""

    app: ASGIApp
    token: str = ""
    address: str = "192.168.1.7"
    host: str = HERE
    """The name and port in its browser's address bar."""

    async def get(self, path: str, accept: str = "*/*") -> Said:
        return await self._ask("GET", path, b"", accept)

    async def post(self, path: str, body: object) -> Said:
        return await self._ask("POST", path, json.dumps(body).encode())

    async def _ask(self, method: str, path: str, body: bytes, accept: str = "*/*") -> Said:
        headers = {
            "host": self.host, "accept": accept, "origin": f"http://{self.host}", "content-type": "application/json"
        }  # fmt: skip
        headers["content-length"] = str(len(body))
        if self.token:
            headers["cookie"] = f"mouseboard_8700={self.token}"
        path, _, query = path.partition("?")
        scope = {
            "type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query.encode(),
            "root_path": "", "scheme": "http", "http_version": "1.1", "client": (self.address, 1), "server": HERE,
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        coming: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Message] = []

        async def receive() -> Message:
            return coming.pop() if coming else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        return Said(sent[0]["status"], told, b"".join(message.get("body", b"") for message in sent[1:]))
