# WS2812 lamps by PIO and DMA, in 0.12 ms of the program's time. (`neopixel` disables interrupts while it sends.)
#
# No register tells when the lamps have a picture. DMA ends while PIO still sends the bytes in its queue, and until the
# line has then been low for a while, the lamps take the next byte for more of the same picture. So the clock decides.
# For example, 64 lamps have 192 bytes, which take 1920 us. A picture 2000 us later waits for another 320 us.

import time

import rp2
from machine import Pin

from ..micro import TYPE_CHECKING, const
from .dma import dma_request, dma_stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from rp2 import _PIO_ASM_Program
    from rp2.asm_pio import mov, out, pins, set, x

_LAMP_HZ = const(8_000_000)  # ten cycles a bit: 1.25 us
_BYTE_US = const(10)
_LATCH_US = const(400)  # the low level by which lamps detect the end of the data; newer ones need 280
_MASK = const(0x3FFFFFFF)  # ticks.MASK; the package for other programs has no ticks.py


def lamp_program() -> "_PIO_ASM_Program":
    """Return a PIO program that sends bytes as WS2812 bits.

    A bit is high for 375 ns for a 0, 750 ns for a 1, and low for the rest of 1250 ns and when idle.
    """

    @rp2.asm_pio(
        out_init=rp2.PIO.OUT_LOW,
        set_init=rp2.PIO.OUT_LOW,
        out_shiftdir=rp2.PIO.SHIFT_LEFT,
        autopull=True,
        pull_thresh=8,
    )
    def lamps() -> None:
        out(x, 1)  # 1 cycle, still low; waits here for the next byte
        set(pins, 1)[2]  # 3 cycles high
        mov(pins, x)[2]  # 3 cycles as the bit is
        set(pins, 0)[2]  # 3 cycles low

    return lamps


class Strip:
    """A strip of WS2812 lamps.

    The first lamp shows a dim red, the second a dim green:

        strip = Strip(2)
        strip.show(bytearray((0, 40, 0, 40, 0, 0)))
    """

    def __init__(self, gpio: int, machine: int = 1):
        data = Pin(gpio)
        self._block = rp2.PIO(machine // 4)
        self._program = lamp_program()  # its own, so that deinit() takes nothing from another strip
        self._shifter = rp2.StateMachine(machine, self._program, freq=_LAMP_HZ, out_base=data, set_base=data)
        self._shifter.active(1)
        self._channel = rp2.DMA()
        dma_stop(self._channel)
        # Transfer single bytes. The bus repeats a byte in all four lanes; the PIO program takes the top one.
        pace = dma_request(machine, reading=False)
        self._control = self._channel.pack_ctrl(size=0, inc_write=False, treq_sel=pace)
        self._channel.config(write=self._shifter, ctrl=self._control)
        self._us: "Callable[[], int]" = time.ticks_us  # type: ignore[assignment]  # the stubs' own int; 30 bits here
        self._began = 0  # when the last picture began, in us ...
        self._takes = 0  # ... and how long it takes

    def show(self, pixels: bytearray) -> None:
        """Light the lamps from three bytes each: green, red, blue. Wait first until they have the last picture.

        DMA reads `pixels` until all are sent, 30 us a lamp; do not change them before. Allocates nothing.
        """
        self._finish()
        self._pixels = pixels  # kept from the garbage collector while DMA reads it
        self._channel.config(read=pixels, count=len(pixels), trigger=True)
        self._began = self._us()
        self._takes = len(pixels) * _BYTE_US + _LATCH_US

    def deinit(self) -> None:
        """Free the state machine, its program and the DMA channel, once the lamps have the last picture.

        The strip cannot be used afterwards.
        """
        self._finish()
        self._shifter.active(0)
        self._channel.close()
        self._block.remove_program(self._program)

    def _finish(self) -> None:
        """Wait until the lamps have the last picture, then stop DMA, which runs on if somebody has stopped PIO.

        The clock wraps after 18 minutes, so an old picture may look new. That costs the wait for one picture at most.
        """
        left = self._takes - ((self._us() - self._began) & _MASK)
        if left > 0:
            time.sleep_us(left)
        if self._channel.active():
            dma_stop(self._channel)
            self._channel.config(ctrl=self._control)
