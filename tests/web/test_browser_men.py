"""Games of men in a browser: how they look from each side, and what is touched to move, to take and to choose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from mouseboard_hunt import HuntGame
from playwright.sync_api import Browser, Locator, expect
from tests.rules.draughts import moments as draughts
from tests.rules.morris import moments as morris
from tests.web.conftest import Serve
from tests.web.last_rank import CROSS, SPARE, SQUARES, Ranks
from tests.web.screen import PATIENCE, Screen
from tests.web.served import until
from tests.web.test_browser_scenes import SMALL, TV, Room

from mouseboard import layouts, rules
from mouseboard.referee.situation import Choose, Chosen, Move, Situation, Suspect, Told
from mouseboard.rules import Action, State
from mouseboard.store import ActionRecord, Source
from mouseboard.table import Step

pytestmark = pytest.mark.real

HUNT = HuntGame(2, {})
LAYOUTS = Path(layouts.__file__).parent

Open = Callable[..., Screen]


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


def show(room: Room, state: State, *actions: str) -> None:
    """Show a state after these actions to everybody."""
    records: list[ActionRecord] = []
    told: list[Told] = []
    for n, action in enumerate(actions):
        record = ActionRecord(state, state.game.read(action), state.play(action), Source.PLAYER, n)
        records.append(record)
        told += [Told(said, state.turn, len(records), len(told)) for said in record.sentences]
        state = record.after
    ask = None if state.actor is None else Choose(state.actor, state.actions())
    undoable = records[-1] if records else None
    room.shown.show(
        Situation(
            state,
            ask,
            standing=state.placement(),
            told=tuple(told),
            history=tuple(records),
            undoable=undoable,
            over=ask is None,
        )
    )


def at(room: Room, state: State, *actions: str) -> Screen:
    """Return the screen of the host, who decides for both sides."""
    show(room, state, *actions)
    screen = room.tv((1280, 720))
    screen.shows(state.game.name)
    return screen


def offered(screen: Screen) -> list[str]:
    names: list[str] = screen.page.eval_on_selector_all(".offered", "all => all.map((one) => one.dataset.place)")
    return sorted(names)


def answered(room: Room) -> list[Action]:
    until(lambda: bool(room.shown.answers))
    return [answer.action for answer in room.shown.answers if isinstance(answer, Chosen)]


def below(screen: Screen, one: str, other: str) -> bool:
    """Return whether one thing is drawn below another."""
    boxes = [screen.page.locator(selector).first.bounding_box() for selector in (one, other)]
    assert boxes[0] and boxes[1]
    return boxes[0]["y"] > boxes[1]["y"]


def test_a_screen_reader_hears_which_men_can_be_chosen(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d6 f4 c3 e4"))
    spots = [screen.page.locator(f'[data-place="{place}"][role="button"]') for place in ("b2", "c3")]
    expect(spots[0]).to_have_attribute("aria-label", "a white man on b2, you can choose this")
    expect(spots[1]).to_have_attribute("aria-label", "a black man on c3")


def test_a_screen_reader_finds_one_place_where_choices_are_told_and_no_disabled_squares(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d6 f4 c3 e4"))
    screen.place("b2").click(force=True)
    show(room, draughts.state("c3 e3", "b6"))
    screen.shows("draughts")
    screen.place("c3").click(force=True)
    expect(screen.page.locator("[aria-live].called")).to_have_count(1)
    expect(screen.page.locator("[data-place][aria-disabled]")).to_have_count(0)


def test_a_screen_reader_hears_all_pieces_by_their_places_if_some_are_called_alike(room: Room) -> None:
    screen = at(room, HUNT.start())
    expect(screen.place("b1")).to_have_attribute("aria-label", "the mouse on b1, you can choose this")
    expect(screen.place("c4")).to_have_attribute("aria-label", "cat on c4")
    expect(screen.place("c3")).to_have_attribute("aria-label", "c3")


def test_a_screen_reader_hears_which_man_is_chosen_and_where_it_may_go(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d6 f4 c3 e4"))
    told = screen.page.locator("[aria-live].called")
    expect(screen.place("b2")).to_have_attribute("aria-pressed", "false")
    expect(screen.page.locator("[aria-pressed]")).to_have_count(4)
    screen.place("b2").focus()
    screen.enter()
    expect(screen.place("b2")).to_have_attribute("aria-pressed", "true")
    expect(told).to_have_text("a white man on b2 can go to: b4, d2")
    screen.place("g4").click(force=True)
    expect(screen.place("b2")).to_have_attribute("aria-pressed", "false")
    expect(screen.place("g4")).to_have_attribute("aria-pressed", "true")
    expect(told).to_have_text("a white man on g4 can go to: g1, g7")
    assert screen.hindrances() == []
    show(room, morris.state("a1 d1 g4 b2", "a7 d6 f4 c3 e4"), "g4-g1")
    expect(screen.page.locator("[aria-pressed]")).to_have_count(0)
    expect(told).to_have_text("")


def test_a_side_has_the_face_of_its_piece_if_all_its_pieces_are_alike_and_no_mice(room: Room) -> None:
    show(room, HUNT.start(), "b1-b2")
    phone = room.phone(1, "Ben", SMALL)
    phone.shows("hunt")
    for selector in (".turn .portrait", ".seat.c-black .portrait"):
        expect(phone.page.locator(f"{selector} .s-iris")).to_have_count(1)
    expect(phone.page.locator(".seat.c-white .portrait .s-whisker")).to_have_count(1)


def test_a_phone_shows_a_man_beside_the_number_of_a_sides_men_and_says_what_is_counted(room: Room) -> None:
    show(room, draughts.state("c3 H6", "d4 f6 b8"))
    phone = room.phone(0, "Ben", SMALL)
    scores = phone.page.locator(".seat .score")
    for n, (colour, men) in enumerate([("black", 2), ("white", 3)]):
        expect(scores.nth(n).locator(f"svg .man.c-{colour}:not(.king)")).to_be_visible()
        assert scores.nth(n).aria_snapshot() == f"- text: {men} men"


def test_a_count_of_chessmen_shows_a_pawn(room: Room) -> None:
    screen = at(room, Ranks().start())
    counted, pawn = (screen.page.locator(f"{where} .man") for where in (".seat.c-white", '[data-piece="white-pawn"]'))
    expect(screen.page.locator(".seat.c-white .score")).to_have_text("2pieces")
    assert counted.inner_html() == pawn.inner_html()


def test_a_man_is_chosen_by_a_touch_and_then_where_it_goes(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d6 f4 c3 e4"))
    expect(screen.page.locator(".piece .man.c-white")).to_have_count(4)
    expect(screen.page.locator(".lines path")).to_have_count(16)
    assert screen.hindrances() == []
    assert offered(screen) == ["a1", "b2", "d1", "g4"]
    screen.place("b2").click(force=True)
    until(lambda: offered(screen) == ["a1", "b2", "b4", "d1", "d2", "g4"])
    screen.place("d2").click(force=True)
    assert answered(room) == [Action(name="b2-d2")]


def filled(screen: Screen) -> list[str]:
    """Return the squares in the colour of what is chosen."""
    colour = "(one) => getComputedStyle(one.querySelector('.face')).fill === 'rgb(255, 210, 74)'"
    names: list[str] = screen.page.eval_on_selector_all(
        ".p-shade", f"all => all.filter({colour}).map((one) => one.dataset.place)"
    )
    return names


def dotted(screen: Screen) -> list[str]:
    names: list[str] = screen.page.eval_on_selector_all(
        ".p-shade:has(.dot)",
        "all => all.filter((one) => getComputedStyle(one.querySelector('.dot')).display !== 'none')"
        ".map((one) => one.dataset.place)",
    )
    return sorted(names)


def test_the_chosen_man_of_a_chequer_and_only_its_goals_are_marked(room: Room) -> None:
    screen = at(room, draughts.state("c3 e3", "b6"))
    assert (filled(screen), dotted(screen)) == ([], [])
    screen.place("c3").click(force=True)
    screen.page.mouse.move(1, 1)
    until(lambda: filled(screen) == ["c3"])
    assert dotted(screen) == ["b4", "d4"]
    screen.place("e3").click(force=True)
    screen.page.mouse.move(1, 1)
    until(lambda: filled(screen) == ["e3"])
    assert dotted(screen) == ["d4", "f4"]


def test_a_man_that_may_be_taken_is_touched_itself(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d7 c3"), "g4-g1")
    assert offered(screen) == ["a7", "c3", "d7"]
    screen.place("c3").click(force=True)
    assert answered(room) == [Action("x", name="c3")]


def test_a_mill_is_marked_while_its_man_is_taken(room: Room) -> None:
    mill = morris.state("a1 d1 g4 b2 d2", "a7 d7 c3")
    screen = at(room, mill, "g4-g1")
    expect(screen.page.locator(".look-at")).to_have_count(3)
    expect(screen.page.locator(".look-line")).to_have_count(1)
    show(room, mill, "g4-g1", "xc3")
    expect(screen.page.locator(".look-at, .look-line")).to_have_count(0)


@pytest.mark.parametrize("touched", ["e5", "g7", "d4", "f6"])
def test_a_chain_of_jumps_is_chosen_by_a_landing_or_by_a_man_that_it_takes(room: Room, touched: str) -> None:
    screen = at(room, draughts.state("c3", "d4 f6 a7"))
    screen.place("c3").click(force=True)
    until(lambda: offered(screen) == ["c3", "d4", "e5", "f6", "g7"])
    screen.place(touched).click(force=True)
    assert answered(room) == [Action(name="c3xe5xg7")]


def test_a_landing_of_several_chains_shows_where_each_goes_on(room: Room) -> None:
    screen = at(room, draughts.state("c3 g1", "d4 f6 d6 h2"))
    screen.place("c3").click(force=True)
    screen.place("e5").click(force=True)
    until(lambda: filled(screen) == ["c3", "e5"])
    assert dotted(screen) == ["c7", "d4", "d6", "f6", "g7"]
    assert not room.shown.answers
    screen.place("g7").click(force=True)
    assert answered(room) == [Action(name="c3xe5xg7")]


def test_a_man_stays_chosen_after_a_tap_where_it_cannot_go(room: Room) -> None:
    screen = at(room, draughts.state("c3 e3", "b6"))
    screen.place("c3").click(force=True)
    screen.place("h8").click(force=True)
    screen.page.mouse.move(1, 1)
    until(lambda: filled(screen) == ["c3"])
    screen.place("d4").click(force=True)
    assert answered(room) == [Action(name="c3-d4")]


def moving(state: State, action: str) -> Situation:
    """Return the situation in which hands must make a move of one man."""
    record = ActionRecord(state, state.game.read(action), state.play(action), Source.PLAYER, 0)
    before, after = state.placement(), record.after.placement()
    steps = tuple(Step(man, before[man], place) for man, place in after.items() if before[man] != place)
    return Situation(record.after, Move(steps), standing=before, history=(record,))


def test_the_way_of_a_chain_leads_over_its_landings(room: Room) -> None:
    room.shown.show(moving(draughts.state("c3", "d4 f6 a7"), "c3xe5xg7"))
    screen = room.tv((1280, 720))
    screen.shows("draughts")
    arcs = screen.page.locator(".arc")
    expect(arcs).to_have_count(2)
    starts = [[float(at) for at in re.findall(r"[\d.]+", arcs.nth(n).get_attribute("d") or "")[:2]] for n in (0, 1)]
    assert starts == [[100, 260], [180, 180]]


def test_a_man_wears_its_crown_only_after_its_move(room: Room) -> None:
    before = moving(draughts.state("c7", "a7"), "c7-d8")
    room.shown.show(before)
    screen = room.tv((1280, 720))
    screen.shows("draughts")
    expect(screen.page.locator(".piece .man")).to_have_count(2)
    expect(screen.page.locator(".piece .king")).to_have_count(0)
    show(room, draughts.state("c7", "a7"), "c7-d8")
    expect(screen.page.locator(".piece .king")).to_have_count(1)


def test_a_pawn_on_the_last_row_becomes_one_of_four_men_in_pictures(room: Room) -> None:
    screen = at(room, Ranks().start(), "b7-a8")
    picks = screen.page.locator(".pick")
    expect(picks).to_have_count(4)
    for n, kind in enumerate(SPARE):
        expect(picks.nth(n)).to_contain_text(kind)
        assert picks.nth(n).locator("path").count() > 3
    assert screen.hindrances() == []
    screen.page.locator('[data-action="=knight"]').click()
    assert answered(room) == [Action("=", name="knight")]


LINES = """words => {
    words.textContent = "Ein Springer";
    const word = new Range();
    word.setStart(words.firstChild, "Ein ".length);
    word.setEnd(words.firstChild, "Ein Springer".length);
    return word.getClientRects().length;
}"""
"""The number of lines that the longest word of the choice takes, which is German."""


def test_no_word_of_the_four_men_breaks_on_the_smallest_phone(room: Room) -> None:
    show(room, Ranks().start(), "b7-a8")
    picks = room.tv(SMALL).page.locator(".pick span")
    expect(picks).to_have_count(4)
    assert picks.first.evaluate(LINES) == 1


LEAST_PART = 40
"""A letter as high as this part of a TV's screen can be read from three metres."""

