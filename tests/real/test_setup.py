"""`mouseboard setup` on a bare Debian 12 with a real systemd: after a power cut in mid-game it needs nobody."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.real.debian import Booted, Debian, debian
from tests.real.tools import need
from tests.web.served import until

from mouseboard.setup import Answers, Facts, files
from release.__main__ import build_wheel
from release.deb import TARGETS, build
from release.facts import this_release

pytestmark = pytest.mark.real

ALONE = "--private-network"
"""Else the computer would share the ports of this machine."""
LEAST_EXPOSED = "14"
"""The limit for `systemd-analyze security`, in tenths."""
JOURNAL = "/var/lib/mouseboard/journal.db"
TABLE = "/run/table"

VISIT = """
import json, subprocess, sys, urllib.request
said = subprocess.run(["journalctl", "-b", "-u", "mouseboard", "-o", "cat"], capture_output=True, text=True).stdout
link = [line for line in said.splitlines() if line.startswith("page: ")][-1].removeprefix("page: ")
page, _, token = link.partition("?token=")
browser = urllib.request.build_opener()
browser.addheaders = [("Authorization", "Bearer " + token)]
if len(sys.argv) > 1:
    headers = {"Origin": page.rstrip("/"), "Content-Type": "application/json"}
    browser.open(urllib.request.Request(page + "lobby", sys.argv[1].encode(), headers))
for line in browser.open(page + "events"):
    if line.startswith(b"data: ") and b'"at"' in line:
        print(line.removeprefix(b"data: ").decode())
        break
"""
"""Open the page as its host does, post to the lobby, and print the first picture."""


@pytest.fixture(scope="module")
def computer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Debian]:
    """A Debian 12 with Mouseboard, and with Anna, who has played a game."""
    need("dpkg-deb")
    folder, release = tmp_path_factory.mktemp("setup"), this_release()
    (target,) = (each for each in TARGETS if (each.codename, each.architecture) == ("bookworm", "amd64"))
    package = build(release, build_wheel(release, folder), target, folder)
    with debian("bookworm", folder) as computer:
        shutil.copy(package, computer.root / "root" / package.name)
        computer.run("apt-get", "install", "--yes", "--no-install-recommends", f"/root/{package.name}", "udev")
        computer.run("useradd", "--create-home", "anna")
        computer.run("su", "anna", "-c", "mouseboard play pantry --auto --seed 1")
        (computer.root / "root/visit.py").write_text(VISIT)
        yield computer


def set_up(on: Booted, *words: str) -> str:
    return on.run("env", "SUDO_USER=anna", "mouseboard", "setup", "--yes", *words).stdout


def visit(on: Booted, **posted: object) -> dict[str, Any]:
    """Open the page as its host, perhaps post to the lobby, and return what is shown."""
    words = [json.dumps(posted)] if posted else []
    shown: dict[str, Any] = json.loads(on.run("python3", "/root/visit.py", *words).stdout)
    return shown


def is_served(on: Booted) -> bool:
    return on.run("python3", "/root/visit.py", check=False).returncode == 0


def game_on(on: Booted) -> int | None:
    """Return the number of the game that the page shows."""
    number: int | None = visit(on).get("game", {}).get("number")
    return number


def begin(on: Booted, **choice: str) -> int:
    """Begin a game, and return its number."""
    visit(on, begin={"game": "barriers", "seats": [{}, {}], **choice})
    until(lambda: game_on(on) is not None)
    return game_on(on) or 0


def test_a_game_goes_on_by_itself_after_a_power_cut_and_undo_gives_all_games_back(computer: Debian) -> None:
    with computer.booted(ALONE) as on:
        said = set_up(on)
        assert "The games of anna move to /var/lib/mouseboard." in said
        assert "\nThe page: http://" in said
        assert on.run("systemctl", "is-enabled", "mouseboard").stdout == "enabled\n"
        assert (
            f"`sudo mouseboard log list --journal {JOURNAL}`"
            in on.run("su", "anna", "-c", "mouseboard log list").stdout
        )
        number = begin(on)
    with computer.booted(ALONE) as on:
        until(lambda: is_served(on))
        until(lambda: game_on(on) == number)
        set_up(on)  # as after an update
        until(lambda: game_on(on) == number)
        assert len(on.run("mouseboard", "log", "list", "--journal", JOURNAL).stdout.splitlines()) == 2
        set_up(on, "--undo")
        games = on.run("su", "anna", "-c", "mouseboard log list").stdout
        assert [line.split()[3] for line in games.splitlines()] == ["barriers,", "pantry,"]
        assert on.run("systemctl", "is-active", "mouseboard", check=False).stdout == "inactive\n"
        left = on.run("find", "/etc", "/var/lib", "-newer", "/root/visit.py", "-name", "*mouseboard*").stdout
        assert left == ""


def test_a_table_is_waited_for_after_boot_and_a_program_that_has_it_is_named_to_root(computer: Debian) -> None:
    with computer.booted(ALONE) as on:
        set_up(on)
        plug_in(on)
        number = begin(on, table=TABLE)
    with computer.booted(ALONE) as on:
        until(lambda: is_served(on))
        until(lambda: "as soon as the table is there" in visit(on)["prompt"])
        assert f"game {number} waits for its table: {TABLE}: no such port" in log(on)
        plug_in(on)
        until(lambda: game_on(on) == number)
        assert "busy: mouseboard (process " in on.run("mouseboard", "table", "doctor", TABLE, check=False).stderr


OTHER = """
import os, socket
page = socket.create_server(("", 8700))
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
while page.accept(): pass
"""
"""A program that takes the page's port, and tells systemd as soon as it has it."""


