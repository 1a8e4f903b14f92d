"""The photo tool in a browser: clicks by mouse, fingers and keys on an old board's photograph make a layout of it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tests.photo.board import photograph
from tests.photo.camera import Pinhole, Point, off
from tests.web.desk import Desk, begun
from tests.web.screen import PATIENCE, Screen
from tests.web.served import Client

from mouseboard import layouts, rules
from mouseboard.rules.options import LAYOUT

pytestmark = pytest.mark.real

SIDE = 480.0
LARGE = Pinhole((SIDE, SIDE), distance=640)
"""12 million pixels."""
PHOTO = Pinhole((SIDE, SIDE), picture=(2000, 1500), focal=1550, distance=640)
"""3 million pixels, for tests that need less accuracy."""
KINDS = [
    "start",
    "cheese",
    "tunnel",
    "launch",
    "normal",
    "tunnel",
    "steal",
    "cheese",
    "tunnel",
    "cage",
    "lose",
    "tunnel",
]
RING: list[Point] = [
    (60, 60), (60, 180), (60, 300), (60, 420), (180, 420), (300, 420),
    (420, 420), (420, 300), (420, 180), (420, 60), (300, 60), (180, 60),
]  # fmt: skip
LEADS = {2: "9", 5: "12", 8: "3", 11: "6"}

Begin = Callable[..., str]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Run `mouseboard layout from-photo` on a photograph; return the page's address."""
    with ExitStack() as stack:

        def begin(path: Path | None = None, camera: Pinhole = PHOTO, turned: bool = False) -> str:
            photo = path or tmp_path / "old.jpg"
            if not photo.exists():
                photograph(photo, camera, RING, turned)
            return stack.enter_context(begun(photo, tmp_path / "mine.toml"))

        yield begin


@pytest.fixture
def desk(begin: Begin, screen: Callable[..., Screen]) -> Callable[..., Desk]:
    def desk(camera: Pinhole = PHOTO, turned: bool = False, **how: Any) -> Desk:
        return Desk(screen(begin(camera=camera, turned=turned), **how), camera)

    return desk


def test_a_board_is_clicked_and_its_layout_is_good_and_true(desk: Callable[..., Desk], tmp_path: Path) -> None:
    rng = Random("hands")
    work = desk(LARGE)
    work.measure(rng, 3)
    expect(work.page.locator("#said p").first).to_contain_text("The known points fit to")
    work.press("on")
    for at, kind in zip(RING, KINDS, strict=True):
        work.press(f"kind {kind}")
        work.click(off(LARGE.pixel(at), 3, rng))
    for n, to in LEADS.items():
        work.press(f"place{n}")
        work.fill("to", to)
    work.press("end")
    work.fill("title", "Grandmother's board")
    work.press("save")
    expect(work.page.locator("#saved li")).to_have_count(3, timeout=PATIENCE)
    expect(work.page.locator("#wanting")).to_have_text("The layout is good for its game.")
    layout = layouts.load(str(tmp_path / "mine.toml"))
    assert [place.kind for place in layout.place] == KINDS
    away = [math.dist(place.at, at) for place, at in zip(layout.place, RING, strict=True)]
    assert sum(away) / len(away) < 1.0
    assert max(away) < 2.0
    rules.make("revised", 4, {LAYOUT: str(tmp_path / "mine.toml")})


def test_what_the_game_wants_yet_is_told(desk: Callable[..., Desk]) -> None:
    work = desk()
    work.measure(Random(0), 0)
    work.press("on")
    work.click(PHOTO.pixel(RING[0]))
    work.press("end")
    work.press("save")
    expect(work.page.locator("#wanting")).to_contain_text("The game still needs: ")


def test_a_photograph_that_was_taken_upright_is_worked_with_upright(desk: Callable[..., Desk], tmp_path: Path) -> None:
    work = desk(turned=True)
    work.measure(Random(0), 0)
    work.press("on")
    work.click(PHOTO.pixel((60, 300)))
    work.found(1)
    work.press("place0")
    expect(work.page.locator("#places output")).to_contain_text("Lies at 60")
    assert work.sketch(tmp_path / "mine.photo.json")["picture"] == [2000, 1500]


def test_places_are_moved_put_between_taken_away_and_all_of_it_undone(
    desk: Callable[..., Desk], tmp_path: Path
) -> None:
    work = desk()
    work.measure(Random(0), 0)
    work.press("on")
    for at in (RING[0], RING[3]):
        work.click(PHOTO.pixel(at))
    work.press("place0")  # insert after this place
    work.fill("between", 1)
    work.click(PHOTO.pixel(RING[2]))
    work.found(4)
    places = [PHOTO.pixel(RING[n]) for n in (0, 1, 2, 3)]
    kept = tmp_path / "mine.photo.json"
    for spot, pixel in zip(work.sketch(kept)["places"], places, strict=True):
        assert math.dist(spot["pixel"], pixel) < 8
    mouse = work.page.mouse
    mouse.move(*work.spot(places[3]))
    mouse.down()
    mouse.move(*work.spot(PHOTO.pixel(RING[4])), steps=5)
    mouse.up()
    expect(work.page.locator("#places output")).to_contain_text("Lies at 18")
    work.press("remove")
    work.found(3)
    for _ in range(2):
        work.page.click("#undo")
    work.press("place3")
    expect(work.page.locator("#places output")).to_contain_text("Lies at 60")
    expect(work.page.locator("#places output")).to_contain_text("reed 3")


