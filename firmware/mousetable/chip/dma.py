# DMA, as the sampler and the strip use it. The numbers of its requests and its control word are alike on both chips.

from ..micro import TYPE_CHECKING

if TYPE_CHECKING:
    import rp2


def dma_request(machine: int, reading: bool) -> int:
    """What paces DMA from or to the queue of a PIO state machine (DREQ: data sheets 2.5.3.1 and 12.6.4.1)."""
    return machine // 4 * 8 + machine % 4 + (4 if reading else 0)


def dma_stop(channel: "rp2.DMA") -> None:
    """Whatever it is doing. A channel that is aborted while it is enabled may start again (RP2350-E5)."""
    channel.config(ctrl=channel.pack_ctrl(enable=False))
    channel.active(0)
