"""Senseless requests with valid checksums. The board answers or refuses each, and no task fails."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from tests.firmware.board import Table
from tests.link.liar import SENSELESS, spoil

from mouseboard.sim.firmware import FirmwareProcess, InThisProcess, OnMicroPython
from mouseboard.sim.trap import CALIBRATED
from mousetable import wire

CONTACTS = bytes((*[0] * 11, 0x08))
"""No place is occupied; the servo's rail has power."""

REQUESTS = [
    request.split()
    for request in (
        *(
            "hello 1",
            "agree b1 5be0c1d2",
            "poll",
            "bye",
            "stats",
            "chain",
            "power",
            "seen 3",
            "nak",
            "crank g1 classic",
        ),
        *("style a ff0000 pulse", f"lamps {'a.' * 40}a", "tone 440 100", "get watch", "set watch 4000", "jog 1500"),
    )
]


@pytest.mark.parametrize(
    ("request_", "reply"),
    [
        ("tone 1_000 100", "no field number"),
        ("tone +440 100", "no field number"),
        ("jog 1_500", "no field number"),
        ("jog -1500", "no field number"),
        ("set watch 4_000", "no field number"),
        (f"set watch {'9' * 200}", "no field 0-6000"),
        (f"tone {'9' * 100} {'9' * 100}", "no field hz"),
        (f"crank {'g' * 33} classic", "no field id"),
        ("crank g1 dance", "no field profile"),
        ("style ab ff0000 steady", "no field style"),
        ("get ?", "no field name"),
    ],
)
def test_the_refusal_of_a_senseless_field_names_it(agreed: Table, request_: str, reply: str) -> None:
    assert agreed.ask(*request_.split()) == reply


class Pest:
    """A host that sends senseless requests, as many at a time as the board reads at once."""

    def __init__(self, seed: int, board: FirmwareProcess) -> None:
        self._board = board
        self._random = Random(seed)
        self._now = 0
        self._splitter = wire.Splitter()
        self._seq = 0
        self._heard: list[tuple[int, list[str]]] = []

    def pester(self, frames: int) -> None:
        waiting = b""
        for number in range(frames):
            waiting += self._frame()
            if number % 3 == 0:
                self._run(waiting)
                waiting = b""
            if number % 1000 == 0:
                self.be_good()

    def be_good(self) -> None:
        """Let the board finish what is left, and open a session: without one it would refuse all requests for good."""
        for _ in range(5):
            self._run()
        build = self.ask("hello", str(wire.PROTOCOL))
        assert self.ask("agree", build[3], build[6]) == ["ok"]

    def ask(self, *words: str) -> list[str]:
        """Send a request and return the words of its reply."""
        self._seq = wire.next_seq(self._seq)
        self._run(wire.encode(self._seq, *words))
        return next(reply for seq, reply in reversed(self._heard) if seq == self._seq)

    def _run(self, arrived: bytes = b"") -> None:
        """Make one pass of the board. All that it sends must be valid frames."""
        self._now += 1
        self._heard.clear()
        sent = self._board.step(self._now & wire.CLOCK_MASK, CONTACTS, arrived, 4096).sent
        for line in self._splitter.feed(sent, len(sent)):
            frame = wire.decode(line)
            assert frame, f"the board sent no frame: {line!r}"
            self._heard.append(frame)

    def _frame(self) -> bytes:
        random = self._random
        words = random.choice(REQUESTS)
        if random.random() < 0.1:
            words = [random.choice((words[0], "dance")), *random.choices(SENSELESS, k=random.randrange(5))]
        elif random.random() < 0.7:
            words = spoil(words, random)
        seq = random.choice((0, 1, 2, random.randrange(1, wire.LAST_SEQ), 65536, 10**30))
        body = f"{seq} {' '.join(words)}".encode()[: wire.LONGEST - 10]
        return body + wire._checksum(body) + b"\n"


def pester(seed: int, frames: int, interpreter: str | None, folder: Path) -> None:
    """Pester a board with requests. No task may fail, and the free memory may not shrink."""
    start: tuple[str, str, dict[str, int]] = ("b1", "power-on", {})
    flash = folder / f"{seed}.json"
    flash.write_text(json.dumps(CALIBRATED))
    board = OnMicroPython(interpreter, flash, *start) if interpreter else InThisProcess(flash, *start)
    try:
        pest, free = Pest(seed, board), []
        for part in (frames // 10, frames - frames // 10):
            pest.pester(part)
            pest.be_good()
            stats = dict(word.split("=") for word in pest.ask("stats")[1:])
            assert pest.ask("poll")[5] == "-"
            assert stats["errors"] == "0"
            free.append(int(stats["heap"]))
        print(f"{frames} frames, {stats['good']} taken; free heap after a tenth and after all: {free} bytes")
        assert free[1] > free[0] - 20_000
    finally:
        board.stop()


@pytest.mark.real
def test_random_senseless_requests_make_no_task_fail(interpreter: str | None, tmp_path: Path) -> None:
    pester(1, 5_000, interpreter, tmp_path)


@pytest.mark.campaign
def test_a_million_senseless_requests_make_no_task_fail_and_fill_no_memory(
    interpreter: str | None, tmp_path: Path
) -> None:
    import resource  # POSIX

    pester(2, 100_000, interpreter, tmp_path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pester(3, 1_000_000, interpreter, tmp_path)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{grown} KiB more than after 100,000")
    assert grown < 20_000
