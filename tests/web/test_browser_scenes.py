"""The scenes of an evening on a TV, a laptop and a phone: what is read out, what can be touched, and what fits.

`golden/*.txt` has what a screen reader finds in each scene, top to bottom. It must read as sentences. To write these
files again, look at the pictures first, and then:

    python -m tests.web.test_browser_scenes
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.web.questions import HIDDEN
from tests.web.screen import CHROMIUM, PATIENCE, Screen
from tests.web.served import Client
from tests.web.shown import Shown, after

from mouseboard.evening.seats import AWAY_S

pytestmark = pytest.mark.real

GOLDEN = Path(__file__).parent / "golden"
FEW = 3
"""Places of the board that are kept in a golden file."""

LAPTOP, TV, TABLET = (1280, 720), (1920, 1080), (768, 1024)
LARGE, PHONE, SMALL, SIDEWAYS = (390, 844), (360, 640), (320, 568), (640, 320)


SOON_S = 1.0
"""Seconds after which a phone counts as away, where nobody wants to wait for that."""


class Room:
    """A living room: a game that is shown, and screens that watch it."""

    def __init__(self, browser: Browser, folder: Path, away_s: float = AWAY_S) -> None:
        self.browser = browser
        self._left = ExitStack()
        self.shown = self._left.enter_context(Shown(folder, away_s))

    def close(self) -> None:
        self._left.close()

    def tv(self, size: tuple[int, int] = TV) -> Screen:
        """Return the host's screen."""
        return self._open(self.shown.url, size)

    def spectator(self) -> Screen:
        """Return a TV that only watches."""
        return self._open(self.host.get("/invite").json["watch"], TV)

    def phone(self, seat: int | None = None, name: str = "", size: tuple[int, int] = PHONE) -> Screen:
        """Return the phone of somebody who sits down, or without a seat of somebody who comes in."""
        guest = self.guest(seat, name)
        return self._open(f"http://127.0.0.1:{guest.port}/?token={guest.cookie.partition('=')[2]}", size)

    def guest(self, seat: int | None, name: str) -> Client:
        """Return somebody who has come in."""
        guest = Client(self.host.port)
        said = guest.join(self.host.get("/invite").json["code"], seat=seat, name=name)
        assert said.status == 200, said.body
        return guest

    @property
    def host(self) -> Client:
        address = urlsplit(self.shown.url)
        assert address.port
        host = Client(address.port)
        host.cookie = host.post("/enter", {"token": address.query.removeprefix("token=")}).cookie
        return host

    def _open(self, address: str, size: tuple[int, int]) -> Screen:
        screen = self._left.enter_context(Screen(self.browser, address, size=size))
        screen.page.wait_for_selector("body[data-ready]:not(.fresh)")
        return screen


def lobby_laptop(room: Room) -> Screen:
    room.phone(0, "Mia")
    return room.tv(LAPTOP)


def lobby_tv(room: Room) -> Screen:
    room.phone(0, "Mia")
    return room.spectator()


def phone_picks(room: Room) -> Screen:
    room.phone(1, "Ben")
    return room.phone(size=LARGE)


def phone_leads(room: Room) -> Screen:
    return room.phone(0, "Mia")


def phone_in_lobby(room: Room) -> Screen:
    room.phone(0, "Mia")
    return room.phone(1, "Ben")


def tv_rolls(room: Room) -> Screen:
    room.shown.show(after("classic", 3, 58))
    for seat, name in enumerate(("Mia", "Ben")):
        room.phone(seat, name)
    tv = room.tv()
    expect(tv.page.locator(".foot .card")).to_be_visible()
    return tv


def tv_race(room: Room) -> Screen:
    room.shown.show(after("souriciere", 3, 25))
    for seat, name in enumerate(("Mia", "Ben", "Leo")):
        room.phone(seat, name)
    tv = room.tv(LAPTOP)
    expect(tv.page.locator(".foot .card")).to_be_visible()
    return tv


def tv_asleep(room: Room) -> Screen:
    room.shown.show(after("classic", 3, 58))
    room.phone(1, "Ben").page.goto("about:blank")
    tv = room.tv()
    expect(tv.page.get_by_role("alert").filter(has_text="asleep")).to_be_visible(timeout=PATIENCE)
    return tv


def laptop_chooses(room: Room) -> Screen:
    room.shown.show(after("revised", 4, 60))
    return room.tv(LAPTOP)


def phone_mine(room: Room) -> Screen:
    room.shown.show(after("classic", 3, 58))
    return room.phone(1, "Ben")


def phone_next(room: Room) -> Screen:
    room.shown.show(after("classic", 3, 58))
    room.phone(1, "Ben")
    return room.phone(2, "Mia", SMALL)


def phone_waits(room: Room) -> Screen:
    room.shown.show(after("revised", 4, 60))
    return room.phone(0, "Mia", SIDEWAYS)


def phone_sleeper(room: Room) -> Screen:
    room.shown.show(after("classic", 3, 58))
    room.phone(1, "Ben").page.goto("about:blank")
    phone = room.phone(0, "Mia", SMALL)
    expect(phone.page.get_by_role("button", name="Play for Ben")).to_be_visible(timeout=PATIENCE)
    return phone


