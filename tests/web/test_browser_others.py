"""The page in the two other browser engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.referee.test_signals import TO_THE_END
from tests.web.conftest import Serve
from tests.web.engines import Ask, Device, Tab, bidi, wait_for, webkit, window
from tests.web.served import Served, until
from tests.web.shown import Shown, after

pytestmark = pytest.mark.real

SEEN = """[document.querySelectorAll('[data-piece]').length, document.querySelectorAll('.part.built').length,
          document.querySelectorAll('.choices button').length,
          document.querySelector('[role=status]').textContent]""".replace("\n", " ")
EXPECTED = [4, 16, 1, "Green, roll the die!"]
"""The result of `SEEN` in every engine."""

LAPTOP, PHONE = (1280, 720), (360, 640)

Open = Callable[..., Device]


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    with Shown(tmp_path) as page:
        page.show(after("classic", 4, 50))
        yield page


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Firefox, shared by the tests of this module."""
    with bidi(tmp_path_factory.mktemp("profile")) as ask:
        yield ask


@pytest.fixture(params=["firefox", "webkit"])
def device(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Open]:
    """Open an address on a new phone or screen, in each engine in turn. WebKitGTK's windows all have one size.

    Nothing moves on it, because animations cost most of the time of a browser without a graphics card.
    """
    with ExitStack() as stack:

        def opened(address: str, size: tuple[int, int] = PHONE) -> Device:
            ask = request.getfixturevalue("firefox") if request.param == "firefox" else None
            device: Device = stack.enter_context(window(ask, size) if ask else webkit(tmp_path_factory.mktemp("gtk")))
            device.go(address)
            return device

        yield opened


@pytest.fixture(params=["firefox", "webkit"])
def lively(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Device]:
    """A device on which things move, in each engine in turn."""
    home = tmp_path_factory.mktemp("lively")
    with ExitStack() as stack:
        is_firefox = request.param == "firefox"
        yield (
            Tab(stack.enter_context(bidi(home, calm=False)))
            if is_firefox
            else stack.enter_context(webkit(home, calm=False))
        )


def test_firefox_and_webkit_show_the_same(shown: Shown, lively: Device) -> None:
    lively.go(shown.url)
    lively.sees("body[data-game][data-ready]")
    assert lively.run(SEEN) == EXPECTED
    assert lively.run("matchMedia('(prefers-reduced-motion: no-preference)').matches")
    shown.show(after("classic", 4, 53))
    until(lambda: lively.run(SEEN) != EXPECTED)
    shown.show(after("classic", 4, 50))
    until(lambda: lively.run(SEEN) == EXPECTED)


def phone_of(served: Served, device: Open, name: str = "", seat: int | None = None) -> Device:
    """Return a phone that has scanned the code, and has picked a mouse if it has a name."""
    phone = device(f"http://127.0.0.1:{served.port}/j/{served.host().get('/invite').json['code']}")
    if name:
        if seat is not None:
            phone.tap(f'.mice [data-seat="{seat}"]')
        phone.tap("#name")
        phone.type(name)
        phone.tap("#sit")
        phone.sees(".waiting, .game")
    return phone


def two_phones(serve: Serve, device: Open) -> tuple[Served, Device, Device, Device]:
    """Begin a game of barriers for Mia and Ben beside a laptop; Mia begins."""
    served = serve("barriers", "--people", "2", "--players", "2", "--option", "first=seat0")
    laptop = device(served.url, LAPTOP)
    mia, ben = phone_of(served, device, "Mia", 0), phone_of(served, device, "Ben", 1)
    ready(laptop, mia)
    return served, laptop, mia, ben


def ready(laptop: Device, beginner: Device) -> None:
    """Say that everything is prepared, unless the simulated hands are faster."""
    wait_for(lambda: laptop.taps('[data-press="b"]') or beginner.has(".choices .choice"))
    beginner.sees(".choices .choice")


