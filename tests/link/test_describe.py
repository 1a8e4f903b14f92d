"""The monitor's description of frames, for people."""

import re
from pathlib import Path

import pytest

import mousetable
from mouseboard.link.describe import Reader
from mousetable import wire

SESSION = (Path(mousetable.__file__).parents[1] / "LINE.md").read_text().split("## A session, annotated")[1]
FRAMES = re.findall(r"^    ([<>]) (.*) [0-9a-f]{8}$", SESSION, re.M)


def test_the_session_of_the_protocol_page_is_described_frame_by_frame() -> None:
    reader = Reader()
    assert [line for way, text in FRAMES if (line := reader.read(way, text))] == [
        "> hello in protocol 1",
        "< protocol 1, firmware 0.1.0, chip rp2040, start 9f3c after power-on, "
        "81 inputs, 81 lamps, settings 5be0c1d2, chain good",
        "> agrees to start 9f3c with settings 5be0c1d2",
        "< agree: ok",
        "< at 5.120 s change 0, closed: servo rail; crank never turned, no fault",
        "> lamps `a` are ff0000, pulse",
        "< style: ok",
        f"> 1 lamps lit: {'.' * 10}a{'.' * 70}",
        "< did not understand a line",
        f"> again: 1 lamps lit: {'.' * 10}a{'.' * 70}",
        "< lamps: ok",
        "< changes from 1, at 7.300 s: input 10 closed +0 ms, input 10 opened +41 ms",
        "< changes from 1, at 7.300 s: input 10 closed +0 ms, input 10 opened +41 ms, input 12 closed +390 ms",
        "> turn the crank, number g7-1, profile classic",
        "< crank: moving",
        "> turn the crank, number g7-1, profile classic",
        "< crank: moving",
        "> turn the crank, number g7-1, profile classic",
        "> again: turn the crank, number g7-1, profile classic",
        "< crank: caught",
    ]


def greeted(everything: bool = False) -> Reader:
    reader = Reader(everything)
    reader.read(">", "1 hello 1")
    reader.read("<", "1 ok 1 0.1.0 9f3c 12 12 5be0c1d2 power-on bad")
    return reader


@pytest.mark.parametrize(
    ("way", "text", "line"),
    [
        ("?", "Traceback (most recent call last):", "? no frame: Traceback (most recent call last):"),
        ("<", "0 gap 1 22", "< has lost the changes 1 to 22"),
        ("<", "0 events 3 1000 16+0 17-5 18+6 3-7", "< changes from 3, at 1.000 s: cage closed +0 ms, "),
        ("<", "9 ok late", None),
        (">", "0 seen 3", None),
        (">", "2 stats", None),
        (">", "2 jog 1500", "> jog 1500"),
    ],
)
def test_a_single_frame_is_described(way: str, text: str, line: str | None) -> None:
    read = greeted().read(way, text)
    assert read == line or (line is not None and read is not None and read.startswith(line))


def test_a_refusal_names_the_request() -> None:
    reader = greeted()
    reader.read(">", "2 crank g1 classic")
    assert reader.read("<", "2 no cage") == "< no to crank: cage"


def poll(reader: Reader, seq: int, answer: str) -> list[str]:
    return [line for line in (reader.read(">", f"{seq} poll"), reader.read("<", f"{seq} ok {answer}")) if line]


def test_heartbeats_are_described_only_with_news_or_on_request() -> None:
    quiet, full = greeted(), greeted(everything=True)
    assert len(poll(quiet, 2, "5000 0 000008 - -")) == 1
    assert poll(quiet, 3, "5200 0 000008 - -") == []
    assert poll(quiet, 4, "5400 1 010008 g1:caught rail") == [
        "< at 5.400 s change 1, closed: input 0, servo rail; crank g1:caught, fault rail"
    ]
    assert [len(poll(full, seq, "5000 0 000008 - -")) for seq in (2, 3)] == [2, 2]


def test_a_resent_heartbeat_is_described() -> None:
    reader = greeted()
    assert [reader.read(">", "2 poll"), reader.read(">", "2 poll")] == [None, "> again: poll"]


def test_every_verb_is_described() -> None:
    reader = greeted(everything=True)
    requests = (f"{wire.GET} watch", f"{wire.SET} watch 4000", f"{wire.TONE} 440 100", wire.CHAIN, wire.POLL)
    for seq, request in enumerate(requests, 5):
        assert reader.read(">", f"{seq} {request}") == f"> {request}"
