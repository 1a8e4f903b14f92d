"""What the lamps show in a situation."""

from __future__ import annotations

from mouseboard.referee.situation import Arrange, Choose, Do, Roll, Situation
from mouseboard.table.guide import SOMETHING
from mouseboard.table.lamps import BLINK, FLASH, NEUTRAL, PULSE, STEADY, Glow, glow_of


def glows(situation: Situation) -> dict[str, Glow]:
    """The glow of each lit place: every mouse where it stands, over it whatever is to be done."""
    state = situation.state
    resting = {place: glow_of(piece, STEADY) for piece, place in state.placement().items()}
    return resting | _asked(situation)


def _asked(situation: Situation) -> dict[str, Glow]:
    match situation.ask:
        case Arrange(steps):
            step = steps[0]
            pattern = FLASH if step.piece == SOMETHING else PULSE
            source = {step.source: glow_of(step.piece, pattern)} if step.source else {}
            target = {step.target: glow_of(step.piece, BLINK)} if step.target else {}
            return source | target
        case Choose(_, actions, pointed):
            spots = [situation.state.spots(action) for action in actions]
            offered = {place: Glow(NEUTRAL, PULSE) for places in spots for place in places}
            at = spots[pointed] if pointed is not None else ()
            return offered | {place: Glow(NEUTRAL, BLINK) for place in at}
        case Do(chore):
            return {place: Glow(NEUTRAL, BLINK) for place in chore.places}
        case Roll(int(seat)):
            mouse = state_mouse(situation, seat)
            return {mouse: glow_of(situation.state.game.mice[seat], BLINK)} if mouse else {}
    return {}


def state_mouse(situation: Situation, seat: int) -> str | None:
    """Where the mouse of a seat stands, if it stands on the board."""
    return situation.state.placement().get(situation.state.game.mice[seat])
