"""The doctor at a simulated table finds each planted fault, and no others."""

import json
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.doctor.clinic import COUNT, Case, found, small_layout

from mouseboard import layouts
from mouseboard.actors.technician import Technician
from mouseboard.doctor import BrokenOff, Question, reference_table
from mouseboard.doctor.examination import BROKEN_OFF
from mouseboard.doctor.report import markdown
from mouseboard.layouts import Layout, Place
from mouseboard.sim.contacts import Bounce
from mouseboard.sim.magnets import Point
from mouseboard.sim.table import SimulatedTable
from mouseboard.table import TableTooSmall

WALKS = pytest.mark.parametrize("freely", [False, True], ids=["named", "freely"])
SENSORS = ("sensors",)


@WALKS
def test_a_healthy_table_has_no_findings(freely: bool) -> None:
    report = Case(freely=freely).report()
    assert found(report) == []
    assert (report.healthy, str(report.verdict), report.rewired) == (True, "healthy", {})


@pytest.mark.parametrize("layout", [reference_table(), layouts.load("classic")], ids=lambda layout: layout.title)
def test_a_healthy_table_of_full_size_has_none_either(layout: Layout) -> None:
    assert str(Case(layout=layout).report().verdict) == "healthy"


# Reeds


@WALKS
@pytest.mark.parametrize(
    ("scenario", "finding"),
    [
        ("stuck reed 5", "sensors stuck 5 p5"),
        ("dead reed 5", "sensors dead 5 p5"),
        ("swap reeds 5 6", "sensors swapped p5 p6"),
        ("swap reeds 0 11", "sensors swapped p0 p11"),
        ("join reeds 5 6", "sensors joined p5 p6"),
        ("join reeds 0 11", "sensors joined p0 p11"),
    ],
)
def test_each_fault_of_a_reed_is_found(scenario: str, finding: str, freely: bool) -> None:
    assert found(Case(scenario, SENSORS, freely=freely).report()) == [finding]


def test_a_reed_that_fails_on_an_input_without_a_place_is_found_where_it_can_be() -> None:
    spare = Case("swap reeds 0 12", SENSORS, small_layout(spare=3)).report()
    assert found(spare) == ["sensors moved 0 12 p0"]
    assert spare.rewired == {"p0": (12,)}
    joined = Case("join reeds 0 12\nstuck reed 14", SENSORS, small_layout(spare=3)).report()
    assert found(joined) == ["sensors joined-free 12 p0", "sensors stuck-free 14"]


def test_the_sensors_that_are_offered_make_the_table_healthy() -> None:
    ill = Case("swap reeds 0 11\nswap reeds 5 6", SENSORS)
    offered = ill.report().rewired
    assert offered == {"p0": (11,), "p11": (0,), "p5": (6,), "p6": (5,)}
    places = tuple(
        msgspec.structs.replace(place, sensors=offered.get(place.name, place.sensors)) for place in ill.layout.place
    )
    cured = Case(ill.scenario, SENSORS, ill.layout, named=msgspec.structs.replace(ill.layout, place=places))
    assert str(cured.report().verdict) == "healthy"


def test_a_new_board_file_without_sensors_is_offered_all_of_them() -> None:
    layout = small_layout()
    empty = tuple(msgspec.structs.replace(place, sensors=()) for place in layout.place)
    report = Case("", SENSORS, layout, named=msgspec.structs.replace(layout, place=empty)).report()
    assert report.rewired == {f"p{number}": (number,) for number in range(COUNT)}
    assert found(report) == sorted(f"sensors new {number} p{number}" for number in range(COUNT))


@WALKS
def test_a_weak_magnet_is_told_from_weak_reeds(freely: bool) -> None:
    (finding,) = Case("weak magnet red", SENSORS, reference_table(), freely=freely).report().findings
    assert finding.kind == "magnet"


def test_a_magnet_upside_down_is_not_found_where_each_mouse_stands_alone() -> None:
    assert found(Case("turned magnet red", SENSORS, reference_table()).report()) == []


def test_a_dead_reed_is_found_with_a_weak_magnet_too() -> None:
    kinds = [one.kind for one in Case("weak magnet red\ndead reed 40", SENSORS, reference_table()).report().findings]
    assert kinds == ["dead", "magnet"]


