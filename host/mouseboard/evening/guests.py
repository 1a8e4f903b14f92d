"""People at the page: the host who started it, guests who act for seats, and spectators.

Everybody shows a token, a random word in a cookie. A join code of five characters gets one; guessing codes is slowed
down. An invitation gets one always: it is the code and a secret too long to be guessed. Only the tokens' hashes are
kept. `seats.py` knows where people sit.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import groupby

import msgspec

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters of a join code, without those that look alike."""
CODE_LENGTH = 5
SECRET_LENGTH = 20
"""Characters of an invitation behind its code: 99 bits."""
MOST = 1024
"""People who are remembered."""
MOST_HOSTS = 64
"""Tokens of the host: each start makes a new one."""
MOST_GUESTS = 16
"""Guests at one address who neither sit nor are connected: a family of ten, a few of them twice."""
MOST_HERE = 32
"""Guests at one address who sit or are connected."""
HOUSEHOLD = 4
"""How many times as many come from all addresses in a /64 of IPv6."""
LONGEST_NAME = 40
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Characters that count as printable and look like spaces, such as Hangul fillers and Braille without dots."""
JOINERS = "\u200c\u200d"
"""Characters that join their neighbours or keep them apart: in Persian, and in emojis of families."""
MOST_MARKS = 4
"""Marks above and below one letter of a name: Hebrew and Tibetan have up to three."""


class TooManyGuests(Exception):
    """Nobody more can join: nobody can be forgotten, because everybody sits or is connected."""


class Role(StrEnum):
    """The rights of a person."""

    HOST = "host"
    """Everything: whoever started the page, or has shown that they are at the table."""
    GUEST = "guest"
    """Act for the seat they have."""
    SCREEN = "screen"
    """Watch, and show how to join: a screen that `setup` or the host opened."""
    SPECTATOR = "spectator"
    """Watch."""

    @property
    def rank(self) -> int:
        """A number that is higher for a role that may do more."""
        return (Role.SPECTATOR, Role.SCREEN, Role.GUEST, Role.HOST).index(self)


class Guest(msgspec.Struct, frozen=True):
    """A person who has a token."""

    token: str
    """Its hash."""
    role: Role
    number: int = 0
    """Counts those who were let in."""
    address: str = ""
    """The address they joined from."""

    @property
    def is_host(self) -> bool:
        """Whether they may do everything."""
        return self.role is Role.HOST

    @property
    def only_watches(self) -> bool:
        """Whether they need the code to play."""
        return self.role in (Role.SPECTATOR, Role.SCREEN)


def uptime() -> float:
    """Return seconds on a clock that nobody sets and that counts a computer's sleep, where there is one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.time()


class Codes(msgspec.Struct, frozen=True):
    """What lets people in this evening."""

    code: str
    """The join code."""
    secret: str
    """The part of an invitation behind the code."""
    watch: str
    """The spectators' token."""

    @classmethod
    def new(cls) -> Codes:
        """Return new ones."""
        return cls(letters(CODE_LENGTH), letters(SECRET_LENGTH), secrets.token_urlsafe(16))


