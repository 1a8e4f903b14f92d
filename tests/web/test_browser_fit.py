"""Every moment fits: a laptop and a TV never scroll, and nothing has to be swiped aside from 320 px on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, expect
from tests.web.questions import HIDDEN, QUESTIONS
from tests.web.screen import PATIENCE, Screen
from tests.web.shown import after, amiss, played
from tests.web.test_browser_choices import MOMENTS
from tests.web.test_browser_scenes import LAPTOP, LARGE, PHONE, SMALL, TABLET, TOO_HIGH, TOO_WIDE, TV, Room

from mouseboard import rules
from mouseboard.lang import languages
from mouseboard.referee.referee import NOT_RUN
from mouseboard.referee.situation import Paused, Situation, Trouble, Watch
from mouseboard.rules import Game
from mouseboard.say import say
from mouseboard.store import AT_TABLE, PERSON, Journal, Played, Seated, Source
from mouseboard.table.trouble import cause_of

pytestmark = pytest.mark.real

WIDE, NARROW = (LAPTOP, TV), (SMALL, PHONE, LARGE, TABLET)
NAMES = ("Maximiliane-Charlotte", "Ben", "Grandmother Josephine", "Leo", "Al", "Wilhelmina")


@pytest.fixture
def room(chromium: Browser, tmp_path: Path) -> Iterator[Room]:
    room = Room(chromium, tmp_path)
    yield room
    room.close()


def misfits(screen: Screen, sizes: tuple[tuple[int, int], ...]) -> list[str]:
    """Return by how many pixels the page is too wide, and on wide screens it and what can be pressed too high."""
    found = []
    for size in sizes:
        screen.resize(size)
        over = {"wide": screen.page.evaluate(TOO_WIDE)}
        if size in WIDE:
            over |= {"high": screen.page.evaluate(TOO_HIGH), "act": screen.page.evaluate(f"{HIDDEN} - 1")}
        found += [f"{size}: {pixels} px too {which}" for which, pixels in over.items() if pixels > 0]
    return found


def moments(game: str, players: int) -> dict[str, Situation]:
    """Return the first moment of each kind in a random game, and what may come between."""
    random = takewhile(lambda situation: not situation.over, islice(played(game, players), 90))
    kinds: dict[str, Situation] = {}
    for situation in random:
        verbs = [*dict.fromkeys(action.verb for action in situation.state.actions())]
        kinds.setdefault(" ".join([str(situation.state.device), type(situation.ask).__name__, *verbs]), situation)
        if isinstance(situation.ask, Watch):
            remedy = say(NOT_RUN, cause=cause_of("fault-rail"), question=situation.state.prompt())
            kinds.setdefault("trouble", replace(situation, ask=Trouble(remedy)))
    kinds["paused"] = replace(situation, ask=Paused())
    if game != "cards":
        kinds["mend"] = amiss(situation)
    return kinds


def show(room: Room, situation: Situation, *screens: Screen, own_die: bool = False) -> None:
    """Show a situation, and wait until these screens have drawn it."""
    drawn = [screen.page.locator("body").get_attribute("data-ready") for screen in screens]
    room.shown.show(situation, own_die)
    for screen, before in zip(screens, drawn, strict=True):
        screen.page.wait_for_function(
            "(before) => document.body.dataset.ready !== before", arg=before, timeout=PATIENCE
        )


@pytest.mark.parametrize("own_die", [False, True], ids=["die of the table", "own die"])
@pytest.mark.parametrize("game", rules.games())
def test_every_moment_of_a_game_fits_every_screen(game: str, own_die: bool, room: Room) -> None:
    counts = rules.games()[game].seat_counts
    room.shown.show(after(game, counts[0], 1), own_die)
    host, phone = room.tv(), room.phone(0, NAMES[0])
    found = {}
    for players in {counts[0], counts[-1]}:
        for kind, situation in moments(game, players).items():
            show(room, situation, host, phone, own_die=own_die)
            if over := [*misfits(host, WIDE + NARROW), *(f"phone {each}" for each in misfits(phone, NARROW))]:
                found[f"{players} {kind}"] = over
    assert found == {}


def test_every_question_and_choice_fits_large_phones_and_tablets(room: Room) -> None:
    room.shown.show(after("classic", 2, 1))
    host = room.tv()
    found = {}
    for kind, situation in (QUESTIONS | MOMENTS).items():
        show(room, situation, host)
        if over := misfits(host, (LARGE, TABLET)):
            found[kind] = over
    assert found == {}


def left(folder: Path, *games: Game) -> None:
    """Leave these games in the journal of a room."""
    with Journal.open(folder / "journal.db") as journal:
        for game in games:
            with journal.begin(game, 7) as writer:
                writer.append(Seated((PERSON,) * game.players, AT_TABLE, NAMES[: game.players]))
                for record in after(game.name, game.players, 20).history:
                    assert record.before.actor is not None
                    writer.append(Played(record.before.actor, str(record.action), Source.PLAYER))


def test_a_saved_game_has_its_picture_in_the_list_and_in_the_lobby_after_it(chromium: Browser, tmp_path: Path) -> None:
    left(tmp_path, *(rules.load(game, 4) for game in ("classic", "revised", "souriciere")))
    room = Room(chromium, tmp_path)
    try:
        page = room.tv(LAPTOP).page
        drawn = ".mini:has(.piece)"
        expect(page.locator(f".carries {drawn}")).to_have_count(2)
        page.locator(".carries .more").click()
        expect(page.locator(f"dialog {drawn}")).to_have_count(3)
        page.keyboard.press("Escape")
        expect(page.locator(f".carries {drawn}")).to_have_count(2)
    finally:
        room.close()


STICKS_OUT = """() => [...document.querySelectorAll(".tile")].filter((tile) => {
    const around = tile.getBoundingClientRect();
    return [...tile.querySelectorAll(".cover, .name, .facts span")].some((part) => {
        const { left, right, bottom } = part.getBoundingClientRect();
        return left < around.left || right > around.right || bottom > around.bottom;
    });
}).map((tile) => tile.dataset.game)"""
HEIGHTS = "new Set([...document.querySelectorAll('.tile')].map(({ offsetHeight }) => offsetHeight)).size"
HIDES = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.shelf'))"


CROWDED = (1024, 768)
"""A screen whose cards are so narrow that only a hyphen helps, which browsers know for some languages."""
BROKEN = """() => [...document.querySelectorAll(".tile .name")].flatMap(({ firstChild }) => {
    const words = [...firstChild.data.matchAll(/[^\\s-]+-?/g)];
    return words.filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(firstChild, index);
        range.setEnd(firstChild, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word);
})"""
"""The words of names of games that do not fit on a line."""


@pytest.mark.parametrize("language", languages())
def test_the_cards_on_the_shelf_hold_all_that_is_on_them_and_a_tv_shows_every_card(
    language: str, chromium: Browser, tmp_path: Path
) -> None:
    room = Room(chromium, tmp_path)
    try:
        lobby = Screen(chromium, room.shown.url, language=language)
        lobby.page.locator(".tile").first.wait_for()
        for size in (*WIDE, TABLET, CROWDED, *NARROW):
            lobby.resize(size)
            assert lobby.page.evaluate(STICKS_OUT) == [], size
            assert lobby.page.evaluate(HEIGHTS) == 1, size
            if size != CROWDED:
                assert lobby.page.evaluate(BROKEN) == [], size
        for size in WIDE:
            lobby.resize(size)
            assert lobby.page.evaluate(HIDES) == 0, size
    finally:
        room.close()


@pytest.mark.parametrize("language", languages())
def test_the_lobby_fits_every_screen_with_any_game_full_of_people(
    language: str, chromium: Browser, tmp_path: Path
) -> None:
    left(tmp_path, *(rules.load(game, 4) for game in ("classic", "revised", "souriciere")))
    room = Room(chromium, tmp_path)
    try:
        room.host.post("/lobby", {"wish": {"game": "souriciere"}})
        for seat, name in enumerate(NAMES):
            room.guest(seat, name)
        lobby = Screen(chromium, room.shown.url, language=language)
        found = {}
        most = {game: max(kind.seat_counts) for game, kind in rules.games().items()}
        for game in sorted(most, key=lambda game: -most[game]):
            for seat in reversed(range(most[game], len(NAMES))):
                room.host.post("/seats", {"seat": seat, "kind": "nobody"})
            room.host.post("/lobby", {"wish": {"game": game}})
            lobby.page.locator(f'.tile[data-game="{game}"][aria-checked="true"]').wait_for()
            if over := misfits(lobby, WIDE + NARROW):
                found[game] = over
        assert found == {}
    finally:
        room.close()
