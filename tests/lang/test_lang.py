"""Every language translates all that the package can say, with the same holes, and holds no other sentences."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copy, copytree
from string import Formatter
from subprocess import run
from typing import get_args

import pytest
from tests.lang.sentences import of_game, places, said_in_room, sentences, words

from mouseboard import lang, rules
from mouseboard.cli.terminal.ink import plain
from mouseboard.cli.terminal.view import Size, render
from mouseboard.lang import translate
from mouseboard.lang.plurals import category
from mouseboard.referee.situation import Choose, Situation
from mouseboard.rules import CHANCE, State
from mouseboard.rules.chance import draw
from mouseboard.say import Explained, Say, enumeration, printed, say

PARTS: tuple[lang.Part, ...] = get_args(lang.Part)
OTHERS = [code for code in lang.languages() if code != lang.ENGLISH]


def holes(text: str) -> set[str]:
    return {hole for _, hole, _, _ in Formatter().parse(text) if hole is not None}


REST = "what several games say, the table and the commands"


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("part", [*rules.games(), REST])
def test_every_sentence_and_word_is_translated(code: str, part: str) -> None:
    games = frozenset().union(*map(of_game, rules.games()))
    said = (sentences() | words()) - games if part == REST else of_game(part)
    if missing := sorted(said - lang.sentences(code).keys()):
        lines = [f"{json.dumps(text, ensure_ascii=False)} = {blank(text, code)}" for text in missing]
        pytest.fail("\n".join([f"lang/{code}.toml lacks, of {part}:", *lines]), pytrace=False)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("part", PARTS)
def test_every_word_of_the_page_is_translated(code: str, part: lang.Part) -> None:
    english, own = lang.own_page_words("en", part), lang.own_page_words(code, part)
    if missing := [f'"{key}" = ""  # {english[key]}' for key in english if key not in own]:
        pytest.fail("\n".join([f"lang/{part}/{code}.toml lacks:", *missing]), pytrace=False)


def blank(text: str, code: str) -> str:
    """Return the empty translation to fill in: a text, or a table of the forms that this sentence needs."""
    tables = (table for other in lang.languages() if isinstance(table := lang.sentences(other).get(text), dict))
    if (table := next(tables, None)) is None:
        return '""'
    forms = table if "name" in table else sorted({category(n, code) for n in range(1000)} | {"other"})
    return "{ " + ", ".join(f'{form} = ""' for form in forms) + " }"


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_translated_that_nobody_says(code: str) -> None:
    assert set(lang.sentences(code)) - sentences() - words() == set()


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_holes_of_its_sentence(code: str) -> None:
    for english, other in lang.sentences(code).items():
        if isinstance(other, dict):  # a form may leave out the number, which can serve only to choose the form
            assert {frozenset(holes(form) - {"n"}) for form in other.values()} == {frozenset(holes(english) - {"n"})}
        else:
            assert holes(other) == holes(english), english


RESULTS = {"wins": r"\{(\w+)\} wins!$", "draw": r"It's a draw!$"}
"""The page's sentences for how a game has ended, and how English sentences of the rules end with them."""


@pytest.mark.parametrize("code", lang.languages())
@pytest.mark.parametrize("key", RESULTS)
def test_the_last_words_of_a_game_are_those_of_the_page_that_leaves_them_out(code: str, key: str) -> None:
    result = lang.page_words(code, "sheets")[key]
    assert isinstance(result, str)
    endings = {said: found for said in said_in_room("rules") if (found := re.search(RESULTS[key], said))}
    assert endings
    for said, found in endings.items():
        last_words = result.replace("{name}", found[0].removesuffix(" wins!"))
        for form in _forms({said: lang.sentences(code).get(said, said)}):
            assert form.endswith(last_words), said


def forms(code: str) -> list[str]:
    """Return every text of a language's file, including each form of a plural."""
    return _forms(lang.sentences(code))


def page_forms(code: str) -> list[str]:
    """Return every text of the pages' language files, including each form of a plural."""
    return [text for part in PARTS for text in _forms(lang.own_page_words(code, part))]


def _forms(file: dict[str, lang.Sentence]) -> list[str]:
    return [text for it in file.values() for text in (it.values() if isinstance(it, dict) else [it])]


