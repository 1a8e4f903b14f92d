# A name for each start of the board. By it a host knows that the table it meets is not the one before a reset.

import os
from binascii import hexlify


def new_name(path: str) -> str:
    """Another one at every start: the count kept at `path` makes sure of it, the random part does if that is lost."""
    try:
        with open(path) as file:
            count = int(file.read()) + 1
    except (OSError, ValueError):
        count = 1
    try:
        with open(path, "w") as file:
            file.write(str(count))
    except OSError:  # the board's flash is full
        pass
    return "%d-%s" % (count, hexlify(os.urandom(4)).decode())
