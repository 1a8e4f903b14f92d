"""The page's own door: it knows the guests, what strangers may post, and how much of a trouble to tell whom."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from mouseboard.evening.guests import Guest, Guests, uptime
from mouseboard.evening.roster import Roster
from mouseboard.say import reason, say
from mouseboard.serving.door import ENTER, Door
from mouseboard.serving.guesses import Guesses
from mouseboard.serving.limits import device
from mouseboard.serving.names import PublicUrl
from mouseboard.store import StoreError, cause

UNKNOWN = say("Who are you? Open the page by its whole address, or join with the code.")

TAKES = {ENTER: False, "/join": False, "/host": True}
"""The paths that take posts from strangers, each with whether the door counts them.

Others at an address must not keep the owner of a token out. `allow_to_join` counts a join, once its code has been read.
"""


def entrance(
    roster: Roster,
    language: str,
    port: int,
    now: Callable[[], float] = time.monotonic,
    url: PublicUrl | None = None,
) -> Door[Guest]:
    """Return the door for these people; `url` is where a reverse proxy serves the page.

    A TV counts as a stranger except to look: nobody had to let it in.
    """
    return Door(
        roster.guests.who,
        language,
        port,
        now,
        url,
        unknown=UNKNOWN,
        takes=TAKES,
        is_invited=lambda guest: not roster.guests.is_tv(guest),
        is_resident=roster.is_resident,
    )


class Admission:
    """Lets in whoever knows the join code, or has an invitation. Guessing codes is slowed down."""

    def __init__(self, guests: Guests, now: Callable[[], float] = uptime) -> None:
        self._guests = guests
        self._guesses = Guesses(now)

    def join(self, code: str, address: str) -> str | None:
        """Return a token for the right join code or invitation, or None. An empty code does not count as a guess.

        Raises TooManyTries for an address that guesses, unless it has the invitation, and TooManyGuests.
        """
        if not code.strip():
            return None
        if not self._guests.is_invitation(code):
            self._guesses.check(address)
            if not self._guests.is_code(code):
                self._guesses.remember(address)
                return None
        return self._guests.admit_guest(device(address))


def unwritten(door: Door[Guest], request: Request, error: StoreError) -> Response:
    """Answer that something cannot be written, and why. Only the host learns which file."""
    guest = door.known(request)
    return door.unwritten(request, reason(error) if guest and guest.is_host else cause(error))
