"""Games played in a browser: to the end by keyboard alone, by touch, by dragging, and on several phones at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Serve
from tests.web.screen import FRESH_MS, PATIENCE, Screen
from tests.web.served import Json, Stream

from mouseboard import rules
from mouseboard.rules import CHANCE, Device, State
from mouseboard.rules.chance import has_dice
from mouseboard.rules.classic import rules as classic
from mouseboard.rules.classic.layout import PARTS
from mouseboard.store import Journal, replay

pytestmark = pytest.mark.real

Open = Callable[..., Screen]


# Strategies that end a game soon.


def at_the_cheese(state: State) -> str:
    """Play `souriciere`: roll a six, and the exact number at the end."""
    assert state.turn is not None
    (away,) = (score.seats[state.turn] for score in state.scores())
    return f"roll{away if 0 < away < 6 else 6}"


def across(state: State) -> str:
    """Play `barriers`: walk straight ahead."""
    way = 1 if state.actor == 0 else -1
    steps = [str(action) for action in state.actions() if len(str(action)) == 2]
    return max(steps, key=lambda step: way * int(step[1]))


def six_cheese(state: State) -> str:
    """Play `revised`: Red steps from cheese to cheese, Blue takes none."""
    actions = [str(action) for action in state.actions()]
    red = state.turn == 0
    if "decline" in actions:
        return "take" if red and "take" in actions else "decline"
    kinds = {place.name: place.kind for place in state.game.layout.place}
    mouse = state.game.mice[state.turn or 0]

    def comes_to(action: str) -> str:
        return kinds[state.play(action).placement()[mouse]]

    wanted = ("cheese",) if red else ("normal", "lose")
    return next((action for action in reversed(actions) if comes_to(action) in wanted), actions[0])


def build_and_catch(state: State) -> str:
    """Play `classic`: build with every roll, then move one mouse to the crank, the other to the wheel, and turn it.

    The two mice avoid each other's places, because the table then recognises them sooner.
    """
    assert isinstance(state, classic.Moment)
    actions = [str(action) for action in state.actions()]
    if not actions[0].startswith("roll"):
        return next(action for action in ("crank", *actions) if action in actions)

    def worth(action: str) -> tuple[int, str]:
        after = state.play(action)
        assert isinstance(after, classic.Moment)
        there = after.at[state.mover]
        aim = "crank" if state.mover == state.seat == 0 else "wheel"
        aimed = state.built == PARTS and state.game.layout.place[there].kind == aim
        return 10 * (after.built - state.built) + 50 * aimed - (there == after.at[1 - state.mover]), action

    return max(actions, key=worth)


def eight_safe(state: State) -> str:
    """Play `cards`: Red searches three actions ahead for cheese, Blue ends its turn as soon as it may."""
    if state.actor == CHANCE and state.device is Device.DEAL:
        return str(state.actions()[0])
    return _best(state, depth=3)[1] if state.turn == 0 else _soonest_over(state)


def _soonest_over(state: State) -> str:
    actions = [str(action) for action in state.actions()]
    return next(action for action in ("end", "drawtrapped", *actions) if action in actions)


def _best(state: State, depth: int) -> tuple[int, str]:
    """Return Red's best result within `depth` actions, and the first action towards it."""
    if depth == 0 or state.turn != 0 or state.actor is None:
        return 100 * score(state, "safe") + 10 * score(state, "at risk") * (state.turn == 0), ""
    ends = {str(action): _best(state.after(action), depth - 1)[0] for action in state.actions()}
    if "end" in ends and score(state, "at risk") < 3:
        ends["end"] = -1
    return max((worth, action) for action, worth in ends.items())


WISHES: dict[str, Callable[[State], str]] = {
    "barriers": across,
    "cards": eight_safe,
    "classic": build_and_catch,
    "revised": six_cheese,
    "souriciere": at_the_cheese,
}


def score(state: State, name: str) -> int:
    """Return Red's value of a score, or the shared one."""
    found = next(score for score in state.scores() if score.name == name)
    return found.seats[0] if found.shared is None else found.shared


def play_by_keys(player: Screen, stream: Stream, state: Callable[[], State], wish: Callable[[State], str]) -> Json:
    """Play to the end with Tab and Enter; return the last picture."""
    while True:
        picture = stream.until(lambda now: now.get("sign") in ("roll", "choose", "do", "over"))
        if picture["sign"] == "over":
            return picture
        player.page.wait_for_function("serial => Number(document.body.dataset.ready) >= serial", arg=picture["serial"])
        if picture["sign"] == "do":  # simulated hands do it
            stream.until(partial(_is_newer, picture))
            continue
        press(player, picture, wish(state()))
        stream.until(partial(_is_further, picture))  # one in between would be answered twice


def press(player: Screen, picture: Json, action: str) -> None:
    """Press the action's own button; for a card that fits in many ways, choose one part after another."""
    if player.page.locator(".steps").count():
        (text,) = (option["text"] for option in picture["options"] if option["action"] == action)
        player.page.locator(".steps button").first.wait_for(state="attached")
        for part in text.split(", "):
            player.press(f'[data-part="{part}"]')
        return
    player.press(f'[data-action="{action}"]')


