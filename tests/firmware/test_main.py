"""The program that MicroPython starts, with the simulated table's hardware in place of the chip's."""

from __future__ import annotations

import runpy
import traceback
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from tests.firmware.board import fail

import mousetable
from mousetable.controller import Controller
from mousetable.settings import Settings
from mousetable.simulated import SimulatedHardware

MAIN = Path(mousetable.__file__).with_name("main.py")


class Hardware(SimulatedHardware):
    """Hardware on which time passes by itself, and whose person asks for the prompt after a second."""

    released = False

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)

    def wait(self, ms: int) -> None:
        self.time += 1
        if self.time == 1000:
            self.inbox += b"\x03\x03"

    def release(self) -> None:
        self.released = True


def run_main(
    controller: type[Controller] = Controller,
    kept: str | None = None,
    threshold: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Run the program until the prompt, with settings from a file. Return the names that a person finds there."""
    stand_ins: dict[str, Any] = {
        "gc": SimpleNamespace(threshold=threshold),
        "micropython": SimpleNamespace(kbd_intr=lambda _: None),
        "mousetable.chip.board": SimpleNamespace(PicoHardware=Hardware),
    }
    with (
        patch.dict("sys.modules", stand_ins),
        patch("mousetable.controller.Controller", controller),
        patch("mousetable.settings.Settings", lambda _: Settings(kept)),
    ):
        return runpy.run_path(str(MAIN))


class Failing(Controller):
    """A controller whose lamps fail."""

    def __init__(self, hardware: Any, settings: Settings) -> None:
        super().__init__(hardware, settings)
        self._running["lamps"] = fail


def test_a_person_at_the_prompt_finds_the_traceback_of_a_latched_fault() -> None:
    controller = run_main(Failing)["controller"]
    assert controller.guard.fault == "lamps-zerodivisionerror"
    assert "in fail" in "".join(traceback.format_exception(controller.error))


def test_garbage_is_collected_by_itself_only_until_play_begins() -> None:
    thresholds: list[int] = []
    in_play: list[int] = []

    class Watched(Controller):
        def step(self) -> int:
            in_play.append(thresholds[-1])
            return super().step()

    run_main(Watched, threshold=thresholds.append)
    assert thresholds[0] > 0
    assert set(in_play) == {-1}


def test_a_person_at_the_prompt_finds_the_outputs_at_rest_and_no_error() -> None:
    controller = run_main()["controller"]
    assert controller.error is None
    assert (controller._hardware.servo_us, controller._hardware.released) == (0, True)


def test_settings_that_are_refused_are_named_in_one_line_and_the_table_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "settings.json"
    kept.write_text("[" * 5000)
    assert run_main(kept=str(kept))["controller"].guard.fault == "-"
    assert capsys.readouterr().out == f"{kept}: refused, the defaults count: more than 1000 characters\n"
