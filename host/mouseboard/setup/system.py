"""What is asked of systemd, udev and the host name; every other module of this room only reads and writes files."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from mouseboard.files import write_whole
from mouseboard.say import plain, say
from mouseboard.setup.facts import ROOT, SetupError

SERVICE = "mouseboard"
TV = "mouseboard-tv"
HOSTNAME = "etc/hostname"
OWN_LINE = re.compile(rb"^127\.0\.1\.1\s.*$", re.M)
"""The line of /etc/hosts for the computer itself, on Debian."""
FIRST_PAGE_S = 30.0
"""Seconds until the page answers, on a slow computer."""


def stop() -> None:
    """Stop the service, if there is one, so that nobody writes in its folder."""
    _run("systemctl", "stop", SERVICE, check=False)


def start() -> None:
    """Have udev and systemd read what was written, and start the service now and with the computer."""
    _renew_udev()
    _run("systemctl", "daemon-reload")
    _run("systemctl", "enable", "--quiet", SERVICE)
    _run("systemctl", "restart", SERVICE)


def disable() -> None:
    """Stop the service for good, before its unit is removed."""
    _run("systemctl", "disable", "--now", "--quiet", SERVICE, check=False)


def forget() -> None:
    """Have udev and systemd forget what was removed."""
    _renew_udev()
    _run("systemctl", "daemon-reload", check=False)
    _run("systemctl", "reset-failed", SERVICE, check=False)


def show_tv() -> None:
    """Show the page on the screen, now and whenever the computer starts."""
    _run("systemd-sysusers")
    _run("systemctl", "enable", "--quiet", TV)
    _run("systemctl", "restart", "--no-block", TV)  # it waits until the page answers


def hide_tv() -> None:
    """Give the screen back, and forget whose it was."""
    _run("systemctl", "disable", "--now", "--quiet", TV, check=False)
    _run("systemctl", "reset-failed", TV, check=False)
    _run("userdel", "--force", TV, check=False)  # the session ends a few seconds after its last program
    shutil.rmtree(ROOT / "var/lib" / TV, ignore_errors=True)


def answers(port: int) -> bool:
    """Wait until the page answers; return whether it does."""
    end = time.monotonic() + FIRST_PAGE_S
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        time.sleep(0.1)
    return False


def rename(old: str, new: str) -> None:
    """Give this computer another name, at once and for good."""
    write_name(ROOT, old, new)
    _run("hostname", new)
    if shutil.which("avahi-daemon"):
        _run("systemctl", "try-restart", "avahi-daemon", check=False)


def write_name(root: Path, old: str, new: str) -> None:
    """Write the name of the computer where Debian keeps it, and where the computer finds its own address."""
    hosts = root / "etc/hosts"
    before = hosts.read_bytes() if hosts.exists() else b""  # its comments may be in any encoding
    named = re.compile(rb"(?<![\w.-])" + re.escape(old.encode()) + rb"(?![\w-])")
    text, found = OWN_LINE.subn(lambda line: named.sub(new.encode(), line[0]), before)
    if not found:
        text = b"\n".join([*before.splitlines(), b"127.0.1.1\t" + new.encode(), b""])
    write_whole(hosts, text)
    write_whole(root / HOSTNAME, f"{new}\n".encode())


def written_name(root: Path) -> str:
    """Return the name that this computer gets when it starts."""
    name = root / HOSTNAME
    return name.read_text("utf-8", "replace").strip() if name.exists() else ""


def _renew_udev() -> None:
    if shutil.which("udevadm"):
        _run("udevadm", "control", "--reload", check=False)
        _run("udevadm", "trigger", "--attr-match=idVendor=2e8a", check=False)


def _run(*command: str, check: bool = True) -> bool:
    """Run a command and return whether it succeeded. Raises SetupError if it must and does not."""
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if check and ran.returncode:
        why = plain(" ".join(ran.stderr.split())) or str(ran.returncode)
        raise SetupError(say("`{command}` failed: {why}", command=" ".join(command), why=why))
    return ran.returncode == 0
