"""How the page looks and reads, at every size and in both looks: accessible, and never cut off."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import APIResponse, Browser, Route, expect
from tests.helpers.broken_games import install
from tests.web.conftest import Serve
from tests.web.screen import SETTLED, Screen
from tests.web.shown import Shown, after, amiss, running

from mouseboard import lang, rules
from mouseboard.lang.plurals import category
from mouseboard.referee.situation import Situation
from mouseboard.store import ActionRecord, Source
from mouseboard.trap import course
from mousetable.settings import Settings

Open = Callable[..., Screen]
BOARD = re.compile(r"/board/\w+\?")
"""The address of a game's board, and of no script that draws one."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with Shown(tmp_path_factory.mktemp("shown")) as page:
        yield page


def crowded(game: str) -> Situation:
    """Put all mice together in a corner of the board."""
    situation = after(game, max(rules.games()[game].seat_counts), 0)
    places = [place for place in situation.state.game.layout.place if place.sensors]
    corner = max(places, key=lambda place: place.at[0] + place.at[1])
    return replace(situation, standing=dict.fromkeys(situation.state.game.pieces, corner.name))


@pytest.mark.real
@pytest.mark.parametrize("game", rules.games())
def test_nothing_in_a_game_keeps_people_out(game: str, shown: Shown, screen: Open) -> None:
    middle = after(game, min(4, max(rules.games()[game].seat_counts)), 40 if game != "pantry" else 8)
    shown.show(amiss(middle) if game != "cards" else middle)
    watcher = screen(shown.url)
    watcher.shows(game)
    assert watcher.hindrances() == []
    watcher.page.emulate_media(color_scheme="dark")
    assert watcher.hindrances() == []


