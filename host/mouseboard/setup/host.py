"""The whole of a setup and of its undoing, in an order that loses nothing if it ends in between."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mouseboard.holders import holder_of_port
from mouseboard.say import Say
from mouseboard.setup import games, record, system
from mouseboard.setup.facts import ROOT, computer_name
from mouseboard.setup.plan import Answers, File
from mouseboard.setup.record import Record


def set_up(planned: Sequence[File], answers: Answers) -> tuple[list[Say], Say | None]:
    """Make this computer a host. Return what people must know, and the program that has the page's port, if any.

    Raises SetupError, StoreError, OSError.
    """
    name = computer_name()
    person = games.owner(answers.games_of) if answers.games_of else None
    if person:
        games.check_unused(person)
    system.stop()
    taken = holder_of_port(answers.port)
    notes = record.make(ROOT, planned, answers, name)
    try:
        if answers.name != name:
            system.rename(name, answers.name)
        if person:
            notes += games.take_along(person)
    finally:
        system.start()
    if answers.browser:
        system.show_tv()
    return notes, taken


def undo(made: Record, heir: str) -> list[Say]:
    """Take everything back, and give all games to `heir` if that can be done. Returns what people must know.

    Raises SetupError, OSError.
    """
    system.disable()
    if made.answers.browser:
        system.hide_tv()
    notes = games.give_back(heir)
    if is_renamed(made):
        system.rename(made.answers.name, made.was_called)
    notes += record.take_back(ROOT, made)
    system.forget()
    return notes


def is_renamed(made: Record, root: Path = ROOT) -> bool:
    """Return whether this computer still has the name that the setup gave it, and had another before."""
    return made.was_called != made.answers.name == system.written_name(root)
