import asyncio
from random import Random

import pytest

from mouseboard.sim.cable import FAULTS, LATENCY_S, Cable, Noise
from mouseboard.sim.clock import run_virtual

TEXT = bytes(range(32, 96)) * 2000


class Ends:
    """What arrived at the host's end of a cable, and what the board was told."""

    def __init__(self) -> None:
        self.host = b""
        self.coming: list[float] = []
        self.lost: list[str] = []

    def at_host(self, data: bytes) -> None:
        self.host += data


def read(cable: Cable) -> bytes:
    """Return the bytes that the board can read now."""
    return cable.read(asyncio.get_running_loop().time())


def test_bytes_arrive_in_order_after_the_latency() -> None:
    async def main() -> None:
        cable, ends = Cable(), Ends()
        cable.attach(ends.coming.append)
        stream = await cable.open(ends.at_host, ends.lost.append)
        stream.write(b"hel")
        stream.write(b"lo")
        cable.send(b"squeak")
        await asyncio.sleep(0.95 * LATENCY_S)
        assert (read(cable), ends.host) == (b"", b"")
        await asyncio.sleep(0.1 * LATENCY_S)
        assert (read(cable), ends.host) == (b"hello", b"squeak")
        assert (ends.coming, cable.next_arrival) == ([LATENCY_S, LATENCY_S], None)

    run_virtual(main())


def test_bytes_on_their_way_are_lost_with_the_plug_and_the_host_is_told() -> None:
    async def main() -> None:
        cable, ends = Cable(), Ends()
        cable.attach(ends.coming.append)
        stream = await cable.open(ends.at_host, ends.lost.append)
        stream.write(b"too late")
        cable.send(b"too late")
        cable.unplug()
        stream.write(b"into the air")
        assert not cable.send(b"into the air")
        await asyncio.sleep(1)
        assert (read(cable), ends.host) == (b"", b"")
        assert ends.lost == ["the simulated cable was unplugged"]
        with pytest.raises(OSError, match="unplugged"):
            await cable.open(ends.at_host, ends.lost.append)

    run_virtual(main())


def test_the_host_opens_a_new_stream_after_a_replug_and_the_old_one_stays_dead() -> None:
    async def main() -> None:
        cable, ends = Cable(), Ends()
        cable.attach(ends.coming.append)
        old = await cable.open(ends.at_host, ends.lost.append)
        cable.unplug()
        cable.replug()
        new = await cable.open(ends.at_host, ends.lost.append)
        old.write(b"ghost")
        old.close()
        new.write(b"alive")
        await asyncio.sleep(1)
        assert read(cable) == b"alive"

    run_virtual(main())


def test_a_board_without_power_cannot_be_opened() -> None:
    async def main() -> None:
        cable, ends = Cable(), Ends()
        with pytest.raises(OSError, match="no power"):
            await cable.open(ends.at_host, ends.lost.append)
        cable.attach(ends.coming.append)
        await cable.open(ends.at_host, ends.lost.append)
        cable.detach()
        assert ends.lost == ["the simulated board lost its power"]

    run_virtual(main())


def test_only_one_host_can_hold_the_cable() -> None:
    async def main() -> None:
        cable, ends = Cable(), Ends()
        cable.attach(ends.coming.append)
        await cable.open(ends.at_host, ends.lost.append)
        with pytest.raises(OSError, match="already open"):
            await cable.open(ends.at_host, ends.lost.append)

    run_virtual(main())


@pytest.mark.parametrize("pieces", [1, 7, 1000])
def test_noise_does_not_depend_on_how_the_bytes_are_split(pieces: int) -> None:
    whole, cut = Noise(Random("a"), 0.01), Noise(Random("a"), 0.01)
    step = len(TEXT) // pieces
    arrived = b"".join(cut.spoil(TEXT[at : at + step]) for at in range(0, len(TEXT), step))
    assert arrived == whole.spoil(TEXT) != TEXT


def test_flipping_noise_changes_one_bit_in_the_given_share_of_bytes() -> None:
    arrived = Noise(Random(1), 0.002, ("flip",)).spoil(TEXT)
    differences = [was ^ became for was, became in zip(TEXT, arrived, strict=True) if was != became]
    assert all(bits.bit_count() == 1 for bits in differences)
    assert len(differences) == pytest.approx(0.002 * len(TEXT), rel=0.2)


def test_dropping_noise_shortens_and_doubling_noise_lengthens() -> None:
    faults = 0.01 * len(TEXT)
    assert len(TEXT) - len(Noise(Random(1), 0.01, ("drop",)).spoil(TEXT)) == pytest.approx(faults, rel=0.1)
    assert len(Noise(Random(1), 0.01, ("double",)).spoil(TEXT)) - len(TEXT) == pytest.approx(faults, rel=0.1)


def test_no_noise_leaves_every_byte() -> None:
    assert Noise(Random(1)).spoil(TEXT) == TEXT


@pytest.mark.parametrize(("rate", "faults"), [(1.5, FAULTS), (-0.1, FAULTS), (0.1, ("melt",)), (0.1, ())])
def test_noise_that_makes_no_sense_is_refused(rate: float, faults: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="allowed"):
        Noise(Random(1), rate, faults)
