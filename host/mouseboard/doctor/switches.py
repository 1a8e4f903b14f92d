"""Buttons, emergency stop and cage: contacts wired to the Pico itself, each tried in both of its states."""

from __future__ import annotations

from mouseboard.doctor.bench import Bench, step
from mouseboard.doctor.observations import Buttons, Switch
from mouseboard.doctor.talk import Question
from mouseboard.say import Say, say


async def examine_buttons(bench: Bench) -> Buttons:
    """Have each button pressed once. If they are good, they can answer questions from now on."""
    bench.buttons_answer = False
    closed = tuple(sorted(bench.table.closed_direct & {"a", "b"}))
    buttons = Buttons(closed, await _pressed(bench, "a"), await _pressed(bench, "b"))
    bench.buttons_answer = buttons == Buttons()
    return buttons


@step
async def _pressed(bench: Bench, button: str) -> tuple[str, ...]:
    """Return the contacts that close when a person presses the button."""
    question = Question(
        "press",
        say("Press button {button} once. (Pressed, and nothing happens? Enter)", button=button.upper()),
        button,
    )
    await bench.ask_or_feel(question, lambda change: change.closed)
    await bench.settle()
    return tuple(sorted({bench.name(change.contact) for change in bench.heard if change.closed}))


async def examine_stop(bench: Bench) -> Switch:
    """Have the emergency stop released, pressed and released. Return whether the rail had power in each state."""
    up = await _state(bench, "release stop", say("Release the emergency stop"), "rail", wanted=True)
    down = await _state(bench, "press stop", say("Press the emergency stop"), "rail", wanted=False)
    await _state(bench, "release stop", say("Release it again"), "rail", wanted=True)
    return Switch(up, down)


async def examine_cage(bench: Bench) -> Switch:
    """Have the cage set up, let down and set up again. Return whether its contact was closed in each state."""
    up = await _state(bench, "cage up", say("Set the trap: the cage is up"), "cage", wanted=False)
    down = await _state(bench, "cage down", say("Let the cage down by hand"), "cage", wanted=True)
    await _state(bench, "cage up", say("Set the trap again"), "cage", wanted=False)
    return Switch(up, down)


@step
async def _state(bench: Bench, task: str, text: Say, contact: str, wanted: bool) -> bool:
    """Return whether a contact is closed after a task. If it changes as wanted, that answers the question."""
    question = Question(task, say("{todo}. (Done, and nothing happens? Enter)", todo=text))
    if (contact in bench.table.closed_direct) == wanted:
        question = Question(task, say("{todo}, then Enter.", todo=text))
    await bench.ask_or_feel(question, lambda change: bench.name(change.contact) == contact and change.closed == wanted)
    await bench.settle()
    return contact in bench.table.closed_direct