class Guests:
    """Everybody who has been let in."""

    def __init__(
        self,
        codes: Codes,
        known: Iterable[Guest],
        household: Callable[[str], str] = str,
        is_here: Callable[[Guest], bool] = lambda _: False,
        admitted: Callable[[bool], None] = lambda _: None,
        screen: str = "",
    ) -> None:
        """`known` are those who were let in before; whoever sits or watches `is_here`, and is not forgotten.

        `household` returns what all addresses of a home share. `admitted` is called after each admission, with whether
        it makes the evening last longer.
        `screen` is the secret of the screens that may show the join code; without one it lasts until the end.
        """
        self.codes = codes
        self._is_here = is_here
        self._admitted = admitted
        self._household = household
        self._let_in = {guest.token: guest for guest in known}
        self._number = max((guest.number for guest in self._let_in.values()), default=0)
        self.tv_token = secrets.token_urlsafe(16)
        """The token of every TV whose browser has typed the address. Each start makes a new one."""
        self.screen_token = screen or secrets.token_urlsafe(16)
        """The secret of the screens that may show the join code: `setup` and the host open them."""
        self._tv = Guest(hashed(self.tv_token), Role.SPECTATOR)
        self._screen = Guest(hashed(self.screen_token), Role.SCREEN)

    @property
    def code(self) -> str:
        """The join code."""
        return self.codes.code

    @property
    def invitation(self) -> str:
        """What an invitation's link has: the join code, and behind it the long secret."""
        return self.codes.code + self.codes.secret

    @property
    def watch_token(self) -> str:
        """The token in the spectators' link."""
        return self.codes.watch

    @property
    def let_in(self) -> list[Guest]:
        """Those who were let in, in the order of their coming; TVs are not among them."""
        return list(self._let_in.values())

    def admit_host(self) -> str:
        """Return a new token for the host; the oldest ones of past evenings are forgotten."""
        return self._admit(Role.HOST, "", MOST_HOSTS)

    def admit_from_table(self) -> str:
        """Return a new token for somebody who has shown that they are at the table: they are a host, too."""
        token = self.admit_host()
        self._admitted(True)
        return token

    def is_tv(self, guest: Guest) -> bool:
        """Return whether it is a screen that nobody plays at."""
        return guest in (self._tv, self._screen)

    def admit_guest(self, address: str) -> str:
        """Return a token for somebody at this address who knows the code. Raises TooManyGuests."""
        return self._admit(Role.GUEST, address, MOST_GUESTS)

    def is_code(self, code: str) -> bool:
        """Return whether a code is the join code."""
        return _is_same(code, self.code)

    def is_invitation(self, code: str) -> bool:
        """Return whether a code is the whole of an invitation."""
        return _is_same(code, self.invitation)

    def who(self, token: str) -> Guest | None:
        """Return the owner of a token, or None."""
        key = hashed(token)
        tv = next((tv for tv in (self._tv, self._screen) if tv.token == key), None)
        return tv or self._let_in.get(key)

    def _admit(self, role: Role, address: str, most_idle: int) -> str:
        """Return a new token. If there are too many, forget whoever joined first and neither sits nor is connected."""
        of_role = [guest for guest in self._let_in.values() if guest.role is role]
        idle = [guest for guest in of_role if not self._is_here(guest)]
        beside = [guest for guest in of_role if guest.address == address]
        household = [guest for guest in of_role if self._household(guest.address) == self._household(address)]
        for near, times in ((beside, 1), (household, HOUSEHOLD)):
            if sum(map(self._is_here, near)) >= times * MOST_HERE:
                raise TooManyGuests
        idle_beside = [guest for guest in beside if not self._is_here(guest)]
        idle_household = [guest for guest in household if not self._is_here(guest)]
        if len(idle_beside) >= most_idle:
            del self._let_in[idle_beside[0].token]
        elif len(idle_household) >= HOUSEHOLD * most_idle:
            heaviest = Counter(guest.address for guest in idle_household).most_common(1)[0][0]
            del self._let_in[next(guest.token for guest in idle_household if guest.address == heaviest)]
        elif len(self._let_in) >= MOST:
            if not idle:
                raise TooManyGuests
            del self._let_in[idle[0].token]
        token = secrets.token_urlsafe(16)
        self._number += 1
        guest = Guest(hashed(token), role, self._number, address)
        self._let_in[guest.token] = guest
        self._admitted(role is not Role.HOST)
        return token


def letters(count: int) -> str:
    """Return random characters that can be read aloud and typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def plain_name(name: str) -> str:
    """Return a name on one line, with at most MOST_MARKS marks stacked on a letter."""
    start = name[: LONGEST_NAME * (1 + MOST_MARKS)]  # composing 30,000 marks takes 0.7 s
    plain = (sign for sign in start if sign in JOINERS or (sign.isprintable() and sign not in BLANKS))
    signs = unicodedata.normalize("NFC", "".join(plain))
    runs = ((is_mark, "".join(run)) for is_mark, run in groupby(signs, _is_mark))
    whole = "".join(run[:MOST_MARKS] if is_mark else run for is_mark, run in runs)
    name = whole.strip(f" {JOINERS}")[:LONGEST_NAME].rstrip(f" {JOINERS}")
    return name if any(not (_is_mark(sign) or sign.isspace()) for sign in name) else ""


def _is_mark(sign: str) -> bool:
    """Return whether it is a mark above, below or around the letter before it, or a joiner."""
    return sign in JOINERS or unicodedata.category(sign) in ("Mn", "Me")


def _is_same(code: str, right: str) -> bool:
    """Return whether a code is the right one, typed in any way, in a time that tells nothing about it."""
    return secrets.compare_digest(_typed(code).encode(), right.encode())


def _typed(code: str) -> str:
    """Return the letters of a code as keyboards and clipboards bring it: parted, with a full stop, or in its link."""
    last = unicodedata.normalize("NFKC", code).rpartition("/")[2]
    return "".join(filter(str.isalnum, last)).upper()


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
