"""The photo tool's files: complete, safe, and translated into every language."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from mouseboard import board, kit, lang
from mouseboard.lang import own_page_words
from mouseboard.photo.pages import PAGE

SOURCES = {path.name: path.read_text(encoding="utf-8") for path in sorted(PAGE.iterdir())}
USED = set(re.findall(r"""\bt\("([^"]+)"|data-t(?:-label)?="([^"]+)\"""", "\n".join(SOURCES.values())))


def holes(text: object) -> set[str]:
    return {hole for _, hole, _, _ in Formatter().parse(str(text)) if hole is not None}


@pytest.mark.parametrize("code", lang.languages())
def test_every_word_of_the_page_is_there_with_its_holes_and_no_other(code: str) -> None:
    words, english = own_page_words(code, "photo"), own_page_words(lang.ENGLISH, "photo")
    assert set(words) == {one or other for one, other in USED}
    assert {key: holes(words[key]) for key in words} == {key: holes(english[key]) for key in english}


@pytest.mark.parametrize("name", SOURCES)
def test_no_text_becomes_markup_and_nobody_outside_is_asked(name: str) -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|https?://", SOURCES[name])


def file_of(where: str, name: str) -> Path:
    return {"page/kit": kit.PAGE, "page/board": board.PAGE, "photo": PAGE}[where] / name


def test_what_is_loaded_is_there() -> None:
    wanted = re.findall(r'"(?:\.\./)?([\w/]+)/(\w+\.\w+)"', "\n".join(SOURCES.values()))
    assert len(wanted) > 10
    assert [name for where, name in wanted if not file_of(where, name).is_file()] == []


def test_every_length_and_colour_that_the_page_uses_is_in_a_style_sheet_that_it_loads() -> None:
    linked = re.findall(r'rel="stylesheet" href="([\w/]+)/(\w+\.css)"', SOURCES["index.html"])
    sheets = "".join(file_of(where, name).read_text("utf-8") for where, name in linked)
    assert set(re.findall(r"var\((--[\w-]+)", SOURCES["photo.css"])) <= set(re.findall(r"(--[\w-]+):", sheets))
