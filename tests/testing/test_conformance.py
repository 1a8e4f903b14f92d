"""Breaches of the contract of all games are found, and reported in a sentence with the actions that led to them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.helpers.broken_games import DRAWN, install

from mouseboard import rules
from mouseboard.rules import Action
from mouseboard.testing import conformance
from mouseboard.testing.conformance import Setup, change, play

WORDS = "    def prompt(self) -> Say:"
VOCABULARY = "    vocabulary ="
RULES = "__import__('mouseboard').rules"
TWICE = """    def __init__(self, players, settings):
        super().__init__(players, settings)
        self.pieces = (*self.mice, 'red')
"""


def method(text: str) -> tuple[str, str]:
    """Return the slip that adds a method to the state."""
    return WORDS, f"    def {text}\n\n{WORDS}"


LUCK = ("vocabulary = VOCABULARY", "vocabulary, luck = VOCABULARY, __import__('itertools').cycle((2, 3, 4))")


SLIPS = [
    ([("return DIE if", "return DIE[1:] if")], r"odds\(\) are of roll2, .*, but actions\(\) are roll1, "),
    ([("DIE if", "DIE[:5] if"), ("ROLLS if", "ROLLS[:5] if")], r"odds\(\) of a chance state sum to 5/6, not 1"),
    ([("*ROLLS)", "*ROLLS[:5])")], r"actions\(\) has `roll6`, which the game's vocabulary lacks"),
    ([("(DASH, WALK)\n\n", "(DASH, WALK, *ROLLS[:self.at[0]])\n\n")], r"actions\(\) are not sorted and unique"),
    ([("None if self.winners else", ""), ("() if self.winners else", "")], r"winners is \(\d,\) while the game lasts"),
    (
        [("None if self.winners else", "None if all(self.at) else"), ("() if self.winners", "() if all(self.at)")],
        r"the game is over, winners is \(\) and result is None; in a draw result says why",
    ),
    (
        [(WORDS, f"    result = property(lambda self: say('It is late.'))\n\n{WORDS}")],
        "result says something while the game lasts; it must be None until actor is None",
    ),
    (
        [(VOCABULARY, f"    shares_places = False\n{VOCABULARY}")],
        r"placement\(\) has two pieces on one place, but shares_places is False",
    ),
    ([("steps = 2", "steps = {}[1] if self.at[0] > 4 else 2")], r"DashState.after\(\) fails at .*: KeyError: 1$"),
    ([("steps = 2", "steps = next(self.game.luck)"), LUCK], "`walk` leads to another state when"),
    ([("self.at[self.turn] + steps", "self.at[self.turn]")], "a random game should have ended by now"),
    (
        [method("conserved(self): return {'steps': sum(self.at)}")],
        r"conserved\(\) is .*, at first {'steps': 0}",
    ),
    ([method("labels(self): return {'moon': ()}")], r"labels\(\) names 'moon', which is no place of the layout"),
    ([method("scores(self): return ('7',)")], r"scores\(\) has '7', which is no Score"),
    ([method("to_go(self): return (1,) * 9")], r"to_go\(\) is .*; it must be \(\) or one number a seat, none below 0"),
    ([method("scenery(self): return {}")], r"scenery\(\) gives a dict; it must be a mouseboard.rules.Scenery"),
    (
        [method("scenery(self): return __import__('mouseboard').rules.Scenery(cheese={'moon': 1})")],
        r"scenery\(\) names 'moon', which is no place",
    ),
    (
        [method(f"scenery(self): return {RULES}.Scenery(marked=('moon',))")],
        r"scenery\(\) names 'moon', which is no place",
    ),
    (
        [method("scenery(self): return __import__('mouseboard').rules.Scenery(crowned=('king',))")],
        r"scenery\(\) names 'king', which is no piece of the game",
    ),
    (
        [method(f"scenery(self): return {RULES}.Scenery(crowned=None)")],
        r"crowned of scenery\(\) gives None; it must be a",
    ),
    (
        [method(f"scenery(self): return {RULES}.Scenery(cards=())")],
        r"cards of scenery\(\) gives a tuple; it must be a dict",
    ),
    (
        [method(f"scenery(self): return {RULES}.Scenery(cheese={{'1': 'x'}})")],
        r"cheese of scenery\(\) has 'x', which is no",
    ),
    (
        [method(f"scenery(self): return {RULES}.Scenery(parts='x')")],
        r"parts of scenery\(\) is 'x'; it must be a number or",
    ),
    ([method("placement(self): return {'red': ['1']}")], r"placement\(\) has red on \['1'\], which is no place"),
    (
        [method("on_the_way(self, action): return {'red': ['1']}")],
        r"on_the_way\(\) of `\w+` has red on \['1'\], which is",
    ),
    (
        [method(f"hand_tasks(self, action, after): return ({RULES}.HandTask(say('Go!'), (['1'],)),)")],
        r"places of hand_tasks\(\) of `\w+` has \['1'\], which is no str",
    ),
    (
        [method(f"scores(self): return ({RULES}.Score('steps', 5),)")],
        r"scores\(\) of steps gives an int; it must be a tuple",
    ),
    (
        [method(f"scores(self): return ({RULES}.Score('steps', (), '5'),)")],
        r"scores\(\): steps has '5' for all; it must be",
    ),
    (
        [method(f"scores(self): return ({RULES}.Score(None, (1, 2)),)")],
        r"scores\(\) has one called None; it must be plain",
    ),
    (
        [(WORDS, f"    winners = property(lambda self: (['red'],))\n\n{WORDS}")],
        r"winners is \(\['red'\],\); it must be a sorted",
    ),
    ([method("impossible(self): return None")], r"impossible\(\) gives None; it must yield sentences"),
    ([method("beside(self): return ()")], r"beside\(\) is a tuple; it must be a dict of seats by piece"),
    (
        [method("beside(self): return {'red': 1}")],
        r"beside\(\) has 'red'; it must be a piece of the game that is not on the board",
    ),
    (
        [method("beside(self): return {'king': 9}")],
        r"beside\(\) has 'king'; it must be a piece of the game",
    ),
    ([(VOCABULARY, f"    sides = ()\n{VOCABULARY}")], "Dash.sides has 0 names; each of 4 seats needs its own"),
    (
        [(VOCABULARY, f"    sides = tuple({RULES}.Side(name, 'pink') for name in 'abcd')\n{VOCABULARY}")],
        "the colour of side 'a' is 'pink'; it must be one of red, blue, .*, black",
    ),
    (
        [(VOCABULARY, f"    sides = tuple({RULES}.Side(name, 'red') for name in ('a', 'b', 'c', 5))\n{VOCABULARY}")],
        "a side of Dash is called 5; it must be plain text on one line",
    ),
    (
        [(VOCABULARY, f"    sides = tuple({RULES}.Side([name], 'red') for name in 'abcd')\n{VOCABULARY}")],
        r"a side of Dash is called \['a'\]; it must be plain text on one line",
    ),
    (
        [(VOCABULARY, f"{TWICE}\n{VOCABULARY}")],
        "Dash.pieces has 'red' 2 times; each piece needs a name of its own",
    ),
    (
        [(VOCABULARY, f"    def look(self, piece): return {RULES}.Look(0.0)\n\n{VOCABULARY}")],
        "look\\(\\) of red has seat 0.0; it must be a seat from 0 to 1 or None",
    ),
    (
        [(VOCABULARY, f"    def look(self, piece): return {RULES}.Look(7)\n\n{VOCABULARY}")],
        "look\\(\\) of red has seat 7; it must be a seat from 0 to 1 or None",
    ),
    (
        [(VOCABULARY, f"    def look(self, piece): return {RULES}.Look(0, 'dog')\n\n{VOCABULARY}")],
        "look\\(\\) of red has shape 'dog'; it must be one of mouse, cat, man, .*, king",
    ),
    ([method("asides(self): return (DASH,)")], r"asides\(\) has `dash`, which is among actions\(\)"),
    (
        [method("asides(self): return (__import__('mouseboard').rules.Action('fly'),)")],
        r"asides\(\) has `fly`, which the",
    ),
    ([method("asides(self): return ROLLS if self.winners else ()")], r"asides\(\) has some where no seat decides"),
    ([method("sign(self, action): return None")], r"sign\(\) of `\w+` is None; it must be plain text on one line"),
    ([method("spots(self, action): return ('moon',)")], r"spots\(\) of `\w+` names 'moon', which is no place"),
    (
        [method("on_the_way(self, action): return {'red': 'moon'}")],
        r"on_the_way\(\) of `\w+` has red on 'moon', which is no place",
    ),
    (
        [method("stations(self, action): return {'red': ('moon',)}")],
        r"stations\(\) of `\w+` has red on 'moon', which is no",
    ),
    ([method("tell(self, action, after): return ()")], r"tell\(\) of `\w+` is empty"),
    (
        [method("tally(self, action, after): return 'dashed'")],
        r"tally\(\) of `\w+` gives a str; it must be a",
    ),
    (
        [method("hand_tasks(self, action, after): return None")],
        r"hand_tasks\(\) of `\w+` gives None; it must be a",
    ),
    (
        [method("impossible(self): yield from ['red has flown'] * self.dashing")],
        r"impossible\(\) says of .*: red has flown",
    ),
    ([method("to_json(self): return '{}'")], "this is not a saved game: "),
    ([method("play(self, action): return self.after(self.game.read(str(action)))")], "is not legal, but can be played"),
]


@pytest.mark.parametrize(("slips", "said"), SLIPS)
def test_a_breach_of_the_contract_is_reported_in_a_sentence(
    slips: list[tuple[str, str]], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, *slips)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=rf"^dash, 2 players, (at the start|after .*): .*{said}"):
        for number in range(4):
            play(Setup("dash", 2, {}), number, closely=1.0, endless=200)


def test_a_game_may_end_in_a_draw_that_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, *DRAWN)
    monkeypatch.syspath_prepend(tmp_path)
    play(Setup("dash", 2, {}), 0, closely=1.0)
    change(Setup("dash", 2, {}), 0)


def test_a_changed_state_that_loads_and_fails_later_is_reported_with_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(
        tmp_path, method("hand_tasks(self, action, after): return () if all(self.at) else (1 // self.at.count(3),)")
    )
    monkeypatch.syspath_prepend(tmp_path)
    said = r'^dash, 2 players: ZeroDivisionError: .*, of what was changed to {"game": "dash", "players": 2, .*}$'
    with pytest.raises(pytest.fail.Exception, match=said):
        change(Setup("dash", 2, {}), 0)


def test_a_notation_that_is_hard_to_type_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, ('Action("dash")', 'Action("Dash")'))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=r"^dash, 2 players: the notation 'Dash' is not plain"):
        conformance.test_notation_is_short_lower_case_and_without_blanks(Setup("dash", 2, {}))


def test_a_value_of_an_option_that_no_number_of_players_allows_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "__import__('mouseboard.rules').rules"
    pace = f"{rules}.Option('pace', 'slow', 'how far mice walk', ('slow', 'fast'))"
    refusal = f"if self.settings['pace'] == 'fast': raise {rules}.BadSetup('nobody walks fast')"
    begin = "    def start(self) -> DashState:\n"
    install(tmp_path, ("(2, 3, 4), ()", f"(2, 3, 4), ({pace},)"), (begin, f"{begin}        {refusal}\n"))
    monkeypatch.syspath_prepend(tmp_path)
    assert [str(setup) for setup in conformance.setups("dash")] == [
        "dash, 2 players",
        "dash, 3 players",
        "dash, 4 players",
    ]
    with pytest.raises(pytest.fail.Exception, match=r"^dash: no number of players can play with pace=fast$"):
        conformance.test_each_value_of_an_option_can_be_played("dash")


TWO = """    def __init__(self, players, settings):
        super().__init__(players, settings)
        self.pieces = (*self.mice, *(['red'] if SLIP else []))

