"""Settings are kept over a power cut, and a hash names their values."""

from pathlib import Path

import pytest
from tests.firmware.board import Table

from mousetable.debounce import HOLD_MS
from mousetable.settings import Settings


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
    settings.set("servo_end", 1850)
    assert settings.hash() != before
    assert Settings(flash).hash() == settings.hash()
    settings.set("servo_end", 2000)
    assert settings.hash() == before == Settings().hash()


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", '"chain"', '{"chain": "81", "lamps": 1000, "colour": 3}'])
def test_a_damaged_file_gives_the_defaults(tmp_path: Path, text: str) -> None:
    flash = tmp_path / "settings.json"
    flash.write_text(text)
    assert Settings(str(flash)).text() == Settings().text()


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


def test_a_host_must_know_the_settings_it_agrees_to(table: Table) -> None:
    hello = table.ask("hello", "1").split()
    table.ask("set", "servo_end", "1850")
    assert table.ask("agree", hello[3], hello[6]) == "no config"
    assert table.ask("agree", "b0", table.settings.hash()) == "no boot"
    assert table.ask("agree", hello[3], table.settings.hash()) == "ok"