LEAST_PX = 9
"""A letter as high as this can be read on the smallest phone."""

LETTERS = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"
"""The heights of letters in CSS pixels."""

COVERED = """all => all.filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [...document.querySelectorAll(".piece, .lies .man, .p-shade .face")].some((other) => {
        const box = other.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom - 4 && box.bottom > top + 4;
    });
}).map((one) => one.textContent)"""
"""The names that share room with a man or a square, but for the empty room above and below letters."""


@pytest.mark.parametrize("size", [TV, SMALL], ids=str)
@pytest.mark.parametrize(("start", "count"), [(draughts.START, 16), (morris.START, 14), (HUNT.start(), 10)])
def test_columns_and_rows_are_named_in_the_margin_large_enough_to_read(
    start: State, count: int, size: tuple[int, int], room: Room
) -> None:
    show(room, start)
    names = room.tv(size).page.locator(".coordinate")
    expect(names).to_have_count(count)
    assert names.evaluate_all(COVERED) == []
    assert min(names.evaluate_all(LETTERS)) >= (TV[1] / LEAST_PART if size == TV else LEAST_PX)


def test_each_point_is_named_beside_itself_where_points_lie_in_no_columns(room: Room, tmp_path: Path) -> None:
    layout = tmp_path / "bent.toml"
    layout.write_text((LAYOUTS / "morris.toml").read_text().replace("at = [180, 60]", "at = [220, 60]"))
    start = rules.load("morris", layout=str(layout), first="seat0").start()
    names = at(room, start).page.locator(".coordinate.point")
    expect(names).to_have_count(24)
    expect(names.first).to_have_text("a1")


