"""A process that begins a game and writes entries until it is killed. It prints each number after writing the entry.

usage: scribe.py JOURNAL, with the toy race on Python's path
"""

import sys

from mouseboard import rules
from mouseboard.store import Journal, Noted

with Journal.open(sys.argv[1]) as journal, journal.begin(rules.load("toyrace")) as writer:
    while True:
        print(writer.append(Noted("x" * 300)), flush=True)