def test_a_reed_that_lies_aside_is_weak_with_any_mouse() -> None:
    def aside(table: SimulatedTable) -> None:
        table.world.sensors[5] = Point(60 + 12.5, 60.0)

    kinds = {finding for seed in range(4) for finding in found(Case("", SENSORS, prepare=aside, seed=seed).report())}
    assert "sensors weak p5" in kinds
    assert kinds <= {"sensors weak p5", "sensors dead 5 p5"}


def test_a_reed_that_chatters_under_a_standing_mouse_is_unsteady() -> None:
    def chatter(table: SimulatedTable) -> None:
        table.world.reeds[5]._bounce = Bounce(make=(0.1, 0.2), breaks=False)

    assert found(Case("", SENSORS, prepare=chatter).report()) == ["sensors unsteady p5"]


def long_layout() -> Layout:
    """Return a layout with one long place that has a reed at each end."""
    layout = small_layout()
    long = Place("long", (60.0, 20.0), sensors=(1, 2), lamps=(0,))
    return msgspec.structs.replace(layout, place=(long, *layout.place[4:]))


@pytest.mark.parametrize(("scenario", "finding"), [("", []), ("dead reed 2", ["sensors dead 2 long"])])
def test_a_long_place_is_felt_at_all_of_its_ends(scenario: str, finding: list[str]) -> None:
    def ends(table: SimulatedTable) -> None:
        table.world.sensors[2] = Point(100.0, 20.0)

    assert found(Case(scenario, SENSORS, long_layout(), prepare=ends).report()) == finding


# Lamps


@pytest.mark.parametrize(
    ("scenario", "finding"),
    [
        ("dead lamp 5", ["lamps dead 5 p6"]),
        ("dead lamp 5\ndead lamp 0", ["lamps dead 0 p11", "lamps dead 5 p6"]),
        ("dead lamp 11\ndead lamp 10\ndead lamp 9", ["lamps cut 8 9"]),
        ("\n".join(f"dead lamp {lamp}" for lamp in range(COUNT)), ["lamps all-dark"]),
    ],
)
def test_dark_lamps_are_found_and_told_from_a_broken_strip(scenario: str, finding: list[str]) -> None:
    assert found(Case(scenario, ("lamps",)).report()) == finding


def test_lamps_that_lie_in_another_order_than_the_file_says_are_found() -> None:
    layout = small_layout()
    places = list(layout.place)
    places[2], places[3] = (
        msgspec.structs.replace(places[2], lamps=places[3].lamps),
        msgspec.structs.replace(places[3], lamps=places[2].lamps),
    )
    named = msgspec.structs.replace(layout, place=tuple(places))
    assert found(Case("", ("lamps",), layout, named=named).report()) == ["lamps swapped p2 p3"]


def test_a_strip_that_takes_its_colours_in_another_order_is_found() -> None:
    def red_first(table: SimulatedTable) -> None:
        lamp = table.lamp
        setattr(table, "lamp", lambda number: (lamp(number)[1], lamp(number)[0], lamp(number)[2]))  # noqa: B010

    assert found(Case("", ("lamps",), prepare=red_first).report()) == ["lamps order-of-colours green red"]


# Chain, power, switches


def test_a_broken_chain_is_found_and_its_sensors_are_not_believed() -> None:
    report = Case("break chain").report()
    assert found(report) == ["chain bad"]
    assert report.observations.skipped == {"sensors": "the chain does not answer"}
    assert report.observations.sensors is None


@pytest.mark.parametrize(("volts", "finding"), [("4.2", "power low 4200"), ("5.6", "power high 5600")])
def test_a_bad_supply_is_found_and_drives_no_servo(volts: str, finding: str) -> None:
    case = Case(f"supply {volts}")
    report = case.report()
    assert found(report) == [finding]
    assert report.observations.skipped == {"servo": "the supply is not good"}
    assert not any(" jog " in frame or " crank " in frame for frame in case.seen)


def force(switch: str, closed: bool) -> Callable[[SimulatedTable], None]:
    """Weld a switch closed, or break it open."""
    return lambda table: table.world.switches[switch].force(closed)