def said_in(state: State) -> Iterator[Say]:
    """Yield everything said in a random game from here on."""
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
    said = say("{mouse}, roll the die!", mouse="red")
    assert str(said) == "red, roll the die!"


def test_english_calls_the_mice_by_their_names() -> None:
    assert translate(say("{mouse}, roll the die!", mouse="red"), "en") == "Red, roll the die!"
    assert translate(say("Put {pieces} on {target}.", pieces="mouse", target="a1"), "en") == "Put the mouse on a1."


def test_words_and_sentences_in_holes_are_translated_too() -> None:
    said = say("{player} draws: {card}.", player="blue", card=say("Two Ahead"))
    assert translate(said, "de") == "Blau zieht: „Zwei vor“."
    assert translate(said, "fr") == "Bleu pioche\u00a0: «\u202fAvance de 2\u202f»."
    assert translate(said, "nl") == "Blauw trekt: ‘Twee vooruit’."


@pytest.mark.parametrize("code", OTHERS)
def test_each_place_has_every_form_that_a_sentence_asks_for(code: str) -> None:
    known = lang.sentences(code)
    holes = [(hole, form) for text in forms(code) for _, hole, form, _ in Formatter().parse(text)]
    asked = {form for hole, form in holes if form and hole not in ("piece", "pieces")} | {"name"}
    named = [known[name] for name in (*places(), lang.ANY_PLACE)]
    assert [table for table in named if not isinstance(table, dict) or set(table) != asked] == []


MOVE = "Move {pieces} from {source} to {target}."


@pytest.mark.parametrize(
    ("code", "source", "target", "sentence"),
    [
        ("de", "1", "12", "Zieh Rot von Feld 1 auf Feld 12."),
        ("de", "house", "clock", "Zieh Rot aus dem Haus in die Uhr."),
        ("de", "piano", "cheese", "Zieh Rot aus dem Klavier zum Käse."),
        ("es", "1", "12", "Mueve Rojo de la casilla 1 a la casilla 12."),
        ("es", "house", "clock", "Mueve Rojo de la casa al reloj."),
        ("es", "piano", "cheese", "Mueve Rojo del piano al queso."),
        ("fr", "1", "12", "Déplace Rouge de la case 1 sur la case 12."),
        ("fr", "house", "clock", "Déplace Rouge de la maison dans la pendule."),
        ("fr", "piano", "cheese", "Déplace Rouge du piano sur le fromage."),
        ("nl", "1", "12", "Zet Rood van vakje 1 op vakje 12."),
        ("nl", "house", "clock", "Zet Rood uit het huis in de klok."),
        ("nl", "piano", "cheese", "Zet Rood uit de piano bij de kaas."),
    ],
)
def test_a_mouse_moves_from_numbers_and_words_alike(code: str, source: str, target: str, sentence: str) -> None:
    assert translate(say(MOVE, pieces="red", source=source, target=target), code) == sentence


def test_german_men_have_an_accusative_and_an_article_of_their_own() -> None:
    men = enumeration(["white-man-1", "black-man-2", "red"])
    taken = translate(say("Take {pieces} off the board.", pieces=men), "de")
    assert taken == "Nimm einen weißen Stein, einen schwarzen Stein und Rot vom Spielplan."
    assert translate(say("Where is {piece}?", piece="white-man-1"), "de") == "Wo ist der weiße Stein?"


IS_EMPTY = "Is {place} empty?"


@pytest.mark.parametrize(
    ("code", "place", "question"),
    [
        ("de", "12", "Ist Feld 12 leer?"),
        ("de", "piano", "Ist das Klavier leer?"),
        ("es", "12", "¿Está libre la casilla 12?"),
        ("es", "piano", "¿Está libre el piano?"),
        ("fr", "12", "Est-ce que la case 12 est vide\u202f?"),
        ("fr", "piano", "Est-ce que la case du piano est vide\u202f?"),
        ("nl", "12", "Is vakje 12 leeg?"),
        ("nl", "house", "Is het huis leeg?"),
    ],
)
def test_the_table_asks_for_an_empty_space_by_number_or_word(code: str, place: str, question: str) -> None:
    assert translate(say(IS_EMPTY, place=place), code).startswith(question)


