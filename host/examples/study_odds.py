"""How likely is each seat to win? Exact if luck alone decides, otherwise from many games between computer players.

python host/examples/study_odds.py souriciere
python host/examples/study_odds.py classic --players 3 --games 400
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random

from mouseboard import players, rules
from mouseboard.rules import CHANCE, Game, State
from mouseboard.rules.chance import draw

SURE = 1.96
"""The standard deviations on either side of the mean that hold 95 % of a normal distribution."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="How likely each seat is to win.")
    parser.add_argument("game", choices=rules.games())
    parser.add_argument("--players", type=int, help="how many (default: the fewest)")
    parser.add_argument("--within", type=float, default=0.001, help="count until no more than this is undecided")
    parser.add_argument("--games", type=int, default=200, help="how many to play where players decide")
    parser.add_argument("--seed", type=int, default=1, help="what those games are drawn from")
    args = parser.parse_args(arguments)
    if not 0 < args.within < 1 or args.games < 2:
        parser.error("--within is between 0 and 1, --games 2 or more")
    try:
        game = rules.load(args.game, args.players)
    except rules.RulesError as error:
        parser.error(str(error))
    report = counted(game, args.within) if is_luck_alone(game) else sampled(game, args.games, args.seed)
    print(*report, sep="\n")


def is_luck_alone(game: Game) -> bool:
    """Return whether no state of a random game asks a seat to decide."""
    return all(state.actor == CHANCE for state in random_game(game, Random(0)))


def random_game(game: Game, rng: Random) -> Iterator[State]:
    """Yield the states of a random game up to its last choice or outcome."""
    state = game.start()
    while state.actor is not None:
        yield state
        state = state.after(draw(state.odds(), rng) if state.actor == CHANCE else rng.choice(state.actions()))


# By counting


def counted(game: Game, within: float) -> Iterator[str]:
    """Yield each seat's chance as a range: from its certain wins to these plus all undecided games."""
    won, undecided, outcomes = count(game, within)
    yield f"{game.name}, {game.players} players: luck alone, counted exactly over {outcomes} outcomes in a row"
    for seat, chance in enumerate(won):
        yield f"seat {seat} wins with a chance from {float(chance):.6f} to {float(chance + undecided):.6f}"


def count(game: Game, within: float) -> tuple[list[Fraction], Fraction, int]:
    """Return each seat's probability to have won, that of an undecided game, and the number of outcomes played.

    It stops when at most `within` is undecided. It plays all games at once: for each reachable state it counts the ways
    to get there, out of `whole`. Equal states are merged, so there are thousands of them and not 6 to the power of 60.
    """
    ways: dict[State, int] = {game.start(): 1}
    won = [0] * game.players
    whole, outcomes = 1, 0

    @cache
    def following(state: State) -> list[tuple[State, Fraction]]:
        return [(state.after(action), odds) for action, odds in state.odds()]

    while sum(ways.values()) > within * whole:
        scale = math.lcm(*{odds.denominator for state in ways for _, odds in following(state)})
        after: defaultdict[State, int] = defaultdict(int)
        for state, number in ways.items():
            for then, odds in following(state):
                after[then] += number * (odds.numerator * scale // odds.denominator)
        whole, outcomes, won = whole * scale, outcomes + 1, [number * scale for number in won]
        for over in [state for state in after if state.actor is None]:
            number = after.pop(over)
            for seat in over.winners:
                won[seat] += number
        ways = after
    return [Fraction(number, whole) for number in won], Fraction(sum(ways.values()), whole), outcomes


# By playing


def sampled(game: Game, games: int, seed: int) -> Iterator[str]:
    """Yield each seat's chance and the length of a game, from a sample of games, with 95 % intervals."""
    kind = players.usual(game)
    results = [play(game, kind, Random(f"{seed}/{number}")) for number in range(games)]
    yield f"{game.name}, {game.players} players: {games} games between {kind} players, seed {seed}"
    for seat in range(game.players):
        low, high = wilson(sum(seat in winners for winners, _ in results), games)
        yield f"seat {seat} wins with a chance from {low:.3f} to {high:.3f}"
    mean, error = mean_of(length for _, length in results)
    yield f"a game takes {mean:.1f} actions and outcomes in the mean, give or take {error:.1f}"


def play(game: Game, kind: str, rng: Random) -> tuple[tuple[int, ...], int]:
    """Play one game. Return its winners and its number of actions and outcomes."""
    player, state, length = players.load(kind, game), game.start(), 0
    while state.actor is not None:
        state = state.after(draw(state.odds(), rng) if state.actor == CHANCE else player.choose(state, rng))
        length += 1
    return state.winners, length


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Return the 95 % interval of a chance by Wilson (1927), which stays between 0 and 1."""
    share, square = hits / tries, SURE**2 / tries
    middle = share + square / 2
    half = SURE * math.sqrt(share * (1 - share) / tries + square / (4 * tries))
    return (middle - half) / (1 + square), (middle + half) / (1 + square)


def mean_of(values: Iterable[int]) -> tuple[float, float]:
    """Return the mean, and the half width of its 95 % interval."""
    taken = list(values)
    mean = sum(taken) / len(taken)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in taken) / (len(taken) - 1))
    return mean, SURE * deviation / math.sqrt(len(taken))


if __name__ == "__main__":
    main()
