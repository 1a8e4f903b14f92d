# The table's firmware: the same files run on the Pico, on MicroPython's unix port and in the simulated table.
