"""The page's files, without a browser: small, self-contained, readable in both looks, and translated everywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from posixpath import dirname, join, normpath
from string import Formatter
from typing import Literal, get_args

import msgspec
import pytest
from tests.web.page_files import SOURCES

from mouseboard import lang
from mouseboard.board.board import board
from mouseboard.evening.changes import Face
from mouseboard.lang import own_page_words, page_words
from mouseboard.players import kinds
from mouseboard.rules import SHAPES, SIGNS, games, load
from mouseboard.serving.assets import squeezed
from mouseboard.web.covers import COVERS
from mouseboard.web.tunes import TUNES

BOARDS = {"maze", "men", "raster", "road", "rooms", "machine", "emblem"}
"""Files that a phone loads only for one kind of board."""

SCREENS = ("lobby/lobby.js", "lobby/join.js", "lobby/waiting.js", "end/end.js")
"""Scripts that a phone loads first, besides the page's own, if no game is being played or it has no mouse."""

MOST_OF_PAGE, MOST_OF_BOARD, MOST_OF_COVER = 112_000, 60_000, 10_000
"""Most uncompressed bytes that are loaded at first: for the page with its words, a board, and a cover on average."""

OTHERS = [code for code in lang.languages() if code != lang.ENGLISH]


def loaded(*roots: str) -> set[str]:
    """Return the files that these files load at once: by import, as a style sheet, or as data."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        waiting += named(name, r'\b(?:styled|learn)\("|(?:href|src)="page/')
    return found


def named(name: str, before: str) -> Iterator[str]:
    """Yield the files that a file imports, and those that it names after one of these words."""
    for other in re.findall(r'^@?import (?:[^;"]*? from )?"([\w./-]+)"', SOURCES[name], re.M):
        yield normpath(join(dirname(name), other))
    yield from re.findall(rf'(?:{before})([\w/-]+\.\w+)"', SOURCES[name])


FIRST = loaded("index.html")
"""Files that every phone loads."""


def sizes(files: set[str]) -> int:
    return sum(len(squeezed(name, SOURCES[name]).encode()) for name in files)


def largest_words(*parts: Literal["page", "sheets"]) -> int:
    return max(sum(len(msgspec.json.encode(page_words(code, part))) for part in parts) for code in lang.languages())


def test_scripts_are_imported_later_only_through_the_one_function_that_imports_each_once() -> None:
    assert {name for name, source in SOURCES.items() if re.search(r"\bimport\(", source)} == {"kit/ask.js"}


@pytest.mark.parametrize("name", games())
def test_all_that_a_phone_loads_to_play_is_small(name: str) -> None:
    drawn = board(load(name), "de")
    kinds = {place.kind for place in drawn.places}
    needed = {drawn.sort, "machine" if drawn.machine else "emblem", "rooms" if "room" in kinds else ""}
    printed = sizes({file for file in SOURCES if file.removeprefix("board/").partition(".")[0] in needed})
    assert sizes(FIRST | loaded("game/play.js")) + largest_words("page") <= MOST_OF_PAGE
    assert printed + len(msgspec.json.encode(drawn)) <= MOST_OF_BOARD


@pytest.mark.parametrize("screen", SCREENS)
def test_all_that_a_phone_loads_to_come_in_is_small(screen: str) -> None:
    assert sizes(FIRST | loaded(screen)) + largest_words("page", "sheets") <= MOST_OF_PAGE


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_covers_on_the_shelf_are_small_and_each_game_has_one(look: str) -> None:
    covers = [COVERS / f"{game}-{look}.webp" for game in games()]
    assert sum(path.stat().st_size for path in covers) <= MOST_OF_COVER * len(covers)


@pytest.mark.parametrize("name", SOURCES)
def test_nothing_is_asked_of_anybody_outside(name: str) -> None:
    names = set(re.findall(r"https?://[^\s\"'`<>)]+", SOURCES[name]))
    assert names <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", [name for name in SOURCES if name.endswith(".js")])
def test_no_text_can_become_markup_or_code(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", SOURCES[name])


def test_every_sound_of_the_page_has_a_tune() -> None:
    script = SOURCES["game/sound.js"]
    names = set(re.findall(r'(?:return |play\(|now\.trap === )"(\w+)"', script))
    assert names == set(TUNES)


def test_what_is_loaded_is_there() -> None:
    words = r'\b(?:script|styled|learn|load(?:ed)?)\("|"page/'
    wanted = {other for name in SOURCES for other in named(name, words)}
    assert len(wanted) > 60
    assert wanted <= set(SOURCES)


# The looks


def looks() -> dict[str, dict[str, str]]:
    """Return the custom properties of each look."""
    light, dark = SOURCES["kit/look.css"].split("@media (prefers-color-scheme: dark)")
    day = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\b", light))
    return {"light": day, "dark": day | dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\b", dark))}


LOOKS = looks()


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG defines it, 0 to 1."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


READ = [
    *product(("ink", "ink-2"), ("page", "sheet", "sheet-2")),
    *((f"on-{colour}", colour) for colour in ("red", "blue", "green", "yellow", "white", "purple", "alarm", "amiss")),
    ("stone-ink", "stone"), ("stone-ink-2", "stone"), ("stone-ink-2", "square"), ("good-ink", "sheet"),
    ("bad-ink", "sheet"), ("alarm", "sheet"), ("page", "ink"),
]  # fmt: skip
"""Text colours and their backgrounds."""

SEEN = [("focus", "stone"), ("focus", "page"), ("focus", "sheet"), ("ring-white", "stone")]
"""Colours of marks and their backgrounds."""


def test_the_contrast_is_computed_as_the_standard_says() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("words", "ground"), READ, ids=str)
def test_what_is_to_be_read_has_enough_contrast(look: str, words: str, ground: str) -> None:
    assert contrast(LOOKS[look][words], LOOKS[look][ground]) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("mark", "ground"), SEEN, ids=str)
def test_what_is_to_be_seen_has_enough_contrast(look: str, mark: str, ground: str) -> None:
    assert contrast(LOOKS[look][mark], LOOKS[look][ground]) >= 3


@pytest.mark.parametrize("ground", ["square-light", "square-dark", "wood"])
@pytest.mark.parametrize("look", LOOKS)
def test_words_on_a_chequer_and_the_names_in_its_margin_can_be_read(look: str, ground: str) -> None:
    inks = re.findall(r":root \{(.*?)\}", SOURCES["board/men.css"])[[*LOOKS].index(look)]
    colours = LOOKS[look] | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", inks))
    assert contrast(colours["print"], colours[ground]) >= 4.5


def test_each_mouse_has_a_shape_of_its_own() -> None:
    shapes = SOURCES["board/signs.js"].partition("const SHAPES")[2]
    drawn = dict(re.findall(r"^  (\w+): (.+),$", shapes, re.M))
    assert set(drawn) == {"red", "blue", "green", "yellow", "white", "purple"}
    assert len(set(drawn.values())) == 6


def test_the_page_draws_every_shape_that_a_piece_can_have_with_inks_that_it_knows() -> None:
    men, others = (json.loads(SOURCES[f"board/{name}.json"]) for name in ("men", "signs"))
    drawn_by_code = {"mouse", "man"}
    assert set(men["signs"]) == set(SHAPES) - drawn_by_code
    used = {ink for sign in men["signs"].values() for ink, _ in sign}
    assert set(men["inks"]) <= used <= set(men["inks"]) | set(others["inks"])
    assert not set(men["inks"]) & set(others["inks"])


def test_the_page_has_the_picture_of_every_sign_that_tells_what_players_do() -> None:
    printed = json.loads(SOURCES["board/signs.json"])
    icons = re.findall(r"^  (\w+): \"M", SOURCES["kit/icons.js"] + SOURCES["kit/sheet-icons.js"], re.M)
    drawn_by_code = {"die", "mouse"}
    assert len({*SIGNS}) == len(SIGNS)
    assert (
        {*printed["signs"], *printed["same"]}
        <= {*SIGNS}
        <= {*printed["signs"], *printed["same"], *icons} | drawn_by_code
    )


def test_the_page_draws_every_animal_that_the_server_knows() -> None:
    drawn = re.findall(r"^  (\w+): \(\) =>", SOURCES["kit/faces.js"], re.M)
    assert drawn == list(get_args(Face))


# The words


def asked() -> set[str]:
    """Return every key that the page looks up by t("...") or names in its document."""
    keys = {key for text in SOURCES.values() for key in re.findall(r"\bt\(\"([^\"]+)\"", text)}
    keys |= set(re.findall(r'data-t(?:-label)?="([^"]+)"', SOURCES["index.html"]))
    keys |= {f"lamp {pattern}" for pattern in ("blink", "flash")}
    keys |= {"dice table", "dice own", "dice drawn", *get_args(Face)}
    keys |= {f"way {way}" for way in range(4)} | {f"turn {turn}" for turn in (1, 2, 3)}
    keys |= set(re.findall(r'"([^"]+)"', SOURCES["lobby/lobby.js"].partition("const LUCK = ")[2].partition("]")[0]))
    for table in ("KINDS", "STATES"):  # what the lobby calls the states of a seat
        source = SOURCES["lobby/join.js" if table == "KINDS" else "lobby/lobby.js"]
        text = source.partition(f"const {table} = ")[2].partition("};")[0]
        keys |= set(re.findall(r'", "([^"]+)"\]', text))
    keys |= {"person", *(kind for name in games() for kind in kinds(load(name)))}
    keys |= {f"help {how}" for how in ("none", "hints", "warnings")}
    keys |= {f"hands {whose}" for whose in ("table", "page", "now table", "now page")}
    keys |= {f"{word} reed" for word in ("stuck", "dead", "good")}
    pairs = SOURCES["health/mishaps.js"].partition("const PAIRS = ")[2].partition(";")[0]
    return keys | set(re.findall(r'"([^"]+)"', pairs))


def all_words(code: str) -> dict[str, str | dict[str, str]]:
    return own_page_words(code) | own_page_words(code, "sheets")


def forms(words: dict[str, str | dict[str, str]]) -> list[tuple[str, str]]:
    return [(key, form) for key, it in words.items() for form in (it.values() if isinstance(it, dict) else [it])]


def holes(text: str) -> set[str]:
    return {hole for _, hole, _, _ in Formatter().parse(text) if hole}


@pytest.mark.parametrize("code", lang.languages())
def test_every_word_of_the_page_is_there_in_every_language_and_no_other(code: str) -> None:
    assert not set(page_words(code)) & set(page_words(code, "sheets"))
    assert set(all_words(code)) == asked() | {"language"}


def test_what_a_page_says_by_itself_is_among_the_words_it_loads_first() -> None:
    eager = "".join(SOURCES[name] for name in FIRST)
    assert set(re.findall(r"\bt\(\"([^\"]+)\"", eager)) <= set(page_words(lang.ENGLISH))


@pytest.mark.parametrize("code", OTHERS)
def test_a_word_of_the_page_has_the_same_holes_in_every_language(code: str) -> None:
    english = all_words(lang.ENGLISH)
    for key, form in forms(all_words(code)):
        known = {hole for own, text in forms(english) if own == key for hole in holes(text)}
        assert holes(form) - {"n"} == known - {"n"}, key


def test_french_puts_a_space_before_each_high_mark_here_too() -> None:
    assert [form for _, form in forms(all_words("fr")) if re.search(r"[^\s][:;!?](\s|$)", form)] == []


ICON = re.compile(r"^  (\w+): \"", re.M)
OF_GAMES, OF_SHEETS = (set(ICON.findall(SOURCES[name])) for name in ("kit/icons.js", "kit/sheet-icons.js"))


@pytest.mark.parametrize("name", sorted(name for name, text in SOURCES.items() if 'icons.js";' in text))
def test_a_module_has_the_icons_that_it_names(name: str) -> None:
    known = OF_GAMES | (OF_SHEETS if 'sheet-icons.js"' in SOURCES[name] else set())
    assert set(re.findall(r"\bsign\(\"(\w+)\"\)", SOURCES[name])) <= known
