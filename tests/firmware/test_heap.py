"""On a real MicroPython: code that runs every millisecond takes no heap, so garbage collection never delays it."""

from pathlib import Path

import pytest
from tests.firmware.program import run

PROGRAM = Path(__file__).with_name("heap.py")
PLAY = Path(__file__).with_name("heap_of_play.py")


@pytest.fixture(scope="module")
def taken(micropython: str) -> dict[str, list[int]]:
    lines = run(micropython, PROGRAM).splitlines()
    return {line.split()[0]: [int(figure) for figure in line.split()[1:]] for line in lines}


def test_ten_thousand_scans_with_changing_contacts_take_no_heap(taken: dict[str, list[int]]) -> None:
    heap, events = taken["scans"]
    assert heap == 0
    assert events > 1000  # contacts really changed


def test_whole_passes_without_a_host_take_no_heap(taken: dict[str, list[int]]) -> None:
    assert taken["passes"] == [0]


def test_lamp_refreshes_take_no_heap(taken: dict[str, list[int]]) -> None:
    assert taken["refreshes"] == [0]


def test_polls_and_their_replies_take_no_heap(taken: dict[str, list[int]]) -> None:
    heap, sent = taken["polls"]
    assert heap == 0
    assert sent > 500 * len(b"3 ok 5120 0 - - 0 1e316f2e\n")  # the replies really left


def test_changes_that_are_told_and_acknowledged_take_no_heap(taken: dict[str, list[int]]) -> None:
    heap, sent, told, acknowledged = taken["changes"]
    assert heap == 0
    assert sent > 500 * len(b"0 events 1 7300 10+0 f7da3025\n")
    assert told >= acknowledged == 500


@pytest.mark.parametrize("seconds", [60, pytest.param(3600, marks=pytest.mark.campaign)])
def test_play_leaves_nothing_on_the_heap(seconds: int, micropython: str) -> None:
    heap, events, turns = (int(figure) for figure in run(micropython, PLAY, str(seconds)).split())
    assert heap == 0
    assert events > 2 * seconds and turns > seconds // 20  # the host really played
