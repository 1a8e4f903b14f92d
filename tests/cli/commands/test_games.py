"""`mouseboard games` tells a parent about each game: what it is, for whom, its edition, and its options."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.helpers.broken_games import install

from mouseboard import cli, rules
from mouseboard.cli.commands.games import describe
from mouseboard.cli.main import make_parser
from mouseboard.cli.terminal.how import rules_of
from mouseboard.cli.terminal.teaching import teach
from mouseboard.lang import translate
from mouseboard.referee.situation import Situation


def told(name: str, language: str = "en") -> list[str]:
    return [line.strip() for line in describe(rules.games()[name], language).splitlines()]


def test_a_game_is_told_with_players_sense_edition_and_options() -> None:
    assert told("revised") == [
        "revised: Mouse Trap, revised rules, for 2, 3 or 4 players",
        "Go round and take cheese. Steal some, too! Catch the others in the trap to get more. Six cheese win!",
        "on the board 'Round the Cheese Cellar', house edition of Mouseboard, 1",
        "layout=revised: the one that is shipped, or your own file ending in .toml",
        "first=seat0 (seat0, seat1, seat2, seat3, lot): who starts: a seat, counted from 0, or whoever the lot names",
        "trap=3/4: how likely the trap catches where no real one decides: a fraction such as 3/4",
    ]


def test_a_game_is_told_in_the_language_asked_for() -> None:
    assert told("revised", "de")[:2] == [
        "revised: Mausefalle nach neuen Regeln, für 2, 3 oder 4 Leute",
        "Lauft im Kreis und sammelt Käse. Klaut auch welchen! Fangt die anderen, das gibt noch mehr. "
        "Wer sechs Käse hat, gewinnt!",
    ]


@pytest.mark.parametrize("name", ["barriers", "cards", "classic", "pantry", "revised", "souriciere"])
def test_every_game_says_in_a_sentence_what_it_is_about(name: str) -> None:
    assert rules.games()[name].summary.endswith((".", "!"))


@pytest.mark.parametrize("name", ["barriers", "cards", "classic", "pantry", "revised", "souriciere"])
def test_a_game_by_name_tells_set_up_turn_and_end_as_the_question_mark_does(run: Run, name: str) -> None:
    game = rules.load(name)
    out = run("games", name).out
    ready = game.preparation()
    assert ready
    assert translate(ready.say, "en") in out
    assert len(game.how_to_play()) >= 3
    for paragraph in rules_of(game):
        assert paragraph in out
        assert paragraph in teach(Situation(game.start(), None))


def test_the_last_line_says_how_a_game_is_begun(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["games"]) == 0
    how, _, command = capsys.readouterr().out.splitlines()[-1].partition(": ")
    assert how == "Play it"
    arguments = make_parser().parse_args(command.split()[1:])
    assert (arguments.game, arguments.players) == ("revised", 3)


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        (("def odds", "def ods"), "DashState lacks odds(); is ods meant?"),
        (("def start", "def begin"), "Dash lacks start()"),
        (
            ("frozen=True", "frozen=False"),
            "DashState is no frozen struct; write `class DashState(State, Struct, frozen=T",
        ),
        (
            ("{mouse: self.game", "{mouse[0]: self.game"),
            "placement() has 'r' where sensors feel it, but the game's piec",
        ),
        (
            ("    vocabulary =", "    summary = 'Run for {n} pieces.'\n    vocabulary ="),
            "Dash.summary has holes that nothing fills, or a bad brace: 'Run for {n} pieces.' (KeyError: 'n')",
        ),
        (
            ("    def start", "    def __init__(self, *given): layouts.load('lost.toml')\n\n    def start"),
            "lost.toml: there is no such file or folder",
        ),
    ],
)
def test_a_game_that_cannot_be_played_is_named_beside_the_others(
    slip: tuple[str, str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install(tmp_path, slip)
    monkeypatch.syspath_prepend(tmp_path)
    assert cli.main(["games"]) == 0
    shown = capsys.readouterr().out.split("\n\n")
    (fault,) = [line for line in shown if line.startswith("cannot be played: ")]
    assert fault.startswith(f"cannot be played: dash: {said}")
    assert "\n" not in fault
    assert sum(game.startswith(("barriers: ", "revised: ")) for game in shown) == 2


@pytest.mark.parametrize(
    "failing", ["raise RuntimeError('no cheese\\nleft')", "raise SystemExit(3)", "import no_such_module"]
)
def test_a_game_whose_package_fails_while_it_is_imported_is_named_beside_the_others(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    install(tmp_path, ("from __future__ import annotations", f"from __future__ import annotations\n{failing}"))
    monkeypatch.syspath_prepend(tmp_path)
    status, out, err = run("games")
    assert (status, err) == (0, "")
    *games, fault, _ = out.split("\n\n")
    assert [game.partition(":")[0] for game in games] == [
        "barriers",
        "cards",
        "classic",
        "pantry",
        "revised",
        "souriciere",
        "draughts",
        "morris",
    ]
    assert fault.startswith("cannot be played: dash: loading mouseboard_dash_")
    assert "\n" not in fault
    assert run("play", "dash", "--auto").err.startswith("mouseboard: dash: loading mouseboard_dash_")
