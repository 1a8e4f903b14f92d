"""Nothing moves under a finger: what is pressed keeps its place, and a second tap at the same place decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator
from tests.web.screen import BETWEEN_TAPS, FRESH_MS, NOTE_TAPS, PATIENCE, Screen
from tests.web.served import until
from tests.web.shown import Shown, asked, played, then
from tests.web.test_browser_scenes import LARGE, SMALL

from mouseboard import rules
from mouseboard.referee.referee import NOT_RUN
from mouseboard.referee.situation import Chosen, Do, Situation, Trouble, Watch
from mouseboard.rules import Device, HandTask
from mouseboard.rules.chance import draw
from mouseboard.say import say
from mouseboard.table.trouble import cause_of

Size = tuple[int, int]
SIZES: tuple[Size, ...] = ((390, 844), (320, 640), (820, 1180), (1280, 800), (1920, 1080), (640, 320), (844, 390))
FEW_PX = 3
"""The most pixels by which a control may move."""
FEED = Do(HandTask(say("Feed the cat.")))

CONTROLS = """() => {
    const found = {};
    for (const one of document.querySelectorAll(".board, .game button:not(:disabled), .game summary")) {
        if (!one.checkVisibility()) continue;
        const { x, y } = one.getBoundingClientRect();
        const seat = one.closest(".seat");
        const way = one.className.match(/ w\\d/)?.[0];
        const name = seat ? `seat ${[...seat.parentElement.children].indexOf(seat)}` : (way ?? one.dataset.action);
        found[name ?? (one.innerText || one.id || one.className)] ??= [x, y];
    }
    return found;
}"""
"""Where the board is, and each control that can be pressed now."""

ASIDE = (
    ".lays .btn",
    ".folded:not([open]) summary",
    ".steps .row:nth-child(1) button",
    ".steps .row:nth-child(2) button",
)
"""What can be pressed without deciding anything."""
DECIDING = f".choices button:not(:disabled, {', '.join(ASIDE)})"

ABLE = """one => {
    one.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.disabled && one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
STANDS = f"([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('{DECIDING}'))"


class Moved(NamedTuple):
    """A control that moved when something was tapped, by `px` pixels."""

    size: Size
    tapped: str
    control: str
    px: int


Fault = Moved | str
Boxes = dict[Size, dict[str, tuple[float, float]]]


class Walk:
    """A game on the screen of the host, whose finger decides for everybody."""

    def __init__(self, shown: Shown, screen: Screen, own_die: bool = False, sizes: tuple[Size, ...] = SIZES) -> None:
        self.shown = shown
        self.screen = screen
        self.page = screen.page
        self.own_die = own_die
        self.sizes = sizes
        self.rng = Random(1)
        self.faults: list[Fault] = []
        self.page.evaluate(NOTE_TAPS)

    def play(self, situation: Situation, decisions: int) -> None:
        """Decide this often; before each decision press what decides nothing."""
        for n in range(decisions):
            if situation.state.actor is None:
                return
            self.screen.resize(self.sizes[n % len(self.sizes)])
            self.page.locator(f":is({DECIDING}), .choices summary").first.wait_for()
            for selector in (".p-gap.offered", *ASIDE):
                self.press_aside(selector)
            situation = self.decide(situation)

    def press_aside(self, selector: str) -> None:
        """Press one of these, if there are any: nothing moves, and nothing that decides comes under the finger."""
        if one := self.one(selector):
            tapped, before = one.text_content() or selector, self.boxes()
            spot = self.tap(one)
            self.compare(before, tapped)
            if self.page.evaluate(STANDS, spot):
                self.faults.append(f"{tapped}: something that decides is there now")

    def decide(self, situation: Situation) -> Situation:
        """Press what decides, and tap there again as soon as the page shows what comes next."""
        answers = self.shown.answers
        count = len(answers)
        one = self.one(DECIDING)
        assert one
        tapped, before = str(one.text_content()), self.boxes()
        spot = self.tap(one)
        until(lambda: len(answers) > count)
        following = self.after(situation)
        self.show(following)
        self.page.touchscreen.tap(*spot)
        again = self.page.evaluate(BETWEEN_TAPS) < FRESH_MS
        if following.state.turn == situation.state.turn:
            self.compare(before, tapped)
        if self.page.locator("dialog").count():
            self.faults.append(f"{tapped}: the second time a sheet opens")
            self.page.keyboard.press("Escape")
        if again and len(answers) > count + 1:
            self.faults.append(f"{tapped}: decided twice, the second time {answers[-1]}")
        return following

    def one(self, selector: str) -> Locator | None:
        """Return one of the things that can be pressed, as soon as they can be touched."""
        self.page.locator("body:not(.fresh)").wait_for()
        able = [one for one in self.page.locator(selector).all() if one.is_visible() and one.evaluate(ABLE)]
        return self.rng.choice(able) if able else None

    def tap(self, one: Locator) -> tuple[float, float]:
        """Tap the middle of something, and return where that is."""
        one.scroll_into_view_if_needed()
        box = one.bounding_box()
        assert box
        spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.touchscreen.tap(*spot)
        return spot

    def show(self, situation: Situation) -> None:
        """Show a moment of the game, and wait until it is drawn."""
        drawn = self.page.locator("body").get_attribute("data-ready")
        self.shown.show(situation, self.own_die)
        self.page.wait_for_function("(old) => document.body.dataset.ready !== old", arg=drawn, timeout=PATIENCE)

    def boxes(self) -> Boxes:
        """Return where all controls are, in every size."""
        here = self.page.viewport_size
        found: Boxes = {}
        for size in self.sizes:
            self.screen.resize(size)
            found[size] = self.page.evaluate(CONTROLS)
        assert here
        self.screen.resize((here["width"], here["height"]))
        return found

    def compare(self, before: Boxes, tapped: str) -> None:
        """Note which of the controls that are still there have moved."""
        for size, boxes in self.boxes().items():
            for name in boxes.keys() & before[size].keys():
                px = round(max(abs(now - then) for now, then in zip(boxes[name], before[size][name], strict=True)))
                if px > FEW_PX:
                    self.faults.append(Moved(size, tapped, name, px))

    def after(self, situation: Situation) -> Situation:
        """Return the moment after the last answer; hands have a task after each choice."""
        if isinstance(situation.ask, Do):
            return self.calmed(replace(situation, ask=asked(situation.state)))
        answer = self.shown.answers[-1]
        if not isinstance(answer, Chosen):
            return self.calmed(then(situation, draw(situation.state.odds(), self.rng)))
        following = then(situation, answer.action)
        return following if following.over else replace(following, ask=FEED)

    def calmed(self, situation: Situation) -> Situation:
        """Return the moment in which the trap, if it runs, has run."""
        while isinstance(situation.ask, Watch):
            situation = then(situation, draw(situation.state.odds(), self.rng))
        return situation


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    with Shown(tmp_path) as shown:
        yield shown


def walked(
    chromium: Browser, shown: Shown, start: Situation, own_die: bool, decisions: int, sizes: tuple[Size, ...] = SIZES
) -> list[Fault]:
    """Play a game from its start on one screen of these sizes; return what was wrong."""
    shown.show(start, own_die)
    with Screen(chromium, shown.url, touch=True) as screen:
        screen.shows(start.state.game.name)
        walk = Walk(shown, screen, own_die, sizes)
        walk.play(start, decisions)
    return walk.faults


def crowded(game: str, own_die: bool = False) -> Situation:
    """Return the start of a game of the most people, who deal their own cards first if they have any."""
    moments = played(game, rules.games()[game].seat_counts[-1])
    return next(moment for moment in moments if own_die or moment.state.device is not Device.DEAL)


OWN_DIE = ("classic", "cards")
"""A game in which people say what their die shows, and one in which they lay their own cards."""


@pytest.mark.real
@pytest.mark.parametrize(
    ("game", "own_die"), [*((game, False) for game in rules.games()), *((game, True) for game in OWN_DIE)]
)
def test_no_control_moves_or_makes_way_for_one_that_decides_on_any_screen(
    game: str, own_die: bool, shown: Shown, chromium: Browser
) -> None:
    assert walked(chromium, shown, crowded(game, own_die), own_die, len(SIZES)) == []


def test_no_control_of_a_phone_moves_or_makes_way_for_one_that_decides(shown: Shown, chromium: Browser) -> None:
    assert walked(chromium, shown, crowded("barriers"), False, 2, SIZES[:1]) == []


LANDMARKS = """() => [".board", ".seats", "#menu"].map((one) => {
    const { x, y, width, height } = document.querySelector(`.game ${one}`).getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".choices button, .status .said, #menu")].filter((one) => {
    const { x, y, width, height, top, bottom } = one.getBoundingClientRect();
    const isTop = (down) => one.contains(document.elementFromPoint(x + width / 2, top + down));
    return top < 0 || bottom > innerHeight || !isTop(2) || !isTop(height / 2) || !isTop(height - 2);
}).map((one) => one.textContent)"""
"""What can be pressed, or the sentence, if a part of it is outside the screen or something lies over it."""


@pytest.mark.parametrize("language", ["de", "en", "fr", "nl"])
def test_why_the_trap_did_not_go_moves_nothing_and_every_answer_is_in_sight(
    language: str, shown: Shown, chromium: Browser
) -> None:
    runs = next(moment for moment in played("classic", 3) if isinstance(moment.ask, Watch))
    why = Trouble(say(NOT_RUN, cause=cause_of("fault-rail"), question=runs.state.prompt()))
    shown.show(runs)
    with Screen(chromium, shown.url, SMALL, language=language, touch=True) as screen:
        screen.page.locator("#stop").wait_for()
        walk = Walk(shown, screen)
        for size in (SMALL, (568, 320), LARGE):
            screen.resize(size)
            walk.show(runs)
            before = screen.page.evaluate(LANDMARKS)
            for stopped in (replace(runs, ask=why), replace(runs, fault="fault-rail"), replace(runs, fault="stopped")):
                walk.show(stopped)
                screen.page.locator("body:not(.fresh)").wait_for()
                assert screen.page.evaluate(LANDMARKS) == before, size
                assert screen.page.evaluate(OUT_OF_SIGHT) == [], size
