"""Layout files with random changes are refused in one line, or can be used."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from mouseboard import layouts, rules
from mouseboard.rules import contract
from mouseboard.testing.mutations import mutated_text

TEXTS = {name: (layouts.HOME / f"{name}.toml").read_text(encoding="utf-8") for name in layouts.shipped()}
WORDS = ("-1", "0", "145", "1e300", "nan", "inf", "true", "[[place]]", "'x'", "[]", "{}", "=", "9" * 30, '"\\u001b"')


def look_at(name: str, file: Path) -> str | None:
    """Return why the file is refused, or None if it can be used."""
    try:
        if name not in rules.games():
            layouts.load(str(file))
            return None
        game = rules.make(name, None, {"layout": str(file)})
    except (rules.BadSetup, layouts.BadLayout) as refusal:
        return str(refusal)
    assert not [*contract.state_faults(game.start()), *contract.prompt_faults(game.start())]
    return None


def look_at_changed(seed: int, count: int, folder: Path) -> int:
    """Return how many files with random changes can still be used."""
    random, file, usable = Random(seed), folder / "changed.toml", 0
    for _ in range(count):
        name = random.choice(list(TEXTS))
        file.write_text(mutated_text(TEXTS[name], random, WORDS), "utf-8")
        refusal = look_at(name, file)
        assert refusal is None or refusal.isprintable(), file.read_text("utf-8")
        usable += refusal is None
    return usable


def test_a_changed_layout_is_refused_in_one_line_or_used(tmp_path: Path) -> None:
    assert 0 < look_at_changed(1, 200, tmp_path) < 200


@pytest.mark.campaign
def test_each_of_twenty_thousand_changed_layouts_is_refused_in_one_line_or_used(tmp_path: Path) -> None:
    look_at_changed(2, 20_000, tmp_path)
