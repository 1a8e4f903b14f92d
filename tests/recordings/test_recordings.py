"""Each recording beside this file is felt again: what happened at a table then has the same consequences now."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard.match.recording import read
from mouseboard.testing.recording import replay

RECORDINGS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_what_was_accepted_then_is_accepted_now(path: Path) -> None:
    recording = read(path.read_text("utf-8"))
    assert replay(recording) == recording.played