def _is_further(than: Json, picture: Json) -> bool:
    return bool(picture["positions"] > than["positions"])


def _is_newer(than: Json, picture: Json) -> bool:
    return bool(picture["serial"] > than["serial"])


@pytest.mark.parametrize("name", WISHES)
def test_a_game_is_played_to_its_end_by_keyboard_alone(name: str, serve: Serve, screen: Open, tmp_path: Path) -> None:
    """The table takes most of the time: 0.4 s for each of 24 parts or 16 cards, 6 s for a run of the trap."""
    own = ("--dice", "own") if has_dice(rules.load(name)) else ()
    served = serve(name, "--players", "2", "--people", "2", "--seed", "3", *own, "--option", "first=seat0")
    player = screen(served.url)

    def state() -> State:
        with Journal.open_existing(tmp_path / "journal.db") as journal:
            return replay(journal, 1).state

    with served.host().watch() as stream:
        end = play_by_keys(player, stream, state, WISHES[name])
    assert end["winners"]
    player.says(end["prompt"].partition(". ")[0])
    expect(player.page.locator(".facts")).to_be_visible()


def test_a_list_half_answered_stays_so_whatever_the_table_says_meanwhile(serve: Serve, screen: Open) -> None:
    player = screen(serve("cards", "--players", "2", "--people", "2", "--dice", "own", "--option", "first=seat0").url)
    player.page.locator(".choices summary").click()
    card = player.page.locator('[data-part="Card 5"]')
    card.click()
    player.menu("mishaps")
    player.page.locator('[data-line="unplug"]').click()
    player.says("Is its cable in?")
    player.page.locator('[data-line="replug"]').click()
    player.says("which one is on a1?")
    expect(card).to_be_visible()
    expect(card).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("again", ["gap", "button"])
def test_a_finger_shows_where_a_barrier_would_lie_before_it_puts_it_there(
    again: str, serve: Serve, screen: Open
) -> None:
    player = screen(serve("barriers", "--people", "2", "--option", "first=seat0").url, size=(320, 640), touch=True)
    player.begin()
    between = [player.place(square).bounding_box() for square in ("d3", "e3", "d4", "e4")]
    boxes = [box for box in between if box]
    middle = (
        sum(box["x"] + box["width"] / 2 for box in boxes) / 4,
        sum(box["y"] + box["height"] / 2 for box in boxes) / 4,
    )
    pitch = boxes[1]["x"] - boxes[0]["x"]
    here = player.page.get_by_role("button", name="Put it here")
    player.page.touchscreen.tap(middle[0] - pitch * 0.3, middle[1])
    expect(player.place("d3h").locator(".ghost")).to_have_css("opacity", "0.8")
    expect(here).to_be_visible()
    expect(player.page.locator(".pad")).to_have_css("pointer-events", "none")  # it would move the mouse
    player.place("d3").tap(force=True)  # a square far from the mouse
    expect(here).to_have_count(0)
    expect(player.place("d3h").locator(".ghost")).to_have_css("opacity", "0")
    player.page.touchscreen.tap(middle[0] - pitch * 0.3, middle[1])
    if again == "gap":
        player.page.wait_for_timeout(FRESH_MS)  # sooner it would be the same finger that bounces
        player.page.touchscreen.tap(middle[0] - pitch * 0.3, middle[1])
    else:
        player.page.get_by_role("button", name="Turn it").tap()
        expect(player.place("d3v").locator(".ghost")).to_have_css("opacity", "0.8")
        player.page.get_by_role("button", name="Turn it").tap()
        here.tap()
    expect(player.page.locator(".event")).to_contain_text("puts a barrier above d3 and e3.", timeout=PATIENCE)
    expect(player.page.locator('[data-piece="barrier-d3h"]')).to_be_attached()
    expect(here).to_have_count(0)


def test_a_barrier_is_laid_by_keyboard_and_by_what_a_screen_reader_presses(serve: Serve, screen: Open) -> None:
    player = screen(serve("barriers", "--players", "2", "--people", "2", "--option", "first=seat0").url)
    player.begin()
    player.place("d4").focus()
    player.page.keyboard.press("ArrowUp")
    expect(player.page.locator(":focus")).to_have_attribute("aria-label", re.compile("^Gap"))
    player.enter()
    expect(player.page.locator(".event")).to_contain_text("puts a barrier", timeout=PATIENCE)
    player.says("Blue, run")
    gap = player.page.get_by_role("button", name="Gap b2v")
    gap.dispatch_event("click")
    expect(player.page.locator('[data-piece="barrier-b2v"]')).to_be_attached(timeout=PATIENCE)


def test_a_mouse_dragged_to_a_wrong_place_is_told_so_and_put_right(serve: Serve, screen: Open) -> None:
    player = screen(serve("barriers", "--players", "2", "--people", "2", "--option", "first=seat0").url)
    player.begin()
    player.drag("blue", "f5")
    player.says("Move Blue from f5 to d7")
    expect(player.place("f5")).to_have_attribute("aria-label", "f5, Blue, wrong")
    player.drag("blue", "d7")
    player.says("Red, run")