@pytest.mark.parametrize("place", [*sorted(places()), "12"])
def test_german_sees_each_place_in_the_accusative(place: str) -> None:
    subject = translate(say(IS_EMPTY, place=place), "de").removeprefix("Ist ").removesuffix(" leer?")
    seen = translate(say("The table can see {place} again.", place=place), "de")
    assert seen == f"Der Tisch sieht {re.sub('^der ', 'den ', subject)} wieder."


@pytest.mark.parametrize(
    ("code", "text", "sentence"),
    [
        ("de", "Put {pieces} on {target}.", "Stell Rot in die Falle."),
        ("de", "Take {pieces} off {source}.", "Nimm Rot aus der Falle."),
        ("de", "{mouse}, roll to get out of the {room}!", "Rot, würfle, um aus der Falle zu kommen!"),
        ("fr", "Put {pieces} on {target}.", "Pose Rouge dans la souricière."),
        ("fr", "Take {pieces} off {source}.", "Retire Rouge de la souricière."),
        ("nl", "Put {pieces} on {target}.", "Zet Rood in de val."),
        ("nl", "Take {pieces} off {source}.", "Haal Rood uit de val."),
    ],
)
def test_a_mouse_goes_into_the_trap_and_out_of_it(code: str, text: str, sentence: str) -> None:
    said = say(text, pieces="red", mouse="red", source="trap", target="trap", room="trap")
    assert translate(said, code) == sentence


@pytest.mark.parametrize(
    ("code", "put"),
    [
        ("de", "Stell die Maus in die Uhr (Uhr)."),
        ("fr", "Pose la souris dans la pendule (Pendule)."),
        ("nl", "Zet de muis in de klok (Klok)."),
    ],
)
def test_the_form_of_a_place_reaches_into_a_sentence_that_calls_it(code: str, put: str) -> None:
    called = say("place {place} ({label})", place="clock", label="Clock")
    asked = say("Put the mouse on {place}. (It stands there, and nothing happens? Enter)", place=called)
    assert translate(asked, code).startswith(put)
    assert translate(say("{place}: {inputs}", place=called, inputs="7"), "de") == "Die Uhr (Uhr): 7"


def test_a_place_begins_a_sentence_with_a_capital() -> None:
    assert translate(say("{square} is taken", square="31"), "de") == "Feld 31 ist besetzt"
    assert translate(say("{square} is taken", square="clock"), "fr") == "La case de la pendule est occupée"


def test_a_place_by_itself_is_called_by_its_bare_name() -> None:
    assert [lang.word(place, "de") for place in ("clock", "12", "attic")] == ["Uhr", "12", "attic"]
    assert [translate(say("clock"), code) for code in lang.languages()] == [
        "Uhr",
        "clock",
        "reloj",
        "la pendule",
        "klok",
    ]


def test_a_word_that_nobody_translated_is_called_like_a_number() -> None:
    assert (
        translate(say("Put {pieces} on {target}.", pieces="red", target="attic"), "de") == "Stell Rot auf Feld attic."
    )


