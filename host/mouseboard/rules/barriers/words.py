"""The words of `barriers`: what to do next, what happened and why, and where hands put a barrier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from mouseboard.rules.barriers.grid import ALONG, BIT, EAST, NORTH, PASS, around, open_steps
from mouseboard.rules.barriers.rules import ALL_BARRIERS, BarriersRules, Moment
from mouseboard.rules.core import CHANCE, Action, HandTask, mouse_meant
from mouseboard.rules.looks import Step
from mouseboard.say import Say, enumeration, one_after_another, say

BEHIND = {
    "barrier": "A barrier is behind {other}. {mouse} jumps to the side, to {square}.",
    "edge": "The edge is behind {other}. {mouse} jumps to the side, to {square}.",
    "mouse": "A mouse is behind {other}. {mouse} jumps to the side, to {square}.",
}
"""Why a jump goes to the side, by what blocks the square behind the jumped mouse."""

JUMPS = {
    "side": "Is a mouse next to yours? You may jump over it. Is a barrier or the edge behind it? Then you may jump to "
    "its left or right.",
    "none": "Is a mouse next to yours? You may jump over it. Is a barrier behind it? Then you may jump to its left or "
    "right.",
}
"""How to jump, by option `edge`."""

TWO_IN_A_ROW = {
    "none": "Is another mouse behind it? Then you cannot jump.",
    "side": "Is another mouse behind it? It counts as a barrier.",
}
"""How to jump where two mice stand in a row, by option `third`."""


class BarriersState(Moment, frozen=True):
    """A moment of the game, in words."""

    def prompt(self) -> Say:
        """Return what the seat that decides must do now."""
        seat = self.actor
        if seat is None:
            return say("{mouse} is across. {mouse} wins!", mouse=self.game.mice[self.winners[0]])
        if seat == CHANCE:
            return say("Who starts? Draw lots!")
        mouse = self.game.mice[seat]
        if self.actions() == (PASS,):
            return say("{mouse}, you are stuck. Miss a turn!", mouse=mouse)
        if self.left[seat]:
            return say("{mouse}, run – or block! ({n} left)", mouse=mouse, n=self.left[seat])
        return say("{mouse}, run! You have no barriers left.", mouse=mouse)

    def tell(self, action: Action, after: Self) -> tuple[Say, ...]:
        """Return what happened when `action` led to `after`."""
        mice, seat, name = self.game.mice, self.actor, action.name
        if seat is None or seat == CHANCE:
            return (say("{mouse} starts.", mouse=mouse_meant(self.game, action)),)
        if name in ALONG:
            return (say("{mouse} puts a barrier {where}.", mouse=mice[seat], where=_where(name)),)
        if name not in BIT:
            return (say("{mouse} is stuck and must miss a turn.", mouse=mice[seat]),)
        moved = self._moved(seat, name)
        return (moved, say("{mouse} is across. {mouse} wins!", mouse=mice[seat])) if after.winners else (moved,)

    def describe(self, action: Action) -> Say:
        """Return an option in a few words."""
        seat, name = self.actor, action.name
        if seat is None or seat == CHANCE:
            return say("{mouse} starts.", mouse=mouse_meant(self.game, action))
        if name in BIT:
            step = around(BIT[self.mice[seat]], NORTH, EAST) & BIT[name]
            return say("Go to {square}" if step else "Jump to {square}", square=name)
        if name in ALONG:
            one, other = ALONG[name]
            above = name.endswith("h")
            return say(
                "Barrier above {one}, {other}" if above else "Barrier right of {one}, {other}", one=one, other=other
            )
        return say("Miss a turn")

    def sign(self, action: Action) -> str:
        """Return the picture of putting a barrier."""
        return "fence" if action.name in ALONG else ""

    def hand_tasks(self, action: Action, after: Self) -> tuple[HandTask, ...]:
        """Return the task of putting a barrier by hand, because no sensor detects barriers."""
        if action.name not in ALONG:
            return ()
        return (HandTask(say("Put a barrier {where}.", where=_where(action.name)), (action.name,)),)

    def _moved(self, seat: int, square: str) -> Say:
        """Say that a mouse stepped, or which mouse it jumped and why the jump was not straight."""
        mice, here = self.game.mice, self.mice[seat]
        if around(BIT[here], NORTH, EAST) & BIT[square]:
            return say("{mouse} goes to {square}.", mouse=mice[seat], square=square)
        other = self._jumped(seat, square)
        said = "{mouse} jumps over {other} to {square}."
        if square[0] != here[0] and square[1] != here[1]:
            said = BEHIND[self._behind(here, self.mice[other])]
        return say(said, mouse=mice[seat], other=mice[other], square=square)

    def _jumped(self, seat: int, square: str) -> int:
        """Return the seat whose mouse is jumped on the way to a square more than one step away."""
        here = BIT[self.mice[seat]]
        others = sum(BIT[mouse] for mouse in self.mice) ^ here
        north, east = open_steps(self.h, self.v)
        near = around(here, north, east)
        return next(
            other
            for other, mouse in enumerate(self.mice)
            if BIT[mouse] & near
            and self.game.grid.past(here, BIT[mouse], others, around(BIT[mouse], north, east)) & BIT[square]
        )

    def _behind(self, here: str, other: str) -> str:
        """Return what blocks the square behind the mouse on `other`, seen from `here`: "edge", "barrier" or "mouse"."""
        behind = "".join(chr(2 * ord(b) - ord(a)) for a, b in zip(here, other, strict=True))
        if behind not in BIT:
            return "edge"
        return "mouse" if BIT[behind] & around(BIT[other], *open_steps(self.h, self.v)) else "barrier"


def _where(barrier: str) -> Say:
    """Return the barrier's place in words."""
    one, other = ALONG[barrier]
    if barrier.endswith("h"):
        return say("above {one} and {other}", one=one, other=other)
    return say("to the right of {one} and {other}", one=one, other=other)


