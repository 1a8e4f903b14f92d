"""Moments of the card game for tests to begin with, and functions that look at one.

A moment is written as the maze cards that matter, by place: `{"b2": "Diver"}` lies with its top to the north,
`{"b2": "Two Ahead e"}` to the east. The other cards fill the maze, side b up, where no half of a GO TO pair is.
"""

from __future__ import annotations

from msgspec.structs import replace

from mouseboard import rules
from mouseboard.rules.cards import CardsState
from mouseboard.rules.cards.game import CHEESE, Phase
from mouseboard.rules.cards.maze import CELLS, HEADINGS, Maze, more


def start(players: int = 2, **options: rules.Setting) -> CardsState:
    state = rules.load("cards", players, **options).start()
    assert isinstance(state, CardsState)
    return state


GAME = start().game


def laid(cards: dict[str, str]) -> tuple[int, ...]:
    """Return the lying cards by cell."""
    lying: dict[int, int] = {}
    for place, said in cards.items():
        label, heading = (said[:-2], said[-1]) if said[-2:-1] == " " else (said, "n")
        used = {card // 8 for card in lying.values()}
        face = next(n for n, face in enumerate(GAME.deck.faces) if face.label == label and n // 2 not in used)
        lying[GAME.deck.cell[place]] = face * 4 + HEADINGS.index(heading)
    rest = iter(tile for tile in range(CELLS) if tile not in {card // 8 for card in lying.values()})
    return tuple(lying[cell] if cell in lying else 8 * next(rest) + 4 for cell in range(CELLS))


def moment(
    mouse: str,
    nose: str = "n",
    cards: dict[str, str] | None = None,
    cheese: dict[str, int] | None = None,
    risk: int = 0,
    safe: tuple[int, ...] = (0, 0),
) -> CardsState:
    """Return a state where seat 0 may draw again or end. The pile has the rest of the cheese."""
    on_cards = tuple((cheese or {}).get(place, 0) for place in GAME.deck.places)
    maze = Maze(laid(cards or {}), on_cards, GAME.deck.cell[mouse], HEADINGS.index(nose))
    pile = CHEESE - sum(on_cards) - risk - sum(safe)
    return replace(start(len(safe)), phase=Phase.AGAIN, maze=maze, pile=pile, safe=safe, risk=risk)


def drawn(state: CardsState, card: str) -> CardsState:
    return state.play("again").play("draw" + card)


def turn_begins(cards: dict[str, str] | None = None, cheese: dict[str, int] | None = None) -> CardsState:
    """Return a state where seat 1 must point the mouse, which is on Safe."""
    return moment("a1", cards=cards, cheese=cheese).play("end")


def without_pile(state: CardsState) -> CardsState:
    """Return the state with all cheese of the pile given to seat 1."""
    return replace(state, pile=0, safe=more(state.safe, 1, state.pile))


def legal(state: CardsState) -> list[str]:
    return [str(action) for action in state.actions()]


def mouse(state: CardsState) -> tuple[str, str]:
    """Return where the mouse is and which way it looks."""
    return state.placement()["mouse"], HEADINGS[state.maze.nose]


def up(state: CardsState, place: str) -> str:
    """Return the upper face of a card, and its heading."""
    cell = state.game.deck.cell[place]
    return f"{state.face(cell).label} {HEADINGS[state.maze.heading(cell)]}"


def lies(state: CardsState, place: str) -> int:
    """Return how much cheese is on a card."""
    return state.maze.cheese[state.game.deck.cell[place]]


def told(state: CardsState, action: str) -> str:
    return " ".join(
        str(sentence) for sentence in state.tell(state.game.read(action), state.after(state.game.read(action)))
    )
