"""Which program holds a file or a port of this computer. Linux tells, and of other users' programs only root."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from mouseboard.say import Say, plain, say

LISTENING = "0A"  # TCP_LISTEN in /proc/net/tcp


def holder_of(path: str) -> Say | None:
    """Return another program that has this file open."""
    with suppress(OSError):
        wanted = Path(path).stat()  # a container may have another file under the same path
        return _holder(lambda descriptor: os.path.samestat(descriptor.stat(), wanted))
    return None


def holder_of_port(port: int) -> Say | None:
    """Return the program that listens on this TCP port, or else whose program that is."""
    owners = dict(_listening(port))
    sockets = {f"socket:[{inode}]" for inode in owners}
    found = _holder(lambda descriptor: str(descriptor.readlink()) in sockets)
    return found or next((say("a program of {user}", user=_name(uid)) for uid in owners.values()), None)


def _holder(is_wanted: Callable[[Path], bool]) -> Say | None:
    for descriptor in Path("/proc").glob("[0-9]*/fd/*"):
        process = descriptor.parts[2]
        with suppress(OSError):  # it has ended, or is none of ours
            if process != str(os.getpid()) and is_wanted(descriptor):
                program = plain(Path("/proc", process, "comm").read_text("utf-8", "replace").strip())
                return say("{program} (process {number})", program=program, number=process)
    return None


def _listening(port: int) -> Iterator[tuple[str, int]]:
    """Yield the inode and the user of each socket that listens on this port."""
    for table in ("tcp", "tcp6"):
        with suppress(OSError):
            for row in Path("/proc/self/net", table).read_text("ascii").splitlines()[1:]:
                _, local, _, state, _, _, _, uid, _, inode, *_ = row.split()
                if state == LISTENING and int(local.rpartition(":")[2], 16) == port:
                    yield inode, int(uid)


def _name(uid: int) -> str:
    try:
        import pwd

        return pwd.getpwuid(uid).pw_name
    except (ImportError, KeyError):  # no such system, or no such user
        return str(uid)
