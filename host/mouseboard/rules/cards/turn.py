"""What follows in `cards`: one action is played, and all that it brings about happens, up to the next question.

Each function takes the state before and gives the state after. On the way it adds to the story, in order, what is told
to everybody (`Say`) and what hands have to do (`Chore`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mouseboard.rules.cards import words
from mouseboard.rules.cards.maze import CELLS, HEADINGS, more
from mouseboard.rules.core import Action, HandTask
from mouseboard.say import Say, say

if TYPE_CHECKING:
    from mouseboard.rules.cards import CardsState

TO_WIN = 8

Story = list[Say | HandTask]

BROUGHT = "{player} brings {n} cheese out of the maze."
NOTHING_BROUGHT = "{player} leaves the maze without cheese."
LOST = "{player} is trapped and gives back {n} cheese."
NOTHING_LOST = "{player} is trapped."


class Phase(StrEnum):
    """What the game waits for; where a place or a heading is chosen, the verb of the choice."""

    LOT = "lot"
    LAY = "lay"
    POINT = "point"
    CHEESE = "cheese"
    DRAW = "draw"
    RUN = "to"
    FLIP = "flip"
    PICK = "pick"
    TURN = "turn"
    AGAIN = "again"
    OVER = "over"


CHOICES = {
    "move": Phase.RUN,
    "flip either": Phase.FLIP,
    "flip front": Phase.FLIP,
    "flip behind": Phase.FLIP,
    "turn either": Phase.PICK,
    "turn this": Phase.PICK,
    "place": Phase.CHEESE,
}
"""The directions that are about one card of the maze, and the phase that chooses it."""


def play(state: CardsState, action: Action, story: Story) -> CardsState:
    """The state after a legal action."""
    game, arg = state.game, str(action.arg)
    match action.verb:
        case "first":
            story.append(say("{player} starts.", player=game.mice[int(arg)]))
            return replace(state, phase=Phase.LAY, seat=int(arg))
        case "lay":
            return _lay(state, game.lays[action], story)
        case "point":
            return _point(state, HEADINGS.index(arg), story)
        case "draw":
            return _draw(state, game.kind[arg], story)
        case "turn":
            return _turn(state, HEADINGS.index(arg), story)
        case "again":
            story.append(say("{player} draws again.", player=state.player))
            return _to_the_pile(state, story)
        case "end":
            return _end(state, story)
        case "pick":
            story.append(say("{player} turns the card on {place}.", player=state.player, place=arg))
    return _at(state, game.cell[arg], story)


# Before and around a player's moves.


def _lay(state: CardsState, lying: int, story: Story) -> CardsState:
    """The next card of the maze; after the last one the first turn begins (text: Setup, 2)."""
    place = state.game.places[len(state.maze.lying)]
    story.append(words.lay(place, lying, state.game.faces[lying // 4].label))
    laid = replace(state, maze=state.maze.lay(lying))
    return laid if len(laid.maze.lying) < CELLS else _begin(laid, laid.seat)


def _begin(state: CardsState, seat: int) -> CardsState:
    """The player at that seat moves the mouse to Safe (text: Place the Mouse on the Safe Card)."""
    safe = next(cell for cell in range(CELLS) if state.face(cell).kind == "safe")
    maze = replace(state.maze, mouse=safe, nose=-1)
    return replace(_discard(state), phase=Phase.POINT, seat=seat, maze=maze, risk=0)


def _begin_next(state: CardsState) -> CardsState:
    """The turn goes to the player to the left."""
    return _begin(state, (state.seat + 1) % state.game.players)


def _point(state: CardsState, heading: int, story: Story) -> CardsState:
    """The mouse looks that way; a cheese is placed next (text: Place a Cheese Wedge in the Maze)."""
    story.append(words.point(state.game.places[state.maze.mouse], heading))
    return _choose(replace(state, maze=replace(state.maze, nose=heading)), Phase.CHEESE, story)


def _to_the_pile(state: CardsState, story: Story) -> CardsState:
    """Ready to draw; the discards become the draw pile when that is empty (ruling: cards, Piles)."""
    if any(state.draw):
        return replace(state, phase=Phase.DRAW)
    story.append(say("The discards are shuffled: they are the new draw pile."))
    return replace(state, phase=Phase.DRAW, draw=state.discards, discards=(0,) * len(state.discards))


def _draw(state: CardsState, kind: int, story: Story) -> CardsState:
    """An action card, followed at once (text: Draw an Action Card and Do What It Says)."""
    story.append(say("{player} draws: {card}.", player=state.player, card=state.game.layout.card[kind].label))
    return _follow(replace(state, card=kind, draw=more(state.draw, kind, -1)), story)


def _discard(state: CardsState) -> CardsState:
    """The action card has been followed."""
    discards = more(state.discards, state.card, 1) if state.card >= 0 else state.discards
    return replace(state, card=-1, discards=discards, followed=(), picked=-1)


def _stop(state: CardsState) -> CardsState:
    """The mouse has stopped: once more, or end the turn (text: Repeat Step 3 or End Your Turn)."""
    return replace(_discard(state), phase=Phase.AGAIN)


def _end(state: CardsState, story: Story) -> CardsState:
    """The cheese is safe; 8 of them win (text: Winning the Game)."""
    story.append(say(BROUGHT if state.risk else NOTHING_BROUGHT, player=state.player, n=state.risk))
    home = replace(state, safe=more(state.safe, state.seat, state.risk), risk=0)
    if home.safe[home.seat] >= TO_WIN:
        return replace(_discard(home), phase=Phase.OVER)
    return _begin_next(home)


def _trapped(state: CardsState, story: Story) -> CardsState:
    """This turn's cheese is lost, and the turn over (ruling: cards, Trapped)."""
    story.append(say(LOST if state.risk else NOTHING_LOST, player=state.player, n=state.risk))
    return _begin_next(replace(state, pile=state.pile + state.risk, risk=0))


