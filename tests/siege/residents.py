"""The host and two people with a seat, who open the page again and again, in three tabs each, as after a weak Wi-Fi.

`python -m tests.siege.residents URL SECONDS PLACE COOKIE ..` prints JSON: how many visits those with these cookies, the
host first, made in `SECONDS`, how many were refused, and why. To find one's seat taken counts as refused, too.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.siege.places import PLACES
from tests.siege.visitors import Refused, Visitor

TABS = 3
STAY_S = 1.0
"""Seconds that each visit lasts: the page, its stream, and a post."""


async def let_in(url: str, token: str, code: str, place: str) -> list[str]:
    """Let the host and both people in; return their cookies."""
    address = PLACES[place].residents
    host = await Visitor(url, code, address).enter(token)
    return [host, *[await Visitor(url, code, address).join(seat=seat) for seat in (0, 1)]]


async def reside(url: str, seconds: float, place: str, cookies: Sequence[str]) -> dict[str, Any]:
    """Have residents visit without end; return the counts."""
    end = asyncio.get_running_loop().time() + seconds
    visits, refused = 0, Counter[str]()

    async def tab(cookie: str) -> None:
        nonlocal visits
        while asyncio.get_running_loop().time() < end:
            visits += 1
            visitor = Visitor(url, "", PLACES[place].residents, cookie)
            visitor.has_place = cookie != cookies[0]
            try:
                await visitor.stay(STAY_S)
            except Refused as why:
                refused[str(why)] += 1
                await asyncio.sleep(0.1)

    await asyncio.gather(*(tab(cookie) for cookie in cookies for _ in range(TABS)))
    return {"visits": visits, "shut_out": refused.total(), "shut_out_by": refused.most_common(5)}


if __name__ == "__main__":
    url, seconds, place, *cookies = sys.argv[1:]
    print(json.dumps(asyncio.run(reside(url, float(seconds), place, cookies))))
