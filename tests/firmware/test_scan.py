"""The scan: a sample a millisecond, debounced, into the ring."""

from pathlib import Path

from tests.firmware.board import Table


def test_a_mouse_put_down_is_told_with_the_time_at_which_it_had_settled(agreed: Table) -> None:
    agreed.run(10)
    agreed.told()
    agreed.contact(10, True)
    now = agreed.hardware.now()
    agreed.run(6)
    assert agreed.told() == [f"events 1 {now + 5} 10+0"]


def test_a_touch_of_less_than_five_ms_is_nothing(agreed: Table) -> None:
    agreed.contact(10, True)
    agreed.run(4)
    agreed.contact(10, False)
    agreed.run(50)
    assert agreed.told() == []


def test_contacts_of_one_millisecond_are_told_in_their_order_on_the_chain(agreed: Table) -> None:
    for contact in (80, 3, 7, agreed.cage):
        agreed.contact(contact, True)
    agreed.run(6)
    assert agreed.told()[0].split()[3:] == ["3+0", "7+0", "80+0", f"{agreed.cage}+0"]


def test_what_stands_on_the_table_at_the_start_is_level_not_event(table: Table) -> None:
    table.contact(10, True)
    table.run(30)
    table.agree()
    _, last, contacts, *_ = table.ask("poll").split()[1:]
    assert (last, contacts) == ("0", "0004" + "00" * 9 + "08")


def test_a_contact_that_never_stops_bouncing_never_counts(agreed: Table) -> None:
    for i in range(900):
        agreed.contact(10, i % 6 < 3)
        agreed.run(1)
    assert agreed.controller.scan.events.last == 0


def test_the_hold_time_is_a_setting_from_the_next_start_on(tmp_path: Path) -> None:
    flash = str(tmp_path / "settings.json")
    Table(flash).settings.set("debounce", 1)
    table = Table(flash)
    table.agree()
    table.contact(10, True)
    table.run(2)
    assert len(table.told()) == 1
