"""The page on this computer's own screen: one browser, nothing else, and nobody has to touch it."""

from __future__ import annotations

import shutil
from pathlib import Path

from mouseboard.say import say
from mouseboard.setup.facts import ROOT, SetupError
from mouseboard.setup.games import JOURNAL

BROWSERS = ("chromium", "chromium-browser")
"""The names of Chromium on Debian, and on older releases of Raspberry Pi OS."""
NEEDED = ("cage", "Xwayland")
"""Cage does not start without Xwayland, although Debian's package does not ask for it."""
DESKTOP = "etc/systemd/system/display-manager.service"
"""The link that a desktop makes. The page beside it is opened in a browser of the desktop."""

USER = "mouseboard-tv"

SYSUSERS = f"""\
# Made by `mouseboard setup --tv`: whoever the screen belongs to. Nobody logs in as this user.
u {USER} - "Mouseboard on the TV" /var/lib/{USER}
"""

UNIT = """\
# Made by `mouseboard setup --tv`, which writes it anew. Changes of your own are kept by `systemctl edit mouseboard-tv`.
[Unit]
Description=Mouseboard on this computer's screen
Wants=mouseboard.service dbus.socket systemd-logind.service
After=mouseboard.service dbus.socket systemd-logind.service systemd-user-sessions.service plymouth-quit-wait.service
# It has the first console to itself. On a computer with a desktop the screen is the desktop's.
Conflicts=getty@tty1.service
After=getty@tty1.service
ConditionPathExists=/dev/tty1
ConditionPathExists=!/etc/systemd/system/display-manager.service
StartLimitIntervalSec=0

[Service]
Type=simple
User={user}
StateDirectory={user}
RuntimeDirectory={user}
RuntimeDirectoryMode=0700
# The secret by which the page shows the code for phones. Until mouseboard.service has made it, this one starts again.
LoadCredential=screen:/{journal}-screen
# It waits for the page: a browser that finds none shows an error, and may not look again for long.
# It opens a file that leads to the page, because everybody on this computer can read the words of a command.
# A power cut leaves the browser's lock, with the computer's name. If that changes, the browser believes that another
# computer uses its folder, and shows nothing.
# When the page crashes, the browser stays and shows a sad face. So it is ended if it holds no connection to the page.
# -s: Ctrl-Alt-F2 leads to a console, for whoever looks after this computer.
ExecStart=/bin/bash -c 'until (: </dev/tcp/127.0.0.1/{port}) 2>/dev/null; do sleep 1; done; \\
  secret=$$(cat "$$CREDENTIALS_DIRECTORY/screen"); \\
  link="$$RUNTIME_DIRECTORY/tv.html"; \\
  echo "<meta http-equiv=refresh content=0;url=http://127.0.0.1:{port}/tv?token=$$secret>" >"$$link"; \\
  rm -f "$$STATE_DIRECTORY"/chromium/Singleton*; \\
  while sleep 60 && kill -0 $$$$; do \\
    (: </dev/tcp/127.0.0.1/{port}) && \\
      ! grep -qE ":{hex_port} 01 [^ ]+ [^ ]+ [^ ]+ +$$UID " /proc/net/tcp && kill $$$$; \\
  done >/dev/null 2>&1 & \\
  exec cage -s -- "$$@" "file://$$link"' tv \\
  {browser} {options} --accept-lang={language}
# The compositor ends when the TV is switched off, and the browser or its page may crash.
Restart=always
RestartSec=2
TimeoutStopSec=5

# A session at the console, by which systemd-logind hands over screen, graphics and sound.
PAMName=login
TTYPath=/dev/tty1
TTYReset=yes
TTYVHangup=yes
TTYVTDisallocate=yes
StandardInput=tty-fail
StandardOutput=journal
UtmpIdentifier=tty1
UtmpMode=user

# It talks to this computer alone and changes nothing of the system.
IPAddressDeny=any
IPAddressAllow=localhost
ProtectSystem=full
InaccessiblePaths=-/home -/root
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes

[Install]
WantedBy=multi-user.target
"""

OPTIONS = (
    "--kiosk",
    "--ozone-platform=wayland",
    f"--user-data-dir=/var/lib/{USER}/chromium",
    "--autoplay-policy=no-user-gesture-required",
    "--disable-component-update",
    "--disable-features=Translate",
    "--hide-crash-restore-bubble",
    "--no-default-browser-check",
    "--no-first-run",
    "--noerrdialogs",
    "--password-store=basic",
)
"""Options of Chromium: one page, its sounds, and no question to anybody."""


def unit(browser: str, port: int, language: str) -> str:
    """Return the unit that shows the page in this browser, a Chromium."""
    return UNIT.format(
        user=USER,
        browser=browser,
        options=" ".join(OPTIONS),
        port=port,
        hex_port=f"{port:04X}",
        language=language,
        journal=JOURNAL,
    )


def find_browser(root: Path = ROOT, path: str | None = None) -> str:
    """Return the browser, from the `path` where programs are. Raises SetupError if the screen cannot show it."""
    if (root / DESKTOP).is_symlink():
        line = "this computer has a desktop: open the host's link for a TV in its browser, then press F11"
        raise SetupError(say(line))
    found = next(filter(None, (shutil.which(name, path=path) for name in BROWSERS)), None)
    if found is None or not all(shutil.which(name, path=path) for name in NEEDED):
        raise SetupError(say("the screen needs three programs: `sudo apt install cage chromium xwayland`"))
    return found
