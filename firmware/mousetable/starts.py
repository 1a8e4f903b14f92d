# A name for each start of the board. It tells a host that the table has been reset since they last talked.
#
# The count is written in place. LittleFS keeps the old file until the new one is closed, and then writes one page of
# flash. A second file and a rename, as in settings.py, would survive no more power cuts, and write three pages.

import os
from binascii import hexlify

from .micro import const

_DIGITS = const(9)  # of a count; a longer one is damaged, and would not fit into a reply


def new_name(path: str, keep: bool = True) -> str:
    """Return a new name at every start, from a count kept at `path` and a random part in case the count is lost.

    Without `keep` nothing is written.
    """
    try:
        with open(path) as file:
            count = int(file.read(_DIGITS)) + 1
    except (OSError, ValueError):
        count = 1
    if keep:
        try:
            with open(path, "w") as file:
                file.write(str(count))
        except OSError:  # the board's flash is full
            pass
    return "%d-%s" % (count, hexlify(os.urandom(4)).decode())