def test_a_mouse_dragged_where_it_may_go_has_moved(serve: Serve, screen: Open) -> None:
    player = screen(serve("barriers", "--players", "2", "--people", "2", "--option", "first=seat0").url)
    player.begin()
    player.drag("red", "d2")
    player.says("Blue, run")
    expect(player.page.locator(".event")).to_contain_text("Red goes to d2")


def test_who_drags_a_mouse_moves_them_all_the_computers_too_until_the_table_is_to_do_so(
    serve: Serve, screen: Open
) -> None:
    player = screen(serve("barriers", "--players", "2", "--people", "1", "--option", "first=seat0").url)
    hands = player.page.locator(".hands")
    player.begin()
    player.drag("red", "d2")
    expect(player.page.locator("#toast")).to_contain_text("You move the pieces now")
    player.says("Move Blue")
    expect(hands).to_contain_text("Blue is the computer")
    player.page.locator("#once").click()
    player.says("Red, run")
    player.unfold("hands-page")
    expect(player.page.locator("#hands-page")).to_have_attribute("aria-pressed", "true")
    player.page.locator("#hands-table").click()
    expect(player.page.locator("#hands-table")).to_have_attribute("aria-pressed", "true")
    player.page.keyboard.press("Escape")
    player.page.locator('[data-action="d3"]').click()
    player.says("Red, run")
    expect(player.place("d3")).to_have_attribute("aria-label", "d3, Red")


def test_who_moves_the_pieces_is_no_news_at_the_start_of_the_next_game(serve: Serve, screen: Open) -> None:
    served = serve("barriers", "--players", "2", "--people", "2", "--option", "first=seat0")
    player = screen(served.url)
    player.begin()
    player.drag("red", "d2")
    expect(player.page.locator("#toast")).to_contain_text("You move the pieces now")
    player.leave()
    expect(player.page.locator("#toast")).to_be_empty()
    player.page.locator("#play").click(timeout=PATIENCE)
    player.begin()
    expect(player.page.locator('[data-action="d2"]').first).to_be_visible(timeout=PATIENCE)
    expect(player.page.locator("#toast")).to_be_empty()


def test_a_host_who_watches_computers_pauses_them_and_has_them_go_on(serve: Serve, screen: Open) -> None:
    host = screen(serve("barriers", "--players", "2", "--people", "0").url)
    host.shows("barriers")
    host.menu("pause")
    host.says("Break time")
    host.page.locator(".choices button", has_text="Carry on").click()
    host.says("run – or block!")


def test_a_mouse_beside_the_board_is_dragged_onto_it(serve: Serve, screen: Open) -> None:
    player = screen(serve("barriers", "--players", "2", "--people", "2", "--option", "first=seat0").url)
    player.begin()
    player.drag("blue", None)
    beside = player.page.locator('[data-beside="blue"]')
    expect(beside).to_be_visible(timeout=PATIENCE)
    player.carry(beside, "d7")
    player.says("Red, run")
    expect(beside).to_have_count(0)


def test_a_mishap_befalls_the_simulated_table(serve: Serve, screen: Open) -> None:
    player = screen(serve("classic", "--players", "2", "--people", "2").url)
    player.begin()
    player.menu("mishaps")
    player.page.locator('[data-line="unplug"]').click()
    player.says("Is its cable in?")
    player.page.locator('[data-line="replug"]').click()
    player.says("roll the die")


def test_names_are_text_whatever_they_look_like(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    player = screen(served.url)
    player.begin()
    served.guest(0, name="<script>alert(1)</script>")
    expect(player.page.locator(".seats")).to_contain_text("<script>alert(1)</scrip")
    assert player.page.locator(".seats script").count() == 0


def test_four_phones_and_a_spectator_see_the_same_and_only_the_one_whose_turn_it_is_decides(
    serve: Serve, screen: Open
) -> None:
    served = serve("classic", "--people", "4", "--players", "4", "--dice", "own", "--option", "first=seat0")
    host = screen(served.url)
    host.begin()
    with served.host().watch() as stream:
        stream.until(lambda _: True)
        code = stream.you["code"]
    phones = [screen(f"http://127.0.0.1:{served.port}/j/{code}", size=(320, 640)) for _ in range(4)]
    for seat, phone in enumerate(phones):
        phone.page.locator(f'.mice [data-seat="{seat}"]').click()
        phone.page.locator("#sit").click()
        phone.says("Red, roll the die!")
    expect(phones[0].page.locator('[data-action="roll3"]')).to_be_visible()
    expect(phones[1].page.locator(".choices button")).to_have_count(0)
    expect(phones[1].page.locator(".soon")).to_be_visible()
    expect(phones[2].page.locator(".soon")).to_have_count(0)
    phones[0].page.locator('[data-action="roll3"]').click()
    for one in (*phones, host):
        expect(one.page.locator(".event")).to_contain_text("Red rolls 3", timeout=20_000)
