"""Conclusions from observations, in a table: part, observation, findings."""

import re
from string import Formatter

import msgspec
import pytest
from tests.doctor.clinic import small_layout

from mouseboard import lang
from mouseboard.doctor.diagnosis import diagnose
from mouseboard.doctor.findings import _WORDS, finding
from mouseboard.doctor.observations import Buttons, Chain, Lamps, Observations, Power, Sensors, Servo, Switch, Visit


def kinds(**seen: object) -> list[str]:
    """Return the findings from these observations, as `part kind where`."""
    found = diagnose(small_layout(), Observations(**seen))  # type: ignore[arg-type]
    return [" ".join((one.part, one.kind, *one.where.values())) for one in found]


TURNED = Servo(1000, 2000, 3000, (), "caught", "", fell=True, started=True, lowest_mv=4900, lasting_ma=600)


def turned(**changed: object) -> Servo:
    return msgspec.structs.replace(TURNED, **changed)


def test_nothing_seen_nothing_found() -> None:
    assert kinds() == []


@pytest.mark.parametrize(
    ("seen", "findings"),
    [
        (Chain(at_start=True, now=True), []),
        (Chain(at_start=True, now=False), ["chain bad"]),
        (Chain(at_start=False, now=False), ["chain bad"]),
        (Chain(at_start=False, now=True), ["chain was-bad"]),
        (Chain(at_start=True, now=True, noise=9), ["chain noise 9"]),
        (Chain(at_start=True, now=False, noise=9), ["chain bad"]),
        (Chain(at_start=True, now=True, errors=2), ["table errors 2"]),
        (Chain(at_start=False, now=False, own_pins=True), ["chain touching"]),
        (Chain(at_start=False, now=True, own_pins=True), ["chain touched"]),
    ],
)
def test_chain(seen: Chain, findings: list[str]) -> None:
    assert kinds(chain=seen) == findings


@pytest.mark.parametrize(
    ("seen", "findings"),
    [
        (Power(5000, 4900), []),
        (Power(4700, 4400), []),
        (Power(4699, 4650), ["power low 4699"]),
        (Power(0, 0), ["power low 0"]),
        (Power(5301, 5290), ["power high 5301"]),
        (Power(5000, 4699), ["power sag 301"]),
        (Power(5000, 5000, servo_ma=51), ["power leak 51"]),
    ],
)
def test_power(seen: Power, findings: list[str]) -> None:
    assert kinds(power=seen) == findings


@pytest.mark.parametrize(
    ("seen", "findings"),
    [
        (Buttons(), []),
        (Buttons(a=(), b=()), ["buttons dead A", "buttons dead B"]),
        (Buttons(a=("b",), b=("a",)), ["buttons swapped"]),
        (Buttons(a=("a", "b")), ["buttons other A a, b"]),
        (Buttons(b=("cage",)), ["buttons other B cage"]),
        (Buttons(a=("3",)), ["buttons other A 3"]),
        (Buttons(closed=("a",), a=()), ["buttons stuck A"]),
    ],
)
def test_buttons(seen: Buttons, findings: list[str]) -> None:
    assert kinds(buttons=seen) == findings


@pytest.mark.parametrize(
    ("part", "up", "down", "findings"),
    [
        ("stop", True, False, []),
        ("stop", True, True, ["stop dead"]),
        ("stop", False, False, ["stop no-power"]),
        ("stop", False, True, ["stop reversed"]),
        ("cage", False, True, []),
        ("cage", False, False, ["cage dead"]),
        ("cage", True, True, ["cage stuck"]),
        ("cage", True, False, ["cage reversed"]),
    ],
)
def test_switches(part: str, up: bool, down: bool, findings: list[str]) -> None:
    assert kinds(**{part: Switch(up, down)}) == findings


@pytest.mark.parametrize(
    ("seen", "findings"),
    [
        (Lamps({"red": "red", "green": "green", "blue": "blue"}), []),
        (Lamps({"red": "green", "green": "red", "blue": "blue"}), ["lamps order-of-colours red green"]),
        (Lamps({"red": "dark", "green": "green", "blue": "blue"}), ["lamps colour red dark"]),
        (Lamps(dark=("p4",)), ["lamps dead p4 7"]),
        (Lamps(dark=("p0",)), ["lamps dead p0 11"]),
        (Lamps(dark=("p0", "p1")), ["lamps cut 10 9"]),
        (Lamps(dark=("p1", "p2")), ["lamps dead p1 10", "lamps dead p2 9"]),
        (Lamps(dark=tuple(f"p{number}" for number in range(12))), ["lamps all-dark"]),
        (Lamps(order={"p1": "p2", "p2": "p1", "p3": "p3"}), ["lamps swapped p1 p2"]),
        (Lamps(order={"p1": "p2", "p2": "p3", "p3": "p1"}), [f"lamps moved p{a} p{b}" for a, b in ("12", "23", "31")]),
    ],
)
def test_lamps(seen: Lamps, findings: list[str]) -> None:
    assert kinds(lamps=seen) == findings


@pytest.mark.parametrize(
    ("seen", "findings"),
    [
        (turned(), []),
        (turned(result="missed", fell=False), []),
        (turned(result="missed", fell=False, started=False), ["servo trap"]),
        (turned(result="missed"), ["servo late"]),
        (turned(fell=False), ["servo shaken"]),
        (turned(lowest_mv=4400), ["servo sag 4400"]),
        (turned(lasting_ma=0), ["servo no-current"]),
        (turned(result="fault-stalled"), ["servo blocked"]),
        (turned(result="fault-rail"), ["servo stopped fault-rail"]),
        (Servo(1000, 2000, 3000), []),
        *((Servo(1000, 2000, 3000, refused=why), [f"servo {why}"]) for why in ("rail", "cage", "fault", "stays")),
        (Servo(1000, 2000, 3000, refused="storage"), ["servo refused storage"]),
    ],
)
def test_servo(seen: Servo, findings: list[str]) -> None:
    assert kinds(servo=seen) == findings


def test_a_stalled_crank_that_was_not_turned_was_blocked() -> None:
    seen = Servo(1000, 2000, 3000, refused="fault")
    assert kinds(servo=seen, fault="stalled") == ["servo blocked", "table fault stalled"]


def test_what_happened_to_the_board_meanwhile_is_told() -> None:
    assert kinds(restarts=("watchdog", "power-on"), fault="rail") == [
        "table restarted watchdog",
        "table restarted power-on",
        "table fault rail",
    ]


def test_findings_come_in_the_order_of_the_examination() -> None:
    sensors = Sensors(visits=(Visit("p3", ()),))
    seen = {"servo": turned(lasting_ma=0), "sensors": sensors, "chain": Chain(at_start=False, now=True)}
    assert [one.split()[0] for one in kinds(**seen)] == ["chain", "sensors", "servo"]


@pytest.mark.parametrize("language", lang.languages())
def test_every_kind_reads_as_a_sentence_with_a_remedy(language: str) -> None:
    for part, rows in _WORDS.items():
        for kind, texts in rows.items():
            holes = {hole for text in texts for _, hole, _, _ in Formatter().parse(text) if hole}
            text = lang.translate(finding(part, kind, **dict.fromkeys(holes, "X1")).sentence, language)
            assert re.match(r"[\w'’ -]+\s?: .*[^.]\. .*[^.]\.$", text) and "{" not in text and ".." not in text, text
            assert "X1" in text or not holes