@pytest.mark.parametrize(
    ("code", "rolls"),
    [
        ("en", "The mouse rolls 4."),
        ("de", "Die Maus würfelt 4."),
        ("es", "El ratón saca un 4."),
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
    swapped = say("{pieces}? Or did they swap?", pieces=stand)
    assert translate(swapped, "nl").startswith("De muis op ")
    assert "Rood op " in translate(swapped, "nl")
    assert " en de muis op " in translate(swapped, "nl")


def test_a_piece_with_a_number_begins_a_sentence_with_a_capital() -> None:
    said = say("{pieces}? Or did they swap?", pieces="white-man-3")
    assert translate(said, "en").startswith("A white man?")


@pytest.mark.parametrize("marks", ["¿", "¡", "«", "«\u202f", "„", "“", "¡«"])
def test_a_word_behind_opening_marks_begins_a_sentence_with_a_capital(marks: str) -> None:
    said = say(f"{marks}{{mouse}} rolls {{n}}.", mouse="mouse", n=4)
    assert translate(said, "en") == f"{marks}The mouse rolls 4."
    assert translate(say("{first} {then}", first=say("Safe!"), then=said), "en") == f"Safe! {marks}The mouse rolls 4."
    assert translate(say(f"so {marks}{{mouse}} waits", mouse="mouse"), "en") == f"so {marks}the mouse waits"


@pytest.mark.parametrize(
    ("code", "caught"),
    [
        ("en", "Caught! The mouse is out of the game."),
        ("de", "Gefangen! Die Maus ist raus."),
        ("fr", "Clac\u202f! La souris se fait prendre et sort du jeu."),
        ("nl", "Gevangen! De muis ligt eruit."),
    ],
)
def test_a_word_that_begins_the_second_sentence_has_a_capital(code: str, caught: str) -> None:
    assert translate(say("Caught! {other} is out of the game.", other="mouse"), code) == caught


def test_a_word_after_three_dots_goes_on_with_the_sentence() -> None:
    assert translate(say("so ... {mouse} waits", mouse="mouse"), "en") == "so ... the mouse waits"


def test_what_somebody_calls_a_mouse_or_types_keeps_its_small_letter() -> None:
    assert translate(say("{mouse} rolls {n}.", mouse="red", n=4), "en", {"red": "ada"}) == "ada (Red) rolls 4."
    assert translate(say("{word} does not fit now; {hint}", word="quark", hint="?"), "de").startswith("quark")


def test_french_contracts_no_pronoun_of_the_sentence_itself() -> None:
    said = say(
        "The table cannot see {place} any more (sensor {inputs}). Play on! `mouseboard table doctor` helps to mend it.",
        place="12",
        inputs="7",
    )
    assert translate(said, "fr").endswith("`mouseboard table doctor` aide à réparer ça.")


def test_french_keeps_each_high_mark_on_the_line_of_its_word() -> None:
    texts = forms("fr") + page_forms("fr")
    assert [text for text in texts if re.search(r"[^\s\u202f][;!?](\s|$)|[^\u202f]»|«[^\u202f]", text)] == []
    assert [text for text in texts if re.search(r"[^\s\u00a0]:(\s|$)| %", text)] == []
    set_down = translate(say("{player}, put the mouse on Safe. Which way shall it look?", player="red"), "fr")
    assert set_down.startswith("Rouge, pose la souris sur «\u202fÀ l’abri\u202f».")
    assert set_down.endswith("doit-elle regarder\u202f?")


@pytest.mark.parametrize("code", OTHERS)
def test_apostrophes_are_round(code: str) -> None:
    assert [text for text in forms(code) + page_forms(code) if "'" in text] == []


TO_ALL = {
    "Set up the pieces. A light shows where one is missing.",
    "Break time! To play on, put each piece on its light.",
    "Break time! You can switch off. Everything stays as it is.",
    "The table cannot see {piece} on {place} (sensor {inputs}). Play on! `mouseboard table doctor` helps to mend it.",
    "The table cannot see {place} any more (sensor {inputs}). Play on! `mouseboard table doctor` helps to mend it.",
    "The computer player of {game} has failed. Your game is saved. Choose people or another computer, then carry on.",
    "There are too many of you! That game is for {n}. First somebody has to give up a mouse.",
    "Who starts? Draw lots!",
    "Set the trap again! Put one marble in the bucket and one on the helping hand. Put the diver on the diving board. "
    "Last, put the cage on its post.",
    "The draw pile is empty! Shuffle the old cards and use them again.",
    "You agree on a draw. Well played, both!",
    *("hands now page", "leave kept", "swap sides"),
}
"""What is said to all at the table, besides the summaries of games and how they are set up."""

SEVERAL = {
    "es": (
        r"\b(vosotr[oa]s|os|vuestr\w+|sois|\w+(áis|éis|(?<!pa)ís)"
        r"|(?!(red|reed|led|mitad|\w+[dt]ad)\b)\w+[aei]d(l[aeo]s?)?|\w+aos)\b"
    ),
    "fr": r"\b(vous|votre|vos|vôtres?|êtes|faites|(?!(nez|chez|assez)\b)\w+ez)\b",
}
"""How a language speaks to several people: words and endings."""


@pytest.mark.parametrize(("code", "words"), SEVERAL.items())
def test_a_language_speaks_to_several_only_where_all_at_the_table_are_meant(code: str, words: str) -> None:
    files = [lang.sentences(code), *(lang.page_words(code, part) for part in PARTS)]
    texts = [
        (key, re.sub("{.*?}|`.*?`", "", text)) for file in files for key in file for text in _forms({key: file[key]})
    ]
    to_several = {key for key, text in texts if re.search(words, text, re.IGNORECASE)}
    shipped = [rules.load(name) for name in rules.games()]
    prepared = {it.text for game in shipped if (task := game.preparation()) for it in with_inner(task.say)}
    assert to_several - prepared - {game.summary for game in shipped} == TO_ALL


def test_spanish_opens_what_it_asks_and_cries() -> None:
    texts = [re.sub(r"`[^`]*`|[ ,]\?|  !", "", text) for text in forms("es") + page_forms("es")]
    unequal = [text for text in texts if text.count("¿") != text.count("?") or text.count("¡") != text.count("!")]
    assert unequal == []


def test_french_has_no_word_before_a_player_or_piece_that_a_vowel_would_shorten() -> None:
    shortened = re.compile(r"\b(de|que) \{(mouse|mice|other|others|piece|pieces|player|seat)\}")
    assert [text for text in forms("fr") + page_forms("fr") if shortened.search(text)] == []


@pytest.mark.parametrize(
    ("piece", "called"), [("red", "Rouge"), ("mouse", "La souris"), ("black-man-2", "Le pion noir")]
)
def test_french_asks_after_a_piece_of_any_gender(piece: str, called: str) -> None:
    left = translate(say("Did {piece} leave {place}?", piece=piece, place="d2"), "fr")
    assert left == f"{called} a quitté la case d2\u202f?"
    stands = translate(say("Is {piece} on {place}?", piece=piece, place="d2"), "fr")
    assert stands == f"{called} est sur la case d2\u202f?"


def test_french_says_one_cheese_in_a_word() -> None:
    assert [text for text in forms("fr") + page_forms("fr") if re.search(r"\{n\} fromage\b", text)] == []


@pytest.mark.parametrize(
    ("code", "alone"),
    [
        ("de", "Spielt eine Maus überlegt und spielen die anderen wie ein Kind, gewinnt sie 60 %;"),
        ("fr", "Une souris qui joue de façon réfléchie quand les autres jouent comme un enfant gagne 60 %\u202f;"),
        ("nl", "Een muis die verstandig speelt terwijl de andere als een kind spelen, wint 60 %;"),
    ],
)
def test_a_study_says_in_words_how_computers_play(code: str, alone: str) -> None:
    text = "One {kind} player among {other} ones wins {wins}; if choices did not matter it would be {even} %."
    assert translate(say(text, kind="sensible", other="child", wins="60 %", even="50"), code).startswith(alone)


def test_a_number_of_barriers_is_no_number_of_something_else() -> None:
    assert [lang.word("one barrier", code) for code in lang.languages()] == ["einen", "one", "una", "une", "één"]
    assert [lang.word("one", code) for code in lang.languages()] == ["one"] * 5


@pytest.mark.parametrize(
    ("code", "asked"), [("fr", "Oups\u202f! Pose Rouge dans la souricière."), ("nl", "Oeps! Zet Rood in de val.")]
)
def test_no_sentence_with_a_capital_follows_a_colon(code: str, asked: str) -> None:
    step = say("Put {pieces} on {target}.", pieces="red", target="trap")
    assert translate(say("Oops! {step}", step=step), code) == asked
    undo = translate(say("Have you done this? Then undo it: {undone}", undone=step), code)
    assert re.search(r": ?\w", undo) is None and re.search(r"\s[«‘]\u202f?[PZ]", undo)


@pytest.mark.parametrize(
    ("code", "n", "all_of_it"),
    [
        ("fr", 1, "Bleu donne tout à Rouge\u00a0: un fromage."),
        ("fr", 20, "Bleu donne tout à Rouge\u00a0: 20 fromages."),
        ("nl", 1, "Blauw geeft Rood alle kaas: één kaasje."),
        ("nl", 20, "Blauw geeft Rood alle kaas: 20 kaasjes."),
    ],
)
def test_a_mouse_hands_over_pieces_of_cheese_not_a_bare_number(code: str, n: int, all_of_it: str) -> None:
    said = say("{other} gives {mouse} all its cheese: {n}.", other="blue", mouse="red", n=n)
    assert translate(said, code) == all_of_it


@pytest.mark.parametrize(
    ("code", "aside"),
    [
        ("de", "Wer beginnt, legt einen davon weg."),
        ("fr", "Qui commence en met une de côté."),
        ("nl", "Wie begint, legt er één weg."),
    ],
)
def test_one_barrier_laid_aside_is_said_in_a_word(code: str, aside: str) -> None:
    assert translate(say("The first player puts {n} of them away.", n=1), code) == aside


@pytest.mark.parametrize("code", lang.languages())
def test_what_is_printed_on_a_place_has_the_numbers_by_which_it_is_played(code: str) -> None:
    for game in map(rules.load, rules.games()):
        for place in game.layout.place:
            fields = [str(n) for n in place.players or [place.count] if n] or re.findall(r"\d+", place.to)
            numbers = fields or re.findall(r"\d+", place.label)
            assert re.findall(r"\d+", lang.word(place.label, code)) == numbers, place.label


def test_what_nobody_has_translated_is_said_in_english() -> None:
    assert translate(say("{mouse} juggles {n} things.", mouse="red", n=3), "de") == "Rot juggles 3 things."


PARTLY = """
from mouseboard.lang import name_of, page_words, translate
from mouseboard.say import say
print(name_of("xx"), page_words("xx")["next"], page_words("xx")["touch gap"], page_words("xx", "photo")["zoom"])
print(translate(say("{mouse} starts.", mouse="red"), "xx"), translate(say("{n} games", n=1), "xx"))
print(translate(say("Put {pieces} on {target}.", pieces="blue", target="clock"), "xx"))
"""
"""Says in the language xx what it has a translation for, and what it has not."""


def test_a_language_with_a_few_sentences_says_the_others_as_english_does(tmp_path: Path) -> None:
    home = lang.HOME.parent
    for name in ("__init__.py", "say.py"):
        (tmp_path / "mouseboard" / name).parent.mkdir(exist_ok=True)
        copy(home / name, tmp_path / "mouseboard")
    copytree(lang.HOME, tmp_path / "mouseboard/lang")
    (tmp_path / "mouseboard/lang/xx.toml").write_text('"red" = "Rojo"\n"{mouse} starts." = "¡Empieza {mouse}!"\n')
    (tmp_path / "mouseboard/lang/page/xx.toml").write_text('"next" = "¡Te toca!"\n')
    ran = run([sys.executable, "-c", PARTLY], cwd=tmp_path, check=True, capture_output=True, encoding="utf-8")
    assert ran.stdout.splitlines() == [
        "xx ¡Te toca! Tap a gap to put a barrier. Zoom",
        "¡Empieza Rojo! 1 game",
        "Put Blue in the clock.",
    ]


def test_the_picture_in_the_terminal_speaks_the_language_asked_for() -> None:
    state = rules.load("barriers", players=2, first="seat0").start()
    picture = plain(render(Situation(state, Choose(0, state.actions())), Size(100, 30), "de"))
    assert "Rot, lauf – oder Zaun! (noch 8)" in picture
    assert "Zaun rechts von a1, a2" in picture
    assert "Jetzt wird gespielt!" in picture


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(lang.UnknownLanguage, match="there is no language 'xx'; the languages are de, en, es, fr, nl"):
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
        ("es", "0 entradas", "1 entrada", "2 entradas"),
        ("fr", "0 entrée", "1 entrée", "2 entrées"),
        ("nl", "0 regels", "1 regel", "2 regels"),
    ],
)
def test_none_one_and_many_are_each_said_as_the_language_says_them(code: str, none: str, one: str, many: str) -> None:
    assert [translate(say("{n} entries", n=n), code) for n in (0, 1, 2)] == [none, one, many]


