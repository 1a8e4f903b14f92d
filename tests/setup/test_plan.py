"""What a setup writes, as a function of the system and of the answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mouseboard.setup import Answers, Facts, SetupError, files
from mouseboard.setup.facts import HOMES, check_system, within_homes
from mouseboard.setup.plan import UNIT_PATH, unit

PACKAGED = Facts(("/usr/bin/mouseboard",))
ANSWERS = Answers("de", 8800, "mousebox")


def test_the_service_starts_this_program_with_what_was_answered() -> None:
    assert "\nExecStart=/usr/bin/mouseboard serve --phones --port 8800 --table auto --lang de\n" in unit(
        PACKAGED, ANSWERS
    )


def test_the_files_name_each_their_reason_and_lie_where_systemd_udev_and_avahi_look() -> None:
    made = files(PACKAGED, ANSWERS)
    assert [file.path for file in made] == [
        UNIT_PATH,
        "etc/udev/rules.d/60-mouseboard.rules",
        "etc/avahi/services/mouseboard.service",
    ]
    assert all(str(file.why) for file in made)
    assert "<port>8800</port>" in made[2].text


def test_nothing_is_written_for_avahi_where_there_is_none() -> None:
    assert len(files(Facts(("/usr/bin/mouseboard",), has_avahi=False), ANSWERS)) == 2


def test_a_program_in_somebody_s_home_is_all_that_the_service_sees_of_homes() -> None:
    text = unit(Facts(("/home/an na/100%/bin/mouseboard",), ("/home/an na/100%",)), ANSWERS)
    assert '\nExecStart="/home/an na/100%%/bin/mouseboard" serve ' in text
    assert '\nProtectHome=tmpfs\nBindReadOnlyPaths="/home/an na/100%%"\n' in text
    assert "\nProtectHome=yes\n" in unit(PACKAGED, ANSWERS)


@pytest.mark.parametrize("sign", ["'", '"', "\\", ":", "\n"])
@pytest.mark.parametrize("place", ["command", "homes"])
def test_a_path_that_no_unit_can_name_is_refused(sign: str, place: str) -> None:
    path = (f"/home/o{sign}neil/venv",)
    facts = Facts(path) if place == "command" else Facts(("/usr/bin/mouseboard",), path)
    with pytest.raises(SetupError, match=r"^systemd starts nothing from /home/o.*neil/venv: install Mouseboard in a"):
        files(facts, ANSWERS)


def test_only_a_program_that_is_here_answers_for_names(tmp_path: Path) -> None:
    (tmp_path / "etc/avahi").mkdir(parents=True)  # stays when the package is removed
    assert not Facts.gather(tmp_path).has_avahi
    (tmp_path / "usr/sbin").mkdir(parents=True)
    (tmp_path / "usr/sbin/avahi-daemon").touch()
    assert Facts.gather(tmp_path).has_avahi


def test_a_system_without_a_group_for_serial_ports_gets_none() -> None:
    assert "\nSupplementaryGroups=dialout\n" in unit(PACKAGED, ANSWERS)
    assert "SupplementaryGroups" not in unit(Facts(("/usr/bin/mouseboard",), group=None), ANSWERS)


def test_only_the_outermost_folders_in_homes_are_named() -> None:
    inside, outside = Path(HOMES[0], "anna/venv"), Path("/opt/venv")
    assert list(within_homes((inside / "lib/mouseboard", inside, outside))) == [str(inside)]


def test_a_system_without_systemd_is_told_what_serves_there(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="this system has no systemd; `mouseboard serve --phones` serves as long"):
        check_system(undo=False, root=tmp_path, user=0)


def test_an_undo_needs_no_systemd_that_runs(tmp_path: Path) -> None:
    check_system(undo=True, root=tmp_path, user=0)


def test_who_is_not_root_is_told_the_command_to_type(tmp_path: Path) -> None:
    (tmp_path / "run/systemd/system").mkdir(parents=True)
    check_system(undo=True, root=tmp_path, user=0)
    with pytest.raises(SetupError, match=r"only root may do: `sudo .* setup --undo`"):
        check_system(undo=True, root=tmp_path, user=1000)
