"""The commands of families explain themselves, and what is wrong, in the language that is spoken."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from mouseboard import lang
from mouseboard.cli.parser import speak
from mouseboard.say import say
from mouseboard.store import Journal

OTHERS = [code for code in lang.languages() if code != lang.ENGLISH]

MISTAKES = (
    "dance",
    "--dance",
    "--lang klingon",
    "games chess",
    "games new",
    "games new Foxes",
    "games new classic",
    "help dancing",
    "play",
    "play chess",
    "play classic revised",
    "play classic --players 7",
    "play classic --players many",
    "play classic --players",
    "play classic --quiet=yes",
    "play classic --p 2",
    "play classic --option first",
    "play classic --option first=me",
    "play classic --option colour=red",
    "play classic --option trap=2",
    "play barriers --option gift=1",
    "play classic --layout none",
    "play classic --layout none.toml",
    "play classic --layout pantry",
    "play pantry --level genius",
    "play classic --people 3",
    "play classic --auto --people 1",
    "play classic --auto --table auto",
    "play classic --auto --page localhost",
    "play classic --page ftp://x",
    "play classic --table=",
    "play classic --table /dev/nothing",
    "play classic --table /dev/null",
    "play classic --table http://pi:4000",
    "play classic --table socket://127.0.0.1:1",
    "play classic --table rfc2217://127.0.0.1:1",
    "play classic --scenario nothing.txt",
    "play classic --record .",
    "play classic --record nowhere/game.txt",
    "serve --port 99999",
    "serve --host nowhere.invalid",
    "serve --proxy 1.2.3.4",
    "serve --proxy x --url https://games.example.home/",
    "serve --url x",
    "serve --seed 3",
    "log",
    "log show",
    "log show 9",
    "log resume",
    "log check 9",
    "log list --journal none.db",
    "log list --journal .",
    "log export nowhere/copy.db",
    "log import none.db",
)


@pytest.fixture(autouse=True)
def written(journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder with an empty journal."""
    Journal.open(journal).close()
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def taken() -> Iterator[int]:
    """Return a port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_explained_in_every_language(run: Run, monkeypatch: pytest.MonkeyPatch, mistake: str) -> None:
    said = set()
    for code in lang.languages():
        monkeypatch.setenv("LC_ALL", f"{code}.UTF-8")
        ran = run(*mistake.split())
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
        said.add(ran.err)
    assert len(said) == len(lang.languages())


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        (
            "play chess",
            "das Spiel 'chess' gibt es nicht; es gibt barriers, cards, classic, draughts, morris, pantry, revised, "
            "souriciere",
        ),
        ("play classic --players 7", "classic ist kein Spiel für 7; mitspielen können 2, 3 oder 4"),
        ("play pantry --level genius", "pantry hat keinen Computer namens 'genius'; es gibt random, child, sensible"),
        (
            "play classic --option first=me",
            "classic: first kann nicht 'me' sein, nur seat0, seat1, seat2, seat3 oder lot",
        ),
        ("play classic --table /dev/nothing", "/dev/nothing: diesen Anschluss gibt es nicht"),
        ("play classic --scenario x", "x: diese Datei oder diesen Ordner gibt es nicht"),
        ("play --players", "--players: dahinter fehlt ein Wert; Hilfe mit `mouseboard play --help`"),
        ("log", "es fehlt: ACTION; Hilfe mit `mouseboard log --help`"),
        ("log resume", "alle Spiele sind aus; `mouseboard play` beginnt ein neues"),
    ],
)
def test_a_german_family_reads_what_is_wrong_in_german(run: Run, mistake: str, said: str) -> None:
    assert run(*mistake.split(), "--lang", "de").err == f"mouseboard: {said}\n"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("de", "Port {port} ist belegt, ihn hat ein Programm von "),
        ("fr", "le port {port} est pris par un programme de "),
        ("nl", "poort {port} is bezet door een programma van "),
    ],
)
def test_a_taken_port_of_the_page_is_explained_with_the_way_out(run: Run, taken: int, code: str, said: str) -> None:
    ran = run("serve", "--port", taken, "--lang", code)
    assert ran.err.startswith(f"mouseboard: {said.format(port=taken)}")
    assert "--port 0" in ran.err


def test_what_people_type_is_repeated_as_it_is_even_where_it_is_a_word_of_a_game(run: Run) -> None:
    assert run("play", "classic", "--layout", "cheese", "--lang", "de").err.startswith("mouseboard: cheese: ")
    assert run("log", "import", "trap", "--lang", "nl").err == "mouseboard: het bestand trap bestaat niet\n"


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(
    "command", ["games", "play", "serve", "log", "log list", "log show", "log resume", "log import", "help", ""]
)
def test_the_help_of_a_family_s_command_leaves_no_explanation_in_english(run: Run, code: str, command: str) -> None:
    english, other = (explanations(run(*command.split(), "--help", "--lang", spoken).out) for spoken in ("en", code))
    assert len(english) == len(other)
    assert english & other == set()


def explanations(text: str) -> set[str]:
    """Return what a help says about each command, argument and option."""
    rows = (line.strip().partition("  ") for line in text.splitlines() if line.startswith("  "))
    return {words.strip() for name, _, words in rows if words and not name.startswith("[")}


def test_the_documents_are_offered_as_english(run: Run) -> None:
    said = run("help", "--help", "--lang", "de").out
    assert "eine Seite auf Englisch: commissioning, " in " ".join(said.split())


def test_a_command_leaves_its_language_to_itself(run: Run) -> None:
    assert "Spiele" in run("help", "--lang", "de").out
    assert speak(say("show the version")) == "show the version"
