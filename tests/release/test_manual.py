"""The manual page has every command and option, as the command line explains them."""

from __future__ import annotations

import re

from release.facts import this_release
from release.manual import manual


def test_the_manual_has_each_command_with_its_options_once() -> None:
    commands = re.findall(r"^\.SS mouseboard ([a-z0-9 \\-]+?) \[", manual(this_release()), re.M)
    assert {"play", "serve", "table flash", "log resume", "help"} <= set(commands)
    assert len(commands) == len(set(commands))
