"""What the page's door tells strangers, and what it takes from a TV."""

from __future__ import annotations

from pathlib import Path

from tests.referee.sitting import virtual
from tests.web.asking import Asking
from tests.web.test_seats import room

WHO = "Who are you? Open the page by its whole address, or join with the code."


@virtual
async def test_a_stranger_is_told_that_there_is_a_code_to_join_with(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        said = await Asking(at.app).get("/lobby")
        assert (said.status, said.json["error"]) == (403, WHO)


@virtual
async def test_a_tv_looks_but_may_post_no_more_than_a_stranger(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        screen = Asking(at.app, at.guests.tv_token)
        assert (await screen.get("/lobby")).status == 200
        said = await screen.post("/answer", {"undo": True})
        assert (said.status, said.json["error"]) == (403, WHO)
        assert (await screen.post("/join", {"code": "x" * 2000})).status == 413
