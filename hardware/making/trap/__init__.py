"""Our own printed trap: its parts, its motion, the proof that it works, and its files and pictures."""
