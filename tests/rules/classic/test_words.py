"""The words of classic to people. Each sentence says what happened and why; each question says what is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rules.classic.moments import (
    BONE,
    BUILD,
    CHEESE_WHEEL,
    CRANK,
    LAYOUT,
    LOOP_BUILD,
    OUT,
    SAFE_SPACE,
    TAKE,
    at_crank,
    cranked,
    landing,
    moment,
    said,
    space,
)

from mouseboard import layouts, rules
from mouseboard.rules.chance import CAUGHT, MISSED
from mouseboard.rules.classic import ClassicState
from mouseboard.rules.classic.layout import PARTS

LOSE, RIVAL = space("lose", count=2), space("rival")


def brought(
    number: int,
    *others: int,
    cheese: tuple[int, ...] = (),
    pile: int | None = None,
    built: int = 0,
    layout: str = "classic",
) -> list[str]:
    """Return the sentences about a roll onto this space, after the one that says where it stopped."""
    before = 50 if number == 45 else number - 1
    state = moment(before, *others, cheese=cheese, pile=pile, built=built, layout=layout)
    return said(state, rules.Action("roll", 1))[1:]


# The set-up.


def test_the_preparation_names_parts_cheese_and_seats() -> None:
    task = rules.load("classic", 3).preparation()
    assert task is not None
    assert str(task.say) == (
        "Put the 24 trap parts beside the board, in number order. "
        "Put all 52 cheese in a pile. "
        "Sit around the board, clockwise: red, blue and green."
    )


# What a space does, and why.


def test_a_roll_tells_the_space_and_what_is_printed_there() -> None:
    assert said(moment(1, 1), rules.Action("roll", 1))[0] == "red rolls 1 and stops on 2, Build 2-3-4."


def test_parts_are_built_in_their_order_and_their_cheese_comes_from_the_pile() -> None:
    assert brought(BUILD, 1) == ["Part 1 is built: Base A.", "red takes 1 cheese from the pile."]
    assert brought(BUILD, 1, built=4)[0] == "Part 5 is built: Gear."
    assert brought(LOOP_BUILD, 1)[2] == "red takes 2 cheese from the pile."


def test_a_part_without_cheese_says_that_the_pile_is_empty() -> None:
    assert brought(BUILD, 1, cheese=(0, 52)) == ["Part 1 is built: Base A.", "The pile is empty."]


def test_a_build_space_for_other_numbers_of_players_says_why_nothing_is_built() -> None:
    number = space("build", players=(2,))
    assert brought(number, 1, 1) == ["This space is not for 3 players. You build nothing."]


def test_a_build_space_says_when_the_trap_is_complete() -> None:
    assert brought(BUILD, 1, built=PARTS) == ["The trap is ready! No parts are left."]


@pytest.mark.parametrize(("kind", "goes"), [("back", "goes back"), ("ahead", "moves ahead")])
def test_a_mouse_that_is_sent_elsewhere_is_told_where(kind: str, goes: str) -> None:
    place = LAYOUT.place[space(kind) - 1]
    told = f"red {goes} to {place.to}. Skip what it says there."
    assert brought(space(kind), 1) == [told]


def test_cheese_that_is_taken_says_from_where() -> None:
    assert brought(TAKE, 1) == ["red takes 2 cheese from the pile."]
    assert brought(TAKE, 1, 1, cheese=(10, 20, 21)) == [
        "red takes 1 cheese from the pile.",
        "The pile is empty! The mouse with most cheese must give 1.",
        "green has most cheese and gives red 1.",
    ]
    assert brought(RIVAL, 1, 1, cheese=(0, 4, 5)) == ["green has most cheese and gives red 3."]


def test_a_rival_with_less_than_is_due_gives_all_of_it() -> None:
    assert brought(RIVAL, 1, cheese=(0, 2)) == ["blue has most cheese, but only 2. red gets it all."]


def test_rivals_tied_for_most_are_named_and_the_taker_is_asked() -> None:
    assert brought(RIVAL, 1, 1, cheese=(0, 5, 5)) == ["blue and green have most cheese, 5 each. red can choose."]
    asked = landing(RIVAL, 1, 1, cheese=(0, 5, 5))
    assert str(asked.prompt()) == "red, take a cheese! blue and green have the most. From whom? You get 3 more."


def test_a_take_when_nobody_has_cheese_says_so() -> None:
    assert brought(TAKE, 1, cheese=(52, 0)) == [
        "The pile is empty! The mouse with most cheese must give 2.",
        "Nobody else has cheese. red gets none.",
    ]


@pytest.mark.parametrize(
    ("held", "told"),
    [
        (5, "red puts 2 cheese back on the pile."),
        (1, "red has only 1 cheese and puts it back."),
        (0, "red has no cheese to lose."),
    ],
)
def test_cheese_that_is_lost_says_where_it_goes(held: int, told: str) -> None:
    assert brought(LOSE, 1, cheese=(held, 0)) == [told]


def test_a_dog_bone_and_safe_say_what_they_mean() -> None:
    assert brought(BONE, 1) == ["A dog bone! Nothing happens."]
    assert brought(SAFE_SPACE, 1) == ["Safe! Nobody can move red from here."]


# At the crank.


def test_turn_crank_says_why_nothing_can_be_done_there() -> None:
    missing = "The crank does nothing yet. 5 of its 24 parts are built."
    assert brought(CRANK, 1, built=5) == [missing]
    broke = "Nobody is on the Cheese Wheel. red has no cheese to pay. The turn is over."
    assert brought(CRANK, 46, built=PARTS) == [broke]
    off_safe = "Nobody is on the Cheese Wheel. Nobody can be moved there. The turn is over."
    assert brought(CRANK, SAFE_SPACE, cheese=(1, 0), built=PARTS) == [off_safe]
    assert brought(CRANK, 46, cheese=(1, 0), built=PARTS) == []


def test_a_paid_for_move_is_told_with_its_space_and_that_the_space_does_not_count() -> None:
    paid = at_crank(46, cheese=(2, 0)).play("pay1")
    assert str(paid.prompt()) == "red, roll to move blue!"
    moved = "red rolls 1 and moves blue to 47, Turn crank. Skip what it says there."
    assert said(paid, rules.Action("roll", 1)) == [moved]
    assert said(paid, rules.Action("roll", 4)) == ["red rolls 4 and moves blue onto the Cheese Wheel, under the cage!"]


def test_the_question_at_the_crank_names_what_may_be_done_now() -> None:
    assert str(at_crank(46, cheese=(1, 0)).prompt()) == "red, pay a cheese to move another mouse? Or stop?"
    assert str(at_crank(CHEESE_WHEEL).prompt()) == "red, turn the crank to catch blue? Or stop?"
    both = at_crank(CHEESE_WHEEL, 46, cheese=(1, 0, 0))
    assert str(both.prompt()) == ("red, turn the crank to catch blue? Or first pay a cheese to move a mouse?")


def test_the_prompt_while_the_trap_runs_says_what_to_do_and_what_to_look_for() -> None:
    crank = cranked(CHEESE_WHEEL, CHEESE_WHEEL, 46)
    assert str(crank.prompt()) == "red, turn the crank slowly! Did the cage fall on blue and green?"


def test_a_capture_says_who_is_out_and_whose_the_cheese_is() -> None:
    assert said(cranked(CHEESE_WHEEL, cheese=(0, 4)), CAUGHT) == [
        "The cage is down!",
        "Caught! blue is out of the game.",
        "blue gives red all its cheese: 4.",
        "red is the last free mouse. red wins!",
    ]


def test_a_miss_says_where_the_mice_go() -> None:
    assert said(cranked(CHEESE_WHEEL), MISSED) == ["The trap missed.", "blue runs to Safe."]


# Options, lamps, hands, scores.


def test_choices_are_described_in_words() -> None:
    def options(state: ClassicState) -> list[str]:
        return [str(state.describe(action)) for action in state.actions()]

    assert options(moment(1, 1))[2] == "red rolls 3."
    assert options(at_crank(CHEESE_WHEEL, 46, cheese=(1, 0, 0))) == [
        "Turn the crank!",
        "Pay a cheese to move green.",
        "No, stop here.",
    ]
    assert options(landing(TAKE, 5, 6, cheese=(2, 25, 25))) == ["Take a cheese from blue.", "Take a cheese from green."]
    assert options(cranked(CHEESE_WHEEL)) == ["Yes, the cage fell.", "No, it missed."]


def test_the_trap_is_set_again_part_by_part() -> None:
    crank = cranked(CHEESE_WHEEL, 46)
    (task,) = crank.hand_tasks(MISSED, crank.after(MISSED))
    assert str(task.say) == (
        "Set the trap again! Put one marble in the bucket and one on the helping hand. Put the diver on the diving "
        "board. Last, put the cage on its post."
    )


def test_each_part_built_is_a_task_for_hands() -> None:
    state = moment(LOOP_BUILD - 1, 1)
    roll = rules.Action("roll", 1)
    tasks = state.hand_tasks(roll, state.after(roll))
    assert [str(task.say) for task in tasks] == [
        "Build part 1: Base A.",
        "Build part 2: Gear Support.",
    ]
    assert tasks[0].places == (str(LOOP_BUILD),)


def test_a_choice_lights_the_lamp_of_its_mouse() -> None:
    def spots(state: ClassicState) -> dict[str, str]:
        return {str(action): "".join(state.spots(action)) for action in state.actions()}

    assert spots(at_crank(46, 20, cheese=(2, 0, 0))) == {"pay1": "46", "pay2": "20", "stop": str(CRANK)}
    assert spots(at_crank(CHEESE_WHEEL, 46, cheese=(2, 0, 0))) == {"crank": "50", "pay2": "46", "stop": str(CRANK)}
    assert spots(landing(TAKE, 5, 6, cheese=(2, 25, 25))) == {"take1": "5", "take2": "6"}
    assert spots(moment(1, 1))["roll3"] == "4"


def test_the_score_shows_cheese_captives_pile_and_parts() -> None:
    scores = {score.name: score for score in moment(46, OUT, 1, cheese=(3, 0, 1), built=5).scores()}
    assert scores["cheese"].seats == (3, 0, 1)
    assert scores["captured"].seats == (0, 1, 0)
    assert (scores["pile"].shared, scores["parts built"].shared) == (48, 5)


def test_labels_are_told_as_they_are_printed_including_braces(tmp_path: Path) -> None:
    layout = tmp_path / "my.toml"
    text = (layouts.HOME / "classic.toml").read_text(encoding="utf-8")
    layout.write_text(text.replace('"Dog bone"', '"Dog {bone"').replace('"Base A"', '"Base {a}"'), encoding="utf-8")
    told = said(moment(BONE - 1, 1, layout=str(layout)), rules.Action("roll", 1))
    assert told[0] == f"red rolls 1 and stops on {BONE}, Dog {{bone."
    told = said(moment(BUILD - 1, 1, layout=str(layout)), rules.Action("roll", 1))
    assert told[1] == "Part 1 is built: Base {a}."
