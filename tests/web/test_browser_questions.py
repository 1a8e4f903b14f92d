"""The table's questions on phones and screens: tapping the picture that looks like the table is the right answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, expect
from tests.web.questions import BLUE, CLASSIC, FREE, QUESTIONS, RED, back
from tests.web.screen import FRESH_MS, PATIENCE, Screen
from tests.web.served import until
from tests.web.shown import after
from tests.web.test_browser_scenes import LAPTOP, PHONE, SMALL, SOON_S, Room, in_every_size

from mouseboard.lang import languages
from mouseboard.referee.situation import Agreed, Chosen, Pressed, Situation, Told
from mouseboard.rules import Action
from mouseboard.say import say

pytestmark = pytest.mark.real


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path, SOON_S)
    yield room
    room.close()


def asked(room: Room, kind: str) -> Screen:
    """Return the screen of the host, who answers for everybody, with this question."""
    room.shown.show(QUESTIONS[kind])
    screen = room.tv(PHONE)
    expect(screen.page.locator(".answer").first).to_be_enabled(timeout=PATIENCE)
    return screen


def answers(screen: Screen) -> Locator:
    return screen.page.locator(".answer")


def where(answer: Locator, mouse: str) -> tuple[float, float]:
    """Return where a mouse is in the picture of an answer, from its upper left corner."""
    box, within = answer.locator(f".mouse.c-{mouse}").bounding_box(), answer.locator(".shot").bounding_box()
    assert box and within
    return box["x"] - within["x"], box["y"] - within["y"]


@pytest.mark.parametrize("kind", QUESTIONS)
def test_a_question_fits_every_screen_with_large_answers(kind: str, room: Room) -> None:
    screen = asked(room, kind)
    for size in in_every_size(screen):
        for n in range(answers(screen).count()):
            box = answers(screen).nth(n).bounding_box()
            assert box and box["y"] >= 0 and box["y"] + box["height"] <= size[1], size
            assert box["x"] >= 0 and box["x"] + box["width"] <= size[0], size


@pytest.mark.parametrize("kind", QUESTIONS)
def test_nothing_in_a_question_keeps_people_out(kind: str, room: Room) -> None:
    screen = asked(room, kind)
    assert screen.hindrances() == []
    screen.page.emulate_media(color_scheme="dark")
    assert screen.hindrances() == []


@pytest.mark.parametrize(
    ("kind", "n", "sent"),
    [
        ("doubt", 1, Pressed("a", 0)),
        ("left", 0, Pressed("b", 0)),
        ("left", 1, Pressed("a", 0)),
        ("which", 1, Chosen(Action(name="d2"), at=0)),
        ("missing", 2, Chosen(Action(name="e1"), at=0)),
        ("mend", 0, Pressed("b", 0)),
        ("empty", 0, Pressed("b", 0)),
        ("empty", 1, Pressed("a", 0)),
        ("there", 1, Pressed("a", 0)),
        ("who", 0, Pressed("b", 0)),
        ("back", 0, Agreed((0,), 0)),
        ("back", 1, Pressed("a", 0)),
    ],
)
def test_an_answer_is_sent_by_one_tap_on_its_picture(kind: str, n: int, sent: object, room: Room) -> None:
    answers(asked(room, kind)).nth(n).click()
    until(lambda: bool(room.shown.answers))
    assert room.shown.answers == [sent]


def test_the_pictures_of_a_doubt_show_each_mouse_in_the_others_place(room: Room) -> None:
    screen = asked(room, "doubt")
    one, other = answers(screen).nth(0), answers(screen).nth(1)
    assert where(one, "red") == pytest.approx(where(other, "blue"), abs=3)
    assert where(one, "blue") == pytest.approx(where(other, "red"), abs=3)
    expect(one.locator(".caption")).to_have_text("Like this")
    expect(one).to_have_accessible_name(f"Red on {RED}, Blue on {BLUE}")


def test_a_doubt_is_gone_on_every_screen_once_somebody_says_that_it_is_so_and_the_die_comes_back(room: Room) -> None:
    screen, other = asked(room, "doubt"), room.tv()
    expect(answers(other)).to_have_count(2, timeout=PATIENCE)
    answers(screen).nth(0).click()
    expect(screen.page.locator('.big[data-press="b"]')).to_be_visible()
    for each in (screen, other):
        expect(answers(each)).to_have_count(0)
    screen.page.locator('[data-press="a"]', has_text="They swapped").click()  # they find out later
    until(lambda: bool(room.shown.answers))
    assert room.shown.answers == [Pressed("a", 0)]


def test_an_answer_cannot_be_tapped_by_a_finger_that_was_already_coming_down(room: Room) -> None:
    room.shown.show(CLASSIC)
    screen = room.tv(PHONE)
    expect(screen.page.locator('.big[data-press="b"]')).to_be_visible()
    screen.page.evaluate(WATCH)
    room.shown.show(QUESTIONS["empty"])
    screen.page.wait_for_function("() => window.locked !== undefined")
    assert screen.page.evaluate("window.locked") is True
    expect(answers(screen).first).to_be_enabled()


def test_a_second_tap_on_an_answer_does_not_roll_the_die_that_appears_there(room: Room) -> None:
    screen = asked(room, "empty")
    die = '.big[data-press="b"]'
    screen.watch_for(die)
    room.shown.show(CLASSIC)
    assert screen.untouchable_ms() >= FRESH_MS
    screen.page.locator(die).click()
    until(lambda: room.shown.answers == [Pressed("b", 0)])


def test_a_key_that_is_held_down_does_not_press_what_appears_under_its_focus(room: Room) -> None:
    screen = asked(room, "empty")
    answers(screen).first.focus()
    screen.page.keyboard.down("Enter")
    until(lambda: len(room.shown.answers) == 1)
    room.shown.show(CLASSIC)
    expect(screen.page.locator('.big[data-press="b"]')).to_be_focused()
    screen.page.locator("body:not(.fresh)").wait_for()
    for _ in range(3):
        screen.page.keyboard.down("Enter")  # as a keyboard repeats it
    screen.page.keyboard.up("Enter")
    assert len(room.shown.answers) == 1
    screen.page.keyboard.press("Enter")
    until(lambda: room.shown.answers[1:] == [Pressed("b", 0)])


PRESS_AT_ONCE = """() => new MutationObserver((_, watching) => {
    const die = document.querySelector('.fresh .big[data-press="b"]');
    if (!die) return;
    watching.disconnect();
    window.taken = die.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
}).observe(document.body, { attributes: true, childList: true, subtree: true })"""
"""Press Enter on the die as soon as it appears, and note whether the page lets the key through to it."""


def test_a_key_decides_nothing_in_the_second_in_which_no_tap_does(room: Room) -> None:
    screen = asked(room, "empty")
    screen.page.evaluate(PRESS_AT_ONCE)
    room.shown.show(CLASSIC)
    screen.page.wait_for_function("() => window.taken !== undefined")
    assert screen.page.evaluate("window.taken") is False


WATCH = """() => new MutationObserver(() => {
    const answer = document.querySelector(".answer");
    if (answer && window.locked === undefined) window.locked = answer.disabled;
}).observe(document.body, { childList: true, subtree: true })"""
"""Notes whether the first answer could be tapped when it appeared."""


def test_a_phone_shows_a_question_instead_of_the_board_and_a_wide_screen_beside_it(room: Room) -> None:
    room.shown.show(QUESTIONS["mend"])
    phone, tv = room.phone(0, "Mia"), room.tv(LAPTOP)
    for screen, beside in ((phone, False), (tv, True)):
        expect(answers(screen)).to_have_count(1)
        expect(screen.page.locator("#table")).to_be_visible(visible=beside)
    room.shown.show(CLASSIC)
    expect(phone.page.locator("#table")).to_be_visible()


def test_only_those_who_may_answer_are_asked(room: Room) -> None:
    room.shown.show(QUESTIONS["which"])
    red, blue = room.phone(0, "Mia"), room.phone(1, "Ben")
    expect(answers(red)).to_have_count(2)
    expect(answers(blue)).to_have_count(0)
    expect(blue.page.locator("#table")).to_be_visible()


TITLES = {
    "doubt": "Who is where?",
    "left": "Who moved?",
    "which": "What did you do?",
    "missing": "Where is Mia?",
    "mend": "Oops, Ben!",
    "empty": f"Is space {FREE} empty?",
    "there": f"Is Ben on {BLUE}?",
    "who": f"Is that Ben on {BLUE}?",
    "back": "Take it back?",
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_the_title_is_the_question_and_nothing_around_it_is_about_turns(kind: str, room: Room) -> None:
    room.shown.show(QUESTIONS[kind])
    for seat, name in enumerate(("Mia", "Ben")):
        room.guest(seat, name)
    screen = room.tv(PHONE)
    expect(screen.page.locator("h1")).to_have_text(TITLES[kind])
    expect(screen.page.locator(".turn")).to_have_class(re.compile(r"^turn amiss "))
    expect(screen.page.locator(".turn")).not_to_contain_text("(")
    expect(screen.page.locator(".soon")).to_have_count(0)


def test_a_screen_that_may_not_answer_shows_the_pictures_of_a_question_and_who_is_asked(room: Room) -> None:
    room.shown.show(QUESTIONS["which"])
    room.phone(0, "Mia")
    for screen in (room.tv(LAPTOP), room.spectator()):
        expect(answers(screen)).to_have_count(2)
        expect(screen.page.locator("button.answer")).to_have_count(0)
        expect(screen.page.locator("#table")).to_be_visible()
        screen.says("Mia, tap a picture on your screen!")


def test_a_tv_with_a_question_still_says_that_the_phone_that_is_asked_sleeps(room: Room) -> None:
    room.shown.show(QUESTIONS["which"])
    room.phone(0, "Mia").page.goto("about:blank")
    tv = room.tv(LAPTOP)
    expect(tv.page.get_by_role("button", name="Play for Mia")).to_be_visible(timeout=PATIENCE)
    expect(answers(tv)).to_have_count(2)


def test_whoever_wants_to_take_something_back_may_only_give_it_up(room: Room) -> None:
    room.shown.show(back(1))
    mia, ben = room.phone(0, "Mia"), room.phone(1, "Ben")
    expect(answers(mia)).to_have_count(2)
    expect(answers(ben)).to_have_count(1)
    expect(answers(ben)).to_contain_text("No, play on")


def test_a_question_names_who_asks_and_tells_nobody_to_wait_for_themselves(room: Room) -> None:
    room.shown.show(back(1))
    mia, ben = room.phone(0, "Mia"), room.phone(1, "Ben")
    for phone in (mia, ben):
        phone.says("Ben wants to take this back: Ben starts.")
    expect(ben.page.locator(".question .hint")).to_have_text("Waiting for Mia.")
    expect(answers(mia)).to_have_count(2)
    expect(mia.page.locator(".question .hint")).to_have_count(0)


def test_the_answers_have_the_letters_of_the_buttons_at_a_real_table(room: Room) -> None:
    expect(asked(room, "empty").page.locator("kbd")).to_have_text(["B", "A"])


@pytest.mark.parametrize("language", languages())
def test_a_question_is_asked_in_the_language_of_the_phone(language: str, room: Room) -> None:
    words = {
        "de": "Tipp auf das Bild",
        "en": "Tap the picture",
        "es": "Toca el dibujo",
        "fr": "Touche l’image",
        "nl": "Tik op het plaatje",
    }
    room.shown.show(QUESTIONS["doubt"])
    with Screen(room.browser, room.shown.url, size=PHONE, language=language) as screen:
        screen.says(words[language])


def refused(situation: Situation, seat: int) -> Situation:
    """Return the moment after the others have refused to take back what this seat wanted to."""
    said = say("{mouse}, nothing is taken back. Play on!", mouse=situation.state.game.mice[seat])
    number = situation.told[-1].number + 1
    told = Told(said, position=len(situation.history), number=number, to=seat)
    return replace(situation, told=(*situation.told, told))


def test_whoever_wanted_to_take_back_is_told_on_their_phone_and_on_the_tv_that_the_others_refuse(room: Room) -> None:
    room.shown.show(back(1))
    asker, other, tv = room.phone(1, "Ben", SMALL), room.phone(0, "Mia"), room.spectator()
    for screen in (asker, other, tv):
        expect(screen.page.locator("h1")).to_have_text("Take it back?")
    room.shown.show(refused(CLASSIC, 1))
    expect(asker.page.locator("#toast")).to_have_text("Ben, nothing is taken back. Play on!", timeout=PATIENCE)
    expect(tv.page.locator(".event")).to_have_text("Ben, nothing is taken back. Play on!")
    expect(tv.page.locator(".event .portrait .c-blue")).to_be_visible()
    expect(other.page.locator("#toast")).to_be_empty()


def test_a_tv_that_shows_the_end_tells_that_it_is_not_taken_back(room: Room) -> None:
    end = after("draughts", 2, 10_000)
    loser = 1 - end.state.winners[0]
    room.shown.show(end)
    tv = room.spectator()
    expect(tv.page.locator('body[data-at="end"]')).to_be_attached(timeout=PATIENCE)
    room.shown.show(refused(end, loser))
    expect(tv.page.locator("#toast")).to_contain_text("nothing is taken back. Play on!", timeout=PATIENCE)
