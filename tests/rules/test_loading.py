"""Loading a game that does not keep the contract is refused in one line that names the fault."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import Struct
from tests.helpers.broken_games import install, line_of

from mouseboard import rules

HEADER = 'name, title, seat_counts, options = "dash", "Cheese Dash", (2, 3, 4), ()'
ACTOR = "    @property\n    def actor(self)"

SLIPS = [
    # the game's class
    ("class Dash(Game):", "class Dash:", "Dash is no subclass of mouseboard.rules.Game"),
    (HEADER, 'name, title, options = "dash", "Cheese Dash", ()', "Dash.seat_counts is missing"),
    ("title, seat_counts", "title, seat_count", "Dash.seat_counts is missing; is seat_count meant?"),
    ("(2, 3, 4)", "[2, 3, 4]", "Dash.seat_counts is [2, 3, 4]; it must be a tuple of numbers from 1 to 6"),
    ("(2, 3, 4)", "(2, 3, 9)", "Dash.seat_counts is (2, 3, 9); it must be a tuple of numbers from 1 to 6"),
    ("4), ()", "4), ('exact',)", "Dash.options is ('exact',); it must be a tuple of mouseboard.rules.Option"),
    ('"dash", "Cheese', '"Dash", "Cheese', "Dash.name is 'Dash', but the entry point is named 'dash'"),
    ("vocabulary = VOC", "words = VOC", "Dash lacks vocabulary"),
    ("vocabulary = VOCABULARY", "vocabulary = (DASH,)", "Dash.vocabulary is a tuple; it must map each notation to its"),
    ("start(self)", "begin(self)", "Dash lacks start()"),
    ("layout = layouts", "board = layouts", "loading {package}:Dash fails at {path = tuple}: NameError: name 'layout'"),
    ("vocabulary = VOCABULARY", "vocabulary, layout = VOCABULARY, None", "Dash.layout is missing; it must be what"),
    # the state's class
    ("def odds(self)", "def oods(self)", "DashState lacks odds(); is oods meant?"),
    ("def winners(self)", "def won(self)", "DashState lacks winners"),
    (ACTOR, "    def actor(self)", "DashState.actor is a method; it must be a property"),
    ("    def actions", "    @property\n    def actions", "DashState.actions is a property or a value"),
    ("after(self, action: Action)", "after(self)", "DashState.after() must take (self, action)"),
    ("frozen=True", "frozen=False", "DashState is no frozen struct; write"),
    ("self, turn=0,", "self,", "Dash.start() fails at {DashState(self}: TypeError: Missing required argument"),
    ("game: Dash\n", "dash: Dash\n", "the first field of DashState must be `game`"),
    ("at=(0,) * self.players", "at=[0] * self.players", "DashState.at is a list, which can change; a state needs a"),
    (
        "    def start",
        "    how_to_play = lambda self: 'Roll.'\n\n    def start",
        "how_to_play() gives a str; it must be",
    ),
    (
        "    def start",
        "    preparation = lambda self: 'Sit.'\n\n    def start",
        "preparation() gives a str; it must be",
    ),
    # the first state
    ("return DashState(self", "DashState(self", "start() gives None, which is no mouseboard.rules.State"),
    ("turn=0", "turn=self.first", "Dash.start() fails at {turn=self.first}: AttributeError: 'Dash' object has no attr"),
    ("(DASH, WALK, *ROLLS)", "(DASH, *ROLLS)", "actions() has `walk`, which the game's vocabulary lacks"),
    ("else (DASH, WALK)", "else (WALK, DASH)", "actions() are not sorted and unique: walk, dash"),
    ("ROLLS if self.dashing else (DASH, WALK)", "[DASH, WALK]", "actions() is a list; it must be a tuple"),
    ("DIE if self.dashing else ()", "None", "odds() is None where chance decides nothing; it must be ()"),
    ("mouse: self.game.path[square] for", "mouse: square for", "placement() has red on 0, which is no place of the"),
    ("{mouse: self.game", "{mouse[0]: self.game", "placement() has 'r' where sensors feel it, but the game"),
    ("return {mouse", "{mouse", "placement() is None; it must be a dict of places by piece"),
]
"""The text in the rules of Cheese Dash, the slip in its place, and the refusal. There `{text}` means the file and the
line with that text."""


@pytest.mark.parametrize(("right", "wrong", "said"), SLIPS)
def test_a_slip_in_a_game_is_refused_in_a_sentence(
    right: str, wrong: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = install(tmp_path, (right, wrong))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(rules.BadGame) as refused:
        rules.load("dash")
    said = said.replace("{package}", module.parent.name)
    said = re.sub("{(.*?)}", lambda place: f"{module}:{line_of(module, place[1])}", said)
    assert str(refused.value).startswith(f"dash: {said}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("gone_game:Dash", "ModuleNotFoundError: No module named 'gone_game'"),
        ("json:Dash", "AttributeError: module 'json' has no attribute 'Dash'"),
        ("json:dumps", "dumps is no subclass of mouseboard.rules.Game"),
    ],
)
def test_a_package_that_cannot_be_loaded_does_not_affect_other_games(
    value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = install(tmp_path).parents[1] / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[mouseboard.games]\nbroken = {value}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert {"classic", "dash"} <= rules.games().keys()
    assert rules.unplayable().keys() == {"broken"}
    assert rules.unplayable()["broken"].endswith(why)
    assert rules.load("dash").name == "dash"
    with pytest.raises(rules.BadGame, match=r"^broken: "):
        rules.load("broken")


def test_games_of_mice_are_listed_before_those_of_men() -> None:
    assert [*rules.games()][-2:] == ["draughts", "morris"]


def test_a_package_with_an_unusable_layout_is_unplayable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = install(tmp_path).with_name("dash.toml")
    layout.write_text(layout.read_text(encoding="utf-8").replace("[20, 60]", "[20, 6000]"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert "dash.toml, line 9: at: (20.0, 6000.0) mm lies outside the board's" in rules.unplayable()["dash"]


def test_a_layout_with_an_unknown_field_is_named_with_its_file_and_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = install(tmp_path).with_name("dash.toml")
    text = layout.read_text(encoding="utf-8")
    layout.write_text(text.replace('name = "1"', 'colour = 1, name = "1"'), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert re.search(r"dash\.toml, line 9: a place has no field `colour`$", rules.unplayable()["dash"])
    assert "msgspec" not in rules.unplayable()["dash"]


def test_an_option_of_a_game_without_options_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(rules.BadSetup, match=r"^dash has no options, and so no 'first'$"):
        rules.load("dash", first="lot")
    with pytest.raises(rules.BadSetup, match=r"^dash has only the board that it brings; choose no other$"):
        rules.load("dash", layout="classic")


def test_a_setup_that_a_game_refuses_on_purpose_is_no_fault_of_the_game() -> None:
    with pytest.raises(rules.BadSetup, match="trap cannot be '2'"):
        rules.load("classic", trap="2")


def test_a_struct_of_states_that_lacks_methods_is_refused_where_it_is_defined() -> None:
    said = r"Bare lacks actor, actions\(\), after\(\), winners, placement\(\); is action meant\?$"
    with pytest.raises(rules.BadGame, match=said):

        class Bare(rules.State, Struct, frozen=True):
            game: rules.Game

            def action(self) -> tuple[rules.Action, ...]:
                return ()

            def odds(self) -> tuple[tuple[rules.Action, Fraction], ...]:
                return ()