def test_a_place_has_the_sign_that_its_layout_draws(room: Room) -> None:
    screen = at(room, Ranks().start())
    expect(screen.page.locator(".printed path.s-cage-line")).to_have_attribute("d", CROSS)


def test_a_square_has_the_sign_of_its_kind_or_else_its_short_word(room: Room) -> None:
    screen = at(room, Ranks().start())
    printed = screen.page.locator(".printed > g")
    home, seat = (printed.nth(list(SQUARES).index(name)) for name in ("d6", "d5"))
    expect(home.locator("path").first).to_be_visible()
    expect(home.locator("text")).to_have_count(0)
    expect(seat.locator("text")).to_have_text("seat")


def test_a_capture_is_touched_on_its_square(room: Room) -> None:
    screen = at(room, Ranks().start())
    screen.place("b7").click(force=True)
    until(lambda: offered(screen) == ["a8", "b7", "b8", "c8"])
    expect(screen.page.locator(".offered.theirs")).to_have_count(2)
    screen.place("c8").click(force=True)
    assert answered(room) == [Action(name="b7-c8")]


def test_a_king_wears_a_crown_on_a_chequered_board(room: Room) -> None:
    screen = at(room, draughts.state("c3 H6", "d4 f6 b8"))
    expect(screen.page.locator(".p-shade.dark")).to_have_count(32)
    expect(screen.page.locator(".piece:has(.king)")).to_have_attribute("data-piece", "black-man-2")
    assert screen.hindrances() == []


