"""The conformance suite names what people at the table would miss, with what to do about it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.slips import install

from mouseboard import rules
from mouseboard.lang import translate
from mouseboard.rules import Look, Side, say
from mouseboard.rules.morris import Morris
from mouseboard.testing import advice, conformance

PROMPT = "    def prompt(self) -> Say:"
START = "    def start(self) -> DashState:"
DESCRIBED = """    def tell(self, action, after): return (say("Off it goes."),)

    def describe(self, action): return say(str(action))

"""
LOOK = "look(self, piece): return __import__('mouseboard').rules.Look"

Check = Callable[[str], None]
LOOKS = conformance.test_people_can_tell_the_pieces_apart
TOUCH = conformance.test_people_can_touch_a_place_for_every_move
SENTENCES = conformance.test_people_are_told_sentences_and_no_notation
LANGUAGES = conformance.test_every_text_is_translated_into_the_languages_of_the_table


def before(place: str, method: str) -> tuple[str, str]:
    """Return the slip that puts a method before another one."""
    return place, f"    def {method}\n\n{place}"


def saying(sentence: str) -> tuple[str, str]:
    """Return the slip that tells this of every action."""
    return before(PROMPT, f"tell(self, action, after): return (say('{sentence}', action=str(action)),)")


@pytest.mark.parametrize(
    ("check", "slip", "said"),
    [
        (
            LOOKS,
            before(START, f"{LOOK}(0)"),
            "red and blue look alike, each a red mouse; give them other seats or shapes",
        ),
        (LOOKS, before(START, f"{LOOK}(None, 'man')"), "red and blue look alike, each a man; give them other seats"),
        (
            TOUCH,
            before(PROMPT, "spots(self, action): return ()"),
            "`walk` has no place that people could touch; spots()",
        ),
        (SENTENCES, saying("{action}"), r"tell\(\) of `\w+` says '\w+'; people do not know notation, so write it as a"),
        (SENTENCES, saying("Now {action}!"), r"tell\(\) of `roll\d` says 'Now roll\d!'; people do not know notation"),
        (SENTENCES, (PROMPT, f"{DESCRIBED}{PROMPT}"), r"describe\(\) of `\w+` says"),
    ],
)
def test_what_people_would_miss_is_named(
    check: Check, slip: tuple[str, str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, slip)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=f"^dash, 2 players: {said}"):
        check("dash")


def test_what_people_would_miss_with_another_value_of_an_option_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "__import__('mouseboard.rules').rules"
    option = f"{rules}.Option('words', 'long', 'what mice say', ('long', 'short'))"
    told = "str(action) if self.game.settings['words'] == 'short' else 'Off it goes.'"
    slip = before(PROMPT, f"tell(self, action, after): return (say({told}),)")
    install(tmp_path, slip, ("(2, 3, 4), ()", f"(2, 3, 4), ({option},)"))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=r"^dash, 2 players, words=short: tell\(\) of `\w+` says '\w+'"):
        SENTENCES("dash")


class MixedUp(Morris):
    """A game whose ninth man of a side has the other side's colour."""

    def look(self, piece: str) -> Look:
        return Look(int(piece.endswith("9")), "man")


def test_pieces_that_are_called_alike_and_look_different_are_named() -> None:
    first, *_ = advice.look_faults(MixedUp(2, rules.load("morris").settings))
    said = "white-man-1 and white-man-9 look different, but both are called white-man; give them other names"
    assert first == said


class Foxes(Morris):
    """A game with a side that no language knows."""

    sides = (Side("white", "white"), Side("foxes", "black"))


def test_a_side_with_a_small_letter_is_named() -> None:
    assert list(advice.side_faults(Foxes(2, rules.load("morris").settings))) == [
        "sentences begin with the side 'foxes'; write it with a capital letter"
    ]


def test_a_game_with_a_translation_into_one_language_needs_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    LANGUAGES("dash")


def test_a_game_without_any_translation_is_told_where_they_belong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = install(tmp_path).with_name("lang")
    shutil.rmtree(folder)
    monkeypatch.syspath_prepend(tmp_path)
    said = f"nothing it says is translated; put a file for each language, such as de.toml, into {folder}"
    with pytest.raises(pytest.fail.Exception, match=re.escape(said)):
        LANGUAGES("dash")


def test_the_texts_that_are_missing_are_named_in_all_languages_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = install(tmp_path).with_name("lang")
    (folder / "de.toml").write_text("", encoding="utf-8")
    (folder / "nl.toml").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    texts = ["{mouse} dashes!", "{mouse} walks two.", "{mouse}: roll!", "{mouse}: walk two, or dash?"]
    shown = "".join(f'\n    "{text}"' for text in texts)
    said = f"missing from de.toml (4 in all):{shown}\nmissing from nl.toml (4 in all):{shown}"
    with pytest.raises(pytest.fail.Exception, match=f"{re.escape(said)}$"):
        LANGUAGES("dash")


def test_five_missing_texts_of_a_language_are_shown_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (fault,) = advice.language_faults(rules.load("dash"), [say(f"Step {letter * 2}.") for letter in "fedcba"])
    shown = [f'"Step {letter * 2}."' for letter in "abcde"]
    assert fault.split("\n    ") == ["missing from de.toml (6 in all):", *shown, "..."]


ROLL = '"{mouse}: roll!" = "{mouse}: würfle!"'


@pytest.mark.parametrize(
    ("german", "why"),
    [
        (ROLL, 'missing from de.toml (3 in all):\n    "{mouse} dashes!"\n    "'),
        (
            ROLL.replace("würfle!", "{würfle}"),
            'the translation of "{mouse}: roll!" has the hole {würfle}, which the sen',
        ),
        (ROLL.replace("würfle!", "würfle}"), 'the translation of "{mouse}: roll!" has a bad brace'),
        ('"{mouse}: roll!" = 7', 'the translation of "{mouse}: roll!" is neither a text nor a table of texts'),
        ('"{mouse}: roll!" = { on = "auf" }', "is a table with neither `name` nor `one` and `other`"),
        ("{mouse} = Rot", "de.toml cannot be read: "),
    ],
)
def test_a_faulty_translation_is_named_and_does_not_stop_the_game(
    german: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path).with_name("lang").joinpath("de.toml").write_text(german, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=re.escape(why)):
        LANGUAGES("dash")
    prompt = rules.load("dash").start().play("dash").prompt()
    assert translate(prompt, "de") in ("Rot: roll!", "Rot: würfle!")
