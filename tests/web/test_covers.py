"""The covers on the lobby's shelf show the boards as the page draws them now."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser
from tests.web.pictures import LOOKS, Look, drawn_cover
from tests.web.shown import Shown
from tests.web.test_page import LOOKS as INKS

from mouseboard import rules
from mouseboard.web.covers import COVERS

FIELDS = (32, 32)
"""A cover is compared in this many fields, in each of which the noise of compression averages out."""
MOST_OFF = 25
"""Largest difference of a field's colour, of 255. Compression makes up to 14, a moved mouse 44 or more."""


RIM = 8
"""Width of the wood around a whole board, in pixels of a cover."""
GRAIN = 35
"""Largest difference between the colours of wood and its grain, of 255. Men and squares differ by 40 or more."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with Shown(tmp_path_factory.mktemp("shown")) as page:
        yield page


def off(one: Image.Image, other: Image.Image) -> float:
    fields = [picture.convert("RGB").resize(FIELDS, Image.Resampling.BOX) for picture in (one, other)]
    return max(float(most) for _, most in ImageChops.difference(*fields).getextrema())  # type: ignore[misc]


@pytest.mark.real
@pytest.mark.parametrize("look", LOOKS)
def test_every_cover_is_the_board_as_it_is_drawn_now(look: Look, shown: Shown, chromium: Browser) -> None:
    for game in rules.games():
        drawn = Image.open(io.BytesIO(drawn_cover(chromium, shown.url, game, look)))
        kept = Image.open(COVERS / f"{game}-{look}.webp")
        assert off(drawn, kept) < MOST_OFF, f"{game} {look}: python -m tests.web.pictures --covers draws them anew"


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", ["draughts", "morris"])
def test_a_cover_shows_a_board_of_men_whole_with_wood_all_around(game: str, look: Look) -> None:
    cover = Image.open(COVERS / f"{game}-{look}.webp").convert("RGB")
    wood = Image.new("RGB", cover.size, INKS[look]["wood"])
    difference = ImageChops.difference(cover, wood)
    difference.paste((0, 0, 0), (RIM, RIM, cover.width - RIM, cover.height - RIM))
    assert max(most for _, most in difference.getextrema()) < GRAIN  # type: ignore[misc]
