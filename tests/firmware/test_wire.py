"""Frames of the line: they are decoded as they were encoded, and a spoilt one is never taken for another."""

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
def test_a_frame_is_decoded_as_it_was_encoded(seq: int, words: list[str]) -> None:
    assert wire.decode(wire.encode(seq, *words)[:-1]) == (seq, words)


def test_a_word_may_be_several_words_already_joined() -> None:
    assert wire.encode(1, "ok 5 7") == wire.encode(1, "ok", "5", "7")


def test_a_frame_of_256_bytes_is_refused_and_one_of_255_is_not() -> None:
    room = wire.LONGEST - len(wire.encode(1, "lamps", "."))
    longest = wire.encode(1, "lamps", "." * (room + 1))
    assert len(longest) == 255
    assert wire.decode(longest[:-1]) is not None
    with pytest.raises(ValueError, match="a frame of 256 bytes; at most 255: lamps"):
        wire.encode(1, "lamps", "." * (room + 2))


@given(st.binary(max_size=300))
def test_noise_is_not_decoded_as_a_frame(noise: bytes) -> None:
    assert wire.decode(noise) is None


@pytest.mark.parametrize(
    "body",
    [b"", b"7", b"x poll", b"07 poll", b"+7 poll", b"65536 poll", b"7  poll", b"7 poll ", b"\xff", "7 tone ²".encode()],
)
def test_a_line_with_a_valid_crc_but_a_malformed_body_is_no_frame(body: bytes) -> None:
    assert wire.decode(body + wire._checksum(body)) is None


@pytest.mark.parametrize("letter", ["\x1b", "\x07", "\x7f", "\x9b", "\u202e", "\t", "\r", "A", "#", "é"])
def test_a_line_with_a_letter_outside_the_alphabet_is_no_frame(letter: str) -> None:
    """So nothing that a program reads from a frame can control a terminal."""
    body = f"7 no {letter}".encode()
    assert wire.decode(body + wire._checksum(body)) is None


@pytest.mark.parametrize("item", ["", "+", "3+", "+3", "3", "3+4+5", "3--4", "1_0+5", "3+1_0", "x+1"])
def test_an_item_that_is_not_contact_sign_and_time_is_refused(item: str) -> None:
    with pytest.raises(ValueError):
        wire.read_item(item)


def test_no_flipped_bit_turns_a_byte_of_a_frame_into_ctrl_c() -> None:
    for byte in wire.ALPHABET.encode() + b"\n":
        assert 3 not in {byte ^ 1 << bit for bit in range(8)}


@given(frames)
def test_frames_keep_to_the_alphabet(frame: bytes) -> None:
    assert set(frame.decode()) <= {*wire.ALPHABET, "\n"}


def spoilt(frame: bytes) -> list[bytes]:
    """Return the frame with each single bit flipped, each byte dropped, and each byte doubled."""
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
def test_the_splitter_gives_the_same_lines_wherever_the_stream_is_cut(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert lines(pieces) == lines([stream]) == [line[: wire.LONGEST] for line in stream.split(b"\n")[:-1] if line]


def test_the_splitter_reads_only_the_first_n_bytes() -> None:
    assert wire.Splitter().feed(bytearray(b"one\ntwo\n"), 4) == [b"one"]


def test_a_line_that_is_too_long_is_cut_and_is_no_frame() -> None:
    frame = wire.encode(1, "poll")
    assert [wire.decode(line) for line in lines([b"x" * 600 + frame, frame])] == [None, (1, ["poll"])]


@given(st.integers(0, 200), st.booleans(), st.integers(0, 10_000))
def test_an_event_item_carries_contact_direction_and_time(contact: int, closed: bool, after: int) -> None:
    assert wire.read_item(wire.item(contact, closed, after)) == (contact, closed, after)


@pytest.mark.parametrize("text", ["", "5", "+", "5+", "5+1+2", "5-1+2", "a+1"])
def test_a_malformed_item_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        wire.read_item(text)


def test_the_seq_after_the_last_is_one() -> None:
    assert [wire.next_seq(seq) for seq in (0, 1, 65534, 65535)] == [1, 2, 65535, 1]


def test_both_interpreters_read_the_same_stream_alike(micropython: str) -> None:
    trial = Path(__file__).with_name("wire_trial.py")
    firmware = str(Path(wire.__file__).parents[1])
    said = [
        subprocess.run([interpreter, trial], env={name: firmware}, capture_output=True, text=True, check=True).stdout
        for interpreter, name in ((sys.executable, "PYTHONPATH"), (micropython, "MICROPYPATH"))
    ]
    assert said[0] == said[1]
    assert said[0].count("None") > 100
    assert said[0].count("'hello'") > 40
