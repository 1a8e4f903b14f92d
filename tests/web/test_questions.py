"""The table's questions as the page gets them: what each answer sends, and how the board would be then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.web.questions import BLUE, FREE, QUESTIONS, RED, asking
from tests.web.test_picture import seated

from mouseboard.lang import languages
from mouseboard.referee.offers import presses
from mouseboard.referee.situation import Choose, Mend, Situation
from mouseboard.table import Doubt, Step
from mouseboard.web.fields import QuestionShown
from mouseboard.web.picture import picture
from mouseboard.web.questions import MOST, question


def asked(situation: Situation) -> QuestionShown:
    found = question(situation, str)
    assert found
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_question_has_answers_that_fit_and_differ_in_the_picture_it_shows(kind: str, language: str) -> None:
    situation = QUESTIONS[kind]
    shown = picture(situation, seated(situation), language)
    assert shown.ask and shown.ask.kind == kind
    assert shown.ask.places and set(shown.ask.places) <= set(situation.state.game.layout.by_name)
    told = [answer.text for answer in shown.ask.answers]
    assert all(told) and len(set(told)) == len(told)
    for answer in shown.ask.answers:
        assert answer.action is None or answer.action in {option.action for option in shown.options}
        assert answer.press is None or getattr(presses(situation), answer.press)
    pictures = [answer.standing for answer in shown.ask.answers]
    if shown.ask.standing:
        assert not any(pictures) and shown.ask.steps
    else:
        assert len({frozenset(one.items()) for one in pictures}) == len(pictures) > 1


def test_a_doubt_shows_both_ways_and_needs_an_answer_only_if_they_swapped() -> None:
    doubt = asked(QUESTIONS["doubt"])
    assert [(answer.press, answer.standing["red"], answer.standing["blue"]) for answer in doubt.answers] == [
        (None, RED, BLUE),
        ("a", BLUE, RED),
    ]
    assert set(doubt.places) == {RED, BLUE}


def test_several_doubts_are_one_question() -> None:
    situation = QUESTIONS["doubt"]
    green = situation.standing["green"]
    also = Doubt((("green", green),), situation.standing | {"green": FREE})
    swapped = asked(replace(situation, doubts=(*situation.doubts, also))).answers[1].standing
    assert (swapped["red"], swapped["blue"], swapped["green"]) == (BLUE, RED, FREE)


def test_whoever_chooses_confirms_by_button_b_that_nobody_swapped() -> None:
    barriers = QUESTIONS["which"]
    assert isinstance(barriers.ask, Choose)
    doubt = Doubt((("red", "d1"), ("blue", "d7")), {"red": "d7", "blue": "d1"})
    choosing = replace(barriers, ask=replace(barriers.ask, ambiguous=False), doubts=(doubt,))
    assert [answer.press for answer in asked(choosing).answers] == ["b", "a"]


def test_a_way_back_shows_where_the_pieces_go() -> None:
    back = asked(QUESTIONS["back"])
    assert back.steps == (Step("blue", BLUE, FREE),)
    assert (back.seat, [answer.press for answer in back.answers]) == (1, ["b", "a"])


def test_a_magnet_that_nothing_explains_is_drawn_as_something() -> None:
    empty, mend = asked(QUESTIONS["empty"]), asked(asking(Mend((Step("something", FREE, None),))))
    assert [answer.standing.get("something") for answer in empty.answers] == [None, FREE]
    assert mend.standing["something"] == FREE


def test_each_square_where_a_mouse_may_have_gone_is_a_picture() -> None:
    for kind in ("which", "missing"):
        found = asked(QUESTIONS[kind])
        assert {answer.action: answer.standing["red"] for answer in found.answers} == {
            answer.action: answer.action for answer in found.answers
        }


def test_more_pictures_than_can_be_compared_at_a_glance_are_not_shown() -> None:
    situation = QUESTIONS["which"]
    many = situation.state.actions()
    assert len(many) > MOST
    assert question(replace(situation, ask=Choose(0, many, ambiguous=True)), str) is None


@pytest.mark.parametrize("kind", QUESTIONS)
def test_nothing_is_asked_while_the_table_is_lost_or_has_a_fault(kind: str) -> None:
    assert question(replace(QUESTIONS[kind], connected=False), str) is None
    assert question(replace(QUESTIONS[kind], fault="rail"), str) is None


@pytest.mark.parametrize("language", languages())
def test_a_doubt_stays_waved_in_every_language_until_a_piece_has_moved(language: str) -> None:
    doubt = QUESTIONS["doubt"]
    around = replace(seated(doubt), waved=asked(doubt))
    shown = picture(doubt, around, language)
    assert shown.ask and shown.ask.waved and shown.press.a  # they may still find out that it was wrong
    moved = replace(doubt, standing=doubt.standing | {"green": FREE})
    later = picture(moved, around, language)
    assert later.ask and not later.ask.waved
