"""The typed requests: the frame of each, the value of its answer, and answers that are refused."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

import mouseboard
from mouseboard.link import LinkError, Nonsense, Power, Requests, TableStats, answers
from mouseboard.link.answers import Fields, TableInfo

STATS = "now=5000 samples=4990 events=9 lost=3 good=50 bad=2 sent=60 errors=1 cleared=4 heap=98304 reset=watchdog"


T = TypeVar("T")


class Canned(Requests):
    """A table that gives the same answer to everything."""

    def __init__(self, answer: str) -> None:
        self.asked: list[str] = []
        self._answer = tuple(answer.split())

    async def read(self, reader: Callable[[Fields], T], verb: str, *fields: str) -> T:
        self.asked.append(" ".join((verb, *fields)))
        return answers.read(verb, self._answer, reader)


Request = Callable[[Requests], Awaitable[object]]


def ask(request: Request, answer: str) -> tuple[list[str], object]:
    """Return what went over the line, and the value of the answer."""

    async def main() -> tuple[list[str], object]:
        table = Canned(answer)
        value = await request(table)
        return table.asked, value

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("request_", "line", "answer", "value"),
    [
        (lambda table: table.tone(440, 100), "tone 440 100", "", None),
        (lambda table: table.jog(1500), "jog 1500", "", None),
        (lambda table: table.setting("watch"), "get watch", "4000", 4000),
        (lambda table: table.set_setting("watch", 2500), "set watch 2500", "2500 5be0c1d2", "5be0c1d2"),
        (lambda table: table.blind_inputs(), "get blind", "4104", frozenset({3, 12})),
        (lambda table: table.set_blind_inputs((12, 3)), "set blind 4104", "4104 5be0c1d2", None),
        (lambda table: table.power(), "power", "4870 640", Power(4870, 640)),
        (lambda table: table.chain_good(), "chain", "good", True),
        (lambda table: table.chain_good(), "chain", "bad", False),
        (
            lambda table: table.table_stats(),
            "stats",
            STATS,
            TableStats(5000, 4990, 9, 3, 50, 2, 60, 1, 4, 98304, "watchdog"),
        ),
        (
            lambda table: table.table_stats(),
            "stats",
            STATS + " noise=17",
            TableStats(5000, 4990, 9, 3, 50, 2, 60, 1, 4, 98304, "watchdog", noise=17),
        ),
    ],
)
def test_each_request_is_sent_as_its_frame_and_its_answer_becomes_a_value(
    request_: Request, line: str, answer: str, value: object
) -> None:
    assert ask(request_, answer) == ([line], value)


def test_additional_fields_of_a_later_firmware_are_ignored() -> None:
    assert ask(lambda table: table.power(), "4870 640 21")[1] == Power(4870, 640)
    assert ask(lambda table: table.table_stats(), STATS + " moon=full")[1] is not None


def test_an_uncounted_heap_is_none() -> None:
    _, stats = ask(lambda table: table.table_stats(), STATS.replace("98304", "-1"))
    assert isinstance(stats, TableStats) and stats.heap is None


@pytest.mark.parametrize(
    ("request_", "answer"),
    [
        (lambda table: table.setting("watch"), ""),
        (lambda table: table.setting("watch"), "long"),
        (lambda table: table.setting("watch"), "-1"),
        (lambda table: table.setting("watch"), "1_000"),
        (lambda table: table.setting("watch"), "9" * 200),
        (lambda table: table.power(), "4870"),
        (lambda table: table.power(), "4870 much"),
        (lambda table: table.chain_good(), "perhaps"),
        (lambda table: table.table_stats(), "now=5000"),
        (lambda table: table.table_stats(), "now"),
    ],
)
def test_a_malformed_answer_raises_one_clear_link_error(request_: Request, answer: str) -> None:
    with pytest.raises(Nonsense, match=rf"^the table speaks nonsense: .*; to `\w+` came `{answer}`$") as caught:
        ask(request_, answer)
    assert isinstance(caught.value, LinkError)


@pytest.mark.parametrize(("later", "chip"), [("", "unknown"), (" rp2350", "rp2350"), (" rp2350 more", "rp2350")])
def test_an_older_hello_lacks_the_chip_and_a_newer_one_may_tell_more(later: str, chip: str) -> None:
    info = TableInfo.read(tuple(f"1 0.1.0 9f3c 81 81 5be0c1d2 power-on good{later}".split()))
    assert (info.chip, info.chain_good) == (chip, True)


@pytest.mark.parametrize(("inputs", "first"), [(8, 8), (9, 16), (81, 88), (144, 144)])
def test_the_direct_contacts_come_after_the_last_byte_of_the_chain(inputs: int, first: int) -> None:
    info = TableInfo("1", "0.1.0", "9f3c", inputs, 81, "5be0c1d2", "power-on", chain_good=True)
    assert [info.direct(name) for name in ("cage", "a", "b", "rail")] == [first, first + 1, first + 2, first + 3]
    assert [info.direct_name(number) for number in range(first, first + 5)] == ["cage", "a", "b", "rail", None]
    assert info.direct_name(inputs - 1) is None


ABOVE = [
    path
    for path in Path(mouseboard.__file__).parent.rglob("*.py")
    if path.relative_to(Path(mouseboard.__file__).parent).parts[0] != "link"
]


def test_only_the_link_knows_the_words_of_the_line() -> None:
    """Other rooms may use the numbers of contacts. Verbs and frames belong to the link."""
    used = {
        node.attr
        for path in ABOVE
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "wire"
    }
    assert used == {"DIRECT", "direct_start"}
