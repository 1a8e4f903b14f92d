"""Phones and the TV in a game: seats left and lent, what was missed, the story, the code, and a table that is away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.conftest import Serve
from tests.web.questions import choosing, moment
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Client, Json, Served
from tests.web.shown import Shown, after, played, started, taken_back, then
from tests.web.test_browser_choices import MOMENTS
from tests.web.test_browser_lobby import phone_of
from tests.web.test_browser_scenes import LAPTOP, LARGE, SIDEWAYS, SMALL, TOO_WIDE, TV, Room

from mouseboard import rules
from mouseboard.evening.changes import Face
from mouseboard.referee.situation import Situation
from mouseboard.rules import CHANCE

Open = Callable[..., Screen]


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


BOARD = "(({ width, height }) => [width, height])(document.querySelector('.board').getBoundingClientRect())"


@pytest.mark.real
@pytest.mark.parametrize("name", [*MOMENTS, "roll", "own die"])
def test_the_board_is_as_large_on_ones_turn_as_on_anybody_elses(name: str, room: Room) -> None:
    now = MOMENTS.get(name, after("classic", 4, 42))
    turn = now.state.turn
    assert turn is not None
    room.shown.show(now, own_die=name == "own die")
    mine, other = room.phone(turn, "Mia"), room.phone(1 - turn if turn < 2 else 0, "Ben")
    for size in ((320, 568), (360, 640), (360, 740), (390, 844)):
        mine.resize(size)
        other.resize(size)
        board, others = mine.page.evaluate(BOARD), other.page.evaluate(BOARD)
        assert board == pytest.approx(others, abs=6), size  # nobody sees these few pixels
        for button in mine.page.locator(".choices button:visible").all():
            box = button.bounding_box()
            assert box and box["y"] + box["height"] <= size[1], size


LEAST = {"barriers": 280, "cards": 265, "classic": 280, "souriciere": 280, "draughts": 312, "pantry": 280}
"""How high the board of a game is at least on the smallest phone, in pixels."""


@pytest.mark.parametrize("game", LEAST)
def test_the_board_of_a_game_of_most_people_takes_all_the_room_of_a_small_phone(game: str, room: Room) -> None:
    room.shown.show(after(game, rules.games()[game].seat_counts[-1], 20))
    host = room.tv(SMALL)
    host.shows(game)
    assert host.page.evaluate(BOARD)[1] >= LEAST[game]
    table = host.page.locator("#table").bounding_box()
    assert table and [table["width"], table["height"]] == host.page.evaluate(BOARD)
    host.resize(LARGE)
    assert host.page.evaluate(BOARD)[0] == LARGE[0]


def test_a_finger_that_misses_a_gap_by_less_than_half_a_square_means_the_nearest_one(room: Room, screen: Open) -> None:
    room.shown.show(after("barriers", 2, 0))
    host = screen(room.shown.url, size=SMALL, touch=True)
    host.shows("barriers")
    host.page.locator("body:not(.fresh)").wait_for()
    squares = [host.place(name).locator(".face").bounding_box() for name in ("d3", "e3", "d4")]
    (x, y), (right, _), (_, above) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in squares if box
    ]
    pitch = right - x
    missed = (x + 0.05 * pitch, (y + above) / 2 + 0.42 * pitch)
    host.page.mouse.click(*missed)
    expect(host.page.locator(".aimed")).to_have_count(0)
    host.page.touchscreen.tap(*missed)
    expect(host.place("d3h")).to_have_class(re.compile("aimed"))
    expect(host.page.get_by_role("button", name="Put it here")).to_be_visible()


LIE_OVER_EACH_OTHER = """() => {
    const parts = [".event p", ".lays", ".pad"].map((part) => document.querySelector(`.act ${part}`));
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const meet = (start, end, otherStart, otherEnd) => Math.min(end, otherEnd) - Math.max(start, otherStart) > 0.5;
    const over = (one, other) =>
        meet(one.left, one.right, other.left, other.right) && meet(one.top, one.bottom, other.top, other.bottom);
    return boxes.some((one, n) => boxes.slice(n + 1).some((other) => over(one, other)));
}"""


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_last_happening_the_gaps_and_the_pad_never_lie_over_each_other(
    language: str, room: Room, screen: Open
) -> None:
    room.shown.show(after("barriers", 2, 0))
    for seat, name in enumerate(("Grandmother Josephine II", "Maximiliane-Charlotte-Jo")):
        assert room.host.post("/seats", {"seat": seat, "name": name}).status == 200
    host = screen(room.shown.url, size=SMALL, language=language)
    host.shows("barriers")
    for situation in islice(played("barriers", 2), 1, 12):
        before = host.page.locator("body").get_attribute("data-ready")
        room.shown.show(situation)
        host.page.wait_for_function("(before) => document.body.dataset.ready !== before", arg=before)
        for size in (SMALL, (568, 320), SIDEWAYS, (360, 640)):
            host.resize(size)
            assert host.page.evaluate(LIE_OVER_EACH_OTHER) is False, (size, situation.told[-1])


WHERE = "(({ top, width, height }) => [top, width, height])(document.querySelector('.board').getBoundingClientRect())"


@pytest.mark.real
@pytest.mark.parametrize("game", ["classic", "draughts", "morris"])
def test_the_board_stays_where_it_is_while_a_game_goes_on_and_a_phone_falls_asleep(game: str, room: Room) -> None:
    seen = set()
    room.shown.show(after(game, 2, 0))
    phone, other = room.phone(0, "Maximilian", SMALL), room.phone(1, "Ben", SMALL)
    for number, situation in enumerate(islice(played(game, 2), 1, 40)):
        if number == 30:
            other.page.goto("about:blank")
        before = phone.page.locator("body").get_attribute("data-ready")
        room.shown.show(situation)
        phone.page.wait_for_function("(before) => document.body.dataset.ready !== before", arg=before)
        seen.add(tuple(phone.page.evaluate(WHERE)))
    assert len(seen) == 1, seen


COVERED = """() => [...document.querySelectorAll(".seat")].map((seat) => {
    const [face, shape] = [".face .animal", ".shape"].map((part) => seat.querySelector(part).getBoundingClientRect());
    return face.left < shape.right && face.top < shape.bottom;
})"""


@pytest.mark.real
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_an_animal_never_covers_the_shape_that_tells_a_mouse(players: int, room: Room) -> None:
    room.shown.show(after("souriciere", players, 40))
    code = room.host.get("/invite").json["code"]
    for seat, face in zip(range(players), get_args(Face), strict=False):
        assert Client(room.host.port).join(code, seat=seat, name="Grandma", face=face).status == 200
    tv = room.tv()
    expect(tv.page.locator(".face .animal")).to_have_count(players)
    for size in ((320, 568), (360, 740), (640, 360), LAPTOP, TV):
        tv.resize(size)
        assert tv.page.evaluate(COVERED) == [False] * players, size


def test_a_tap_tells_what_is_printed_on_a_space_and_nothing_about_a_blank_one(room: Room) -> None:
    room.shown.show(after("souriciere", 2, 10))
    phone = room.phone(1, "Ben")
    for space in ("7", "5"):
        phone.place(space).click(force=True)  # there is nothing to choose
    expect(phone.page.locator("#toast")).to_have_text("5: Hole to the boot")
    expect(phone.page.locator(".look")).to_be_hidden()  # room for the promise on this phone
    phone.page.set_viewport_size({"width": 360, "height": 740})
    expect(phone.page.locator(".look")).to_be_visible()
    phone.place("7").click(force=True)
    phone.page.wait_for_timeout(300)
    expect(phone.page.locator("#toast")).to_have_text("5: Hole to the boot")


UNDER_TOAST = """() => {
    const meet = (start, end, otherStart, otherEnd) => Math.min(end, otherEnd) - Math.max(start, otherStart) > 0.5;
    const inside = ({ left, right, top, bottom }, other) =>
        meet(left, right, other.left, other.right) && meet(top, bottom, other.top, other.bottom);
    const toast = document.querySelector("#toast");
    const box = toast.getBoundingClientRect();
    return [...document.querySelectorAll(".board, .seats, .act, button, summary")]
        .filter((one) => !toast.contains(one) && one.checkVisibility() && inside(box, one.getBoundingClientRect()))
        .map((one) => one.id || one.className);
}"""
"""What there is of the board, the faces and the buttons under the sentence that disappears by itself."""


@pytest.mark.real
@pytest.mark.parametrize("size", [SMALL, LARGE, SIDEWAYS])
@pytest.mark.parametrize("name", ["draughts", "classic"])
def test_a_sentence_that_disappears_by_itself_covers_nothing_to_tap_and_moves_no_board(
    name: str, size: tuple[int, int], room: Room
) -> None:
    room.shown.show(after(name, 2, 8))
    host = room.tv(size)
    host.shows(name)
    board = host.page.evaluate(BOARD)
    guest = room.guest(None, "")
    with guest.watch():
        assert guest.post("/join", {"ask": True, "name": "Maximiliane-Charlotte"}).status == 200
        expect(host.page.locator("#toast .btn")).to_be_visible(timeout=PATIENCE)
        assert host.page.evaluate(UNDER_TOAST) == []
        assert host.page.evaluate(BOARD) == board
        assert host.page.evaluate(TOO_WIDE) == 0


@pytest.mark.real
def test_a_sentence_that_disappears_by_itself_leaves_the_face_of_whose_turn_it_is(room: Room) -> None:
    room.shown.show(after("classic", 2, 20))
    phone = room.phone(1, "Ben", SMALL)
    phone.place("26").click(force=True)
    expect(phone.page.locator("#toast")).to_have_text("26: Take three from the rival with most")
    face, toast = (phone.page.locator(selector).bounding_box() for selector in (".turn .disc", "#toast"))
    assert face and toast and face["x"] + face["width"] <= toast["x"]
    assert phone.page.evaluate(UNDER_TOAST) == []


@pytest.mark.real
def test_a_screen_that_nobody_can_tap_asks_nobody_to_tap_it_for_a_phone_that_sleeps(room: Room) -> None:
    room.shown.show(after("classic", 3, 58))
    room.phone(1, "Ben").page.goto("about:blank")
    host, tv = room.tv(), room.spectator()
    asleep = "Ben's screen is asleep"
    expect(host.page.get_by_role("alert").filter(has_text=asleep)).to_contain_text("tap here", timeout=PATIENCE)
    card = tv.page.get_by_role("alert").filter(has_text=asleep)
    expect(card).to_contain_text("Wake it up! Another phone can play, too.", timeout=PATIENCE)
    expect(card).not_to_contain_text("tap here")


def test_a_guest_leaves_the_seat_from_the_menu_and_may_pick_another(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2", "--option", "first=seat0")
    host = screen(served.url)
    host.begin()
    phone = phone_of(served, screen)
    phone.page.locator("#sit").click()
    phone.says("roll the die")
    expect(host.page.locator(".choices button")).to_have_count(0, timeout=PATIENCE)
    phone.stand_up()
    expect(phone.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)
    expect(host.page.locator('.big.pictured[data-press="b"]')).to_be_visible(timeout=PATIENCE)


def test_a_tapped_face_opens_its_seat_and_ones_own_the_animals(serve: Serve, screen: Open) -> None:
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    host, phone = screen(served.url), phone_of(served, screen, size=(320, 568))
    phone.page.locator("#sit").click()
    phone.shows("barriers")
    second = host.page.locator(".seat").nth(1)
    second.click()
    host.page.locator('[data-way="computer"]').click()
    expect(second).to_contain_text("computer", timeout=PATIENCE)
    second.click()
    assert host.hindrances() == []
    host.page.locator('[data-way="person"]').click()
    expect(second).not_to_contain_text("computer", timeout=PATIENCE)
    expect(phone.page.locator(".opens")).to_have_count(1)  # nothing can be done about other people's seats
    phone.page.locator(".seat").first.click()
    assert phone.hindrances() == []
    phone.page.locator('dialog [data-face="owl"]').click()
    expect(host.page.locator(".seat").first.locator(".face .animal")).to_be_visible(timeout=PATIENCE)
    expect(phone.page.locator("dialog")).to_have_count(0)
    phone.page.locator(".seat").first.click()
    phone.page.get_by_role("textbox", name="What's your name?").fill("Ben")
    phone.enter()
    expect(host.page.locator(".seat").first).to_contain_text("Ben", timeout=PATIENCE)
    phone.page.locator(".seat").first.click()
    expect(phone.page.get_by_role("radio", name="owl")).to_be_checked()
    phone.page.get_by_role("button", name="Leave my seat").click()
    phone.page.locator("#yes").click()
    expect(phone.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)


def of_oneself(serve: Serve, screen: Open, name: str) -> tuple[Served, Screen]:
    """Open the sheet of the own seat on a phone that the host calls so. Return the server and the phone."""
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    phone = phone_of(served, screen, size=(320, 568))
    phone.page.locator("#sit").click()
    phone.shows("barriers")
    assert served.host().post("/seats", {"seat": 0, "name": name}).status == 200
    expect(phone.page.locator(".seat").first).to_contain_text(name, timeout=PATIENCE)
    phone.page.locator(".seat").first.click()
    expect(phone.page.locator("dialog")).to_be_visible(timeout=PATIENCE)
    return served, phone


def seat_of(served: Served, wanted: Callable[[Json], bool]) -> None:
    """Wait until the first seat is as wanted."""
    with served.host().watch() as stream:
        stream.until(lambda picture: wanted(picture["seats"][0]))


IN_SIGHT = """() => ["#name", "#sit"].every((selector) => {
    const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
    const found = [top + 1, bottom - 1].map((y) => document.elementFromPoint((left + right) / 2, y)?.closest(selector));
    return left >= 0 && right <= innerWidth && found.every(Boolean);
})"""
"""Whether the field for a name and the button below it are whole on the screen, with nothing over them."""


@pytest.mark.parametrize("size", [(320, 310), (320, 250), (360, 300), (390, 380)])
def test_what_is_typed_and_the_button_stay_in_sight_above_a_keyboard(size: tuple[int, int], room: Room) -> None:
    room.guest(0, "Mia")
    phone = room.phone(size=SMALL)
    phone.page.locator("#name").fill("W" * 24)
    phone.resize(size)
    assert phone.page.evaluate(TOO_WIDE) == 0
    assert phone.page.evaluate(IN_SIGHT)


@pytest.mark.real
@pytest.mark.parametrize(("name", "typed", "called"), [("Oma", "", "Oma"), ("Fox", "", "Fox"), ("Oma", "Zoë", "Zoë")])
def test_an_animal_names_somebody_only_without_a_name_of_their_own(
    name: str, typed: str, called: str, serve: Serve, screen: Open
) -> None:
    served, phone = of_oneself(serve, screen, name)
    if typed:
        phone.page.get_by_role("textbox").fill(typed)
    phone.page.locator('dialog [data-face="owl"]').click()
    seat_of(served, lambda seat: (seat["face"], seat["name"]) == ("owl", called))


@pytest.mark.real
@pytest.mark.parametrize(("key", "called"), [("", "Owl"), ("Enter", "Fox")])
def test_the_word_of_an_animal_changes_with_it_until_somebody_says_that_it_is_their_name(
    key: str, called: str, serve: Serve, screen: Open
) -> None:
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    phone = phone_of(served, screen, size=(320, 568))
    phone.page.locator("#face-fox").dblclick()
    phone.page.locator("#sit").click()
    phone.shows("barriers")
    seat_of(served, lambda seat: (seat["face"], seat["name"]) == ("fox", "Fox"))
    if key:
        phone.page.locator(".seat").first.click()
        phone.page.get_by_role("textbox").press(key)
        expect(phone.page.locator("dialog")).to_have_count(0)
    phone.page.locator(".seat").first.click()
    phone.page.locator('dialog [data-face="owl"]').click()
    seat_of(served, lambda seat: seat["face"] == "owl")
    seat_of(served, lambda seat: seat["name"] == called)


@pytest.mark.real
def test_a_tap_on_leave_counts_after_a_name_was_typed(serve: Serve, screen: Open) -> None:
    served, phone = of_oneself(serve, screen, "Oma")
    phone.page.get_by_role("textbox").fill("Zoë")
    phone.page.get_by_role("button", name="Leave my seat").click()
    phone.page.locator("#yes").click()
    seat_of(served, lambda seat: seat["name"] == "Red")


@pytest.mark.real
def test_escape_drops_a_name_that_was_typed_and_the_cross_keeps_it(serve: Serve, screen: Open) -> None:
    served, phone = of_oneself(serve, screen, "Oma")
    phone.page.get_by_role("textbox").fill("Wrong")
    phone.page.keyboard.press("Escape")
    phone.page.locator(".seat").first.click()
    expect(phone.page.get_by_role("textbox")).to_have_value("Oma")
    phone.page.get_by_role("textbox").fill("Zoë")
    phone.page.locator("dialog .close").click()
    seat_of(served, lambda seat: seat["name"] == "Zoë")


@pytest.mark.real
def test_a_tap_on_an_animal_does_not_take_back_a_seat_that_a_computer_has_got(serve: Serve, screen: Open) -> None:
    served, phone = of_oneself(serve, screen, "Oma")
    assert served.host().post("/seats", {"seat": 0, "kind": "sensible"}).status == 200
    phone.page.locator("#lobby .mouse-pick").first.wait_for(state="attached")
    phone.page.locator('dialog [data-face="owl"]').click()
    expect(phone.page.locator("dialog")).to_have_count(0)
    phone.page.wait_for_timeout(300)
    seat_of(served, lambda seat: seat["kind"] == "computer")


@pytest.mark.real
def test_the_finger_that_closed_a_sheet_decides_nothing_behind_it_with_a_second_tap(serve: Serve, screen: Open) -> None:
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    host = screen(served.url)
    host.begin()
    host.page.locator("#menu").click()
    host.page.locator("dialog .close").click()
    expect(host.page.locator("dialog")).to_have_count(0)
    assert host.page.evaluate("document.body.classList.contains('fresh')")


@pytest.mark.real
def test_the_animal_of_a_phone_that_has_forgotten_its_seat_leads_back_to_it(room: Room) -> None:
    room.shown.show(after("classic", 3, 20))
    code = room.host.get("/invite").json["code"]
    assert Client(room.host.port).join(code, seat=1, name="Rabbit", face="rabbit").status == 200
    phone = room.phone()
    phone.page.locator("#mouse-2").click()
    phone.page.locator("#face-rabbit").click()
    expect(phone.page.locator("#mouse-1")).to_be_checked()
    expect(phone.page.locator("#sit")).to_have_text("That's me!")


@pytest.mark.real
def test_the_host_lets_the_computer_play_for_a_phone_that_sleeps(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2", "--option", "first=seat0")
    ben = served.guest(seat=0, name="Ben")
    with ben.watch() as stream:
        stream.next()
    host = screen(served.url)
    host.page.get_by_role("button", name="Let the computer play").click(timeout=PATIENCE)
    expect(host.page.locator(".seat").first).to_contain_text("computer", timeout=PATIENCE)
    expect(host.page.locator(".sleeps")).to_have_count(0)


def test_nobody_is_offered_a_takeback_before_their_first_move(room: Room) -> None:
    room.shown.show(after("draughts", 2, 1))
    black, white = room.phone(0, "Mia"), room.phone(1, "Ben")
    for phone, may in ((black, True), (white, False)):
        phone.unfold("how")
        expect(phone.page.locator("#undo")).to_be_enabled(enabled=may)


def test_rows_of_an_open_menu_that_hold_no_longer_cannot_be_pressed(room: Room) -> None:
    room.shown.show(after("draughts", 2, 2))
    phone = room.phone(0, "Mia")
    phone.unfold("resign")
    rows = phone.page.locator("#resign, #offer")
    expect(rows).to_have_count(2)
    for actions, may in ((3, False), (4, True)):
        room.shown.show(after("draughts", 2, actions))
        for row in rows.all():
            expect(row).to_be_enabled(enabled=may)
        expect(phone.page.locator("#undo, #how")).to_have_count(2)
        expect(phone.page.locator("#undo")).to_be_enabled()
    phone.page.locator("#resign").click()
    expect(phone.page.locator("dialog.sure")).to_be_visible()
    phone.page.evaluate("document.body.dataset.ready = document.body.dataset.ready")
    expect(phone.page.locator("dialog.sure")).to_be_visible()


def test_nobody_is_sent_to_a_table_that_is_only_on_the_screen(serve: Serve, screen: Open) -> None:
    _, phone = of_oneself(serve, screen, "Mia")
    expect(phone.page.locator("dialog .animals")).to_be_visible()
    expect(phone.page.locator("#host")).to_have_count(0)
    phone.page.keyboard.press("Escape")
    phone.unfold("health")
    expect(phone.page.locator("#host")).to_have_count(0)


def test_a_phone_is_told_of_moves_that_others_made_for_it_while_it_was_away(room: Room) -> None:
    room.shown.show(after("draughts", 2, 2))
    phone = room.phone(0, "Mia")
    phone.page.goto("about:blank")
    room.shown.show(after("draughts", 2, 4))
    phone.page.go_back()
    missed = phone.page.locator(".missed li")
    expect(missed).to_have_count(2, timeout=PATIENCE)
    expect(missed.first).to_contain_text("Mia goes from")


def test_what_a_phone_has_missed_is_told_until_the_game_goes_on(room: Room) -> None:
    room.shown.show(after("souriciere", 2, 8))
    phone = room.phone(0, "Mia")
    phone.page.goto("about:blank")
    room.shown.show(after("souriciere", 2, 10))
    phone.page.go_back()
    missed = phone.page.locator(".missed li")
    expect(missed).to_have_text(["Mia rolls 6 and stops on 14.", "Blue rolls 4 and stops on 17."], timeout=PATIENCE)
    room.shown.show(after("souriciere", 2, 11))
    expect(missed).to_have_count(0)
    phone.page.reload()
    phone.shows("souriciere")
    expect(missed).to_have_count(0)


def moved(situation: Situation, *places: str) -> Situation:
    """Return the moment after mice have gone to these places."""
    for place in places:
        situation = then(situation, situation.state.game.read(place))
    return situation


START = started("barriers", 2)


@pytest.mark.parametrize(
    ("seen", "now", "missed"),
    [
        (  # a move that comes and goes meanwhile
            moved(START, "d2"),
            moved(taken_back(moved(START, "d2", "d6", "d3"), 1), "c7"),
            ["Blue goes to c7."],
        ),
        (  # a move that was seen, and is undone meanwhile
            moved(START, "d2", "d6"),
            moved(taken_back(moved(START, "d2", "d6"), 1), "c7", "d3"),
            ["Taken back.", "Blue goes to c7.", "Mia goes to d3."],
        ),
        (  # moves that were seen to be undone
            taken_back(moved(START, "d2", "d6", "d3"), 1),
            moved(taken_back(moved(START, "d2", "d6", "d3"), 1), "c7"),
            ["Blue goes to c7."],
        ),
        (moved(START, "d2"), taken_back(moved(START, "d2", "d6"), 1), []),
    ],
    ids=["unseen", "seen", "seen undone", "nothing left"],
)
def test_a_phone_that_was_away_is_told_what_it_has_not_seen_and_what_still_holds(
    seen: Situation, now: Situation, missed: list[str], room: Room
) -> None:
    room.shown.show(seen)
    phone = room.phone(0, "Mia")
    serial = phone.page.locator("body").get_attribute("data-ready")
    phone.page.goto("about:blank")
    room.shown.show(now)
    phone.page.go_back()
    phone.page.wait_for_selector(f"body[data-ready]:not([data-ready='{serial}'])")
    expect(phone.page.locator(".missed li")).to_have_text(missed, timeout=PATIENCE)


def test_nothing_can_be_pressed_while_the_table_is_away(tmp_path: Path, chromium: Browser) -> None:
    with Shown(tmp_path) as shown:
        shown.show(after("classic", 2, 10))
        phone = Screen(chromium, shown.url, size=(360, 640))
        phone.shows("classic")
        expect(phone.page.locator(".choices")).to_have_js_property("inert", False)
    phone.page.wait_for_selector("body.lost")
    expect(phone.page.locator(".choices")).to_have_js_property("inert", True)
    expect(phone.page.get_by_text("Are you still on your home Wi-Fi?")).to_be_visible()


def test_no_link_among_the_players_is_broken_where_a_line_has_room_for_it(room: Room) -> None:
    room.shown.show(after("classic", 2, 10))
    host = room.tv(LAPTOP)
    host.menu("people")
    links = host.page.locator(".invitation a")
    expect(links).to_have_count(4)
    heights = links.evaluate_all("(links) => links.map((link) => link.getBoundingClientRect().height)")
    assert len(set(heights)) == 1


def test_a_tv_that_the_host_opened_stays_while_the_host_looks_at_its_link(room: Room) -> None:
    room.shown.show(after("classic", 2, 10))
    host = room.tv(LAPTOP)
    host.menu("people")
    link = host.page.locator(".invitation a").last
    address = str(link.get_attribute("href"))
    one = room.browser.new_page()
    one.goto(address)
    one.wait_for_selector("html.tv body.spectator[data-game='classic']")
    host.page.keyboard.press("Escape")
    host.menu("people")
    expect(link).to_have_attribute("href", address)
    room.shown.show(after("classic", 2, 11))
    expect(one.get_by_role("status").first).to_have_text("Blue, roll the die!", timeout=PATIENCE)
    one.close()


def test_only_the_host_has_the_code_and_only_where_there_is_room_for_it(room: Room) -> None:
    def as_with_phones(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"phones": True})

    def opened(page: Page) -> None:
        page.route("**/invite*", as_with_phones)
        page.reload()
        page.wait_for_selector("body[data-ready]")

    room.shown.show(after("classic", 2, 10))
    host, phone = room.tv(LAPTOP), room.phone(0, "Mia", LAPTOP)
    opened(host.page)
    expect(host.page.locator(".invited .qr")).to_be_visible(timeout=PATIENCE)
    opened(phone.page)
    expect(phone.page.locator(".foot .card")).to_be_visible()
    expect(phone.page.locator(".invited")).to_be_hidden()
    host.page.set_viewport_size({"width": 360, "height": 640})
    expect(host.page.locator(".foot")).to_be_hidden()


def test_a_page_counts_as_drawn_once_what_lies_below_its_choices_is_laid_out(room: Room) -> None:
    room.shown.show(after("classic", 2, 10))
    host, held = room.tv(LAPTOP), list[Route]()
    host.page.route("**/invite*", lambda route: held.append(route))
    host.page.reload()
    expect(host.page.locator(".foot .card")).to_be_visible()
    host.waits_for(lambda: held)
    assert host.page.locator("body").get_attribute("data-ready") is None
    held[0].continue_()
    host.shows("classic")


def test_the_last_happening_and_the_way_to_go_follow_the_game(room: Room) -> None:
    room.shown.show(after("souriciere", 2, 9))
    tv = room.tv()
    before = after("souriciere", 2, 10)
    room.shown.show(before)
    (said,) = before.history[-1].sentences
    expect(tv.page.locator(".event p")).to_have_text(str(said).capitalize())
    expect(tv.page.locator(".event .die .pip")).to_have_count(before.history[-1].action.number or 0)
    for lane, left in zip(tv.page.locator(".race li").all(), before.state.to_go(), strict=True):
        expect(lane).to_contain_text(f"{left} to go")


TOLD = """() => new MutationObserver(() => {
    document.body.dataset.pips ??= document.querySelectorAll(".rolled .pip").length;
}).observe(document.querySelector(".event"), { childList: true, subtree: true })"""
"""Note what the die that rolls shows when the event is told."""


def test_a_roll_is_told_when_its_die_rests_and_at_once_where_nothing_may_move(room: Room) -> None:
    before, roll = after("souriciere", 2, 9), after("souriciere", 2, 10)
    number = roll.history[-1].action.number or 0
    room.shown.show(before)
    lively, calm = room.phone(0, "Mia"), room.phone(1, "Ben")
    lively.page.emulate_media(reduced_motion="no-preference")
    for phone in (lively, calm):
        phone.page.evaluate(TOLD)
    room.shown.show(roll)
    for phone, shown in ((calm, 0), (lively, number)):
        expect(phone.page.locator("body")).to_have_attribute("data-pips", str(shown), timeout=PATIENCE)
        expect(phone.page.locator(".event .die .pip")).to_have_count(number)


COVERED_BY_DIE = """() => {
    const rolled = document.querySelector(".rolled");
    const [rolling] = rolled.getAnimations();
    rolling.pause();
    const boxes = [...document.querySelectorAll(".board, .game button, .seat")].filter((one) => one.checkVisibility());
    const covered = new Set();
    for (let share = 0; share < 1; share += 0.02) {
        rolling.currentTime = share * rolling.effect.getTiming().duration;
        const die = rolled.firstChild.getBoundingClientRect();
        for (const one of boxes) {
            const box = one.getBoundingClientRect();
            const width = Math.min(die.right, box.right) - Math.max(die.left, box.left);
            const height = Math.min(die.bottom, box.bottom) - Math.max(die.top, box.top);
            if (width > 1 && height > 1) covered.add(one.className);
        }
        if (die.left < 0 || die.top < 0 || die.right > innerWidth || die.bottom > innerHeight) covered.add("rim");
    }
    return [...covered];
}"""
"""Return what the die that rolls covers at any time."""


@pytest.mark.parametrize("size", [SMALL, LARGE, SIDEWAYS, LAPTOP, TV])
@pytest.mark.parametrize("game", ["classic", "souriciere"])
def test_a_die_rolls_over_no_mouse_and_over_nothing_that_is_pressed(
    game: str, size: tuple[int, int], room: Room, screen: Open
) -> None:
    moments = list(islice(played(game, 4), 60))
    before, roll = next(
        (a, b) for a, b in pairwise(moments[20:]) if a.state.actor == CHANCE and b.history[-1].action.number
    )
    room.shown.show(before)
    host = screen(room.shown.url, size=size, calm=False)
    host.shows(game)
    room.shown.show(roll)
    host.page.locator(".rolled").wait_for()
    assert host.page.evaluate(COVERED_BY_DIE) == []


def test_the_arrows_of_a_room_can_be_read_on_a_small_phone_and_lie_within_it(room: Room) -> None:
    room.shown.show(after("souriciere", 6, 40))
    phone = room.phone(4, "Mia", SMALL)
    marks = phone.page.evaluate("""() => {
        const box = (one) => one.getBoundingClientRect().toJSON();
        const rooms = [...document.querySelectorAll(".p-room")].map(box);
        const holds = (room, mark) => mark.left >= room.left && mark.right <= room.right && mark.bottom <= room.bottom;
        const within = (mark) => rooms.some((room) => holds(room, mark));
        return [...document.querySelectorAll(".leads")].map(box).map((mark) => [mark.height, within(mark)]);
    }""")
    assert len(marks) == 14
    assert all(height >= 7 and is_within for height, is_within in marks), marks


def test_the_button_that_rolls_shows_no_throw(room: Room) -> None:
    room.shown.show(after("souriciere", 2, 9))
    turn = after("souriciere", 2, 9).state.turn
    assert turn is not None
    phone = room.phone(turn, "Mia")
    expect(phone.page.locator(".big .die")).to_be_visible()
    expect(phone.page.locator(".big .die .pip")).to_have_count(0)


def test_names_are_called_without_their_mouse_beside_its_picture(room: Room) -> None:
    room.shown.show(after("souriciere", 2, 10))
    phone = room.phone(1, "Ben")
    expect(phone.page.locator(".event p")).to_have_text("Ben rolls 4 and stops on 17.")
    expect(phone.page.locator(".turn")).to_contain_text("Red is rolling ...")
    expect(phone.page.locator(".soon")).to_contain_text("We'll buzz")


def test_nobody_is_promised_a_turn_who_may_be_caught_before(room: Room) -> None:
    cranking = moment("classic", 2, choosing("crank", "stop"))
    turn = cranking.state.turn
    assert turn is not None
    room.shown.show(cranking)
    other = room.phone(1 - turn, "Ben")
    other.says("turn the crank")
    expect(other.page.locator(".soon")).to_have_count(0)