def test_nothing_in_the_lobby_keeps_people_out(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    expect(host.page.locator("#play")).to_be_visible()
    assert host.hindrances() == []
    host.page.emulate_media(color_scheme="dark")
    assert host.hindrances() == []


def test_a_board_that_comes_late_leaves_the_newer_picture_alone(shown: Shown, screen: Open) -> None:
    shown.show(after("classic", 2, 4))
    watcher = screen(shown.url)
    watcher.shows("classic")
    late: list[tuple[Route, APIResponse]] = []

    def has_come() -> bool:
        return any(answer.ok for _, answer in late)

    watcher.page.route(BOARD, lambda route: route.continue_() if has_come() else late.append((route, route.fetch())))
    shown.show(after("revised", 4, 40))
    watcher.waits_for(has_come)
    shown.show(newest := after("barriers", 2, 4))
    watcher.shows("barriers")
    for route, answer in late:
        route.fulfill(response=answer)
    watcher.page.evaluate(SETTLED)
    expect(watcher.page.locator("[data-place]")).to_have_count(len(newest.state.game.layout.place))


@pytest.mark.parametrize("button", ["how", "people"])
def test_nothing_in_a_sheet_keeps_people_out(button: str, shown: Shown, screen: Open) -> None:
    shown.show(after("classic", 2, 10))
    host = screen(shown.url)
    host.shows("classic")
    host.menu(button)
    expect(host.page.get_by_role("dialog")).to_be_visible()
    assert host.hindrances() == []


SIZES = [(320, 640), (1280, 800), (1920, 1080)]


@pytest.mark.parametrize("game", rules.games())
def test_nothing_is_cut_off_at_the_rim(game: str, shown: Shown, screen: Open) -> None:
    shown.show(crowded(game))
    watcher = screen(shown.url)
    watcher.shows(game)
    for width, height in SIZES:
        watcher.page.set_viewport_size({"width": width, "height": height})
        board = watcher.page.locator("#table").bounding_box()
        assert board
        assert 0 <= board["x"] <= board["x"] + board["width"] <= width
        for piece in watcher.page.locator("[data-piece]").all():
            box = piece.bounding_box()
            assert box
            assert board["x"] <= box["x"] and box["x"] + box["width"] <= board["x"] + board["width"]
            assert board["y"] <= box["y"] and box["y"] + box["height"] <= board["y"] + board["height"]
        assert watcher.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_machine_grows_part_by_part_and_ends_as_the_trap_did(shown: Shown, screen: Open) -> None:
    begun = after("classic", 2, 12)
    shown.show(begun)
    watcher = screen(shown.url)
    watcher.shows("classic")
    parts = begun.state.scenery().parts
    assert parts
    expect(watcher.page.locator(".part.built")).to_have_count(parts)
    expect(watcher.page.locator(".part")).to_have_count(24)
    shown.show(running(begun))
    watcher.says("Hands off!")
    shown.show(replace(begun, cage_down=True))
    expect(watcher.page.locator(".machine.down")).to_be_attached()


@pytest.mark.parametrize(("game", "profile"), [("classic", "turn_classic"), ("revised", "turn_launch")])
def test_the_machine_runs_as_long_as_the_trap(game: str, profile: str, shown: Shown, screen: Open) -> None:
    begun = after(game, 2, 12)
    shown.show(begun)
    watcher = screen(shown.url, calm=False)
    watcher.shows(game)
    shown.show(running(begun))
    watcher.says("Hands off!")
    pole = watcher.page.locator("[data-part='22'] > .go")
    due = pole.evaluate(
        "pole => Math.max(...pole.getAnimations().map((one) => one.effect.getComputedTiming().endTime))"
    )
    trips = course().until_it_trips(Settings()[profile] / 1000)
    assert due == pytest.approx(1000 * (trips + course().seconds), abs=10)


def test_the_die_rolls_and_the_winner_is_celebrated_if_the_browser_allows_motion(shown: Shown, screen: Open) -> None:
    whole = after("souriciere", 2, 10_000)
    rolls = len(whole.history)
    shown.show(after("souriciere", 2, rolls - 2))
    watcher, quiet = screen(shown.url, calm=False), screen(shown.url)
    for one in (watcher, quiet):
        one.shows("souriciere")
    shown.show(after("souriciere", 2, rolls - 1))
    expect(watcher.page.locator(".rolled")).to_be_attached()
    shown.show(whole)
    expect(watcher.page.locator(".bit").first).to_be_attached()
    expect(quiet.page.locator("#won")).to_contain_text("wins")
    expect(quiet.page.locator(".game .rolled, .game .bit, .confetti.moves")).to_have_count(0)


def test_a_rolled_die_has_the_colour_of_the_mouse_that_rolled_it(shown: Shown, screen: Open) -> None:
    shown.show(after("classic", 2, 1))
    watcher = screen(shown.url, calm=False)
    watcher.shows("classic")
    shown.show(after("classic", 2, 2))  # Blue has rolled, and it is Red's turn
    rolled = watcher.page.locator(".rolled .die-top")
    told = watcher.page.locator(".event .die-top")
    for die in (rolled, told):
        expect(die).to_have_css("fill", watcher.page.evaluate(PAINTED, "--blue"))
    expect(watcher.page.locator(".turn.c-red")).to_be_visible()


PAINTED = """name => {
    document.body.style.outlineColor = `var(${name})`;
    return getComputedStyle(document.body).outlineColor;
}"""
"""Return a colour of the page as a browser computes it."""


def test_a_mouse_rests_on_the_hole_before_it_falls_into_the_room(shown: Shown, screen: Open) -> None:
    before = after("souriciere", 2, 0)
    state = replace(before.state, at=("3", "house"))  # type: ignore[type-var]
    shown.show(replace(before, state=state, standing=state.placement()))
    watcher = screen(shown.url, calm=False)
    watcher.shows("souriciere")
    roll = state.game.read("roll2")
    record = ActionRecord(state, roll, state.after(roll), Source.ROLLED, 0)
    shown.show(replace(before, state=record.after, standing=record.after.placement(), history=(record,)))
    expect(watcher.page.locator('[data-piece="red"]')).to_have_attribute("data-on", "boot")
    seen = watcher.page.locator('[data-piece="red"]').evaluate(FRAMES)
    rested = [here for here, there in pairwise(seen) if here == there]
    hole = state.game.layout.by_name["5"].at[0]
    assert [x for x, _ in rested] == [pytest.approx(hole)]


FRAMES = """piece => piece.getAnimations()[0].effect.getKeyframes().map(({ transform }) => {
    const { e, f } = new DOMMatrix(transform);
    return [e, f];
})"""
"""Return where a piece is drawn in each frame of its way."""


@pytest.mark.parametrize("mice", [("boot", "house"), ("boot", "boot")])
def test_a_mouse_in_a_room_leaves_the_numbers_to_be_read_that_lead_out(
    mice: tuple[str, str], shown: Shown, screen: Open
) -> None:
    before = after("souriciere", 2, 0)
    state = replace(before.state, at=mice)  # type: ignore[type-var]
    shown.show(replace(before, state=state, standing=state.placement()))
    watcher = screen(shown.url)
    watcher.shows("souriciere")
    expect(watcher.page.locator('[data-piece="red"]')).to_have_attribute("data-on", "boot")
    assert watcher.page.evaluate(COVERED) == []


COVERED = """() => {
    const box = (one) => one.getBoundingClientRect();
    const mice = [...document.querySelectorAll(".board .piece")].map(box);
    const letters = ({ x, y, right, bottom, height }) => ({ x, right, bottom, y: y + height / 4 });
    const meet = (one, other) =>
        one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;
    const isCovered = (number) => mice.some((mouse) => meet(letters(box(number)), mouse));
    return [...document.querySelectorAll(".leads")].filter(isCovered).map((number) => number.textContent);
}"""
"""Return the numbers in rooms that a mouse covers. A quarter of the box of a text is above its letters."""


def test_a_flag_beside_the_squares_to_go_tells_that_they_are_no_cheese(shown: Shown, screen: Open) -> None:
    shown.show(after("souriciere", 2, 4))
    phone = screen(shown.url, size=(360, 640))
    phone.shows("souriciere")
    expect(phone.page.locator(".seat .far .i").first).to_be_visible()


def test_each_shelf_of_the_pantry_shows_its_food_and_its_word(shown: Shown, screen: Open) -> None:
    shown.show(after("pantry", 2, 0))
    watcher = screen(shown.url)
    watcher.shows("pantry")
    shelves = watcher.page.locator(".printed > g")
    expect(shelves).to_have_count(9)
    pictures = {shelf.locator("g").evaluate("drawn => drawn.innerHTML") for shelf in shelves.all()}
    assert len(pictures) == 9
    assert all(shelf.locator(".word").is_visible() for shelf in shelves.all())


def test_a_die_does_not_roll_again_after_a_choice(shown: Shown, screen: Open) -> None:
    shown.show(after("revised", 2, 1))
    watcher = screen(shown.url, calm=False)
    watcher.shows("revised")
    watcher.page.evaluate(COUNT_DICE)
    shown.show(after("revised", 2, 2))  # nothing is taken; the die is next
    expect(watcher.page.locator(".event")).to_contain_text("takes no cheese")
    assert watcher.page.evaluate("seen") == 0
    shown.show(after("revised", 2, 3))
    expect(watcher.page.locator(".event")).to_contain_text("rolls 3")
    assert watcher.page.evaluate("seen") == 1


COUNT_DICE = """() => {
    window.seen = 0;
    const isDie = (node) => node.matches?.(".rolled");
    const count = (changes) => changes.forEach(({ addedNodes }) => { seen += [...addedNodes].filter(isDie).length; });
    new MutationObserver(count).observe(document.querySelector(".act"), { childList: true });
}"""
"""Count the dice that roll from now on, as `seen`."""


def test_the_picture_can_be_walked_with_arrow_keys_and_says_what_is_there(shown: Shown, screen: Open) -> None:
    shown.show(after("souriciere", 2, 0))
    watcher = screen(shown.url)
    watcher.shows("souriciere")
    watcher.place("house").focus()
    watcher.page.keyboard.press("ArrowUp")
    expect(watcher.place("1")).to_be_focused()
    for _ in range(4):
        watcher.page.keyboard.press("ArrowUp")
    expect(watcher.place("5")).to_be_focused()
    expect(watcher.place("5")).to_have_attribute("aria-label", "5, Hole to the boot")
    watcher.enter()
    expect(watcher.page.locator("#toast")).to_have_text("5: Hole to the boot")


def test_earlier_positions_are_looked_at_and_left_again(shown: Shown, screen: Open) -> None:
    shown.show(after("souriciere", 2, 9))
    watcher = screen(shown.url)
    watcher.shows("souriciere")
    watcher.menu("told")
    watcher.page.locator('.story [data-position="4"]').first.click()
    expect(watcher.page.locator("body.past")).to_be_attached()
    then = after("souriciere", 2, 4).standing["red"]
    expect(watcher.page.locator('[data-piece="red"]')).to_have_attribute("data-on", then)
    watcher.page.locator("#present").click()
    now = after("souriciere", 2, 9).standing["red"]
    expect(watcher.page.locator('[data-piece="red"]')).to_have_attribute("data-on", now)


def test_each_phone_speaks_its_own_language(shown: Shown, screen: Open) -> None:
    shown.show(after("classic", 2, 10))
    french, german = screen(shown.url, language="fr"), screen(shown.url, language="de")
    french.says("lance le dé")
    german.says("würfle")
    expect(german.page.locator("html[lang=de][dir=ltr]")).to_be_attached()
    german.unfold("language")
    german.page.locator("#language").select_option("nl")
    german.says("gooi")
    german.unfold("how")
    expect(german.page.locator("#how")).to_have_text("Zo speel je")


LEFTS = """selector => [...document.querySelectorAll(selector)].map((it) =>
    Math.round(it.getBoundingClientRect().x - it.parentElement.getBoundingClientRect().x))"""


def test_arrows_and_board_stay_as_they_are_where_a_page_is_read_from_right_to_left(shown: Shown, screen: Open) -> None:
    shown.show(after("pantry", 2, 8))
    page = screen(shown.url, size=(320, 568)).page
    expect(page.locator(".pad button").first).to_be_visible()
    lefts = [page.evaluate(LEFTS, selector) for selector in (".pad button", "#table text")]
    page.evaluate("document.dir = 'rtl'")
    assert [page.evaluate(LEFTS, selector) for selector in (".pad button", "#table text")] == lefts
    assert page.evaluate("document.querySelector('#menu').getBoundingClientRect().x") < 160


@pytest.mark.parametrize("code", lang.languages())
def test_browser_and_program_choose_the_same_form_for_a_number(code: str, chromium: Browser) -> None:
    page = chromium.new_page()
    rules = f"new Intl.PluralRules({code!r})"
    assert page.evaluate(f"Array.from({{ length: 1000 }}, (_, n) => {rules}.select(n))") == [
        category(n, code) for n in range(1000)
    ]
    page.close()


def test_a_spectator_has_nothing_to_press_and_a_stream_sees_the_board_alone(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2")
    screen(served.url).begin()
    watch = served.host().get("/invite").json["watch"]
    spectator = screen(f"{watch}?overlay")
    spectator.says("roll")
    expect(spectator.page.locator(".choices")).to_be_hidden()
    expect(spectator.page.locator("#menu")).to_be_hidden()
    assert spectator.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_the_tables_health_is_shown_live(serve: Serve, screen: Open) -> None:
    host = screen(serve("classic", "--people", "2", "--players", "2").url)
    host.begin()
    host.menu("health")
    expect(host.page.locator(".sensor")).to_have_count(50)
    expect(host.page.locator(".sensor.felt")).to_have_count(1)
    assert host.hindrances() == []
    host.page.get_by_role("button", name="Close").click()
    host.menu("mishaps")
    expect(host.page.get_by_role("dialog", name="Mishaps")).to_be_visible()
    assert host.hindrances() == []


def test_a_hundred_and_twenty_cards_are_three_short_rows(shown: Shown, screen: Open) -> None:
    shown.show(after("cards", 2, 1), own_die=True)
    host = screen(shown.url, size=(320, 640))
    host.shows("cards")
    assert host.page.locator(".choices button:visible").count() < 5
    host.page.locator(".folded summary").click()
    host.page.get_by_role("button", name="Card 5", exact=True).click()
    host.page.get_by_role("button", name="side b", exact=True).click()
    expect(host.page.get_by_role("button", name="top →", exact=True)).to_be_visible()
    assert host.page.locator(".choices button").count() < 30


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_the_game_of_another_package_is_drawn_as_if_the_page_were_made_for_it(
    size: tuple[int, int], shown: Shown, screen: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    shown.show(after("dash", 3, 9))
    watcher = screen(shown.url, size=size)
    watcher.shows("dash")
    expect(watcher.page.locator(".p-stone")).to_have_count(17)
    expect(watcher.page.locator(".way-on")).to_have_count(16)
    expect(watcher.page.locator(".emblem-print")).to_have_text("Up the Wall andalong the Shelf")
    expect(watcher.page.locator(".printed .s-flag-pole")).to_have_count(1)  # where all mice start
    expect(watcher.page.locator("[data-piece]")).to_have_count(3)
    assert watcher.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert watcher.hindrances() == []
    watcher.page.emulate_media(color_scheme="dark")
    assert watcher.hindrances() == []
