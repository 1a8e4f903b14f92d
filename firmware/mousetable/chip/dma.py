# DMA for the sampler and the strip. Both chips use the same request numbers and control word.

from ..micro import TYPE_CHECKING

if TYPE_CHECKING:
    import rp2


def dma_request(machine: int, reading: bool) -> int:
    """Return the DREQ that paces DMA from or to a PIO state machine's queue (data sheets 2.5.3.1 and 12.6.4.1).

    Each PIO block has eight: four to write to its machines, four to read. Reading from machine 5, the second of the
    second block, is 8 + 1 + 4 = 13.
    """
    return machine // 4 * 8 + machine % 4 + (4 if reading else 0)


def dma_stop(channel: "rp2.DMA") -> None:
    """Disable and abort a channel. One aborted while still enabled may start again (RP2350-E5)."""
    channel.config(ctrl=channel.pack_ctrl(enable=False))
    channel.active(0)
