"""Moments in which the table asks about itself, and in which somebody has something to choose."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from msgspec.structs import replace
from tests.web.shown import after, played

from mouseboard.referee.situation import Ask, Choose, Consent, Mend, Situation, Suspect, Who
from mouseboard.rules import CHANCE, State
from mouseboard.say import say
from mouseboard.table import Departure, Doubt, Step

HIDDEN = "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.act'))"
"""The pixels of what can be pressed that nobody sees without scrolling."""


def moment(game: str, players: int, wanted: Callable[[State], bool]) -> Situation:
    """Return the first moment of random games that is as wanted."""
    moments = (situation for seed in range(20) for situation in islice(played(game, players, seed), 90))
    return next(situation for situation in moments if situation.state.actor is not None and wanted(situation.state))


def choosing(*verbs: str) -> Callable[[State], bool]:
    """Return whether there are several options, all of these verbs, and each verb among them."""
    return lambda state: len(state.actions()) > 1 and {action.verb for action in state.actions()} == set(verbs)


def _is_near(state: State) -> bool:
    """Return whether Red and Blue are on different places, up to three apart, with room ahead."""
    red, blue = (state.placement().get(mouse, "") for mouse in ("red", "blue"))
    return red.isdigit() and blue.isdigit() and 10 < int(blue) < 40 and 0 < abs(int(red) - int(blue)) < 4


CLASSIC = moment("classic", 3, lambda state: _is_near(state) and state.actor == CHANCE)
RED, BLUE = CLASSIC.standing["red"], CLASSIC.standing["blue"]
FREE = next(name for name in (str(int(BLUE) + n) for n in (2, 3, 4)) if name not in CLASSIC.standing.values())


def asking(ask: Ask) -> Situation:
    """Return a moment of `classic` in which this is asked."""
    return replace(CLASSIC, ask=ask)


def doubtful() -> Situation:
    """Red and Blue may have swapped."""
    swapped = CLASSIC.standing | {"red": BLUE, "blue": RED}
    return replace(CLASSIC, doubts=(Doubt((("red", RED), ("blue", BLUE)), swapped),))


def departed() -> Situation:
    """Red or Blue has left their shared place, while Red chooses between two squares."""
    situation = after("barriers", 2, 0)
    steps = tuple(action for action in situation.state.actions() if str(action) in ("c1", "e1"))
    left = Departure("blue", "d1", "d7", ("red",))
    return replace(situation, ask=Choose(0, steps), departure=left)


def which() -> Situation:
    """Red has gone to one of two squares."""
    situation = after("barriers", 2, 0)
    steps = tuple(action for action in situation.state.actions() if str(action) in ("c1", "d2"))
    return replace(situation, ask=Choose(0, steps, ambiguous=True))


def missing() -> Situation:
    """Red is felt nowhere, and may have gone to one of three squares."""
    situation = after("barriers", 2, 0)
    steps = tuple(action for action in situation.state.actions() if str(action) in ("c1", "d2", "e1"))
    standing = {piece: place for piece, place in situation.standing.items() if piece != "red"}
    return replace(situation, ask=Choose(0, steps, missing="red"), standing=standing)


def back(seat: int | None) -> Situation:
    """A seat, or whoever has put Blue back, wants to take something back."""
    asked = () if seat is None else (1 - seat,)
    return asking(Consent(seat, (say("{mouse} starts.", mouse="blue"),), CLASSIC.standing | {"blue": FREE}, asked))


QUESTIONS: dict[str, Situation] = {
    "doubt": doubtful(),
    "left": departed(),
    "which": which(),
    "missing": missing(),
    "mend": replace(asking(Mend((Step("blue", FREE, BLUE),))), standing=CLASSIC.standing | {"blue": FREE}),
    "empty": asking(Suspect(FREE, None)),
    "there": asking(Suspect(BLUE, "blue")),
    "who": asking(Who(BLUE, "blue")),
    "back": back(1),
}
"""A moment for each kind of question."""
