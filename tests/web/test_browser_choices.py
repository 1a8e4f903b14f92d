"""What somebody chooses: by an arrow on the board, a large button, an arrow key, or a picture of what it brings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect
from tests.web.conftest import Serve
from tests.web.page_files import SOURCES
from tests.web.questions import QUESTIONS, choosing, moment
from tests.web.screen import BETWEEN_TAPS, FRESH_MS, NOTE_TAPS, PATIENCE, Screen
from tests.web.served import until
from tests.web.shown import after, asked, played, running, then
from tests.web.test_browser_scenes import LAPTOP, PHONE, SMALL, SMALL_TARGETS, TV, Room, in_every_size

from mouseboard import rules
from mouseboard.referee.situation import Choose, Chosen, Do, Paused, Pressed, Situation, Stop, Trouble, Watch
from mouseboard.rules import CHANCE, Action, Device, HandTask
from mouseboard.say import say
from mouseboard.web.options import options

pytestmark = pytest.mark.real

Open = Callable[..., Screen]


def starting() -> Situation:
    """Return a game of cards before the lot is drawn."""
    state = rules.load("cards", players=3, first="lot").start()
    return Situation(state, asked(state))


MOMENTS: dict[str, Situation] = {
    "step": after("barriers", 2, 0),
    "point": moment("cards", 2, choosing("point")),
    "run": moment("cards", 2, choosing("to")),
    "turn": moment("cards", 2, choosing("turn")),
    "flip": moment("cards", 2, choosing("flip")),
    "cheese": moment("cards", 2, choosing("cheese")),
    "again": moment("cards", 2, choosing("again", "end")),
    "sniff": moment("pantry", 2, lambda state: state.actor in (0, 1)),
    "steal": moment("revised", 4, choosing("steal", "decline")),
    "take": moment("revised", 4, choosing("take", "decline")),
}
PRESSED: dict[str, Situation] = {
    "lot": starting(),
    "deal": moment("cards", 2, lambda state: state.actor == CHANCE and state.device is Device.DEAL),
    "done": replace(after("classic", 2, 20), ask=Do(HandTask(say("Feed the cat.")))),
    "rest": replace(after("classic", 2, 20), ask=Paused()),
}
"""What the table's button B confirms, besides a roll."""
SIDEWAYS_HIGH = (844, 390)
ARROWS = ("step", "point", "run", "turn", "flip", "sniff")


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


def chosen(room: Room) -> str:
    """Return the action that was answered first."""
    until(lambda: bool(room.shown.answers))
    (answer,) = room.shown.answers
    assert isinstance(answer, Chosen)
    return str(answer.action)


def at(room: Room, name: str, size: tuple[int, int] = PHONE) -> Screen:
    """Return the screen of the host, who decides for everybody, in this moment."""
    room.shown.show(MOMENTS[name])
    screen = room.tv(size)
    expect(screen.page.locator(".choices .choice").first).to_be_attached(timeout=PATIENCE)
    return screen


def ways(screen: Screen) -> list[str]:
    """Return the actions that have an arrow."""
    buttons = screen.page.locator(":is(.pad, .turns) [data-action]").all()
    return [str(button.get_attribute("data-action")) for button in buttons]


@pytest.mark.parametrize("name", MOMENTS)
def test_choices_fit_every_screen(name: str, room: Room) -> None:
    screen = at(room, name)
    for size in in_every_size(screen):
        for button in screen.page.locator(".choices .choice:visible").all():
            box = button.bounding_box()
            assert box and box["y"] + box["height"] <= size[1] + 1, size


@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_in_a_choice_keeps_people_out(name: str, room: Room) -> None:
    screen = at(room, name)
    assert screen.hindrances() == []
    screen.page.emulate_media(color_scheme="dark")
    assert screen.hindrances() == []


