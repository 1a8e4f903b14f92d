"""Options that several games share."""

from __future__ import annotations

from collections.abc import Sequence

from mouseboard.rules.core import CHANCE, BadSetup, Game, Option, Setting
from mouseboard.rules.looks import COLOURS
from mouseboard.say import alternatives, quoted, say

FIRST, LOT = "first", "lot"

LAYOUT = "layout"
"""The option that names the layout; on the command line it is `--layout`."""


def first_option(seats: int, usual: str = "seat0", sides: Sequence[str] = COLOURS) -> Option:
    """Return the option that chooses who starts: one of this many seats, or the one that the lot names.

    `sides` are the names of what the seats play.
    """
    allowed = (*(f"seat{seat}" for seat in range(seats)), LOT)
    help_text = "who starts: a seat, counted from 0, or whoever the lot names"
    return Option(FIRST, usual, help_text, allowed, "Who starts?", (*sides[:seats], "Surprise!"))


def typed(setting: Setting) -> str:
    """Return an option's value as it is typed."""
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


def starter(game: Game) -> int:
    """Return the seat that option `first` names, or CHANCE for the lot. Raises BadSetup if there is no such seat."""
    first, seats = str(game.settings[FIRST]), [f"seat{seat}" for seat in range(game.players)]
    if first == LOT:
        return CHANCE
    if first in seats:
        return seats.index(first)
    raise refused(game, FIRST, quoted(first), [*seats, LOT])


def refused(game: Game, option: str, value: str, allowed: Sequence[str]) -> BadSetup:
    """Return the error for an option that would be allowed with another number of players."""
    text = "{option} cannot be {value} with {number} players; it is {allowed}"
    known = alternatives(allowed)
    return BadSetup(say(text, option=f"{game.name}: {option}", value=value, number=game.players, allowed=known))


def layout_option(shipped: str) -> Option:
    """Return the option that chooses the layout. The default is the shipped layout of that name."""
    return Option(LAYOUT, shipped, "the one that is shipped, or your own file ending in .toml", title="Which board?")
