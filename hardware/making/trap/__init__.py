"""The trap of our own: what it is made of, how it moves, whether it works, and its files and pictures."""