def test_the_last_move_is_marked_with_its_landings_and_what_it_took(room: Room) -> None:
    screen = at(room, draughts.state("c3", "d4 f6 a7"), "c3xe5xg7")
    expect(screen.page.locator("rect.trail")).to_have_count(3)
    expect(screen.page.locator(".gone")).to_have_count(2)


def test_taken_men_lie_at_the_edge_of_the_side_that_took_them(room: Room) -> None:
    screen = at(room, draughts.START, "c3-d4", "f6-e5", "d4xf6")
    lying = screen.page.locator(".lies")
    expect(lying).to_have_count(1)
    expect(lying.locator(".man")).to_have_class("man c-white ")
    assert below(screen, ".lies", '[data-place="a1"]')
    phone = room.phone(1, "Ben")
    phone.shows("draughts")
    assert below(phone, '[data-place="a1"]', ".lies")


FINGER = 24
"""The least width and height of a target, in CSS pixels (WCAG 2.2, 2.5.8)."""


def lying(screen: Screen) -> list[dict[str, float]]:
    """Return the boxes of the men beside the board, from left to right."""
    boxes: list[dict[str, float]] = screen.page.eval_on_selector_all(
        ".lies", "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    return sorted(boxes, key=lambda box: box["x"])


def test_each_man_that_waits_can_be_tapped_by_itself_on_the_smallest_phone(room: Room) -> None:
    show(room, morris.START)
    boxes = lying(room.phone(0, "Ben", SMALL))
    assert len(boxes) == 18
    assert all(box["width"] >= FINGER and box["height"] >= FINGER for box in boxes)
    rows = [[box["x"] for box in boxes if (box["y"] > SMALL[1] / 4) is near] for near in (False, True)]
    assert all(right - left >= FINGER for row in rows for left, right in pairwise(row))


def test_more_men_than_fit_along_an_edge_lie_there_in_piles(room: Room) -> None:
    show(room, draughts.state("c3", "b8"))
    phone = room.phone(0, "Ben", SMALL)
    boxes, wood = lying(phone), phone.page.locator(".wood").bounding_box()
    assert wood and len(boxes) == 22
    assert all(box["width"] >= FINGER and box["height"] >= FINGER for box in boxes)
    assert boxes[0]["left"] >= wood["x"] - 1 and boxes[-1]["right"] <= wood["x"] + wood["width"] + 1


def test_a_phone_sees_the_board_from_the_side_of_its_seat(room: Room) -> None:
    show(room, draughts.state("c3", "d6", turn=1))
    for seat, (near, far) in enumerate([("a1", "a7"), ("a7", "a1")]):
        phone = room.phone(seat, "Mia" if seat else "Ben", size=SMALL)
        phone.shows("draughts")
        assert below(phone, f'[data-place="{near}"]', f'[data-place="{far}"]')
    phone.place("d6").click(force=True)
    until(lambda: offered(phone) == ["c5", "d6", "e5"])
    phone.place("e5").click(force=True)
    assert answered(room) == [Action(name="d6-e5")]


def test_a_question_draws_an_unknown_man_as_a_man_in_the_middle_of_its_picture(room: Room) -> None:
    state = draughts.state("c3", "d6")
    room.shown.show(Situation(state, Suspect("d6", None), standing={"white-man-1": "c3"}))
    for screen in (room.tv(), room.phone(0, "Mia", SMALL)):
        shots = screen.page.locator(".answer .shot")
        expect(shots).to_have_count(2)
        expect(shots.locator(".mouse")).to_have_count(0)
        man, box = shots.nth(1).locator(".c-something > .top").bounding_box(), shots.nth(1).bounding_box()
        assert man and box
        assert abs(man["x"] + man["width"] / 2 - box["x"] - box["width"] / 2) < 2


def test_a_point_that_has_the_focus_wears_a_ring(room: Room) -> None:
    screen = at(room, morris.state("a1 d1 g4 b2", "a7 d6 f4 c3 e4"))
    screen.place("a1").focus()
    for arrow, point in (("ArrowRight", "d1"), ("ArrowUp", "d2")):
        screen.page.keyboard.press(arrow)
        expect(screen.place(point)).to_be_focused()
        assert screen.page.evaluate("getComputedStyle(document.activeElement.querySelector('.touch')).stroke") != "none"


def test_an_offer_of_a_draw_is_a_question_whose_first_answer_plays_on(room: Room) -> None:
    show(room, draughts.START, "c3-d4", "offer")
    mia, ben = room.phone(0, "Mia", SMALL), room.phone(1, "Ben", SMALL)
    expect(mia.page.locator("h1")).to_have_text("A draw?")
    mia.says("Ben offers a draw: nobody wins.")
    answers = mia.page.locator(".answer:has(> .i)")
    expect(answers).to_have_text(["No, play on", "Yes, a draw"])
    assert mia.hindrances() == []
    board = mia.page.locator(".board").bounding_box()
    assert board
    for n, answer in enumerate(answers.all()):
        box = answer.bounding_box()
        assert box and board["y"] + board["height"] <= box["y"] < box["y"] + box["height"] <= SMALL[1], n
    expect(ben.page.locator(".answer")).to_have_count(0)
    room.tv().says("Ben offers a draw: nobody wins.")
    answers.first.click()
    assert answered(room) == [Action("decline")]


def rows(screen: Screen) -> dict[str, tuple[float, bool]]:
    """Return where each row of the menu is, and whether it can be tapped."""
    screen.page.locator("#menu").click()
    screen.page.locator("dialog.menu").wait_for()
    found: dict[str, tuple[float, bool]] = screen.page.eval_on_selector_all(
        ".menu > button.line", "all => Object.fromEntries(all.map((row) => [row.id, [row.offsetTop, !row.disabled]]))"
    )
    screen.page.keyboard.press("Escape")
    return found


def test_the_rows_of_the_menu_keep_their_places_between_turns(room: Room) -> None:
    show(room, draughts.START)
    mia = room.phone(0, "Mia", SMALL)
    begun = rows(mia)
    assert not begun["undo"][1] and begun["offer"][1] and begun["resign"][1]
    for said in (["c3-d4"], ["c3-d4", "b6-a5"], ["c3-d4", "b6-a5", "offer"]):
        show(room, draughts.START, *said)
        mia.page.wait_for_function("n => document.querySelectorAll('.trail').length > 0", arg=0)
        now = rows(mia)
        assert {row: top for row, (top, _) in now.items()} == {row: top for row, (top, _) in begun.items()}
        assert now["undo"][1]
        assert now["resign"][1] == (len(said) == 2)


def test_the_menu_of_the_big_screen_says_for_whom(room: Room) -> None:
    show(room, draughts.START, "c3-d4")
    room.guest(0, "Mia")
    host = room.tv()
    expect(host.page.locator(".seat").first).to_contain_text("Mia")
    host.page.locator("#menu").click()
    expect(host.page.locator("#undo")).to_have_text("Take back Mia's move")
    expect(host.page.locator("#resign")).to_have_text("White: Give up")
    host.page.locator("#offer").click()
    expect(host.page.locator("dialog.sure h2")).to_have_text("White: Offer a draw? Then nobody wins.")
    host.page.locator("#yes").click()
    assert answered(room) == [Action("offer")]
    show(room, draughts.START, "c3-d4", "b6-a5")
    expect(host.page.locator(".seat.now")).to_contain_text("Mia")
    assert not rows(host)["resign"][1]


def test_after_a_draw_the_board_calls_nobody_and_nobody_is_next(room: Room) -> None:
    show(room, draughts.START, "c3-d4", "offer", "accept")
    for seat, name in enumerate(("Mia", "Ben")):
        phone = room.phone(seat, name, SMALL)
        phone.page.locator("#see").click()
        expect(phone.page.locator("#winner")).to_have_text("How did it end?")
        expect(phone.page.locator(".turn h1")).to_have_text("English Draughts")
        expect(phone.page.locator(".soon, .seat.now")).to_have_count(0)


def test_people_are_told_to_tap_a_man_first_where_men_go(room: Room) -> None:
    screen = at(room, draughts.START)
    hint = screen.page.locator(".choices .hint")
    expect(hint).to_have_text("Tap a piece, then where it goes.")
    show(room, morris.state("a1 d1 g4 b2", "a7 d7 c3 f4 f6 b6"), "g4-g1")
    expect(hint).to_have_text("Tap the board.")  # to take a man as well


def test_arrow_keys_walk_over_a_board_that_is_seen_from_the_other_side(room: Room) -> None:
    show(room, draughts.state("c3", "d6", turn=1))
    phone = room.phone(1, "Ben")
    phone.shows("draughts")
    phone.place("d6").focus()
    phone.page.keyboard.press("ArrowUp")
    expect(phone.place("d5")).to_be_focused()
    phone.page.keyboard.press("ArrowLeft")
    expect(phone.place("e5")).to_be_focused()


def test_a_phone_that_leaves_the_far_seat_and_watches_sees_the_board_from_the_near_side(room: Room) -> None:
    show(room, draughts.START)
    phone = room.phone(1, "Ben")
    phone.shows("draughts")
    phone.stand_up()
    phone.page.locator("#watch").click()
    phone.place("a1").wait_for()
    assert below(phone, '[data-place="a1"]', '[data-place="a7"]')


def test_a_man_is_dragged_over_the_true_places_of_a_board_that_is_turned(serve: Serve, screen: Open) -> None:
    served = serve("draughts", "--people", "2")
    screen(served.url).says("move a man")
    guest = served.guest(1, name="Ben")
    phone = screen(f"http://127.0.0.1:{served.port}/?token={guest.cookie.partition('=')[2]}")
    phone.page.locator("body:not(.fresh) .can-drag").wait_for()
    served.host().post("/hands", {"whose": "page"})
    expect(phone.page.locator("#toast")).to_contain_text("You move the pieces now", timeout=PATIENCE)
    with phone.page.expect_request("**/hand?*") as sent:
        phone.drag("black-man-10", "d4")
    told: dict[str, Any] = sent.value.post_data_json or {}
    assert told["to"] == "d4"
    (x, y), d4 = told["via"][-1], (140, 140)
    assert max(abs(x - d4[0]), abs(y - d4[1])) < 40


def test_only_the_phone_whose_man_is_moved_by_hand_is_asked(serve: Serve, screen: Open) -> None:
    served = serve("draughts", "--people", "2")
    guests = [served.guest(seat, name=name) for seat, name in enumerate(("Mia", "Ben"))]
    at = f"http://127.0.0.1:{served.port}/?token="
    mia, ben = (screen(at + guest.cookie.partition("=")[2], size=SMALL, touch=True) for guest in guests)
    mia.page.locator(".chooses").wait_for()
    served.host().post("/hands", {"whose": "page"})
    assert guests[0].post("/answer", {"action": "c3-d4"}).status == 200
    expect(mia.page.locator("#once")).to_be_visible(timeout=PATIENCE)
    expect(mia.page.locator(".ab button")).to_be_in_viewport(ratio=1)
    expect(mia.page.locator("#once")).to_be_in_viewport(ratio=1)
    expect(ben.page.locator(".turn h1")).to_contain_text("Mia")
    expect(ben.page.locator(".choices button, .hands button")).to_have_count(0)


UP = (0.0, -100.0)


def swipe(phone: Screen, held: Locator, way: tuple[float, float]) -> None:
    """Put a finger on something, and draw it this far over the screen."""
    box = held.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    points = [{"x": x + way[0] * n / 8, "y": y + way[1] * n / 8} for n in range(9)]
    fingers = phone.page.context.new_cdp_session(phone.page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points[:1]})
    for point in points[1:]:
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def seated(serve: Serve, screen: Open, game: str) -> Screen:
    """Return the small phone of Ben, who has a seat and can drag men."""
    served = serve(game, "--people", "2")
    screen(served.url).page.locator(".chooses").wait_for()
    token = served.guest(0, name="Ben").cookie.partition("=")[2]
    phone = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=SMALL, touch=True)
    phone.page.locator("body:not(.fresh) .can-drag").wait_for()
    return phone


