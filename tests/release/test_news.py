"""Changes reach Debian's changelog, and an update shows them."""

from __future__ import annotations

from datetime import UTC, datetime

from release.facts import ROOT
from release.news import debian_changelog, read_sections

NOW = datetime(2026, 12, 24, 18, 0, tzinfo=UTC)
TEXT = """\
# Changelog

## [Unreleased]

### Added

- `mouseboard setup` makes a host; [SETUP](setup/SETUP.md) tells
  how.

| was | is |
|---|---|
- **Bold** words.

## [0.1.0] - 2026-11-20

- The first.
"""


def test_changes_are_read_without_marks_headings_and_tables() -> None:
    new, first = read_sections(TEXT, NOW)
    assert (new.version, new.made, new.changes) == (
        "Unreleased",
        NOW,
        ("mouseboard setup makes a host; SETUP tells how.", "Bold words."),
    )
    assert (first.version, first.made.date().isoformat(), first.changes) == ("0.1.0", "2026-11-20", ("The first.",))


def test_a_section_without_changes_is_left_out() -> None:
    assert [
        section.version for section in read_sections("## [Unreleased]\n\n## [0.1.0] - 2026-11-20\n- One.\n", NOW)
    ] == ["0.1.0"]


def test_debian_s_changelog_names_each_version_with_its_debian() -> None:
    made = debian_changelog(read_sections(TEXT, NOW), "0.2.0~deb12", "bookworm", "Somebody <a@b.example>")
    assert made == (
        "mouseboard (0.2.0~deb12) bookworm; urgency=medium\n\n"
        "  * mouseboard setup makes a host; SETUP tells how.\n"
        "  * Bold words.\n\n"
        " -- Somebody <a@b.example>  Thu, 24 Dec 2026 18:00:00 +0000\n\n"
        "mouseboard (0.1.0~deb12) bookworm; urgency=medium\n\n"
        "  * The first.\n\n"
        " -- Somebody <a@b.example>  Fri, 20 Nov 2026 00:00:00 +0000\n"
    )


def test_every_change_of_our_changelog_is_read() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = read_sections(text, NOW)
    assert sum(len(section.changes) for section in sections) == text.count("\n- ")
