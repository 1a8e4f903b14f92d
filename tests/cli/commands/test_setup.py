"""What setup asks, and which answers it understands."""

from __future__ import annotations

import io

import pytest

from mouseboard.cli.commands.setup import agrees, asked_port


@pytest.mark.parametrize(
    ("language", "said", "is_yes"),
    [
        ("de", "j", True),
        ("de", "Ja", True),
        ("de", "yes", True),
        ("de", "", True),
        ("en", "Y", True),
        ("en", "n", False),
        ("fr", "o", True),
        ("fr", "no", False),
        ("nl", "nee", False),
    ],
)
def test_yes_and_no_are_understood_short_and_in_english(
    language: str, said: str, is_yes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{said}\n"))
    assert agrees(language) is is_yes


def test_whoever_wants_port_80_is_told_why_not_and_what_can_give_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("80\n8800\n"))
    assert asked_port(8700, "en") == 8800
    told = capsys.readouterr().out
    assert "Those below 1024 are root's; a proxy can pass 80 on." in told
    assert "80 is no answer here; allowed: a number from 1024 to 65535" in told