def test_keys_alone_do_it(desk: Callable[..., Desk], tmp_path: Path) -> None:
    work = desk()
    work.page.locator("#view").focus()
    keys = work.page.keyboard
    keys.press("Enter")  # the first known point, in the middle of the photograph
    for key in ("+", "+", "ArrowRight", "Enter"):
        keys.press(key)
    work.screen.reach('[data-key="point1"]')
    keys.press("Enter")
    work.page.locator("#view").focus()
    for key in ("ArrowLeft", "Shift+ArrowDown"):
        keys.press(key)
    kept = tmp_path / "mine.photo.json"
    work.screen.waits_for(lambda: kept.exists() and work.points(kept)[1:] and work.points(kept)[1][1] > 755)
    first, second = work.points(kept)
    assert first == pytest.approx([1000, 750], abs=0.01)
    assert second[0] > 1002
    assert second[1] == pytest.approx(760, abs=0.01)
    keys.press("Delete")
    keys.press("Control+z")
    keys.press("Control+z")
    work.screen.waits_for(lambda: work.points(kept)[1][1] == pytest.approx(750, abs=0.01))


def test_fingers_tap_push_and_pinch(desk: Callable[..., Desk]) -> None:
    work = desk(size=(820, 1180), touch=True)
    x, y = work.spot(PHOTO.pixel((0, 0)))
    work.page.touchscreen.tap(x, y)
    expect(work.page.locator(".spot")).to_have_count(1)
    wide = work.page.evaluate("document.getElementById('view').viewBox.baseVal.width")
    touch = work.page.context.new_cdp_session(work.page)
    for kind, apart in (("touchStart", 40), ("touchMove", 80), ("touchMove", 120), ("touchEnd", 0)):
        points = [{"x": 400 - apart, "y": 300, "id": 0}, {"x": 400 + apart, "y": 300, "id": 1}] if apart else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert work.page.evaluate("document.getElementById('view').viewBox.baseVal.width") < 0.5 * wide
    expect(work.page.locator(".spot")).to_have_count(1)  # a tap with two fingers adds no place


def test_what_was_clicked_is_there_again(desk: Callable[..., Desk]) -> None:
    work = desk()
    work.measure(Random(0), 0)
    expect(work.page.locator("#said p").first).to_contain_text("The known points fit to")
    work.page.reload()
    work.page.wait_for_selector("body[data-ready]")
    expect(work.page.locator(".spot.known")).to_have_count(9)


def test_it_speaks_and_is_open_to_everybody(desk: Callable[..., Desk]) -> None:
    work = desk(language="de")
    expect(work.page.locator("#do-points")).to_have_text("Bekannte Punkte")
    expect(work.page.locator("#said p").first).to_have_text("Noch anzuklickende bekannte Punkte: 8.")
    for step in ("#do-points", "#do-places", "#do-end"):
        work.page.click(step)
        assert work.screen.hindrances() == []


def test_millimetres_have_a_comma_where_people_write_one(desk: Callable[..., Desk]) -> None:
    work = desk(language="de")
    work.measure(Random(0), 0)
    expect(work.page.locator("#said p").first).to_contain_text(re.compile(r"passen auf \d,\d Pixel: .* \d,\d mm"))
    expect(work.page.locator("output", has_text="daneben").first).to_have_text(re.compile(r"^\d+(,\d)? mm daneben$"))


def test_a_photograph_that_is_broken_is_said_to_be(begin: Begin, screen: Callable[..., Screen], tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 and no more")
    shown = screen(begin(broken))
    expect(shown.page.get_by_role("alert")).to_have_text(
        "This browser cannot show the photograph: is it whole? JPEG and PNG always work."
    )


def test_strangers_see_nothing_and_nonsense_is_refused(begin: Begin, tmp_path: Path) -> None:
    photo = tmp_path / "small.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0")
    address = urlsplit(begin(photo))
    assert address.port
    stranger, host = Client(address.port), Client(address.port)
    assert {stranger.get(path).status for path in ("/", "/photo", "/setup")} == {403}
    assert stranger.post("/save", {}).status == 403
    token = address.query.removeprefix("token=")
    assert host.get(f"/?{address.query}").cookie == stranger.post("/enter", {"token": "guessed"}).cookie == ""
    host.cookie = host.post("/enter", {"token": token}).cookie
    assert host.get("/photo").body == photo.read_bytes()
    assert host.post("/sketch", b"{").status == 400
    empty = {"game": "revised", "title": "", "size": [9, 9], "picture": [9, 9]}
    assert host.post("/save", empty).json == {"error": "Click the places first."}
    assert host.post("/save", empty | {"places": [{"pixel": [1, 1]}]}).json == {
        "error": "Click the known points first."
    }
    assert host.post("/sketch", empty | {"size": [-1, 9]}).status == 400
