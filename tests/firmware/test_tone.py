"""The buzzer."""

import pytest
from tests.firmware.board import Table


def test_a_tone_ends_after_its_time(agreed: Table) -> None:
    assert agreed.ask("tone", "440", "100") == "ok"
    assert agreed.hardware.tone_hz == 440
    agreed.run(98)
    assert agreed.hardware.tone_hz == 440
    agreed.run(2)
    assert agreed.hardware.tone_hz == 0


@pytest.mark.parametrize(
    ("hz", "ms", "answer"),
    [
        ("19", "100", "no field hz"),
        ("440", "5001", "no field ms"),
        ("440", "0", "no field ms"),
        ("la", "1", "no field number"),
    ],
)
def test_an_impossible_tone_is_refused(agreed: Table, hz: str, ms: str, answer: str) -> None:
    assert agreed.ask("tone", hz, ms) == answer
    assert agreed.hardware.tone_hz == 0


def test_a_tone_ends_when_the_host_falls_silent(agreed: Table) -> None:
    agreed.ask("tone", "440", "5000")
    agreed.run(1001)
    assert agreed.hardware.tone_hz == 0


def test_a_tone_ends_with_a_fault(agreed: Table) -> None:
    agreed.ask("tone", "440", "5000")
    agreed.controller.guard.trip("test")
    agreed.ask("poll")
    assert agreed.hardware.tone_hz == 0
    assert agreed.ask("tone", "440", "100") == "no fault"
