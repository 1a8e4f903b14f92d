"""A small table that answers as LINE.md says, unless a test makes it lie. Its frames are whole, whatever they say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from random import Random

from mouseboard.link import Stream
from mousetable import wire

Words = list[str]

HELLO = ["ok", "1", "0.1.0", "9f3c", "16", "12", "5be0c1d2", "power-on", "good"]
CONTACTS = "000008"

SENSELESS = (
    *("-", "0", "-1", "1", "65536", "1073741824", "10" + "0" * 60, "9" * 150, "0x10", "1_000", "+5", "1.5", "1e9"),
    *("ok", "no", "nak", "events", "gap", "moving", "fault-", "g1:", ":", "::", "0", "00", "000008", "ffffff", "zz"),
    *("0+0", "15-3", "16+0", "19+5", "24+0", "999999999+1", "1+1073741824", "+", "3+", "+3", "3+4+5", "3-4", "3+-4"),
    *("now=5", "heap=-2", "reset=", "=", "a=b=c", "hello", "agree", "protocol", "lamps", "cage", "fault", "good"),
)
"""Words that are wrong nearly everywhere."""


class Liar:
    """A port with one table behind it.

    `lie` takes the verb of a request and the words of the answer, and returns the words to send. `unasked` returns the
    frames that follow each answer. `said` counts the frames sent, and `asked` lists the requests.
    """

    def __init__(self, lie: Callable[[str, Words], Words] = lambda _, words: words) -> None:
        self.lie = lie
        self.unasked: Callable[[], Iterable[Words]] = list
        self.said = 0
        self.asked: list[str] = []
        self._receive: Callable[[bytes], None] = lambda _: None

    def __str__(self) -> str:
        return "/dev/liar"

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        self._receive = receive
        return self

    def close(self) -> None:
        self._receive = lambda _: None

    def write(self, data: bytes) -> None:
        frame = wire.decode(data.strip())
        assert frame, f"the host sent no frame: {data!r}"
        seq, words = frame
        if not seq:
            return
        self.asked.append(" ".join(words))
        self._say(seq, self.lie(words[0], self._answer(words[0])))
        for told in self.unasked():
            self._say(0, told)

    def _answer(self, verb: str) -> Words:
        now = round(1000 * asyncio.get_running_loop().time())
        return {
            wire.HELLO: HELLO,
            wire.POLL: ["ok", str(now), "0", CONTACTS, "-", "-"],
            wire.GET: ["ok", "4000"],
            wire.CRANK: ["ok", "missed"],
        }.get(verb, ["ok"])

    def _say(self, seq: int, words: Words) -> None:
        body = " ".join((str(seq), *words)).encode()[: wire.LONGEST - 10]
        self.said += 1
        asyncio.get_running_loop().call_soon(self._receive, body + wire._checksum(body) + b"\n")


def spoil(words: Words, random: Random) -> Words:
    """Return the words with one of them dropped, doubled, replaced, inserted, or changed by a letter."""
    place = random.randrange(len(words))
    word = words[place]
    letter = random.randrange(len(word)) if word else 0
    changed = word[:letter] + random.choice(wire.ALPHABET + "\x1b\x07\x9bA\xe9\u202e") + word[letter + 1 :]
    between = random.choice(([], [word, word], [random.choice(SENSELESS)], [word, random.choice(SENSELESS)], [changed]))
    return [*words[:place], *between, *words[place + 1 :]] or ["ok"]


def told_at_random(random: Random) -> Words:
    """Return a random unsolicited frame of a table's own kinds, right or wrong."""
    words = [
        random.choice(([wire.EVENTS], [wire.GAP], [wire.NAK], [])),
        [str(random.choice((0, 1, 1, 2, 3, 10**9))), str(random.choice((0, 5, 100, 2**30 - 1, 2**30)))],
        [
            wire.item(random.randrange(26), random.random() < 0.5, random.randrange(50))
            for _ in range(random.randrange(4))
        ],
    ]
    flat = [word for part in words for word in part]
    return spoil(flat, random) if random.random() < 0.5 else flat
