"""People at the page: the host who started it, guests who act for seats, and spectators.

Everybody shows a token, a random word in a cookie. A join code of five characters gets one; guessing codes is slowed
down. An invitation gets one always: it is the code and a secret too long to be guessed. A file beside the journal,
readable by its owner alone, keeps the tokens' hashes, so phones work after a restart.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from itertools import groupby
from pathlib import Path
from typing import Literal

import msgspec

from mouseboard.files import write_whole
from mouseboard.say import Say, reason, say
from mouseboard.web.guesses import Guesses
from mouseboard.web.limits import device, network

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""The characters of a join code, without those that look alike."""
UNKEPT = "{file}: {why}; after a restart every phone has to join again"
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
Face = Literal["fox", "bear", "owl", "frog", "rabbit", "panda", "chick", "koala"]
"""An animal as the sign of somebody who cannot write yet."""
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
    SPECTATOR = "spectator"
    """Watch."""


class Guest(msgspec.Struct):
    """A person who has a token."""

    token: str
    """Its hash."""
    role: Role
    seats: list[int] = []
    """The seat they sit on, if any: one at most."""
    address: str = ""
    """The address they joined from."""
    owner: str = ""
    """If they sit for somebody whose phone is away: the owner of the seat, by their token's hash."""

    @property
    def rank(self) -> int:
        """A number that is higher for a role that may do more."""
        return (Role.SPECTATOR, Role.GUEST, Role.HOST).index(self.role)


class _Kept(msgspec.Struct):
    """The content of the file."""

    code: str
    guests: list[Guest]
    names: dict[int, str] = {}
    faces: dict[int, str] = {}
    won: dict[int, list[str]] = {}
    """The winners of each game of this evening, by its number in the journal."""
    left: dict[int, list[int]] = {}
    """The seats that people have left in each game of this evening, by its number in the journal."""
    watch: str = ""
    """The spectators' token itself, not its hash: the host may ask for the link again."""
    secret: str = ""
    """The secret in invitations, itself for the same reason; empty in files of versions without one."""


