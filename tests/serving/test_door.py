"""The door, before people of no game: who may look, post, and act as the host."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from starlette.requests import Request

from mouseboard.serving.door import LARGEST_OF_STRANGER, LARGEST_POST, POSTS_AT_ONCE, POSTS_PER_S, Door
from mouseboard.serving.unfit import TOO_FAST, Unfit


@dataclass(frozen=True)
class Reader:
    """Somebody in a library: the librarian may do everything, a passer-by may look."""

    token: str

    @property
    def is_host(self) -> bool:
        return self.token == "librarian"


class Library:
    """A library that lends books at /lend, takes letters of strangers at /letters, and has a clock of its own."""

    def __init__(self) -> None:
        self.time = 0.0
        self.door = Door(
            {name: Reader(name) for name in ("librarian", "ada", "bo", "passer-by")}.get,
            "en",
            8700,
            lambda: self.time,
            takes={"/letters": True},
            is_invited=lambda reader: reader.token != "passer-by",
        )


def asked(path: str, token: str) -> Request:
    headers = [(b"authorization", f"Bearer {token}".encode())]
    scope = {"type": "http", "path": path, "headers": headers, "query_string": b"", "client": ("192.168.1.7", 1)}
    return Request(scope | {"server": ("192.168.1.5", 8700), "scheme": "http"})


def spoken(accepted: str, query: str = "", own: str = "en") -> str:
    """Return the language in which a door whose `own` is another answers such a request."""
    scope = {"type": "http", "headers": [(b"accept-language", accepted.encode())], "query_string": query.encode()}
    return Door(lambda _: None, own, 8700).language(Request(scope))


def refusal(door: Door[Reader], request: Request) -> int:
    with pytest.raises(Unfit) as refused:
        door.allow(request)
    return refused.value.status


def test_somebody_who_has_a_token_that_nobody_had_to_give_looks_but_does_not_post() -> None:
    door = Library().door
    assert door.who(asked("/books", "passer-by")) == Reader("passer-by")
    assert refusal(door, asked("/lend", "passer-by")) == 403
    assert door.allow(asked("/lend", "ada")) == LARGEST_POST


def test_strangers_post_a_little_and_only_where_the_door_takes_it() -> None:
    door = Library().door
    assert door.allow(asked("/letters", "nobody")) == LARGEST_OF_STRANGER
    assert refusal(door, asked("/lend", "nobody")) == 403


def test_somebody_who_posts_too_fast_waits_and_nobody_else_does() -> None:
    library = Library()
    for _ in range(int(POSTS_AT_ONCE)):
        library.door.allow(asked("/lend", "ada"))
    with pytest.raises(Unfit, match=str(TOO_FAST)):
        library.door.allow(asked("/lend", "ada"))
    assert library.door.allow(asked("/lend", "bo")) == LARGEST_POST
    library.time += 1 / POSTS_PER_S
    assert library.door.allow(asked("/lend", "ada")) == LARGEST_POST


def test_only_a_host_passes_as_one() -> None:
    door = Library().door
    assert door.host(asked("/books", "librarian")) == Reader("librarian")
    with pytest.raises(Unfit, match="Only the host"):
        door.host(asked("/books", "ada"))


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de;q=0.3, fr;q=0.9", "fr"),
        ("de-AT, nl;q=0.9", "de"),
        ("nl,de", "nl"),
        ("de ; q=0.2 , nl;q=0.200, fr;q=0.1", "de"),
        ("pt, it;q=0.9, fr;q=0.1, *;q=0.05", "fr"),
        ("de-AT;q=0, de;q=0.5, fr;q=0.4", "de"),
        ("FR;Q=1.0", "fr"),
        ("de;q=0, fr;q=0.001", "fr"),
        ("de;q=0", "en"),
        ("de;q=nan, fr;q=-1, nl;q=9", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_that_it_likes_best(accepted: str, language: str) -> None:
    assert spoken(accepted) == language


def test_a_language_that_a_browser_excludes_is_not_even_the_last_resort() -> None:
    assert spoken("de;q=0, pt", own="de") == "en"


def test_the_language_in_the_address_comes_before_what_the_browser_likes() -> None:
    assert spoken("fr, de;q=0", query="lang=de") == "de"
