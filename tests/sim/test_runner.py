import asyncio
import re
from pathlib import Path

import pytest

import mouseboard.sim
from mouseboard.sim.clock import run_virtual
from mouseboard.sim.commands import FORMS
from mouseboard.sim.look import colour, pattern_of
from mouseboard.sim.runner import Runner
from mouseboard.sim.scenario import ScenarioError
from mouseboard.sim.table import SimulatedTable

PAGE = (Path(mouseboard.sim.__file__).parent / "SCENARIOS.md").read_text()
EXAMPLES = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)


def run(text: str) -> float:
    """Run a scenario on a fresh table, and return how long it took on the table."""

    async def main() -> float:
        async with SimulatedTable(seed=3) as table:
            await Runner(table).run(text)
        return asyncio.get_running_loop().time()

    return run_virtual(main())


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_example_of_the_page_comes_true(example: str) -> None:
    run(example)


def test_the_page_shows_every_command_and_expectation() -> None:
    shown = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL))
    missing = [form for form in FORMS if not any(re.fullmatch(_like(form), line) for line in shown)]
    assert missing == []


def _like(form: str) -> str:
    """Return a pattern for lines of this form on the page, with its kinds or with values."""
    return " ".join(r"\S+( \S+)*" if word.isupper() else word for word in form.split())


def test_a_command_waits_for_its_time_or_begins_at_once_if_that_is_past() -> None:
    assert run("at 5 s unplug") == 5
    assert run("wait 7 s\nat 5 s unplug") == 7


def test_other_hands_do_one_thing_after_the_other_while_the_scenario_goes_on() -> None:
    assert run("meanwhile wait 3 s\nmeanwhile wait 4 s\nwait 5 s") == 7
    assert run("wait 9 s\nmeanwhile wait 3 s\nwait 5 s") == 14


def test_two_hands_move_two_mice_at_once() -> None:
    one_after_the_other = run("put red on 7\nput blue on 9")
    assert run("meanwhile put blue on 9\nput red on 7") < 0.8 * one_after_the_other
    run("meanwhile put blue on 9\nput red on 7\nwait 2 s\nexpect truth blue 9\nexpect truth red 7")


def test_other_hands_stop_when_the_scenario_has_failed() -> None:
    async def main() -> str:
        async with SimulatedTable(seed=3) as table:
            with pytest.raises(ScenarioError, match="line 3"):
                await Runner(table).run("meanwhile wait 2 s\nmeanwhile put red on 7\nexpect closed 7 within 1 s")
            await asyncio.sleep(5)
            return table.truth("red")

    assert run_virtual(main()) == "beside"


def test_an_expectation_that_fails_says_what_there_was_to_see() -> None:
    with pytest.raises(ScenarioError, match=r"^line 2: 'expect closed 7 within 1 s': at \d\.\d+ s it is 9$"):
        run("put red on 9\nexpect closed 7 within 1 s")


def test_an_expectation_waits_until_it_comes_true() -> None:
    async def main() -> None:
        async with SimulatedTable(seed=3) as table:
            doing = asyncio.create_task(Runner(table).run("wait 1 s\nput red on 7"))
            await Runner(table).run("expect closed 7 within 5 s")
            assert doing.done() or table.world.now() < 5

    run_virtual(main())


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("lift pink", "pink is no piece; allowed: red, blue, green, yellow"),
        ("expect truth red home", "home is no truth; allowed: 0, 1, 2"),
        ("meanwhile power cut", "only what hands do can be done meanwhile"),
        ("meanwhile expect closed 7", "only what hands do can be done meanwhile"),
        ("put red on 81", "81 is no place; allowed: 0, 1, 2"),
        ("dead reed 81", "81 is no input; allowed: 0 to 80"),
        ("expect lamp 99 red", "99 is no lamp; allowed: 0 to 80"),
        ("expect lamp 7 pink", "pink is no colour; allowed: dark, red,"),
        ("noise 0.1 melt", "melt is no fault; allowed: flip, drop, double"),
        ("noise 3", "a probability per byte from 0 to below 1"),
        ("chance 2", "a chance from 0 to 1 is allowed"),
        ("pace 0", "a pace above 0 is allowed"),
    ],
)
def test_an_unknown_name_is_refused_with_the_names_that_the_table_has(line: str, complaint: str) -> None:
    with pytest.raises(ScenarioError, match=f"^line 1: {line!r}: .*{re.escape(complaint)}"):
        run(line)


def test_a_scenario_with_a_wrong_line_does_nothing_at_all() -> None:
    async def main() -> None:
        async with SimulatedTable() as table:
            with pytest.raises(ScenarioError, match="line 2"):
                await Runner(table).run("unplug\nlift pink")
            assert table.cable.plugged

    run_virtual(main())


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((0, 0, 0), "dark"),
        ((255, 0, 0), "red"),
        ((3, 0, 0), "red"),
        ((40, 12, 0), "orange"),
        ((90, 80, 0), "yellow"),
        ((0, 0, 20), "blue"),
        ((200, 200, 180), "white"),
    ],
)
def test_colours_have_names_at_any_brightness(rgb: tuple[int, int, int], name: str) -> None:
    assert colour(rgb) == name


def test_patterns_are_known_by_how_brightness_changes() -> None:
    assert pattern_of([9] * 100) == "steady"
    assert pattern_of(([9] * 25 + [0] * 25) * 2) == "blink"
    assert pattern_of(([9] * 6 + [0] * 6) * 8) == "flash"
    assert pattern_of([9, 10, 11, 10] * 25) == "pulse"