@pytest.mark.parametrize(
    ("switch", "closed", "findings"),
    [
        ("a", False, ["buttons dead A"]),
        ("b", False, ["buttons dead B"]),
        ("a", True, ["buttons stuck A"]),
        ("cage", False, ["cage dead", "servo late"]),
        ("cage", True, ["cage stuck", "servo cage"]),
        ("rail", True, ["stop dead"]),
        ("rail", False, ["stop no-power"]),
    ],
)
def test_a_switch_that_fails_is_found(switch: str, closed: bool, findings: list[str]) -> None:
    assert found(Case(prepare=force(switch, closed)).report()) == findings


# The crank


def test_a_crank_that_turns_too_little_is_calibrated_and_the_board_keeps_it() -> None:
    report = Case("", ("servo",), settings={"servo_end": 1500}).report()
    servo = report.observations.servo
    assert report.healthy and servo
    assert servo.changed == ("servo_end",) and servo.end_us > 1900 and servo.result == "caught"


def lose_settings(table: SimulatedTable) -> None:
    """Leave only the sizes of the settings; this counts from the next start."""
    kept = json.loads(table.board._flash.read_text())
    table.board._flash.write_text(json.dumps({name: kept[name] for name in ("chain", "lamps")}))


def test_a_crank_that_has_lost_its_ends_is_led_to_both_before_it_turns() -> None:
    case = Case("power cut\nwait 1 s\npower on\nwait 1 s", ("servo",), prepare=lose_settings)
    report = case.report()
    servo = report.observations.servo
    assert report.healthy and servo
    assert servo.changed == ("servo_rest", "servo_end") and servo.result == "caught"
    first = next(frame for frame in case.seen if " jog 1" in frame)
    assert first.split()[-1] == "1500"


def test_a_turn_may_be_made_slower() -> None:
    servo = Case("", ("servo",), turn_ms="4500").report().observations.servo
    assert servo and (servo.turn_ms, servo.changed, servo.result) == (4500, ("turn_classic",), "caught")


def test_a_crank_that_something_blocks_is_let_go_and_not_turned() -> None:
    case = Case("jam crank", ("servo",))
    assert found(case.report()) == ["servo blocked", "table fault stalled"]
    assert not any(" crank " in frame for frame in case.seen)


class Reluctant(Technician):
    """A person who refuses to let the crank move."""

    async def _agree(self, _: str) -> str:
        return "no"


def test_nothing_moves_without_a_yes() -> None:
    case = Case(person=Reluctant)
    report = case.report()
    assert (found(report), report.healthy) == ([], False)
    assert str(report.verdict) == "healthy, as far as it was looked at; not looked at: servo"
    assert not any(" jog 1" in frame or " crank " in frame for frame in case.seen)


class Stopper(Technician):
    """A person who hits the emergency stop when asked about the crank's position."""

    async def _lead_to_end(self, us: str) -> str:
        self._table.world.switches["rail"].move(False)
        return "++"


def test_the_emergency_stop_ends_the_calibration() -> None:
    report = Case("", ("servo",), person=Stopper).report()
    assert found(report) == ["servo fault", "table fault rail"]


class Leaver(Technician):
    """A person who leaves at the question about the cage."""

    async def ask(self, question: Question) -> str:
        if question.task == "cage down":
            raise BrokenOff
        return await super().ask(question)


def test_who_goes_away_leaves_a_report_of_what_was_seen() -> None:
    report = Case(person=Leaver).report()
    assert report.observations.skipped == {"cage": str(BROKEN_OFF), "servo": str(BROKEN_OFF)}
    assert report.observations.stop is not None and not report.healthy


SMALLER = {"chain": 8, "lamps": 10}


def test_a_table_that_does_not_know_its_size_is_told() -> None:
    report = Case("", ("chain", "sensors", "lamps"), settings=SMALLER).report()
    assert (str(report.verdict), report.inputs, report.lamps) == ("healthy", COUNT, COUNT)


class Silent(Reluctant):
    """A person who answers nothing."""

    async def ask(self, question: Question) -> str:
        raise BrokenOff


@pytest.mark.parametrize("person", [Reluctant, Silent])
def test_a_table_smaller_than_its_board_is_refused_if_nobody_wants_it_to_be_larger(person: type[Technician]) -> None:
    with pytest.raises(TableTooSmall, match="needs 12 sensors and 12 lamps; this table has 8 and 10: name its own"):
        Case(settings=SMALLER, person=person).report()


