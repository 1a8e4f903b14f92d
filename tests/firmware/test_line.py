"""The annotated session in LINE.md follows the frames of wire.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.firmware.board import Table

from mousetable import wire
from mousetable.requests import Requests

LINE = Path(__file__).parents[2] / "firmware" / "LINE.md"

Spoken = tuple[str, int, list[str]]


def marked_lines() -> list[tuple[str, bytes]]:
    session = LINE.read_text().partition("## A session, annotated")[2].partition("\n## ")[0]
    said = [line.strip() for line in session.splitlines() if line.startswith("    ")]
    return [(line[0], line[2:].encode()) for line in said if line[0] != "#"]


def spoken() -> list[Spoken]:
    """Return (mark, seq, words) of each line of the session that arrived whole."""
    found = []
    for mark, line in marked_lines():
        if mark != "x":
            frame = wire.decode(line)
            assert frame, f"no frame: {line!r}"
            found.append((mark, *frame))
    return found


def test_every_whole_line_of_the_session_is_a_valid_frame() -> None:
    assert len(spoken()) > 20


def test_a_spoilt_line_of_the_session_differs_by_one_bit_from_its_resend() -> None:
    lines = marked_lines()
    spoilt = [at for at, (mark, _) in enumerate(lines) if mark == "x"]
    assert spoilt
    for at in spoilt:
        line = lines[at][1]
        again = next(frame for mark, frame in lines[at + 1 :] if frame.split()[-1] == line.split()[-1])
        assert wire.decode(line) is None
        assert sum((a ^ b).bit_count() for a, b in zip(line, again, strict=True)) == 1


def test_each_request_of_the_session_is_answered_under_its_seq_before_the_next_one() -> None:
    outstanding: Spoken | None = None
    for mark, seq, words in spoken():
        if seq == 0:
            continue
        if mark == ">":
            assert outstanding in (None, (mark, seq, words))
            outstanding = (mark, seq, words)
        else:
            assert outstanding and outstanding[1] == seq and words[0] in (wire.OK, wire.NO)
            outstanding = None
    assert outstanding is None


def test_the_events_of_the_session_are_numbered_one_by_one_and_acknowledged() -> None:
    told = 0
    for mark, seq, words in spoken():
        if mark == "<" and words[0] == wire.EVENTS:
            assert [wire.read_item(text) for text in words[3:]]
            assert int(words[1]) <= told + 1
            told = int(words[1]) + len(words[3:]) - 1
        elif mark == ">" and words[0] == wire.SEEN:
            assert (seq, int(words[1])) == (0, told)
    assert told == 3


@pytest.mark.parametrize("verb", [wire.HELLO, wire.AGREE, wire.POLL, wire.STYLE, wire.LAMPS, wire.CRANK])
def test_the_session_shows_each_verb_of_a_game(verb: str) -> None:
    assert verb in {words[0] for _, _, words in spoken()}


def test_the_table_of_requests_has_a_row_for_each_verb_with_its_fields() -> None:
    requests = LINE.read_text().partition("## Requests")[2].partition("The fields of the reply")[0]
    rows = {verb: fields.count("<") for verb, fields in re.findall(r"^\| `(\w+)([^`]*)` \|", requests, re.M)}
    verbs = Requests(Table().controller.parts, chain_was_good=True).verbs
    assert rows == {wire.POLL: 0, **{verb.decode(): fields for verb, (_, fields) in verbs.items()}}


@pytest.mark.parametrize(
    ("name", "value"),
    [("DEADMAN_MS", "1000 ms"), ("HEARTBEAT_MS", "200 ms"), ("RESEND_FIRST_MS", "25 ms"), ("LONGEST", "255 bytes")],
)
def test_the_page_and_the_code_name_the_same_times_and_sizes(name: str, value: str) -> None:
    assert value.split()[0] == str(getattr(wire, name))
    assert value in LINE.read_text()
