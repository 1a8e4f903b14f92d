"""On a phone's home screen the page has the project's own icon."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from tests.web.conftest import Serve
from tests.web.icons import SIZES, drawn, icon
from tests.web.screen import Screen
from tests.web.served import Served

from mouseboard.page import PAGE

MOST_OFF = 64
"""Largest difference of a pixel's colour, of 255, that another version of the drawing library makes at an edge."""


@pytest.mark.parametrize("size", SIZES)
def test_every_icon_is_the_mouse_as_it_is_drawn_now_without_transparency(size: int) -> None:
    kept = Image.open(icon(size))
    assert (kept.size, kept.mode) == ((size, size), "RGB")
    off = ImageChops.difference(kept, Image.open(io.BytesIO(drawn(size))))
    assert max(off.tobytes()) <= MOST_OFF, "python -m tests.web.icons draws them anew"


def test_a_phone_finds_icons_of_the_sizes_that_the_page_and_its_manifest_name(tmp_path: Path) -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text("utf-8"))
    (for_iphones,) = re.findall('"apple-touch-icon" href="([^"]+)"', (PAGE / "index.html").read_text("utf-8"))
    named = {for_iphones: "180x180"} | {each["src"].removeprefix("../"): each["sizes"] for each in manifest["icons"]}
    assert set(named.values()) == {f"{size}x{size}" for size in SIZES}
    with Served(tmp_path) as served:
        for path, size in named.items():
            said = served.stranger().get(f"/{path}")
            assert (said.status, said.headers["content-type"]) == (200, "image/png")
            assert "{}x{}".format(*Image.open(io.BytesIO(said.body)).size) == size


def test_a_browser_reads_the_manifest_without_an_error_and_returns_to_the_page(
    serve: Serve, screen: Callable[..., Screen]
) -> None:
    served = serve()
    page = screen(served.url).page
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["manifest"]["startUrl"] == f"http://127.0.0.1:{served.port}/"
