# WS2812 lamps by PIO and DMA: 70 us of the program's time. (`neopixel` stops interrupts for as long as the data takes.)

import time

import rp2
from machine import Pin

from ..micro import TYPE_CHECKING, const
from .dma import dma_request, dma_stop

if TYPE_CHECKING:
    from rp2.asm_pio import mov, out, pins, set, x

_LAMP_HZ = const(8_000_000)  # ten instructions a bit: 1.25 us
_LATCH_US = const(400)  # what is still in the queue, and the low that the lamps take for an end


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
)
def lamp_program() -> None:
    """WS2812 from bytes, ten cycles a bit: 3 high, 3 high or low as the bit is, 4 low; waits low. 375 / 750 ns high."""
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[2]
    set(pins, 0)[2]


class Strip:
    def __init__(self, gpio: int, machine: int = 1):
        data = Pin(gpio)
        shifter = rp2.StateMachine(machine, lamp_program, freq=_LAMP_HZ, out_base=data, set_base=data)
        shifter.active(1)
        self._channel = rp2.DMA()
        dma_stop(self._channel)
        # Single bytes. The bus repeats a byte in all four lanes; the program takes the top one.
        control = self._channel.pack_ctrl(size=0, inc_write=False, treq_sel=dma_request(machine, reading=False))
        self._channel.config(write=shifter, ctrl=control)

    def show(self, pixels: bytearray) -> None:
        """Three bytes a lamp, green red blue; they are read until all are out, 30 us each. Allocates nothing."""
        channel = self._channel
        if channel.active():  # the picture before is still on its way
            while channel.active():
                pass
            time.sleep_us(_LATCH_US)
        self._pixels = pixels  # kept from the garbage collector while DMA reads it
        channel.config(read=pixels, count=len(pixels), trigger=True)
