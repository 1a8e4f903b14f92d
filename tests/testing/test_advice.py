"""The conformance suite names what people at the table would miss, with what to do about it."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.helpers.broken_games import install

from mouseboard import rules
from mouseboard.lang import brought, translate
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
SPELLING = conformance.test_no_optional_method_or_attribute_is_misspelt
SIGNS = conformance.test_people_see_a_picture_for_every_step_of_in_short
LAYOUT = conformance.test_the_layout_names_the_game
CHOICES = conformance.test_people_can_tell_all_choices_apart
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
            SPELLING,
            before(PROMPT, "station(self, action): return {}"),
            r"nothing asks for DashState.station\(\); is stations meant\?",
        ),
        (
            SPELLING,
            before(START, "how_to_pay(self): return ()"),
            r"nothing asks for Dash.how_to_pay\(\); is how_to_play meant\?",
        ),
        (
            SPELLING,
            ("    vocabulary =", "    sumary = 'Run!'\n    vocabulary ="),
            "nothing asks for Dash.sumary; is summary",
        ),
        (
            SIGNS,
            (
                "    vocabulary =",
                "    in_short = (__import__('mouseboard').rules.Step('moon', 'run'),)\n    vocabulary =",
            ),
            "in_short has the sign 'moon'; it must be one of mouse, die, ",
        ),
        (
            CHOICES,
            before(
                PROMPT,
                "describe(self, action): return say('Go on')\n\n"
                "    def on_the_way(self, action): return {self.game.mice[self.turn]: '5'}",
            ),
            r"describe\(\) of `\w+` and of `\w+` says 'Go on'; people cannot tell them apart",
        ),
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


def test_a_layout_that_names_another_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = install(tmp_path).with_name("dash.toml")
    text = layout.read_text(encoding="utf-8")
    layout.write_text(text.replace('game = "dash"', 'game = "dahs"'), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=r"dash.toml is a layout of 'dahs'; write `game = \"dash\"`$"):
        LAYOUT("dash")


def test_a_helper_with_other_arguments_than_a_method_is_not_suspected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, before(PROMPT, "station(self, piece, place): return place"))
    monkeypatch.syspath_prepend(tmp_path)
    SPELLING("dash")


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


def test_the_texts_that_are_missing_can_be_pasted_into_the_files_of_all_languages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = install(tmp_path).with_name("lang")
    (folder / "de.toml").write_text("", encoding="utf-8")
    (folder / "nl.toml").write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    texts = ["{mouse} dashes!", "{mouse} walks two.", "{mouse}: roll!", "{mouse}: walk two, or dash?"]
    shown = "".join(f'\n"{text}" = ""' for text in texts)
    missing = "\n".join(f"missing from {code}.toml (4 in all), to be translated there:{shown}" for code in ("de", "nl"))
    with pytest.raises(pytest.fail.Exception, match=f"^dash: {re.escape(missing)}$"):
        LANGUAGES("dash")


def test_all_missing_texts_of_a_language_are_shown_as_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    texts = [f"Step {letter * 2}." for letter in "abcdefghijkl"] + ['They say "Hé \\ ho".']
    (fault,) = advice.language_faults(rules.load("dash"), [say(text) for text in texts])
    first, _, block = fault.partition("\n")
    assert first == "missing from de.toml (13 in all), to be translated there:"
    assert tomllib.loads(block) == dict.fromkeys(texts, "")


def test_the_texts_of_all_options_are_missing_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "__import__('mouseboard.rules').rules"
    option = f"{rules}.Option('words', 'Würfle!', '', ('Würfle!', 'Off I go.', 'Here I come.'))"
    slip = before(PROMPT, "tell(self, action, after): return (say(self.game.settings['words']),)")
    module = install(tmp_path, slip, ("(2, 3, 4), ()", f"(2, 3, 4), ({option},)"))
    german = module.with_name("lang") / "de.toml"
    german.write_text(german.read_text(encoding="utf-8") + '\n"Würfle!" = "Würfle!"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=r'\n"Here I come." = ""\n"Off I go." = ""$'):
        LANGUAGES("dash")


def test_a_file_that_cannot_be_read_is_named_and_none_of_its_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path).with_name("lang").joinpath("de.toml").write_text("{mouse} = Rot", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=r"^dash: de.toml cannot be read: [^\n]*$"):
        LANGUAGES("dash")


ROLL = '"{mouse}: roll!" = "{mouse}: würfle!"'


@pytest.mark.parametrize(
    ("german", "why"),
    [
        (ROLL, 'missing from de.toml (3 in all), to be translated there:\n"{mouse} dashes!" = ""\n"'),
        (ROLL.replace("{mouse}: würfle", "Würfle"), 'the translation of "{mouse}: roll!" lacks the hole {mouse}'),
        (ROLL.replace("{mouse}: würfle!", ""), 'the translation of "{mouse}: roll!" is empty'),
        (
            ROLL.replace("würfle!", "{würfle}"),
            'the translation of "{mouse}: roll!" has the hole {würfle}, which the sen',
        ),
        (ROLL.replace("würfle!", "würfle}"), 'the translation of "{mouse}: roll!" has a bad brace'),
        ('"{mouse}: roll!" = 7', 'the translation of "{mouse}: roll!" is neither a text nor a table of texts'),
        ('"{mouse}: roll!" = { on = "auf" }', "is a table with neither `name` nor `other`"),
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
    assert translate(prompt, "de") in ("Rot: roll!", "Rot: würfle!", "Würfle!")


def test_a_translation_with_a_fault_is_not_missing_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    german = install(tmp_path).with_name("lang") / "de.toml"
    text = german.read_text(encoding="utf-8")
    german.write_text(text.replace('{mouse}: würfle!"', '{maus}: würfle!"'), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(pytest.fail.Exception, match=r"^dash: de.toml: .*the hole {maus}, which the sentence lacks$"):
        LANGUAGES("dash")


def test_forms_by_number_may_say_the_number_in_a_word(tmp_path: Path) -> None:
    file = tmp_path / "de.toml"
    file.write_text(
        '"{mouse} waits {n} turns." = { one = "{mouse} wartet einmal.", other = "{mouse} wartet zweimal." }'
    )
    assert list(brought.faults(file)) == []
