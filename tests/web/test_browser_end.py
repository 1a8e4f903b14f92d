"""The end of a game in a browser: the winner, again with the same people, another game, and leaving."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.helpers.broken_games import DRAWN, install
from tests.referee.test_signals import TO_THE_END
from tests.web.conftest import Serve
from tests.web.screen import FRESH_MS, PATIENCE, Screen
from tests.web.served import Client, Served
from tests.web.shown import Shown, after

from mouseboard import rules
from mouseboard.lang import languages
from mouseboard.referee.showing import REACHING_S

pytestmark = pytest.mark.real

Open = Callable[..., Screen]

SIZES = [(1920, 1080), (1280, 720), (768, 1024), (390, 844), (360, 640), (320, 568), (640, 320)]


def played(served: Served, red: Client, blue: Client) -> None:
    """Play barriers to its end: Red wins."""
    with served.host().watch() as stream:
        for n, (square, _) in enumerate(TO_THE_END):
            player = (red, blue)[n % 2]
            stream.until(lambda now, n=n: now.get("sign") == "choose" and now["positions"] == n)  # type: ignore[misc]
            assert player.post("/answer", {"action": square}).status == 200
        stream.until(lambda now: now.get("sign") == "over")


def barriers(serve: Serve) -> Served:
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    with served.host().watch() as stream:
        stream.until(lambda now: now.get("sign") == "do")
        served.host().post("/answer", {"press": "b"})
    return served


def screen_of(served: Served, screen: Open, guest: Client, size: tuple[int, int]) -> Screen:
    """Return the phone of a guest who plays already."""
    token = guest.cookie.partition("=")[2]
    phone = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=size, touch=True)
    phone.shows("barriers")
    return phone


def test_a_family_plays_again_with_the_same_seats_and_the_next_beginner(serve: Serve, screen: Open) -> None:
    served = barriers(serve)
    mia, ben = served.guest(seat=0, name="Mia", face="fox"), served.guest(seat=1, name="Ben")
    host, phone = screen(served.url, size=(1280, 720)), screen_of(served, screen, ben, size=(360, 640))
    with mia.watch():
        played(served, mia, ben)
        expect(host.page.get_by_role("heading", name="Mia wins!")).to_be_visible()
        expect(host.page.locator(".step")).to_contain_text(["1Mia", "2Ben"])
        expect(host.page.locator("#again")).to_be_focused(timeout=PATIENCE)
        expect(host.page.locator(".after")).to_contain_text("Same seats. Next time Ben starts.")
        expect(host.page.locator(".how")).to_have_text("Mia is across.")
        expect(phone.page.locator(".how")).to_have_text("Mia is across. Mia wins!")
        assert host.hindrances() == [] and phone.hindrances() == []
        expect(phone.page.get_by_role("heading", name="Well played, Ben!")).to_be_visible()
        phone.page.locator("#again").click()
        expect(phone.page.locator("#again")).to_have_text("You're ready!", timeout=PATIENCE)
        expect(host.page.locator(".readies .yes")).to_have_count(1)
        assert mia.post("/lobby", {"again": True}).status == 200
        phone.shows("barriers")
        expect(phone.page.locator('[data-action="d6"]')).to_be_visible(timeout=PATIENCE)
        expect(host.page.locator(".ending")).to_be_hidden()


def test_a_draw_has_no_winner_and_no_confetti(
    shown: Shown, screen: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, *DRAWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    with shown:
        shown.show(after("dash", 2, 10_000))
        watcher = screen(shown.url)
        expect(watcher.page.get_by_role("heading", name="It's a draw!")).to_be_visible(timeout=PATIENCE)
        expect(watcher.page.locator(".how")).to_have_text("The cheese is gone.")
        expect(watcher.page.locator(".confetti, .step.won")).to_have_count(0)
        assert watcher.hindrances() == []


def draughts(serve: Serve) -> Served:
    """Begin a game of draughts for two people, ready to move."""
    served = serve("draughts", "--people", "2")
    host = served.host()
    with host.watch() as stream:
        stream.until(lambda now: now.get("sign") == "do")
        assert host.post("/answer", {"press": "b"}).status == 200
        stream.until(lambda now: now.get("sign") == "choose")
    return served


def test_the_end_says_the_result_once_on_every_screen(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    assert mia.post("/answer", {"action": "resign"}).status == 200
    address = f"http://127.0.0.1:{served.port}/?token="
    for at, title, how in (
        (served.url, "Ben wins!", "Mia gives up."),
        (address + ben.cookie.partition("=")[2], "You win, Ben!", "Mia gives up."),
        (address + mia.cookie.partition("=")[2], "Well played, Mia!", "Mia gives up. Ben wins!"),
    ):
        page = screen(at).page
        expect(page.locator("#won")).to_have_text(title, timeout=PATIENCE)
        expect(page.locator(".how")).to_have_text(how)


def test_two_players_of_draughts_read_that_they_swap_sides(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    assert served.host().post("/answer", {"action": "resign"}).status == 200
    laptop = screen(served.url)
    expect(laptop.page.locator(".after")).to_contain_text("Next time you swap sides.", timeout=PATIENCE)


def test_giving_up_is_asked_once_more_and_taken_back_if_the_winner_agrees(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    token = served.guest(seat=0, name="Mia").cookie.partition("=")[2]
    phone = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=(320, 568), touch=True)
    phone.page.locator(".chooses").wait_for()
    phone.menu("resign")
    expect(phone.page.locator("dialog")).to_contain_text("Really give up?")
    phone.page.get_by_role("button", name="No, play on").click()
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(phone.page.locator(".chooses")).to_be_visible()
    phone.menu("resign")
    phone.page.locator("#yes").click()
    expect(phone.page.get_by_role("heading", name="Well played, Mia!")).to_be_visible(timeout=PATIENCE)
    phone.page.locator("#back").click()
    phone.page.locator("#yes").click()
    expect(phone.page.get_by_text("Waiting for White.")).to_be_visible(timeout=PATIENCE)
    time.sleep(REACHING_S)  # nobody agrees sooner
    assert served.host().post("/answer", {"press": "b"}).status == 200
    expect(phone.page.locator(".chooses")).to_be_visible(timeout=PATIENCE)


def test_the_question_whether_to_give_up_goes_with_the_game_and_not_by_itself(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    mia = served.guest(seat=0, name="Mia")
    phone = screen(f"http://127.0.0.1:{served.port}/?token={mia.cookie.partition('=')[2]}", touch=True)
    phone.page.clock.install()
    phone.page.locator(".chooses").wait_for()
    phone.menu("resign")
    question = phone.page.locator("dialog.sure")
    expect(question).to_be_visible()
    phone.page.clock.run_for(60_000)
    expect(question).to_be_visible()
    with mia.watch() as stream:
        move = stream.until(lambda now: now.get("sign") == "choose")["options"][0]["action"]
    assert mia.post("/answer", {"action": move}).status == 200
    expect(question).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize("language", languages())
def test_all_that_may_follow_a_game_is_on_the_smallest_screens(language: str, serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    names = "Grandma Elfriede", "Ben"
    people = [served.guest(seat=seat, name=name) for seat, name in enumerate(names)]
    with people[1].watch() as stream:
        assert people[0].post("/answer", {"action": "a3-b4"}).status == 200
        stream.until(lambda now: now.get("sign") == "choose" and now["positions"] == 1)
        assert people[1].post("/answer", {"action": "resign"}).status == 200
    for each in people:
        token = each.cookie.partition("=")[2]
        phone = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=(320, 568), touch=True, language=language)
        expect(phone.page.locator("#see")).to_be_visible(timeout=PATIENCE)
        for size in ((320, 568), (568, 320)):
            phone.resize(size)
            for button in ("#back", "#see"):
                box = phone.page.locator(f"{button} span").bounding_box()
                assert box and box["y"] + box["height"] <= size[1] and box["x"] + box["width"] <= size[0], (
                    button,
                    size,
                )


def test_a_tv_offers_nothing_to_press_at_the_end(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    assert served.host().post("/answer", {"action": "resign"}).status == 200
    tv = screen(f"http://127.0.0.1:{served.port}/tv", size=(1920, 1080))
    expect(tv.page.locator(".after")).to_be_visible(timeout=PATIENCE)
    expect(tv.page.locator("button:visible")).to_have_count(0)


def test_a_phone_without_a_seat_is_offered_at_the_end_only_what_it_may_do(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    mia = served.guest(seat=0, name="Mia")
    token = served.guest(name="Ada").cookie.partition("=")[2]
    assert mia.post("/answer", {"action": "resign"}).status == 200
    watcher = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=(320, 568))
    expect(watcher.page.locator("#see")).to_be_visible(timeout=PATIENCE)
    expect(watcher.page.locator("#back, #again")).to_have_count(0)
    expect(watcher.page.locator(".ending")).not_to_contain_text("Again!")


def test_the_winning_move_is_taken_back_from_the_winners_screen(serve: Serve, screen: Open) -> None:
    served = barriers(serve)
    host = screen(served.url)
    played(served, served.host(), served.host())
    host.page.locator("#back").click()
    question = host.page.locator("dialog.sure")
    expect(question).to_contain_text("Then nobody has won yet.")
    host.page.locator("#no").click()
    expect(question).to_have_count(0)
    expect(host.page.get_by_role("heading", name="Red wins!")).to_be_visible()
    host.page.locator("#back").click()
    host.page.locator("#yes").click()
    expect(host.page.locator("#table")).to_be_visible(timeout=PATIENCE)
    expect(host.page.locator('[data-action="d7"]')).to_be_visible(timeout=PATIENCE)


def test_the_board_is_looked_at_and_the_winner_again(serve: Serve, screen: Open) -> None:
    served = barriers(serve)
    host = screen(served.url)
    played(served, served.host(), served.host())
    host.page.locator("#see").click()
    expect(host.page.locator("#table")).to_be_visible()
    expect(host.page.locator(".turn h1")).to_be_hidden()  # the sentence names the winner
    expect(host.status).to_contain_text("Red wins!")
    expect(host.page.locator("#winner .i")).to_be_visible()
    host.page.locator("#winner").click()
    expect(host.page.get_by_role("heading", name="Red wins!")).to_be_focused()


def test_a_tap_on_what_has_just_appeared_under_the_finger_does_nothing(serve: Serve, screen: Open) -> None:
    """The second tap of an impatient child would see the board, leave, or play again."""
    served = barriers(serve)
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    phone = screen_of(served, screen, ben, size=(320, 568))
    played(served, mia, ben)
    for button in ("#see", "#done", "#again"):
        phone.page.locator("#see").click()
        expect(phone.page.locator(button)).to_be_hidden()
        phone.watch_for(button)
        phone.page.locator("#winner").click()
        assert phone.untouchable_ms() >= FRESH_MS, button


def test_another_game_is_chosen_with_everybody_still_seated(serve: Serve, screen: Open) -> None:
    served = barriers(serve)
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    host = screen(served.url)
    with mia.watch(), ben.watch():
        played(served, mia, ben)
        host.page.locator("#another").click()
        expect(host.page.locator('[data-seat="0"]')).to_contain_text("Mia", timeout=PATIENCE)
        expect(host.page.locator('[data-seat="1"]')).to_contain_text("Ben")


def test_somebody_who_is_done_may_still_change_their_mind(serve: Serve, screen: Open) -> None:
    served = barriers(serve)
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    phone = screen_of(served, screen, ben, size=(320, 568))
    with mia.watch() as stream:
        played(served, mia, ben)
        for words in phone.page.locator(".others .btn span").all():
            box = words.bounding_box()
            assert box and box["width"] > 40 and box["y"] + box["height"] <= 568
        phone.page.locator("#done").click()
        phone.page.locator("#stay").click(timeout=PATIENCE)
        expect(phone.page.get_by_role("heading", name="Well played, Ben!")).to_be_visible(timeout=PATIENCE)
        phone.page.locator("#done").click()
        expect(phone.page.locator(".after")).to_contain_text("You can play in the next game.", timeout=PATIENCE)
        assert mia.post("/lobby", {"again": True}).status == 200
        picture = stream.until(lambda now: now.get("game", {}).get("number") == 2)
        assert [seat["kind"] for seat in picture["seats"]] == ["person", "computer"]
        expect(phone.page.get_by_role("heading", name="Who will you be?")).to_be_visible(timeout=PATIENCE)


WHOLE = """[...document.querySelectorAll('.facts li')].every((row) => {
    const [list, fact] = [row.parentElement.getBoundingClientRect(), row.getBoundingClientRect()];
    return fact.left >= list.right || (fact.right <= list.right + 1 && fact.bottom <= list.bottom + 1);
})"""
"""Whether each fact is seen as a whole or not at all."""


def test_no_fact_is_cut_on_the_smallest_phone(serve: Serve, screen: Open) -> None:
    served = draughts(serve)
    mia, ben = served.guest(seat=0, name="Mia"), served.guest(seat=1, name="Ben")
    token = ben.cookie.partition("=")[2]
    phone = screen(f"http://127.0.0.1:{served.port}/?token={token}", size=(320, 568))
    assert mia.post("/answer", {"action": "resign"}).status == 200
    expect(phone.page.get_by_role("heading", name="You win, Ben!")).to_be_visible(timeout=PATIENCE)
    for height in range(540, 640, 10):
        phone.resize((320, height))
        assert phone.page.evaluate(WHOLE), height


@pytest.fixture
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return Shown(tmp_path_factory.mktemp("shown"))


@pytest.mark.parametrize("game", rules.games())
def test_every_games_end_fits_every_screen_and_names_the_winner(game: str, shown: Shown, screen: Open) -> None:
    with shown:
        for count in {rules.games()[game].seat_counts[0], rules.games()[game].seat_counts[-1]}:
            end = after(game, count, 10_000)
            shown.show(end)
            watcher = screen(shown.url)
            winner = end.state.game.mice[end.state.winners[0]].capitalize()
            expect(watcher.page.get_by_role("heading", name=f"{winner} wins!")).to_be_visible(timeout=PATIENCE)
            for width, height in SIZES:
                watcher.page.set_viewport_size({"width": width, "height": height})
                scrolled = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
                assert watcher.page.evaluate(scrolled) == [width, height]
                again = watcher.page.locator("#again").bounding_box()
                assert again and again["y"] + again["height"] <= height and again["height"] >= 44
            assert watcher.hindrances() == []


CROWNED = """(share) => {
    for (const jump of document.getAnimations()) {
        jump.pause();
        jump.currentTime = share * jump.effect.getTiming().duration;
    }
    const box = (selector) => document.querySelector(`.ending ${selector}`).getBoundingClientRect();
    const [crown, mouse] = [".podium .crown", ".podium .won .portrait"].map(box);
    const [name, title] = [".won .block b", "header"].map(box);
    return [(crown.bottom - mouse.top) / mouse.height, crown.top - title.bottom, name.top - crown.bottom];
}"""
"""During the winner's jump: how far down the head the crown reaches, and its distance from title and name."""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 800), (1920, 1080)])
def test_a_crown_stays_on_the_head_of_the_winner_who_jumps(size: tuple[int, int], shown: Shown, screen: Open) -> None:
    with shown:
        shown.show(after("barriers", 2, 10_000))
        watcher = screen(shown.url, size=size, calm=False)
        watcher.page.locator(".podium .crown").first.wait_for()
        rests, *_ = watcher.page.evaluate(CROWNED, 0)
        jumps, below_title, above_name = watcher.page.evaluate(CROWNED, 0.99)
        assert jumps == pytest.approx(rests, abs=0.02)
        assert min(below_title, above_name) >= 0


