"""Only valid setups and saved texts are accepted. A refusal gives the reason in one line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from mouseboard import layouts, rules
from mouseboard.rules import CHANCE


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


def test_an_unknown_game_is_refused_with_the_known_games() -> None:
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
def test_a_malformed_text_is_refused_in_one_line(text: str) -> None:
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
        ("classic", {"at": [0, -1]}),
        ("classic", {"mover": 1}),
        ("classic", {"due": 1}),
        ("classic", {"phase": "aim"}),
        ("classic", {"phase": "over"}),
        ("revised", {"seat": 2}),
        ("revised", {"hands": [2, 0, 0], "pile": 20}),
        ("revised", {"phase": "tunnel"}),
        ("revised", {"hands": [0, 9], "pile": 13}),
        ("revised", {"on_start": 1, "pile": 21}),
        ("pantry", {"turn": 2}),
        ("pantry", {"turn": None}),
        ("pantry", {"at": ["a1", "a1"]}),
        ("pantry", {"hidden": []}),
        ("pantry", {"hidden": ["a1"]}),
        ("pantry", {"found": [4, 0]}),
        ("pantry", {"found": [0]}),
        ("souriciere", {"waits": []}),
        ("souriciere", {"waits": [1, 0]}),
        ("souriciere", {"turn": 2}),
        ("souriciere", {"turn": None}),
        ("cards", {"maze": {"lying": [1, 2]}}),
        ("cards", {"maze": {"lying": [128]}}),
        ("cards", {"phase": "point"}),
        ("cards", {"card": 3}),
        ("cards", {"safe": [1, 0], "pile": 41}),
        ("barriers", {"mice": ["z9", "d7"]}),
        ("barriers", {"mice": ["d7", "d1"]}),
        ("barriers", {"actor": 7}),
        ("barriers", {"left": [9, 8]}),
        ("barriers", {"left": [8]}),
        ("barriers", {"h": -1}),
        ("barriers", {"h": 1}),
        ("barriers", {"h": 257, "left": [7, 7]}),
        ("barriers", {"h": 1, "v": 1, "left": [7, 7]}),
        ("barriers", {"actor": None}),
    ],
)
def test_a_saved_state_changed_into_an_impossible_one_is_refused(name: str, changed: dict[str, Any]) -> None:
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


def test_an_unknown_layout_is_a_bad_setup_like_any_other_option() -> None:
    with pytest.raises(rules.BadSetup, match="nowhere: no such layout; shipped are barriers"):
        rules.load("classic", layout="nowhere")


def test_a_number_of_players_that_is_no_integer_is_refused() -> None:
    for odd in ("2", 2.0, True):
        with pytest.raises(rules.BadSetup, match=f"classic cannot be played by {odd!r}; it takes 2, 3 or 4"):
            rules.load("classic", odd)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "name", [name for name, kind in rules.games().items() if any("lot" in option.allowed for option in kind.options)]
)
def test_a_game_has_no_turn_until_the_lot_has_named_who_starts(name: str) -> None:
    state = rules.load(name, first="lot").start()
    assert (state.actor, state.turn) == (CHANCE, None)
    assert state.play("first1").turn == 1


@pytest.mark.parametrize(
    "name", [name for name, kind in rules.games().items() if "first" in {option.name for option in kind.options}]
)
def test_a_seat_that_an_option_names_starts_and_the_others_follow_in_order(name: str) -> None:
    for seat in range(2):
        assert rules.load(name, 2, first=f"seat{seat}").start().turn == seat
    with pytest.raises(rules.BadSetup, match=f"{name}: first cannot be"):
        rules.load(name, 2, first=f"seat{max(rules.games()[name].seat_counts)}")
