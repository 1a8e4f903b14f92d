# WS2812 lamps by PIO and DMA, in 70 us of the program's time. (`neopixel` disables interrupts until all data is sent.)

import time

import rp2
from machine import Pin

from ..micro import TYPE_CHECKING, const
from .dma import dma_request, dma_stop

if TYPE_CHECKING:
    from rp2.asm_pio import mov, out, pins, set, x

_LAMP_HZ = const(8_000_000)  # ten cycles a bit: 1.25 us
_LATCH_US = const(400)  # to empty the queue, then the low level by which lamps detect the end of the data


@rp2.asm_pio(
    out_init=rp2.PIO.OUT_LOW,
    set_init=rp2.PIO.OUT_LOW,
    out_shiftdir=rp2.PIO.SHIFT_LEFT,
    autopull=True,
    pull_thresh=8,
)
def lamp_program() -> None:
    """Send bytes as WS2812 bits: 375 ns high for a 0, 750 ns for a 1, and low for the rest of 1250 ns and when idle."""
    out(x, 1)  # 1 cycle, still low; waits here for the next byte
    set(pins, 1)[2]  # 3 cycles high
    mov(pins, x)[2]  # 3 cycles as the bit is
    set(pins, 0)[2]  # 3 cycles low


class Strip:
    """A strip of WS2812 lamps.

    The first lamp shows a dim red, the second a dim green:

        strip = Strip(2)
        strip.show(bytearray((0, 40, 0, 40, 0, 0)))
    """

    def __init__(self, gpio: int, machine: int = 1):
        data = Pin(gpio)
        shifter = rp2.StateMachine(machine, lamp_program, freq=_LAMP_HZ, out_base=data, set_base=data)
        shifter.active(1)
        self._channel = rp2.DMA()
        dma_stop(self._channel)
        # Transfer single bytes. The bus repeats a byte in all four lanes; the PIO program takes the top one.
        control = self._channel.pack_ctrl(size=0, inc_write=False, treq_sel=dma_request(machine, reading=False))
        self._channel.config(write=shifter, ctrl=control)

    def show(self, pixels: bytearray) -> None:
        """Light the lamps from three bytes each: green, red, blue. Allocates nothing.

        DMA reads `pixels` until all are sent, 30 us a lamp; do not change them before.
        """
        channel = self._channel
        if channel.active():  # the previous picture is still being sent
            while channel.active():
                pass
            time.sleep_us(_LATCH_US)
        self._pixels = pixels  # kept from the garbage collector while DMA reads it
        channel.config(read=pixels, count=len(pixels), trigger=True)
