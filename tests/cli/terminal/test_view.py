"""Pictures of the table, compared with reviewed ones in `pictures/`. The next run redraws a deleted one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.yard import STEPS, THROWS, Yard, state
from tests.rules.draughts import moments as draughts
from tests.rules.morris import moments as morris
from tests.web.last_rank import Ranks

from mouseboard import layouts, rules
from mouseboard.cli.terminal.board_view import spots_of
from mouseboard.cli.terminal.ink import plain, shorten
from mouseboard.cli.terminal.panel import draw_options
from mouseboard.cli.terminal.view import ALARM, Size, draw_board, render
from mouseboard.lang import languages, translate
from mouseboard.layouts import Place
from mouseboard.referee.situation import (
    Ask,
    Choose,
    Consent,
    Do,
    Mend,
    Move,
    Paused,
    Roll,
    Situation,
    Suspect,
    Told,
    wording,
)
from mouseboard.rules import CHANCE, HandTask, State
from mouseboard.say import Say, say
from mouseboard.store import ActionRecord, Source
from mouseboard.table import Doubt, Step
from mouseboard.table.steps import SOMETHING

PICTURES = Path(__file__).parent / "pictures"
STORY = (say("red finds a cheese."), say("blue sits down in the sun and does not want to move."))


def seen(state: State, ask: Ask | None, story: tuple[Say, ...] = (), **more: Any) -> Situation:
    """Return a situation with every piece in its place; `more` overrides its fields."""
    return Situation(state, ask, **{"standing": state.placement(), "told": tuple(map(Told, story)), **more})


def test_men_are_told_apart_by_their_side_and_kings_by_a_crown() -> None:
    moment = draughts.state("c3 H6", "d4")
    drawn = plain(render(seen(moment, Choose(0, moment.actions())), Size(120, 40)))
    assert [drawn.count(name) for name in ("BLACK", "BLACK♛", "WHITE")] == [2, 1, 1]


def after(state: State, *actions: str) -> Situation:
    """Return the situation after these actions."""
    records: list[ActionRecord] = []
    for n, action in enumerate(actions):
        records.append(ActionRecord(state, state.game.read(action), state.play(action), Source.PLAYER, n))
        state = records[-1].after
    return seen(state, Choose(0, state.actions()) if state.actions() else None, history=tuple(records))


def test_the_last_move_is_marked_where_it_began_where_it_led_and_what_it_took() -> None:
    drawn = plain(render(after(draughts.state("c3", "d4 f6 a7"), "c3xe5xg7"), Size(120, 40)))
    assert all(mark in drawn for mark in ("c3→", "→e5", "→g7", "×d4", "×f6"))


def test_men_off_the_board_are_counted_beside_the_side_that_has_them() -> None:
    drawn = plain(render(after(morris.state("a1 d1 g4", "a7 d6", in_hand=(6, 7)), "g1"), Size(120, 40))).splitlines()
    rows = [line[-30:].split() for line in drawn[drawn.index(next(row for row in drawn if "beside" in row)) :][1:3]]
    assert rows == [["White", "White", "×5"], ["Black", "Black", "×7"]]


def test_chessmen_have_their_pictures_on_the_smallest_tiles() -> None:
    drawn = plain(render(after(Ranks().start(), "b7-c8"), Size(60, 20)))
    assert all(man in drawn for man in ("♟WH", "♚WH", "♚BL", "♜BL"))


DOUBT = Doubt((("red", "2"), ("blue", "5")), {"red": "5", "blue": "2"})


SITUATIONS = {
    "rolling": (seen(state(CHANCE), Roll(0, THROWS)), Size(80, 16)),
    "choosing": (seen(state(1, red="2", blue="5"), Choose(1, STEPS, pointed=1), story=STORY), Size(80, 16)),
    "choosing-large": (seen(state(1, red="2", blue="5"), Choose(1, STEPS), story=STORY), Size(120, 24)),
    "choosing-small": (seen(state(1, red="2", blue="3"), Choose(1, STEPS), story=STORY), Size(48, 10)),
    "moving": (
        seen(state(1, red="2", blue="2"), Move((Step("red", "door", "2"),)), standing={"red": "door", "blue": "2"}),
        Size(80, 16),
    ),
    "in-the-hand": (
        seen(state(1, red="2", blue="2"), Move((Step("red", None, "2"),)), standing={"blue": "2"}),
        Size(80, 16),
    ),
    "confirming": (seen(state(1, red="2", blue="2"), Move((Step("red", None, "2"),), confirm=True)), Size(80, 16)),
    "astray": (seen(state(), Mend((Step(SOMETHING, "4", None),))), Size(80, 16)),
    "mending": (
        seen(state(red="2"), Mend((Step("red", "5", "2"), Step("blue", None, "3"))), standing={"red": "5"}),
        Size(80, 16),
    ),
    "suspecting": (seen(state(red="2", blue="5"), Suspect("2", "red"), standing={"blue": "5"}), Size(80, 16)),
    "suspecting-empty": (seen(state(red="2", blue="5"), Suspect("4", None)), Size(60, 18)),
    "consenting": (seen(state(1, red="2", blue="5"), Consent(0, STORY), story=STORY), Size(80, 16)),
    "resting": (seen(state(1, red="2", blue="5"), Paused(), story=(*STORY, say("The game rests."))), Size(80, 16)),
    "missing": (
        seen(state(1, red="2", blue="5"), Choose(1, STEPS, missing="blue"), standing={"red": "2"}),
        Size(80, 16),
    ),
    "unsure": (seen(state(1, red="2", blue="5"), Choose(1, STEPS[:2], ambiguous=True)), Size(80, 16)),
    "in-doubt": (
        seen(state(1, red="2", blue="5"), Roll(1, THROWS), doubts=(DOUBT,), story=STORY),
        Size(80, 16),
    ),
    "in-doubt-small": (
        seen(state(1, red="2", blue="5"), Roll(1, THROWS), doubts=(DOUBT,), story=STORY),
        Size(60, 18),
    ),
    "blind": (seen(state(red="2", blue="5"), Roll(0, THROWS), blind=frozenset({"2", "3", "6"})), Size(80, 16)),
    "fenced": (seen(state(0, red="2", blue="6", one="low", two="tall"), None), Size(80, 16)),
    "doing": (seen(state(red="4", blue="4"), Do(HandTask(say("Feed the cat."), ("4",)))), Size(80, 16)),
    "unplugged": (seen(state(), None, connected=False, story=STORY), Size(80, 16)),
    "stopped": (seen(state(), None, fault="servo-stuck"), Size(80, 16)),
    "over": (seen(state(None, red="3", blue="4"), None, story=STORY, over=True), Size(80, 16)),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_picture_is_the_one_that_was_looked_at(name: str) -> None:
    drawn = plain(render(*SITUATIONS[name])) + "\n"
    kept = PICTURES / f"{name}.txt"
    if not kept.exists():
        kept.write_text(drawn, encoding="utf-8")
        pytest.fail(f"{kept} is new: look at it, then run again")
    assert drawn == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [Size(80, 22), Size(100, 38), Size(120, 38), Size(200, 60)], ids=str)
@pytest.mark.parametrize("name", rules.games())
def test_every_game_shows_its_pieces_and_its_prompt_in_the_room_there_is(name: str, size: Size) -> None:
    for at in moments(rules.load(name, max(rules.games()[name].seat_counts)).start()):
        ask = None if at.actor is None else Roll(0, at.actions()) if at.actor == CHANCE else Choose(0, at.actions())
        situation = seen(at, ask, over=ask is None)
        lines = plain(render(situation, size)).splitlines()
        assert len(lines) == size.height
        assert all(len(line) <= size.width for line in lines)
        assert lines[-1].strip() == translate(wording(situation), "en")
        sensed = {place.name for place in at.game.layout.place if place.sensors}
        shown = "\n".join(lines)
        for piece, place in at.placement().items():
            assert place not in sensed or piece[:4].upper() in shown or piece[0].upper() in shown


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", rules.games())
def test_the_longest_names_of_mice_fit_a_narrow_terminal(name: str, language: str) -> None:
    start = rules.load(name, max(rules.games()[name].seat_counts)).start()
    lines = plain(render(seen(start, Choose(0, start.actions())), Size(60, 20), language)).splitlines()
    assert max(map(len, lines)) <= 60


@pytest.mark.parametrize("size", [Size(80, 22), Size(60, 18)], ids=str)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", layouts.shipped())
def test_no_word_on_the_board_is_cut_in_a_small_terminal(name: str, language: str, size: Size) -> None:
    game = rules.load(name)
    for at in [game.start(), *moments(game.start())]:
        ask = Choose(0, at.actions()) if at.actions() else None
        board = plain(draw_board(seen(at, ask, over=not ask), size, language))
        assert "…" not in board


def moments(start: State) -> list[State]:
    """Return every eleventh state of a random game."""
    rng, at = Random(5), start
    seen = [at]
    while at.actor is not None and len(seen) < 200:
        at = at.play(rng.choice(at.actions()))
        seen.append(at)
    return seen[::11]


def test_the_table_s_trouble_is_an_alarm_in_colour_too() -> None:
    for situation in (SITUATIONS["unplugged"], SITUATIONS["stopped"]):
        assert render(*situation)[-1][0][0] == ALARM


def test_a_long_list_of_options_is_shown_around_the_one_that_is_pointed_at() -> None:
    many = Yard(2, {}).vocabulary.values()
    actions = (*many, *many, *many, *many)
    lines = plain(draw_options(Situation(state(), Choose(0, actions, pointed=12)), 40, 6))
    assert " 13 walk2 Somebody would walk" in lines
    assert "more" in lines
    assert "  1 hop Somebody would hop" not in lines


def test_options_whose_beginnings_are_the_same_are_told_apart_by_their_notation() -> None:
    start = rules.load("barriers", first="seat0").start()
    wide = plain(draw_options(Situation(start, Choose(0, start.actions())), 30, 8)).splitlines()
    narrow = plain(draw_options(Situation(start, Choose(0, start.actions())), 20, 8)).splitlines()
    assert "  1 Barrier above a1, b1" in wide
    assert "  1 a1h Barrier" in narrow
    assert len(wide) == len(narrow) == 8


def test_outcomes_that_words_cannot_tell_apart_are_shown_in_notation() -> None:
    at = rules.load("cards", first="seat0").start()
    lines = plain(draw_options(Situation(at, Roll(0, at.actions())), 25, 6)).splitlines()
    assert lines[0].split()[:2] == ["1", str(at.actions()[0])]


@pytest.mark.parametrize(
    ("text", "width", "short"),
    [
        ("Safe", 5, "Safe"),
        ("Build 2-3-4", 5, "Buil…"),
        ("Go back to 4", 8, "Go back…"),
        ("Cheese wheel", 7, "Cheese…"),
        ("Cheese", 1, "…"),
    ],
)
def test_words_are_shortened_where_they_can_be_spared(text: str, width: int, short: str) -> None:
    assert shorten(text, width) == short


def test_places_that_lie_anyhow_get_a_tile_each_in_their_own_direction() -> None:
    rng = Random(1)
    places = [Place(str(n), (rng.uniform(0, 400), rng.uniform(0, 300))) for n in range(30)]
    spots = spots_of(places)
    assert len(set(spots.values())) == len(places)
    for one, other in combinations(places, 2):
        (x, y), (u, v) = spots[one.name], spots[other.name]
        assert (x - u) * (one.at[0] - other.at[0]) >= 0
        assert (y - v) * (one.at[1] - other.at[1]) <= 0
