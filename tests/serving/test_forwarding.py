"""What a trusted proxy says of a request: the visitor's address."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from mouseboard.serving.forwarding import is_secure, sender

PROXIES = ("127.0.0.1", "::1", "10.0.0.2")


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (["192.168.1.7"], "192.168.1.7"),
        (["1.2.3.4, 192.168.1.7"], "192.168.1.7"),  # a visitor can make up the first
        (["1.2.3.4", "192.168.1.7, 10.0.0.2"], "192.168.1.7"),  # through two of our proxies
        (["192.168.1.7:51234"], "192.168.1.7"),
        (["[2001:db8::7]:51234"], "2001:db8::7"),
        (["2001:DB8:0::7"], "2001:db8::7"),
        ([], "127.0.0.1"),
        ([""], "127.0.0.1"),
        (["192.168.1.7, unknown"], "127.0.0.1"),
        (["made up 1"], "127.0.0.1"),
        (["[::1"], "127.0.0.1"),
    ],
)
def test_the_last_address_that_is_no_proxy_asks_and_what_is_no_address_counts_as_the_proxy(
    lines: list[str], address: str
) -> None:
    headers = Headers(raw=[(b"x-forwarded-for", line.encode()) for line in lines])
    assert sender(headers, PROXIES, "127.0.0.1") == address


@pytest.mark.parametrize(("said", "secure"), [("https", True), ("HTTPS ", True), ("http", False), ("", False)])
def test_a_proxy_says_whether_the_page_was_asked_for_by_tls(said: str, secure: bool) -> None:
    assert is_secure(Headers({"x-forwarded-proto": said})) is secure
