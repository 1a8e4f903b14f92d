"""What `barriers` says to people: what to do next, what happened and why, and where hands put a barrier."""

from __future__ import annotations

from mouseboard.rules.barriers.grid import ALONG, BIT, EAST, NORTH, around, open_steps
from mouseboard.rules.barriers.moment import ALL_BARRIERS, Moment
from mouseboard.rules.core import CHANCE, Action, HandTask
from mouseboard.say import Say, enumeration, one_after_another, say


def preparation(start: Moment) -> HandTask:
    """Barriers and seats (text: rules for 2 and for 4 players)."""
    homes = zip(start.game.mice, start.mice, strict=True)
    seats = [say("{mouse} at {square}", mouse=mouse, square=square) for mouse, square in homes]
    sentences = [
        say("Sit around the board, each at a side of your own: {seats}.", seats=enumeration(seats)),
        say("Each player takes {n} barriers.", n=ALL_BARRIERS // start.game.players),
        *([say("Whoever starts lays {n} of them aside.", n=start.game.handicap)] if start.game.handicap else []),
        *([say("Whoever comes third gives {n} to each neighbour.", n=start.game.gift)] if start.game.gift else []),
        say("Whose mouse is first on the side opposite its own wins."),
    ]
    return HandTask(one_after_another(sentences))


def how_to_play() -> tuple[Say, ...]:
    """A paragraph each: a turn, the spaces, how it ends."""
    return (
        say(
            "In turn, move your mouse to a square beside it, or put a barrier, as long as you have any. A barrier "
            "lies between two pairs of squares, and no mouse passes it."
        ),
        say(
            "A mouse beside yours may be jumped, straight on; or to its side, where the way behind it is barred. "
            "Every mouse must keep a way across."
        ),
        say(
            "Squares are called by column and row: d2. A barrier is called by the square at its lower left: d2h if it "
            "lies across, d2v if it stands."
        ),
    )


def prompt(state: Moment, can_only_pass: bool) -> Say:
    """What the seat that decides is to do now."""
    seat = state.actor
    if seat is None:
        return say("{mouse} is across and wins.", mouse=state.game.mice[state.winners[0]])
    if seat == CHANCE:
        return say("Draw who starts.")
    mouse = state.game.mice[seat]
    if can_only_pass:
        return say("{mouse}: you can neither move nor put a barrier; pass.", mouse=mouse)
    if state.left[seat]:
        return say("{mouse}: move, or put a barrier ({n} left).", mouse=mouse, n=state.left[seat])
    return say("{mouse}: move; your barriers are all put.", mouse=mouse)


def tell(state: Moment, action: Action, after: Moment) -> tuple[Say, ...]:
    """What happened when `action` was played and led to `after`."""
    mice, seat, notation = state.game.mice, state.actor, action.verb
    if seat is None or seat == CHANCE:
        return (say("{mouse} starts.", mouse=mice[int(action.arg)]),)
    if notation in ALONG:
        return (say("{mouse} puts a barrier {where}.", mouse=mice[seat], where=where(notation)),)
    if notation not in BIT:
        return (say("{mouse} can neither move nor put a barrier, and passes.", mouse=mice[seat]),)
    moved = _moved(state, seat, notation)
    return (moved, say("{mouse} is across and wins.", mouse=mice[seat])) if after.winners else (moved,)


def describe(state: Moment, action: Action) -> Say:
    """An action as it is offered among others, in few words."""
    seat, notation = state.actor, action.verb
    if seat is None or seat == CHANCE:
        return say("{mouse} starts.", mouse=state.game.mice[int(action.arg)])
    if notation in BIT:
        step = around(BIT[state.mice[seat]], NORTH, EAST) & BIT[notation]
        return say("Go to {square}" if step else "Jump to {square}", square=notation)
    if notation in ALONG:
        one, other = ALONG[notation]
        above = notation.endswith("h")
        return say("Barrier above {one}, {other}" if above else "Barrier right of {one}, {other}", one=one, other=other)
    return say("Pass")


def hand_tasks(state: Moment, action: Action, after: Moment) -> tuple[HandTask, ...]:
    """A barrier is put by hand; no sensor feels it."""
    if action.verb not in ALONG:
        return ()
    return (HandTask(say("Put a barrier {where}.", where=where(action.verb)), (action.verb,)),)


def where(barrier: str) -> Say:
    """The barrier's place in words."""
    one, other = ALONG[barrier]
    if barrier.endswith("h"):
        return say("above {one} and {other}", one=one, other=other)
    return say("to the right of {one} and {other}", one=one, other=other)


def _moved(state: Moment, seat: int, square: str) -> Say:
    """A step; or a jump, over whom, and why it was not straight."""
    mice, here = state.game.mice, state.mice[seat]
    if around(BIT[here], NORTH, EAST) & BIT[square]:
        return say("{mouse} goes to {square}.", mouse=mice[seat], square=square)
    other = _jumped(state, seat, square)
    said = "{mouse} jumps over {other} to {square}."
    if square[0] != here[0] and square[1] != here[1]:
        said = BEHIND[_behind(state, here, state.mice[other])]
    return say(said, mouse=mice[seat], other=mice[other], square=square)


BEHIND = {
    "barrier": "A barrier is behind {other}: {mouse} jumps to its side, to {square}.",
    "edge": "The edge is behind {other}: {mouse} jumps to its side, to {square}.",
    "mouse": "Another mouse is behind {other}: {mouse} jumps to its side, to {square}.",
}
"""Why a jump goes to the side, by what bars the square behind the mouse that is jumped."""


def _jumped(state: Moment, seat: int, square: str) -> int:
    """The seat whose mouse is jumped on the way to a square that is no step away."""
    here = BIT[state.mice[seat]]
    others = sum(BIT[mouse] for mouse in state.mice) ^ here
    north, east = open_steps(state.h, state.v)
    near = around(here, north, east)
    return next(
        other
        for other, mouse in enumerate(state.mice)
        if BIT[mouse] & near
        and state.game.grid.past(here, BIT[mouse], others, around(BIT[mouse], north, east)) & BIT[square]
    )


def _behind(state: Moment, here: str, other: str) -> str:
    """What bars the square behind the mouse on `other`, seen from `here`: edge, barrier or mouse."""
    behind = "".join(chr(2 * ord(b) - ord(a)) for a, b in zip(here, other, strict=True))
    if behind not in BIT:
        return "edge"
    return "mouse" if BIT[behind] & around(BIT[other], *open_steps(state.h, state.v)) else "barrier"
