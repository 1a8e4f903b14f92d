"""Whatever the package can say it can say in every language, with the same holes, and nothing more is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from string import Formatter

import pytest
from tests.lang.sentences import sentences, words

from mouseboard import lang, rules
from mouseboard.cli.terminal.ink import plain
from mouseboard.cli.terminal.view import Size, render
from mouseboard.lang import translate
from mouseboard.referee.situation import Choose, Situation
from mouseboard.rules import CHANCE, State
from mouseboard.rules.chance import draw
from mouseboard.say import Say, enumeration, printed, say

OTHERS = [code for code in lang.languages() if code != lang.ENGLISH]


def holes(text: str) -> set[str]:
    return {hole for _, hole, _, _ in Formatter().parse(text) if hole is not None}


@pytest.mark.parametrize("code", OTHERS)
def test_every_sentence_and_word_is_translated(code: str) -> None:
    assert (sentences() | words()) - set(lang.sentences(code)) == set()


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_translated_that_nobody_says(code: str) -> None:
    assert set(lang.sentences(code)) - sentences() - words() == set()


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_holes_of_its_sentence(code: str) -> None:
    for english, other in lang.sentences(code).items():
        if isinstance(other, dict):  # the number need not be read, for it may only choose the form
            assert {frozenset(holes(form) - {"n"}) for form in other.values()} == {frozenset(holes(english) - {"n"})}
        else:
            assert holes(other) == holes(english), english


def said_in(state: State) -> Iterator[Say]:
    """Everything said in a random game from here on."""
    rng = Random("what is said")
    while state.actor is not None:
        action = draw(state.odds(), rng) if state.actor == CHANCE else rng.choice(state.actions())
        yield from (
            state.prompt(),
            *state.tell(action, state.after(action)),
            *(task.say for task in state.hand_tasks(action, state.after(action))),
        )
        state = state.after(action)
    yield state.prompt()


def with_inner(said: Say) -> Iterator[Say]:
    yield said
    for arg in said.args.values():
        if isinstance(arg, Say):
            yield from with_inner(arg)


@pytest.mark.parametrize("name", rules.games())
def test_the_source_search_misses_nothing_that_a_game_says(name: str) -> None:
    for said in said_in(rules.load(name).start()):
        for part in with_inner(said):
            assert part.text in sentences()


def test_english_is_what_the_sentence_is_written_in() -> None:
    said = say("{mouse}: roll the die.", mouse="red")
    assert str(said) == "red: roll the die."


def test_english_calls_the_mice_by_their_names() -> None:
    assert translate(say("{mouse}: roll the die.", mouse="red"), "en") == "Red: roll the die."
    assert translate(say("Put {pieces} on {target}.", pieces="mouse", target="a1"), "en") == "Put the mouse on a1."


def test_words_and_sentences_in_holes_are_translated_too() -> None:
    said = say("{player} draws: {card}.", player="blue", card=say("Two Ahead"))
    assert translate(said, "de") == "Blau zieht: Zwei vor."
    assert translate(said, "fr") == "Bleu pioche : Deux en avant."
    assert translate(said, "nl") == "Blauw trekt: Twee vooruit."


def test_an_article_that_a_word_brings_along_is_contracted_in_french() -> None:
    move = say("Move {pieces} from {source} to {target}.", pieces="red", source="piano", target="cheese")
    assert translate(move, "fr") == "Déplace Rouge du piano au fromage."
    back = say("Move {pieces} from {source} to {target}.", pieces="red", source="cheese", target="house")
    assert translate(back, "fr") == "Déplace Rouge du fromage à la maison."


@pytest.mark.parametrize(
    ("code", "rolls"),
    [
        ("en", "The mouse rolls 4."),
        ("de", "Die Maus würfelt 4."),
        ("fr", "La souris fait 4."),
        ("nl", "De muis gooit 4."),
    ],
)
def test_a_sentence_that_begins_with_the_word_mouse_begins_with_a_capital(code: str, rolls: str) -> None:
    said = say("{mouse} rolls {n}.", mouse="mouse", n=4)
    assert translate(said, code) == rolls
    assert translate(say("{first} {then}", first=say("The cage is up again."), then=said), code).endswith(f". {rolls}")


def test_the_capital_of_a_sentence_reaches_into_what_fills_its_first_hole() -> None:
    stand = enumeration([say("{piece} on {place}", piece=piece, place="a1") for piece in ("mouse", "red", "mouse")])
    swapped = say("{pieces}? Press A if it is the other way round.", pieces=stand)
    assert translate(swapped, "nl").startswith("De muis op ")
    assert "Rood op " in translate(swapped, "nl")
    assert " en de muis op " in translate(swapped, "nl")


def test_what_somebody_calls_a_mouse_or_types_keeps_its_small_letter() -> None:
    assert translate(say("{mouse} rolls {n}.", mouse="red", n=4), "en", {"red": "ada"}) == "ada (Red) rolls 4."
    assert translate(say("{word} is not on offer; type {numbers}.", word="quark", numbers="1"), "de").startswith(
        "quark"
    )


def test_french_contracts_no_pronoun_of_the_sentence_itself() -> None:
    said = say(
        "The sensor under {place} (input {inputs}) does not work; the game goes on without it. "
        "`mouseboard table doctor` helps to mend it.",
        place="12",
        inputs="7",
    )
    assert translate(said, "fr").endswith("`mouseboard table doctor` aide à le réparer.")


def test_french_puts_a_space_before_each_high_mark() -> None:
    forms = (form for it in lang.sentences("fr").values() for form in (it.values() if isinstance(it, dict) else [it]))
    assert [form for form in forms if re.search(r"[^\s][:;!?](\s|$)", form)] == []


def test_what_nobody_has_translated_is_said_in_english() -> None:
    assert translate(say("{mouse} juggles {n} things.", mouse="red", n=3), "de") == "Rot juggles 3 things."


def test_the_picture_in_the_terminal_speaks_the_language_asked_for() -> None:
    state = rules.load("barriers", players=2, first="seat0").start()
    picture = plain(render(Situation(state, Choose(0, state.actions())), Size(100, 30), "de"))
    assert "Rot: Zieh deine Maus, oder setz eine Barriere (du hast noch 8)." in picture
    assert "Barriere rechts von a1, a2" in picture
    assert "Die Mäuse warten auf ihr Spiel." in picture


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(lang.UnknownLanguage, match="there is no language 'xx'; the languages are de, en, fr, nl"):
        translate(say("Taken back."), "xx")


@pytest.mark.parametrize(
    ("environment", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "nl_NL"}, "nl"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "tlh:nl_BE:fr"}, "nl"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "tlh_QO.UTF-8"}, "en"),
    ],
)
def test_the_environment_says_which_language_is_spoken(environment: dict[str, str], spoken: str) -> None:
    assert lang.from_environment(environment) == spoken


@pytest.mark.parametrize(
    ("code", "none", "one", "many"),
    [
        ("en", "0 entries", "1 entry", "2 entries"),
        ("de", "0 Einträge", "1 Eintrag", "2 Einträge"),
        ("fr", "0 entrée", "1 entrée", "2 entrées"),
        ("nl", "0 regels", "1 regel", "2 regels"),
    ],
)
def test_none_one_and_many_are_each_said_as_the_language_says_them(code: str, none: str, one: str, many: str) -> None:
    assert [translate(say("{n} entries", n=n), code) for n in (0, 1, 2)] == [none, one, many]


@pytest.mark.parametrize(
    ("text", "one", "many"),
    [
        ("{mouse} takes {n} cheese from the pile.", "nimmt einen Käse aus dem Vorrat.", "nimmt 2 Käse aus dem Vorrat."),
        ("{player} picks up {n} cheese.", "sammelt einen Käse ein.", "sammelt 2 Käse ein."),
        ("{mouse} loses {n} turns there.", "setzt dort einmal aus.", "setzt dort 2-mal aus."),
    ],
)
def test_german_says_one_cheese_and_one_turn_in_words(text: str, one: str, many: str) -> None:
    said = [translate(say(text, n=n, mouse="red", player="red"), "de") for n in (1, 2)]
    assert said == [f"Rot {one}", f"Rot {many}"]


@pytest.mark.parametrize("other", ["Sperre", "Haufen", "Murmel", "Brettdatei", "Raum", "Draht zu", "Stelle {", "Lege "])
def test_german_has_one_word_for_one_thing(other: str) -> None:
    forms = (form for it in lang.sentences("de").values() for form in (it.values() if isinstance(it, dict) else [it]))
    assert [form for form in forms if other in form] == []


@pytest.mark.parametrize("code", lang.languages())
@pytest.mark.parametrize("label", ["{", "}", "{}", "{0}", "{mouse}", "{n} entries", "{a.__class__}", "{{"])
def test_braces_in_what_is_printed_on_a_board_are_shown_as_they_are(code: str, label: str) -> None:
    assert str(printed(label)) == translate(printed(label), code) == label
    assert translate(say("{mouse} plays {label}.", mouse="red", label=printed(label)), code).count(label) == 1
