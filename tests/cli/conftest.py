"""Fixtures for the command: a journal for each test, and the command in this process or in its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from mouseboard.cli import main

MOUSEBOARD = Path(sys.executable).with_name("mouseboard")


class Ran(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "journal.db"
    monkeypatch.setenv("MOUSEBOARD_JOURNAL", str(path))
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process: `run("play", "classic", "--auto")`."""

    def run(*arguments: object) -> Ran:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        return Ran(status, *capsys.readouterr())

    return run


@pytest.fixture
def start() -> Callable[..., subprocess.Popen[str]]:
    """Start a command in its own process, with pipes: `start("play", "classic", "--auto")`."""

    def start(*arguments: object) -> subprocess.Popen[str]:
        command = [str(MOUSEBOARD), *map(str, arguments)]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=os.environ)

    return start
