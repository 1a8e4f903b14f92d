"""Which names of this computer a request may use, and which pages may send a post."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from mouseboard.serving.names import Names, PublicUrl
from mouseboard.serving.unfit import Unfit

PLAIN = Names("table", called="MyPC")
PUBLIC = Names(called="mypc", url=PublicUrl.read("https://games.example.home/mouse"))


def refusal(names: Names, **headers: str) -> Unfit | None:
    """Return the answer to a refused post with these headers, or None if it is accepted."""
    sent = Headers({name.replace("_", "-"): value for name, value in headers.items()})
    try:
        names.check_host(sent)
        names.check_origin(sent)
    except Unfit as unfit:
        return unfit
    return None


def is_ours(host: str, names: Names = PLAIN) -> bool:
    return refusal(names, host=host, origin=f"http://{host}") is None


@pytest.mark.parametrize("host", ["localhost", "mypc", "table", "127.0.0.1", "192.168.1.20", "[::1]", "[fd00::20]"])
@pytest.mark.parametrize("port", ["", ":8700"])
def test_this_computers_names_and_all_addresses_are_answered(host: str, port: str) -> None:
    assert is_ours(host + port)


@pytest.mark.parametrize(
    "zone", ["fritz.box", "home", "home.arpa", "internal", "lan", "local", "localdomain", "tail1234.ts.net"]
)
def test_a_router_and_tailscale_may_name_this_computer(zone: str) -> None:
    assert is_ours(f"mypc.{zone}:8700")


@pytest.mark.parametrize("host", ["mypc-2.local", "MyPC-13.local.", "mypc-2.local:8700"])
def test_a_computer_whose_name_another_one_has_is_answered_by_its_number(host: str) -> None:
    assert is_ours(host)


def test_a_computer_whose_own_name_has_a_number_is_answered_by_the_next_one() -> None:
    assert is_ours("mypc-3.local", Names(called="mypc-2"))


@pytest.mark.parametrize(
    "host", ["mypc.fritz.box.", "MyPC.Fritz.Box", "LOCALHOST", "localhost.", "MYPC.:8700", "TABLE"]
)
def test_upper_case_and_a_dot_at_the_end_change_no_name(host: str) -> None:
    assert is_ours(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "mypc.evil.example",
        "mypc.lan.evil.example",
        "mypc.evil.lan",
        "evil.lan",
        "evil.mypc.lan",
        "mypc.ts.net",
        "mypc.a.b.ts.net",
        "mypc.evilts.net",
        "mypc.box",
        "mypc..lan",
        "mypc-2",
        "mypc-2.lan",
        "mypc-2.tail1234.ts.net",
        "mypc-two.local",
        "mypc-.local",
        "mypc-2-3.local",
        "mypc-2.evil.local",
        "other-2.local",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io",
        "localhost.evil",
        ".lan",
        ".",
        "",
        "[::1",
        "games.example.home",
    ],
)
def test_a_name_that_somebody_else_can_own_is_refused(host: str) -> None:
    assert not is_ours(host)
    assert not is_ours(f"{host}:8700")


@pytest.mark.parametrize(
    "host", ["games.example.home", "Games.Example.Home.", "games.example.home:8443", "127.0.0.1:8700"]
)
def test_a_page_behind_a_proxy_answers_to_the_proxys_name_and_its_own(host: str) -> None:
    assert refusal(PUBLIC, host=host, origin="https://games.example.home") is None


@pytest.mark.parametrize("host", ["games.example.home", "127.0.0.1:8700", "localhost:8700"])
def test_a_post_may_come_from_the_page_that_the_proxy_shows(host: str) -> None:
    assert refusal(PUBLIC, host=host, origin="https://games.example.home") is None


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://games.example.home.evil.example", "http://games.example.home", "null", ""],
)
def test_a_post_from_another_page_is_refused_behind_a_proxy_too(origin: str) -> None:
    refused = refusal(PUBLIC, host="127.0.0.1:8700", origin=origin)
    assert refused and refused.status == 403


@pytest.mark.parametrize("host", ["games.example.home", "Games.Example.Home.", "games.example.home:443"])
def test_a_page_that_a_proxy_shows_by_tls_takes_no_posts_in_clear(host: str) -> None:
    refused = refusal(PUBLIC, host=host, origin=f"http://{host}")
    assert refused and str(refused) == "Open the page at https://games.example.home/mouse/"


@pytest.mark.parametrize("host", ["192.168.1.20:8700", "localhost:8700", "games.example.home:8700"])
def test_a_port_that_is_reached_beside_the_proxy_takes_posts_of_its_own_page(host: str) -> None:
    assert is_ours(host, PUBLIC)


def test_a_page_that_a_proxy_shows_in_clear_takes_posts_in_clear() -> None:
    assert is_ours("games.home", Names(called="mypc", url=PublicUrl.read("http://games.home/")))


@pytest.mark.parametrize("headers", [{}, {"host": ""}, {"host": ":8700"}, {"host": "", "via": "1.0 proxy"}])
def test_a_request_that_names_no_computer_is_told_so(headers: dict[str, str]) -> None:
    refused = refusal(PLAIN, **headers)
    assert refused and refused.status == 421
    assert str(refused) == "The request does not say which computer it is for: it needs a header Host."


@pytest.mark.parametrize("origin", ["https://mypc:8700", "http://mypc", "http://localhost:8700"])
def test_a_post_must_come_from_the_very_page_that_was_asked_for(origin: str) -> None:
    refused = refusal(PLAIN, host="mypc:8700", origin=origin)
    assert refused and refused.status == 403


@pytest.mark.parametrize(
    ("headers", "cure"),
    [
        ({"host": "games.home", "x_forwarded_proto": "https"}, "--url https://games.home/"),
        ({"host": "games.home", "via": "1.1 caddy"}, "--url http://games.home/"),
        ({"host": "127.0.0.1:8700", "origin": "https://games.home"}, "--url https://games.home/"),
        ({"host": "games.home:8700"}, "--url http://games.home:8700/"),
        ({"host": "127.0.0.1:8700", "origin": "null"}, "Origin: http://127.0.0.1:8700"),
    ],
)
def test_a_refusal_says_what_to_start_mouseboard_with(headers: dict[str, str], cure: str) -> None:
    refused = refusal(PLAIN, **headers)
    assert refused and str(refused).endswith(cure)


def test_a_refusal_repeats_no_more_of_a_name_than_fits_a_sentence() -> None:
    refused = refusal(PLAIN, host="x" * 5000)
    assert refused and len(str(refused)) < 400


@pytest.mark.parametrize(
    ("text", "origin", "whole"),
    [
        ("https://games.example.home/mouse", "https://games.example.home", "https://games.example.home/mouse/"),
        ("HTTP://Games.Home:80", "http://games.home", "http://games.home/"),
        ("http://games.home:443//", "http://games.home:443", "http://games.home:443/"),
        ("https://[fd00::1]:8443/a/b/", "https://[fd00::1]:8443", "https://[fd00::1]:8443/a/b/"),
    ],
)
def test_the_url_of_a_proxy_is_read_as_browsers_write_it(text: str, origin: str, whole: str) -> None:
    url = PublicUrl.read(text)
    assert (url.origin, str(url)) == (origin, whole)
