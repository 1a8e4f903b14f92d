"""Braces in labels reach people unchanged, wherever labels are spoken of or shown."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from mouseboard import lang, layouts, rules
from mouseboard.cli.terminal.ink import plain
from mouseboard.cli.terminal.view import Size, render
from mouseboard.lang import translate
from mouseboard.referee.situation import Choose, Situation
from mouseboard.rules import CHANCE
from mouseboard.web.picture import Around, Chair, picture

LABELS = r'(short|(?<!kind = "go to", )label) = "(?!Bottom of|Washtub)'
"""Labels to change. Those in `cards` that lead to another card stay, because the rules know them by name."""

AROUND = Around((Chair(), Chair("sensible")), number=7)


@pytest.mark.parametrize("name", layouts.shipped())
def test_a_game_whose_labels_have_braces_is_narrated_and_shown_everywhere(name: str, tmp_path: Path) -> None:
    shipped = Path(str(layouts.__file__)).with_name(f"{name}.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(re.sub(LABELS, r"\g<0>{", shipped), encoding="utf-8")
    draw, state = Random(1), rules.load(name, layout=str(mine)).start()
    for language in lang.languages():
        for _ in range(60):
            if state.actor is None:
                break
            action = draw.choice(state.actions())
            after = state.play(action)
            for said in (
                state.prompt(),
                *state.tell(action, after),
                *(task.say for task in state.hand_tasks(action, after)),
            ):
                assert str(said)
                assert translate(said, language)
            ask = None if state.actor == CHANCE else Choose(state.actor, state.actions())
            situation = Situation(state, ask, standing=state.placement())
            assert plain(render(situation, Size(100, 30), language))
            assert picture(situation, AROUND, language).prompt
            state = after