@pytest.mark.parametrize("code", lang.languages())
def test_each_number_has_the_form_that_its_language_takes(code: str) -> None:
    needed = {category(n, code) for n in range(1000)} | {"other"}
    tables = [it for it in lang.sentences(code).values() if isinstance(it, dict) and "name" not in it]
    tables += [it for part in PARTS for it in lang.own_page_words(code, part).values() if isinstance(it, dict)]
    assert [table for table in tables if table.keys() - {"none"} != needed] == []


@pytest.mark.parametrize(("code", "way"), [("de", "ltr"), ("ar", "rtl"), ("he", "rtl")])
def test_a_language_says_which_way_it_is_read(code: str, way: str) -> None:
    assert lang.direction(code) == way


@pytest.mark.parametrize(
    ("code", "end"),
    [
        ("en", "Stop"),
        ("de", "Aufhören"),
        ("es", "Lo dejo"),
        ("fr", "Stop"),
        ("nl", "Stoppen"),
    ],
)
def test_no_cheese_is_said_without_a_number(code: str, end: str) -> None:
    assert translate(say("Keep {n} cheese", n=0), code) == end


@pytest.mark.parametrize(
    ("text", "one", "many"),
    [
        ("{mouse} takes {n} cheese from the pile.", "nimmt einen Käse aus dem Vorrat.", "nimmt 2 Käse aus dem Vorrat."),
        ("{player} picks up {n} cheese.", "sammelt einen Käse ein.", "sammelt 2 Käse ein."),
        ("{mouse} must miss {n} turns there.", "setzt dort einmal aus.", "setzt dort zweimal aus."),
    ],
)
def test_german_says_one_cheese_and_one_turn_in_words(text: str, one: str, many: str) -> None:
    said = [translate(say(text, n=n, mouse="red", player="red"), "de") for n in (1, 2)]
    assert said == [f"Rot {one}", f"Rot {many}"]