def square_ahead(phone: Screen, man: Locator, place: str) -> tuple[float, float]:
    """Return the way of a finger from a man to a place, in pixels."""
    here, there = man.bounding_box(), phone.place(place).bounding_box()
    assert here and there
    return there["x"] - here["x"] + (there["width"] - here["width"]) / 2, there["y"] - here["y"]


def test_a_man_that_a_finger_drags_is_a_choice_and_the_table_moves_it(serve: Serve, screen: Open) -> None:
    phone = seated(serve, screen, "draughts")
    man = phone.page.locator('[data-piece="black-man-10"]')
    with phone.page.expect_request("**/answer?*") as sent:
        swipe(phone, man, square_ahead(phone, man, "d4"))
    assert (sent.value.post_data_json or {})["action"] == "c3-d4"
    expect(phone.place("d4")).to_have_attribute("aria-label", re.compile("black man"), timeout=PATIENCE)
    expect(phone.page.locator("#toast p")).to_have_count(0)


TAP_AT_ONCE = """piece => {
    const watching = new MutationObserver(() => {
        const man = document.querySelector(`.fresh .can-drag [data-piece="${piece}"]`);
        if (!man) return;
        watching.disconnect();
        const { x, y, width, height } = man.getBoundingClientRect();
        const where = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 7, pointerType: "touch" };
        for (const kind of ["pointerdown", "pointerup"])
            man.dispatchEvent(new PointerEvent(kind, { ...where, bubbles: true }));
        window.tapped = true;
    });
    watching.observe(document.body, { attributes: true });
}"""
"""Tap a man that can be dragged as soon as no tap may choose anything."""