@pytest.mark.parametrize("name", ARROWS)
def test_every_arrow_on_the_board_chooses_what_the_button_of_the_same_way_does(name: str, room: Room) -> None:
    screen = at(room, name, LAPTOP)
    offered = screen.page.locator(".arrow").all()
    assert len(offered) == len(ways(screen)) > 1
    for arrow in offered:
        room.shown.answers.clear()
        box = arrow.locator(".arrow-face").bounding_box()
        assert box
        screen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        by_arrow = chosen(room)
        room.shown.answers.clear()
        screen.page.locator(f'[data-action="{by_arrow}"]').click()
        assert chosen(room) == by_arrow
        assert by_arrow == arrow.get_attribute("data-arrow")


@pytest.mark.parametrize("name", ARROWS)
def test_every_button_of_the_pad_can_be_reached_and_pressed_by_keyboard(name: str, room: Room) -> None:
    screen = at(room, name, LAPTOP)
    last = ways(screen)[-1]
    screen.press(f'[data-action="{last}"]')
    assert chosen(room) == last


@pytest.mark.parametrize(("name", "mouse"), [("step", ".mouse.c-red"), ("run", ".runner")])
def test_the_pad_shows_the_mouse_that_its_arrows_are_about(name: str, mouse: str, room: Room) -> None:
    expect(at(room, name).page.locator(f".pad .middle {mouse}")).to_be_visible()


def once_more() -> Situation:
    """Return the moment in which one more card must be drawn."""
    return then(MOMENTS["again"], Action("again"))


def test_one_more_card_is_drawn_without_a_second_tap(room: Room) -> None:
    screen = at(room, "again")
    screen.page.locator('[data-action="again"]').click()
    assert chosen(room) == "again"
    room.shown.show(once_more())
    until(lambda: len(room.shown.answers) > 1)
    assert room.shown.answers[1] == Pressed("b", 0)


def test_no_card_is_drawn_after_a_tap_that_never_reached_the_table(room: Room) -> None:
    screen = at(room, "again")
    screen.page.route("**/answer*", lambda route: route.abort())
    screen.page.locator('[data-action="again"]').click()
    expect(screen.page.locator("#toast")).not_to_be_empty()
    screen.page.unroute("**/answer*")
    room.shown.show(once_more())  # somebody wishes for it on another screen
    expect(screen.page.locator('.big[data-press="b"]')).to_be_visible()
    screen.page.wait_for_timeout(300)
    assert room.shown.answers == []


def test_a_card_that_was_wished_for_is_not_drawn_at_a_later_turn(room: Room) -> None:
    screen = at(room, "again")
    screen.page.locator('[data-action="again"]').click()
    assert chosen(room) == "again"
    again = once_more()
    room.shown.show(replace(again, history=(*again.history, again.history[-1])))
    expect(screen.page.locator('.big[data-press="b"]')).to_be_visible()
    screen.page.wait_for_timeout(300)
    assert len(room.shown.answers) == 1


TOUCHABLE = """() => {
    const isTouched = (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    window.touchable = new Promise((told) => {
        const watching = new MutationObserver(() => {
            if (!document.querySelector(".fresh #stop")) return;
            watching.disconnect();
            told(["#stop", "#menu"].filter((name) => isTouched(document.querySelector(name))));
        });
        watching.observe(document.body, { attributes: true, childList: true, subtree: true });
    });
}"""
"""Note which of these a finger can touch in the second in which no tap decides, as soon as the trap can be stopped."""


def test_the_trap_can_be_stopped_and_the_menu_opened_from_the_first_moment_on(room: Room) -> None:
    begun = after("classic", 2, 12)
    room.shown.show(begun)
    for screen in (room.tv(), room.phone(0), room.phone(1, size=SMALL)):
        room.shown.show(begun)
        screen.says("Red, roll the die!")
        screen.page.evaluate(TOUCHABLE)
        room.shown.show(running(begun))
        assert screen.page.evaluate("window.touchable") == ["#stop", "#menu"]


def test_a_second_tap_on_an_answer_does_not_stop_the_trap(room: Room) -> None:
    begun = after("classic", 2, 12)
    room.shown.show(begun)
    screen = room.tv()
    screen.page.evaluate(NOTE_TAPS)
    screen.page.locator("body:not(.fresh) .choices .big").click()
    until(lambda: bool(room.shown.answers))
    room.shown.show(running(begun))
    screen.page.locator("#stop").click()
    if (
        screen.page.evaluate(BETWEEN_TAPS) < FRESH_MS
    ):  # else the computer was too busy for a second tap within the second
        assert Stop() not in room.shown.answers
    while Stop() not in room.shown.answers:
        screen.page.locator("#stop").click()


