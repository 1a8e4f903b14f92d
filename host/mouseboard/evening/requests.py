"""The requests of people: the body of each post becomes one of this closed union."""

from __future__ import annotations

from typing import Literal

import msgspec

from mouseboard.evening.changes import Changed, Face
from mouseboard.evening.wish import GameSetup, WishChange
from mouseboard.say import Say

Button = Literal["a", "b"]

# Seats.


class TakeSeat(msgspec.Struct, frozen=True):
    """Sit down, in place of a computer or where nobody sits."""

    seat: int
    name: str | None = None
    face: Face | None = None


class AskForSeat(msgspec.Struct, frozen=True):
    """Ask for a seat, because none can be taken; without a name ask no more."""

    name: str | None


class LeaveSeat(msgspec.Struct, frozen=True):
    """Leave the seat that one has."""

    was: str | None = None
    """The player whom the sender saw there. If it is not them, another was meant, and seats have moved since."""


class PlayFor(msgspec.Struct, frozen=True):
    """Play for a person whom nobody acts for."""

    seat: int


class ChangeSeat(msgspec.Struct, frozen=True):
    """Change who plays on a seat, and with how much help."""

    change: Changed


# Games.


class SeeGames(msgspec.Struct, frozen=True):
    """See the games that were left, and the tables of this computer."""


class ChangeWish(msgspec.Struct, frozen=True):
    """Change what everybody in the lobby is about to play."""

    change: WishChange
    foreign: Say | None = None
    """Says so, if it names a table or a board that is not offered."""


class Begin(msgspec.Struct, frozen=True):
    """Begin a game; None for the one that is wished for."""

    setup: GameSetup | None = None
    foreign: Say | None = None


class Resume(msgspec.Struct, frozen=True):
    """Go on with a game of the journal."""

    number: int
    table: str
    foreign: Say | None = None


class PlayAgain(msgspec.Struct, frozen=True):
    """Play the game that is over again."""


class LeaveGame(msgspec.Struct, frozen=True):
    """Lead everybody back to the lobby."""


# The game that is on.


class TakeAction(msgspec.Struct, frozen=True):
    """Take an option by its notation; if `sure`, in spite of a warning."""

    notation: str
    sure: bool = False


class PressButton(msgspec.Struct, frozen=True):
    """Tap a button of the table."""

    button: Button


class Undo(msgspec.Struct, frozen=True):
    """Take back one's last decision."""


class PauseGame(msgspec.Struct, frozen=True):
    """Let the game rest."""


class StopTrap(msgspec.Struct, frozen=True):
    """Stop the trap while it runs."""


class AskHint(msgspec.Struct, frozen=True):
    """Ask which option would be a good one."""


class AllIsWell(msgspec.Struct, frozen=True):
    """Say that all is as it should be, to a question that can wait."""


class MovePiece(msgspec.Struct, frozen=True):
    """Move a piece of the simulated table to a place, or None for beside the board."""

    piece: str
    to: str | None


class HandOver(msgspec.Struct, frozen=True):
    """Say who moves the pieces of the simulated table, or have it make a move."""


# The table, and the way in.


class SeeHealth(msgspec.Struct, frozen=True):
    """See what the table feels and counts."""


class SeeInvitation(msgspec.Struct, frozen=True):
    """See how to join: the code, its links, and those for spectators and TVs."""


class UseTable(msgspec.Struct, frozen=True):
    """Do what only the host may: examine a table, test its lamps, start a mishap."""


SeatRequest = TakeSeat | AskForSeat | LeaveSeat | PlayFor | ChangeSeat
LobbyRequest = ChangeWish | Begin | Resume | PlayAgain | LeaveGame
AnswerRequest = TakeAction | PressButton | Undo | PauseGame | StopTrap | AskHint | AllIsWell
HandRequest = MovePiece | HandOver
Request = SeatRequest | LobbyRequest | AnswerRequest | HandRequest | SeeGames | SeeHealth | SeeInvitation | UseTable
