"""A fixture for the two ways to read a serial port."""

from __future__ import annotations

import sys

import pytest

POSIX_ONLY = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
WITH_POSIX, WITHOUT_POSIX = "posix", "no-posix"


@pytest.fixture(params=[WITH_POSIX, WITHOUT_POSIX])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The way to read a port: by the loop, as on POSIX, or by a thread, as on Windows, which lacks these modules."""
    if request.param == WITHOUT_POSIX:
        for name in POSIX_ONLY:
            monkeypatch.setitem(sys.modules, name, None)
    return str(request.param)
