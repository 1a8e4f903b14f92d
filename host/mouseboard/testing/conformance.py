"""A test suite that plays games at random and checks the contract of all games:

    python -m pytest --pyargs mouseboard.testing.conformance --game hunt

Without `--game` it plays every installed game. It plays each number of players, and each allowed value of each option,
`--games` times. A game needs no code of its own for this. A failure names the broken rule of the contract in one
sentence, with the actions that led to it. The same command reproduces it.

The last tests find what people at the table will miss. In tests of your own, two lines do the same:

    from mouseboard.testing.conformance import *
    GAME = "hunt"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from random import Random
from typing import NamedTuple, NoReturn

import pytest

from mouseboard import players as computers
from mouseboard import rules
from mouseboard.referee.seating import choose
from mouseboard.rules import CHANCE, Action, Game, Setting, State, contract
from mouseboard.rules.chance import draw
from mouseboard.rules.fault import fault_of
from mouseboard.rules.sayings import said_about, said_at
from mouseboard.say import Say
from mouseboard.testing import advice
from mouseboard.testing.mutations import mutated

GAMES = 3
"""Games per set-up, unless `--games` says otherwise."""

CLOSELY = 0.1
"""The share of states that get the costly checks: every word of the vocabulary, and saving."""

ENDLESS = 20_000
"""The number of actions after which a random game counts as endless."""

FEW = 8
"""The most actions that a failure names. A longer game is shown by its last ones."""

LONGEST_NOTATION = 12

CHOICES = 3
"""The number of choices that each kind of computer player makes."""

CHANGES = 25
"""The number of changed states per game."""

MOSTLY = 0.9
"""The share of these with changes to the state alone. The others may have other options or players as well."""

RESTLESS = 3
"""Every third random game is restless: sides go back to where they were, because some draws need that."""

BACK = 200
"""The first actions of a restless game that may lead back."""

LOOKED_AT = 20
"""The most actions of a state that are looked at, to find one that leads back or two that people cannot tell apart."""

STEPS = 12
"""The actions played from a changed state that still loads."""


class Setup(NamedTuple):
    """A game with its number of players and its options."""

    name: str
    players: int
    options: dict[str, Setting]

    def __str__(self) -> str:
        return ", ".join(
            [self.name, f"{self.players} players", *(f"{key}={value}" for key, value in self.options.items())]
        )

    def load(self) -> Game:
        return rules.make(self.name, self.players, self.options)


def default_setups(name: str) -> Iterator[Setup]:
    """Yield the game with every number of players and default options."""
    for players in rules.kind_of(name).seat_counts:
        yield Setup(name, players, {})


def setups(name: str) -> Iterator[Setup]:
    """Yield these, then the game with each other value of each option, with the fewest players that allow it."""
    yield from default_setups(name)
    for option in rules.kind_of(name).options:
        for value in option.allowed:
            if value != option.default and (setup := _with_fewest(name, {option.name: value})):
                yield setup


def _is_playable(name: str) -> bool:
    """Return whether the game can be loaded. If not, only `test_the_game_can_be_loaded` says what is wrong."""
    try:
        rules.load(name)
    except rules.RulesError:
        return False
    return True


def _with_fewest(name: str, options: dict[str, Setting]) -> Setup | None:
    """Return the set-up with the fewest players that these options allow, or None if no number of players is allowed.

    An option may name a seat, for instance.
    """
    for players in sorted(rules.kind_of(name).seat_counts):
        setup = Setup(name, players, options)
        try:
            setup.load()
        except rules.BadGame:
            return setup  # allowed, but at fault: its tests say what is wrong
        except rules.BadSetup:
            continue
        return setup
    return None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize the tests below with the selected games."""
    asked = getattr(metafunc.module, "GAME", None) or metafunc.config.getoption("--game", default=None)
    names = [asked] if asked else sorted([*rules.games(), *rules.unplayable()])
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", names)
    if "setup" in metafunc.fixturenames:
        playable = [setup for name in names if _is_playable(name) for setup in setups(name)]
        metafunc.parametrize("setup", playable, ids=str)


def test_the_game_can_be_loaded(name: str) -> None:
    fault = ""
    try:
        rules.load(name)
    except rules.RulesError as error:
        fault = str(error)
    if fault:
        pytest.fail(fault, pytrace=False)


