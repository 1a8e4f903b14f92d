"""A journal on a network drive that cannot lock files, or cannot share them as memory: the true reason is given."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mouseboard import rules
from mouseboard.store import Journal

SOURCE = Path(__file__).parents[1] / "helpers/poor_share.c"
WHY = "its disk cannot lock and share files, like some network drives"
PLAY = ("play", "classic", "--auto", "--seed", "1")

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs Linux and a C compiler"),
    pytest.mark.parametrize("lacks", ["locks", "memory"]),
]


@pytest.fixture
def share(tmp_path: Path) -> Path:
    (folder := tmp_path / "share").mkdir()
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "share.so", SOURCE, "-ldl"], check=True)
    return folder


def run(share: Path, lacks: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command where the share lacks this."""
    command = [sys.executable, "-m", "mouseboard", *words]
    poor = {"LD_PRELOAD": str(share.with_name("share.so")), "POOR_SHARE": str(share), "POOR_SHARE_LACKS": lacks}
    return subprocess.run(command, env=os.environ | poor, stderr=subprocess.PIPE, text=True, check=False)


def refused(share: Path, lacks: str, *words: str) -> str:
    """Run a command that is refused, with a journal on the share. Return what it says."""
    ran = run(share, lacks, "--journal", str(share / "journal.db"), *words)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1), ran.stderr
    return ran.stderr.removeprefix("mouseboard: ").strip()


def test_a_new_journal_is_refused_there_with_the_true_reason(share: Path, lacks: str) -> None:
    journal = share / "journal.db"
    assert refused(share, lacks, *PLAY).startswith(f"journal {journal} cannot be kept there: {WHY}; name a file on ")
    assert not journal.exists()


def test_games_that_are_there_are_copied_by_the_command_that_the_refusal_names(share: Path, lacks: str) -> None:
    with Journal.open(share / "journal.db") as journal:
        journal.begin(rules.load("classic")).close()
    said = refused(share, lacks, *PLAY)
    (export,) = re.findall("`mouseboard (.*) FILE` copies games that are there already", said)
    copy = share.with_name("copy.db")
    assert run(share, lacks, *shlex.split(export), str(copy)).returncode == 0
    with Journal.open_existing(copy) as journal:
        assert journal.games() == [1]
