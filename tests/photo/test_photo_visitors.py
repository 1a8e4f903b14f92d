"""The photo tool's answers to strangers, and to requests for paths that do not exist."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from tests.web.served import Client, Said

from mouseboard.photo.pages import opened
from mouseboard.photo.work import Work
from mouseboard.serving.where import Where


def told(folder: Path, paths: Sequence[str]) -> list[Said]:
    """Return the answers that a stranger gets."""
    (folder / "old.jpg").write_bytes(b"\xff\xd8\xff\xe0")

    async def ask() -> list[Said]:
        async with opened(Work(folder / "old.jpg", folder / "mine.toml"), Where(), "en") as url:
            stranger = Client(urlsplit(url).port or 0)
            return [await asyncio.to_thread(stranger.get, path) for path in paths]

    return asyncio.run(ask())


def test_a_stranger_is_not_told_to_join_with_a_code_that_the_photo_tool_does_not_have(tmp_path: Path) -> None:
    for said in told(tmp_path, ["/", "/setup"]):
        assert said.status == 403
        assert said.json["error"] == "Who are you? Open the page by its whole address."


def test_a_slash_too_many_leads_nowhere_in_the_photo_tool(tmp_path: Path) -> None:
    assert [said.status for said in told(tmp_path, ["/page/kit/ask.js/", "/words/", "/words"])] == [404, 404, 200]