"""


@pytest.mark.parametrize(
    ("slip", "tried"),
    [
        ((VOCABULARY, f"{TWICE}\n{VOCABULARY}"), set()),
        (("frozen=True", "frozen=False"), set()),
        (("at=(0,) * self.players", "at=[0] * self.players"), set()),
        (("{mouse: self.game", "{mouse[0]: self.game"), set()),
        ((VOCABULARY, f"    def look(self, piece): return {RULES}.Look(0, 'dog')\n\n{VOCABULARY}"), set()),
        ((VOCABULARY, f"{TWO.replace('SLIP', 'players == 3')}{VOCABULARY}"), {2, 3, 4}),
    ],
)
def test_a_game_at_fault_fails_as_a_test_and_not_while_tests_are_collected(
    slip: tuple[str, str], tried: set[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, slip)
    monkeypatch.syspath_prepend(tmp_path)
    found = conformance.setups("dash") if conformance._is_playable("dash") else ()
    assert {setup.players for setup in found} == tried
    with pytest.raises(pytest.fail.Exception, match=r"^dash"):
        conformance.test_the_game_can_be_loaded("dash")
        play(Setup("dash", 3, {}), 0)
    conformance.test_notation_is_short_lower_case_and_without_blanks(Setup("dash", 3, {}))
    conformance.test_computer_players_of_every_kind_choose_legal_actions("dash")


def test_a_value_of_an_option_with_which_a_game_is_at_fault_is_among_the_set_ups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    option = f"{RULES}.Option('twins', False, 'two reds', (False, True))"
    pieces = TWO.replace("SLIP", "settings['twins']")
    install(tmp_path, ("(2, 3, 4), ()", f"(2, 3, 4), ({option},)"), (VOCABULARY, f"{pieces}{VOCABULARY}"))
    monkeypatch.syspath_prepend(tmp_path)
    *_, last = conformance.setups("dash")
    assert str(last) == "dash, 2 players, twins=True"
    with pytest.raises(pytest.fail.Exception, match=r"^dash, 2 players, twins=True, at the start: .*'red' 2 times"):
        play(last, 0)


@pytest.mark.parametrize("seed", range(4))
def test_sides_go_to_and_fro_in_a_restless_game_until_it_is_a_draw(seed: int) -> None:
    choose, state = conformance._Restless(Random(seed)), rules.load("draughts").start()
    while state.actor is not None:
        state = state.after(choose(state))
    assert str(state.result) == "That is the same position for the third time. It's a draw!"


def test_one_of_the_random_games_is_restless(monkeypatch: pytest.MonkeyPatch) -> None:
    class Chosen(Exception):
        pass

    def choose(*_: object) -> Action:
        raise Chosen

    monkeypatch.setattr(conformance._Restless, "__call__", choose)
    play(Setup("pantry", 2, {}), 0)
    with pytest.raises(Chosen):
        play(Setup("pantry", 2, {}), 1)


def test_computer_players_that_fail_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choosing = conformance.test_computer_players_of_every_kind_choose_legal_actions
    module = install(tmp_path, player="return state.worth")
    monkeypatch.syspath_prepend(tmp_path)
    said = rf"^dash: the computer player's choose\(\) fails at {module}:\d+: AttributeError: .*'worth'$"
    with pytest.raises(pytest.fail.Exception, match=said):
        choosing("dash")


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        (
            "LEVELS =",
            "LEVEL =",
            "loading its computer player from .*:LEVELS fails: AttributeError: .* no attribute 'LEVELS'",
        ),
        ("LEVELS =", "from dash_lost import LEVELS\nLEVELS =", "loading its computer player .*: ModuleNotFoundError: "),
        (
            "'sensible': Player",
            "'sensible': Player(None)",
            "making its computer player fails: TypeError: .* not callable",
        ),
    ],
)
def test_computer_players_that_cannot_be_made_are_named(
    right: str, wrong: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = install(tmp_path, player="return state.actions()[0]")
    text = module.read_text(encoding="utf-8")
    players = module.with_name("players.py")
    players.write_text("class Player" + text.partition("class Player")[2].replace(right, wrong), encoding="utf-8")
    points = next(tmp_path.glob("*.dist-info")) / "entry_points.txt"
    points.write_text(points.read_text(encoding="utf-8").replace(":LEVELS", ".players:LEVELS"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    conformance.test_the_game_can_be_loaded("dash")
    with pytest.raises(pytest.fail.Exception, match=f"^dash: {said}"):
        conformance.test_computer_players_of_every_kind_choose_legal_actions("dash")


def test_a_computer_player_that_refuses_on_purpose_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = install(tmp_path, player="return state.actions()[0]")
    text = module.read_text(encoding="utf-8")
    refuses = "'strong': lambda _: (_ for _ in ()).throw(__import__('mouseboard').rules.BadGame('dash: buy a brain'))"
    module.write_text(text.replace("{'sensible': Player}", f"{{'sensible': Player, {refuses}}}"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.skip.Exception, match=r"^dash: buy a brain$"):
        conformance.test_computer_players_of_every_kind_choose_legal_actions("dash")


def test_a_kind_of_computer_player_that_people_do_not_know_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = install(tmp_path, player="return state.actions()[0]")
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace("'sensible': Player", "'clever': Player"), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    said = (
        "^dash, 2 players: people know no computer player 'clever'; the kinds are random, child, learner, sensible, st"
    )
    with pytest.raises(pytest.fail.Exception, match=said):
        conformance.test_computer_players_have_kinds_that_people_know("dash")


def test_a_report_after_many_actions_names_the_last_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, ("min(self.at[self.turn] + steps", "min(self.at[self.turn] + (0 if sum(self.at) < 9 else 1 / 0)"))
    monkeypatch.syspath_prepend(tmp_path)
    said = r"^dash, 2 players, after 30 actions, the last `(\w+ ){7}\w+`: a random game should have ended by now$"
    with pytest.raises(pytest.fail.Exception, match=said):
        play(Setup("dash", 2, {}), 0, endless=30)


def test_the_same_command_changes_states_alike_in_every_run() -> None:
    script = (
        "from mouseboard.testing import conformance\n"
        "conformance._fault_of_changed = lambda text, random: print(text)\n"
        "conformance.change(conformance.Setup('cards', 2, {}), 0, changes=200)\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout != b""
