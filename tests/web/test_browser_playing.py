"""Games played in a browser: by keyboard alone to the end, by touch, by dragging, on several phones at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect
from tests.web.conftest import Serve
from tests.web.screen import Screen
from tests.web.served import Json, Stream

from mouseboard import rules

Open = Callable[..., Screen]
Wish = Callable[[Json], str | None]
"""Which action somebody wants; None for any."""


# What players want, so that a game is soon over.


def at_the_cheese(picture: Json) -> str | None:
    """`souriciere`: as far as possible, and just so far at the end."""
    if picture["device"] != "die" or picture["turn"] is None:
        return None
    (away,) = (score["value"] for score in picture["seats"][picture["turn"]]["scores"])
    return f"roll{away if 0 < away < 6 else 6}"


def across(picture: Json) -> str | None:
    """`barriers`: straight on."""
    way = 1 if picture["actor"] == 0 else -1
    steps = [option["action"] for option in picture["options"] if len(option["action"]) == 2]
    return max(steps, key=lambda step: way * int(step[1]), default=None)


def six_cheese(picture: Json) -> str | None:
    """`revised`: Red steps from cheese to cheese, Blue wants none."""
    red, game = picture["turn"] == 0, rules.load("revised", players=2)
    actions = [option["action"] for option in picture["options"]]
    if "decline" in actions:
        return ("take" if "take" in actions else "decline") if red else "decline"
    if picture["device"] != "die":
        return None
    names = [place.name for place in game.layout.place]
    here = names.index(picture["placement"][picture["seats"][picture["turn"]]["mouse"]])
    kinds = {n: game.layout.place[(here + n) % len(names)].kind for n in range(1, 7)}
    wanted = ("cheese",) if red else ("normal", "lose")
    return next((f"roll{n}" for n in range(6, 0, -1) if kinds[n] in wanted), "roll1")


KEPT: dict[str, Wish] = {"souriciere": at_the_cheese, "barriers": across, "revised": six_cheese}


def play_by_keys(player: Screen, stream: Stream, wish: Wish) -> Json:
    """To the end: Tab to the button, Enter."""
    asked = ("roll", "choose", "do", "over")
    while True:
        picture = stream.until(lambda now: now.get("sign") in asked)
        if picture["sign"] == "over":
            return picture
        player.page.wait_for_function("serial => Number(document.body.dataset.ready) >= serial", arg=picture["serial"])
        wanted = wish(picture) if picture["sign"] != "do" else None
        actions = [option["action"] for option in picture["options"]]
        if wanted in actions:
            player.press(f'[data-action="{wanted}"]')
        elif picture["sign"] == "choose":
            player.press(f'[data-action="{actions[0]}"]')
        else:
            player.press('.choices [data-press="b"]')
        stream.until(partial(_is_newer, picture))


def _is_newer(than: Json, picture: Json) -> bool:
    return bool(picture["serial"] > than["serial"])


@pytest.mark.parametrize("name", KEPT)
def test_a_game_is_played_to_its_end_by_keyboard_alone(name: str, serve: Serve, screen: Open) -> None:
    served = serve(name, "--players", "2", "--people", "2", "--seed", "3", "--option", "first=seat0")
    player = screen(served.url)
    with served.host().watch() as stream:
        end = play_by_keys(player, stream, KEPT[name])
    assert end["winners"]
    player.says(end["prompt"])
    expect(player.page.locator(".figures")).to_be_visible()


def test_a_barrier_is_laid_by_touching_its_gap(serve: Serve, screen: Open) -> None:
    player = screen(serve("barriers", "--people", "2", "--option", "first=seat0").url, size=(320, 640), touch=True)
    player.begin()
    between = [player.place(square).bounding_box() for square in ("d3", "e3", "d4", "e4")]
    boxes = [box for box in between if box]
    middle = (
        sum(box["x"] + box["width"] / 2 for box in boxes) / 4,
        sum(box["y"] + box["height"] / 2 for box in boxes) / 4,
    )
    pitch = boxes[1]["x"] - boxes[0]["x"]
    player.page.touchscreen.tap(middle[0] - pitch * 0.3, middle[1])
    player.says("Put a barrier above d3 and e3.")
    expect(player.page.locator('[data-piece="barrier-d3h"]')).to_be_attached()


def test_a_mouse_dragged_to_a_wrong_place_is_told_so_and_put_right(serve: Serve, screen: Open) -> None:
    player = screen(serve("souriciere", "--players", "2", "--people", "2", "--option", "first=seat0").url)
    player.begin()
    player.drag("blue", "20")
    player.says("Blue")
    expect(player.place("20")).to_have_attribute("aria-label", "20, Blue, wrong")
    player.drag("blue", "house")
    player.says("Red: roll the die.")


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
    served = serve("classic", "--people", "4", "--players", "4", "--option", "first=seat0")
    host = screen(served.url)
    host.begin()
    with served.host().watch() as stream:
        stream.until(lambda _: True)
        code = stream.you["code"]
    phones = [screen(f"http://127.0.0.1:{served.port}/j/{code}", size=(320, 640)) for _ in range(4)]
    for phone, mouse in zip(phones, ("Red", "Blue", "Green", "Yellow"), strict=True):
        phone.page.locator(".mice").get_by_role("button", name=mouse).click()
        phone.says("Red: roll the die.")
    expect(phones[0].page.locator('[data-action="roll3"]')).to_be_visible()
    expect(phones[1].page.locator(".choices button")).to_have_count(0)
    expect(phones[1].page.locator(".waits")).to_have_text("Red is on.")
    phones[0].page.locator('[data-action="roll3"]').click()
    for one in (*phones, host):
        expect(one.page.locator(".story")).to_contain_text("Red rolls 3", timeout=20_000)