def uptime() -> float:
    """Return seconds on a clock that nobody sets and that counts a computer's sleep, where there is one."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.time()


class Guests:
    """Everybody who has been let in, as a file keeps them."""

    def __init__(
        self,
        file: Path | None = None,
        now: Callable[[], float] = uptime,
        trouble: Callable[[Say], None] = lambda _: None,
    ) -> None:
        """Read the file; an unreadable one counts as none. `trouble` is called with a line if it cannot be written.

        Without a file nobody is known, and everybody is forgotten at the end.
        """
        self._file = file
        self._now = now
        self._renewed = now()  # when somebody last joined, took a seat or won
        self._guesses = Guesses(now)
        self._trouble = trouble
        self._is_kept = True  # whether the last write succeeded
        self.is_new = False
        """Whether nobody was known before: the evening begins."""
        self._kept = self._read()
        self._kept.secret = self._kept.secret or _letters(SECRET_LENGTH)
        self._known = {guest.token: guest for guest in self._kept.guests}
        self.connected: Counter[str] = Counter()
        """The number of open streams, by the token's hash."""
        self.tv_token, self.own_tv_token = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        """Tokens of the TVs in the home network, and of this computer's own. Each start makes new ones."""
        self._tv, self._own_tv = (Guest(_hash(token), Role.SPECTATOR) for token in (self.tv_token, self.own_tv_token))
        self._known |= {tv.token: tv for tv in (self._tv, self._own_tv)}

    @property
    def code(self) -> str:
        """The join code."""
        return self._kept.code

    @property
    def invitation(self) -> str:
        """What an invitation's link has: the join code, and behind it the long secret."""
        return self._kept.code + self._kept.secret

    @property
    def watch_token(self) -> str:
        """The token in the spectators' link."""
        return self._kept.watch

    @property
    def names(self) -> dict[int, str]:
        """People's names, by seat."""
        return self._kept.names

    @property
    def faces(self) -> dict[int, str]:
        """The animals that people picked, by seat."""
        return self._kept.faces

    @property
    def leader(self) -> Guest | None:
        """The guest who may start a game: the first to join of those who sit and are connected."""
        return next((guest for guest in self._kept.guests if guest.seats and self.connected[guest.token]), None)

    @property
    def host_is_connected(self) -> bool:
        """Whether a page of the host is open."""
        return any(self.connected[guest.token] for guest in self._kept.guests if guest.role is Role.HOST)

    @property
    def residents(self) -> set[str]:
        """The hashed tokens of hosts, of all who have a seat, and of those whose seat another keeps for them."""
        sitting = [guest for guest in self._kept.guests if guest.seats]
        hosts = {guest.token for guest in self._kept.guests if guest.role is Role.HOST}
        return hosts | {guest.token for guest in sitting} | {guest.owner for guest in sitting if guest.owner}

    def admit_host(self) -> str:
        """Return a new token for the host; the oldest ones of past evenings are forgotten."""
        return self._admit(Role.HOST, "", MOST_HOSTS)

    def admit_from_table(self) -> str:
        """Return a new token for somebody who has shown that they are at the table: they are a host, too."""
        token = self.admit_host()
        self._renew()
        return token

    def is_tv(self, guest: Guest) -> bool:
        """Return whether it is a screen that nobody had to let in."""
        return guest in (self._tv, self._own_tv)

    def may_show_code(self, guest: Guest) -> bool:
        """Return whether it may show the join code: the host, or this computer's own TV."""
        return guest.role is Role.HOST or guest is self._own_tv

    def join(self, code: str, address: str) -> str | None:
        """Return a token for the right join code or invitation, or None. An empty code does not count as a guess.

        Raises TooManyTries for an address that guesses, unless it has the invitation, and TooManyGuests.
        """
        if not code.strip():
            return None
        if not self.is_invitation(code):
            self._guesses.check(address)
            if not _is_same(code, self.code):
                self._guesses.remember(address)
                return None
        return self._admit(Role.GUEST, device(address), MOST_GUESTS)

    def is_invitation(self, code: str) -> bool:
        """Return whether a code is the whole of an invitation."""
        return _is_same(code, self.invitation)

    def who(self, token: str) -> Guest | None:
        """Return the owner of a token, or None."""
        return self._known.get(_hash(token))

    def holder(self, seat: int) -> Guest | None:
        """Return who sits there, or None: then the host acts for the seat."""
        return next((guest for guest in self._kept.guests if seat in guest.seats), None)

    def sit(self, guest: Guest, seat: int, name: str | None = None, face: str | None = None, owner: str = "") -> None:
        """Give somebody a seat in place of the one they had, and take it from anybody else.

        With an `owner`, by their token's hash, the seat goes back to them once they are here.
        """
        for former in guest.seats:  # name and face move with them
            called, shown = self.names.pop(former, None), self.faces.pop(former, None)
            name, face = called if name is None else name, shown if face is None else face
        self._leave(seat)
        self.faces.pop(seat, None)
        guest.seats[:] = [seat]
        guest.owner = owner
        if name is not None:
            self._call(seat, name)
        if face:
            self.faces[seat] = face
        self._renew()

    def sits_for(self, owner: Guest) -> Guest | None:
        """Return who sits on somebody's seat for them, or None."""
        return next((guest for guest in self._kept.guests if guest.seats and guest.owner == owner.token), None)

    def give_back(self, guest: Guest, owner: Guest) -> None:
        """Give the seat of somebody who sits there for another back to its owner, unless they have another one."""
        if not owner.seats:
            seat = guest.seats[0]
            self.sit(owner, seat, face=self.faces.get(seat))

    def move(self, to: Mapping[int, int]) -> None:
        """Move everybody to another seat, by the one they have. Seats that are not named lose their guests."""
        for guest in self._kept.guests:
            guest.seats[:] = [to[seat] for seat in guest.seats if seat in to]
        self._kept.names = {to[seat]: name for seat, name in self.names.items() if seat in to}
        self._kept.faces = {to[seat]: face for seat, face in self.faces.items() if seat in to}
        self._write()

    def free(self, seat: int) -> None:
        """Let nobody sit there any more."""
        self._leave(seat)
        self._write()

    def name(self, seat: int, name: str) -> None:
        """Name the person on a seat, in plain text on one line."""
        self._call(seat, name)
        self._write()

    def person(self, seat: int) -> str:
        """Return what tells the person on a seat from others this evening: their token's hash, or their name.

        It is empty for somebody without either. Everybody may see it: no token follows from its hash.
        """
        guest = self.holder(seat)
        return guest.token if guest else self.names.get(seat, "")

    def crown(self, game: int, people: Sequence[str]) -> None:
        """Note who won a game; nobody if its last move was taken back."""
        if list(people) == self._kept.won.get(game, []):
            return  # a game that is over is shown again
        if people:
            self._kept.won[game] = list(people)
        else:
            self._kept.won.pop(game, None)
        self._renew()

    def crowns(self, person: str) -> int:
        """Return how many games somebody has won this evening."""
        return sum(person in people for people in self._kept.won.values())

    def left(self, game: int) -> Sequence[int]:
        """Return the seats of a game that people have left, and where nobody else is known to play."""
        return [seat for seat in self._kept.left.get(game, ()) if not self.person(seat)]

    def note_left(self, game: int, seats: Iterable[int]) -> None:
        """Note which seats of a game people have left."""
        self._kept.left[game] = list(seats)
        self._write()

    def begin(self, names: Sequence[str] = ()) -> None:
        """Name the seats of a new game; guests who keep a seat keep their names."""
        own = {seat: name for seat, name in self.names.items() if self.holder(seat)}
        self.names.clear()
        for seat, name in enumerate(names):
            self._call(seat, name)
        self.names.update(own)
        self._write()

    def _leave(self, seat: int) -> None:
        for guest in self._kept.guests:
            if seat in guest.seats:
                guest.seats.remove(seat)
                guest.owner = ""
                self.faces.pop(seat, None)

    def _call(self, seat: int, name: str) -> None:
        if plain := plain_name(name):
            self.names[seat] = plain
        else:
            self.names.pop(seat, None)

    def _admit(self, role: Role, address: str, most_idle: int) -> str:
        """Return a new token. If there are too many, forget whoever joined first and neither sits nor is connected."""
        of_role = [guest for guest in self._kept.guests if guest.role is role]
        idle = [guest for guest in of_role if not self._is_here(guest)]
        beside = [guest for guest in of_role if guest.address == address]
        household = [guest for guest in of_role if network(guest.address) == network(address)]
        for near, times in ((beside, 1), (household, HOUSEHOLD)):
            if sum(map(self._is_here, near)) >= times * MOST_HERE:
                raise TooManyGuests
        idle_beside = [guest for guest in beside if not self._is_here(guest)]
        idle_household = [guest for guest in household if not self._is_here(guest)]
        if len(idle_beside) >= most_idle:
            self._forget(idle_beside[0])
        elif len(idle_household) >= HOUSEHOLD * most_idle:
            heaviest = Counter(guest.address for guest in idle_household).most_common(1)[0][0]
            self._forget(next(guest for guest in idle_household if guest.address == heaviest))
        elif len(self._known) >= MOST:
            if not idle:
                raise TooManyGuests
            self._forget(idle[0])
        token = secrets.token_urlsafe(16)
        guest = Guest(_hash(token), role, address=address)
        self._kept.guests.append(guest)
        self._known[guest.token] = guest
        if role is Role.HOST:
            self._write()
        else:
            self._renew()
        return token

    def _is_here(self, guest: Guest) -> bool:
        return bool(guest.seats) or self.connected[guest.token] > 0

    def _forget(self, guest: Guest) -> None:
        self._kept.guests.remove(guest)
        del self._known[guest.token]

    def _read(self) -> _Kept:
        with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
            if self._file:
                kept = msgspec.json.decode(self._file.read_bytes(), type=_Kept)
                self._renewed -= max(
                    0.0, time.time() - self._file.stat().st_mtime
                )  # a date to come: the clock went back
                return kept
        self.is_new = True
        watch = secrets.token_urlsafe(16)
        return _Kept(_letters(CODE_LENGTH), [Guest(_hash(watch), Role.SPECTATOR)], watch=watch)

    def date(self) -> None:
        """Update the file's time, in case the clock was set: else the evening would seem to be over long ago."""
        if self._file:
            with suppress(OSError):  # there is none, or it cannot be written, which was told
                self._date(self._file)

    def _date(self, file: Path) -> None:
        """Give the file the date of the last renewal, by the clock of this moment."""
        then = time.time() - (self._now() - self._renewed)
        os.utime(file, (then, then))

    def _renew(self) -> None:
        """Write a change that makes the evening last longer."""
        self._renewed = self._now()
        self._write()

    def _write(self) -> None:
        """Write the file as a whole, readable by its owner alone. If that fails, tokens last until the page closes.

        Its date is that of the last renewal, however often the server is started.
        """
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, msgspec.json.encode(self._kept), private=True)
            self._date(self._file)
        except OSError as error:
            if self._is_kept:
                self._trouble(say(UNKEPT, file=str(self._file), why=reason(error)))
            self._is_kept = False
        else:
            self._is_kept = True


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


def _letters(count: int) -> str:
    """Return random characters that can be read aloud and typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def _is_same(code: str, right: str) -> bool:
    """Return whether a code is the right one, typed in any way, in a time that tells nothing about it."""
    return secrets.compare_digest(code.strip().upper().encode(), right.encode())


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