def test_a_tap_on_a_man_chooses_it_only_after_the_second_in_which_no_tap_decides(serve: Serve, screen: Open) -> None:
    phone = seated(serve, screen, "draughts")
    chosen = phone.page.locator("#table [aria-pressed=true]")
    phone.page.evaluate(TAP_AT_ONCE, "black-man-10")
    phone.page.locator("#menu").click()
    phone.page.wait_for_function("() => window.tapped")
    phone.page.keyboard.press("Escape")
    phone.page.locator("body:not(.fresh)").wait_for()
    expect(chosen).to_have_count(0)
    phone.page.locator('[data-piece="black-man-10"]').click(force=True)
    expect(chosen).to_have_count(1)


@pytest.mark.parametrize("way", [UP, (8.0, -6.0), (-20.0, -30.0)], ids=["not diagonally", "a slip", "to no square"])
def test_a_man_dragged_where_it_cannot_go_stays_with_the_table(
    serve: Serve, screen: Open, way: tuple[float, float]
) -> None:
    phone = seated(serve, screen, "draughts")
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url) if "/hand?" in request.url else None)
    swipe(phone, phone.page.locator('[data-piece="black-man-10"]'), way)
    phone.place("a3").click(force=True)  # a man stands on it
    phone.place("b4").click(force=True)
    expect(phone.place("b4")).to_have_attribute("aria-label", re.compile("black man"), timeout=PATIENCE)
    assert not sent