def test_a_page_whose_port_is_taken_comes_once_that_is_free(computer: Debian) -> None:
    with computer.booted(ALONE) as on:
        on.run("systemd-run", "--unit=other", "--service-type=notify", "python3", "-c", OTHER)
        assert "python3 (process " in set_up(on)
        until(lambda: "port 8700 is taken by a program of root" in log(on))
        on.run("systemctl", "kill", "other")
        until(lambda: is_served(on))


def test_systemd_finds_nothing_wrong_with_the_unit_and_little_exposed(tmp_path: Path) -> None:
    unit, *_ = files(Facts(("/bin/true",)), Answers("en", 8700, "mousebox"))
    (tmp_path / "mouseboard.service").write_text(unit.text)
    analyze = [need("systemd-analyze"), "--no-pager"]
    checked = subprocess.run([*analyze, "verify", "mouseboard.service"], cwd=tmp_path, capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    limits = ["--offline=yes", f"--threshold={LEAST_EXPOSED}"]
    rated = subprocess.run([*analyze, "security", *limits, "mouseboard.service"], cwd=tmp_path, capture_output=True)
    assert rated.returncode == 0, rated.stdout[-100:]


def test_the_package_goes_and_the_games_stay_if_their_user_is_gone(computer: Debian) -> None:
    computer.run("useradd", "--create-home", "carl")
    computer.run("su", "carl", "-c", "mouseboard play pantry --auto --seed 1")
    with computer.booted(ALONE) as on:
        on.run("mouseboard", "setup", "--undo", "--yes", check=False)  # of the test before, whose games are Anna's
        on.run("env", "SUDO_USER=carl", "mouseboard", "setup", "--yes")
        on.run("userdel", "--remove", "carl")
        said = on.run("apt-get", "remove", "--yes", "mouseboard").stdout
        assert "The games stay in /var/lib/mouseboard: there is no user carl here." in said
        assert on.run("find", "/etc", "-name", "*mouseboard*").stdout == ""
        assert on.run("ls", "/var/lib/private/mouseboard/journal.db", check=False).returncode == 0
        on.run("sh", "-c", "apt-get install --yes --no-install-recommends /root/mouseboard_*.deb")
        set_up(on)
        set_up(on, "--undo")
        assert len(on.run("su", "anna", "-c", "mouseboard log list").stdout.splitlines()) >= 2


def plug_in(on: Booted) -> None:
    """Put a simulated table behind a port that the service may open."""
    sim = f"exec mouseboard table sim --path {TABLE} --game barriers"
    on.run("systemd-run", "--unit=table", "--property=StandardInput=null", "sh", "-c", f"sleep infinity | {sim}")
    until(lambda: on.run("chmod", "666", TABLE, check=False).returncode == 0)


def log(on: Booted) -> str:
    return on.run("journalctl", "-b", "-u", "mouseboard", "-o", "cat").stdout
