"""A table that lies, with valid checksums. The link opens new sessions, then gives up with an error of one line."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from tests.doctor.clinic import small_layout
from tests.link.liar import Liar, Words, spoil, told_at_random

from mouseboard.link import Disconnected, Link, LinkError, LinkEvent, Reconnected, Refused, TableRestarted
from mouseboard.link.describe import Reader
from mouseboard.link.link import NONSENSE
from mouseboard.sim.clock import run_virtual
from mouseboard.table import Table

ADVICE = "; `mouseboard table flash` renews its firmware"


def poll(*fields: str) -> Callable[[str, Words], Words]:
    """Return a lie that answers every poll except the first with these fields."""
    honest = iter([True])
    return lambda verb, words: ["ok", *fields] if verb == "poll" and not next(honest, False) else words


def waiting(liar: Liar, do: Callable[[Link], None] = lambda _: None) -> tuple[str, list[LinkEvent]]:
    """Wait on a link to this table. Return the error that ends the wait within 5 s, and what watchers heard."""
    heard: list[LinkEvent] = []

    async def main() -> None:
        async with asyncio.timeout(5), Link(liar) as link:
            link.watch(heard.append)
            do(link)
            await asyncio.Event().wait()

    with pytest.raises(LinkError) as caught:
        run_virtual(main())
    return str(caught.value), heard


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (("5400", "0"), "not enough values to unpack (expected at least 5, got 2)"),
        (("soon", "0", "000008", "-", "-"), "soon is no number up to 1073741823"),
        (("-5", "0", "000008", "-", "-"), "-5 is no number up to 1073741823"),
        (("5400", "9" * 120, "000008", "-", "-"), f"{'9' * 120} is no number up to 9007199254740991"),
        (("5400", "0", "0008", "-", "-"), "2 bytes of contacts, where 16 inputs take 3"),
        (("5400", "0", "01", "-", "-"), "1 bytes of contacts, where 16 inputs take 3"),
        (("5400", "0", "0000zz", "-", "-"), "non-hexadecimal number found in fromhex() arg at position 4"),
        (("5400", "0", "000008", "g1:dances", "-"), "dances is nothing that becomes of a crank"),
        (("5400", "0", "010008", "-", "-"), "its contacts are 010008, and were 000008 after the same change 0"),
    ],
)
def test_repeated_senseless_answers_end_the_link_with_an_error_of_one_line(fields: tuple[str, ...], why: str) -> None:
    liar = Liar(poll(*fields))
    told, heard = waiting(liar)
    assert told.startswith(f"/dev/liar: the table speaks nonsense: {why}") and told.endswith(ADVICE)
    assert isinstance(heard[-1], Disconnected)
    assert liar.asked.count("hello 1") == NONSENSE


def test_a_single_lie_costs_only_a_new_session() -> None:
    polls = iter(range(100))
    liar = Liar(lambda verb, words: words[:2] if verb == "poll" and next(polls) == 3 else words)

    async def main() -> list[LinkEvent]:
        heard: list[LinkEvent] = []
        async with Link(liar) as link:
            link.watch(heard.append)
            await asyncio.sleep(3)
        return heard

    lost, back = run_virtual(main())
    assert isinstance(lost, Disconnected) and lost.reason.startswith("the table speaks nonsense: not enough values")
    assert back == Reconnected(back.info, rebooted=False) if isinstance(back, Reconnected) else False


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("events", "not enough values to unpack"),
        ("events 1 100 24+0", "contact 24, 0 ms later, on a table of 16 inputs"),
        ("events 1 100 1000000000+0", "contact 1000000000"),
        ("events 1 100 3+0 4", "not enough values to unpack"),
        ("events 1 100 3+1_0", "no event: 3+1_0"),
        ("events 1 -100 3+0", "-100 is no number"),
        ("events 7 100 3+0", "it has told of change 7, and its last is 0"),
        ("gap 1", "not enough values to unpack"),
        ("gap 1 1000000000", "it has told of change 1000000000, and its last is 0"),
    ],
)
def test_senseless_unsolicited_frames_end_the_link(told: str, why: str) -> None:
    liar = Liar()
    liar.unasked = lambda: [told.split()]
    said, _ = waiting(liar)
    assert why in said and said.endswith(ADVICE)


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        ("1 0.1.0 9f3c 1000000000 12 5be0c1d2 power-on good", "1000000000 is no number up to 144"),
        ("1 0.1.0 9f3c 16 233 5be0c1d2 power-on good", "233 is no number up to 144"),
        ("1 0.1.0 9f3c 16 0 5be0c1d2 power-on good", "a table has lamps"),
        ("1 0.1.0 9f3c 16 12 5be0c1d2 power-on well", "well is neither good nor bad"),
        ("1 0.1.0", "not enough values to unpack"),
    ],
)
def test_a_senseless_greeting_is_refused(hello: str, why: str) -> None:
    liar = Liar(lambda verb, words: ["ok", *hello.split()] if verb == "hello" else words)
    said, _ = waiting(liar)
    assert why in said and said.endswith(ADVICE)


def test_a_table_that_refuses_a_fitting_picture_ends_the_link() -> None:
    liar = Liar(lambda verb, words: ["no", "field", "lamps"] if verb == "lamps" else words)
    said, _ = waiting(liar, lambda link: link.show({"a": ("ff0000", "steady")}, "a..........."))
    assert said == (
        "/dev/liar: the table speaks nonsense: the table refused `lamps a...........`: field lamps" + ADVICE
    )


def test_a_table_that_forgets_its_session_at_once_ends_the_link() -> None:
    liar = Liar(lambda verb, words: ["no", "hello"] if verb == "get" else words)

    async def main() -> None:
        async with Link(liar) as link:
            await link.setting("watch")

    with pytest.raises(LinkError, match="it has just agreed, and the table refused `get watch`: hello"):
        run_virtual(main())


def test_a_request_is_repeated_until_its_answer_makes_sense() -> None:
    answers = iter(["long", "-1", "4000"])
    liar = Liar(lambda verb, words: ["ok", next(answers)] if verb == "get" else words)

    async def main() -> int:
        async with Link(liar) as link:
            return await link.setting("watch")

    assert run_virtual(main()) == 4000


def test_a_table_that_comes_back_with_another_number_of_inputs_counts_as_restarted() -> None:
    def smaller(verb: str, words: Words) -> Words:
        changed = {"hello": (4, "8"), "poll": (3, "0008")}.get(verb)
        return [*words[: changed[0]], changed[1], *words[changed[0] + 1 :]] if changed else words

    liar = Liar()

    async def main() -> list[LinkEvent]:
        heard: list[LinkEvent] = []
        async with Link(liar) as link:
            link.watch(heard.append)
            liar.lie = smaller
            await asyncio.sleep(3)
            assert link.contacts == b"\0\x08"
        return heard

    back = run_virtual(main())[-1]
    assert isinstance(back, Reconnected) and back.rebooted and back.info.inputs == 8


def test_the_monitor_describes_nonsense_in_the_same_words() -> None:
    reader = Reader()
    reader.read(">", "1 hello 1")
    assert reader.read("<", "1 ok 1 0.1.0 9f3c 999 12 5be0c1d2 power-on good") == (
        "< the table speaks nonsense: 999 is no number up to 144; "
        "to `hello` came `1 0.1.0 9f3c 999 12 5be0c1d2 power-on good`"
    )
    assert reader.read("<", "0 dance") == "< dance"


# At random


class Campaign:
    """One link to a liar after the other, each with a table and a monitor on it."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self.frames = self.links = 0
        self.failures: list[dict[str, Any]] = []
        self.ends: list[str] = []

    def run(self, frames: int) -> None:
        run_virtual(self._run(frames))

    async def _run(self, frames: int) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: self.failures.append(context))
        while self.frames < frames:
            await self._one_link(random_liar := self._liar())
            self.frames += random_liar.said
            self.links += 1
            assert asyncio.all_tasks() == {asyncio.current_task()}

    def _liar(self) -> Liar:
        random, share = self._random, self._random.choice((0.02, 0.1, 0.5))
        liar = Liar(lambda _, words: spoil(words, random) if random.random() < share else words)
        liar.unasked = lambda: [
            told_at_random(random) for _ in range(random.randrange(4)) if random.random() < 2 * share
        ]
        return liar

    async def _one_link(self, liar: Liar) -> None:
        reader = Reader(everything=True)

        def hear(way: str, text: str) -> None:
            reader.read(way, text)

        try:
            async with asyncio.timeout(20), Link(liar, hear) as link:
                table = Table(link, small_layout())
                table.notify(lambda _: self._look(table))
                link.show({"a": ("ff0000", "steady")}, "a..")
                while True:
                    await self._ask(link)
        except (LinkError, TimeoutError) as error:
            self.ends.append(str(error))

    async def _ask(self, link: Link) -> None:
        requests = (link.power, link.table_stats, link.chain_good, link.blind_inputs)
        crank = (lambda: link.crank("g1"), lambda: link.jog(0))
        with suppress(Refused, TableRestarted):
            await self._random.choice((*requests, *crank))()
        await asyncio.sleep(self._random.choice((0, 0.1, 0.5)))

    def _look(self, table: Table) -> None:
        """Read all properties of the table that other code reads after a change."""
        assert table.occupied is not None and table.closed_direct is not None and table.closed_inputs is not None
        assert table.cage_down in (True, False) and table.tile_faults is not None
        table.show({"a": ("ff0000", "steady")}, {"p0": "a"})


def run_campaign(seed: int, frames: int) -> Campaign:
    campaign = Campaign(seed)
    campaign.run(frames)
    assert campaign.failures == []
    assert all("\n" not in end and re.fullmatch(r"[ -~]*", end) for end in campaign.ends)
    return campaign


def test_random_frames_end_a_link_in_one_line_or_not_at_all() -> None:
    campaign = run_campaign(1, 20_000)
    assert any("the table speaks nonsense" in end for end in campaign.ends)


@pytest.mark.campaign
def test_a_million_random_frames_raise_nothing_hang_nothing_and_fill_no_memory() -> None:
    import resource  # POSIX

    run_campaign(2, 100_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    campaign = run_campaign(3, 1_000_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{campaign.frames} frames, {campaign.links} links, {grown} KiB more than after 100,000")
    assert grown < 20_000
