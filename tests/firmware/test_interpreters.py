"""The firmware does the same under CPython and under a real MicroPython, pass by pass."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from mouseboard.sim.firmware import Effects, FirmwareProcess, InThisProcess, OnMicroPython
from mouseboard.sim.trap import CALIBRATED
from mousetable import wire
from mousetable.settings import Settings

RAIL = 8 * 11 + 3


def days(seed: int, passes: int, settings_hash: str) -> Iterator[tuple[int, bytes, bytes, int]]:
    """Yield (now, contacts, bytes from the host, room) of a lively table whose clock wraps on the way."""
    random, now, seq = Random(seed), 2**30 - 5000, 2
    contacts = bytearray(12)
    contacts[RAIL >> 3] |= 1 << (RAIL & 7)
    yield now, bytes(contacts), wire.encode(1, "hello", "1") + wire.encode(2, "agree", "b1", settings_hash), 4096
    requests = ["poll", "poll", "poll", "style a 10ff80 pulse", "style b ff0000 blink", "lamps " + "ab." * 27]
    requests += ["crank g1 classic", "crank g2 launch", "tone 440 200", "jog 1234", "get watch", "seen", "lamps a"]
    for _ in range(passes):
        now += random.choice([1, 1, 1, 1, 5, 40])
        if random.random() < 0.1:
            contacts[random.randrange(11)] ^= 1 << random.randrange(8)
        if random.random() < 0.01:
            contacts[11] ^= 1 << random.randrange(4)
        sent = b""
        if random.random() < 0.1:
            seq = wire.next_seq(seq)
            sent = wire.encode(seq, random.choice(requests))
            if random.random() < 0.2:
                sent = sent.replace(b"o", b"p", 1)
        yield now & wire.CLOCK_MASK, bytes(contacts), sent, random.choice([0, 10, 4096, 4096])


def play(board: FirmwareProcess, seed: int, settings_hash: str) -> list[tuple[Effects, bytes]]:
    try:
        return [(board.step(*day), board.look(day[0])) for day in days(seed, 1500, settings_hash)]
    finally:
        board.stop()


@pytest.mark.parametrize("seed", range(3))
def test_both_interpreters_have_the_same_effects_for_the_same_steps(
    micropython: str, tmp_path: Path, seed: int
) -> None:
    flash = tmp_path / "settings.json"
    flash.write_text(json.dumps(CALIBRATED))
    settings_hash = Settings(str(flash)).hash()
    ours = play(InThisProcess(flash, "b1", "power-on", {}), seed, settings_hash)
    theirs = play(OnMicroPython(micropython, flash, "b1", "power-on", {}), seed, settings_hash)
    assert ours == theirs
    assert len({lamps for _, lamps in ours}) > 5
    assert any(effect.servo_us for effect, _ in ours) and any(b"events" in effect.sent for effect, _ in ours)