def test_each_value_of_an_option_can_be_played(name: str) -> None:
    for option in rules.kind_of(name).options if _is_playable(name) else ():
        for value in option.choices:
            if not _with_fewest(name, {option.name: value}):
                pytest.fail(f"{name}: no number of players can play with {option.name}={value}", pytrace=False)


def test_random_games_keep_the_contract(setup: Setup, request: pytest.FixtureRequest) -> None:
    games = request.config.getoption("--games", default=None)
    for number in range(GAMES if games is None else games):
        play(setup, number)


def test_a_saved_state_that_was_changed_is_refused_or_plays_on(setup: Setup, request: pytest.FixtureRequest) -> None:
    games = request.config.getoption("--games", default=None)
    for number in range(1 if games is None else games):
        change(setup, number)


def test_notation_is_short_lower_case_and_without_blanks(setup: Setup) -> None:
    game = None
    with _left_to_other_tests():
        game = setup.load()
    for notation, action in game.vocabulary.items() if game else ():
        if notation != str(action):
            pytest.fail(f"{setup}: the vocabulary has `{action}` under {notation!r}", pytrace=False)
        if not (notation.isascii() and notation.isprintable() and notation == notation.lower() and notation.split()):
            pytest.fail(f"{setup}: the notation {notation!r} is not plain lower-case text", pytrace=False)
        if " " in notation or len(notation) > LONGEST_NOTATION:
            pytest.fail(f"{setup}: {notation!r} is no word of up to {LONGEST_NOTATION} letters", pytrace=False)


def test_people_can_tell_the_pieces_apart(name: str) -> None:
    _advise(name, lambda setup: advice.look_faults(setup.load()))


def test_people_read_the_names_of_sides_with_a_capital(name: str) -> None:
    _advise(name, lambda setup: advice.side_faults(setup.load()))


def test_no_optional_method_or_attribute_is_misspelt(name: str) -> None:
    _advise(name, lambda setup: advice.spelling_faults(setup.load()))


def test_people_see_a_picture_for_every_step_of_in_short(name: str) -> None:
    _advise(name, lambda setup: advice.sign_faults(setup.load()))


def test_the_layout_names_the_game(name: str) -> None:
    _advise(name, lambda setup: advice.layout_faults(setup.load()))


def test_people_can_touch_a_place_for_every_move(name: str) -> None:
    _advise(name, partial(_in_play, advice.touch_faults))


def test_people_are_told_sentences_and_no_notation(name: str) -> None:
    _advise(name, partial(_in_play, advice.notation_faults))


def test_people_can_tell_all_choices_apart(name: str) -> None:
    _advise(name, _choice_faults)


def test_every_text_is_translated_into_the_languages_of_the_table(name: str) -> None:
    """Fail with the faults of all languages and set-ups at once, because one run may then be enough to mend them."""
    said = set[Say]()
    for setup in setups(name) if _is_playable(name) else ():
        with _left_to_other_tests():
            said |= {*said_about(setup.load())}
            said.update(told for state, action in _moments(setup) for told in said_at(state, action))
    if said and (faults := list(advice.language_faults(rules.load(name), said))):
        pytest.fail("\n".join([f"{name}: {faults[0]}", *faults[1:]]), pytrace=False)


def test_computer_players_have_kinds_that_people_know(name: str) -> None:
    _advise(name, lambda setup: advice.level_faults(setup.load()))


def test_computer_players_of_every_kind_choose_legal_actions(name: str) -> None:
    """A kind that refuses to play on purpose is left out: a program that it needs is not installed, for instance."""
    if not _is_playable(name):
        return
    setup, fault, refusal = next(default_setups(name)), "", ""
    game, moments = setup.load(), list[State]()
    with _left_to_other_tests():
        moments = [state for state, _ in _moments(setup) if state.actor != CHANCE]
    try:
        for kind in computers.kinds(game):
            refusal = _try(kind, game, moments) or refusal
    except rules.RulesError as error:
        fault = str(error)
    if fault:
        pytest.fail(fault, pytrace=False)
    if refusal:
        pytest.skip(refusal)