def moved_by_hand(serve: Serve, screen: Open) -> Screen:
    """Return the screen of a game of morris that the host's own hands play, as soon as White is to put down a man."""
    served = serve("morris", "--people", "2")
    page = screen(served.url)
    page.page.locator(".chooses").wait_for()
    page.page.locator("body:not(.fresh) .can-drag").wait_for()
    served.host().post("/hands", {"whose": "page"})
    expect(page.page.locator("#toast")).to_contain_text("You move the pieces now", timeout=PATIENCE)
    return page


def test_a_man_that_takes_another_by_hand_has_it_put_beside_the_board_first(serve: Serve, screen: Open) -> None:
    page = moved_by_hand(serve, screen)
    page.drag("white-man-1", "a1")
    page.says("Black, ")
    with page.page.expect_request("**/hand?*") as sent:
        page.drag("black-man-1", "a1")
    assert sent.value.post_data_json == {"piece": "white-man-1", "to": None}


def test_a_finger_on_a_free_square_moves_a_page_that_is_zoomed(serve: Serve, screen: Open) -> None:
    phone = seated(serve, screen, "draughts")
    phone.page.context.new_cdp_session(phone.page).send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1.5})
    swipe(phone, phone.place("d4"), UP)
    until(lambda: phone.page.evaluate("visualViewport.pageTop") > 0)


