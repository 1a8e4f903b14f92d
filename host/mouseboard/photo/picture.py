"""The photograph's file. Browsers decode it; we only check that they can."""

from __future__ import annotations

from pathlib import Path

from mouseboard.photo import PhotoError

LARGEST = 64_000_000
"""Bytes; a photograph of 100 million pixels has about half of that."""
KINDS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG\r\n\x1a\n": "image/png"}


def read(path: Path) -> tuple[bytes, str]:
    """Read a photograph; return its bytes and media type. Raises PhotoError, OSError."""
    if not path.is_file():
        raise PhotoError(f"{path}: {'not a file' if path.exists() else 'no such photograph'}")
    if path.stat().st_size > LARGEST:
        raise PhotoError(f"{path}: larger than {LARGEST // 1_000_000} MB")
    content = path.read_bytes()
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return content, "image/webp"
    if content[4:8] == b"ftyp":
        raise PhotoError(f"{path}: HEIC, AVIF or a film, which browsers may not show; save it as JPEG")
    for magic, kind in KINDS.items():
        if content.startswith(magic):
            return content, kind
    raise PhotoError(f"{path}: no photograph that can be shown here; JPEG, PNG and WebP can")
