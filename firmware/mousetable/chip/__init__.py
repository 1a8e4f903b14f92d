# All that touches the chip: that of a Raspberry Pi Pico (RP2040) or a Pico 2 (RP2350), with MicroPython 1.26 or later.
# What it does for the second follows from data sheets and has never been tried.
#
# Sampler and Strip know no table and serve other programs, too (pieces/README.md).
