"""However a command is ended, it leaves no file that nobody will need."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.tty import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals send no signal")

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
COMMANDS = ("table sim", "play classic --page off", "serve classic --port 0")


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_is_ended_removes_its_simulated_table(
    start: Callable[..., subprocess.Popen[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    number: signal.Signals,
) -> None:
    for name in ("TMPDIR", "HOME", "XDG_RUNTIME_DIR"):
        (folder := tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(folder))
    with start(*command.split()) as running:
        end = time.monotonic() + PATIENCE
        while not list((tmp_path / "TMPDIR").glob("mousetable-*/settings.json")):
            assert time.monotonic() < end, "no simulated table"
            time.sleep(0.05)
        running.send_signal(number)
        assert running.wait(PATIENCE) == 130
    assert list((tmp_path / "TMPDIR").iterdir()) == []


def test_a_page_at_a_free_port_leaves_no_file_of_its_guests(
    start: Callable[..., subprocess.Popen[str]], journal: Path
) -> None:
    with start("serve", "--port", 0) as running:
        assert running.stdout
        assert running.stdout.readline().startswith("page: ")
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) == 130
    assert {path.name for path in journal.parent.iterdir()} == {"journal.db", "journal.db-screen"}