LONG = ("Maximiliane-Theodora-Ann", "W" * 24)
"""Names of as many letters as a name may have."""

CUT = """() => [...document.querySelectorAll("h1, h2, p, b, small, .btn, .words, .ending")].filter((one) => {
    if (!one.checkVisibility() || one.closest(".shelf, .hush, .called, .facts")) return false;
    const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis";
    return isCut || one.getBoundingClientRect().right > innerWidth + 1;
}).map((one) => `${one.tagName} ${one.className}: ${one.textContent}`)"""
"""What is cut at a side without an ellipsis, or is off the screen."""


@pytest.mark.parametrize("name", LONG)
def test_a_name_of_most_letters_fits_the_smallest_phone_before_in_and_after_a_game(
    name: str, shown: Shown, screen: Open
) -> None:
    names = [name[:-1] + letter for letter in "ABC"]
    with shown:
        host = Client(int(shown.url.split(":")[2].partition("/")[0]))
        host.cookie = host.post("/enter", {"token": shown.url.partition("token=")[2]}).cookie
        code, guests = host.get("/invite").json["code"], [Client(host.port) for _ in names]
        for seat, (guest, called) in enumerate(zip(guests, names, strict=True)):
            assert guest.join(code, seat=seat, name=called).status == 200
        tokens = [guest.cookie.partition("=")[2] for guest in guests]
        phones = [screen(f"http://127.0.0.1:{host.port}/?token={token}", size=(320, 568)) for token in tokens]
        phones.append(screen(shown.url, size=(320, 568)))
        for selector, moment in ((".go, .in", None), (".event p", 42), (".ending", 10_000)):
            if moment:
                shown.show(after("classic", 3, moment))
            for phone in phones:
                phone.page.locator(selector).first.wait_for()
                assert phone.page.evaluate(CUT) == [], selector
                assert phone.page.evaluate("document.documentElement.scrollWidth") == 320