AVOIDED = {
    "de": (
        *("Sperre", "Haufen", "Murmel", "Brett", "Raum", "Draht zu", "Spielbrett", "Taucher", "gerecht", "Geratewohl"),
        *("gespürt", "gefühlt", "zu spüren", "fühle", "angesteckt", " Taste", "Telefon"),
    ),
    "es": (" coge", "barrera", "móvil", "celular", "computador", "contacto reed", "señor"),
    "fr": (
        *("On sent", "on sent mal", "senti", "indices", "eprendre ceci", "Vire ", "...", "est attrapé", "est joué"),
        *("flair", "biais", "tuyau"),
    ),
    "nl": (
        "slinger",
        "rovisiekast",
        "gastheer",
        "plek",
        "elijkspel",
        "vakken",
        "gevoeld",
        "voelt",
        "lopen: ",
        "Voet ",
        " %",
    ),
}
"""Wrong words, and synonyms of words that the language's glossary prescribes."""


@pytest.mark.parametrize(("code", "other"), [(code, other) for code, others in AVOIDED.items() for other in others])
def test_a_language_has_one_word_for_one_thing(code: str, other: str) -> None:
    assert [text for text in [*forms(code), *page_forms(code)] if other in text] == []


STRANGER = {"de": r"[^\s.!?:] (Sie|Ihnen|Ihr|Ihre\w?)\b", "es": r"\b[Uu]sted(es)?\b", "nl": r"\b[Uu]w?\b"}
"""How a language speaks to a stranger. German also writes these words for she, they and her where a sentence begins."""


