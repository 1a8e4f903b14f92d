"""The situations of the cases: a state of each game, by what a case says of it.

Some things are said only here: `barriers d3h c4v` on the board, `hand 8 8` for men to be placed, `looks e` for the way
the mouse looks, `b3 One Ahead e` for a card that lies with its top there, `cheese b3 2 c3 1` for what is on the cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace
from tests.rules.cards.moments import laid

from mouseboard.rules import Game, State
from mouseboard.rules.barriers.grid import BIT
from mouseboard.rules.cards import Cards
from mouseboard.rules.cards.game import Phase as CardsPhase
from mouseboard.rules.cards.maze import HEADINGS, Maze
from mouseboard.rules.classic.rules import CAPTURED
from mouseboard.rules.classic.rules import Phase as ClassicPhase
from mouseboard.rules.morris.rules import MEN
from mouseboard.rules.pantry import Pantry
from mouseboard.rules.revised.rules import Phase as RevisedPhase

Facts = dict[str, list[str]]
"""What is said of a state: the words that follow each subject."""

OFF = "off"
SUBJECTS = ("can", "cannot", "only", "turn", "wins", "draw", "looks", "barriers", "hand", "cheese")
"""The subjects of all games beside their sides, pieces, places and scores."""


def facts(game: Game, text: str) -> Facts:
    """Return what `red d4, barriers left 1 0` says."""
    scores = [score.name for score in begun(game).scores()]
    known = sorted({*SUBJECTS, *game.mice, *game.pieces, *game.layout.by_name, *scores}, key=len, reverse=True)
    return dict(_fact(one, known) for one in text.split(", "))


def _fact(text: str, known: list[str]) -> tuple[str, list[str]]:
    subject = next((subject for subject in known if f"{text} ".startswith(f"{subject} ")), "")
    assert subject, f"nothing is called so: {text}"
    words = text.removeprefix(subject).strip()
    return subject, [words] if words.startswith('"') else words.split()


def begun(game: Game) -> Any:
    """Return the first state, or the one after the lot if that decides who starts."""
    state = game.start()
    return state.play(state.actions()[0]) if state.turn is None else state


def turn(game: Game, said: Facts) -> int:
    """Return the seat that plays."""
    return game.mice.index(said["turn"][0]) if "turn" in said else 0


def at(game: Game, said: Facts) -> tuple[str, ...]:
    """Return the place of each mouse, or `off`."""
    return tuple(said.get(mouse, [place])[0] for mouse, place in begun(game).placement().items() if mouse in game.mice)


def numbers(said: Facts, subject: str, otherwise: tuple[int, ...]) -> tuple[int, ...]:
    """Return the number of each seat. Those that are not said are as they are otherwise."""
    given = tuple(map(int, said.get(subject, ())))
    return given + otherwise[len(given) :]


def number(said: Facts, subject: str, otherwise: int) -> int:
    return int(said[subject][0]) if subject in said else otherwise


def barriers(game: Game, said: Facts) -> Any:
    start, put = begun(game), said.get("barriers", [])
    h, v = (sum(BIT[barrier[:2]] for barrier in put if barrier[2] == way) for way in "hv")
    left = numbers(said, "barriers left", start.left)
    return replace(start, actor=turn(game, said), mice=at(game, said), left=left, h=h, v=v)


def cards(game: Cards, said: Facts) -> Any:
    start, places = begun(game), game.deck.places
    on = dict(zip(said["cheese"][::2], map(int, said["cheese"][1::2]), strict=True)) if "cheese" in said else {}
    lying = laid({place: " ".join(words) for place, words in said.items() if place in places})
    nose = HEADINGS.index(said.get("looks", ["n"])[0])
    maze = Maze(lying, tuple(on.get(place, 0) for place in places), places.index(said["mouse"][0]), nose)
    safe, risk = numbers(said, "safe", start.safe), number(said, "at risk", 0)
    pile = number(said, "pile", start.pile - sum(on.values()) - risk - sum(safe))
    phase, seat = CardsPhase.AGAIN, turn(game, said)
    return replace(start, phase=phase, seat=seat, maze=maze, pile=pile, safe=safe, risk=risk)


def classic(game: Game, said: Facts) -> Any:
    start, seat, names = begun(game), turn(game, said), [place.name for place in game.layout.place]
    cheese = numbers(said, "cheese", start.cheese)
    return replace(
        start,
        phase=ClassicPhase.ROLL,
        seat=seat,
        mover=seat,
        at=tuple(CAPTURED if place == OFF else names.index(place) for place in at(game, said)),
        cheese=cheese,
        pile=number(said, "pile", start.pile - sum(cheese)),
        built=number(said, "parts built", 0),
    )


def draughts(game: Game, said: Facts) -> Any:
    start, men = begun(game), len(game.pieces) // 2
    squares = [square for side in game.mice for square in _padded(said.get(side, []), men)]
    crowned = tuple(sorted(man for man, square in zip(game.pieces, squares, strict=True) if square.isupper()))
    return replace(start, turn=turn(game, said), at=tuple(map(str.lower, squares)), crowned=crowned)._noted(())


def morris(game: Game, said: Facts) -> Any:
    white, black = (tuple(_padded(said.get(side, []), MEN)) for side in game.mice)
    in_hand = numbers(said, "hand", (0, 0))
    state = replace(begun(game), turn=turn(game, said), at=(white, black), in_hand=in_hand)
    return state if any(in_hand) else replace(state, seen=(state._position,))


def _padded(points: list[str], men: int) -> list[str]:
    return points + [""] * (men - len(points))


def pantry(game: Pantry, said: Facts) -> Any:
    start, places = begun(game), at(game, said)
    found = numbers(said, "pieces of cheese", start.found)
    return replace(start, turn=turn(game, said), at=places, hidden=game.hides(places), found=found)


def revised(game: Game, said: Facts) -> Any:
    start = begun(game)
    hands, on_start = numbers(said, "cheese", start.hands), number(said, "on Start", start.on_start)
    pile = start.pile + start.on_start + sum(start.hands) - on_start - sum(hands)
    seat = turn(game, said)
    return replace(
        start, phase=RevisedPhase.ROLL, seat=seat, at=at(game, said), hands=hands, on_start=on_start, pile=pile
    )


def souriciere(game: Game, said: Facts) -> Any:
    return replace(begun(game), turn=turn(game, said), at=at(game, said))


SITUATIONS: dict[str, Callable[[Any, Facts], State]] = {
    make.__name__: make for make in (barriers, cards, classic, draughts, morris, pantry, revised, souriciere)
}
