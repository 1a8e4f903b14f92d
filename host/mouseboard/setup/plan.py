"""What a setup writes: a pure function from facts and answers to files."""

from __future__ import annotations

import msgspec

from mouseboard.say import Say, say
from mouseboard.setup import tv
from mouseboard.setup.facts import Facts, SetupError
from mouseboard.setup.unit import UNIT

SIGNS = "' \" \\ :"
"""What ends or changes a path in a unit; systemd reads each of them differently in different lines."""
UNIT_PATH = "etc/systemd/system/mouseboard.service"

RULES = """\
# Made by `mouseboard setup`. A Pico with MicroPython is no modem: ModemManager must not send it commands.
# brltty leaves it alone by itself: it asks for no USB id of Raspberry Pi (2e8a).
ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", ENV{ID_MM_DEVICE_IGNORE}="1"
"""

AVAHI = """\
<?xml version="1.0" standalone="no"?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<!-- Made by `mouseboard setup`: programs that look for pages in the network find the table's. -->
<service-group>
  <name replace-wildcards="yes">Mouseboard (%h)</name>
  <service>
    <type>_http._tcp</type>
    <port>{port}</port>
  </service>
</service-group>
"""


class Answers(msgspec.Struct, frozen=True):
    """What was asked."""

    language: str
    port: int
    name: str
    """The name of this computer in the network."""
    games_of: str = ""
    """The user whose games are taken along."""
    browser: str = ""
    """The browser that shows the page on this computer's own screen; empty without one."""


class File(msgspec.Struct, frozen=True):
    """A file to write, for everybody to read."""

    path: str
    """Without its leading slash, so that it can be made below any root."""
    text: str
    why: Say


def files(facts: Facts, answers: Answers) -> list[File]:
    """Return the files that make this system a host. Raises SetupError."""
    made = [
        File(UNIT_PATH, unit(facts, answers), say("the page starts with this computer, and again if it fails")),
        File("etc/udev/rules.d/60-mouseboard.rules", RULES, say("ModemManager leaves the table alone")),
    ]
    if facts.has_avahi:
        text = AVAHI.format(port=answers.port)
        made.append(File("etc/avahi/services/mouseboard.service", text, say("the network sees the table")))
    if answers.browser:
        text = tv.unit(answers.browser, answers.port, answers.language)
        made.append(
            File("etc/sysusers.d/mouseboard-tv.conf", tv.SYSUSERS, say("the screen belongs to a user of its own"))
        )
        made.append(File("etc/systemd/system/mouseboard-tv.service", text, say("the screen shows the page")))
    return made


def unit(facts: Facts, answers: Answers) -> str:
    """Return the unit of the service."""
    serve = ("serve", "--phones", "--port", str(answers.port), "--table", "auto", "--lang", answers.language)
    return UNIT.format(
        command=" ".join(map(_word, (*facts.command, *serve))),
        group=f"SupplementaryGroups={facts.group}\n" if facts.group else "",
        homes=_homes(facts.homes),
    )


def _homes(folders: tuple[str, ...]) -> str:
    if not folders:
        return "ProtectHome=yes"
    return "\n".join(["ProtectHome=tmpfs", *(f"BindReadOnlyPaths={_word(folder)}" for folder in folders)])


def _word(word: str) -> str:
    """Write a word so that systemd reads it as one, without specifiers. Raises SetupError if it cannot be written."""
    if not word.isprintable() or set(word) & set(SIGNS.split()):
        line = "systemd starts nothing from {path}: install Mouseboard in a folder without any of {signs}"
        raise SetupError(say(line, path=word, signs=SIGNS))
    word = word.replace("%", "%%")
    return f'"{word}"' if " " in word else word
