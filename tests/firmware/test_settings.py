"""Settings are kept over a power cut, and a hash names their values."""

import subprocess
import sys
from pathlib import Path
from zlib import crc32

import pytest
from tests.firmware.board import Table
from tests.helpers.unix_table import FIRMWARE

from mousetable.debounce import HOLD_MS
from mousetable.settings import _LONGEST, _ROWS, NOT_SET, Settings


def test_a_new_board_has_the_settings_of_the_reference_table() -> None:
    settings = Settings()
    assert (settings["chain"], settings["lamps"], settings["debounce"], settings["current"]) == (144, 81, HOLD_MS, 1500)


def test_settings_survive_a_power_cut(tmp_path: Path) -> None:
    flash = str(tmp_path / "settings.json")
    Settings(flash).set("servo_end", 1850)
    assert Settings(flash)["servo_end"] == 1850


def test_any_of_the_144_possible_inputs_may_be_blind(tmp_path: Path) -> None:
    flash = str(tmp_path / "settings.json")
    Settings(flash).set("blind", 1 << 143 | 1)
    assert Settings(flash)["blind"] == 1 << 143 | 1
    with pytest.raises(ValueError, match="0-"):
        Settings(flash).set("blind", 1 << 144)


def test_the_hash_of_settings_changes_with_their_values(tmp_path: Path) -> None:
    flash = str(tmp_path / "settings.json")
    settings = Settings(flash)
    before = settings.hash()
    settings.set("watch", 1850)
    assert settings.hash() != before
    assert Settings(flash).hash() == settings.hash()
    settings.set("watch", 4000)
    assert settings.hash() == before == Settings().hash()


def test_a_setting_at_its_default_does_not_count_in_the_hash() -> None:
    settings = Settings()
    assert settings.hash() == f"{crc32(b''):08x}"
    settings.set("watch", 1850)
    settings.set("current", settings["current"])
    assert settings.hash() == f"{crc32(b'watch=1850'):08x}"


def test_an_input_that_a_host_distrusts_during_a_game_does_not_change_the_hash() -> None:
    settings = Settings()
    settings.set("blind", 1 << 7)
    assert settings.hash() == Settings().hash()


def test_the_ends_of_the_crank_have_no_default() -> None:
    assert Settings()["servo_rest"] == Settings()["servo_end"] == NOT_SET


def test_the_revision_of_the_boards_changes_no_hash_until_somebody_tells_it() -> None:
    settings = Settings()
    assert settings["revision"] == NOT_SET
    told = Settings()
    told.set("revision", 1)
    assert told.hash() == f"{crc32(b'revision=1'):08x}"
    told.set("revision", NOT_SET)
    assert told.hash() == settings.hash()


def test_a_settings_file_from_before_the_revision_keeps_its_hash(tmp_path: Path) -> None:
    flash = tmp_path / "settings.json"
    flash.write_text('{"chain": 144, "servo_end": 1850, "blind": 0}')
    assert Settings(str(flash)).hash() == f"{crc32(b'servo_end=1850'):08x}"


def test_a_whole_settings_file_is_taken_however_large_its_values_are(tmp_path: Path) -> None:
    flash = tmp_path / "settings.json"
    settings = Settings(str(flash))
    for name, _, _, highest in _ROWS:
        settings.set(name, highest)
    kept = Settings(str(flash))
    assert (kept.trouble, kept.hash()) == ("", settings.hash())
    assert len(flash.read_text()) < _LONGEST // 2


HUGE = {
    "half a file": '{"chain": 81, "lamps"',
    "half a number": '{"chain": 81, "watch": 40',
    "a long list": "[" + "1," * 100_000 + "1]",
    "lists in lists": "[" * 200_000,
    "lists in lists that end": "[" * 499 + "]" * 499,
    "a long number": '{"chain": ' + "9" * 300_000 + "}",
    "a long name": '{"' + "a" * 300_000 + '": 1}',
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_file_that_is_no_set_of_settings_is_refused_in_one_line_and_the_table_starts(
    interpreter: str | None, tmp_path: Path, text: str
) -> None:
    flash = tmp_path / "settings.json"
    flash.write_text(text)
    program = (
        f"from mousetable.settings import Settings; s = Settings({str(flash)!r}); print(s.trouble); print(s.hash())"
    )
    python = [interpreter, "-X", "heapsize=200k"] if interpreter else [sys.executable]
    path = {"MICROPYPATH" if interpreter else "PYTHONPATH": str(FIRMWARE)}
    done = subprocess.run([*python, "-c", program], env=path, capture_output=True, text=True, check=True)
    trouble, named = done.stdout.splitlines()
    assert trouble.startswith(f"{flash}: refused, the defaults count: ") and named == Settings().hash()


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", "null", '"chain"', '{"chain": "81", "lamps": 1000, "colour": 3}', '{"watch": true}']
)
def test_a_damaged_file_gives_the_defaults(tmp_path: Path, text: str) -> None:
    flash = tmp_path / "settings.json"
    flash.write_text(text)
    assert Settings(str(flash)).hash() == Settings().hash()


def test_a_good_value_counts_although_another_is_bad(tmp_path: Path) -> None:
    flash = tmp_path / "settings.json"
    flash.write_text('{"chain": 20, "lamps": 1000}')
    settings = Settings(str(flash))
    assert (settings["chain"], settings["lamps"]) == (20, 81)


def test_settings_are_read_set_and_refused_over_the_line(agreed: Table) -> None:
    assert agreed.ask("get", "watch") == "ok 4000"
    assert agreed.ask("set", "watch", "2500") == "ok 2500 " + agreed.settings.hash()
    assert agreed.ask("set", "watch", "6001") == "no field 0-6000"
    assert agreed.ask("set", "watch", "long") == "no field number"
    assert agreed.ask("get", "colour") == agreed.ask("set", "colour", "1") == "no field name"
    assert agreed.ask("get", "watch") == "ok 2500"


def test_a_setting_is_refused_while_the_crank_turns(agreed: Table) -> None:
    agreed.ask("crank", "g1", "classic")
    assert agreed.ask("set", "watch", "2500") == "no busy"


@pytest.mark.parametrize(
    ("millivolts", "answer"), [(5000, "ok"), (4500, "ok"), (4499, "no"), (1001, "no"), (900, "ok"), (0, "ok")]
)
def test_a_sagging_supply_refuses_to_keep_a_setting_and_an_absent_one_does_not(
    agreed: Table, millivolts: int, answer: str
) -> None:
    agreed.hardware.supply_mv = millivolts
    said = agreed.ask("set", "watch", "2500")
    assert said == ("no supply" if answer == "no" else "ok 2500 " + agreed.settings.hash())
    assert agreed.settings["watch"] == (4000 if answer == "no" else 2500)


def test_a_host_must_know_the_settings_it_agrees_to(table: Table) -> None:
    hello = table.ask("hello", "1").split()
    table.ask("set", "servo_end", "1850")
    assert table.ask("agree", hello[3], hello[6]) == "no config"
    assert table.ask("agree", "b0", table.settings.hash()) == "no boot"
    assert table.ask("agree", hello[3], table.settings.hash()) == "ok"
