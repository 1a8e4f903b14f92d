import asyncio
from random import Random

import pytest

from mouseboard.sim.clock import run_virtual
from mouseboard.sim.contacts import REED, SWITCH, Bounce, Contact, toggles


class Watched:
    """A contact, and the moments of its changes in ms."""

    def __init__(self, bounce: Bounce, seed: int) -> None:
        self.contact = Contact(bounce, Random(seed), self._note)
        self.changes: list[tuple[float, bool]] = []

    def _note(self) -> None:
        self.changes.append((asyncio.get_running_loop().time() * 1000, self.contact.closed))


def watch(bounce: Bounce, seed: int, *moves: tuple[float, bool]) -> list[tuple[float, bool]]:
    async def main() -> list[tuple[float, bool]]:
        watched, loop = Watched(bounce, seed), asyncio.get_running_loop()
        for moment, touching in moves:
            loop.call_at(moment, watched.contact.move, touching)
        await asyncio.sleep(1)
        return watched.changes

    return run_virtual(main())


@pytest.mark.parametrize("seed", range(20))
def test_a_closing_reed_bounces_for_0_5_to_1_ms_and_ends_closed(seed: int) -> None:
    changes = watch(REED, seed, (0.1, True))
    assert changes[0][0] == pytest.approx(100)
    assert 100.5 <= changes[-1][0] <= 101
    assert [closed for _, closed in changes] == [i % 2 == 0 for i in range(len(changes))]
    assert len(changes) in (3, 5, 7)


def test_a_reed_opens_cleanly() -> None:
    (moment, closed) = watch(REED, 1, (0.1, True), (0.2, False))[-1]
    assert moment == pytest.approx(200)
    assert not closed


def test_a_button_bounces_on_release_too() -> None:
    changes = [closed for moment, closed in watch(SWITCH, 1, (0.1, True), (0.2, False)) if moment > 199]
    assert len(changes) >= 3
    assert changes[-1] is False


def test_a_contact_that_parts_while_it_bounces_stays_open() -> None:
    assert watch(REED, 1, (0.1, True), (0.1001, False))[-1][1] is False


def test_a_stuck_contact_reads_closed_a_dead_one_open_and_a_mended_one_its_true_state() -> None:
    async def main() -> list[bool]:
        contact, seen = Contact(REED, Random(1), lambda: None), []
        for forced in (True, False, None):
            contact.force(forced)
            seen.append(contact.closed)
            contact.move(True)
            await asyncio.sleep(0.1)
            seen.append(contact.closed)
            contact.move(False)
        return seen

    assert run_virtual(main()) == [True, True, False, False, False, True]


@pytest.mark.parametrize("seed", range(20))
def test_bounces_end_in_the_state_in_which_they_began(seed: int) -> None:
    moments = toggles(Random(seed), (0.0005, 0.001))
    assert len(moments) % 2 == 0
    assert moments == sorted(moments)
    assert 0 < moments[0] <= moments[-1] <= 0.001
