# All that runs on the table: the same files on the Pico, on MicroPython's unix port and in the simulated table.

BUILD = "0.1.0"  # answered to a hello: a-z 0-9 and dots
