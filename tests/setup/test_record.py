"""Files are written below a root folder, changed by an update, and taken back; what people changed is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard.say import say
from mouseboard.setup import Answers, File, SetupError
from mouseboard.setup.host import is_renamed
from mouseboard.setup.record import PATH, Record, heir, is_set_up, make, read, take_back
from mouseboard.setup.system import write_name

ANSWERS = Answers("en", 8700, "mousebox")
ONE, OTHER = File("etc/one", "1\n", say("yes")), File("etc/deep/other", "2\n", say("yes"))


def test_files_are_for_everybody_to_read_and_on_record(tmp_path: Path) -> None:
    assert make(tmp_path, [ONE, OTHER], ANSWERS, "pi") == []
    assert (tmp_path / "etc/deep/other").read_text() == "2\n"
    assert (tmp_path / "etc/one").stat().st_mode & 0o777 == 0o644
    assert read(tmp_path) == Record(ANSWERS, {"etc/one": "1\n", "etc/deep/other": "2\n"}, "pi")


def test_undo_leaves_nothing(tmp_path: Path) -> None:
    make(tmp_path, [ONE], ANSWERS, "pi")
    assert is_set_up(tmp_path)
    record = read(tmp_path)
    assert record
    assert take_back(tmp_path, record) == []
    assert not is_set_up(tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert read(tmp_path) is None


def test_an_update_writes_what_is_new_and_takes_back_what_is_no_more(tmp_path: Path) -> None:
    make(tmp_path, [ONE, OTHER], ANSWERS, "pi")
    assert make(tmp_path, [File("etc/one", "3\n", say("yes"))], ANSWERS, "mousebox") == []
    assert (tmp_path / "etc/one").read_text() == "3\n"
    assert not (tmp_path / "etc/deep/other").exists()
    record = read(tmp_path)
    assert record
    assert (record.files, record.was_called) == ({"etc/one": "3\n"}, "pi")


def test_an_update_remembers_who_gets_the_games_back(tmp_path: Path) -> None:
    make(tmp_path, [], Answers("en", 8700, "pi", "anna"), "pi")
    make(tmp_path, [], ANSWERS, "pi")
    record = read(tmp_path)
    assert record
    assert record.answers.games_of == "anna"


def test_the_first_whose_games_were_taken_along_stays_the_one_who_gets_all_back(tmp_path: Path) -> None:
    make(tmp_path, [], Answers("en", 8700, "pi"), "pi")
    assert heir(tmp_path) == ""
    make(tmp_path, [], Answers("en", 8700, "pi", "anna"), "pi")
    make(tmp_path, [], Answers("en", 8700, "pi", "bob"), "pi")
    assert heir(tmp_path) == "anna"


@pytest.mark.parametrize("undo", [False, True])
def test_a_file_that_somebody_changed_is_kept_and_said(tmp_path: Path, undo: bool) -> None:
    make(tmp_path, [ONE], ANSWERS, "pi")
    (tmp_path / "etc/one").write_text("mine\n")
    record = read(tmp_path)
    assert record
    notes = take_back(tmp_path, record) if undo else make(tmp_path, [ONE], ANSWERS, "pi")
    assert list(map(str, notes)) == ["/etc/one was not as setup makes it: it is kept as /etc/one.old"]
    assert (tmp_path / "etc/one.old").read_text() == "mine\n"
    assert (tmp_path / "etc/one").exists() != undo


def test_what_somebody_changed_again_does_not_replace_what_was_kept(tmp_path: Path) -> None:
    for text in ("mine\n", "mine again\n"):
        make(tmp_path, [ONE], ANSWERS, "pi")
        (tmp_path / "etc/one").write_text(text)
    (note,) = make(tmp_path, [ONE], ANSWERS, "pi")
    assert str(note).endswith("it is kept as /etc/one.old2")
    assert [(tmp_path / f"etc/one.{old}").read_text() for old in ("old", "old2")] == ["mine\n", "mine again\n"]


def test_a_file_that_was_there_before_the_first_setup_is_kept(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/one").write_text("mine\n")
    assert len(make(tmp_path, [ONE], ANSWERS, "pi")) == 1
    assert (tmp_path / "etc/one.old").read_text() == "mine\n"


def test_a_file_that_somebody_removed_needs_no_undoing(tmp_path: Path) -> None:
    make(tmp_path, [ONE], ANSWERS, "pi")
    (tmp_path / "etc/one").unlink()
    record = read(tmp_path)
    assert record
    assert take_back(tmp_path, record) == []


def test_a_damaged_record_is_refused_by_name(tmp_path: Path) -> None:
    make(tmp_path, [], ANSWERS, "pi")
    (tmp_path / PATH).write_text("{")
    with pytest.raises(SetupError, match=f"/{PATH}: "):
        read(tmp_path)


def test_a_new_name_of_the_computer_replaces_only_the_old_one_in_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    hosts = tmp_path / "etc/hosts"
    hosts.write_text("127.0.0.1\tlocalhost pi\n127.0.1.1\tpi.home pi raspi pi-2\n192.0.2.7\tpi\n")
    write_name(tmp_path, "pi", "mousebox")
    assert (tmp_path / "etc/hostname").read_text() == "mousebox\n"
    assert hosts.read_text() == (
        "127.0.0.1\tlocalhost pi\n127.0.1.1\tmousebox.home mousebox raspi pi-2\n192.0.2.7\tpi\n"
    )


def test_a_list_of_hosts_in_an_old_encoding_is_kept_byte_by_byte(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    hosts = tmp_path / "etc/hosts"
    hosts.write_bytes(b"127.0.1.1\tpi\n# K\374chenrechner\n")
    write_name(tmp_path, "pi", "mousebox")
    assert hosts.read_bytes() == b"127.0.1.1\tmousebox\n# K\374chenrechner\n"


@pytest.mark.parametrize("before", [None, "", "127.0.0.1\tlocalhost"])
def test_a_computer_that_has_no_line_of_its_own_gets_one(tmp_path: Path, before: str | None) -> None:
    (tmp_path / "etc").mkdir()
    hosts = tmp_path / "etc/hosts"
    if before is not None:
        hosts.write_text(before)
    write_name(tmp_path, "pi", "mousebox")
    assert hosts.read_text().splitlines() == [*(before or "").splitlines(), "127.0.1.1\tmousebox"]


def test_a_new_name_is_undone_even_before_the_computer_bears_it(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    made = Record(ANSWERS, {}, "pi")
    assert not is_renamed(made, tmp_path)
    write_name(tmp_path, "pi", "mousebox")
    assert is_renamed(made, tmp_path)
    write_name(tmp_path, "mousebox", "pi")
    assert not is_renamed(made, tmp_path)
