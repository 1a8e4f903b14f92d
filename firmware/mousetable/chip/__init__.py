# All code that touches the chip: a Raspberry Pi Pico (RP2040) or Pico 2 (RP2350) with MicroPython 1.26 or later.
# The RP2350 code follows its data sheet and has never been tried.
#
# Sampler and Strip do not depend on the table and serve other programs too (pieces/README.md).