HOLD_FRAMES = """() => {
    const held = [];
    window.requestAnimationFrame = (frame) => held.push(frame);
    window.draw = () => held.splice(0).forEach((frame) => frame());
}"""
"""Draw nothing until `draw()`, as a browser does that is too busy."""


def test_what_a_busy_phone_draws_late_cannot_be_tapped_before_it_was_seen_for_a_second(room: Room) -> None:
    trap = running(after("classic", 2, 12))
    room.shown.show(trap)
    page = room.tv().page
    expect(page.locator("#stop")).to_be_visible()
    page.clock.install()
    page.evaluate(HOLD_FRAMES)
    room.shown.show(replace(trap, ask=Trouble(say("It did not go."))))
    page.locator('.big[data-press="b"]').wait_for()
    page.clock.run_for(10 * FRESH_MS)
    expect(page.locator("body.fresh")).to_have_count(1)
    for _ in range(2):
        page.evaluate("draw()")
    page.clock.run_for(FRESH_MS)
    expect(page.locator("body.fresh")).to_have_count(0)


def test_what_the_trap_did_cannot_be_answered_by_a_second_tap_on_stop(room: Room) -> None:
    trap = next(moment for moment in played("classic", 3) if isinstance(moment.ask, Watch))
    room.shown.show(trap)
    page = room.tv(PHONE).page
    page.locator("#stop").click()
    until(lambda: room.shown.answers == [Stop()])
    room.shown.show(replace(trap, fault="stopped"))
    page.locator("#stop").wait_for(state="detached")
    page.locator("body:not(.fresh)").wait_for()
    room.shown.show(replace(trap, ask=Trouble(say("It did not go.")), fault="stopped"))
    page.locator(".choices .pick").first.wait_for()
    expect(page.locator("body.fresh")).to_have_count(1)


def test_whoever_goes_on_tapping_stop_answers_nothing_until_they_have_let_go_for_a_second(room: Room) -> None:
    trap = running(after("classic", 2, 12))
    room.shown.show(trap)
    page = room.tv(PHONE).page
    stop = page.locator("#stop").bounding_box()
    assert stop
    tap = partial(page.mouse.click, stop["x"] + stop["width"] / 2, stop["y"] + stop["height"] / 2)
    tap()
    until(lambda: room.shown.answers == [Stop()])
    page.clock.install()
    room.shown.show(replace(trap, ask=Trouble(say("It did not go."))))
    page.locator('.big[data-press="b"]').wait_for()
    for _ in range(5):
        page.clock.run_for(int(0.9 * FRESH_MS))
        tap()
    assert room.shown.answers == [Stop()]
    page.clock.run_for(int(1.1 * FRESH_MS))
    tap()
    until(lambda: len(room.shown.answers) == 2)
    assert isinstance(room.shown.answers[1], Pressed)


def test_a_choice_that_comes_back_after_a_takeback_cannot_be_tapped_at_once(room: Room) -> None:
    room.shown.show(MOMENTS["step"])
    phone, choice = room.phone(0), ".choices button"
    expect(phone.page.locator(choice).first).to_be_visible()
    room.shown.show(after("barriers", 2, 1))
    expect(phone.page.locator(choice)).to_have_count(0)
    phone.watch_for(choice)
    room.shown.show(MOMENTS["step"])
    assert phone.untouchable_ms() >= FRESH_MS


def test_a_question_waits_until_the_trap_has_run_and_leaves_its_stop_in_place(room: Room) -> None:
    room.shown.show(QUESTIONS["doubt"])
    screen = room.tv()
    expect(screen.page.locator(".answer").first).to_be_visible()
    room.shown.show(replace(QUESTIONS["doubt"], ask=Watch()))
    expect(screen.page.locator("#stop")).to_be_visible()
    expect(screen.page.locator(".answer")).to_have_count(0)
    room.shown.show(QUESTIONS["doubt"])
    expect(screen.page.locator(".answer").first).to_be_visible()


