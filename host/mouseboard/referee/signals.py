"""What the lamps show in a situation."""

from __future__ import annotations

from collections.abc import Iterable

from mouseboard.referee.situation import Choose, Do, Mend, Move, Roll, Situation, Suspect, Who
from mouseboard.rules import State
from mouseboard.table.lamps import BLINK, FLASH, NEUTRAL, PULSE, STEADY, Glow, glow_of
from mouseboard.table.steps import Step


def glows(situation: Situation) -> dict[str, Glow]:
    """Return the glow of each lit place: the mice, over them what people have to do, and at the end the winner."""
    resting = {place: glow_of(piece, STEADY) for piece, place in situation.standing.items()}
    in_doubt = {place: glow_of(piece, PULSE) for doubt in situation.doubts for piece, place in doubt.pieces}
    if isinstance(situation.ask, Roll):
        return resting | _asked(situation) | in_doubt
    return resting | in_doubt | _asked(situation)


def _asked(situation: Situation) -> dict[str, Glow]:
    match situation.ask:
        case Suspect(place, piece) | Who(place, piece):
            return {place: glow_of(piece or NEUTRAL, FLASH)}
        case Move((step, *_)):
            return _way(step, PULSE)
        case Mend((step, *_)):
            return _way(step, FLASH)
        case Choose(_, actions, pointed):
            state, at = situation.state, () if pointed is None else situation.state.spots(actions[pointed])
            layout = state.game.layout
            # What lies between places, a barrier, has only their lamps: it is lit when it is pointed at.
            spots = {place for action in actions for place in state.spots(action) if layout.by_name[place].sensors}
            offered = {place: Glow(NEUTRAL, PULSE) for place in spots - set(at)}
            return offered | {place: Glow(NEUTRAL, BLINK) for place in at}
        case Do(task):
            return {place: Glow(NEUTRAL, BLINK) for place in task.places}
        case Roll(int(seat)):
            return _blinking(situation.state, (seat,))
        case None if situation.over:
            return _blinking(situation.state, situation.state.winners)
    return {}


def _way(step: Step, leaving: str) -> dict[str, Glow]:
    """Return the glows of a step: the place to leave in this pattern, the place to go to blinking."""
    source = {step.source: glow_of(step.piece, leaving)} if step.source else {}
    return source | ({step.target: glow_of(step.piece, BLINK)} if step.target else {})


def _blinking(state: State, seats: Iterable[int]) -> dict[str, Glow]:
    """Return the mice of these seats that are on the board."""
    placement = state.placement()
    mice = [state.game.mice[seat] for seat in seats]
    return {placement[mouse]: Glow(mouse, BLINK) for mouse in mice if mouse in placement}
