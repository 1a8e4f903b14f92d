"""Moments of classic for tests to begin with. Spaces have their numbers on the board: 1 is Start."""

from __future__ import annotations

from typing import Any

from mouseboard import layouts, rules
from mouseboard.rules.classic import ClassicState
from mouseboard.rules.classic.layout import PARTS
from mouseboard.rules.classic.rules import CHEESE, Phase

OUT = 0
"""The space number of a captured mouse."""
LOOP = range(45, 51)
LAYOUT = layouts.load("classic")


def space(kind: str, loop: bool = False, **fields: Any) -> int:
    """Return the number of the first space of this kind, before the Loop or in it."""
    for number, place in enumerate(LAYOUT.place, start=1):
        if place.kind == kind and (number in LOOP) == loop and all(getattr(place, f) == v for f, v in fields.items()):
            return number
    raise LookupError(kind)


CRANK, CHEESE_WHEEL, SAFE_SPACE = space("crank", loop=True), 50, 45
LOOP_BUILD = space("build", loop=True)
BUILD = space("build", players=(2, 3, 4))
TAKE = space("take", count=2)
BONE = space("bone")


def moment(
    *at: int, cheese: tuple[int, ...] = (), pile: int | None = None, built: int = 0, layout: str = "classic"
) -> ClassicState:
    """Return a state with mice on these spaces and seat 0 to roll. By default the pile has the rest of the cheese."""
    cheese = cheese or (0,) * len(at)
    start = rules.load("classic", len(at), layout=layout).start()
    assert isinstance(start, ClassicState)
    pile = CHEESE - sum(cheese) if pile is None else pile
    indices = tuple(number - 1 for number in at)
    return ClassicState(start.game, Phase.ROLL, 0, 0, indices, cheese, pile, built)


def landing(
    to: int,
    *others: int,
    cheese: tuple[int, ...] = (),
    pile: int | None = None,
    built: int = 0,
    layout: str = "classic",
) -> ClassicState:
    """Return a state after seat 0 has rolled onto `to`, with the other mice on `others`."""
    before = 50 if to == 45 else to - 1
    return moment(before, *others, cheese=cheese, pile=pile, built=built, layout=layout).play("roll1")


def said(state: ClassicState, action: rules.Action) -> list[str]:
    return [str(sentence) for sentence in state.tell(action, state.after(action))]


def legal(state: ClassicState) -> list[str]:
    return [str(action) for action in state.actions()]


def spaces(state: ClassicState) -> tuple[int, ...]:
    return tuple(index + 1 for index in state.at)


def at_crank(*others: int, cheese: tuple[int, ...] = ()) -> ClassicState:
    """Return a state after seat 0 has rolled onto Turn Crank, with the trap complete."""
    return landing(CRANK, *others, cheese=cheese, built=PARTS)


def cranked(*others: int, cheese: tuple[int, ...] = ()) -> ClassicState:
    """Return a state after seat 0 has turned the crank, before the trap has decided."""
    return at_crank(*others, cheese=cheese).play("crank")
