"""`mouseboard setup`: this computer as a host that needs nobody; `--undo` takes everything back."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from mouseboard import lang
from mouseboard.cli.commands.types import Commands
from mouseboard.cli.parser import speak
from mouseboard.cli.streams import tell, wrapped
from mouseboard.lang import translate
from mouseboard.say import Say, alternatives, plain, say, shortened
from mouseboard.setup import games, host, record, system
from mouseboard.setup.facts import ROOT, Facts, SetupError, as_root, check_system, computer_name
from mouseboard.setup.plan import Answers, File, files
from mouseboard.setup.tv import find_browser
from mouseboard.web import PORT

FIRST_PORT, LAST_PORT = 1024, 65_535
"""The ports that a service without rights may serve on."""
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?")
"""What RFC 1123 allows as the name of a computer."""
NOBODY = "-"
LOG = "sudo journalctl -u mouseboard"


def add_to(commands: Commands) -> None:
    command = commands.add_parser("setup", help=speak(say("serve the page whenever this computer is on")))
    command.add_argument("--undo", action="store_true", help=speak(say("take back what setup has made")))
    command.add_argument("--tv", action="store_true", help=speak(say("also show the page on this computer's screen")))
    command.add_argument(
        "--yes", action="store_true", help=speak(say("ask nothing; also without a terminal to ask at"))
    )
    command.set_defaults(command=run)


def run(args: argparse.Namespace) -> int:
    check_system(args.undo)
    asks = not args.yes and sys.stdin.isatty() and sys.stdout.isatty()
    with suppress(EOFError):  # the person left instead of an answer
        return _undo(asks) if args.undo else _set_up(args, asks)
    return 0


def _set_up(args: argparse.Namespace, asks: bool) -> int:
    """Ask, say what will be done, do it, and say where the page is. Raises EOFError and what `host.set_up` raises."""
    answers = _asked(_usual(args.lang, args.tv), asks)
    facts = Facts.gather()
    planned = files(facts, answers)
    _announce(planned, answers)
    if asks and not agrees(answers.language):
        return 0
    notes, taken = host.set_up(planned, answers)
    for note in notes:
        _tell(note, answers.language)
    _tell_where(answers, facts, taken)
    return 0


def _usual(language: str, tv: bool) -> Answers:
    """Return the answers that Enter gives: those of the last setup, else the usual ones. Raises SetupError."""
    before = record.read(ROOT)
    browser = find_browser() if tv or (before and before.answers.browser) else ""
    caller = os.environ.get("SUDO_USER", "")
    games_of = caller if caller in games.takers(games.owners(), record.heir(ROOT)) else ""
    if before:
        return Answers(before.answers.language, before.answers.port, computer_name(), games_of, browser)
    return Answers(language, PORT, computer_name(), games_of, browser)


def _asked(usual: Answers, asks: bool) -> Answers:
    """Ask for what may be chosen. Raises EOFError if nobody answers."""
    if not asks:
        return usual
    languages, people = lang.languages(), games.takers(games.owners(), record.heir(ROOT))
    question = say("Which language does the page speak?")
    language = _ask(question, alternatives(languages), usual.language, usual.language, languages.__contains__)
    port = asked_port(usual.port, language)
    question = say("What is this computer called in the network?")
    name = _ask(question, say("a word of a to z, 0 to 9 and -"), usual.name, language, _is_name)
    whose = usual.games_of or NOBODY
    if people:
        question = say("Whose games does the table take along? {nobody}: nobody's.", nobody=NOBODY)
        whose = _ask(question, alternatives([*people, NOBODY]), whose, language, [*people, NOBODY].__contains__)
    return Answers(language, port, name, "" if whose == NOBODY else whose, usual.browser)


def asked_port(usual: int, language: str) -> int:
    """Ask for the page's port. Raises EOFError if nobody answers."""
    question = say(
        "Which port is the page's? Those below {least} are root's; a proxy can pass 80 on.", least=FIRST_PORT
    )
    ports = say("a number from {least} to {most}", least=FIRST_PORT, most=LAST_PORT)
    return int(_ask(question, ports, str(usual), language, _is_port))