def test_a_family_begins_in_the_lobby_and_plays_some_turns(serve: Serve, device: Open) -> None:
    served = serve()
    laptop = device(served.url, LAPTOP)
    mia, ben = phone_of(served, device, "Mia"), phone_of(served, device, "Ben")
    laptop.sees('[data-seat="0"]', "Mia")
    laptop.sees('[data-seat="1"]', "Ben")
    laptop.tap('.tile[data-game="barriers"]')
    laptop.sees('.tile[data-game="barriers"][aria-checked="true"]')
    laptop.tap("#rules")
    laptop.tap('[data-choice^="first"]', "Mia")
    laptop.sees('[data-choice^="first"][aria-checked="true"]', "Mia")
    laptop.tap(".sheet .close")
    laptop.tap("#play")
    ready(laptop, mia)
    for phone, square, other in ((mia, "d2", "Ben"), (ben, "d6", "Mia"), (mia, "d3", "Ben")):
        phone.tap(f'[data-action="{square}"]')
        laptop.sees("[role=status]", other)
    ben.sees('[data-action="d5"]')


def test_a_late_phone_takes_the_computers_mouse_and_plays_with_it(serve: Serve, device: Open) -> None:
    served = serve("barriers", "--people", "1", "--players", "2", "--option", "first=seat0")
    laptop = device(served.url, LAPTOP)
    ready(laptop, laptop)
    leo = phone_of(served, device, "Leo")
    laptop.sees(".game .seat", "Leo")
    laptop.tap('[data-action="d2"]')
    leo.tap('[data-action="d6"]')
    laptop.sees('[data-action="d3"]')


def test_a_phone_dies_and_another_one_plays_on_for_it(serve: Serve, device: Open) -> None:
    served, laptop, mia, ben = two_phones(serve, device)
    mia.tap('[data-action="d2"]')
    ben.sees('[data-action="d6"]')
    ben.go("about:blank")
    laptop.sees("[role=alert]", "Ben's screen is asleep")
    leo = phone_of(served, device)
    leo.tap('[data-stand-in="1"]')
    leo.tap('[data-action="d6"]')
    mia.sees('[data-action="d3"]')


def test_a_family_plays_to_the_end_and_again(serve: Serve, device: Open) -> None:
    _, laptop, mia, ben = two_phones(serve, device)
    for n, (square, _) in enumerate(TO_THE_END):
        (mia, ben)[n % 2].tap(f'[data-action="{square}"]')
    laptop.sees(".ending h1", "Mia wins!")
    mia.sees(".ending h1", "You win, Mia!")
    ben.sees(".ending h1", "Well played, Ben!")
    ben.tap("#again")
    ben.sees("#again", "You're ready!")
    mia.tap("#again")
    ready(laptop, ben)
    ben.tap('[data-action="d6"]')
    laptop.sees("[role=status]", "Mia")


def test_every_phone_keeps_a_language_of_its_own(serve: Serve, device: Open) -> None:
    _, laptop, mia, ben = two_phones(serve, device)
    ben.tap("#menu")
    ben.sees("#language")
    ben.run("document.querySelector('#language').focus()")
    ben.type("F")
    ben.sees("[role=status]", "avance")
    ben.run("location.reload()")
    mia.tap('[data-action="d2"]')
    ben.sees(".turn:not(.others) [role=status]", "avance")
    laptop.sees("[role=status]", "run")


def test_a_hidden_tab_gives_up_its_stream_and_comes_back_to_the_newest_picture(firefox: Ask, tmp_path: Path) -> None:
    with Served(tmp_path, "classic", "--people", "2", "--players", "2") as served, served.host().watch() as host:
        code = served.host().get("/invite").json["code"]
        phone = Tab(firefox)

        def seen(name: str, online: bool) -> None:
            """Wait until the picture gives Red this name, and says whether a phone watches for Red."""
            host.until(
                lambda picture: (
                    picture["at"] == "game"
                    and (picture["seats"][0]["name"], picture["seats"][0]["online"]) == (name, online)
                )
            )

        phone.go(f"http://127.0.0.1:{served.port}/j/{code}")
        phone.tap("#sit")
        phone.sees('body[data-at="game"]')
        served.host().post("/seats", {"seat": 0, "name": "Ben"})
        seen("Ben", online=True)
        other = firefox("browsingContext.create", type="tab")["context"]
        seen("Ben", online=False)
        served.host().post("/seats", {"seat": 0, "name": "Ada"})
        firefox("browsingContext.close", context=other)
        seen("Ada", online=True)
        phone.sees(".seats", "Ada")


def test_a_browser_that_forbids_cookies_and_storage_is_told_what_the_page_needs(shown: Shown, tmp_path: Path) -> None:
    (tmp_path / "user.js").write_text('user_pref("network.cookie.cookieBehavior", 2);')
    with bidi(tmp_path) as ask:
        page = Tab(ask)
        page.go(shown.url)
        page.sees(".wrong", "keeps no cookies")
