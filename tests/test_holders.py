"""Programs that hold a file or a port are named."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from mouseboard.holders import holder_of, holder_of_port

HOLD = "import socket, sys; file = open(sys.argv[1]); page = socket.create_server(('', 0)); "
TELL = "print(page.getsockname()[1], flush=True); input()"


def test_another_program_is_named_by_its_file_and_by_its_port(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    (tmp_path / "link").symlink_to("file")
    holding = [sys.executable, "-c", HOLD + TELL, str(file)]
    with subprocess.Popen(holding, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        port = int(program.stdout.readline())
        held = str(holder_of(str(tmp_path / "link")))
        assert held.endswith(f" (process {program.pid})")
        assert str(holder_of_port(port)) == held
        program.communicate("\n")
    assert holder_of(str(file)) is None
    assert holder_of_port(port) is None


def test_what_we_hold_ourselves_is_held_by_nobody_else(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w"):
        assert holder_of(str(tmp_path / "file")) is None


def test_a_port_of_a_program_that_we_may_not_look_into_is_named_by_its_user(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as page:
        assert str(holder_of_port(page.getsockname()[1])) == f"a program of {tmp_path.owner()}"


def test_a_user_has_a_number_where_names_cannot_be_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pwd", None)
    with socket.create_server(("127.0.0.1", 0)) as page:
        assert str(holder_of_port(page.getsockname()[1])) == f"a program of {os.getuid()}"
