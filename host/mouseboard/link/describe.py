"""Frames in words, so that a person can follow the line. Pure; LINE.md says what each frame means."""

from __future__ import annotations

from functools import partial

from mouseboard.link import answers
from mouseboard.link.answers import Changes, Snapshot, TableInfo
from mouseboard.link.errors import Nonsense
from mousetable import wire

DIRECT = {"cage": "cage", "a": "button a", "b": "button b", "rail": "servo rail"}
"""The names that people use for the direct contacts."""


class Reader:
    """Describes frames. A reply makes sense only with its request, so it must receive both directions, in order."""

    def __init__(self, everything: bool = False) -> None:
        """Without `everything`, heartbeats that bring nothing new are left out."""
        self._everything = everything
        self._last = -1  # number of the last request: only one is outstanding at a time
        self._request: list[str] = []  # its words
        self._frame: list[str] = []  # the last answer to poll, without its time
        self._info: TableInfo | None = None  # known after the greeting

    def read(self, way: str, text: str) -> str | None:
        """Return a line for one call of the link's monitor, or None if it is not worth one."""
        if way == "?":
            return f"? no frame: {text}"
        number, *words = text.split()
        try:
            line = self._host(int(number), words) if way == ">" else self._table(int(number), words)
        except Nonsense as nonsense:
            line = str(nonsense)
        return line and f"{way} {line}"

    def _host(self, seq: int, words: list[str]) -> str | None:
        if seq == 0:
            return f"has seen all up to {words[1]}" if self._everything else None
        again = seq == self._last
        self._last, self._request = seq, words
        if self._quiet(words) and not again:
            return None
        return f"{'again: ' if again else ''}{_request(words)}"

    def _quiet(self, words: list[str]) -> bool:
        """Return whether only the answer to this request can be worth a line."""
        return words[0] in (wire.POLL, wire.STATS) and not self._everything

    def _table(self, seq: int, words: list[str]) -> str | None:
        if seq == 0:
            return self._unasked(words)
        if seq != self._last:
            return f"an old answer: {' '.join(words)}" if self._everything else None
        if words[0] == wire.NO:
            return f"no to {self._request[0]}: {' '.join(words[1:])}"
        return self._answer(self._request, words[1:])

    def _unasked(self, words: list[str]) -> str:
        verb, fields = words[0], tuple(words[1:])
        if verb == wire.NAK:
            return "did not understand a line"
        if verb == wire.GAP:
            first, last = answers.read(verb, fields, answers.lost)
            return f"has lost the changes {first} to {last}"
        if verb != wire.EVENTS or not self._info:
            return " ".join(words)
        changes = answers.read(verb, fields, partial(Changes.read, self._info))
        told = (f"{self._contact(contact)} {_state(closed)} +{after} ms" for contact, closed, after in changes.items)
        return f"changes from {changes.first}, at {_seconds(changes.time)}: {', '.join(told)}"

    def _answer(self, request: list[str], fields: list[str]) -> str | None:
        if request[0] == wire.HELLO:
            self._info = info = answers.read(wire.HELLO, tuple(fields), TableInfo.read)
            return (
                f"protocol {info.protocol}, firmware {info.build}, chip {info.chip}, "
                f"start {info.boot} after {info.reset_cause}, {info.inputs} inputs, {info.lamps} lamps, "
                f"settings {info.config}, chain {'good' if info.chain_good else 'bad'}"
            )
        if request[0] == wire.POLL and self._info:
            return self._poll(self._info, fields)
        if self._quiet(request):
            return None
        return f"{request[0]}: {' '.join(fields) or 'ok'}"

    def _poll(self, info: TableInfo, fields: list[str]) -> str | None:
        shot = answers.read(wire.POLL, tuple(fields), partial(Snapshot.read, info))
        if fields[1:] == self._frame and not self._everything:
            return None
        self._frame = fields[1:]
        bits = int.from_bytes(shot.contacts, "little")
        closed = [self._contact(number) for number in range(bits.bit_length()) if bits >> number & 1]
        return (
            f"at {_seconds(shot.now)} change {shot.last}, closed: {', '.join(closed) or 'nothing'}; "
            f"crank {f'{shot.crank}:{shot.status}' if shot.crank else 'never turned'}, "
            f"{f'fault {shot.fault}' if shot.fault else 'no fault'}"
        )

    def _contact(self, number: int) -> str:
        direct = self._info and self._info.direct_name(number)
        return DIRECT[direct] if direct else f"input {number}"


def _request(words: list[str]) -> str:
    verb, *fields = words
    match verb:
        case wire.HELLO:
            return f"hello in protocol {fields[0]}"
        case wire.AGREE:
            return f"agrees to start {fields[0]} with settings {fields[1]}"
        case wire.STYLE:
            return f"lamps `{fields[0]}` are {fields[1]}, {fields[2]}"
        case wire.LAMPS:
            return f"{sum(lamp != '.' for lamp in fields[0])} lamps lit: {fields[0]}"
        case wire.CRANK:
            return f"turn the crank, number {fields[0]}, profile {fields[1]}"
    return " ".join(words)


def _state(closed: bool) -> str:
    return "closed" if closed else "opened"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f} s"