def _try(kind: str, game: Game, moments: list[State]) -> str:
    """Let a player choose at a few moments of a game, from the first to the last. Raises BadGame.

    Return why it refuses to play; empty if it plays.
    """
    try:
        player = computers.load(kind, game)
    except rules.BadGame as error:
        if isinstance(error.__cause__, rules.RulesError):
            return str(error)
        raise
    try:
        for state in [moments[(len(moments) - 1) * n // (CHOICES - 1)] for n in range(CHOICES)] if moments else ():
            choose(player, state, Random(0))
    finally:
        computers.close(player)
    return ""


def _advise(name: str, faults: Callable[[Setup], Iterator[str]]) -> None:
    """Fail the test at the first thing that people would miss, with any number of players or value of an option.

    Failures of the game's own code are left to the tests above.
    """
    for setup in setups(name) if _is_playable(name) else ():
        with _left_to_other_tests():
            for why in faults(setup):
                pytest.fail(f"{setup}: {why}", pytrace=False)


@contextmanager
def _left_to_other_tests() -> Iterator[None]:
    """Pass over failures of a game's own code."""
    try:
        yield
    except Exception as error:
        if not (isinstance(error, rules.RulesError) or fault_of(error)):
            raise


def _in_play(faults: Callable[[State, Action], Iterator[str]], setup: Setup) -> Iterator[str]:
    for state, action in _moments(setup):
        yield from faults(state, action)


def _choice_faults(setup: Setup) -> Iterator[str]:
    random = Random(f"{setup}/choices")
    for state, _ in _moments(setup):
        if random.random() * len(state.actions()) < LOOKED_AT:
            yield from advice.choice_faults(state)


def _moments(setup: Setup) -> Iterator[tuple[State, Action]]:
    """Yield the states of a random game, each with the action that is played there."""
    random, state = Random(f"{setup}/people"), setup.load().start()
    for _ in range(ENDLESS):
        if state.actor is None or any(contract.state_faults(state)):
            return
        action = _any(state, random)
        yield state, action
        state = state.after(action)


def play(setup: Setup, number: int, closely: float = CLOSELY, endless: int = ENDLESS) -> None:
    """Play random game `number`. Fail the test at the first breach of the contract."""
    match, fault = _Match(setup), None
    try:
        random = Random(f"{setup}/{number}")
        match.play(
            random, closely, endless, _Restless(random) if number % RESTLESS == 1 else partial(_any, random=random)
        )
    except Exception as error:
        fault = fault_of(error) or error
        if not isinstance(fault, rules.RulesError):
            raise
    if fault:
        match.fail(str(fault))


def change(setup: Setup, number: int, changes: int = CHANGES) -> None:
    """Change saved states of random game `number`, and load them. Fail the test if one loads but does not play on."""
    random, states, fault = Random(f"{setup}/{number}/changes"), list[State](), None
    try:
        states += _states(setup.load().start(), random, ENDLESS)
    except Exception as error:
        fault = fault_of(error) or error
        if not isinstance(fault, rules.RulesError):
            raise
    if fault:  # outside `except`, or pytest shows both
        pytest.fail(f"{setup}: {fault}", pytrace=False)
    phases = dict.fromkeys(str(getattr(state, "phase", "")) for state in states)  # a set has another order in each run
    words = (*states[0].game.layout.by_name, *phases)
    for _ in range(changes):
        inside = "state" if random.random() < MOSTLY else None
        text = mutated(random.choice(states).to_json(), random, inside, words)
        if why := _fault_of_changed(text, random):
            pytest.fail(f"{setup}: {why}, of what was changed to {text}", pytrace=False)


def _fault_of_changed(text: str, random: Random) -> str | None:
    try:
        state = rules.from_json(text)
    except rules.RulesError as refusal:
        return None if str(refusal).isprintable() else f"the refusal {str(refusal)!r} is more than a line"
    try:
        for after in _states(state, random, STEPS):
            words = (contract.word_faults(after, action) for action in after.actions())
            if why := next(chain(contract.state_faults(after), contract.prompt_faults(after), *words), None):
                return why
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def _states(state: State, random: Random, most: int) -> Iterator[State]:
    """Yield the next states of a random game, at most `most`, up to the first that breaks the contract."""
    for _ in range(most):
        yield state
        if state.actor is None or any(contract.state_faults(state)):
            return
        state = state.after(_any(state, random))


def _any(state: State, random: Random) -> Action:
    """Return a random action or outcome."""
    return draw(state.odds(), random) if state.actor == CHANCE else random.choice(state.actions())


class _Restless:
    """Chooses what leads a side back to where it stood, if anything does: to and fro, until a rule ends the game."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._left = BACK
        self._been = set[tuple[int, frozenset[tuple[str, str]]]]()

    def __call__(self, state: State) -> Action:
        """Return the action that is played in this state."""
        if (seat := state.actor) in (None, CHANCE) or not self._left:
            return _any(state, self._random)
        own, actions = state.game.owned({seat}), state.actions()

        def place(state: State) -> tuple[int, frozenset[tuple[str, str]]]:
            return seat, frozenset(item for item in state.placement().items() if item[0] in own)

        self._left -= 1
        self._been.add(here := place(state))
        some = self._random.sample(actions, min(len(actions), LOOKED_AT))
        backward = (action for action in some if here != (there := place(state.after(action))) and there in self._been)
        return next(backward, some[0])


class _Match:
    """A game that is checked against the contract while it is played."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._actions: list[str] = []

    def play(self, rng: Random, closely: float, endless: int, choose: Callable[[State], Action]) -> None:
        """Play from start to end. The share `closely` of the states gets the costly checks."""
        game = self._setup.load()
        state = game.start()
        self._must(state == game.start(), "start() gives another state the second time")
        self._conserved = state.conserved()
        saved: list[tuple[State, str]] = []
        while state.actor is not None:
            self._check(state)
            action = choose(state)
            self._none_of(contract.word_faults(state, action))
            if rng.random() < closely:
                saved.append((state, state.to_json()))
                self._check_closely(state)
            state = self._follow(state, action)
            self._must(len(self._actions) < endless, "a random game should have ended by now")
        self._check(state)
        self._none_of(contract.prompt_faults(state))
        self._check_saving(state)
        for old, text in saved:
            self._must(old.to_json() == text, f"an old state has changed: it was {text}")
        self._check_again(state)

    def fail(self, why: str) -> NoReturn:
        """Fail the test. The message has the set-up, the last actions and the reason."""
        few = " ".join(self._actions[-FEW:])
        there = (
            f"after `{few}`" if len(self._actions) <= FEW else f"after {len(self._actions)} actions, the last `{few}`"
        )
        pytest.fail(f"{self._setup}, {there if self._actions else 'at the start'}: {why}", pytrace=False)

    def _must(self, holds: bool, why: str) -> None:
        if not holds:
            self.fail(why)

    def _none_of(self, faults: Iterator[str]) -> None:
        for why in faults:
            self.fail(why)

    def _follow(self, state: State, action: Action) -> State:
        """Return the next state, and check that every way to play the action leads to it."""
        after = state.after(action)
        self._must(state.play(action) == after, f"playing `{action}` leads to another state the second time")
        self._must(state.play(str(action)) == after, f"playing the text `{action}` leads elsewhere than the action")
        self._actions.append(str(action))
        return after

    def _check(self, state: State) -> None:
        self._none_of(contract.state_faults(state))
        self._none_of(contract.impossible_faults(state))
        self._must(
            state.conserved() == self._conserved, f"conserved() is {state.conserved()}, at first {self._conserved}"
        )

    def _check_closely(self, state: State) -> None:
        """Check that legal actions can be played before and after saving, and that all others are refused."""
        legal = state.actions()
        for action in legal:
            now = state.after(action).conserved()
            self._must(now == self._conserved, f"after `{action}`, conserved() is {now}, at first {self._conserved}")
        again = self._check_saving(state)
        for action in legal:
            same = state.play(action) == again.play(str(action))
            self._must(same, f"`{action}` leads to another state when the game was saved before")
        asides = state.asides()
        for action in asides:
            self._none_of(contract.after_faults(state, action))
            same = state.play(action) == again.play(str(action))
            self._must(same, f"`{action}` leads to another state when the game was saved before")
        for notation, action in state.game.vocabulary.items():
            self._must(
                action in (*legal, *asides) or self._refuses(state, notation),
                f"`{notation}` is not legal, but can be played",
            )

    def _refuses(self, state: State, notation: str) -> bool:
        try:
            state.play(notation)
        except rules.IllegalAction:
            return True
        return False

    def _check_saving(self, state: State) -> State:
        """Return the state after a round trip through JSON, and check that nothing is lost."""
        text = state.to_json()
        again = rules.from_json(text)
        self._must(again == state, f"a saved state comes back as another one: {text}")
        self._must(again.game.settings == state.game.settings, f"a saved game comes back with other options: {text}")
        self._must(again.to_json() == text, f"a state that was saved and loaded is saved as another text: {text}")
        return again

    def _check_again(self, end: State) -> None:
        """Check that the same actions in a freshly loaded game lead to the same end."""
        state = self._setup.load().start()
        for notation in self._actions:
            state = state.after(state.game.read(notation))
        self._must(state == end, "the same actions, played again, lead to another end")
