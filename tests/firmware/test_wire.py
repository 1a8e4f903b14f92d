"""Frames of the line: what goes in comes out, and what the line spoils is never taken for something else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mousetable import wire

LETTERS = wire.ALPHABET.replace(" ", "")
seqs = st.integers(0, wire.LAST_SEQ)
words = st.lists(st.text(LETTERS, min_size=1, max_size=20), min_size=1, max_size=10)
frames = st.builds(lambda seq, words: wire.encode(seq, *words), seqs, words)


def lines(pieces: list[bytes]) -> list[bytes]:
    splitter = wire.Splitter()
    return [line for piece in pieces for line in splitter.feed(piece, len(piece))]


def test_a_frame_is_seq_words_and_the_crc_32_of_both() -> None:
    assert wire.encode(12, "poll") == b"12 poll bef3dd63\n"


@given(seqs, words)
def test_what_was_encoded_is_decoded(seq: int, words: list[str]) -> None:
    assert wire.decode(wire.encode(seq, *words)[:-1]) == (seq, words)


def test_a_word_may_be_several_already_joined() -> None:
    assert wire.encode(1, "ok 5 7") == wire.encode(1, "ok", "5", "7")


def test_a_frame_of_256_bytes_is_refused_and_one_of_255_is_not() -> None:
    room = wire.LONGEST - len(wire.encode(1, "lamps", "."))
    longest = wire.encode(1, "lamps", "." * (room + 1))
    assert len(longest) == 255
    assert wire.decode(longest[:-1]) is not None
    with pytest.raises(ValueError, match="a frame of 256 bytes; at most 255: lamps"):
        wire.encode(1, "lamps", "." * (room + 2))


@given(st.binary(max_size=300))
def test_noise_is_no_frame(noise: bytes) -> None:
    assert wire.decode(noise) is None


@pytest.mark.parametrize(
    "body",
    [b"", b"7", b"x poll", b"07 poll", b"+7 poll", b"65536 poll", b"7  poll", b"7 poll ", b"\xff", "7 tone ²".encode()],
)
def test_a_right_crc_alone_makes_no_frame(body: bytes) -> None:
    assert wire.decode(body + wire._checksum(body)) is None


@pytest.mark.parametrize("letter", ["\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\t", "\r", "A", "#", "é"])
def test_a_letter_that_no_frame_holds_makes_it_none(letter: str) -> None:
    """So nothing that is read from a frame can make a terminal do something."""
    body = f"7 no {letter}".encode()
    assert wire.decode(body + wire._checksum(body)) is None


@pytest.mark.parametrize("item", ["", "+", "3+", "+3", "3", "3+4+5", "3--4", "1_0+5", "3+1_0", "x+1"])
def test_what_is_no_event_is_refused(item: str) -> None:
    with pytest.raises(ValueError):
        wire.read_item(item)


def test_no_flipped_bit_of_a_frame_is_ctrl_c() -> None:
    for byte in wire.ALPHABET.encode() + b"\n":
        assert 3 not in {byte ^ 1 << bit for bit in range(8)}


@given(frames)
def test_frames_keep_to_the_alphabet(frame: bytes) -> None:
    assert set(frame.decode()) <= {*wire.ALPHABET, "\n"}


def spoilt(frame: bytes) -> list[bytes]:
    """The frame with every single bit flipped, byte dropped and byte doubled in turn."""
    found = [frame[:at] + frame[at + 1 :] for at in range(len(frame))]
    found += [frame[:at] + frame[at : at + 1] + frame[at:] for at in range(len(frame))]
    for at, byte in enumerate(frame):
        found += [frame[:at] + bytes([byte ^ 1 << bit]) + frame[at + 1 :] for bit in range(8)]
    return found


@given(frames)
def test_one_spoilt_byte_never_makes_another_frame(frame: bytes) -> None:
    whole = wire.decode(frame[:-1])
    for stream in spoilt(frame):
        assert {str(wire.decode(line)) for line in lines([stream])} <= {str(whole), "None"}


@given(frames, frames)
def test_a_spoilt_frame_costs_at_most_the_one_after_it(first: bytes, second: bytes) -> None:
    both = [wire.decode(first[:-1]), wire.decode(second[:-1])]
    for stream in spoilt(first):
        found = [frame for line in lines([stream + second]) if (frame := wire.decode(line))]
        assert found in ([], both[:1], both[1:], both)


@given(st.lists(st.binary(max_size=400) | frames, max_size=6), st.data())
def test_where_the_stream_is_cut_makes_no_difference(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert lines(pieces) == lines([stream]) == [line[: wire.LONGEST] for line in stream.split(b"\n")[:-1] if line]


def test_only_the_first_n_bytes_are_fed() -> None:
    assert wire.Splitter().feed(bytearray(b"one\ntwo\n"), 4) == [b"one"]


def test_a_line_too_long_is_cut_short_and_no_frame() -> None:
    frame = wire.encode(1, "poll")
    assert [wire.decode(line) for line in lines([b"x" * 600 + frame, frame])] == [None, (1, ["poll"])]


@given(st.integers(0, 200), st.booleans(), st.integers(0, 10_000))
def test_an_item_tells_contact_direction_and_time(contact: int, closed: bool, after: int) -> None:
    assert wire.read_item(wire.item(contact, closed, after)) == (contact, closed, after)


@pytest.mark.parametrize("text", ["", "5", "+", "5+", "5+1+2", "5-1+2", "a+1"])
def test_an_item_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        wire.read_item(text)


def test_after_the_last_seq_comes_one() -> None:
    assert [wire.next_seq(seq) for seq in (0, 1, 65534, 65535)] == [1, 2, 65535, 1]


def test_both_interpreters_make_the_same_of_the_same_stream(micropython: str) -> None:
    trial = Path(__file__).with_name("wire_trial.py")
    firmware = str(Path(wire.__file__).parents[1])
    said = [
        subprocess.run([interpreter, trial], env={name: firmware}, capture_output=True, text=True, check=True).stdout
        for interpreter, name in ((sys.executable, "PYTHONPATH"), (micropython, "MICROPYPATH"))
    ]
    assert said[0] == said[1]
    assert said[0].count("None") > 100
    assert said[0].count("'hello'") > 40
