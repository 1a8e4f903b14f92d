# All that runs on the table: the same files on the Pico, on MicroPython's unix port and in the simulated table.