class Barriers(BarriersRules):
    """The game for two or four."""

    title = "Mouse Barriers"
    summary = "Be the first mouse across. Put barriers in the way of the others. No luck at all!"
    in_short = (Step("mouse", "step"), Step("fence", "block"), Step("start", "cross"))

    def start(self) -> BarriersState:
        return BarriersState.begin(self)

    def evened(self, options: Mapping[str, int]) -> Say:
        """Return the offer of the handicap; with four players also of the gift."""
        if options.get("gift"):
            return say("Shall whoever starts put a barrier away, and the third give one to each neighbour?")
        return say("Shall whoever starts have {n} barriers fewer?", n=options["handicap"])

    def preparation(self) -> HandTask:
        """Return how to share out barriers and seats (text: rules for 2 and for 4 players)."""
        homes = zip(self.mice, self.homes, strict=True)
        seats = [say("{mouse} at {square}", mouse=mouse, square=square) for mouse, square in homes]
        sentences = [
            say("Sit around the board, each at your own side: {seats}.", seats=enumeration(seats)),
            say("Each player takes {n} barriers.", n=ALL_BARRIERS // self.players),
            *([say("The first player puts {n} of them away.", n=self.handicap)] if self.handicap else []),
            *([say("The third player gives {n} to each neighbour.", n=self.gift)] if self.gift else []),
            say("Get your mouse to the other side first and you win."),
        ]
        return HandTask(one_after_another(sentences))

    def how_to_play(self) -> tuple[Say, ...]:
        """Return one paragraph each on a turn, jumps, and the names of squares and barriers."""
        jumps = [
            say(JUMPS[str(self.settings["edge"])]),
            *([say(TWO_IN_A_ROW[str(self.settings["third"])])] if self.players > 2 else []),
            say("Leave each mouse a way across!"),
        ]
        return (
            say(
                "Move your mouse to the next square, or put a barrier. A barrier is two squares long. It goes in "
                "the gap, and no mouse gets past it."
            ),
            one_after_another(jumps),
            say(
                "Each square has a letter and a number, like d2. A barrier has the name of the square at its lower "
                "left end. It is d2h if it lies across, and d2v if it goes up."
            ),
        )
