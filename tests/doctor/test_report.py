"""The report says the same to programs and to people."""

from pathlib import Path

import msgspec
from tests.doctor.clinic import small_layout

from mouseboard.doctor import Report, write_report
from mouseboard.doctor.observations import Chain, Observations, Sensors, Visit
from mouseboard.doctor.report import make_report, markdown
from mouseboard.lang import translate
from mouseboard.link import TableInfo

INFO = TableInfo("1", "0.1.0", "9f3c", 12, 12, "5be0c1d2", "power-on", chain_good=True, chip="rp2350")
SWAPPED = Sensors(visits=(Visit("p3", (4,)), Visit("p4", (3,)), Visit("p5", ())))
CHAIN = Chain(at_start=True, now=True)


def report(**seen: object) -> Report:
    return make_report("2026-11-20 10:00", INFO, small_layout(), Observations(**seen))  # type: ignore[arg-type]


def verdict(**seen: object) -> str:
    return translate(report(**seen).verdict, "en")


def test_it_survives_the_way_through_json(tmp_path: Path) -> None:
    written = report(chain=CHAIN, sensors=SWAPPED, skipped={"servo": "the supply is not good"})
    write_report(written, tmp_path)
    assert msgspec.json.decode((tmp_path / "doctor.json").read_bytes(), type=Report) == written
    assert (tmp_path / "doctor.md").read_text() == markdown(written)


def test_people_read_what_is_wrong_what_to_do_and_how_the_sensors_are_wired() -> None:
    text = markdown(report(chain=CHAIN, sensors=SWAPPED))
    assert text.startswith("# Mouseboard doctor: 2 findings\n")
    assert "firmware 0.1.0, chip rp2350, 12 inputs, 12 lamps" in text
    assert "1. **sensors**: place p5 feels nothing (input 5). Check the reed's wires" in text
    assert "2. **sensors**: places p3 and p4 are exchanged. Exchange the wires" in text
    assert 'name = "p3", sensors = [4]\nname = "p4", sensors = [3]\n' in text
    assert "| p5 | nothing | 1 | 0 |" in text
    assert "- chain: at_start yes, now yes, errors 0" in text


def test_the_verdict_is_one_line() -> None:
    skipped = {"servo": "the person did not want it"}
    assert verdict(chain=CHAIN) == "healthy"
    assert verdict(chain=CHAIN, skipped=skipped) == "healthy, as far as it was looked at; not looked at: servo"
    assert verdict(fault="rail") == "1 finding"
    assert verdict(fault="rail", skipped=skipped) == "1 finding; not looked at: servo"


def test_an_examination_that_ended_early_is_not_finished() -> None:
    left = {"servo": "the examination was broken off"}
    assert verdict(fault="rail", skipped=left) == "not finished; 1 finding; not looked at: servo"
    assert markdown(report(skipped=left)).startswith("# Mouseboard doctor: not finished; healthy, as far as ")


def test_the_report_names_the_pico_unless_it_has_no_serial_number() -> None:
    info = msgspec.structs.replace(INFO, serial="e6614c311b3a2d28")
    named = make_report("2026-11-20 10:00", info, small_layout(), Observations(chain=CHAIN))
    assert "The Pico's serial number: e6614c311b3a2d28." in markdown(named)
    assert "serial number" not in markdown(report(chain=CHAIN))


def test_a_healthy_table_has_no_headings_for_what_it_lacks() -> None:
    text = markdown(report(chain=CHAIN))
    assert "## Findings" not in text and "## Sensors" not in text
