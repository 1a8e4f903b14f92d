"""The lobby in a browser, and what surrounds a game: choosing, resuming, help and sound."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect
from tests.web.conftest import Serve
from tests.web.screen import PATIENCE, Screen

from mouseboard import rules
from mouseboard.referee.sounds import YOUR_TURN

Open = Callable[..., Screen]


def test_a_family_chooses_a_game_plays_leaves_and_goes_on(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    page = host.page
    page.locator('[data-game="souriciere"]').click()
    page.locator('[data-count="3"]').click()
    page.get_by_label("Name of Red").fill("Ada")
    page.get_by_label("Who decides for Blue").select_option("person")
    page.locator("#play").click()
    expect(page.locator(".seats")).to_contain_text("Ada", timeout=PATIENCE)
    expect(page.locator(".seat")).to_have_count(3)
    page.locator("#leave").click()
    page.locator("[data-resume]").first.click(timeout=PATIENCE)
    expect(page.locator(".seat")).to_have_count(3, timeout=PATIENCE)


def test_the_lobby_remembers_what_was_chosen_last(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    host.page.locator('button[data-game="cards"]').click()
    host.page.locator('[data-count="4"]').click()
    host.page.locator("#play").click()
    host.shows("cards")
    host.page.locator("#leave").click()
    expect(host.page.locator('button[data-game="cards"]')).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    expect(host.page.locator('[data-count="4"]')).to_have_attribute("aria-pressed", "true")


def test_a_card_tells_how_long_its_game_takes_and_whether_it_is_fair_for_as_many_as_play(
    serve: Serve, screen: Open
) -> None:
    page = screen(serve().url, size=(320, 640)).page
    studied = page.locator('[data-game="souriciere"] .studied')
    expect(studied).to_have_text("Takes 5 to 8 minutes, fair.")
    page.locator('[data-game="souriciere"]').click()
    page.locator('[data-count="6"]').click()
    expect(studied).to_contain_text("Takes 13 to 20 minutes; unfair: the first player wins 20 of 100 games, not 17.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_computers_play_as_well_as_is_chosen_before_a_game_and_in_it(serve: Serve, screen: Open) -> None:
    page = screen(serve().url, size=(320, 640)).page
    page.locator('[data-game="barriers"]').click()
    computer = page.get_by_label("Who decides for Blue")
    expect(computer).to_have_value("sensible")
    computer.select_option("child")
    page.locator("#play").click()
    page.locator("#people").click(timeout=PATIENCE)
    chosen = page.get_by_role("dialog").get_by_label("Who decides for Blue")
    expect(chosen).to_have_value("child", timeout=PATIENCE)
    assert chosen.locator("option").all_text_contents() == [
        "a person", "computer, by chance", "computer, like a child", "computer, like somebody who learns it",
        "computer, sensible", "computer, as well as it can",
    ]  # fmt: skip
    assert (
        page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog'))")
        == 0
    )


def test_the_lobby_tells_how_each_game_is_played_with_a_picture_of_it(serve: Serve, screen: Open) -> None:
    host = screen(serve().url, size=(320, 640))
    for game in rules.games():
        host.page.locator(f'button[data-game="{game}"]').click()
        assert host.page.evaluate("document.documentElement.scrollWidth") <= 320
        host.page.locator("#explain").click()
        sheet = host.page.get_by_role("dialog")
        expect(sheet.locator(".prose p").first).not_to_be_empty(timeout=PATIENCE)
        expect(sheet.locator("[data-piece]").first).to_be_visible()
        assert host.page.evaluate("document.querySelector('dialog').scrollWidth") <= 320
        sheet.get_by_role("button", name="Close").click()


def test_a_lobby_that_is_slow_to_load_does_not_take_the_place_of_the_game(serve: Serve, screen: Open) -> None:
    served = serve()
    phone = screen("about:blank")
    held: list[Route] = []
    phone.page.route("**/lobby.js", lambda route: held.append(route))
    phone.page.goto(served.url)
    phone.page.wait_for_selector('body[data-at="lobby"]')
    seats = [{"kind": "person"}, {"kind": "person"}]
    served.host().post("/lobby", {"begin": {"game": "barriers", "seats": seats, "options": {"first": "seat0"}}})
    phone.shows("barriers")
    (late,) = held
    with phone.page.expect_response("**/lobby.js"):
        late.continue_()
    phone.begin()
    phone.page.locator('[data-action="d2"]').click()
    phone.says("Blue, run")


def test_whoever_only_joined_waits_for_the_game(serve: Serve, screen: Open) -> None:
    served = serve()
    code = served.host().get("/invite").json["code"]
    phone = screen(f"http://127.0.0.1:{served.port}/j/{code}", size=(320, 640))
    phone.says("You're in!")


def test_a_wrong_code_is_told_and_can_be_mended(serve: Serve, screen: Open) -> None:
    served = serve()
    phone = screen(f"http://127.0.0.1:{served.port}/j/AAAAA", size=(320, 640))
    expect(phone.page.locator(".wrong")).to_have_text("That is not the code.")
    phone.page.locator("#code").fill(served.host().get("/invite").json["code"].lower())
    phone.page.get_by_role("button", name="Come in").click()
    phone.says("You're in!")


def test_a_seat_that_wants_hints_gets_one_on_the_picture(serve: Serve, screen: Open) -> None:
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    host = screen(served.url)
    host.begin()
    expect(host.page.locator("#hint")).to_be_hidden()
    assert served.host().post("/seats", {"seat": 0, "help": "hints"}).status == 200
    host.page.locator("#hint").click()
    expect(host.page.locator("#toast")).to_contain_text("Try this", timeout=PATIENCE)
    expect(host.page.locator(".aimed")).to_have_count(1)


def test_sound_is_off_until_it_is_touched_and_kept_for_this_phone(serve: Serve, screen: Open) -> None:
    host = screen(serve("classic", "--people", "2", "--players", "2").url)
    host.begin()
    sound = host.page.locator("#sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    host.page.locator('[data-action="roll3"]').click()
    expect(host.page.locator(".story")).to_contain_text("rolls 3", timeout=PATIENCE)
    host.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")


HEARING = """
    window.heard = [];
    window.OscillatorNode = class extends OscillatorNode {
        constructor(context, options) { super(context, options); window.heard.push(options.frequency); }
    };
"""


def test_the_page_plays_the_tunes_of_the_buzzer(serve: Serve, screen: Open) -> None:
    served = serve("classic", "--people", "2", "--players", "2", "--option", "first=seat0")
    host = screen("about:blank")
    host.page.add_init_script(HEARING)
    host.page.goto(served.url)
    host.begin()
    host.page.locator("#sound").click()
    notes = [hz for hz, _ in YOUR_TURN]
    host.page.wait_for_function("notes => String(window.heard) === String(notes)", arg=notes)


def test_the_doctor_examines_the_table_and_is_answered_by_touch(serve: Serve, screen: Open) -> None:
    host = screen(serve().url)
    host.page.locator("#examine").click()
    doctor = host.page.get_by_role("dialog", name="Check the table")
    expect(doctor.get_by_role("status")).not_to_be_empty(timeout=PATIENCE)
    assert host.hindrances() == []
    doctor.get_by_role("button", name="Close").click()
    expect(doctor).to_be_hidden()