async def sag(table: SimulatedTable) -> None:
    table.sense("supply_mv", 4000)


def test_a_table_whose_supply_sags_keeps_its_sizes() -> None:
    with pytest.raises(TableTooSmall, match="needs 12 sensors and 12 lamps; this table has 8 and 10: name its own"):
        Case(settings=SMALLER, meanwhile=sag).report()


def test_a_larger_table_can_be_examined_by_a_script() -> None:
    report = Case("", ("chain", "power"), settings={"chain": 24, "lamps": 20}, person=Silent).report()
    assert (str(report.verdict), report.inputs) == ("healthy", 24)


# Several at once

FAULTS = {
    "stuck reed {0}": "sensors stuck {0} p{0}",
    "dead reed {0}": "sensors dead {0} p{0}",
    "dead lamp {0}": "lamps dead {0} p{2}",
    "swap reeds {0} {1}": "sensors swapped {3}",
    "join reeds {0} {1}": "sensors joined {3}",
}


@st.composite
def several_faults(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Draw a few faults on separate inputs and lamps, with the findings to expect. The last two lamps stay whole."""
    kinds = draw(st.lists(st.sampled_from(sorted(FAULTS)), max_size=4))
    inputs = draw(st.permutations(range(COUNT - 2)))
    tasks, findings = [], []
    for kind, (one, other) in zip(kinds, zip(inputs[::2], inputs[1::2], strict=True), strict=False):
        names = sorted((f"p{one}", f"p{other}"))
        words = (one, other, f"{COUNT - 1 - one}", " ".join(names))
        tasks.append(kind.format(*words))
        finding = FAULTS[kind].format(*words).split(" ", 2)
        findings.append(" ".join((*finding[:2], finding[2])))
    return "\n".join(tasks), sorted(findings)


@given(several_faults(), st.booleans())
@settings(max_examples=15)
def test_several_faults_are_each_found_and_nothing_else(faults: tuple[str, list[str]], freely: bool) -> None:
    scenario, findings = faults
    assert found(Case(scenario, ("lamps", "sensors"), freely=freely).report()) == findings


@pytest.mark.campaign
@given(several_faults(), st.booleans(), st.integers(0, 2**32))
@settings(max_examples=1000)
def test_the_same_with_many_people(faults: tuple[str, list[str]], freely: bool, seed: int) -> None:
    scenario, findings = faults
    assert found(Case(scenario, freely=freely, seed=seed).report()) == findings


# Contacts that games did not trust


def test_a_place_that_games_did_not_trust_and_that_is_good_is_trusted_again() -> None:
    case = Case("dead reed 7", SENSORS, settings={"blind": 1 << 5 | 1 << 7})
    report = case.report()
    assert report.observations.sensors and report.observations.sensors.distrusted == ("p5", "p7")
    assert f"> {1 << 7}" in [f"> {sent.split()[4]}" for sent in case.seen if " set blind " in sent and sent[0] == ">"]
    said = [what for _, what in case.heard]
    assert "In games these places were not trusted: p5, p7." in said
    assert "These places are good, and trusted again: p5." in said
    assert "- not trusted in games: p5, p7" in markdown(report)


def turned_about(table: SimulatedTable) -> None:
    """Turn tile 3 around: each of its places closes the input of the opposite one."""
    for here, there in ((32, 43), (33, 42), (34, 41), (35, 40)):
        table.world.rewire({here: (there,), there: (here,)})


def test_a_turned_tile_is_named_instead_of_its_places() -> None:
    case = Case("", SENSORS, reference_table(), prepare=turned_about)
    assert found(case.report()) == ["sensors turned 3"]


@pytest.mark.parametrize(
    ("scenario", "finding"),
    [
        ("dead reed 21", "chain garbled 2"),
        ("\n".join(f"stuck reed {n}" for n in range(96, 144)), "chain silent 7"),
        ("dead reed 140\ndead reed 143\nstuck reed 141", "chain other 2 9"),
    ],
)
def test_a_tile_whose_code_is_wrong_is_named_and_its_sensors_are_not_looked_at(scenario: str, finding: str) -> None:
    report = Case(scenario, ("chain", "sensors"), reference_table()).report()
    assert found(report) == [finding]
    assert list(report.observations.skipped) == ["sensors"]