def test_whoever_plays_stops_the_trap_while_it_runs(room: Room) -> None:
    begun = after("classic", 2, 12)
    room.shown.show(begun)
    screens = [room.tv(), room.phone(0), room.phone(1, size=SMALL)]
    watching = room.spectator()
    room.shown.show(running(begun))
    for screen in screens:
        screen.says("Hands off!")
        screen.page.locator("#stop").click()
        until(lambda: bool(room.shown.answers))
        assert room.shown.answers.pop() == Stop()
    watching.says("Hands off!")
    expect(watching.page.locator("#stop")).to_have_count(0)
    room.shown.show(begun)
    expect(screens[0].page.locator("#stop")).to_have_count(0)


def test_a_mouse_that_only_turns_is_shown_as_it_will_look_and_not_as_an_arrow(room: Room) -> None:
    buttons = at(room, "point").page.locator(".pad .btn")
    expect(buttons.locator(".runner")).to_have_count(4)
    expect(buttons.locator(".arrow-line")).to_have_count(0)
    expect(at(room, "run").page.locator(".pad .btn .arrow-line").first).to_be_visible()


@pytest.mark.parametrize(
    ("name", "key", "action"),
    [("step", "ArrowUp", "d2"), ("step", "ArrowLeft", "c1"), ("point", "ArrowDown", "points")],
)
def test_an_arrow_key_chooses_the_way_it_points(name: str, key: str, action: str, room: Room) -> None:
    screen = at(room, name, LAPTOP)
    screen.page.keyboard.press(key)
    assert chosen(room) == action


def test_an_arrow_key_that_points_nowhere_or_walks_over_the_board_chooses_nothing(room: Room) -> None:
    screen = at(room, "step", LAPTOP)
    screen.page.keyboard.press("ArrowDown")
    screen.place("d4").focus()
    screen.page.keyboard.press("ArrowUp")
    screen.page.wait_for_timeout(300)
    assert room.shown.answers == []


def test_a_tap_between_the_arrows_and_beside_them_chooses_nothing(room: Room) -> None:
    """A child's finger that lands on the mouse itself, on a card far away or on the wood is no choice."""
    screen = at(room, "turn")
    (start,) = {option.get_attribute("data-from") for option in screen.page.locator(".arrows").all()}
    assert start
    box = screen.place(start).bounding_box()
    assert box
    screen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    screen.page.wait_for_timeout(300)
    assert room.shown.answers == []


def shaken(screen: Screen) -> set[str]:
    """Return the first class of each thing that shakes now."""
    names = screen.page.evaluate("""[...document.querySelectorAll(".game *")]
        .filter((one) => getComputedStyle(one).animationName === "wobble" && one.checkVisibility())
        .map((one) => one.classList[0])""")
    return set(names)


def test_a_tap_that_means_nothing_shakes_what_can_be_tapped(room: Room) -> None:
    screen = at(room, "step")
    screen.page.emulate_media(reduced_motion="no-preference")
    far = [screen.place("d1"), screen.place("a7"), screen.page.locator(".lays"), screen.page.locator(".turn h1")]
    for tapped in far:
        expect(screen.page.locator(".shaken")).to_have_count(0)
        assert shaken(screen) == set()
        box = tapped.bounding_box()
        assert box
        screen.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert shaken(screen) == {"p-square", "p-gap", "arrow", "choice"}
    assert room.shown.answers == []
    screen.page.emulate_media(reduced_motion="reduce")
    screen.page.locator(".lays").click()
    assert shaken(screen) == set()
    expect(screen.place("d2").locator(".face")).to_have_css("fill", "rgb(255, 210, 74)")


def test_a_tap_out_of_turn_shakes_the_seat_whose_turn_it_is(room: Room) -> None:
    room.shown.show(MOMENTS["step"])
    phone = room.phone(1, "Ben")
    phone.page.emulate_media(reduced_motion="no-preference")
    phone.place("d7").click(force=True)
    assert shaken(phone) == {"seat"}
    expect(phone.page.locator(".shaken .seat.now")).to_contain_text("Red")


