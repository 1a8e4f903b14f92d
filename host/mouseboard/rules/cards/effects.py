"""The effects of an action in `cards`: everything that happens until the next question.

`play` returns the position afterwards. `story` returns the events in order: what to tell people, and what hands do.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec.structs import replace

from mouseboard.rules.cards.events import Event, What
from mouseboard.rules.cards.game import CHOICES, TO_WIN, Phase
from mouseboard.rules.cards.maze import CELLS, HEADINGS, Maze, lying, more
from mouseboard.rules.cards.position import Position
from mouseboard.rules.core import Action

P = TypeVar("P", bound=Position)


def play(now: P, action: Action) -> P:
    """Return the position after a legal action."""
    effects = Effects(now)
    effects.play(action)
    return effects.now


def story(now: Position, action: Action) -> list[Event]:
    """Return the events of a legal action, in order."""
    effects = ToldEffects(now)
    effects.play(action)
    return effects.story


class Effects(Generic[P]):
    """One action being carried out. `now` is the position as it changes."""

    def __init__(self, now: P) -> None:
        self.deck = now.game.deck
        self.now = now

    def play(self, action: Action) -> None:
        """Carry out the action and everything that follows from it."""
        name = action.name
        match action.verb:
            case "draw":
                self._draw(self.deck.kind[name])
            case "point":
                self._point(HEADINGS.index(name))
            case "cheese" | "flip":
                self._at(self.now.phase, self.deck.cell[name])
            case "to":
                cell = self.deck.cell[name]
                self._run(cell, short=self.now.ends()[cell])
            case "turn":
                self._turn_card(HEADINGS.index(name))
            case "again":
                self._tell(What.DREW_AGAIN)
                self._to_the_pile(self.now.maze, self.now.pile)
            case "end":
                self._end()
            case "pick":
                self._tell(What.PICKED, self.deck.cell[name])
                self._at(self.now.phase, self.deck.cell[name])
            case "lay":
                self._lay(lying(name))
            case "first" if action.number is not None:
                self._first(action.number)

    def _tell(self, what: What, cell: int = -1, n: int = 0, label: str = "") -> None:
        """Record an event. Does nothing here, because players that look ahead play thousands of actions silently."""

    # Before and around a player's moves.

    def _first(self, seat: int) -> None:
        self._tell(What.STARTS, n=seat)
        self.now = replace(self.now, phase=Phase.LAY, seat=seat)

    def _lay(self, card: int) -> None:
        """Lay the next card of the maze. After the last one, begin the first turn (text: Setup, 2)."""
        maze = self.now.maze
        self._tell(What.LAID, len(maze.lying), card, self.deck.faces[card // 4].label)
        self.now = replace(self.now, maze=maze.lay(card))
        if len(self.now.maze.lying) == CELLS:
            self._begin(self.now.seat, self.now.pile, self.now.safe)

    def _begin(self, seat: int, pile: int, safe: tuple[int, ...]) -> None:
        """Begin the seat's turn with the mouse on Safe (text: Place the Mouse on the Safe Card)."""
        maze = self.now.maze
        self.now = replace(
            self.now,
            phase=Phase.POINT,
            seat=seat,
            maze=replace(maze, mouse=self.deck.cell_of_safe(maze.lying), nose=-1),
            pile=pile,
            safe=safe,
            risk=0,
            card=-1,
            discards=self._discards(),
            followed=(),
            picked=-1,
        )

    def _begin_next(self, pile: int, safe: tuple[int, ...]) -> None:
        """Pass the turn to the player on the left."""
        self._begin((self.now.seat + 1) % self.now.game.players, pile, safe)

    def _point(self, heading: int) -> None:
        """Point the mouse that way. A cheese is placed next (text: Place a Cheese Wedge in the Maze)."""
        self._tell(What.POINTED, self.now.maze.mouse, heading)
        self.now = replace(self.now, maze=replace(self.now.maze, nose=heading))
        self._choose(Phase.CHEESE)

    def _to_the_pile(self, maze: Maze, pile: int) -> None:
        """Wait for a draw. If the draw pile is empty, the discards become the draw pile (ruling: cards, Piles)."""
        self.now = replace(self.now, phase=Phase.DRAW, maze=maze, pile=pile)
        if not any(self.now.draw):
            self._tell(What.SHUFFLED)
            self.now = replace(self.now, draw=self.now.discards, discards=(0,) * len(self.now.discards))

    def _draw(self, kind: int) -> None:
        """Draw an action card and follow it at once (text: Draw an Action Card and Do What It Says)."""
        self._tell(What.DREW, label=self.deck.cards[kind].label)
        self.now = replace(self.now, card=kind, draw=more(self.now.draw, kind, -1))
        self._follow()

    def _discards(self) -> tuple[int, ...]:
        """Return the discards with the action card that has been followed, if there is one."""
        now = self.now
        return more(now.discards, now.card, 1) if now.card >= 0 else now.discards

    def _stop(self) -> None:
        """Stop the mouse; nothing else has changed."""
        now = self.now
        self._stop_with(now.maze, now.pile, now.risk)

    def _stop_with(self, maze: Maze, pile: int, risk: int) -> None:
        """Stop the mouse, and ask whether to draw again or end the turn (text: Repeat Step 3 or End Your Turn)."""
        self.now = replace(
            self.now,
            phase=Phase.AGAIN,
            maze=maze,
            pile=pile,
            risk=risk,
            card=-1,
            discards=self._discards(),
            followed=(),
            picked=-1,
        )

    def _end(self) -> None:
        """End the turn. The cheese at risk is now safe, and 8 safe cheese win (text: Winning the Game)."""
        now = self.now
        safe = more(now.safe, now.seat, now.risk)
        self._tell(What.BROUGHT, n=now.risk)
        if now.risk:
            self._tell(What.HAS_SAFE, n=safe[now.seat])
        if safe[now.seat] < TO_WIN:
            self._begin_next(now.pile, safe)
        else:
            self._stop_with(now.maze, now.pile, risk=0)
            self.now = replace(self.now, phase=Phase.OVER, safe=safe)

    def _trapped(self) -> None:
        """End the turn and put its cheese back on the pile (ruling: cards, Trapped)."""
        now = self.now
        self._tell(What.TRAPPED, n=now.risk)
        self._begin_next(now.pile + now.risk, now.safe)

    # Following the card directions.

    def _follow(self) -> None:
        """Do what the card says, until somebody has to be asked."""
        kind = self.now.said().kind
        if kind == "move":
            return self._move()
        if kind in CHOICES:
            return self._choose(CHOICES[kind])
        match kind:
            case "take":
                self._take()
            case "go to":
                self._go_to()
            case "trapped":
                self._trapped()
            case "end turn":
                self._end()
            case "safe":
                self._tell(What.BACK_ON_SAFE)
                self._stop()
        return None

    def _take(self) -> None:
        """Take a cheese from the pile, if there is one; it lies face down before the player."""
        now = self.now
        if now.pile:
            self._tell(What.TOOK)
            self._stop_with(now.maze, now.pile - 1, now.risk + 1)
        else:
            self._tell(What.NONE_TO_TAKE)
            self._stop()

    def _move(self) -> None:
        """Run along the arrow. If arrows lead to several cells, ask which one."""
        ends = self.now.ends()
        if len(ends) > 1:
            self.now = replace(self.now, phase=Phase.RUN)
        else:
            [(cell, short)] = ends.items()
            self._run(cell, short)

    def _choose(self, phase: Phase) -> None:
        """Ask for one of the phase's cells. If there is only one, take it; if there is none, go on."""
        cells = self.now.cells(phase)
        if len(cells) > 1:
            self.now = replace(self.now, phase=phase)
        elif cells:
            self._at(phase, cells[0])
        else:
            self._tell(What.NONE_TO_PUT if phase is Phase.CHEESE else What.NO_CARD)
            self._go_on(self.now.maze, self.now.pile)

    def _go_on(self, maze: Maze, pile: int) -> None:
        """Wait for the turn's first draw, or ask whether to draw again."""
        if self.now.card >= 0:
            self._stop_with(maze, pile, self.now.risk)
        else:
            self._to_the_pile(maze, pile)

    def _at(self, phase: Phase, cell: int) -> None:
        """Flip the card in the chosen cell, ask how to turn it, or put a cheese on it, depending on the phase."""
        match phase:
            case Phase.FLIP:
                self._flip(cell)
            case Phase.PICK:
                self.now = replace(self.now, phase=Phase.TURN, picked=cell)
            case _:
                self._put(cell)

    def _put(self, cell: int) -> None:
        """Put a cheese from the pile onto a card: at the start of a turn, or because a card says so."""
        now = self.now
        self._tell(What.PUT, cell)
        self._go_on(now.maze.put(cell), now.pile - 1)

    def _flip(self, cell: int) -> None:
        """Turn the card's other face up. Cheese on it goes back to the pile (text: Flip Either)."""
        now = self.now
        cheese, maze = now.maze.cheese[cell], now.maze.flip(cell)
        self._tell(What.FLIPPED, cell, label=self.deck.faces[maze.face(cell)].label)
        if cheese:
            self._tell(What.GAVE_BACK, cell, cheese)
        self._stop_with(maze, now.pile + cheese, now.risk)

    def _turn_card(self, heading: int) -> None:
        """Turn the picked card to the heading (text: Turn This Card)."""
        cell = self.now.picked
        maze = self.now.maze.turn(cell, heading)
        if cell == maze.mouse:
            self._tell(What.TURNED_WITH_MOUSE, cell, heading)
            self._tell(What.LOOKS, cell, maze.nose)
        else:
            self._tell(What.TURNED, cell, heading)
        self._stop_with(maze, self.now.pile, self.now.risk)

    def _run(self, cell: int, short: bool) -> None:
        """Run along the arrow to that cell (text: Move the Mouse in the direction of the arrow)."""
        if cell == self.now.maze.mouse:
            self._tell(What.BLOCKED, cell)
            self._stop()
        else:
            self._arrive(What.RAN, cell, short)

    def _go_to(self) -> None:
        """Move the mouse to the card's other half if that lies face up (ruling: cards, GO TO)."""
        maze = self.now.maze
        partner = self.deck.partner[maze.face(maze.mouse)]
        label = self.deck.faces[partner].label
        for cell in range(CELLS):
            if maze.face(cell) == partner:
                return self._arrive(What.WENT_ON, cell, short=False)
        self._tell(What.FACE_DOWN, label=label)
        return self._stop()

    def _arrive(self, how: What, cell: int, short: bool) -> None:
        """Take the cheese where a move ends, then follow the card there (text: When you move the Mouse in the Maze).

        A card is not followed twice in a chain, nor if the edge stopped the mouse short. Trapped is followed in any
        case (rulings: cards, The edge, A card twice).
        """
        now = self.now
        face, found = now.face(cell), now.maze.cheese[cell]
        self._tell(how, cell, label=face.label)
        if found:
            self._tell(What.FOUND, cell, found)
        maze, risk = now.maze.run(cell), now.risk + found
        if face.kind != "trapped" and (short or cell in now.followed):
            self._tell(What.STOPPED_SHORT if short else What.FOLLOWED_BEFORE, cell)
            self._stop_with(maze, now.pile, risk)
        else:
            self.now = replace(now, maze=maze, risk=risk, followed=(*now.followed, cell))
            self._follow()


class ToldEffects(Effects[Position]):
    """Effects that record every event in `story`."""

    def __init__(self, now: Position) -> None:
        super().__init__(now)
        self.story: list[Event] = []

    def _tell(self, what: What, cell: int = -1, n: int = 0, label: str = "") -> None:
        self.story.append(Event(what, cell, n, label))
