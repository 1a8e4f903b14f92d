"""What every installed game keeps, whatever its rules are. No game needs code of its own here.

Every game is played at random with every number of players, and with each of its options set to each allowed value.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mouseboard import layouts, rules
from mouseboard.rules import CHANCE, Action, Game, State
from mouseboard.rules.chance import draw

ENDLESS = 20_000
"""Actions after which a random game counts as one that does not end."""

Setup = tuple[str, int, dict[str, rules.Setting]]


def default_setups() -> list[Setup]:
    return [(name, count, {}) for name, kind in rules.games().items() for count in kind.seat_counts]


def other_setups() -> list[Setup]:
    """Each option's other values, one at a time, for the fewest players that allow it."""
    return [
        (name, fewest(name, {option.name: value}), {option.name: value})
        for name, kind in rules.games().items()
        for option in kind.options
        for value in option.allowed
        if value != option.default
    ]


def fewest(name: str, options: dict[str, rules.Setting]) -> int:
    """How many players it takes at least: a seat that starts must be there."""
    return next(count for count in sorted(rules.games()[name].seat_counts) if _allows(name, count, options))


def _allows(name: str, count: int, options: dict[str, rules.Setting]) -> bool:
    try:
        rules.load(name, count, **options)
    except rules.BadSetup:
        return False
    return True


def spelled(setup: Setup) -> str:
    name, count, options = setup
    return "-".join([name, str(count), *(f"{key}={value}" for key, value in options.items())])


every_setup = pytest.mark.parametrize("setup", default_setups() + other_setups(), ids=spelled)


def load(setup: Setup) -> Game:
    name, count, options = setup
    return rules.load(name, count, **options)


def random_game(game: Game, rng: Random) -> Iterator[tuple[State, Action]]:
    """Each state of a game played at random, with the action played there."""
    state = game.start()
    for _ in range(ENDLESS):
        if state.actor is None:
            return
        action = draw(state.odds(), rng) if state.actor == CHANCE else rng.choice(state.actions())
        yield state, action
        state = state.after(action)
    pytest.fail(f"{game!r} has not ended after {ENDLESS} actions")


def check_game(game: Game, rng: Random, closely: float) -> None:
    """One random game; the costly checks at that share of its states."""
    seen: list[tuple[State, str]] = []
    conserved = game.start().conserved()
    last = game.start()
    for state, action in random_game(game, rng):
        check_state(state)
        check_words(state, action)
        assert state.conserved() == conserved
        if rng.random() < closely:
            seen.append((state, state.to_json()))
            check_closely(state)
        last = state.after(action)
        assert state.play(str(action)) == state.play(action) == last
    check_end(last)
    assert last.conserved() == conserved
    for state, text in seen:
        assert state.to_json() == text, "an old state has changed"


def check_state(state: State) -> None:
    actions = state.actions()
    assert actions
    assert list(actions) == sorted(set(actions))
    assert all(state.game.vocabulary[str(action)] == action for action in actions)
    assert state.actor in range(CHANCE, state.game.players)
    assert state.turn is None or state.turn in range(state.game.players)
    assert state.winners == ()
    odds = state.odds()
    if state.actor == CHANCE:
        assert tuple(action for action, _ in odds) == actions
        assert sum(chance for _, chance in odds) == Fraction(1)
        assert all(chance > 0 for _, chance in odds)
    else:
        assert odds == ()
    check_placement(state)


def check_placement(state: State) -> None:
    places = state.game.layout.by_name
    for piece, place in state.placement().items():
        assert piece and not set(piece) & set(" \n"), f"{piece!r} is no name for a piece"
        assert place in places, f"{piece} stands on {place}, which is not on the board"


def check_words(state: State, action: Action) -> None:
    assert str(state.prompt())
    assert state.tell(action, state.after(action)), "a choice is offered in the words in which it is told"
    assert all(str(told) for told in state.tell(action, state.after(action)))
    places = state.game.layout.by_name
    assert set(state.spots(action)) <= set(places)
    assert set(state.labels()) <= set(places)
    for task in state.hand_tasks(action, state.after(action)):
        assert str(task.say)
        assert set(task.places) <= set(places)
    for score in state.scores():
        assert (score.shared is None) == bool(score.seats)
        assert len(score.seats) in (0, state.game.players)


def check_closely(state: State) -> None:
    again = rules.from_json(state.to_json())
    assert again == state
    assert again.game.settings == state.game.settings
    assert again.actions() == state.actions()
    assert again.to_json() == state.to_json()
    legal = state.actions()
    for action in legal:
        assert state.play(action) == again.play(str(action))
    for notation, action in state.game.vocabulary.items():
        if action not in legal:
            with pytest.raises(rules.IllegalAction, match="is not legal now"):
                state.play(notation)
    with pytest.raises(rules.BadNotation, match="cannot read"):
        state.play("no such thing")


def check_end(state: State) -> None:
    assert state.actor is None
    assert state.actions() == ()
    assert state.odds() == ()
    assert state.winners
    assert list(state.winners) == sorted(set(state.winners))
    assert set(state.winners) <= set(range(state.game.players))
    assert rules.from_json(state.to_json()) == state
    assert str(state.prompt())
    check_placement(state)


@every_setup
def test_random_games_keep_the_contract(setup: Setup) -> None:
    game = load(setup)
    for i in range(3):
        check_game(game, Random(f"{spelled(setup)}/{i}"), closely=0.1)


