"""Each recording beside this file is replayed, and has the same consequences now as at the table then."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard.match.recording import read
from mouseboard.testing.recording import replay

RECORDINGS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_replayed_recording_accepts_the_actions_that_were_accepted_then(path: Path) -> None:
    recording = read(path.read_text("utf-8"))
    assert replay(recording) == recording.played
