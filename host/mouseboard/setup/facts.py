"""Facts about the system, gathered before anything is planned."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

import msgspec

import mousetable
from mouseboard import program
from mouseboard.say import Explained, say

ROOT = Path("/")
HOMES = ("/home", "/root")
"""The folders that a service with ProtectHome= does not see."""
SECURE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Where sudo looks for commands on Debian."""
AVAHI = "usr/sbin/avahi-daemon"
GROUPS = ("dialout", "uucp")
"""Groups that own serial ports: on Debian and its kin, on Arch and its kin."""


class SetupError(Explained):
    """The setup cannot be done; one line says why and what to do."""


class Facts(msgspec.Struct, frozen=True):
    """The facts about this system that the plan depends on."""

    command: tuple[str, ...]
    """How the service starts this program."""
    homes: tuple[str, ...] = ()
    """The folders of this program that lie in somebody's home."""
    group: str | None = GROUPS[0]
    """The group that serial ports belong to."""
    has_avahi: bool = True
    """Whether something here answers for NAME.local."""

    @classmethod
    def gather(cls, root: Path = ROOT) -> Self:
        return cls(_command(), _homes(), _group(), (root / AVAHI).exists())


def check_system(undo: bool, root: Path = ROOT, user: int | None = None) -> None:
    """Raise SetupError unless this user, by default the present one, is root on a Linux with systemd.

    An undo needs no systemd that runs: a package is also removed in a rescue shell.
    """
    if not undo and not (root / "run/systemd/system").is_dir():
        raise SetupError(say("this system has no systemd; `mouseboard serve --phones` serves as long as it runs"))
    if (os.geteuid() if user is None else user) != 0:
        command = as_root("setup", *(["--undo"] if undo else []))
        raise SetupError(say("this changes the system, which only root may do: `{command}`", command=command))


def as_root(*words: str) -> str:
    """Return this command as it is typed to run as root: by its path, if sudo would not find it."""
    command = _command()
    found = shutil.which("mouseboard", path=SECURE_PATH)
    is_found = found is not None and (str(Path(found).resolve()),) == command
    return " ".join(("sudo", *(("mouseboard",) if is_found else command), *words))


def computer_name() -> str:
    return socket.gethostname().partition(".")[0]


def _command() -> tuple[str, ...]:
    """Return the words that start this program, wherever from."""
    called = program.script()
    return (str(called.resolve()),) if called else (sys.executable, *program.MODULE)


def _homes() -> tuple[str, ...]:
    ours = (Path(str(module.__file__)).parent for module in (sys.modules["mouseboard"], mousetable))
    return tuple(within_homes((Path(sys.prefix), Path(sys.base_prefix), *ours)))


def within_homes(folders: Iterable[Path]) -> Iterator[str]:
    """Yield the folders that lie in somebody's home, but none that lies in another."""
    found: list[Path] = []
    for folder in sorted(set(folders)):
        if any(map(folder.is_relative_to, HOMES)) and not any(map(folder.is_relative_to, found)):
            found.append(folder)
            yield str(folder)


def _group() -> str | None:
    import grp

    here = {group.gr_name for group in grp.getgrall()}
    return next((group for group in GROUPS if group in here), None)
