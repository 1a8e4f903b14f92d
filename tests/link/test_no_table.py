"""The link on a port without a table, and a closed link."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from tests.link.witness import Witness, at_the_table

from mouseboard.link import Link, LinkError, Port, Stream
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.table import SimulatedTable
from mousetable import wire


class Other:
    """A port with something else behind it, which answers each write with `answer`."""

    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._answer = answer
        self._receive: Callable[[bytes], None] = lambda _: None

    def __str__(self) -> str:
        return "/dev/other"

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        self._receive = receive
        return self

    def write(self, data: bytes) -> None:
        if answer := self._answer(data):
            asyncio.get_running_loop().call_soon(self._receive, answer)

    def close(self) -> None:
        self._receive = lambda _: None


class Belated:
    """A port that delivers an earlier program's `ok` to its third request when the link makes its own third request."""

    def __init__(self, cable: Port) -> None:
        self._cable = cable

    async def open(self, receive: Callable[[bytes], None], lost: Callable[[str], None]) -> Stream:
        self._receive = receive
        self._stream = await self._cable.open(receive, lost)
        return self

    def write(self, data: bytes) -> None:
        if data.startswith(b"3 "):
            self._receive(wire.encode(3, "ok"))
        self._stream.write(data)

    def close(self) -> None:
        self._stream.close()


def refusal(answer: Callable[[bytes], bytes]) -> str:
    with pytest.raises(LinkError) as caught:
        run_virtual(Link(Other(answer)).open())
    return str(caught.value)


def test_a_silent_port_is_no_table() -> None:
    assert refusal(lambda _: b"") == (
        "/dev/other: no answer for a second; `mouseboard table flash` puts the firmware on a Pico"
    )


def test_a_timeout_on_a_silent_port_leaves_no_task_behind() -> None:
    async def run() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5), Link(Other(lambda _: b"")):
                pass
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run_virtual(run())


def test_a_python_prompt_is_no_table() -> None:
    assert refusal(lambda data: b">>> " + data.strip() + b"\r\nSyntaxError: invalid syntax\r\n") == (
        "/dev/other: what answers is no table; `mouseboard table flash` puts the firmware on a Pico"
    )


def test_an_echo_is_no_table() -> None:
    assert "no answer for a second" in refusal(lambda data: data)


def test_a_port_with_senseless_answers_is_no_table() -> None:
    def agreeable(data: bytes) -> bytes:
        frame = wire.decode(data.strip())
        return wire.encode(frame[0], "ok") if frame else b""

    assert refusal(agreeable) == (
        "/dev/other: the table speaks nonsense: not enough values to unpack (expected at least 8, got 0); "
        "to `hello` came ``; `mouseboard table flash` renews its firmware"
    )


def test_a_link_survives_a_late_answer_to_another_program() -> None:
    async def run() -> None:
        table = SimulatedTable()
        link = Link(Belated(table.cable))
        async with table, link:
            assert await link.ask("get", "chain") == ("81",)

    run_virtual(run())


def test_a_table_of_an_older_protocol_is_to_be_flashed() -> None:
    assert refusal(lambda _: wire.encode(1, "no", "protocol", "0")) == (
        "/dev/other: the table refused `hello 1`: protocol 0; `mouseboard table flash` renews its firmware"
    )


@pytest.mark.parametrize(("named", "others"), [("2", ""), ("12", " 1")])
def test_a_table_of_a_newer_protocol_is_not_to_be_flashed(named: str, others: str) -> None:
    assert refusal(lambda _: wire.encode(1, "no", "protocol", named + others)) == (
        f"/dev/other: the table refused `hello 1`: protocol {named}{others}; "
        "its firmware is newer than this program, so update the program"
    )


HELLO = ("0.3.0", "9f3c", "16", "12", "5be0c1d2", "power-on", "good", "rp2040")


def greeting(protocol: str) -> Callable[[bytes], bytes]:
    """Return what a table answers that speaks this protocol, and takes every hello for one in it."""

    def answer(data: bytes) -> bytes:
        seq, words = wire.decode(data.strip()) or (0, [])
        polled = ("5120", "0", "000008", "-", "-") if words == ["poll"] else ()
        return wire.encode(seq, "ok", *((protocol, *HELLO) if words[0] == "hello" else polled))

    return answer


def test_an_answer_in_a_newer_protocol_is_not_believed() -> None:
    assert refusal(greeting("2")) == (
        "/dev/other: the table speaks nonsense: protocol 2, where we speak 1; to `hello` came "
        f"`2 {' '.join(HELLO)}`; its firmware is newer than this program, so update the program"
    )


def test_an_answer_in_an_older_protocol_is_not_believed() -> None:
    assert refusal(greeting("0")).endswith("`mouseboard table flash` renews its firmware")


def test_a_cable_without_a_board_cannot_be_opened() -> None:
    async def run() -> None:
        with pytest.raises(OSError, match="no power"):
            await Link(SimulatedTable().cable).open()

    run_virtual(run())


def test_a_request_on_a_closed_link_is_refused() -> None:
    async def test(w: Witness) -> None:
        await w.link.close()
        with pytest.raises(LinkError, match="the link is closed"):
            await w.link.ask("poll")

    at_the_table(test)