def _ask(question: Say, words: str | Say, usual: str, language: str, is_allowed: Callable[[str], bool]) -> str:
    """Ask until the answer is allowed; Enter takes the usual one. `words` say what is allowed."""
    line = translate(say("{question} ({words}; Enter: {usual})", question=question, words=words, usual=usual), language)
    while not is_allowed(answer := input(f"{wrapped(line)}\n> ").strip() or usual):
        _tell(say("{said} is no answer here; allowed: {words}", said=shortened(plain(answer)), words=words), language)
    return answer


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6 and FIRST_PORT <= int(text) <= LAST_PORT


def _is_name(text: str) -> bool:
    return NAME.fullmatch(text) is not None or text == computer_name()


def agrees(language: str) -> bool:
    """Ask whether to do it. Raises EOFError if nobody answers."""
    yes, no = _forms("yes", language), _forms("no", language)
    words = alternatives([yes[0], no[0]])
    return _ask(say("Do that?"), words, yes[0], language, lambda said: said.lower() in yes + no).lower() in yes


def _forms(word: str, language: str) -> list[str]:
    """Return the word in this language and in English, and the first letter of each."""
    return [form for said in (translate(say(word), language), word) for form in (said, said[0])]


def _announce(planned: Sequence[File], answers: Answers) -> None:
    """Say what will be done."""
    language = answers.language
    _tell(say("This will be made:"), language)
    for file in planned:
        tell(f"  /{file.path}: {translate(file.why, language)}", hang=4)
    if answers.name != computer_name():
        _tell(say("This computer will be called {name}.", name=answers.name), language)
    if answers.games_of:
        _tell(say("The games of {name} move to {folder}.", name=answers.games_of, folder=f"/{games.FOLDER}"), language)
    elif heir := record.heir(ROOT):
        _tell(
            say("The table has the games of {name}, who gets all of them back; it takes no others.", name=heir),
            language,
        )


def _tell_where(answers: Answers, facts: Facts, taken: Say | None) -> None:
    """Say where the page is, or which program has taken its port, and what next."""
    from mouseboard.serving.addresses import address, reachable  # slow to load, so only for this command
    from mouseboard.serving.server import EVERYWHERE, LOOPBACK

    language, port = answers.language, answers.port
    if taken:
        _tell(say("Port {port} is taken by {program}. The page waits for it.", port=port, program=taken), language)
    elif system.answers(port):
        names = [f"{answers.name}.local"] if facts.has_avahi else []
        pages = [address(host, port) for host in (*names, *reachable(EVERYWHERE))]
        _tell(say("The page: {address}", address=alternatives(pages or [address(LOOPBACK, port)])), language)
    else:
        _tell(say("The page does not answer yet; its log tells why."), language)
    _tell(say('The first phone: open the page there, and tap "I\'m at the table".'), language)
    _tell(say("Its log, and your own link: `{command}`", command=LOG), language)
    _tell(say("The table's games: `{command}`", command=games.how_to_list()), language)
    undo = as_root("setup", "--undo")
    _tell(say("Plug in the table now or later. `{command}` takes all this back.", command=undo), language)


def _undo(asks: bool) -> int:
    """Take everything back. Raises SetupError, StoreError, OSError."""
    made = record.read(ROOT)
    if made is None:
        raise SetupError(say("setup has made nothing on this computer"))
    language, heir = made.answers.language, made.answers.games_of or os.environ.get("SUDO_USER", "root")
    _tell(say("This will be removed:"), language)
    for path in made.files:
        print(f"  /{path}")
    if host.is_renamed(made):
        _tell(say("This computer will be called {name}.", name=made.was_called), language)
    _tell(say("The table's games move to {name}.", name=heir), language)
    if not asks or agrees(language):
        for note in host.undo(made, heir):
            _tell(note, language)
    return 0


def _tell(said: Say, language: str) -> None:
    tell(translate(said, language))
