"""Senseless requests with right checksums: the board answers or refuses each, and nothing of it fails."""

from __future__ import annotations

from random import Random

import pytest
from tests.firmware.board import Table
from tests.link.liar import SENSELESS, spoil

from mousetable import wire

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
def test_a_field_that_makes_no_sense_is_named(agreed: Table, request_: str, reply: str) -> None:
    assert agreed.ask(*request_.split()) == reply


class Pest:
    """A host that asks senseless things of a board, as many at a time as a read of the board takes."""

    def __init__(self, seed: int) -> None:
        self.table = Table()
        self._random = Random(seed)

    def ask(self, frames: int) -> None:
        table, hardware = self.table, self.table.hardware
        for number in range(frames):
            hardware.inbox += self._frame()
            if number % 3 == 0:
                table.run(1)
            if number % 1000 == 0:
                table.heard.clear()
                self._be_good()

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

    def _be_good(self) -> None:
        """What is left of the session ends; otherwise it would be refused for good."""
        self.table.run(5)
        self.table.agree()
        self.table.heard.clear()


def pester(seed: int, frames: int) -> None:
    pest = Pest(seed)
    pest.ask(frames)
    table = pest.table
    table.run(50)
    assert (table.controller.error, table.controller.guard.errors, table.fault()) == (None, 0, "-")
    assert table.ask("stats").startswith("ok now=")


def test_senseless_requests_at_random_make_nothing_fail() -> None:
    pester(1, 10_000)


@pytest.mark.campaign
def test_a_million_senseless_requests_make_nothing_fail_and_fill_no_memory() -> None:
    import resource  # POSIX

    pester(2, 100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pester(3, 1_000_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{grown} KiB more than after 100,000")
    assert grown < 20_000
