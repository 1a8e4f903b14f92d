"""A user without rights."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

NOBODY = 65534


@contextmanager
def nobody() -> Iterator[None]:
    """Let root, who may read and write everything, be another user; everybody else stays who they are."""
    me = os.geteuid()
    os.seteuid(me or NOBODY)
    try:
        yield
    finally:
        os.seteuid(me)
