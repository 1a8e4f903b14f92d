"""`python -P -m mouseboard` is the command `mouseboard`."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # as in `typing`, which takes milliseconds to load: until `main` Ctrl-C is Python's own
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130


def main() -> int:
    """Run the command; Ctrl-C ends it quietly even while its modules are still being loaded."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from mouseboard.cli import main as run

    return run()


def _leave(*_: object) -> NoReturn:
    """Exit at once, because nothing has begun. An exception might be raised where the import system swallows it."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