def test_a_man_that_waits_at_the_edge_is_dragged_onto_the_board(serve: Serve, screen: Open) -> None:
    phone = seated(serve, screen, "morris")
    with phone.page.expect_request("**/answer?*") as sent:
        phone.drag("white-man-1", "a4")
    assert (sent.value.post_data_json or {})["action"] == "a4"
    expect(phone.place("a4")).to_have_attribute("aria-label", re.compile("white man"), timeout=PATIENCE)


def test_a_man_dragged_to_the_first_landing_of_its_only_chain_makes_all_its_jumps(serve: Serve, screen: Open) -> None:
    served = serve("draughts", "--people", "2")
    host = served.host()
    with host.watch() as stream:
        for n, action in enumerate(("a3-b4", "b6-c5", "b4-a5", "d6-e5", "c3-d4", "e5xc3")):
            stream.until(lambda now, n=n: now.get("sign") == "choose" and now["positions"] == n)  # type: ignore[misc]
            host.post("/answer", {"action": action})
        stream.until(lambda now: now["sign"] == "choose" and now["positions"] == 6)
    page = screen(served.url)
    page.page.locator("body:not(.fresh) .can-drag").wait_for()
    with page.page.expect_request("**/answer?*") as sent:
        page.drag("black-man-5", "d4")
    assert (sent.value.post_data_json or {})["action"] == "b2xd4xb6"


@pytest.mark.parametrize("man", ["white-man-1", "white-man-5"])
def test_a_finger_drags_a_waiting_man_onto_a_point_as_a_tap_there_chooses_it(
    serve: Serve, screen: Open, man: str
) -> None:
    phone = seated(serve, screen, "morris")
    waits = phone.page.locator(f'.lies[data-piece="{man}"]')
    with phone.page.expect_request("**/answer?*") as sent:
        swipe(phone, waits, square_ahead(phone, waits, "a4"))
    assert (sent.value.post_data_json or {})["action"] == "a4"
    expect(phone.place("a4")).to_have_attribute("aria-label", re.compile("white man"), timeout=PATIENCE)


def test_a_waiting_man_that_is_dropped_between_the_points_shakes_what_can_be_chosen(serve: Serve, screen: Open) -> None:
    phone = seated(serve, screen, "morris")
    waits = phone.page.locator('.lies[data-piece="white-man-5"]')
    right, up = square_ahead(phone, waits, "d3")
    pitch = square_ahead(phone, phone.place("d3"), "d2")[1]
    swipe(phone, waits, (right, up - pitch))  # to the middle, where no point is
    expect(phone.page.locator(".game.shaken")).to_have_count(1)


def test_any_waiting_man_that_people_put_on_the_board_is_the_one_whose_turn_it_is(serve: Serve, screen: Open) -> None:
    page = moved_by_hand(serve, screen)
    with page.page.expect_request("**/hand?*") as sent:
        page.drag("white-man-5", "a1")
    assert (sent.value.post_data_json or {})["piece"] == "white-man-1"
    page.says("Black, ")


def test_a_man_that_is_dragged_from_the_edge_does_not_lie_there_meanwhile(serve: Serve, screen: Open) -> None:
    phone = seated(serve, screen, "morris")
    man = phone.page.locator('.lies[data-piece="white-man-1"]')
    box = man.bounding_box()
    assert box
    phone.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.page.mouse.down()
    phone.page.mouse.move(150, 150, steps=4)
    expect(phone.page.locator('.piece.held[data-piece="white-man-1"]')).to_be_visible()
    expect(man).to_be_hidden()
    phone.page.mouse.move(2, 2)
    phone.page.mouse.up()
    expect(man).to_be_visible()


def test_a_man_that_must_leave_the_board_is_dragged_off_it(serve: Serve, screen: Open) -> None:
    served = serve("morris", "--people", "2")
    host = served.host()
    with host.watch() as stream:
        for n, action in enumerate(("a1", "b2", "d1", "b4", "g1")):
            stream.until(lambda now, n=n: now.get("sign") == "choose" and now["positions"] == n)  # type: ignore[misc]
            host.post("/answer", {"action": action})
        stream.until(lambda now: now["sign"] == "choose" and now["positions"] == 5)
    host.post("/hands", {"whose": "page"})
    host.post("/answer", {"action": "xb2"})
    page = screen(served.url)
    expect(page.page.locator(".hands .hint").first).to_have_text("Drag it off the board.", timeout=PATIENCE)
    page.page.locator("body:not(.fresh)").wait_for()
    page.drag("black-man-1", None)
    expect(page.page.locator("#once")).to_have_count(0, timeout=PATIENCE)