def test_no_choice_has_a_compass_word_or_the_letter_of_a_button(room: Room) -> None:
    for name in MOMENTS:
        choices = at(room, name).page.locator(".choices")
        words = choices.inner_text().lower().split()
        assert not {"north", "east", "south", "west"} & set(words), name
        expect(choices.locator("kbd")).to_have_count(0)


def test_a_thief_sees_whose_cheese_there_is(room: Room) -> None:
    screen = at(room, "steal")
    victims = screen.page.locator(".pick")
    assert victims.count() == len(MOMENTS["steal"].state.actions()) - 1
    for victim in victims.all():
        expect(victim.locator(".portrait")).to_be_visible()
        expect(victim.locator(".heap")).to_be_visible()
    action = str(victims.first.get_attribute("data-action"))
    victims.first.click()
    assert chosen(room) == action


def test_cheese_is_taken_by_a_tap_on_cheese(room: Room) -> None:
    at(room, "take").page.locator(".pick:has(.heap)").click()
    assert chosen(room) == str(Action("take"))


def test_a_drawn_card_is_shown_on_every_screen(room: Room) -> None:
    situation = MOMENTS["turn"]
    room.shown.show(situation)
    for screen in (room.phone(situation.state.turn or 0, "Mia", SMALL), room.phone(0, "Ben", SIDEWAYS_HIGH), room.tv()):
        expect(screen.page.locator(".event .card")).to_be_visible(timeout=PATIENCE)


def test_a_card_that_is_turned_has_the_ring_on_a_screen_that_only_watches(room: Room) -> None:
    situation = MOMENTS["turn"]
    room.shown.show(situation)
    room.phone(situation.state.turn or 0, "Mia")
    tv = room.tv()
    expect(tv.page.locator(".arrows")).to_have_count(0)
    shown = options(situation, True, str)
    (turned,) = {option.start for option in shown}
    standing = set(situation.standing.values())
    assert {name for name in situation.state.game.layout.by_name if has_ring(tv, name)} - standing == {turned}
    (n, place) = next((n, spot) for n, option in enumerate(shown) for spot in option.places if spot not in standing)
    room.shown.show(replace(situation, ask=Choose(situation.state.turn or 0, situation.state.actions(), pointed=n)))
    expect(tv.page.locator(".lamp.l-blink")).to_have_count(1, timeout=PATIENCE)
    assert has_ring(tv, place)  # the buttons of a real table point there


def has_ring(screen: Screen, name: str) -> bool:
    """Return whether the middle of a ring is the middle of the place."""
    place = screen.place(name).bounding_box()
    rings = [ring.bounding_box() for ring in screen.page.locator(".lamp .ring").all()]
    assert place
    return any(
        ring and abs(ring["x"] + ring["width"] / 2 - place["x"] - place["width"] / 2) < 3
        and abs(ring["y"] + ring["height"] / 2 - place["y"] - place["height"] / 2) < 3
        for ring in rings
    )  # fmt: skip


@pytest.mark.parametrize("name", [name for name in MOMENTS if name not in ("steal", "take")])
def test_what_has_happened_is_never_cut_short_on_a_phone(name: str, room: Room) -> None:
    situation = MOMENTS[name]
    room.shown.show(situation)
    phone = room.phone(situation.state.turn or 0, "Mia")
    for size in (SMALL, (360, 740), (390, 844), SIDEWAYS_HIGH):
        phone.resize(size)
        hidden = phone.page.locator(".event p").evaluate_all("all => all.map((p) => p.scrollHeight - p.clientHeight)")
        assert all(pixels <= 4 for pixels in hidden), size  # less than a line


def test_each_place_where_a_cheese_may_be_put_shows_one(room: Room) -> None:
    screen = at(room, "cheese", TV)
    expect(screen.page.locator(".lamps .arrow-face")).to_have_count(len(MOMENTS["cheese"].state.actions()))


