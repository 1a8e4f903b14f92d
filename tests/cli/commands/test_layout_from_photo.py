"""`mouseboard layout from-photo` refuses a file that is not a photograph. Its page: tests/web/test_browser_photo.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.jpg", None, "missing.jpg: no such photograph"),
        ("notes.txt", b"Dear diary", "notes.txt: no photograph that can be shown here; JPEG, PNG and WebP can"),
        ("empty.jpg", b"", "empty.jpg: no photograph that can be shown here"),
        ("phone.heic", b"\0\0\0\x18ftypheic", "phone.heic: HEIC, AVIF or a film, which browsers may not show"),
        (".", None, ": not a file"),
    ],
)
def test_what_is_no_photograph_is_refused(
    run: Run, tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ran = run("layout", "from-photo", tmp_path / name, "-o", tmp_path / "mine.toml")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