# Following the card directions.


def _follow(state: CardsState, story: Story) -> CardsState:
    """Do what the card says, as far as nobody has to be asked."""
    said, _ = state.said()
    if said.kind in CHOICES:
        return _choose(state, CHOICES[said.kind], story)
    match said.kind:
        case "take" if state.pile:
            story.append(say("{player} takes a cheese from the pile.", player=state.player))
            return _stop(replace(state, pile=state.pile - 1, risk=state.risk + 1))
        case "go to":
            return _go_to(state, story)
        case "trapped":
            return _trapped(state, story)
        case "end turn":
            return _end(state, story)
    return _stop(state)


def _choose(state: CardsState, phase: Phase, story: Story) -> CardsState:
    """Ask for one of the phase's cells, unless there is only one or none."""
    asking = replace(state, phase=phase)
    cells = asking.cells()
    if len(cells) > 1:
        return asking
    if cells:
        return _at(asking, cells[0], story)
    return _stop(state) if state.card >= 0 else _to_the_pile(state, story)


def _at(state: CardsState, cell: int, story: Story) -> CardsState:
    """The cell has been chosen: run there, flip its card, turn it, or put a cheese on it."""
    match state.phase:
        case Phase.RUN:
            return _run(state, cell, story)
        case Phase.FLIP:
            return _flip(state, cell, story)
        case Phase.PICK:
            return replace(state, phase=Phase.TURN, picked=cell)
    return _place(state, cell, story)


def _place(state: CardsState, cell: int, story: Story) -> CardsState:
    """A cheese from the pile onto a card: at the start of a turn, or because a card says so."""
    story.append(words.put(state.game.places[cell]))
    placed = replace(state, pile=state.pile - 1, maze=state.maze.put(cell))
    return _stop(placed) if state.card >= 0 else _to_the_pile(placed, story)


def _flip(state: CardsState, cell: int, story: Story) -> CardsState:
    """The other face up; the cheese on it goes back to the pile (text: Flip Either)."""
    story.append(words.flip(state.game.places[cell]))
    cheese = state.maze.cheese[cell]
    if cheese:
        story.append(say("The pile gets back {n} cheese.", n=cheese))
    return _stop(replace(state, maze=state.maze.flip(cell), pile=state.pile + cheese))


def _turn(state: CardsState, heading: int, story: Story) -> CardsState:
    """The picked card lies another way (text: Turn This Card)."""
    maze = state.maze.turn(state.picked, heading)
    nose = maze.nose if state.picked == maze.mouse else None
    story.append(words.turn(state.game.places[state.picked], heading, nose))
    return _stop(replace(state, maze=maze))


def _run(state: CardsState, cell: int, story: Story) -> CardsState:
    """Run along the arrow that leads to that cell (text: Move the Mouse in the direction of the arrow)."""
    if cell == state.maze.mouse:
        story.append(say("The edge is in the way: the mouse stays."))
        return _stop(state)
    story.append(say("The mouse runs to {place}: {card}.", place=state.game.places[cell], card=state.face(cell).label))
    return _arrive(state, cell, state.ends()[cell], story)


def _go_to(state: CardsState, story: Story) -> CardsState:
    """Straight to the other half if it lies face up (ruling: cards, GO TO)."""
    partner = state.game.partner[state.maze.face(state.maze.mouse)]
    for cell in range(CELLS):
        if state.maze.face(cell) == partner:
            label = state.face(cell).label
            story.append(say("It goes on to {place}: {card}.", place=state.game.places[cell], card=label))
            return _arrive(state, cell, False, story)
    story.append(say("The other half is face down: the mouse stays."))
    return _stop(state)


def _arrive(state: CardsState, cell: int, short: bool, story: Story) -> CardsState:
    """Take the cheese where a move ends, then follow the card there (text: When you move the Mouse in the Maze).

    It is not followed twice in a chain, nor when the edge stopped the mouse short; but Trapped traps in any case
    (rulings: cards, The edge, A card twice).
    """
    found = state.maze.cheese[cell]
    if found:
        story.append(say("{player} picks up {n} cheese.", player=state.player, n=found))
    there = replace(state, maze=state.maze.run(cell), risk=state.risk + found)
    if state.face(cell).kind == "trapped":
        return _trapped(there, story)
    if short or cell in state.followed:
        return _stop(there)
    return _follow(replace(there, followed=(*state.followed, cell)), story)
