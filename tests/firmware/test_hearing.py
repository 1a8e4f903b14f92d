"""The lines that are read in place mean what wire.decode() says; any other line is left to it."""

from hypothesis import example, given
from hypothesis import strategies as st

from mousetable import wire
from mousetable.hearing import heard

STALE = b"\xff" * 30
"""What a longer line has left behind in the buffer."""

seqs = st.one_of(st.integers(0, 200), st.integers(0, wire.LAST_SEQ + 1)).map(str)
numbers = st.one_of(st.integers(0, 200), st.integers(0, 10**12), st.integers(0, 99).map("00{}".format)).map(str)
polls = st.builds("{} poll{}".format, seqs, st.sampled_from(["", "", " all", "s"]))
acknowledgements = st.builds("{} seen {}{}".format, st.sampled_from("0010"), numbers, st.sampled_from(["", "", " now"]))
others = st.sampled_from(["", "poll", " poll", "7 stats", "0 seen", "0 seen ", "0 seen x", "1 2 poll", "07 poll"])
bodies = st.one_of(polls, acknowledgements, others).map(str.encode)


def read(line: bytes) -> int:
    return heard(bytearray(line + STALE), len(line))


@given(bodies)
def test_a_line_is_read_in_place_as_it_is_decoded(body: bytes) -> None:
    line = body + wire._checksum(body)
    found = read(line)
    if found > 0:
        assert wire.decode(line) == (found, [wire.POLL])
    elif found < 0:
        assert wire.decode(line) == (0, [wire.SEEN, str(~found)])


@given(st.integers(1, wire.LAST_SEQ), st.integers(0, 999_999_999))
@example(1, 0)
@example(wire.LAST_SEQ, 999_999_999)
def test_every_poll_and_every_acknowledgement_is_read_in_place(seq: int, number: int) -> None:
    assert read(wire.encode(seq, wire.POLL)[:-1]) == seq
    assert read(wire.encode(0, wire.SEEN, str(number))[:-1]) == ~number


@given(bodies, st.integers(0, 400), st.integers(0, 7))
def test_a_line_with_a_flipped_bit_is_never_read_in_place(body: bytes, at: int, bit: int) -> None:
    line = bytearray(body + wire._checksum(body))
    line[at % len(line)] ^= 1 << bit
    assert read(bytes(line)) == 0


@given(st.binary(max_size=40))
def test_noise_is_never_read_in_place(noise: bytes) -> None:
    assert read(noise) == 0


def test_the_line_of_the_page_is_a_poll() -> None:
    assert read(b"12 poll bef3dd63") == 12
