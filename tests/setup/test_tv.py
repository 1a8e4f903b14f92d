"""What shows the page on this computer's own screen."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from mouseboard.setup import Answers, Facts, SetupError, files
from mouseboard.setup.tv import DESKTOP, find_browser, unit

FACTS = Facts(("/usr/bin/mouseboard",))


def programs(folder: Path, *names: str) -> str:
    """Make programs of these names, and return the path to look for them."""
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return str(folder)


def test_only_who_wants_the_screen_gets_a_unit_and_a_user_for_it() -> None:
    without = {file.path for file in files(FACTS, Answers("en", 8700, "pi"))}
    made = {file.path: file.text for file in files(FACTS, Answers("de", 8800, "pi", browser="/usr/bin/chromium"))}
    assert made.keys() - without == {"etc/sysusers.d/mouseboard-tv.conf", "etc/systemd/system/mouseboard-tv.service"}
    text = made["etc/systemd/system/mouseboard-tv.service"]
    assert "</dev/tcp/127.0.0.1/8800" in text and "\n  /usr/bin/chromium --kiosk " in text
    assert "\nLoadCredential=screen:/var/lib/mouseboard/journal.db-screen\n" in text and " --accept-lang=de\n" in text
    assert "u mouseboard-tv " in made["etc/sysusers.d/mouseboard-tv.conf"]


def test_either_name_of_chromium_is_found(tmp_path: Path) -> None:
    path = programs(tmp_path, "cage", "Xwayland", "chromium-browser")
    assert find_browser(tmp_path, path) == f"{path}/chromium-browser"
    programs(tmp_path, "chromium")
    assert find_browser(tmp_path, path) == f"{path}/chromium"


@pytest.mark.parametrize("there", [[], ["cage", "Xwayland"], ["chromium", "cage"], ["chromium", "Xwayland"]])
def test_a_program_that_is_missing_is_named_with_the_way_to_get_it(there: list[str], tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="`sudo apt install cage chromium xwayland`"):
        find_browser(tmp_path, programs(tmp_path, *there))


def test_a_desktop_keeps_its_screen_and_its_owner_is_told_what_to_open(tmp_path: Path) -> None:
    desktop = tmp_path / DESKTOP
    desktop.parent.mkdir(parents=True)
    desktop.symlink_to("/lib/systemd/system/lightdm.service")
    with pytest.raises(SetupError, match="open the host's link for a TV in its browser"):
        find_browser(tmp_path, programs(tmp_path, "cage", "Xwayland", "chromium"))


def run(folder: Path, port: int, secret: str, cage: str, sleep: str = "exit 1") -> subprocess.CompletedProcess[str]:
    """Run what the unit starts, with this secret, and with these scripts as its compositor and as `sleep`."""
    programs(folder, "cage", "sleep")
    (folder / "cage").write_text(f"#!/bin/bash\n{cage}\n")
    (folder / "sleep").write_text(f"#!/bin/bash\n{sleep}\n")
    (folder / "screen").write_text(secret)
    lines = unit("/usr/bin/chromium", port, "en").replace("\\\n", " ").replace("$$", "$").splitlines()
    (command,) = (line.removeprefix("ExecStart=") for line in lines if line.startswith("ExecStart="))
    env = dict.fromkeys(("CREDENTIALS_DIRECTORY", "RUNTIME_DIRECTORY", "STATE_DIRECTORY"), str(folder))
    env["PATH"] = f"{folder}:{os.environ['PATH']}"
    return subprocess.run(shlex.split(command), env=env, capture_output=True, text=True, timeout=60)


def started(folder: Path, port: int, secret: str) -> str:
    """Run what the unit starts, with this secret, and return the words that its compositor gets."""
    ran = run(folder, port, secret, 'echo "$@"')
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells who is connected")
@pytest.mark.parametrize("is_shown", [True, False])
def test_a_browser_whose_page_has_crashed_is_ended_and_no_other(is_shown: bool, tmp_path: Path) -> None:
    """A minute is short here: `sleep` counts as soon as the browser is there, and it stays for three of them."""
    with socket.create_server(("127.0.0.1", 0)) as page:
        port = page.getsockname()[1]
        connect = f"exec 3<>/dev/tcp/127.0.0.1/{port}" if is_shown else ":"
        minutes = f"$(cat {tmp_path}/minutes | wc -l)"
        cage = f"{connect}; touch {tmp_path}/minutes; until [ {minutes} -ge 4 ]; do /bin/sleep 0.01; done"
        sleep = f"until [ -e {tmp_path}/minutes ]; do /bin/sleep 0.01; done; echo >>{tmp_path}/minutes; /bin/sleep 0.01"
        ran = run(tmp_path, port, "secret", cage, sleep)
    assert ran.returncode == (0 if is_shown else -signal.SIGTERM)


def test_the_browser_is_led_to_the_page_by_a_secret_that_no_other_user_can_read(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as page:
        port = page.getsockname()[1]
        words = started(tmp_path, port, "secret-of_22-characters")
    assert words.startswith("-s -- /usr/bin/chromium --kiosk ")
    assert words.endswith(f" --accept-lang=en file://{tmp_path}/tv.html\n")
    assert "secret-of" not in words
    opened = f"0;url=http://127.0.0.1:{port}/tv?token=secret-of_22-characters"
    assert (tmp_path / "tv.html").read_text() == f"<meta http-equiv=refresh content={opened}>\n"


def test_a_lock_that_the_browser_left_under_another_name_of_the_computer_is_removed(tmp_path: Path) -> None:
    profile = tmp_path / "chromium"
    profile.mkdir()
    (profile / "SingletonLock").symlink_to("old-name-1234")
    (profile / "Cookies").touch()
    with socket.create_server(("127.0.0.1", 0)) as page:
        started(tmp_path, page.getsockname()[1], "secret")
    assert list(profile.iterdir()) == [profile / "Cookies"]


@pytest.mark.real
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    path = programs(tmp_path, "cage", "chromium")
    file = tmp_path / "mouseboard-tv.service"
    file.write_text(unit(f"{path}/chromium", 8700, "en"))
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True)
    ours = [line for line in checked.stderr.splitlines() if "mouseboard-tv" in line]
    assert shutil.which("systemd-analyze") and (checked.returncode, ours) == (0, [])