@pytest.mark.parametrize(("code", "stranger"), STRANGER.items())
def test_nobody_is_spoken_to_like_a_stranger(code: str, stranger: str) -> None:
    assert [text for text in [*forms(code), *page_forms(code)] if re.search(stranger, text)] == []


LONG = "drehe drücke halte lege löse nenne prüfe setze spanne stelle suche tausche tippe wähle ziehe".replace(" ", "|")
"""German imperatives that are short here: Dreh, Drück, Halt."""


def test_german_imperatives_are_short() -> None:
    imperative = re.compile(rf"(^|[.!?:,;] |(und|oder|dann|also) )({LONG})\b(?! ich)", re.IGNORECASE)
    assert [text for text in [*forms("de"), *page_forms("de")] if imperative.search(text)] == []


@pytest.mark.parametrize("code", lang.languages())
@pytest.mark.parametrize("label", ["{", "}", "{}", "{0}", "{mouse}", "{n} entries", "{a.__class__}", "{{"])
def test_braces_in_what_is_printed_on_a_board_are_shown_as_they_are(code: str, label: str) -> None:
    assert str(printed(label)) == translate(printed(label), code) == label
    assert translate(say("{mouse} plays {label}.", mouse="red", label=printed(label)), code).count(label) == 1


def test_what_people_typed_stays_as_it_is_in_an_error_even_if_it_is_a_word_of_a_game() -> None:
    error = Explained(say("{file}: {why}", file="cheese", why=say("it is a folder")))
    assert str(error) == "cheese: it is a folder"
    assert translate(error.said, "de") == "cheese: das ist ein Ordner"
    assert translate(say("{file}: {why}", file="cheese", why="Safe"), "de").startswith("Käse: ")
