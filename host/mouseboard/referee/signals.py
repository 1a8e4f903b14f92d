"""What the lamps show in a situation."""

from __future__ import annotations

from collections.abc import Container
from typing import assert_never

from mouseboard.referee.situation import (
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Trouble,
    Watch,
    Who,
)
from mouseboard.rules import Game, State
from mouseboard.table.lamps import BLINK, FLASH, NEUTRAL, PULSE, STEADY, Glow
from mouseboard.table.steps import Step, is_setup


def glows(situation: Situation) -> dict[str, Glow]:
    """Return the glow of each lit place: the mice, over them what people have to do, and at the end the winner."""
    game = situation.state.game
    resting = {place: _glow(game, piece, STEADY) for piece, place in situation.standing.items()}
    in_doubt = {place: _glow(game, piece, PULSE) for doubt in situation.doubts for piece, place in doubt.pieces}
    if isinstance(situation.ask, Roll):
        return resting | _asked(situation) | in_doubt
    return resting | in_doubt | _asked(situation)


def _asked(situation: Situation) -> dict[str, Glow]:
    game = situation.state.game
    match situation.ask:
        case Suspect(place, piece) | Who(place, piece):
            return {place: _glow(game, piece or "", FLASH)}
        case Move(steps) if is_setup(steps):
            return {step.target: _glow(game, step.piece, BLINK) for step in steps if step.target}
        case Move((step, *_)):
            return _way(game, step, PULSE)
        case Mend((step, *_)):
            return _way(game, step, FLASH)
        case Choose(_, actions, pointed):
            state, at = situation.state, () if pointed is None else situation.state.spots(actions[pointed])
            # What lies between places, a barrier, has only their lamps: it is lit when it is pointed at.
            spots = {place for action in actions for place in state.spots(action) if game.layout.by_name[place].sensors}
            offered = {place: Glow(NEUTRAL, PULSE) for place in spots - set(at)}
            return offered | {place: Glow(NEUTRAL, BLINK) for place in at}
        case Do(task):
            return {place: Glow(NEUTRAL, BLINK) for place in task.places}
        case Roll(int(seat)):
            return _blinking(situation.state, (seat,))
        case None if situation.over:
            return _blinking(situation.state, situation.state.winners)
        case Move() | Mend() | Roll() | Consent() | Paused() | Watch() | Trouble() | None:
            return {}
        case unknown:
            assert_never(unknown)


def _glow(game: Game, piece: str, pattern: str) -> Glow:
    """Return the glow of a piece: in the colour of its side, or in the neutral one if it has none."""
    return Glow(game.colour(piece) or NEUTRAL, pattern)


def _way(game: Game, step: Step, leaving: str) -> dict[str, Glow]:
    """Return the glows of a step: the place to leave in this pattern, the place to go to blinking."""
    source = {step.source: _glow(game, step.piece, leaving)} if step.source else {}
    return source | ({step.target: _glow(game, step.piece, BLINK)} if step.target else {})


def _blinking(state: State, seats: Container[int | None]) -> dict[str, Glow]:
    """Return the pieces of these seats that are on the board."""
    game, own = state.game, state.game.owned(seats)
    return {place: _glow(game, piece, BLINK) for piece, place in state.placement().items() if piece in own}