def phone_missed(room: Room) -> Screen:
    room.shown.show(after("souriciere", 2, 8))
    phone = room.phone(0, "Mia")
    phone.page.goto("about:blank")
    room.shown.show(after("souriciere", 2, 10))
    phone.page.go_back()
    expect(phone.page.get_by_text("You missed")).to_be_visible(timeout=PATIENCE)
    return phone


def phone_lost(room: Room) -> Screen:
    room.shown.show(after("classic", 3, 58))
    phone = room.phone(1, "Ben")
    phone.page.wait_for_timeout(300)
    room.shown.__exit__()
    phone.page.wait_for_selector("body.lost")
    return phone


def phone_of_six(room: Room) -> Screen:
    room.shown.show(after("souriciere", 6, 40))
    return room.phone(4, "Maximiliane-Charlotte", SMALL)


def phone_menu(room: Room) -> Screen:
    phone = phone_mine(room)
    phone.unfold("how")
    return phone


def ended(room: Room) -> Room:
    """Show the end of a game that Ben has won."""
    room.shown.show(after("classic", 3, 10_000))
    return room


def end_laptop(room: Room) -> Screen:
    ended(room).phone(1, "Ben")
    return room.tv(LAPTOP)


def end_tv(room: Room) -> Screen:
    ended(room).phone(1, "Ben")
    return room.spectator()


def end_phone_won(room: Room) -> Screen:
    return ended(room).phone(1, "Ben")


def end_phone_lost(room: Room) -> Screen:
    return ended(room).phone(0, "Mia", SMALL)


def laptop_menu(room: Room) -> Screen:
    host = laptop_chooses(room)
    host.unfold("how")
    return host


def laptop_table(room: Room) -> Screen:
    host = laptop_chooses(room)
    host.unfold("health")
    return host


def phone_story(room: Room) -> Screen:
    phone = phone_mine(room)
    phone.menu("told")
    expect(phone.page.get_by_role("slider")).to_be_visible(timeout=PATIENCE)
    return phone


SCENES: dict[str, Callable[[Room], Screen]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        lobby_laptop, lobby_tv, phone_picks, phone_leads, phone_in_lobby, tv_rolls, tv_race, tv_asleep, laptop_chooses,
        laptop_menu, laptop_table, phone_mine, phone_next, phone_waits, phone_sleeper, phone_missed, phone_lost,
        phone_of_six, phone_menu, phone_story, end_laptop, end_tv, end_phone_won, end_phone_lost,
    )
}  # fmt: skip


def read_out(screen: Screen) -> str:
    """Return what a screen reader finds, from top to bottom. Of places that nobody can choose, only the first few."""
    labels = "all => all.map((one) => one.ariaLabel)"
    names = screen.page.eval_on_selector_all("[data-place]:not(.offered)", labels)
    places = tuple(f'button "{name}"' for name in names)
    lines: list[str] = []
    for line in screen.page.locator("body").aria_snapshot().splitlines():
        is_place, before = line.strip(" -'").startswith(places), lines[-FEW:]
        if not (is_place and all(one.strip(" -'").startswith(places) for one in before)):
            lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Room:
    return Room(chromium, tmp_path, SOON_S)


SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, summary, input")]
    .filter((one) => one.checkVisibility() && !one.closest("svg"))
    .map((one) => ({ name: one.id || one.textContent, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 43.5)
    .map(({ name, box }) => `${name} ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
"""What is too small for a finger, in CSS pixels."""

TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"


def in_every_size(screen: Screen) -> Iterator[tuple[int, int]]:
    """Give a screen each size in turn, and check that all fits it and that a finger hits what can be tapped."""
    for size in (PHONE, SMALL, SIDEWAYS, TABLET, LAPTOP, TV):
        screen.resize(size)
        assert screen.page.evaluate(SMALL_TARGETS) == [], size
        assert (screen.page.evaluate(TOO_WIDE), screen.page.evaluate(TOO_HIGH)) == (0, 0), size
        assert screen.page.evaluate(HIDDEN) <= 1, size
        yield size


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_fits_its_screen_and_reads_as_sentences(name: str, room: Room) -> None:
    try:
        screen = SCENES[name](room)
        assert read_out(screen) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
        assert screen.page.evaluate(SMALL_TARGETS) == []
        assert (screen.page.evaluate(TOO_WIDE), screen.page.evaluate(TOO_HIGH)) == (0, 0)
        assert screen.hindrances() == []
        screen.page.emulate_media(color_scheme="dark")
        assert screen.hindrances() == []
    finally:
        room.close()


def main() -> None:
    """Write the golden files."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for name, scene in SCENES.items():
            with tempfile.TemporaryDirectory() as folder:
                room = Room(browser, Path(folder), SOON_S)
                (GOLDEN / f"{name}.txt").write_text(read_out(scene(room)), encoding="utf-8")
                room.close()
        browser.close()


if __name__ == "__main__":
    main()