@pytest.mark.parametrize(("smell", "picture"), [("Warm!", ".flame"), ("Cold!", ".snowflake")])
def test_a_smell_is_a_picture_on_every_phone(smell: str, picture: str, room: Room) -> None:
    moments = (one for seed in range(9) for one in islice(played("pantry", 2, seed), 3, 20))
    smelt = (one for one in moments if one.state.actor in (0, 1) and str(one.told[-1].said).startswith(smell))
    room.shown.show(next(smelt))
    for size in (SMALL, PHONE, SIDEWAYS_HIGH, TV):
        expect(room.tv(size).page.locator(f".event {picture}")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("name", PRESSED)
def test_what_is_pressed_has_a_picture(name: str, room: Room) -> None:
    room.shown.show(PRESSED[name])
    screen = room.tv(SMALL)
    expect(screen.page.locator('.choices [data-press="b"] > svg')).to_be_visible(timeout=PATIENCE)
    assert screen.hindrances() == []


def test_drawing_again_and_stopping_are_pictures_and_no_cross(room: Room) -> None:
    screen = at(room, "again")
    expect(screen.page.locator(".dare")).to_have_text("One more card")
    expect(screen.page.locator(".pick > svg")).to_have_count(2)
    expect(screen.page.locator(".pad")).to_have_count(0)  # an arrow back to Safe does not say `stop`


def test_nobody_is_asked_whether_all_is_done_at_a_table_that_moves_by_itself(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    host.page.evaluate(NOTE_CHOICES)
    host.page.locator('.tile[data-game="classic"]').click()
    host.page.locator("#play").click()
    host.begin()
    seen = host.page.evaluate("seen")
    assert "The table does it by itself." in seen
    (hourglass,) = re.findall(r'wait: "(.*?)"', SOURCES["kit/icons.js"])
    assert set(host.page.evaluate("drawn")) == {hourglass}  # a raised hand would mean that people must do something
    assert not any("Done" in said for said in seen)


NOTE_CHOICES = """() => {
    [window.seen, window.drawn] = [[], []];
    const choices = document.querySelector(".choices");
    const note = () => {
        seen.push(choices.innerText.trim());
        for (const picture of choices.querySelectorAll(".busy path")) drawn.push(picture.getAttribute("d"));
        for (const picture of document.querySelectorAll(".k-do .sign path")) drawn.push(picture.getAttribute("d"));
    };
    new MutationObserver(note).observe(choices, { childList: true, subtree: true });
}"""


def test_people_with_their_own_die_say_what_it_shows_and_others_only_tap(room: Room) -> None:
    roll = after("classic", 2, 20)
    room.shown.show(roll, own_die=True)
    screen = room.tv(PHONE)
    expect(screen.page.locator(".dice [data-action]")).to_have_count(6)
    expect(screen.page.locator('[data-press="b"]')).to_have_count(0)
    assert screen.page.evaluate(SMALL_TARGETS) == []
    screen.page.get_by_role("button", name="rolls 4").click()
    assert chosen(room) == "roll4"
    room.shown.show(roll)
    expect(screen.page.locator(".big.pictured")).to_have_text("Roll!")
    expect(screen.page.locator(".choices button")).to_have_count(1)


def test_the_house_rules_say_who_rolls(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    host.page.locator('.tile[data-game="classic"]').click()
    host.page.locator("#rules").click()
    host.page.locator('[data-choice="dice own"]').click()
    expect(host.page.locator('[data-choice="dice own"]')).to_have_attribute("aria-checked", "true", timeout=PATIENCE)
    host.page.keyboard.press("Escape")
    host.page.locator("#play").click()
    host.begin()
    expect(host.page.locator(".dice button")).to_have_count(6, timeout=PATIENCE)


def test_a_mouse_walks_by_arrow_keys_and_by_its_pad(serve: Serve, screen: Open) -> None:
    player = screen(serve("barriers", "--players", "2", "--people", "2", "--option", "first=seat0").url)
    player.begin()
    expect(player.page.locator("kbd")).to_have_count(0)  # a simulated table has no buttons
    player.page.keyboard.press("ArrowUp")
    player.says("Blue, run")
    player.page.locator(".pad .w4").click()
    player.says("Red, run")
    expect(player.place("d2")).to_have_attribute("aria-label", "d2, Red")
    expect(player.place("d6")).to_have_attribute("aria-label", "d6, Blue")
