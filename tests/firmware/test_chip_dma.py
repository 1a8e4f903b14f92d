"""The DMA functions that sampler and strip share."""

import pytest
from tests.firmware.pio import load

dma = load("dma")


class Channel:
    """A DMA channel. If it is aborted while it is enabled, it may start again (RP2350-E5)."""

    def __init__(self) -> None:
        self.enabled = self.running = True

    def pack_ctrl(self, enable: bool) -> int:
        return enable

    def config(self, ctrl: int) -> None:
        self.enabled = bool(ctrl)

    def active(self, value: int) -> None:
        self.running = self.enabled


def test_a_channel_is_switched_off_before_it_is_aborted() -> None:
    channel = Channel()
    dma.dma_stop(channel)
    assert not channel.running


@pytest.mark.parametrize(
    ("machine", "reading", "number"), [(0, True, 4), (1, False, 1), (3, True, 7), (4, False, 8), (7, True, 15)]
)
def test_each_state_machine_queue_has_the_request_number_of_the_data_sheet(
    machine: int, reading: bool, number: int
) -> None:
    assert dma.dma_request(machine, reading) == number
