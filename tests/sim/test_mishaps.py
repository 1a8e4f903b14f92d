"""Whatever happens to the line, the host hears every change of hands once, in order, with the table's time."""

import asyncio
from random import Random

import pytest

from mouseboard.link import ContactChange, Gap, Link, LinkEvent
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.runner import Runner
from mouseboard.sim.table import PIECES, SimulatedTable

MISHAPS = ("noise 0.001", "noise 0.005", "noise 0.02 flip", "noise 0.02 drop", "noise 0.02 double", "noise 0")
CUTS = ("unplug", "replug")


def hands(rng: Random) -> str:
    """Return a random command of hands."""
    piece, other = rng.sample(PIECES, 2)
    places = rng.randrange(81), rng.randrange(81)
    commands = (
        f"put {piece} on {places[0]}",
        f"slide {piece} to {places[1]}",
        f"lift {piece}",
        f"swap {piece} {other}",
        f"knock {piece} over",
        f"remove {piece}",
        "press a",
        "press a and b",
        "cage down",
        "cage up",
    )
    return rng.choice(commands)


def mishaps(rng: Random) -> str:
    return rng.choice(MISHAPS) if rng.random() < 0.8 else rng.choice(CUTS)


def scenarios(seed: int, commands: int = 12) -> tuple[str, str]:
    """Return the same commands of hands undisturbed, and with mishaps between them. Both end with a good line."""
    rng = Random(f"commands/{seed}")
    calm = [hands(rng) for _ in range(commands)]
    wild = [line for command in calm for line in (mishaps(rng), command)]
    return "\n".join(calm), "\n".join((*wild, "noise 0", "replug"))


def heard(seed: int, scenario: str) -> list[LinkEvent]:
    async def main() -> list[LinkEvent]:
        news: list[LinkEvent] = []
        table = SimulatedTable(seed=seed)
        async with table, Link(table.cable) as link:
            link.watch(news.append)
            await Runner(table).run(scenario)
            await asyncio.sleep(1)
            assert link.contacts == bytes(table.world.levels)
        return news

    return run_virtual(main())


def changes(news: list[LinkEvent]) -> list[ContactChange]:
    assert not any(isinstance(one, Gap) for one in news)
    return [one for one in news if isinstance(one, ContactChange)]


def check(seed: int) -> None:
    calm, wild = scenarios(seed)
    assert changes(heard(seed, wild)) == changes(heard(seed, calm))


@pytest.mark.parametrize("seed", range(6))
def test_noise_and_pulled_cables_change_nothing_that_the_host_hears(seed: int) -> None:
    check(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("run", range(10))
def test_noise_and_pulled_cables_change_nothing_that_the_host_hears_in_many_runs(run: int) -> None:
    for seed in range(100 * run + 10, 100 * run + 110):
        check(seed)


def test_the_mishaps_really_disturb_the_line() -> None:
    """Otherwise the other tests of this file would show nothing."""

    async def main() -> tuple[int, int]:
        table = SimulatedTable(seed=1)
        async with table, Link(table.cable) as link:
            for seed in range(3):
                await Runner(table).run(scenarios(seed)[1])
            return link.stats.bad_lines, link.stats.reconnects

    bad_lines, reconnects = run_virtual(main())
    assert bad_lines > 10
    assert reconnects > 0
