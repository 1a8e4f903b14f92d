"""The random numbers of a game: those for its n-th action depend on its seed and on n, and on nothing else."""

from __future__ import annotations

import random


def stream(seed: int, name: str, n: int) -> random.Random:
    """Return the random numbers for the n-th action of a game; `name` keeps chance and each seat apart.

    A game that is resumed goes on just as it would have, and taking back a roll does not buy another one.
    """
    return random.Random(f"{seed}/{name}/{n}")
