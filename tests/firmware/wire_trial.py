# Prints what wire.py makes of a spoilt stream. test_wire.py runs this on both interpreters and compares.

from mousetable import wire

FRAMES = [
    wire.encode(1, "hello", "1"),
    wire.encode(65535, "lamps", "." * 81),
    wire.encode(0, "events", "7", "5120", wire.item(10, True, 0), wire.item(10, False, 41)),
    b"\xff\xfe no frame\n\n" + b"x" * 300 + b"\n",
]


def noise(state: int) -> int:
    """Return the next pseudo-random number. The random module differs between the two interpreters."""
    return (state * 75 + 74) % 65537


def main() -> None:
    splitter, state = wire.Splitter(), 1
    for turn in range(400):
        stream = bytearray(FRAMES[turn % len(FRAMES)])
        state = noise(state)
        if state % 2:
            stream[state % len(stream)] ^= 1 << state % 8
        cut = noise(state) % len(stream)
        for piece in (stream[:cut], stream[cut:]):
            for line in splitter.feed(piece, len(piece)):
                print(line, wire.decode(line))


main()