@pytest.mark.campaign
@pytest.mark.parametrize("setup", default_setups(), ids=spelled)
def test_a_thousand_random_games_keep_the_contract(setup: Setup) -> None:
    game = load(setup)
    for i in range(1000):
        check_game(game, Random(f"{spelled(setup)}/campaign/{i}"), closely=0.01)


@every_setup
def test_notation_is_short_lower_case_and_without_blanks(setup: Setup) -> None:
    for notation, action in load(setup).vocabulary.items():
        assert notation == str(action)
        assert notation == notation.lower()
        assert notation.isascii()
        assert notation.isprintable()
        assert " " not in notation
        assert 0 < len(notation) <= 12


@every_setup
def test_a_game_loaded_twice_is_the_same_game(setup: Setup) -> None:
    assert load(setup) == load(setup)
    assert load(setup).start() == load(setup).start()


@pytest.mark.parametrize("name", rules.games())
def test_a_wrong_number_of_players_is_refused_with_the_allowed_ones(name: str) -> None:
    allowed = rules.games()[name].seat_counts
    for count in {0, 1, 3, 7} - set(allowed):
        with pytest.raises(rules.BadSetup, match=f"{name} cannot be played by {count}; it takes {allowed[0]}"):
            rules.load(name, count)


@pytest.mark.parametrize("name", rules.games())
def test_a_wrong_option_is_refused_with_the_allowed_ones(name: str) -> None:
    with pytest.raises(rules.BadSetup, match=f"{name} has no option 'colour'"):
        rules.load(name, colour="red")
    for option in rules.games()[name].options:
        if option.allowed:
            settings: dict[str, rules.Setting] = {option.name: "nonsense"}
            with pytest.raises(rules.BadSetup, match=f"{option.name} cannot be 'nonsense'; it is .*"):
                rules.load(name, None, **settings)


def test_an_unknown_game_is_refused_with_the_games_there_are() -> None:
    with pytest.raises(rules.UnknownGame, match=r"there is no game 'chess'; the games are .*classic"):
        rules.load("chess")


def test_a_text_that_no_state_wrote_is_refused() -> None:
    for text in ("", "[]", "{}", '{"game": "classic", "players": 2, "options": {}, "state": {}}'):
        with pytest.raises(rules.BadSetup, match="this is not a saved game"):
            rules.from_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"game": "classic", "players": ' + "9" * 5000 + "}",
        '{"game": "\ud800"}',
        '{"game": "classic", "players": 2.0, "options": {}, "state": {}}',
        '{"game": "classic", "players": 2, "options": {"layout": {}}, "state": {}}',
        '{"game": "classic", "players": 2, "options": {"layout": "\\u0000.toml"}, "state": {}}',
        '{"game": "classic", "players": 2, "options": {"name": "x"}, "state": {}}',
        '{"game": "classic", "players": 2, "options": {"layout": "nowhere"}, "state": {}}',
    ],
    ids=range(9),
)
def test_a_text_that_is_odd_in_any_way_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(rules.BadSetup) as error:
        rules.from_json(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("classic", {"phase": "aim", "seat": 9}),
        ("classic", {"seat": -1}),
        ("classic", {"mover": 9}),
        ("classic", {"at": [0]}),
        ("classic", {"at": [99, 0]}),
        ("classic", {"at": [-1, -1]}),
        ("classic", {"cheese": [-3, 0], "pile": 55}),
        ("classic", {"pile": 51}),
        ("classic", {"built": 25}),
        ("classic", {"phase": "take"}),
        ("barriers", {"mice": ["z9", "d7"]}),
        ("barriers", {"mice": ["d7", "d1"]}),
        ("barriers", {"actor": 7}),
        ("barriers", {"left": [9, 8]}),
        ("barriers", {"left": [8]}),
        ("barriers", {"h": -1}),
        ("barriers", {"h": 1}),
    ],
)
def test_a_saved_state_that_was_changed_to_what_cannot_be_is_refused(name: str, changed: dict[str, Any]) -> None:
    saved = json.loads(rules.load(name, 2).start().to_json())
    saved["state"] |= changed
    with pytest.raises(rules.BadSetup, match="this is not a saved game"):
        rules.from_json(json.dumps(saved))


def test_an_option_is_kept_as_text_that_can_be_saved(tmp_path: Path) -> None:
    layout = tmp_path / "my.toml"
    layout.write_text((layouts.HOME / "classic.toml").read_text(encoding="utf-8"), encoding="utf-8")
    options: dict[str, Any] = {"layout": layout, "trap": Fraction(1, 2)}
    game = rules.load("classic", **options)
    assert game.settings == {"layout": str(layout), "first": "seat0", "trap": "1/2"}
    assert rules.from_json(game.start().to_json()) == game.start()


def test_a_board_that_cannot_be_used_is_a_bad_setup_like_any_other_option() -> None:
    with pytest.raises(rules.BadSetup, match="nowhere: no such layout; shipped are barriers"):
        rules.load("classic", layout="nowhere")


def test_a_number_of_players_that_is_no_whole_number_is_refused() -> None:
    for odd in ("2", 2.0, True):
        with pytest.raises(rules.BadSetup, match=f"classic cannot be played by {odd!r}; it takes 2, 3 or 4"):
            rules.load("classic", odd)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", [name for name, kind in rules.games().items() if any("lot" in option.allowed for option in kind.options)]
)
def test_until_the_lot_has_named_who_starts_it_is_nobodys_turn(name: str) -> None:
    state = rules.load(name, first="lot").start()
    assert (state.actor, state.turn) == (CHANCE, None)
    assert state.play("first1").turn == 1
