"""Who is who at the page: whoever started it, phones that act for seats, and those who only watch.

Everybody shows a token, a random word in a cookie. A join code of five signs buys one, slowly where it is guessed at.
What is kept, in a file beside the journal that only its owner may read, are hashes: they outlive the server, so that
phones go on after it was started again.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

import msgspec

from mouseboard.web.guesses import Guesses

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The signs of a join code: none that looks like another."""
CODE_LENGTH = 5
MOST_GUESTS = 64
"""Phones that are remembered; the one that joined first is forgotten first."""
LONGEST_NAME = 40


class Role(StrEnum):
    """What somebody may do."""

    HOST = "host"
    """Everything: whoever started the page."""
    GUEST = "guest"
    """Act for the seats they have."""
    SPECTATOR = "spectator"
    """Watch."""


class Guest(msgspec.Struct):
    """Somebody who has a token."""

    token: str
    """Its hash."""
    role: Role
    seats: list[int] = []


class _Kept(msgspec.Struct):
    """What the file keeps."""

    code: str
    guests: list[Guest]
    names: dict[int, str] = {}
    watch: str = ""
    """The spectators' secret itself: the host may ask for the link again."""


class Guests:
    """Everybody who has been let in, as a file keeps them."""

    def __init__(self, file: Path, now: Callable[[], float] = time.monotonic) -> None:
        """The file is read if there is one; what cannot be read counts as none."""
        self._file = file
        self._guesses = Guesses(now)
        self._kept = self._read()

    @property
    def code(self) -> str:
        """The join code."""
        return self._kept.code

    @property
    def watch_token(self) -> str:
        """The secret of the spectators' link."""
        return self._kept.watch

    @property
    def names(self) -> dict[int, str]:
        """What people are called, by seat."""
        return self._kept.names

    def admit_host(self) -> str:
        """A new token for whoever started the page."""
        return self._admit(Role.HOST)

    def join(self, code: str, address: str) -> str | None:
        """A token for whoever knows the join code; saying none is no guess. Raises TooManyTries for that address."""
        if not code.strip():
            return None
        self._guesses.check(address)
        if not secrets.compare_digest(code.strip().upper().encode(), self.code.encode()):
            self._guesses.remember(address)
            return None
        return self._admit(Role.GUEST)

    def who(self, token: str) -> Guest | None:
        """Whose token that is."""
        hashed = _hash(token)
        return next((guest for guest in self._kept.guests if secrets.compare_digest(guest.token, hashed)), None)

    def holder(self, seat: int) -> Guest | None:
        """Who acts for a seat besides the host."""
        return next((guest for guest in self._kept.guests if seat in guest.seats), None)

    def sit(self, guest: Guest, seat: int, name: str | None = None) -> None:
        """Somebody acts for a seat from now on, and nobody else does."""
        self.free(seat)
        guest.seats.append(seat)
        if name is not None:
            self.name(seat, name)
        self._write()

    def free(self, seat: int) -> None:
        """Nobody but the host acts for a seat any more."""
        for guest in self._kept.guests:
            if seat in guest.seats:
                guest.seats.remove(seat)
        self._write()

    def name(self, seat: int, name: str) -> None:
        """What somebody is called: plain text on one line, whatever it looks like."""
        plain = "".join(sign for sign in name if sign.isprintable()).strip()[:LONGEST_NAME]
        if plain:
            self.names[seat] = plain
        else:
            self.names.pop(seat, None)
        self._write()

    def _admit(self, role: Role) -> str:
        token = secrets.token_urlsafe(16)
        guests = self._kept.guests
        guests.append(Guest(_hash(token), role))
        joined = [guest for guest in guests if guest.role is role]
        for guest in joined[:-MOST_GUESTS]:
            guests.remove(guest)
        self._write()
        return token

    def _read(self) -> _Kept:
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        except (OSError, msgspec.DecodeError):
            watch = secrets.token_urlsafe(16)
            code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
            return _Kept(code, [Guest(_hash(watch), Role.SPECTATOR)], watch=watch)

    def _write(self) -> None:
        """Whole or not at all, readable by its owner alone."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        new = self._file.with_name(f"{self._file.name}.new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(self._kept))
        new.replace(self._file)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
